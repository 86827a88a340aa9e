"""Counting games: how often each seat wins, with intervals, and what the games were like.

In: results of playouts. Out: `Summary`. Intervals are Wilson's score intervals at 95 % (E. B. Wilson, 1927), which stay
within 0 and 1 and are right for small counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt

from rulewright.interpreter.layout import seat_name

Z95 = 1.959963984540054


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

    endings: (phase address, ending) -> how often. offered: options over all decisions; most_offered: at one of them.
    budget: it was cut off before its end.
    """

    seed: int
    winners: tuple[int, ...]
    scores: dict[str, tuple[int, ...]]
    choices: int
    endings: Counter[tuple[str, str]]
    offered: int
    most_offered: int
    budget: bool


@dataclass(slots=True)
class Summary:
    """Many games of one player count.

    wins: by seat, a shared win counts for each of its seats. shared, nobody, cut_off: games with several winners, with
    none, and without an end. lengths: decisions of each game.
    """

    players: int
    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: int = 0
    nobody: int = 0
    cut_off: int = 0
    lengths: list[int] = field(default_factory=list)
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    offered: int = 0
    most_offered: int = 0

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.games += 1
        self.cut_off += result.budget
        self.wins.update(result.winners)
        self.shared += len(result.winners) > 1
        self.nobody += not result.winners and not result.budget
        self.lengths.append(result.choices)
        self.endings.update(result.endings)
        self.offered += result.offered
        self.most_offered = max(self.most_offered, result.most_offered)

    def share(self, seat: int) -> tuple[float, float, float]:
        """A seat's share of wins and its 95 % interval."""
        low, high = wilson(self.wins[seat], self.games)
        return (self.wins[seat] / self.games if self.games else 0.0), low, high

    def length(self) -> tuple[float, int, int, int]:
        """Decisions a game: mean, least, median, most; zeros when there are no games."""
        ordered = sorted(self.lengths)
        if not ordered:
            return 0.0, 0, 0, 0
        return sum(ordered) / len(ordered), ordered[0], ordered[len(ordered) // 2], ordered[-1]

    def to_json(self) -> dict[str, object]:
        """The summary as plain data."""
        mean, least, median, most = self.length()
        decisions = sum(self.lengths)
        return {
            "players": self.players,
            "games": self.games,
            "wins": {seat_name(seat): self._wins(seat) for seat in range(self.players)},
            "shared": self.shared,
            "nobody": self.nobody,
            "cut_off": self.cut_off,
            "decisions": {"mean": mean, "least": least, "median": median, "most": most},
            "options": {"mean": self.offered / decisions if decisions else 0.0, "most": self.most_offered},
            "endings": [
                {"phase": phase, "ending": ending, "count": count}
                for (phase, ending), count in self.endings.most_common()
            ],
        }

    def _wins(self, seat: int) -> dict[str, float]:
        share, low, high = self.share(seat)
        return {"count": self.wins[seat], "share": share, "low": low, "high": high}
