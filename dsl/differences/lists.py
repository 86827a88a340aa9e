"""What is said of labels that hold several things: lists of names, rules, choices, cases, statements.

In: a `Label`. Out: a change for each thing that came, went, or says something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from rulewright.dsl import syntax
from rulewright.dsl.amended import bare
from rulewright.dsl.book import Pick
from rulewright.dsl.differences.blocks import Line, joined, lines_of
from rulewright.dsl.differences.labels import Change, Label, only_numbers, quoted, short
from rulewright.dsl.differences.matching import with_names
from rulewright.dsl.differences.parts import LISTED, Fact
from rulewright.dsl.differences.words import in_words
from rulewright.dsl.source import Span


def names(label: Label) -> Iterator[Change]:
    """A list of names: members that came or went, or another order."""
    old, new = _listed(label.old), _listed(label.new)
    was = [label.matched.names.get(name, name) for name in old]
    came = [each for each in new if each not in was]
    went = [name for name, now in zip(old, was, strict=True) if now not in new]
    offers = label.label in ("menu", "offers")
    spans = _spans_of(label, came, went)
    for name in came:
        said = f"{label.node} offers `{name}`, too." if offers else f"`{label.address}` has `{name}`, too."
        yield label.change(said, "option added" if offers else "added", spans=spans[name])
    for name in went:
        said = f"{label.node} no longer offers `{name}`." if offers else f"`{label.address}` no longer has `{name}`."
        yield label.change(said, "option removed" if offers else "removed", spans=spans[name])
    kept = [each for each in was if each in new]
    if kept != [each for each in new if each in was] and label.label in LISTED:
        yield label.change(f"`{label.address}` is in another order: {', '.join(new)}.", "moved")


def _listed(fact: Fact | None) -> list[str]:
    """The names of a list."""
    value = fact.value if fact is not None else ()
    return [each.text for each in value if isinstance(each, syntax.Name)] if isinstance(value, tuple) else []


def _gone_at(label: Label, member: str, otherwise: Span) -> Span:
    """Where a variant has removed a member."""
    return label.matched.removed.get(f"{label.part.address}.{label.label}.{member}", otherwise)


def _spans_of(label: Label, came: list[str], went: list[str]) -> dict[str, tuple[Span | None, Span | None]]:
    """The places of members, and of the lists they came into or went from."""
    ends = (label.old.span if label.old else label.old_part.span, label.new.span if label.new else label.part.span)
    found: dict[str, tuple[Span | None, Span | None]] = {}
    for fact, names, is_new in ((label.new, came, True), (label.old, went, False)):
        members = fact.value if fact is not None and isinstance(fact.value, tuple) else ()
        for each in members:
            if isinstance(each, syntax.Name) and each.text in names:
                found[each.text] = (ends[0], each.span) if is_new else (each.span, _gone_at(label, each.text, ends[1]))
    return found


def rules(label: Label) -> Iterator[Change]:
    """The rules of the printed game that a part carries out."""
    old, new = _ids(label.old), _ids(label.new)
    was = {label.matched.names.get(each, each): each for each in old}
    came, went = [each for each in new if each not in was], [each for now, each in was.items() if now not in new]
    if came:
        only = [each for each in came if each not in label.matched.cited[0]]
        note = _note(only, came, ", which nothing did before")
        yield label.change(f"{label.node} carries out {', '.join(came)}, too{note}.", "rule added")
    if went:
        only = [each for each in went if label.matched.names.get(each, each) not in label.matched.cited[1]]
        note = _note(only, went, ", nor does anything else")
        yield label.change(f"{label.node} no longer carries out {', '.join(went)}{note}.", "rule retired")


def _ids(fact: Fact | None) -> list[str]:
    """The ids of the rules in a fact."""
    return [rule for _, (_, rule) in fact.bare] if fact is not None and isinstance(fact.bare, tuple) else []


def _note(only: list[str], of: list[str], words: str) -> str:
    """What is said of the rules that no other part carries out."""
    if not only:
        return ""
    return words if only == of else f"{words} in the case of {', '.join(only)}"


def choose(label: Label) -> Iterator[Change]:
    """What is chosen, by its name."""
    old, new = _picks(label.old), _picks(label.new)
    for name in dict.fromkeys((*new, *old)):
        before, after = old.get(name), new.get(name)
        first, second = ("" if each is None else in_words(each) for each in (before, after))
        spans = (before.span if before else None, after.span if after else None)
        if before is None:
            yield label.change(f"In {label.node} `{name}` is chosen, too, from `{second}`.", "added", "", second, spans)
        elif after is None:
            yield label.change(f"In {label.node} `{name}` is no longer chosen.", "removed", first, "", spans)
        elif not label.same(before, after):
            kind = "number" if only_numbers(bare(before), bare(after)) else "changed"
            sentence = (
                f"In {label.node} `{name}` is chosen from {quoted(short(second))} instead of {quoted(short(first))}."
            )
            yield label.change(sentence, kind, first, second, spans)


def _picks(fact: Fact | None) -> dict[str, syntax.Expression]:
    picks = fact.value if fact is not None and isinstance(fact.value, tuple) else ()
    return {each.name.text: each.of for each in picks if isinstance(each, Pick)}


def cases(label: Label) -> Iterator[Change]:
    """The lines of `cases`, by their conditions."""
    names = label.matched.names
    old = {with_names(key, names): case for key, case in _cases(label.old).items()}
    new = _cases(label.new)
    found = False
    for key in dict.fromkeys((*new, *old)):
        before, after = old.get(key), new.get(key)
        case = before or after
        assert case is not None
        words = "otherwise" if case[0] is None else in_words(case[0])
        first, second = ("" if each is None else in_words(each[1]) for each in (before, after))
        spans = (before[1].span if before else None, after[1].span if after else None)
        if before and after and not label.same(before[1], after[1]):
            found = True
            kind = "number" if only_numbers(bare(before[1]), bare(after[1])) else "changed"
            said = f"gives {quoted(short(second))} instead of {quoted(short(first))}"
            sentence = f"In {label.node}, {quoted(short(words))} {said}."
            yield label.change(sentence, kind, first, second, spans)
        elif before is None or after is None:
            found = True
            said = "is a new case" if before is None else "is no longer a case"
            sentence = f"In {label.node}, {quoted(short(words))} {said}: {quoted(short(second or first))}."
            yield label.change(sentence, "added" if before is None else "removed", first, second, spans)
    if not found:
        yield label.change(f"{label.node} looks at its cases in another order.", "moved")


def _cases(fact: Fact | None) -> dict[object, tuple[syntax.Expression | None, syntax.Expression]]:
    value = fact.value if fact is not None and isinstance(fact.value, tuple) else ()
    return {bare(condition): (condition, result) for condition, result in value}


def block(label: Label) -> Iterator[Change]:
    """Statements that came, went or changed."""
    old, new = (_block(fact) for fact in (label.old, label.new))
    if not old or not new:
        yield from label.anything()
        return
    before = [_line_key(label, line, renamed=True) for line in old]
    after = [_line_key(label, line, renamed=False) for line in new]
    found = False
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            found = True
            yield from _lines(label, old[a:b], new[c:d], new[c - 1] if c else None)
    if not found:
        yield label.change(f"{label.doer} nests its statements in another way.")


def _lines(label: Label, old: Sequence[Line], new: Sequence[Line], behind: Line | None) -> Iterator[Change]:
    """A run of lines in the place of another one."""
    if len(old) == len(new) > 1:
        for one, other in zip(old, new, strict=True):
            if one.bare != other.bare:
                yield from _lines(label, [one], [other], behind)
        return
    first, second = (joined(each) for each in (old, new))
    facts = (label.old.span if label.old else None, label.new.span if label.new else None)
    spans = (old[0].span if old else facts[0], new[0].span if new else facts[1])
    if old and new:
        kind = "number" if only_numbers([each.bare for each in old], [each.bare for each in new]) else "changed"
        sentence = f"{label.doer} does {quoted(short(second))} instead of {quoted(short(first))}."
    elif new:
        kind, where = "added", f", after {quoted(short(behind.words))}" if behind else ", first of all"
        sentence = f"{label.doer} does {quoted(short(second))}, too{where}."
    else:
        kind, sentence = "removed", f"{label.doer} no longer does {quoted(short(first))}."
    yield label.change(sentence, kind, first, second, spans)


def _line_key(label: Label, line: Line, *, renamed: bool) -> str:
    """What two lines that say the same have in common."""
    return repr(with_names(line.bare, label.matched.names) if renamed else line.bare)


def _block(fact: Fact | None) -> tuple[Line, ...]:
    return lines_of(fact.value) if fact is not None and isinstance(fact.value, tuple) else ()
