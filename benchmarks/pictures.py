"""Pictures made up for measuring: a turn flow of any size, with all that makes a layout hard.

In: how many boxes. Out: a `Picture`: phases inside phases, loops back to their heads, menus with their actions, actions
that end a phase further out, calls of other actions, laws that end a phase, labels on some arrows. The same number gives
the same picture.
"""

from __future__ import annotations

from itertools import pairwise

from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture

KINDS = ("step", "decision", "chance", "sealed")
STEPS, ACTIONS, DEPTH = 5, 5, 3  # of a phase; of the menu in it; phases inside each other
PHASE = DEPTH * (STEPS + ACTIONS + 3) + 3  # boxes of an outermost phase, with a law and two actions that it calls


def turn_flow_of(size: int) -> Picture:
    """A picture of about so many boxes."""
    made = _Made()
    phases = [made.phase(f"phases.p{number}", DEPTH) for number in range(max(1, round((size - 2) / PHASE)))]
    made.arrows += [Arrow("next", f"{one.address}/over", f"{other.address}/begin") for one, other in pairwise(phases)]
    made.arrows.append(Arrow("next", "start", f"{phases[0].address}/begin"))
    made.arrows.append(Arrow("next", f"{phases[-1].address}/over", f"{phases[0].address}/begin", labels=("otherwise",)))
    made.arrows.append(Arrow("over", f"{phases[-1].address}/over", "end", labels=("no(deck)",)))
    always = Frame("always in effect", "always", (Line("title", "Always in effect"),), tuple(made.laws))
    others = Frame("other actions", "actions", (Line("title", "Other actions"),), tuple(made.actions))
    parts: tuple[Box | Frame, ...] = (Box("start", "start", "Start", ()), *phases, _box("end", "end"), others, always)
    lane = tuple(law.address for law in made.laws)
    return Picture(f"{size} boxes", Frame("", "game", (), parts), tuple(made.arrows), lane)


class _Made:
    """What is made up so far."""

    def __init__(self) -> None:
        self.arrows: list[Arrow] = []
        self.laws: list[Box] = []
        self.actions: list[Box] = []

    def phase(self, address: str, depth: int) -> Frame:
        """A phase: its head, its steps, a menu, an inner phase, and what comes when it is over."""
        head, over = f"{address}/begin", f"{address}/over"
        row = [head, *(f"{address}.step{number}" for number in range(STEPS))]
        parts: list[Box | Frame] = [_box(head, "loop")]
        parts += [_box(step, KINDS[place % len(KINDS)]) for place, step in enumerate(row[1:])]
        for place, (one, other) in enumerate(pairwise(row)):
            self.arrows.append(Arrow("next", one, other, labels=(f"count(pool) >= {place}",) if place % 3 == 0 else ()))
        parts.append(self.menu(f"{address}.act", row[-1], f"phases.{address.split('.')[1]}/over"))
        last = f"{address}.act"
        if depth > 1:
            inner = self.phase(f"{address}.inner", depth - 1)
            parts.append(inner)
            self.arrows.append(Arrow("next", last, f"{inner.address}/begin"))
            last = f"{inner.address}/over"
        parts.append(_box(over, "over"))
        self.arrows += [Arrow("next", last, over), Arrow("next", last, head, labels=("otherwise",))]
        if depth == DEPTH:
            self.beside(address, over)
        return Frame(address, "phase", (Line("title", _title(address)), Line("rules", "RUL-001–007")), tuple(parts))

    def menu(self, address: str, before: str, over: str) -> Frame:
        """A menu with its actions, the last of which ends a phase."""
        actions = [f"{address}.action{number}" for number in range(ACTIONS)]
        self.arrows.append(Arrow("next", before, address))
        self.arrows += [Arrow("option", address, action, _title(action), both=True) for action in actions]
        self.arrows.append(Arrow("ends", actions[-1], over, "ends it", aside=True))
        boxes = (_box(address, "menu"), *(_box(action, "action") for action in actions))
        return Frame(f"menu of {address}", "menu", (Line("title", "One of these"),), boxes)

    def beside(self, address: str, over: str) -> None:
        """A law that ends a phase, and two actions that it uses, one by the other."""
        law, *called = (f"laws.{address}", f"actions.{address}.one", f"actions.{address}.two")
        self.laws.append(_box(law, "law"))
        self.actions += [_box(action, "action") for action in called]
        self.arrows.append(Arrow("ends", law, over, "ends it", aside=True))
        self.arrows.append(Arrow("call", f"{address}.step1", called[0], both=True, aside=True))
        self.arrows.append(Arrow("call", called[0], called[1], both=True))


def _box(address: str, kind: str) -> Box:
    lines = (Line("title", _title(address)), Line("condition", "if actions_taken < 3"), Line("rules", "RUL-001–007"))
    return Box(address, kind, _title(address), lines)


def _title(address: str) -> str:
    return address.rpartition(".")[2].replace("/", " ").capitalize()
