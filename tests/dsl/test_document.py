"""YAML read into nodes: what is text, where it stands, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl import document, signs
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Mapping, Scalar, Sequence, compose
from rulewright.dsl.source import Source
from rulewright.dsl.text_files import EMPTY_FILE
from rulewright.dsl.yaml_errors import MAX_DEPTH


def read(text):
    problems = Problems()
    return compose(Source("game.yaml", text, None), problems), problems.items


def plain(node):
    """A node as dictionaries, lists and texts."""
    if isinstance(node, Mapping):
        return {entry.key.text: plain(entry.value) for entry in node.entries}
    return [plain(item) for item in node.items] if isinstance(node, Sequence) else node.text


def good(text):
    node, told = read(text)
    assert not told, told
    return node


def value(text, name="a"):
    found = good(text).get(name)
    assert isinstance(found, Scalar)
    return found


def scalars(node):
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key
            yield from scalars(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)


# ---------------------------------------------------------------------------------------------------- what is text


@pytest.mark.parametrize("word", ["on", "off", "yes", "no", "~", "null", "1:30", "0o7", "1_000", "2024-01-02", "1e3"])
def test_words_stay_as_written(word):
    assert plain(good(f"{word}: {word}\n")) == {word: word}


RAW = [
    "draw 1 card: then stop",
    "Stop, thief, stop",
    "now? [x",
    "{me} draws a card",
    '"{me}" draws',
    "[a, b] and c",
    "it's 100% sure",
    "%x",
    "@p",
    "`x`",
    "- b",
    "? what",
    "'x' and 'y'",
    'say "a # b" twice',
    "a#b",
    '"open',
    "]",
    ",",
]


@pytest.mark.parametrize("text", RAW)
@pytest.mark.parametrize("before", ["say: ", "- say: ", "x:\n  say:   ", "'say': "])
@pytest.mark.parametrize("behind", ["\n", "", "  # a comment\n", "\nz: 1\n"])
def test_the_value_of_a_line_is_one_text(before, text, behind):
    if before.startswith("- ") and "z" in behind:
        behind = "\n- z: 1\n"
    if before.startswith("x") and "z" in behind:
        behind = "\n  z: 1\n"
    found = [each for each in scalars(good(before + text + behind)) if each.text == text]
    assert len(found) == 1
    (scalar,) = found
    assert scalar.style == "plain"
    assert scalar.span.text == text
    assert all(scalar.span_at(at, at + 1).text == sign for at, sign in enumerate(text))


def test_a_line_behind_a_raw_value_keeps_its_place():
    node = good("say: it's {me}'s, isn't it\nz: end\n")
    z = node.get("z")
    assert (z.span.text, str(z.span)) == ("end", "game.yaml:2:4")
    assert node.entries[1].key.span.text == "z"


def test_real_yaml_values_stay_yaml():
    assert plain(good("a: [b, c]\nd: {e: f}\ng: \"x: y\" # z\nh: 'it''s'\ni: |\n  k: {l} m\n")) == {
        "a": ["b", "c"],
        "d": {"e": "f"},
        "g": "x: y",
        "h": "it's",
        "i": "k: {l} m\n",
    }


def test_a_missing_value_is_empty():
    assert value("a:\nb: 1\n").is_empty
    assert not value('a: ""\n').is_empty
    assert not value("a: b\n").is_empty


def test_styles():
    node = good("a: b\nc: 'd'\ne: \"f\"\ng: |\n  h\ni: >\n  j\n")
    assert [entry.value.style for entry in node.entries] == ["plain", "quoted", "quoted", "literal", "folded"]


def test_mappings_and_sequences_cover_their_text():
    node = good("a:\n  - b\n  - {c: d}\n\ne: [f,\n  g]\n")
    assert node.get("a").span.text == "- b\n  - {c: d}"
    assert node.get("a").items[1].span.text == "{c: d}"
    assert node.get("e").span.text == "[f,\n  g]"
    assert node.get("x") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 'b # c'\n", "b # c"),
        ('a: "b \\" # c"\n', 'b " # c'),
        ("a:\n  |\n  b: it's {c}\n", "b: it's {c}\n"),
        ("a:\n  'b\n  c: {d} e'\n", "b c: {d} e"),
    ],
)
def test_quotes_and_blocks_that_the_pre_scan_leaves_alone(text, said):
    assert plain(good(text)) == {"a": said}


# ------------------------------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("text", "word", "written"),
    [
        ("a: |\n  one\n  two\n", "two", "two"),
        ("a: |\n\n\n  one\n    two\n", "two", "two"),
        ("a: |2\n    one\n  two\n", "two", "two"),
        ("a: |- # why\n  one\n  \n  two", "two", "two"),
        ("a: >\n  one\n  two\n\n  three\n", "three", "three"),
        ("a: >\n  one\n    more\n  two\n", "two", "two"),
        ("a: >-\n  one\n  two\n", "one two", "one\n  two"),
        ("a: one\n  two\n\n  three\n", "three", "three"),
        ('a: "\\u00e9 two"\n', "two", "two"),
        ('a: "\\u00e9 two"\n', "é", "\\u00e9"),
        ('a: "\\\\ two"\n', "\\", "\\\\"),
        ("a: 'it''s two'\n", "two", "two"),
        ("a: 'it''s two'\n", "t's", "t''s"),
        ("a: 'it''s two'\n", "'", "''"),
        ("b: \"it''s two\"\na: \"it''s two\"\n", "'", "'"),
        ('- {a: "one\n  two"}\n', "two", "two"),
    ],
)
def test_places_inside_a_text(text, word, written):
    node = good(text)
    scalar = next(each for each in scalars(node) if word in each.text)
    start = scalar.text.index(word)
    assert scalar.span_at(start, start + len(word)).text == written


def test_the_place_behind_the_last_sign():
    for text in ("a: bcd\n", "a: 'bcd'\n", 'a: "bcd"\n', "a: |-\n  bcd\n", "a: >-\n  bcd\n", "a: {b} d\n"):
        scalar = value(text)
        place = scalar.span_at(len(scalar.text), len(scalar.text))
        assert place.start == place.end == text.index(scalar.text[-1], 2) + 1


def agrees(sign, written):
    """Whether a sign of a text may be written like this."""
    if sign == " ":
        return written[:1] in (" ", "\n", "\\")
    if sign == "\n":
        return written[:1] in ("\n", "\\")
    return written == sign or written[:1] == "\\" or (sign == "'" and written == "''")


def places_agree(node):
    for scalar in scalars(node):
        found = [scalar.span_at(at, at + 1) for at in range(len(scalar.text))]
        assert all(agrees(sign, span.text) for sign, span in zip(scalar.text, found, strict=True)), scalar
        starts = [span.start for span in found]
        assert starts == sorted(set(starts)), scalar


LINE = st.text(alphabet="ab世é {}[]:,#'\"\\-?&*!%@", min_size=1, max_size=12)
WORDS = st.from_regex(r"[a-z世é]([a-z世é,?!{}'\"\\-]| (?=[a-z])){0,10}", fullmatch=True)


@given(st.lists(LINE | st.just(""), min_size=1, max_size=8), st.sampled_from(["|", "|-", "|+"]), st.integers(1, 4))
def test_each_sign_of_a_literal_text_is_found(lines, header, indent):
    body = "\n".join(" " * indent + line if line.strip() else "" for line in ["x", *lines])
    node = good(f"a: {header}\n{body}\nz: end\n")
    scalar = node.get("a")
    said = "\n".join(["x", *(line if line.strip() else "" for line in lines)])
    assert scalar.text.rstrip("\n") == said.rstrip("\n")
    places_agree(node)
    assert all(scalar.span_at(at, at + 1).text == sign for at, sign in enumerate(scalar.text))


@given(st.lists(WORDS | st.just(""), min_size=1, max_size=8), st.sampled_from([">", ">-", ">+"]), st.data())
def test_each_sign_of_a_folded_text_is_found(lines, header, data):
    deeper = [" " * data.draw(st.sampled_from([0, 0, 0, 2])) for _ in lines]
    body = "\n".join(f"  {more}{line}" if line else "" for more, line in zip(["", *deeper], ["x", *lines], strict=True))
    places_agree(good(f"a: {header}\n{body}\nz: end\n"))


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_each_sign_of_a_plain_text_is_found(lines):
    node, told = read("a: " + "\n  ".join(f"x{line}" for line in lines) + "\nz: end\n")
    if not told:
        places_agree(node)


PIECES = st.sampled_from(
    ["a", "世", " ", "'", '\\"', "\\\\", "\\n", "\\t", "\\x41", "\\u00e9", "\\U0001F0A1", ": ", ", "]
)


@given(st.lists(PIECES, max_size=20))
def test_each_sign_of_a_double_quoted_text_is_found(pieces):
    written = "".join(pieces)
    for text in (f'a: "{written}"\nz: end\n', f'- {{a: "{written}"}}\n'):
        node = good(text)
        places_agree(node)
        spans = "".join(
            scalar.span_at(at, at + 1).text
            for scalar in scalars(node)
            if scalar.style == "quoted"
            for at in range(len(scalar.text))
        )
        assert spans == written


@given(st.text(alphabet="a世' :,{}\\\"", max_size=20))
def test_each_sign_of_a_single_quoted_text_is_found(said):
    written = said.replace("'", "''")
    scalar = value(f"a: '{written}'\n")
    assert (scalar.text, scalar.style) == (said, "quoted")
    assert "".join(scalar.span_at(at, at + 1).text for at in range(len(said))) == written


# ------------------------------------------------------------------------------------------------------ refused

REFUSED = [
    ("a: 1\nb: 2\na: 3\n", document.DUPLICATE_KEY, 3, 1),
    ("a:\n\tb: 1\n", signs.TAB, 2, 1),
    ("a:\n  \tb: 1\n", signs.TAB, 2, 3),
    ("a: 1\n\t\nb: 2\n", signs.TAB, 2, 1),
    ("a: &x 1\n", document.ANCHOR, 1, 4),
    ("a: *x\n", document.ANCHOR, 1, 4),
    ("a:\n  <<: {b: 1}\n", document.ANCHOR, 2, 3),
    ("a: !x 1\n", document.TAG, 1, 4),
    ("- !!int 1\n", document.TAG, 1, 3),
    ("a: ! 1\n", document.TAG, 1, 4),
    ("a: 1\n---\nb: 1\n", document.SECOND_DOCUMENT, 2, 1),
    ("[a]: 1\n", document.BAD_KEY, 1, 1),
    ("{a: 1}: 1\n", document.BAD_KEY, 1, 1),
    ("? a\n: 1\n", document.BAD_KEY, 1, 3),
    ("- ? a\n  : 1\n", document.BAD_KEY, 1, 5),
    ("?\n  a\n: 1\n", document.BAD_KEY, 2, 3),
    ("%YAML 1.2\n---\na: 1\n", signs.DIRECTIVE, 1, 1),
    ("a: 1\n%x: 2\n", signs.DIRECTIVE, 2, 1),
    ("a: \x01b\n", signs.NOT_TEXT, 1, 4),
    ("a: b\u2028c\n", signs.NOT_TEXT, 1, 5),
    ("a: b\x85c\n", signs.NOT_TEXT, 1, 5),
    ("a: \ud800\n", signs.NOT_TEXT, 1, 4),
    ("a:\u00a0b\nc: d\n", signs.STRANGE_BLANK, 1, 3),
    ("- @p\n", document.NOT_YAML, 1, 3),
    ("- `p`\n", document.NOT_YAML, 1, 3),
    ("- a\n- 'b\n- c\n", document.NOT_YAML, 2, 3),
    ('x:\n  - {a: "b}\n', document.NOT_YAML, 2, 9),
    ("a: [b\nc: d\n", document.NOT_YAML, 2, 2),
    ('a: "\\q"\n', document.NOT_YAML, 1, 5),
    ("a:\n  - b\n c\n", document.NOT_YAML, 3, 2),
    ("- {if: a, do: b, c}\n", document.COMMA, 1, 18),
    ("", EMPTY_FILE, 1, 1),
]


@pytest.mark.parametrize(("text", "rule", "line", "column"), REFUSED)
def test_refused(text, rule, line, column):
    _, told = read(text)
    assert (rule, line, column) in [(each.rule, each.span.line, each.span.column) for each in told]
    assert all(each.hint or each.rule in (document.NOT_YAML, EMPTY_FILE) for each in told)


def test_a_key_that_stands_twice_names_both_places_and_leaves_the_first():
    node, (told,) = read("a: 1\nb: 2\na: 3\n")
    assert [label.span.line for label in told.labels] == [1]
    assert plain(node) == {"a": "1", "b": "2"}


def test_an_open_bracket_is_named_where_it_opens():
    _, (told,) = read("a: {b: c\nd: e\n")
    assert [label.span.text for label in told.labels] == ["{"]


def test_several_mistakes_come_out_in_one_run():
    _, told = read("a: &x 1\nb: *x\nc: !y 1\nd: 1\nd: 2\n")
    assert [each.span.line for each in told] == [1, 2, 3, 5]
    _, told = read("a:\n\tb: 1\n\tc: \x02\n")
    assert [each.span.line for each in told] == [2, 3, 3]


def test_question_marks_in_texts_are_no_keys():
    assert plain(good("a: really ?\nb: 1\nc: |\n  ?\n  d\n")) == {"a": "really ?", "b": "1", "c": "?\nd\n"}


def test_tabs_elsewhere_are_no_matter():
    assert plain(good("a:\tb\nc: d\t# e\n")) == {"a": "b", "c": "d"}


def test_depth_is_a_limit():
    assert good("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    for text in ("[" * (MAX_DEPTH + 1), "[" * 5000, "- " * 5000, "{a: " * 5000):
        node, told = read(text)
        assert node is None and told[0].rule is document.TOO_DEEP


def test_size_is_a_limit(monkeypatch):
    monkeypatch.setattr(document, "MAX_NODES", 10)
    assert good("[1, 2, 3, 4, 5, 6, 7, 8, 9]") is not None
    node, told = read("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]")
    assert node is None and told[0].rule is document.TOO_MANY


SAMPLE = """rulebook: Test # a comment
zones: {deck: {per: Player}, hand: [a, "b c"]}
do: move 1 from deck to hand, then: say {me}
text: |
  one: {two}
    three
more: >-
  four
  five
list:
  - if: [a, b] c
    do: 'it''s'
  - "x\\u00e9"
"""


@given(st.data())
def test_whatever_is_written_is_read_or_refused(data):
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text)))
        new = data.draw(st.text(alphabet="{}[]:,#\"'\\|>&*!%@`?-\n\t \u00a0x1", max_size=4))
        text = text[:at] + new + text[at + data.draw(st.integers(0, 3)) :]
    source = Source("game.yaml", text, None)
    problems = Problems()
    node = compose(source, problems)
    assert node is not None or problems.errors
    assert all(0 <= each.span.start <= each.span.end <= len(text) for each in problems.items)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    node, told = read(text)
    assert node is not None or told


# ------------------------------------------------------------------------------------------------------ values
