"""PNG files: each line of text stands where the other formats have it, whatever its type."""

from __future__ import annotations

import zlib

import pytest

from rulewright.visualizer import png, render
from rulewright.visualizer.measure import text_width
from rulewright.visualizer.scene import Part, Scene, Words

STEP = 40.0


def rows_of(content: bytes) -> tuple[int, list[bytes]]:
    """How many bytes a dot has, and the rows of a PNG file."""
    wide = int.from_bytes(content[16:20], "big")
    depth = {2: 3, 6: 4}[content[25]]
    data, place = b"", 8
    while place < len(content):
        length = int.from_bytes(content[place : place + 4], "big")
        if content[place + 4 : place + 8] == b"IDAT":
            data += content[place + 8 : place + 8 + length]
        place += length + 12
    raw, rows = zlib.decompress(data), []
    before = bytearray(wide * depth)
    for start in range(0, len(raw), wide * depth + 1):
        row = bytearray(raw[start + 1 : start + 1 + wide * depth])
        for at in range(len(row)):
            left, up, corner = (row[at - depth], before[at], before[at - depth]) if at >= depth else (0, before[at], 0)
            nearest = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
            row[at] = (row[at] + (0, left, up, (left + up) // 2, nearest)[raw[start]]) % 256
        rows.append(bytes(row))
        before = row
    return depth, rows


def drawn(words: list[Words], high: float) -> tuple[float, list[list[bool]]]:
    """How many dots a point has, and which dots are dark."""
    scene = Scene(160, high, "#ffffff", (Part("picture", "", "", "", "", (), tuple(words)),))
    content = render.render_dot("png", ("\n".join(png._lines(scene)),), options=(*png.AS_PLACED, "-Gdpi=288"))
    depth, rows = rows_of(content)
    assert len(rows[0]) / depth / len(rows) == pytest.approx(160 / high, rel=0.02)
    return len(rows) / high, [[dot < 128 for dot in row[::depth]] for row in rows]


@pytest.mark.skipif(not render.renderers(), reason="nothing here can draw")
@pytest.mark.parametrize("size", [8, 9, 11])
def test_lines_of_all_types_stand_on_their_base_lines(size):
    types = [(False, False), (True, False), (False, True)]
    words = [
        Words("HHH", 20, STEP * number, text_width("HHH", size, bold=bold), size, "#000000", bold, italic)
        for number, (bold, italic) in enumerate(types, 1)
    ]
    dots, rows = drawn(words, STEP * 4)
    for line in words:
        near = range(int((line.y - STEP / 2) * dots), int((line.y + STEP / 2) * dots))
        assert (max(row for row in near if any(rows[row])) + 1) / dots == pytest.approx(line.y, abs=0.5)


@pytest.mark.skipif(not render.renderers(), reason="nothing here can draw")
@pytest.mark.parametrize("text", [
    "HHH",
    "H\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}H\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}" * 3,
    "H \N{RIGHTWARDS ARROW}" * 4,
])
def test_lines_begin_where_they_should(text):
    dots, rows = drawn([Words(text, 30, 30, text_width(text, 9), 9, "#000000", False, False)], 60)
    dark = [place for row in rows for place, is_dark in enumerate(row) if is_dark]
    assert min(dark) / dots == pytest.approx(30.7, abs=0.6)
    assert max(dark) / dots <= 30 + text_width(text, 9) + 0.5
