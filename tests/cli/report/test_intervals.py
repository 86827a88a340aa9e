"""Intervals on differences, against figures worked out elsewhere."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rulewright.report.intervals import _student, gap_of_means, gap_of_shares


def test_shares_as_newcombe_has_them() -> None:
    """Table II of his paper of 1998, method 10."""
    for (hits, of, others, other_of), (low, high) in {
        (56, 70, 48, 80): (0.0524, 0.3339),
        (9, 10, 3, 10): (0.1705, 0.8090),
        (10, 10, 0, 10): (0.6075, 1.0),
    }.items():
        gap = gap_of_shares(hits, of, others, other_of)
        assert gap is not None and (gap.low, gap.high) == pytest.approx((low, high), abs=5e-5)
        assert gap.is_shown and gap.value == pytest.approx(hits / of - others / other_of)
    same = gap_of_shares(3, 10, 3, 10)
    assert same is not None and not same.is_shown and same.low == pytest.approx(-same.high)
    assert gap_of_shares(0, 0, 1, 2) is None


def test_means_as_welch_has_them() -> None:
    """t(8) of 97.5 % is 2.306; both variances are 2.5, so the half is 2.306 * sqrt(2.5 / 5 * 2)."""
    gap = gap_of_means(Counter([1, 2, 3, 4, 5]), Counter([2, 3, 4, 5, 6]))
    assert gap is not None
    assert (gap.value, gap.low, gap.high) == pytest.approx((-1, -3.306, 1.306), abs=2e-3)
    assert gap_of_means(Counter([1, 2, 3, 4]), Counter([1, 2, 3, 4, 5])) is None
    even = gap_of_means(Counter([3] * 5), Counter([1] * 5))
    assert even is not None and (even.low, even.high, even.is_shown) == (2, 2, True)


def test_quantiles_of_students_distribution() -> None:
    tables = {4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, quantile in tables.items():
        assert _student(freedom) == pytest.approx(quantile, rel=0.01)


def test_intervals_hold_what_they_say() -> None:
    """Of many samples of two equal dice about one in twenty shows a difference that is not there."""
    generator = random.Random(1)
    wrong = 0
    for _ in range(400):
        first, second = ([generator.randint(1, 6) for _ in range(12)] for _ in range(2))
        gap = gap_of_means(Counter(first), Counter(second))
        wrong += gap is not None and gap.is_shown
    assert 8 <= wrong <= 34
