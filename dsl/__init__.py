"""The rule language: text in, flow out. Nothing here plays or draws.

`load(path)` gives a `Game` with its `flow`, or raises `RulewrightError` with all problems of the file.
"""

from rulewright.dsl.diagnostics import Diagnostic, Problems, Rule, RulewrightError, Severity
from rulewright.dsl.pipeline import Game, compile_source, load

__all__ = ["Diagnostic", "Game", "Problems", "Rule", "RulewrightError", "Severity", "compile_source", "load"]
