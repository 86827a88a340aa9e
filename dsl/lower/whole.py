"""Lowers a whole rulebook.

In: its tables. Out: a `Flow`, or None when mistakes were reported. The order matters: scopes first (names of nodes), then
definitions, laws' conditions, triggers' patterns, then every body.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from rulewright.dsl import syntax
from rulewright.dsl.book import Book, Citation, ComponentForm, DefineForm, EndForm, Node, StateForm, ZoneForm
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.flow.expr import NONE, Const, Expr, Not
from rulewright.dsl.flow.ir import (
    Audience,
    Branch,
    ComponentSpec,
    Dimension,
    EnumSpec,
    Flow,
    GameEnd,
    InvariantSpec,
    ScopeSpec,
    ScoreSpec,
    VariableSpec,
    ZoneSpec,
)
from rulewright.dsl.lower.components import Components
from rulewright.dsl.lower.numbering import renumber
from rulewright.dsl.lower.program import TO_ALL, Builder, Program
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.model import Tables, VariableInfo
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import (
    FLAG,
    PLAYER,
    EnumType,
    FlagType,
    IntType,
    OptionalType,
    SetType,
    Type,
    assignable,
    show,
)

BAD_START = Rule("RW419", "bad-start")
NEVER_RESET = Rule("RW322", "unknown-phase")
BAD_AUDIENCE = Rule("RW323", "bad-audience")
UNKNOWN_RULE = Rule("RW324", "unknown-rule")

Plain = ComponentForm | ZoneForm | StateForm | EndForm

AUDIENCES = ("owner", "others", "all", "nobody")


def lower(tables: Tables, problems: Problems) -> tuple[Flow, Whole] | None:
    """The flow of a rulebook, and what can lower more formulas for it; None when there are errors."""
    whole = Whole(Program(tables, problems))
    flow = whole.lower()
    return None if flow is None else (flow, whole)


class Whole(Components):
    """One rulebook being lowered."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.ends = {}
        self.resets = {}
        self.prologues = []
        self._effects = {}
        self.pending_effects = []
        book = self.tables.book
        self.forced = book.lone_options

    def lower(self) -> Flow | None:
        """All of it."""
        book = self.tables.book
        root = self.make_scopes()
        self._resets()
        self._check_ends()
        origin = self.program.origin("game", book.name.span)
        main, settle = self.program.reserve_procedure(), self.program.reserve_procedure()
        self._reserve()
        for info in (*self.tables.definitions.values(), *self.tables.scores.values()):
            self.function_of(info)
        self.find_law_variables(book.laws)
        self.law_scopes = frozenset(self._law_scopes())
        for trigger in book.triggers:
            pattern = self.add_trigger(trigger)
            if pattern is not None:
                pattern.procedure = self.program.trigger_procedures[trigger.name.text]
        for pattern in self.patterns:
            watch = self.make_watch(pattern)
            pattern.watch = watch if pattern.mode == "after" else None
        components = self.make_components()
        self._main(main, root, origin)
        self._bodies(settle, root, origin)
        invariants = self._invariants()
        zones, variables = self._zones(), self._variables()
        self._check_citations()
        if self.program.problems.errors:
            return None
        return self._flow(main, settle, components, zones, variables, invariants)

    def more(self, formula: syntax.Expression, seats: int, problems: Problems) -> tuple[Expr, Type]:
        """A formula of a scenario, in which the seats are called A, B, C; its temps come after the flow's."""
        self.program.problems = problems
        names = Names()
        for seat in range(seats):
            names = names.with_local(chr(ord("A") + seat), Const(seat), PLAYER, None)
        return self.value(formula, names)

    # ------------------------------------------------------------------------------------ scopes

    def make_scopes(self) -> int:
        book = self.tables.book
        root = self.program.add_scope(
            self._scope_spec(
                "game", "game", book.title, -1, book.players_rules, self.program.origin("game", book.name.span)
            )
        )
        for section, nodes in (
            ("setup", book.setup),
            ("phases", book.phases),
            ("actions", book.actions),
            ("laws", book.laws),
        ):
            self._section(section, nodes, root)
        self._section("triggers", book.triggers, root)
        self._section("windows", book.windows, root)
        plain: tuple[Plain, ...] = (*book.components, *book.zones, *book.state, *book.end)
        for form in plain:
            place = self.program.origin(form.address, form.name.span)
            kind = form.address.split(".")[0]
            self.program.add_scope(
                self._scope_spec(form.address, kind, form.name.text.replace("_", " "), root, form.rules, place)
            )
        for define in (*book.define, *book.scoring, *book.invariants):
            place = self.program.origin(define.address, define.signature.span)
            kind = define.address.split(".")[0]
            self.program.add_scope(
                self._scope_spec(define.address, kind, define.signature.name.text, root, define.rules, place)
            )
        return root

    def _scope_spec(
        self, address: str, kind: str, title: str, parent: int, rules: tuple[Citation, ...], origin: int
    ) -> ScopeSpec:
        cited = tuple(dict.fromkeys(each.rule for each in rules))
        return ScopeSpec(address, kind, title, parent, "", "", cited, False, -1, (), -1, origin)

    def _section(self, section: str, nodes: tuple[Node, ...], root: int) -> None:
        for node in nodes:
            self._node_scope(node, root)

    def _node_scope(self, node: Node, parent: int) -> None:
        origin = self.program.origin(node.address, node.span)
        players = ending = -1
        if node.each is not None and node.kind in ("phase", "step", "choice", "menu", "ask", "may"):
            players = self._made_up(f"{node.name.text}.player", PLAYER, 0, 0, origin)
            self.phase_variables[(node.address, "player")] = (players, PLAYER)
        if node.endings:
            enum = f"{node.name.text} ending"
            values = tuple(ending.text for ending in node.endings)
            self.tables.enums[enum] = len(self.tables.enum_specs)
            self.tables.enum_specs.append(EnumSpec(enum, values))
            for place, value in enumerate(values):
                self.tables.values.setdefault(value, []).append((self.tables.enums[enum], place))
            type_ = OptionalType(EnumType(enum))
            ending = self._made_up(f"{node.name.text}.ending", type_, NONE, len(values) - 1, origin)
            self.phase_variables[(node.address, "ending")] = (ending, type_)
        spec = ScopeSpec(
            address=node.address,
            kind=node.kind,
            title=self._plain_title(node),
            parent=parent,
            loop=_loop_words(node),
            condition=_condition_words(node),
            rules=tuple(dict.fromkeys(each.rule for each in node.rules)),
            secret=node.secret,
            players=players,
            endings=tuple(each.text for each in node.endings),
            ending=ending,
            origin=origin,
        )
        number = self.program.add_scope(spec)
        for child in (*node.steps, *node.options):
            self._node_scope(child, number)

    def _plain_title(self, node: Node) -> str:
        if node.title:
            return node.title
        for words in (node.label, node.ask, node.may):
            if words is not None and all(isinstance(part, str) for part in words.parts):
                return "".join(part for part in words.parts if isinstance(part, str))
        return node.name.text.replace("_", " ").capitalize()

    def _made_up(self, name: str, type_: Type, start: int, high: int, origin: int) -> int:
        number = self.tables.variable_count
        self.tables.variable_count += 1
        spec = VariableSpec(name, type_, (), start, min(start, 0), max(high, 29), TO_ALL, origin, True)
        self.program.variables[number] = spec
        return number

    def _resets(self) -> None:
        for variable in self.tables.variables.values():
            if variable.form is not None and variable.form.resets is not None:
                self._reset(variable.form.resets, variable.number)
        for kind in self.tables.book.kinds:
            for field in kind.fields:
                info = self.tables.fields.get((kind.name.text, field.name.text))
                if field.resets is not None and info is not None and info.variable is not None:
                    self._reset(field.resets, info.variable)

    def _reset(self, phase: syntax.Name, variable: int) -> None:
        nodes = self.tables.phases.get(phase.text)
        if not nodes:
            self.report(
                NEVER_RESET,
                phase.span,
                f"no phase is called `{phase.text}`",
                did_you_mean(phase.text, self.tables.phases),
            )
        else:
            self.resets.setdefault(nodes[0].address, []).append(variable)

    def _check_ends(self) -> None:
        for form in self.tables.book.end:
            if form.after.text not in self.tables.phases:
                hint = did_you_mean(form.after.text, self.tables.phases)
                self.report(NEVER_RESET, form.after.span, f"no phase is called `{form.after.text}`", hint)

    def _law_scopes(self) -> Iterable[str]:
        book = self.tables.book
        for node in (*book.laws, *book.triggers):
            for name in (*node.during, *node.except_during):
                address = self.find_node(name)
                if address is not None:
                    yield address

    # ------------------------------------------------------------------------------------ bodies

    def _reserve(self) -> None:
        book = self.tables.book
        for action in book.actions:
            for half in action.options or (action,):
                self.program.action_procedures[half.address] = self.program.reserve_procedure()
        for window in book.windows:
            self.program.window_procedures[window.name.text] = self.program.reserve_procedure()
        for trigger in book.triggers:
            self.program.trigger_procedures[trigger.name.text] = self.program.reserve_procedure()

    def _main(self, number: int, root: int, origin: int) -> None:
        book = self.tables.book
        builder = Builder(self.program, number, root)
        names = Names()
        self.nodes(builder, book.setup, names)
        self.nodes(builder, book.phases, names)
        if builder.open:
            builder.leave(GameEnd(Const(()), origin))
        self.lower_prologues(builder)
        builder.finish("game", "main", 1, origin)

    def _bodies(self, settle: int, root: int, origin: int) -> None:
        book = self.tables.book
        for action in book.actions:
            for half in action.options or (action,):
                self.action(action, half)
        for window in book.windows:
            self.window_procedure(window)
        for pattern in self.patterns:
            self.trigger_procedure(pattern)
        self.effect_procedures()
        self.settle_procedure(book.laws, settle, root, origin)
        self.program.settle = settle

    def game_ends(self, builder: Builder, node: Node, *, for_good: bool, each_pass: bool) -> None:
        """`end: {after: score, if: ..., winner: ...}`: with `if` looked at after every pass, without when all are over."""
        for form in self.tables.book.end:
            if form.after.text != node.name.text or not builder.open:
                continue
            origin = self.program.origin(form.address, form.name.span)
            if form.condition is not None and each_pass:
                over, on = builder.label(), builder.label()
                builder.leave(Branch(self.flag(form.condition, Names()), over, on, form.condition.span.text, origin))
                builder.enter(over)
                builder.leave(GameEnd(self._winners(form), origin))
                builder.enter(on)
            elif form.condition is None and for_good:
                builder.leave(GameEnd(self._winners(form), origin))

    def _winners(self, form: EndForm) -> Expr:
        if form.winner is None:
            return Const(())
        return self.expect(form.winner, Names(), SetType(PLAYER), "the winner")

    def _invariants(self) -> tuple[InvariantSpec, ...]:
        found = []
        for form in self.tables.book.invariants:
            value, type_ = self.formula(form.formula, Names())
            if not assignable(type_, FLAG):
                self.report(BAD_START, form.signature.span, f"an invariant is a condition; this is {show(type_)}")
            found.append(
                InvariantSpec(form.signature.name.text, value, self.program.origin(form.address, form.signature.span))
            )
        return tuple(found)

    # ------------------------------------------------------------------------------------ zones and variables

    def _audience(self, words: syntax.Audience | None, default: str, owned: bool) -> Audience:
        if words is None:
            return Audience(default)
        who = words.who.text
        if who not in AUDIENCES:
            self.report(
                BAD_AUDIENCE,
                words.who.span,
                f"`{who}` is nobody who can see something",
                did_you_mean(who, AUDIENCES) or "it can be owner, others, all or nobody",
            )
            return Audience(default)
        if who in ("owner", "others") and not owned:
            self.report(BAD_AUDIENCE, words.who.span, "this belongs to nobody, so it has no owner")
        condition: Expr | None = None
        if words.unless is not None:
            condition = Not(self.flag(words.unless, Names()))
        if words.only_if is not None:
            condition = self.flag(words.only_if, Names())
        return Audience(who, condition)

    def _zones(self) -> tuple[ZoneSpec, ...]:
        found = []
        for info in self.tables.zones.values():
            form = info.form
            owned = info.per is not None and info.per.what == "players"
            found.append(
                ZoneSpec(
                    name=form.name.text,
                    holds=self.tables.kinds.get(info.holds, 0),
                    per=info.per,
                    order=form.order,
                    face=form.face,
                    capacity=form.size,
                    seen_by=self._audience(form.seen_by, "nobody", owned),
                    counted_by=self._audience(form.counted_by, "all", owned),
                    enter=form.enter,
                    origin=self.program.origin(form.address, form.name.span),
                )
            )
        return tuple(found)

    def _variables(self) -> tuple[VariableSpec, ...]:
        for info in self.tables.variables.values():
            self.program.variables[info.number] = self._variable(info)
        self._marks()
        return tuple(self.program.variables[number] for number in range(self.tables.variable_count))

    def _variable(self, info: VariableInfo) -> VariableSpec:
        form = info.form
        assert form is not None
        start = self._start_value(form.start, info.type, form.name)
        low, high = self._bounds(info.type)
        owned = bool(info.per) and info.per[0].what == "players"
        audience = self._audience(form.seen_by, "all", owned)
        return VariableSpec(
            form.name.text,
            info.type,
            info.per,
            start,
            low,
            high,
            audience,
            self.program.origin(form.address, form.name.span),
        )

    def _marks(self) -> None:
        for kind in self.tables.book.kinds:
            for field in kind.fields:
                info = self.tables.fields.get((kind.name.text, field.name.text))
                if info is None or info.variable is None:
                    continue
                per: tuple[Dimension, ...] = (Dimension("kind", self.tables.kinds[kind.name.text]),)
                if info.per is not None:
                    per = (*per, Dimension("enum", info.per))
                low, high = self._bounds(info.type)
                start = self._start_value(field.start, info.type, field.name)
                origin = self.program.origin(f"kinds.{kind.name.text}.{field.name.text}", field.name.span)
                self.program.variables[info.variable] = VariableSpec(
                    field.name.text, info.type, per, start, low, high, TO_ALL, origin
                )

    def _start_value(self, start: syntax.Expression | None, type_: Type, name: syntax.Name) -> int:
        if start is None:
            if isinstance(type_, OptionalType):
                return NONE
            return type_.low or 0 if isinstance(type_, IntType) else 0
        inner = type_.of if isinstance(type_, OptionalType) else type_
        value, found = self.fixed(start, {}, inner)
        low, high = self._bounds(type_)
        if not assignable(found, type_):
            self.report(BAD_START, start.span, f"`{name.text}` is {show(type_)}; it cannot start as {show(found)}")
        elif not low <= value <= high:
            self.report(BAD_START, start.span, f"`{name.text}` runs from {low} to {high}; it cannot start at {value}")
        return value

    def _bounds(self, type_: Type) -> tuple[int, int]:
        low, high = 0, 0
        inner = type_.of if isinstance(type_, OptionalType) else type_
        match inner:
            case IntType(a, b):
                low, high = a or 0, b if b is not None else 0
            case FlagType():
                high = 1
            case EnumType(name):
                high = len(self.tables.enum_specs[self.tables.enums[name]].values) - 1
            case _:
                high = 1_000_000
        return (min(low, NONE) if isinstance(type_, OptionalType) else low), high

    # ------------------------------------------------------------------------------------ the flow

    def _check_citations(self) -> None:
        book = self.tables.book
        known = {text.rule for text in book.rule_texts}
        if not known:
            return
        for cited in all_citations(book):
            if cited.rule not in known:
                self.report(
                    UNKNOWN_RULE,
                    cited.span,
                    f"the file of rules has no `{cited.rule}`",
                    did_you_mean(cited.rule, known),
                )

    def _flow(
        self,
        main: int,
        settle: int,
        components: list[ComponentSpec],
        zones: tuple[ZoneSpec, ...],
        variables: tuple[VariableSpec, ...],
        invariants: tuple[InvariantSpec, ...],
    ) -> Flow:
        book, program = self.tables.book, self.program
        blocks = renumber(program)
        scores = tuple(
            ScoreSpec(name, info.function or 0, program.origin(info.form.address, info.form.signature.span))
            for name, info in self.tables.scores.items()
        )
        return Flow(
            name=book.name.text,
            title=book.title,
            digest=digest(*texts_of(book, program)),
            players=book.players,
            enums=tuple(self.tables.enum_specs),
            kinds=tuple(self.tables.kind_specs),
            fields=tuple(self.tables.field_specs),
            components=tuple(components),
            zones=zones,
            variables=variables,
            functions=tuple(function for function in program.functions if function is not None),
            scopes=tuple(program.scopes),
            procedures=tuple(procedure for procedure in program.procedures if procedure is not None),
            blocks=blocks,
            main=main,
            settle=settle,
            temps=program.temps,
            words=tuple(self.tables.words),
            scores=scores,
            invariants=invariants,
            entries=tuple(program.entries),
            rules=tuple((text.rule, text.section, text.text) for text in book.rule_texts),
            origins=tuple(program.origins),
        )


