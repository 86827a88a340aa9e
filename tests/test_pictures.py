"""The pictures in docs/pictures are of the rulebooks as they are."""

from __future__ import annotations

import re

import pytest

from tests.pictures import FOLDER, FORMS, pictures

PICTURES = {name: (drawn, view, level) for name, drawn, view, level in pictures()}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_current(name):
    drawn, view, level = PICTURES[name]
    text = (FOLDER / f"{name}.txt").read_bytes()
    assert drawn.content(".txt", view, level, "") == text, "the rulebook has changed since: `make pictures`"


def test_every_picture_is_there_and_no_other():
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}{form}" for name in PICTURES for form in FORMS}


def test_every_picture_is_shown_in_the_gallery():
    shown = re.findall(r"\(pictures/([\w-]+)\.svg\)", (FOLDER.parent / "pictures.md").read_text())
    assert sorted(shown) == sorted(PICTURES)
