"""Entropy Cosmos: where a check of the ledger begins.

In: a `Given` and its flow. Out: the match at that place, with the names of the systems.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from rulewright.dsl.flow.ir import ComponentSpec, Flow
from rulewright.interpreter import Match, Position, install
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.machine import machine_of
from tests.ledger.cosmos_library import rows, tables
from tests.ledger.cosmos_notation import ELEMENTS, SORTS, TOKENS, WEALTH, Given, PlanetGiven, PlayerGiven
from tests.ledger.notation import NotationError

SECTORS = 6
ASTEROIDS = {"heat": "AH", "carbon": "AC", "water": "AW", "radiation": "AR"}
OFFERS = dict.fromkeys(ELEMENTS, ("planets", "left_planets", "right_planets"))
OFFERS |= dict.fromkeys(WEALTH, ("biomes", "left_biomes", "right_biomes"))
OFFERS |= dict.fromkeys(SORTS, ("life_cards", "left_life", "right_life"))
FAMILIES = "ABCD"
Named = tuple[str, int | None]


def number(seat: str) -> int:
    """0 for A."""
    return ord(seat) - ord("A")


def letter(seat: int) -> str:
    """A for 0."""
    return chr(ord("A") + seat)


def printed(flow: Flow, spec: ComponentSpec, name: str) -> int:
    """A printed number of a component."""
    fields = flow.kinds[spec.kind].fields
    value = spec.values[next(place for place, each in enumerate(fields) if flow.fields[each].name == name)]
    assert isinstance(value, int)
    return value


def tiles_of(flow: Flow, sort: str) -> list[str]:
    """The small Lifeform Objectives of a sort, that with the most points first."""
    mine = [row["id"] for row in tables()["lifeform_objectives"] if row["type"] == sort and row["size"] == "small"]
    specs = {spec.name: spec for spec in flow.components}
    return sorted(mine, key=lambda name: -printed(flow, specs[name], "vp"))


@dataclass
class Builder:
    """Puts a position together."""

    given: Given
    flow: Flow
    trial: str
    zones: dict[tuple[str, int | None], list[Named]] = field(default_factory=dict)
    variables: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)
    systems: dict[str, int] = field(default_factory=dict)  # component of a system by its name

    def __post_init__(self) -> None:
        self.layout: Layout = machine_of(self.flow, self.given.count).layout
        self.indices: dict[str, list[int]] = {}
        for place, name in enumerate(self.layout.names):
            self.indices.setdefault(name, []).append(place)

    def put(self, zone: str, owner: int | None, name: str, marks: str = "") -> None:
        """A component into a zone, under what lies there."""
        if name not in self.indices and "'s " not in name:
            raise NotationError(f"there is no `{name}`")
        self.used.append(name)
        self.zones.setdefault((zone, owner), []).append((f"{name} ({marks})" if marks else name, None))

    def enum(self, name: str, value: str) -> int:
        """The number of a value."""
        found = next(each for each in self.flow.enums if each.name == name)
        return list(found.values).index(value)

    def set(self, name: str, *index: int, value: int) -> None:
        """A variable."""
        self.variables[(name, index)] = value

    # ------------------------------------------------------------------------------------ the whole

    def build(self) -> Match:
        """The match."""
        given = self.given
        self._tiles()
        self._landing()
        self.set("first_player", value=number(given.first))
        self.set("round_number", value=given.round)
        for seat in map(letter, range(given.count)):
            self._player(seat, given.of(seat))
        self._supplies()
        for what, (table, left, right) in OFFERS.items():
            self._offer(what, table, left, right)
        self._objectives()
        at = {
            "move": "phases.round.turn.movement",
            "mission": "phases.round.turn.mission",
            "scoring": "phases.round.turn.mission.ready",
        }.get(given.step, "phases.round.turn.action")
        turn = number(given.turn)
        if given.step == "scoring":
            turn = (number(given.first) - 1) % given.count
            self.set("last_round", value=given.round)
        position = Position(given.count, at, {"turn": turn}, self.zones, None, self.variables)
        return install(self.flow, position)

    def _tiles(self) -> None:
        bonus = {2: range(1, 7), 3: range(1, 7, 2)}.get(self.given.count, ())
        for sector in range(1, SECTORS + 1):
            marks = "bonus_side_up" if sector in bonus else ""
            self.put("outer_tile", self.indices[f"N{sector}"][0], f"T{sector}", marks)

    def space_of(self, action: str) -> str:
        """The first space of an action: inner before outer, lowest sector."""
        for lane, table in (("I", "inner_spaces"), ("O", "action_tiles")):
            for place, row in enumerate(tables()[table], 1):
                if row["action"] == action.replace(" ", "_"):
                    return f"{lane}{place}"
        raise NotationError(f"there is no action `{action}`")

    def _landing(self) -> None:
        given, turn = self.given, self.given.of(self.given.turn)
        if given.step == "action":
            self.set("activity", value=self.enum("Activity", given.words.replace(" ", "_")))
            turn.at = turn.at or self.space_of(given.words)
        if given.step == "effect":
            self.put("trying", None, self.trial)
            if given.local:
                self.set("trial_at", value=self.indices[given.local][0])
        turn.at = turn.at or "O1"
        behind = f"O{(int(turn.at[1:]) - 2) % SECTORS + 1}"
        for seat in map(letter, range(given.count)):
            given.of(seat).at = given.of(seat).at or behind

    # ------------------------------------------------------------------------------------ a player

    def _player(self, seat: str, own: PlayerGiven) -> None:
        me = number(seat)
        lane = "outer" if own.at[0] == "O" else "inner"
        self.put(lane, self.indices[f"N{own.at[1:]}"][0], f"{seat}'s Scientist")
        for token in TOKENS:
            self._token(seat, token, own)
        for name, value in own.counters.items():
            last = len(tables()["generator_track"]) - 1
            self.set(name, me, value=self._final(value, last))
        family = own.family or FAMILIES[me]
        cards = [row["id"] for row in tables()["focus_cards"] if row["set"] == f"set_{family.lower()}"]
        for card, tier in zip(cards, own.focus, strict=True):
            self.put("focus_cards", me, card, f"tier {tier}")
        for zone, names in (("in_hand", own.hand), ("missions", own.missions), ("claimed", own.tiles)):
            for name in names:
                self.put(zone, me, name)
        for track, value in own.tracks.items():
            place = self.enum("Track", f"{track}_track")
            self.set("marker", me, place, value=self._final(value, self.last(track)))
        for track, due in own.due.items():
            self.set("advances", me, self.enum("Track", f"{track}_track"), value=due)
        for name, star in own.systems.items():
            self._system(me, name, star)
        for planet in own.planets:
            self._planet(seat, own, planet)

    def last(self, track: str) -> int:
        """The last space of a track."""
        wanted = self.enum("Track", f"{track}_track")
        kind = next(place for place, each in enumerate(self.flow.kinds) if each.name == "TrackSpace")
        mine = [spec for spec in self.flow.components if spec.kind == kind]
        return max(printed(self.flow, s, "position") for s in mine if printed(self.flow, s, "track") == wanted)

    @staticmethod
    def _final(value: int | str, last: int) -> int:
        return value if isinstance(value, int) else last - int(value.removeprefix("final").removeprefix("-") or 0)

    def _token(self, seat: str, token: str, own: PlayerGiven) -> None:
        words = own.tokens.get(token, f"S{own.at[1:]} locked" if token == "wild" else "up").split()
        name = f"{seat}'s {token.capitalize()} token"
        if words[0] in ("up", "down"):
            self.put("console", number(seat), name, "up 0" if words[0] == "down" else "")
            return
        sector = self.indices[f"N{words[0][1:]}"][0]
        self.put("section", sector, name, "active 0" if words[1:] == ["locked"] else "")

    def _system(self, me: int, name: str, star: str) -> int:
        component = len(self.systems) + 1
        self.systems[name] = self.indices[f"System {component}"][0]
        self.put("systems", me, f"System {component}")
        if star:
            self.put("star_space", self.systems[name], star)
        return self.systems[name]

    def _planet(self, seat: str, own: PlayerGiven, planet: PlanetGiven) -> None:
        if planet.system:
            known = planet.system in self.systems
            system = self.systems[planet.system] if known else self._system(number(seat), planet.system, "")
        else:
            system = self._with_room(seat)
        marks = [f"{sort} {count}" for sort, count in planet.life.items() if count]
        self.put("orbit", system, planet.name, ", ".join(marks))
        here = self.indices[planet.name][0]
        for zone, element in (("mass_space", planet.mass), ("lifeform_space", planet.lifeform)):
            if element:
                self.put(zone, here, ASTEROIDS[element])
        for card in planet.cards:
            self.put("played", here, card)
        if planet.biome:
            self.put("biome_space", here, planet.biome, "fulfilled" if planet.fulfilled else "")

    def _with_room(self, seat: str) -> int:
        me = number(seat)
        mine = [self.indices[name][0] for name, _ in self.zones.get(("systems", me), [])]
        orbit = next(zone for zone in self.flow.zones if zone.name == "orbit")
        for system in mine:
            if len(self.zones.get(("orbit", system), [])) < (orbit.capacity or 99):
                return system
        return self._system(me, f"{seat}{len(mine) + 1}", "")

    # ------------------------------------------------------------------------------------ the supply

    def _supplies(self) -> None:
        given = self.given
        for row in tables()["stars"]:
            name, left = row["id"], int(row["copies"]) - self.used.count(row["id"])
            for _ in range(given.stars.get(name, left)):
                self.put("star_stack", self.enum("StarType", name.lower()), name)
        for element, name in ASTEROIDS.items():
            left = given.supplies.get(element, 10 - self.used.count(name))
            for _ in range(left):
                self.put("asteroid_supply", self.enum("Element", element), name)
        free = [name for name in self.indices if name.startswith("System ") and name not in self.used]
        kept = len(free) if given.systems_left is None else given.systems_left
        for place, name in enumerate(free):
            self.put("spare_systems" if place < kept else "system_box", None, name)

    def _offer(self, what: str, table: str, left: str, right: str) -> None:
        kind = "kind" if what in WEALTH else "type"
        lists = {"planets": "Element", "biomes": "Wealth", "life_cards": "Life"}[table]
        owner = self.enum(lists, what)
        names = [row["id"] for row in tables()[table] if row[kind] == what]
        half = (len(names) + 1) // 2
        free = [name for name in names if name not in self.used]
        said = self.given.stacks.get(what)
        if said is None:
            parts = [name for name in names[:half] if name in free], [name for name in names[half:] if name in free]
        elif isinstance(said[0], int) and isinstance(said[1], int):
            parts = free[: said[0]], free[said[0] : said[0] + said[1]]
        else:
            parts = said
        for zone, there in zip((left, right), parts, strict=True):
            for name in there:
                self.put(zone, owner, name)

    def _objectives(self) -> None:
        done = 0
        for row in tables()["lifeform_objectives"]:
            if row["size"] == "big":
                if row["id"] in self.used:
                    done += 1
                else:
                    self.put("big_tile", self.enum("Life", row["type"]), row["id"])
        for sort in SORTS:
            for name in tiles_of(self.flow, sort):
                if name not in self.used:
                    gone = int(rows()[name][1]["mark"]) > self.given.count
                    self.put("tile_box" if gone else "small_stack", None if gone else self.enum("Life", sort), name)
        for own in self.given.players.values():
            done += sum(self._final(value, self.last(track)) == self.last(track) for track, value in own.tracks.items())
        self.set("completed", value=done)


# ---------------------------------------------------------------------------------------- the set-up


def new_game(given: Given, flow: Flow, seed: int) -> Match:
    """A new game, with what the check fixes; other chance is drawn by a generator."""
    draw = random.Random(seed)
    seats = [letter((number(given.first) + place) % given.count) for place in range(given.count)]
    fixed = {(what, whose): value for what, whose, value in given.fixed}

    def mixed(names: list[str], first: dict[int, str]) -> tuple[str, ...]:
        rest = [name for name in names if name not in first.values()]
        draw.shuffle(rest)
        return tuple(first[place] if place in first else rest.pop() for place in range(len(names)))

    def ids(table: str) -> list[str]:
        return [row["id"] for row in tables()[table]]

    def by_seat(what: str) -> dict[int, str]:
        return {place: fixed[(what, seat)] for place, seat in enumerate(seats) if (what, seat) in fixed}

    tops = {int(whose) - 1: value for (what, whose), value in fixed.items() if what == "tile"}
    script: list[tuple[str, ...]] = [mixed(ids("action_tiles"), tops)]
    script += [()] * (len(ELEMENTS) + len(WEALTH))
    script += [tuple(fixed.get(("life", sort), "").split()) for sort in SORTS]
    script += [(), mixed(ids("starting_stars"), by_seat("star")), mixed(ids("starting_planets"), by_seat("planet"))]
    if any(what == "set" for what, _ in fixed):
        sets = mixed(list(FAMILIES), by_seat("set"))
        script += [(f"set_{family.lower()}",) for family in sets[: given.count]]
    variables: dict[tuple[str, tuple[int, ...]], int] = {("first_player", ()): number(given.first)}
    return install(flow, Position(given.count, "", {}, {}, None, variables, seed, tuple(script)))
