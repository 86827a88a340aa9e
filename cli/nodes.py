"""A node of a rulebook, for people: where it is written, its lines, and the rules of the printed game it carries out.

In: a game and a scope of its flow. Out: text, or plain data. `rulewright explain` and the `?` at play show it.
"""

from __future__ import annotations

from rulewright.dsl import Game
from rulewright.dsl.flow.ir import Block, ScopeSpec
from rulewright.dsl.source import Source, Span


def scope_of(game: Game, address: str) -> ScopeSpec | None:
    """The node of an address."""
    return next((each for each in game.flow.scopes if each.address == address), None)


def place_of(game: Game, scope: ScopeSpec) -> Span:
    """Where the node is written."""
    return game.flow.origins[scope.origin].span


def rules_of(game: Game, scope: ScopeSpec) -> list[tuple[str, str]]:
    """The rules that a node carries out: id and text."""
    texts = {rule: text for rule, _, text in game.flow.rules}
    return [(rule, texts.get(rule, "")) for rule in scope.rules]


def node_text(game: Game, scope: ScopeSpec) -> str:
    """The node as people read it: its place, its lines with their numbers, its rules."""
    return "\n".join([heading(game, scope), *numbered(place_of(game, scope)), *rule_lines(game, scope)])


def heading(game: Game, scope: ScopeSpec) -> str:
    """The address, the kind and the place of a node."""
    return f"{scope.address}: {scope.kind}, {place_of(game, scope)}"


def rule_lines(game: Game, scope: ScopeSpec) -> list[str]:
    """One line for each rule that a node carries out."""
    return [f"  {rule}: {text}" for rule, text in rules_of(game, scope)]


def numbered(span: Span) -> list[str]:
    """The lines of a node with their numbers."""
    lines = node_lines(span.source, span.line)
    width = max(4, len(str(span.line + len(lines))))
    return [f" {number:>{width}} | {line}".rstrip() for number, line in enumerate(lines, span.line)]


def node_lines(source: Source, first: int) -> list[str]:
    """The lines of a node: its own, and those deeper below it."""
    lines = source.text.split("\n")
    depth = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    last = first
    while last < len(lines) and (not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > depth):
        last += 1
    found = lines[first - 1 : last]
    while found and not found[-1].strip():
        found.pop()
    return found


def blocks_of(game: Game, scope: ScopeSpec) -> list[Block]:
    """The blocks of the flow that belong to a node or to a node within it."""
    scopes = game.flow.scopes
    number = scopes.index(scope)

    def within(other: int) -> bool:
        return other == number or (scopes[other].parent >= 0 and within(scopes[other].parent))

    return [block for block in game.flow.blocks if within(block.scope)]


def flow_text(game: Game, scope: ScopeSpec) -> str:
    """The blocks of a node in the notation of flows."""
    from rulewright.dsl.flow.text import print_flow

    wanted = {block.number for block in blocks_of(game, scope)}
    lines: list[str] = []
    inside = False
    for line in print_flow(game.flow).split("\n"):
        if line and not line[0].isspace():
            word, _, rest = line.partition(" ")
            inside = word == "block" and int(rest.split(" ", 1)[0].rstrip(":")) in wanted
        if inside:
            lines.append(line)
    return "\n".join(lines).rstrip()
