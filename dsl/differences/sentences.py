"""What is said of a label that has changed, in a sentence for players.

In: the same part in two books. Out: `Change`s. Each names the address, and says what is so instead of what was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.dsl import syntax
from rulewright.dsl.amended import bare
from rulewright.dsl.differences import lists
from rulewright.dsl.differences.labels import DEFAULTS, Change, Label, only_numbers, quoted, short
from rulewright.dsl.differences.matching import Matched
from rulewright.dsl.differences.parts import Part
from rulewright.dsl.differences.words import all_of
from rulewright.dsl.schema import BLOCKS, CONDITIONS

TEXTS = ("say", "ask", "label", "may", "title", "text", "name")
VISIBLE = ("seen by", "counted by", "face")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def article(form: str) -> str:
    """A form with its article: `an action`."""
    if form == "component":
        return "components"
    return f"{'an' if form[0] in 'aeiou' else 'a'} {form}"


def gist(part: Part) -> str:
    """A part in one line."""
    said = [fact for fact in part.facts if fact.label not in ("rules", "title", "section")]
    words = [fact.words if fact.label in ("is", "text") else f"{fact.label}: {fact.words}" for fact in said]
    inner = f"with {', '.join(each.name for each in part.parts)}" if part.parts else ""
    return short("; ".join([*words, inner] if inner else words))


def changes_of(before: Part, after: Part, matched: Matched) -> Iterator[Change]:
    """What changed in a part, label by label."""
    for name in dict.fromkeys(fact.label for fact in (*after.facts, *before.facts)):
        old, new = before.fact(name), after.fact(name)
        if old is None or new is None or not matched.same(old.bare, new.bare):
            label = Label(before, after, name, old, new, matched)
            yield from _SAY.get(_way(label), Label.anything)(label)


def _way(label: Label) -> str:
    """Which of the ways to say it fits a label."""
    name, form = label.label, label.part.form
    values = [fact.value for fact in (label.old, label.new) if fact is not None]
    if form == "section" and not name:
        name = label.part.section
    if name in BLOCKS:
        return "block"
    if name in VISIBLE:
        return "visible"
    if name in CONDITIONS:
        return "condition"
    if name in TEXTS and form != "row":
        return "text"
    if name == "cases" and len(values) < 2:
        return ""
    if isinstance(values[0], tuple) and isinstance(values[0][0], syntax.Name):
        return "names"
    return name


def players(label: Label) -> Iterator[Change]:
    """How many can play."""
    assert label.old and label.new
    now, before = (_to(fact.value) for fact in (label.new, label.old))
    word = "player" if now == "1" else "players"
    yield label.change(f"The game is for {now} {word} instead of {before}.", "players")


def text(label: Label) -> Iterator[Change]:
    """A text for people."""
    old, new = label.old, label.new
    if old and new:
        sentence = f'`{label.address}` reads "{short(new.words)}" instead of "{short(old.words)}".'
    elif new:
        sentence = f'`{label.address}` is new: "{short(new.words)}".'
    else:
        sentence = f'`{label.address}` is gone; it read "{short(old.words if old else "")}".'
    yield label.change(sentence, "text")


def visible(label: Label) -> Iterator[Change]:
    """Who sees what lies in a zone, or what a variable says."""
    usual = "all" if label.part.form == "variable" else DEFAULTS[label.label]
    first = label.old.words if label.old else usual
    second = label.new.words if label.new else usual
    said = {
        "seen by": f"What lies face down in {label.node} is seen by",
        "counted by": f"How many there are in {label.node} is seen by",
        "face": f"What enters {label.node} lies face",
    }[label.label]
    if label.part.form == "variable":
        said = f"What {label.node} says is seen by"
    yield label.change(f"{said} {quoted(second)} instead of {quoted(first)}.", "visibility", first, second)


def condition(label: Label) -> Iterator[Change]:
    """What must hold: conditions that came, went, or changed."""
    old = [] if label.old is None else _conjuncts(label.old.value)
    new = [] if label.new is None else _conjuncts(label.new.value)
    came = [each for each in new if not any(label.same(other, each) for other in old)]
    went = [each for each in old if not any(label.same(each, other) for other in new)]
    all_others = len(came) == len(new) and len(went) == len(old)
    if (came and went and all_others) or not (came or went):
        yield from label.anything()
        return
    if came and went:
        first, second = (all_of(group) for group in (went, came))
        kind = "number" if only_numbers([*map(bare, went)], [*map(bare, came)]) else "changed"
        sentence = f"`{label.address}` asks for {quoted(short(second))} instead of {quoted(short(first))}."
        yield label.change(sentence, kind, first, second, (went[0].span, came[0].span))
        return
    words = all_of(came or went)
    which = "one more condition" if old else "a condition now"
    if came:
        yield label.change(f"`{label.address}` asks for {which}: {quoted(short(words))}.", "condition added")
    else:
        rest = "" if new else ", so it has no condition"
        yield label.change(f"`{label.address}` no longer asks for {quoted(short(words))}{rest}.", "condition removed")


def _conjuncts(value: object) -> list[syntax.Expression]:
    if isinstance(value, syntax.Binary) and value.operator == "and":
        return [*_conjuncts(value.left), *_conjuncts(value.right)]
    return [value]  # type: ignore[list-item]


def copies(label: Label) -> Iterator[Change]:
    """How many there are of a component."""
    for change in label.anything():
        first, second = (fact.value if fact else None for fact in (label.old, label.new))
        one, other = (
            1 if each is None else each.value if isinstance(each, syntax.Number) else None for each in (first, second)
        )
        more = "" if one is None or other is None else f": {_count(label, other - one)}"
        kind = "number" if more else change.kind
        yield label.change(f"{change.sentence.rstrip('.')}{more}.", kind, change.before, change.after)


def _count(label: Label, more: int) -> str:
    """`two Smokes more`, in words that fit every name."""
    number = _NUMBERS[abs(more)] if abs(more) < len(_NUMBERS) else str(abs(more))
    title = label.part.fact("name")
    name = title.words if title and "{" not in title.words else label.part.name.replace("_", " ")
    several = label.part.fact("for") is not None or bool(label.part.parts)
    return f"{number} {'of each' if several else name} {'more' if more > 0 else 'less'}"


def _to(value: object) -> str:
    assert isinstance(value, tuple)
    return str(value[0]) if value[0] == value[1] else f"{value[0]} to {value[1]}"


_SAY: dict[str, Callable[[Label], Iterator[Change]]] = {
    "block": lists.block,
    "cases": lists.cases,
    "choose": lists.choose,
    "condition": condition,
    "copies": copies,
    "names": lists.names,
    "players": players,
    "rules": lists.rules,
    "text": text,
    "visible": visible,
}
