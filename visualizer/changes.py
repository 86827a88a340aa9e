"""What two games do not have in common, in their picture: marks on boxes, frames and arrows, and a list beside it.

In: a graph that `compare` made, and the picture of it. Out: other pictures. `mark` puts in what became of each part, and
the list; `with_sentences` has the list say it in sentences that somebody else made; `around_changes` shuts what is as it
was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.collapse import collapse, title_of
from rulewright.visualizer.compare import REDEFINED
from rulewright.visualizer.legend import BOXES, signed
from rulewright.visualizer.nodes import Edge, Graph, Node, edge_key
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Line, Picture, boxes_of
from rulewright.visualizer.words import rule_ranges

SET_UP, WHOLE, ELSEWHERE = "Set-up", "The whole game", "Elsewhere in the rulebook"
NOTHING = "Nothing that this picture shows has changed."
DEFINITIONS = "define."  # addresses of definitions
LONGEST = 160  # characters of a sentence about a definition that is said wherever this is needed
RULES = "rules."  # addresses of the texts of printed rules
ONE_SIDED = ("added", "removed")
LISTED = ("title", *SIGNS, "same")  # roles of lines of the list


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said of one difference. change: added, removed or changed; address: of the part of the rulebook."""

    change: str
    address: str
    text: str


def mark(picture: Picture, graph: Graph) -> Picture:
    """The picture of a compared graph with what became of each part; of any other graph as it is."""
    parts = {each.address: each for each in (*graphs.frames(graph), *graphs.nodes(graph))}
    if not any(part.change for part in parts.values()):
        return picture
    edges = {edge_key(edge): edge for edge in reversed(graphs.edges(graph))}
    loose = {key[:3]: edge for key, edge in edges.items()}  # the first one, for arrows with other words than their edge
    arrows = []
    for arrow in picture.arrows:
        ends = arrow.kind, arrow.source, arrow.target
        edge = edges.get((*ends, arrow.words)) or loose.get(ends)
        stays = not any(parts[end].change == "removed" for end in ends[1:])
        arrows.append(arrow if edge is None else _marked_arrow(arrow, edge, stays))
    marked = replace(picture, frame=_marked_frame(picture.frame, parts), arrows=tuple(arrows))
    return with_sentences(marked, graph, ())


def with_sentences(picture: Picture, graph: Graph, sentences: Iterable[Sentence]) -> Picture:
    """The picture with these sentences in its list, each at the part that it is about, or at the end if there is none.

    A part that has sentences is not described in other words as well. Other notes of the picture stay below the list.
    """
    kept = (line for line in picture.notes if line.role not in LISTED)
    said = tuple(sentences)
    listing = _Listing(picture, graph, said)
    frame = _Telling(listing.sentences, said).frame(picture.frame)
    return replace(picture, frame=frame, notes=(*listing.lines(), *kept))


def around_changes(picture: Picture) -> Picture:
    """The picture with every frame shut in which nothing has changed."""
    closed = {frame.address: frame for frame in _unchanged(picture.frame, picture.arrows)}
    shut = collapse(picture, closed.keys())
    return replace(shut, frame=_counted(shut.frame, closed))


# ------------------------------------------------------------------------------------------------ marks


def _marked_arrow(arrow: Arrow, edge: Edge, stays: bool) -> Arrow:
    """stays: both ends are still there; an arrow that is gone then does not say any more what stands above what."""
    labels = arrow.labels
    if edge.differs:  # with the last label, for several labels are read as alternatives
        was = f"({'; '.join(edge.differs)})"
        labels = (*labels[:-1], f"{labels[-1]} {was}" if labels else was)
    aside = arrow.aside or (stays and edge.change == "removed")
    return replace(arrow, change=edge.change, labels=labels, aside=aside)


def _marked_frame(frame: Frame, parts: dict[str, Node]) -> Frame:
    inside = tuple(
        _marked_box(part, parts) if isinstance(part, Box) else _marked_frame(part, parts) for part in frame.parts
    )
    node = parts.get(frame.address)
    if node is not None:
        return replace(frame, lines=_with_differences(frame.lines, node), parts=inside, change=node.change)
    changes = {part.change for part in inside}
    change = changes.pop() if len(changes) == 1 else "same"
    return replace(frame, parts=inside, change=change if change in ONE_SIDED else "same")


def _marked_box(box: Box, parts: dict[str, Node]) -> Box:
    node = parts.get(box.address)
    if node is None:
        return box
    change = box.change if box.change in SIGNS else node.change  # what is only named in it may have changed
    return replace(box, lines=_with_differences(box.lines, node), change=change)


