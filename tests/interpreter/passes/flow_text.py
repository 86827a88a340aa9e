"""Flows as text for tests of passes over blocks: what the main procedure is before and after them.

In: the text of its blocks, a line each for what they are, do and lead to. Out: `after`, the same once passes have been over them.
Names for people are left out, and so is every `@0`, where something comes from.
"""

from __future__ import annotations

import re
from textwrap import dedent

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.text import parse_flow, print_flow
from rulewright.dsl.flow.verify import verify
from tests.dsl.flow.flows import SOURCES, minimal
from tests.interpreter.passes.board import Pass

BLOCK = re.compile(r"^block (\d+) .*\n(?:  .*\n)+", re.MULTILINE)


def flow_of(blocks: str) -> Flow:
    """A flow whose main procedure has these blocks, numbered from 0; locals 1 to 5 are numbers. Variable 1 is one number."""
    text = dedent(blocks).lstrip("\n")
    count = len(BLOCK.findall(text))
    whole = print_flow(minimal(*[(0, 0, (), ir.GameEnd(e.Const(()), 0))] * count))
    found = [each for each in BLOCK.finditer(whole) if int(each[1]) < count]
    lined = re.sub(r"(?m)^(  .*)$", r"\1 @0", text)
    flow = parse_flow(whole[: found[0].start()] + lined + whole[found[-1].end() :], SOURCES)
    assert verify(flow) == ()
    return flow


def text_of(flow: Flow) -> str:
    """The text of the blocks of the main procedure."""
    whole = re.sub(r"\{[^{}]*\}| @0$", "", print_flow(flow), flags=re.MULTILINE)
    return "\n" + "".join(found[0] for found in BLOCK.finditer(whole) if flow.blocks[int(found[1])].procedure == flow.main)


def after(*passes: Pass, blocks: str) -> str:
    """The blocks after these passes, the laws of the flow having been looked at after each."""
    flow = flow_of(blocks)
    for each in passes:
        flow = each(flow, 2)
        assert verify(flow) == ()
    return text_of(flow)
