"""Bends arrows a little where they clash with something, when that helps.

In: a `Scene` with few clashes. Out: the same with arrows bent, and what clashes in it still. Their ends stay.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rulewright.visualizer.clashes import Clash, Field, run_of
from rulewright.visualizer.geometry import curve_of
from rulewright.visualizer.scene import Part, Scene

FEW = 10  # clashes that are worth the time
SHIFTS = ((6.0, 0.0), (-6.0, 0.0), (0.0, 6.0), (0.0, -6.0), (11.0, 0.0), (-11.0, 0.0), (0.0, 11.0), (0.0, -11.0))


def nudged(scene: Scene) -> tuple[Scene, list[Clash]]:
    """The scene with fewer clashes, as far as that goes."""
    field = Field(scene)
    before = [run.part for run in field.runs]
    found = field.clashes()
    while 0 < len(found) <= FEW:
        better = _better(field, found)
        if better is None:
            break
        found = better
    bent = {id(part): run.part for part, run in zip(before, field.runs, strict=True)}
    return replace(scene, parts=tuple(bent.get(id(part), part) for part in scene.parts)), found


def _better(field: Field, found: list[Clash]) -> list[Clash] | None:
    """What clashes once one arrow has been bent, if that is less; those that clash most often are bent first."""
    often = Counter(end.partition(": ")[0] for clash in found for end in (clash.one, clash.other))
    numbers = {run.part.identity: number for number, run in enumerate(field.runs)}
    for identity, _ in often.most_common():
        if identity not in numbers:
            continue
        number = numbers[identity]
        run = field.runs[number]
        before = len(set(field.clashes_of(run)))
        for shift in SHIFTS:
            bent = run_of(_bent(run.part, *shift))
            if bent is not None and len(set(field.clashes_of(bent))) < before:
                field.bend(number, bent)
                left = field.clashes()
                if len(left) < len(found):
                    return left
                field.bend(number, run)
    return None


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
