"""Words for people: what the flow says about a node or an edge, as short phrases.

In: parts of the flow. Out: plain text, not escaped for any format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulewright.dsl.flow.expr import Expr, FirstOf, Local, Shown, StateVar, Text
from rulewright.dsl.flow.ir import Assign, Block, Choice, Flow

RULE_NUMBER = re.compile(r"(.*?)(\d+)$")
TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
JOINERS = "\u200c\u200d"
LOOP_TEST = re.compile(r"until |.* times$")


def name_words(address: str) -> str:
    """`actions.end_turn` is `End turn`."""
    words = address.rsplit(".", 1)[-1].replace("_", " ")
    return words[:1].upper() + words[1:]


def loop_words(loop: str) -> str:
    """The words of a loop, with one player where each of them is meant: `each players` is `each player`, `each everybody`
    is `each of everybody`."""
    one = re.sub(r"^each (player|other)s\b", r"each \1", loop)
    return re.sub(r"^each (?!(?:player|other)\b)", "each of ", one)


def text_words(text: Text, names: Sequence[str]) -> str:
    """A text of the rulebook with the names of its values: `Seek ‹card› from ‹target›`."""
    return "".join(part if isinstance(part, str) else f"‹{_shown(part, names)}›" for part in text)


def _shown(part: Shown, names: Sequence[str]) -> str:
    slot = part.value.slot if isinstance(part.value, Local) else -1
    return (names[slot] if 0 <= slot < len(names) else "") or "…"


def decider(flow: Flow, block: Block, choice: Choice) -> str:
    """Who decides, as far as a few words can say it; else nothing."""
    names = flow.procedures[block.procedure].names
    who = choice.who
    if isinstance(who, Local):
        if block.procedure == flow.main and names[who.slot] == "me":
            return _acting(flow, block, choice.scope)
        who = _given(flow, block, who)
    match who:
        case StateVar(variable, ()):
            spec = flow.variables[variable]
            phase, _, last = spec.name.partition(".")
            return f"{last} of the {phase}" if spec.made_up and last else spec.name.replace("_", " ")
        case Local(slot):
            return names[slot].replace("_", " ") if names[slot] != "me" else "acting player"
        case FirstOf():
            return "each player"
        case _:
            return ""


def _given(flow: Flow, block: Block, local: Local) -> Expr:
    """What a local was given, when only one value is ever put into it: here, or anywhere in the procedure."""
    around = [each for each in flow.blocks if each.procedure == block.procedure]
    for blocks in ([block], around):
        values = [op.value for each in blocks for op in each.ops if isinstance(op, Assign) and op.slot == local.slot]
        if len(values) == 1:
            return values[0]
    return local


def _acting(flow: Flow, block: Block, asking: int) -> str:
    """Whose pass of the innermost round of players it is; of the asking node's own round, each one's."""
    scope = block.scope
    while scope >= 0:
        spec = flow.scopes[scope]
        if spec.players >= 0:
            return "each player" if scope == asking else f"player of the {name_words(spec.address).lower()}"
        scope = spec.parent
    return ""


def rule_ranges(rules: Iterable[str]) -> str:
    """Ids of rules in few characters: `CHA-001, CHA-002, CHA-003, CHA-010` is `CHA-001–003, 010`."""
    runs: list[tuple[str, str, str]] = []  # what stands before the number, first number, last number
    for rule in dict.fromkeys(rules):
        found = RULE_NUMBER.match(rule)
        stem, number = (found[1], found[2]) if found else (rule, "")
        if runs and number and runs[-1][0] == stem and runs[-1][2] and int(number) == int(runs[-1][2]) + 1:
            runs[-1] = (stem, runs[-1][1], number)
        else:
            runs.append((stem, number, number))
    parts: list[str] = []
    before = ""
    for stem, first, last in runs:
        numbers = first if first == last else f"{first}–{last}"
        parts.append(numbers if stem == before and numbers else stem + numbers)
        before = stem
    return ", ".join(parts)


def one_line(text: str) -> str:
    """Text without line breaks, signs that cannot be shown and signs that turn the direction of what stands behind them.

    What joins letters or holds them apart belongs to their words and stays.
    """
    kept = TURNING.sub("", text)
    return " ".join("".join(sign if sign.isprintable() or sign in JOINERS else " " for sign in kept).split())


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` characters where blanks allow it, of about the same length each."""
    words = one_line(text).split()
    longest = max(map(len, words), default=0)
    width = max(width, longest)
    lines = _filled(words, width)
    for narrower in range(width - 1, max(longest, width // 2 + 1) - 1, -1):  # the same number of lines, evenly filled, reads better
        tried = _filled(words, narrower)
        if len(tried) > len(lines):
            break
        lines = tried
    return lines


def _filled(words: list[str], width: int) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def is_loop_test(words: str) -> bool:
    """Whether the words of a branch are those of a repetition: going on is then not worth saying."""
    return LOOP_TEST.match(words) is not None


def players_words(least: int, most: int) -> str:
    """How many play."""
    if least != most:
        return f"{least} to {most} players"
    return f"{least} player{'s' * (least != 1)}"
