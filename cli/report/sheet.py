"""What stands in a review sheet, gathered: plain data that the chapters are written from.

In: a checked game and what came of checking, testing and playing it. Out: `Sheet`, and the same for programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version

from rulewright.dsl import Diagnostic, Game
from rulewright.dsl.coverage import Coverage
from rulewright.dsl.differences.compare import Difference
from rulewright.dsl.render import to_json
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.statistics import PhasePasses, Summary, distribution
from rulewright.scenes import Outcome
from rulewright.visualizer.heat import Unreached

Counts = Mapping[int, int]  # value -> how often


@dataclass(frozen=True, slots=True)
class Played:
    """Games of one rulebook. wanted: how many there were to be; fewer were played when they were long.

    asked: address of a node -> number of options -> decisions. never: what play never came to, nodes and edges.
    """

    simulation: Simulation
    wanted: int
    phases: tuple[PhasePasses, ...]
    asked: Mapping[str, Counts]
    never: tuple[Unreached, ...]

    @property
    def summary(self) -> Summary:
        return self.simulation.summary


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture. name: in letters, digits and `-`, for files and links; mermaid: the same in that language, "" when it has
    none; svg: empty when nothing here can draw one; text: as letters. folded: it shows more of the picture before it, and
    only when somebody wants to see that."""

    name: str
    caption: str
    svg: bytes
    mermaid: str = ""
    text: str = ""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Base:
    """What the game is compared with. played: None when it is not for so many players."""

    game: Game
    differences: tuple[Difference, ...]
    played: Played | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one rulebook."""

    game: Game
    base: Base | None
    findings: tuple[Diagnostic, ...]
    outcomes: tuple[Outcome, ...]
    covered: Coverage
    played: Played
    pictures: tuple[Shown, ...]


def made_by() -> str:
    """`Rulewright 0.1.0`."""
    return f"Rulewright {version('rulewright')}"


def as_data(sheet: Sheet) -> dict[str, object]:
    """The sheet for programs; pictures only by name."""
    data: dict[str, object] = {
        **_identity(sheet.game),
        "made_by": made_by(),
        "findings": [to_json(each) for each in sheet.findings],
        "scenarios": [
            {"title": each.title, "passed": each.passed, "failures": list(each.failures)} for each in sheet.outcomes
        ],
        "rules": [
            {
                "id": rule,
                "section": section,
                "text": text,
                "carried_out": list(sheet.covered.carried.get(rule, ())),
                "tested": list(sheet.covered.tested.get(rule, ())),
            }
            for rule, section, text in sheet.game.flow.rules
        ],
        "not_carried_out": list(sheet.covered.not_carried),
        "not_tested": list(sheet.covered.not_tested),
        "simulation": _played(sheet.played),
        "pictures": [{"name": each.name, "caption": each.caption} for each in sheet.pictures],
    }
    if sheet.base is not None:
        base = sheet.base
        data["against"] = {
            **_identity(base.game),
            "differences": [
                {"kind": each.kind, "section": each.section, "address": each.address, "sentence": each.sentence}
                for each in base.differences
            ],
            "simulation": None if base.played is None else _played(base.played),
        }
    return data


def _identity(game: Game) -> dict[str, object]:
    return {"game": game.title, "players": list(game.players), "digest": game.flow.digest}


def _played(played: Played) -> dict[str, object]:
    simulation = played.simulation
    return {
        "policy": simulation.policy,
        "seed": simulation.seed,
        "wanted": played.wanted,
        **simulation.summary.to_json(),
        "phases": [each.to_json() for each in played.phases],
        "asked": {address: distribution(counts) for address, counts in played.asked.items()},
        "never": [asdict(each) for each in played.never],
    }
