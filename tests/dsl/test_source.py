"""Texts, places in them, and files that cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl import signs, text_files
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.source import MAX_BYTES, Source, Span
from rulewright.dsl.text_files import read_source


@given(st.text(alphabet="a世\n\t "), st.integers(0, 50))
def test_positions_and_offsets_are_inverse(text, offset):
    source = Source("game.yaml", text, None)
    offset = min(offset, len(text))
    line, column = source.position(offset)
    assert source.offset(line, column) == offset
    assert line == text[:offset].count("\n") + 1
    assert source.line_text(line)[: column - 1] == text[:offset].split("\n")[-1]
    assert source.line_text(line) == text.split("\n")[line - 1]


def test_a_line_behind_the_last_is_empty():
    assert Source("game.yaml", "a\nb", None).line_text(3) == ""


def test_spans():
    source = Source("game.yaml", "one\n世 two\n", None)
    word = Span(source, 6, 9)
    assert (word.text, word.line, word.column, str(word)) == ("two", 2, 3, "game.yaml:2:3")
    assert word.sub(1, 2).text == "w"
    assert Span(source, 0, 3).to(word).text == "one\n世 two"
    assert word.to(Span(source, 0, 3)) == Span(source, 6, 6)
    assert source.whole().text == source.text
    assert Source("game.yaml", "a", None) != Source("game.yaml", "a", None)


def refused(path):
    problems = Problems()
    assert read_source(path, problems) is None
    (item,) = problems.items
    return item


def test_a_file_is_read(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_bytes("\ufeffrulebook: Öl\r\nzones:\ra: 1\r\n".encode())
    problems = Problems()
    source = read_source(path, problems)
    assert source is not None and not problems.items
    assert source.text == "rulebook: Öl\nzones:\na: 1\n"
    assert (source.name, source.path) == (str(path), path)


def test_no_file_and_a_folder(tmp_path):
    missing = refused(tmp_path / "game.yaml")
    assert missing.rule is text_files.NO_FILE and "there is no file" in missing.message
    folder = refused(tmp_path)
    assert folder.rule is text_files.NO_FILE and "is a folder" in folder.message
    assert refused("a\0b").rule is text_files.NO_FILE
    assert refused("x" * 5000).rule is text_files.NO_FILE


def test_no_permission(tmp_path, monkeypatch):
    path = tmp_path / "game.yaml"
    path.write_text("a: 1")

    def refuse(*_args, **_more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    item = refused(path)
    assert item.rule is text_files.NO_FILE and "Permission denied" in item.message


@pytest.mark.parametrize("data", [b"", b"\n \n", b"# a comment\n\n   # another\n", b"\xef\xbb\xbf", b"\n" * 100_000])
def test_empty_files(tmp_path, data):
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    assert refused(path).rule is text_files.EMPTY_FILE


def test_large_files(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    item = refused(path)
    assert item.rule is text_files.TOO_LARGE and "4 MB" in item.message


def test_a_file_without_a_size_is_not_read_for_ever():
    assert "is a device or a pipe" in refused("/dev/zero").message


@pytest.mark.parametrize("data", [b"a: 1\0", "a: 1".encode("utf-16"), b"\x89PNG\r\n\x1a\n\0\0"])
def test_binary_files(tmp_path, data):
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    item = refused(path)
    assert item.rule is signs.NOT_TEXT and item.hint is not None and "UTF-8" in item.hint


def test_other_encodings_are_named_by_their_line(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_bytes("a: 1\nb: Öl\n".encode("latin-1"))
    item = refused(path)
    assert item.rule is signs.NOT_TEXT
    assert "byte 0xd6 stands here" in item.message and (item.span.line, item.span.column) == (2, 4)


def test_a_report_stands_where_the_file_was_asked_for(tmp_path):
    source = Source("game.yaml", "table: cards.csv", None)
    problems = Problems()
    assert read_source(tmp_path / "cards.csv", problems, Span(source, 7, 16)) is None
    assert problems.items[0].span.text == "cards.csv"
