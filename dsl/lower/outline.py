"""The outline of a rulebook: a scope for every named node, and what begins, resets and ends with it.

In: the book. Out: the program's scopes, the variables that the flow adds (who is at a phase's turn, how a phase has ended),
and which variables start anew with which phase.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Citation, ComponentForm, EndForm, Node, StateForm, ZoneForm
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import NONE
from rulewright.dsl.flow.ir import (
    EnumSpec,
    ScopeSpec,
    VariableSpec,
)
from rulewright.dsl.lower.components import Components
from rulewright.dsl.lower.program import TO_ALL
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import (
    PLAYER,
    EnumType,
    OptionalType,
    Type,
)

NEVER_RESET = Rule("RW322", "unknown-phase")

Plain = ComponentForm | ZoneForm | StateForm | EndForm



class Outline(Components):
    """The scopes of one program."""

    end_phases: dict[str, str]  # address of an entry of `end` -> of the phase after which it is looked at

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
        for option in book.options:
            place = self.program.origin(option.address, option.name.span)
            title = option.text or option.name.text.replace("_", " ")
            self.program.add_scope(self._scope_spec(option.address, "options", title, root, option.rules, place))
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
            event=_event_words(node),
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
        nodes = self.phases_named(phase.text)
        if not nodes:
            self.report(
                NEVER_RESET,
                phase.span,
                f"no phase is called `{phase.text}`",
                did_you_mean(phase.text, self.tables.phases),
            )
        else:
            self.resets.setdefault(self.only(phase, nodes).address, []).append(variable)

    def _check_ends(self) -> None:
        for form in self.tables.book.end:
            found = self.phases_named(form.after.text)
            if found:
                self.end_phases[form.address] = self.only(form.after, found).address
            else:
                hint = did_you_mean(form.after.text, self.tables.phases)
                self.report(NEVER_RESET, form.after.span, f"no phase is called `{form.after.text}`", hint)

    def _law_scopes(self) -> Iterable[str]:
        book = self.tables.book
        for node in (*book.laws, *book.triggers):
            for name in (*node.during, *node.except_during):
                address = self.find_node(name)
                if address is not None:
                    yield address


def _loop_words(node: Node) -> str:
    parts = []
    if node.each is not None:
        parts.append(f"each {words_of(node.each)}")
    parts.extend(f"for {pick.name.text} in {words_of(pick.of)}" for pick in node.variables)
    if node.repeat is not None:
        parts.append(node.repeat.span.text)
    if node.beside:
        meanwhile = f" during {' or '.join(name.text for name in node.during)}" if node.during else ""
        parts.append(f"beside every question{meanwhile}")
    return ", ".join(parts)


def _event_words(node: Node) -> str:
    return "" if node.event is None else f"{node.event[0]} {' '.join(node.event[1].span.text.split())}"


def _condition_words(node: Node) -> str:
    condition = node.condition or node.whenever
    return "" if condition is None else words_of(condition)
