"""Examples of the operations of a variant, made for one rulebook: its own menus, actions, numbers and texts.

In: a game. Out: for each operation a few lines that could stand in a variant of it, the likeliest first. Whether they
work is for the caller to try: a rulebook may need what an example takes away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from rulewright.dsl import Game
from rulewright.dsl.book import Node
from rulewright.dsl.document import Scalar
from rulewright.dsl.syntax import Number
from rulewright.dsl.variants.address import at, find

KINDS = ("options", "active", "number", "add", "before", "behind", "replace", "remove", "wrap")
Lines = tuple[str, ...]
_KEY = re.compile(r"[a-z][^:#{}\[\]\"'\n]*")
_NUMBER = re.compile(r"\d+")


class Examples:
    """What can be done to one rulebook. title: of the variant, for texts."""

    def __init__(self, game: Game, title: str) -> None:
        self.game = game
        self.book = game.book
        self.root = game.combined.root
        self.title = title
        self.steps = [each for phase in self.book.phases for each in _all(phase)]
        self.nodes = [*self.steps, *(each for action in self.book.actions for each in _all(action))]
        self.menus = [each for each in self.steps if each.menu]

    def of(self, kind: str) -> Iterator[Lines]:
        """The examples of one kind."""
        ways = {
            "options": self.options, "active": self.texts, "number": self.numbers, "add": self.additions,
            "before": self.before, "behind": self.behind, "replace": self.replacements, "remove": self.removals,
            "wrap": self.wraps,
        }  # fmt: skip
        return ways[kind]()

    # ------------------------------------------------------------------------------------ one kind each

    def options(self) -> Iterator[Lines]:
        """Another value of an option."""
        for option in self.book.options:
            value = self.text(f"{option.address}.default") or ""
            others = [each.text for each in option.values if each.text != value]
            if value in ("yes", "no"):
                others = ["no" if value == "yes" else "yes"]
            elif _NUMBER.fullmatch(value):
                others = [str(int(value) + 1), str(int(value) - 1)]
            yield from ((f"options: {{{option.name.text}: {other}}}",) for other in others)

    def texts(self) -> Iterator[Lines]:
        """Another question, label or title, as an entry of `set`."""
        for address in self.addresses_of_texts():
            yield (f"  {address}: {_written(f'{self.text(address)} ({self.title})')}",)

    def addresses_of_texts(self) -> Iterator[str]:
        """Where a text for people stands."""
        for node in self.nodes:
            for label in ("ask", "label"):
                text = self.text(f"{node.address}.{label}")
                if text and "\n" not in text:
                    yield f"{node.address}.{label}"
        yield "title"

    def numbers(self) -> Iterator[Lines]:
        """Another number, as an entry of `set`."""
        for state in self.book.state:
            if isinstance(state.start, Number):
                yield self.number(f"{state.address}.start", state.start.value)
        for component in self.book.components:
            if isinstance(component.copies, Number):
                yield self.number(f"{component.address}.copies", component.copies.value)
        for component in self.book.components:
            if component.copies is None and not component.copies_by_players and not component.rows:
                yield self.number(f"{component.address}.copies", 1)

    def number(self, address: str, value: int) -> Lines:
        """One more than there is."""
        return (f"  {address}: {value + 1}     # {value} in the rulebook",)

    def additions(self) -> Iterator[Lines]:
        """An action and its place in a menu; else a condition; else an invariant."""
        for menu in self.menus:
            for name in ("think", "think_again"):
                action = f'  actions.{name}: {{label: Think about it, say: "{{me}} thinks about it"}}'
                yield ("add:", f"  {menu.address}.menu: {name}", action)
        for node in self.nodes:
            if node.condition is not None:
                yield ("add:", f"  {node.address}.if: some(players)")
        yield ("add:", "  invariants.somebody_plays: some(players)")

    def before(self) -> Iterator[Lines]:
        """A step before the first one."""
        for node in self.steps[:1]:
            for name in ("greeting", "opening_words"):
                yield ("add before:", f"  {node.address}:", f"    {name}:", f"      say: {self.title} begins")

    def behind(self) -> Iterator[Lines]:
        """A statement behind one of a `do`; else a step behind the first one."""
        for node in self.nodes:
            for statement in node.do:
                words = statement.span.text
                if _KEY.fullmatch(words) and not words.startswith(("say", "let", "if", "end", "stop")):
                    yield ("add after:", f"  {node.address}.do:", f'    {words}: say "That was done"')
        for node in self.steps[:1]:
            yield ("add after:", f"  {node.address}:", "    last_words:", "      say: That was it")

    def replacements(self) -> Iterator[Lines]:
        """Another text, of those that `set` does not change already."""
        for address in [*self.addresses_of_texts()][1:]:
            text = self.text(address) or ""
            end = text[-1:] if text[-1:] in "?!." else ""
            yield ("replace:", f"  {address}: {_written(f'{text.removesuffix(end)}, please{end}')}")
        yield ("replace:", f"  title: {_written(f'{self.game.title}!')}")

    def removals(self) -> Iterator[Lines]:
        """An option of a menu; else an invariant, a trigger, a line of the log."""
        for menu in sorted(self.menus, key=lambda each: len(each.menu) < 3):
            for name in menu.menu[1:]:
                yield ("remove:", f"  - {menu.address}.menu: {name.text}")
        others = [*(each.address for each in self.book.invariants), *(each.address for each in self.book.triggers)]
        yield from (("remove:", f"  - {address}") for address in others)
        for node in self.nodes:
            if node.say is not None or node.label is not None:
                yield ("remove:", f"  - {node.address}.{'say' if node.say is not None else 'label'}")

    def wraps(self) -> Iterator[Lines]:
        """Points, a condition, or what is done."""
        for line in reversed(self.book.scoring):
            yield ("wrap:", f"  {line.address}: original + 1")
        for node in self.nodes:
            if node.condition is not None:
                yield ("wrap:", f"  {node.address}.if: original or no(players)")
        for node in self.nodes:
            if node.do:
                yield ("wrap:", f"  {node.address}.do: |", '    say "Now it is done"', "    do original")

    def text(self, address: str) -> str | None:
        """The text that stands at an address."""
        path = find(self.root, address)
        node = None if path is None else at(self.root, path)
        if address == "title" and not isinstance(node, Scalar):
            return self.book.title
        return node.text if isinstance(node, Scalar) else None


def _all(node: Node) -> Iterator[Node]:
    yield node
    for inner in (*node.options, *node.steps):
        yield from _all(inner)


def _written(text: str) -> str:
    """A text as it stands behind a label."""
    return json.dumps(text, ensure_ascii=False) if text[:1] in "{[\"'#&*!|>%@`" or " #" in text else text
