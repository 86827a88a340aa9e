"""What a text of the document says when a number is wanted.

In: a scalar. Out: its value, or None once what is wrong has been reported.
"""

from __future__ import annotations

import re

from rulewright.dsl.diagnostics import Problems, Rule, Severity
from rulewright.dsl.document import Scalar

MAX_DIGITS = 18

NOT_A_NUMBER = Rule("RW117", "not-a-number")
LEADING_ZERO = Rule("RW118", "leading-zero", Severity.WARNING)


def is_count(text: str) -> bool:
    """Whether a text is a number without sign, blanks around it aside."""
    digits = text.strip()
    return digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS


def as_int(scalar: Scalar, problems: Problems) -> int | None:
    """A whole number by YAML 1.2's core rules: decimal, `0o7`, `0x1F`; anything else is reported."""
    text = scalar.text
    hint = None
    if len(text) > MAX_DIGITS:
        hint = f"a number has at most {MAX_DIGITS} digits"
    elif re.fullmatch(r"[+-]?[0-9]+", text):
        if re.fullmatch(r"[+-]?0[0-9]+", text):
            problems.report(LEADING_ZERO, scalar.span, f"`{text}` means {int(text)}", hint=f"write {int(text)}")
        return int(text)
    elif re.fullmatch(r"0o[0-7]+|0x[0-9a-fA-F]+", text):
        return int(text, 0)
    elif re.fullmatch(r"[+-]?[0-9]+(?:_[0-9]+)+", text):
        hint = f"write {text.replace('_', '')}"
    shown = text if len(text) <= 2 * MAX_DIGITS else text[:MAX_DIGITS] + "..."
    problems.report(NOT_A_NUMBER, scalar.span, f"`{shown}` is not a whole number", hint=hint)
    return None
