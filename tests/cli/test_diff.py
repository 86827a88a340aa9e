"""`rulewright diff`: what it says about each kind of change, and what it does not take for one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from rulewright.__main__ import commands
from rulewright.dsl import Problems
from rulewright.dsl.document import Mapping, Node, Scalar, Sequence, compose
from rulewright.dsl.text_files import read_source
from tests.dsl.variants.files import BASE, write_base, write_variant

GAMES = sorted(Path("games").glob("*/game.yaml"))


def call(*arguments: str) -> Result:
    return CliRunner().invoke(commands, list(arguments))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_base(tmp_path)


def records(folder: Path, *more: str) -> list[dict[str, object]]:
    result = call("diff", str(folder), *more, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == bool(found), result.output
    assert isinstance(found, list)
    return found


def changed(folder: Path, text: str) -> list[str]:
    """What a variant changes: kind and sentence of each difference."""
    return [f"{each['kind']}: {each['sentence']}" for each in records(folder, str(write_variant(folder, text)))]


CHANGES = [
    ("set: {players: 3..4}", "players: The game is for 3 to 4 players instead of 2 to 4."),
    ("set: {title: Mussels}", 'text: `title` reads "Mussels" instead of "Shells".'),
    ("options: {rounds: 4}", "number: `options.rounds` is `4` instead of `3`."),
    ("options: {stormy: yes}", "changed: `options.stormy` is `yes` instead of `no`."),
    ("add: {kinds.Colour: green}", "added: `kinds.Colour` has `green`, too."),
    ("set: {kinds.Shell.worth: 0..12}", "number: `kinds.Shell.worth.type` is `0..12` instead of `0..9`."),
    ("set: {components.red.copies: 3}", "number: `components.red.copies` is `3` instead of `1`: two of each more."),
    ("remove: [components.rare.rows.Conch]",
     "removed: `components.rare.rows.Conch` is gone: a row, `colour: blue; worth: 7`."),
    ("set: {components.odd.rows.Crab.worth: 4}", "number: `components.odd.rows.Crab.worth` is `4` instead of `3`."),
    ("set: {zones.bag.seen by: all}",
     "visibility: What lies face down in `zones.bag` is seen by `all` instead of `owner`."),
    ("set: {zones.beach.face: down}", "visibility: What enters `zones.beach` lies face `down` instead of `up`."),
    ("set: {zones.bag.counted by: owner}",
     "visibility: How many there are in `zones.bag` is seen by `owner` instead of `all`."),
    ("set: {zones.beach.size: 7}", "added: `zones.beach.size` is new: `7`."),
    ("set: {state.taken.type: 0..5}", "number: `state.taken.type` is `0..5` instead of `0..9`."),
    ("set: {define.Player.wealth: 2 * sum(bag by worth)}",
     "changed: `define.Player.wealth` is `2 * sum(bag by worth)` instead of `sum(bag by worth)`."),
    ("wrap: {define.Player.wealth: 2 * original}",
     "changed: `define.Player.wealth` is `2 * sum(bag by worth)` instead of `sum(bag by worth)`."),
    ("wrap: {define.Player.rich: not original}",
     "changed: `define.Player.rich` is `not wealth > n` instead of `wealth > n`."),
    ("set: {define.mood.cases.otherwise: 0}", "number: In `define.mood`, `otherwise` gives `0` instead of `1`."),
    ("add before: {define.mood.cases.otherwise: {no(beach): 5}}",
     "added: In `define.mood`, `no(beach)` is a new case: `5`."),
    ("remove: [define.mood.cases.count(beach) > 3]",
     "removed: In `define.mood`, `count(beach) > 3` is no longer a case: `2`."),
    ("add: {setup.more: move top(sea) to beach}",
     "added: `setup.more` is new, after `mixing`: a step, `do: move top(sea) to beach`."),
    ("add after: {phases.round.tide: {ebb: {say: Ebb}}}",
     "added: `phases.round.ebb` is new, after `tide`: a step, `say: Ebb`."),
    ("set: {phases.round.repeat: 4 times}", "changed: `phases.round.repeat` is `4 times` instead of `rounds times`."),
    ("set: {phases.round.turn.ask: Well?}", 'text: `phases.round.turn.ask` reads "Well?" instead of "Your turn".'),
    ("set: {phases.round.tide.say: The tide}", 'text: `phases.round.tide.say` is new: "The tide".'),
    ("remove: [{phases.round.turn.menu: rest}]", "option removed: `phases.round.turn` no longer offers `rest`."),
    ("set: {phases.round.turn.menu: [rest, fetch_one]}",
     "moved: `phases.round.turn.menu` is in another order: rest, fetch_one."),
    ("replace: {phases.round.tide.do: {move top(sea) to beach: 'move top(sea, 2) to beach'}}",
     "changed: `phases.round.tide` does `move top(sea, 2) to beach` instead of `move top(sea) to beach`."),
    ("add after: {phases.round.tide.do: {move top(sea) to p.bag: gain 1 p.taken}}",
     "added: `phases.round.tide` does `gain 1 p.taken`, too, after `move top(sea) to p.bag`."),
    ("remove: [{phases.round.tide.do: move top(sea) to beach}]",
     "removed: `phases.round.tide` no longer does `move top(sea) to beach`."),
    ("add: {actions.fetch_one.if: no(bag)}",
     "condition added: `actions.fetch_one.if` asks for one more condition: `no(bag)`."),
    ("wrap: {actions.fetch_one.if: original and no(bag) or stormy}",
     "changed: `actions.fetch_one.if` is `some(beach) and no(bag) or stormy` instead of `some(beach)`."),
    ("wrap: {laws.wash.whenever: (original or stormy) and no(sea)}",
     "changed: `laws.wash.whenever` is `(count(beach) > 5 or stormy) and no(sea)` instead of `count(beach) > 5`."),
    ("set: {players: 1}", "players: The game is for 1 player instead of 2 to 4."),
    ("set: {actions.rest.if: no(bag)}", "condition added: `actions.rest.if` asks for a condition now: `no(bag)`."),
    ("remove: [phases.round.tide.if]",
     "condition removed: `phases.round.tide.if` no longer asks for `some(sea)`, so it has no condition."),
    ("set: {triggers.gull.if: s.worth > 8 and no(sea)}",
     "condition added: `triggers.gull.if` asks for one more condition: `no(sea)`."),
    ("remove: [actions.fetch_one.do]", "removed: `actions.fetch_one.do` is gone; it was `move shell to bag as fetch`."),
    ("set: {phases.round.tide.do: shuffle sea}",
     "changed: `phases.round.tide` does `shuffle sea` instead of `move top(sea) to beach; for p in players clockwise "
     "from first(players): move top(sea) to p.bag`."),
    ("set: {laws.wash.whenever: count(beach) > 4}",
     "number: `laws.wash.whenever` is `count(beach) > 4` instead of `count(beach) > 5`."),
    ("set: {actions.fetch_one.choose: {shell: beach where worth < 5}}",
     "changed: In `actions.fetch_one` `shell` is chosen from `beach where worth < 5` instead of `beach`."),
    ("replace: {triggers.gull.do: gain 2 p.taken}",
     "number: `triggers.gull` does `gain 2 p.taken` instead of `gain 1 p.taken`."),
    ("set: {triggers.gull.after: move Shell s to p.bag}",
     "changed: `triggers.gull.after` is `move Shell s to p.bag` instead of `move Shell s to p.bag as fetch`."),
    ("remove: [laws.wash]",
     "removed: `laws.wash` is gone: a law, `whenever: count(beach) > 5; do: move beach to sea`."),
    ("set: {end.over.winner: all_lowest(players by wealth)}",
     "changed: `end.over.winner` is `all_lowest(players by wealth)` instead of `all_highest(players by wealth)`."),
    ("add: {scoring.shells: count(bag)}", "added: `scoring.shells` is new: a line of the scoring, `count(bag)`."),
    ("remove: [phases.round.turn.rules]",
     "rule retired: `phases.round.turn` no longer carries out SHE-2, nor does anything else."),
    ("add: {actions.rest.rules: SHE-2}", "rule added: `actions.rest` carries out SHE-2, too."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), CHANGES, ids=[text for text, _ in CHANGES])
def test_one_change_is_one_sentence(folder: Path, text: str, sentence: str) -> None:
    assert changed(folder, f"{text}\n") == [sentence]


def test_what_is_added_is_said_together_with_where_it_is_offered(folder: Path) -> None:
    told = changed(folder, "add: {actions.dive: {label: Dive, do: shuffle sea}, phases.round.turn.menu: dive}\n")
    assert told == [
        "option added: `phases.round.turn` offers `dive`, too.",
        "added: `actions.dive` is new: an action, `label: Dive; do: shuffle sea`.",
    ]


def test_a_step_that_is_wrapped_has_moved(folder: Path) -> None:
    around = "wrap: {phases.round.tide: {storm: {if: stormy}}}\n"
    told = changed(folder, f"{around}set: {{phases.round.storm.tide.say: High}}\n")
    assert told == [
        "added: `phases.round.storm` is new, before `turn`: a step, `if: stormy; with tide`.",
        "moved: `phases.round.tide` stands in `phases.round.storm` now.",
        'text: `phases.round.storm.tide.say` is new: "High".',
    ]


def rewritten(folder: Path, *pairs: tuple[str, str]) -> list[str]:
    """What is different in a copy of the rulebook in which texts were exchanged for others."""
    text = BASE
    for before, after in pairs:
        assert before in text, before
        text = text.replace(before, after)
    copy = folder / "copy.yaml"
    copy.write_text(text, encoding="utf-8")
    return [f"{each['kind']}: {each['sentence']}" for each in records(folder, str(copy))]


def test_steps_in_another_order(folder: Path) -> None:
    start, end = BASE.index("      tide:"), BASE.index("      turn:")
    tide, turn = BASE[start:end], BASE[end : BASE.index("actions:\n")]
    assert rewritten(folder, (tide + turn, turn + tide)) == ["moved: `phases.round.turn` comes first now."]


def test_one_of_several_conditions(folder: Path) -> None:
    two = "if: some(beach) and count(bag) < 4"
    (folder / "game.yaml").write_text(BASE.replace("if: some(beach)", two), encoding="utf-8")
    told = changed(folder, "set: {actions.fetch_one.if: count(bag) < 5 and some(beach)}\n")
    assert told == ["number: `actions.fetch_one.if` asks for `count(bag) < 5` instead of `count(bag) < 4`."]
    assert changed(folder, "set: {actions.fetch_one.if: some(beach)}\n") == [
        "condition removed: `actions.fetch_one.if` no longer asks for `count(bag) < 4`."
    ]


def test_a_renamed_node_is_no_other_node(folder: Path) -> None:
    told = rewritten(folder, ("fetch_one", "pick_up"), ("beach", "shore"))
    assert told == [
        "renamed: `zones.beach` is called `shore` now.",
        "renamed: `actions.fetch_one` is called `pick_up` now.",
    ]


REORDERED = """\
# The same game in another hand.
title: "Shells"
players: 2..4        # as before
rulebook: shells
zones:
  bag: {seen by: owner, per: Player, face: down, holds: Shell, counted by: all}
  beach:
    holds: Shell
    order: set
  sea: {face: down, holds: Shell, order: stack, enter: top}
