"""Each operation of a variant, on each kind of place."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.interpreter import Match
from tests.dsl.variants.files import errors_of, flow_words, loaded, write_base, write_variant


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_base(tmp_path)


def components(folder: Path, text: str, players: int = 2) -> Counter[str]:
    flow = loaded(folder, text).flow
    return Counter(each.name for each in flow.components if players in each.seats)


def text_of(folder: Path, address: str, text: str) -> list[str]:
    """The words of the ops in the blocks of a node, by their places in the files."""
    game = loaded(folder, text)
    found = []
    for block in game.flow.blocks:
        if game.flow.scopes[block.scope].address == address:
            found += [game.flow.origins[op.origin].span.text for op in block.ops if hasattr(op, "origin")]
    return [" ".join(each.split()) for each in found]


# ------------------------------------------------------------------------------------------------ set


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("players: 3..4", "players [3, 4]"),
        ("title: Big shells", 'title "Big shells (changed)"'),
        ("options.rounds.default: 7", None),
        ("zones.beach.order: row", None),
        ("zones.bag.size: 9", None),
        ("phases.round.turn.ask: Well?", None),
        ("phases.round.repeat: until no(sea)", None),
        ("components.red.for.n: 1..2", None),
        ("define.Player.wealth: count(bag)", None),
        ("define.mood.cases.otherwise: 0", None),
        ("define.mood: 3", None),
        ("define.Player.rich: wealth >= n", None),
        ("kinds.Shell.worth: 0..12", None),
        ("triggers.gull.if: s.worth > 1", None),
        ("actions.fetch_one.choose.shell: beach where worth > 1", None),
        ("end.over.winner: all_lowest(players by wealth)", None),
        ("rules.of players: SHE-2", None),
        ("lone options: ask", None),
        ("phases.round.turn.title: A turn", None),
    ],
)
def test_set_changes_one_thing(folder: Path, line: str, seen: str | None) -> None:
    game = loaded(folder, f"set:\n  {line}\n")
    assert game.flow.digest != load(folder).flow.digest
    assert seen is None or seen in flow_words(game)


def test_set_a_cell_of_a_row_and_of_a_table(folder: Path) -> None:
    flow = loaded(folder, "set: {components.rare.rows.Pearl.worth: 5, components.odd.rows.Crab.worth: 8}\n").flow
    worth = {each.name: each.values[1] for each in flow.components}
    assert (worth["Pearl"], worth["Conch"], worth["Crab"], worth["Star"]) == (5, 7, 8, 2)


def test_set_copies_for_a_number_of_players(folder: Path) -> None:
    text = "set:\n  components.blue.copies.players 2: 1\n"
    assert components(folder, text)["blue"] == 1
    assert components(folder, text, 3)["blue"] == 6


def test_set_keeps_what_else_a_node_says(folder: Path) -> None:
    game = loaded(folder, "set:\n  phases.round.turn.menu: [rest]\n")
    assert next(scope.rules for scope in game.flow.scopes if scope.address == "phases.round.turn") == ("SHE-2",)


# ------------------------------------------------------------------------------------------------ add


def test_add_a_node_and_an_option_of_a_menu(folder: Path) -> None:
    text = """\
add:
  actions.dive: {label: Dive, if: some(sea), do: move top(sea) to bag}
  phases.round.turn.menu: dive
"""
    match = Match.start(loaded(folder, text).flow, 2, seed=1)
    assert [option.text for option in match.options][-1] == "dive"


def test_add_members(folder: Path) -> None:
    text = """\
add:
  kinds.Colour: [green]
  components.rare.rows: {name: Jade, colour: green, worth: 4}
  components.odd.rows: [{name: Kelp, colour: green, worth: 1}]
  words: [bring]
"""
    assert components(folder, text) >= Counter(Jade=1, Kelp=1, Pearl=1)


def test_add_a_condition_beside_another(folder: Path) -> None:
    game = loaded(folder, "add:\n  triggers.gull.if: p.taken < 2\n  laws.wash.whenever: some(sea)\n")
    conditions = {scope.address: scope.condition for scope in game.flow.scopes}
    assert conditions["triggers.gull"] == "s.worth > 8 and p.taken < 2"
    assert conditions["laws.wash"] == "count(beach) > 5 and some(sea)"


def test_an_added_condition_with_or_stands_in_brackets(folder: Path) -> None:
    game = loaded(folder, "add:\n  actions.fetch_one.if: some(sea) or no(sea)\n")
    condition = next(s.condition for s in game.flow.scopes if s.address == "actions.fetch_one")
    assert condition == "some(beach) and (some(sea) or no(sea))"


def test_an_added_condition_holds_beside_the_whole_other_one(folder: Path) -> None:
    game = loaded(folder, "set:\n  laws.wash.whenever: no(sea) or no(beach)\nadd:\n  laws.wash.whenever: some(sea)\n")
    assert game.flow


def test_add_a_condition_where_there_is_none(folder: Path) -> None:
    game = loaded(folder, "add:\n  actions.rest.if: some(bag)\n")
    assert next(s.condition for s in game.flow.scopes if s.address == "actions.rest") == "some(bag)"


def test_add_statements_and_steps_at_the_end(folder: Path) -> None:
    text = """\
