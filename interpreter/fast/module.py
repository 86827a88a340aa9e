"""The whole module of a game for a number of players: its definitions, its questions, its heads.

In: a flow and a player count. Out: `Source`, readable Python and the constants it counts on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.interpreter.fast.bits import BIT_LOOPS, boards_in_cells
from rulewright.interpreter.fast.loops import LOOPS
from rulewright.interpreter.fast.scalars import SCALARS
from rulewright.interpreter.fast.sealed import plain_blocks
from rulewright.interpreter.fast.sets import SETS
from rulewright.interpreter.fast.stops import Stops
from rulewright.interpreter.fast.whole import Whole
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.memo import MOST_ALWAYS, Memo
from rulewright.interpreter.passes import quick_layout
from rulewright.interpreter.passes.facts import WORTH_KEEPING
from rulewright.interpreter.passes.prune import applied_in

LISTS = {"Z": "zones", "W": "where", "F": "face", "S": "shown", "C": "cells"}
COSTLY = (e.Filter, e.Gather, e.Distinct, e.Reachable, e.Best, e.AnyOf, e.Fold)  # a function with one of these is worked out once
USED = re.compile(r"\b([ZWFSC])\b")


@dataclass(frozen=True, slots=True)
class Source:
    """A module as text. constants: what it counts on, by name. heads: the blocks that a frame can stand at;
    of whole games the procedures.
    """

    text: str
    constants: dict[str, object]
    heads: tuple[int, ...]


def source(flow: ir.Flow, players: int, counting: bool = False, unseen: bool = False, whole: bool = False) -> Source:
    """The source of a game for a number of players.

    counting: it tells a trace what happens. unseen: nobody wants a view, so sealed answers need not always be kept apart. whole: it
    plays whole games. Raises ValueError for a count the game is not for, NeedsHelp when it cannot play whole games alone.
    """
    plain = plain_blocks(flow) if unseen else frozenset()
    layout = quick_layout(flow, players, counting)
    flow = layout.flow
    writer = Writer(layout, {**SCALARS, **SETS}, {**LOOPS, **BIT_LOOPS}, counting)
    memo = Memo(flow)
    parts = [_comment(f"{flow.title}, {players} players: generated from its flow by rulewright.interpreter.fast")]
    asked = [*(flow.functions[score.function].body for score in flow.scores), *((block.ops, block.exit) for block in flow.blocks)]
    applied = {score.function for score in flow.scores} | applied_in(flow, asked)
    parts += ["\n".join(function_lines(writer, memo, number)) for number in sorted(applied)]
    writer.constants["BOARDS"] = boards_in_cells(layout, writer.boarded)
    written = _whole(writer, memo, plain) if whole else _stops(writer, memo, plain)
    heads = []
    for number, text in written:
        heads.append(number)
        parts.append(text)
    return Source("\n\n\n".join(parts) + "\n", writer.constants, tuple(heads))


def _stops(w: Writer, memo: Memo, plain: frozenset[int]) -> Iterator[tuple[int, str]]:
    """The heads of a flow."""
    flow = w.layout.flow
    blocks = Stops(w, memo.passing, plain)
    for number, lines in blocks.write():
        place = _comment(f"block {number}: {flow.scopes[flow.blocks[number].scope].address}")
        yield number, "\n".join([place, *with_lists(lines)])
    for number in blocks.same:
        yield number, f"h{number} = h{blocks.as_at(number)}"


def _whole(w: Writer, memo: Memo, plain: frozenset[int]) -> Iterator[tuple[int, str]]:
    """The procedures of a flow."""
    for number, lines in Whole(w, memo.passing, plain).write():
        place = _comment(f"procedure {number}: {w.layout.flow.procedures[number].address}")
        yield number, "\n".join([place, *with_lists(lines)])


def _comment(text: str) -> str:
    """A comment. Names are whatever an author wrote, line ends too: none of it may ever become code."""
    return "# " + "".join(sign if " " <= sign <= "~" else "?" for sign in " ".join(text.split()))


def function_lines(w: Writer, memo: Memo, number: int) -> list[str]:
    """A definition, the function `d7` for number 7, as lines."""
    spec = w.layout.flow.functions[number]
    names = [f"t{slot}" for slot in spec.parameters]
    w.begin()
    with w.apart() as lines, w.inside(f"def d{number}({', '.join(['s', *names])}):"):
        if number in memo.passing or w.facts.of(spec.body).work <= WORTH_KEEPING:
            w.line(f"return {w.value(spec.body)}")
        else:
            _kept(w, number, names, spec.body, "LASTING" if number in memo.lasting else "M")
    return [_comment(spec.name), *with_lists(lines)]


def _kept(w: Writer, number: int, names: list[str], body: e.Expr, memory: str) -> None:
    """A definition whose values are kept."""
    w.keeps = w.keeps or memory == "M"
    key = ", ".join([str(number), *names])
    w.line(f"k = ({key})" if names else f"k = {key}")
    w.line(f"r = {memory}.get(k)")
    with w.inside("if r is None:"):
        if memory == "LASTING":
            w.line(f"if len(LASTING) >= {MOST_ALWAYS}: LASTING.clear()")
        w.line(f"r = {memory}[k] = {w.value(body)}")
    w.line("return r")


def with_lists(lines: list[str]) -> list[str]:
    """The lines with the lists of the state that they use behind each `def`."""
    made: list[str] = []
    starts = [place for place, line in enumerate(lines) if line.startswith("def ")] or [-1]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        body = lines[start + 1 : end]
        used = sorted(set(USED.findall("\n".join(body))))
        made += lines[start : start + 1] if start >= 0 else []
        made += [f"    {name} = s.{LISTS[name]}" for name in used]
        made += body
    return made
