"""The review sheet in a real Chromium, opened from a file: nothing makes the page wider than the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.__main__ import commands
from tests.browser import running
from tests.practice import BASE


@pytest.mark.parametrize("width", [390, 1200])
def test_very_long_words_are_broken(tmp_path: Path, width: int) -> None:
    rulebook, sheet = tmp_path / "game.yaml", tmp_path / "sheet.html"
    rulebook.write_text(f"{BASE}\ntitle: {'W' * 300}\n", encoding="utf-8")
    result = CliRunner().invoke(commands, ["report", str(rulebook), "-n", "1", "-o", str(sheet)])
    assert result.exit_code == 0, result.output
    with running() as browser:
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(sheet.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
