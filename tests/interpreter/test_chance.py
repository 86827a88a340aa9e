"""The generator: published values of its mixing step, recorded values of ours, and fairness."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from rulewright.interpreter.chance import Stream, mix

GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def test_mixing_is_that_of_splitmix64():
    """The first outputs of SplitMix64 seeded with 0, as published with it."""
    outputs = [mix(n * GOLDEN_GAMMA & (1 << 64) - 1) for n in (1, 2, 3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_as_documented():
    """The docstring's recipe, written out once more."""
    mask = (1 << 64) - 1
    key = mix(mix(42 + GOLDEN_GAMMA) + 3 * GOLDEN_GAMMA & mask)
    words = [mix(key + n * GOLDEN_GAMMA & mask) for n in (1, 2, 3)]
    stream = Stream(42, 3)
    assert [stream.below(1000) for _ in words] == [word % 1000 for word in words]


def test_recorded_values():
    """These must never change: transcripts rest on them."""
    assert Stream(7, 0).shuffled(list(range(10))) == [6, 0, 7, 8, 4, 5, 9, 3, 2, 1]
    stream = Stream(7, 1)
    assert [stream.below(6) for _ in range(12)] == [4, 4, 1, 0, 4, 2, 1, 4, 4, 4, 4, 4]


@pytest.mark.parametrize("ahead", [1, 4, 64])
def test_words_made_at_once_are_those_made_one_by_one(ahead):
    mask = (1 << 64) - 1
    for seed in (0, 1, mask, 0x123456789ABCDEF):
        key = mix(mix(seed + GOLDEN_GAMMA & mask) + 2 * GOLDEN_GAMMA & mask)
        stream = Stream(seed, 2, ahead)
        # No word is passed over where the bound divides 2^64.
        assert [stream.below(1 << 64) for _ in range(300)] == [mix(key + n * GOLDEN_GAMMA & mask) for n in range(1, 301)]


def test_words_above_the_greatest_multiple_are_passed_over():
    bound = (1 << 63) + 1  # nearly half of them
    mask = (1 << 64) - 1
    key = mix(mix(9 + GOLDEN_GAMMA) + GOLDEN_GAMMA & mask)
    words = [mix(key + n * GOLDEN_GAMMA & mask) for n in range(1, 101)]
    kept = [word for word in words if word < bound]
    stream = Stream(9, 1, ahead=4)
    assert 30 < len(kept) < 70
    assert [stream.below(bound) for _ in kept] == kept


def test_an_event_does_not_disturb_the_next():
    first = Stream(1, 0)
    for _ in range(100):
        first.below(9)
    assert Stream(1, 1).below(1 << 60) == Stream(1, 1).below(1 << 60) != Stream(1, 2).below(1 << 60)


def test_numbers_below_a_bound_are_even():
    counts = Counter(Stream(seed, 0).below(5) for seed in range(10_000))
    assert set(counts) == set(range(5))
    assert all(1850 < count < 2150 for count in counts.values())


def test_every_order_is_as_likely():
    counts = Counter(tuple(Stream(seed, 5).shuffled([0, 1, 2, 3])) for seed in range(24_000))
    assert set(counts) == set(permutations(range(4)))
    assert all(850 < count < 1150 for count in counts.values())


def test_great_bounds_and_negative_seeds():
    assert 0 <= Stream(-5, 0).below((1 << 63) + 1) <= 1 << 63
    assert Stream(3, 0).below(1) == 0


def test_nothing_to_draw_from():
    with pytest.raises(ValueError, match="nothing to draw from"):
        Stream(0, 0).below(0)
