"""The flow while it is being made: its lists of scopes, blocks, procedures, functions and origins.

In: tables and problems. Out: `Program`, which every module of `lower` adds to, and `Builder`, which makes the blocks of
one procedure.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.flow.expr import NONE, Const, Expr, Local
from rulewright.dsl.flow.ir import (
    Audience,
    Block,
    Branch,
    EntrySpec,
    Exit,
    FunctionSpec,
    Goto,
    Hold,
    Op,
    Origin,
    Procedure,
    ScopeSpec,
    Settle,
    VariableSpec,
)
from rulewright.dsl.lower.reads import Measure
from rulewright.dsl.model import Tables
from rulewright.dsl.source import Span
from rulewright.dsl.types import PLAYER, OptionalType, Type

NOBODY = Const(NONE)
TO_ALL = Audience("all")


@dataclass(slots=True)
class Program:
    """All lists of the flow that is being made."""

    tables: Tables
    problems: Problems
    origins: list[Origin] = field(default_factory=list)
    scopes: list[ScopeSpec] = field(default_factory=list)
    scope_by_address: dict[str, int] = field(default_factory=dict)
    blocks: list[Block | None] = field(default_factory=list)
    procedures: list[Procedure | None] = field(default_factory=list)
    functions: list[FunctionSpec | None] = field(default_factory=list)
    measures: dict[int, Measure] = field(default_factory=dict)  # of the functions that are made
    variables: dict[int, VariableSpec] = field(default_factory=dict)
    entries: list[EntrySpec] = field(default_factory=list)
    temps: int = 0
    action_procedures: dict[str, int] = field(default_factory=dict)
    window_procedures: dict[str, int] = field(default_factory=dict)
    trigger_procedures: dict[str, int] = field(default_factory=dict)
    settle: int = -1
    _origin_numbers: dict[tuple[str, int, int, str], int] = field(default_factory=dict)

    def origin(self, address: str, span: Span) -> int:
        """The number of an origin, made when it is new."""
        key = (address, span.start, span.end, span.source.name)
        if key not in self._origin_numbers:
            self._origin_numbers[key] = len(self.origins)
            self.origins.append(Origin(address, span))
        return self._origin_numbers[key]

    def temp(self) -> int:
        """A new temp, unlike all others of the flow."""
        self.temps += 1
        return self.temps - 1

    def add_scope(self, scope: ScopeSpec) -> int:
        """The number of a new scope."""
        self.scopes.append(scope)
        self.scope_by_address.setdefault(scope.address, len(self.scopes) - 1)
        return len(self.scopes) - 1

    def reserve_procedure(self) -> int:
        """A number for a procedure that is made later."""
        self.procedures.append(None)
        return len(self.procedures) - 1


class Builder:
    """Makes the blocks of one procedure.

    There is always a running block that ops are added to; `leave` closes it with an exit, `enter` opens another one.
    """

    def __init__(self, program: Program, procedure: int, scope: int) -> None:
        self.program = program
        self.procedure = procedure
        self.scope = scope
        self.names: list[str] = ["me"]
        self.types: list[Type] = [OptionalType(PLAYER)]
        self.stop: int | None = None  # where `stop` goes on; None: it returns
        self.held = 0  # how many `together` are open here
        self._number = -1
        self._scope = scope
        self._ops: list[Op] = []
        self.entry = self.label()
        self.enter(self.entry)

    def slot(self, name: str, type_: Type) -> int:
        """A new local."""
        self.names.append(name)
        self.types.append(type_)
        return len(self.names) - 1

    def local(self, name: str, type_: Type) -> Local:
        """A new local, as an expression."""
        return Local(self.slot(name, type_))

    def label(self) -> int:
        """A number for a block that is opened later."""
        self.program.blocks.append(None)
        return len(self.program.blocks) - 1

    def enter(self, number: int) -> None:
        """Open a block; the last one must be closed."""
        assert self._number == -1, "the running block has no exit yet"
        self._number, self._scope, self._ops = number, self.scope, []

    @property
    def current(self) -> int:
        """The number of the running block."""
        return self._number

    @property
    def open(self) -> bool:
        """Whether there is a running block (none after an exit that does not come back)."""
        return self._number != -1

    def emit(self, op: Op) -> None:
        """Add an op to the running block."""
        self._ops.append(op)

    def leave(self, exit_: Exit) -> None:
        """Close the running block."""
        assert self._number != -1, "there is no running block"
        if isinstance(exit_, Branch) and isinstance(exit_.condition, Const):  # an option of the game decides it
            exit_ = Goto(exit_.then if exit_.condition.value else exit_.otherwise, exit_.origin)
        self.program.blocks[self._number] = Block(self._number, self.procedure, self._scope, tuple(self._ops), exit_)
        self._number = -1

    def goto_label(self, number: int, origin: int) -> None:
        """Close the running block, if there is one; the block it goes on at is opened by somebody else."""
        if self.open:
            self.leave(Goto(number, origin))

    def goto(self, number: int, origin: int) -> None:
        """Close the running block and open the block it goes on at."""
        self.leave(Goto(number, origin))
        self.enter(number)

    def cut(self, origin: int) -> None:
        """Begin a new block here, so that what follows belongs to the present scope."""
        self.goto(self.label(), origin)

    def settle(self, origin: int) -> None:
        """Laws and due triggers get their turn here, unless this stands inside `together`."""
        if not self.held:
            then = self.label()
            self.leave(Settle(then, origin))
            self.enter(then)

    def hold(self, origin: int, sealed: bool = False) -> None:
        """Nothing settles from here on."""
        self.held += 1
        self.emit(Hold(1, origin, sealed))

    def release(self, origin: int, sealed: bool = False) -> None:
        """The end of a `hold`, which settles."""
        self.held -= 1
        self.emit(Hold(-1, origin, sealed))
        self.settle(origin)

    def finish(self, address: str, kind: str, parameters: int, origin: int) -> Procedure:
        """The procedure; its running block must be closed."""
        assert self._number == -1, "the last block has no exit"
        made = Procedure(
            address,
            kind,
            self.scope,
            parameters,
            len(self.names),
            tuple(self.names),
            tuple(self.types),
            self.entry,
            origin,
        )
        self.program.procedures[self.procedure] = made
        return made


    @classmethod
    def reopen(cls, program: Program, procedure: int) -> Builder:
        """A builder that adds blocks to a procedure that is finished; it stands at none of them."""
        made = program.procedures[procedure]
        assert made is not None
        builder = cls(program, procedure, made.scope)
        builder.names, builder.types, builder.entry = list(made.names), list(made.types), made.entry
        builder._number = -1
        return builder

    def close(self) -> None:
        """Give a procedure that was reopened the locals that it has now."""
        made = self.program.procedures[self.procedure]
        assert made is not None and self._number == -1
        names, types = tuple(self.names), tuple(self.types)
        self.program.procedures[self.procedure] = replace(made, locals=len(names), names=names, types=types)


def me_or_nobody(me: Expr | None) -> Expr:
    """Who did it: `me`, or nobody."""
    return NOBODY if me is None else me
