"""Entropy Cosmos: cells of the ledger's tables in the words of the rulebook's tables.

In: a row, a column and a value as the ledger's component tables write them. Out: the cell as `games/entropy_cosmos/tables`
has it. Effects and requirements become rules of the language.
"""

from __future__ import annotations

import re

from tests.ledger.notation import NotationError

SETS = {
    "planet": "planets",
    "star": "stars",
    "asteroid": "asteroids",
    "biome": "biomes",
    "played_card": "played_cards",
    "focus_card": "focus_cards",
}
MARKS = {"none": "2", "3+": "3", "4": "4"}
EFFECTS = ("effect", "reward", "improved_reward", "tier_1", "tier_2", "bonus")
NUMBERS = ("mass_cost", "build_cost", "entropy_cost", "use_cost", "extra_cost", "top_slot", "bottom_slot")
ACTIONS = ("action", "start_action", "trigger")


def cell(column: str, value: str) -> str:
    """A value of the ledger as the rulebook's table writes it."""
    if column in EFFECTS:
        return effect(value)
    if column in ACTIONS:
        return value.replace(" ", "_")
    if column in NUMBERS:
        return "0" if value == "none" else value.split()[0]
    if column in ("requires", "removes", "gives"):
        return re.sub(r"(plant|animal|lifeform)s\b", r"\1", value)
    match column:
        case "evolves_to":
            paths = [part.split() for part in value.split("|")]
            return value if value == "none" else " + ".join(f"{cost} {star.lower()}" for star, cost in paths)
        case "life_cards":
            return re.sub(r"_cards?\b", "", value)
        case "resources":
            return "" if value == "none" else f"gain {value}"
        case "requirement":
            return requirement(value)
        case "mark":
            return MARKS[value]
        case "token":
            return f"{value}_token"
        case "set":
            return f"set_{value.lower()}"
        case _:
            return value


def effect(text: str) -> str:
    """An effect: its steps, one after another."""
    return "" if text == "none" else "; ".join(_step(part.strip()) for part in text.split(";"))


def requirement(text: str) -> str:
    """What a mission or an objective asks for."""
    match = re.fullmatch(r"have (\d+) (.*?)( in one system)?", text)
    if match is None:
        raise NotationError(f"`{text}` is no requirement")
    number, what, _ = match.groups()
    noun = what.split()[0]
    if noun in ("bacteria", "plant", "plants", "animal", "animals"):
        return f"total({noun.removesuffix('s')}) >= {number}"
    if noun.startswith("generator_space"):
        return f"generator >= {number}"
    if noun.startswith("condition"):
        return f"some(systems where icons({what.split('== ')[1]}) >= {number})"
    found, _ = _count(what)
    return f"some({found})" if number == "1" else f"count({found}) >= {number}"


def _test(text: str) -> str:
    attribute, sign, value = text.strip().split(" ", 2)
    if sign == "in":
        return (
            "(" + " or ".join(f"{attribute} is {each.strip().lower()}" for each in value.strip("()").split("|")) + ")"
        )
    if sign != "==":
        return text.strip()
    if attribute == "state":
        return "fulfilled" if value == "fulfilled" else "not fulfilled"
    if (
        attribute in ("bacteria", "plants", "animals", "lifeforms", "biomes", "life_cards", "tier")
        and value.isdecimal()
    ):
        return f"{attribute} is {value}"
    return f"{attribute} is {'t' if value == 'chosen' else value.lower()}"


def _count(text: str) -> tuple[str, str]:
    """What is counted, and out of what a `chosen` value is chosen."""
    match = re.fullmatch(r"(distinct |sum )?(\w+)(?:\.(\w+))?(?: where (.*))?", text)
    if match is None:
        raise NotationError(f"`{text}` cannot be counted")
    how, thing, attribute, where = match.groups()
    if thing in ("generator_space", "generator_spaces"):
        return "generator", ""
    if thing in ("bacteria", "plant", "animal"):
        return f"total({thing})", ""
    if thing.startswith("condition"):
        kind = where.split("== ")[1]
        return ("icons(t)", "Element where icons(it) > 0") if kind == "chosen" else (f"icons({kind})", "")
    among = SETS.get(thing) or SETS[thing.removesuffix("s")]
    tests = " and ".join(_test(part) for part in where.split(" and ")) if where else ""
    found = f"{among} where {tests}" if tests else among
    chosen = f"distinct({among} by type)" if where and "chosen" in where else ""
    if how:
        return f"{how.strip()}({found} by {attribute})", chosen
    return found, chosen


def _gain(amounts: str, here: str | None, per: str | None) -> str:
    rule = f"gain {amounts}" + (" at here" if here else "")
    if per is None:
        return rule
    found, chosen = _count(per)
    rule += f" per {found}"
    return f'may choose t from {chosen} "Which type?": {rule}' if chosen else rule


def _advance(number: str, what: str, here: str | None) -> str:
    noun = what if what == "bacteria" else what.removesuffix("s")
    if noun == "generator_space":
        return f"gain {number} {what}"
    given = [number, *([] if noun == "lifeform" else [noun]), *(["on: here"] if here else [])]
    return f"do advance({', '.join(given)})"


def _action(action: str, free: str | None, number: str | None, what: str | None) -> str:
    if action == "upgrade console" and what == "mass":  # an action is made cheaper only in what it costs
        number = None
    given = "(free: yes)" if free else f"({what}_off: {number})" if number else ""
    may = "" if action == "activate stars" else "may "  # which asks for the first star, or none
    return f"{may}do {action.replace(' ', '_')}{given}"


def _step(text: str) -> str:
    if match := re.fullmatch(r"gain (.*?)( here)?(?: per (.*))?", text):
        return _gain(*match.groups())
    if match := re.fullmatch(r"advance (\d+) (\w+)( here)?", text):
        return _advance(*match.groups())
    if match := re.fullmatch(r"do (\w+ \w+)(?: (for free)| with (\d+) (\w+) off)?", text):
        return _action(*match.groups())
    if match := re.fullmatch(r"activate (\d+) stars?(?: with (\d+) entropy off)?", text):
        return f"do activate({match[1]}" + (f", entropy_off: {match[2]})" if match[2] else ")")
    if match := re.fullmatch(r"fulfill (\d+) biomes?( here)?", text):
        return f"do fulfill_free({match[1]}" + (", on: here)" if match[2] else ")")
    if match := re.fullmatch(r"retrieve (\d+) tokens?", text):
        return f"do retrieve({match[1]})"
    if match := re.fullmatch(r"(boost|save) (\d+) \w+", text):
        return f"gain {match[2]} {'boost' if match[1] == 'boost' else 'saving'}"
    if match := re.fullmatch(r"choose \((.*)\)", text):
        return "may choose (" + " | ".join(_step(part.strip()) for part in match[1].split("|")) + ")"
    if match := re.fullmatch(r"pay (.*?) to (.*)", text):
        return f"may pay {match[1]}: {_step(match[2])}"
    raise NotationError(f"`{text}` is no step of an effect")
