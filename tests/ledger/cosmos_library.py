"""Entropy Cosmos: the rulebook with cells of its tables replaced, compiled once for many checks.

In: the cells and effects that checks want. Out: the flow of a check. All cells that a file asks for are compiled
together as further rows of the tables; a check takes the values of those rows for its own components, and the further
rows are left out of it. Effects to be tried lie in a component of their own, which the action step looks at first.
"""

from __future__ import annotations

import csv
import shutil
import tempfile
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import yaml

from rulewright.dsl.diagnostics import Problems, RulewrightError
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.ir import ComponentSpec, Flow
from rulewright.dsl.options import chosen_value
from rulewright.dsl.pipeline import compile_combined
from rulewright.dsl.source import Source
from rulewright.dsl.variants.amend import Changes, amend
from rulewright.dsl.variants.combine import combine
from tests.ledger.cosmos_cells import cell, effect
from tests.ledger.notation import NotationError

GAME = Path(__file__).parents[2] / "games" / "entropy_cosmos"
TRACED = {
    "phases.round.turn.movement.bonus": "bonus",
    "actions.use_biome": "biome",
    "phases.round.turn.action.resolve": "action",
    "actions.focus": "focus",
    "phases.round.turn.mission.card": "mission",
    "phases.round.turn.mission.markers": "objectives",
    "phases.round.turn.mission.ready": "ready",
}
TRIALS = """\
kinds:
  Trial: {effect: {type: Effect, opens: fulfilling}, local: {type: Effect, takes: {here: Planet}, opens: fulfilling}}
components:
  trials: {make: Trial, table: tables/trials.csv, columns: {name: id, effect: effect, local: local}, start: trials}
zones:
  trials: {holds: Trial}
  trying: {holds: Trial}
  system_box: {holds: System}
state:
  trial_at: {type: Planet or none}
"""
TRYING = """\
for t in trying:
  do t.effect
  for p in Planet where p is trial_at: do t.local(p)
"""

Cell = tuple[str, str, str]  # row, column, value


