"""`rulewright new NAME`: the first files of a rulebook, or of a variant of one, full of examples that work."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from rulewright.commands.check import trial
from rulewright.dsl import Game, Problems, RulewrightError, load
from rulewright.dsl.variants.combine import variant_names
from rulewright.examples import KINDS, Examples, Lines
from rulewright.interpreter import Match, PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.opening import USAGE, open_plain, rulebook_path, stop
from rulewright.scenes import run
from rulewright.starting import checked_name, filled, refuse_there, title_of, write_all


@click.command("new")
@click.argument("name")
@click.option("--of", "game", metavar="GAME", help="Start a variant of this rulebook (or of this variant).")
@click.option("--force", is_flag=True, help="Write over files that are there already.")
def command(name: str, game: str | None, force: bool) -> None:
    """Start a rulebook, or with `--of` a variant of one.

    NAME is one word of small letters, digits and `_`; before it may stand the path of a folder. A rulebook is a folder
    NAME with `game.yaml`, a small game to play at once and to change, and `scenarios.yaml`. A variant is a file NAME.yaml
    in the rulebook's folder (in its `variants` when there is one), with an example of each operation for that rulebook,
    and NAME_scenarios.yaml. No file is overwritten without `--force`.

    \b
    Examples:
      rulewright new my_game
      rulewright new quick --of my_game
      rulewright new ./my_chaos --of games/chaos
    """
    if game is None:
        new_rulebook(name, force)
    else:
        new_variant(name, game, force)


def new_rulebook(name: str, force: bool) -> None:
    """A folder with a rulebook and its scenarios."""
    word = checked_name(name)
    folder = Path(name)
    values = {"name": word, "title": title_of(word), "path": str(folder)}
    if not folder.parent.is_dir():
        stop(f"there is no folder `{folder.parent}`", USAGE)
    if folder.exists() and not folder.is_dir():
        stop(f"`{folder}` is a file; a rulebook gets a folder of its own", USAGE)
    rulebook, scenarios = folder / "game.yaml", folder / "scenarios.yaml"
    refuse_there((rulebook, scenarios), force)
    write_all({rulebook: filled("game.yaml", values), scenarios: filled("scenarios.yaml", values)})
    click.echo(f"{rulebook} is a small game to play at once and to change; {scenarios} tests it.\nNext:")
    for words in (f"check {folder}", f"play {folder}", f"test {folder}", f"new my_variant --of {folder}"):
        click.echo(f"  rulewright {words}")


def new_variant(name: str, of: str, force: bool) -> None:
    """A variant file and its scenarios."""
    word = checked_name(name)
    base, game = rulebook_path(of), open_plain(of)
    folder = variant_folder(name, base, game)
    path, scenarios = folder / f"{word}.yaml", folder / f"{word}_scenarios.yaml"
    refuse_taken(word, path, game, force)
    refuse_there((path, scenarios), force)
    if not os.access(folder, os.W_OK):
        stop(f"nothing can be written in `{folder}`; to have the variant here say `./{word}`", USAGE)
    values = {
        "name": word,
        "title": title_of(word),
        "game": game.title,
        "path": str(path),
        "base": of,
        "of": Path(os.path.relpath(base, folder)).as_posix(),
    }
    values |= {kind: lines_of(kind, found) for kind, found in working_examples(game, base, word).items()}
    text = filled("variant.yaml", values)
    write_all({path: text, scenarios: scenario_text(game, text, base, values)})
    click.echo(f"{path} is a variant of {game.title} with examples to try; {scenarios} tests it.\nNext:")
    for words in (f"check {path}", f"diff {of} {path}", f"test {path}", f"play {path}"):
        click.echo(f"  rulewright {words}")


def variant_folder(name: str, base: Path, game: Game) -> Path:
    """Where a variant goes: where the user says, beside the rulebook, or in the folder of its variants."""
    if os.path.dirname(name):
        if not Path(name).parent.is_dir():
            stop(f"there is no folder `{Path(name).parent}`", USAGE)
        return Path(name).parent
    if game.book.variants:
        return base.parent
    return base.parent / "variants" if (base.parent / "variants").is_dir() else base.parent


def refuse_taken(name: str, path: Path, game: Game, force: bool) -> None:
    """Leave with code 2 when `--with NAME` would mean something else, or the file is no variant."""
    if name in [option.name.text for option in game.book.options]:
        stop(f"`{name}` is an option of {game.title}; give the variant another name", USAGE)
    if path.exists():
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        if not any(line.startswith("variant:") for line in text.split("\n")):
            stop(f"`{path}` is there already and is no variant; give the new one another name", USAGE)
    elif not force and game.book.source.path is not None and name in variant_names(game.book.source.path.parent):
        stop(f"{game.title} has a variant `{name}` already; give the new one another name", USAGE)


# ------------------------------------------------------------------------------------------------ examples that work


def working_examples(game: Game, base: Path, name: str) -> dict[str, Lines]:
    """For each operation the first example that works, alone and together with those before it."""
    found: dict[str, Lines] = {}
    examples = Examples(game, title_of(name))
    for kind in KINDS:
        for lines in examples.of(kind):
            if works(_joined({**found, kind: lines}), base, name, len(game.warnings)):
                found[kind] = lines
                break
    return {kind: found.get(kind, ()) for kind in KINDS}


def _joined(found: dict[str, Lines]) -> str:
    """Examples as the operations of a variant; `active` and `number` both stand under `set`."""
    under_set = [*found.get("active", ()), *found.get("number", ())]
    others = [line for kind, lines in found.items() if kind not in ("active", "number") for line in lines]
    return "\n".join([*others, *(["set:", *under_set] if under_set else [])]) + "\n"


def works(text: str, base: Path, name: str, warnings: int) -> bool:
    """Whether a variant with this text is right, as far as `rulewright check` can tell."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.yaml"
        path.write_text(f"variant: {name}\nof: {json_text(base)}\n{text}", encoding="utf-8")
        try:
            game = load(path)
        except RulewrightError:
            return False
    problems = Problems()
    trial(game, problems)
    return len(game.warnings) <= warnings and not problems.items


def json_text(path: Path) -> str:
    """The whole path of a file, as a text in quotes."""
    return f"'{path.resolve()}'".replace("\\", "/")


def lines_of(kind: str, lines: Lines) -> str:
    """An example as it stands in the file: a comment, except for the one that is active."""
    return "\n".join(lines if kind == "active" else [f"# {line}" for line in lines])


def scenario_text(game: Game, text: str, base: Path, values: dict[str, str]) -> str:
    """One scenario that passes: who is asked first, where that can be said."""
    players = game.players[0]
    values = {**values, "players": str(players), "asks": ""}
    try:
        match = Match.start(game.flow, players, seed=1)
    except PlayError:
        return filled("variant_scenarios.yaml", values)
    if match.over:
        return filled("variant_scenarios.yaml", values)
    asking = {**values, "asks": f"  asks: {{{seat_name(match.decider)}: {match.asked_at}}}"}
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{values['name']}.yaml"
        path.write_text(text.replace(f"\nof: {values['of']}\n", f"\nof: {json_text(base)}\n"), encoding="utf-8")
        made = filled("variant_scenarios.yaml", asking)
        path.with_name(f"{path.stem}_scenarios.yaml").write_text(made, encoding="utf-8")
        problems = Problems()
        changed = load(path)
        scenarios = changed.scenarios(problems)
        passed = not problems.errors and all(run(changed, each).passed for each in scenarios)
    return filled("variant_scenarios.yaml", asking if passed else values)
