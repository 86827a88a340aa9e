"""Leaves out what only follows from another mistake: one slip, one message.

In: the document, and everything that was reported about it. Out: nothing; what follows from something that could not be
read is dropped from the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.dsl.diagnostics import Diagnostic, Problems
from rulewright.dsl.document import Entry, Mapping, Node, Sequence
from rulewright.dsl.source import Span

DECLARING = ("kinds", "zones", "state", "define", "options", "scoring", "words")  # an entry is read whole or not at all
NODES = ("setup", "phases", "actions", "laws", "triggers", "windows")
BINDING = ("each", "who", "for", "choose", "takes", "after", "before", "instead of")  # what is inside needs these
LOST = {"RW132", "RW137", "RW212", "RW211", "RW222", "RW217"}  # on a node itself: it is not there
ABOUT_NODES = {"RW136", "RW137"}
UNREAD_LABEL = {"RW115", "RW131", "RW105"}
NAMES = {
    "RW302",
    "RW304",
    "RW310",
    "RW311",
    "RW313",
    "RW314",
    "RW316",
    "RW317",
    "RW318",
    "RW319",
    "RW320",
    "RW322",
    "RW323",
    "RW406",
    "RW407",
    "RW408",
    "RW409",
    "RW412",
    "RW413",
    "RW416",
    "RW417",
    "RW418",
    "RW419",
    "RW506",
}
MOST_COMPARED = 500
ABOUT_WHO = {"RW313", "RW403", "RW415"}
MISSING = {"RW302", "RW310", "RW319", "RW506"}
UNKNOWN = {"RW302", "RW310", "RW311", "RW314"}


def leave_out_follow_ups(root: Mapping, problems: Problems) -> None:
    """Drop what would not have been reported without another mistake."""
    told, errors = problems.reported, problems.errors
    early = [each for each in told if each.rule.code < "RW300"]
    late = [each for each in told if "RW300" <= each.rule.code < "RW900"]
    _drop(problems, _in_braces(root, early))
    causes = [each for each in early if each.rule.code not in ABOUT_NODES]
    _drop(problems, (each for each in early if _is_about_the_same(root, each, causes)))
    lost = _Lost()
    for cause in causes:
        lost.add(root, cause)
    _drop(problems, (each for each in late if lost.explains(each)))
    if len(late) <= MOST_COMPARED:
        _drop(problems, _covered(late))
    if not problems.errors:  # two that follow from one another
        problems.take(errors[:1])


def _drop(problems: Problems, found: Iterable[Diagnostic]) -> None:
    problems.drop(tuple(found))


# ------------------------------------------------------------------------------------------------ where things stand


def chain(node: Node, span: Span) -> list[Entry]:
    """The entries that a place stands in, the outermost first."""
    for part in node.items if isinstance(node, Sequence) else ():
        found = chain(part, span)
        if found:
            return found
    for entry in node.entries if isinstance(node, Mapping) else ():
        if _inside(span, entry.key.span) or _inside(span, entry.value.span):
            return [entry, *chain(entry.value, span)]
    for entry in node.entries if isinstance(node, Mapping) else ():
        elsewhere = entry.key.span.source is not span.source  # a section has parts in the files that are included, too
        found = chain(entry.value, span) if elsewhere and isinstance(entry.value, Mapping) else []
        if found:
            return [entry, *found]
    return []


def _inside(span: Span, outer: Span) -> bool:
    return (
        span.source.name == outer.source.name and outer.start <= span.start and span.end <= max(outer.end, outer.start)
    )


# ------------------------------------------------------------------------------------------------ early mistakes


def _in_braces(root: Mapping, early: list[Diagnostic]) -> list[Diagnostic]:
    """What is said about the pieces of a map that a comma took apart."""
    found: list[Diagnostic] = []
    for comma in (each for each in early if each.rule.code == "RW115"):
        around = chain(root, comma.span)
        maps = [entry.value.span for entry in around if isinstance(entry.value, Mapping)]
        if maps and maps[-1].text.startswith("{"):
            if any(
                each.rule.code == "RW115" and each.span.start < comma.span.start and _inside(each.span, maps[-1])
                for each in early
            ):
                continue
            found += [each for each in early if each is not comma and _inside(each.span, maps[-1])]
            found += [each for each in early if each.rule.code in ABOUT_NODES and each.span == around[-1].key.span]
    return found


def _is_about_the_same(root: Mapping, told: Diagnostic, causes: list[Diagnostic]) -> bool:
    """Is this about a node of which something could not be read?"""
    around = chain(root, told.span)
    if told.rule.code in ABOUT_NODES and around:
        inside = around[-1]
        return any(each is not told and any(entry is inside for entry in chain(root, each.span)) for each in causes)
    if told.rule.code == "RW133" and len(around) > 1:
        outer = around[-2]
        return any(
            each.rule.code in UNREAD_LABEL and any(entry is outer for entry in chain(root, each.span))
            for each in causes
        )
    return False


# ------------------------------------------------------------------------------------------------ late mistakes


class _Lost:
    """What is not there because it could not be read: names, names of players in a place, or whole sections."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.places: list[Span] = []
        self.section = False
        self.nobody = False  # somewhere it is not known who acts

    def add(self, root: Mapping, cause: Diagnostic) -> None:
        """What one mistake takes away."""
        if cause.rule.code == "RW133" and re.search(r"section `(zones|kinds)`", cause.message):
            self.section = True
        around = chain(root, cause.span)
        section = around[0].key.text if around else ""
        if len(around) == 1:
            self.section = self.section or section in (*DECLARING, *NODES)
            self._add_words(cause.span.text if section == "words" else "")
        elif section in DECLARING:
            signature = around[2 if section == "kinds" and len(around) > 2 else 1].key.text
            self._add_words(signature.partition("(")[0].rpartition(".")[2])
        elif section == "components":
            self._add_words(around[1].key.text)
        elif section in NODES:
            self._add_label(around, cause)

    def _add_label(self, around: list[Entry], cause: Diagnostic) -> None:
        for place in range(1, len(around)):
            label = around[place].key.text
            if label not in BINDING or place == 1 or around[place - 1].key.text in ("steps", "either"):
                continue
            self.nobody = self.nobody or label in ("each", "who", "for")
            self.places.append(around[place - 1].value.span)
            if label == "choose" and place >= 3:
                self.places.append(around[place - 2].value.span)
            if label == "takes":
                self._add_words(around[place - 1].key.text)
        if cause.rule.code in LOST and (cause.span == around[-1].key.span or cause.span == around[-1].value.span):
            self._add_words(around[-1].key.text)

    def _add_words(self, text: str) -> None:
        self.names.update(re.findall(r"\w+", text), re.findall(r"\w+", text.lower()))

    def explains(self, late: Diagnostic) -> bool:
        """Would this not have been said if nothing had been lost?"""
        if self.nobody and late.rule.code in ABOUT_WHO:
            return True
        if late.rule.code == "RW316" and self.names:  # a name may mean something else than it would
            return True
        if self.section and late.rule.code in NAMES:
            return True
        if any(_inside(late.span, place) for place in self.places):
            return True
        return bool(self.names & set(re.findall(r"\w+", late.span.text)))


def _same_name(one: Diagnostic, other: Diagnostic) -> bool:
    """Do both say of the same name that there is nothing, or nothing that fits, with it?"""
    codes = one.rule.code in MISSING and other.rule.code in MISSING
    return codes and one.span.text == other.span.text and (one.rule is other.rule) <= (one.message == other.message)


def _covered(late: list[Diagnostic]) -> list[Diagnostic]:
    """What is said about the same words again, or about a formula with an unknown name in it."""
    found: list[Diagnostic] = []
    for place, each in enumerate(late):
        again = any(other.span == each.span or _same_name(other, each) for other in late[:place])
        unknown = any(
            other.rule.code in UNKNOWN and other.span != each.span and _inside(other.span, each.span) for other in late
        )
        keyless = any(other.rule.code == "RW407" and other is not each and _inside(each.span, other.span)
                      for other in late)
        text = each.span.source.text
        of = any(other.rule.code == "RW310" and text[other.span.end : each.span.start] == " of " for other in late)
        if again or unknown or of or keyless:
            found.append(each)
    return found
