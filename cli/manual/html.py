"""Writes a page as one HTML file that needs nothing else: style, table of contents and picture are in it.

In: a page, and its pictures as HTML: `inline_svg` and `preformatted` make that. Out: text. Every text of the rulebook is
escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import assert_never

from rulewright.manual.page import (
    Code,
    Folded,
    Heading,
    Item,
    Line,
    Link,
    Listing,
    Mark,
    Page,
    Paragraph,
    Picture,
    Piece,
    Rules,
    Small,
    Strong,
    Table,
    plain_text,
)
from rulewright.visualizer.words import one_line

STYLE = """\
:root { color-scheme: light dark; --ink: #1f2933; --paper: #fdfcf9; --pale: #667380; --line: #d8d3c6; --wash: #f3efe4;
  --mark: #9a4a00; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --paper: #171c21; --pale: #9aa5b1; --line: #3a444e;
  --wash: #222a31; --mark: #f0a860; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.2rem 6rem; max-width: 50rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.6 Georgia, 'Times New Roman', serif; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2em 0 .5em; font-family: system-ui, sans-serif; }
h1 { font-size: 2.3rem; margin-top: .5em; } h2 { font-size: 1.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.2rem; } h4, h5, h6 { font-size: 1rem; }
p, ul, ol { margin: .5em 0; } li { margin: .2em 0; }
code, pre { font: .85em/1.5 ui-monospace, Menlo, Consolas, monospace; background: var(--wash); border-radius: 3px; }
code { padding: .1em .3em; } pre { padding: .7em 1em; overflow-x: auto; } pre code { padding: 0; }
small { color: var(--pale); font-size: .75em; } .mark { color: var(--mark); font-style: italic; }
.table, .picture { overflow-x: auto; } table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .3em .9em .3em 0; border-bottom: 1px solid var(--line); }
th { font-family: system-ui, sans-serif; font-size: .85em; }
nav { font-family: system-ui, sans-serif; font-size: .9em; } nav ul { list-style: none; padding-left: 1em; }
a { color: inherit; text-decoration-color: var(--pale); }
.picture { border: 1px solid var(--line); } .picture svg { display: block; }
.picture svg { max-width: 100%; height: auto; min-width: 40rem; }
@media print { body { max-width: none; } nav { display: none; } }"""
CONTENTS_LEVEL = 3


def write_html(page: Page, pictures: Mapping[str, str], style: str = "") -> str:
    """The page as a file. pictures: the HTML of each, by its name; style: rules of CSS beside the usual ones."""
    return "\n".join([*_Writer(pictures, style).page(page), ""])


def inline_svg(svg: str, name: str = "flow") -> str:
    """An SVG file as a part of a page; its ids begin with the name, which no other picture of the page may have."""
    svg = re.sub(r"<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    return f'<div class="picture">{re.sub(r"<[a-z][^>]*>", lambda found: _tag(found[0], name), svg)}</div>'


def preformatted(text: str) -> str:
    """A picture made of letters as a part of a page."""
    return f'<div class="picture"><pre>{escape(text)}</pre></div>'


class _Writer:
    def __init__(self, pictures: Mapping[str, str], style: str) -> None:
        self.pictures = pictures
        self.style = f"{STYLE}\n{style}".rstrip()
        self.names: dict[str, str] = {}  # address -> id

    def page(self, page: Page) -> Iterator[str]:
        self.find_names(page)
        title = next((plain_text(block.line) for block in page if isinstance(block, Heading)), "Rulebook")
        yield "<!DOCTYPE html>"
        yield '<html lang="en">'
        yield '<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{escape(one_line(title))}</title>\n<style>\n{self.style}\n</style>\n</head>\n<body>\n<main>"
        first = next((place for place, block in enumerate(page) if isinstance(block, Heading) and block.level > 1), len(page))
        yield from self.blocks(page[:first])
        yield from self.contents(page)
        yield from self.blocks(page[first:])
        yield "</main>\n</body>\n</html>"

    def find_names(self, blocks: Page) -> None:
        """An id for each address."""
        for block in blocks:
            if isinstance(block, Heading):
                self.name(block.address)
            elif isinstance(block, Listing):
                for item in block.items:
                    self.name(item.address)
                    self.find_names(item.blocks)
            elif isinstance(block, Folded):
                self.find_names(block.blocks)

    def name(self, address: str) -> None:
        if address and address not in self.names:
            self.names[address] = re.sub(r"[^A-Za-z0-9]+", "-", address).strip("-") or "part"
            while list(self.names.values()).count(self.names[address]) > 1:
                self.names[address] += "-2"

    def contents(self, page: Page) -> Iterator[str]:
        headings = [each for each in page if isinstance(each, Heading) and 2 <= each.level <= CONTENTS_LEVEL and each.address]
        yield '<nav aria-label="Contents">\n<ul>'
        for place, heading in enumerate(headings):
            after = headings[place + 1].level if place + 1 < len(headings) else 2
            yield f'<li><a href="#{self.names[heading.address]}">{escape(plain_text(heading.line))}</a>'
            yield "<ul>" * (after > heading.level) + "</li>" * (after <= heading.level) + "</ul></li>" * (after < heading.level)
        yield "</ul>\n</nav>"

    # ------------------------------------------------------------------------------------ blocks

    def blocks(self, page: Page) -> Iterator[str]:
        for block in page:
            match block:
                case Heading():
                    level = min(block.level, 6)
                    yield f"<h{level}{self.id(block.address)}>{self.line(block.line)}</h{level}>"
                case Paragraph():
                    yield f"<p>{self.line(block.line)}</p>"
                case Listing():
                    tag = "ol" if block.numbered else "ul"
                    yield f"<{tag}>"
                    for item in block.items:
                        yield from self.item(item)
                    yield f"</{tag}>"
                case Table():
                    yield from self.table(block)
                case Rules():
                    yield f"<pre><code>{escape(block.text.rstrip())}</code></pre>"
                case Picture():
                    yield self.pictures[block.name]
                case Folded():
                    yield f"<details>\n<summary>{self.line(block.line)}</summary>"
                    yield from self.blocks(block.blocks)
                    yield "</details>"
                case _:
                    assert_never(block)

    def item(self, item: Item) -> Iterator[str]:
        yield f"<li{self.id(item.address)}>{self.line(item.line)}"
        yield from self.blocks(item.blocks)
        yield "</li>"

    def table(self, block: Table) -> Iterator[str]:
        yield '<div class="table"><table>'
        yield f"<thead><tr>{''.join(f'<th>{self.line(cell)}</th>' for cell in block.head)}</tr></thead>"
        yield "<tbody>"
        for row in block.rows:
            yield f"<tr>{''.join(f'<td>{self.line(cell)}</td>' for cell in row)}</tr>"
        yield "</tbody>\n</table></div>"

    def id(self, address: str) -> str:
        return f' id="{self.names[address]}"' if address else ""

    def line(self, line: Line) -> str:
        return "".join(map(self.piece, line))

    def piece(self, piece: Piece) -> str:
        match piece:
            case str():
                return escape(piece)
            case Code(text):
                return f"<code>{escape(' '.join(text.split()))}</code>"
            case Strong(text):
                return f"<strong>{escape(text)}</strong>"
            case Small(text):
                return f"<small>{escape(text)}</small>"
            case Mark(text):
                return f'<span class="mark">{escape(text)}</span>'
            case Link(text, address):
                name = self.names.get(address)
                return escape(text) if name is None else f'<a href="#{name}">{escape(text)}</a>'
            case _:
                assert_never(piece)


def _tag(tag: str, name: str) -> str:
    """A tag of SVG as it can stand in HTML."""
    tag = re.sub(r' (xmlns:xlink|xml:space)="[^"]*"', "", tag).replace(" xlink:", " ")
    tag = re.sub(r'( id="|url\(#|href="#)', rf"\g<1>{name}-", tag)
    return re.sub(r'(aria-\w+by=")([^"]*)', lambda found: found[1] + " ".join(f"{name}-{each}" for each in found[2].split()), tag)
