"""What the tests of the manual share: flows compared without their places, and variants with every operation."""

from __future__ import annotations

import re
import shutil
from dataclasses import fields, is_dataclass
from pathlib import Path

from rulewright.dsl import Game, load
from rulewright.manual.resolved import Rulebook

VARIANTS = {
    "set": "set:\n  title: Big shells\n  players: 3..4\n  zones.bag.size: 9\n  phases.round.repeat: until no(sea)\n  define.mood: 3\n"
    "  components.odd.rows.Crab.worth: 8\n  kinds.Shell.worth: 0..12\n  components.red.for.n: 1..2\n",
    "add": "add:\n  actions.dive: {label: Dive, if: some(sea), do: move top(sea) to bag}\n  phases.round.turn.menu: dive\n"
    "  kinds.Colour: [green]\n  components.rare.rows: {name: Jade, colour: green, worth: 4}\n  words: [bring]\n"
    "  triggers.gull.if: p.taken < 2 or some(sea)\n  laws.wash.whenever: some(sea)\n  actions.rest.if: some(bag)\n"
    '  phases.round.tide.do: say "The tide is over"\n  phases.round:\n    night: {if: stormy, do: move beach to sea}\n'
    "  setup.gift: |\n    for p in players clockwise from first(players): move top(sea) to p.bag\n",
    "add_before": "add before:\n  phases.round.tide:\n    dawn: {say: Dawn}\n  define.mood.cases.otherwise:\n    count(beach) > 1: 3\n"
    '  phases.round.tide.do: say "The tide comes"\n',
    "add_after": "add after:\n  phases.round.tide.do:\n    move top(sea) to p.bag: |\n"
    '      if p.taken > 3: say "{p} has plenty"\n      else: say "{p} gets one: \'lucky\' # yes"\n'
    "  phases.round.tide: {dusk: {do: stop}}\n",
    "replace": "replace:\n  actions.rest: {label: 'Sleep: deep #1', do: move top(sea) to bag}\n  phases.round.tide.do:\n"
    "    move top(sea) to beach: |\n      move top(sea) to beach\n      do original\n",
    "remove": "remove:\n  - triggers.gull\n  - laws.wash\n  - phases.round.turn.menu.rest\n  - actions.rest\n"
    "  - components.rare.rows.Pearl\n  - phases.round.tide.if\n  - phases.round.tide.do: move top(sea) to beach\n",
    "wrap": "wrap:\n  define.Player.wealth: if stormy then 0 else original\n  triggers.gull.if: (stormy or original) and not original\n"
    '  phases.round.tide.do: |\n    may "Go on?" by first(players):\n      if stormy: say "Storm"\n      else: do original\n'
    "  phases.round.turn:\n    weather:\n      steps:\n        clouds: {say: Clouds}\n        original:\n        sun: {say: Sun}\n",
}


def bare(node: object) -> object:
    """A flow without places, names and what depends on the text: equal for flows that play the same."""
    if isinstance(node, tuple):
        return tuple(bare(each) for each in node)
    if not is_dataclass(node):
        return node
    left_out = ("origin", "origins", "digest", "name") if type(node).__name__ == "Flow" else ("origin",)
    kept = [(each.name, getattr(node, each.name)) for each in fields(node) if each.name not in left_out]
    words = [(name, re.sub("[()]", "", value) if name in ("condition", "loop") and isinstance(value, str) else bare(value))
             for name, value in kept]  # fmt: skip
    return (type(node).__name__, *words)


def again(game: Game, folder: Path) -> Game:
    """The game of the printed text, beside the files of the rulebook."""
    text = Rulebook(game).text()
    path = game.book.source.path
    assert text is not None and path is not None
    if folder != path.parent:
        shutil.copytree(path.parent, folder, dirs_exist_ok=True)
    printed = folder / "printed.yaml"
    printed.write_text(text, encoding="utf-8")
    return load(printed)
