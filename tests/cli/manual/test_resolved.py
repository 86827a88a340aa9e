"""The resolved rulebook loads again, to the same flow, and says where everything comes from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from rulewright.dsl import Game, load
from rulewright.dsl.variants.combine import variant_names
from rulewright.manual.resolved import Rulebook
from tests.cli.manual.written import VARIANTS, again, bare
from tests.dsl.variants.files import write_base, write_variant

GAMES = sorted(Path("games").glob("*/game.yaml"))
SHIPPED = [(path, None) for path in GAMES] + [(path, name) for path in GAMES for name in variant_names(path.parent)]


def same(game: Game, other: Game) -> bool:
    if game.book.variants and any(each.rule_texts for each in game.book.variants):
        known = set(other.flow.rules)
        scopes = [
            replace(each, rules=tuple(r for r in each.rules if r in {k[0] for k in known})) for each in game.flow.scopes
        ]
        flow = replace(game.flow, rules=other.flow.rules, scopes=tuple(scopes))
        return bare(flow) == bare(other.flow)
    return bare(game.flow) == bare(other.flow)


@pytest.mark.parametrize(
    ("path", "variant"), SHIPPED, ids=[f"{path.parent.name}-{variant}" for path, variant in SHIPPED]
)
def test_every_shipped_game_loads_again(path: Path, variant: str | None, tmp_path: Path) -> None:
    game = load(path, variants=[variant] if variant else [])
    assert same(game, again(game, tmp_path / "copy"))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_operation_loads_again(name: str, tmp_path: Path) -> None:
    game = load(write_variant(write_base(tmp_path), VARIANTS[name]), {"stormy": True, "rounds": 4})
    made = again(game, tmp_path)
    assert same(game, made)
    assert {each.name.text: each.value.span.text for each in made.book.options} == {"stormy": "yes", "rounds": "4"}


def test_several_variants_load_again(tmp_path: Path) -> None:
    write_base(tmp_path)
    names = ["add_after", "replace", "wrap"]
    for before, name in zip(["", *names], names, strict=False):
        write_variant(tmp_path, f"{f'after: [{before}]' if before else ''}\n{VARIANTS[name]}", name)
    game = load(tmp_path, variants=names)
    assert same(game, again(game, tmp_path))


def test_other_readers_of_yaml_can_read_it(tmp_path: Path) -> None:
    for text in VARIANTS.values():
        game = load(write_variant(write_base(tmp_path), text))
        read = yaml.safe_load(Rulebook(game).text() or "")
        assert read["rulebook"] == "shells_changed"
