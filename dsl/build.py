"""Lark tree -> syntax nodes: statements, and what stands in the other places of a rulebook.

In: a tree of `rules.lark`, the scalar it was read from. Out: nodes of `syntax`. The expressions in them are made by the
class this one adds to; what is wrong with a tree is collected in `slips`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Token, Tree

from rulewright.dsl import parse_errors, syntax
from rulewright.dsl.build_expressions import ExpressionBuilder, Node, extent
from rulewright.dsl.source import Span


def depth(tree: Tree[Token]) -> int:
    """How many nodes stand inside one another; a chain of `else if` counts as nested."""
    deepest, todo = 0, [(tree, 1)]
    while todo:
        node, level = todo.pop()
        deepest = max(deepest, level)
        below = level + sum(1 for child in node.children if isinstance(child, Tree) and child.data == "elif_")
        todo.extend((child, below + 1) for child in node.children if isinstance(child, Tree))
    return deepest


class Builder(ExpressionBuilder):
    """Makes the nodes of one scalar."""

    __slots__ = ()

    # -------------------------------------------------------------------------------------------- statements

    def block(self, node: Node) -> tuple[syntax.Statement, ...]:
        assert isinstance(node, Tree)
        return tuple(self.statement(child) for child in node.children)

    def statement(self, node: Node) -> syntax.Statement:
        assert isinstance(node, Tree)
        return STATEMENTS[node.data](self, node, self.span(node))

    def _if(self, node: Tree[Token], span: Span) -> syntax.Statement:
        condition, then, *rest = node.children
        otherwise: tuple[syntax.Statement, ...] = ()
        for branch in reversed(rest):
            assert isinstance(branch, Tree)
            if branch.data == "else_":
                otherwise = self.block(branch.children[0])
                continue
            start = self.scalar.text.index("if", extent(branch)[0] + len("else"))
            otherwise = (
                syntax.If(
                    span=self.scalar.span_at(start, extent(node)[1]),
                    condition=self.expression(branch.children[0]), then=self.block(branch.children[1]),
                    otherwise=otherwise,
                ),
            )
        return syntax.If(
            span=span, condition=self.expression(condition), then=self.block(then), otherwise=otherwise
        )

    def _for(self, node: Tree[Token], span: Span) -> syntax.Statement:
        name, of, *parts, body = node.children
        given = self.parts(parts)
        return syntax.For(
            span=span, name=self.name(name), of=self.expression(of), body=self.block(body),
            until=self.value(given, "until"), secretly="secretly" in given,
        )

    def _repeat(self, node: Tree[Token], span: Span) -> syntax.Statement:
        given = self.parts(node.children[:1])
        return syntax.Repeat(
            span=span, body=self.block(node.children[1]), times=self.value(given, "times"),
            until=self.value(given, "until"),
        )

    def _may(self, node: Tree[Token], span: Span) -> syntax.Statement:
        parts, bodies = _split(node.children, ("by", "prompt"))
        given = self.parts(parts)
        other = bodies[1].children[0] if len(bodies) > 1 and isinstance(bodies[1], Tree) else None
        return syntax.May(
            span=span, body=self.block(bodies[0]), prompt=self.prompt(given), by=self.value(given, "by"),
            otherwise=self.block(other) if other is not None else (),
        )

    def _may_offer(self, node: Tree[Token], span: Span) -> syntax.May:
        """`may do X` on a line of its own."""
        return syntax.May(span=span, body=(), offer=self._offer(node.children[0], None))

    def _may_else(self, node: Tree[Token], span: Span) -> syntax.Statement:
        offered, other = node.children
        assert isinstance(offered, Tree) and isinstance(other, Tree)
        made = self._may_offer(offered, self.span(offered))
        return replace(made, span=span, otherwise=self.block(other.children[0]))

    def _may_block(self, node: Tree[Token], span: Span) -> syntax.Statement:
        """`may choose c from hand: ... else: ...`"""
        offered, body, *other = node.children
        return syntax.May(
            span=span, body=self.block(body), offer=self._offer(offered, body), otherwise=self._else(other)
        )

    def _may_one(self, node: Tree[Token], span: Span) -> syntax.Statement:
        other, rest = _split(node.children, ("else_",))
        parts, options = _split(rest, ("by", "prompt"))
        given, upto = self.parts(parts), extent(options[-1])[1]
        offer = syntax.ChooseOne(
            span=self.scalar.span_at(self.scalar.text.index("choose", extent(node)[0]), upto),
            options=tuple(self.option(option) for option in options), prompt=self.prompt(given),
            by=self.value(given, "by"),
        )
        return syntax.May(span=span, body=(), offer=offer, otherwise=self._else(other))

    def _else(self, nodes: list[Node]) -> tuple[syntax.Statement, ...]:
        return tuple(made for node in nodes if isinstance(node, Tree) for made in self.block(node.children[0]))

    def _offer(self, node: Node, body: Node | None) -> syntax.Offer:
        """What stands behind `may`; what cannot be declined, or says nothing without a block, is a slip."""
        offer = self.statement(node)
        assert isinstance(offer, syntax.Do | syntax.Choose | syntax.ChooseOne | syntax.Change)
        slip = parse_errors.no_offer(offer, self.scalar.text[slice(*extent(node))], extent(node), body is not None)
        if slip is not None:
            self.slips.append(slip)
        return offer

    def _choose_one(self, node: Tree[Token], span: Span) -> syntax.Statement:
        parts, options = _split(node.children, ("by", "prompt"))
        given = self.parts(parts)
        return syntax.ChooseOne(
            span=span, options=tuple(self.option(option) for option in options), prompt=self.prompt(given),
            by=self.value(given, "by"),
        )

    def option(self, node: Node) -> syntax.Option:
        assert isinstance(node, Tree)
        label, *parts, body = node.children
        return syntax.Option(
            span=self.span(node), label=self.quoted(label), body=self.block(body),
            condition=self.value(self.parts(parts), "only_if"),
        )

    def _choose_inline(self, node: Tree[Token], span: Span) -> syntax.Statement:
        """The label of an option is its own text."""
        options = []
        for child in node.children:
            where, text = self.span(child), " ".join(self.scalar.text[slice(*extent(child))].split())
            label = syntax.Words(span=where, parts=(text,))
            options.append(syntax.Option(span=where, label=label, body=(self.statement(child),)))
        return syntax.ChooseOne(span=span, options=tuple(options))

    def _choose(self, node: Tree[Token], span: Span) -> syntax.Statement:
        count, rest = _split(node.children, ("count", "up_to", "any_number"))
        name, of, *parts = rest
        given = self.parts(parts)
        low: syntax.Expression | None = None
        high: syntax.Expression | None = None
        for how in count:
            assert isinstance(how, Tree)
            if how.children:
                high = self.expression(how.children[0])
            low = high if how.data == "count" else syntax.Number(span=self.span(how), value=0)
        return syntax.Choose(
            span=span, name=self.name(name), of=self.expression(of), low=low, high=high, several=bool(count),
            by=self.value(given, "by"), prompt=self.prompt(given), at_random="at_random" in given,
            seen_by=self.value(given, "at_random"),
        )

    def _move(self, node: Tree[Token], span: Span) -> syntax.Statement:
        what, to, *parts = node.children
        given = self.parts(parts)
        return syntax.Move(
            span=span, what=self.expression(what), to=self.expression(to),
            face_up=given["face"].data == "face_up" if "face" in given else None,
            at_bottom="place" in given and given["place"].data == "at_bottom", word=self._as(given),
        )

    def _as(self, given: dict[str, Tree[Token]]) -> syntax.Name | None:
        return self.name(given["as_"].children[0]) if "as_" in given else None

    def _change(self, node: Tree[Token], span: Span) -> syntax.Statement:
        amounts, *parts = node.children
        given = self.parts(parts)
        return syntax.Change(
            span=span, verb=str(node.data), amounts=self.amounts(amounts), per=self.value(given, "per"),
            at=self.value(given, "at"),
            then=self.statement(given["then"].children[0]) if "then" in given else None,
        )

    def amounts(self, node: Node) -> tuple[syntax.Amount, ...]:
        assert isinstance(node, Tree)
        amounts = []
        for amount in node.children:
            assert isinstance(amount, Tree)
            count, counter = (self.expression(child) for child in amount.children)
            amounts.append(syntax.Amount(span=self.span(amount), count=count, counter=counter))
        return tuple(amounts)

    def _show(self, node: Tree[Token], span: Span) -> syntax.Statement:
        what, to, *body = node.children
        return syntax.Show(
            span=span, what=self.expression(what), to=self.expression(to), body=self.block(body[0]) if body else None
        )

    def _do(self, node: Tree[Token], span: Span) -> syntax.Statement:
        path, *parts = node.children
        given, action = self.parts(parts), self.expression(path)
        assert isinstance(action, syntax.Reference | syntax.Property | syntax.Call | syntax.Every)
        if isinstance(action, syntax.Every):
            self.slips.append(parse_errors.action_is_a_type(self.scalar.text, extent(path)))
            action = syntax.Reference(span=action.span, name=action.name)
        return syntax.Do(span=span, action=action, by=self.value(given, "by"), at=self.value(given, "at"))

    def _end(self, node: Tree[Token], span: Span) -> syntax.Statement:
        phase, *parts = node.children
        given = self.parts(parts)
        return syntax.End(span=span, phase=self.name(phase), ending=self._as(given), winner=self.value(given, "won_by"))

    # -------------------------------------------------------------------------------------------- the other places

    def repetition(self, node: Tree[Token]) -> syntax.Repetition:
        given = self.parts([node])
        return syntax.Repetition(
            span=self.span(node), times=self.value(given, "times"), until=self.value(given, "until")
        )

    def audience(self, node: Tree[Token]) -> syntax.Audience:
        who, *parts = node.children
        given = self.parts(parts)
        return syntax.Audience(
            span=self.span(node), who=self.name(who), unless=self.value(given, "unless"),
            only_if=self.value(given, "only_if"),
        )

    def type_words(self, node: Node) -> syntax.TypeWords:
        assert isinstance(node, Tree)
        what, *parts = node.children
        is_set = isinstance(what, Tree) and what.data == "set_of"
        inner = what.children[0] if is_set and isinstance(what, Tree) else what
        span, or_none = self.span(node), bool(parts)
        if isinstance(inner, Token):
            return syntax.TypeWords(span=span, name=self.name(inner), is_set=is_set, or_none=or_none)
        low, high = (int("".join(map(str, bound.children))) for bound in inner.children if isinstance(bound, Tree))
        return syntax.TypeWords(span=span, low=low, high=high, is_set=is_set, or_none=or_none)

    def signature(self, node: Tree[Token]) -> syntax.Signature:
        heads = [child for child in node.children if isinstance(child, Token)]
        parameters = [child for child in node.children if isinstance(child, Tree)]
        return syntax.Signature(
            span=self.span(node), name=self.name(heads[-1]), owner=self.name(heads[0]) if len(heads) > 1 else None,
            parameters=tuple(
                syntax.Parameter(
                    span=self.span(one), type=self.type_words(one.children[0]), name=self.name(one.children[1])
                )
                for one in parameters
            ),
        )

    def event(self, node: Tree[Token]) -> syntax.EventWords:
        happening, *parts = node.children
        assert isinstance(happening, Tree)
        kind = name = None
        subject: syntax.Expression | None = None
        places: list[Node] = []
        for child in happening.children:
            if isinstance(child, Tree) and child.data == "binder":
                tokens = [token for token in child.children if isinstance(token, Token)]
                kind = next((self.name(token) for token in tokens if token.type == "TYPE"), None)
                name = next((self.name(token) for token in tokens if token.type == "NAME"), None)
            elif isinstance(child, Tree) and child.data in ("source", "target", "inside", "value"):
                places.append(child)
            else:
                subject = self.expression(child)
        given = self.parts([*places, *parts])
        source = self.value(given, "source")
        return syntax.EventWords(
            span=self.span(node), verb=EVENTS[happening.data], kind=kind, name=name, subject=subject,
            source=source if source is not None else self.value(given, "inside"), target=self.value(given, "target"),
            value=self.value(given, "value"), word=self._as(given),
            by=self.name(given["actor"].children[0]) if "actor" in given else None,
            condition=self.value(given, "condition"),
        )

    # -------------------------------------------------------------------------------------------- small statements

    def _two(self, node: Tree[Token]) -> tuple[syntax.Expression, syntax.Expression]:
        first, second = node.children
        return self.expression(first), self.expression(second)

    def _swap(self, node: Tree[Token], span: Span) -> syntax.Statement:
        left, right = self._two(node)
        return syntax.Swap(span=span, left=left, right=right)

    def _pass(self, node: Tree[Token], span: Span) -> syntax.Statement:
        zone, direction = self._two(node)
        return syntax.PassAround(span=span, zone=zone, direction=direction)

    def _set(self, node: Tree[Token], span: Span) -> syntax.Statement:
        target, value = self._two(node)
        return syntax.Set(span=span, target=target, value=value)

    def _shuffle(self, node: Tree[Token], span: Span) -> syntax.Statement:
        return syntax.Shuffle(span=span, zone=self.expression(node.children[0]))

    def _turn(self, node: Tree[Token], span: Span) -> syntax.Statement:
        return syntax.Turn(span=span, what=self.expression(node.children[0]), up=node.data == "reveal")

    def _let(self, node: Tree[Token], span: Span) -> syntax.Statement:
        return syntax.Let(span=span, name=self.name(node.children[0]), value=self.expression(node.children[1]))

    def _open(self, node: Tree[Token], span: Span) -> syntax.Statement:
        return syntax.Open(span=span, window=self.name(node.children[0]))

    def _say(self, node: Tree[Token], span: Span) -> syntax.Statement:
        return syntax.Say(span=span, words=self.quoted(node.children[0]))

    def _stop(self, node: Tree[Token], span: Span) -> syntax.Statement:
        return syntax.Stop(span=span)

    def _together(self, node: Tree[Token], span: Span) -> syntax.Statement:
        return syntax.Together(span=span, body=self.block(node.children[0]))


STATEMENTS: dict[str, Callable[[Builder, Tree[Token], Span], syntax.Statement]] = {
    "choose": Builder._choose,
    "choose_inline": Builder._choose_inline,
    "choose_one": Builder._choose_one,
    "move": Builder._move,
    "swap": Builder._swap,
    "pass_": Builder._pass,
    "shuffle": Builder._shuffle,
    "reveal": Builder._turn,
    "hide": Builder._turn,
    "show": Builder._show,
    "show_during": Builder._show,
    "set": Builder._set,
    "gain": Builder._change,
    "lose": Builder._change,
    "pay": Builder._change,
    "let": Builder._let,
    "do": Builder._do,
    "open": Builder._open,
    "end": Builder._end,
    "say": Builder._say,
    "stop": Builder._stop,
    "if_": Builder._if,
    "for_": Builder._for,
    "repeat_": Builder._repeat,
    "may_": Builder._may,
    "may_offer": Builder._may_offer,
    "may_else": Builder._may_else,
    "may_block": Builder._may_block,
    "may_one": Builder._may_one,
    "together": Builder._together,
}
EVENTS = {
    "moves": "move", "reveals": "reveal", "hides": "hide", "sets": "set", "gains": "gain", "loses": "lose",
    "pays": "pay", "shuffles": "shuffle", "does": "do", "begins": "begin", "ends": "end",
}


def _split(nodes: list[Node], kinds: tuple[str, ...]) -> tuple[list[Node], list[Node]]:
    """The trees of these kinds, and the rest."""
    first: list[Node] = [node for node in nodes if isinstance(node, Tree) and node.data in kinds]
    return first, [node for node in nodes if not any(node is one for one in first)]
