"""What the table shows of a rulebook, with and without hints."""

from __future__ import annotations

from rulewright.dsl import Game
from rulewright.interpreter.match import Match
from rulewright.interpreter.tabletop import looked_up, names, table_text, text_of
from tests.dsl.book import checked

KINDS = """
  Suit: [sun, moon]
  Card: {suit: Suit, rank: 1..9, text: Effect, tapped: {type: Flag, start: no}}
  Space: {step: 1..3}
  Pawn: {}"""
COMPONENTS = """
  cards: {make: Card, for: {n: 1..9}, name: "Card {n}", suit: sun, rank: n, text: gain 1 coins, start: deck}
  spaces: {make: Space, for: {n: 1..3}, name: "Space {n}", step: n, start: ring}
  pawns: {make: Pawn, per: Player, name: Pawn, start: camp}"""
ZONES = """
  deck: {holds: Card, order: stack, face: down}
  hand: {holds: Card, per: Player, face: down, seen by: owner}
  row: {holds: Card, per: Suit, order: row}
  kept: {holds: Card, per: Suit, order: row}
  ring: {holds: Space, order: row}
  camp: {holds: Pawn}
  on: {holds: Pawn, per: Space}
  under: {holds: Card, per: Card}"""
STATE = """
  coins: {type: 0..9, per: Player}
  level: {type: 0..5, per: Player}
  dealer: {type: Player}
  moon_level: {type: 0..3, per: Suit}
  wealth: {type: 0..9, per: [Player, Suit]}"""
SETUP = """
  deal: |
    move top(deck, 2) to first(players).hand
    move top(deck) to sun.row
    move top(deck) to moon.kept
    move camp where owner is first(players) to first(ring).on
    move camp to last(ring).on
    for c in first(players).hand where rank is 1: move top(deck) to c.under
    for c in sun.row: set c.tapped to yes
    set level(first(players)) to 2
    set wealth(first(players), moon) to 4
    set moon_level(moon) to 1"""


def game(display: str = "", **more: str) -> Game:
    sections = {"kinds": KINDS, "components": COMPONENTS, "zones": ZONES, "state": STATE, "setup": SETUP, **more}
    made, found = checked(**sections, **({"display": display} if display else {}))
    assert made is not None, [str(each) for each in found]
    return made


def shown(display: str = "", width: int = 100, seat: int = 0) -> list[str]:
    return table_text(Match.start(game(display).flow, 2, 1).view(seat), width).splitlines()


def test_without_hints() -> None:
    assert shown() == [
        "Tiny · round › turn of A · as A sees it",
        "dealer A   moon level 1 moon   deck: ▒×4",
        "      sun              moon     ring     on",
        "row   Card 3 [tapped]  –        Space 1  A's Pawn",
        "kept  –                Card 4   Space 2",
        "                                Space 3  B's Pawn",
        "empty: camp",
        "level 0 B 1 2 A 3 4 5".replace("0 B", "[0 B]").replace("2 A", "[2 A]"),
        "▸A (you)  coins 0  wealth 4 moon",
        "    hand: Card 1 (under Card 5)   Card 2",
        " B  coins 0   hand: –",
    ]


def test_a_rival_sees_backs_and_not_what_lies_under_them_by_name() -> None:
    lines = shown(seat=1)
    assert " A  coins 0  wealth 4 moon   hand: ▒×2".replace(" A", "▸A") in lines
    assert lines[-1] == "▒, under: Card 5"
    assert not any("Card 1" in line for line in lines)


def test_hints_say_how() -> None:
    lines = shown("""
  deck: count
  moon_level: {as: track, to: 2, title: tide}
  level: number
  coins: hidden
  row: hidden
  ring: {as: track, with: step}
  hand: {as: list, with: [rank, suit]}
  Card.tapped: hidden""")
    assert "tide sun  [0] 1 2" in lines and "tide moon 0 [1] 2" in lines
    assert "ring [Space 1 (1) (on A's Pawn)] [Space 2 (2)] [Space 3 (3) (on B's Pawn)]" in lines
    assert lines[1].startswith("deck: ×4")
    assert "    hand: Card 1 (1, sun) (under Card 5)" in lines and "    hand: Card 2 (2, sun)" in lines
    assert "▸A (you)  level 2  wealth 4 moon" in lines
    assert not any("coins" in line or "Card 3" in line or "tapped" in line for line in lines)


