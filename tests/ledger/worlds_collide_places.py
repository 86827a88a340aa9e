"""Worlds Collide: where a check of the ledger begins, and what lies where, in the words of the notation.

In: a `Given`. Out: the match at that place; and the shards and actions of a match as the notation writes them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Block, Choice, Flow
from rulewright.interpreter import Match, Position, install
from rulewright.interpreter.machine import Machine
from tests.ledger.notation import NotationError
from tests.ledger.worlds_collide_notation import ABILITIES, ACTIONS, Given, Shard, abilities

Place = tuple[str, int | None]
Cards = list[tuple[str, int | None]]

ACTION_NAMES = ("Unleash", "Expose", "Fracture", "Telekinesis", "Reset", "Shift")  # 1 to 6
CHARACTERS = dict(
    zip(ABILITIES, ("Persuader", "Warrior", "Seer", "Deceiver", "Cenec", "Forerunner", "Adapter"), strict=True)
)


class Unplayable(Exception):
    """A position that there cannot be, or a step that cannot be made."""


@cache
def flow() -> Flow:
    """The rulebook, with every choice of one thing asked, so that a clause that names the one thing can be held to it."""
    found = load(Path(__file__).parents[2] / "games" / "worlds_collide" / "game.yaml").flow
    return replace(found, blocks=tuple(_asking(block) for block in found.blocks))


def _asking(block: Block) -> Block:
    return replace(block, exit=replace(block.exit, forced="ask")) if isinstance(block.exit, Choice) else block


def number(seat: str) -> int:
    """0 for A."""
    return ord(seat) - ord("A")


def letter(seat: int) -> str:
    """A for 0."""
    return chr(ord("A") + seat)


# ---------------------------------------------------------------------------------------- where it begins


def begin(given: Given, seed: int = 0) -> Match:
    """The match at the position of a check. Raises ValueError for a number of players that the game is not for."""
    fresh = Match.start(flow(), given.players, seed)
    if given.new_game:
        return fresh
    wilds = len([each for each in in_game(fresh) if each == "W"])
    holder = -1 if given.anchor == "nexus" else number(given.anchor)
    zones = _action_zones(given) | _character_zones(given) | _shard_zones(given, wilds)
    return install(flow(), Position(given.players, "phases.turn", {}, zones, None, {("anchor", ()): holder}))


def _character_zones(given: Given) -> dict[Place, Cards]:
    zones: dict[Place, Cards] = {("characters", None): []}
    whose = {ability: seat for seat, ability in abilities(given).items()}
    for ability, name in CHARACTERS.items():
        seat = whose.get(ability, "")
        place = ("characters", None) if not seat else ("extra", None) if seat == "X" else ("identity", number(seat))
        zones.setdefault(place, []).append((name, None))
    return zones


def _action_zones(given: Given) -> dict[Place, Cards]:
    zones: dict[Place, Cards] = {}
    for seat in range(given.players):
        played, dropped = (lying.get(letter(seat), []) for lying in (given.played, given.dropped))
        hand = [each for each in ACTIONS if each not in played and each not in dropped]
        for zone, there in (("hand", hand), ("played", played), ("dropped", dropped)):
            zones[(zone, seat)] = [(ACTION_NAMES[each - 1], None) for each in there]
    return zones


def _shard_zones(given: Given, wilds: int) -> dict[Place, Cards]:
    """Every shard in its place: those that are named, the others below the Nexus deck or where the rest goes."""
    characters = {seat: CHARACTERS[ability] for seat, ability in abilities(given).items()}
    order = sorted(characters, key=lambda seat: (seat == "X", seat))
    left = [f"{seat}{dot}" for seat in order for dot in range(1, 5)] + ["W"] * wilds
    zones: dict[Place, Cards] = {}

    def put(place: Place, which: list[Shard]) -> None:
        for each, revealed in which:
            if each not in left:
                raise Unplayable(f"there is no {each} left")
            left.remove(each)
            name = "Wild" if each == "W" else f"{characters[each[0]]} {each[1]}"
            face = int(revealed) if place[0] == "hold" else None
            zones.setdefault(place, []).append((name, face))

    for seat in range(given.players):
        put(("hold", seat), given.holds.get(letter(seat), []))
        put(("locked", seat), given.locked.get(letter(seat), []))
    put(("discard", None), given.discard)
    put(("destroyed", None), given.destroyed)
    put(("nexus", None), given.nexus)
    if len(given.rest) == 1 and abilities(given)[given.rest] != "Resourceful":
        raise NotationError("given: the rest can go to the hold of the Resourceful player only")
    rest: Place = ("hold", number(given.rest)) if len(given.rest) == 1 else (given.rest, None)
    put(rest, [(each, False) for each in left])
    unused = [name for name in CHARACTERS.values() if name not in characters.values()]
    zones[("box", None)] = [(f"{name} {dot}", None) for name in unused for dot in range(1, 5)]
    zones[("box", None)] += [("Wild", None)] * (3 - wilds)
    return zones


# ---------------------------------------------------------------------------------------- what lies where


def there(match: Match, zone: str, owner: int | None = None) -> list[int]:
    """The components of a zone."""
    layout = match.machine.layout
    place = next(place for place, spec in enumerate(match.flow.zones) if spec.name == zone)
    return list(match.state.zones[layout.instance[(place, owner)]])


def letters(match: Match) -> dict[str, str]:
    """The letter of each reality in the game, by its character's name."""
    names = match.machine.layout.names
    found = {names[there(match, "identity", seat)[0]]: letter(seat) for seat in range(match.players)}
    return found | {names[there(match, "extra")[0]]: "X"}


def shard(whose: dict[str, str], name: str) -> str:
    """How the notation writes a shard."""
    character, _, dot = name.partition(" ")
    return "W" if name == "Wild" else f"{whose.get(character, '-')}{dot}"


def held(match: Match, zone: str, owner: int | None = None) -> list[str]:
    """The shards of a zone in their order; in a hold a plus says revealed."""
    whose, names, face = letters(match), match.machine.layout.names, match.state.face
    plus = ["+" if zone == "hold" and face[each] else "" for each in there(match, zone, owner)]
    return [shard(whose, names[each]) + sign for each, sign in zip(there(match, zone, owner), plus, strict=True)]


def in_game(match: Match) -> list[str]:
    """The shards that are in the game."""
    box = there(match, "box")
    whose, machine = letters(match), match.machine
    made = zip(machine.layout.names, machine.layout.kinds, strict=True)
    kind = next(number for number, each in enumerate(match.flow.kinds) if each.name == "Shard")
    return [shard(whose, name) for each, (name, of) in enumerate(made) if of == kind and each not in box]


def lying(match: Match, zone: str, owner: int) -> list[int]:
    """The numbers of the actions in a zone."""
    return sorted(action(match.machine, each) for each in there(match, zone, owner))


def action(machine: Machine, component: int) -> int:
    """The number of an action."""
    return ACTION_NAMES.index(machine.layout.names[component]) + 1


def anchor(match: Match) -> str:
    """Who has the Anchor."""
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == "anchor")
    value = match.state.cells[match.machine.layout.cell(place, ())]
    return "nexus" if value < 0 else letter(value)
