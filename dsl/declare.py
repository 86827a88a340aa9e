"""Declares everything a rulebook names: kinds, zones, variables, definitions, actions, phases.

In: a `Book`. Out: `Tables` with every name numbered and typed. Reported here: unknown types, names given twice, names
that a built-in word already has. Formulas are not looked into; that is `lower`'s work.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.book import Book, DefineForm, FieldForm, Formula, KindForm, Node, OptionForm, StateForm, ZoneForm
from rulewright.dsl.builtins import FUNCTIONS, VALUES
from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.flow.expr import NONE
from rulewright.dsl.flow.ir import Dimension, EnumSpec, FieldSpec, KindSpec
from rulewright.dsl.model import (
    DIRECTIONS,
    CellFormulas,
    DefinitionInfo,
    FieldInfo,
    OptionInfo,
    Tables,
    VariableInfo,
    ZoneInfo,
)
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.syntax import Expression, Name, Signature, TypeWords
from rulewright.dsl.types import (
    EFFECT,
    FLAG,
    NUMBER,
    PLAYER,
    UNKNOWN,
    EffectType,
    EnumType,
    FlagType,
    FormulaType,
    IntType,
    KindType,
    OptionalType,
    SetType,
    Type,
    show,
    strip,
)

NAME_TWICE = Rule("RW301", "name-twice")
UNKNOWN_TYPE = Rule("RW302", "unknown-type")
BUILT_IN_NAME = Rule("RW303", "built-in-name")
BAD_DIMENSION = Rule("RW304", "bad-dimension")

BUILT_IN_TYPES = ("Player", "Flag", "Int", "Effect", "Direction", "Condition", "Number")
FORMULAS: dict[str, Type] = {"Condition": FLAG, "Number": NUMBER}


def declare(book: Book, problems: Problems) -> Tables:
    """The tables of a book."""
    tables = Tables(book)
    _add_enum(tables, DIRECTIONS)
    for kind in book.kinds:
        _declare_kind(kind, tables, problems)
    for kind in book.kinds:
        _declare_fields(kind, tables, problems)
    for option in book.options:
        _declare_option(option, tables, problems)
    for zone in book.zones:
        _declare_zone(zone, tables, problems)
    for state in book.state:
        _declare_state(state, tables, problems)
    for form in book.define:
        _declare_definition(form, tables, problems)
    for form in book.scoring:
        if _new(form.signature.name, "score", tables, problems):
            tables.scores[form.signature.name.text] = DefinitionInfo(form, PLAYER, ())
    for word in book.words:
        tables.words.setdefault(word.text, len(tables.words))
    _declare_nodes(book, tables, problems)
    return tables


def _new(name: Name, what: str, tables: Tables, problems: Problems) -> bool:
    """Whether a global name is free; if not, a report."""
    if name.text in FUNCTIONS or name.text in VALUES:
        problems.report(
            BUILT_IN_NAME,
            name.span,
            f"`{name.text}` is a word of the language and cannot name a {what}",
            hint="choose another name",
        )
        return False
    before = tables.spans.get(name.text)
    if before is not None:
        problems.report(
            NAME_TWICE, name.span, f"`{name.text}` is the name of two things", labels=(Label(before, "the first one"),)
        )
        return False
    tables.spans[name.text] = name.span
    return True


def _add_enum(tables: Tables, spec: EnumSpec) -> None:
    number = len(tables.enum_specs)
    tables.enums[spec.name] = number
    tables.enum_specs.append(spec)
    for place, value in enumerate(spec.values):
        tables.values.setdefault(value, []).append((number, place))


def _declare_kind(kind: KindForm, tables: Tables, problems: Problems) -> None:
    name = kind.name.text
    if name in BUILT_IN_TYPES:
        problems.report(BUILT_IN_NAME, kind.name.span, f"`{name}` is a type of the language already")
    elif name in tables.enums or name in tables.kinds:
        problems.report(NAME_TWICE, kind.name.span, f"the kind `{name}` is declared twice")
    elif kind.values:
        seen: dict[str, Name] = {}
        for value in kind.values:
            if value.text in seen:
                problems.report(
                    NAME_TWICE,
                    value.span,
                    f"`{value.text}` stands twice in `{name}`",
                    labels=(Label(seen[value.text].span, "the first one"),),
                )
            elif value.text in FUNCTIONS or value.text in VALUES:
                problems.report(
                    BUILT_IN_NAME, value.span, f"`{value.text}` is a word of the language and cannot be a value"
                )
            seen[value.text] = value
        _add_enum(tables, EnumSpec(name, tuple(seen)))
    else:
        tables.kinds[name] = len(tables.kind_specs)
        tables.kind_specs.append(KindSpec(name, ()))


def _declare_fields(kind: KindForm, tables: Tables, problems: Problems) -> None:
    number = tables.kinds.get(kind.name.text)
    if number is None or kind.values:
        return
    printed = []
    for form in kind.fields:
        key = (kind.name.text, form.name.text)
        if _is_owner(form.name, kind.name, tables, problems):
            continue
        if key in tables.fields or key in tables.definitions or form.name.text in ("holder", "revealed", "name"):
            problems.report(
                NAME_TWICE, form.name.span, f"`{form.name.text}` is a property of `{kind.name.text}` already"
            )
            continue
        if form.opens and (form.type.name is None or form.type.name.text != "Effect"):
            message = f"`{form.name.text}` is no effect, so it has no statements before which a window could open"
            problems.report(BAD_DIMENSION, form.opens[0].span, message, hint="leave `opens` out")
        if form.type.name is not None and form.type.name.text in FORMULAS:
            printed.append(len(tables.field_specs))
            _declare_formula(kind, form, number, tables, problems)
            continue
        type_ = resolve_type(form.type, tables, problems)
        per = _field_per(form, tables, problems)
        if form.takes:
            type_ = _with_takes(form, type_, tables, problems)
        if form.is_mark:
            tables.fields[key] = FieldInfo(-1, type_, per, tables.variable_count, form.name.span)
            tables.variable_count += 1
        else:
            missing = 0 if isinstance(type_, IntType | FlagType) else -1
            tables.fields[key] = FieldInfo(len(tables.field_specs), type_, per, None, form.name.span)
            printed.append(len(tables.field_specs))
            tables.field_specs.append(FieldSpec(form.name.text, number, type_, per, missing))
    tables.kind_specs[number] = KindSpec(kind.name.text, tuple(printed))


def _is_owner(name: Name, kind: Name, tables: Tables, problems: Problems) -> bool:
    """Whether a property would be called as what every component that is made per player has; it is reported."""
    per_player = [each for each in tables.book.components if each.make.text == kind.text and each.per_player]
    if name.text != "owner" or not per_player:
        return False
    message = f"`owner` is a property of `{kind.text}` already: the player it is made for"
    labels = (Label(per_player[0].name.span, "made `per: Player`"),)
    problems.report(NAME_TWICE, name.span, message, labels=labels, hint="leave it out, or choose another name")
    return True


def _with_takes(form: FieldForm, type_: Type, tables: Tables, problems: Problems) -> Type:
    """The type of a property whose cells are given something."""
    if strip(type_) != EFFECT:
        message = f"`{form.name.text}` is {show(type_)}, and takes nothing"
        hint = "an `Effect`, a `Condition` or a `Number` can be given something"
        problems.report(BAD_DIMENSION, form.takes[0].span, message, hint=hint)
        return type_
    for each in form.takes:
        if each.default is not None:
            message = f"`{each.name.text}` has a default, and whoever carries out the effect gives it"
            hint = f"write `{each.name.text}: {each.type.span.text}`"
            problems.report(BAD_DIMENSION, each.default.span, message, hint=hint)
    types = tuple(resolve_type(each.type, tables, problems) for each in form.takes)
    effect = EffectType(types, tuple(each.name.text for each in form.takes))
    return OptionalType(effect) if isinstance(type_, OptionalType) else effect


def _declare_formula(kind: KindForm, form: FieldForm, number: int, tables: Tables, problems: Problems) -> None:
    """A property whose cells are formulas: a definition of the kind, with another formula for each of its components."""
    assert form.type.name is not None
    wanted = FORMULAS[form.type.name.text]
    if form.is_mark or form.per is not None or form.type.or_none or form.type.is_set:
        message = f"`{form.name.text}` is a formula, which is there for every {kind.name.text} and never changes"
        hint = f"write `{form.name.text}: {form.type.name.text}`; what it depends on can be given by `takes:`"
        problems.report(BAD_DIMENSION, form.type.span, message, hint=hint)
    for default in (each.default for each in form.takes if each.default is not None):
        hint = "leave the default out, and give it wherever the formula is asked for"
        problems.report(BAD_DIMENSION, default.span, "what a formula is given has no default", hint=hint)
    signature = Signature(span=form.name.span, name=form.name, owner=kind.name, parameters=form.takes)
    written = DefineForm(f"kinds.{kind.name.text}.{form.name.text}", signature, Formula(form.name.span, None), ())
    parameters = tuple((each.name.text, resolve_type(each.type, tables, problems)) for each in form.takes)
    cells = CellFormulas(len(tables.field_specs), wanted)
    tables.definitions[kind.name.text, form.name.text] = DefinitionInfo(
        written, KindType(kind.name.text), parameters, cells=cells
    )
    tables.field_specs.append(FieldSpec(form.name.text, number, FormulaType(wanted), None, NONE))


def _field_per(form: FieldForm, tables: Tables, problems: Problems) -> int | None:
    if form.per is None:
        return None
    number = tables.enums.get(form.per.text)
    if number is None:
        problems.report(
            BAD_DIMENSION,
            form.per.span,
            f"a property can be `per` a list kind only; `{form.per.text}` is none",
            hint=did_you_mean(form.per.text, tables.enums),
        )
    return number


def resolve_type(words: TypeWords, tables: Tables, problems: Problems) -> Type:
    """The type that some words mean; an unknown one is reported and fits everywhere."""
    base: Type
    if words.name is None:
        low, high = words.low or 0, words.high or 0
        base = IntType(low, high)
        if high < low:
            problems.report(
                BAD_DIMENSION, words.span, f"the range {low}..{high} runs downward and has no numbers in it"
            )
            base = UNKNOWN
    else:
        base = _named_type(words.name, tables, problems)
    if words.is_set:
        base = SetType(base)
    return OptionalType(base) if words.or_none else base


def _named_type(name: Name, tables: Tables, problems: Problems) -> Type:
    built_in: dict[str, Type] = {"Player": PLAYER, "Flag": FLAG, "Int": NUMBER, "Effect": EFFECT}
    if name.text in built_in:
        return built_in[name.text]
    if name.text in tables.enums:
        return EnumType(name.text)
    if name.text in tables.kinds:
        return KindType(name.text)
    if name.text in FORMULAS:
        message = f"`{name.text}` is a type of properties of components only"
        hint = f"write `{'Flag' if name.text == 'Condition' else 'Int'}`, or a range where it is kept"
        problems.report(UNKNOWN_TYPE, name.span, message, hint=hint)
        return UNKNOWN
    known = tuple(dict.fromkeys((*BUILT_IN_TYPES, *tables.enums, *tables.kinds)))
    problems.report(
        UNKNOWN_TYPE,
        name.span,
        f"no kind is called `{name.text}`",
        hint=did_you_mean(name.text, known) or f"there are {', '.join(known)}",
    )
    return UNKNOWN


def _dimension(words: TypeWords, tables: Tables, problems: Problems) -> Dimension | None:
    type_ = resolve_type(words, tables, problems)
    if type_ == PLAYER:
        return Dimension("players")
    if isinstance(type_, EnumType):
        return Dimension("enum", tables.enums[type_.name])
    if isinstance(type_, KindType):
        return Dimension("kind", tables.kinds[type_.name])
    if isinstance(type_, IntType) and type_.low is not None and type_.high is not None:
        return Dimension("range", type_.high - type_.low + 1, type_.low)
    if type_ != UNKNOWN:
        problems.report(
            BAD_DIMENSION,
            words.span,
            f"`per: {words.span.text}` is not possible",
            hint="`per` can be `Player`, a kind or a range such as `1..6`",
        )
    return None


def _declare_option(form: OptionForm, tables: Tables, problems: Problems) -> None:
    type_: Type
    if form.type is None:
        type_ = EnumType(form.name.text)
        _declare_kind(KindForm(form.name, form.values, ()), tables, problems)
    else:
        type_ = resolve_type(form.type, tables, problems)
        if type_ != UNKNOWN and (type_ == NUMBER or not isinstance(type_, IntType | FlagType | EnumType)):
            hint = "write `Flag`, a range such as `1..9`, or a list of words"
            problems.report(BAD_DIMENSION, form.type.span, f"an option cannot be {show(type_)}", hint=hint)
            type_ = UNKNOWN
    if _new(form.name, "option", tables, problems):
        tables.options[form.name.text] = OptionInfo(form, type_)


def _declare_zone(form: ZoneForm, tables: Tables, problems: Problems) -> None:
    if form.holds.text not in tables.kinds:
        _named_type(form.holds, tables, problems)
        if form.holds.text in (*BUILT_IN_TYPES, *tables.enums):
            problems.report(
                UNKNOWN_TYPE, form.holds.span, f"a zone holds components; `{form.holds.text}` is no record kind"
            )
    per = _dimension(form.per, tables, problems) if form.per else None
    if per is not None and per.what == "range":
        problems.report(
            BAD_DIMENSION,
            form.name.span,
            "a zone can be `per: Player` or per a kind",
            hint="declare a list kind for the places",
        )
        per = None
    if _new(form.name, "zone", tables, problems):
        tables.zones[form.name.text] = ZoneInfo(len(tables.zones), form.holds.text, per, form)


def _declare_state(form: StateForm, tables: Tables, problems: Problems) -> None:
    type_ = resolve_type(form.type, tables, problems)
    per = tuple(found for words in form.per if (found := _dimension(words, tables, problems)) is not None)
    if isinstance(type_, SetType):
        problems.report(
            BAD_DIMENSION,
            form.type.span,
            "a variable holds one value, not a set",
            hint="use a zone, or a Flag `per` the kind",
        )
        type_ = UNKNOWN
    if type_ == NUMBER:
        problems.report(BAD_DIMENSION, form.type.span, f"`{form.name.text}` needs bounds", hint="write `type: 0..99`")
    if form.reserve is not None:
        _declare_reserve(form, form.reserve, type_, per, tables, problems)
    if _new(form.name, "variable", tables, problems):
        tables.variables[form.name.text] = VariableInfo(tables.variable_count, type_, per, form.name.span, form)
        tables.variable_count += 1


def _declare_reserve(
    form: StateForm, reserve: Expression, type_: Type, per: tuple[Dimension, ...], tables: Tables, problems: Problems
) -> None:
    """How much of a counter cannot be spent: a formula of whose counter it is, or of nobody."""
    if type_ != UNKNOWN and not isinstance(type_, IntType):
        message = f"`{form.name.text}` is {show(type_)}; only a number can have a reserve"
        problems.report(BAD_DIMENSION, reserve.span, message)
        return
    name = Name(span=reserve.span, text=f"the reserve of {form.name.text}")
    signature = Signature(span=reserve.span, name=name)
    written = DefineForm(f"{form.address}.reserve", signature, Formula(reserve.span, reserve), ())
    owner = PLAYER if per and per[0].what == "players" else None
    tables.reserves[tables.variable_count] = DefinitionInfo(written, owner, ())


def _declare_definition(form: DefineForm, tables: Tables, problems: Problems) -> None:
    signature = form.signature
    owner = _named_type(signature.owner, tables, problems) if signature.owner else None
    parameters = tuple((each.name.text, resolve_type(each.type, tables, problems)) for each in signature.parameters)
    info = DefinitionInfo(form, owner, parameters)
    key = (signature.owner.text if signature.owner else None, signature.name.text)
    if signature.owner is not None and _is_owner(signature.name, signature.owner, tables, problems):
        return
    if owner is None:
        if _new(signature.name, "definition", tables, problems):
            tables.definitions[key] = info
    elif key in tables.definitions or (key in tables.fields):
        problems.report(NAME_TWICE, signature.name.span, f"`{key[0]}.{key[1]}` is declared twice")
    elif signature.name.text in FUNCTIONS:
        problems.report(BUILT_IN_NAME, signature.name.span, f"`{signature.name.text}` is a word of the language")
    else:
        tables.definitions[key] = info


def _walk(nodes: Iterable[Node]) -> Iterable[Node]:
    for node in nodes:
        yield node
        yield from _walk(node.steps)


def _declare_nodes(book: Book, tables: Tables, problems: Problems) -> None:
    for table, nodes in ((tables.actions, book.actions), (tables.windows, book.windows)):
        for node in nodes:
            if node.name.text in table:
                problems.report(NAME_TWICE, node.name.span, f"`{node.address}` is declared twice")
            table[node.name.text] = node
    for node in _walk((*book.setup, *book.phases)):
        tables.phases.setdefault(node.name.text, []).append(node)
