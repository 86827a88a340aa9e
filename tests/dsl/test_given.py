"""What actions and effects are given: by place, by name, or by their defaults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.dsl import RulewrightError, load
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.text import parse_flow, print_flow
from rulewright.dsl.flow.verify import verify
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from rulewright.interpreter import Match
from tests.practice import codes, drawing, found, with_section

SMALL = """
rulebook: small
players: 2
kinds:
  Card: {n: 1..3}
components:
  cards: {make: Card, for: {n: 1..3}, name: "Card {n}", n: n, start: deck}
zones:
  deck: {holds: Card, order: stack}
  hand: {holds: Card, per: Player}
state:
  points: {type: 0..99, per: Player}
  coins:  {type: 0..99, per: Player, start: 5}
  rate:   {type: 0..9, start: 4}
"""


def match_of(text: str) -> Match:
    """The match of the small rulebook with more sections."""
    problems = Problems()
    game = compile_source(Source("small.yaml", SMALL + text), problems)
    assert game is not None, [each.message for each in problems.errors]
    assert list(verify(game.flow)) == []
    return Match.start(game.flow, 2)


def values(match: Match, name: str) -> list[int]:
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == name)
    return [match.state.cells[match.machine.layout.cell(place, (seat,))] for seat in range(2)]


# ------------------------------------------------------------------------------------------------ actions

BUYING = """
actions:
  buy:
    takes: {off: {type: 0..3, default: 0}, gains: {type: 0..9, default: rate + 1}, on: {type: Flag, default: yes}}
    cost: (3 - off) coins
    do: |
      set rate to 0
      if on: gain gains points
"""


@pytest.mark.parametrize(
    ("call", "points", "coins"),
    [
        ("do buy", 5, 2),
        ("do buy(1)", 5, 3),
        ("do buy(off: 2)", 5, 4),
        ("do buy(gains: 7)", 7, 2),
        ("do buy(on: yes, off: 3)", 5, 5),
        ("do buy(1, on: no)", 0, 3),
        ("do buy(1, 2, yes)", 2, 3),
        ("do buy(off: 2) by first(others)", 0, 5),
        ("do buy(off: 1 + 1, gains: max(1, 2))", 2, 4),
    ],
)
def test_what_is_left_out_is_the_default(call: str, points: int, coins: int) -> None:
    match = match_of(f"{BUYING}phases:\n  turn: {{who: first(players), ask: Go, do: {call!r}}}\n")
    match.choose(0)
    assert (values(match, "points")[0], values(match, "coins")[0]) == (points, coins)


def test_an_action_with_defaults_stands_in_menus_and_windows() -> None:
    text = """
phases:
  turn: {each: players clockwise from first(players), opens: shop, menu: [buy, look]}
windows:
  shop: {who: first(players), offers: [buy]}
"""
    match = match_of(
        BUYING + "  look: {takes: {n: {type: 0..9, default: count(hand)}}, do: gain (n + 1) points}\n" + text
    )
    assert [option.text for option in match.options] == ["buy", "wait"]
    match.choose("wait")
    assert [option.text for option in match.options] == ["buy", "look"]
    match.choose("buy")
    assert values(match, "points") == [5, 0]
    match.choose("look")
    assert values(match, "points") == [5, 1]


def test_a_default_is_worked_out_before_anything_is_paid() -> None:
    text = """
phases:
  turn: {each: players clockwise from first(players), menu: [sell, wait]}
actions:
  sell: {takes: {n: {type: 0..99, default: coins}}, cost: 2 coins, do: gain n points}
  wait: {do: gain 1 points}
"""
    match = match_of(text)
    match.choose("sell")
    assert values(match, "points") == [5, 0]


def test_each_half_is_given_the_defaults() -> None:
    text = """
phases:
  turn: {who: first(players), do: "do get; do get(more: 3)"}
actions:
  get:
    takes: {more: {type: 0..3, default: 1}}
    either:
      points: {label: "{more} points", do: gain more points}
      coins: {label: "{more} coins", if: more > 1, do: gain more coins}
"""
    match = match_of(text)
    assert [option.label for option in match.options] == ["3 points", "3 coins"]
    match.choose("coins")
    assert (values(match, "points")[0], values(match, "coins")[0]) == (1, 8)


def test_a_definition_is_told_by_name() -> None:
    text = """
define:
  worth(Card c, Int rounds): c.n * rounds
  Player.more(Int than): points + than
phases:
  turn: {who: first(players), ask: Go, do: "gain (worth(rounds: 2, c: top(deck)) + me.more(than: 3)) points"}
