"""Entropy Cosmos: the notation's `given`, as data.

In: the text of a check's `given`. Out: a `Given`, or a `NotationError` that quotes the clause that cannot be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.ledger.cosmos_library import Cell, Wanted
from tests.ledger.notation import NotationError

TOKENS = ("star", "planet", "asteroid", "wild")
RESOURCES = ("entropy", "energy", "mass", "vp", "generator")
TRACKS = ("star", "asteroid", "biome")
SORTS = ("bacteria", "plant", "animal")
ELEMENTS = ("heat", "carbon", "water", "radiation")
WEALTH = ("abundant", "scarce")
PLANET = r"S?P[A-Z]\d+"


@dataclass
class PlanetGiven:
    """A planet in play with what lies on it. system: empty for the first with room."""

    name: str
    system: str = ""
    life: dict[str, int] = field(default_factory=dict)
    mass: str = ""
    lifeform: str = ""
    cards: list[str] = field(default_factory=list)
    biome: str = ""
    fulfilled: bool = False


@dataclass
class PlayerGiven:
    """What a player has. at: a space; tokens: where each is, in the words of the notation."""

    at: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    counters: dict[str, int | str] = field(default_factory=dict)
    family: str = ""
    focus: tuple[int, ...] = (0, 0, 0)
    tracks: dict[str, int | str] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    hand: list[str] = field(default_factory=list)
    missions: list[str] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    systems: dict[str, str] = field(default_factory=dict)
    planets: list[PlanetGiven] = field(default_factory=list)


@dataclass
class Given:
    """The beginning of a check. step: move, action, effect, mission, scoring or new game, with its words."""

    count: int = 2
    variant: bool = False
    first: str = "A"
    turn: str = ""
    round: int = 1
    step: str = "move"
    words: str = ""
    local: str = ""
    players: dict[str, PlayerGiven] = field(default_factory=dict)
    stars: dict[str, int] = field(default_factory=dict)
    supplies: dict[str, int] = field(default_factory=dict)
    systems_left: int | None = None
    stacks: dict[str, tuple[list[str], list[str]] | tuple[int, int]] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    no_bonuses: bool = False
    fixed: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def wanted(self) -> Wanted:
        """What the rulebook of this check has otherwise."""
        cells = list(self.cells)
        if self.no_bonuses:
            named = {row for row, _, _ in cells}
            cells += [(f"B{n:02}", "bonus", "none") for n in range(1, 28) if f"B{n:02}" not in named]
        return Wanted(self.variant, tuple(cells), self.words if self.step == "effect" else "")

    def of(self, seat: str) -> PlayerGiven:
        """What is said of a player."""
        return self.players.setdefault(seat, PlayerGiven())


def clauses(text: str) -> list[str]:
    """The clauses, parted by semicolons outside brackets; a lone dash is none."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign in "[(") - (sign in "])")
        if sign == ";" and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [part for each in found if (part := " ".join(each.split()).rstrip(".")) not in ("", "-")]


def unbracketed(text: str) -> str:
    """A piece without the brackets around it."""
    text = text.strip()
    return text[1:-1].strip() if text[:1] + text[-1:] in ("[]", "()") else text


def read_given(text: str) -> Given:
    """The beginning of a check."""
    given = Given()
    for clause in clauses(text):
        try:
            if not (_common(given, clause) or _supply(given, clause) or _own(given, clause)):
                raise NotationError("that is no clause")
        except (NotationError, KeyError, ValueError) as error:
            raise NotationError(f"given: `{clause}`: {error}") from None
    given.turn = given.turn or "A"
    return given