add:
  phases.round.tide.do: say "The tide is over"
  phases.round.evening: {say: Night falls}
  phases.round:
    night: {if: stormy, do: move beach to sea}
  setup.gift: |
    for p in players clockwise from first(players): move top(sea) to p.bag
"""
    game = loaded(folder, text)
    order = [scope.address for scope in game.flow.scopes if scope.address.startswith("phases.round.")]
    assert order == ["phases.round.tide", "phases.round.turn", "phases.round.evening", "phases.round.night"]


@pytest.mark.parametrize(("kind", "place"), [("before", 0), ("after", 1)])
def test_add_beside_a_step(folder: Path, kind: str, place: int) -> None:
    game = loaded(folder, f"add {kind}:\n  phases.round.tide:\n    dawn: {{say: Dawn}}\n")
    order = [scope.address for scope in game.flow.scopes if scope.address.startswith("phases.round.")]
    assert order.index("phases.round.dawn") == place


def test_add_beside_a_member_of_a_menu(folder: Path) -> None:
    text = "add: {actions.dive: {label: Dive, do: move top(sea) to bag}}\nadd before: {phases.round.turn.menu.rest: dive}\n"
    match = Match.start(loaded(folder, text).flow, 2, seed=1)
    assert [option.text for option in match.options][-2:] == ["dive", "rest"]


def test_add_beside_a_statement_inside_another(folder: Path) -> None:
    text = """\
add after:
  phases.round.tide.do:
    move top(sea) to p.bag: say "{p} gets one"
add before:
  phases.round.tide.do: say "The tide comes"
"""
    words = text_of(folder, "phases.round.tide", text)
    assert words[0] == '"The tide comes"'
    assert words.index('"{p} gets one"') > words.index("move top(sea) to p.bag")


def test_add_a_case(folder: Path) -> None:
    text = "add before:\n  define.mood.cases.otherwise:\n    count(beach) > 1: 3\n"
    assert loaded(folder, text)


# ------------------------------------------------------------------------------------------------ replace, remove, wrap


def test_replace_a_node(folder: Path) -> None:
    text = "replace:\n  actions.rest: {label: Sleep, do: move top(sea) to bag}\n"
    titles = {scope.address: scope.title for scope in loaded(folder, text).flow.scopes}
    assert titles["actions.rest"] == "Sleep"


def test_replace_one_statement(folder: Path) -> None:
    text = """\
replace:
  phases.round.tide.do:
    move top(sea) to beach: |
      move top(sea) to beach
      do original
"""
    assert text_of(folder, "phases.round.tide", text).count("move top(sea) to beach") == 2


def test_remove_things(folder: Path) -> None:
    text = """\
remove:
  - triggers.gull
  - laws.wash
  - phases.round.turn.menu.rest
  - actions.rest
  - components.rare.rows.Pearl
  - phases.round.tide.if
  - phases.round.tide.do: move top(sea) to beach
"""
    game = loaded(folder, text)
    assert not {"triggers.gull", "laws.wash", "actions.rest"} & {scope.address for scope in game.flow.scopes}
    assert "Pearl" not in {each.name for each in game.flow.components}
    assert "move top(sea) to beach" not in text_of(folder, "phases.round.tide", text)


def test_wrap_a_formula(folder: Path) -> None:
    text = "wrap:\n  define.Player.wealth: if stormy then 0 else original\n  triggers.gull.if: stormy or original\n"
    game = loaded(folder, text)
    assert next(s.condition for s in game.flow.scopes if s.address == "triggers.gull") == "stormy or s.worth > 8"


def test_wrap_a_block(folder: Path) -> None:
    text = 'wrap:\n  phases.round.tide.do: |\n    if stormy: say "Storm"\n    else: do original\n'
    assert "move top(sea) to beach" in text_of(folder, "phases.round.tide", text)


def test_wrap_a_step(folder: Path) -> None:
    game = loaded(folder, "wrap:\n  phases.round.tide:\n    weather: {if: stormy}\n")
    assert "phases.round.weather.tide" in {scope.address for scope in game.flow.scopes}


def test_wrap_a_step_with_steps_around_it(folder: Path) -> None:
    text = """\
