"""What the rules of a flow are called where they are not drawn in their place: addresses, titles, where they are written.

In: a flow. Out: `RuleNames`. A rule is a part of the rulebook that does something: a step, an action or one of its
halves, a law, a trigger, a window, or what is printed on a component.
"""

from __future__ import annotations

from rulewright.dsl.flow.ir import Block, Flow, ScopeSpec
from rulewright.dsl.types import EffectType, OptionalType
from rulewright.visualizer.nodes import Node
from rulewright.visualizer.words import name_words

SECTIONS = {"setup", "actions", "laws", "triggers", "windows"}  # their entries are rules with a name of their own
KINDS = {"laws": "law", "triggers": "trigger", "windows": "window", "actions": "action"}
NAMES_SHOWN = 2


class RuleNames:
    """The rules of one flow."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._scopes = {spec.address: spec for spec in flow.scopes}
        self._printed_on = self._find_printed()
        last = [address.rsplit(".", 1)[-1] for address in self._scopes if address.startswith("phases.")]
        self._ambiguous = {name for name in last if last.count(name) > 1}

    def of(self, block: Block, origin: int) -> str:
        """The address of the rule that something in a block belongs to; of an effect with the component it is printed on."""
        address = self.flow.origins[origin].address
        names = self._printed_on.get(block.procedure, ())
        return f"{address}/{names[0]}" if names else address

    def head(self, address: str) -> str:
        """The whole action, law, trigger or window that a rule is a part of; a step of a phase stands for itself."""
        parts = address.split(".")
        return ".".join(parts[:2]) if parts[0] in SECTIONS and "/" not in address else address

    def title(self, address: str) -> str:
        """`Battle, winner takes`: enough to know the rule by when it stands alone."""
        address, _, printed = address.partition("/")
        if printed:
            return self._printed_title(printed)
        parts = address.split(".")
        if parts[0] == "setup":
            return f"Setup, {name_words(parts[-1]).lower()}"
        if parts[0] in SECTIONS and len(parts) > 2:
            return f"{name_words(parts[1])}, {name_words(parts[-1]).lower()}"
        if parts[0] == "phases" and len(parts) > 2 and parts[-1] in self._ambiguous:
            return f"{name_words(parts[-2])}, {name_words(parts[-1]).lower()}"
        return name_words(parts[-1])

    def node(self, address: str, group: str = "", blocks: tuple[int, ...] = ()) -> Node:
        """The rule as a node."""
        spec = self._scopes.get(address.partition("/")[0])
        section = address.partition(".")[0]
        kind = "effects" if "/" in address else KINDS.get(section, "step")
        if spec is None:
            return Node(address, kind, self.title(address), group, blocks=blocks)
        file, line = self.written(spec)
        condition = spec.condition if kind != "effects" else ""
        return Node(
            address, kind, self.title(address), group, condition=condition, rules=spec.rules, file=file, line=line,
            blocks=blocks,
        )  # fmt: skip

    def spec(self, address: str) -> ScopeSpec | None:
        """What the flow says of an address."""
        return self._scopes.get(address)

    def written(self, spec: ScopeSpec) -> tuple[str, int]:
        """The file and line of a part of the rulebook."""
        span = self.flow.origins[spec.origin].span
        return span.source.name, span.line

    def _find_printed(self) -> dict[int, tuple[str, ...]]:
        """For each procedure that is printed on components the names of these."""
        found: dict[int, dict[str, None]] = {}
        for component in self.flow.components:
            for field, value in zip(self.flow.kinds[component.kind].fields, component.values, strict=False):
                type_ = self.flow.fields[field].type
                if EffectType() in (type_, type_.of if isinstance(type_, OptionalType) else type_):
                    for number in value if isinstance(value, tuple) else (value,):
                        found.setdefault(number, {})[component.name] = None
        return {
            number: tuple(names)
            for number, names in found.items()
            if 0 <= number < len(self.flow.procedures) and self.flow.procedures[number].kind == "effect"
        }

    def _printed_title(self, name: str) -> str:
        """The names of the components on which the same is printed."""
        names = next(names for names in self._printed_on.values() if names[0] == name)
        shown = ", ".join(names[:NAMES_SHOWN])
        return shown + (" and others" if len(names) > NAMES_SHOWN else "")
