"""Writes a sheet as HTML or as Markdown.

In: a sheet. Out: HTML that needs nothing else, not even a script; or Markdown with the pictures as files beside it, which
code hosts show better than diagrams of that size in a language of their own.
"""

from __future__ import annotations

from html import escape

from rulewright.manual.html import inline_svg, preformatted, write_html
from rulewright.manual.markdown import fenced, write_markdown
from rulewright.report import chart_html
from rulewright.report.chapters import written
from rulewright.report.chart_text import chart_text, plain
from rulewright.report.sheet import Sheet, Shown

STYLE = f"""\
{chart_html.STYLE}
body {{ max-width: 58rem; overflow-wrap: break-word; }} .chart {{ overflow-x: auto; }}
.chart th[scope=row], td {{ overflow-wrap: anywhere; }} .chart td {{ overflow-wrap: normal; }}
main > p, main > ul, main > ol {{ max-width: 44rem; }}
main > h1 + p {{ color: var(--pale); font-family: system-ui, sans-serif; font-size: .95rem; }}
.glance {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(8.2rem, 1fr)); gap: .6rem;
  margin: 1.4rem 0; font-family: system-ui, sans-serif; }}
.glance div {{ background: var(--wash); border-radius: 6px; padding: .6rem .8rem;
  display: flex; flex-direction: column-reverse; justify-content: flex-end; }}
.glance dd {{ margin: 0; font-size: 1.25rem; font-weight: 600; line-height: 1.2; white-space: nowrap; }}
.glance dt {{ color: var(--pale); font-size: .8rem; line-height: 1.3; }}
details {{ margin: .8em 0; }} summary {{ cursor: pointer; font-family: system-ui, sans-serif; font-size: .95rem; }}
summary:hover {{ text-decoration: underline; }}
a:focus-visible, summary:focus-visible, input:focus-visible {{ outline: 2px solid var(--own); outline-offset: 2px; }}
.sized label {{ font: .85rem system-ui, sans-serif; color: var(--pale); cursor: pointer; }}
.sized .picture {{ max-height: 85vh; overflow: auto; margin: .4rem 0 1.4rem; }}
.sized .picture svg {{ width: 100%; min-width: 0; }}
.sized:has(input:checked) .picture svg {{ max-width: none; width: auto; }}
nav > ul {{ columns: 16rem 3; column-gap: 2rem; }} nav li {{ break-inside: avoid; }}
@media (min-width: 86rem) {{
  nav > ul {{ columns: auto; }}
  body {{ margin-left: calc(17rem + (100vw - 17rem - 58rem) / 2); }}
  nav {{ position: fixed; top: 0; bottom: 0; left: 0; width: 17rem; overflow-y: auto; padding: 2rem .5rem 2rem .5rem;
    border-right: 1px solid var(--line); background: var(--wash); }} }}
@media (max-width: 40rem) {{
  body {{ padding: 1rem .9rem 4rem; font-size: 1rem; }} h1 {{ font-size: 1.8rem; }}
  .chart tr {{ display: flex; flex-wrap: wrap; align-items: center; }} .chart th[scope=row]:empty {{ display: none; }}
  .chart th[scope=row], .chart thead th:first-child {{ flex: 0 0 100%; }} .chart thead th:first-child {{ display: none; }}
  .chart td.drawn, .chart thead th:nth-child(2) {{ flex: 1 1 4rem; width: auto; min-width: 0; }}
  .chart td, .chart th {{ font-size: .78rem; }}
  .chart .number {{ flex: 0 0 3.6rem; padding: 0 0 0 .3rem; }} .chart .number:last-child {{ flex-basis: 7.2rem; }}
  .chart tr.first {{ margin-top: .3rem; }}
  .glance {{ grid-template-columns: repeat(auto-fill, minmax(6.6rem, 1fr)); gap: .4rem; }}
  .glance dd {{ font-size: 1.05rem; }} .glance div {{ padding: .5rem .6rem; }} nav ul ul {{ display: none; }} }}
@media print {{
  :root {{ color-scheme: light; }} body {{ font-size: 10.5pt; padding: 0; }} h2, h3 {{ break-after: avoid; }}
  details::details-content {{ content-visibility: visible; block-size: auto; }}
  .sized label {{ display: none; }} .sized .picture {{ max-height: none; overflow: visible; }}
  .sized .picture svg {{ max-height: 24cm; }} .chart, .glance, tr, li {{ break-inside: avoid; }} }}"""


def as_html(sheet: Sheet) -> str:
    """The sheet as one HTML file."""
    made = written(sheet)
    pictures = {name: chart_html.chart_html(chart) for name, chart in made.charts.items()}
    pictures |= {each.name: _picture(each) for each in sheet.pictures}
    tiles = "".join(f"<div><dt>{escape(words)}</dt><dd>{escape(figure)}</dd></div>" for figure, words in made.glance)
    pictures["glance"] = f'<dl class="glance">{tiles}</dl>'
    return write_html(made.page, pictures, STYLE)


def _picture(shown: Shown) -> str:
    """Fitted to the page; a box to tick shows it in full size, without a script."""
    if not shown.svg:
        return preformatted(shown.text)
    box = '<label><input type="checkbox"> in full size</label>'
    return f'<div class="sized">{box}{inline_svg(shown.svg.decode(), shown.name)}</div>'


def as_markdown(sheet: Sheet, folder: str) -> tuple[str, dict[str, bytes]]:
    """The sheet as Markdown, and the files that have to lie in a folder of this name beside it."""
    made = written(sheet)
    pictures = {name: chart_text(chart) for name, chart in made.charts.items()}
    files = {f"{each.name}.svg": each.svg for each in sheet.pictures if each.svg}
    for each in sheet.pictures:
        if each.svg:
            pictures[each.name] = f"![{plain(each.caption)}](<{folder}/{each.name}.svg>)"
        else:
            pictures[each.name] = fenced(each.mermaid, "mermaid") if each.mermaid else fenced(each.text)
    rows = (f"| {plain(words)} | **{plain(figure)}** |" for figure, words in made.glance)
    pictures["glance"] = "\n".join(["| | |", "| --- | ---: |", *rows])
    return write_markdown(made.page, pictures), files
