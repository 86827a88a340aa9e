"""Runs whatever can lay out and draw DOT text here.

In: DOT texts, of which the first one that can be drawn is. Out: bytes. Tried in this order: the command of the
`graphviz-pure` package, beside the running Python or on PATH, then Graphviz's `dot` on PATH. Each has a time limit.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

SECONDS = 60.0
DOTS_PER_INCH = 144
MOST_PIXELS, LONGEST_SIDE = 40_000_000, 16_000  # what common viewers open, and a few hundred MB while it is drawn
INSTALL = "install a renderer with `pip install 'rulewright[graph]'`, or write a .dot, .mmd or .txt file instead"


class DrawError(Exception):
    """A picture could not be made; the message says why and what to do."""


def dots_per_inch(wide: float, high: float) -> float:
    """How many dots an inch has in a picture of so many inches."""
    most = min((MOST_PIXELS / (wide * high)) ** 0.5, LONGEST_SIDE / max(wide, high))
    return DOTS_PER_INCH if most >= DOTS_PER_INCH else round(most, 2)


def render_dot(format_: str, dot_texts: Iterable[str], seconds: float = SECONDS, options: tuple[str, ...] = ()) -> bytes:
    """The first of the DOT texts that some renderer can draw, in a format of Graphviz's. Raises DrawError when none can."""
    return _first(format_, dot_texts, options, seconds)


def renderers() -> tuple[str, ...]:
    """The commands that can draw, the best one first."""
    beside = str(Path(sys.executable).parent)
    found = (shutil.which("graphviz-pure", path=beside) or shutil.which("graphviz-pure"), shutil.which("dot"))
    return tuple(command for command in found if command is not None)


def _first(format_: str, texts: Iterable[str], options: tuple[str, ...], seconds: float) -> bytes:
    """What is drawn of the first text that can be."""
    commands = renderers()
    if not commands:
        raise DrawError(f"nothing here can draw this file: {INSTALL}")
    failures: list[str] = []
    for text in texts:
        for command in commands:
            content, failure = _run(command, (f"-T{format_}", *options), text, seconds)
            if content is not None:
                return content
            failures.append(f"{Path(command).name}: {failure}")
    reasons = "; ".join(dict.fromkeys(failures))
    raise DrawError(f"the picture could not be laid out ({reasons}): write a .dot, .mmd or .txt file instead")


def _run(command: str, options: tuple[str, ...], text: str, seconds: float) -> tuple[bytes | None, str]:
    """What the command writes, or why it does not."""
    try:
        done = subprocess.run([command, *options], input=text.encode(), capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None, f"not done after {seconds:g} seconds"
    except OSError as error:
        return None, str(error)
    if done.returncode != 0 or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return None, said[-1] if said else f"stopped with code {done.returncode}"
    return done.stdout, ""