def _common(given: Given, clause: str) -> bool:
    if match := re.fullmatch(r"(\w+)\.(\w+) ?= ?(.*)", clause):
        given.cells.append((match[1], match[2], unbracketed(match[3])))
    elif clause == "no bonuses":
        given.no_bonuses = True
    elif match := re.fullmatch(r"(\d) players?", clause):
        given.count = int(match[1])
    elif clause == "variant":
        given.variant = True
    elif match := re.fullmatch(r"(first|turn) ([A-D])", clause):
        setattr(given, match[1], match[2])
    elif match := re.fullmatch(r"round (\d+)", clause):
        given.round = int(match[1])
    elif clause == "new game":
        given.step = clause
    elif match := re.fullmatch(r"step (move|mission|scoring)", clause):
        given.step = match[1]
    elif match := re.fullmatch(r"step (action|effect) (.*)", clause):
        given.step, words = match[1], match[2]
        if local := re.fullmatch(rf"(.*) at ({PLANET})", words):
            words, given.local = local[1], local[2]
        given.words = unbracketed(words)
    elif match := re.fullmatch(r"at (\w+)", clause):
        given.local = match[1]
    elif match := re.fullmatch(r"fix (tile|star|planet|set|life) (\w+) ?= ?(.*)", clause):
        given.fixed.append((match[1], match[2], match[3]))
    else:
        return False
    return True


def _supply(given: Given, clause: str) -> bool:
    if match := re.fullmatch(r"systems left (\d+)", clause):
        given.systems_left = int(match[1])
    elif match := re.fullmatch(r"supply (\w+) (\d+)", clause):
        given.supplies[match[1]] = int(match[2])
    elif match := re.fullmatch(r"stack (I+V?[A-C]|IV[A-C]) (\d+)", clause):
        given.stars[match[1]] = int(match[2])
    elif match := re.fullmatch(r"stack (\w+) (\d+) (\d+)", clause):
        given.stacks[match[1]] = (int(match[2]), int(match[3]))
    elif match := re.fullmatch(r"stack (\w+) ?= ?(.*)/(.*)", clause):
        left, right = ([word for word in part.split() if word != "-"] for part in match.groups()[1:])
        given.stacks[match[1]] = (left, right)
    else:
        return False
    return True


def _number(word: str) -> int | str:
    if not re.fullmatch(r"\d+|final(-\d+)?", word):
        raise NotationError(f"`{word}` is no number")
    return int(word) if word.isdecimal() else word


def _own(given: Given, clause: str) -> bool:
    seat, _, rest = clause.partition(" ")
    if not re.fullmatch("[A-D]", seat):
        return False
    own, words = given.of(seat), rest.split()
    while words:
        words = _part(own, words)
    return True


def _part(own: PlayerGiven, words: list[str]) -> list[str]:
    """Read one thing said of a player; the words that are left."""
    head, *rest = words
    if head == "at":
        own.at = rest[0]
        return rest[1:]
    if match := re.fullmatch(r"(\w+)\((\w*)\)", head):
        own.systems[match[1]] = match[2]
        return rest
    if re.fullmatch(PLANET, head):
        return _planet(own, head, rest)
    if head in TOKENS:
        sides = 2 if len(rest) > 1 and rest[1] in ("locked", "active") else 1
        own.tokens[head] = " ".join(rest[:sides])
        return rest[sides:]
    if head in RESOURCES:
        own.counters[head] = _number(rest[0])
        return rest[1:]
    if head in ("track", "due"):
        value = _number(rest[1])
        if head == "track":
            own.tracks[rest[0]] = value
        else:
            own.due[rest[0]] = int(value)
        return rest[2:]
    if head == "focus":
        own.focus = tuple(int(each) for each in rest[:3])
        return rest[3:]
    if head == "set":
        own.family = rest[0]
        return rest[1:]
    if head in ("hand", "missions", "tiles"):
        names = [word for word in rest if re.fullmatch(r"[LMO]\w+", word)]
        setattr(own, head, names)
        return rest[len(names) :]
    raise NotationError(f"`{head}` is nothing of a player")


def _planet(own: PlayerGiven, name: str, words: list[str]) -> list[str]:
    planet = PlanetGiven(name)
    own.planets.append(planet)
    while words:
        head, *rest = words
        if head == "fulfilled":
            planet.fulfilled, words = True, rest
        elif head == "cards":
            planet.cards = [word for word in rest if re.fullmatch(r"L\d+", word)]
            words = rest[len(planet.cards) :]
        elif head in ("in", "mass", "lifeform", "biome"):
            setattr(planet, "system" if head == "in" else head, "" if rest[0] == "-" else rest[0])
            words = rest[1:]
        elif head in SORTS:
            planet.life[head], words = int(rest[0]), rest[1:]
        elif head == "open":
            words = rest
        else:
            raise NotationError(f"`{head}` is nothing of a planet")
    return words
