"""Reads the nodes of the flow: phases and steps, actions and their halves, laws, triggers, windows.

In: the entries of a section. Out: `book.Node` trees. What a step is (a phase, a choice, a menu ...) follows from the
labels it has, and two labels that do not go together are reported here.
"""

from __future__ import annotations

import re

from rulewright.dsl import parse
from rulewright.dsl.amended import read_block
from rulewright.dsl.book import Node, Pick
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Scalar
from rulewright.dsl.document import Node as Item
from rulewright.dsl.fields import WRONG_SHAPE, Fields, as_mapping, as_scalar
from rulewright.dsl.meant import nodes_as_meant
from rulewright.dsl.syntax import Name, Parameter

CLASHING_KEYS = Rule("RW136", "clashing-keys")
EMPTY_NODE = Rule("RW137", "empty-node")

_ASKING = ("choose", "menu", "may")


def read_nodes(item: Item | None, address: str, form: str, problems: Problems) -> tuple[Node, ...]:
    """All nodes of a section or of `steps:`; `form` is the schema form of each."""
    if item is None:
        return ()
    said = item.text if isinstance(item, Scalar) else ""
    hint = "under it stand names, each with its labels"
    hint = f"give it a name: under it stands `start: {said}`" if form == "setup" else hint
    mapping = as_mapping(item, f"`{address}`", problems, hint)
    mapping = None if mapping is None else nodes_as_meant(mapping, form, problems)
    found = []
    for entry in mapping.entries if mapping else ():
        node = _read_node(entry, address, form, problems)
        if node is not None:
            found.append(node)
    return tuple(found)


def _read_node(entry: Entry, parent: str, form: str, problems: Problems) -> Node | None:
    name = parse.parse_name(entry.key, problems)
    if name is None:
        return None
    address = f"{parent}.{name.text}"
    if isinstance(entry.value, Scalar) and form in ("step", "setup", "option", "action"):
        if entry.value.is_empty:
            problems.report(
                EMPTY_NODE,
                entry.key.span,
                f"nothing stands under `{name.text}`",
                hint="write what happens, for instance `do: ...`",
            )
            return None
        body = read_block(entry.value, problems) or ()
        kind = "step" if form == "setup" else form
        return Node(address=address, name=name, kind=kind, span=entry.key.span, do=body)
    hint = f"write `{name.text}: {{whenever: ..., do: ...}}`" if form == "law" else None
    mapping = as_mapping(entry.value, f"`{address}`", problems, hint)
    if mapping is None:
        if isinstance(entry.value, Scalar) and entry.value.is_empty:
            problems.report(EMPTY_NODE, entry.key.span, f"nothing stands under `{name.text}`")
        return None
    fields = Fields(mapping, form, f"`{address}`", problems)
    node = _READERS[form](address, name, entry, fields)
    return node


def _title(fields: Fields) -> str | None:
    scalar = fields.scalar("title")
    return None if scalar is None else scalar.text


def read_picks(fields: Fields, label: str) -> tuple[Pick, ...]:
    """`{card: hand where ..., target: others}`: names and the sets they are picked from."""
    item = fields.item(label)
    if item is None:
        return ()
    problems = fields.problems
    if not isinstance(item, Mapping):
        said = re.fullmatch(r"(?:an? )?([a-z]\w*) (?:from|in|of) (.+)", item.text) if isinstance(item, Scalar) else None
        alone = re.fullmatch(r"[a-z][\w.]*", item.text) if isinstance(item, Scalar) else None
        pick = "card: hand" if label == "choose" else "n: 1..6"
        pick = f"{said[1]}: {said[2]}" if said else f"card: {alone[0]}" if alone else pick
        message = f"`{label}` needs a name for {'what is chosen' if label == 'choose' else 'each value'}"
        problems.report(WRONG_SHAPE, item.span, message, hint=f"write `{label}: {{{pick}}}`")
        return ()
    found = []
    for entry in item.entries:
        name = parse.parse_name(entry.key, problems)
        scalar = as_scalar(entry.value, f"`{entry.key.text}`", problems)
        of = None if scalar is None else parse.parse_formula(scalar, problems)
        if name is not None and of is not None:
            found.append(Pick(name, of))
    return tuple(found)


