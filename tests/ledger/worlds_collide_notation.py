"""The notation of the Worlds Collide ledger: clauses of given, do and expect, as data.

In: the three texts of a check. Out: a `Given` and lists of `Clause`s, or a `NotationError` that quotes the clause that
cannot be read. Blanks, capitals and the order of the clauses do not matter. A shard is A1 to E4, X1 to X4 or W, with a
plus when it is revealed; an action is its number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.ledger.notation import Clause, NotationError, clauses, once_each, outside

SEAT = r"([A-E])"
SHARD = r"([A-EX][1-4]|W)(\+?)"
ABILITIES = ("Persuasive", "Militant", "Omniscient", "Deceptive", "Resourceful", "Preemptive", "Adaptive")
ACTIONS = range(1, 7)

Shard = tuple[str, bool]  # its name in the notation, and whether it is revealed


@dataclass
class Given:
    """What is there at the beginning. rest: the place of the shards that are named nowhere, `nexus` unless said."""

    players: int = -1
    new_game: bool = False
    playouts: bool = False
    abilities: dict[str, str] = field(default_factory=dict)
    holds: dict[str, list[Shard]] = field(default_factory=dict)
    locked: dict[str, list[Shard]] = field(default_factory=dict)
    played: dict[str, list[int]] = field(default_factory=dict)
    dropped: dict[str, list[int]] = field(default_factory=dict)
    discard: list[Shard] = field(default_factory=list)
    destroyed: list[Shard] = field(default_factory=list)
    nexus: list[Shard] = field(default_factory=list)
    rest: str = "nexus"
    anchor: str = "nexus"


def shards(text: str) -> list[Shard]:
    """`X1+ B2` -> X1 revealed and B2 shrouded; `-` is none."""
    found = []
    for word in text.replace(",", " ").upper().split():
        match = re.fullmatch(SHARD, word)
        if match is not None:
            found.append((match[1], match[2] == "+"))
        elif word != "-":
            raise NotationError(f"`{word}` is no shard")
    return found


def actions(text: str) -> list[int]:
    """`2 5` -> 2 and 5; `-` is none."""
    words = [word for word in text.replace(",", " ").split() if word != "-"]
    for word in words:
        if not word.isdecimal() or int(word) not in ACTIONS:
            raise NotationError(f"`{word}` is no action")
    return [int(word) for word in words]


def moves(text: str) -> list[tuple[str, int]]:
    """`A:2 B:3` -> the seats with their actions; `-` is none."""
    words = [word for word in re.sub(r"\s*:\s*", ":", text).replace(",", " ").upper().split() if word != "-"]
    found = [re.fullmatch(f"{SEAT}:([1-6])", word) for word in words]
    if not all(found):
        raise NotationError(f"`{text}`: seats and actions are written `A:2 B:3`")
    return [(match[1], int(match[2])) for match in found if match is not None]


# ---------------------------------------------------------------------------------------- given


def read_given(text: str) -> Given:
    """The position of a check."""
    given = Given()
    seen = once_each(text, lambda clause: _given_clause(given, clause))
    if given.players < 0 and not given.playouts:
        raise NotationError("given: the number of players is not there")
    if given.new_game and len(seen) > 2:
        raise NotationError("given: nothing can be named for a new game")
    _consistent(given)
    return given


def _given_clause(given: Given, clause: str) -> str:
    """Put one clause in its place; what it is about."""

    def match(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, clause, re.IGNORECASE)

    if m := match(r"(players) ?=? ?(\d+)"):
        given.players = int(m[2])
    elif m := match(r"(any)"):
        given.playouts = True
    elif m := match(r"(new game)"):
        given.new_game = True
    elif m := match(f"{SEAT} ({'|'.join(ABILITIES)})"):
        given.abilities[m[1].upper()] = m[2].capitalize()
    elif m := match(f"(hold|locked) {SEAT} = ?(.*)"):
        (given.holds if m[1].lower() == "hold" else given.locked)[m[2].upper()] = shards(m[3])
        return f"{m[1]} {m[2]}".lower()
    elif m := match(f"(played|dropped) {SEAT} = ?(.*)"):
        (given.played if m[1].lower() == "played" else given.dropped)[m[2].upper()] = actions(m[3])
        return f"{m[1]} {m[2]}".lower()
    elif m := match(r"(discard|destroyed|nexus) = ?(.*)"):
        setattr(given, m[1].lower(), shards(m[2]))
    elif m := match(f"(anchor) = (nexus|{SEAT})"):
        given.anchor = _place(m[2])
    elif m := match(r"(rest) to (discard|destroyed|nexus)"):
        given.rest = m[2].lower()
    elif m := match(f"(rest) to hold {SEAT}"):
        given.rest = m[2].upper()
    else:
        raise NotationError("that is no clause")
    return m[1].lower()


def _consistent(given: Given) -> None:
    rest = [given.rest] if len(given.rest) == 1 else []
    anchor = [given.anchor] if len(given.anchor) == 1 else []
    named = [*given.abilities, *given.holds, *given.locked, *given.played, *given.dropped, *rest, *anchor]
    missing = [seat for seat in named if outside(seat, given.players)]
    if missing:
        raise NotationError(f"given: there is no seat {missing[0]} with {given.players} players")
    if len(set(given.abilities.values())) < len(given.abilities):
        raise NotationError("given: no two players have the same ability")
    for seat in given.played.keys() | given.dropped.keys():
        lying = [*given.played.get(seat, []), *given.dropped.get(seat, [])]
        if len(set(lying)) < len(lying):
            raise NotationError(f"given: {seat} has each action once only")


def _place(text: str) -> str:
    """A seat as a capital letter, a place small."""
    return text.upper() if len(text) == 1 else text.lower()


def abilities(given: Given) -> dict[str, str]:
    """The ability of every seat and of the extra reality X: those that are named, the others in their order."""
    found = dict(given.abilities)
    left = [each for each in ABILITIES if each not in found.values()]
    for seat in [chr(ord("A") + number) for number in range(given.players)] + ["X"]:
        if seat not in found:
            found[seat] = left.pop(0)
    return found


# ---------------------------------------------------------------------------------------- do and expect

_MOVES = (
    ("play", r"play (.+)"),
    ("shuffle", r"shuffle gives (.+)"),
    ("chooses", f"{SEAT} chooses (\\d+)"),
    ("resolves", f"{SEAT} resolves"),
    ("declines", f"{SEAT} declines"),
    ("hold", f"{SEAT} (reveals|takes) hold {SEAT}(?: (\\d+))?"),
    ("nexus", f"{SEAT} (reveals|takes) nexus"),
    ("discard", f"{SEAT} (takes) discard {SHARD}"),
    ("keeps", f"{SEAT} (keeps) {SHARD}"),
    ("picks", f"{SEAT} (picks) (\\d+)"),
    ("playout", r"every playout"),
)

_FACTS = (
    ("can", r"can (.+)"),
    ("cannot", r"cannot (.+)"),
    ("view", f"view {SEAT} (.+)"),
    ("resolved", r"resolved = ?(.*)"),
    ("next select", r"next select"),
    ("next may", f"next {SEAT} may ([1-6])"),
    ("next", f"next {SEAT} (keeps|reveals|takes|picks)"),
    ("options", r"options ?=? ?(\d+)"),
    ("refused", r"refused"),
    ("game goes on", r"game goes on"),
    ("game over", f"game over,? (nobody|{SEAT})"),
    ("abilities distinct", r"abilities distinct"),
    ("shards", r"shards ?=? ?(\d+)"),
    ("wilds", r"wilds ?=? ?(\d+)"),
    ("realities", r"realities ?=? ?(\d+)"),
    ("each hold", r"each hold (\d+) shrouded"),
    ("each", r"each (hold|locked|hand|played|dropped) = ?(.*)"),
    ("no way back", r"no shard ever leaves a locked row"),
    ("no way back", r"the number of destroyed shards never falls"),
)

_PLACES = (
    ("unplayed", f"(unplayed) {SEAT} = ?(.*)"),
    ("chosen", f"(chosen) {SEAT} = ?(.*)"),
    ("actions", f"(hand|played|dropped) {SEAT} = ?(.*)"),
    ("row", f"(hold) {SEAT} = ?(.*)"),
    ("row", r"(nexus) = ?(.*)"),
    ("top", r"(nexus) top = ?(.*)"),
    ("set", f"(locked) {SEAT} = ?(.*)"),
    ("set", r"(discard|destroyed) = ?(.*)"),
    ("size", f"(hold|locked|hand|played|dropped) {SEAT} ?(\\d+)"),
    ("size", r"(nexus|discard|destroyed) ?(\d+)"),
    ("anchor", f"(anchor) = (nexus|{SEAT})"),
)


def _read(text: str, patterns: tuple[tuple[str, str], ...], what: str) -> Clause:
    for kind, pattern in patterns:
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match is not None:
            free = kind in ("can", "cannot", "view", "play", "shuffle")  # their last words are read on their own
            words = [group or "" for group in match.groups()]
            return Clause(kind, tuple(word if free and len(word) > 1 else _word(word) for word in words), text)
    raise NotationError(f"{what}: `{text}` is no clause")


def _word(text: str) -> str:
    """A seat or shard in capital letters, anything else small."""
    return text.upper() if re.fullmatch(f"[A-Z]|{SHARD}", text, re.IGNORECASE) else text.lower()


def read_move(text: str) -> Clause:
    """One step of do, or what can or cannot be done."""
    move = _read(text, _MOVES, "do")
    if move.kind == "play":
        moves(move.args[0])
    elif move.kind == "shuffle":
        shards(move.args[0])
    return move


def read_do(text: str) -> list[Clause]:
    """All steps."""
    return [read_move(clause) for clause in clauses(text)]


def read_place(text: str) -> Clause:
    """What lies somewhere: alone it is so, behind `view B` it is shown to B."""
    return _read(text, _PLACES, "expect")


def read_expect(text: str) -> list[Clause]:
    """All expectations; there is at least one."""
    found = [_read(clause, (*_FACTS, *_PLACES), "expect") for clause in clauses(text)]
    for fact in found:
        if fact.kind in ("can", "cannot"):
            read_move(fact.args[0])
        elif fact.kind == "view":
            read_place(fact.args[1])
    if not found:
        raise NotationError("expect: nothing is there")
    return found
