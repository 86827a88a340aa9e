"""Which part of one book is which part of another: by name, and otherwise by what it says.

In: the parts of two books. Out: `Matched`: pairs, parts that are gone or new, and names that stand for others. A part
whose name is gone and whose body stands elsewhere word for word was renamed; one of the same name that stands elsewhere
was moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.dsl.differences.parts import Part
from rulewright.dsl.source import Span

PASSES = 4  # a renamed part may name another one that is renamed, too


@dataclass(frozen=True, slots=True)
class Pair:
    """The same part in both books. moved: it stands in another part now; renamed: under another name."""

    before: Part
    after: Part
    moved: bool = False
    renamed: bool = False


@dataclass(slots=True)
class Matched:
    """What was found. before, after: the addresses of pairs; siblings: what lists of parts held and hold.

    cited: the rules of the printed game that parts carried out, and those that they carry out. removed: where a variant
    has removed what stood at an address.
    """

    pairs: list[Pair] = field(default_factory=list)
    gone: list[Part] = field(default_factory=list)
    new: list[Part] = field(default_factory=list)
    siblings: list[tuple[Sequence[Part], Sequence[Part]]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    after: dict[str, str] = field(default_factory=dict)
    cited: tuple[set[str], set[str]] = (set(), set())
    removed: dict[str, Span] = field(default_factory=dict)

    def same(self, before: object, after: object) -> bool:
        """Whether two values without places say the same, whatever what they speak of is called now."""
        return before == after or (bool(self.names) and with_names(before, self.names) == after)


def match(before: Sequence[Part], after: Sequence[Part]) -> Matched:
    """Find the parts of one book in another."""
    matched = Matched(cited=(_cited(before), _cited(after)))
    for section in dict.fromkeys(part.section for part in (*before, *after)):
        old = [part for part in before if part.section == section]
        new = [part for part in after if part.section == section]
        _Matching(matched).beside(old, new)
    old_free, new_free = _free(matched.gone), _free(matched.new)
    for _ in range(PASSES):
        if not _Matching(matched).elsewhere(old_free, new_free):
            break
    matched.gone = [part for part in matched.gone if part.address not in matched.before]
    matched.new = [part for part in matched.new if part.address not in matched.after]
    return matched


def _cited(parts: Sequence[Part]) -> set[str]:
    """The rules of the printed game that any part carries out."""
    cites = [part.fact("rules") for top in parts for part in top.all()]
    return {rule for fact in cites if fact is not None and isinstance(fact.bare, tuple) for _, (_, rule) in fact.bare}


def _free(parts: list[Part]) -> list[Part]:
    return [inner for part in parts for inner in part.all()]


class _Matching:
    def __init__(self, matched: Matched) -> None:
        self.matched = matched

    def beside(self, before: Sequence[Part], after: Sequence[Part]) -> None:
        """Pair parts of the same name, and what is in them."""
        by_name = {part.name: part for part in after}
        self.matched.siblings.append((before, after))
        for part in before:
            other = by_name.pop(part.name, None)
            if other is None:
                self.matched.gone.append(part)
            else:
                self.pair(Pair(part, other))
        self.matched.new += by_name.values()

    def pair(self, pair: Pair) -> None:
        """Keep a pair, and look into it."""
        self.matched.pairs.append(pair)
        self.matched.before[pair.before.address] = pair.after.address
        self.matched.after[pair.after.address] = pair.before.address
        self.beside(pair.before.parts, pair.after.parts)

    def elsewhere(self, old_free: list[Part], new_free: list[Part]) -> bool:
        """Find what was moved or renamed; whether anything was."""
        found = False
        for part in old_free:
            if part.address in self.matched.before:
                continue
            others = [each for each in new_free if each.address not in self.matched.after]
            others = [each for each in others if (each.section, each.form) == (part.section, part.form)]
            moved = [each for each in others if each.name == part.name]
            renamed = [each for each in others if each.name != part.name and self.says_the_same(part, each)]
            other = next(iter([*moved, *sorted(renamed, key=lambda each: not self.in_same(part, each))]), None)
            if other is None:
                continue
            found = True
            is_renamed = other.name != part.name
            if is_renamed:
                self.matched.names[part.name.rpartition(".")[2]] = other.name.rpartition(".")[2]
            self.pair(Pair(part, other, moved=not self.in_same(part, other), renamed=is_renamed))
        return found

    def in_same(self, part: Part, other: Part) -> bool:
        """Whether what they stand in is the same part."""
        above, below = part.address.rpartition(".")[0], other.address.rpartition(".")[0]
        if above == below:
            return True
        return self.matched.before.get(above) == below

    def says_the_same(self, part: Part, other: Part) -> bool:
        """Whether two bodies are equal, and say anything."""
        return bool(part.facts or part.parts) and self.matched.same(_body(part), _body(other))


def _body(part: Part) -> object:
    facts = tuple((fact.label, fact.bare) for fact in sorted(part.facts, key=lambda each: each.label))
    return (facts, tuple((inner.name, _body(inner)) for inner in part.parts))


def with_names(node: object, names: dict[str, str]) -> object:
    """The same, with other names in it."""
    if not isinstance(node, tuple):
        return node
    match node:
        case ("Name", ("text", str() as name)):
            return ("Name", ("text", names.get(name, name)))
    return tuple(with_names(each, names) for each in node)


def moved_beside(matched: Matched) -> Iterator[tuple[Pair, Part | None]]:
    """The parts with another place among those beside them, and what they come after now (None: they are first)."""
    by_before = {pair.before.address: pair for pair in matched.pairs if not pair.moved}
    for before, after in matched.siblings:
        groups = {_order_group(part) for part in before} - {None}
        for group in groups:
            old = [
                by_before[part.address] for part in before if _order_group(part) == group and part.address in by_before
            ]
            wanted = [part.address for part in after]
            kept = _longest_rising([wanted.index(pair.after.address) for pair in old if pair.after.address in wanted])
            for pair in old:
                if pair.after.address in wanted and wanted.index(pair.after.address) not in kept:
                    place = wanted.index(pair.after.address)
                    yield pair, after[place - 1] if place else None


def _order_group(part: Part) -> str | None:
    """What is in one order with a part; None where order says nothing."""
    if part.form == "step" or part.section in ("laws", "triggers"):
        return "step"
    after = part.fact("after") if part.section == "end" else None
    return None if after is None else after.words


def _longest_rising(numbers: list[int]) -> set[int]:
    """The members of the longest rising part of a list."""
    best: list[list[int]] = []
    for at, number in enumerate(numbers):
        before = [best[earlier] for earlier in range(at) if numbers[earlier] < number]
        best.append([*_longest(before), number])
    return set(_longest(best))


def _longest(lists: list[list[int]]) -> list[int]:
    return max(lists, key=len) if lists else []
