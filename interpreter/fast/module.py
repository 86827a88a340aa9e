"""The whole module of a game for a number of players: its definitions, its questions, its heads.

In: a flow and a player count. Out: `Source`, readable Python and the constants it counts on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.fast.blocks import Blocks
from rulewright.interpreter.fast.scalars import SCALARS
from rulewright.interpreter.fast.sealed import plain_blocks
from rulewright.interpreter.fast.sets import SETS
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.memo import MOST_ALWAYS, Memo
from rulewright.interpreter.passes import quickened

LISTS = {"Z": "zones", "W": "where", "F": "face", "S": "shown", "C": "cells"}
COSTLY = (e.Filter, e.Gather, e.Distinct, e.Reachable, e.Best, e.AnyOf, e.Fold)  # a function with one of these is worked out once
USED = re.compile(r"\b([ZWFSC])\b")


@dataclass(frozen=True, slots=True)
class Source:
    """A module as text. constants: what it counts on, by name. heads: the blocks that a frame can stand at."""

    text: str
    constants: dict[str, object]
    heads: tuple[int, ...]


def source(flow: ir.Flow, players: int, counting: bool = False, unseen: bool = False) -> Source:
    """The source of a game for a number of players.

    counting: it tells a trace what happens. unseen: nobody wants a view, so sealed answers need not always be kept apart.
    Raises ValueError for a count the game is not for.
    """
    plain = plain_blocks(flow) if unseen else frozenset()
    flow = quickened(flow, players)
    layout = layout_of(flow, players)
    writer = Writer(layout, {**SCALARS, **SETS}, counting)
    memo = Memo(flow)
    parts = [_comment(f"{flow.title}, {players} players: generated from its flow by rulewright.interpreter.fast")]
    parts += ["\n".join(_function(writer, memo, number)) for number in range(len(flow.functions))]
    heads = []
    for number, lines in Blocks(writer, memo.passing, plain).write():
        heads.append(number)
        place = _comment(f"block {number}: {flow.scopes[flow.blocks[number].scope].address}")
        parts.append("\n".join([place, *_with_lists(lines)]))
    return Source("\n\n\n".join(parts) + "\n", writer.constants, tuple(heads))


def _comment(text: str) -> str:
    """A comment. Names are whatever an author wrote, line ends too: none of it may ever become code."""
    return "# " + "".join(sign if " " <= sign <= "~" else "?" for sign in " ".join(text.split()))


def _function(w: Writer, memo: Memo, number: int) -> list[str]:
    spec = w.layout.flow.functions[number]
    names = [f"t{slot}" for slot in spec.parameters]
    head = [_comment(spec.name), f"def d{number}({', '.join(['s', *names])}):"]
    value = w.value(spec.body)
    costly = any(isinstance(node, COSTLY) for node in walk(spec.body))
    if number in memo.passing or not costly:
        return [*head, *_with_lists([f"    return {value}"])]
    key = f"({number}, {', '.join(names)})" if names else str(number)
    memory = "LASTING" if number in memo.lasting else "M"
    full = [f"        if len(LASTING) >= {MOST_ALWAYS}: LASTING.clear()"] if memory == "LASTING" else []
    kept = [f"    k = {key}", f"    r = {memory}.get(k)", "    if r is None:", *full, f"        r = {memory}[k] = {value}", "    return r"]
    return [*head, *_with_lists(kept)]


def _with_lists(lines: list[str]) -> list[str]:
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
