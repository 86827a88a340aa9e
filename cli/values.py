"""What the texts of a scenario mean in a match: which zone and variable, what value, which option.

In: places and words of a scenario, as they were read. Out: numbers, as positions and states have them.
"""

from __future__ import annotations

import re

from rulewright.dsl.flow.analyses import made_for
from rulewright.dsl.flow.ir import Flow, VariableSpec
from rulewright.dsl.places import Place, seat_number
from rulewright.dsl.types import EnumType, FlagType, IntType, KindType, OptionalType, PlayerType, Type, strip
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.match import Match
from rulewright.interpreter.options import Option, find, plain
from rulewright.interpreter.position import PositionError, Where, named

_OWNER = re.compile(r"\b([A-Z]|P\d+)'s ")
_AGAIN = re.compile(r" #\d+$")


class Values:
    """The meaning of texts in one game with so many players."""

    def __init__(self, flow: Flow, players: int) -> None:
        self.flow = flow
        self.layout = layout_of(flow, players)

    def component(self, text: str) -> int:
        """The first component that a text names."""
        found = named(self.layout, text)
        if not found:
            raise PositionError(f"`{text}` is not in the game with {self.layout.players} players")
        return found[0]

    def enum_value(self, text: str) -> int:
        """The place of a word in its list kind."""
        for enum in self.flow.enums:
            if text in enum.values:
                return enum.values.index(text)
        raise PositionError(f"`{text}` is no value")

    def where(self, place: Place) -> Where:
        """The zone that a place means, and whose."""
        if place.owner is None:
            return place.name, None
        spec = next((zone for zone in self.flow.zones if zone.name == place.name), None)
        if spec is not None and spec.per is not None and spec.per.what == "enum":
            return place.name, self.enum_value(place.owner)
        if spec is not None and spec.per is not None and spec.per.what == "kind":
            return place.name, self.component(place.owner)
        return place.name, seat_number(place.owner)

    def index(self, place: Place, spec: VariableSpec) -> tuple[int, ...]:
        """The keys of a place, as numbers: the one before its dot first."""
        if spec.made_up:
            return ()
        keys = (*((place.owner,) if place.owner is not None else ()), *place.keys)
        found = []
        for key, dimension in zip(keys, spec.per, strict=True):
            if dimension.what == "players":
                found.append(seat_number(key))
            elif dimension.what == "enum":
                found.append(self.flow.enums[dimension.number].values.index(key))
            elif dimension.what == "kind":
                found.append(self.component(key))
            else:
                found.append(int(key))
        return tuple(found)

    def value(self, text: str, type_: Type) -> int:
        """The value that a text means for a variable of a type."""
        match type_:
            case OptionalType(of=of):
                return -1 if text == "none" else self.value(text, of)
            case PlayerType():
                return seat_number(text)
            case FlagType():
                return int(text == "yes")
            case EnumType(name):
                values = next(enum.values for enum in self.flow.enums if enum.name == name)
                if text not in values:
                    raise PositionError(f"`{text}` is none of {', '.join(values)}")
                return values.index(text)
            case KindType():
                return self.component(text)
            case IntType() if text.lstrip("-").isdigit():
                return int(text)
            case _:
                raise PositionError(f"`{text}` is no value for this variable")

    def option(self, match: Match, words: str) -> Option:
        """The option that is written so; `A's Pawn` is the one with a pawn made for A. Raises PlayError when there is none."""
        try:
            return find(match.options, words)
        except PlayError:
            owner = _OWNER.search(words)
            if owner is None:
                raise
            bare, seat = plain(unowned(words)), seat_number(owner[1])
            for option in match.options:
                if plain(_AGAIN.sub("", option.text)) == bare and seat in self._made_for(match, option):
                    return option
            raise

    def _made_for(self, match: Match, option: Option) -> list[int]:
        """The seats for which the components are made that an option picks."""
        assert match.choice is not None
        types = [pick.type for pick in match.choice.alternatives[option.alternative].picks]
        components = [pick for pick, type_ in zip(option.picks, types, strict=False) if isinstance(strip(type_), KindType)]
        return [made_for(self.flow, self.layout.components[each]) for each in components if each >= 0]


def unowned(words: str) -> str:
    """The words of an option without whose its component is."""
    return _OWNER.sub("", words)
