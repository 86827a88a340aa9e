"""Reads a whole rulebook: the document's sections into a `Book`.

In: the document of a rulebook, with its variants and options worked in, and the file beside which the files it names
stand (rule texts, CSV tables). Out: a `Book`, as complete as the mistakes allow.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from rulewright.dsl import parse
from rulewright.dsl.amended import read_formula
from rulewright.dsl.book import (
    Book,
    Case,
    Citation,
    DefineForm,
    EndForm,
    FieldForm,
    Formula,
    KindForm,
    OptionForm,
    StateForm,
    ZoneForm,
)
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Scalar, Sequence
from rulewright.dsl.document import Node as Item
from rulewright.dsl.fields import MISSING_KEY, WRONG_SHAPE, Fields, as_mapping, as_scalar
from rulewright.dsl.options import is_option_table, read_option_table
from rulewright.dsl.read_components import read_components
from rulewright.dsl.read_display import read_display
from rulewright.dsl.read_nodes import EMPTY_NODE, read_nodes, read_parameters
from rulewright.dsl.read_rules import read_rules
from rulewright.dsl.scalars import is_count
from rulewright.dsl.schema import REQUIRED, SECTIONS
from rulewright.dsl.source import Source
from rulewright.dsl.syntax import Name, Signature, TypeWords

PLAYERS_RANGE = Rule("RW139", "players-range")

MOST_PLAYERS = 30

T = TypeVar("T")


def read_book(root: Mapping, source: Source, problems: Problems) -> Book:
    """The rulebook of a source's document."""
    _check_sections(root, problems)
    name = _name(root, problems)
    texts, of_players = read_rules(root.get("rules"), problems)
    define, players = root.get("define"), _players(root.get("players"), problems)
    return Book(
        source=source,
        name=name,
        title=_text(root.get("title"), "`title`", problems) or name.text.replace("_", " ").capitalize(),
        players=players,
        lone_options=_lone(root.get("lone options"), problems),
        words=_name_list(root.get("words"), "`words`", problems),
        options=_options(root.get("options"), problems),
        kinds=_kinds(root.get("kinds"), problems),
        components=read_components(root.get("components"), players, problems),
        zones=_each(root.get("zones"), "zones", _zone, "zone", problems),
        state=_each(root.get("state"), "state", _state, "state", problems),
        define=_formulas(define, "define", problems),
        setup=read_nodes(root.get("setup"), "setup", "setup", problems),
        phases=read_nodes(root.get("phases"), "phases", "step", problems),
        actions=read_nodes(root.get("actions"), "actions", "action", problems),
        laws=read_nodes(root.get("laws"), "laws", "law", problems),
        triggers=read_nodes(root.get("triggers"), "triggers", "trigger", problems),
        windows=read_nodes(root.get("windows"), "windows", "window", problems),
        scoring=_formulas(root.get("scoring"), "scoring", problems),
        end=_each(root.get("end"), "end", _end, "end", problems),
        invariants=_formulas(root.get("invariants"), "invariants", problems),
        display=read_display(root.get("display"), problems),
        rule_texts=texts,
        players_rules=of_players,
        scenarios=_file(root.get("scenarios"), problems),
    )


def _check_sections(root: Mapping, problems: Problems) -> None:
    for section in REQUIRED:
        item = root.get(section)
        if isinstance(item, Mapping) and not item.entries:
            hint = f"`{section}:` says {SECTIONS[section]}"
            problems.report(MISSING_KEY, item.span, f"the section `{section}` is empty", hint=hint)
        if item is None:
            place = root.entries[0].key.span if root.entries else root.span
            problems.report(
                MISSING_KEY, place, f"the section `{section}` is missing", hint=f"`{section}:` says {SECTIONS[section]}"
            )


def _name(root: Mapping, problems: Problems) -> Name:
    item = root.get("rulebook")
    scalar = as_scalar(item, "`rulebook`", problems) if item is not None else None
    found = parse.parse_name(scalar, problems) if scalar is not None else None
    return found or Name(span=root.span.sub(0, 0), text="game")


def _text(item: Item | None, what: str, problems: Problems) -> str | None:
    scalar = as_scalar(item, what, problems) if item is not None else None
    return None if scalar is None else scalar.text


