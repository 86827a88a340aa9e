"""A rulebook that is loaded again is the same flow, as long as nothing about it is otherwise."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl import Problems, load
from tests.dsl.book import text
from tests.source_files import ROOT


def test_what_is_loaded_again_is_the_same_flow(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(text(), encoding="utf-8")
    first = load(path).flow
    assert load(path).flow is first
    path.write_text(text(players="2..4"), encoding="utf-8")
    other = load(path).flow
    assert other is not first
    assert other.players == (2, 4)


def test_the_same_text_elsewhere_has_its_own_places(tmp_path: Path) -> None:
    flows = []
    for name in ("one.yaml", "two.yaml"):
        (tmp_path / name).write_text(text(), encoding="utf-8")
        flows.append(load(tmp_path / name).flow)
    assert flows[0].digest == flows[1].digest
    assert [flow.origins[0].span.source.path for flow in flows] == [tmp_path / "one.yaml", tmp_path / "two.yaml"]


def test_options_make_another_flow() -> None:
    path = ROOT / "games" / "entropy_cosmos"
    usual = load(path).flow
    assert load(path, {"draw_first_player": True}).flow is not usual
    assert load(path).flow == usual


def test_what_a_scenario_changes_is_another_game() -> None:
    """What is kept of a game in files is kept by its digest."""
    game = load(ROOT / "games" / "entropy_cosmos")
    game.scenarios(Problems())
    flows = [game.flow, *(other.flow for other in game._others.values())]
    assert len(flows) > 20
    assert len({flow.digest for flow in flows}) == len(flows)
