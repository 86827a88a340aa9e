"""Sizes that nobody means: each is a message at its place, and none of them takes long or fails in another way."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import Problems
from rulewright.dsl.diagnostics import MOST_KEPT
from rulewright.dsl.render import render_all
from rulewright.dsl.suggest import did_you_mean
from tests.practice import changed, codes, drawing, found, with_section

IN_END = "end:\n  never: {after: turn, if: d0 > 99999999}\n"


def chain(length: int, step: str, last: str = "count(deck)") -> str:
    lines = [f"  d{number}: {step.replace('next', f'd{number + 1}')}" for number in range(length)]
    return "\n".join(["define:", *lines, f"  d{length}: {last}"])


def test_a_chain_of_definitions_is_carried_out(tmp_path: Path) -> None:
    assert codes(tmp_path, with_section(IN_END, with_section(chain(120, "next + 1")))) == []


@pytest.mark.parametrize("length", [130, 3000])
def test_a_chain_that_is_too_long_is_said_once(tmp_path: Path, length: int) -> None:
    assert codes(tmp_path, with_section(chain(length, "next + 1"))) == ["RW340"]


def test_a_long_circle_is_said_once(tmp_path: Path) -> None:
    assert codes(tmp_path, with_section(chain(500, "next + 1", "d0"))) == ["RW340"]


def test_a_short_circle_is_a_circle(tmp_path: Path) -> None:
    assert codes(tmp_path, with_section(chain(5, "next + 1", "d0"))) == ["RW316"]


def test_definitions_that_double(tmp_path: Path) -> None:
    assert codes(tmp_path, with_section(chain(40, "next + next"))) == ["RW341"]
    assert codes(tmp_path, with_section(chain(40, "if next > 3 then next else 2"))) == ["RW341"]
    assert codes(tmp_path, with_section(chain(40, "if some(deck) then next else next"))) == []


def test_sets_inside_sets_name_the_definitions(tmp_path: Path) -> None:
    deep = "count(1..2) + a.rank"  # which each level adds to, so that nothing is asked twice
    for name in "fedcb":
        deep = f"count(each {name} in Card where {name}.rank < {deep} + {name}.rank)"
    text = with_section(f"define:\n  d0: count(each g in Card where g.rank < d1(g))\n  d1(Card a): {deep}")
    [one] = found(tmp_path, with_section(IN_END, text))
    assert "through d0 -> d1" in one.message
    assert "[RW909]" in one.message


@pytest.mark.parametrize(
    "text",
    [
        with_section("state:\n  marks: {type: 0..9, per: [1..100000000]}"),
        with_section("state:\n  marks: {type: 0..9, per: [1..99, 1..99, 1..99, 1..99, 1..99]}"),
        changed("{s: Suit, n: 1..9}", "{s: Suit, n: 1..999, m: 1..999}"),
        changed("{s: Suit, n: 1..9}", "{s: Suit, n: 1..30000}"),
        changed("copies: 2", "copies: 2000"),
        drawing("for n in 1..100000000: gain 1 coins"),
        drawing("choose n from 1..50000000 at random", "gain n coins"),
        drawing("gain (count(1..100000000)) coins"),
    ],
)
def test_too_many_is_said_at_check(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, text) == ["RW540"]


def test_every_number_of_a_range_makes_a_component(tmp_path: Path) -> None:
    text = changed("{s: Suit, n: 1..9}, copies: 2", "{s: [sun], n: 1..3000}").replace("rank: 1..9", "rank: 1..2500")
    text = text.replace("s: [sun], ", "").replace("{s} {n}", "{n}").replace("suit: s", "suit: sun")
    assert [each.message[-12:] for each in found(tmp_path, text)[:2]] == ["this is 2501", "this is 2502"]


def test_a_long_range_may_be_asked_for_a_number(tmp_path: Path) -> None:
    assert codes(tmp_path, drawing("if coins in 0..1000000000: gain 1 coins")) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (drawing("let most be count(deck) * 100000000", "gain (count(1..most)) coins"), "RW909"),
        (changed("{card: hand}", "{card: Card, a: Card, b: Card, c: Card, d: Card}"), "RW909"),
        (drawing("let a be 999999999999999999 * 999999999999999999"), "RW911"),
        (drawing("gain (max(coins, 1) / (coins - coins)) coins"), "RW905"),
        (with_section("laws:\n  mix: {whenever: some(deck), do: shuffle deck}"), "RW901"),
    ],
)
def test_too_much_at_play_is_said_at_its_place(tmp_path: Path, text: str, code: str) -> None:
    [one] = found(tmp_path, text)
    assert (one.rule.code, f"[{code}]" in one.message) == ("RW601", True)
    assert one.span.line > 20


def test_a_mistake_in_a_label_is_said_at_its_action(tmp_path: Path) -> None:
    [one] = found(tmp_path, changed("Play {card}", "Play {card.rank / count(table)}"))
    assert one.span.text == "play"


@pytest.mark.parametrize(
    "text",
    [
        drawing("move top(deck, -5) to hand"),
        drawing("repeat 0 - 1 times: stop"),
        drawing("pay (0-3) coins"),
        changed("repeat: 3 times", "repeat: -2 times"),
    ],
)
def test_less_than_nothing(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, text) == ["RW440"]


@pytest.mark.parametrize("text", ["scoring: {odd: 1 / 0}", "invariants: {odd: 1 mod (3 - 3) is 0}"])
def test_what_always_divides_by_zero(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, with_section(text)) == ["RW441"]


@pytest.mark.parametrize(
    "text",
    [
        drawing(f"gain {'9' * 31} coins"),
        drawing(f"gain {'9' * 5000} coins"),
        changed("rank: 1..9", f"rank: 1..{'9' * 31}"),
    ],
)
def test_long_numbers(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, text)[0] == "RW240"


def test_long_formulas(tmp_path: Path) -> None:
    assert codes(tmp_path, with_section(f"define:\n  long: {'1 + ' * 700_000}1")) == ["RW241"]
    assert codes(tmp_path, changed("Your turn", f"Your turn {{{'1 + ' * 700_000}1}}")) == ["RW241"]


def test_the_end_of_what_is_not_under_way(tmp_path: Path) -> None:
    assert codes(tmp_path, changed("    shuffle deck", "    end turn")) == ["RW342"]
    assert codes(tmp_path, changed("      turn:\n", "      first: end turn\n      turn:\n")) == ["RW342"]


def test_messages_end_somewhere(tmp_path: Path) -> None:
    unknown = "\n".join(f"  d{number}: nothing_{number}" for number in range(3000))
    messages = found(tmp_path, with_section(f"define:\n{unknown}"))
    assert len(messages) == MOST_KEPT
    problems = Problems()
    problems.take(messages)
    assert "and 200 or more; mend the first" in render_all(problems, colour=False)


def test_no_name_is_near_to_a_long_word() -> None:
    assert did_you_mean("d" * 100_000, ["d", "d" * 99_999]) is None
    assert did_you_mean("d2999", [f"d{number}" for number in range(5000)]) == "did you mean `d2999`?"
