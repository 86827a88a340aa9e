"""Random flows, made from the type hints of the classes alone; they break most laws, but any of them can be printed.

In: a `random.Random`. Out: a flow, and the sources that its origins point into.
"""

from __future__ import annotations

import types
from functools import cache
from random import Random
from typing import Union, get_args, get_origin

from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.notation import hints
from rulewright.dsl.source import Source, Span

SOURCES = {name: Source(name, "x" * 50) for name in ("game.yaml", "a folder/with blanks", 'q"{}"\n', "C:7-9", "")}
TEXTS = (
    "", "me", "is not", 'say "no"', "{card}", "-> Goto block=1 @2", "two\nlines", "ünïcödé\u2028 #", "\\", "a.b:1-2"
)  # fmt: skip
NUMBERS = (-7, -1, 0, 0, 1, 1, 2, 3, 14, 10**12)


def random_flow(random: Random) -> Flow:
    """A flow of random parts of the right types."""
    made = _value(Flow, random, 6)
    assert isinstance(made, Flow)
    return made


def _value(hint: object, random: Random, depth: int) -> object:
    if hint is Span:
        start = random.randint(0, 50)
        return Span(random.choice(list(SOURCES.values())), start, random.randint(start, 50))
    if get_origin(hint) in (Union, types.UnionType):
        kinds = list(get_args(hint))
        if depth <= 0:  # the parts that have the fewest parts of their own
            kinds = [each for each in kinds if not _has_nodes(each)] or kinds
        return _value(random.choice(kinds), random, depth)
    if get_origin(hint) is tuple:
        members = get_args(hint)
        if len(members) == 2 and members[1] is Ellipsis:
            return tuple(_value(members[0], random, depth) for _ in range(random.randint(0, 3 if depth > 3 else 1)))
        return tuple(_value(each, random, depth) for each in members)
    if hint is bool:
        return random.random() < 0.5
    if hint is int:
        return random.choice(NUMBERS)
    if hint is str:
        return random.choice(TEXTS)
    if hint in (None, type(None)):
        return None
    assert isinstance(hint, type)
    return hint(**{name: _value(part, random, depth - 1) for name, part in hints(hint).items()})


@cache
def _has_nodes(hint: object) -> bool:
    return isinstance(hint, type) and any(not _is_plain(each) for each in hints(hint).values())


def _is_plain(hint: object) -> bool:
    inner = get_args(hint)
    return hint in (int, str, bool, type(None), Ellipsis) or (inner != () and all(_is_plain(each) for each in inner))
