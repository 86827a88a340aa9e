"""Bends arrows a little where they clash with something, when that helps.

In: a `Scene` with few clashes. Out: the same with arrows bent, and what clashes in it still. Their ends stay.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rulewright.visualizer.clashes import Clash, Field, clashes, run_of
from rulewright.visualizer.geometry import curve_of
from rulewright.visualizer.scene import Part, Scene

FEW = 10  # clashes that are worth the time
SHIFTS = ((6.0, 0.0), (-6.0, 0.0), (0.0, 6.0), (0.0, -6.0), (11.0, 0.0), (-11.0, 0.0), (0.0, 11.0), (0.0, -11.0))


def nudged(scene: Scene) -> tuple[Scene, list[Clash]]:
    """The scene with fewer clashes, as far as that goes."""
    found = clashes(scene)
    while 0 < len(found) <= FEW:
        better = _better(scene, found)
        if better is None:
            break
        scene, found = better
    return scene, found


def _better(scene: Scene, found: list[Clash]) -> tuple[Scene, list[Clash]] | None:
    """The first scene with one arrow bent and fewer clashes; those that clash most often are bent first."""
    field = Field(scene)
    often = Counter(end.partition(": ")[0] for clash in found for end in (clash.one, clash.other))
    places = {part.identity: place for place, part in enumerate(scene.parts) if part.kind == "arrow" and curve_of(part)}
    for identity, _ in often.most_common():
        if identity not in places:
            continue
        arrow = scene.parts[places[identity]]
        before = _count(field, arrow)
        for shift in SHIFTS:
            bent = _bent(arrow, *shift)
            if _count(field, bent) < before:
                parts = (bent if part is arrow else part for part in scene.parts)
                tried = replace(scene, parts=tuple(parts))
                left = clashes(tried)
                if len(left) < len(found):
                    return tried, left
    return None


def _count(field: Field, arrow: Part) -> int:
    """How often an arrow clashes."""
    run = run_of(arrow)
    return 0 if run is None else len(set(field.clashes_of(run)))


def _bent(arrow: Part, right: float, down: float) -> Part:
    """The arrow with all of its line somewhere else but its ends."""
    curve = curve_of(arrow)
    assert curve is not None
    last = len(curve.points) - 1
    kept = 1 if last == 3 else 2  # points at each end
    points = tuple(
        (round(x + right, 2), round(y + down, 2)) if kept <= place <= last - kept else (x, y)
        for place, (x, y) in enumerate(curve.points)
    )
    marks = tuple(replace(mark, points=points) if mark is curve else mark for mark in arrow.marks)
    return replace(arrow, marks=marks)
