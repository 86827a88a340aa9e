"""Several variants together: their order, their needs, what they both touch, and where they are found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.dsl import load
from tests.dsl.variants.files import errors_of, write_base, write_variant


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_base(tmp_path)


def pair(folder: Path, first: str, second: str) -> list[str]:
    write_variant(folder, first, "one")
    write_variant(folder, second, "two")
    return [str(each) for each in errors_of(folder, "one", "two")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("set: {players: 3..4}\n", "options: {rounds: 4}\n"),
        ("add: {actions.a: {do: shuffle sea}, phases.round.turn.menu: a}\n",
         "add: {actions.b: {do: shuffle sea}, phases.round.turn.menu: b}\n"),
        ("add: {triggers.gull.if: some(sea)}\n", "add: {triggers.gull.if: some(beach)}\n"),
        ("add: {kinds.Colour: green}\n", "add: {kinds.Colour: black}\n"),
        ("set: {phases.round.turn.ask: Well?}\n", "set: {phases.round.turn.title: Turn}\n"),
    ],
)  # fmt: skip
def test_variants_that_combine(folder: Path, first: str, second: str) -> None:
    assert pair(folder, first, second) == []
    assert load(folder, variants=["one", "two"]).flow.name == "shells+one+two"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("set: {players: 3..4}\n", "set: {players: 2..3}\n"),
        ("replace: {actions.rest: {do: shuffle sea}}\n", "set: {actions.rest.label: Sleep}\n"),
        ("remove: [triggers.gull]\n", "remove: [triggers.gull]\n"),
        ("add: {phases.round.tide.do: shuffle sea}\n", "add: {phases.round.tide.do: move beach to sea}\n"),
        ("wrap: {define.Player.wealth: original + 1}\n", "wrap: {define.Player.wealth: 2 * original}\n"),
        ("add after: {phases.round.tide: {a: {say: A}}}\n", "add after: {phases.round.tide: {b: {say: B}}}\n"),
        ("options: {rounds: 4}\n", "options: {rounds: 5}\n"),
        ("add: {phases.round.storm: {say: S}}\n", "add: {phases.round.calm: {say: C}}\n"),
        (
            "add: {laws.one: {whenever: no(sea), do: move beach to sea}}\n",
            "add: {laws.two: {whenever: no(sea), do: move beach to sea}}\n",
        ),
        (
            "add before: {define.mood.cases.otherwise: {count(sea) > 3: 5}}\n",
            "add before: {define.mood.cases.otherwise: {count(sea) > 2: 4}}\n",
        ),
    ],
)
def test_variants_that_need_an_order(folder: Path, first: str, second: str) -> None:
    told = pair(folder, first, second)
    assert any("RW155" in each and "two.yaml" in each for each in told)


def test_a_declared_order_is_followed(folder: Path) -> None:
    first = "after: [two]\nset: {players: 3..4}\n"
    assert pair(folder, first, "set: {players: 2..3}\n") == []
    assert load(folder, variants=["one", "two"]).players == (3, 4)
    assert load(folder, variants=["two", "one"]).players == (3, 4)


def test_variants_that_go_round_in_a_circle(folder: Path) -> None:
    told = pair(folder, "after: [two]\nset: {players: 3..4}\n", "after: [one]\noptions: {rounds: 4}\n")
    assert any("RW155" in each for each in told)


def test_conflicts(folder: Path) -> None:
    (told,) = pair(folder, "conflicts: [two]\nset: {players: 3..4}\n", "options: {rounds: 4}\n")
    assert "RW154" in told and "one.yaml:3" in told


def test_a_variant_of_a_variant(folder: Path) -> None:
    write_variant(folder, "set: {players: 3..4}\n", "one")
    path = folder / "two.yaml"
    path.write_text("variant: two\nof: one.yaml\nset: {players: 3..3}\n", encoding="utf-8")
    assert load(path).players == (3, 3)
    assert load(folder, variants=["two"]).players == (3, 3)


def test_variants_of_one_another(folder: Path) -> None:
    for name, other in (("one", "two"), ("two", "one")):
        text = f"variant: {name}\nof: {other}.yaml\nset: {{players: 3..3}}\n"
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    assert [each.rule.code for each in errors_of(folder / "one.yaml")] == ["RW156"]


@pytest.mark.parametrize("of", ["nowhere.yaml", "rules.yaml", "odd.csv"])
def test_a_base_that_is_none(folder: Path, of: str) -> None:
    path = folder / "lost.yaml"
    path.write_text(f"variant: lost\nof: {of}\nset: {{players: 3}}\n", encoding="utf-8")
    assert errors_of(path)


def test_where_variants_are_found(folder: Path, tmp_path: Path) -> None:
    (folder / "variants").mkdir()
    text = "variant: deep\nof: ../game.yaml\nset: {players: 3..4}\n"
    (folder / "variants" / "deep.yaml").write_text(text, encoding="utf-8")
    write_variant(folder, "options: {rounds: 4}\n", "flat")
    assert load(folder, variants=["deep", "flat", "stormy"]).flow.name == "shells+deep+flat"
    assert load(folder, variants=[folder / "variants" / "deep.yaml"]).players == (3, 4)
    (error,) = errors_of(folder, "flet")
    assert error.rule.code == "RW152" and "did you mean `flat`?" in str(error)


def test_a_variant_of_another_game(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = write_base(tmp_path_factory.mktemp("other"))
    stranger = write_variant(other, "set: {players: 3..4}\n", "stranger")
    assert [each.rule.code for each in errors_of(folder, str(stranger))] == ["RW156"]


def test_a_variant_has_its_own_tables_rules_and_scenarios(folder: Path) -> None:
    inner = folder / "variants"
    inner.mkdir()
    (inner / "more.csv").write_text("name,colour,worth\nWhelk,red,2\n", encoding="utf-8")
    (inner / "more_rules.yaml").write_text("- {id: SHE-9, section: More, text: Whelks.}\n", encoding="utf-8")
    (inner / "more_scenarios.yaml").write_text(
        "- scenario: Whelks are there\n  rules: SHE-9\n  check: [some(all(Shell) where worth is 2 and colour is red)]\n",
        encoding="utf-8",
    )
    (inner / "more.yaml").write_text(
        "variant: more\nof: ../game.yaml\nrules: more_rules.yaml\nadd:\n"
        "  components.whelks: {make: Shell, table: more.csv, start: sea, rules: SHE-9}\n",
        encoding="utf-8",
    )
    from rulewright import scenes
    from rulewright.dsl import Problems

    game, problems = load(inner / "more.yaml"), Problems()
    (scenario,) = game.scenarios(problems)
    assert not problems.items
    assert scenes.run(game, scenario).passed
    assert [rule for rule, _, _ in game.flow.rules] == ["SHE-1", "SHE-2", "SHE-9"]


def test_a_variant_is_known_by_the_name_it_gives_itself(folder: Path) -> None:
    text = "variant: inner\nof: game.yaml\nset: {players: 3..4}\n"
    (folder / "outer.yaml").write_text(text, encoding="utf-8")
    assert load(folder, variants=["inner"]).players == load(folder, variants=["outer"]).players == (3, 4)


def test_what_another_variant_wrote_anew_is_said(folder: Path) -> None:
    first = "replace: {phases.round.tide: {say: A tide}}\n"
    (told, *_) = pair(folder, first, "set: {phases.round.tide.if: some(beach)}\n")
    assert "RW155" in told


def test_a_conflict_is_said_once(folder: Path) -> None:
    told = pair(folder, "conflicts: [two]\nset: {players: 3..4}\n", "set: {players: 2..3}\n")
    assert len(told) == 1 and "RW154" in told[0]


def test_what_else_lies_in_the_folder(folder: Path) -> None:
    (folder / "sub.yaml").mkdir()
    (folder / "nowhere.yaml").symlink_to(folder / "gone.yaml")
    os.mkfifo(folder / "pipe.yaml")
    for name in ("typo", "x" * 5000, "a/" * 300 + "b.yaml"):
        assert [each.rule.code for each in errors_of(folder, name)] == ["RW152"]
    path = folder / "far.yaml"
    path.write_text(f"variant: far\nof: {'x' * 400}\nset: {{players: 3}}\n", encoding="utf-8")
    assert [each.rule.code for each in errors_of(path)] == ["RW101"]
