"""The whole sheet as a page: what changes first, then the pictures, the games played, what was found, the rules, the text.

In: a sheet. Out: a page, and its charts by name. The manual stands in it a level deeper than alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rulewright.dsl import Diagnostic
from rulewright.dsl.differences.compare import Difference
from rulewright.manual.page import (
    Block,
    Code,
    Folded,
    Heading,
    Item,
    Line,
    Link,
    Listing,
    Page,
    Paragraph,
    Picture,
    Piece,
    Small,
    Strong,
    Table,
)
from rulewright.manual.resolved import Rulebook
from rulewright.manual.whole import manual
from rulewright.report.charts import Chart, Mark, Rows
from rulewright.report.sheet import Base, Sheet, made_by
from rulewright.report.simulated import Simulated, number_of

FEW = 15  # differences of one section that stand there at once; more are folded
SECTIONS = {  # of a rulebook, as the chapters of the manual call them
    "players": "Players",
    "rules": "Rules of the printed game",
    "options": "What is chosen before play",
    "kinds": "Kinds of components",
    "components": "Components",
    "zones": "Where things lie",
    "state": "What is kept track of",
    "setup": "Set-up",
    "phases": "The course of the game",
    "actions": "Actions",
    "laws": "What holds at every moment",
    "triggers": "What happens when something else happens",
    "windows": "Moments to speak up",
    "scoring": "Scoring",
    "end": "The end",
    "define": "Terms",
    "invariants": "What is always true",
    "display": "How the table is shown",
}


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet as a page. glance: what a reader wants to know first, as (figure, words)."""

    page: Page
    charts: dict[str, Chart]
    glance: tuple[tuple[str, str], ...]


def written(sheet: Sheet) -> Written:
    """The sheet as a page."""
    chapters = _Chapters(sheet)
    return Written(tuple(chapters.blocks()), chapters.charts, tuple(chapters.glance()))