def test_what_is_named_first_comes_first() -> None:
    lines = shown("\n  kept: row\n  dealer: {title: the dealer}\n  wealth: {title: riches}")
    assert [line.split()[0] for line in lines[1:4]] == ["sun", "kept", "row"]
    assert lines[4].startswith("the dealer A   moon level")
    assert "▸A (you)  riches 4 moon  coins 0" in lines


def test_columns_of_a_grid() -> None:
    lines = shown("\n  ring: {as: grid, columns: [on], title: the ring}\n  hand: {as: grid, columns: [tapped, under]}")
    assert lines[1].startswith("the ring  on") and lines[2].startswith("Space 1   A's Pawn")
    assert lines[-4:-1] == ["    hand    under", "    Card 1  Card 5", "    Card 2"]


def test_a_counter_without_an_end_is_cut() -> None:
    state, actions = STATE + "\n  fame: {type: 0..999, per: Player}", "\n  draw: {do: gain 3 fame}\n  pass_on: {}"
    flow = game("\n  fame: track", state=state, actions=actions).flow
    match = Match.start(flow, 2, 1)
    match.choose("draw")
    assert "fame  [0 B] 1 2 [3 A] 4 5 …" in table_text(match.view(0)).splitlines()


def test_a_component_is_looked_up() -> None:
    view = Match.start(game().flow, 2, 1).view(0)
    told = [text_of(line) for line in looked_up(view, "card 3", 80) or ()]
    assert told == ["Card 3  Card", "  suit  sun", "  rank  3", "  text  gain 1 coins", "  lies in the row of sun", "  now tapped"]
    hidden = [text_of(line) for line in looked_up(view, "Card 9", 80) or ()]
    assert hidden[0] == "Card 9  Card" and not any("lies in" in line for line in hidden)


def test_a_zone_is_looked_up() -> None:
    match = Match.start(game().flow, 2, 1)
    told = [text_of(line) for line in looked_up(match.view(1), "Hand", 80) or ()]
    assert told == ["A: hand  ▒×2", "B: hand  –"]
    assert [text_of(line) for line in looked_up(match.view(0), "deck", 80) or ()] == ["deck  ▒×4"]
    assert looked_up(match.view(0), "nothing", 80) is None and looked_up(match.view(0), "", 80) is None
    assert {"Card 9", "deck", "hand"} <= set(names(match.view(0)))


def test_many_components_are_a_number() -> None:
    more = '\n  more: {make: Card, for: {n: 1..9, m: 1..9}, name: "{n}.{m}", suit: sun, rank: n, text: gain 1 coins, start: heap}'
    flow = game(components=COMPONENTS + more, zones=ZONES + "\n  heap: {holds: Card}").flow
    view = Match.start(flow, 2, 1).view(0)
    assert "heap: ×81" in table_text(view)
    assert "4.7" in " ".join(text_of(line) for line in looked_up(view, "heap", 80) or ())


def test_who_has_won() -> None:
    match = Match.start(game().flow, 2, 1)
    while not match.over:
        match.choose("pass_on")
    assert table_text(match.view(0)).startswith("Tiny · over, won by A, B · as A sees it")
    assert "everything" in table_text(match.judge_view())


def test_a_track_without_end_is_shown_by_its_markers() -> None:
    state = STATE + "\n  gold: {type: 0..999999999999999999, start: 777777777777777777}"
    for hint in ("track", "{as: track, to: 12}", "{as: track, to: 999999999999999999}"):
        match = Match.start(game(f"\n  gold: {hint}", state=state).flow, 2, 1)
        [line] = [line for line in table_text(match.view(0), 100).splitlines() if "777777777777777777" in line]
        assert line.endswith("…")
