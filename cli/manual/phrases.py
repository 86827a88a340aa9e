"""Formulas in words: what is simple is said in English, the rest is shown as it is written.

In: syntax, and the book it belongs to. Out: lines of a page. What is put into words says exactly what the formula says.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Book, Node, Pick
from rulewright.manual.page import Code, Line, Link, joined

_COUNTED = {"is": "exactly {}", ">=": "{} or more", ">": "more than {}", "<": "fewer than {}", "<=": "at most {}"}
_COMPARED = {
    "is": "is", "is not": "is not", ">=": "is at least", ">": "is more than", "<": "is less than", "<=": "is at most",
}  # fmt: skip
ME = "you"


def in_words(name: str) -> str:
    """`end_turn` is `end turn`."""
    return name.replace("_", " ")


def label_text(words: syntax.Words) -> str:
    """A text for people with the names of what is put in: `Seek ‹card› from ‹target›`."""
    return "".join(part if isinstance(part, str) else f"‹{words_of(part)}›" for part in words.parts)


class Phrases:
    """Puts the formulas of one book into words."""

    def __init__(self, book: Book) -> None:
        self.zones = {each.name.text: each.holds.text for each in book.zones}
        self.mine = {each.name.text for each in book.zones if each.per is not None and _names(each.per, "Player")}
        self.mine |= {each.name.text for each in book.state if any(_names(per, "Player") for per in each.per)}
        self.kinds = {kind.name.text: tuple(value.text for value in kind.values) for kind in book.kinds}
        self.numbers = {each.name.text for each in book.state if each.type.low is not None}
        self.phases = {name for node in book.phases for name in _phase_names(node)}
        self.values = {value for values in self.kinds.values() for value in values} | {"none"}
        self.flags = {each.name.text for each in book.state if _names(each.type, "Flag")}
        self.flags |= {each.name.text for each in book.options if each.type is not None and _names(each.type, "Flag")}
        self.players = {each.name.text for each in book.state if _names(each.type, "Player") and not each.per}
        formulas = {each.signature.name.text: each.formula.value for each in book.define if not each.signature.parameters}
        self.values_of = {name: value for name, value in formulas.items() if value is not None}
        self.defined = {each.signature.name.text: each.address for each in book.define}

    def formula(self, node: syntax.Expression) -> Line:
        """A formula as it is written."""
        if isinstance(node, syntax.Number):
            return (str(node.value),)
        return (Code(words_of(node)),)

    # ------------------------------------------------------------------------------------ who

    def who(self, node: syntax.Expression) -> Line:
        """A player."""
        if isinstance(node, syntax.Reference) and self._who(node) is None:
            return (f"‹{node.name.text}›",)
        return self._who(node) or self.formula(node)

    def winner(self, node: syntax.Expression) -> Line:
        """Who wins: a player or several."""
        match node:
            case syntax.Call(
                function=syntax.Reference(name=name), arguments=(syntax.Reference(name=of),), key=syntax.Reference(name=key)
            ) if (of.text, name.text) in (("players", "all_highest"), ("players", "all_lowest")):
                return (f"whoever has the {name.text.removeprefix('all_')} {in_words(key.text)}; all of them if several do",)
            case syntax.Reference(name=name) if name.text in self.defined:
                return (Link(in_words(name.text), self.defined[name.text]),)
            case _:
                return self.who(node)

    def _who(self, node: syntax.Expression) -> Line | None:
        match node:
            case syntax.Reference(name=name) if name.text == "me":
                return (ME,)
            case syntax.Reference(name=name) if name.text in self.players:
                return (f"the {in_words(name.text)}",)
            case syntax.Property(of=syntax.Reference(name=phase), name=name) if name.text == "player" and phase.text in self.phases:
                return (f"the player whose {in_words(phase.text)} it is",)
            case syntax.Property(of=of, name=name) if name.text in ("left", "right"):
                whom = self._who(of)
                return None if whom is None else (f"the player to the {name.text} of ", *whom)
            case syntax.Call(function=syntax.Reference(name=name), arguments=(syntax.Reference(name=all_),), key=None):
                return ("the first player",) if (name.text, all_.text) == ("first", "players") else None
            case _:
                return None

    def each(self, node: syntax.Expression) -> Line:
        """The players of a round."""
        match node:
            case syntax.Around(of=syntax.Reference(name=name)) if name.text in ("players", "others"):
                whom = "each player" if name.text == "players" else "each other player"
                way = "clockwise" if node.clockwise else "counterclockwise"
                start: Line = () if node.start is None else (" from ", *self.who(node.start))
                return (f"{whom}, {way}", *start)
            case syntax.Where(of=of, condition=condition, candidate=None) if self._is_round(of):
                return (*self.each(of), ", ", *self._candidate(condition))
            case syntax.Reference() if self._is_round(node):
                return self.each(self.values_of[node.name.text])
            case _:
                return ("each of ", *self.formula(node))

    def _is_round(self, node: syntax.Expression) -> bool:
        """Whether players in their order are meant: said here, or by a definition."""
        if isinstance(node, syntax.Reference) and node.name.text in self.values_of:
            node = self.values_of[node.name.text]
        return isinstance(node, syntax.Around) and isinstance(node.of, syntax.Reference) and node.of.name.text in ("players", "others")

    # ------------------------------------------------------------------------------------ sets

    def place(self, node: syntax.Expression) -> Line | None:
        """A zone, with its owner."""
        match node:
            case syntax.Reference(name=name) if name.text in self.zones:
                return (f"your {in_words(name.text)}",) if name.text in self.mine else (f"the {in_words(name.text)}",)
            case syntax.Property(of=of, name=name) if name.text in self.zones:
                if isinstance(of, syntax.Reference) and of.name.text in ("players", "others"):
                    whose = "of all players together" if of.name.text == "players" else "of the other players together"
                    return (f"the {in_words(name.text)} {whose}",)
                owner = self._who(of)
                if owner is None and isinstance(of, syntax.Reference):
                    owner = (in_words(of.name.text) if of.name.text in self.values else f"‹{of.name.text}›",)
                return None if owner is None else (f"the {in_words(name.text)} of ", *owner)
            case _:
                return None

    def pick(self, pick: Pick) -> Line:
        """What is chosen: `card, from your hand`."""
        return (f"‹{pick.name.text}›", *self.choice(pick.of))

    def choice(self, node: syntax.Expression) -> Line:
        """What something is chosen from."""
        match node:
            case syntax.Where(of=of, condition=condition, candidate=None):
                return (*self.choice(of), ", ", *self._candidate(condition))
            case syntax.Reference(name=name) if name.text in ("players", "others"):
                return (", a player",) if name.text == "players" else (", another player",)
            case syntax.Around(of=of) if self._is_round(node):
                return self.choice(of)
            case syntax.Reference(name=name) if self._is_round(node):
                return self.choice(self.values_of[name.text])
            case syntax.Every(name=name) if name.text == "Direction":
                return (", left or right",)
            case syntax.Every(name=name) if self.kinds.get(name.text):
                return (f", one of {', '.join(map(in_words, self.kinds[name.text]))}",)
            case syntax.Binary(operator="..", left=low, right=high):
                return (", from ", *self._value(low), " to ", *self._value(high))
            case _:
                place = self.place(node)
                return (", from ", *(place or self.formula(node)))

    def _value(self, node: syntax.Expression) -> Line:
        match node:
            case syntax.Number(value=value):
                return (str(value),)
            case syntax.Call(function=syntax.Reference(name=name), arguments=(syntax.Reference(name=of),), key=None):
                counted = (name.text, of.text) == ("count", "players")
                return ("the number of players",) if counted else self.formula(node)
            case _:
                return self.formula(node)

    # ------------------------------------------------------------------------------------ conditions

    def condition(self, node: syntax.Expression) -> Line:
        """A condition, as the end of a sentence."""
        return self._condition(node) or self.formula(node)

    def _condition(self, node: syntax.Expression) -> Line | None:
        match node:
            case syntax.Binary(operator="and" | "or" as operator):
                return self._several(node, operator)
            case syntax.Call(function=syntax.Reference(name=name), arguments=(of,), key=None) if name.text in ("some", "no"):
                return self._held(of, "at least one" if name.text == "some" else "no")
            case syntax.Binary(operator=operator) if operator in _COMPARED:
                return self._compared(node, operator)
            case _:
                return self._said(node)

    def _held(self, node: syntax.Expression, many: str) -> Line | None:
        """What a zone holds: `exactly 3 Cards whose suit is order lie in your hand`."""
        whose: Line | None = ()
        if isinstance(node, syntax.Where) and node.candidate is None:
            whose, node = self._whose(node.condition), node.of
        place = self.place(node)
        if place is None or whose is None:
            return None
        kind = self.zones[node.name.text] if isinstance(node, syntax.Reference | syntax.Property) else ""
        one = many in ("at least one", "no", "exactly 1", "1 or more", "more than 1")
        words = f"{many} {kind}" if one else f"{many} {kind}s"
        if not whose:
            words = {"at least one": "something", "no": "nothing"}.get(many, words)
        return (words, *whose, f" {'lies' if one else 'lie'} in ", *place)

    def _whose(self, node: syntax.Expression) -> Line | None:
        """What is asked of each thing in a zone, when that is simple."""
        match node:
            case syntax.Binary(operator="and"):
                parts = [self._whose(part) for part in _parts(node, "and")]
                known = [part for part in parts if part is not None]
                return joined(known, " and") if len(known) == len(parts) else None
            case syntax.Binary(operator=operator, left=syntax.Reference(name=name), right=right) if operator in _COMPARED:
                value = self._simple(right)
                return None if value is None else (f" whose {in_words(name.text)} {_COMPARED[operator]} {value}",)
            case _:
                return None

    def _candidate(self, node: syntax.Expression) -> Line:
        """What is asked of each member of a set: names mean its own properties here, not yours."""
        whose = self._whose(node)
        if whose is not None:
            return (whose[0].lstrip() if isinstance(whose[0], str) else whose[0], *whose[1:])
        parts = [self._said(part) or self.formula(part) for part in _parts(node, "and")]
        return ("such that ", *joined(parts, " and "))

    def _said(self, node: syntax.Expression) -> Line | None:
        """A yes-or-no name, or its contrary."""
        match node:
            case syntax.Reference(name=name) if name.text in self.defined:
                return ("“", Link(in_words(name.text), self.defined[name.text]), "”")
            case syntax.Reference(name=name) if name.text in self.flags:
                return (f"“{in_words(name.text)}”",)
            case syntax.Unary(operator="not", operand=operand):
                words = self._said(operand)
                return None if words is None else ("not ", *words)
            case _:
                return None

    def _simple(self, node: syntax.Expression) -> str | None:
        match node:
            case syntax.Number(value=value):
                return str(value)
            case syntax.Reference(name=name):
                known = name.text in self.values or name.text in self.numbers
                return in_words(name.text) if known else f"‹{name.text}›"
            case _:
                return None

    def event(self, node: syntax.EventWords, when: str) -> Line:
        """What a trigger waits for. when: `after`, `before` or `instead of`."""
        source, target = (None if each is None else self.place(each) for each in (node.source, node.target))
        known = (source is None) == (node.source is None) and (target is None) == (node.target is None)
        if node.verb != "move" or node.word is not None or not known:
            return (f"happens {when} ", Code(" ".join(node.span.text.split())))
        thing = f"{f'a {node.kind.text}' if node.kind else 'something'}{f' ‹{node.name.text}›' if node.name else ''}"
        what = f"instead, when {thing} would move" if when == "instead of" else f"{when} {thing} moves"
        places: Line = (*((" from ", *source) if source else ()), *((" to ", *target) if target else ()))
        by: Line = () if node.by is None else (f", by ‹{node.by.text}›",)
        return (f"happens {what}", *places, *by, *((", if ", *self.condition(node.condition)) if node.condition is not None else ()))

    def _several(self, node: syntax.Binary, operator: str) -> Line | None:
        """Parts joined by one word; with both `and` and `or` it is shown as written."""
        parts = _parts(node, operator)
        if any(isinstance(part, syntax.Binary) and part.operator in ("and", "or") for part in parts):
            return None
        return joined([self.condition(part) for part in parts], f" {operator} ")

    def _compared(self, node: syntax.Binary, operator: str) -> Line | None:
        match node.left, node.right:
            case syntax.Call(function=syntax.Reference(name=name), arguments=(of,), key=None), syntax.Number(value=value) if (
                name.text == "count" and operator in _COUNTED
            ):
                if isinstance(of, syntax.Reference) and of.name.text in self.defined:
                    return ("the number of ", Link(in_words(of.name.text), self.defined[of.name.text]), f" {_COMPARED[operator]} {value}")
                return self._held(of, _COUNTED[operator].format(value))
            case (
                syntax.Call(
                    function=syntax.Reference(name=name), arguments=(syntax.Reference(name=of),), key=syntax.Reference(name=key)
                ),
                syntax.Number(value=value),
            ) if of.text == "players" and name.text in ("max", "min"):
                most = "highest" if name.text == "max" else "lowest"
                return (f"the {most} {in_words(key.text)} of all players {_COMPARED[operator]} {value}",)
            case syntax.Reference(name=name), syntax.Number(value=value) if name.text in self.numbers:
                verb = _COMPARED[operator].removeprefix("is")
                be = "are" if name.text.endswith("s") else "is"
                return (f"{'your ' if name.text in self.mine else ''}{in_words(name.text)} {be}{verb} {value}",)
            case _:
                left, right = self._who(node.left), self._who(node.right)
                if left is None or right is None or operator not in ("is", "is not"):
                    return None
                verb = "are" if left == (ME,) else "is"
                return (*left, f" {verb}{operator.removeprefix('is')} ", *right)


def _parts(node: syntax.Expression, operator: str) -> list[syntax.Expression]:
    if isinstance(node, syntax.Binary) and node.operator == operator:
        return [*_parts(node.left, operator), *_parts(node.right, operator)]
    return [node]


def _names(type_: syntax.TypeWords, name: str) -> bool:
    return type_.name is not None and type_.name.text == name


def _phase_names(node: Node) -> Iterator[str]:
    yield node.name.text
    for step in node.steps:
        yield from _phase_names(step)
