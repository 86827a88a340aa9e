"""The whole manual: the chapters of a game, in the order in which a player reads them.

In: a game. Out: a page. Every named node of the rulebook stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.manual.changes import Changes
from rulewright.manual.course import Course
from rulewright.manual.page import Block, Heading, Line, Listing, Page, Paragraph, Picture
from rulewright.manual.page import Item as Point
from rulewright.manual.prose import Prose
from rulewright.manual.resolved import Rulebook
from rulewright.manual.things import Things

READING = "“You” is whoever acts, ‹words› stand for what was chosen or named, and what looks like program text is quoted from the rulebook."


def manual(rulebook: Rulebook) -> Page:
    """The manual of a game."""
    return tuple(_chapters(rulebook))


def _chapters(rulebook: Rulebook) -> Iterator[Block]:
    prose = Prose(rulebook)
    book, course, things = prose.book, Course(prose), Things(prose)
    yield Heading(1, (book.title,), "game")
    yield from _players(prose)
    yield Paragraph((READING,))
    yield from _variants(prose)
    if book.options:
        yield from _chapter("What is chosen before play", "options", things.options())
    yield from _chapter("Components", "components", (*things.kinds(), *things.components(3)))
    yield from _chapter("Where things lie", "zones", things.zones())
    if book.state:
        yield from _chapter("What is kept track of", "state", things.state())
    yield from _chapter("Set-up", "setup", course.setup(book.setup))
    yield from _chapter("The course of the game", "phases", (Picture(), *course.phases(book.phases, 3)))
    yield from _chapter("Actions", "actions", course.actions(book.actions, 3))
    yield from _chapter("What holds at every moment", "laws", course.laws(book.laws, 3))
    yield from _chapter("What happens when something else happens", "triggers", course.triggers(book.triggers, 3))
    yield from _chapter("Moments to speak up", "windows", course.windows(book.windows, 3))
    if book.scoring:
        yield from _chapter("Scoring", "scoring", things.formulas(book.scoring))
    yield from _chapter("The end", "end", things.end())
    yield from _chapter("Terms", "define", (*(things.formulas(book.define) if book.define else ()), *things.words()))
    if book.invariants:
        yield from _chapter("What is always true", "invariants", things.formulas(book.invariants))
    yield from _chapter("Further rules", "rules", things.uncited())


def _chapter(title: str, address: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """A chapter, unless there is nothing in it."""
    found = list(blocks)
    if found:
        yield Heading(2, (title,), address)
        yield from found


def _players(prose: Prose) -> Iterator[Block]:
    low, high = prose.book.players
    count = f"{low} player{'s' * (low > 1)}" if low == high else f"{low} to {high} players"
    lone = "is asked, too" if prose.book.lone_options == "ask" else "is made without asking"
    yield Paragraph((f"For {count}. A choice with a single option {lone}.",))
    cited = [(each.rule, prose.texts[each.rule]) for each in prose.book.players_rules if each.rule in prose.texts]
    yield from prose.rule_blocks(cited)


def _variants(prose: Prose) -> Iterator[Block]:
    variants = prose.rulebook.game.combined.variants
    if not variants:
        return
    changes = Changes(prose)
    yield Heading(2, ("What this variant changes" if len(variants) == 1 else "What these variants change",), "variants")
    yield Paragraph(("Where a rule in this manual tells something else, the change holds.",))
    for variant in variants:
        if len(variants) > 1:
            title: Line = (variant.title or variant.name.text,)
            yield Listing((Point(title, tuple(changes.of(variant))),))
        else:
            yield from changes.of(variant)


def part(page: Page, address: str) -> Page:
    """What a page tells of one node: its heading with all that is under it, or its item of a list; nothing for neither."""
    for place, block in enumerate(page):
        if isinstance(block, Heading) and block.address == address:
            ends = (
                later for later in range(place + 1, len(page))
                if isinstance(each := page[later], Heading) and each.level <= block.level
            )  # fmt: skip
            return page[place : next(ends, len(page))]
        if isinstance(block, Listing):
            for item in block.items:
                found: Page = (Listing((item,)),) if item.address == address else part(item.blocks, address)
                if found:
                    return found
    return ()
