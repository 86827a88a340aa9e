"""What Graphviz laid out: every shape and every line of text with its place, ready to be drawn in any format.

In: the JSON that Graphviz writes for DOT text of ours, with its drawing operations. Out: a `Scene`. Places are in
points from the upper left corner. Lines of text are as wide as `measure` says and stay where their box has them:
Graphviz does not know how wide letters outside ASCII are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulewright.visualizer.measure import text_width

POINTS_PER_INCH = 72
LOWER = 0.1  # of the size of a letter: Graphviz puts lines a little above the middle of their room
BOLD, ITALIC = 1, 2  # bits of the operation `t`
SHAPES = {"P": "polygon", "p": "polygon", "L": "line", "B": "curve", "b": "curve", "E": "ellipse", "e": "ellipse"}
FILLED = "PEB"
DASHES = {"dashed": (5, 3), "dotted": (1, 3)}  # how long lines and gaps are

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape. kind: polygon, line, curve (Bézier, of 1 + 3n points) or ellipse (its centre, and its two radii).

    fill, stroke: colours, "" for none. dash: dashed, dotted or "".
    """

    kind: str
    points: tuple[Point, ...]
    fill: str
    stroke: str
    width: float
    dash: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; x and y are where it begins on its base line."""

    text: str
    x: float
    y: float
    width: float
    size: float
    colour: str
    bold: bool
    italic: bool


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is drawn. kind: picture, frame, box, list (text without a box around it) or arrow. ends: of an arrow,
    the names of the boxes it connects."""

    kind: str
    name: str
    identity: str
    classes: str
    tooltip: str
    marks: tuple[Mark, ...]
    words: tuple[Words, ...]
    ends: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture with places: width, height, the colour of the page, and all parts, the lower ones in front."""

    width: float
    height: float
    page: str
    parts: tuple[Part, ...]


def moved(part: Part, right: float, down: float) -> Part:
    """The part at another place."""
    marks = tuple(replace(mark, points=_moved_points(mark, right, down)) for mark in part.marks)
    return replace(part, marks=marks, words=tuple(moved_words(words, right, down) for words in part.words))


def moved_words(words: Words, right: float, down: float) -> Words:
    """A line of text at another place."""
    return replace(words, x=round(words.x + right, 2), y=round(words.y + down, 2))


def _moved_points(mark: Mark, right: float, down: float) -> tuple[Point, ...]:
    if mark.kind == "ellipse":
        return (_beside(mark.points[0], right, down), mark.points[1])
    return tuple(_beside(point, right, down) for point in mark.points)


def _beside(point: Point, right: float, down: float) -> Point:
    return round(point[0] + right, 2), round(point[1] + down, 2)


def read_scene(text: bytes) -> Scene:
    """The scene that Graphviz's JSON describes."""
    return _Reader(json.loads(text)).scene()


class _Reader:
    def __init__(self, graph: dict[str, Any]) -> None:
        self.graph = graph
        left, low, right, high = (float(number) for number in graph["bb"].split(","))
        self.pad = float(graph.get("pad", "0")) * POINTS_PER_INCH
        self.left, self.high = left - self.pad, high + self.pad
        self.width, self.height = right - left + 2 * self.pad, high - low + 2 * self.pad

    def scene(self) -> Scene:
        objects = self.graph.get("objects", [])
        names = {each["_gvid"]: each["name"] for each in objects}
        frames = [each for each in objects if "nodes" in each or "subgraphs" in each or "bb" in each]
        boxes = [each for each in objects if "pos" in each]
        parts = [self._part("picture", {key: value for key, value in self.graph.items() if key != "_draw_"}, names)]
        parts += [self._part("frame", each, names) for each in frames]
        parts += [self._part("arrow", each, names) for each in self.graph.get("edges", [])]
        parts += [self._part("list" if each.get("shape") == "plain" else "box", each, names) for each in boxes]
        shown = tuple(part for part in parts if part.marks or part.words)
        return Scene(round(self.width, 2), round(self.height, 2), self.graph.get("bgcolor", "#ffffff"), shown)

    def _part(self, kind: str, found: dict[str, Any], names: dict[int, str]) -> Part:
        marks: list[Mark] = []
        words: list[Words] = []
        for key in ("_draw_", "_tdraw_", "_hdraw_", "_ldraw_"):
            for each in self._drawn(found.get(key, ()), _keeps(kind, found)):
                if isinstance(each, Mark):
                    marks.append(each)
                else:
                    words.append(each)
        ends = (names[found["tail"]], names[found["head"]]) if kind == "arrow" else ("", "")
        identity, classes = ("", "") if kind == "picture" else (found.get("id", ""), found.get("class", ""))
        name = found.get("name", "")
        return Part(kind, name, identity, classes, _unescaped(found.get("tooltip", "")), tuple(marks), tuple(words), ends)

    def _drawn(self, operations: list[dict[str, Any]], keeps: float) -> Iterator[Mark | Words]:
        """The shapes and texts of a list of operations; what does not draw sets how the next ones are drawn."""
        stroke, fill, width, dash, size, bits = "", "", 1.0, "", 0.0, 0
        for operation in operations:
            sign = operation["op"]
            if sign == "c":
                stroke = operation["color"]
            elif sign == "C":
                fill = operation["color"]
            elif sign == "F":
                size = operation["size"]
            elif sign == "t":
                bits = operation["fontchar"]
            elif sign == "S":
                width, dash = _style(operation["style"], width, dash)
            elif sign == "T" and operation["text"].strip():
                yield self._words(operation, keeps, size, stroke, bits)
            elif sign in SHAPES:
                line = "" if _is_clear(stroke) else stroke
                yield Mark(SHAPES[sign], self._points(operation), fill if sign in FILLED else "", line, width, dash)

    def _words(self, operation: dict[str, Any], keeps: float, size: float, colour: str, bits: int) -> Words:
        text = _unescaped(operation["text"])
        bold, italic = bool(bits & BOLD), bool(bits & ITALIC)
        width = text_width(text, size, bold=bold)
        x, y = self._place(operation["pt"])
        x += (operation["width"] - width) * keeps
        y = round(y + LOWER * size, 2)
        return Words(text, round(x, 2), y, round(width, 2), size, colour, bold, italic)

    def _points(self, operation: dict[str, Any]) -> tuple[Point, ...]:
        if "rect" in operation:
            x, y, wide, high = operation["rect"]
            return self._place((x, y)), (wide, high)
        return tuple(self._place(point) for point in operation["points"])

    def _place(self, point: Point) -> Point:
        return round(point[0] - self.left, 2), round(self.high - point[1], 2)


def _unescaped(text: str) -> str:
    """Text as it is meant; Graphviz writes each backslash twice."""
    return text.replace("\\\\", "\\")


def _keeps(kind: str, found: dict[str, Any]) -> float:
    """Which point of its lines stays when they turn out wider or narrower: 0 their beginning, 0.5 their middle, 1 their end."""
    if kind == "frame":
        return 1.0 if found.get("labeljust") == "r" else 0.0
    return 0.5 if kind in ("box", "arrow") else 0.0


def _style(style: str, width: float, dash: str) -> tuple[float, str]:
    if style.startswith("setlinewidth("):
        return float(style[len("setlinewidth(") : -1]), dash
    if style in ("dashed", "dotted"):
        return width, style
    return width, "" if style == "solid" else dash


def _is_clear(colour: str) -> bool:
    """Whether nothing can be seen of a colour."""
    return colour == "transparent" or (len(colour) == 9 and colour.endswith("00"))
