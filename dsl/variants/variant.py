"""Reads a variant file: what it is a variant of, what it needs, and its operations, one by one.

In: the document of a variant. Out: a `Variant`. Whether its addresses hit anything is seen when it is worked in.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl import parse
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence
from rulewright.dsl.fields import MISSING_KEY, WRONG_SHAPE, Fields, as_mapping, as_scalar
from rulewright.dsl.schema import FORMS
from rulewright.dsl.source import Source

OPERATIONS = ("set", "add", "add before", "add after", "replace", "remove", "wrap")
_HEADER = tuple(label for label in FORMS["variant"] if label not in OPERATIONS)

NO_OPERATION = Rule("RW160", "no-operation")
BAD_ADDRESS = Rule("RW168", "bad-address")


@dataclass(frozen=True, slots=True)
class Operation:
    """One line under an operation's label: `kind` is the label, `address` where it is carried out, `value` what it brings.

    For `remove` with a statement or member behind the address, `value` is that text; otherwise it is None.
    """

    kind: str
    address: Scalar
    value: Node | None


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant as written. needs, conflicts, after: names of variants (needs: of Flag options, too)."""

    source: Source
    name: Scalar
    title: str | None
    of: Scalar
    needs: tuple[Scalar, ...]
    conflicts: tuple[Scalar, ...]
    after: tuple[Scalar, ...]
    options: tuple[Entry, ...]
    rules: Scalar | None
    scenarios: Scalar | None
    operations: tuple[Operation, ...]


def is_variant(root: Node) -> bool:
    """Whether a document is a variant and no rulebook."""
    return isinstance(root, Mapping) and root.get("variant") is not None


def read_variant(root: Mapping, source: Source, problems: Problems) -> Variant | None:
    """The variant of a document; None when it does not say what it is a variant of."""
    fields = Fields(root, "variant", "a variant", problems)
    fields.need("variant")
    name, of = fields.scalar("variant"), fields.scalar("of")
    if name is not None and parse.parse_name(name, problems) is None:
        name = None
    if of is None:
        problems.report(
            MISSING_KEY, root.entries[0].key.span, "a variant needs `of`", hint="write `of: game.yaml`, the file it changes"
        )
    title = fields.scalar("title")
    options = fields.item("options")
    chosen = None if options is None else as_mapping(options, "`options`", problems)
    operations = read_operations(fields, OPERATIONS)
    made = None
    if name is not None and of is not None:
        made = Variant(
            source=source,
            name=name,
            title=None if title is None else title.text,
            of=of,
            needs=_names(fields, "needs"),
            conflicts=_names(fields, "conflicts"),
            after=_names(fields, "after"),
            options=() if chosen is None else chosen.entries,
            rules=fields.scalar("rules"),
            scenarios=fields.scalar("scenarios"),
            operations=operations,
        )
        if all(entry.key.text in _HEADER for entry in root.entries) and not made.options:
            hint = f"give it one of {', '.join(OPERATIONS)}, or `options`"
            problems.report(NO_OPERATION, name.span, f"the variant `{name.text}` changes nothing", hint=hint)
    return made


def _names(fields: Fields, label: str) -> tuple[Scalar, ...]:
    item = fields.item(label)
    if item is None:
        return ()
    items = item.items if isinstance(item, Sequence) else (item,)
    found = (as_scalar(each, f"an entry of `{label}`", fields.problems) for each in items)
    return tuple(each for each in found if each is not None)


def read_operations(fields: Fields, kinds: tuple[str, ...]) -> tuple[Operation, ...]:
    """The operations that stand under labels of these kinds."""
    return tuple(each for kind in kinds for each in _operations(kind, fields))


def _operations(kind: str, fields: Fields) -> list[Operation]:
    item = fields.item(kind)
    if item is None:
        return []
    if kind == "remove":
        found = _removals(item, fields.problems)
    else:
        mapping = as_mapping(item, f"`{kind}`", fields.problems)
        found = [Operation(kind, entry.key, entry.value) for entry in (mapping.entries if mapping else ())]
        if mapping is None and not (isinstance(item, Scalar) and item.is_empty):
            return []
    if not found:
        hint = "write an address and what is to be there, or delete it"
        fields.problems.report(NO_OPERATION, item.span, f"nothing stands under `{kind}`", hint=hint)
    return [each for each in found if _is_address(each, fields.problems)]


def _is_address(operation: Operation, problems: Problems) -> bool:
    """Whether an address has words between its dots, and a value something in it; otherwise a report."""
    address, value = operation.address, operation.value
    if not all(word.strip() for word in address.text.partition("(")[0].split(".")):
        hint = "write the labels on the way to it with dots between them: `actions.draw.if`"
        problems.report(BAD_ADDRESS, address.span, f"`{address.text}` is no address", hint=hint)
        return False
    members = value.entries if isinstance(value, Mapping) else value.items if isinstance(value, Sequence) else None
    if operation.kind != "set" and operation.kind != "replace" and members == ():
        problems.report(NO_OPERATION, address.span, f"nothing is said for `{address.text}`", hint="delete the line")
        return False
    return True


def _removals(item: Node, problems: Problems) -> list[Operation]:
    found: list[Operation] = []
    for each in item.items if isinstance(item, Sequence) else (item,):
        if isinstance(each, Mapping):
            found += [Operation("remove", entry.key, entry.value) for entry in each.entries]
        elif isinstance(each, Scalar) and not each.is_empty:
            found.append(Operation("remove", each, None))
        else:
            hint = "write `remove: [triggers.refill, actions.shift]`"
            problems.report(WRONG_SHAPE, each.span, "`remove` is a list of addresses", hint=hint)
    return found
