"""The chapters in which something happens: set-up, phases, actions, laws, triggers, windows.

In: a game's nodes. Out: blocks: a heading for each node, what is to be known about it in sentences, and its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Node
from rulewright.dsl.source import Span
from rulewright.manual.page import Block, Code, Line, Link, Listing, Paragraph, joined
from rulewright.manual.page import Item as Point
from rulewright.manual.phrases import ME, in_words, label_text
from rulewright.manual.prose import Prose, sentence


class Course:
    """Tells of the nodes of the flow."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.phrases = prose.phrases
        self.ends: dict[str, list[tuple[str, str]]] = {}  # phase -> (ending, address of the node that ends it so)
        for node in prose.nodes():
            for end in _ends((*node.do, *node.otherwise)):
                ending = "" if end.ending is None else end.ending.text
                self.ends.setdefault(end.phase.text, []).append((ending, node.address))

    # ------------------------------------------------------------------------------------ phases

    def phases(self, nodes: tuple[Node, ...], level: int, number: str = "") -> Iterator[Block]:
        """Nodes with a numbered heading each, and those inside them."""
        for place, node in enumerate(nodes, 1):
            own = f"{number}{place}"
            yield self.prose.heading(level, (f"{own} {self.prose.titles[node.address]}",), node.address)
            yield from self.body(node)
            yield from self.phases(node.steps, level + 1, f"{own}.")

    def setup(self, nodes: tuple[Node, ...]) -> Iterator[Block]:
        if nodes:
            yield self.steps(nodes)

    def steps(self, nodes: tuple[Node, ...]) -> Listing:
        """Nodes as a numbered list."""
        points = []
        for node in nodes:
            blocks = [*self.body(node), *([self.steps(node.steps)] if node.steps else [])]
            facts: Line = ()
            if blocks and isinstance(blocks[0], Paragraph):
                facts = (" ", *blocks[0].line)
                blocks = blocks[1:]
            line = (f"{self.prose.titles[node.address]}.", *self.prose.mark(node.address), *facts)
            points.append(Point(line, tuple(blocks), node.address))
        return Listing(tuple(points), numbered=True)

    def body(self, node: Node) -> list[Block]:
        """What is to be known about a node, and its rules."""
        blocks: list[Block] = []
        facts = [fact for tell in (self.when, self.asked) for fact in tell(node)]
        if facts:
            blocks.append(Paragraph(joined(facts, " ")))
        blocks += self.endings(node)
        return [*blocks, *self.prose.told(node.address, node.rules)]

    def when(self, node: Node) -> Iterator[Line]:
        """When it happens, for whom, and how often."""
        phrases = self.phrases
        if node.condition is not None and node.kind not in ("action", "option", "trigger", "window"):
            yield sentence("only if ", phrases.condition(node.condition))
        repeat = node.repeat
        again: Line = ()
        if repeat is not None:
            again = self.again(repeat, rounds=node.each is not None)
        if node.each is not None and node.kind not in ("law", "trigger", "window"):
            yield sentence("for ", phrases.each(node.each), *((", ", again) if again else ()))
        elif again:
            yield sentence(again)
        for variable in node.variables:
            yield sentence("once for each ", phrases.pick(variable))
        if node.opens:
            yield sentence("at the start somebody may speak up: ", joined(self.prose.links(node.opens), ", "))

    def again(self, repeat: syntax.Repetition, *, rounds: bool) -> Line:
        often = "round and round" if rounds else "again and again"
        if repeat.until is not None:
            return (f"{often} until ", *self.phrases.condition(repeat.until))
        if repeat.times is not None:
            return (*self.phrases.formula(repeat.times), " times")
        return (often,)

    def asked(self, node: Node) -> Iterator[Line]:
        """Who is asked what."""
        phrases = self.phrases
        if node.who is not None and node.kind != "window":
            yield sentence(phrases.who(node.who), " decides")
        if node.secret and node.kind != "window":
            yield ("All choose in secret, and nobody sees an answer before all are in.",)
        for words in (node.ask, node.may):
            if words is not None:
                yield (f"{'Yes or no' if words is node.may else 'Asked'}: “{label_text(words)}”.",)
        if node.picks:
            yield sentence("choose ", joined([phrases.pick(pick) for pick in node.picks], "; ", "; and "))
        if node.legal is not None:
            yield sentence("what is chosen must fit: ", phrases.condition(node.legal))
        if node.menu:
            yield sentence("choose one of these: ", joined(self.prose.offers(node.menu), "; "))

    def endings(self, node: Node) -> Iterator[Block]:
        """How a phase can end early, and what ends it."""
        found = self.ends.get(node.name.text, ())
        if not found and not node.endings:
            return
        words = [ending.text for ending in node.endings]
        points: list[Line] = []
        for ending, address in found:
            how: Line = (f" ({in_words(ending)})",) if ending else ()
            points.append((Link(self.prose.titles[address], address), *how))
            words = [word for word in words if word != ending]
        points += [(in_words(word),) for word in words]
        yield Paragraph(("Ends early by: ", *joined(points, "; "), "."))

    # ------------------------------------------------------------------------------------ the other chapters

    def actions(self, nodes: tuple[Node, ...], level: int) -> Iterator[Block]:
        for node in nodes:
            yield self.prose.heading(level, (self.prose.titles[node.address],), node.address)
            yield from self.action(node)
            if node.options:
                yield Paragraph(("One of these:",))
                yield Listing(tuple(
                    Point((self.prose.titles[half.address], *self.prose.mark(half.address)), tuple(self.action(half)), half.address)
                    for half in node.options
                ))  # fmt: skip

    def action(self, node: Node) -> Iterator[Block]:
        facts: list[Line] = []
        phrases = self.phrases
        label = self.prose.labels.get(node.address, "")
        if label and label != self.prose.titles[node.address]:
            facts.append((f"On offer as “{label}”.",))
        if node.condition is not None:
            facts.append(sentence("only if ", phrases.condition(node.condition)))
        if node.cost:
            facts.append(sentence("costs ", joined([self.price(each) for each in node.cost], " + ")))
        if node.takes:
            given = ", ".join(
                f"‹{each.name.text}›" + ("" if each.default is None else f" ({words_of(each.default)} unless said otherwise)")
                for each in node.takes
            )
            facts.append(sentence(f"is given {given} by what calls for it"))
        facts += self.asked(node)
        if facts:
            yield Paragraph(joined(facts, " "))
        yield from self.prose.told(node.address, node.rules)
        if node.steps:
            yield self.steps(node.steps)

    def price(self, amount: syntax.Amount) -> Line:
        if isinstance(amount.count, syntax.Number) and isinstance(amount.counter, syntax.Reference):
            return (f"{amount.count.value} {in_words(amount.counter.name.text)}",)
        return (Code(f"{words_of(amount.count)} {words_of(amount.counter)}"),)

    def laws(self, nodes: tuple[Node, ...], level: int) -> Iterator[Block]:
        for node in nodes:
            yield self.prose.heading(level, (self.prose.titles[node.address],), node.address)
            facts: list[Line] = []
            if node.whenever is not None:
                whom: Line = () if node.each is None else ("for ", *self.phrases.each(node.each), ": ")
                for variable in node.variables:
                    whom = (*whom, "for each ", *self.phrases.pick(variable), ": ")
                facts.append(sentence(*((whom, "whenever ") if whom else ("whenever ",)), self.phrases.condition(node.whenever)))
            yield from self.reaction(node, facts)

    def triggers(self, nodes: tuple[Node, ...], level: int) -> Iterator[Block]:
        for node in nodes:
            yield self.prose.heading(level, (self.prose.titles[node.address],), node.address)
            facts: list[Line] = []
            if node.event is not None:
                facts.append(sentence(self.phrases.event(node.event[1], node.event[0])))
            if node.each is not None:
                facts.append(sentence("it waits for ", self.phrases.each(node.each)))
            if node.condition is not None:
                facts.append(sentence("only if ", self.phrases.condition(node.condition)))
            if node.may is not None:
                facts.append((f"Yes or no: “{label_text(node.may)}”.",))
            yield from self.reaction(node, facts)

    def reaction(self, node: Node, facts: list[Line]) -> Iterator[Block]:
        """The end of a law or trigger."""
        if node.during:
            facts.append(sentence("only during ", joined(self.prose.links(node.during), ", ", " or ")))
        if node.except_during:
            facts.append(sentence("not before the end of ", joined(self.prose.links(node.except_during), ", ", " or ")))
        if facts:
            yield Paragraph(joined(facts, " "))
        yield from self.prose.told(node.address, node.rules)
        if node.steps:
            yield self.steps(node.steps)

    def windows(self, nodes: tuple[Node, ...], level: int) -> Iterator[Block]:
        for node in nodes:
            yield self.prose.heading(level, (self.prose.titles[node.address],), node.address)
            if node.beside:
                yield from self._beside(node)
                continue
            each: Line = (ME,) if node.each is None else (*self.phrases.each(node.each), ",")
            whom = each if node.who is None else self.phrases.who(node.who)
            facts = [sentence(whom, " may speak up", *((" if ", self.phrases.condition(node.condition)) if node.condition else ()))]
            if node.secret:
                facts.append(("Nobody else sees that somebody is asked.",))
            if node.ask is not None:
                facts.append((f"Asked: “{label_text(node.ask)}”.",))
            facts.append(sentence("they wait, or choose ", joined(self.prose.offers(node.offers), ", ", " or ")))
            yield Paragraph(joined(facts, " "))
            yield from self.prose.told(node.address, node.rules)


    def _beside(self, node: Node) -> Iterator[Block]:
        """A window beside every question."""
        whom: Line = (ME,) if node.who is None else self.phrases.who(node.who)
        meanwhile: Line = (" during ", *joined(self.prose.links(node.during), ", ", " or ")) if node.during else ()
        condition: Line = (", if ", *self.phrases.condition(node.condition)) if node.condition is not None else ()
        offers = joined(self.prose.offers(node.offers), ", ", " or ")
        comes = "; it comes again afterwards"
        facts = [sentence(whom, " may also choose ", offers, ", whatever the question", meanwhile, condition, comes)]
        if node.opens_when is not None:
            when = self.phrases.condition(node.opens_when)
            asked: Line = () if node.ask is None else (f" “{label_text(node.ask)}”",)
            facts.append(sentence("where it opens, it is asked by itself", asked, " as long as ", when))
        yield Paragraph(joined(facts, " "))
        yield from self.prose.told(node.address, node.rules)


def _ends(part: object) -> Iterator[syntax.End]:
    """The statements that end a phase, in whatever they stand."""
    if isinstance(part, syntax.End):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _ends(each)
    elif is_dataclass(part) and not isinstance(part, Span):
        for each in fields(part):
            yield from _ends(getattr(part, each.name))
