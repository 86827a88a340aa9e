"""Entropy Cosmos: the options of a stop in the words of the notation, and the kinds of stops.

In: a match with the names of its systems. Out: the label of each option; what kind of stop it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.interpreter import Match
from rulewright.interpreter.options import Option
from tests.ledger.cosmos_library import rows
from tests.ledger.cosmos_places import letter

ACTIONS = (
    "evolve_star",
    "aggregate_planet",
    "create_life",
    "activate_stars",
    "set_biome",
    "upgrade_console",
    "take_life_cards",
    "catch_asteroid",
    "primordial_soup",
)
STOPS = {
    "phases.round.turn.movement.move": "move",
    "phases.round.turn.action.close": "action",
    "actions.cross": "token",
    "actions.pass_token.reward": "passed",
    "actions.use_biome": "biome",
    "actions.activate_another": "activate",
    "actions.place_planet": "place",
    "actions.remove_lifeforms": "remove",
    "actions.create_life.gains": "order",
    "actions.give_lifeforms": "boost",
    "actions.grow": "gain",
    "actions.lifeforms": "gain",
    "actions.any_lifeform": "gain",
    "actions.advance_once": "advance",
    "actions.draw_from": "cards",
    "actions.draw_of": "cards",
    "actions.fulfill_free": "fulfill",
    "actions.retrieve": "retrieve",
    "actions.resolve_mission": "mission",
}
FREE = ("fulfill", "exchange")


@dataclass
class Names:
    """The systems of a match by their names in the notation. Those that come into play are named after their owner."""

    systems: dict[int, str]

    def refresh(self, match: Match) -> None:
        """Name the systems that have come into play."""
        for seat in range(match.players):
            for place, each in enumerate(there(match, "systems", seat), 1):
                self.systems.setdefault(each, f"{letter(seat)}{place}")


def there(match: Match, zone: str, owner: int | None = None) -> list[int]:
    """The components of a zone."""
    place = next(place for place, spec in enumerate(match.flow.zones) if spec.name == zone)
    return list(match.state.zones[match.machine.layout.instance[(place, owner)]])


def place_of(match: Match, component: int) -> tuple[str, int | None]:
    """The zone in which a component lies, and its owner."""
    zone, owner = match.machine.layout.instances[match.state.where[component]]
    return match.flow.zones[zone].name, owner


def name(match: Match, component: int) -> str:
    """A component's name."""
    return match.machine.layout.names[component]


def labels(match: Match, names: Names) -> list[tuple[str, list[int]]]:
    """Every label with the places of the options that it takes one after another."""
    found: list[tuple[str, list[int]]] = []
    cheap = any(option.address == "actions.activate_one.discounted" for option in match.options)
    for option in match.options:
        if option.address == "actions.create_life" and not option.passes:
            found += _plays(match, names, option)
        else:
            text = label(match, names, option)
            if option.address == "actions.activate_one.full" and cheap:
                text += " full"
            found.append((text, [option.index]))
    return found


def _plays(match: Match, names: Names, option: Option) -> list[tuple[str, list[int]]]:
    """A life card with each planet and each card that may be discarded for it."""
    after = match.copy()
    after.choose(option.index)
    found = []
    for planet in after.options:
        if planet.address != "actions.create_life.planet":
            continue
        text, way = (
            f"play {name(match, option.picks[0])} to {name(match, planet.picks[0])}",
            [option.index, planet.index],
        )
        then = after.copy()
        then.choose(planet.index)
        helpers = [] if then.over else [each for each in then.options if each.address == "actions.create_life.helper"]
        if helpers:
            found += [(f"{text} discarding {name(match, each.picks[0])}", [*way, each.index]) for each in helpers]
        else:
            found.append((text, way))
    return found


def _token(match: Match, component: int) -> str:
    return name(match, component).split()[0].lower()


def _system(match: Match, names: Names, star: int) -> str:
    """The name of the system in which a star or a planet is."""
    _, owner = place_of(match, star)
    return names.systems.get(-1 if owner is None else owner, "?")


def _on(match: Match, component: int) -> str:
    """The planet on which something lies."""
    _, owner = place_of(match, component)
    return "?" if owner is None else name(match, owner)


def _type(match: Match, asteroid: int) -> str:
    return rows()[name(match, asteroid)][1]["type"]


Labeller = Callable[[Match, Names, Option], str]


def _home(match: Match, names: Names, system: int) -> str:
    return "new" if place_of(match, system)[0] == "spare_systems" else names.systems.get(system, "?")