def read_parameters(fields: Fields) -> tuple[Parameter, ...]:
    """`takes: {card: Card, off: {type: 0..9, default: 0}}`: what an action or an effect is given."""
    item = fields.item("takes")
    mapping = None if item is None else as_mapping(item, "`takes`", fields.problems, "write `takes: {card: Card}`")
    found = []
    for entry in mapping.entries if mapping else ():
        name = parse.parse_name(entry.key, fields.problems)
        type_, default = None, None
        if isinstance(entry.value, Mapping):
            inner = Fields(entry.value, "parameter", f"`{entry.key.text}`", fields.problems)
            inner.need("type")
            type_, default = inner.parsed("type", parse.parse_type), inner.formula("default")
        else:
            scalar = as_scalar(entry.value, f"`{entry.key.text}`", fields.problems)
            type_ = None if scalar is None else parse.parse_type(scalar, fields.problems)
        if name is not None and type_ is not None:
            found.append(Parameter(span=entry.key.span, type=type_, name=name, default=default))
    return tuple(found)


def _secret(fields: Fields) -> bool:
    return fields.word("secret", ("until all have chosen", "yes", "no"), "no") != "no"


def _steps(fields: Fields, address: str) -> tuple[Node, ...]:
    return read_nodes(fields.item("steps"), address, "step", fields.problems)


def _asked(address: str, entry: Entry, fields: Fields) -> list[str]:
    """The labels with which a step asks: one at most."""
    asked = [label for label in _ASKING if fields.mapping.get(label) is not None]
    if len(asked) > 1:
        fields.problems.report(
            CLASHING_KEYS,
            entry.key.span,
            f"`{address}` has `{asked[0]}` and `{asked[1]}`; a step asks one question",
            hint="make two steps of it",
        )
    if fields.mapping.get("ask") is not None:
        if asked == ["may"]:
            message = f"`{address}` has `ask` and `may`; a step asks one question"
            fields.problems.report(CLASHING_KEYS, entry.key.span, message, hint="put the whole question behind `may:`")
        asked = asked or ["ask"]
    return asked


def _step(address: str, name: Name, entry: Entry, fields: Fields) -> Node:
    asked = _asked(address, entry, fields)
    if fields.mapping.get("each") is not None and fields.mapping.get("for") is not None:
        fields.problems.report(
            CLASHING_KEYS, entry.key.span, f"`{address}` has both `each` and `for`", hint="put one inside the other"
        )
    repeat = fields.parsed("repeat", parse.parse_repetition)
    if repeat is not None and repeat.times is not None and any(fields.mapping.get(label) is not None for label in ("each", "for")):
        hint = "give it `repeat` alone, and put a step with the `each` or `for` inside"
        fields.problems.report(CLASHING_KEYS, entry.key.span, f"`{address}` cannot count its rounds", hint=hint)
    kind = {"choose": "choice", "menu": "menu", "may": "may", "ask": "ask"}[asked[0]] if asked else "step"
    if fields.mapping.get("steps") is not None and kind == "step":
        kind = "phase"
    node = Node(
        address=address,
        name=name,
        kind=kind,
        span=entry.key.span,
        rules=fields.citations(),
        title=_title(fields),
        condition=fields.formula("if"),
        each=fields.formula("each"),
        variables=read_picks(fields, "for"),
        repeat=repeat,
        opens=fields.names("opens"),
        say=fields.words("say"),
        do=fields.block("do"),
        who=fields.formula("who"),
        ask=fields.words("ask"),
        picks=read_picks(fields, "choose"),
        legal=fields.formula("legal"),
        menu=fields.names("menu"),
        may=fields.words("may"),
        secret=_secret(fields),
        otherwise=fields.block("else"),
        steps=_steps(fields, address),
        endings=fields.names("endings"),
    )
    _check_empty(node, asked, entry, fields.problems)
    return node


def _check_empty(node: Node, asked: list[str], entry: Entry, problems: Problems) -> None:
    if not (asked or node.do or node.steps or node.say or node.opens):
        problems.report(
            EMPTY_NODE,
            entry.key.span,
            f"nothing happens in `{node.address}`",
            hint="give it `do:`, `steps:` or a question",
        )
    if "menu" in asked and not node.menu:
        problems.report(
            EMPTY_NODE,
            entry.key.span,
            f"the menu of `{node.address}` is empty",
            hint="list actions: `menu: [draw, pass_on]`",
        )
    if "choose" in asked and not node.picks and not problems.errors:
        problems.report(EMPTY_NODE, entry.key.span, f"`{node.address}` chooses nothing")


def _action(address: str, name: Name, entry: Entry, fields: Fields) -> Node:
    halves = read_nodes(fields.item("either"), address, "option", fields.problems)
    node = Node(
        address=address,
        name=name,
        kind="action",
        span=entry.key.span,
        rules=fields.citations(),
        title=_title(fields),
        label=fields.words("label"),
        ask=fields.words("ask"),
        condition=fields.formula("if"),
        cost=fields.parsed("cost", parse.parse_price) or (),
        takes=read_parameters(fields),
        picks=read_picks(fields, "choose"),
        legal=fields.formula("legal"),
        say=fields.words("say"),
        do=fields.block("do"),
        steps=_steps(fields, address),
        options=halves,
    )
    if halves and (node.do or node.steps):
        fields.problems.report(
            CLASHING_KEYS,
            entry.key.span,
            f"`{address}` has `either` and a body of its own",
            hint="put the `do` into the halves",
        )
    return node


