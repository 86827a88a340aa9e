"""The rulebook `practice` of docs/language.md, changed here and there: what tests of hostile rulebooks begin with."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.commands.check import trial
from rulewright.dsl import Diagnostic, Problems, RulewrightError, load
from rulewright.dsl.checks import CHECKS

PAGE = (Path(__file__).parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
BASE = re.search(r"```yaml base\n(.*?)```", PAGE, re.DOTALL)[1]  # type: ignore[index]
GOOD_FORM = {rule for rule, _ in CHECKS}  # the rulebook has more than it uses, for the fragments of the page
DRAW = "    do: move top(deck) to hand\n"


def changed(old: str, new: str) -> str:
    """The rulebook with one text in the place of another."""
    assert old in BASE
    return BASE.replace(old, new)


def drawing(*statements: str) -> str:
    """The rulebook in which drawing carries out these lines."""
    return changed(DRAW, "    do: |\n" + "".join(f"      {line}\n" for line in statements))


def with_section(text: str, base: str = BASE) -> str:
    """The rulebook with one more section, or with more in one that is there."""
    head, _, body = text.partition("\n")
    if body and f"\n{head}\n" in base:
        return base.replace(f"\n{head}\n", f"\n{head}\n{body.rstrip()}\n", 1)
    return f"{base}{text}\n"


def found(tmp_path: Path, text: str) -> tuple[Diagnostic, ...]:
    """What `rulewright check` says of a rulebook, but for its good form."""
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    try:
        game = load(path)
    except RulewrightError as error:
        return error.problems.items
    problems.take(each for each in game.warnings if each.rule not in GOOD_FORM)
    if not problems.errors:
        trial(game, problems)
    return problems.items


def codes(tmp_path: Path, text: str) -> list[str]:
    """The codes of that, in the order of the file."""
    return [each.rule.code for each in found(tmp_path, text)]
