"""Entropy Cosmos: what is so in a match, held against the clauses of `expect`.

In: a match, what it began with, and a clause. Out: what there is otherwise, empty when it is as the clause says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.interpreter import Match
from rulewright.interpreter.leak import difference
from tests.ledger.cosmos_labels import Names, name, place_of, there
from tests.ledger.cosmos_library import rows, tables
from tests.ledger.cosmos_notation import RESOURCES, SORTS, TOKENS, TRACKS, Given
from tests.ledger.cosmos_places import OFFERS, letter, printed
from tests.ledger.notation import NotationError

BOXES = (
    "box",
    "tile_box",
    "mission_box",
    "mission_deck",
    "focus_box",
    "starting_stars",
    "starting_planets",
    "star_box",
    "planet_box",
    "biome_box",
    "life_box",
    "small_tiles",
)
SCORES = {
    "tokens": "tokens",
    "tiles": "tile_points",
    "star": "star_points",
    "asteroid": "asteroid_points",
    "biome": "biome_points",
    "tracks": "tracks",
    "leftovers": "leftovers",
    "total": "total",
}


@dataclass
class Facts:
    """Looks things up. systems_before: how many each player had when the check began, for signed changes."""

    match: Match
    names: Names
    given: Given
    systems_before: list[int]

    def variable(self, name: str, *index: int) -> int:
        """A variable's value."""
        place = next(place for place, spec in enumerate(self.match.flow.variables) if spec.name == name)
        return int(self.match.state.cells[self.match.machine.layout.cell(place, index)])

    def zone(self, zone: str, owner: int | None = None) -> list[str]:
        """The names of what lies in a zone."""
        return [name(self.match, each) for each in there(self.match, zone, owner)]

    def enum(self, enum: str, value: str) -> int:
        """The number of a value."""
        return list(next(each for each in self.match.flow.enums if each.name == enum).values).index(value)

    def component(self, text: str) -> int:
        """A component by its name."""
        names = self.match.machine.layout.names
        if text not in names:
            raise NotationError(f"there is no `{text}`")
        return names.index(text)

    def last(self, track: str) -> int:
        """The last space of a track, or of the generator."""
        specs = self.match.flow.components
        if track == "generator":
            return max(printed(self.match.flow, each, "space") for each in specs if each.group == "generator_track")
        wanted = self.enum("Track", f"{track}_track")
        mine = [each for each in specs if each.group == "track_spaces"]
        flow = self.match.flow
        return max(printed(flow, each, "position") for each in mine if printed(flow, each, "track") == wanted)

    # ------------------------------------------------------------------------------------ of a player

    def planets(self, seat: int) -> list[int]:
        """The planets of a player."""
        return [
            planet for system in there(self.match, "systems", seat) for planet in there(self.match, "orbit", system)
        ]

    def own(self, seat: int, words: list[str]) -> tuple[str, list[str]]:
        """What is not as the first words say of a player, and the words that are left."""
        head, *rest = words
        if head in RESOURCES:
            before = self.given.of(letter(seat)).counters.get(head, 0)
            return self._number(self.variable(head, seat), rest[0], before, head), rest[1:]
        if head == "track":
            before = self.given.of(letter(seat)).tracks.get(rest[0], 0)
            got = self.variable("marker", seat, self.enum("Track", f"{rest[0]}_track"))
            return self._number(got, rest[1], before, rest[0]), rest[2:]
        if head in TOKENS:
            where = self.token(seat, head)
            wanted = rest[:2] if rest[1:2] in (["locked"], ["active"]) else rest[:1]
            return self._same(" ".join(where.split()[: len(wanted)]), " ".join(wanted)), rest[len(wanted) :]
        if head in ("hand", "missions", "tiles"):
            return self._cards(seat, head, rest)
        if head == "at":
            return self._same(self.space(seat), rest[0]), rest[1:]
        if head == "focus":
            return self._same(self.focus(seat), rest[:3]), rest[3:]
        if head == "score":
            return self._same(str(self.match.scores()[SCORES[rest[0]]][seat]), rest[1]), rest[2:]
        if head in ("systems", "planets", "cards", *SORTS):
            return self._counted(seat, head, rest[0]), rest[1:]
        if head == "bare":
            return self._same(self._lying(seat), []), rest[1:]
        raise NotationError(f"`{head}` is nothing of a player")

    def _counted(self, seat: int, what: str, wanted: str) -> str:
        own, planets = self.given.of(letter(seat)), self.planets(seat)
        if what == "systems":
            return self._number(len(there(self.match, "systems", seat)), wanted, self.systems_before[seat], what)
        if what == "planets":
            return self._number(len(planets), wanted, len(own.planets), what)
        if what == "cards":
            got = sum(len(there(self.match, "played", planet)) for planet in planets)
            return self._number(got, wanted, sum(len(planet.cards) for planet in own.planets), what)
        got = sum(self.life(planet, what) for planet in planets)
        return self._number(got, wanted, sum(planet.life.get(what, 0) for planet in own.planets), what)

    def _cards(self, seat: int, what: str, rest: list[str]) -> tuple[str, list[str]]:
        zone = {"hand": "in_hand", "missions": "missions", "tiles": "claimed"}[what]
        got = sorted(self.zone(zone, seat))
        if rest and re.fullmatch(r"[+-]?\d+", rest[0]):
            before = len(getattr(self.given.of(letter(seat)), what))
            return self._number(len(got), rest[0], before, what), rest[1:]
        named = [word for word in rest if re.fullmatch(r"[LMO]\w+", word)]
        taken = len(named) or (1 if rest[:1] == ["-"] else 0)
        return self._same(got, sorted(named)), rest[taken:]

    def _lying(self, seat: int) -> list[str]:
        found = []
        for planet in self.planets(seat):
            for zone in ("mass_space", "lifeform_space", "biome_space", "played"):
                found += self.zone(zone, planet)
            found += [sort for sort in SORTS if self.life(planet, sort)]
        return found

    def life(self, planet: int, sort: str) -> int:
        """The lifeforms of a sort on a planet."""
        return self.variable("life", planet, self.enum("Life", sort))

    def token(self, seat: int, token: str) -> str:
        """Where a token is: `up`, `down active`, `S3 locked`."""
        layout = self.match.machine.layout
        mine = [
            place
            for place, spec in enumerate(layout.components)
            if spec.group == "tokens" and spec.name.lower().startswith(token) and self._owner(place) == seat
        ]
        zone, owner = place_of(self.match, mine[0])
        side = "active" if self.variable("active", mine[0]) else "locked"
        if zone == "console":
            return ("up" if self.variable("up", mine[0]) else "down") + f" {side}"
        assert owner is not None
        return f"S{name(self.match, owner)[1:]} {side}"

    def _owner(self, component: int) -> int | None:
        return self.match.machine.layout.components[component].owner

    def space(self, seat: int) -> str:
        """Where a player's scientist stands."""
        layout = self.match.machine.layout
        for place, spec in enumerate(layout.components):
            if spec.group == "scientists" and self._owner(place) == seat:
                zone, owner = place_of(self.match, place)
                return ("O" if zone == "outer" else "I") + ("" if owner is None else name(self.match, owner)[1:])
        return "-"

    def focus(self, seat: int) -> list[str]:
        """The tiers of a player's focus cards: star, planet, asteroid."""
        cards = {rows()[name(self.match, each)][1]["token"]: each for each in there(self.match, "focus_cards", seat)}
        return [str(self.variable("tier", cards[f"{token}_token"])) for token in TOKENS[:3]]

    def _number(self, got: int, wanted: str, before: int | str, what: str) -> str:
        last = what if what in (*TRACKS, "generator") else ""

        def value(word: int | str) -> int:
            if isinstance(word, int):
                return word
            return self.last(last) - int(word.removeprefix("final").removeprefix("-") or 0)

        if wanted[0] in "+-":
            got -= value(before)
            return "" if got == int(wanted) else f"got {got:+}"
        target = value(wanted if wanted.startswith("final") else int(wanted))
        return "" if got == target else f"got {got}"

    @staticmethod
    def _same(got: object, wanted: object) -> str:
        return "" if got == wanted else f"got {' '.join(got) or '-' if isinstance(got, list) else got}"

    # ------------------------------------------------------------------------------------ planets and systems

    def planet(self, planet: str, words: list[str]) -> str:
        """What is not as the words say of a planet."""
        component = self.component(planet)
        zone, system = place_of(self.match, component)
        if words == ["-"]:
            return "" if zone != "orbit" else "it is in play"
        if zone != "orbit" or system is None:
            return "it is not in play"
        wrong = []
        while words:
            head, *rest = words
            taken = 1
            if head == "in":
                wrong.append(self._same(self.names.systems.get(system, "?"), rest[0]))
            elif head in SORTS:
                before = next(
                    (
                        p.life.get(head, 0)
                        for own in self.given.players.values()
                        for p in own.planets
                        if p.name == planet
                    ),
                    0,
                )
                wrong.append(self._number(self.life(component, head), rest[0], before, head))
            elif head in ("mass", "lifeform"):
                got = [rows()[each][1]["type"] for each in self.zone(f"{head}_space", component)] or ["-"]
                wrong.append(self._same(got, rest[:1]))
            elif head == "cards":
                taken = self._played(component, rest, wrong)
            elif head == "biome":
                got = self.zone("biome_space", component) or ["-"]
                wrong.append(self._same(got, rest[:1]))
            elif head in ("open", "fulfilled"):
                state = [bool(self.variable("fulfilled", each)) for each in there(self.match, "biome_space", component)]
                wrong.append("" if state == [head == "fulfilled"] else "it is not")
                taken = 0
            else:
                raise NotationError(f"`{head}` is nothing of a planet")
            words = rest[taken:]
        return ", ".join(each for each in wrong if each)

    def _played(self, planet: int, rest: list[str], wrong: list[str]) -> int:
        got = self.zone("played", planet)
        if rest and re.fullmatch(r"\d+", rest[0]):
            wrong.append(self._same(str(len(got)), rest[0]))
            return 1
        named = [word for word in rest if re.fullmatch(r"L\d+", word)]
        wrong.append(self._same(sorted(got), sorted(named)))
        return len(named) or (1 if rest[:1] == ["-"] else 0)

    def system(self, system: str, star: str) -> str:
        """What is not so of a system and its star."""
        place = next((each for each, called in self.names.systems.items() if called == system), None)
        if place is None or place_of(self.match, place)[0] != "systems":
            return "it is not in play"
        return self._same(" ".join(self.zone("star_space", place)), star)

    # ------------------------------------------------------------------------------------ the supply

    def offer(self, what: str) -> tuple[list[str], list[str]]:
        """The two stacks of an offer."""
        table, left, right = OFFERS[what]
        owner = self.enum({"planets": "Element", "biomes": "Wealth", "life_cards": "Life"}[table], what)
        return self.zone(left, owner), self.zone(right, owner)

    def supply(self, words: list[str]) -> str:
        """What is not as a clause on the supply says."""
        head, *rest = words
        if head == "stack" and rest[0] in OFFERS:
            return self._same([str(len(part)) for part in self.offer(rest[0])], rest[1:])
        if head == "stack":
            return self._same([str(len(self.zone("star_stack", self.enum("StarType", rest[0].lower()))))], rest[1:])
        if head == "supply":
            return self._same([str(len(self.zone("asteroid_supply", self.enum("Element", rest[0]))))], rest[1:])
        if words[:2] == ["systems", "left"]:
            return self._same(str(len(self.zone("spare_systems"))), words[2])
        if head == "top":
            tops = [part[0] if part else "-" for part in self.offer(rest[0])]
            fits = all(wanted in ("*", got) for got, wanted in zip(tops, rest[1:], strict=False))
            return "" if fits else f"got {' '.join(tops)}"
        if head == "bottom":
            return self._same(self.offer(rest[0])[0][-1:], rest[1:])
        if head == "smalls":
            return self._same(self.zone("small_stack", self.enum("Life", rest[0])), rest[1:])
        if words[:2] == ["small", "tiles"]:
            return self._same(
                [str(len(self.zone("small_stack", self.enum("Life", sort)))) for sort in SORTS], words[2:]
            )
        if head == "bigs":
            return self._same([str(len(self.zone("big_tile", self.enum("Life", sort)))) for sort in SORTS], rest)
        if head == "box":
            return self.box(rest)
        if words[:2] == ["not", "box"]:
            return "" if self.box(words[2:]) else "it is"
        return self._table(words)

    def box(self, words: list[str]) -> str:
        """What is not in the box."""
        if words[0] in tables():
            mine = {row["id"] for row in tables()[words[0]]}
            found = [each for zone in BOXES for each in self.zone(zone) if each in mine]
            return self._same(str(len(found)), words[1])
        return "" if any(words[0] in self.zone(zone) for zone in BOXES) else "it is not there"

    def _table(self, words: list[str]) -> str:
        head, *rest = words
        if head == "space":
            return self._same(self.action(rest[0]).split("_"), rest[1:])
        if head == "rows":
            lines = tables()[rest[0]]
            empty = [f"{line['id']}.{column}" for line in lines for column in rest[2:] if not line.get(column)]
            return self._same(str(len(lines)), rest[1]) or (f"empty: {' '.join(empty)}" if empty else "")
        if words[:2] == ["bonus", "side"]:
            up = [str(n) for n in range(1, 7) if self.variable("bonus_side_up", self.tile(n))] or ["-"]
            return self._same(up, words[2:])
        if head == "distinct":
            found = DISTINCT[rest[0]](self)
            return "" if len(found) == len(set(found)) else f"got {' '.join(found)}"
        raise NotationError(f"`{' '.join(words)}` is no clause")

    def tile(self, sector: int) -> int:
        """The tile of a sector."""
        return there(self.match, "outer_tile", self.component(f"N{sector}"))[0]

    def action(self, space: str) -> str:
        """The action of a space."""
        if space[0] == "I":
            return rows()[f"N{space[1:]}"][1]["action"]
        return rows()[name(self.match, self.tile(int(space[1:])))][1]["action"]

    # ------------------------------------------------------------------------------------ predicates

    def holds(self, predicate: str) -> str:
        """Why a predicate of the notation does not hold."""
        match = self.match
        if predicate == "secrecy":
            draw = random.Random(0)
            found = [difference(match, seat, draw) for seat in range(match.players) for _ in range(3)]
            return next((each for each in found if each), "")
        if predicate == "one_type":
            specs = [spec for spec in match.machine.layout.components if spec.group in ("planets", "starting_planets")]
            wrong = [
                s.name
                for s in specs
                if printed(match.flow, s, "type") != self.enum("Element", rows()[s.name][1]["type"])
            ]
            return " ".join(wrong)
        if predicate == "components":
            return self._components()
        if predicate == "scientists":
            spaces = [self.space(seat) for seat in range(match.players)]
            return "" if all(len(each) == 2 for each in spaces) else " ".join(spaces)
        if predicate == "tokens":
            return self._tokens()
        return ", ".join(each.name for each in match.machine.broken_invariants(match.state))

    def _components(self) -> str:
        lying = sorted(each for zone in self.match.state.zones for each in zone)
        if lying != list(range(len(self.match.machine.layout.names))):
            return "a component is in no zone or in two"
        groups: dict[str, int] = {}
        for spec in self.match.machine.layout.components:
            groups[spec.group] = groups.get(spec.group, 0) + 1
        wrong = []
        for table, lines in tables().items():
            wanted = sum(int(row.get("copies") or 1) for row in lines)
            if table in groups and groups[table] != wanted:
                wrong.append(f"{groups[table]} {table}")
        return ", ".join(wrong)

    def _tokens(self) -> str:
        layout = self.match.machine.layout
        places = [place_of(self.match, n)[0] for n, spec in enumerate(layout.components) if spec.group == "tokens"]
        return " ".join(each for each in places if each not in ("console", "section"))


def _of_all(zone: str) -> Callable[[Facts], list[str]]:
    return lambda facts: [each for seat in range(facts.match.players) for each in facts.zone(zone, seat)]


DISTINCT: dict[str, Callable[[Facts], list[str]]] = {
    "tiles": lambda facts: [name(facts.match, facts.tile(sector)) for sector in range(1, 7)],
    "sets": _of_all("focus_cards"),
    "missions": _of_all("missions"),
    "scientists": lambda facts: [facts.space(seat) for seat in range(facts.match.players)],
    "stars": lambda facts: [
        each
        for seat in range(facts.match.players)
        for system in there(facts.match, "systems", seat)
        for each in facts.zone("star_space", system)
    ],
}