wrap:
  phases.round.tide:
    weather:
      steps:
        clouds: {say: Clouds}
        original:
        sun: {say: Sun}
"""
    order = [s.address for s in loaded(folder, text).flow.scopes if s.address.startswith("phases.round.weather.")]
    assert [each.rpartition(".")[2] for each in order] == ["clouds", "tide", "sun"]


@pytest.mark.parametrize(
    "quoted", ["for p in players clockwise from first(players)", "for p in players clockwise from first(players):"]
)
def test_a_statement_with_others_in_it_is_quoted_by_its_first_line(folder: Path, quoted: str) -> None:
    text = f'replace:\n  phases.round.tide.do:\n    "{quoted}": say "Quiet"\n'
    words = text_of(folder, "phases.round.tide", text)
    assert '"Quiet"' in words and "move top(sea) to p.bag" not in words
    assert not errors_of(write_variant(folder, f'remove:\n  - phases.round.tide.do: "{quoted}"\n'))


def test_statements_in_a_cell(folder: Path) -> None:
    base = (folder / "game.yaml").read_text(encoding="utf-8")
    base = base.replace("worth: 0..9}", "worth: 0..9, gift: Effect}").replace(
        "worth: 9}", "worth: 9, gift: shuffle sea}"
    )
    (folder / "game.yaml").write_text(base, encoding="utf-8")
    address = "components.rare.rows.Pearl.gift"
    for operation in ("add", "add before", "wrap", "set", "replace"):
        new = "do original; move beach to sea" if operation == "wrap" else "move beach to sea"
        game = loaded(folder, f"{operation}:\n  {address}: {new}\n")
        assert "move beach to sea" in [game.flow.origins[op.origin].span.text for b in game.flow.blocks for op in b.ops]


# ------------------------------------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("text", "code", "line", "words"),
    [
        ("set: {zones.beech.order: row}\n", "RW163", 3, "did you mean `zones.beach`?"),
        ("set:\n  phases.round.tide.wether: 3\n", "RW163", 4, "`phases.round.tide.wether`"),
        ("set:\n  turn.menu: [rest]\n", "RW163", 4, "did you mean `phases.round.turn`?"),
        ("replace:\n  actions.fetch: {do: stop}\n", "RW163", 4, "actions.fetch_one"),
        ("remove: [triggers.gul]\n", "RW163", 3, "triggers.gull"),
        ("replace:\n  actions.fetch_one.if:\n    some(beach): some(sea)\n", "RW166", 4, "write `actions.fetch_one.if: some(beach)`"),
        ("add:\n  phases.rond.dawn: {say: Dawn}\n", "RW163", 4, "phases.round"),
        ("add:\n  actions.rest: {label: Sleep}\n", "RW164", 4, "`actions.rest.label` is there already"),
        ("add:\n  phases.round.turn.menu: rest\n", "RW164", 4, "`rest` is in"),
        ("add after:\n  phases.round.tide: {turn: {say: Now}}\n", "RW164", 4, "`turn`"),
        ("set:\n  players: 2..4\n", "RW165", 4, "is like this already"),
        ("set:\n  define.Player.wealth: sum(bag  by worth)\n", "RW165", 4, "is like this already"),
        ("wrap:\n  define.Player.wealth: 2 * count(bag)\n", "RW162", 4, "`original`"),
        ("wrap:\n  phases.round.tide.do: shuffle sea\n", "RW162", 4, "`do original`"),
        ("wrap:\n  zones.sea: {beach: {}}\n", "RW166", 4, "cannot be wrapped"),
        ("add after:\n  triggers.gull.if: some(sea)\n", "RW166", 4, "`add`"),
        ("replace:\n  phases.round.tide.do: {move top(see) to beach: stop}\n", "RW161", 4, "no statement there"),
        ("remove:\n  - zones.beach\n", "RW167", 4, "`zones.beach` is removed"),
        ("remove: [actions.rest]\n", "RW167", 3, "`actions.rest` is removed"),
        ("set:\n  players: 5..4\n", "RW139", 4, "leaves nobody"),
        ("set:\n  phases.round.turn.menu: [fech_one]\n", "RW319", 4, "fetch_one"),
        ("add:\n  define.Player.poor: wealt < 2\n", "RW310", 4, "wealth"),
        ("sett:\n  players: 3\n", "RW131", 3, "did you mean `set`?"),
        ("options: {stromy: yes}\n", "RW151", 3, "stormy"),
        ("set: {players: 3..4}\nremove: ['']\n", "RW168", 4, "is no address"),
        ("set: {.x: 1}\n", "RW168", 3, "`.x` is no address"),
        ("set: {}\noptions: {stormy: yes}\n", "RW160", 3, "nothing stands under `set`"),
        ("add: {actions.rest: {}}\n", "RW160", 3, "nothing is said for `actions.rest`"),
        ("add after: {phases.round.tide.do: [a, b]}\n", "RW166", 3, "not a list"),
        ("wrap: {define.Player.wealth: original}\n", "RW165", 3, "nothing is put around it"),
        ("remove: [{triggers.gull.do: gain 1 p.taken}]\n", "RW161", 3, "nothing is left"),
        ("remove: [{phases.round.tide.do: move top(sea) to p.bag}]\n", "RW161", 3, "nothing is left"),
        ("needs: changed\nset: {players: 3..4}\n", "RW153", 3, "cannot need itself"),
        ("options: {stormy: maybe}\n", "RW420", 3, "`stormy` is yes or no"),
        ("replace:\n  actions: {rest: {label: Sleep}}\n", "RW166", 4, "name what changes in it: `actions.rest: ...`"),
        ("set:\n  state.tired: {type: Flag}\n", "RW163", 4, "What is new is brought by `add`"),
        ("set: {players: 3..4}\nreplace: {players: 2..3}\n", "RW166", 4, "anew twice"),
        ("set:\n  define.Player.wealth: original + 1\n", "RW310", 4, "`wrap`"),
        ("after: [qick]\nset: {players: 3..4}\n", "RW152", 3, "no variant `qick`"),
        ("title: Nothing\n", "RW160", 1, "changes nothing"),
        ("needs: [wind]\nset: {players: 3..4}\n", "RW153", 3, "`wind`, which is not there"),
        ("needs: [stormy]\nset: {players: 3..4}\n", "RW153", 3, "--with stormy"),
        ("conflicts: [stormy]\noptions: {stormy: yes}\n", "RW154", 3, "`stormy`"),
    ],
)
def test_a_mistake_is_told_at_the_variants_own_line(folder: Path, text: str, code: str, line: int, words: str) -> None:
    path = write_variant(folder, text)
    (error,) = errors_of(path)
    assert (error.rule.code, error.span.source.name, error.span.line) == (code, str(path), line)
    assert words in str(error)


def test_a_message_about_the_rulebook_names_the_line_of_the_variant(folder: Path) -> None:
    path = write_variant(folder, "set:\n  phases.round.turn.repeat: 2 times\n")
    (error,) = errors_of(path)
    assert error.rule.code == "RW136" and error.span.source.name.endswith("game.yaml")
    assert [(label.span.source.name, label.span.line) for label in error.labels][-1] == (str(path), 4)


def test_a_need_that_is_met(folder: Path) -> None:
    path = write_variant(folder, "needs: [stormy]\nset: {players: 3..4}\n")
    assert not errors_of(path, stormy=True)
    assert not errors_of(path, "stormy")
    assert not errors_of(write_variant(folder, "needs: [stormy]\noptions: {stormy: yes}\nset: {players: 3..4}\n"))
    assert [each.rule.code for each in errors_of(path, stormy=False)] == ["RW153"]


def test_a_rulebook_one_folder_up_is_named_so(folder: Path) -> None:
    path = folder / "variants" / "below.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("variant: below\nof: game.yaml\nset: {players: 3}\n", encoding="utf-8")
    (told,) = errors_of(path)
    assert (told.rule.code, told.hint) == ("RW101", "write `../game.yaml`")


def test_what_is_wrong_with_the_rulebook_is_not_put_down_to_a_variant(folder: Path) -> None:
    game = folder / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("if: some(beach)", "if: some(beech)"), encoding="utf-8")
    (told,) = errors_of(write_variant(folder, "set: {actions.fetch_one.label: Fetch}\n"))
    assert told.rule.code == "RW310" and not told.labels
    brought = errors_of(write_variant(folder, "remove: [zones.sea]\n"))
    assert any(each.rule.code == "RW167" for each in brought)
