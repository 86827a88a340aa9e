"""What can go wrong at play.

In: nothing. Out: `PlayError`, with a code RW9xx, the place in the rulebook, and the chain of rules that led there.
"""

from __future__ import annotations

from rulewright.dsl.flow.ir import Origin


class PlayError(Exception):
    """A rule cannot be carried out. chain: the addresses of the nodes under way, from the outside in."""

    def __init__(self, code: str, message: str, origin: Origin | None = None, chain: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.origin = origin
        self.chain = chain
        self.through: tuple[str, ...] = ()  # the definitions that were being carried out, from the outside in

    def __reduce__(self) -> tuple[type[PlayError], tuple[object, ...]]:
        """So that one process can tell it another."""
        return type(self), (self.code, self.message, self.origin, self.chain)

    @property
    def is_of_file(self) -> bool:
        """Whether a file that was read is at fault (RW92x), not the rulebook."""
        return self.code.startswith("RW92")

    def __str__(self) -> str:
        place = f"{self.origin.span}: " if self.origin is not None else ""
        where = f" (in `{self.origin.address}`)" if self.origin is not None else ""
        under_way = f"; under way: {' -> '.join(self.chain)}" if self.chain else ""
        return f"{place}error[{self.code}] {self.message}{where}{under_way}"

    def through_definitions(self) -> None:
        """Put the definitions that were being carried out into the message."""
        if self.through:
            names = self.through if len(self.through) < 8 else (*self.through[:4], "...", *self.through[-3:])
            self.message += f" (through {' -> '.join(names)})"
            self.through = ()


ENDLESS = "RW901"
TOO_DEEP = "RW902"
ZONE_FULL = "RW903"
OUT_OF_BOUNDS = "RW904"
DIVIDED_BY_ZERO = "RW905"
TIE = "RW906"
NOT_AN_OPTION = "RW907"
NO_PLACE = "RW908"
TOO_MUCH = "RW909"
INVARIANT = "RW910"
TOO_LARGE = "RW911"
CHANGED_RULEBOOK = "RW920"
BAD_TRANSCRIPT = "RW921"
BAD_SAVE = "RW922"
BAD_SIMULATION = "RW923"
