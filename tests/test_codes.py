"""Every code and every name of a rule is declared in one place."""

from __future__ import annotations

import re
from collections import Counter

from tests.source_files import ROOT

RULE = re.compile(r'Rule\(\s*"(RW\d+)",\s*"([a-z-]+)"')


def test_each_code_is_declared_once() -> None:
    found = [
        rule
        for folder in ("dsl", "interpreter", "visualizer", "cli")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for rule in RULE.findall(path.read_text(encoding="utf-8"))
    ]
    codes = Counter(code for code, _ in found)
    assert len(codes) > 100 and [code for code, count in codes.items() if count > 1] == []
