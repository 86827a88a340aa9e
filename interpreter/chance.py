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
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_G = 0x9E3779B97F4A7C15


def mix(x: int) -> int:
    """The finaliser of SplitMix64."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


class Stream:
    """The numbers of one chance event."""

    def __init__(self, seed: int, event: int) -> None:
        self._key = mix((mix((seed + _G) & _MASK) + event * _G) & _MASK)
        self._count = 0

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including `bound`, each as likely. Raises ValueError when bound < 1."""
        if bound < 1:
            raise ValueError("nothing to draw from")
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            self._count += 1
            word = mix((self._key + self._count * _G) & _MASK)
            if word < limit:
                return word % bound

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in a new order, each order as likely."""
        result = items[:]
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
