"""Games kept as their choices, and played again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Arithmetic, Const
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.match import Match
from rulewright.interpreter.transcript import Transcript, record, replay
from tests.interpreter import tiny
from tests.interpreter.tiny import NOTHING, block, choice, option


def played(*texts: str, flow: ir.Flow | None = None, seed: int = 3) -> Match:
    """A game of the counter, unless said otherwise."""
    match = Match.start(flow or tiny.counter(), 2, seed)
    for text in texts:
        match.choose(text)
    return match


def failing(transcript: Transcript, flow: ir.Flow | None = None, force: bool = False) -> PlayError:
    with pytest.raises(PlayError) as caught:
        replay(flow or tiny.counter(), transcript, force)
    return caught.value


def changed(**how: object) -> Transcript:
    """The transcript of two choices with something else in it."""
    return replace(record(played("add 3", "add 2")), **how)  # type: ignore[arg-type]


def test_what_is_kept():
    match = played("add 3", "add 2")
    transcript = record(match)
    assert transcript == Transcript(
        "tiny", "0123456789abcdef", 2, 3, (("A", "add 3"), ("B", "add 2")), match.state.digest()
    )


def test_as_text_a_line_for_each_choice():
    transcript = record(played("add 3", "add 2"))
    lines = [json.loads(line) for line in transcript.save().splitlines()]
    assert lines[0] == {"rulewright": 1, "game": "tiny", "digest": "0123456789abcdef", "players": 2, "seed": 3,
                        "last": transcript.last}  # fmt: skip
    assert lines[1:] == [["A", "add 3"], ["B", "add 2"]]
    assert Transcript.load(transcript.save()) == transcript
    assert Transcript.load("\n" + transcript.save().replace("\n", "\r\n\n")) == transcript


@pytest.mark.parametrize("texts", [(), ("add 3",), ("add 3", "add 3", "add 3", "add 1")])
def test_the_same_game_again(texts):
    match = played(*texts)
    again = replay(tiny.counter(), record(match))
    assert (
        again.state == match.state
        and again.history == match.history
        and again.log(detail=True) == match.log(detail=True)
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_same_chance_again(seed):
    match = Match.start(tiny.cards(), 2, seed)
    while not match.over:
        match.choose(len(match.options) - 1)
    again = replay(tiny.cards(), Transcript.load(record(match).save()))
    assert again.over and again.state == match.state


# ------------------------------------------------------------------------------------------------ refusals


def test_a_changed_rulebook():
    error = failing(changed(), replace(tiny.counter(), digest="f" * 16))
    assert error.code == "RW920" and "the rulebook `tiny` has changed since it was played" in error.message
    assert "recorded with 0123456789abcdef, now ffffffffffffffff" in error.message and "`force`" in error.message


def test_another_rulebook():
    error = failing(changed(), replace(tiny.counter(), digest="f" * 16, name="chess"))
    assert error.code == "RW920" and "it was played with `tiny`, and this is `chess`" in error.message


def test_a_changed_rulebook_by_force():
    later = replace(tiny.counter(), digest="f" * 16)
    again = replay(later, changed(last="0" * 16), force=True)
    assert [chosen.text for chosen in again.history] == ["add 3", "add 2"]
    error = failing(changed(choices=(("A", "add 4"),)), later, force=True)
    assert error.code == "RW921"


def test_force_forgives_nothing_where_the_rulebook_is_the_same():
    assert failing(changed(last="0" * 16), force=True).code == "RW921"


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ((("A", "add 3"), ("B", "add 4")), "choice 2 of the transcript, by B at phases.round: `add 4` cannot be chosen"),
        ((("B", "add 3"),), "choice 1, `add 3` by B, does not fit: A decides at phases.round"),
        ([("A", "add 3"), ("B", "add 3"), ("A", "add 3"), ("B", "add 1"), ("A", "add 1")],
         "choice 5, `add 1` by A, does not fit: the game is over"),
    ],
)  # fmt: skip
def test_choices_that_do_not_fit(choices, words):
    error = failing(changed(choices=tuple(choices)))
    assert error.code == "RW921" and words in error.message


def test_another_last_state():
    error = failing(changed(last="0" * 16))
    assert error.code == "RW921" and "the last state is not the one" in error.message


def test_a_wrong_number_of_players():
    error = failing(changed(players=7))
    assert error.code == "RW921" and "is for 2 to 3 players, not 7" in error.message


def test_a_game_that_ended_in_an_error_ends_in_it_again():
    broken = tiny.change(Arithmetic("/", Const(1), Const(0)))
    flow = tiny.table((block(0, choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1)),
                       block(1, ir.GameEnd(NOTHING, 0), broken)))  # fmt: skip
    match = Match.start(flow, 2)
    with pytest.raises(PlayError):
        match.choose("x")
    assert failing(record(match), flow).code == "RW905"


@pytest.mark.parametrize(
    "text",
    ["", "what", "[]", "null", "3", '{"rulewright": 1}', '{"rulewright": 1, "game": "tiny", "digest": "0"}',
     *(record(played("add 3")).save() + line for line in ("{}", '"ab"', '["A"]', '["A", 3]', '["A", "add 1", "x"]', "[")),
     record(played()).save().replace('"players": 2', '"players": "two"')],
)  # fmt: skip
def test_texts_that_are_no_transcript(text):
    with pytest.raises(PlayError, match="this is not a transcript") as caught:
        Transcript.load(text)
    assert caught.value.code == "RW921"


def test_a_transcript_of_another_format():
    with pytest.raises(PlayError, match="format 2; 1 is known here"):
        Transcript.load(record(played()).save().replace('"rulewright": 1', '"rulewright": 2'))


HEAD = {"rulewright": 1, "game": "tiny", "digest": "0123456789abcdef", "players": 2, "seed": 3, "last": "0"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ('"players": 1e999', "`players` must be a whole number"),
        ('"players": "\u0663"', "`players` must be a whole number"),
        ('"players": true', "`players` must be a whole number"),
        ('"seed": 3.7', "`seed` must be a whole number"),
        ('"rulewright": true', "`rulewright` must be a whole number"),
        ('"last": null', "`last` must be a text"),
        ('"more": 1', "`more` is not known here"),
        ('"seed": ' + "[" * 100_000, "nested too deep"),
        ('"seed": ' + "9" * 5000, "line 2"),
    ],
    ids=lambda text: text[:20],
)
def test_a_head_that_is_not_as_it_should_be(change, words):
    name = json.loads(change.partition(":")[0])
    fields = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in HEAD.items() if key != name]
    with pytest.raises(PlayError, match=words) as caught:
        Transcript.load("\n{" + ", ".join([*fields, change]) + "}\n")
    assert caught.value.code == "RW921" and "line 2" in caught.value.message


def test_the_line_of_a_choice_that_is_none():
    with pytest.raises(PlayError, match="line 3: a choice is a seat and an option"):
        Transcript.load(record(played("add 3")).save() + '["A"]\n')


def test_another_name_in_a_transcript_of_this_rulebook():
    error = failing(changed(name="chess"))
    assert error.code == "RW921" and "line 1" in error.message
