"""Where points come from, counted inside a module: what `interpreter.scoring` says of every total, for each seat.

In: the lines of the scoring of a layout. Out: `Tally`, where the points of each total and source are added up, and the functions that
do so. Of each source there is a row: whether it has been told of, then the points of each seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.flow import ir
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.machine import machine_of
from rulewright.interpreter.scoring import gained_line


class Tally:
    """The rows of one layout. totals: what has sources, counters that gain lines first; sources: the names of all sources."""

    def __init__(self, layout: Layout) -> None:
        flow = layout.flow
        self.players = layout.players
        self.flow = flow
        self.scoring = machine_of(flow, layout.players).ops.scoring
        ops = [op for block in flow.blocks for op in block.ops if isinstance(op, ir.Change)]
        gains = [(op.variable, line) for op in ops if (line := gained_line(flow, op)) is not None]
        self.counters = list(dict.fromkeys(flow.variables[variable].name for variable, _ in gains))
        self.totals = [flow.scores[line].name for line in self.scoring.totals]
        names: dict[str, None] = {}
        for line in range(len(flow.scores)):
            names[flow.scores[line].name] = None
            if self.scoring.made[line].rest:
                names[self.scoring.made[line].rest] = None
        self.sources = list(names)
        self.row = 8 * (1 + self.players)
        self.block = self.row * len(self.sources)
        self.rows = len(self.sources) * (len(self.counters) + len(self.totals))
        self.size = self.row * self.rows
        self.total_size = (self.row + 8) * self.rows  # of many games: with a sum of all winners

    def read(self, numbers: Sequence[int]) -> dict[str, dict[str, list[int]]]:
        """The sums of many games that a module has made, as `Summary.sources` has them."""
        found: dict[str, dict[str, list[int]]] = {}
        width = 2 + self.players
        names = ((total, source) for total in (*self.counters, *self.totals) for source in self.sources)
        for at, (total, source) in zip(range(0, self.rows * width, width), names, strict=True):
            if numbers[at]:
                found.setdefault(total, {})[source] = list(numbers[at + 1 : at + width])
        return found

    def at(self, variable: int) -> int:
        """Where the rows of a counter begin, from the first row on."""
        return self.counters.index(self.flow.variables[variable].name) * self.block

    def source(self, name: str, base: str, value: str) -> str:
        """A statement that adds to a source."""
        row = self.sources.index(name) * self.row
        return f"(call $source (i32.add {base} (i32.const {row})) (local.get $seat) {value})"

    def functions(self, at: int) -> str:
        """The functions `$s3` of each line, and that of all totals at the end."""
        text = """(func $source (param $at i32) (param $seat i64) (param $more i64)
  (i64.store (local.get $at) (i64.const 1))
  (local.set $at (i32.add (local.get $at) (i32.shl (i32.add (i32.wrap_i64 (local.get $seat)) (i32.const 1)) (i32.const 3))))
  (i64.store (local.get $at) (call $add (i64.load (local.get $at)) (local.get $more))))\n"""
        for line in range(len(self.flow.scores)):
            text += f"(func $s{line} (param $seat i64) (param $base i32) (param $sign i64) (local $v i64) (local $rest i64)\n"
            text += f"{self._body(line)})\n"
        text += "(func $sources"
        for place, line in enumerate(self.scoring.totals, len(self.counters)):
            for seat in range(self.players):
                text += f"(call $s{line} (i64.const {seat}) (i32.const {at + place * self.block}) (i64.const 1))"
        return text + ")"

    def _body(self, line: int) -> str:
        made, name = self.scoring.made[line], self.flow.scores[line].name
        text = f"(local.set $v {self._value(line)})"
        whole = self.source(name, "(local.get $base)", "(call $mul (local.get $v) (local.get $sign))")
        if not made.parts:
            return text + whole
        text += "(local.set $rest (local.get $v))"
        for sign, part in made.parts:
            text += f"(local.set $rest (call ${'sub' if sign > 0 else 'add'} (local.get $rest) {self._value(part)}))"
        if not made.adds:
            some = f"(if (i64.ne (local.get $v) (i64.const 0)) (then {whole}))"
            text += f"(if (i64.ne (local.get $rest) (i64.const 0)) (then {some} (return)))"
        for sign, part in made.parts:
            times = f"(i64.mul (local.get $sign) (i64.const {sign}))"
            text += f"(call $s{part} (local.get $seat) (local.get $base) {times})"
        if made.rest:
            text += self.source(made.rest, "(local.get $base)", "(call $mul (local.get $rest) (local.get $sign))")
        return text

    def _value(self, line: int) -> str:
        return f"(call $d{self.flow.scores[line].function} (local.get $seat))"

    def gain(self, at: int, variable: int, line: int, seat: str, gained: str) -> str:
        """Statements for a counter that is about to gain a line; the line alone where a bound of the counter cuts it."""
        base = at + self.at(variable)
        whole = f"(call $s{line} {seat} (i32.const {base}) (i64.const 1))"
        row = base + self.sources.index(self.flow.scores[line].name) * self.row
        alone = f"(call $source (i32.const {row}) {seat} {gained})"
        value = f"(call $d{self.flow.scores[line].function} {seat})"
        return f"(if (i64.eq {value} {gained}) (then {whole}) (else {alone}))"
