"""Counts the courses that a game can take, by depth, and its games to the end.

Positions that are come to on several ways are counted once for each way, and worked out once.
"""

from __future__ import annotations

from rulewright.interpreter.match import Match


def position(match: Match) -> tuple[object, ...]:
    """What a position is, without the frames' scratch."""
    state = match.state
    frames = tuple(tuple(frame[:2]) for frame in state.frames)
    return tuple(map(tuple, state.zones)), tuple(state.cells), frames, state.winners, match.decider


def perft(match: Match, depth: int, known: dict[tuple[object, ...], list[int]]) -> list[int]:
    """How many courses of 1, 2, ... `depth` decisions there are. known: what was counted before, by depth and position."""
    if match.over:
        return [0] * depth
    if depth == 1:
        return [len(match.grounds)]
    key = (depth, position(match))
    if key not in known:
        below = [perft(after, depth - 1, known) for after in followers(match)]
        known[key] = [len(below), *(sum(counts[d] for counts in below) for d in range(depth - 1))]
    return known[key]


def courses(match: Match, known: dict[tuple[object, ...], int]) -> int:
    """How many games there are from here to the end."""
    if match.over:
        return 1
    key = position(match)
    if key not in known:
        known[key] = sum(courses(after, known) for after in followers(match))
    return known[key]


def followers(match: Match) -> list[Match]:
    found = []
    for index in range(len(match.grounds)):
        after = match.copy()
        after.choose(index)
        found.append(after)
    return found
