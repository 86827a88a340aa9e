"""The document that variants change, the places in it that an operation means, and what is said about them.

In: a document in its plain form (see `plain`) and an operation. Out: paths, forms and labels; reports at the operation's
address; and a `Touch` for each place that was touched.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.document import Mapping, Node, Scalar
from rulewright.dsl.schema import FORMS, SECTIONS
from rulewright.dsl.suggest import nearest
from rulewright.dsl.variants.address import INSIDE, Path, addresses, at, find, written
from rulewright.dsl.variants.variant import Operation

MISSING_ADDRESS = Rule("RW163", "missing-address")
NO_ORDER = Rule("RW155", "variants-without-order")

_FORM_OF = {
    "phases": "step", "setup": "step", "actions": "action", "laws": "law", "triggers": "trigger", "windows": "window",
    "zones": "zone", "state": "state", "components": "component", "define": "formula", "scoring": "formula",
    "invariants": "formula", "end": "end", "options": "game option", "display": "display",
}  # fmt: skip
SECTIONS_OF_NODES = tuple(_FORM_OF)
_WRITTEN = {"Effect": "do", "Condition": "is", "Number": "is"}  # what a cell of a property of this type holds


@dataclass(frozen=True, slots=True)
class Touch:
    """A place that a variant touched. free: others may add there, too, in any order; whole: all that is below it is new."""

    address: str
    operation: Operation
    free: bool
    whole: bool

    @property
    def is_removal(self) -> bool:
        """Whether what stood there is gone."""
        return self.whole and self.operation.kind == "remove"


class Places:
    """A document that is being changed."""

    def __init__(self, root: Mapping, problems: Problems, gone: tuple[Touch, ...] = ()) -> None:
        self.root = root
        self.problems = problems
        self.gone = gone  # what variants before this one removed or wrote anew
        self.touches: list[Touch] = []

    # ------------------------------------------------------------------------------------ saying things

    def refuse(self, rule: Rule, operation: Operation, message: str, hint: str | None = None) -> None:
        """Report at the operation's address."""
        self.problems.report(rule, operation.address.span, message, hint=hint)

    def missing(self, operation: Operation) -> None:
        """Report an address at which there is nothing, as far as it leads nowhere, with the nearest."""
        words = _words(operation.address.text)
        wanted = next(
            part
            for length in range(1, len(words) + 1)
            if find(self.root, part := ".".join(words[:length])) is None or length == len(words)
        )
        gone = next((each for each in self.gone if f"{wanted}.".startswith(f"{each.address}.")), None)
        if gone is not None:
            labels = (Label(gone.operation.address.span, "here"),)
            message = f"there is no `{wanted}` any more: another variant changes `{gone.address}`"
            hint = "say which comes first: `after: [...]`, or leave one of them out"
            self.problems.report(NO_ORDER, operation.address.span, message, labels=labels, hint=hint)
            return
        hint = self._nearest(wanted)
        if operation.kind == "set" and wanted == operation.address.text:
            hint += " What is new is brought by `add`."
        self.refuse(MISSING_ADDRESS, operation, f"there is nothing at `{wanted}`", hint)

    def _nearest(self, wanted: str) -> str:
        """What may have been meant: something beside it, else what ends like it, else whatever is like it."""
        above, _, last = wanted.rpartition(".")
        known = list(addresses(self.root))
        beside = [each for each in known if each.startswith(f"{above}.") and "." not in each[len(above) + 1 :]] if above else []
        inside = [each for each in beside if last in each.rpartition(".")[2]]
        section = wanted.partition(".")[0]
        ends = [each for each in known if each.endswith(f".{last}") and (section not in SECTIONS or each.startswith(f"{section}."))]
        for found in (ends if len(ends) == 1 else [], nearest(wanted, beside, 1), inside[:1], nearest(wanted, known, 1)):
            if found:
                return f"did you mean `{found[0]}`?"
        return "`rulewright explain` lists the addresses of a rulebook"

    def touched(self, path: Path, operation: Operation, *, free: bool = False, whole: bool = False) -> None:
        """Keep what was touched."""
        self.touches.append(Touch(written(self.root, path), operation, free, whole))

    # ------------------------------------------------------------------------------------ finding

    def place(self, operation: Operation) -> Path | None:
        """The path of an operation's address; reported when there is none."""
        path = find(self.root, operation.address.text)
        if path is None:
            self.missing(operation)
        return path

    def body(self, path: Path, value: Node) -> Path:
        """The path of what a text is meant for: of a definition its formula, of a step what it does."""
        node = at(self.root, path)
        if isinstance(value, Scalar) and isinstance(node, Mapping) and self.form(path) is not None:
            label = body_label(path)
            return (*path, label) if node.get(label) is not None else path
        return path

    def parent(self, operation: Operation) -> tuple[Path, str] | None:
        """Where something new goes: the path of the nearest thing there is, and the key below it. Sections are made."""
        words = _words(operation.address.text)
        for length in range(len(words) - 1, 0, -1):
            path = find(self.root, ".".join(words[:length]))
            key = ".".join(words[length:])
            if path is None or ("." in key and not (path and path[0] in ("define", "scoring") and len(path) == 1)):
                if path is not None:
                    break
                continue
            return (path, key) if isinstance(at(self.root, path), Mapping) else None
        if words[0] in SECTIONS and find(self.root, words[0]) is None and (len(words) == 2 or words[0] == "define"):
            span = operation.address.span
            self.root = self.root.with_value(words[0], Mapping(span.sub(0, 0), ()))
            return (words[0],), ".".join(words[1:])
        return None

    def form(self, path: Path) -> str | None:
        """The form of the node at a path: `step`, `action`, ...; None for what has no labels of its own."""
        if path[0] == "kinds":
            return "field" if len(path) == 3 else None
        form = _FORM_OF.get(str(path[0])) if len(path) >= 2 else None
        rest = path[2:]
        while form is not None and rest:
            if len(rest) == 1 or rest[0] not in INSIDE:
                return None
            form, rest = "option" if rest[0] == "either" else "step", rest[2:]
        return form

    def cell_label(self, path: Path) -> str:
        """What is written in the cell at a path: statements (`do`), a formula (`is`), or a value ("")."""
        component = at(self.root, path[:2])
        make = component.get("make") if isinstance(component, Mapping) else None
        kinds = self.root.get("kinds")
        kind = kinds.get(make.text) if isinstance(kinds, Mapping) and isinstance(make, Scalar) else None
        field = kind.get(str(path[-1])) if isinstance(kind, Mapping) else None
        type_ = field.get("type") if isinstance(field, Mapping) else None
        return _WRITTEN.get(type_.text, "") if isinstance(type_, Scalar) else ""

    def label(self, path: Path) -> str:
        """The label at the end of a path, or "" when it ends at a node of its own."""
        if not path or isinstance(path[-1], int):
            return ""
        if len(path) == 1 or path[0] == "rules":
            return str(path[-1])
        if path[-2] == "cases":
            return "is"
        if path[0] == "components" and self.cell_label(path):
            return self.cell_label(path)
        form = self.form(path[:-1])
        return str(path[-1]) if form is not None and path[-1] in FORMS[form] else ""


def body_label(path: Path) -> str:
    """What one text stands for in the node at a path."""
    bodies = {"define": "is", "scoring": "is", "invariants": "is", "kinds": "type", "options": "default", "display": "as"}
    return bodies.get(str(path[0]), "do")


def _words(address: str) -> list[str]:
    """The words of an address between its dots; the parameters of a definition belong to its name."""
    head, bracket, parameters = address.partition("(")
    words = head.split(".")
    return [*words[:-1], words[-1] + bracket + parameters]
