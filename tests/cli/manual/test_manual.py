"""The manual: nothing is missing in it, and what a text of the rulebook holds is shown and never obeyed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from rulewright.dsl import Game, load
from rulewright.dsl.variants.combine import variant_names
from rulewright.manual.html import inline_svg, preformatted, write_html
from rulewright.manual.markdown import fenced, write_markdown
from rulewright.manual.page import Code, Heading, Listing, Page, Paragraph, Rules, Table, plain_text
from rulewright.manual.resolved import Rulebook
from rulewright.manual.whole import manual, part
from rulewright.visualizer import drawing
from tests.cli.manual.written import VARIANTS
from tests.dsl.variants.files import write_base, write_variant
from tests.test_docs import BLOCKS, base, merged, written

NASTY = """<script>alert('x')</script> & *b* _i_ `c` [l](http://x.y) ![i](z) | # 1. ~~s~~ <!-- --> ``` \\\\ "q" &lt;"""
HOSTILE = """
rulebook: hostile
title: {nasty}
players: 1..2
rules: rules.yaml
kinds: {{Card: {{worth: 1..9, text: Effect}}}}
components:
  cards: {{make: Card, for: {{n: 1..2}}, name: NASTY, worth: n, start: deck, text: 'say "<i>{{me}}</i> | `x`"', rules: H-1}}
zones: {{deck: {{holds: Card, order: stack}}}}
options:
  wild: {{type: Flag, default: no, text: NASTY}}
phases:
  round:
    title: {nasty}
    repeat: 2 times
    steps:
      turn: {{each: players clockwise from first(players), ask: NASTY, menu: [look]}}
      more: {{rules: H-2, do: shuffle deck}}
actions:
  look:
    label: {nasty}
    do: |
      say "</code></pre><b>"
      say "```"
end: {{over: {{after: round}}}}
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Game:
    quoted = '"' + NASTY.replace("\\", "\\\\").replace('"', '\\"') + '"'
    text = HOSTILE.format(nasty=NASTY).replace("NASTY", quoted)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    rules = "".join(f"- id: H-{number}\n  section: x\n  text: {quoted}\n" for number in (1, 2))
    (tmp_path / "rules.yaml").write_text(rules, encoding="utf-8")
    return load(tmp_path)


def addresses(page: Page) -> Iterator[str]:
    for block in page:
        if isinstance(block, Heading):
            yield block.address
        elif isinstance(block, Listing):
            for item in block.items:
                yield item.address
                yield from addresses(item.blocks)


def texts(page: Page) -> Iterator[str]:
    """What a page says, line by line."""
    for block in page:
        match block:
            case Heading(line=line) | Paragraph(line=line):
                yield plain_text(line)
            case Rules(text=text):
                yield text
            case Table():
                yield from (plain_text(cell) for row in (block.head, *block.rows) for cell in row)
            case Listing():
                for item in block.items:
                    yield plain_text(item.line)
                    yield from texts(item.blocks)
            case _:
                pass


def complete(game: Game) -> list[str]:
    """The named nodes that the manual does not tell of."""
    page = manual(Rulebook(game))
    there, said = set(addresses(page)), "\n".join(texts(page))
    options = {option.address: option.name.text.replace("_", " ").capitalize() for option in game.book.options}
    return [
        scope.address for scope in game.flow.scopes
        if scope.address not in there and not (scope.address in options and options[scope.address] in said)
    ]  # fmt: skip


EXAMPLES = [
    (path, number)
    for path, found in BLOCKS.items()
    for number, block in enumerate(found)
    if block.kind in ("game", "base", "part")
]


@pytest.mark.parametrize(
    ("path", "number"), EXAMPLES[::2], ids=[BLOCKS[path][number].place for path, number in EXAMPLES[::2]]
)
def test_nothing_is_missing_of_the_examples_of_the_docs(path: Path, number: int, tmp_path: Path) -> None:
    block = BLOCKS[path][number]
    text = merged(base(), block.text) if block.kind == "part" else block.text
    assert complete(load(written(tmp_path, text, BLOCKS[path][:number]))) == []


GAMES = [
    (path.parent, name)
    for path in sorted(Path("games").glob("*/game.yaml"))
    for name in (None, *variant_names(path.parent))
]


@pytest.mark.parametrize(("folder", "variant"), GAMES, ids=[f"{folder.name}-{variant}" for folder, variant in GAMES])
def test_nothing_is_missing_of_the_games(folder: Path, variant: str | None) -> None:
    game = load(folder, variants=[variant] if variant else [])
    assert complete(game) == []
    said = "\n".join(texts(manual(Rulebook(game))))
    assert [rule for rule, _, text in game.flow.rules if text not in said] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_is_missing_of_variants_and_changes_are_marked(name: str, tmp_path: Path) -> None:
    game = load(write_variant(write_base(tmp_path), f"title: The *other* game\n{VARIANTS[name]}"))
    assert complete(game) == []
    said = list(texts(manual(Rulebook(game))))
    operations = game.combined.variants[0].operations
    assert all(any(f"changed.yaml:{each.address.span.line}" in line for line in said) for each in operations)
    marks = [line for line in said if "(new: The *other* game)" in line or "(changed: The *other* game)" in line]
    assert marks


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("set", "Mood changed.yaml:8: now 3"),
        ("set", "Shell (worth) changed.yaml:10: now 0..12, before 0..9"),
        ("set", "Bag (size) changed.yaml:6: new, 9"),
        ("add", "Dive changed.yaml:4: new."),
        ("add", "Turn (menu) changed.yaml:5: joined by dive"),
        ("add", "Round changed.yaml:13: joined by Night."),
        ("add_before", "Tide changed.yaml:4: before it comes Dawn."),
        ("replace", "Rest changed.yaml:4: written anew."),
        ("remove", "Tide (do) changed.yaml:10: removed move top(sea) to beach"),
        ("wrap", "Wealth changed.yaml:4: now, around what was there, if stormy then 0 else original"),
    ],
)
def test_what_a_variant_changes(name: str, line: str, tmp_path: Path) -> None:
    game = load(write_variant(write_base(tmp_path), VARIANTS[name]))
    assert line in list(texts(manual(Rulebook(game))))


def test_a_changed_node_shows_what_holds_now(tmp_path: Path) -> None:
    game = load(write_variant(write_base(tmp_path), "set:\n  phases.round.turn.menu: [rest]\n"))
    said = list(texts(part(manual(Rulebook(game)), "phases.round.turn")))
    assert said[-3:] == ["A turn. SHE-2", "The variant changes this. What holds now:", "menu: [rest]"]


def test_an_effect_of_several_lines_stands_below_its_table(hostile: Game) -> None:
    source = hostile.book.source
    assert source.path is not None
    effect = "'say \"<i>{me}</i> | `x`\"'"
    assert effect in source.text
    lines = (
        '\n    make: Card\n    name: One\n    worth: 1\n    start: deck\n    text: |\n      say "a"\n      shuffle deck'
    )
    text = re.sub(r"cards: \{.*", lambda _: f"cards:{lines}", source.text)
    source.path.write_text(text, encoding="utf-8")
    said = list(texts(part(manual(Rulebook(load(source.path))), "components.cards")))
    assert said[said.index("One, text:") + 1] == 'say "a"\nshuffle deck\n'
    assert "below" in said


# ------------------------------------------------------------------------------------------------ Markdown


def read_markdown(text: str) -> tuple[str, set[str]]:
    """What a reader of Markdown sees, and the kinds of things it found."""
    seen, kinds = [], set[str]()
    for token in MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text):
        kinds.add(token.type)
        if token.type == "fence":
            seen.append(token.content)
        for child in token.children or ():
            kinds.add(child.type)
            seen.append(child.content)
        seen.append("\n")
    return "".join(seen), kinds


def test_hostile_texts_in_markdown(hostile: Game) -> None:
    page = manual(Rulebook(hostile))
    seen, kinds = read_markdown(write_markdown(page, {"flow": fenced(drawing(hostile.flow, ".mmd").decode(), "mermaid")}))
    assert not kinds & {"html_block", "html_inline", "link_open", "image", "s_open", "hr"}
    nasty = re.sub(r"\s+", " ", NASTY)
    assert seen.count(nasty) >= 5
    assert 'say "```"' in seen


def test_markdown_is_read_as_the_page(tmp_path: Path) -> None:
    page = manual(Rulebook(load(write_variant(write_base(tmp_path), VARIANTS["wrap"]))))
    seen, _ = read_markdown(write_markdown(page, {"flow": fenced("flowchart", "mermaid")}))
    lines = [re.sub(r"[()\s]", "", line) for text in texts(page) for line in text.split("\n")]
    squeezed = re.sub(r"[()\s]", "", seen)
    assert [line for line in lines if line not in squeezed] == []


# ------------------------------------------------------------------------------------------------ HTML

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Reader(HTMLParser):
    """Checks that tags close in their order, and keeps what is found."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs), tag
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.seen.append(data)


def read_html(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    ids = [attributes["id"] for _, attributes in reader.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] for tag, attributes in reader.tags if tag == "a" and "href" in attributes]
    assert all(link is not None and link.startswith("#") and link[1:] in ids for link in links)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in reader.tags}
    assert not re.search(
        r"@import|url\(|\bsrc=|\bon\w+=\"", re.sub(r"<(pre|code|text|title)\b.*?</\1>", "", text, flags=re.DOTALL)
    )
    return reader


