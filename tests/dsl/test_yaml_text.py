"""What is written as YAML composes to the same document, whatever its texts are."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence, compose
from rulewright.dsl.source import Source
from rulewright.dsl.yaml_text import write_yaml

SIGNS = "ab {}[]:#'\"|>-,&*!%@`?\\\n.0é\u00a0\u2028\x85~="
AT = Source("", "").whole()
IN_BRACES = Source("", "{").whole()
texts = st.text(SIGNS, max_size=14) | st.sampled_from(
    [
        "yes",
        "1:30",
        "move a to b; stop",
        "a" * 90 + " b" * 40,
        "x: y",
        "- x",
        "x #y",
        "if a:\n  b\nelse: c\n",
        " x",
        "x ",
        "\n\nx\n\n",
    ]
)
keys = st.text("ab (){}:#,?-", min_size=1, max_size=6).filter(lambda text: text.strip() == text and text != "<<")


def scalar(text: str) -> Scalar:
    return Scalar(AT, text, "quoted")


def mapping(pairs: list[tuple[str, Node]], braces: bool) -> Mapping:
    entries = {key: Entry(scalar(key), value) for key, value in pairs}
    return Mapping(IN_BRACES if braces else AT, tuple(entries.values()))


def listed(items: list[Node]) -> Sequence:
    return Sequence(AT, tuple(items))


def mappings(values: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.builds(mapping, st.lists(st.tuples(keys, values), max_size=3), st.booleans())


nodes: st.SearchStrategy[Node] = st.recursive(
    texts.map(scalar),
    lambda inner: mappings(inner) | st.lists(texts.map(scalar) | mappings(inner), max_size=3).map(listed),
    max_leaves=8,
)


def bare(node: Node) -> object:
    match node:
        case Mapping():
            return [(entry.key.text, bare(entry.value)) for entry in node.entries]
        case Sequence():
            return [bare(item) for item in node.items]
        case _:
            return node.text


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(keys, nodes), min_size=1, max_size=3), st.booleans())
def test_reads_back(pairs: list[tuple[str, Node]], commented: bool) -> None:
    root = mapping(pairs, False)
    text = write_yaml(root, lambda *_: "a comment: 'x'" if commented else "")
    problems = Problems()
    read = compose(Source("", text), problems)
    assert not problems.items, (text, problems.items)
    assert read is not None and bare(read) == bare(root), text
    yaml.compose(text)  # other readers take it, too


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("seek 7", "k: seek 7"),
        ("{me} draws", 'k: "{me} draws"'),
        ("All four: surrendered", 'k: "All four: surrendered"'),
        ("a\nb\n", "k: |\n  a\n  b"),
        ("a\nb", "k: |-\n  a\n  b"),
        ("yes", "k: yes"),
    ],
)
def test_the_plainest_way_is_taken(text: str, line: str) -> None:
    assert write_yaml(mapping([("k", scalar(text))], False)) == f"{line}\n"
