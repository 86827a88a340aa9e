"""What of each classic game is what of OpenSpiel's: actions, chance, positions and results.

Seat A is OpenSpiel's player 0. `house rules` beside a mapping says what of the two games is not the same, and how the
comparison goes round it.
"""

from __future__ import annotations

from rulewright.interpreter.options import Option
from tests.classics.lock_step import Mapping, Ours, Theirs, Values


def lines(theirs: Theirs) -> list[str]:
    return str(theirs).splitlines()


def number(ours: Ours, kind: str, name: str, component: int) -> int:
    """A printed number."""
    found = ours.printed(kind, name, component)
    assert isinstance(found, int)
    return found


def marks(ours: Ours, variable: str, rows: range, columns: int, signs: str, kind: str = "Square") -> list[str]:
    """A board as text: a sign for nobody, and one for each seat."""
    squares = {(ours.printed(kind, "row", s), ours.printed(kind, "col", s)): s for s in ours.all_of(kind)}
    return ["".join(signs[1 + ours.value(variable, squares[r, c])] for c in range(1, columns + 1)) for r in rows]


# ---- tic-tac-toe: square A1 is their cell 0, B1 their cell 1, A2 their cell 3


def _cell(ours: Ours, option: Option) -> int:
    square = option.picks[0]
    return 3 * (number(ours, "Square", "row", square) - 1) + number(ours, "Square", "col", square) - 1


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


def _rolled(ours: Ours, theirs: Theirs) -> int:
    pips = ours.drawn.pop(0)
    assert isinstance(pips, int)
    return pips - 1


def pig(players: int) -> Mapping:
    return Mapping(
        "pig", f"pig(players={players},horizon=100000)", players,
        lambda ours, option: "roll" if option.address == "actions.roll" else "stop",
        _pig, lambda theirs: lines(theirs)[0], _rolled,
        lambda ours: tuple(1.0 if seat in (ours.match.winners or ()) else -1.0 / (players - 1) for seat in range(players)),
    )  # fmt: skip


# ---- Kuhn poker: their card 0 is our 1; a player is dealt to at a time


def _kuhn_deal(ours: Ours, theirs: Theirs) -> int:
    return rank_in_hand(ours, len(theirs.history())) - 1


def rank_in_hand(ours: Ours, seat: int) -> int:
    return number(ours, "Card", "rank", ours.lying("hand", seat)[0])


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
    return 2 * (number(ours, "Card", "rank", component) - 1) + number(ours, "Card", "suit", component)


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
    return number(ours, "Card", "rank", ours.lying("prize")[0]) - 1


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
        found.append(str(row) + "".join("bw"[number(ours, "Pawn", "owner", pawns[0])] if pawns else "." for pawns in standing))
    return [*found, " abcdefgh"]


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
    return (7 * number(ours, "Pit", "owner", pit) + number(ours, "Pit", "number", pit)) % 14


def _seeds(ours: Ours) -> list[int]:
    seeds = {_pit(ours, pit): ours.value("seeds", pit) for pit in ours.all_of("Pit")}
    return [seeds[pit] for pit in (*range(13, 7, -1), 0, 7, *range(1, 7))]


def _beans(theirs: Theirs) -> list[int]:
    return [int(word) for line in lines(theirs)[:3] for word in line.split("-") if word]


KALAH = Mapping("kalah", "mancala", 2, lambda ours, option: _pit(ours, option.picks[0]), _seeds, _beans)

# ---- Blackjack: one player; their cards run by suit, then by rank


def _jack_card(ours: Ours, card: int) -> int:
    return 13 * number(ours, "Card", "suit", card) + number(ours, "Card", "rank", card) - 1


def _on_the_table(theirs: Theirs) -> list[list[str]]:
    return [line.partition("Cards:")[2].split() for line in lines(theirs)[2:4]]


def _next_card(ours: Ours, theirs: Theirs) -> int:
    own, banks = map(len, _on_the_table(theirs))
    hand, bank = ours.lying("hand", 0), ours.lying("bank")
    return _jack_card(ours, hand[own] if own < len(hand) else bank[banks])


def _both_hands(ours: Ours) -> list[list[str]]:
    names = [suit + rank for suit in "CDHS" for rank in "A23456789TJQK"]
    hands = (ours.lying("hand", 0), ours.lying("bank") if ours.match.over else ours.lying("bank")[:2])
    return [[names[_jack_card(ours, card)] for card in hand] for hand in hands]


BLACKJACK = Mapping(
    "blackjack", "blackjack", 1, lambda ours, option: "Hit" if option.address == "actions.hit" else "Stand",
    _both_hands, _on_the_table, _next_card, _won,
)  # fmt: skip

# ---- Liar's Dice: the dice are rolled in the same order; their dice are shown sorted


def _die(ours: Ours, theirs: Theirs) -> int:
    dice = [die for seat in range(ours.match.players) for die in ours.lying("cup", seat)]
    return ours.value("shows", dice[len(theirs.history())]) - 1


def _cups(ours: Ours) -> list[str]:
    return ["".join(sorted(str(ours.value("shows", die)) for die in ours.lying("cup", seat))) for seat in range(2)]


