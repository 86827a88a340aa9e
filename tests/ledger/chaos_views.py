"""Chaos: what a seat is shown, held against a `view` clause of the ledger.

In: the seat's own view, and nothing else of what there is. Out: what it has and what the clause wants, as values to compare.
"""

from __future__ import annotations

from rulewright.interpreter import View
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.log import LogEntry, Part, show_part
from tests.ledger.chaos_places import card, letter, number
from tests.ledger.notation import Clause, cards, seats

STOPS = {
    "act": "main", "draw": "draw", "take": "drain", "discard": "discard", "answer": "give", "commit": "commit",
    "spin": "spin", "declaring": "speak", "revealing": "speak", "deal": "deal",
}  # fmt: skip


def stop(address: str) -> str:
    """The notation's word for the node that asks."""
    return STOPS.get(address.rpartition(".")[2], address)


def shown(view: View, layout: Layout, clause: Clause) -> tuple[object, object]:
    """What a view has, and what a clause wants."""
    args, me = clause.args, view.seat
    match clause.kind:
        case "hand":
            return _seen(view, "hand", me), sorted(cards(args[0]))
        case "no hand":
            return set(_seen(view, "hand", me)) | {"?"}, {"?"}
        case "hides":
            return set(_seen(view, "hand", number(args[0]))) | {"?"}, {"?"}
        case "sees":
            return _seen(view, "hand", number(args[0])), sorted(cards(args[1]))
        case "size":
            return view.zones[("hand", number(args[0]))].count, int(args[1])
        case "pool":
            return _seen(view, "pool", None), sorted(cards(args[0]))
        case "fountain":
            return view.zones[("fountain", None)].count, int(args[0])
        case "face down":
            fronts = {seat: view.zones[("front", seat)].cards for seat in range(view.seats)}
            return [letter(seat) for seat in fronts if any(not c.face_up for c in fronts[seat])], sorted(seats(args[0]))
        case "card":
            down = [c.name for c in view.zones[("front", me)].cards if not c.face_up]
            return [card(each or "?") for each in down], cards(args[0])
        case "next":
            asked = [f"{letter(each.seat)} {stop(each.address)}" for each in view.asked]
            return asked, [" ".join(args)]
        case "pick":
            return _pick(Log(view, layout)), list(args)
        case "seek":
            return _seek(Log(view, layout)), list(args)
        case _:
            return _battle(Log(view, layout)), cards(args[0])


def _seen(view: View, zone: str, owner: int | None) -> list[str]:
    """The cards of a zone that a view shows, `?` for a hidden one."""
    return sorted("?" if each is None else card(each) for each in view.zones[(zone, owner)].names)


# ---------------------------------------------------------------------------------------- what happened last


class Log:
    """The lines that a seat may know of, its values as the seat may read them."""

    def __init__(self, view: View, layout: Layout) -> None:
        self.entries = view.entries
        self.layout = layout
        self.seat = view.seat

    def last(self, address: str, values: int) -> int:
        """Where the last line that a node says with so many values stands; -1 for nowhere."""
        for place, entry in reversed(list(enumerate(self.entries))):
            if entry.kind == "say" and entry.address == address and len(self.values(entry)) == values:
                return place
        return -1

    def values(self, entry: LogEntry) -> list[str]:
        """The seats and cards in a line, in the notation."""
        return [card(show_part(self.layout, part, self.seat)) for part in entry.parts if isinstance(part, Part)]


def _pick(log: Log) -> list[str]:
    place = log.last("phases.game.round.turn.drain.take", 2)
    return [] if place < 0 else log.values(log.entries[place])


def _seek(log: Log) -> list[str]:
    place = log.last("actions.seek", 3)
    if place < 0:
        return []
    after = log.entries[place:]
    given = any(entry.kind == "move" and entry.address == "actions.seek" for entry in after)
    return [*log.values(log.entries[place]), "given" if given else "failed"]


def _battle(log: Log) -> list[str]:
    """The cards of the last Battle that has been turned up, by seat from A."""
    turned: dict[int, str] = {}
    for entry in log.entries:
        if entry.kind == "turn" and entry.address == "actions.battle.turn_up":
            front = entry.facts[1]
            assert isinstance(front, int)
            turned[log.layout.instances[front][1] or 0] = log.values(entry)[0]
    return [turned[seat] for seat in sorted(turned)]
