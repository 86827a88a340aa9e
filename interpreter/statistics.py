"""Counting games: how often each seat wins, with intervals, and what the games were like.

In: results of playouts; for `phases`, a trace of them. Out: `Summary`, and what is decided in a pass of each phase.
Intervals are Wilson's score intervals at 95 % (E. B. Wilson, 1927), which stay within 0 and 1 and are right for small
counts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from typing import Any

from rulewright.dsl.flow.ir import Flow, ScopeSpec
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.reading import histogram, histogram_rows, members, number, refusal, text
from rulewright.interpreter.scoring import Sources, source_number
from rulewright.interpreter.trace import Trace, is_phase

Z95 = 1.959963984540054
MOST_GAMES = 1_000_000  # of one simulation
WINNERS = "winners"  # all seats that have won, as one


def wilson(hits: int, of: int, z: float = Z95) -> tuple[float, float]:
    """The interval for a share, from `hits` out of `of`; (0, 1) when there were none."""
    if of == 0:
        return 0.0, 1.0
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == of else min(1.0, middle + half)
    return low, high


@dataclass(frozen=True, slots=True)
class Result:
    """One game.

    scores: line of the scoring -> what each seat has at the end. sources: total -> source -> the same, see `scoring`.
    endings: (phase address, ending) -> how often. offered: options over all decisions; most_offered: at one of them.
    budget: it was cut off before its end.
    """

    seed: int
    winners: tuple[int, ...]
    scores: dict[str, tuple[int, ...]]
    sources: Sources
    choices: int
    endings: Counter[tuple[str, str]]
    offered: int
    most_offered: int
    budget: bool


def endings_of(flow: Flow, ended: Iterable[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """How phases have ended, as (address, ending); in: each variable that says so, with the value that it got."""
    for variable, value in ended:
        if value >= 0:  # it is none while the phase runs
            scope = _ending_scopes(flow)[variable]
            yield scope.address, scope.endings[value]


@lru_cache(maxsize=32)
def _ending_scopes(flow: Flow) -> dict[int, ScopeSpec]:
    """The phase of each variable that says how one has ended."""
    return {scope.ending: scope for scope in flow.scopes if scope.ending >= 0}


@dataclass(slots=True)
class Summary:
    """Many games of one player count.

    wins: by seat, a shared win counts for each of its seats. shared, nobody, cut_off: games with several winners, with
    none, and without an end. lengths: decisions -> how many games had so many. scores: line of the scoring -> for each seat how many games
    that have ended gave it which score. sources: total -> source -> the points of it in those games, of each seat and of all
    winners together.
    """

    players: int
    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: int = 0
    nobody: int = 0
    cut_off: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    offered: int = 0
    most_offered: int = 0
    scores: dict[str, tuple[Counter[int], ...]] = field(default_factory=dict)
    sources: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.games += 1
        self.cut_off += result.budget
        self.wins.update(result.winners)
        self.shared += len(result.winners) > 1
        self.nobody += not result.winners and not result.budget
        self.lengths[result.choices] += 1
        self.endings.update(result.endings)
        self.offered += result.offered
        self.most_offered = max(self.most_offered, result.most_offered)
        for line, values in () if result.budget else result.scores.items():
            counters = self.scores.setdefault(line, tuple(Counter() for _ in range(self.players)))
            for counter, value in zip(counters, values, strict=True):
                counter[value] += 1
        for total, sources in () if result.budget else result.sources.items():
            for source, points in sources.items():
                sums = self.sources.setdefault(total, {}).setdefault(source, [0] * (self.players + 1))
                for seat, value in enumerate(points):
                    sums[seat] += value
                    sums[-1] += value * (seat in result.winners)

    def join(self, other: Summary) -> None:
        """Count the games of another summary, too, as if they had been added one by one behind these."""
        self.games += other.games
        self.shared += other.shared
        self.nobody += other.nobody
        self.cut_off += other.cut_off
        self.offered += other.offered
        self.most_offered = max(self.most_offered, other.most_offered)
        self.wins.update(other.wins)
        self.lengths.update(other.lengths)
        self.endings.update(other.endings)
        for line, theirs in other.scores.items():
            counters = self.scores.setdefault(line, tuple(Counter() for _ in range(self.players)))
            for counter, more in zip(counters, theirs, strict=True):
                counter.update(more)
        for total, sources in other.sources.items():
            for source, points in sources.items():
                sums = self.sources.setdefault(total, {}).setdefault(source, [0] * (self.players + 1))
                sums[:] = [one + two for one, two in zip(sums, points, strict=True)]

    def in_order(self, flow: Flow) -> Summary:
        """The same with sources and endings in the order of the rulebook, not in that in which games told of them."""
        scores = {score.name for score in flow.scores}

        def place(source: str) -> int:
            return source_number(flow, source)

        totals = sorted(self.sources, key=lambda total: (total in scores, place(total)))  # counters that gain lines go first
        self.sources = {total: {name: self.sources[total][name] for name in sorted(self.sources[total], key=place)} for total in totals}
        known = [(scope.address, ending) for scope in flow.scopes for ending in scope.endings]
        self.endings = Counter({each: self.endings[each] for each in known if each in self.endings})
        return self

    @property
    def decisions(self) -> int:
        """Of all games."""
        return sum(length * games for length, games in self.lengths.items())

    def means(self, total: str) -> dict[str, tuple[float, ...]]:
        """Where the points of a total come from: source -> its mean in the games that have ended, of each seat, and of the
        winners as the last one."""
        ended, won = self.games - self.cut_off, sum(self.wins.values())
        games = [*([ended] * self.players), won]
        return {
            source: tuple(value / count if count else 0.0 for value, count in zip(sums, games, strict=True))
            for source, sums in self.sources.get(total, {}).items()
        }

    def share(self, seat: int) -> tuple[float, float, float]:
        """A seat's share of wins and its 95 % interval."""
        low, high = wilson(self.wins[seat], self.games)
        return (self.wins[seat] / self.games if self.games else 0.0), low, high

    def length(self) -> tuple[float, int, int, int]:
        """Decisions a game: mean, least, median, most; zeros when there are no games."""
        if not self.games:
            return 0.0, 0, 0, 0
        ordered = sorted(self.lengths)
        before = list(accumulate(self.lengths[length] for length in ordered))
        median = ordered[bisect_right(before, self.games // 2)]
        return self.decisions / self.games, ordered[0], median, ordered[-1]

    def to_json(self) -> dict[str, object]:
        """The summary as plain data."""
        mean, least, median, most = self.length()
        decisions = self.decisions
        return {
            "players": self.players,
            "games": self.games,
            "wins": {seat_name(seat): self._wins(seat) for seat in range(self.players)},
            "shared": self.shared,
            "nobody": self.nobody,
            "cut_off": self.cut_off,
            "decisions": {
                "mean": mean, "least": least, "median": median, "most": most,
                "histogram": histogram_rows(self.lengths),
            },
            "options": {
                "mean": self.offered / decisions if decisions else 0.0, "most": self.most_offered, "offered": self.offered,
            },
            "scores": {
                line: {seat_name(seat): distribution(counter) for seat, counter in enumerate(counters)}
                for line, counters in self.scores.items()
            },
            "sources": {
                total: {
                    source: {
                        name: {"mean": mean, "sum": value}
                        for name, mean, value in zip(self._columns(), means, self.sources[total][source], strict=True)
                    }
                    for source, means in self.means(total).items()
                }
                for total in self.sources
            },
            "endings": [
                {"phase": phase, "ending": ending, "count": count}
                for (phase, ending), count in self.endings.most_common()
            ],
        }  # fmt: skip

    @classmethod
    def from_json(cls, value: object) -> Summary:
        """The summary of what `to_json` gave. Raises PlayError RW923 when it is none."""
        data = members(value, "a summary")
        summary = cls(number(data, "players", 1), number(data, "games", 0, MOST_GAMES))
        for name in ("shared", "nobody", "cut_off"):
            setattr(summary, name, number(data, name, 0, summary.games))
        decisions = members(data.get("decisions"), "`decisions`")
        lengths = histogram(decisions, "histogram", 0)
        if lengths.total() != summary.games:
            raise refusal("`histogram` of `decisions` does not count each game once")
        summary.lengths = lengths
        options = members(data.get("options"), "`options`")
        summary.offered, summary.most_offered = number(options, "offered"), number(options, "most")
        summary._read_seats(data)
        summary._read_sources(data)
        endings = data.get("endings")
        for each in endings if isinstance(endings, list) else [None]:
            ending = members(each, "an ending")
            summary.endings[text(ending, "phase"), text(ending, "ending")] += number(ending, "count")
        return summary

    def _read_seats(self, data: Mapping[str, Any]) -> None:
        seats = [seat_name(seat) for seat in range(self.players)]
        wins = members(data.get("wins"), "`wins`")
        for seat, name in enumerate(seats):
            if won := number(members(wins.get(name), f"`wins` of {name}"), "count", 0, self.games):
                self.wins[seat] = won
        for line, values in members(data.get("scores"), "`scores`").items():
            found = members(values, f"the scores of `{line}`")
            counters = (histogram(members(found.get(name), f"`{line}` of {name}"), "histogram") for name in seats)
            self.scores[line] = tuple(counters)

    def _columns(self) -> list[str]:
        return [*map(seat_name, range(self.players)), WINNERS]

    def _read_sources(self, data: Mapping[str, Any]) -> None:
        for total, sources in members(data.get("sources"), "`sources`").items():
            for source, sums in members(sources, f"the sources of `{total}`").items():
                found = members(sums, f"`{source}` of `{total}`")
                each = (members(found.get(name), f"`{source}` of {name}") for name in self._columns())
                self.sources.setdefault(total, {})[source] = [number(sum_, "sum", None) for sum_ in each]

    def _wins(self, seat: int) -> dict[str, float]:
        share, low, high = self.share(seat)
        return {"count": self.wins[seat], "share": share, "low": low, "high": high}


def distribution(counted: Mapping[int, int]) -> dict[str, Any]:
    """A histogram with its mean, least and most value; None where nothing was counted."""
    total = sum(counted.values())
    mean = sum(value * count for value, count in counted.items()) / total if total else None
    least, most = (min(counted), max(counted)) if total else (None, None)
    return {"mean": mean, "least": least, "most": most, "histogram": histogram_rows(counted)}


@dataclass(frozen=True, slots=True)
class PhasePasses:
    """A phase and how many decisions its passes had.

    A pass goes from where the phase begins, or its loop comes round, to where it is over; decisions of phases inside and of
    what is called there are among its own. turn: a pass is a player's turn, since the phase goes round the players and
    stands in no other one that does. passes: decisions -> passes.
    """

    address: str
    title: str
    turn: bool
    passes: Counter[int]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"phase": self.address, "title": self.title, "turn": self.turn, **distribution(self.passes)}


def phases(flow: Flow, trace: Trace) -> list[PhasePasses]:
    """Every phase that has been played, in the order of the rulebook; the passes of games that were cut off, up to there."""
    found = []
    for place, spec in enumerate(flow.scopes):
        if place in trace.passes:
            around = spec.parent
            while around >= 0 and not (is_phase(flow, around) and flow.scopes[around].players >= 0):
                around = flow.scopes[around].parent
            turn = spec.players >= 0 and around < 0
            found.append(PhasePasses(spec.address, spec.title, turn, trace.passes[place]))
    return found
