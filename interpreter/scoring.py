"""Where points come from: every total of the scoring, taken apart into the lines that it adds up.

In: a flow with its lines of the scoring, and a state. Out: for each total what each source gives each seat; the sources of a
total always add up to it. Totals are the lines that no other line uses, reckoned at the end, and the counters that gain such
a line in the course of play (`gain points total`), for which the sources of every gain are added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from rulewright.dsl.flow import expr, ir
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.evaluate import Evaluator, Temps
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.log import LogEntry
from rulewright.interpreter.state import State

POINTS = "points"  # the kind of the log's lines that tell the sources of a gain; nobody but the judge reads them
OTHER = "other"

Sources = dict[str, dict[str, tuple[int, ...]]]  # total -> source -> what each seat has of it


@dataclass(frozen=True, slots=True)
class Made:
    """What a line is made of. parts: (1 or -1, another line) for each that it adds or takes away; adds: it is nothing but
    that sum, with `rest` as the name of what else is in it ("" for nothing)."""

    parts: tuple[tuple[int, int], ...]
    rest: str
    adds: bool


class Scoring:
    """The lines of the scoring of one layout, by their numbers in the flow."""

    def __init__(self, layout: Layout, evaluator: Evaluator, temps: Temps) -> None:
        self.layout = layout
        self.evaluator = evaluator
        self.temps = temps
        self.flow = layout.flow
        self._line_of = {score.function: number for number, score in enumerate(self.flow.scores)}
        self.made = tuple(self._made(score.function) for score in self.flow.scores)
        gained = {gained_line(self.flow, op) for block in self.flow.blocks for op in block.ops if isinstance(op, ir.Change)}
        used = {line for score in self.flow.scores for line in self._lines_in(self.flow.functions[score.function].body)}
        self.totals = [line for line in range(len(self.flow.scores)) if line not in used and line not in gained]

    def value(self, state: State, line: int, seat: int) -> int:
        """What a line gives a seat now."""
        slots, body = self.evaluator.function(self.flow.scores[line].function)
        self.temps[slots[0]] = seat
        return cast(int, body(state, [], self.temps))

    def sources(self, state: State, line: int, seat: int) -> dict[str, int]:
        """What a line gives a seat now, by its sources; they add up to it."""
        made, value = self.made[line], self.value(state, line, seat)
        rest = value - sum(sign * self.value(state, part, seat) for sign, part in made.parts)
        if not made.parts or (rest and not made.adds):
            return {self.flow.scores[line].name: value} if value or not made.parts else {}
        found: dict[str, int] = {}
        for sign, part in made.parts:
            for name, points in self.sources(state, part, seat).items():
                found[name] = found.get(name, 0) + sign * points
        if made.rest:
            found[made.rest] = found.get(made.rest, 0) + rest
        return found

    def sources_of_gain(self, state: State, line: int, seat: int, gained: int) -> dict[str, int]:
        """The same of a line that a seat is about to gain; the line alone where a bound of the counter cuts it."""
        sources = self.sources(state, line, seat)
        return sources if sum(sources.values()) == gained else {self.flow.scores[line].name: gained}

    # ------------------------------------------------------------------------------------ what lines are made of

    def _lines_in(self, body: expr.Expr) -> set[int]:
        return {
            self._line_of[node.function]
            for node in walk(body)
            if isinstance(node, expr.Apply) and node.function in self._line_of
        }

    def _made(self, function: int) -> Made:
        spec = self.flow.functions[function]
        me = expr.Temp(spec.parameters[0])
        terms = list(_terms(spec.body, 1))
        own = [(sign, self._line(term, me)) for sign, term in terms]
        parts = tuple((sign, line) for sign, line in own if line is not None)
        others = [term for (_, term), (_, line) in zip(terms, own, strict=True) if line is None]
        if parts:
            return Made(parts, self._rest(others), True)
        mentioned = (line for node in walk(spec.body) if (line := self._line(node, me)) is not None)
        return Made(tuple((1, line) for line in dict.fromkeys(mentioned)), "", False)

    def _line(self, node: object, me: expr.Temp) -> int | None:
        """The line that an expression is for the same player."""
        if isinstance(node, expr.Apply) and node.arguments == (me,):
            return self._line_of.get(node.function)
        return None

    def _rest(self, terms: list[expr.Expr]) -> str:
        """What else a sum has in it: the name of the one counter, or `other`."""
        if len(terms) == 1 and isinstance(terms[0], expr.StateVar):
            return self.flow.variables[terms[0].variable].name
        return OTHER if terms else ""


def gained_line(flow: ir.Flow, op: ir.Change) -> int | None:
    """The line of the scoring that a counter of the same player gains by this op; None when it gains something else."""
    amount = op.amount
    if not isinstance(amount, expr.Apply) or op.index != amount.arguments:
        return None
    return next((number for number, score in enumerate(flow.scores) if score.function == amount.function), None)


def _terms(node: expr.Expr, sign: int) -> Iterable[tuple[int, expr.Expr]]:
    """What a formula adds (1) and takes away (-1)."""
    if isinstance(node, expr.Arithmetic) and node.operator in ("+", "-"):
        yield from _terms(node.left, sign)
        yield from _terms(node.right, sign if node.operator == "+" else -sign)
    else:
        yield sign, node


class Tally:
    """The sources of all points of one game. It is given the lines of the log, each once."""

    def __init__(self, scoring: Scoring, entries: Iterable[LogEntry] = ()) -> None:
        self.scoring = scoring
        self.seats = scoring.layout.players
        self._gained: dict[str, dict[str, list[int]]] = {}
        self.add(entries)

    def add(self, entries: Iterable[LogEntry]) -> None:
        """Count the gains that these lines tell of."""
        flow = self.scoring.flow
        for entry in entries:
            if entry.kind == POINTS:
                variable, seat, numbers, amounts = entry.facts
                assert isinstance(variable, int) and isinstance(seat, int)
                assert isinstance(numbers, tuple) and isinstance(amounts, tuple)
                names = (source_name(flow, number) for number in numbers)
                self.gain(variable, seat, dict(zip(names, amounts, strict=True)))

    def gain(self, variable: int, seat: int, sources: Mapping[str, int]) -> None:
        """Count that a counter has gained so much for a seat, by sources."""
        found = self._gained.setdefault(self.scoring.flow.variables[variable].name, {})
        for name, amount in sources.items():
            found.setdefault(name, [0] * self.seats)[seat] += amount

    @property
    def is_empty(self) -> bool:
        """Whether there are no points: nothing was gained, and there is no total."""
        return not self._gained and not self.scoring.totals

    def sources(self, state: State) -> Sources:
        """Where the points of every total come from, as it would be now."""
        found: Sources = {total: _fixed(each) for total, each in self._gained.items()}
        for line in self.scoring.totals:
            each: dict[str, list[int]] = {}
            for seat in range(self.seats):
                for name, points in self.scoring.sources(state, line, seat).items():
                    each.setdefault(name, [0] * self.seats)[seat] = points
            found[self.scoring.flow.scores[line].name] = _fixed(each)
        return found


def source_name(flow: ir.Flow, number: int) -> str:
    """The name of a source that a line of the log tells of: a line of the scoring, a counter behind those, or `other`."""
    if number < len(flow.scores):
        return flow.scores[number].name
    return OTHER if number == len(flow.scores) + len(flow.variables) else flow.variables[number - len(flow.scores)].name


def source_number(flow: ir.Flow, name: str) -> int:
    """The number by which a line of the log tells of a source."""
    names = [*(score.name for score in flow.scores), *(spec.name for spec in flow.variables), OTHER]
    return names.index(name)


def _fixed(sources: Mapping[str, list[int]]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(values) for name, values in sources.items()}
