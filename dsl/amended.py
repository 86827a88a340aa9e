"""Reads blocks and formulas that variants have amended, and those that nobody has.

In: a scalar (or the named parts of a block), and for each amendment the text that was there before. Out: syntax in which
every node keeps the file and place it came from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from rulewright.dsl import parse, syntax
from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.document import Amendment, Mapping, Node, Scalar
from rulewright.dsl.source import Span

NO_BAR = Rule("RW225", "no-bar")
NO_STATEMENT = Rule("RW161", "no-such-statement")
NO_ORIGINAL = Rule("RW162", "no-original")
ORIGINAL = "original"

_IS_STATEMENT = re.compile(r"(?:if|for|repeat|may|choose|show) |else\b|together$")
Block = tuple[syntax.Statement, ...]
Part = TypeVar("Part")


def read_block(item: Node, problems: Problems) -> Block | None:
    """The statements of a block: of one text, or of its named parts in their order."""
    if isinstance(item, Mapping):
        if any(_IS_STATEMENT.match(entry.key.text) for entry in item.entries):
            hint = "write `do: |`, and the statements under it"
            problems.report(NO_BAR, item.span, "statements on several lines need `|` behind the label", hint=hint)
            return None
        parts = [read_block(entry.value, problems) for entry in item.entries]
        return None if None in parts else tuple(each for part in parts if part is not None for each in part)
    if not isinstance(item, Scalar):
        return None
    goes = item.amends is not None and item.amends.how == "without"  # then the text only says what goes
    made: Block | None = ()
    if not goes:
        made = parse.parse_block(item, problems) if not _run_together(item, problems) else None
    if made is None or item.amends is None:
        return made
    before = read_block(item.amends.original, problems)
    if before is None:
        return None
    return _amended_block(made, before, item, item.amends, problems)


def _run_together(item: Scalar, problems: Problems) -> bool:
    """Whether statements on several lines have become one, because `|` was forgotten. It is reported."""
    if item.style != "plain" or "\n" not in item.span.text:
        return False
    tried = Problems()
    if parse.parse_block(item, tried) is not None:
        return False
    label = re.match(r"\s*(if|do|say|else|label|choose|menu|ask):\S", item.text)
    if label:
        message, hint = f"a blank is missing behind `{label[1]}:`", f"write `{label[1]}: ...`"
    else:
        message = "statements on several lines need `|` behind the label"
        hint = "write `do: |`, and the statements under it"
    problems.report(NO_BAR, item.span, message, hint=hint)
    return True


def _amended_block(new: Block, old: Block, text: Scalar, amends: Amendment, problems: Problems) -> Block:
    if amends.target is None:
        whole = {"before": (*new, *old), "after": (*old, *new)}.get(amends.how)
        return _with_original(new, old, text, problems) if whole is None else whole
    found = _quoted(amends.target, old, problems)
    if found is None:
        return old
    if len(found) != 1:
        words = " ".join(amends.target.text.split())
        hint = "write the statement as it stands there, or its first line up to the colon; or give the whole `do` anew"
        many = f"`{words}` stands there {len(found)} times" if found else f"no statement there is `{words}`"
        labels = tuple(Label(each.span, "here") for each in found[:3])
        problems.report(NO_STATEMENT, amends.target.span, many, labels=labels, hint=hint)
        return old
    statement = found[0]
    around = {
        "before": (*new, statement),
        "after": (statement, *new),
        "without": (),
        "instead of": _spliced(new, _does_original, (statement,)),
    }[amends.how]
    made = _spliced(old, lambda each: each is statement, around)
    if around == () and _hollow(made):
        hint = "remove what it stands in, or put another statement in its place with `replace`"
        problems.report(NO_STATEMENT, amends.target.span, "without this statement nothing is left around it", hint=hint)
    return made


def _quoted(target: Scalar, block: Block, problems: Problems) -> list[syntax.Statement] | None:
    """The statements of a block that a text quotes: in full, or by what stands before the block inside; None if unread."""
    header = replace(target, text=f"{target.text.rstrip().removesuffix(':')}: stop")
    quiet = Problems()
    begun = parse.parse_block(header, quiet)
    if begun is not None and not quiet.items and len(begun) == 1 and _blocks_of(begun[0]):
        return [each for each in _statements(block) if bare(each, headers=True) == bare(begun[0], headers=True)]
    wanted = parse.parse_block(target, problems)
    if wanted is None:
        return None
    return [each for each in _statements(block) if len(wanted) == 1 and bare(each) == bare(wanted[0])]


def _blocks_of(node: object) -> list[str]:
    """The names of the parts of a statement that are statements themselves."""
    return [each.name for each in fields(node) if "Statement" in str(each.type)] if is_dataclass(node) else []


def _hollow(block: Block) -> bool:
    """Whether a block, or one that must have statements inside it, has none."""
    inner = [getattr(each, name) for each in _statements(block) for name in _blocks_of(each) if name in ("then", "body")]
    return not block or () in inner


def _with_original(new: Block, old: Block, text: Scalar, problems: Problems) -> Block:
    if not any(_does_original(each) for each in _statements(new)):
        hint = "write `do original` where it goes; `replace` gives a block anew"
        problems.report(NO_ORIGINAL, text.span, "the block that this is wrapped around is nowhere in it", hint=hint)
        return old
    return _spliced(new, _does_original, old)


def read_formula(scalar: Scalar, problems: Problems) -> syntax.Expression | None:
    """A formula."""
    new = parse.parse_formula(scalar, problems)
    if new is None or scalar.amends is None:
        return new
    assert isinstance(scalar.amends.original, Scalar)
    old = read_formula(scalar.amends.original, problems)
    if old is None:
        return None
    if scalar.amends.how == "and":
        return syntax.Binary(span=new.span, operator="and", operator_span=new.span, left=old, right=new)
    if not any(_is_original(each) for each in _parts(new)):
        hint = "write `original` where it goes; `replace` gives a formula anew"
        problems.report(NO_ORIGINAL, scalar.span, "the formula that this is wrapped around is nowhere in it", hint=hint)
        return old
    return cast(syntax.Expression, _exchanged(new, _is_original, old))


def words_of(node: syntax.Expression) -> str:
    """A formula as its authors wrote it, with the parts that come from elsewhere put in."""
    if isinstance(node, syntax.Binary) and node.span == node.right.span:  # one more condition, beside another
        return f"{_grouped(node.left)} and {_grouped(node.right)}"
    text = " ".join(node.span.text.split())
    for part in {each.span: each for each in _foreign(node, node.span)}.values():
        pieces = re.split(rf"\b{ORIGINAL}\b", text)
        text = _grouped(part).join(pieces)
    return text


def _grouped(node: syntax.Expression) -> str:
    """A formula as it can stand beside others."""
    loose = isinstance(node, syntax.Either) or (isinstance(node, syntax.Binary) and node.operator == "or")
    return f"({words_of(node)})" if loose else words_of(node)


def _foreign(node: object, span: Span) -> Iterator[syntax.Expression]:
    for part in _children(node):
        place = getattr(part, "span", None)
        inside = place is None or (place.source is span.source and span.start <= place.start and place.end <= span.end)
        if inside:
            yield from _foreign(part, span)
        else:
            yield cast(syntax.Expression, part)


# ------------------------------------------------------------------------------------------------ trees of syntax


def bare(node: object, headers: bool = False) -> object:
    """A node without its places, and with `headers` without the statements in it: equal where the same is said."""
    if isinstance(node, tuple):
        return tuple(bare(each) for each in node)
    if not is_dataclass(node):
        return node
    left_out = _blocks_of(node) if headers else []
    kept = (each for each in fields(node) if not each.name.endswith("span") and each.name not in left_out)
    return (type(node).__name__, *((each.name, bare(getattr(node, each.name))) for each in kept))


def _is_original(node: object) -> bool:
    return isinstance(node, syntax.Reference) and node.name.text == ORIGINAL


def _does_original(node: object) -> bool:
    return isinstance(node, syntax.Do) and _is_original(node.action)


def _children(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node) and not isinstance(node, Span):
        for each in fields(node):
            value = getattr(node, each.name)
            if isinstance(value, tuple) or is_dataclass(value):
                yield from value if isinstance(value, tuple) else (value,)


def _parts(node: object) -> Iterator[object]:
    yield node
    for child in _children(node):
        yield from _parts(child)


def _statements(block: Block) -> Iterator[syntax.Statement]:
    """All statements of a block, also those inside others."""
    kinds = syntax.Statement.__args__
    offers = {id(part.offer) for part in _parts(block) if isinstance(part, syntax.May)}  # a part of its `may`
    for part in _parts(block):
        if isinstance(part, kinds) and id(part) not in offers:
            yield part


def _spliced(block: Part, test: Callable[[object], bool], given: Block) -> Part:
    """The same tree with some statements exchanged for others, however many."""

    def members(items: tuple[object, ...]) -> tuple[object, ...]:
        made: list[object] = []
        for item in items:
            made += given if test(item) else (rebuilt(item),)
        return tuple(made)

    def rebuilt(node: object) -> object:
        if isinstance(node, tuple):
            return members(node)
        return _with_parts(node, rebuilt)

    return cast(Part, rebuilt(block))


def _exchanged(node: object, test: Callable[[object], bool], new: object) -> object:
    if test(node):
        return new
    if isinstance(node, tuple):
        return tuple(_exchanged(each, test, new) for each in node)
    return _with_parts(node, lambda part: _exchanged(part, test, new))


def _with_parts(node: object, make: Callable[[object], object]) -> object:
    """The same node with other parts; what has no parts stays."""
    if not is_dataclass(node) or isinstance(node, type | Span):
        return node
    return replace(node, **{each.name: make(getattr(node, each.name)) for each in fields(node)})
