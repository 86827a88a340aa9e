"""Carries out the operations of one variant on a document.

In: a document in its plain form (see `plain`) and a variant. Out: the changed document. An operation that hits nothing,
or changes nothing, is reported at the variant's own line.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.diagnostics import Label, Rule
from rulewright.dsl.document import Amendment, Entry, Mapping, Node, Scalar, Sequence
from rulewright.dsl.schema import BLOCKS, CONDITIONS, FORMS, FORMULAS, LISTS, ORDERED, SECTIONS
from rulewright.dsl.variants.address import Path, at, change, find, name_of, without, written
from rulewright.dsl.variants.places import SECTIONS_OF_NODES, Places, body_label
from rulewright.dsl.variants.variant import Operation

THERE_ALREADY = Rule("RW164", "there-already")
CHANGES_NOTHING = Rule("RW165", "changes-nothing")
BAD_OPERATION = Rule("RW166", "bad-operation")

_NODES = ("step", "action", "option", "law", "trigger")  # forms that have steps or halves in them


class Carrier(Places):
    """Carries out operations one after another."""

    def carry_out(self, operations: tuple[Operation, ...]) -> None:
        """All operations of a variant, in the order of its file."""
        for operation in sorted(operations, key=lambda each: each.address.span.start):
            _CARRIERS[operation.kind](self, operation)

    # ------------------------------------------------------------------------------------ the operations

    def set(self, operation: Operation) -> None:
        """A new value, of something there is or of a label that a node may have."""
        value = operation.value
        assert value is not None
        path = find(self.root, operation.address.text)
        if path is not None:
            self.exchange(self.body(path, value), operation, value)
            return
        section = operation.address.text
        if section in SECTIONS and section not in SECTIONS_OF_NODES:
            self.root = self.root.with_value(section, value)
            self.touched((section,), operation)
            return
        found = self.parent(operation)
        form = None if found is None else self.form(found[0])
        if found is None or not (form is not None and (found[1] in FORMS[form] or form == "component")):
            self.missing(operation)
            return
        self.insert(found[0], found[1], value, operation)

    def replace(self, operation: Operation) -> None:
        """Something written anew; of a block, also one statement."""
        path = self.place(operation)
        value = operation.value
        if path is None or value is None:
            return
        if self.label(path) in BLOCKS and isinstance(value, Mapping):
            self.at_statements(path, operation, value, "instead of")
        elif self.label(path) in CONDITIONS and isinstance(value, Mapping) and value.entries:
            hint = f"write `{operation.address.text}: {value.entries[0].key.text}` as it is to be"
            self.refuse(BAD_OPERATION, operation, "a condition is written anew as a whole; only a `do` has statements to name", hint)
        else:
            self.exchange(path, operation, value)

    def exchange(self, path: Path, operation: Operation, value: Node) -> None:
        """Put another node at a path; the same again is reported, and so is a section as a whole."""
        old = at(self.root, path)
        if len(path) == 1 and path[0] in SECTIONS_OF_NODES:
            inside = value.entries[0].key.text if isinstance(value, Mapping) and value.entries else "name"
            hint = f"name what changes in it: `{path[0]}.{inside}: ...`"
            self.refuse(BAD_OPERATION, operation, f"this would write all of `{path[0]}` anew", hint)
            return
        if any(touch.whole and touch.address == written(self.root, path) for touch in self.touches):
            self.refuse(BAD_OPERATION, operation, f"`{operation.address.text}` is written anew twice", "delete one of the lines")
            return
        if isinstance(old, Mapping) and isinstance(value, Scalar) and self.form(path) is not None:
            value = Mapping(value.span, (Entry(Scalar(value.span.sub(0, 0), body_label(path), "plain"), value),))
        if _texts(old) == _texts(value):
            self.refuse(CHANGES_NOTHING, operation, f"`{operation.address.text}` is like this already", "delete this line")
            return
        self.root = _as_mapping(change(self.root, path, lambda _: value))
        self.touched(path, operation, whole=True)

    def add(self, operation: Operation) -> None:
        """Something new: a member, a condition, statements, a label, a node."""
        value = operation.value
        assert value is not None
        path = find(self.root, operation.address.text)
        if path is None:
            found = self.parent(operation)
            if found is None:
                self.missing(operation)
            else:
                self.insert(found[0], found[1], value, operation)
            return
        old, label = at(self.root, path), self.label(path)
        if isinstance(old, Sequence) or label in LISTS:
            self.add_members(path, operation, _members(value), None)
        elif label in CONDITIONS and isinstance(value, Scalar):
            more = replace(value, amends=Amendment(old, "and"))
            self.root = _as_mapping(change(self.root, path, lambda _: more))
            self.touched(path, operation, free=True)
        elif label in BLOCKS and isinstance(value, Scalar):
            self.add_part(path, operation, value, last=True)
        elif isinstance(old, Mapping) and isinstance(value, Mapping):
            for entry in value.entries:
                self.add_entry(path, entry, operation)
        else:
            self.there_already(operation.address, operation.address.text, path)

    def there_already(self, key: Scalar, address: str, path: Path) -> None:
        """Report something new that is there, and where."""
        here = at(self.root, path).span
        line = here.source.line_text(here.line)
        label = Label(here.sub(0, min(here.end - here.start, max(1, len(line) - here.column + 1))), "it stands here")
        hint = "use `replace` or `set` to change it, or another name"
        self.problems.report(THERE_ALREADY, key.span, f"`{address}` is there already", labels=(label,), hint=hint)

    def add_entry(self, path: Path, entry: Entry, operation: Operation) -> None:
        """One entry of a section that `add` names as a whole."""
        below = find(at(self.root, path), entry.key.text)
        if below is not None:
            self.there_already(entry.key, f"{written(self.root, path)}.{entry.key.text}", (*path, *below))
            return
        self.insert(path, entry.key.text, entry.value, replace(operation, address=entry.key))

    def insert(self, path: Path, key: str, value: Node, operation: Operation) -> None:
        """A new entry at the end of the mapping at a path, or of the steps or halves in it."""
        form = self.form(path)
        if form in _NODES and key not in FORMS[str(form)]:
            parent = at(self.root, path)
            assert isinstance(parent, Mapping)
            inside = "either" if parent.get("either") is not None else "steps"
            if parent.get(inside) is None:
                self.root = _as_mapping(
                    change(self.root, path, lambda _: parent.with_value(inside, Mapping(value.span.sub(0, 0), ())))
                )
            path = (*path, inside)
        name = operation.address
        start = len(name.text) - len(key)
        place = Scalar(name.span_at(max(0, start), len(name.text)), key, "plain")

        def more(node: Node) -> Node:
            assert isinstance(node, Mapping)
            return Mapping(node.span, (*node.entries, Entry(place, value)))

        self.root = _as_mapping(change(self.root, path, more))
        is_ordered = any(step in ORDERED for step in path)
        self.touched((*path, key), operation, free=not is_ordered)
        if is_ordered and key not in FORMS.get(form or "", {}):
            self.touched(path, operation)  # two that put something at its end do not agree which comes first

    def add_members(self, path: Path, operation: Operation, members: list[Node], place: int | None) -> None:
        """Members of a list, at its end or at a place; one that is there already is reported."""
        old = at(self.root, path)
        items = list(_members(old))
        names = {name_of(item) for item in items}
        for member in members:
            if name_of(member) in names and isinstance(member, Scalar):
                message = f"`{name_of(member)}` is in `{operation.address.text}` already"
                self.problems.report(THERE_ALREADY, member.span, message, hint="delete it here")
        where = len(items) if place is None else place
        items[where:where] = members
        self.root = _as_mapping(change(self.root, path, lambda _: Sequence(old.span, tuple(items))))
        self.touched(path, operation, free=True)

    def add_part(self, path: Path, operation: Operation, value: Scalar, *, last: bool) -> None:
        """Statements at the end of a block, or at its beginning."""
        part = Entry(operation.address, value)

        def more(node: Node) -> Node:
            if isinstance(node, Mapping):
                return Mapping(node.span, (*node.entries, part) if last else (part, *node.entries))
            return replace(value, amends=Amendment(node, "after" if last else "before"))

        self.root = _as_mapping(change(self.root, path, more))
        self.touched(path, operation)

    def add_beside(self, operation: Operation) -> None:
        """Something new before or after what stands at an address."""
        path, value = self.place(operation), operation.value
        before = operation.kind == "add before"
        if path is None or value is None:
            return
        label = self.label(path)
        if label in BLOCKS:
            if isinstance(value, Mapping):
                self.at_statements(path, operation, value, operation.kind.removeprefix("add "))
            elif isinstance(value, Scalar):
                self.add_part(path, operation, value, last=not before)
            else:
                self.refuse(BAD_OPERATION, operation, "behind a block stand statements, not a list", "write `do: |` lines")
            return
        if isinstance(path[-1], int):
            self.add_members(path[:-1], operation, _members(value), path[-1] + (0 if before else 1))
        elif isinstance(value, Mapping) and (not label or (len(path) > 2 and path[-2] == "cases")):
            self.add_entries_beside(path, operation, value, before)
        else:
            hint = "beside a node go named nodes: `storm: {do: ...}`; a condition is added with `add`"
            self.refuse(BAD_OPERATION, operation, f"nothing can be put {operation.kind[4:]} `{operation.address.text}`", hint)

    def add_entries_beside(self, path: Path, operation: Operation, value: Mapping, before: bool) -> None:
        """New entries beside the one at a path."""
        section = at(self.root, path[:-1])
        assert isinstance(section, Mapping)
        for entry in value.entries:
            if section.get(entry.key.text) is not None:
                message = f"`{entry.key.text}` stands beside `{operation.address.text}` already"
                self.problems.report(THERE_ALREADY, entry.key.span, message, hint="give it another name")
                return
        place = next(number for number, each in enumerate(section.entries) if each.key.text == path[-1])
        place += 0 if before else 1
        entries = (*section.entries[:place], *value.entries, *section.entries[place:])
        self.root = _as_mapping(change(self.root, path[:-1], lambda node: Mapping(node.span, entries)))
        self.touched(path, operation, free=not any(step in ORDERED for step in path[:-1]))

    def at_statements(self, path: Path, operation: Operation, value: Mapping, how: str) -> None:
        """Statements before, after or instead of single ones of a block (or of its named parts)."""
        for entry in value.entries:
            block = at(self.root, path)
            if isinstance(block, Mapping) and block.get(entry.key.text) is not None:
                self._at_part((*path, entry.key.text), entry, operation, how)
            elif isinstance(entry.value, Scalar):
                amended = replace(entry.value, amends=Amendment(block, how, entry.key))
                self.root = _as_mapping(change(self.root, path, lambda _, new=amended: new))  # type: ignore[misc]
                self.touched(path, operation)
            else:
                self.refuse(BAD_OPERATION, operation, "behind a statement stand statements", "write `statement: statements`")

    def _at_part(self, path: Path, entry: Entry, operation: Operation, how: str) -> None:
        old = at(self.root, path)
        empty = Entry(Scalar(entry.key.span.sub(0, 0), "", "plain"), old)
        new = Entry(entry.key, entry.value)
        parts = {"before": (new, empty), "after": (empty, new), "instead of": (new,)}[how]
        self.root = _as_mapping(change(self.root, path, lambda node: Mapping(node.span, parts)))
        self.touched(path, operation)

    def remove(self, operation: Operation) -> None:
        """What stands at an address goes; behind the address of a block or list, one statement or member of it."""
        path = self.place(operation)
        if path is None:
            return
        if operation.value is not None:
            self._remove_inside(path, operation)
            return
        parent = at(self.root, path[:-1])
        self.touched(path, operation, whole=True)
        last = path[-1]
        self.root = _as_mapping(change(self.root, path[:-1], lambda _: without(parent, last)))

    def _remove_inside(self, path: Path, operation: Operation) -> None:
        value = operation.value
        if self.label(path) in BLOCKS and isinstance(value, Scalar):
            block = at(self.root, path)
            nothing = replace(value, amends=Amendment(block, "without", value))
            self.root = _as_mapping(change(self.root, path, lambda _: nothing))
            self.touched(path, operation)
            return
        for member in _members(value) if value is not None else ():
            address = Scalar(member.span, f"{operation.address.text}.{name_of(member)}", "plain")
            self.remove(Operation("remove", address, None))

    def wrap(self, operation: Operation) -> None:
        """Something around a step, a block or a formula, in which `original` stands for what was there."""
        path, value = self.place(operation), operation.value
        if path is None or value is None:
            return
        path = self.body(path, value)
        if isinstance(value, Scalar) and " ".join(value.text.split()) in ("original", "do original"):
            self.refuse(CHANGES_NOTHING, operation, "nothing is put around it", "write something beside `original`")
            return
        old, label = at(self.root, path), self.label(path)
        if isinstance(value, Scalar) and (label in BLOCKS or (label in FORMULAS and isinstance(old, Scalar))):
            around = replace(value, amends=Amendment(old, "around"))
            self.root = _as_mapping(change(self.root, path, lambda _: around))
            self.touched(path, operation)
        elif isinstance(value, Mapping) and len(value.entries) == 1 and path[0] in ("phases", "setup") and not label:
            self._wrap_step(path, operation, value.entries[0])
        else:
            hint = "write `wrap: {ADDRESS: {new_name: {if: ...}}}` for a step; `original` stands for a block or formula"
            self.refuse(BAD_OPERATION, operation, f"`{operation.address.text}` cannot be wrapped like this", hint)

    def _wrap_step(self, path: Path, operation: Operation, outer: Entry) -> None:
        section = at(self.root, path[:-1])
        body = outer.value
        if not isinstance(section, Mapping) or not isinstance(body, Mapping):
            self.refuse(BAD_OPERATION, operation, "a step is wrapped in a step with labels", "write `storm: {if: windy}`")
            return
        entry = next(each for each in section.entries if each.key.text == path[-1])
        steps = body.get("steps")
        inner = steps.entries if isinstance(steps, Mapping) else ()
        if not inner:
            inner = (entry,)
        elif not any(each.key.text == "original" for each in inner):
            self.refuse(BAD_OPERATION, operation, "the steps around it do not say where it goes", "add a line `original:`")
            return
        inner = tuple(entry if each.key.text == "original" else each for each in inner)
        new = Entry(outer.key, body.with_value("steps", Mapping(body.span, inner)))
        entries = tuple(new if each is entry else each for each in section.entries)
        self.touched(path, operation, whole=True)
        self.root = _as_mapping(change(self.root, path[:-1], lambda node: Mapping(node.span, entries)))


def _members(value: Node) -> list[Node]:
    """The members of a list: of a sequence, of a text with commas, or the one thing."""
    if isinstance(value, Sequence):
        return list(value.items)
    if isinstance(value, Scalar) and "," in value.text:
        found: list[Node] = []
        place = 0
        for part in value.text.split(","):
            start = place + len(part) - len(part.lstrip())
            word = part.strip()
            found.append(Scalar(value.span_at(start, start + len(word)), word, value.style))
            place += len(part) + 1
        return found
    return [value]


def _texts(node: Node) -> object:
    """A node without its places, to compare."""
    match node:
        case Mapping():
            return {entry.key.text: _texts(entry.value) for entry in node.entries}
        case Sequence():
            return [_texts(item) for item in node.items]
        case _:
            return (" ".join(node.text.split()), id(node.amends) if node.amends else None)


def _as_mapping(node: Node) -> Mapping:
    assert isinstance(node, Mapping)
    return node


_CARRIERS = {
    "set": Carrier.set,
    "add": Carrier.add,
    "add before": Carrier.add_beside,
    "add after": Carrier.add_beside,
    "replace": Carrier.replace,
    "remove": Carrier.remove,
    "wrap": Carrier.wrap,
}