def _file(item: Item | None, problems: Problems) -> Scalar | None:
    return None if item is None else as_scalar(item, "the file of the scenarios", problems)


def _lone(item: Item | None, problems: Problems) -> str:
    text = _text(item, "`lone options`", problems)
    if text not in (None, "ask", "take") and item is not None:
        problems.report(WRONG_SHAPE, item.span, f"`lone options: {text}` is not known; it can be `ask` or `take`")
    return "ask" if text == "ask" else "take"


def _name_list(item: Item | None, what: str, problems: Problems) -> tuple[Name, ...]:
    if item is None:
        return ()
    items = item.items if isinstance(item, Sequence) else (item,)
    scalars = [as_scalar(each, what, problems) for each in items]
    names = [parse.parse_name(scalar, problems) for scalar in scalars if scalar is not None]
    return tuple(name for name in names if name is not None)


def _players(item: Item | None, problems: Problems) -> tuple[int, int]:
    scalar = as_scalar(item, "`players`", problems) if item is not None else None
    if scalar is None:
        return (2, 2)
    low, dots, high = scalar.text.partition("..")
    said = re.fullmatch(r"\D*(\d+)\s*(?:-|–|—|\.{3}|…|to|or|and|through|until|bis|,|/)\s*(\d+)\D*", scalar.text)
    if not is_count(low) or (dots and not is_count(high)):
        problems.report(
            PLAYERS_RANGE,
            scalar.span,
            f"`players: {scalar.text}` is not a number of players",
            hint=f"write `players: {said[1]}..{said[2]}`" if said else "write `players: 2..4`, or `players: 2`",
        )
        return (2, 2)
    first, last = int(low), int(high) if dots else int(low)
    if first < 1:
        hint = "write `players: 1..4`, or `players: 2`"
        problems.report(PLAYERS_RANGE, scalar.span, "a game needs at least one player", hint=hint)
    elif last < first:
        problems.report(
            PLAYERS_RANGE,
            scalar.span,
            f"`players: {scalar.text}` leaves nobody to play: it runs from {first} down to {last}",
        )
    elif last > MOST_PLAYERS:
        problems.report(PLAYERS_RANGE, scalar.span, f"at most {MOST_PLAYERS} players can sit at one table")
    else:
        return (first, last)
    return (2, 2)


def _kinds(item: Item | None, problems: Problems) -> tuple[KindForm, ...]:
    mapping = as_mapping(item, "`kinds`", problems) if item is not None else None
    found = []
    for entry in mapping.entries if mapping else ():
        type_ = parse.parse_type(entry.key, problems)
        if type_ is None or type_.name is None:
            continue
        if isinstance(entry.value, Sequence):
            scalars = [as_scalar(each, "a value", problems) for each in entry.value.items]
            values = [parse.parse_name(scalar, problems) for scalar in scalars if scalar is not None]
            if not entry.value.items:
                hint = f"write its values: `{type_.name.text}: [sun, moon]`"
                problems.report(EMPTY_NODE, entry.key.span, f"the list kind `{type_.name.text}` has no values", hint=hint)
                continue
            found.append(KindForm(type_.name, tuple(value for value in values if value is not None), ()))
            continue
        if isinstance(entry.value, Scalar) and entry.value.is_empty:
            hint = "write `[sun, moon]` for values, `{rank: 1..9}` for properties, `{}` for things that are all alike"
            problems.report(EMPTY_NODE, entry.key.span, f"nothing stands under `{type_.name.text}`", hint=hint)
            continue
        listed = re.fullmatch(r"\w+(?:,? \w+)*", entry.value.text) if isinstance(entry.value, Scalar) else None
        words = ", ".join(re.findall(r"\w+", listed[0])) if listed else ""
        listing = f"write `{entry.key.text}: [{words}]`" if words else None
        fields = as_mapping(entry.value, f"`{entry.key.text}`", problems, listing)
        forms = [_field(each, problems) for each in (fields.entries if fields else ())]
        found.append(KindForm(type_.name, (), tuple(form for form in forms if form is not None)))
    return tuple(found)


