"""Reads the plain data of saved figures and refuses what cannot have been counted, saying what is wrong.

In: values that come from a text. Out: numbers and counters, or PlayError RW923.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rulewright.interpreter.errors import BAD_SIMULATION, PlayError

FORMAT = 2  # of everything that is saved about simulated games


def refusal(why: str) -> PlayError:
    """The error that something is no saved simulation."""
    return PlayError(BAD_SIMULATION, f"this is not a saved simulation: {why}")


def members(value: object, what: str) -> dict[str, Any]:
    """An object with named members."""
    if not isinstance(value, dict):
        raise refusal(f"{what} must be an object")
    return value


def of_this_format(value: object, what: str) -> dict[str, Any]:
    """An object that names the format known here."""
    data = members(value, what)
    found = data.get("format")
    if type(found) is not int:
        raise refusal(f"{what} must have a `format`")
    if found != FORMAT:
        raise refusal(f"{what} has format {found}, and {FORMAT} is known here; simulate again")
    return data


def number(data: Mapping[str, Any], name: str, low: int | None = 0, high: int | None = None) -> int:
    """A whole number. low, high: the least and the most that it can be."""
    value = data.get(name)
    if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
        wanted = "" if low is None else f" from {low}" if high is None else f" from {low} to {high}"
        raise refusal(f"`{name}` must be a whole number{wanted}")
    return value


def text(data: Mapping[str, Any], name: str) -> str:
    """A text."""
    value = data.get(name)
    if not isinstance(value, str):
        raise refusal(f"`{name}` must be a text")
    return value


def rows(data: Mapping[str, Any], name: str, width: int) -> list[list[int]]:
    """Rows of so many whole numbers, of which the last one is a count."""
    found = data.get(name)
    if not isinstance(found, list):
        raise refusal(f"`{name}` must be a list of rows")
    for place, row in enumerate(found, 1):
        if not isinstance(row, list) or len(row) != width or not all(type(value) is int for value in row):
            raise refusal(f"row {place} of `{name}` must be {width} whole numbers")
        if row[-1] < 1:
            raise refusal(f"row {place} of `{name}` must end with how often, from 1")
    return found


def histogram(data: Mapping[str, Any], name: str, low: int | None = None) -> Counter[int]:
    """How often each value came; low: the least that there can be."""
    found: Counter[int] = Counter()
    for value, count in rows(data, name, 2):
        if low is not None and value < low:
            raise refusal(f"`{name}` has {value}, and {low} is the least")
        found[value] += count
    return found


def histogram_rows(counted: Mapping[int, int]) -> list[list[int]]:
    """A histogram as rows of a value and its count, the least value first."""
    return [[value, count] for value, count in sorted(counted.items())]
