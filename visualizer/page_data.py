"""What the interactive page has to know about pictures, as plain data for its JavaScript.

In: pictures, details, steps. Out: data that JSON can hold. Every box, frame and arrow comes with its DOT attributes in
each look that it can have, so that the page only puts together what is open. Attributes stand once in `strings` and are
numbers elsewhere. The names of labels are those of the types in `page_files/collapse.js`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.visualizer.apart import LANES, set_apart
from rulewright.visualizer.collapse import closed_box, stub
from rulewright.visualizer.course_of_play import Step
from rulewright.visualizer.dot_attributes import arrow_attributes, box_attributes, frame_attributes
from rulewright.visualizer.ends import Ends
from rulewright.visualizer.levels import ACTIONS, PHASES, STEPS, shut_at
from rulewright.visualizer.page_drawn import Data, drawn_data, said_of
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Line, Picture, boxes_of
from rulewright.visualizer.render import DrawError
from rulewright.visualizer.surroundings import head, legend_sheet
from rulewright.visualizer.words import one_line

LABELS = {"turn": "Turn flow", "interaction": "Rules", "components": "Components"}
SHOWN = (PHASES, ACTIONS, STEPS)  # levels that a page has
HOME = Frame("", "phase", (Line("title", ""),), ())


@dataclass(frozen=True, slots=True)
class Detail:
    """What there is to know about a node beside what its box says.

    text: the author's lines, in `file` from `line` on. rules: of the ledger: id, section, text. scenarios: title and
    place (`scenarios.yaml:12`). changes: sentences about what another rulebook or a variant made different.
    """

    title: str
    kind: str
    text: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    rules: tuple[tuple[str, str, str], ...] = ()
    scenarios: tuple[tuple[str, str], ...] = ()
    changes: tuple[str, ...] = ()


def page_data(
    pictures: Sequence[Picture],
    details: Mapping[str, Detail],
    steps: Sequence[Step],
    level: str = STEPS,
    opened: str = "",
) -> dict[str, Data]:
    """The whole page. level: how much of the first picture is open at first; opened: the frame of it that stands alone at
    first, if any."""
    writer = _Writer(details)
    drawn: list[Data] = [
        {**writer.picture(picture), "drawn": list(_drawn(picture, level, "" if number else opened))}
        for number, picture in enumerate(pictures)
    ]
    rules = {rule: (section, text) for detail in details.values() for rule, section, text in detail.rules}
    return {
        "pictures": drawn,
        "strings": list(writer.strings),
        "signs": dict[str, Data](SIGNS),
        "details": {address: _detail(detail) for address, detail in details.items()},
        "rules": {rule: [section, text] for rule, (section, text) in rules.items()},
        "steps": [_step(step) for step in steps],
        "level": level,
        "opened": opened,
    }


def _drawn(picture: Picture, level: str, opened: str) -> Iterator[Data]:
    """The drawings that come with the page: one for each level, and what is seen at first. Where nothing can lay them out,
    or it takes too long, the page does it itself."""
    states = [(shut_at(picture, each), "") for each in SHOWN]
    if opened:
        shut = shut_at(picture, level) if level in SHOWN else frozenset[str]()
        states.insert(0, (shut, opened))
    for shut, alone in dict.fromkeys(states):
        try:
            yield drawn_data(picture, shut, alone)
        except DrawError:
            continue


def _detail(detail: Detail) -> dict[str, Data]:
    return {
        "text": list(detail.text),
        "file": detail.file,
        "line": detail.line,
        "rules": [rule for rule, _, _ in detail.rules],
        "scenarios": [list(scenario) for scenario in detail.scenarios],
        "changes": list(detail.changes),
    }


def _step(step: Step) -> dict[str, Data]:
    who, _, title = step.decided.partition(": ")
    return {
        "title": title,
        "who": who,
        "nodes": [address for address in (step.at, *step.nodes) if address],
        "edges": [[source, target, kind] for kind, source, target, _ in step.edges],
        "log": list(step.log),
    }


class _Writer:
    """Pictures being written; what several have in common is written once."""

    def __init__(self, details: Mapping[str, Detail]) -> None:
        self.details = details
        self.strings: dict[str, int] = {}

    def picture(self, whole: Picture) -> dict[str, Data]:
        title, _, _ = whole.title.partition(" · ")
        picture = set_apart(whole)
        ends = Ends(whole, picture)
        return {
            "view": picture.view,
            "title": one_line(title),
            "label": LABELS.get(picture.view, picture.view),
            "head": list(head()),
            "lanes": list(LANES),
            "parts": [self._part(picture, ends, part, 1) for part in picture.frame.parts],
            "arrows": [self._arrow(arrow, ends) for arrow in picture.arrows],
            "ties": [_tie(arrow) for arrow in whole.arrows],
            "lane": list(picture.lane),
            "below": [list(pair) for pair in picture.below],
            "notes": [[note.role, note.text, note.address] for note in picture.notes],
            "levels": [[level, list[Data](sorted(shut_at(picture, level)))] for level in SHOWN],
            "legend": "\n".join(legend_sheet(picture, ("closed", "stub"))),
        }

    def _part(self, picture: Picture, ends: Ends, part: Box | Frame, depth: int) -> dict[str, Data]:
        said = said_of(part) | {"detail": self._detail_of(part.address)}
        if isinstance(part, Frame):
            return {
                **said,
                "count": sum(box.kind != "stub" for box in boxes_of(part)),
                "dot": [self._number(frame_attributes(part, each)) for each in range(1, depth + 1)],
                "shut": self._number(box_attributes(closed_box(part, picture.arrows))),
                "parts": [self._part(picture, ends, inner, depth + 1) for inner in part.parts],
            }
        if part.address in ends.leads:
            said["leads"] = list(ends.leads[part.address])
        home = _home(picture.frame, part) or HOME
        return {
            **said,
            "dot": self._number(box_attributes(part)),
            "stub": [self._number(box_attributes(stub(part, each))) for each in (None, home)],
        }

    def _arrow(self, arrow: Arrow, ends: Ends) -> dict[str, Data]:
        return {
            **_tie(arrow),
            "both": arrow.both,
            "aside": arrow.aside,
            "change": arrow.change,
            "heat": arrow.heat,
            "of": [[each.source, each.target, each.kind] for each in ends.of(arrow)],
            "dot": [self._number(arrow_attributes(look)) for look in _looks(arrow)],
        }

    def _number(self, attributes: str) -> int:
        return self.strings.setdefault(attributes, len(self.strings))

    def _detail_of(self, address: str) -> str:
        """The address whose detail is that of a part; nodes that are made of one have its address in theirs."""
        inside = address.rpartition(" ")[2].partition("/")[0]
        return next((each for each in (address, inside) if each in self.details), "")


def _tie(arrow: Arrow) -> dict[str, Data]:
    return {
        "kind": arrow.kind,
        "source": arrow.source,
        "target": arrow.target,
        "words": arrow.words,
        "labels": list(arrow.labels),
        "count": arrow.count,
    }


def _looks(arrow: Arrow) -> Iterator[Arrow]:
    """The sixteen ways in which an arrow may be drawn once others have been merged with it: see `collapse.led`."""
    for mixed in (False, True):
        for aside in (False, True):
            for both in (False, True):
                for said in (False, True):
                    look = arrow if said else replace(arrow, words="", labels=(), count="")
                    change = "changed" if mixed else arrow.change
                    yield replace(look, both=both, aside=aside, change=change)


def _home(frame: Frame, box: Box) -> Frame | None:
    """The innermost frame around a box, unless that is the whole picture."""
    for inner in frame.frames:
        if box in inner.boxes:
            return inner
        found = _home(inner, box)
        if found is not None:
            return found
    return None