def _field(entry: Entry, problems: Problems) -> FieldForm | None:
    name = parse.parse_name(entry.key, problems)
    if name is None:
        return None
    if isinstance(entry.value, Mapping):
        fields = Fields(entry.value, "field", f"`{name.text}`", problems)
        fields.need("type")
        type_ = fields.parsed("type", parse.parse_type)
        start, resets = fields.formula("start"), fields.address("resets")
        per = _one(fields, "a property has one value for each of one list kind")
        is_mark = start is not None or resets is not None
        takes, opens = read_parameters(fields), fields.names("opens")
        if type_ is None:
            return None
        return FieldForm(name, type_, is_mark, per[0].name if per else None, start, resets, takes, opens)
    scalar = as_scalar(entry.value, f"`{name.text}`", problems)
    type_ = None if scalar is None else parse.parse_type(scalar, problems)
    return None if type_ is None else FieldForm(name, type_, False, None, None, None)


def _example(entry: Entry, form: str) -> str | None:
    """What to write when one text stands where labels are wanted."""
    label = {"zone": "holds", "state": "type", "game option": "type"}.get(form)
    if label is None or not isinstance(entry.value, Scalar):
        return None
    value = entry.value.text.removeprefix(label).lstrip(": ")
    other = "Card" if form == "zone" else "0..99"
    fits = re.fullmatch(r"[A-Z]\w*( or none)?|\d+\.\.\d+", value)
    return f"write `{entry.key.text}: {{{label}: {value if fits else other}}}`"


def _each(
    item: Item | None, section: str, reader: Callable[[str, Name, Fields], T | None], form: str, problems: Problems
) -> tuple[T, ...]:
    mapping = as_mapping(item, f"`{section}`", problems) if item is not None else None
    found: list[T] = []
    for entry in mapping.entries if mapping else ():
        name = parse.parse_name(entry.key, problems)
        address = f"{section}.{entry.key.text}"
        body = as_mapping(entry.value, f"`{address}`", problems, _example(entry, form))
        if body is None:
            if isinstance(entry.value, Scalar) and entry.value.is_empty:
                problems.report(WRONG_SHAPE, entry.key.span, f"nothing stands under `{address}`")
            continue
        if name is None:
            continue
        fields = Fields(body, form, f"`{address}`", problems)
        made = reader(address, name, fields)
        if made is not None:
            found.append(made)
    return tuple(found)


def _zone(address: str, name: Name, fields: Fields) -> ZoneForm | None:
    fields.need("holds")
    holds = fields.parsed("holds", parse.parse_type)
    per = _one(fields, "one such zone for each pair is not possible")
    order = fields.word("order", ("set", "row", "stack"), "set")
    enter = fields.word("enter", ("top", "bottom", "left", "right"), "top" if order == "stack" else "right")
    if holds is None or holds.name is None:
        return None
    return ZoneForm(
        address=address,
        name=name,
        holds=holds.name,
        per=per[0] if per else None,
        order=order,
        face=fields.word("face", ("up", "down", "keep"), "up"),
        size=fields.formula("size"),
        seen_by=fields.parsed("seen by", parse.parse_audience),
        counted_by=fields.parsed("counted by", parse.parse_audience),
        enter="top" if enter in ("top", "left") else "bottom",
        rules=fields.citations(),
    )


def _one(fields: Fields, why: str) -> tuple[TypeWords, ...]:
    """`per` with one type."""
    per = fields.types("per")
    if len(per) > 1:
        message = f"`per` of {fields.what} names {len(per)} kinds, and takes one: {why}"
        fields.problems.report(WRONG_SHAPE, per[1].span, message, hint=f"write `per: {per[0].span.text}`")
    return per[:1]


def _state(address: str, name: Name, fields: Fields) -> StateForm | None:
    fields.need("type")
    type_ = fields.parsed("type", parse.parse_type)
    if type_ is None:
        return None
    return StateForm(
        address=address,
        name=name,
        type=type_,
        per=fields.types("per"),
        start=fields.formula("start"),
        resets=fields.address("resets"),
        seen_by=fields.parsed("seen by", parse.parse_audience),
        rules=fields.citations(),
        reserve=fields.formula("reserve"),
    )


def _options(item: Item | None, problems: Problems) -> tuple[OptionForm, ...]:
    """The options, in order; an entry with a table stands for as many as it has lines."""
    if not isinstance(item, Mapping):
        return _each(item, "options", _option, "game option", problems)
    found: list[OptionForm] = []
    for entry in item.entries:
        if is_option_table(entry.value):
            found += read_option_table(entry, problems)
        else:
            found += _each(Mapping(item.span, (entry,)), "options", _option, "game option", problems)
    return tuple(found)


