"""Signs that no text of ours may hold: found before anybody looks at what they stand in.

In: a source. Out: whether it can be read; every sign that it must not hold is reported.
"""

from __future__ import annotations

import re

from rulewright.dsl.diagnostics import Problems, Rule, Severity
from rulewright.dsl.source import Source, Span

NOT_TEXT = Rule("RW103", "not-text")  # not UTF-8, or control characters
TAB = Rule("RW106", "tab")  # in the indentation
DIRECTIVE = Rule("RW114", "directive")  # a line that begins with %
STRANGE_BLANK = Rule("RW116", "strange-blank", Severity.WARNING)  # looks like a blank, is another character

_TAB = re.compile(r"^ *(\t)", re.MULTILINE)
CONTROL = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff\\ud800-\\udfff]")
_STRANGE = re.compile("[\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u3000]")
_DIRECTIVE = re.compile(r"^%.*$", re.MULTILINE)
ACTS = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x84\\x86-\\x9f]")  # what a terminal acts upon; a line end it may be

Sign = tuple[Rule, re.Pattern[str], str, str]
_IN_ALL: tuple[Sign, ...] = (
    (NOT_TEXT, CONTROL, "a control character (code {code}) stands here", "delete it"),
    (STRANGE_BLANK, _STRANGE, "this looks like a blank but is another character", "replace it by a blank"),
)
_IN_YAML: tuple[Sign, ...] = (
    (TAB, _TAB, "a tab stands in the indentation", "use blanks: two for each level"),
    (DIRECTIVE, _DIRECTIVE, "a line cannot begin with `%`", "delete it; rulebooks have no YAML directives"),
)


def is_plain(source: Source, problems: Problems) -> bool:
    """Whether a file that is no YAML holds only signs that people can see; others are reported."""
    return not unreadable(source, problems, _IN_ALL)


def unreadable(source: Source, problems: Problems, signs: tuple[Sign, ...] = _IN_YAML + _IN_ALL) -> bool:
    """Signs that cannot be taken, found before anybody looks at what they stand in."""
    bad = False
    for rule, pattern, message, hint in signs:
        for match in pattern.finditer(source.text):
            start, end = match.span(pattern.groups)
            code = ord(source.text[start])
            problems.report(rule, Span(source, start, end), message.format(code=code), hint=hint)
            bad = bad or rule.severity is Severity.ERROR
    return bad
