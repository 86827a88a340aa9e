"""Reads tokens by the tables of a grammar. Lark makes the tables; they are kept, since that takes longer than reading most rulebooks.

In: the text of a grammar, tokens one by one. Out: a `Tree` of what was read. Lark's own parser is for grammars of all kinds; this
one is for those of lark's that need no choice, and takes a third of the time. Where tables are kept, lark is not even imported.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from rulewright.dsl.kept_files import keep, kept_file, read_kept

if TYPE_CHECKING:
    from lark.grammar import Rule as LarkRule

END = "$END"
NOWHERE = -1
MOST_KEPT = 3  # tables of grammars: of this version, and of those that are in use beside it


class Token(str):
    """A word as the grammar calls it, and where it stands."""

    __slots__ = ("end", "kind", "start")

    kind: str
    start: int
    end: int

    def __new__(cls, kind: str, text: str, start: int, end: int) -> Token:
        made = super().__new__(cls, text)
        made.kind, made.start, made.end = kind, start, end
        return made


@dataclass(slots=True)
class Tree:
    """What a rule of the grammar has read: its name, its parts, and where it begins and ends; NOWHERE when it is empty."""

    data: str
    children: list[Tree | Token]
    start: int
    end: int


class Production(NamedTuple):
    """How the last values become one. size: how many. origin: what they are now. name: of the tree, made of `parts`: numbers
    of values, and whether the parts of that value stand for it; None for all as they are. single: one part needs no tree."""

    size: int
    origin: str
    name: str
    single: bool
    parts: list[tuple[int, bool]] | None


@dataclass(frozen=True, slots=True)
class Tables:
    """starts: for each kind of text the state to begin in and the one to end in. states: of each state, by the names of tokens
    and of origins, the state to go on in; or ~number of the rule that is complete. texts: of tokens that are always the same."""

    starts: Mapping[str, tuple[int, int]]
    states: list[dict[str, int]]
    rules: list[Production]
    texts: Mapping[str, str]


def tables(grammar: str, starts: tuple[str, ...]) -> Tables:
    """The tables of a grammar, from the file in which they are kept if there is one."""
    path = kept_file(f"rules-{sha256(repr((grammar, starts)).encode()).hexdigest()[:8]}.json")
    kept = read_kept(path)
    if kept is not None:
        found = json.loads(kept)
        return Tables(found["starts"], found["states"], [Production(*rule) for rule in found["rules"]], found["texts"])
    made = _made(grammar, starts)
    if path is not None:
        keep(path, json.dumps(asdict(made)).encode(), "rules-*", MOST_KEPT)
    return made


def _made(grammar: str, starts: tuple[str, ...]) -> Tables:
    from lark import Lark

    lark = Lark(grammar, parser="lalr", lexer="basic", start=list(starts), maybe_placeholders=False)
    parsers = {start: lark.parse_interactive(start=start).parser_state.parse_conf for start in starts}
    of_lark = parsers[starts[0]].states
    numbers: dict[LarkRule, int] = {}
    states = [
        {
            str(name): to if isinstance(to, int) else ~numbers.setdefault(to, len(numbers))
            for name, (_, to) in of_lark[number].items()
        }
        for number in range(len(of_lark))
    ]
    texts = {str(each.name): each.pattern.value for each in lark.terminals if each.pattern is not None}
    ends = {start: (parser.start_state, parser.end_state) for start, parser in parsers.items()}
    return Tables(ends, states, [_production(rule) for rule in numbers], texts)


def _production(rule: LarkRule) -> Production:
    """What of lark's is said by signs in the grammar: `?rule`, `!rule`, `_rule`, `-> name`, words in quotes."""
    everything = rule.options.keep_all_tokens
    parts = [
        (number, not symbol.is_term and symbol.name.startswith("_"))
        for number, symbol in enumerate(rule.expansion)
        if everything or not (symbol.is_term and getattr(symbol, "filter_out", False))
    ]
    size, origin = len(rule.expansion), str(rule.origin.name)
    all_as_they_are = len(parts) == size and not any(is_inlined for _, is_inlined in parts)
    single = rule.options.expand1 and not rule.alias
    return Production(size, origin, str(rule.alias or origin), single, None if all_as_they_are else parts)


class Parser:
    """One text while it is read."""

    __slots__ = ("ends", "last", "stack", "starts", "tables", "values")

    def __init__(self, tables: Tables, start: str) -> None:
        first, self.last = tables.starts[start]
        self.tables = tables
        self.stack = [first]
        self.values: list[Tree | Token] = []
        self.starts: list[int] = []  # of each value
        self.ends: list[int] = []

    @property
    def choices(self) -> Mapping[str, int]:
        """What there is to do now, by the names of tokens (capitals) and rules."""
        return self.tables.states[self.stack[-1]]

    def feed(self, token: Token) -> bool:
        """Read a token; False when it does not fit."""
        stack, states, rules, kind = self.stack, self.tables.states, self.tables.rules, token.kind
        while True:
            step = states[stack[-1]].get(kind)
            if step is None:
                return False
            if step >= 0:
                stack.append(step)
                self.values.append(token)
                self.starts.append(token.start)
                self.ends.append(token.end)
                return True
            self._reduce(*rules[~step])

    def finish(self) -> Tree | None:
        """The whole, once all is read; None when it cannot end here."""
        while self.stack[-1] != self.last:
            step = self.choices.get(END)
            if step is None:
                return None
            self._reduce(*self.tables.rules[~step])
        whole = self.values[-1]
        assert isinstance(whole, Tree)
        return whole

    def _reduce(self, size: int, origin: str, name: str, single: bool, parts: list[tuple[int, bool]] | None) -> None:
        """Put the last `size` values together."""
        stack, values, starts, ends = self.stack, self.values, self.starts, self.ends
        children, start, end = [], NOWHERE, NOWHERE
        if size:
            children = values[-size:]
            start, end = starts[-size], ends[-1]
            if start < 0 or end < 0:
                start = next((each for each in starts[-size:] if each >= 0), NOWHERE)
                end = next((each for each in reversed(ends[-size:]) if each >= 0), NOWHERE)
            del stack[-size:], values[-size:], starts[-size:], ends[-size:]
        if parts is not None:
            children = _chosen(children, parts)
        values.append(children[0] if single and len(children) == 1 else Tree(name, children, start, end))
        stack.append(self.tables.states[stack[-1]][origin])
        starts.append(start)
        ends.append(end)

    def accepts(self) -> frozenset[str]:
        """The names of the tokens that fit now, END among them."""
        return frozenset(kind for kind in self.choices if kind.isupper() and self._takes(kind))

    def _takes(self, kind: str) -> bool:
        stack = self.stack[:]
        while kind != END or stack[-1] != self.last:
            step = self.tables.states[stack[-1]].get(kind)
            if step is None or step >= 0:
                return step is not None
            size, origin, *_ = self.tables.rules[~step]
            del stack[len(stack) - size :]
            stack.append(self.tables.states[stack[-1]][origin])
        return True


def _chosen(children: list[Tree | Token], parts: list[tuple[int, bool]]) -> list[Tree | Token]:
    chosen: list[Tree | Token] = []
    for number, is_inlined in parts:
        child = children[number]
        if not is_inlined:
            chosen.append(child)
        elif isinstance(child, Tree):
            chosen += child.children
    return chosen
