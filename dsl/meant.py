"""What a label was meant as: misspelt labels and sections, other words for them, and nodes without their `steps:`.

In: a mapping and the labels it may have. Out: the same mapping with each wrong label reported once and read as the one
that was meant, so that nothing else is said of what stands under it.
"""

from __future__ import annotations

from collections.abc import Mapping as Dictionary
from collections.abc import Sequence as Listed

from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Node, Scalar
from rulewright.dsl.schema import FORMS, SECTIONS
from rulewright.dsl.suggest import did_you_mean, nearest

UNKNOWN_KEY = Rule("RW131", "unknown-key")
NOT_UNDER = Rule("RW141", "not-under-its-label")

NO_NODES = frozenset({"do", "if", "each", "else", "for", "steps", "menu", "per"})  # hardly the name of a node
WITH_PARTS = frozenset({"steps", "choose", "for", "takes", "either", "cases", "do", "else", "per", "copies"})
# Other words for labels, and what they are called here: the first of them that the form has.
LABELS: dict[str, tuple[str, ...]] = {
    "menu": ("offers",),
    "if": ("whenever",),
    "when": ("if", "whenever"),
    "condition": ("if", "whenever"),
    "only if": ("if",),
    "requires": ("if",),
    "require": ("if",),
    "allowed": ("if",),
    "precondition": ("if",),
    "available": ("if",),
    "then": ("do",),
    "action": ("do",),
    "effect": ("do",),
    "effects": ("do",),
    "body": ("do",),
    "code": ("do",),
    "execute": ("do",),
    "run": ("do",),
    "actions": ("menu", "offers", "do"),
    "options": ("menu", "offers"),
    "choices": ("menu", "offers"),
    "offer": ("offers", "menu"),
    "loop": ("repeat",),
    "repeats": ("repeat",),
    "question": ("ask", "may"),
    "prompt": ("ask",),
    "message": ("say",),
    "log": ("say",),
    "print": ("say",),
    "text": ("label", "say"),
    "description": ("say",),
    "name": ("label", "title"),
    "player": ("who", "each"),
    "actor": ("who",),
    "by": ("who",),
    "for each": ("each",),
    "foreach": ("each",),
    "players": ("each",),
    "phases": ("steps",),
    "parts": ("steps",),
    "turns": ("steps",),
    "price": ("cost",),
    "costs": ("cost",),
    "parameters": ("takes",),
    "arguments": ("takes",),
    "args": ("takes",),
    "params": ("takes",),
    "select": ("choose",),
    "pick": ("choose",),
    "target": ("choose",),
    "initial": ("start", "default"),
    "value": ("start", "default", "is"),
    "default": ("start",),
    "starts": ("start",),
    "init": ("start", "default"),
    "initially": ("start", "default"),
    "kind": ("holds", "make", "type"),
    "contains": ("holds",),
    "type": ("holds", "make"),
    "visible to": ("seen by",),
    "visible": ("seen by",),
    "visibility": ("seen by",),
    "seen": ("seen by",),
    "shown to": ("seen by",),
    "reset": ("resets",),
    "resets at": ("resets",),
    "resets on": ("resets",),
    "otherwise": ("else",),
    "winners": ("winner",),
    "wins": ("winner",),
    "win": ("winner",),
    "capacity": ("size",),
    "limit": ("size",),
    "max": ("size",),
    "on": ("after",),
    "event": ("after",),
    "trigger": ("after",),
    "formula": ("is",),
    "for player": ("per",),
    "owner": ("per",),
    "instead": ("instead of",),
    "replaces": ("instead of",),
}
OTHER_SECTIONS: dict[str, tuple[str, ...]] = {
    "game": ("rulebook",),
    "id": ("rulebook",),
    "name": ("title", "rulebook"),
    "number of players": ("players",),
    "includes": ("include",),
    "import": ("include",),
    "imports": ("include",),
    "files": ("include",),
    "types": ("kinds",),
    "classes": ("kinds",),
    "enums": ("kinds",),
    "cards": ("components",),
    "pieces": ("components",),
    "tokens": ("components",),
    "places": ("zones",),
    "areas": ("zones",),
    "board": ("zones",),
    "locations": ("zones",),
    "variables": ("state",),
    "vars": ("state",),
    "counters": ("state",),
    "resources": ("state",),
    "functions": ("define",),
    "definitions": ("define",),
    "formulas": ("define",),
    "macros": ("define",),
    "start": ("setup",),
    "init": ("setup",),
    "preparation": ("setup",),
    "flow": ("phases",),
    "rounds": ("phases",),
    "turns": ("phases",),
    "turn": ("phases",),
    "game flow": ("phases",),
    "steps": ("phases",),
    "moves": ("actions",),
    "constraints": ("laws",),
    "events": ("triggers",),
    "reactions": ("triggers",),
    "effects": ("triggers",),
    "points": ("scoring",),
    "score": ("scoring",),
    "win": ("end",),
    "winner": ("end",),
    "victory": ("end",),
    "game over": ("end",),
    "ending": ("end",),
    "layout": ("display",),
    "show": ("display",),
    "table": ("display",),
    "screen": ("display",),
    "tests": ("scenarios",),
    "examples": ("scenarios",),
    "settings": ("options",),
    "config": ("options",),
}


