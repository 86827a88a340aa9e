"""The notation of the Entropy ledger: what a check gives, does and expects, as data.

In: the three parts of a check as YAML has them. Out: a `Given`, a list of `Step`s, a mapping of expectations; or a
`NotationError` that quotes what cannot be read. Fragments are J1 to A4, W1 to W3 and V; `-` is shrouded, `+` revealed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

REALITIES = {"J": "Jessup", "K": "Kintriel", "C": "Cenec", "M": "Mary", "A": "Advaranau"}
CHARACTERS = (*REALITIES.values(), "Ronin")
CARDS = (
    "Telekinesis", "Beacon", "Eye of the Storm", "Phase Shift", "Portal", "Militant", "Resourceful", "Deceptive",
    "Adaptive", "Persuasive", "Preemptive", "Disciplined",
)  # fmt: skip
FRAGMENT = r"(?:[JKCMA][1-4]|W[1-3]|V)"
EFFECTS = ("Militant", "Persuasive")
GIVEN = (
    "players", "vortex", "areas", "nexus", "discard", "anchor", "turn", "round", "played", "effects", "settings",
    "setup",
)  # fmt: skip
EXPECT = (
    "areas", "left_order", "nexus", "nexus_size", "discard", "discard_size", "anchor", "clashes", "played", "hand",
    "resolved", "winner", "next", "events", "options", "illegal", "sees", "facts",
)  # fmt: skip

Faced = tuple[str, bool]  # a fragment, and whether it is revealed
Marked = tuple[str, bool]  # an action card, and whether it is marked clashed


class NotationError(Exception):
    """Something that the notation does not have."""


@dataclass
class Area:
    """The fragments of a player: the left side from its left end, and the right side."""

    left: list[Faced] = field(default_factory=list)
    right: list[Faced] = field(default_factory=list)


@dataclass
class Given:
    """What is there at the beginning. Players by their seat, which is the place of the character in `players`.

    rest: whether the fragments that are not named lie in the Nexus. selected: for a card that is played unopposed.
    """

    players: list[str]
    vortex: bool = False
    settings: dict[str, bool] = field(default_factory=dict)
    setup: bool = False
    areas: dict[int, Area] = field(default_factory=dict)
    nexus: list[str] = field(default_factory=list)
    rest: bool = True
    discard: list[str] | None = None
    anchor: int | None = None
    turn: int = 1
    round: int = 1
    played: dict[int, list[Marked]] = field(default_factory=dict)
    effects: list[str] = field(default_factory=list)
    selected: dict[int, str] = field(default_factory=dict)

    def seat(self, name: str) -> int:
        """The seat of a character."""
        if name not in self.players:
            raise NotationError(f"`{name}` does not play; there are {', '.join(self.players)}")
        return self.players.index(name)


@dataclass(frozen=True)
class Step:
    """One step of do. kind: turn, resolve, fracture, setup, shuffle or answer; words: its parts."""

    kind: str
    words: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    text: str = ""


# ---------------------------------------------------------------------------------------- small parts


def fragments(text: object) -> list[str]:
    """`M1 C2` as a list; `-` and nothing are none."""
    found = [word for word in re.split(r"[\s,]+", "" if text is None else str(text)) if word and word != "-"]
    for word in found:
        if not re.fullmatch(FRAGMENT, word):
            raise NotationError(f"`{word}` is no fragment")
    return found


def open_list(text: object) -> tuple[list[str], bool]:
    """`M1 C2 ...` as a list, and whether more may follow."""
    words = "" if text is None else str(text).strip()
    return fragments(words.removesuffix("...")), words.endswith("...")


def faced(text: str) -> Faced:
    """`M1+` as a fragment and its face."""
    if not re.fullmatch(FRAGMENT + r"[+-]", text):
        raise NotationError(f"`{text}` is no fragment with its face; it is written `M1+` or `M1-`")
    return text[:-1], text.endswith("+")


def area(text: object) -> Area:
    """`C1- M2+ | M1+` as the two sides of an area."""
    left, _, right = ("" if text is None else str(text)).partition("|")
    return Area(*([faced(word) for word in side.split() if word != "-"] for side in (left, right)))


def card(text: str) -> str:
    """The name of an action card as it is printed."""
    words = " ".join(text.split()).lower()
    for name in CARDS:
        if name.lower() == words:
            return name
    raise NotationError(f"`{text}` is no action card")


def played(text: object) -> list[Marked]:
    """`Beacon*, Portal` as cards with their marks."""
    parts = [part.strip() for part in ("" if text is None else str(text)).split(",")]
    return [(card(part.rstrip("*")), part.endswith("*")) for part in parts if part and part != "-"]


def cards(text: object) -> list[str]:
    """`Beacon, Portal` as cards."""
    return [name for name, _ in played(text)]


def named_anywhere(*parts: object) -> set[str]:
    """Every fragment that a check names in any place."""
    return set(re.findall(rf"(?<![A-Za-z0-9]){FRAGMENT}(?![A-Za-z0-9])", " ".join(str(part) for part in parts)))


def _mapping(value: object, what: str) -> Mapping[str, object]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise NotationError(f"{what}: there are names and values here, not `{value}`")
    return value


def texts(value: object) -> list[str]:
    """A list of texts; a single one is allowed."""
    if value is None:
        return []
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [str(each) for each in value]
    return [str(value)]


# ---------------------------------------------------------------------------------------- the three parts


def read_given(value: object) -> Given:
    """The position of a check."""
    entries = _mapping(value, "given")
    for key in entries:
        if key not in GIVEN:
            raise NotationError(f"given: `{key}` is none of {', '.join(GIVEN)}")
    players = texts(entries.get("players"))
    for name in players:
        if name not in CHARACTERS:
            raise NotationError(f"given: `{name}` is no character")
    if not players:
        raise NotationError("given: the players are not there")
    named = "V" in named_anywhere(*(entries.get(key) for key in ("areas", "nexus", "discard")))
    given = Given(players, vortex="Ronin" in players or entries.get("vortex", named) is True)
    given.settings = {str(name): value is True for name, value in _mapping(entries.get("settings"), "settings").items()}
    given.setup = entries.get("setup") is True
    for name, text in _mapping(entries.get("areas"), "areas").items():
        given.areas[given.seat(name)] = area(text)
    if "nexus" in entries:
        given.nexus, given.rest = open_list(entries["nexus"])
    if "discard" in entries:
        given.discard = fragments(entries["discard"])
    anchor = str(entries.get("anchor", "Nexus"))
    given.anchor = None if anchor.lower() == "nexus" else given.seat(anchor)
    given.turn, given.round = _number(entries, "turn"), _number(entries, "round")
    for name, text in _mapping(entries.get("played"), "played").items():
        given.played[given.seat(name)] = played(text)
    given.effects = texts(entries.get("effects"))
    for effect in given.effects:
        if effect not in EFFECTS:
            raise NotationError(f"given: `{effect}` is no effect that lasts")
    return given


def _number(entries: Mapping[str, object], key: str) -> int:
    value = entries.get(key, 1)
    if not isinstance(value, int):
        raise NotationError(f"given: `{key}: {value}` is no number")
    return value


def read_do(value: object) -> list[Step]:
    """All steps."""
    return [read_step(text) for text in texts(value)]


def read_step(text: str) -> Step:
    """One step."""
    words = " ".join(text.split())
    head, colon, rest = words.partition(":")
    if words in ("fracture", "setup"):
        return Step(words, text=words)
    if not colon:
        raise NotationError(f"do: `{words}` is no step")
    if head == "shuffle":
        return Step("shuffle", names=tuple(open_list(rest)[0]), text=words)
    if head in ("turn", "resolve"):
        return Step(head, tuple(_plays(part) for part in rest.split(",")), text=words)
    if head not in CHARACTERS:
        raise NotationError(f"do: `{words}` is no step")
    return Step("answer", ((head, " ".join(rest.split())),), text=words)


def _plays(text: str) -> tuple[str, str]:
    """`Mary Eye of the Storm` as a player and a card."""
    name, _, rest = text.strip().partition(" ")
    if name not in CHARACTERS:
        raise NotationError(f"do: `{text.strip()}` names no player and card")
    return name, card(rest)


def read_expect(value: object) -> Mapping[str, object]:
    """All expectations; there is at least one."""
    entries = _mapping(value, "expect")
    for key in entries:
        if key not in EXPECT:
            raise NotationError(f"expect: `{key}` is none of {', '.join(EXPECT)}")
    if not entries:
        raise NotationError("expect: nothing is there")
    return entries