"""
    match = match_of(text)
    match.choose(0)
    assert values(match, "points")[0] == 2 + 3


UP = """actions:
  up: {takes: {off: {type: 0..3, default: 1}, more: {type: Card or none, default: none}}, do: gain off score}
  give: {takes: {n: 1..3, to_whom: Player}, do: gain n to_whom.score}
"""


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("do up(offf: 1)", "RW430", "did you mean `off`?"),
        ("do up(2, off: 1)", "RW430", "`off` is given twice"),
        ("do up(off: 1, off: 2)", "RW430", "`off` is given twice"),
        ("do give(to_whom: me)", "RW430", "`give` is not told its `n`"),
        ("do give(2)", "RW319", "`give` takes 2 arguments, not 1 (write `do give(n, to_whom)`)"),
        ("do up(1, none, 3)", "RW319", "takes up to 2 arguments"),
        ("do up(off: 7)", "RW430", "`off` runs from 0 to 3; this is 7"),
        ("do up(off: hand)", "RW401", "`off` must be a number"),
        ("do give(to_whom: me, 2)", "RW222", "what is given by place stands first: `(2, to_whom: me)`"),
        ("do up(off = 2)", "RW217", "write `do up(off: 2)`"),
        ("do up(off=2, more=none)", "RW217", "write `do up(off: 2, more: none)`"),
        ("do up(off:)", "RW215", "a value is missing between `:` and `)`"),
        ("gain count(set: hand) score", "RW406", "`count` takes no names"),
        ("if count(hand deck) > 1: stop", "RW222", "here could stand `and`, `by`, `where`, `,` or `)`"),
    ],
)
def test_what_is_given_wrongly_is_told_at_its_place(tmp_path: Path, line: str, code: str, said: str) -> None:
    told = found(tmp_path, with_section(UP, drawing(line)))
    assert [each.rule.code for each in told] == [code]
    assert said in str(told[0])


@pytest.mark.parametrize(
    ("takes", "code"),
    [
        ("{off: {type: 0..3, default: 4}}", "RW430"),
        ("{off: {type: 0..3, default: hand}}", "RW401"),
        ("{card: {type: Card, default: none}}", "RW401"),
        ("{off: {default: 4}}", "RW133"),
        ("{off: {type: 0..3, start: 4}}", "RW131"),
        ("{off: {type: 0..3, default: 2}, on: {type: 0..3, default: off}}", "RW310"),
    ],
)
def test_a_default_fits_its_parameter(tmp_path: Path, takes: str, code: str) -> None:
    section = f"actions:\n  up: {{takes: {takes}, do: gain 1 score}}\n"
    assert codes(tmp_path, with_section(section, drawing("do up"))) == [code]


def test_what_must_be_given_cannot_be_offered(tmp_path: Path) -> None:
    window = "windows:\n  shop: {each: players clockwise from dealer, offers: [up]}\n"
    action = "actions:\n  up: {takes: {n: 0..3, off: {type: 0..3, default: 1}}, do: gain n score}\n"
    assert codes(tmp_path, with_section(action, with_section(window, drawing("open shop")))) == ["RW505"]


def test_variants_address_defaults(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        f"{SMALL}{BUYING}phases:\n  turn: {{who: first(players), ask: Go, do: do buy}}\n", encoding="utf-8"
    )
    variant = "variant: dear\nof: game.yaml\nset: {actions.buy.takes.gains.default: 9}\n"
    (tmp_path / "dear.yaml").write_text(variant, encoding="utf-8")
    match = Match.start(load(tmp_path / "dear.yaml").flow, 2)
    match.choose(0)
    assert values(match, "points")[0] == 9


# ------------------------------------------------------------------------------------------------ effects

PLANETS = """
rulebook: planets
players: 2
kinds:
  Planet: {size: 1..3, effect: {type: Effect, takes: {here: Planet, n: 0..9}}, moons: {type: 0..9, start: 0}}
  Mission: {reward: Effect, extra: "Effect or none"}
components:
  planets:
    make: Planet
    start: sky
    rows:
      - {name: Small, size: 1, effect: "gain n here.moons; gain here.size points"}
      - {name: Large, size: 3, effect: "if n > 1: do here.effect(here, n - 1); gain 1 points"}
      - {name: Bare, size: 2}
  missions: {make: Mission, name: Mission, reward: "gain 7 points", start: deck}
zones:
  sky:  {holds: Planet, order: stack}
  deck: {holds: Mission}
state:
  points: {type: 0..99, per: Player}
phases:
  turn:
    who: first(players)
    ask: Go
    do: DO
