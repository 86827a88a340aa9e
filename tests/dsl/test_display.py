"""`display`: how the table is to be shown. What nothing has, and what says nothing, is refused at its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import ColumnSpec
from rulewright.dsl.flow.text import parse_flow, print_flow
from rulewright.dsl.flow.verify import verify
from rulewright.manual.resolved import Rulebook
from tests.dsl.book import checked, said, text
from tests.dsl.variants.files import errors_of, write_base, write_variant

KINDS = "\n  Suit: [sun, moon]\n  Card: {suit: Suit, rank: 1..9, tapped: {type: Flag, start: no}}"
ZONES = "+\n  under: {holds: Card, per: Card}"


@pytest.mark.parametrize(
    ("display", "code", "words"),
    [
        ("\n  dekc: count", "RW310", "did you mean `deck`?"),
        ("\n  qqqqqqqq: count", "RW310", "`display` names zones, counters"),
        ("\n  Crad: {with: rank}", "RW310", "did you mean `Card`?"),
        ("\n  Crad.tapped: hidden", "RW310", "did you mean `Card`?"),
        ("\n  Card.taped: hidden", "RW311", "did you mean `tapped`?"),
        ("\n  Card.rank: hidden", "RW311", "printed on `Card`"),
        ("\n  deck: cuont", "RW134", "did you mean `count`?"),
        ("\n  deck: number", "RW134", "a zone cannot be shown as `number`"),
        ("\n  coins: grid", "RW134", "it can be `number`, `track`, `hidden`"),
        ("\n  Card: hidden", "RW134", "a kind has no `as`"),
        ("\n  Card.tapped: track", "RW134", "a mark cannot be shown as `track`"),
        ("\n  deck: {as: row, columns: [under]}", "RW144", "add `as: grid`"),
        ("\n  deck: {as: grid, columns: [undr]}", "RW311", "did you mean `under`?"),
        ("\n  deck: {as: grid, columns: [hand]}", "RW311", "neither a zone nor a mark `hand`"),
        ("\n  deck: {as: track, to: 5}", "RW144", "a counter with `as: track`"),
        ("\n  coins: {as: number, to: 5}", "RW144", "a counter with `as: track`"),
        ("\n  coins: {as: track, to: count(deck)}", "RW418", "known before play"),
        ("\n  coins: {with: rank}", "RW144", "it is for zones and kinds"),
        ("\n  deck: {with: rnak}", "RW311", "did you mean `rank`?"),
        ("\n  deck: {ass: count}", "RW131", "did you mean `as`?"),
        ("\n  deck: {}", "RW132", "nothing stands under `display.deck`"),
        ("\n  deck:", "RW132", "nothing stands under `display.deck`"),
        ("\n  deck: [count]", "RW132", "`display.deck`"),
        (" deck", "RW132", "write `display: {deck: count}`"),
        ("\n  deck: count\n  deck: row", "RW105", "deck"),
    ],
)
def test_what_is_refused(display: str, code: str, words: str) -> None:
    found = said(kinds=KINDS, zones=ZONES, display=display)
    assert [each for each, _ in found if each == code] == [code], found
    assert words in found[0][1], found[0][1]


def test_another_name_for_the_section() -> None:
    assert any(code == "RW131" and "`display`" in text for code, text in said(layout="\n  deck: count"))


def test_the_place_of_a_mistake() -> None:
    sections = {"kinds": KINDS, "display": "\n  coins: {as: track, to: 5}\n  hand: {with: [suit, rnak]}"}
    line = next(number for number, each in enumerate(text(**sections).splitlines(), 1) if "rnak" in each)
    ((_, message),) = said(**sections)
    assert message.startswith(f"game.yaml:{line}:23: error[RW311]"), message


def test_what_the_flow_has() -> None:
    display = "\n  hand: {as: grid, columns: [tapped, under], with: rank, title: my hand}"
    display += "\n  coins: {as: track, to: 5}\n  Card: {with: suit}"
    game, found = checked(kinds=KINDS, zones=ZONES, display=display)
    assert game is not None, found
    hand, coins, card = game.flow.displays
    under = next(number for number, zone in enumerate(game.flow.zones) if zone.name == "under")
    tapped = next(number for number, spec in enumerate(game.flow.variables) if spec.name == "tapped")
    assert hand.columns == (ColumnSpec(None, tapped), ColumnSpec(under, None)) and hand.title == "my hand"
    assert (coins.way, coins.last) == ("track", 5) and game.flow.variables[coins.variable or 0].name == "coins"
    assert [game.flow.fields[field].name for field in (*hand.fields, *card.fields)] == ["rank", "suit"]
    assert not verify(game.flow)
    sources = {origin.span.source.name: origin.span.source for origin in game.flow.origins}
    assert parse_flow(print_flow(game.flow), sources) == game.flow


def test_play_is_the_same_without() -> None:
    with_it, without = (checked(kinds=KINDS, **more)[0] for more in ({"display": "\n  hand: row"}, {}))
    assert with_it is not None and without is not None
    assert with_it.flow.blocks == without.flow.blocks and with_it.warnings == without.warnings


def test_to_show_a_zone_is_no_use_of_it() -> None:
    idle = {"zones": "+\n  heap: {holds: Card}"}
    assert {code for code, _ in said(**idle)} == {code for code, _ in said(**idle, display="\n  heap: hidden")}
    assert "RW521" in {code for code, _ in said(**idle, display="\n  heap: hidden")}


def test_variants_change_it(tmp_path: Path) -> None:
    write_base(tmp_path)
    write_variant(tmp_path, "add: {display.bag: {as: list}, display.taken: {as: track, to: 5}}", "first")
    write_variant(tmp_path, "after: [first]\nset: {display.taken.to: 7, display.bag: row}\nadd: {display.bag.title: pockets}", "second")
    bag, taken = load(tmp_path, variants=["first", "second"]).flow.displays
    assert (bag.way, bag.title) == ("row", "pockets") and taken.last == 7
    write_variant(tmp_path, "after: [first]\nremove: [display.taken]", "third")
    assert [each.way for each in load(tmp_path, variants=["first", "third"]).flow.displays] == ["list"]
    assert {each.rule.code for each in errors_of(write_variant(tmp_path, "add: {display.bga: list}"))} == {"RW310"}
    assert {each.rule.code for each in errors_of(write_variant(tmp_path, "set: {display.bag: list}"))} == {"RW163"}


def test_a_resolved_rulebook_loads_again_with_it(tmp_path: Path) -> None:
    game = load(write_variant(write_base(tmp_path), "add: {display.bag: list, display.Shell: {with: worth}}"))
    (tmp_path / "again.yaml").write_text(Rulebook(game).text() or "", encoding="utf-8")
    shown = [replace(each, origin=0) for each in load(tmp_path / "again.yaml").flow.displays]
    assert shown == [replace(each, origin=0) for each in game.flow.displays] and len(shown) == 2


def test_an_included_file_can_have_it(tmp_path: Path) -> None:
    path = write_base(tmp_path) / "game.yaml"
    path.write_text(f"{path.read_text(encoding='utf-8')}include: [look.yaml]\n", encoding="utf-8")
    (tmp_path / "look.yaml").write_text("display:\n  sea: count\n", encoding="utf-8")
    assert [each.way for each in load(path).flow.displays] == ["count"]
