"""Turns DOT text into SVG or PNG with whatever can do so here.

In: DOT text with and without clusters. Out: bytes. Tried in this order: the command of the `graphviz-pure` package,
beside the running Python or on PATH, then Graphviz's `dot` on PATH. Each has a time limit; if all fail, they are tried again
without clusters, which Graphviz sometimes cannot place.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

SECONDS = 20.0
DOTS_PER_INCH = 110
INSTALL = "install a renderer with `pip install 'rulewright[graph]'`, or write a .dot, .mmd or .txt file instead"


class DrawError(Exception):
    """A picture could not be made; the message says why and what to do."""


def render_dot(format_: str, dot_texts: tuple[str, ...], seconds: float = SECONDS) -> bytes:
    """The first of the DOT texts that some renderer can draw, as `svg` or `png`. Raises DrawError when none can."""
    found = renderers()
    if not found:
        raise DrawError(f"nothing here can draw {format_.upper()} files: {INSTALL}")
    failures: list[str] = []
    for text in dot_texts:
        for command in found:
            picture, failure = _run(command, format_, text, seconds)
            if picture is not None:
                return picture
            failures.append(f"{Path(command).name}: {failure}")
    reasons = "; ".join(dict.fromkeys(failures))
    raise DrawError(f"the picture could not be laid out ({reasons}): write a .dot, .mmd or .txt file instead")


def renderers() -> tuple[str, ...]:
    """The commands that can draw, the best one first."""
    beside = str(Path(sys.executable).parent)
    found = (shutil.which("graphviz-pure", path=beside) or shutil.which("graphviz-pure"), shutil.which("dot"))
    return tuple(command for command in found if command is not None)


def _run(command: str, format_: str, text: str, seconds: float) -> tuple[bytes | None, str]:
    """The picture, or why there is none."""
    arguments = [command, f"-T{format_}"]
    if format_ == "png":
        arguments.append(f"-Gdpi={DOTS_PER_INCH}")
    try:
        done = subprocess.run(arguments, input=text.encode(), capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None, f"not done after {seconds:g} seconds"
    except OSError as error:
        return None, str(error)
    if done.returncode != 0 or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return None, said[-1] if said else f"stopped with code {done.returncode}"
    return done.stdout, ""