def liars_dice(each: int) -> Mapping:
    return Mapping(
        "liars_dice", f"liars_dice(numdice={each})", 2,
        lambda ours, option: "-".join(option.values) if option.address == "actions.bid" else "Liar",
        _cups, lambda theirs: str(theirs).split()[:2], _die, options={"dice_each": each},
    )  # fmt: skip


# ---- Go Fish: number n is their rank n - 1. House rule: who is dealt a book is dealt more cards there; such games are left out


def _fish_rank(ours: Ours, card: int) -> int:
    return number(ours, "Card", "rank", card) - 1


def _fish(ours: Ours, theirs: Theirs) -> int:
    size = 7 if ours.match.players == 2 else 5
    place = len(theirs.history())
    if place < size * ours.match.players:
        return _fish_rank(ours, ours.lying("hand", place // size)[place % size])
    return _fish_rank(ours, ours.dealt.pop(0))


def _fish_hands(ours: Ours) -> list[str]:
    found = []
    for seat in range(ours.match.players):
        ranks = [_fish_rank(ours, card) for card in ours.lying("hand", seat)]
        held = "".join(f"{chr(97 + rank)}{ranks.count(rank)}" for rank in sorted(set(ranks)))
        found.append(f"{held}:{len(ours.lying('books', seat)) // 4}")
    return found


def go_fish(players: int) -> Mapping:
    return Mapping(
        "go_fish", f"go_fish(players={players})", players,
        lambda ours, option: 13 * option.picks[0] + option.picks[1] - 1,
        _fish_hands, lambda theirs: lines(theirs)[2 : 2 + players], _fish, deck="pool",
        skips=lambda ours: any(ours.lying("books", seat) for seat in range(players)),
    )  # fmt: skip


# ---- Crazy Eights: their cards run by rank from the two to the ace, then by suit. House rules: they ask once more when all
# have passed (a variant of ours does, too); a card below the jack counts its place in the deck and two there, and an ace
# counts ten, so the cards that are left are compared by their values there


def _eights_card(ours: Ours, card: int) -> int:
    return 4 * ((number(ours, "Card", "rank", card) - 2) % 13) + number(ours, "Card", "suit", card)


def _eights_deal(ours: Ours, theirs: Theirs) -> int:
    players, history = ours.match.players, theirs.history()
    dealer = ours.value("dealer")
    if not history:
        return int(theirs.legal_actions()[dealer])
    place, size = len(history) - 1, 7 if players == 2 else 5
    if place < players * size:
        return _eights_card(ours, ours.lying("hand", (dealer + 1 + place) % players)[place // players])
    if place == players * size:
        return _eights_card(ours, ours.lying("pile")[-1])
    return _eights_card(ours, ours.dealt.pop(0))


def _eights_hands(ours: Ours) -> list[list[int]]:
    return [sorted(_eights_card(ours, card) for card in ours.lying("hand", seat)) for seat in range(ours.match.players)]


def _eights_shown(theirs: Theirs) -> list[list[int]]:
    ranks = "23456789TJQKA"
    seats = range(theirs.num_players())
    rows = [[row.partition(":")[2].replace(" ", "") for row in theirs.observation_string(seat).splitlines()[1:5]] for seat in seats]
    return [sorted(4 * ranks.index(sign) + suit for suit, row in enumerate(hand) for sign in row) for hand in rows]


def _eights_returns(ours: Ours) -> Values:
    def worth(card: int) -> float:
        rank = card // 4
        return 50.0 if rank == 6 else 10.0 if rank >= 9 else card + 2.0

    return tuple(-sum(map(worth, hand)) for hand in _eights_hands(ours))


def _eights_action(ours: Ours, option: Option) -> int:
    match option.address.rpartition(".")[2]:
        case "play":
            return _eights_card(ours, option.picks[0])
        case "draw":
            return 52
        case "pass_on":
            return 53
        case _:
            return 54 + option.picks[0]


def crazy_eights(players: int) -> Mapping:
    return Mapping(
        "crazy_eights", f"crazy_eights(players={players},max_turns=100000)", players, _eights_action, _eights_hands,
        _eights_shown, _eights_deal, _eights_returns, variants=("one_more_pass",), deck="deck",
    )  # fmt: skip


# ---- Hearts: one hand. Cards as they write them; their points are 26 less what was taken. What lies where is compared by
# what can be played: they show the first deal only


def _hearts_name(ours: Ours, card: int) -> str:
    return "23456789TJQKA"[number(ours, "Card", "rank", card) - 2] + "CDHS"[number(ours, "Card", "suit", card)]


def _hearts_deal(ours: Ours, theirs: Theirs) -> int:
    place = len(theirs.history()) - 1
    if place < 0:
        return [1, 3, 2, 0][ours.value("way")]  # left, right, across, nobody
    name = _hearts_name(ours, ours.lying("hand", place % 4)[place // 4])
    return next(int(action) for action in theirs.legal_actions() if theirs.action_to_string(-1, action)[-2:] == name)


HEARTS = Mapping(
    "hearts", "hearts", 4, lambda ours, option: _hearts_name(ours, option.picks[0]),
    lambda ours: None, lambda theirs: None, _hearts_deal,
    lambda ours: tuple(26.0 - total for total in (ours.value("total", seat) for seat in range(4))), variants=("one_hand",),
)  # fmt: skip
