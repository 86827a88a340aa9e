"""What keeps arrows off the words of frames where moving the words does not help: they end at the outline of the frame.

In: a `Scene`. Out: `Corrections`, with which it is written and laid out once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.visualizer.geometry import area_of, curve_of
from rulewright.visualizer.labels import crossings
from rulewright.visualizer.scene import Part, Scene


@dataclass(frozen=True, slots=True)
class Corrections:
    """How a layout becomes cleaner when it is written once more. ends: arrows by their id, and the frames at whose outline
    their tail and their head end, "" for the box."""

    ends: Mapping[str, tuple[str, str]] = field(default_factory=dict)


NO_CORRECTIONS = Corrections()


def corrections(scene: Scene) -> Corrections:
    """What keeps arrows off the words of frames, as far as that goes. None of it moves anything else."""
    ends: dict[str, tuple[str, str]] = {}
    for frame, part in crossings(scene):
        tail, head = ends.get(part.identity, ("", ""))
        starts, stops = _ends_in(part, frame)
        if starts == stops:
            continue  # one that only runs through cannot be cut short
        if len({other.ends[stops] for other in scene.parts if _ends_in(other, frame) == (starts, stops)}) > 1:
            continue  # then it would not be seen which box is meant
        ends[part.identity] = (tail or frame.name, head) if starts else (tail, head or frame.name)
    return Corrections(ends)


def _ends_in(arrow: Part, frame: Part) -> tuple[bool, bool]:
    """Whether an arrow begins in a frame, and whether it ends there."""
    curve = curve_of(arrow) if arrow.kind == "arrow" else None
    if curve is None:
        return False, False
    left, top, right, bottom = area_of(frame)
    starts, stops = (left < x < right and top < y < bottom for x, y in (curve.points[0], curve.points[-1]))
    return starts, stops
