"""Policies: at random, the first, by a script, and a person at a terminal."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Const
from rulewright.dsl.types import NUMBER
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View
from rulewright.interpreter.policy import QuitGame, UndoWanted, console, first, scripted, uniform
from tests.interpreter import tiny
from tests.interpreter.tiny import NOTHING, ROUND, block, choice, option


def view() -> View:
    """A may add 1, 2 or 3."""
    return Match.start(tiny.counter(), 2).view(0)


def numbers(*values: int) -> View:
    """A chooses one of these numbers."""
    pick = ir.PickSpec("n", 1, Const(values), NUMBER)
    asks = choice(Const(0), option("phases.round", 1, (pick,), label="The number"), empty=1)
    flow = tiny.table((block(0, asks, scope=ROUND), block(1, ir.GameEnd(NOTHING, 0))))
    return Match.start(flow, 2).view(0)


class Terminal:
    """Answers in order, then the end of the input; keeps what was written."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.written: list[str] = []

    def read(self, prompt: str) -> str:
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def write(self, text: str) -> None:
        self.written.append(text)


# ------------------------------------------------------------------------------------------------ without a person


def test_uniform():
    policy, again = uniform(3), uniform(3)
    chosen = [policy(view()) for _ in range(900)]
    assert chosen == [again(view()) for _ in range(900)]
    assert set(chosen) == {0, 1, 2} and all(250 < count < 350 for count in Counter(chosen).values())


def test_first():
    assert first(view()) == 0


def test_scripted_takes_texts_and_labels():
    policy = scripted(["add 2", "ADD, 3", "Add 1"])
    assert [policy(view()) for _ in range(3)] == [1, 2, 0]


def test_scripted_and_not_on_offer():
    with pytest.raises(PlayError, match="`add 4` cannot be chosen; on offer: `add 1`, `add 2`, `add 3`") as caught:
        scripted(["add 4"])(view())
    assert caught.value.code == "RW907"


def test_a_script_that_is_at_its_end():
    policy = scripted(["add 2"])
    policy(view())
    with pytest.raises(PlayError, match="the script of A has no more choices"):
        policy(view())


# ------------------------------------------------------------------------------------------------ a person


def test_what_is_shown():
    terminal = Terminal("2")
    assert console(terminal.read, terminal.write)(view()) == 1
    assert terminal.written == [
        "Tiny · round · as A sees it\ncount 0   deck: ▒×5\nempty: pool, box\n▸A (you)\n B",
        "A: What?",
        "    1  Add 1",
        "    2  Add 2",
        "    3  Add 3",
    ]


@pytest.mark.parametrize(("answer", "index"), [("3", 2), (" 1 ", 0), ("add 2", 1), ("Add 3", 2), ("03", 2)])
def test_answers(answer, index):
    terminal = Terminal(answer)
    assert console(terminal.read, terminal.write)(view()) == index


@pytest.mark.parametrize("answer", ["", "0", "4", "-1", "add", "²", "٣", "9" * 5000, "u", "undo", "add 1 2"])
def test_an_answer_that_is_none_is_asked_for_again(answer):
    terminal = Terminal(answer, "1")
    assert console(terminal.read, terminal.write)(view()) == 0
    assert len(terminal.written) == 6
    assert "a number from 1 to 3" in terminal.written[-1] or "taken back" in terminal.written[-1]


def test_how_to_answer():
    terminal = Terminal("add 9", "", "1")
    console(terminal.read, terminal.write, undo=True)(view())
    how = "Please type a number from 1 to 3, `?` for the rule, `t` for the table, `u` to take back, `q` to leave."
    assert terminal.written[-2:] == [f"`add 9` is not on offer. {how}", how]


def test_a_number_is_the_one_in_front_and_else_the_text():
    ask = console
    assert ask(Terminal("2").read, Terminal().write)(numbers(9, 7, 2)) == 1
    assert ask(Terminal("7").read, Terminal().write)(numbers(9, 7, 2)) == 1
    assert ask(Terminal("9").read, Terminal().write)(numbers(9, 7, 2)) == 0


@pytest.mark.parametrize("answer", ["q", "Q", "quit"])
def test_leaving(answer):
    with pytest.raises(QuitGame, match="the game was left"):
        console(Terminal(answer).read, Terminal().write)(view())


def test_the_end_of_the_input():
    with pytest.raises(QuitGame, match="the input has ended") as caught:
        console(Terminal("what").read, Terminal().write)(view())
    assert caught.value.__suppress_context__


def test_the_rule_behind_it():
    terminal = Terminal("?", "1")
    console(terminal.read, terminal.write, explain=lambda seen: f"as {seen.asked[0].address} says")(view())
    assert terminal.written[-1] == "as phases.round says"
    terminal = Terminal("?", "1")
    console(terminal.read, terminal.write)(view())
    assert terminal.written[-1] == "phases.round"


@pytest.mark.parametrize("answer", ["u", "Undo"])
def test_taking_back(answer):
    with pytest.raises(UndoWanted):
        console(Terminal(answer).read, Terminal().write, undo=True)(view())


def test_an_option_called_like_a_command_can_be_chosen_by_its_text():
    asks = choice(Const(0), option("actions.x", 1), option("actions.q", 1), empty=1)
    flow = tiny.table((block(0, asks, scope=ROUND), block(1, ir.GameEnd(NOTHING, 0))))
    assert console(Terminal("q").read, Terminal().write)(Match.start(flow, 2).view(0)) == 1


def test_the_table_and_what_is_looked_at() -> None:
    asked: list[tuple[str, object]] = []

    def look(seen: View, words: str) -> str | None:
        asked.append(("look", words))
        return "a card" if words == "ace" else None

    terminal = Terminal("t", "ace", "? ace", "?ten", "ten", "1")
    policy = console(terminal.read, terminal.write, show=lambda seen, wanted: asked.append(("table", wanted)), look=look)
    assert policy(view()) == 0
    assert asked == [("table", False), ("table", True), *(("look", words) for words in ("ace", "ace", "ten", "ten"))]
    assert terminal.written[4:7] == ["a card", "a card", "Nothing is called `ten`."]
    assert terminal.written[7].startswith("`ten` is not on offer.") and "a name to look at" in terminal.written[7]
