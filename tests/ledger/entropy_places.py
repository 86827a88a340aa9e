"""Entropy: where a check of the ledger begins, and what lies where, known to the judge who sees everything.

In: a `Given`. Out: the match at that place; and the fragments, cards and variables of a match in the words of the
notation. Which cards a hand has and which fragments are in the game is not said here: it is read from a set-up that the
rulebook has carried out.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.dsl import Game, load
from rulewright.interpreter import Match, Position, View, install
from rulewright.interpreter.evaluate import LOCALS
from rulewright.interpreter.match import Outcome
from tests.ledger.entropy_notation import REALITIES, Area, Faced, Given, Marked, named_anywhere

FOLDER = Path(__file__).parents[2] / "games" / "entropy"
TURN = "phases.round.turn"
SELECT = f"{TURN}.select"
COLLECT = "phases.round.fracture.rebuild.collect"
AREA = ("left_side", "right_side")

Place = tuple[str, int | None]
Zones = dict[Place, list[tuple[str, int | None]]]


class Unplayable(Exception):
    """A position that there cannot be, or a step that cannot be made."""


@cache
def _game(options: tuple[tuple[str, bool | int], ...], variants: tuple[str, ...]) -> Game:
    return load(FOLDER / "game.yaml", dict(options), variants)


def game(given: Given) -> Game:
    """The rulebook as the check wants it. A setting is an option of the rulebook, by the same name."""
    options: dict[str, bool | int] = {"vortex": given.vortex}
    options |= {"_".join(name.split()): value for name, value in given.settings.items()}
    if "Ronin" not in given.players:
        return _game(tuple(options.items()), ())
    options["ronin_seat"] = given.seat("Ronin") + 1
    return _game(tuple(options.items()), ("ronin",))


def component(fragment: str) -> str:
    """The component that a fragment of the notation is."""
    if fragment == "V":
        return "Vortex"
    return f"{REALITIES.get(fragment[0], 'Wild')} {fragment[1]}"


def fragment(name: str) -> str:
    """How the notation writes a component."""
    return "V" if name == "Vortex" else name[0] + name[-1]


# ---------------------------------------------------------------------------------------- where it begins


def set_up(given: Given, shuffles: tuple[tuple[str, ...], ...] = ()) -> Match:
    """A new game in which the players have their characters. Raises ValueError for a wrong number of players."""
    dealt = tuple(name for name in given.players if name != "Ronin")
    script = (dealt, *(tuple(component(each) for each in names) for names in shuffles))
    return Match.start(game(given).flow, len(given.players), 1, script)


def begin(
    given: Given, at: str = SELECT, bindings: dict[str, int] | None = None, script: tuple[Outcome, ...] = ()
) -> Match:
    """The match at the position of a check, at a turn of its own or somewhere else."""
    model = set_up(given)
    zones = _zones(given, model)
    variables: dict[tuple[str, tuple[int, ...]], int] = {
        ("anchor", ()): -1 if given.anchor is None else given.anchor,
        ("round_number", ()): given.round,
    }
    for effect in given.effects:
        for seat in range(len(given.players)):
            holds = effect in hand(model, seat)
            variables[(effect.lower(), (seat,))] = int(holds)
    wanted = {"turn": given.turn, "select": 0} if bindings is None else bindings
    position = Position(len(given.players), at, wanted, zones, None, variables, 1, script)
    return install(game(given).flow, position)


def _zones(given: Given, model: Match) -> Zones:
    """Everything in its place."""
    seats = range(len(given.players))
    zones: Zones = {("identity", seat): [(contents(model, "identity", seat)[0][0], None)] for seat in seats}
    for seat in seats:
        zones |= _cards(given, model, seat)
    left = [name for zone in ("nexus", "discard") for name, _ in contents(model, zone)]
    left += [name for seat in seats for zone in AREA for name, _ in contents(model, zone, seat)]

    def put(place: Place, each: str, face: int | None) -> None:
        if component(each) not in left:
            raise Unplayable(f"{each} is not in this game, or is there already")
        left.remove(component(each))
        zones.setdefault(place, []).append((component(each), face))

    for seat in seats:
        there = given.areas.get(seat, Area())
        for zone, side in zip(AREA, (there.left, there.right), strict=True):
            zones[(zone, seat)] = []
            for each, face_up in side:
                put((zone, seat), each, int(face_up))
    zones[("discard", None)], zones[("nexus", None)] = [], []
    for each in given.discard or ():
        put(("discard", None), each, None)
    for each in given.nexus:
        put(("nexus", None), each, None)
    zones[("box", None)] = [(name, None) for name, _ in contents(model, "box")]
    zones[("nexus" if given.rest else "box", None)] += [(name, None) for name in left]
    return zones


def _cards(given: Given, model: Match, seat: int) -> Zones:
    """The action cards of a player, in the hand and on the table."""
    left, laid = hand(model, seat), given.played.get(seat, [])
    selected = [given.selected[seat]] if seat in given.selected else []
    for name in (*(name for name, _ in laid), *selected):
        if name not in left:
            raise Unplayable(f"{given.players[seat]} has no {name} to play")
        left.remove(name)
    return {
        ("hand", seat): [(name, None) for name in left],
        ("selected", seat): [(name, 1) for name in selected],
        ("played", seat): [(f"{name} (clashed)" if clashed else name, None) for name, clashed in laid],
    }


def filler(given: Given, check: tuple[object, ...]) -> list[str]:
    """What lies in a discard that the check leaves out: one fragment that it names nowhere, or not in the position."""
    model = set_up(given)
    seats = range(len(given.players))
    there = [name for zone in ("nexus", "discard") for name, _ in contents(model, zone)]
    there += [name for seat in seats for name, _ in contents(model, "left_side", seat)]
    in_game = sorted(set(map(fragment, there)) - {"V"}, key=lambda each: (each[0] != "W", each))
    for named in (named_anywhere(*check), named_anywhere(check[0])):
        free = [each for each in in_game if each not in named]
        if free:
            return free[:1]
    return []


def snapshot(given: Given, match: Match) -> Given:
    """The position of a match at rest, as a check would give it."""
    seats = range(len(given.players))
    now = Given(given.players, given.vortex, given.settings)
    now.areas = {seat: area_of(match, seat) for seat in seats}
    now.nexus, now.rest = in_zone(match, "nexus"), False
    now.discard = in_zone(match, "discard")
    anchor = variable(match, "anchor")
    now.anchor = None if anchor < 0 else anchor
    now.round, now.turn = variable(match, "round_number"), given.turn
    now.played = {seat: played(match, seat) for seat in seats}
    now.effects = [
        effect for effect in ("Militant", "Persuasive") if any(variable(match, effect.lower(), seat) for seat in seats)
    ]
    return now


# ---------------------------------------------------------------------------------------- what lies where


def contents(match: Match, zone: str, owner: int | None = None) -> list[tuple[str, int]]:
    """The names of the components of a zone, each with its number."""
    layout = match.machine.layout
    place = next(place for place, spec in enumerate(match.flow.zones) if spec.name == zone)
    return [(layout.names[each], each) for each in match.state.zones[layout.instance[(place, owner)]]]


def in_zone(match: Match, zone: str, owner: int | None = None) -> list[str]:
    """The fragments of a zone, in order."""
    return [fragment(name) for name, _ in contents(match, zone, owner)]


def area_of(match: Match, seat: int) -> Area:
    """The two sides of an area."""
    sides: list[list[Faced]] = [
        [(fragment(name), bool(match.state.face[number])) for name, number in contents(match, zone, seat)]
        for zone in AREA
    ]
    return Area(*sides)


def hand(match: Match, seat: int) -> list[str]:
    """The cards in a hand."""
    return [name for name, _ in contents(match, "hand", seat)]


def played(match: Match, seat: int) -> list[Marked]:
    """The cards that have been played in this round, those of this turn included once they are revealed."""
    marks = next(place for place, spec in enumerate(match.flow.variables) if spec.name == "clashed")
    state, layout = match.state, match.machine.layout
    there = [*contents(match, "played", seat), *contents(match, "selected", seat)]
    return [(name, bool(state.cells[layout.cell(marks, (number,))])) for name, number in there if state.face[number]]


def variable(match: Match, wanted: str, *index: int) -> int:
    """A variable's value."""
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == wanted)
    return match.state.cells[match.machine.layout.cell(place, index)]


def passes(match: Match) -> dict[str, int]:
    """Which passes of its loops a match is in that stands where a position can begin."""
    entry = next(entry for entry in match.flow.entries if entry.address == match.asked_at)
    values = {address.rpartition(".")[2]: match.state.frames[0][slot + LOCALS] for address, _, slot in entry.bindings}
    return {name: value for name, value in values.items() if isinstance(value, int)}


def seen(view: View, seat: int) -> list[list[str]]:
    """An area as a view shows it: the two sides, `?` for a fragment whose face is hidden."""
    sides = []
    for zone in AREA:
        cards = view.zones[(zone, seat)].cards
        sides.append([fragment(each.name) + "-+"[each.face_up] if each.name else "?" for each in cards])
    return sides