LABELS: dict[str, Labeller] = {
    "move_to_outer": lambda m, n, o: f"move O{o.values[1][1:]}",
    "move_to_inner": lambda m, n, o: f"move I{o.values[1][1:]} with {_token(m, o.picks[2])}",
    "cross": lambda m, n, o: f"take {_token(m, o.picks[-1])}",
    "take_entropy": lambda m, n, o: "entropy",
    "activate_in_passing": lambda m, n, o: f"activate {_system(m, n, o.picks[0])}",
    "take_nothing": lambda m, n, o: "pass",
    "use_biome": lambda m, n, o: f"use {_on(m, o.picks[0])}",
    "fulfill": lambda m, n, o: f"fulfill {_on(m, o.picks[0])}",
    "fulfill_free": lambda m, n, o: f"fulfill {_on(m, o.picks[-1])}",
    "exchange.for_energy": lambda m, n, o: "exchange energy",
    "exchange.for_mass": lambda m, n, o: "exchange mass",
    "evolve_star.evolve": lambda m, n, o: f"evolve {_system(m, n, o.picks[0])} to {o.values[1]}",
    "evolve_star.add": lambda m, n, o: f"add {o.values[0]} in {_home(m, n, o.picks[1])}",
    "aggregate_planet": lambda m, n, o: f"aggregate {o.values[0]}",
    "activate_one.discounted": lambda m, n, o: f"activate {_system(m, n, o.picks[0])}",
    "activate_one.full": lambda m, n, o: f"activate {_system(m, n, o.picks[0])}",
    "activate_another": lambda m, n, o: f"activate {_system(m, n, o.picks[0])}",
    "set_biome": lambda m, n, o: f"set {o.values[0]} at {o.values[1]}",
    "upgrade_console": lambda m, n, o: f"upgrade {rows()[o.values[0]][1]['token'].split('_')[0]}",
    "draw_from": lambda m, n, o: f"take {o.values[-1]}",
    "draw_of": lambda m, n, o: f"take {o.values[-1]}",
    "catch_asteroid.with_mass": lambda m, n, o: f"catch {_type(m, o.picks[0])} on {o.values[1]} mass",
    "catch_asteroid.with_lifeforms": lambda m, n, o: (
        f"catch {_type(m, o.picks[0])} on {o.values[1]} lifeform paying {o.values[2]}"
    ),
    "catch_asteroid.free": lambda m, n, o: f"catch {_type(m, o.picks[0])} on {o.values[1]} lifeform",
    "primordial_soup": lambda m, n, o: "soup",
    "place_planet": lambda m, n, o: f"place in {_home(m, n, o.picks[-1])}",
    "remove_lifeforms": lambda m, n, o: f"remove {o.values[-1]}",
    "create_life.gains.1": lambda m, n, o: "lifeforms first",
    "create_life.gains.2": lambda m, n, o: "effect first",
    "give_lifeforms": lambda m, n, o: f"more {o.values[-1]}",
    "grow": lambda m, n, o: f"{m.prompt.split()[0].lower()} on {o.values[-1]}",
    "any_lifeform": lambda m, n, o: f"{o.values[0]} on {o.values[1]}",
    "advance_once.new": lambda m, n, o: f"bacteria on {o.values[0]}",
    "advance_once.to_plant": lambda m, n, o: f"bacteria to plant on {o.values[0]}",
    "advance_once.to_animal": lambda m, n, o: f"plant to animal on {o.values[0]}",
    "retrieve": lambda m, n, o: f"retrieve {_token(m, o.picks[-1])}",
    "resolve_mission": lambda m, n, o: f"mission {o.values[0]}",
}


def label(match: Match, names: Names, option: Option) -> str:
    """How the notation calls an option."""
    if option.passes or option.address == "phases.round.turn.action.close":
        return "pass"
    written = LABELS.get(option.address.removeprefix("actions."))
    if written is not None:
        return written(match, names, option)
    if not option.values and option.text in ("yes", "pay"):
        return "pay"
    return f"choose {option.values[0]}" if option.values else f"choose [{option.label.lower()}]"


def stop(match: Match, names: Names, begun: bool) -> str:
    """The kind of the stop. begun: an option of the action has been taken in this action step."""
    if match.over:
        return "over"
    asked = match.asked_at
    if asked.startswith("windows."):
        return "free"
    tail = asked.removeprefix("actions.").partition(".")[0]
    activity = next(place for place, each in enumerate(match.flow.variables) if each.name == "activity")
    value = match.state.cells[match.machine.layout.cell(activity, ())]
    landed = "" if value < 0 else ACTIONS[value]
    if asked == "actions.activate_one":
        return "action" if landed == "activate_stars" and not begun else "activate"
    if asked == "actions.draw_from" and landed == "take_life_cards" and not begun:
        return "action"
    if asked in STOPS:
        return STOPS[asked]
    if tail in ACTIONS:
        return "action" if tail == landed and not begun else f"given {tail.replace('_', ' ')}"
    texts = [label(match, names, option) for option in match.options if not option.passes]
    return "pay" if "pay" in texts else "choose"
