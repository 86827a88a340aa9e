"""The chapters about what there is: components, zones, counters, options, and the formulas.

In: a game's forms and components. Out: blocks: tables for components, sentences for the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Citation, ComponentForm, DefineForm, FieldForm, KindForm, StateForm, ZoneForm
from rulewright.dsl.flow.ir import ComponentSpec, FieldSpec
from rulewright.dsl.types import (
    PLAYER,
    EffectType,
    EnumType,
    FlagType,
    FormulaType,
    KindType,
    OptionalType,
    TextType,
    Type,
    several,
    strip,
)
from rulewright.manual.page import Block, Code, Line, Listing, Paragraph, Rules, Small, Strong, Table, joined
from rulewright.manual.page import Item as Point
from rulewright.manual.phrases import in_words
from rulewright.manual.prose import Prose, name_title, sentence

_ORDER = {"stack": "a stack", "row": "a row", "set": "a place without order"}
_SEERS = {
    "owner": "only its owner sees it", "others": "all but its owner see it", "all": "everybody sees it",
    "nobody": "nobody sees it",
}  # fmt: skip


class Things:
    """Tells of what is not done but is there."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.phrases = prose.phrases
        self.book = prose.book
        self.flow = prose.rulebook.game.flow
        rows = (each.values for each in self.book.components), (row.cells for c in self.book.components for row in c.rows)
        self.rule_texts = {cell.span: cell.text for cells in (*rows[0], *rows[1]) for _, cell in cells}

    def point(self, name: str, address: str, line: Line, rules: tuple[Citation, ...]) -> Point:
        """A named thing: what it is, and the rules about it."""
        return Point((Strong(name_title(name)), *self.prose.mark(address), ": ", *line), tuple(self.prose.cited(address, rules)), address)

    # ------------------------------------------------------------------------------------ options and kinds

    def options(self) -> Iterator[Block]:
        """A table of the options, with what each can be and what is chosen."""
        rows = []
        for option in self.book.options:
            name: Line = (Strong(name_title(option.name.text)), *self.prose.mark(option.address))
            values = " or ".join(map(in_words, (v.text for v in option.values))) if option.values else _type(option.type)
            text = f"{option.text}." if option.text[-1:].isalnum() else option.text
            meaning = " ".join([text, *(self.prose.texts[each.rule] for each in option.rules if each.rule in self.prose.texts)])
            rows.append((name, (meaning.strip(),), (values,), (Strong(in_words(words_of(option.value))),)))
        yield Table((("Option",), ("Meaning",), ("Possible",), ("Chosen",)), tuple(rows))

    def kinds(self) -> Iterator[Block]:
        """What there is: each kind with its properties."""
        points = [
            Point((Strong(kind.name.text), *self.prose.mark(f"kinds.{kind.name.text}"), ": ", *self._kind(kind)),
                  (), f"kinds.{kind.name.text}")
            for kind in self.book.kinds
        ]  # fmt: skip
        if points:
            yield Listing(tuple(points))

    def _kind(self, kind: KindForm) -> Line:
        if kind.values:
            return (f"one of {', '.join(in_words(value.text) for value in kind.values)}",)
        return (f"has {', '.join(map(_field, kind.fields))}" if kind.fields else "is a plain thing",)

    # ------------------------------------------------------------------------------------ components

    def components(self, level: int) -> Iterator[Block]:
        """One table for each entry of the rulebook."""
        made: dict[str, list[ComponentSpec]] = defaultdict(list)
        for component in self.flow.components:
            made[component.group].append(component)
        for form in self.book.components:
            yield self.prose.heading(level, (f"{name_title(form.name.text)} ({form.make.text})",), form.address)
            yield from self._entry(form, made.get(form.name.text, []))

    def _entry(self, form: ComponentForm, specs: list[ComponentSpec]) -> Iterator[Block]:
        low, high = self.flow.players
        alike: dict[tuple[object, ...], list[ComponentSpec]] = defaultdict(list)
        for each in specs:
            alike[(each.name, self.flow.zones[each.start].name, self._cells(each))].append(each)
        counts = {
            key: [
                sum(players in each.seats for each in found) // (players if form.per_player else 1)
                for players in range(low, high + 1)
            ]
            for key, found in alike.items()
        }
        fields = self._fields(specs)
        differ = any(len(set(count)) > 1 for count in counts.values())
        head: list[Line] = [("Name",), *((name_title(field.name),) for field in fields)]
        many = "For each player" if form.per_player else "How many"
        head += [(f"{players} players",) for players in range(low, high + 1)] if differ else [(many,)]
        rows = []
        for key, count in counts.items():
            cells = key[2]
            assert isinstance(cells, tuple)
            numbers: list[Line] = [(str(number),) for number in (count if differ else count[:1])]
            rows.append(((str(key[0]),), *cells, *numbers))
        if rows:
            yield Table(tuple(head), tuple(rows))
        else:
            yield Paragraph(("None are made.",))
        yield from self._effects(fields, [found[0] for found in alike.values()])
        starts = dict.fromkeys(str(key[1]) for key in alike)
        if starts:
            yield Paragraph((f"At first in: {', '.join(map(in_words, starts))}.",))
        if form.condition is not None:
            yield Paragraph(sentence("only if ", self.phrases.condition(form.condition)))
        yield from self.prose.cited(form.address, form.rules)

    def _effects(self, fields: list[FieldSpec], specs: list[ComponentSpec]) -> Iterator[Block]:
        """The effects of several lines, for which a table has no room."""
        points = []
        for component in specs:
            for field, value in zip(fields, component.values, strict=False):
                text = self._effect(value) if isinstance(value, int) and _holds_effect(field.type) else ""
                if "\n" in text.strip():
                    points.append(Point((Strong(component.name), f", {in_words(field.name)}:"), (Rules(text),)))
        if points:
            yield Listing(tuple(points))

    def _effect(self, number: int) -> str:
        """The rule text of an effect, a procedure of the flow."""
        if number < 0:
            return ""
        span = self.flow.origins[self.flow.procedures[number].origin].span
        return self.rule_texts.get(span, span.text)

    def _fields(self, specs: list[ComponentSpec]) -> list[FieldSpec]:
        """What is printed on components of a kind, without what the flow has behind that: whose it is, and its name."""
        found = [self.flow.fields[number] for number in self.flow.kinds[specs[0].kind].fields] if specs else []
        return [each for each in found if (each.name, strip(each.type)) != ("owner", PLAYER) and not isinstance(each.type, TextType)]

    def _cells(self, component: ComponentSpec) -> tuple[Line, ...]:
        fields = self._fields([component])
        return tuple(self._cell(field, value) for field, value in zip(fields, component.values, strict=False))

    def _cell(self, field: FieldSpec, value: int | tuple[int, ...]) -> Line:
        if isinstance(value, tuple):
            names = self.flow.enums[field.per].values if field.per is not None else tuple(map(str, range(len(value))))
            return (", ".join(f"{number} {in_words(name)}" for name, number in zip(names, value, strict=True) if number),)
        return self._value(field.type, value)

    def _value(self, type_: Type, value: int) -> Line:
        match type_:
            case OptionalType(of):
                return ("–",) if value == -1 else self._value(of, value)
            case EnumType(name):
                values = next(each.values for each in self.flow.enums if each.name == name)
                return (in_words(values[value]),)
            case FlagType():
                return ("yes" if value else "no",)
            case KindType():
                return (self.flow.components[value].name,)
            case FormulaType() if value >= 0:
                span = self.flow.origins[self.flow.functions[value].origin].span
                return (Code(self.rule_texts.get(span, span.text)),)
            case EffectType():
                text = self._effect(value).strip()
                return (Code(text) if "\n" not in text else "below",) if text else ("–",)
            case _:
                return (str(value),)

    # ------------------------------------------------------------------------------------ zones and state

    def zones(self) -> Iterator[Block]:
        """Where things lie, and who sees them there."""
        yield Listing(tuple(self.point(z.name.text, z.address, self._zone(z), z.rules) for z in self.book.zones))

    def _zone(self, zone: ZoneForm) -> Line:
        per = "" if zone.per is None else f", one for each {_one(zone.per)}"
        lines: list[Line] = [sentence(f"{_ORDER[zone.order]} for {several(zone.holds.text)}{per}")]
        if zone.face == "down":
            lines.append(sentence("what lies there is face down: ", self._seen(zone.seen_by, "nobody")))
        elif zone.face == "keep":
            lines.append(sentence("what comes here stays as it was turned; of what lies face down ", self._seen(zone.seen_by, "nobody")))
        else:
            lines.append(("What lies there is face up, for everybody to see.",))
            if zone.seen_by is not None:
                lines.append(sentence("if something there is turned down, ", self._seen(zone.seen_by, "nobody")))
        if zone.counted_by is not None:
            lines.append(sentence("how many there are: ", self._seen(zone.counted_by, "all")))
        if zone.size is not None:
            lines.append(sentence("there is room for ", self.phrases.formula(zone.size)))
        if zone.order != "set" and (zone.enter == "top") != (zone.order == "stack"):
            where = {"stack": "to the bottom", "row": "to the left"}[zone.order]
            lines.append(sentence(f"what comes here goes {where}"))
        return joined(lines, " ")

    def _seen(self, audience: syntax.Audience | None, otherwise: str) -> Line:
        if audience is None:
            return (_SEERS[otherwise],)
        words: Line = (_SEERS.get(audience.who.text, audience.who.text),)
        if audience.unless is not None:
            return (*words, ", unless ", *self.phrases.condition(audience.unless))
        return (*words, ", if ", *self.phrases.condition(audience.only_if)) if audience.only_if is not None else words

    def state(self) -> Iterator[Block]:
        """What is counted and remembered."""
        yield Listing(tuple(self.point(s.name.text, s.address, self._counter(s), s.rules) for s in self.book.state))

    def _counter(self, state: StateForm) -> Line:
        per = f", one for each {' and each '.join(map(_one, state.per))}" if state.per else ""
        start: Line = () if state.start is None else (", at first ", *self.phrases.formula(state.start))
        resets: Line = () if state.resets is None else (", anew with each ", *self.prose.link(state.resets.text))
        seen: Line = () if state.seen_by is None else (" (", *self._seen(state.seen_by, "all"), ")")
        kept: Line = () if state.reserve is None else (", of which so much cannot be spent: ", *self.phrases.formula(state.reserve))
        return sentence(f"{_type(state.type)}{per}", start, resets, kept, seen)

    # ------------------------------------------------------------------------------------ formulas

    def formulas(self, forms: tuple[DefineForm, ...]) -> Iterator[Block]:
        """Named formulas: as they are written, or the rules that they carry out."""
        points = []
        for form in forms:
            name = form.signature.name.text
            of = f" of a {form.signature.owner.text}" if form.signature.owner else ""
            given = ", ".join(f"{_type(each.type)} ‹{each.name.text}›" for each in form.signature.parameters)
            line = (Strong(name_title(name)), f"{of}{f' for {given}' if given else ''}", *self.prose.mark(form.address))
            points.append(Point((*line, *self._formula(form)), tuple(self._formula_blocks(form)), form.address))
        yield Listing(tuple(points))

    def _formula(self, form: DefineForm) -> Line:
        """A formula behind its name: where no rule tells what it is, and where a variant changed what the rules tell."""
        value, origin = form.formula.value, self.prose.origin(form.address)
        told = any(each.rule in self.prose.texts for each in form.rules) and not (origin is not None and origin.changes)
        return () if value is None or told else (": ", Code(words_of(value)))

    def _formula_blocks(self, form: DefineForm) -> Iterator[Block]:
        yield from self.prose.cited(form.address, form.rules)
        if form.formula.cases:
            rows: list[tuple[Line, ...]] = []
            for case in form.formula.cases:
                when: Line = ("otherwise",) if case.condition is None else self.phrases.condition(case.condition)
                rows.append((when, self.phrases.formula(case.value)))
            yield Table((("If",), ("Value",)), tuple(rows))

    def end(self) -> Iterator[Block]:
        """When the game is over, and who wins."""
        points = []
        for form in self.book.end:
            line: Line = ("after ", *self.prose.link(form.after.text))
            line = (*line, *((", if ", *self.phrases.condition(form.condition)) if form.condition is not None else (" is over",)))
            won: Line = ("Nobody wins",) if form.winner is None else ("The winner: ", *self.phrases.winner(form.winner))
            points.append(self.point(form.name.text, form.address, (*sentence(line), " ", *sentence(won)), form.rules))
        if points:
            yield Listing(tuple(points))

    def words(self) -> Iterator[Block]:
        """The words that a move can carry."""
        if self.book.words:
            yield Paragraph((f"A move can be called: {', '.join(in_words(word.text) for word in self.book.words)}.",))

    def uncited(self) -> Iterator[Block]:
        """Rules that no node names."""
        cited = {rule for scope in self.flow.scopes for rule in scope.rules}
        left = [(text.rule, text.text) for text in self.book.rule_texts if text.rule not in cited]
        if left:
            yield Listing(tuple(Point((text, " ", Small(rule))) for rule, text in left))