def _loop_words(node: Node) -> str:
    parts = []
    if node.each is not None:
        parts.append(f"each {node.each.span.text}")
    parts.extend(f"for {pick.name.text} in {pick.of.span.text}" for pick in node.variables)
    if node.repeat is not None:
        parts.append(node.repeat.span.text)
    return ", ".join(parts)


def _condition_words(node: Node) -> str:
    condition = node.condition or node.whenever
    return "" if condition is None else " ".join(condition.span.text.split())


def all_citations(book: Book) -> Iterable[Citation]:
    """Every citation of a rulebook."""
    yield from book.players_rules
    forms: tuple[Plain | DefineForm, ...] = (*book.components, *book.zones, *book.state, *book.end)
    for form in (*forms, *book.define, *book.scoring, *book.invariants):
        yield from form.rules

    def walk(nodes: tuple[Node, ...]) -> Iterable[Citation]:
        for node in nodes:
            yield from node.rules
            yield from walk((*node.steps, *node.options))

    yield from walk((*book.setup, *book.phases, *book.actions, *book.laws, *book.triggers, *book.windows))


def texts_of(book: Book, program: Program) -> list[str]:
    """The rulebook's text and those of its tables, in the order in which they were first used."""
    sources = {origin.span.source.name: origin.span.source for origin in program.origins}
    for component in book.components:
        for row in component.rows:
            sources.setdefault(row.span.source.name, row.span.source)
    return [book.source.text, *(source.text for source in sources.values() if source is not book.source)]


def digest(*texts: str) -> str:
    """16 hexadecimal digits that change when any of the texts does."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
