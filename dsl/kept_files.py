"""Where what took long to make is kept for the next time.

In: a name. Out: the path of a file in the user's own cache folder, None where there is no such folder that is theirs; `keep`
writes it, `read_kept` reads it. Before what is kept stands its digest: a file that was damaged is made again, never run.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

DIGEST = hashlib.sha256().digest_size


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


def keep(path: Path, data: bytes, alike: str, most: int) -> None:
    """Write a file whole or not at all, and let go of the oldest of those whose names are alike (a glob)."""
    try:
        beside = path.with_suffix(f".{os.getpid()}")
        beside.write_bytes(hashlib.sha256(data).digest() + data)
        beside.replace(path)
        older = sorted(path.parent.glob(alike), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in older[most:]:
            file.unlink(missing_ok=True)
    except OSError:
        pass  # then it is made anew each time


def read_kept(path: Path | None) -> bytes | None:
    """What `keep` wrote there; None when it is not there, or not as it was written."""
    try:
        whole = b"" if path is None else path.read_bytes()
    except OSError:
        return None
    digest, data = whole[:DIGEST], whole[DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None
