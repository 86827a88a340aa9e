"""The notation of the Chaos ledger: clauses of given, do and expect, as data.

In: the three texts of a check. Out: a `Given` and lists of `Clause`s, or a `NotationError` that quotes the clause that
cannot be read. Blanks, capitals and the order of the clauses do not matter; cards are 1 to 13, O and X.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

SEAT = r"([A-Z])"
CARD = r"(1[0-3]|[1-9]|O|X)"
STOP = r"(main|draw|drain|discard|give|commit|spin|speak)"


class NotationError(Exception):
    """A clause that the notation does not have."""


@dataclass
class Given:
    """What is there at the beginning. dealer is empty when it is not named."""

    players: int = -1
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
    """A clause of do or expect: what kind it is and its words. Seats are capital letters, other words small ones."""

    kind: str
    args: tuple[str, ...]
    text: str


def clauses(text: str) -> list[str]:
    """The clauses of a text, with single blanks and blanks around `=`; `-` alone is none."""
    found = [" ".join(part.replace("=", " = ").split()).rstrip(".") for part in text.split(";")]
    return [part for part in found if part and part != "-"]


def cards(text: str) -> list[str]:
    """`7*3 O -` -> 7 7 7 O."""
    found: list[str] = []
    for word in re.sub(r"\s*\*\s*", "*", text).replace(",", " ").upper().split():
        if word == "-":
            continue
        match = re.fullmatch(CARD + r"(?:\*(\d+))?", word)
        if match is None:
            raise NotationError(f"`{word}` is no card")
        found.extend([match[1]] * int(match[2] or 1))
    return found


def numbers(text: str) -> list[int]:
    """`3 0 5` -> 3, 0 and 5."""
    words = text.replace(",", " ").split()
    for word in words:
        if not word.isdecimal():
            raise NotationError(f"`{word}` is no number")
    return [int(word) for word in words]


def seats(text: str) -> list[str]:
    """`A C` -> A and C; `-` is none."""
    words = [word for word in text.replace(",", " ").upper().split() if word != "-"]
    for word in words:
        if not re.fullmatch(SEAT, word):
            raise NotationError(f"`{word}` is no seat")
    return words


def played(text: str) -> list[tuple[str, str]]:
    """`A 12, B 3` -> the seats of a Battle with their cards."""
    found = [re.fullmatch(f"{SEAT} {CARD}", part.strip()) for part in text.upper().split(",")]
    if not all(found):
        raise NotationError(f"`battle {text}` is no clause: seats and cards are `A 12, B 3`")
    return [(match[1], match[2]) for match in found if match is not None]


# ---------------------------------------------------------------------------------------- given


def once_each(text: str, put: Callable[[str], str]) -> set[str]:
    """Put every clause of a `given` in its place; what they are about. Each thing is said once."""
    seen: set[str] = set()
    for clause in clauses(text):
        try:
            part = put(clause)
        except NotationError as error:
            raise NotationError(f"given: `{clause}`: {error}") from None
        if part in seen:
            raise NotationError(f"given: `{clause}`: that is said twice")
        seen.add(part)
    return seen


def read_given(text: str) -> Given:
    """The position of a check."""
    given = Given()
    once_each(text, lambda clause: _given_clause(given, clause))
    if given.players < 0:
        raise NotationError("given: the number of players is not there")
    _seats_exist(given)
    return given


def _given_clause(given: Given, clause: str) -> str:
    """Put one clause in its place; what it is about."""

    def match(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, clause, re.IGNORECASE)

    if m := match(r"(players|actions|seeks) ?=? ?(\d+)"):
        setattr(given, m[1].lower(), int(m[2]))
    elif m := match(f"(dealer|turn) ?=? ?{SEAT}"):
        setattr(given, m[1].lower(), m[2].upper())
    elif m := match(f"rest ?(?:to|=) ?{SEAT}"):
        given.rest = m[1].upper()
        return "rest"
    elif m := match(f"(at) drain {SEAT}"):
        given.at, given.picker = "drain", m[2].upper()
    elif m := match(r"(at) (new game|fresh deal|deal|start|draw|main)"):
        given.at = m[2].lower()
    elif m := match(r"(failed) = (.*)"):
        given.failed = _failed(m[2])
    elif m := match(f"(sets|negated) {SEAT} = ?(.*)"):
        (given.sets if m[1].lower() == "sets" else given.negated)[m[2].upper()] = cards(m[3])
        return f"{m[1]} {m[2]}".lower()
    elif m := match(r"(pool|fountain|aside) = ?(.*)"):
        setattr(given, m[1].lower(), cards(m[2]))
    elif m := match(r"(totals) = (.*)"):
        given.totals = numbers(m[2])
    elif m := match(f"{SEAT} = ?(.*)"):
        given.hands[m[1].upper()] = cards(m[2])
    else:
        raise NotationError("that is no clause")
    return m[1].lower()


def _failed(text: str) -> list[tuple[str, str]]:
    words = re.sub(r"\s*:\s*", ":", text).replace(",", " ").upper().split()
    found = [re.fullmatch(f"{SEAT}:{CARD}", word) for word in words if word != "-"]
    if not all(found):
        raise NotationError("failed Seeks are written `B:7`")
    return [(match[1], match[2]) for match in found if match is not None]


def _seats_exist(given: Given) -> None:
    named = [given.dealer, given.turn, given.picker, given.rest, *(seat for seat, _ in given.failed)]
    named += [*given.hands, *given.sets, *given.negated]
    missing = [seat for seat in named if seat and outside(seat, given.players)]
    if missing and given.at != "new game":
        raise NotationError(f"given: there is no seat {missing[0]} with {given.players} players")
    if given.totals and len(given.totals) != given.players:
        raise NotationError(f"given: there are {len(given.totals)} totals for {given.players} players")


def outside(seat: str, players: int) -> bool:
    """Whether nobody sits on a seat."""
    return ord(seat) - ord("A") >= players


# ---------------------------------------------------------------------------------------- do and expect

_MOVES = (
    ("draws", f"{SEAT} draws"),
    ("takes", f"{SEAT} takes {CARD}"),
    ("seeks", f"{SEAT} seeks {CARD} from {SEAT}"),
    ("trades", f"{SEAT} trades {CARD} with {SEAT}(?: for {CARD})?"),
    ("battle", r"battle (.+)"),
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
    ("can", r"can (.+)"),
    ("cannot", r"cannot (.+)"),
    ("view", f"view {SEAT} (.+)"),
    ("sets", f"sets {SEAT} = ?(.*)"),
    ("negated", f"negated {SEAT} = ?(.*)"),
    ("pool", r"pool = ?(.*)"),
    ("aside", r"aside = ?(.*)"),
    ("deck", r"deck = ?(.*)"),
    ("accepted", r"accepted"),
    ("refused", r"refused"),
    ("dealer", f"dealer ?=? ?{SEAT}"),
    ("sizes", r"sizes = (.*)"),
    ("fountain", r"fountain ?=? ?(\d+)"),
    ("in play", r"in play ?=? ?(\d+)"),
    ("next", f"next {SEAT} {STOP}"),
    ("turn", f"turn ?=? ?{SEAT}"),
    ("actions", r"actions ?=? ?(\d+)"),
    ("round goes on", r"round goes on"),
    ("round over", r"round over by (surrender|empty hand|all sets|declare|reveal)"),
    ("points", r"points = (.*)"),
    ("totals", r"totals = (.*)"),
    ("game goes on", r"game goes on"),
    ("game over", f"game over,? {SEAT} wins"),
    ("hand", f"{SEAT} = ?(.*)"),
)

_VIEWS = (
    ("no hand", r"no hand"),
    ("hand", r"hand = ?(.*)"),
    ("hides", f"hides {SEAT}"),
    ("sees", f"sees {SEAT} = ?(.*)"),
    ("size", f"size {SEAT} ?=? ?(\\d+)"),
    ("pool", r"pool = ?(.*)"),
    ("fountain", r"fountain ?=? ?(\d+)"),
    ("face down", r"face down ?(.*)"),
    ("card", f"card ({CARD[1:-1]}|-)"),
    ("next", f"next {SEAT} {STOP}"),
    ("pick", f"pick {SEAT} {CARD}"),
    ("seek", f"seek {SEAT} {CARD} {SEAT} (given|failed)"),
    ("battle", r"battle = (.*)"),
)


def _read(text: str, patterns: tuple[tuple[str, str], ...], what: str) -> Clause:
    for kind, pattern in patterns:
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match is not None:
            free = kind in ("can", "cannot", "view", "battle")  # their last words are read on their own
            words = [group or "" for group in match.groups()]
            return Clause(kind, tuple(word if free and len(word) > 1 else _word(word) for word in words), text)
    raise NotationError(f"{what}: `{text}` is no clause")


def _word(text: str) -> str:
    """A seat or card as a capital letter, anything else small."""
    return text.upper() if len(text) == 1 else text.lower()


def read_move(text: str) -> Clause:
    """One step of do, or what can or cannot be done."""
    move = _read(text, _MOVES, "do")
    if move.kind == "battle":
        played(move.args[0])
    return move


def read_do(text: str) -> list[Clause]:
    """All steps."""
    return [read_move(clause) for clause in clauses(text)]


def read_expect(text: str) -> list[Clause]:
    """All expectations; there is at least one."""
    found = [_read(clause, _FACTS, "expect") for clause in clauses(text)]
    for fact in found:
        if fact.kind in ("can", "cannot"):
            read_move(fact.args[0])
        elif fact.kind == "view":
            read_view(fact.args[1])
    if not text.strip():
        raise NotationError("expect: nothing is there")
    return found


def read_view(text: str) -> Clause:
    """What stands behind `view B`."""
    return _read(text, _VIEWS, "view")
