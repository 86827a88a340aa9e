"""The generator: the same seed gives the same game on every machine.

In: a seed and the number of the chance event. Out: integers below a bound, and shuffled lists. Bit for bit: with all
arithmetic modulo 2^64,

    mix(x): x ^= x >> 30; x *= 0xBF58476D1CE4E5B9; x ^= x >> 27; x *= 0x94D049BB133111EB; x ^= x >> 31   (SplitMix64)
    key(seed, event) = mix(mix(seed + G) + event * G)           G = 0x9E3779B97F4A7C15
    word(seed, event, n) = mix(key(seed, event) + (n + 1) * G)   n = 0, 1, 2 ... within the event

A number below `bound` is word mod bound, where words not less than the greatest multiple of bound up to 2^64 are passed
over. A shuffle goes from the last place to the second and changes each with a place not behind it (Fisher-Yates), one
number for each. Events are numbered from 0 in the order of play; as each has its own key, a variant that draws more in
one event does not change the others.

Words are made several at once, as lanes of one long integer: that takes a third of the time of one by one, and gives the same.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

_MASK = (1 << 64) - 1
_G = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_SMALL = 1 << 32
_SURE = (1 << 64) - _SMALL  # a word below it is never passed over where the bound is small
MOST_LANES = 64


def mix(x: int) -> int:
    """The finaliser of SplitMix64."""
    x = ((x ^ (x >> 30)) * _FIRST) & _MASK
    x = ((x ^ (x >> 27)) * _SECOND) & _MASK
    return x ^ (x >> 31)


class Lanes:
    """Makes so many words at once: each lies in 128 bits of a long integer, so that no product runs into the next lane."""

    def __init__(self, count: int) -> None:
        self._ones = sum(1 << 128 * lane for lane in range(count))
        self._steps = sum((lane + 1) * _G % (1 << 64) << 128 * lane for lane in range(count))
        self._mask = self._ones * _MASK
        # What a shift to the right leaves of a lane, without what comes into it from the next one.
        self._by_30, self._by_27, self._by_31 = (self._ones * ((1 << 64 - by) - 1) for by in (30, 27, 31))
        self._size = 16 * count
        self._apart = Struct("<" + "Q8x" * count).unpack

    def after(self, counter: int) -> tuple[int, ...]:
        """mix(counter + G), mix(counter + 2 G) and so on."""
        x = (counter * self._ones + self._steps) & self._mask
        x = ((x ^ ((x >> 30) & self._by_30)) * _FIRST) & self._mask
        x = ((x ^ ((x >> 27) & self._by_27)) * _SECOND) & self._mask
        return self._apart((x ^ ((x >> 31) & self._by_31)).to_bytes(self._size, "little"))


@lru_cache(maxsize=MOST_LANES)
def lanes(count: int) -> Lanes:
    """Those of so many words, made once."""
    return Lanes(count)


@lru_cache(maxsize=16)
def _of_seed(seed: int) -> int:
    """What the keys of all events of a seed have in common."""
    return mix((seed + _G) & _MASK)


class Stream:
    """The numbers of one chance event. ahead: how many words are made when the first one is wanted."""

    __slots__ = ("_ahead", "_counter", "_words")

    def __init__(self, seed: int, event: int, ahead: int = 1) -> None:
        self._counter = mix((_of_seed(seed) + event * _G) & _MASK)
        self._words: list[int] = []  # those that come next, the last one first
        self._ahead = ahead

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including `bound`, each as likely. Raises ValueError when bound < 1."""
        words = self._words
        word = words.pop() if words else self._next()
        if 0 < bound <= _SMALL and word < _SURE:
            return word % bound
        if bound < 1:
            raise ValueError("nothing to draw from")
        limit = (1 << 64) - (1 << 64) % bound
        while word >= limit:
            word = self._next()
        return word % bound

    def _next(self) -> int:
        """The next word."""
        words, count = self._words, self._ahead
        if words:
            return words.pop()
        if count == 1:
            self._counter = (self._counter + _G) & _MASK
            self._ahead = 4
            return mix(self._counter)
        words += lanes(count).after(self._counter)[::-1]
        self._counter = (self._counter + count * _G) & _MASK
        self._ahead = min(2 * count, MOST_LANES)
        return words.pop()

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in a new order, each order as likely."""
        result, below = items[:], self.below
        self._ahead = max(1, min(len(items) - 1, MOST_LANES))
        for last in range(len(result) - 1, 0, -1):
            other = below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
