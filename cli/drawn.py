"""A game as it is to be drawn: compared with another, with counts of games, or with the path of one.

In: loaded games, and what is to be shown in the picture. Out: the content of a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.comparing import between
from rulewright.details import details
from rulewright.dsl import Game
from rulewright.dsl.differences.compare import Difference
from rulewright.interpreter import PlayError, Transcript, replay
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.statistics import MOST_GAMES
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.transcript import Passage, passages
from rulewright.opening import PROBLEMS, USAGE, at_play, open_simulation, player_count, read_text, stop
from rulewright.progress import progress
from rulewright.simulating import GameFailed, simulated
from rulewright.visualizer.arranging import picture_of
from rulewright.visualizer.changes import Sentence, with_sentences
from rulewright.visualizer.course_of_play import Step, course, marked
from rulewright.visualizer.drawing import GRAPHS, PAGE, VIEWS, frame_named, graph_of, seen_at, written
from rulewright.visualizer.heat import Heat, heat, warmed, weigh
from rulewright.visualizer.levels import BLOCKS, STEPS
from rulewright.visualizer.nodes import TURN, Graph
from rulewright.visualizer.page import write_page
from rulewright.visualizer.picture import SIGNS, Picture


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted in games, or the path of one; nothing of it in a plain picture."""

    simulation: Simulation | None = None
    passages: Sequence[Passage] = ()

    @classmethod
    def of(cls, game: Game, heat: str | None, players: int | None, seed: int | None, transcript: str | None) -> Counted:
        """What the command line asks for. heat: a number of games, or a file. Leaves with a message when it cannot be had."""
        games = None if heat is None else _number(heat)
        for name, value in (("--players", players), ("--seed", seed)):
            if value is not None and games is None:
                stop(f"`{name}` is for games that are played now: say how many with `--heat 20`, or leave it out", USAGE)
        try:
            if transcript is not None:
                return cls(passages=_replayed(game, transcript))
            if heat is None:
                return cls()
            if games is None and not Path(heat).exists():
                stop(f"`--heat {heat}` is neither a number of games nor a file that `simulate --save` wrote", USAGE)
            if games is None:
                return cls(open_simulation(game, heat))
            with progress(games) as show:
                return cls(simulated(game, player_count(game, players), games, seed or 0, progress=show))
        except GameFailed as failed:
            click.echo(f"a game, with `--seed {failed.seed}`, failed:", err=True)
            at_play(failed.error)
        except PlayError as error:
            at_play(error)


def _number(heat: str) -> int | None:
    """How many games are to be played; None when a file is named. Leaves with code 2 when they are too few or too many."""
    if not (heat.isascii() and heat.isdigit()):
        return None
    significant = heat.lstrip("0")
    if not significant or len(significant) > len(str(MOST_GAMES)) or int(significant) > MOST_GAMES:
        stop(f"`--heat {heat}`: between 1 and {MOST_GAMES:,} games can be played", USAGE)
    return int(significant)


def _replayed(game: Game, name: str) -> Sequence[Passage]:
    text = read_text(name)
    try:
        transcript = Transcript.load(text)
        trace = Trace(game.flow, transcript.players, keep_path=True)
        return passages(replay(game.flow, transcript, trace=trace))
    except PlayError as error:
        if not error.is_of_file:
            raise
        # What a changed rulebook does otherwise cannot be drawn: there is no `--force` here.
        why = error.message.replace("; `force` tries it all the same", "; play again, or draw the rulebook it was played with")
        stop(f"`{name}` cannot be used: {why}", PROBLEMS)
    except ValueError as error:
        stop(f"`{name}` cannot be used: {error}", PROBLEMS)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A game to be drawn, with what is shown in its pictures."""

    game: Game
    other: Game | None
    counted: Counted

    def content(self, suffix: str, view: str, level: str, opened: str) -> bytes:
        """The content of a file of that suffix. Raises DrawError when it cannot be drawn."""
        if suffix == PAGE:
            return self._page(view, level, opened)
        graph = self.graph(view, level)
        if suffix not in GRAPHS:
            return written(graph, [seen_at(self.picture(graph), level, opened)], suffix)
        counts = self._heat(graph)
        if counts is not None:
            weigh(graph, counts)
        return written(graph, (), suffix)

    def graph(self, view: str = TURN, level: str = STEPS) -> Graph:
        """The graph of a view."""
        return graph_of(self.game.flow, view, level, None if self.other is None else self.other.flow)

    def picture(self, graph: Graph) -> Picture:
        """The picture of a graph with all that is to be seen in it, everything open."""
        picture = picture_of(graph)
        if self.other is not None:
            kinds = ((each.kind if each.kind in SIGNS else "changed", each) for each in self._differences())
            said = (Sentence(kind, each.address, each.sentence) for kind, each in kinds)
            picture = with_sentences(picture, graph, said)
        counts = self._heat(graph)
        if counts is not None:
            picture = warmed(picture, counts)
        if self.counted.passages:
            picture = marked(picture, self._steps(graph))
        return picture

    @property
    def shown(self) -> Game:
        """The game whose counts, texts and steps are shown."""
        return self.other or self.game

    def _differences(self) -> Sequence[Difference]:
        return () if self.other is None else between(self.game, self.other)

    def _heat(self, graph: Graph) -> Heat | None:
        if self.counted.simulation is None:
            return None
        trace = self.counted.simulation.trace
        return heat(self.shown.flow, graph, trace.taken, trace.asked, trace.reactions, trace.games)

    def _steps(self, graph: Graph) -> list[Step]:
        return course(self.shown.flow, graph, self.counted.passages)

    def _page(self, view: str, level: str, opened: str) -> bytes:
        views = (view, *(each for each in VIEWS if each != view))
        graphs = [self.graph(each, level if each == TURN or level != BLOCKS else STEPS) for each in views]
        pictures = [self.picture(graph) for graph in graphs]
        where = frame_named(pictures[0], opened).address if opened else ""
        steps = self._steps(graphs[0]) if self.counted.passages else []
        return write_page(pictures, details(self.shown, self._differences()), steps, level=level, opened=where)
