"""What is chosen before play: puts the values that a user chose into the options of a document.

In: the document of a rulebook, and a text for each option that is not to have its default. Out: the document with these
values. Whether a value fits its option's type is not looked at here; it is said where the value was written.
"""

from __future__ import annotations

from collections.abc import Mapping as Dictionary

from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Scalar
from rulewright.dsl.source import Source
from rulewright.dsl.suggest import did_you_mean

UNKNOWN_OPTION = Rule("RW151", "unknown-option")

Value = bool | int | str


def chosen_value(name: str, value: Value) -> Entry:
    """A value given by a program or on the command line, as a line that stands in no file."""
    text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    span = Source("chosen option", f"{name}: {text}").whole()
    behind = len(name) + 2
    return Entry(Scalar(span.sub(0, len(name)), name, "plain"), Scalar(span.sub(behind, behind + len(text)), text, "plain"))


def choose_options(root: Mapping, chosen: Dictionary[str, Entry], problems: Problems) -> Mapping:
    """The document with these values as the defaults of its options. One that there is not is reported."""
    if not chosen:
        return root
    section = root.get("options")
    entries = list(section.entries) if isinstance(section, Mapping) else []
    known = [entry.key.text for entry in entries]
    for name, entry in chosen.items():
        if name in known:
            at = known.index(name)
            entries[at] = _with_default(entries[at], entry)
        else:
            hint = did_you_mean(name, known) or (f"it has {', '.join(known)}" if known else None)
            problems.report(UNKNOWN_OPTION, entry.key.span, f"the rulebook has no option `{name}`", hint=hint)
    if not isinstance(section, Mapping):
        return root
    return root.with_value("options", Mapping(section.span, tuple(entries)))


def _with_default(option: Entry, chosen: Entry) -> Entry:
    if not isinstance(option.value, Mapping):
        return option
    return Entry(option.key, option.value.with_value("default", chosen.value))
