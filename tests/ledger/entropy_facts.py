"""Entropy: what a check of the ledger expects, held against the match it has led to.

In: the table with the match, and the expectations. Out: what is not as expected, one sentence each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from rulewright.interpreter.log import LogEntry, Part
from tests.ledger import entropy_places as places
from tests.ledger.entropy_notation import CARDS, NotationError, area, cards, fragments, open_list, played, texts
from tests.ledger.entropy_table import Table

Expectation = Callable[[Table, object], list[str]]


def failures(table: Table, wanted: Mapping[str, object]) -> list[str]:
    """What is not as expected. Facts in prose are tested by other means."""
    if "options" in wanted or "illegal" in wanted:
        table.come_to(_who_answers(wanted))
    else:
        table.rest()
    found = []
    for key, value in wanted.items():
        if key != "facts":
            found += [f"{key}: {each}" for each in EXPECTATIONS[key](table, value)]
    return found


def _who_answers(wanted: Mapping[str, object]) -> str:
    """Whose options are asked for, if it is one player's."""
    names = {text.partition(":")[0].strip() for text in texts(wanted.get("options"))}
    return names.pop() if len(names) == 1 else ""


def _each(table: Table, wanted: object) -> list[tuple[int, object]]:
    """Players by their seats, each with what is wanted of them."""
    if not isinstance(wanted, Mapping):
        raise NotationError(f"expect: there are players and values here, not `{wanted}`")
    return [(table.given.seat(str(name)), value) for name, value in wanted.items()]


def _differ(got: object, wanted: object) -> list[str]:
    return [] if got == wanted else [f"is {_text(got)}, not {_text(wanted)}"]


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_text(each) for each in value) or "-"
    if isinstance(value, tuple):
        return f"{value[0]}{'*' * value[1]}"
    return str(value)


def _of_each(table: Table, wanted: object, got: Callable[[int], object], want: Callable[[object], object]) -> list[str]:
    found = []
    for seat, value in _each(table, wanted):
        found += [f"{table.name(seat)} {each}" for each in _differ(got(seat), want(value))]
    return found


# ---------------------------------------------------------------------------------------- what lies where


def _areas(table: Table, wanted: object) -> list[str]:
    found = []
    for seat, text in _each(table, wanted):
        want, got = area(text), places.area_of(table.match, seat)
        if Counter(want.left) != Counter(got.left) or Counter(want.right) != Counter(got.right):
            found.append(f"{table.name(seat)} has {_sides(got.left, got.right)}, not {text}")
    return found


def _left_order(table: Table, wanted: object) -> list[str]:
    found = []
    for seat, text in _each(table, wanted):
        got = places.area_of(table.match, seat).left
        if area(text).left != got:
            found.append(f"{table.name(seat)} has {_sides(got)}, not {text}")
    return found


def _sides(*sides: list[tuple[str, bool]]) -> str:
    return " | ".join(" ".join(each + "-+"[face_up] for each, face_up in side) for side in sides)


def _nexus(table: Table, wanted: object) -> list[str]:
    want, more = open_list(wanted)
    got = places.in_zone(table.match, "nexus")
    return _differ(got[: len(want)] if more else got, want)


def _discard(table: Table, wanted: object) -> list[str]:
    return _differ(sorted(places.in_zone(table.match, "discard")), sorted(fragments(wanted)))


def _size(zone: str) -> Expectation:
    return lambda table, wanted: _differ(len(places.in_zone(table.match, zone)), wanted)


def _anchor(table: Table, wanted: object) -> list[str]:
    seat = places.variable(table.match, "anchor")
    return _differ("Nexus" if seat < 0 else table.name(seat), str(wanted))


def _clashes(table: Table, wanted: object) -> list[str]:
    return _of_each(
        table, wanted, lambda seat: sum(marked for _, marked in places.played(table.match, seat)), lambda count: count
    )


def _played(table: Table, wanted: object) -> list[str]:
    return _of_each(
        table, wanted, lambda seat: sorted(places.played(table.match, seat)), lambda text: sorted(played(text))
    )


