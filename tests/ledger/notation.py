"""The notation of the Chaos ledger: clauses of given, do and expect, as data.

In: the three texts of a check. Out: `Check`, or a `NotationError` that quotes the clause that cannot be read. Blanks and
the order of clauses do not matter; cards are 1 to 13, O and X.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

SEAT = r"([A-Z])"
CARD = r"(1[0-3]|[1-9]|O|X)"


class NotationError(Exception):
    """A clause that the notation does not have."""


@dataclass
class Given:
    """What is there at the beginning."""

    players: int = 0
    dealer: str = ""
    turn: str = "A"
    at: str = "main"
    picker: str = ""
    actions: int = 0
    seeks: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    hands: dict[str, list[str]] = field(default_factory=dict)
    pool: list[str] = field(default_factory=list)
    fountain: list[str] = field(default_factory=list)
    sets: dict[str, list[str]] = field(default_factory=dict)
    negated: dict[str, list[str]] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    rest: str = ""


@dataclass(frozen=True)
class Clause:
    """A clause of do or expect: what kind it is and its words."""

    kind: str
    args: tuple[str, ...]
    text: str


def clauses(text: str) -> list[str]:
    """The clauses of a text; `-` alone is none."""
    found = [" ".join(part.split()) for part in str(text).split(";")]
    return [part for part in found if part and part != "-"]


def cards(text: str) -> list[str]:
    """`7*3 O -` -> 7 7 7 O."""
    found: list[str] = []
    for word in text.replace(",", " ").split():
        if word == "-":
            continue
        match = re.fullmatch(CARD + r"(?:\*(\d+))?", word)
        if match is None:
            raise NotationError(f"`{word}` is no card")
        found.extend([match[1]] * int(match[2] or 1))
    return found


def read_given(text: str) -> Given:
    """The position of a check."""
    given = Given()
    for clause in clauses(text):
        _given_clause(given, clause)
    if not given.players:
        raise NotationError("the number of players is not given")
    if not given.dealer:
        given.dealer = chr(ord("A") + given.players - 1)
    return given


def _given_clause(given: Given, clause: str) -> None:
    def match(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, clause)

    if m := match(r"players (\d+)"):
        given.players = int(m[1])
    elif m := match(f"dealer {SEAT}"):
        given.dealer = m[1]
    elif m := match(f"turn {SEAT}"):
        given.turn = m[1]
    elif m := match(f"at drain {SEAT}"):
        given.at, given.picker = "drain", m[1]
    elif m := match(r"at (new game|fresh deal|deal|start|draw|main)"):
        given.at = m[1]
    elif m := match(r"actions (\d+)"):
        given.actions = int(m[1])
    elif m := match(r"seeks (\d+)"):
        given.seeks = int(m[1])
    elif m := match(r"failed = (.*)"):
        given.failed = [(word[0], word[2:]) for word in m[1].replace(",", " ").split() if word != "-"]
    elif m := match(f"rest to {SEAT}"):
        given.rest = m[1]
    elif m := match(f"(sets|negated) {SEAT} = (.*)"):
        (given.sets if m[1] == "sets" else given.negated)[m[2]] = cards(m[3])
    elif m := match(r"(pool|fountain|aside) = (.*)"):
        setattr(given, m[1], cards(m[2]))
    elif m := match(r"totals = (.*)"):
        given.totals = [int(word) for word in m[1].split()]
    elif m := match(f"{SEAT} = (.*)"):
        given.hands[m[1]] = cards(m[2])
    else:
        raise NotationError(f"given: `{clause}` is no clause")


_MOVES = (
    ("draws", f"{SEAT} draws"),
    ("takes", f"{SEAT} takes {CARD}"),
    ("seeks", f"{SEAT} seeks {CARD} from {SEAT}"),
    ("trades", f"{SEAT} trades {CARD} with {SEAT}(?: for {CARD})?"),
    ("battle", r"battle (.*)"),
    ("commits", f"{SEAT} commits {CARD}"),
    ("gives", f"{SEAT} gives {CARD}"),
    ("discards", f"{SEAT} discards {CARD}"),
    ("ends", f"{SEAT} ends with {CARD}"),
    ("spins", f"{SEAT} spins (left|right) (\\d+)"),
    ("places", f"{SEAT} places {CARD}"),
    ("declares", f"{SEAT} declares"),
    ("reveals", f"{SEAT} reveals"),
    ("waits", f"{SEAT} waits"),
    ("next round", r"next round"),
)

_FACTS = (
    ("can", r"can (.*)"),
    ("cannot", r"cannot (.*)"),
    ("view", f"view {SEAT} (.*)"),
    ("sets", f"sets {SEAT} = (.*)"),
    ("negated", f"negated {SEAT} = (.*)"),
    ("pool", r"pool = (.*)"),
    ("aside", r"aside = (.*)"),
    ("deck", r"deck = (.*)"),
    ("accepted", r"accepted"),
    ("refused", r"refused"),
    ("dealer", f"dealer {SEAT}"),
    ("sizes", r"sizes = (.*)"),
    ("fountain", r"fountain (\d+)"),
    ("in play", r"in play (\d+)"),
    ("next", f"next {SEAT} (main|draw|drain|discard|give|commit|spin|speak)"),
    ("turn", f"turn {SEAT}"),
    ("actions", r"actions (\d+)"),
    ("round goes on", r"round goes on"),
    ("round over", r"round over by (surrender|empty hand|all sets|declare|reveal)"),
    ("points", r"points = (.*)"),
    ("totals", r"totals = (.*)"),
    ("game goes on", r"game goes on"),
    ("game over", f"game over,? {SEAT} wins"),
    ("hand", f"{SEAT} = (.*)"),
)

_VIEWS = (
    ("no hand", r"no hand"),
    ("hand", r"hand = (.*)"),
    ("hides", f"hides {SEAT}"),
    ("sees", f"sees {SEAT} = (.*)"),
    ("size", f"size {SEAT} (\\d+)"),
    ("pool", r"pool = (.*)"),
    ("fountain", r"fountain (\d+)"),
    ("face down", r"face down(.*)"),
    ("card", r"card (.*)"),
    ("next", f"next {SEAT} (main|draw|drain|discard|give|commit|spin|speak)"),
    ("pick", f"pick {SEAT} {CARD}"),
    ("seek", f"seek {SEAT} {CARD} {SEAT} (given|failed)"),
    ("battle", r"battle = (.*)"),
)


def _read(text: str, patterns: tuple[tuple[str, str], ...], what: str) -> Clause:
    for kind, pattern in patterns:
        match = re.fullmatch(pattern, text)
        if match is not None:
            return Clause(kind, tuple(group or "" for group in match.groups()), text)
    raise NotationError(f"{what}: `{text}` is no clause")


def read_move(text: str) -> Clause:
    """One step of do, or what can or cannot be done."""
    return _read(text, _MOVES, "do")


def read_do(text: str) -> list[Clause]:
    """All steps."""
    return [read_move(clause) for clause in clauses(text)]


def read_expect(text: str) -> list[Clause]:
    """All expectations."""
    return [_read(clause, _FACTS, "expect") for clause in clauses(text)]


def read_view(text: str) -> Clause:
    """What stands behind `view B`."""
    return _read(text, _VIEWS, "view")