def sections_as_meant(root: Mapping, problems: Problems) -> Mapping:
    """The sections of a rulebook."""
    return _as_meant(_indented(root, problems), SECTIONS, OTHER_SECTIONS, "a rulebook has no section", problems)


def labels_as_meant(mapping: Mapping, form: str, what: str, problems: Problems) -> Mapping:
    """The labels of a form."""
    known = FORMS[form]
    if form == "component":  # may have labels of its own: the properties of its kind
        found = [each for each in mapping.entries if each.key.text in ("kind", "type", "of") and _is_type(each.value)]
        if mapping.get("make") is not None or not found:
            return mapping
        hint = "that is called `make` here"
        problems.report(UNKNOWN_KEY, found[0].key.span, f"{what} has no `{found[0].key.text}`", hint=hint)
        return Mapping(mapping.span, tuple(_renamed(e, "make") if e is found[0] else e for e in mapping.entries))
    mapping = _rounds(mapping, known, what, problems)
    if "steps" in known:
        mapping = _with_steps(mapping, known, problems)
    others = LABELS | {"when": ("after",)} if "instead of" in known else LABELS
    return _as_meant(mapping, known, others, f"{what} has no", problems)


def _is_type(value: Node) -> bool:
    return isinstance(value, Scalar) and value.text[:1].isupper() and value.text.isalnum()


def _rounds(mapping: Mapping, known: Dictionary[str, str], what: str, problems: Problems) -> Mapping:
    """`times: 3`, `until: no(deck)`: labels that are words behind `repeat`."""
    entries: list[Entry] = []
    for entry in mapping.entries:
        word, value = entry.key.text, entry.value
        if "repeat" in known and word in ("times", "until", "while", "rounds") and isinstance(value, Scalar):
            rounds = f"{value.text} times" if word in ("times", "rounds") else f"until {value.text}"
            rounds = f"until not ({value.text})" if word == "while" else rounds
            problems.report(UNKNOWN_KEY, entry.key.span, f"{what} has no `{word}`", hint=f"write `repeat: {rounds}`")
        else:
            entries.append(entry)
    return Mapping(mapping.span, tuple(entries))


def nodes_as_meant(mapping: Mapping, form: str, problems: Problems) -> Mapping:
    """The nodes of a section or of `steps:`; labels that stand as far left as their node come under it again."""
    entries: list[Entry] = []
    told = False
    for entry in mapping.entries:
        word, before = entry.key.text, entries[-1] if entries else None
        inside = before.value.entries if before is not None and isinstance(before.value, Mapping) else ()
        empty = before is not None and isinstance(before.value, Scalar) and before.value.is_empty
        node = word in ("menu", "steps") and (isinstance(entry.value, Scalar) or _is_node(entry.value, FORMS["step"]))
        is_label = word in FORMS[form] and ((word in NO_NODES and not node) or empty or told)
        if before is None or not is_label or not (empty or inside) or any(each.key.text == word for each in inside):
            entries.append(entry)
            told = False
            continue
        if not told:
            hint = f"move it, and what belongs to it, two blanks to the right, under `{before.key.text}:`"
            problems.report(
                NOT_UNDER, entry.key.span, f"`{word}:` is indented differently from its neighbours", hint=hint
            )
        told = True
        entries[-1] = Entry(before.key, Mapping(entry.value.span, (*inside, entry)))
    return Mapping(mapping.span, tuple(entries))


