"""Whether two games differ: intervals on differences, and honest words for them.

In: what was counted in games of both. Out: a difference with its 95 % interval. Shares by R. G. Newcombe's method (1998,
number 10), which is made of Wilson's intervals; means by B. L. Welch's (1947). Both take the games for independent of one
another: games with the same seed deal the same cards at first, and go their own ways soon.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt

from rulewright.interpreter.statistics import Z95, wilson

FEWEST = 5  # values of each for an interval on a difference of means


@dataclass(frozen=True, slots=True)
class Gap:
    """How much more there is in the game than in the one it is compared with, and the 95 % interval of that."""

    value: float
    low: float
    high: float

    @property
    def is_shown(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0


def gap_of_shares(hits: int, of: int, other_hits: int, other_of: int) -> Gap | None:
    """hits out of `of` against the other's; None when one of them has no games."""
    if not of or not other_of:
        return None
    share, other = hits / of, other_hits / other_of
    (low, high), (other_low, other_high) = wilson(hits, of), wilson(other_hits, other_of)
    down = sqrt((share - low) * (share - low) + (other_high - other) * (other_high - other))
    up = sqrt((high - share) * (high - share) + (other - other_low) * (other - other_low))
    return Gap(share - other, share - other - down, share - other + up)


def gap_of_means(values: Counter[int], others: Counter[int]) -> Gap | None:
    """The mean of some values (value -> how often) against that of others; None when there are too few of them."""
    count, other_count = values.total(), others.total()
    if min(count, other_count) < FEWEST:
        return None
    square, other_square = _spread(values) / count, _spread(others) / other_count
    gap = _mean(values) - _mean(others)
    both = square + other_square
    if both == 0:
        return Gap(gap, gap, gap)
    freedom = both * both / (square * square / (count - 1) + other_square * other_square / (other_count - 1))
    half = _student(freedom) * sqrt(both)
    return Gap(gap, gap - half, gap + half)


def _mean(values: Counter[int]) -> float:
    return sum(value * count for value, count in values.items()) / values.total()


def _spread(values: Counter[int]) -> float:
    """The variance of what the values are a sample of."""
    mean = _mean(values)
    return sum((value - mean) * (value - mean) * count for value, count in values.items()) / (values.total() - 1)


def _student(freedom: float) -> float:
    """Within how many deviations 95 of 100 lie, by Cornish and Fisher's series: good to 1 % from 4 degrees of freedom on."""
    z, square = Z95, Z95 * Z95
    first = z * (square + 1) / 4
    second = z * ((5 * square + 16) * square + 3) / 96
    third = z * (((3 * square + 19) * square + 17) * square - 15) / 384
    return z + first / freedom + second / (freedom * freedom) + third / (freedom * freedom * freedom)
