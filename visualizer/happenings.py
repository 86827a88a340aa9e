"""What can happen in a game, in the terms in which rules wait for it, and which ops make it happen.

In: a flow. Out: `Event`, one for each kind of thing that happens; `Happenings`, which tells what an op makes happen and
what its watches wait for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.flow.ir import Block, Flow, Op, Watch
from rulewright.visualizer.ways import watches_of
from rulewright.visualizer.whereabouts import Whereabouts
from rulewright.visualizer.words import name_words

MOVE, UP, DOWN, SET, GAIN, LOSE, CHANGE, SHUFFLE = "move", "up", "down", "set", "gain", "lose", "change", "shuffle"

VARIABLE_WORDS = {
    SET: "{} is set",
    GAIN: "somebody gains {}",
    LOSE: "somebody loses {}",
    CHANGE: "a change of {}",
}


@dataclass(frozen=True, slots=True, order=True)
class Event:
    """Something that happens. verb: move; up, down (components are turned); set, gain, lose, change (in any way) of a
    variable; shuffle; begin, end, do. what: the kind of component, the variable or the scope. source, target: the zones
    of a move, target the zone of all else that happens in one; -1 for any. word: of a move that carries it, or -1."""

    verb: str
    what: int
    source: int = -1
    target: int = -1
    word: int = -1


class Happenings:
    """The events of one flow."""

    def __init__(self, flow: Flow, whereabouts: Whereabouts) -> None:
        self.flow = flow
        self.whereabouts = whereabouts
        self._with_words = self._find_words()

    # ------------------------------------------------------------------------------------ what is done

    def of(self, block: Block, index: int) -> Iterator[Event]:
        """All that an op of a block can make happen, as exactly as is known."""
        op = block.ops[index]
        match op:
            case ir.Move() | ir.Exchange() | ir.PassAround():
                word = -1 if not isinstance(op, ir.Move) or op.word is None else op.word
                for moved in self.whereabouts.moves_of(block.number, index):
                    kind = self.flow.zones[moved.target].holds
                    yield from (Event(MOVE, kind, source, moved.target, word) for source in sorted(moved.sources))
                    yield from (Event(verb, kind, -1, moved.target) for verb in self._turns(op, moved.target))
            case ir.Turn(_, up):
                for zone in sorted(self.whereabouts.turned(block.number, index)):
                    yield Event(UP if up else DOWN, self.flow.zones[zone].holds, -1, zone)
            case ir.SetState(variable):
                yield Event(SET, variable)
            case ir.Change(variable, _, amount):
                yield Event(LOSE if _is_loss(amount) else GAIN, variable)
            case ir.Reset(variable):
                yield Event(CHANGE, variable)
            case ir.Happen(verb, scope):
                yield Event(verb, scope)
            case _:
                pass

    def _turns(self, op: ir.Move | ir.Exchange | ir.PassAround, target: int) -> Iterator[str]:
        """How what enters a zone can be turned by that."""
        face = op.face if isinstance(op, ir.Move) else None
        rule = self.flow.zones[target].face if face is None else "up" if face else "down"
        if rule != "keep":
            yield UP if rule == "up" else DOWN

    # ------------------------------------------------------------------------------------ what is waited for

    def awaited(self, block: Block, op: Op, watch: Watch) -> Event:
        """What a watch of an op waits for."""
        zone = -1 if watch.to_zone is None else watch.to_zone
        match op:
            case ir.Move(zone=target) | ir.PassAround(zone=target):
                kind = self.flow.zones[target].holds
            case ir.Exchange(left) | ir.Turn(left):
                lying = self.whereabouts.zones(block.number, left)
                kind = self.flow.zones[min(lying)].holds if lying else -1
            case ir.SetState(variable):
                return Event(SET, variable)
            case ir.Change(variable, _, amount):
                return Event(LOSE if _is_loss(amount) else GAIN, variable)
            case ir.Happen(verb, scope):
                return Event(verb, scope)
            case _:
                raise AssertionError(f"no watch waits for {op}")
        if watch.turned >= 0:
            return Event(UP if watch.turned else DOWN, kind, -1, zone)
        source = -1 if watch.from_zone is None else watch.from_zone
        return Event(MOVE, kind, source, zone, self._with_words.get(watch.procedure, -1))

    def replaced(self, block: Block, op: Op) -> Event:
        """What a trigger comes before or instead of, of which only the op in its way is known."""
        match op:
            case ir.Move(zone=zone):
                return Event(MOVE, self.flow.zones[zone].holds, -1, zone)
            case ir.Turn(what, up):
                lying = self.whereabouts.zones(block.number, what)
                return Event(UP if up else DOWN, self.flow.zones[min(lying)].holds if lying else -1)
            case ir.SetState(variable):
                return Event(SET, variable)
            case ir.Change(variable, _, amount):
                return Event(LOSE if _is_loss(amount) else GAIN, variable)
            case _:
                raise AssertionError(f"nothing comes instead of {op}")

    def _find_words(self) -> dict[int, int]:
        """The triggers that wait for moves with a word: no other move has their watches."""
        found: dict[int, set[int]] = {}
        for block in self.flow.blocks:
            for op in block.ops:
                for watch in watches_of(op):
                    word = op.word if isinstance(op, ir.Move) and op.word is not None else -1
                    found.setdefault(watch.procedure, set()).add(word)
        return {procedure: min(words) for procedure, words in found.items() if len(words) == 1 and min(words) >= 0}

    # ------------------------------------------------------------------------------------ words

    def address(self, event: Event) -> str:
        """What the event's node is called."""
        return f"events/{self.title(event)}"

    def title(self, event: Event) -> str:
        """The event in the words of the rulebook."""
        match event.verb:
            case "move":
                return self._move_words(event)
            case "up" | "down":
                place = f" in {self._zone(event.target)}" if event.target >= 0 else ""
                return f"{self._a_kind(event.what)} is turned face {event.verb}{place}"
            case "set" | "gain" | "lose" | "change":
                name = self.flow.variables[event.what].name.replace("_", " ")
                return VARIABLE_WORDS[event.verb].format(name)
            case "shuffle":
                return f"{name_words(self.flow.scopes[event.what].address).lower()} is shuffled"
            case "do":
                return f"{name_words(self.flow.scopes[event.what].address)} is done"
            case _:
                return f"{name_words(self.flow.scopes[event.what].address)} {event.verb}s"

    def _move_words(self, event: Event) -> str:
        said = f" as {self.flow.words[event.word].replace('_', ' ')}" if event.word >= 0 else ""
        who = self._a_kind(event.what)
        if event.source < 0 and event.target < 0:
            return f"{who} moves{said}"
        if event.source < 0:
            return f"{who} comes into {self._zone(event.target)}{said}"
        if event.target < 0:
            return f"{who} leaves {self._zone(event.source)}{said}"
        return f"{who} goes from {self._zone(event.source)} to {self._zone(event.target)}{said}"

    def _a_kind(self, kind: int) -> str:
        name = self.flow.kinds[kind].name if kind >= 0 else "component"
        return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"

    def _zone(self, zone: int) -> str:
        return self.flow.zones[zone].name.replace("_", " ")


def fits(awaited: Event, done: Event) -> bool:
    """Whether what is done is what is waited for."""
    if awaited.what != done.what:
        return False
    if awaited.verb == CHANGE:
        return done.verb in (SET, GAIN, LOSE, CHANGE)
    return (
        awaited.verb == done.verb
        and awaited.source in (-1, done.source)
        and awaited.target in (-1, done.target)
        and awaited.word in (-1, done.word)
    )


def _is_loss(amount: Expr) -> bool:
    match amount:
        case e.Const(int() as number):
            return number < 0
        case e.Arithmetic("-", e.Const(0)):
            return True
        case _:
            return False
