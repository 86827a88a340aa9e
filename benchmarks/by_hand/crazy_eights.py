"""Crazy Eights for two by hand, by the rules of games/classics/crazy_eights."""

from __future__ import annotations

import random

CARDS = tuple((suit, rank) for rank in range(1, 14) for suit in range(4))


def play(seed: int) -> tuple[int, int]:
    """One random game: decisions, winner."""
    chance = random.Random(seed)
    pick = chance.randrange
    deck = list(CARDS)
    chance.shuffle(deck)
    player = 1 - pick(2)
    hands = [[deck.pop() for _ in range(7)] for _ in range(2)]
    while deck[-1][1] == 8:
        chance.shuffle(deck)
    called, on_top = deck.pop()
    decisions = drawn = passes = 0
    while True:
        hand = hands[player]
        options: list[int] = [place for place, (suit, rank) in enumerate(hand) if rank in (8, on_top) or suit == called]
        options.append(-1)  # draw, or pass
        chosen = options[pick(len(options))]
        decisions += 1
        if chosen >= 0:
            called, on_top = hand.pop(chosen)
            passes = 0
            if not hand:
                return decisions, player
            if on_top == 8:
                called = pick(4)
                decisions += 1
        elif deck and drawn < 5:
            hand.append(deck.pop())
            drawn, passes = drawn + 1, 0
            continue
        elif not deck:
            passes += 1
            if passes >= 2:
                points = [sum(50 if rank == 8 else min(rank, 10) for _, rank in each) for each in hands]
                return decisions, -1 if points[0] == points[1] else int(points[1] < points[0])
        player, drawn = 1 - player, 0
