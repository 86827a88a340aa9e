"""Works what a single scenario changes into a rulebook, and makes the nodes that it wants in order leave a trace.

In: a rulebook with its variants, and the changes of a scenario. Out: the same with these worked in. They are operations of
a variant, and what is wrong with them is said of them as of those, at the scenario's lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Amendment, Entry, Mapping, Node, Scalar
from rulewright.dsl.source import Source
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variants.address import Path, addresses, at, change, find
from rulewright.dsl.variants.combine import Combined
from rulewright.dsl.variants.operations import Carrier
from rulewright.dsl.variants.places import Places
from rulewright.dsl.variants.plain import plain
from rulewright.dsl.variants.variant import Operation

UNKNOWN_ADDRESS = Rule("RW333", "unknown-address")

_CARRIED_OUT = ("step", "action", "option", "law", "trigger")  # forms of what is carried out


@dataclass(frozen=True, slots=True)
class Changes:
    """What a scenario has otherwise than its rulebook: values of options, operations, and nodes that leave a trace."""

    options: tuple[tuple[str, Entry], ...] = ()
    operations: tuple[Operation, ...] = ()
    traced: tuple[Scalar, ...] = ()

    @property
    def key(self) -> tuple[tuple[str, str, str], ...]:
        """The same for changes that make the same game."""
        options = sorted(("options", name, entry.value.span.text) for name, entry in self.options)
        operations = ((each.kind, each.address.text, _text(each.value)) for each in self.operations)
        return (*options, *operations, *(("trace", each.text, "") for each in self.traced))


def trace(name: str) -> str:
    """The line of the log that a node leaves where it is carried out, as the scenario calls it."""
    return f"carried out: {name}"


def amend(combined: Combined, changes: Changes, problems: Problems) -> Combined:
    """The rulebook of a scenario: its operations carried out, a line of the log before what each traced node does."""
    if not changes.operations and not changes.traced:
        return combined
    carrier = Carrier(plain(combined.root, problems), problems)
    carrier.carry_out(changes.operations)
    root = carrier.root
    for name in changes.traced:
        for path in _nodes(carrier, name, problems):
            root = _traced(root, path, name)
    return replace(combined, root=root, touches=(*combined.touches, *carrier.touches), changes=(repr(changes.key),))


def _text(node: Node | None) -> str:
    if node is None:
        return ""
    return node.text if isinstance(node, Scalar) else node.span.text


def _nodes(places: Places, name: Scalar, problems: Problems) -> list[Path]:
    """The node that a name means, by the end of its address; of an action with halves, the halves."""
    root = places.root
    meant = [address for address in addresses(root) if address == name.text or address.endswith(f".{name.text}")]
    known = _carried_out(places, meant)
    found = list(known)
    exact = find(root, name.text)
    if len(found) != 1:
        if exact and len(exact) > 2 and exact[0] == "components" and places.cell_label(exact) == "do":
            return [exact]
        all_of_them = _carried_out(places, addresses(root))
        near = did_you_mean(name.text, [word for each in all_of_them for word in (each, each.rpartition(".")[2])])
        message = f"`{name.text}` is no phase, step, action, law or trigger"
        if found:
            message, near = f"`{name.text}` could be {' or '.join(found)}", "write as much of the address as it takes"
        problems.report(UNKNOWN_ADDRESS, name.span, message, hint=near)
        return []
    path = known[found[0]]
    node = at(root, path)
    halves = node.get("either") if isinstance(node, Mapping) else None
    if isinstance(halves, Mapping):
        return [(*path, "either", each.key.text) for each in halves.entries]
    if isinstance(node, Mapping) and node.get("menu") is not None:
        hint = "name what is chosen: the actions of its menu"
        problems.report(UNKNOWN_ADDRESS, name.span, f"`{name.text}` offers a menu, and does nothing itself", hint=hint)
        return []
    return [path]


def _carried_out(places: Places, known: Iterable[str]) -> dict[str, Path]:
    """The nodes that do something among those with these addresses, with where they stand."""
    paths = ((address, find(places.root, address)) for address in known)
    return {address: path for address, path in paths if path and _is_carried_out(places, path)}


def _is_carried_out(places: Places, path: Path) -> bool:
    return places.form(path) in _CARRIED_OUT and isinstance(at(places.root, path), Mapping)


def _traced(root: Mapping, path: Path, name: Scalar) -> Mapping:
    """The document with a line of the log before all that a node does."""
    text = f'say "{trace(name.text)}"'
    line = Scalar(Source(f"order: {name.text}", text).whole(), text, "plain")

    def before(node: Node) -> Node:
        if not isinstance(node, Mapping):
            return replace(line, amends=Amendment(node, "before"))
        old = node.get("do")
        if old is None:
            return node.with_value("do", line)
        if isinstance(old, Mapping):
            part = Entry(Scalar(line.span, "carried_out", "plain"), line)
            return node.with_value("do", Mapping(old.span, (part, *old.entries)))
        return node.with_value("do", replace(line, amends=Amendment(old, "before")))

    made = change(root, path, before)
    assert isinstance(made, Mapping)
    return made
