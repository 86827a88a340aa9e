"""What small boxes lead to, and which arrows of a whole picture one arrow of the drawn one stands for.

In: a `Picture`, and the same one after `apart.set_apart` or `apart.cut`. Out: addresses and arrows of the first.
"""

from __future__ import annotations

from rulewright.visualizer.picture import Arrow, Picture


class Ends:
    """What small boxes lead to, when a picture has been set apart: `leads` by their addresses, `of` for arrows."""

    def __init__(self, whole: Picture, picture: Picture) -> None:
        kept = {_key(arrow) for arrow in picture.arrows}
        self.whole = whole
        self.cut = [arrow for arrow in whole.arrows if _key(arrow) not in kept]
        self.small = {box.address for box in picture.boxes()} - {box.address for box in whole.boxes()}
        self.leads: dict[str, tuple[str, ...]] = {}
        for arrow in picture.arrows:
            if arrow.source in self.small:
                self.leads[arrow.source] = tuple(dict.fromkeys(each.source for each in self.of(arrow)))
            elif arrow.target in self.small:
                self.leads[arrow.target] = tuple(dict.fromkeys(each.target for each in self.of(arrow)))

    def of(self, arrow: Arrow) -> list[Arrow]:
        """The arrows of the whole picture that one stands for."""
        if arrow.source in self.small:
            return [each for each in self.cut if (each.kind, each.target) == (arrow.kind, arrow.target)]
        if arrow.target in self.small:
            alike = [each for each in self.cut if (each.kind, each.source) == (arrow.kind, arrow.source)]
            return [each for each in alike if each.labels == arrow.labels] or alike
        return [each for each in self.whole.arrows if _key(each) == _key(arrow)]


def _key(arrow: Arrow) -> tuple[str, str, str]:
    return arrow.kind, arrow.source, arrow.target