def test_hostile_texts_in_html(hostile: Game) -> None:
    page = manual(Rulebook(hostile))
    for text in (
        write_html(page, {"flow": inline_svg(drawing(hostile.flow, ".svg").decode())}),
        write_html(page, {"flow": preformatted(drawing(hostile.flow, ".txt").decode())}),
    ):
        reader = read_html(text)
        assert "".join(reader.seen).count(NASTY.strip()) >= 5


@pytest.mark.parametrize("name", VARIANTS)
def test_html_of_variants(name: str, tmp_path: Path) -> None:
    game = load(write_variant(write_base(tmp_path), VARIANTS[name]))
    page = manual(Rulebook(game))
    said = "".join(read_html(write_html(page, {"flow": "<svg></svg>"})).seen)
    squeezed = re.sub(r"\s", "", said)
    assert [line for line in texts(page) if re.sub(r"\s", "", line) not in squeezed] == []


def test_html_has_a_table_of_contents_and_both_colour_schemes() -> None:
    game = load("games/chaos")
    text = write_html(manual(Rulebook(game)), {"flow": inline_svg(drawing(game.flow, ".svg").decode())})
    reader = read_html(text)
    links = [attributes.get("href") for tag, attributes in reader.tags if tag == "a"]
    assert {"#phases", "#actions-seek", "#laws-force-of-chaos", "#end"} <= set(links)
    assert "prefers-color-scheme: dark" in text and '<svg ' in text


