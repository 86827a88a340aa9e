"""How wide text is, in points: what a picture leaves room for, on every machine the same.

In: text, its size, whether it is bold. Out: its width in Helvetica (Arial, Liberation Sans and Arimo are as wide). The
widths of ASCII are those of Adobe's font metrics, which Graphviz uses too; Graphviz takes every byte of any other
letter for a blank, so those are measured here and the room for them is asked for.
"""

from __future__ import annotations

import unicodedata

# the signs from blank to tilde, in thousandths of the size
REGULAR = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
BOLD = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611,
    611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)  # fmt: skip
TYPOGRAPHIC = {
    "·": 278, "•": 350, "–": 556, "—": 1000, "…": 1000, "‹": 333, "›": 333, "«": 556, "»": 556, "‘": 222, "’": 222,
    "“": 333, "”": 333, "„": 333, "×": 584, "−": 584, "±": 584, "≤": 549, "≥": 549, "≠": 549, "→": 1000, "←": 1000, "↔": 1000,
    "ß": 611, "\xa0": 278,
}  # fmt: skip
WIDE, OTHER = 1000, 640


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of one line of text."""
    table = BOLD if bold else REGULAR
    return sum(_sign_width(sign, table) for sign in text) * size / 1000


def _sign_width(sign: str, table: tuple[int, ...]) -> int:
    if " " <= sign <= "~":
        return table[ord(sign) - 32]
    if sign in TYPOGRAPHIC:
        return TYPOGRAPHIC[sign]
    if unicodedata.combining(sign) or unicodedata.category(sign) == "Cf":
        return 0
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return WIDE
    base = unicodedata.normalize("NFD", sign)[0]
    return table[ord(base) - 32] if " " <= base <= "~" else OTHER