def _as_meant(
    mapping: Mapping,
    known: Dictionary[str, str],
    others: Dictionary[str, tuple[str, ...]],
    what: str,
    problems: Problems,
) -> Mapping:
    free = [label for label in known if mapping.get(label) is None]
    entries: list[Entry] = []
    for entry in mapping.entries:
        word = entry.key.text
        if word in known:
            entries.append(entry)
            continue
        called = next((label for label in others.get(word.lower(), ()) if label in free), None)
        meant = called or next(iter(nearest(word, free, 1)), None)
        listed = f"the sections are: {', '.join(known)}" if known is SECTIONS else f"it can have: {', '.join(known)}"
        hint = (
            f"that is called `{called}` here" if called else did_you_mean(word, [meant] if meant else known) or listed
        )
        problems.report(UNKNOWN_KEY, entry.key.span, f"{what} `{word}`", hint=hint)
        if meant is not None:
            free.remove(meant)
            entries.append(_renamed(entry, meant))
    return Mapping(mapping.span, tuple(entries))


def _renamed(entry: Entry, label: str) -> Entry:
    return Entry(Scalar(entry.key.span, label, "quoted"), entry.value)


def _is_node(value: Node, known: Dictionary[str, str]) -> bool:
    """Does it look like a node: lines of labels?"""
    return isinstance(value, Mapping) and any(entry.key.text in known for entry in value.entries)


def _with_steps(mapping: Mapping, known: Dictionary[str, str], problems: Problems) -> Mapping:
    """Nodes beside the labels of their node: `steps:` was forgotten above them, or they stand too far left."""
    step = FORMS["step"]
    loose = [each for each in mapping.entries if each.key.text not in known and _is_node(each.value, step)]
    loose = [each for each in loose if not WITH_PARTS & set(nearest(each.key.text, known, 1))]
    if not loose:
        return mapping
    steps = mapping.get("steps")
    first = loose[0].key
    if isinstance(steps, Mapping):
        hint = "move it, and the lines under it, two blanks to the right"
        problems.report(NOT_UNDER, first.span, f"`{first.text}` does not stand under `steps:`", hint=hint)
        return _without(mapping, loose).with_value("steps", Mapping(steps.span, (*steps.entries, *loose)))
    hint = f"write `steps:` above it, and move `{first.text}` and the lines under it two blanks to the right"
    problems.report(NOT_UNDER, first.span, f"`steps:` is missing above `{first.text}`", hint=hint)
    rest = _without(mapping, loose)
    return Mapping(
        rest.span, (*rest.entries, Entry(Scalar(first.span, "steps", "quoted"), Mapping(mapping.span, tuple(loose))))
    )


def _without(mapping: Mapping, gone: Listed[Entry]) -> Mapping:
    return Mapping(mapping.span, tuple(entry for entry in mapping.entries if not any(entry is each for each in gone)))


def _indented(root: Mapping, problems: Problems) -> Mapping:
    """Entries of a section that stand as far left as its name, under an empty section."""
    entries: list[Entry] = []
    under: Entry | None = None
    for entry in root.entries:
        word, value = entry.key.text, entry.value
        taken = (
            under is not None
            and word not in SECTIONS
            and not (nearest(word, SECTIONS, 1) and isinstance(value, Scalar))
        )
        if taken and under is not None:
            inside = under.value.entries if isinstance(under.value, Mapping) else ()
            if not inside:
                hint = f"move it, and the lines under it, two blanks to the right: it belongs to `{under.key.text}:`"
                problems.report(
                    NOT_UNDER, entry.key.span, f"`{word}` is indented differently from its neighbours", hint=hint
                )
            under = Entry(under.key, Mapping(value.span, (*inside, entry)))
            entries[-1] = under
            continue
        entries.append(entry)
        under = entry if word in SECTIONS and isinstance(value, Scalar) and value.is_empty else None
    return Mapping(root.span, tuple(entries))
