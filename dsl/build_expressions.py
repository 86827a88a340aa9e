"""Lark tree of an expression or a text -> syntax nodes.

In: a tree of `rules.lark`, the scalar it was read from. Out: nodes of `syntax`, each with the span from its first to
its last word. What the grammar lets through but the language does not (a part given twice, a `where` after a
comparison, a brace without its partner) is collected in `slips`; the nodes then are stand-ins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lark import Token, Tree

from rulewright.dsl import parse_errors, syntax
from rulewright.dsl.document import Scalar
from rulewright.dsl.parse_errors import Mistake
from rulewright.dsl.source import Span

Node = Tree[Token] | Token
SAME = {"face_up": "face", "face_down": "face", "on_top": "place", "at_bottom": "place"}  # one of each is enough
LOOSE = frozenset({"is", "is not", "in", "not in", "<", "<=", ">", ">=", "and", "or", "not"})


def extent(node: Node) -> tuple[int, int]:
    """The offsets of the first and behind the last character."""
    if isinstance(node, Token):
        assert node.start_pos is not None and node.end_pos is not None
        return node.start_pos, node.end_pos
    return node.meta.start_pos, node.meta.end_pos


@dataclass(slots=True)
class ExpressionBuilder:
    """Makes nodes of one scalar. `formula` reads the formula in the braces of a text, from one offset to another."""

    scalar: Scalar
    formula: Callable[[int, int], syntax.Expression | None]
    slips: list[Mistake]

    # -------------------------------------------------------------------------------------------- spans and names

    def span(self, node: Node) -> Span:
        return self.scalar.span_at(*extent(node))

    def name(self, token: Node) -> syntax.Name:
        return syntax.Name(span=self.span(token), text=str(token))

    def parts(self, nodes: list[Node]) -> dict[str, Tree[Token]]:
        """Parts that may come in any order, by what they say; a second one of a kind is a slip."""
        found: dict[str, Tree[Token]] = {}
        for node in nodes:
            assert isinstance(node, Tree)
            kind = SAME.get(node.data, node.data)
            if kind in found:
                self.slips.append(parse_errors.twice(self.scalar.text, extent(found[kind]), extent(node)))
            found[kind] = node
        return found

    def value(self, parts: dict[str, Tree[Token]], kind: str) -> syntax.Expression | None:
        return self.expression(parts[kind].children[0]) if kind in parts and parts[kind].children else None

    def prompt(self, parts: dict[str, Tree[Token]]) -> syntax.Words | None:
        return self.quoted(parts["prompt"].children[0]) if "prompt" in parts else None

    # -------------------------------------------------------------------------------------------- texts

    def quoted(self, token: Node) -> syntax.Words:
        """The text between two quotes; its span has the quotes."""
        start, end = extent(token)
        return syntax.Words(span=self.scalar.span_at(start, end), parts=self.pieces(start + 1, end - 1))

    def pieces(self, start: int, end: int) -> tuple[str | syntax.Expression, ...]:
        """Plain text and formulas, in order, without empty pieces."""
        text = self.scalar.text
        pieces: list[str | syntax.Expression] = []
        while start < end:
            opening = text.find("{", start, end)
            plain = opening if opening >= 0 else end
            stray = text.find("}", start, plain)
            if stray >= 0:
                self.slips.append(parse_errors.stray_brace(stray))
            if start < plain:
                pieces.append(text[start:plain])
            if opening < 0:
                break
            closing = text.find("}", opening, end)
            again = text.find("{", opening + 1, end if closing < 0 else closing)
            if closing < 0 or again >= 0:
                self.slips.append(parse_errors.open_brace(opening))
                break
            formula = self.formula(opening + 1, closing)
            if formula is not None:
                pieces.append(formula)
            start = closing + 1
        return tuple(pieces)

    # -------------------------------------------------------------------------------------------- expressions

    def expression(self, node: Node) -> syntax.Expression:
        if isinstance(node, Token):  # the count of `3 of hand`
            if node.type == "INT":
                return syntax.Number(span=self.span(node), value=int(node))
            return syntax.Reference(span=self.span(node), name=self.name(node))
        build = EXPRESSIONS[node.data]
        return build(self, node, self.span(node))

    def _binary(self, node: Tree[Token], span: Span) -> syntax.Expression:
        left, *middle, right = node.children
        operator = " ".join(str(word) for word in middle)
        return syntax.Binary(
            span=span, operator=operator,
            operator_span=self.scalar.span_at(extent(middle[0])[0], extent(middle[-1])[1]),
            left=self.expression(left), right=self.expression(right),
        )

    def _unary(self, node: Tree[Token], span: Span) -> syntax.Expression:
        operator, operand = node.children
        return syntax.Unary(span=span, operator=str(operator), operand=self.expression(operand))

    def _property(self, node: Tree[Token], span: Span) -> syntax.Property:
        of, name = node.children[:2]
        return syntax.Property(span=span, of=self.expression(of), name=self.name(name))

    def _method(self, node: Tree[Token], span: Span) -> syntax.Expression:
        of, name, arguments = node.children
        function = self._property(node, self.scalar.span_at(extent(of)[0], extent(name)[1]))
        return self._called(function, arguments, span)

    def _call(self, node: Tree[Token], span: Span) -> syntax.Expression:
        head, arguments = node.children
        name = self.name(head)
        every = isinstance(head, Token) and head.type == "TYPE"
        function = (syntax.Every if every else syntax.Reference)(span=name.span, name=name)
        return self._called(function, arguments, span)

    def _called(
        self, function: syntax.Reference | syntax.Property | syntax.Every, arguments: Node, span: Span
    ) -> syntax.Call:
        assert isinstance(arguments, Tree)
        by_name, values = [], []
        for argument in arguments.children:
            if isinstance(argument, Tree) and argument.data == "named":
                name, value = argument.children
                by_name.append(syntax.Named(span=self.span(argument), name=self.name(name), value=self.expression(value)))
                continue
            if by_name:
                self.slips.append(parse_errors.place_after_name(self.scalar.text, extent(argument), extent(arguments)))
            values.append(self.expression(argument))
        key = values.pop() if arguments.data == "keyed" else None
        return syntax.Call(span=span, function=function, arguments=tuple(values), key=key, named=tuple(by_name))

    def _each_in(self, node: Tree[Token], span: Span) -> syntax.EachIn:
        name, of = node.children
        return syntax.EachIn(span=span, candidate=self.name(name), of=self.expression(of))

    def _where(self, node: Tree[Token], span: Span) -> syntax.Expression:
        of, condition = node.children
        self._filtered(of, extent(node), "where")
        if isinstance(of, Tree) and of.data == "each_in":
            each = self._each_in(of, self.span(of))
            return syntax.Where(
                span=span, of=each.of, condition=self.expression(condition), candidate=each.candidate
            )
        return syntax.Where(span=span, of=self.expression(of), condition=self.expression(condition))

    def _around(self, node: Tree[Token], span: Span) -> syntax.Expression:
        of, way, *start = node.children
        assert isinstance(way, Tree)
        self._filtered(of, extent(node), way.data)
        return syntax.Around(
            span=span, of=self.expression(of), clockwise=way.data == "clockwise",
            start=self.expression(start[0]) if start else None,
        )

    def _filtered(self, of: Node, whole: tuple[int, int], word: str) -> None:
        """`c in pool where ...` would filter the comparison: ask for brackets."""
        if not isinstance(of, Tree) or of.data not in ("binary", "unary") or whole[0] != extent(of)[0]:
            return
        operator = " ".join(str(child) for child in of.children if isinstance(child, Token))
        if operator in LOOSE:
            self.slips.append(parse_errors.filtered_comparison(self.scalar.text, extent(of), whole, word, operator))

    def _some(self, node: Tree[Token], span: Span) -> syntax.Expression:
        count, of = node.children
        return syntax.Some(span=span, count=self.expression(count), of=self.expression(of))

    def _either(self, node: Tree[Token], span: Span) -> syntax.Expression:
        condition, then, otherwise = (self.expression(child) for child in node.children)
        return syntax.Either(span=span, condition=condition, then=then, otherwise=otherwise)


    def _number(self, node: Tree[Token], span: Span) -> syntax.Expression:
        return syntax.Number(span=span, value=int(str(node.children[0])))

    def _text(self, node: Tree[Token], span: Span) -> syntax.Expression:
        return self.quoted(node.children[0])

    def _reference(self, node: Tree[Token], span: Span) -> syntax.Expression:
        return syntax.Reference(span=span, name=self.name(node.children[0]))

    def _every(self, node: Tree[Token], span: Span) -> syntax.Expression:
        return syntax.Every(span=span, name=self.name(node.children[0]))

    def _nothing(self, node: Tree[Token], span: Span) -> syntax.Expression:
        return syntax.Nothing(span=span)

    def _truth(self, node: Tree[Token], span: Span) -> syntax.Expression:
        return syntax.Truth(span=span, value=node.data == "yes")


EXPRESSIONS: dict[str, Callable[[ExpressionBuilder, Tree[Token], Span], syntax.Expression]] = {
    "number": ExpressionBuilder._number,
    "text": ExpressionBuilder._text,
    "reference": ExpressionBuilder._reference,
    "every": ExpressionBuilder._every,
    "nothing": ExpressionBuilder._nothing,
    "yes": ExpressionBuilder._truth,
    "no": ExpressionBuilder._truth,
    "property": ExpressionBuilder._property,
    "method": ExpressionBuilder._method,
    "call": ExpressionBuilder._call,
    "binary": ExpressionBuilder._binary,
    "unary": ExpressionBuilder._unary,
    "each_in": ExpressionBuilder._each_in,
    "where": ExpressionBuilder._where,
    "around": ExpressionBuilder._around,
    "some": ExpressionBuilder._some,
    "either": ExpressionBuilder._either,
}