words: gift, fetch
"""


def test_another_hand_is_no_difference(folder: Path) -> None:
    zones = "zones:" + REORDERED.partition("zones:")[2].partition("words")[0]
    pairs = [
        (BASE[: BASE.index("rules:")], REORDERED.partition("zones:")[0]),
        ("words: [fetch]", "words:\n  - fetch"),
        (BASE[BASE.index("zones:") : BASE.index("state:")], zones),
        ("  Player.wealth: sum(bag by worth)\n", "  Player.wealth:\n    is: >-\n      sum(bag\n      by  worth)\n"),
        ("  mixing: shuffle sea", "  mixing:\n    do: |\n      shuffle   sea   # well"),
        ("        menu: [fetch_one, rest]\n", "        menu:\n          - fetch_one\n          - rest\n"),
        ("  rest: {label: Rest, say: \"{me} rests\"}", "  rest:\n    say: '{me} rests'\n    label: \"Rest\""),
        ("of players: SHE-1}", "of players: [SHE-1..SHE-1]}"),
        ("if: s.worth > 8", "if: (s.worth   > 8)"),
        ("odd: {make: Shell, table: odd.csv, start: sea}",
         "odd: {make: Shell, start: sea, rows: [{worth: 2, colour: blue, name: Star}, "
         "{name: Crab, colour: red, worth: 3}]}"),
    ]  # fmt: skip
    assert rewritten(folder, *pairs) == []


def as_data(node: Node) -> object:
    match node:
        case Mapping():
            return {entry.key.text: as_data(entry.value) for entry in node.entries}
        case Sequence():
            return [as_data(item) for item in node.items]
        case Scalar():
            return node.text


@pytest.mark.parametrize("path", GAMES, ids=[path.parent.name for path in GAMES])
def test_a_game_in_quotes_and_without_braces_is_the_same_game(tmp_path: Path, path: Path) -> None:
    shutil.copytree(path.parent, tmp_path, dirs_exist_ok=True)
    problems = Problems()
    source = read_source(path, problems)
    root = None if source is None else compose(source, problems)
    assert root is not None
    text = yaml.safe_dump(as_data(root), default_style='"', sort_keys=False)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    result = call("diff", str(path), str(tmp_path))
    assert (result.exit_code, result.output) == (0, f"{path} -> {tmp_path}: no difference\n")


def test_what_a_variant_removes_is_gone_at_its_line(folder: Path) -> None:
    gone = ("triggers.gull", "phases.round.turn.menu: rest", "phases.round.tide.if", "components.rare.rows.Conch")
    variant = write_variant(folder, "remove:\n" + "".join(f"  - {each}\n" for each in gone))
    places = {each["address"]: each["places"] for each in records(folder, str(variant))}
    lines = {address: place["after"]["line"] for address, place in places.items() if isinstance(place, dict)}
    assert lines == {
        "triggers.gull": 4,
        "phases.round.turn.menu": 5,
        "phases.round.tide.if": 6,
        "components.rare.rows.Conch": 7,
    }
    [found] = records(folder, str(write_variant(folder, "remove:\n  - phases.round.tide.do: move top(sea) to beach\n")))
    assert found["places"] == {
        "before": {"file": str(folder / "game.yaml"), "line": BASE[: BASE.index("move top(sea)")].count("\n") + 1},
        "after": {"file": str(variant), "line": 4},
    }


def test_places_before_and_after(folder: Path) -> None:
    variant = write_variant(folder, "set:\n  components.red.worth: 5\n")
    [found] = records(folder, str(variant))
    line = BASE[: BASE.index("  red:")].count("\n") + 1
    assert found["places"] == {
        "before": {"file": str(folder / "game.yaml"), "line": line},
        "after": {"file": str(variant), "line": 4},
    }
    assert (found["before"], found["after"], found["address"]) == ("n", "5", "components.red.worth")


def test_text_and_markdown(folder: Path) -> None:
    variant = write_variant(folder, "title: Storms\nset: {players: 3..4}\nadd: {actions.rest.if: no(bag)}\n")
    said = call("diff", str(folder), str(variant))
    assert said.exit_code == 1
    assert said.output.startswith("Shells -> Storms: 2 differences\n\nplayers\n  The game is for 3 to 4 players")
    assert f"    {folder / 'game.yaml'}:3  2..4\n    {variant}:4  3..4\n\nactions\n" in said.output
    page = call("diff", str(folder), "--with", "changed", "--as", "md").output
    assert page.startswith("# Shells -> Storms\n\n2 differences.\n\n## players\n\n- The game is for 3 to 4")
    assert f"({folder / 'game.yaml'}:3, {variant}:4)" in page


def test_variants_and_options_of_the_command_line(folder: Path) -> None:
    write_variant(folder, "set: {players: 3..4}\n", "one")
    write_variant(folder, "set: {title: Two}\n", "two")
    assert len(records(folder, "--with", "one,two,stormy", "--set", "rounds=5")) == 4
    two = str(folder / "two.yaml")
    assert [each["kind"] for each in records(folder / "one.yaml", two)] == ["text", "players"]
    assert len(records(folder / "one.yaml", "--set", "rounds=5")) == 1


def test_rules_of_the_printed_game(folder: Path) -> None:
    text = BASE.replace("rules.yaml", "others.yaml").replace("SHE-2", "SHE-4")
    (folder / "other.yaml").write_text(text, encoding="utf-8")
    rules = "- {id: SHE-1, section: Players, text: Two or more.}\n- {id: SHE-4, section: Turn, text: A turn.}\n"
    rules += "- {id: SHE-3, section: Sea, text: The sea.}\n"
    (folder / "others.yaml").write_text(rules, encoding="utf-8")
    assert [each["sentence"] for each in records(folder, str(folder / "other.yaml"))] == [
        '`rules.SHE-1.text` reads "Two or more." instead of "Two to four.".',
        "Rule `SHE-2` is called `SHE-4` now.",
        'Rule `SHE-3` is new: "The sea".',
    ]


def test_wrong_arguments_and_broken_rulebooks(folder: Path) -> None:
    alone = call("diff", str(folder))
    assert alone.exit_code == 2 and "name a second one" in alone.output
    assert call("diff", str(folder), "nowhere.yaml").exit_code == 2
    (folder / "broken.yaml").write_text(BASE.replace("move beach to sea", "move beech to sea"), encoding="utf-8")
    broken = call("diff", str(folder), str(folder / "broken.yaml"))
    assert broken.exit_code == 1 and "did you mean `beach`?" in broken.output
