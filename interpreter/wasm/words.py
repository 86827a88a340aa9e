"""Bits as words of machine code: the first members in the first word.

In: how many members, or their bits. Out: `words_for`, how many words they are; `in_words`, the words.
"""

from __future__ import annotations

WORD = 64  # bits of a word


def words_for(members: int) -> int:
    """How many words the bits of so many members are."""
    return (members + WORD - 1) // WORD


def in_words(bits: int, size: int) -> list[int]:
    """Bits as so many words."""
    return [bits >> WORD * place & (1 << WORD) - 1 for place in range(size)]
