"""What a formula can see where it stands: local names, who `me` is, and the candidates of the filters around it.

In: nothing. Out: `Names`, an immutable environment; each method gives a new one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type


@dataclass(frozen=True, slots=True)
class Bound:
    """A local name's value, its type, and where it got the name."""

    value: Expr
    type: Type
    span: Span | None


@dataclass(frozen=True, slots=True)
class Names:
    """The names at one place. me: None where nobody acts. candidates: of the filters around, the innermost last.

    looks_back: whether `earlier` can be asked here.
    """

    me: Expr | None = None
    locals: dict[str, Bound] = field(default_factory=dict)
    candidates: tuple[Bound, ...] = ()
    looks_back: bool = False

    def with_me(self, me: Expr) -> Names:
        """The same names with somebody (else) acting."""
        return replace(self, me=me)

    def with_local(self, name: str, value: Expr, type_: Type, span: Span | None) -> Names:
        """The same names and one more."""
        return replace(self, locals={**self.locals, name: Bound(value, type_, span)})

    def with_candidate(self, value: Expr, type_: Type) -> Names:
        """The same names inside a filter."""
        return replace(self, candidates=(*self.candidates, Bound(value, type_, None)))

    def alone(self) -> Names:
        """No names at all but the global ones."""
        return Names()
