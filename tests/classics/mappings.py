"""What of each classic game is what of OpenSpiel's: actions, chance, positions and results.

Seat A is OpenSpiel's player 0. `house rules` beside a mapping says what of the two games is not the same, and how the
comparison goes round it.
"""

from __future__ import annotations

from rulewright.interpreter.options import Option
from tests.classics.lock_step import Mapping, Ours, Theirs, Values


def lines(theirs: Theirs) -> list[str]:
    return str(theirs).splitlines()


def marks(ours: Ours, variable: str, rows: range, columns: int, signs: str, kind: str = "Square") -> list[str]:
    """A board as text: a sign for nobody, and one for each seat."""
    squares = {(ours.printed(kind, "row", s), ours.printed(kind, "col", s)): s for s in ours.all_of(kind)}
    return ["".join(signs[1 + ours.value(variable, squares[r, c])] for c in range(1, columns + 1)) for r in rows]


# ---- tic-tac-toe: square A1 is their cell 0, B1 their cell 1, A2 their cell 3


def _cell(ours: Ours, option: Option) -> int:
    square = option.picks[0]
    return 3 * (int(str(ours.printed("Square", "row", square))) - 1) + int(str(ours.printed("Square", "col", square))) - 1


TIC_TAC_TOE = Mapping(
    "tic_tac_toe", "tic_tac_toe", 2, _cell, lambda ours: marks(ours, "mark", range(1, 4), 3, ".xo"), lines
)

# ---- Connect Four: column 1 is their column 0; their top row stands first

CONNECT_FOUR = Mapping(
    "connect_four", "connect_four", 2, lambda ours, option: option.picks[0] - 1,
    lambda ours: marks(ours, "disc", range(6, 0, -1), 7, ".xo"), lines,
)  # fmt: skip

# ---- Nim: heap n is their pile n


def _heaps(ours: Ours) -> list[int]:
    return [ours.value("matches", heap) for heap in ours.all_of("Heap")]


def _take(ours: Ours, option: Option) -> str:
    return f"pile:{option.values[0].removeprefix('Heap ')}, take:{option.values[1]};"


NIM = Mapping("nim", "nim", 2, _take, _heaps, lambda theirs: [int(pile) for pile in str(theirs).split()[1:]])
NIM_NORMAL = Mapping(
    "nim", "nim(is_misere=False)", 2, _take, _heaps, NIM.shown, variants=("last_match_wins",)
)

# ---- Pig: the number rolled is told to their die, whose outcome 0 is a one


def _pig(ours: Ours) -> str:
    scores = " ".join(str(ours.value("score", seat)) for seat in range(ours.match.players))
    kept = 0 if ours.match.over else ours.value("kept")  # begins anew with the next turn, which does not come
    return f"Scores: {scores}, Turn total: {kept}"


def pig(players: int) -> Mapping:
    return Mapping(
        "pig", f"pig(players={players},horizon=100000)", players,
        lambda ours, option: "roll" if option.address == "actions.roll" else "stop",
        _pig, lambda theirs: lines(theirs)[0], lambda ours, theirs: ours.drawn.pop(0) - 1,
        lambda ours: tuple(1.0 if seat in (ours.match.winners or ()) else -1.0 / (players - 1) for seat in range(players)),
    )  # fmt: skip


# ---- Kuhn poker: their card 0 is our 1; a player is dealt to at a time


def _kuhn_deal(ours: Ours, theirs: Theirs) -> int:
    return rank_in_hand(ours, len(theirs.history())) - 1


def rank_in_hand(ours: Ours, seat: int) -> int:
    rank = ours.printed("Card", "rank", ours.lying("hand", seat)[0])
    assert isinstance(rank, int)
    return rank


def kuhn(players: int) -> Mapping:
    return Mapping(
        "kuhn_poker", f"kuhn_poker(players={players})", players,
        lambda ours, option: "Bet" if option.address == "actions.bet" else "Pass",
        lambda ours: [str(rank_in_hand(ours, seat) - 1) for seat in range(players)],
        lambda theirs: str(theirs).split()[:players], _kuhn_deal, _won,
    )  # fmt: skip


def _won(ours: Ours) -> Values:
    return tuple(map(float, ours.score("won")))


# ---- Leduc poker: their cards run by rank, then by suit. House rule: a pot that cannot be shared evenly is cut off here
# and split into fractions there, so the shares are compared as fractions


def leduc_card(ours: Ours, component: int) -> int:
    rank, suit = (ours.printed("Card", name, component) for name in ("rank", "suit"))
    assert isinstance(rank, int) and isinstance(suit, int)
    return 2 * (rank - 1) + suit


