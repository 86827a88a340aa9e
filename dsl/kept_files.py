"""Where what took long to make is kept for the next time.

In: a name. Out: the path of a file in the user's own cache folder; None where there is no such folder that is theirs.
"""

from __future__ import annotations

import os
from pathlib import Path


def kept_file(name: str) -> Path | None:
    """The path of a file to be read and written. Only what the user owns is used: what lies there is run."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(home):  # a relative one is to be ignored, says the standard: it would be another in each folder
        home = os.path.expanduser("~/.cache")
    folder = Path(home) / "rulewright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        owned = folder.stat().st_uid == os.getuid() if hasattr(os, "getuid") else True
    except (OSError, RuntimeError):
        return None
    file = folder / name
    if not owned or not os.access(folder, os.W_OK) or (file.exists() and not os.access(file, os.R_OK | os.W_OK)):
        return None
    return file