def _option(address: str, name: Name, entry: Entry, fields: Fields) -> Node:
    return Node(
        address=address,
        name=name,
        kind="option",
        span=entry.key.span,
        rules=fields.citations(),
        title=_title(fields),
        label=fields.words("label"),
        condition=fields.formula("if"),
        cost=fields.parsed("cost", parse.parse_price) or (),
        picks=read_picks(fields, "choose"),
        legal=fields.formula("legal"),
        say=fields.words("say"),
        do=fields.block("do"),
        steps=_steps(fields, address),
    )


def _check_effect(fields: Fields, entry: Entry) -> None:
    if all(fields.mapping.get(label) is None for label in ("do", "steps", "say")):
        hint = "write what happens, for instance `do: ...`"
        fields.problems.report(EMPTY_NODE, entry.key.span, f"nothing happens in {fields.what}", hint=hint)


def _law(address: str, name: Name, entry: Entry, fields: Fields) -> Node:
    fields.need("whenever")
    _check_effect(fields, entry)
    if fields.mapping.get("each") is not None and fields.mapping.get("for") is not None:
        hint = "look at it for each with `each`, and go through the values in a formula: `some(each n in 1..6 where ...)`"
        fields.problems.report(CLASHING_KEYS, entry.key.span, f"`{address}` has both `each` and `for`", hint=hint)
    return Node(
        address=address,
        name=name,
        kind="law",
        span=entry.key.span,
        rules=fields.citations(),
        title=_title(fields),
        whenever=fields.formula("whenever"),
        each=fields.formula("each"),
        variables=read_picks(fields, "for"),
        during=fields.addresses("during"),
        except_during=fields.addresses("waits for"),
        say=fields.words("say"),
        do=fields.block("do"),
        steps=_steps(fields, address),
    )


def _trigger(address: str, name: Name, entry: Entry, fields: Fields) -> Node:
    events = [mode for mode in ("after", "before", "instead of") if fields.mapping.get(mode) is not None]
    event = None
    if events != ["instead of"]:  # what is replaced by nothing does not happen
        _check_effect(fields, entry)
    if len(events) == 1:
        pattern = fields.parsed(events[0], parse.parse_event)
        event = None if pattern is None else (events[0], pattern)
    else:
        fields.problems.report(
            CLASHING_KEYS,
            entry.key.span,
            f"`{address}` needs exactly one of `after`, `before` and `instead of`",
            hint="a condition that must never stand is a law: put it under `laws:` with `whenever:`",
        )
    return Node(
        address=address,
        name=name,
        kind="trigger",
        span=entry.key.span,
        rules=fields.citations(),
        title=_title(fields),
        event=event,
        may=fields.words("may"),
        each=fields.formula("each"),
        condition=fields.formula("if"),
        during=fields.addresses("during"),
        except_during=fields.addresses("waits for"),
        say=fields.words("say"),
        do=fields.block("do"),
        steps=_steps(fields, address),
    )


def _window(address: str, name: Name, entry: Entry, fields: Fields) -> Node:
    if (fields.mapping.get("who") is None) == (fields.mapping.get("each") is None):
        fields.problems.report(
            CLASHING_KEYS,
            entry.key.span,
            f"`{address}` needs `who` (one player) or `each` (several, in order), not both",
        )
    fields.need("offers")
    beside = fields.word("beside", ("every question",), "") != ""
    for label in ("each", "secret") if beside else ():
        if fields.mapping.get(label) is not None:
            message = f"`{address}` stands beside every question of one player, and `{label}` does not go with that"
            fields.problems.report(CLASHING_KEYS, entry.key.span, message, hint=f"leave `{label}` out, or `beside`")
    return Node(
        address=address,
        name=name,
        kind="window",
        span=entry.key.span,
        rules=fields.citations(),
        title=_title(fields),
        who=fields.formula("who"),
        each=fields.formula("each"),
        condition=fields.formula("if"),
        secret=fields.word("secret", ("yes", "no"), "no") == "yes",
        ask=fields.words("ask"),
        offers=fields.names("offers"),
        beside=beside,
        during=fields.addresses("during"),
        opens_when=fields.formula("opens when"),
        do=fields.block("do"),
    )


_READERS = {
    "step": _step,
    "setup": _step,
    "action": _action,
    "option": _option,
    "law": _law,
    "trigger": _trigger,
    "window": _window,
}
