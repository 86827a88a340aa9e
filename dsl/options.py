"""What is chosen before play: tables of options, and the values that a user chose, put into a document.

In: the document of a rulebook, and a text for each option that is not to have its default. Out: the document with these
values, and the options that a table holds. Whether a value fits its option's type is not looked at here; it is said where
the value was written.
"""

from __future__ import annotations

from collections.abc import Mapping as Dictionary

from rulewright.dsl import parse
from rulewright.dsl.book import Citation, OptionForm, RowForm
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Scalar, Sequence
from rulewright.dsl.document import Node as Item
from rulewright.dsl.fields import MISSING_KEY, Fields
from rulewright.dsl.meant import UNKNOWN_KEY
from rulewright.dsl.read_components import as_written, read_rows
from rulewright.dsl.scalars import as_int
from rulewright.dsl.source import Source
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.syntax import TypeWords

UNKNOWN_OPTION = Rule("RW151", "unknown-option")

MOST = 999_999_999  # as a figure of a table
_COLUMNS = {"name": "what it is called in the rules", "default": "a number from 0", "text": "what it means, for people"}

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
    entries = section.entries if isinstance(section, Mapping) else ()
    lines = [table_rows(entry.value) if is_option_table(entry.value) else [] for entry in entries]
    known = [entry.key.text for entry in entries if not is_option_table(entry.value)]
    known += [name_of_row(row) for rows in lines for row in rows]
    for name, entry in chosen.items():
        if name not in known:
            hint = did_you_mean(name, known) or (f"it has {', '.join(known)}" if known else None)
            problems.report(UNKNOWN_OPTION, entry.key.span, f"the rulebook has no option `{name}`", hint=hint)
    if not isinstance(section, Mapping):
        return root
    made = (_with_chosen(entry, rows, chosen) for entry, rows in zip(entries, lines, strict=True))
    return root.with_value("options", Mapping(section.span, tuple(made)))


def _with_chosen(option: Entry, rows: list[Mapping], chosen: Dictionary[str, Entry]) -> Entry:
    """An entry with the value that is chosen; a table in which nothing is changed stays a table."""
    value, name = option.value, option.key.text
    if not is_option_table(value):
        if not isinstance(value, Mapping) or name not in chosen:
            return option
        return Entry(option.key, value.with_value("default", chosen[name].value))
    assert isinstance(value, Mapping)
    new = [_with_value(row, chosen[name_of_row(row)]) if name_of_row(row) in chosen else row for row in rows]
    if new == rows:
        return option
    kept = tuple(each for each in value.entries if each.key.text not in ("table", "columns"))
    return Entry(option.key, Mapping(value.span, kept).with_value("rows", Sequence(value.span, tuple(new))))


def _with_value(row: Mapping, chosen: Entry) -> Mapping:
    """A row with another value; the same when it says so already."""
    before = row.get("default")
    same = isinstance(before, Scalar) and isinstance(chosen.value, Scalar) and before.text == chosen.value.text
    return row if same else row.with_value("default", chosen.value)


# ------------------------------------------------------------------------------------------------ tables


def is_option_table(item: Item) -> bool:
    """Whether an entry of `options` stands for as many as it has lines."""
    return isinstance(item, Mapping) and (item.get("table") is not None or item.get("rows") is not None)


def name_of_row(row: Mapping) -> str:
    """What the option of a row is called."""
    name = row.get("name")
    return name.text if isinstance(name, Scalar) else ""


def table_rows(table: Item) -> list[Mapping]:
    """The lines of a table of options, each as it would be written in place; what is wrong is said when it is read."""
    assert isinstance(table, Mapping)
    quiet = Problems()
    rows, _ = read_rows(Fields(table, "option table", "", quiet))
    return [as_written(row) for row in rows]


def read_option_table(entry: Entry, problems: Problems) -> list[OptionForm]:
    """The options of a table: each line a number from 0 with a name."""
    assert isinstance(entry.value, Mapping)
    address = f"options.{entry.key.text}"
    fields = Fields(entry.value, "option table", f"`{address}`", problems)
    rows, rules = read_rows(fields)
    told: set[str] = set()
    for key in (key for row in rows for key, _ in row.cells if key.text not in _COLUMNS):
        if key.text not in told:
            told.add(key.text)
            hint = did_you_mean(key.text, _COLUMNS) or "name the columns that count: `columns: {name: id, default: value}`"
            problems.report(UNKNOWN_KEY, key.span, f"an option of a table has no `{key.text}`", hint=hint)
    made = [_listed(row, f"{address}.rows", fields.citations() + rules, problems) for row in rows]
    return [form for form in made if form is not None]


def _listed(row: RowForm, address: str, rules: tuple[Citation, ...], problems: Problems) -> OptionForm | None:
    cells = {key.text: cell for key, cell in row.cells}
    for label in ("name", "default"):
        if label not in cells:
            problems.report(MISSING_KEY, row.span, f"this option has no `{label}`", hint=f"`{label}` is {_COLUMNS[label]}")
            return None
    name, value = parse.parse_name(cells["name"], problems), parse.parse_formula(cells["default"], problems)
    if as_int(cells["default"], problems) is None or name is None or value is None:
        return None
    text = cells["text"].text if "text" in cells else ""
    type_ = TypeWords(span=cells["default"].span, low=0, high=MOST)
    return OptionForm(f"{address}.{name.text}", name, type_, (), value, text, rules, listed=True)