def _with_differences(lines: tuple[Line, ...], node: Node) -> tuple[Line, ...]:
    """The rules of a part stand below everything else."""
    last = [line for line in lines if line.role == "rules"]
    rest = [line for line in lines if line.role != "rules"]
    return (*rest, *(Line("change", text) for text in node.differs), *last)


class _Telling:
    """Puts sentences into the parts that they are about, each once, in the outermost one."""

    def __init__(self, sentences: dict[str, list[Sentence]], every: Sequence[Sentence]) -> None:
        self.sentences = dict(sentences)
        self.definitions = {name: each for each in every if (name := _definition(each.address))}

    def frame(self, frame: Frame) -> Frame:
        """The frame with sentences in all that is inside."""
        return replace(frame, parts=tuple(map(self._part, frame.parts)))

    def _part(self, part: Box | Frame) -> Box | Frame:
        own = _owner(part.address)
        if any(line.role == "change" for line in part.lines):
            said = self.sentences.pop(own, None)
            lines = [new for line in part.lines for new in self._lines(line, told=said is not None)]
            place = next((place for place, line in enumerate(lines) if line.role in ("change", "rules")), len(lines))
            more = (Line("change", signed(each.change, _shortened(each.text, own))) for each in said or ())
            part = replace(part, lines=(*lines[:place], *more, *lines[place:]))
        return self.frame(part) if isinstance(part, Frame) else part

    def _lines(self, line: Line, *, told: bool) -> Iterator[Line]:
        """A line, or what is said in its place."""
        if line.role != "change":
            yield line
        elif line.text.startswith(REDEFINED):
            names = line.text.removeprefix(REDEFINED).split(", ")
            sentences = {name: self.definitions[name] for name in names if name in self.definitions}
            short = {name: each for name, each in sentences.items() if len(each.text) < LONGEST}
            yield from (Line("change", signed(each.change, _shortened(each.text, "define"))) for each in short.values())
            if left := [name for name in names if name not in short]:
                yield Line("change", REDEFINED + ", ".join(left))
        elif not told:
            yield line


def _definition(address: str) -> str:
    """The definition that an address is in, "" for none: `define.due.is` is in `due`."""
    return address.removeprefix(DEFINITIONS).removesuffix(".is") if address.startswith(DEFINITIONS) else ""


def _shortened(sentence: str, own: str) -> str:
    """A sentence for the part that it is about, which need not be named."""
    return sentence.replace(f"`{own}` ", "").replace(f"`{own}.", "`").replace("`", "").removesuffix(".")


# ------------------------------------------------------------------------------------------------ the list