class _Chapters:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.game = sheet.game
        self.rulebook = Rulebook(sheet.game)
        self.texts = {rule: text for rule, _, text in sheet.game.flow.rules}
        base = sheet.base
        self.simulated = Simulated(sheet.game, sheet.played, *((None, None) if base is None else (base.game, base.played)))
        self.charts: dict[str, Chart] = self.simulated.charts

    def blocks(self) -> Iterator[Block]:
        game, base = self.game, self.sheet.base
        yield Heading(1, (game.title,), "sheet")
        yield Paragraph(tuple(self.about()))
        yield Picture("glance")
        if base is not None:
            yield Heading(2, (f"What changes against {base.game.title}",), "sheet.changes")
            yield from self.changes(base)
        yield Heading(2, ("The picture" if len(self.sheet.pictures) == 1 else "The pictures",), "sheet.pictures")
        for each in self.sheet.pictures:
            if each.folded:
                yield Folded((each.caption,), (Picture(each.name),))
                continue
            if len(self.sheet.pictures) > 1:
                yield Heading(3, (each.caption,), f"sheet.pictures.{each.name}")
            yield Picture(each.name)
        yield Heading(2, ("Simulated games",), "sheet.games")
        yield from self.simulated.blocks()
        yield Heading(2, ("What the checker found",), "sheet.findings")
        yield from self.findings()
        yield Heading(2, ("Rules and scenarios",), "sheet.rules")
        yield from self.rules()
        yield Heading(2, ("The rulebook",), "sheet.rulebook")
        yield from self.text()

    def about(self) -> Iterator[Piece]:
        low, high = self.game.players
        yield f"Review sheet for {f'{low} to {high}' if low != high else low} player{'s' * (high > 1)}. "
        yield f"Made by {made_by()} from the rulebook "
        yield Code(self.game.flow.digest)
        if self.sheet.base is not None:
            yield f", compared with {self.sheet.base.game.title} "
            yield Code(self.sheet.base.game.flow.digest)
        yield "."

    def glance(self) -> Iterator[tuple[str, str]]:
        sheet = self.sheet
        if sheet.base is not None:
            yield f"{len(sheet.base.differences):,}", "differences" if len(sheet.base.differences) != 1 else "difference"
        yield (f"{len(sheet.findings)}", "findings of the checker" if len(sheet.findings) != 1 else "finding of the checker")
        covered = sheet.covered
        if covered.rules:
            yield f"{len(covered.rules) - len(covered.not_carried)} of {len(covered.rules)}", "rules carried out"
        if covered.to_test:
            own = "own rules tested" if self.game.book.variants else "rules tested"
            yield f"{len(covered.to_test) - len(covered.not_tested)} of {len(covered.to_test)}", own
        if sheet.outcomes:
            passed = sum(each.passed for each in sheet.outcomes)
            yield f"{passed} of {len(sheet.outcomes)}", "scenarios passed"
        summary = sheet.played.summary
        yield f"{summary.games:,}", f"game{'s' * (summary.games != 1)} of {summary.players} played"
        yield f"{summary.length()[0]:,.0f}", "decisions a game"

    # ------------------------------------------------------------------------------------ changes

    def changes(self, base: Base) -> Iterator[Block]:
        if not base.differences:
            yield Paragraph(("Nothing that a player would notice.",))
        for section, group in groupby(base.differences, key=lambda each: each.section):
            found = list(group)
            listing: Block = Listing(tuple(Item(self.change(each)) for each in found))
            yield Heading(3, (SECTIONS.get(section, section.capitalize()), f" ({len(found)})"), f"sheet.changes.{section}")
            if len(found) > FEW:
                listing = Folded((*_with_code(found[0].sentence), f" … and {len(found) - 1} more"), (listing,))
            yield listing

    def change(self, difference: Difference) -> Line:
        places = [self.rulebook.place(place) for place in difference.places if place is not None]
        sentence = difference.sentence
        rule = difference.address.removeprefix("rules.")
        if difference.kind == "added" and difference.section == "rules" and rule in self.texts:  # whole, not in short form
            sentence = f"Rule `{rule}` is new: {self.texts[rule]}"
        return (*_with_code(sentence), " ", Small(", ".join(dict.fromkeys(places))))

    # ------------------------------------------------------------------------------------ findings

    def findings(self) -> Iterator[Block]:
        if not self.sheet.findings:
            yield Paragraph(("Nothing. Every name is declared and used, every type fits, and play comes to rest.",))
            return
        yield Listing(tuple(Item(self.finding(each), self.more(each)) for each in self.sheet.findings))

    def finding(self, found: Diagnostic) -> Line:
        rule = found.rule
        where = Small(self.rulebook.place(found.span))
        return (Strong(f"{rule.severity.value} {rule.code}"), " ", rule.name, " ", where, ": ", *_with_code(found.message))

    def more(self, found: Diagnostic) -> tuple[Block, ...]:
        said = [Item((*_with_code(each.text), " ", Small(self.rulebook.place(each.span)))) for each in found.labels]
        said += [] if found.hint is None else [Item(("Hint: ", *_with_code(found.hint)))]
        return (Listing(tuple(said)),) if said else ()

    # ------------------------------------------------------------------------------------ rules

    def rules(self) -> Iterator[Block]:
        covered, outcomes = self.sheet.covered, self.sheet.outcomes
        if covered.rules:
            parts = [("Rules carried out", len(covered.rules) - len(covered.not_carried), len(covered.rules))]
            if covered.to_test:
                own = "Own rules tested" if self.game.book.variants else "Rules tested"
                parts.append((own, len(covered.to_test) - len(covered.not_tested), len(covered.to_test)))
            parts += [("Scenarios passed", sum(each.passed for each in outcomes), len(outcomes))] if outcomes else []
            marks = tuple(Mark(words, (f"{done} of {of}",), bar=done / of) for words, done, of in parts)
            self.charts["chart-rules"] = Rows("How much of the printed rules is there", ("", ""), marks, (0, 1))
            yield Picture("chart-rules")
        else:
            yield Paragraph(("The rulebook names no printed rules.",))
        for words, missing in (("Not carried out", covered.not_carried), ("Not tested", covered.not_tested)):
            if missing:
                yield Heading(3, (words,), f"sheet.rules.{words}")
                yield Listing(tuple(Item(self.rule(each)) for each in missing))
        yield from self.scenarios()
        if covered.rules:
            yield Folded((f"Every rule, who carries it out and what tests it ({len(covered.rules)})",), (self.ledger(),))

    def rule(self, wanted: str) -> Line:
        return (Strong(wanted), " ", self.texts.get(wanted, ""))

    def scenarios(self) -> Iterator[Block]:
        outcomes = self.sheet.outcomes
        if not outcomes:
            yield Paragraph(("There are no scenarios.",))
            return
        failed = [each for each in outcomes if not each.passed]
        if failed:
            yield Heading(3, (f"{number_of(len(failed), 'scenario')} failed",), "sheet.rules.failed")
            yield Listing(tuple(
                Item((Strong(each.title),), (Listing(tuple(Item(_with_code(why)) for why in each.failures)),)) for each in failed
            ))  # fmt: skip
        passed = [Item((each.title,)) for each in outcomes if each.passed]
        if passed:
            yield Folded((f"{number_of(len(passed), 'scenario')} passed",), (Listing(tuple(passed)),))

    def ledger(self) -> Table:
        covered = self.sheet.covered
        rows = []
        for rule, _, text in self.game.flow.rules:
            nodes: list[Piece] = []
            for address in covered.carried.get(rule, ()):
                nodes += [", "] if nodes else []
                nodes.append(Link(address, address))
            tests = "; ".join(covered.tested.get(rule, ()))
            rows.append(((rule,), (text,), tuple(nodes) or ("nothing",), (tests or "nothing",)))
        return Table((("Rule",), ("Text",), ("Carried out by",), ("Tested by",)), tuple(rows))

    # ------------------------------------------------------------------------------------ the text

    def text(self) -> Iterator[Block]:
        """The manual without its title and its picture, a level deeper."""
        for block in manual(self.rulebook):
            if isinstance(block, Heading):
                if block.level > 1:
                    yield replace(block, level=block.level + 1)
            elif not isinstance(block, Picture):
                yield block


def _with_code(sentence: str) -> Line:
    """A message, with what it quotes from the rulebook as code."""
    pieces = sentence.split("`")
    if len(pieces) % 2 == 0:  # a back-quote by itself
        return (sentence,)
    return tuple(Code(piece) if place % 2 else piece for place, piece in enumerate(pieces) if piece.strip() or not place % 2)