@cache
def tables() -> dict[str, list[dict[str, str]]]:
    """The rows of each table of the rulebook."""
    found = {}
    for path in sorted((GAME / "tables").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found[path.stem] = list(csv.DictReader(file))
    return found


@cache
def rows() -> dict[str, tuple[str, dict[str, str]]]:
    """Each row by its id, with its table."""
    return {row["id"]: (table, row) for table, lines in tables().items() for row in lines}


@dataclass(frozen=True)
class Wanted:
    """What a check has otherwise than the rulebook."""

    variant: bool = False
    cells: tuple[Cell, ...] = ()
    trial: str = ""

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The options among the cells."""
        return tuple((row, value) for row, _, value in self.cells if rows().get(row, ("",))[0] == "figures")

    @property
    def plain(self) -> list[Cell]:
        """The cells that belong to components, one for each component."""
        found: list[Cell] = []
        for row, column, value in self.cells:
            if column == "values":
                found += [(f"{row}_{place}", "vp", each.strip()) for place, each in enumerate(value.split("|"))]
            elif row not in rows():
                raise NotationError(f"no table has a row `{row}`")
            elif rows()[row][0] != "figures":
                if column not in rows()[row][1]:
                    raise NotationError(f"`{row}` has no column `{column}`")
                found.append((row, column, cell(column, value)))
        return found


@dataclass(eq=False)
class Library:
    """A compiled rulebook with further rows. values: of each cell, the fields that it changes and their values."""

    flow: Flow
    values: dict[Cell, dict[int, object]] = field(default_factory=dict)
    trials: dict[str, str] = field(default_factory=dict)

    def serves(self, cells: list[Cell], trial: str) -> bool:
        """Whether all that a check wants is there."""
        return all(each in self.values for each in cells) and trial in ("", *self.trials)


Key = tuple[bool, tuple[tuple[str, str], ...]]

_libraries: dict[Key, list[Library]] = {}
_flows: dict[tuple[object, ...], Flow] = {}


def compile_for(wanted: list[Wanted]) -> None:
    """Compile what checks want; they share a library where options and variants are the same.

    Where one of them has a cell that is no rule of the language, the others are compiled without it.
    """
    for key in dict.fromkeys((each.variant, each.figures) for each in wanted):
        _share(key, [each for each in wanted if (each.variant, each.figures) == key])


def _share(key: Key, wanted: list[Wanted]) -> None:
    try:
        _libraries.setdefault(key, []).append(_library(key, wanted))
    except (RulewrightError, NotationError):
        half = len(wanted) // 2
        for part in (wanted[:half], wanted[half:]) if half else ():
            _share(key, part)


def flow_for(wanted: Wanted) -> tuple[Flow, str]:
    """The flow of a check, and the name of the component with the effect to try. Raises RulewrightError."""
    key, plain = (wanted.variant, wanted.figures), wanted.plain
    known = _libraries.setdefault(key, [])
    library = next((each for each in known if each.serves(plain, wanted.trial)), None)
    if library is None:
        library = _library(key, [wanted])
        known.append(library)
    whole = (key, tuple(plain), known.index(library))
    if whole not in _flows:
        _flows.clear()  # the last one is enough: the checks of a rule often change the same cells
        _flows[whole] = _flow(library, wanted)
    return _flows[whole], library.trials.get(wanted.trial, "")


def _flow(library: Library, wanted: Wanted) -> Flow:
    changed: dict[str, dict[int, object]] = {}
    for each in wanted.plain:
        changed.setdefault(each[0], {}).update(library.values[each])
    sizes = {row: len(value.split("|")) for row, column, value in wanted.cells if column == "values"}
    made = []
    for spec in library.flow.components:
        track, _, place = spec.name.rpartition("_")
        if not spec.name.startswith("LIB") and not (track in sizes and int(place) >= sizes[track]):
            made.append(_with(spec, changed.get(spec.name, {})))
    return replace(library.flow, components=tuple(made))


def _with(spec: ComponentSpec, changes: dict[int, object]) -> ComponentSpec:
    if not changes:
        return spec
    return replace(spec, values=tuple(changes.get(place, old) for place, old in enumerate(spec.values)))  # type: ignore[misc]


def _library(key: Key, wanted: list[Wanted]) -> Library:
    cells = list(dict.fromkeys(each for one in wanted for each in one.plain))
    trials = list(dict.fromkeys(one.trial for one in wanted if one.trial))
    names = {each: f"LIB{place}" for place, each in enumerate(cells)}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "entropy_cosmos"
        shutil.copytree(GAME, place)
        for (row, column, value), name in names.items():
            table, old = rows()[row]
            line = {**old, column: value, "id": name} | ({"copies": "1"} if "copies" in old else {})
            with (place / "tables" / f"{table}.csv").open("a", encoding="utf-8", newline="") as file:
                csv.DictWriter(file, list(old), lineterminator="\n").writerow(line)
        _add_trials(place, trials)
        flow = _compile(place, *key)
    specs = {spec.name: spec for spec in flow.components}
    values = {each: _values(flow, specs[names[each]], each) for each in cells}
    return Library(flow, values, {trial: f"trial {number}" for number, trial in enumerate(trials)})


@cache
def _columns() -> dict[str, dict[str, str]]:
    """The field that each column of a table fills."""
    board = yaml.safe_load((GAME / "board.yaml").read_text(encoding="utf-8"))
    made = [each for each in board["components"].values() if "table" in each and "columns" in each]
    return {Path(each["table"]).stem: {column: name for name, column in each["columns"].items()} for each in made}


def _values(flow: Flow, spec: ComponentSpec, wanted: Cell) -> dict[int, object]:
    """What a further row has in the field of a cell, by the field's place."""
    row, column, _ = wanted
    named = _columns()[rows()[row][0]].get(column)
    fields = [flow.fields[each].name for each in flow.kinds[spec.kind].fields]
    return {fields.index(named): spec.values[fields.index(named)]} if named in fields else {}


def _add_trials(place: Path, trials: list[str]) -> None:
    """The effects to try, as components, and the action step that looks at them first."""
    with (place / "tables" / "trials.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("id", "effect", "local"))
        writer.writerow(("trial", "gain 1 mass", "gain 1 bacteria at here"))
        for number, text in enumerate(trials):
            local = "here" in text.replace(";", " ").replace(")", " ").split()
            writer.writerow((f"trial {number}", "" if local else trial_text(text), trial_text(text) if local else ""))
    (place / "trials.yaml").write_text(TRIALS, encoding="utf-8")
    game = (place / "game.yaml").read_text(encoding="utf-8")
    head, _, tail = game.partition("      resolve:\n")
    before, _, after = tail.partition("do: |\n")
    indent = " " * (len(after) - len(after.lstrip(" ")))
    lines = "".join(f"{indent}{line}\n" for line in TRYING.splitlines())
    game = f"{head}      resolve:\n{before}do: |\n{lines}{after}"
    (place / "game.yaml").write_text(game.replace("include: [", "include: [trials.yaml, ", 1), encoding="utf-8")


def trial_text(text: str) -> str:
    """An effect to try, in the rulebook's words; a row's name stands for the effect of the row."""
    return rows()[text][1]["effect"] if text in rows() else effect(text)


def _compile(place: Path, variant: bool, figures: tuple[tuple[str, str], ...]) -> Flow:
    problems = Problems()
    chosen = {name: chosen_value(name, int(value)) for name, value in figures}
    combined = combine(place / "game.yaml", ["alternative_objectives"] if variant else [], chosen, problems)
    if combined is None:
        raise RulewrightError(problems)
    traced = tuple(Scalar(Source(f"order: {name}", name).whole(), name, "plain") for name in TRACED)
    game = compile_combined(amend(combined, Changes((), (), traced), problems), chosen, problems)
    if game is None or problems.errors:
        raise RulewrightError(problems)
    return game.flow