class _Listing:
    """The list of what has changed, in the order of the picture."""

    def __init__(self, picture: Picture, graph: Graph, sentences: Sequence[Sentence]) -> None:
        self.picture = picture
        self.parts = {each.address: each for each in (*graphs.frames(graph), *graphs.nodes(graph))}
        self.names = {part.address: self._name(part) for part in _inside(picture.frame)}
        self.edges = graphs.edges(graph)
        self.sentences: dict[str, list[Sentence]] = {}
        for sentence in sentences:
            self.sentences.setdefault(self._home(sentence.address), []).append(sentence)
        self.told = frozenset(self.sentences)

    def _name(self, part: Box | Frame) -> str:
        """What a part is called; there may be several ends of the game."""
        node = self.parts.get(part.address)
        return f"{title_of(part)}, {node.words}" if node is not None and node.kind == "end" and node.words else title_of(part)

    def lines(self) -> Iterator[Line]:
        for heading, parts in self._groups():
            entries = [entry for part in parts for entry in self._entries(part)]
            if entries:
                yield Line("title", heading)
                yield from entries
        if not self.has_changes():
            yield Line("same", NOTHING)
        left = [sentence for sentences in self.sentences.values() for sentence in sentences]
        if left:
            yield Line("title", ELSEWHERE)
            yield from (_entry(each.change, each.text) for each in left if not each.address.startswith(RULES))
            for change in SIGNS:
                rules = [each.address for each in left if each.address.startswith(RULES) and each.change == change]
                if rules:  # their texts would be longer than all the rest
                    named = rule_ranges(sorted(rule.removeprefix(RULES).partition(".")[0] for rule in rules))
                    yield _entry(change, f"Rule{'s' * (len(rules) > 1)} of the print {change}: {named}")

    def has_changes(self) -> bool:
        """Whether anything that the picture shows is not as it was."""
        parts = (part.change for part in _inside(self.picture.frame))
        return any(change in SIGNS for change in (*parts, *(arrow.change for arrow in self.picture.arrows)))

    def _groups(self) -> Iterator[tuple[str, list[Box | Frame]]]:
        """Each frame that stands in no other with all that is inside; neighbours that stand in none are one group."""
        for heading, parts in groupby(self.picture.frame.parts, key=_heading):
            yield heading, [inner for part in parts for inner in _inside(part)]

    def _entries(self, part: Box | Frame) -> Iterator[Line]:
        own = _owner(part.address)
        for sentence in self.sentences.pop(own, ()):
            yield _entry(sentence.change, sentence.text, part.address)
        node = self.parts.get(part.address)
        if node is None:
            return
        around = self.parts.get(node.group)
        implied = node.change in ONE_SIDED and around is not None and around.change == node.change
        if own not in self.told and not implied and (node.change in SIGNS or node.differs):
            frame = self.parts.get(own, node)
            differs = [each for each in node.differs if node is frame or each not in frame.differs]
            if differs or node.change != frame.change or node is frame:
                yield _entry(node.change, ": ".join((self.names[part.address], *self._words(node, differs))), part.address)
        for edge in self.edges:
            drawn = edge.source if edge.source in self.names else edge.target  # a rule may be only named, where it leads to
            if drawn == part.address and self._is_worth_saying(edge):
                yield _entry(edge.change, self._edge_words(edge), part.address)

    def _words(self, node: Node, differs: list[str]) -> Iterator[str]:
        """What is said of a part beside its name, as one text if there is any."""
        if node.change in ONE_SIDED and node.kind in BOXES:
            yield BOXES[node.kind]
        elif differs:
            yield "; ".join(differs)

    def _is_worth_saying(self, edge: Edge) -> bool:
        """Not of an edge that only comes, or goes, with one of its ends, or with what was put in between."""
        if edge.change not in SIGNS or edge.kind == "back" or self._is_one_sided(edge.source, edge.target):
            return False
        if {_owner(edge.source), _owner(edge.target)} & self.told:
            return False
        beside = (each for each in self.edges if each.source == edge.source and each.kind == edge.kind)
        return edge.change == "changed" or not any(self._is_one_sided(each.target) for each in beside)

    def _is_one_sided(self, *addresses: str) -> bool:
        return any(self.parts[address].change in ONE_SIDED for address in addresses)

    def _edge_words(self, edge: Edge) -> str:
        said = [
            *([edge.label] if edge.label and not edge.differs else []),
            *([" or ".join(edge.guards)] * bool(edge.guards)),
        ]
        source, target = (self.names.get(each, self.parts[each].title) for each in (edge.source, edge.target))
        words = f"{source} → {target}"
        return ": ".join((words, "; ".join((*said, *edge.differs)))) if said or edge.differs else words

    def _home(self, address: str) -> str:
        """The part of the graph that an address is in, "" for none."""
        drawn = {_owner(each) for each in self.names if each}
        while address and address not in drawn:
            address = address.rpartition(".")[0]
        return address


def _owner(address: str) -> str:
    """The part of the rulebook that a node belongs to."""
    return address.partition("/")[0] if address.partition("/")[0] != "game" else address


def _entry(change: str, text: str, address: str = "") -> Line:
    return Line(change, f"{SIGNS.get(change, '·')} {text}", address)


def _heading(part: Box | Frame) -> str:
    if isinstance(part, Frame):
        return title_of(part)
    return SET_UP if part.address.startswith("setup.") else WHOLE


def _inside(part: Box | Frame) -> Iterator[Box | Frame]:
    """A part and all that is inside, as a reader comes to it."""
    yield part
    if isinstance(part, Frame):
        for inner in part.parts:
            yield from _inside(inner)


# ------------------------------------------------------------------------------------------------ what is as it was


def _unchanged(frame: Frame, arrows: Collection[Arrow]) -> Iterator[Frame]:
    """The outermost frames in which nothing has changed."""
    for inner in frame.frames:
        addresses = {box.address for box in boxes_of(inner)}
        changed = [arrow for arrow in arrows if arrow.change in SIGNS]
        within = any(arrow.source in addresses and arrow.target in addresses for arrow in changed)
        if within or any(_is_changed(part) for part in _inside(inner)):
            yield from _unchanged(inner, arrows)
        else:
            yield inner


def _is_changed(part: Box | Frame) -> bool:
    return part.change in SIGNS or any(line.role == "change" for line in part.lines)


def _counted(frame: Frame, closed: dict[str, Frame]) -> Frame:
    """The frame, in which each shut one says how much is inside."""
    parts: list[Box | Frame] = []
    for part in frame.parts:
        if isinstance(part, Frame):
            parts.append(_counted(part, closed))
        elif part.address in closed:
            count = len(boxes_of(closed[part.address]))
            words = Line("words", f"{count} part{'s' * (count != 1)}, unchanged")
            parts.append(replace(part, lines=(Line("title", title_of(part)), words)))
        else:
            parts.append(part)
    return replace(frame, parts=tuple(parts))