def _leduc_deal(ours: Ours, theirs: Theirs) -> int:
    dealt = len(theirs.history())
    hand = ours.lying("hand", dealt) if dealt < ours.match.players else ours.lying("middle")
    return leduc_card(ours, hand[0])


def _stakes(ours: Ours) -> list[int]:
    return [ours.value("stake", seat) for seat in range(ours.match.players)]


def _leduc_position(ours: Ours) -> tuple[list[int], list[int]]:
    hands = [leduc_card(ours, ours.lying("hand", seat)[0]) for seat in range(ours.match.players)]
    middle = [leduc_card(ours, card) for card in ours.lying("middle")] or [-10000]
    return [] if ours.match.over else _stakes(ours), middle + hands  # what is in front of them at the end is the result


def _leduc_shown(theirs: Theirs) -> tuple[list[int], list[int]]:
    found = lines(theirs)
    numbers = [[int(float(word)) for word in line.partition("):")[2].split()] for line in found[3:5]]
    return [] if theirs.is_terminal() else [100 - money for money in numbers[0]], numbers[1]


def _leduc_returns(ours: Ours) -> Values:
    won, stakes = ours.match.winners or (), _stakes(ours)
    return tuple((sum(stakes) / len(won) if seat in won else 0.0) - stake for seat, stake in enumerate(stakes))


def leduc(players: int) -> Mapping:
    return Mapping(
        "leduc_poker", f"leduc_poker(players={players})", players,
        lambda ours, option: {"fold": 0, "call": 1, "raise": 2}[option.address.rpartition(".")[2]],
        _leduc_position, _leduc_shown, _leduc_deal, _leduc_returns,
    )  # fmt: skip


# ---- Goofspiel: card n is their action n - 1. House rule: their last bids are made by themselves, ours by their players


def _prize(ours: Ours, theirs: Theirs) -> int:
    rank = ours.printed("Card", "rank", ours.lying("prize")[0])
    assert isinstance(rank, int)
    return rank - 1


def _points(theirs: Theirs) -> list[int]:
    return [int(word) for word in lines(theirs)[-1].split()[1:]]


def goofspiel(players: int) -> Mapping:
    return Mapping(
        "goofspiel", f"goofspiel(players={players})", players, lambda ours, option: int(option.values[0]) - 1,
        lambda ours: list(ours.score("points")), _points, _prize,
    )  # fmt: skip


# ---- Breakthrough and Othello: squares have the same names. Hex: cells too


def _pawns(ours: Ours) -> list[str]:
    found = []
    squares = {ours.name(square): square for square in ours.all_of("Square")}
    for row in range(8, 0, -1):
        standing = [ours.lying("stand", squares[f"{column}{row}"]) for column in "abcdefgh"]
        found.append(str(row) + "".join("bw"[owner_of(ours, pawns[0])] if pawns else "." for pawns in standing))
    return [*found, " abcdefgh"]


def owner_of(ours: Ours, pawn: int) -> int:
    owner = ours.printed("Pawn", "owner", pawn)
    assert isinstance(owner, int)
    return owner


BREAKTHROUGH = Mapping(
    "breakthrough", "breakthrough", 2,
    lambda ours, option: "".join(map(ours.name, option.picks)) + "*" * bool(ours.lying("stand", option.picks[1])),
    _pawns, lines,
)  # fmt: skip

OTHELLO = Mapping(
    "othello", "othello", 2, lambda ours, option: ours.name(option.picks[0]),
    lambda ours: marks(ours, "disc", range(1, 9), 8, "-xo"),
    lambda theirs: [line[2:18].replace(" ", "") for line in lines(theirs) if line[:1].isdigit()],
    passes=64,
)  # fmt: skip


HEX = Mapping(
    "hex", "hex", 2, lambda ours, option: ours.name(option.picks[0]),
    lambda ours: marks(ours, "stone", range(1, 12), 11, ".xo", "Cell"),
    lambda theirs: [line.replace(" ", "") for line in lines(theirs)],
)  # fmt: skip

# ---- Kalah: A's pits are their 1 to 7, B's 8 to 13 and 0


def _pit(ours: Ours, pit: int) -> int:
    number, owner = (ours.printed("Pit", name, pit) for name in ("number", "owner"))
    assert isinstance(number, int) and isinstance(owner, int)
    return (7 * owner + number) % 14


def _seeds(ours: Ours) -> list[int]:
    seeds = {_pit(ours, pit): ours.value("seeds", pit) for pit in ours.all_of("Pit")}
    return [seeds[pit] for pit in (*range(13, 7, -1), 0, 7, *range(1, 7))]


def _beans(theirs: Theirs) -> list[int]:
    return [int(word) for line in lines(theirs)[:3] for word in line.split("-") if word]


KALAH = Mapping("kalah", "mancala", 2, lambda ours, option: _pit(ours, option.picks[0]), _seeds, _beans)
