"""The one palette: every colour of a picture by its name, with a value for light and one for dark surroundings.

In: nothing. Out: `light(name)`, `dark(name)`, and `dark_rules`, which turns a picture that was drawn in the light
values into its dark twin: each light value stands for one dark value, whoever uses it, so a style sheet needs no more
than the attributes that are there. Which text stands on which fill is tested: 4.5:1 for text, 3:1 for outlines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

PALETTE: dict[str, tuple[str, str]] = {  # name -> light, dark
    "page": ("#ffffff", "#12181f"),
    # text
    "ink": ("#1f2933", "#e8edf2"),
    "soft": ("#414d59", "#bcc7d2"),
    "faint": ("#4b5764", "#b0bcc8"),
    "who": ("#734a00", "#f0c674"),
    "luck": ("#17586a", "#86d3e6"),
    "ending": ("#99281f", "#ffa79b"),
    "reaction": ("#8c3c28", "#f4ab96"),
    "on strong": ("#fdfdfd", "#10161c"),  # on a box that is filled with a strong colour
    # boxes
    "step": ("#fefefe", "#1e2832"),
    "step line": ("#697582", "#8f9dab"),
    "decision": ("#fff3d1", "#3a3016"),
    "decision line": ("#96690a", "#c9992f"),
    "menu": ("#ffe3a8", "#473812"),
    "menu line": ("#8f6108", "#d6a640"),
    "action": ("#e3f5e6", "#17321f"),
    "action line": ("#347a4d", "#63b07f"),
    "window": ("#f3e8fb", "#30233f"),
    "window line": ("#8450ab", "#b48cd6"),
    "chance": ("#e2f3f7", "#13303a"),
    "chance line": ("#1d7890", "#52abc4"),
    "law": ("#fde9e4", "#3d211a"),
    "law line": ("#b04d34", "#dc866d"),
    "loop": ("#3e4c59", "#c3ced9"),
    "over": ("#d5dde5", "#34414e"),
    "over line": ("#566472", "#98a6b5"),
    "event": ("#e6eafc", "#222b4d"),
    "event line": ("#4f62b5", "#8b9be6"),
    "zone": ("#e9f0dc", "#2a3320"),
    "zone line": ("#5d7a2c", "#98b864"),
    "stub": ("#fcfcfd", "#182028"),
    # frames
    "phase 1": ("#f1f5f9", "#18212a"),
    "phase 2": ("#e6edf5", "#1d2833"),
    "phase 3": ("#dbe6f1", "#22303d"),
    "phase 4": ("#eef3f8", "#1a242e"),
    "phase line": ("#71808f", "#7b8b9b"),
    "menu frame": ("#fffaf0", "#241f14"),
    "action frame": ("#f1faf3", "#14231a"),
    "law frame": ("#fff7f4", "#241a17"),
    "inner law frame": ("#fdf1ed", "#2b1d19"),
    "window frame": ("#faf5fd", "#221b2b"),
    "legend frame": ("#fbfcfd", "#151c24"),
    # arrows
    "next": ("#3e4c5a", "#b4c0cc"),
    "back": ("#5d6c7b", "#93a2b1"),
    "ends": ("#b8342a", "#ff8577"),
    "reacts": ("#0f6f80", "#5cc8d9"),
    # what is different
    "added": ("#d6f5dc", "#12361f"),
    "added line": ("#166f30", "#46c264"),
    "removed": ("#ffe2df", "#43191a"),
    "removed line": ("#bf251c", "#ff8078"),
    "changed": ("#d9e9ff", "#12304d"),
    "changed line": ("#0b57a4", "#6cb2ff"),
    "same": ("#f7f8f9", "#171e25"),
    "same line": ("#75808c", "#7c8995"),
    "same ink": ("#57626d", "#a0acb8"),
    # how often: never, then from seldom to most often
    "heat 0": ("#f4f5f6", "#161c22"),
    "heat 1": ("#fff4e2", "#2b2318"),
    "heat 2": ("#ffe3bd", "#3f2d17"),
    "heat 3": ("#ffca8a", "#563815"),
    "heat 4": ("#ffab57", "#6e4210"),
    "heat 5": ("#f98b2e", "#834a08"),
    "heat line": ("#8a4a06", "#e99b4a"),
}  # fmt: skip
HEATS = 5
FONT = "Helvetica"
FONTS = "Helvetica, Arial, 'Liberation Sans', Arimo, sans-serif"


def light(name: str) -> str:
    """The light value of a colour. Raises KeyError for a name that there is not."""
    return PALETTE[name][0]


def dark(name: str) -> str:
    """The dark value of a colour."""
    return PALETTE[name][1]


def heat_name(heat: float) -> str:
    """The colour for how often, from 0 (never) to 1 (most often)."""
    return f"heat {0 if heat <= 0 else min(HEATS, 1 + int(heat * HEATS))}"


def dark_rules(scope: str = "", colours: Collection[str] | None = None) -> Iterator[str]:
    """Rules of a style sheet that turn the light values in `fill` and `stroke` attributes to the dark ones.

    scope: a selector that each rule begins with, `svg ` say. colours: the light values that occur, all by default.
    """
    for pale, deep in dict(PALETTE.values()).items():
        if colours is None or pale in colours:
            yield f'{scope}[fill="{pale}"]{{fill:{deep}}}'
            yield f'{scope}[stroke="{pale}"]{{stroke:{deep}}}'
