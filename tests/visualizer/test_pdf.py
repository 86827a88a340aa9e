"""The PDF files: one page, the same bytes every time, text that can be selected, letters of many languages."""

from __future__ import annotations

import re
import sys
import zlib

import pytest

from rulewright.visualizer import pdf, render
from rulewright.visualizer.pdf import write_pdf
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.render import DrawError
from rulewright.visualizer.sheet import lay_out
from tests.visualizer.pictures import counted, everything, shipped

pytestmark = pytest.mark.skipif(not render.renderers(), reason="nothing here can lay out")


def contents(content: bytes) -> bytes:
    """What is drawn on the page."""
    import base64

    streams = re.findall(rb"/Filter \[ /ASCII85Decode /FlateDecode \].*?stream\r?\n(.*?)endstream", content, re.DOTALL)
    return b"\n".join(zlib.decompress(base64.a85decode(each.strip(), adobe=False) if not each.strip().endswith(b"~>")
                                      else base64.a85decode(b"<~" + each.strip(), adobe=True)) for each in streams)  # fmt: skip


def titled(title: str) -> Picture:
    return Picture(title, Frame("", "game", (), (Box("a", "step", title, (Line("title", title),)),)), ())


def test_the_same_picture_gives_the_same_file():
    picture = counted(shipped("chaos/game.yaml"))
    first = write_pdf(picture)
    assert first == write_pdf(picture)
    assert first.startswith(b"%PDF-1.") and first.rstrip().endswith(b"%%EOF")
    assert first.count(b"/Type /Page\n") + first.count(b"/Type /Page ") <= 1


def test_text_can_be_selected():
    drawn = contents(write_pdf(shipped("chaos/game.yaml")))
    for words in (b"(Put down a card for the Battle)", b"(How to read it)", b"(CHA-093)"):
        assert words in drawn


def test_everything_can_be_drawn():
    for picture in (everything(), everything("removed"), everything("", 0.0)):
        assert write_pdf(picture)


def test_the_page_is_as_large_as_the_picture():
    scene = lay_out(titled("A"))
    found = re.search(rb"/MediaBox \[ 0 0 (\S+) (\S+) \]", write_pdf(titled("A")))
    assert found is not None
    assert (float(found[1]), float(found[2])) == pytest.approx((scene.width, scene.height), abs=0.01)


def test_no_page_is_larger_than_viewers_show(monkeypatch):
    monkeypatch.setattr(pdf, "LONGEST_SIDE", 50)
    found = re.search(rb"/MediaBox \[ 0 0 (\S+) (\S+) \]", write_pdf(titled("A")))
    assert found is not None and max(float(found[1]), float(found[2])) == pytest.approx(50)


def test_letters_of_other_alphabets_are_embedded():
    content = write_pdf(titled("Žluťoučký kůň → Ход конём"))
    assert b"OpenSans-Bold" in content and b"/FontFile2" in content and b"/BaseFont /Symbol" in content
    assert b"/FontFile2" not in write_pdf(titled("Œuvre «…» – ‹x›"))


def test_what_cannot_be_shown_is_said():
    with pytest.raises(DrawError, match=r"cannot show `漢` \(U\+6F22\): write a \.svg"):
        write_pdf(titled("漢字"))


def test_without_the_fonts_it_says_which_package_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "ttf_opensans", None)
    with pytest.raises(DrawError, match="package ttf-opensans missing"):
        write_pdf(titled("Ход"))
    assert write_pdf(titled("Plain"))


def test_without_reportlab_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(DrawError, match=r"reportlab: .*pip install 'rulewright\[pdf\]'"):
        write_pdf(titled("A"))


def test_arrows_have_their_widths():
    boxes = tuple(Box(name, "step", name, (Line("title", name),)) for name in "ab")
    arrow = Arrow("next", "a", "b", heat=1.0, count="×3")
    assert b"\n4.8 w" in contents(write_pdf(Picture("t", Frame("", "game", (), boxes), (arrow,))))