def _holds_effect(type_: Type) -> bool:
    return isinstance(type_.of if isinstance(type_, OptionalType) else type_, EffectType)


def _type(type_: syntax.TypeWords | None) -> str:
    """A type in words: `a number from 0 to 9`, `yes or no`, `player`."""
    if type_ is None:
        return ""
    if type_.low is not None:
        return f"a number from {type_.low} to {type_.high}{' or none' if type_.or_none else ''}"
    name = type_.name.text if type_.name is not None else ""
    words = {
        "Flag": "yes or no", "Player": "a player", "Effect": "an effect", "Condition": "a condition", "Number": "a formula",
        "Int": "a number", "Direction": "left or right",
    }  # fmt: skip
    word = words.get(name, name) if not type_.is_set else f"a set of {several(name)}"
    return f"{word}{' or none' if type_.or_none else ''}"


def _one(type_: syntax.TypeWords) -> str:
    """A type behind `each`: `player`, `number from 0 to 9`."""
    return _type(type_).removeprefix("a ")


def _field(field: FieldForm) -> str:
    per = "" if field.per is None else f" for each {field.per.text}"
    given = f", which is given ‹{'›, ‹'.join(each.name.text for each in field.takes)}›" if field.takes else ""
    return f"{in_words(field.name.text)} ({_type(field.type)}{per}{given})"