"""


def play(do: str) -> Match:
    """The match of the planets after the one move there is."""
    source, problems = Source("planets.yaml", PLANETS.replace("DO", do)), Problems()
    game = compile_source(source, problems)
    assert game is not None, [str(each) for each in problems.errors]
    assert list(verify(game.flow)) == []
    assert parse_flow(print_flow(game.flow), {source.name: source}) == game.flow
    match = Match.start(game.flow, 2)
    match.choose(0)
    assert match.over
    return match


@pytest.mark.parametrize(
    ("do", "points"),
    [
        ("for p in sky where size is 1: do p.effect(p, 2)", [1, 0]),
        ("for p in sky where size is 3: do p.effect(p, 3)", [2, 0]),
        ("for p in sky where size is 2: do p.effect(p, 3)", [0, 0]),
        ("for p in sky where size is 1: do p.effect(n: 2, here: last(sky)) by p.holder", [0, 0]),
        ("for p in sky where size is 1: do p.effect(last(sky), n: 2)", [2, 0]),
        ("let e be first(sky).effect; do e(last(sky), 1) by first(others)", [0, 2]),
        ("do first(deck).reward; do first(deck).extra", [7, 0]),
    ],
)
def test_an_effect_knows_what_it_is_given(do: str, points: list[int]) -> None:
    assert values(play(do), "points") == points


def told_of_planets(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    problems = Problems()
    assert compile_source(Source("game.yaml", text), problems) is None
    return [f"{each.rule.code} {each.message} ({each.hint})" for each in problems.errors]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "gain 7 points",
            "gain here.size points",
            "RW310 nothing is called `here` (`reward` of a Mission is given no `here`; "
            "where it is declared, write `reward: {type: Effect, takes: {here: Planet}}`)",
        ),
        (
            "DO",
            "do top(sky).effect",
            "RW416 `top(sky).effect` takes 2 arguments, not 0 (write `do top(sky).effect(here, n)`)",
        ),
        ("DO", "do top(sky).effect(2)", "RW416 `top(sky).effect` takes 2 arguments, not 1"),
        ("DO", "do top(sky).effect(2, 2)", "RW401 `here` must be a Planet or none; this is a number 2..2"),
        (
            "DO",
            "do top(sky).effect(heer: top(sky), n: 2)",
            "RW430 nothing that is given here is called `heer` (did you mean `here`?)",
        ),
        ("DO", "do first(deck).reward(3)", "RW416 `first(deck).reward` takes 0 arguments, not 1"),
        (
            "reward: Effect",
            "reward: {type: 0..9, takes: {n: Int}}",
            "RW304 `reward` is a number 0..9, and takes nothing",
        ),
        ("here: Planet, n", "here: {type: Planet, default: none}, n", "RW304 `here` has a default"),
        ("here: Planet, n", "sky: Planet, n", "RW315 `sky` is declared for the whole rulebook already"),
    ],
)
def test_what_an_effect_is_not_given_is_told_in_its_cell(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in PLANETS
    told = told_of_planets(tmp_path, PLANETS.replace(old, new).replace("DO", "shuffle sky"))
    assert told[0].startswith(said)


def test_what_an_effect_is_not_given_is_told_at_its_row(tmp_path: Path) -> None:
    table = "Name,Reward\nFirst,gain 1 points\nSecond,gain here.size points\n"
    (tmp_path / "missions.csv").write_text(table, encoding="utf-8")
    rows = "missions: {make: Mission, table: missions.csv, columns: {name: Name, reward: Reward}, start: deck}"
    text = PLANETS.replace('missions: {make: Mission, name: Mission, reward: "gain 7 points", start: deck}', rows)
    (tmp_path / "game.yaml").write_text(text.replace("DO", "shuffle sky"), encoding="utf-8")
    with pytest.raises(RulewrightError, match=r"missions.csv:3:13: error\[RW310\]"):
        load(tmp_path / "game.yaml")


def test_an_effect_is_called_with_what_it_takes() -> None:
    problems = Problems()
    game = compile_source(Source("planets.yaml", PLANETS.replace("DO", "do top(sky).effect(top(sky), 1)")), problems)
    assert game is not None
    blocks = tuple(
        replace(block, exit=replace(block.exit, arguments=block.exit.arguments[:1]))
        if isinstance(block.exit, ir.Call) and not isinstance(block.exit.procedure, int)
        else block
        for block in game.flow.blocks
    )
    assert any("an effect takes 3 values, not 1" in str(each) for each in verify(replace(game.flow, blocks=blocks)))