def _option(address: str, name: Name, fields: Fields) -> OptionForm | None:
    fields.need("type")
    fields.need("default")
    listed = isinstance(fields.item("type"), Sequence)
    type_ = None if listed else fields.parsed("type", parse.parse_type)
    values = fields.names("type") if listed else ()
    value, text = fields.formula("default"), fields.scalar("text")
    if value is None or not (type_ or values):
        return None
    return OptionForm(address, name, type_, values, value, "" if text is None else text.text, fields.citations())


def _end(address: str, name: Name, fields: Fields) -> EndForm | None:
    fields.need("after")
    after = fields.address("after")
    if after is None:
        return None
    return EndForm(address, name, after, fields.formula("if"), fields.formula("winner"), fields.citations())


def _formulas(item: Item | None, section: str, problems: Problems) -> tuple[DefineForm, ...]:
    named = re.fullmatch(r"([a-z]\w*) ?= ?(.+)", item.text) if isinstance(item, Scalar) else None
    hint = f"write `{named[1]}: {named[2]}`" if named else None
    mapping = as_mapping(item, f"`{section}`", problems, hint) if item is not None else None
    found = []
    for entry in mapping.entries if mapping else ():
        if "(" in entry.key.text and ")" not in entry.key.text:
            words = re.findall(r"\w+", entry.key.text)[:2]
            hint = f"write `{words[0]}(Card {words[1] if len(words) > 1 else 'card'})`"
            message = "what a definition is told is written with its type first"
            problems.report(WRONG_SHAPE, entry.key.span, message, hint=hint)
            continue
        signature = parse.parse_signature(entry.key, problems)
        formula, rules = _formula(entry, section, problems)
        if signature is not None and formula is not None:
            found.append(DefineForm(f"{section}.{_key(signature)}", signature, formula, rules))
    return tuple(found)


def _key(signature: Signature) -> str:
    return f"{signature.owner.text}.{signature.name.text}" if signature.owner else signature.name.text


def _formula(entry: Entry, section: str, problems: Problems) -> tuple[Formula | None, tuple[Citation, ...]]:
    if isinstance(entry.value, Mapping):
        if entry.value.entries and entry.value.entries[0].key.text.startswith("if "):
            first = entry.value.entries[0]
            hint = f"write `cases:`, under it `{first.key.text[3:]}: ...` and as the last line `otherwise: ...`"
            problems.report(WRONG_SHAPE, first.key.span, "several values stand under `cases:`", hint=hint)
            return None, ()
        fields = Fields(entry.value, "formula", f"`{section}.{entry.key.text}`", problems)
        value, rules = fields.formula("is"), fields.citations()
        cases = _cases(fields.item("cases"), problems)
        if (value is None) == (not cases):
            if not problems.errors:
                problems.report(WRONG_SHAPE, entry.key.span, f"`{entry.key.text}` needs either `is` or `cases`")
            return None, rules
        return Formula(entry.key.span, value, cases), rules
    scalar = as_scalar(entry.value, f"`{entry.key.text}`", problems)
    value = None if scalar is None else read_formula(scalar, problems)
    return (None if value is None else Formula(entry.key.span, value)), ()


def _cases(item: Item | None, problems: Problems) -> tuple[Case, ...]:
    mapping = as_mapping(item, "`cases`", problems) if item is not None else None
    found = []
    for entry in mapping.entries if mapping else ():
        scalar = as_scalar(entry.value, "a case", problems)
        value = None if scalar is None else read_formula(scalar, problems)
        last = entry.key.text.strip() in ("otherwise", "else", "default")
        if last and entry.key.text.strip() != "otherwise":
            message = "the last line of `cases` begins with another word"
            problems.report(WRONG_SHAPE, entry.key.span, message, hint="write `otherwise:`")
        condition = None if last else parse.parse_formula(entry.key, problems)
        if value is not None and (last or condition is not None):
            found.append(Case(entry.key.span, condition, value))
    if mapping and (not found or found[-1].condition is not None) and not problems.errors:
        problems.report(MISSING_KEY, mapping.span, "`cases` needs a last line `otherwise`")
    return tuple(found)
