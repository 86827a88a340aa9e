"""Writes the picture as indented plain text, for terminals and for reading differences.

In: a `Picture`. Out: text: frames as headings, boxes in the order of the rulebook, and under each where it leads. Going
on at the next line of the same frame is not said. What is different has its sign at the beginning of its line.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.visualizer.legend import changes, taken_words, with_never
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.words import one_line

MARKS = {
    "start": "o",
    "step": "-",
    "action": "+",
    "decision": "?",
    "menu": "?",
    "sealed": "?",
    "window": "?",
    "chance": "%",
    "law": "!",
    "trigger": "!",
    "loop": "@",
    "over": "=",
    "replacement": "!",
    "event": "*",
    "zone": "$",
    "block": "-",
    "closed": ">",
    "stub": "~",
    "effects": "+",
    "end": "#",
}
KEY = "? decides   - happens   % chance   + action   @ loop   ! always in effect   = over   # end of the game"
VERBS = {
    "next": "then",
    "option": "choose",
    "call": "does",
    "back": "back to",
    "opens": "opens",
    "reacts": "sets off",
    "ends": "on to",
    "over": "ends the game",
    "does": "brings about",
    "moves": "moves to",
}
SAYS = {"sealed": "hidden until all have chosen", "window": "asked meanwhile"}


def write_text(picture: Picture) -> str:
    """The picture as lines of text."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    yield one_line(picture.title)
    yield ""
    kinds = [sample.kind for sample in changes(picture)]
    for change, line in _frame(picture, picture.frame, 0):
        yield f"{SIGNS.get(change, ' ')} {line}" if kinds else line
    yield ""
    yield KEY
    if kinds:
        yield "   ".join(f"{SIGNS[kind]} {kind}" for kind in kinds if kind in SIGNS)
    if picture.notes:
        yield ""
        yield from (one_line(note.text) for note in picture.notes)


def _frame(picture: Picture, frame: Frame, depth: int) -> Iterator[tuple[str, str]]:
    """Each line of a frame, with what is different about it in front."""
    indent = "  " * depth
    names = {box.address: box.name for box in picture.boxes()}
    for place, part in enumerate(frame.parts):
        if isinstance(part, Frame):
            yield part.change, f"{indent}{_words(part.lines)}"
            yield from _frame(picture, part, depth + 1)
            continue
        following = frame.parts[place + 1] if place + 1 < len(frame.parts) else None
        below = following.address if isinstance(following, Box) else ""
        yield part.change, f"{indent}{MARKS[part.kind]} {_box_words(part)}"
        for arrow in picture.arrows:
            plain = arrow.kind == "next" and arrow.target == below and not arrow.labels and not taken_words(arrow)
            if arrow.source == part.address and not (plain and arrow.change in ("", "same")):
                yield arrow.change, f"{indent}    {_onward(arrow, names)}"


def _box_words(box: Box) -> str:
    """The lines of a box; a loop has its name in front, for it is called by it."""
    lines = with_never(box) or (Line("title", box.name),)
    said = tuple(line for line in lines[1:] if line.role != "ends")
    added = [Line("words", SAYS[box.kind])] if box.kind in SAYS else []
    if box.kind == "loop" and box.name != lines[0].text:
        return _words((Line("title", box.name), Line("loop", lines[0].text), *said))
    return _words((lines[0], *added, *said))


def _words(lines: tuple[Line, ...]) -> str:
    """A title, what is said about it, and its rules."""
    said = " / ".join(one_line(line.text) for line in lines if line.role != "rules")
    return said + "".join(f"  [{line.text}]" for line in lines if line.role == "rules")


def _onward(arrow: Arrow, names: dict[str, str]) -> str:
    condition = f" ({' or '.join(arrow.labels)})" if arrow.labels else ""
    count = f"  {taken_words(arrow)}" if taken_words(arrow) else ""
    if arrow.kind == "option":
        return one_line(f"-> {VERBS[arrow.kind]}: {arrow.words}{condition}") + count
    verb = arrow.words or VERBS[arrow.kind]
    return one_line(f"-> {verb}: {names[arrow.target]}{condition}") + count
