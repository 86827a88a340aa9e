"""Worlds Collide: what lies where and what a seat is shown, held against a clause of the ledger.

In: a match, or a seat's own view of it. Out: what there is and what the clause wants, as values to compare.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from rulewright.interpreter import Match, View
from rulewright.interpreter.observe import CardView
from tests.ledger import worlds_collide_places as places
from tests.ledger.notation import Clause, NotationError, outside
from tests.ledger.worlds_collide_notation import ACTIONS, actions, read_place, shards
from tests.ledger.worlds_collide_places import ACTION_NAMES, held, in_game, letter, letters, lying, number, shard, there

Fits = Callable[[int], bool]
Chosen = dict[int, int]  # by seat, the actions that have been selected and not revealed

GAMES = 4  # random games for each number of players


def _shards(text: str) -> list[str]:
    """Shards as they are written for a hold: with a plus when they are revealed."""
    return [name + ("+" if revealed else "") for name, revealed in shards(text)]


def _plain(text: str) -> list[str]:
    return [name for name, _ in shards(text)]


def _owner(match: Match, seat: str) -> int:
    if outside(seat, match.players):
        raise NotationError(f"there is no seat {seat} with {match.players} players")
    return number(seat)


def lies(match: Match, chosen: Chosen, fact: Clause) -> tuple[object, object]:
    """What lies where, known to the judge who sees everything."""
    args = fact.args
    owner = _owner(match, args[1]) if len(args) == 3 and fact.kind != "anchor" else None
    match fact.kind:
        case "actions":
            picked = chosen.get(owner or 0) if args[0] == "hand" else None
            found = [each for each in lying(match, args[0], owner or 0) if each != picked]
            return found, sorted(actions(args[2]))
        case "chosen":
            return [chosen[each] for each in (owner or 0,) if each in chosen], actions(args[2])
        case "unplayed":
            return _unplayed(lying(match, "played", owner or 0), lying(match, "dropped", owner or 0)), actions(args[2])
        case "row":
            wanted = _shards(args[-1]) if args[0] == "hold" else _plain(args[-1])
            return held(match, args[0], owner), wanted
        case "top":
            return held(match, "nexus")[: len(_plain(args[1]))], _plain(args[1])
        case "set":
            return sorted(held(match, args[0], owner)), sorted(_plain(args[-1]))
        case "size":
            return len(there(match, args[0], owner)), int(args[-1])
        case "anchor":
            return places.anchor(match), args[1]
        case _:
            return _set_up(match, fact)


def _unplayed(*lying: list[int]) -> list[int]:
    out = [each for zone in lying for each in zone]
    return [each for each in ACTIONS if each not in out]


def _set_up(match: Match, fact: Clause) -> tuple[object, object]:
    """What is in the game, and what everybody has."""
    args, seats = fact.args, range(match.players)
    match fact.kind:
        case "shards":
            return len(in_game(match)), int(args[0])
        case "wilds":
            return in_game(match).count("W"), int(args[0])
        case "realities":
            return len({each[0] for each in in_game(match)} - {"W"}), int(args[0])
        case "abilities distinct":
            return len({tuple(there(match, "identity", seat)) for seat in seats}), match.players
        case "each hold":
            holds = [held(match, "hold", seat) for seat in seats]
            return [f"{len(hold)} {''.join(hold).count('+')}" for hold in holds], [f"{args[0]} 0"] * match.players
        case "each" if args[0] in ("hold", "locked"):
            return [held(match, args[0], seat) for seat in seats], [_shards(args[1])] * match.players
        case "each":
            return [lying(match, args[0], seat) for seat in seats], [sorted(actions(args[1]))] * match.players
        case _:
            raise NotationError(f"expect: `{fact.text}` is no clause here")


# ---------------------------------------------------------------------------------------- what a seat is shown


def shown(view: View, match: Match, chosen: Chosen, text: str) -> tuple[object, object]:
    """What a seat is shown of a place, `?` for what is hidden."""
    clause = read_place(text)
    zone, args = clause.args[0], clause.args
    if clause.kind == "anchor":
        value = view.variables[("anchor", ())]
        return "nexus" if value < 0 else letter(value), args[1]
    owner = _owner(match, args[1]) if len(args) == 3 else None
    if clause.kind == "size":
        return view.zones[(zone, owner)].count, int(args[-1])
    words = [word for word in args[-1].upper().replace(",", " ").split() if word != "-"]
    if clause.kind == "chosen":
        return _chosen(view, owner or 0, chosen), words
    if clause.kind == "unplayed":
        seen = [_actions(view, name, owner or 0) for name in ("hand", "selected", "played", "dropped")]
        assert sum(len(each) for each in seen) == len(ACTIONS), "every action is somewhere"
        open_to_all = [int(each) for name in seen[2:] for each in name if each != "?"]
        return [str(each) for each in _unplayed(open_to_all)], sorted(words)
    if clause.kind == "actions":
        return _actions(view, zone, owner or 0), sorted(words)
    whose = letters(match)
    found = [_card(whose, card, zone) for card in view.zones[(zone, owner)].cards]
    if clause.kind == "top":
        return found[: len(words)], words
    return (found, words) if clause.kind == "row" else (sorted(found), sorted(words))


def _card(whose: dict[str, str], card: CardView, zone: str) -> str:
    name = "?" if card.name is None else shard(whose, card.name)
    return name + ("+" if zone == "hold" and card.face_up else "")


def _actions(view: View, zone: str, owner: int) -> list[str]:
    """The actions that a view shows in a zone."""
    names = view.zones[(zone, owner)].names
    return sorted("?" if name is None else str(ACTION_NAMES.index(name) + 1) for name in names)


def _chosen(view: View, owner: int, chosen: Chosen) -> list[str]:
    """A secret choice. One that the engine has yet to ask for is known to its seat, and to others that it is made."""
    found = _actions(view, "selected", owner)
    if found or owner not in chosen:
        return found
    return [str(chosen[owner]) if view.seat == owner else "?"]


# ---------------------------------------------------------------------------------------- whole playouts


def playouts(players: int, wanted: list[Clause]) -> list[str]:
    """What does not hold in every state of random games."""
    for seed in range(GAMES):
        generator = random.Random(seed)
        match = Match.start(places.flow(), players, seed)
        before = _fixed(match)
        while not match.over:
            match.choose(generator.randrange(len(match.options)))
            after = _fixed(match)
            for fact in wanted:
                if not _holds(match, fact, before, after):
                    when = f"with {players} players, seed {seed}, after {len(match.history)} choices"
                    return [f"{fact.text}: not so {when}"]
            before = after
    return []


def _fixed(match: Match) -> tuple[list[set[int]], set[int]]:
    """What can only grow: the locked rows, and what is destroyed."""
    return [set(there(match, "locked", seat)) for seat in range(match.players)], set(there(match, "destroyed"))


def _holds(
    match: Match, fact: Clause, before: tuple[list[set[int]], set[int]], after: tuple[list[set[int]], set[int]]
) -> bool:
    if fact.kind == "no way back":
        rows = all(old <= new for old, new in zip(before[0], after[0], strict=True))
        return before[1] <= after[1] if "destroyed" in fact.text else rows
    got, want = lies(match, {}, fact)
    return got == want
