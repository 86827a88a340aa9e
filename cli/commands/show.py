"""`rulewright show FILE [ADDRESS]`: the rulebook with everything worked into it, as YAML, as a manual, or as data."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rulewright.dsl.suggest import did_you_mean
from rulewright.manual.parts import Part, as_data, parts
from rulewright.manual.resolved import Rulebook
from rulewright.opening import USAGE, choosing, open_game, stop, writable, write_file

FORMS = {"yaml": (".yaml", ".yml"), "md": (".md", ".markdown"), "html": (".html", ".htm")}


@click.command("show")
@click.argument("file")
@click.argument("address", required=False)
@click.option("--as", "form", type=click.Choice([*FORMS]), help="The form; what the end of OUT says, else yaml.")
@click.option("-o", "--output", metavar="OUT", help="The file to write; without it, the terminal.")
@click.option("--json", "as_json", is_flag=True, help="Print the named nodes as JSON.")
@choosing
def command(file: str, address: str | None, form: str | None, output: str | None, as_json: bool) -> None:
    """Show a rulebook as it is played: with its variants and options.

    \b
    yaml  the rulebook, which loads again beside the files that it names; behind
          each part stands where it is written, `+` for added, `~` for changed
    md    the manual for players: the rules in words, chapter by chapter
    html  the same manual as one page for a browser, which needs no network
    ADDRESS is a node's, or the end of it; then only that node is shown.

    \b
    Examples:
      rulewright show games/chaos
      rulewright show games/chaos --with quick,low_wins -o quick_chaos.yaml
      rulewright show games/chaos actions.seek --as md
      rulewright show games/chaos -o chaos.html
      rulewright show games/chaos --json
    """
    if as_json and form is not None:
        stop(f"`--json` and `--as {form}` are two forms; say one of them", USAGE)
    if output is not None:
        writable(output, file, makes_rulebooks=True)
        form = form or (None if as_json else form_of(output))
    rulebook = Rulebook(open_game(file))
    part = None if address is None else find(rulebook, address)
    if as_json:
        wanted = parts(rulebook) if part is None else [part]
        text = json.dumps([as_data(rulebook, each) for each in wanted], indent=2, ensure_ascii=False) + "\n"
    elif form in (None, "yaml"):
        text = rulebook.text("" if part is None else part.address) or ""
    else:
        text = manual_text(rulebook, part, is_html=form == "html")
    if output is None:
        click.echo(text, nl=False)
        return
    write_file(output, text)
    click.echo(f"{rulebook.game.title} is in {output}.")


def form_of(output: str) -> str:
    """The form that a file's name says. Leaves with code 2 when it says none."""
    suffix = Path(output).suffix.lower()
    for form, suffixes in FORMS.items():
        if suffix in suffixes:
            return form
    known = ", ".join(suffixes[0] for suffixes in FORMS.values())
    stop(f"`{output}` does not say which form is wanted: end it in one of {known}, or add `--as`", USAGE)


def find(rulebook: Rulebook, address: str) -> Part:
    """The node of an address, or of the end of one that only one node has. Leaves with code 2 when there is none."""
    known = parts(rulebook)
    exact = [each for each in known if each.address == address]
    found = exact or [each for each in known if each.address.endswith(f".{address}")]
    if len(found) == 1:
        return found[0]
    if found:
        stop(f"`{address}` could be {' or '.join(f'`{each.address}`' for each in found)}", USAGE)
    addresses = [each.address for each in known]
    near = did_you_mean(address, addresses if "." in address else [*addresses, *(each.rpartition(".")[2] for each in addresses)])
    stop(f"nothing has the address `{address}`; {near or '`rulewright explain` lists all addresses'}", USAGE)


def manual_text(rulebook: Rulebook, wanted: Part | None, *, is_html: bool) -> str:
    """The manual, or what it says of one node."""
    from rulewright.manual.html import inline_svg, preformatted, write_html
    from rulewright.manual.markdown import fenced, write_markdown
    from rulewright.manual.whole import manual, part
    from rulewright.visualizer import DrawError, drawing  # needs networkx, which is slow to import

    page = manual(rulebook)
    if wanted is not None:
        page = part(page, wanted.address)
    flow = rulebook.game.flow
    if not is_html:
        return write_markdown(page, {"flow": fenced(drawing(flow, ".mmd").decode(), "mermaid")})
    try:
        picture = inline_svg(drawing(flow, ".svg").decode())
    except DrawError:  # no renderer here: the same as text
        picture = preformatted(drawing(flow, ".txt").decode())
    return write_html(page, {"flow": picture})
