"""The chapter about simulated games: who won, how long they were, what was decided and what never happened.

In: games of the rulebook, and of the one it is compared with. Out: blocks of a page, and charts by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulewright.dsl import Game
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.statistics import WINNERS, PhasePasses
from rulewright.manual.page import Block, Folded, Heading, Item, Line, Listing, Paragraph, Picture, Small, Table
from rulewright.report.charts import Chart, Histogram, Mark, Rows, Series, Stack, Stacks, counted, edges_of, nice_end
from rulewright.report.intervals import Gap, gap_of_means, gap_of_shares
from rulewright.report.sheet import Counts, Played
from rulewright.visualizer.heat import Unreached

THIS, OTHER = "this", "base"
MOST_ROWS = 14
RANDOM = "Random players show what the rules allow, not what good play makes of them."
SPREAD = "From the least to the most, with the middle half as a bar and the median as a line across."
DOUBT = (
    "Such an interval holds the true difference in 95 of 100 cases, so of twenty of them one is wrong by chance. Where none "
    "is shown there may still be one: more games would make the intervals narrower."
)


class Simulated:
    """Tells of the games of a rulebook, beside those of another one."""

    def __init__(self, game: Game, played: Played, base: Game | None, other: Played | None) -> None:
        self.game = game
        self.base = base
        self.titles = {scope.address: scope.title for scope in game.flow.scopes}
        self.played = played
        self.other = other
        self.sides: list[tuple[str, Played]] = [(THIS, played), *([(OTHER, other)] if other is not None else [])]
        self.charts: dict[str, Chart] = {}

    def blocks(self) -> Iterator[Block]:
        yield from self.how_played()
        yield from self.winners()
        yield from self.lengths()
        yield from self.scores()
        yield from self.decisions()
        yield from self.options()
        yield from self.endings()
        yield from self.never()

    def chart(self, name: str, chart: Chart) -> Picture:
        """The place of a chart in the page."""
        self.charts[f"chart-{name}"] = chart
        return Picture(f"chart-{name}")

    # ------------------------------------------------------------------------------------ what was played

    def how_played(self) -> Iterator[Block]:
        summary, played = self.played.summary, self.played
        seats = f"{summary.players} player{'s' * (summary.players != 1)}"
        first = played.simulation.seed
        last = first + summary.games - 1
        seeds = f"seed {first}" if summary.games == 1 else f"seeds {first} to {last}"
        words = f"{number_of(summary.games, 'game')} of {seats}, all seats {played.simulation.policy}, {seeds}."
        if played.simulation.policy == "random":
            words += f" {RANDOM}"
        yield Paragraph((words,))
        if summary.games < played.wanted:
            yield Paragraph((f"Not all of {played.wanted:,} games were played, because they are long; `-n` says how many to play.",))
        if self.base is not None and self.other is None:
            words = f"{self.base.title} is not for so many players; its games are not shown."
            yield Paragraph((words,))
        elif self.base is not None and self.other is not None:
            games = "the same number of games" if self.other.summary.games == summary.games else number_of(self.other.summary.games, "game")
            words = f"Beside it, hollow and called “{OTHER}”: {games} of {self.base.title}, with the same seeds. {DOUBT}"
            yield Paragraph((words,))
        for label, each in self.sides:
            if each.summary.cut_off:
                where = f" ({label})" * (self.other is not None)
                yield Paragraph((f"{number_of(each.summary.cut_off, 'game')} had no end{where}: play was cut off.",))

    def heading(self, title: str, name: str) -> Heading:
        return Heading(3, (title,), f"sheet.{name}")

    # ------------------------------------------------------------------------------------ winners

    def winners(self) -> Iterator[Block]:
        yield self.heading("Who won", "winners")
        both = self.other is not None
        marks, gaps = [], []
        for seat in range(self.played.summary.players):
            for label, each in self.sides:
                share, low, high = each.summary.share(seat)
                cells = (f"{each.summary.wins[seat]}", _percent(share), f"{low * 100:.1f} to {_percent(high)}")
                named = ((label, *cells[1:]) if both else cells)
                marks.append(Mark(seat_name(seat), named, bar=share, whisker=(low, high), other=label == OTHER))
            if self.other is not None:
                ours, theirs = self.played.summary, self.other.summary
                gap = gap_of_shares(ours.wins[seat], ours.games, theirs.wins[seat], theirs.games)
                gaps += [] if gap is None else [(seat_name(seat), gap)]
        equal = 1 / self.played.summary.players
        line = (equal, "an equal share") if self.played.summary.players > 1 else None
        head = ("seat", "game" if both else "wins", "share", "95 % interval")
        end = min(1.0, nice_end(max(mark.whisker[1] for mark in marks if mark.whisker is not None)))
        yield self.chart("winners", Rows("Games won by each seat", head, tuple(marks), (0, end), line, self.shared()))
        if gaps:
            yield self.gaps(gaps)

    def shared(self) -> str:
        """What a share of wins leaves out."""
        said = []
        for label, each in self.sides:
            parts = [(each.summary.shared, "with several winners"), (each.summary.nobody, "without a winner")]
            told = " and ".join(f"{number_of(number, 'game')} {words}" for number, words in parts if number)
            said += [f"{told}{f' ({label})' * (self.other is not None)}"] if told else []
        return f"{'; '.join(said)}." if said else ""

    def gaps(self, gaps: Sequence[tuple[str, Gap]]) -> Picture:
        """How much more often each seat wins."""
        end = nice_end(max(max(abs(gap.low), abs(gap.high)) for _, gap in gaps))
        marks = tuple(
            Mark(name, (_points(gap.value), f"{_points(gap.low)} to {_points(gap.high)}"), whisker=(gap.low, gap.high), dot=gap.value)
            for name, gap in gaps
        )
        verdicts = (
            ("wins more often", [name for name, gap in gaps if gap.low > 0]),
            ("wins less often", [name for name, gap in gaps if gap.high < 0]),
            (self.not_shown(), [name for name, gap in gaps if not gap.is_shown]),
        )
        note = ". ".join(f"{', '.join(names)}: {words}" for words, names in verdicts if names)
        title = "How much more often each seat wins than in the base, in points of a hundred"
        head = ("seat", "points", "95 % interval")
        return self.chart("gaps", Rows(title, head, marks, (-end, end), (0, "no difference"), f"{note}."))

    def not_shown(self) -> str:
        assert self.other is not None
        games = min(self.played.summary.games, self.other.summary.games)
        return f"no difference shown by {number_of(games, 'game')}"

    # ------------------------------------------------------------------------------------ lengths and scores

    def lengths(self) -> Iterator[Block]:
        yield self.heading("How long the games were", "lengths")
        edges = edges_of([length for _, each in self.sides for length in each.summary.lengths])
        series = tuple(
            Series(self.side_title(label), counted(each.summary.lengths, edges), label == OTHER)
            for label, each in self.sides
        )
        yield self.chart("lengths", Histogram("Games by their number of decisions", "decisions", edges, series))
        rows = []
        for label, each in self.sides:
            mean, least, median, most = each.summary.length()
            rows.append((self.side_title(label), f"{mean:,.1f}", f"{least:,}", f"{median:,}", f"{most:,}"))
        yield table(("decisions a game", "mean", "least", "median", "most"), rows)
        if self.other is not None:
            yield from self.gap_of(self.played.summary.lengths, self.other.summary.lengths, "decisions a game")

    def side_title(self, label: str) -> str:
        """`Entropy (base)`; without a base the title alone."""
        if self.other is None:
            return self.game.title
        game = self.game if label == THIS or self.base is None else self.base
        return f"{game.title} ({label})"

    def gap_of(self, values: Counter[int], others: Counter[int], what: str) -> Iterator[Block]:
        gap = gap_of_means(values, others)
        if gap is None:
            yield Paragraph((f"Too few games to compare {what}.",))
            return
        said = f"{_signed(gap.value)} {what} on average against the base, 95 % interval {_signed(gap.low)} to {_signed(gap.high)}"
        yield Paragraph((f"{said}: {'a difference' if gap.is_shown else self.not_shown()}.",))

    def scores(self) -> Iterator[Block]:
        if not self.played.summary.scores:
            return
        yield self.heading("Scores", "scores")
        for total in self.played.summary.sources:
            yield self.sources(total)
        for name in self.played.summary.scores:
            shown = [(label, each.summary.scores[name]) for label, each in self.sides if name in each.summary.scores]
            rows = [
                (seat_name(seat), label, counts[seat])
                for seat in range(self.played.summary.players)
                for label, counts in shown
            ]
            yield self.chart(f"score-{name}", self.spreads(f"{_words(name)} at the end, by seat", "seat", rows))
        yield Paragraph((Small(SPREAD),))

    def sources(self, total: str) -> Picture:
        """Where the points of a total come from, for each seat and for those who won."""
        found = [(label, each.summary.means(total)) for label, each in self.sides if total in each.summary.sources]
        names = list(dict.fromkeys(name for _, means in found for name in means))
        seats = [*map(seat_name, range(self.played.summary.players)), WINNERS]
        stacks = tuple(
            Stack(
                seat,
                label if self.other is not None else "",
                tuple(means[name][column] if name in means else 0.0 for name in names),
                label == OTHER,
            )
            for column, seat in enumerate(seats)
            for label, means in found
        )
        end = nice_end(max(1.0, *(sum(value for value in stack.values if value > 0) for stack in stacks)))
        title = f"Where the points come from ({_words(total).lower()}, mean of a game)"
        parts = tuple(name.replace("_", " ") for name in names)
        return self.chart(f"sources-{total}", Stacks(title, "seat", "sum", parts, stacks, end))

    def spreads(self, title: str, first: str, rows: Sequence[tuple[str, str, Counts]]) -> Rows:
        """How values are spread, in rows of a name, the game and how often there was each value."""
        both = ("game",) if self.other is not None else ()
        marks = tuple(
            spread_mark(name, label if both else "", counts, label == OTHER) for name, label, counts in rows if counts
        )
        ends = [end for mark in marks if mark.whisker is not None for end in mark.whisker]
        low, high = min(0.0, *ends), max(1.0, *ends)
        scale = (-nice_end(-low) if low < 0 else 0.0, nice_end(high))
        return Rows(title, (first, *both, "mean", "median", "range"), marks, scale)

    # ------------------------------------------------------------------------------------ decisions

    def decisions(self) -> Iterator[Block]:
        found = {each.address: each for each in self.played.phases}
        if not found:
            return
        yield self.heading("Decisions in turns and phases", "phases")
        others = {each.address: each for each in self.other.phases} if self.other is not None else {}
        rows = []
        for address, phase in found.items():
            both = [(THIS, phase), *([(OTHER, others[address])] if address in others else [])]
            if phase.turn:
                yield self.turns(address, both)
            rows += [(_words(phase.title), label, each.passes) for label, each in both]
        yield self.chart("phases", self.spreads("Decisions from the beginning of a phase to its end", "phase", rows))
        yield Paragraph((Small(SPREAD),))

    def turns(self, address: str, both: Sequence[tuple[str, PhasePasses]]) -> Picture:
        """How much a player decides in a turn."""
        edges = edges_of([length for _, each in both for length in each.passes])
        series = tuple(Series(self.side_title(label), counted(each.passes, edges), label == OTHER) for label, each in both)
        title = f"Turns by their number of decisions (“{both[0][1].title}”)"
        return self.chart(f"turns-{address}", Histogram(title, "decisions", edges, series, things="turns"))

    def options(self) -> Iterator[Block]:
        yield self.heading("What there was to choose", "options")
        figures = []
        for label, each in self.sides:
            decisions = each.summary.decisions
            mean = each.summary.offered / decisions if decisions else 0.0
            figures.append((self.side_title(label), f"{mean:.1f}", f"{each.summary.most_offered:,}"))
        yield table(("options a decision", "mean", "most"), figures)
        asked = self.played.asked
        busiest = sorted(asked, key=lambda address: -sum(asked[address].values()))[:MOST_ROWS]
        titles = Counter(map(self.title, busiest))
        rows = []
        for address in busiest:
            title = self.title(address)
            name = title if titles[title] == 1 else f"{title} ({address})"
            rows += [(name, label, each.asked.get(address, {})) for label, each in self.sides]
        if rows:
            title = "Options at each question" if len(busiest) == len(asked) else f"Options at the {MOST_ROWS} most frequent questions"
            yield self.chart("options", self.spreads(title, "question", rows))

    def title(self, address: str) -> str:
        return _words(self.titles.get(address, address))

    # ------------------------------------------------------------------------------------ endings

    def endings(self) -> Iterator[Block]:
        phases = list(dict.fromkeys(phase for _, each in self.sides for phase, _ in sorted(each.summary.endings)))
        if not phases:
            return
        yield self.heading("How phases ended", "endings")
        for phase in phases:
            found = {label: _endings(each.summary.endings, phase) for label, each in self.sides}
            names = sorted({name for each in found.values() for name in each}, key=lambda name: (-found[THIS].get(name, 0), name))
            marks = []
            for name in names:
                for label, counts in found.items():
                    share = counts.get(name, 0) / (sum(counts.values()) or 1)
                    game = (label,) if self.other is not None else ()
                    marks.append(Mark(_words(name), (*game, f"{counts.get(name, 0):,}", _percent(share)), bar=share, other=label == OTHER))
            head = ("ending", *(("game",) if self.other is not None else ()), "times", "share")
            yield self.chart(f"endings-{phase}", Rows(f"How “{self.title(phase)}” ended", head, tuple(marks), (0, 1)))

    def never(self) -> Iterator[Block]:
        yield self.heading("What never happened", "never")
        games = number_of(self.played.summary.games, "game")
        nodes = [each for each in self.played.never if each.kind == "node"]
        ways = [each for each in self.played.never if each.kind == "edge"]
        if nodes:
            yield Paragraph((f"In {games} play never came to these parts. They may be rare, or nothing may lead to them.",))
            yield Listing(tuple(Item(self.part(each)) for each in nodes))
        else:
            yield Paragraph((f"In {games} play came to every part of the picture.",))
        if ways:
            line = (f"{number_of(len(ways), 'way')} from one part to another that play never took",)
            yield Folded(line, (Listing(tuple(Item(self.part(each)) for each in ways)),))

    def part(self, unreached: Unreached) -> Line:
        place = (" ", Small(f"{Path(unreached.file).name}:{unreached.line}")) if unreached.file else ()
        return (unreached.title, *place)


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    """Plain cells as a table."""
    return Table(tuple((cell,) for cell in head), tuple(tuple((cell,) for cell in row) for row in rows))


def spread_mark(label: str, game: str, counts: Counts, other: bool) -> Mark:
    """Many values as one row: least to most, the middle half, the median."""
    total = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / total
    least, lower, median, upper, most = (
        value_at(counts, place) for place in (0, (total - 1) // 4, total // 2, total - 1 - (total - 1) // 4, total - 1)
    )
    cells = (*((game,) if game else ()), f"{mean:,.1f}", f"{median:,}", f"{least:,} to {most:,}" if least < most else f"{least:,}")
    return Mark(label, cells, whisker=(least, most), box=(lower, upper), dot=median, other=other)


def value_at(counts: Counts, place: int) -> int:
    """The value at a place, from 0, of all that were counted in their order."""
    before = 0
    for value in sorted(counts):
        before += counts[value]
        if place < before:
            return value
    raise IndexError(place)


def _endings(endings: Mapping[tuple[str, str], int], phase: str) -> dict[str, int]:
    return {ending: count for (where, ending), count in endings.items() if where == phase}


def number_of(number: int, noun: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _percent(share: float) -> str:
    return f"{share * 100:.1f}\N{NO-BREAK SPACE}%"


def _points(share: float) -> str:
    return _signed(share * 100)


def _signed(value: float) -> str:
    """With a sign, and none before a zero."""
    shown = f"{value:+,.1f}".replace("-", "−")
    return "0.0" if shown[1:] == "0.0" else shown


def _words(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]
