"""Lays pictures out with whatever can do so here, and makes PNG files of them.

In: a `Picture`, or DOT text with and without clusters. Out: a `LaidOut` picture, or bytes. Tried in this order: the
command of the `graphviz-pure` package, beside the running Python or on PATH, then Graphviz's `dot` on PATH. Each has a
time limit; if all fail, they are tried again without clusters, which Graphviz sometimes cannot place.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulewright.visualizer.clashes import NO_CORRECTIONS, clashes, corrections
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.picture import Picture
from rulewright.visualizer.scene import POINTS_PER_INCH, Scene, read_scene

SECONDS = 60.0
DOTS_PER_INCH = 144
MOST_PIXELS, LONGEST_SIDE = 40_000_000, 16_000  # what common viewers open, and a few hundred MB while it is drawn
INSTALL = "install a renderer with `pip install 'rulewright[graph]'`, or write a .dot, .mmd or .txt file instead"


class DrawError(Exception):
    """A picture could not be made; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A picture with places: the DOT text that it was laid out from, and where everything stands."""

    dot_text: str
    scene: Scene


def lay_out(picture: Picture, seconds: float = SECONDS) -> LaidOut:
    """Lay a picture out. Raises DrawError when nothing here can.

    What stands in its own way is laid out once more, with corrections that move nothing; if that does not help, all
    together, and what is cleaner is taken.
    """
    texts = (write_dot(picture, clusters=clusters) for clusters in (True, False))
    content, text = _first("json", texts, (), seconds)
    found = _corrected(picture, LaidOut(text, read_scene(content)), False, seconds)
    clashing = len(clashes(found.scene))
    if clashing and any(part.kind == "frame" for part in found.scene.parts):
        try:
            text = write_dot(picture, together=True)
            other = _corrected(picture, LaidOut(text, read_scene(render_dot("json", (text,), seconds))), True, seconds)
        except DrawError:
            return found
        if len(clashes(other.scene)) < clashing:
            return other
    return found


def _corrected(picture: Picture, found: LaidOut, together: bool, seconds: float) -> LaidOut:
    needed = corrections(found.scene)
    if needed == NO_CORRECTIONS:
        return found
    text = write_dot(picture, together=together, corrections=needed)
    return LaidOut(text, read_scene(render_dot("json", (text,), seconds)))


def write_png(picture: Picture) -> bytes:
    """The picture as a PNG file; a very large one has fewer dots to the inch. Raises DrawError as `lay_out` does."""
    found = lay_out(picture)
    dots = dots_per_inch(found.scene.width / POINTS_PER_INCH, found.scene.height / POINTS_PER_INCH)
    content, _ = _first("png", (found.dot_text,), (f"-Gdpi={dots:g}",), SECONDS)
    return content


def dots_per_inch(wide: float, high: float) -> float:
    """How many dots an inch has in a picture of so many inches."""
    most = min((MOST_PIXELS / (wide * high)) ** 0.5, LONGEST_SIDE / max(wide, high))
    return DOTS_PER_INCH if most >= DOTS_PER_INCH else round(most, 2)


def render_dot(format_: str, dot_texts: Iterable[str], seconds: float = SECONDS) -> bytes:
    """The first of the DOT texts that some renderer can draw, in a format of Graphviz's. Raises DrawError when none can."""
    return _first(format_, dot_texts, (), seconds)[0]


def renderers() -> tuple[str, ...]:
    """The commands that can draw, the best one first."""
    beside = str(Path(sys.executable).parent)
    found = (shutil.which("graphviz-pure", path=beside) or shutil.which("graphviz-pure"), shutil.which("dot"))
    return tuple(command for command in found if command is not None)


def _first(format_: str, texts: Iterable[str], options: tuple[str, ...], seconds: float) -> tuple[bytes, str]:
    """What is drawn of the first text that can be, and that text."""
    commands = renderers()
    if not commands:
        raise DrawError(f"nothing here can draw this file: {INSTALL}")
    failures: list[str] = []
    for text in texts:
        for command in commands:
            content, failure = _run(command, (f"-T{format_}", *options), text, seconds)
            if content is not None:
                return content, text
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
