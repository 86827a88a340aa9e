"""Lowers a whole rulebook.

In: its tables. Out: a `Flow`, or None when mistakes were reported. The order matters: scopes first (names of nodes), then
definitions, laws' conditions, triggers' patterns, then every body.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Book, Citation, DefineForm, EndForm, Node
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.fields import UNKNOWN_RULE
from rulewright.dsl.flow.expr import Const, Expr
from rulewright.dsl.flow.ir import (
    Branch,
    ComponentSpec,
    Flow,
    GameEnd,
    InvariantSpec,
    ScoreSpec,
    VariableSpec,
    ZoneSpec,
)
from rulewright.dsl.lower.definitions import callees_first
from rulewright.dsl.lower.displays import Displays
from rulewright.dsl.lower.numbering import renumber
from rulewright.dsl.lower.outline import Plain
from rulewright.dsl.lower.program import Builder, Program
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.lower.specs import BAD_START
from rulewright.dsl.model import Tables
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import (
    FLAG,
    PLAYER,
    SetType,
    Type,
    assignable,
    show,
)


def lower(tables: Tables, problems: Problems) -> tuple[Flow, Whole] | None:
    """The flow of a rulebook, and what can lower more formulas for it; None when there are errors."""
    whole = Whole(Program(tables, problems))
    flow = whole.lower()
    return None if flow is None else (flow, whole)


class Whole(Displays):
    """One rulebook being lowered."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.ends = {}
        self.sizes = {}
        self.resets = {}
        self.prologues = []
        self._effects = {}
        self._doing = {}
        self._formulas = {}
        self.owner_fields, self.made, self.made_for, self.asked_with = {}, [], [], 0
        self.name_fields, self.name_numbers, self.names_asked, self.cells_naming = {}, {}, [], []
        self.pending_effects = []
        self.given_elsewhere = {}
        book = self.tables.book
        self.forced = book.lone_options

    def lower(self) -> Flow | None:
        """All of it."""
        tables, book = self.tables, self.tables.book
        self.work_out_options()
        self.work_out_sizes()
        self.end_phases = {}
        root = self.make_scopes()
        self._resets()
        self._check_ends()
        origin = self.program.origin("game", book.name.span)
        main, settle = self.program.reserve_procedure(), self.program.reserve_procedure()
        self._reserve()
        self.read_cells()
        for info in callees_first((*tables.definitions.values(), *tables.scores.values(), *tables.reserves.values())):
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
        self.check_capacity(components)
        self._main(main, root, origin)
        self._bodies(settle, root, origin)
        invariants = self._invariants()
        zones, variables = self._zones(), self._variables()
        displays = self.displays()
        self._check_citations()
        self.check_names()
        if self.program.problems.errors:
            return None
        self.print_owners()
        self.print_names()
        return replace(self._flow(main, settle, components, zones, variables, invariants), displays=displays)

    def more(self, formula: syntax.Expression, seats: int, problems: Problems) -> tuple[Expr, Type]:
        """A formula of a scenario, in which the seats are called A, B, C; its temps come after the flow's."""
        self.program.problems, self.asked_with = problems, seats
        names = Names()
        for seat in range(seats):
            names = names.with_local(chr(ord("A") + seat), Const(seat), PLAYER, None)
        return self.value(formula, names)

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
        if builder.open and book.laws:
            builder.settle(origin)  # laws hold from the first moment on, whatever set-up did or did not do
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
            self.aside_procedure(window) if window.beside else self.window_procedure(window)
        for pattern in self.patterns:
            self.trigger_procedure(pattern)
        self.effect_procedures()
        self.settle_procedure(book.laws, settle, root, origin)
        self.program.settle = settle
        self.lay_beside()

    def game_ends(self, builder: Builder, node: Node, *, for_good: bool, each_pass: bool) -> None:
        """`end: {after: score, if: ..., winner: ...}`: with `if` looked at after every pass, without when all are over."""
        for form in self.tables.book.end:
            if self.end_phases.get(form.address) != node.address or not builder.open:
                continue
            origin = self.program.origin(form.address, form.name.span)
            if form.condition is not None and each_pass:
                over, on = builder.label(), builder.label()
                builder.leave(Branch(self.flag(form.condition, Names()), over, on, words_of(form.condition), origin))
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
            value, type_ = self.formula(form.formula, Names(looks_back=True))
            if not assignable(type_, FLAG):
                self.report(BAD_START, form.signature.span, f"an invariant is a condition; this is {show(type_)}")
            found.append(
                InvariantSpec(form.signature.name.text, value, self.program.origin(form.address, form.signature.span))
            )
        return tuple(found)

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
            name="+".join([book.name.text, *(variant.name for variant in book.variants)]),
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


def all_citations(book: Book) -> Iterable[Citation]:
    """Every citation of a rulebook."""
    yield from book.players_rules
    forms: tuple[Plain | DefineForm, ...] = (*book.components, *book.zones, *book.state, *book.end)
    for form in (*forms, *book.options, *book.define, *book.scoring, *book.invariants):
        yield from form.rules

    def walk(nodes: tuple[Node, ...]) -> Iterable[Citation]:
        for node in nodes:
            yield from node.rules
            yield from walk((*node.steps, *node.options))

    yield from walk((*book.setup, *book.phases, *book.actions, *book.laws, *book.triggers, *book.windows))


def texts_of(book: Book, program: Program) -> list[str]:
    """The rulebook's text, those that it includes and those of its tables, in the order in which they were first used."""
    sources = {each.name: each for each in (*book.included, *(variant.source for variant in book.variants))}
    sources |= {origin.span.source.name: origin.span.source for origin in program.origins}
    for component in book.components:
        for row in component.rows:
            sources.setdefault(row.span.source.name, row.span.source)
    chosen = [f"{option.name.text}: {option.value.span.text}" for option in book.options]
    return [book.source.text, *chosen, *(source.text for source in sources.values() if source is not book.source)]


def digest(*texts: str) -> str:
    """16 hexadecimal digits that change when any of the texts does."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