def test_names_inside_pictures_are_their_own() -> None:
    svg = '<?xml version="1.0"?><svg aria-labelledby="title words"><title id="title">x</title><desc id="words"/>' \
        '<a xlink:href="#title"><rect fill="url(#words)"/></a></svg>'
    made = "".join(inline_svg(svg, name) for name in ("one", "two"))
    reader = Reader()
    reader.feed(made)
    assert [attributes.get("aria-labelledby") for tag, attributes in reader.tags if tag == "svg"] == [
        "one-title one-words", "two-title two-words",
    ]  # fmt: skip
    assert [attributes["id"] for _, attributes in reader.tags if "id" in attributes] == [
        "one-title", "one-words", "two-title", "two-words",
    ]  # fmt: skip
    assert [attributes["href"] for tag, attributes in reader.tags if tag == "a"] == ["#one-title", "#two-title"]
    assert [attributes["fill"] for tag, attributes in reader.tags if tag == "rect"] == ["url(#one-words)", "url(#two-words)"]


def test_code_in_markdown_with_ticks() -> None:
    page: Page = (Paragraph((Code("a `b` c"), " and ", Code("``"))), Paragraph(("1. # - x",)), Paragraph(("- y",)))
    seen, kinds = read_markdown(write_markdown(page, {}))
    assert seen.replace("\n", "") == "a `b` c and ``1. # - x- y"
    assert not kinds & {"heading_open", "bullet_list_open", "ordered_list_open"}