def _hand(table: Table, wanted: object) -> list[str]:
    return _of_each(
        table, wanted, lambda seat: sorted(places.hand(table.match, seat)), lambda text: sorted(cards(text))
    )


# ---------------------------------------------------------------------------------------- what can be done and seen


def _options(table: Table, wanted: object) -> list[str]:
    want = sorted(" ".join(each.split()) for each in texts(wanted))
    got = sorted(each for each in table.answers() if not each.endswith(": decline"))
    if len(want) == 1 and want[0] not in got and table.happened(want[0].partition(": ")[2]):
        return []  # the only answer there was has been given without asking
    return _differ(got, want)


def _illegal(table: Table, wanted: object) -> list[str]:
    offered = table.answers()
    return [f"`{each}` can be answered" for each in texts(wanted) if " ".join(each.split()) in offered]


def _sees(table: Table, wanted: object) -> list[str]:
    found = []
    for viewer, shown in _each(table, wanted):
        view = table.match.view(viewer)
        for seat, text in _each(table, shown):
            got = places.seen(view, seat)
            left, _, right = str(text).partition("|")
            if list(map(sorted, got)) != [sorted(left.split()), sorted(right.split())]:
                sides = " | ".join(" ".join(side) for side in got)
                found.append(f"{table.name(viewer)} sees {table.name(seat)} with {sides}, not {text}")
    return found


# ---------------------------------------------------------------------------------------- what has happened


def _winner(table: Table, wanted: object) -> list[str]:
    names = [table.name(seat) for seat in table.match.winners or ()]
    return _differ(" ".join(names) or "nobody", str(wanted))


def _next(table: Table, wanted: object) -> list[str]:
    match = table.match
    if match.over:
        got = "game over"
    elif match.asked_at == places.COLLECT:
        got = "fracture"
    elif match.asked_at == places.SELECT:
        got = f"round {places.variable(match, 'round_number')} turn {places.passes(match)['turn']}"
    else:
        got = table.situation()
    return _differ(got, " ".join(str(wanted).split()))


def _resolved(table: Table, wanted: object) -> list[str]:
    """Who has resolved what, in order: each resolution says one line of its own."""
    found = []
    for entry in table.entries:
        parts = entry.address.split(".")
        if entry.kind != "say" or parts[0] != "actions" or parts[-1] == "refused":
            continue
        title = next((name for name in CARDS if name.lower().replace(" ", "_") == parts[1]), None)
        if title is not None:
            found.append(f"{table.name(_values(entry)[0])} {title}")
    return _differ(found, [" ".join(each.split()) for each in texts(wanted)])


def _events(table: Table, wanted: object) -> list[str]:
    """Refills, the Vortex's shroudings and refused picks, in order."""
    found = []
    pointed_at = -1
    for entry in table.entries:
        if entry.kind == "choice" and entry.address == "actions.telekinesis.discard":
            _, _, picks = entry.facts
            pointed_at = picks[1] if isinstance(picks, tuple) else -1
        if entry.kind == "move" and entry.address == "laws.refill":
            found.append(f"refill {table.component(_values(entry)[0])}")
        elif entry.kind == "say" and entry.address == "triggers.vortex":
            found.append("vortex")
        elif entry.kind == "say" and entry.address.endswith(".refused"):
            found.append(f"refused {table.component(pointed_at)}")
    return _differ(found, [" ".join(each.split()) for each in texts(wanted)])


def _values(entry: LogEntry) -> list[int]:
    """The seats, components and numbers in a line."""
    return [part.value for part in entry.parts if isinstance(part, Part) and isinstance(part.value, int)]


EXPECTATIONS: dict[str, Expectation] = {
    "areas": _areas,
    "left_order": _left_order,
    "nexus": _nexus,
    "nexus_size": _size("nexus"),
    "discard": _discard,
    "discard_size": _size("discard"),
    "anchor": _anchor,
    "clashes": _clashes,
    "played": _played,
    "hand": _hand,
    "resolved": _resolved,
    "winner": _winner,
    "next": _next,
    "events": _events,
    "options": _options,
    "illegal": _illegal,
    "sees": _sees,
}
