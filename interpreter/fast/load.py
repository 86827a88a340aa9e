"""Generated source made ready to run, and kept for the next time.

In: a flow, a player count. Out: `Module`. What was compiled is kept in a file by the digest of the rulebook, of the project's own
text, and Python's version: to write and compile the source of a large game takes longer than many games of it.
"""

from __future__ import annotations

import hashlib
import linecache
import marshal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import cast

from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.limits import MOST_CHANCE
from rulewright.dsl.kept_files import keep, kept_file, read_kept
from rulewright.interpreter.fast import runtime
from rulewright.interpreter.fast.bits import Boards, Cells, spots
from rulewright.interpreter.fast.module import source
from rulewright.interpreter.fast.twins import SameTo
from rulewright.interpreter.fast.whole import NeedsHelp
from rulewright.interpreter.state import State, Value
from rulewright.interpreter.trace import Trace

WORTH_KEEPING = 100_000  # characters; what is shorter is made again as fast as it is read
MOST_KEPT = 64
Gained = Callable[[State, int, int, int, int], None]  # the state before, the variable, the line, the seat, how much
Kept = tuple[str, CodeType, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Sort:
    """What a module is for. counting: it tells a trace what happens. unseen: nobody wants a view. whole: it plays whole games."""

    counting: bool = False
    unseen: bool = False
    whole: bool = False


class Unwritable(Exception):
    """There is no such source: Python takes none with so much inside one another (a choice of more than twenty things at once,
    say), or there are blocks that only the reference machine carries out, so that no game is played whole."""


class Module:
    """Generated code at work.

    heads: the functions by block; leads_to: where options lead, for each block that asks. kept: what definitions gave, until
    something changes. asked: who decides and what is on offer at a stop; asking: who is asked in whole games. ended: how phases have
    ended, as it was set. gained: told of what counters gain by lines of the scoring. Raises Unwritable.
    """

    def __init__(self, flow: Flow, players: int, sort: Sort, same_to: SameTo, gained: Gained) -> None:
        name = f"<rulewright {flow.name}, {players} players, {sort}>"
        self.text, code, constants = _compiled(flow, players, sort, name)
        linecache.cache[name] = (len(self.text), None, self.text.splitlines(keepends=True), name)
        self.asked: list[object] = [-1, ()]
        self.ended: list[tuple[int, int]] = []
        self.kept: dict[object, Value] = {}
        self.limits = runtime.Limits()
        self.asking = runtime.Asking(self.limits)
        self.names = names_of(constants, self.kept, self.limits)
        self._boards = Boards(cast(Cells, constants["BOARDS"]))
        self.names |= self._boards.lists
        self.names |= {"ASKED": self.asked, "ENDED": self.ended, "same_to": same_to, "gained": gained, "ask": self.asking.ask}
        exec(code, self.names)
        if sort.whole:
            written = [(self.names[f"p{number}"], each.parameters) for number, each in enumerate(flow.procedures)]
            self.names["PROCEDURES"] = cast(runtime.Written, written)
            self.main = cast(Callable[[State, int], int], written[flow.main][0])
        blocks = range(len(flow.blocks))
        self.heads = cast(Sequence[runtime.Head], [self.names.get(f"h{number}") for number in blocks])
        self.leads_to = cast(Sequence[runtime.Ways], [self.names.get(f"TAKEN{number}") for number in blocks])

    def tell(self, trace: Trace) -> None:
        """From now on this trace is told what happens, by a module that counts."""
        self.names |= {"come_to": trace.come_to, "reacts": trace.react}

    def forget(self, state: State) -> None:
        """Another state, or the same after a decision: nothing that definitions gave holds any more."""
        self.kept.clear()
        self._boards.read(state)
        self.limits.work = 0

    def begin(self, state: State) -> None:
        """A whole game begins."""
        self.kept.clear()
        self._boards.begin(state)
        self.limits.work = 0
        self.ended.clear()
        self.limits.left, self.limits.drawn = runtime.STEPS, MOST_CHANCE

    def value(self, function: int, state: State, *arguments: Value) -> Value:
        """The value of a definition."""
        return self.names[f"d{function}"](state, *arguments)  # type: ignore[operator, no-any-return]


def names_of(constants: dict[str, object], kept: dict[object, Value], limits: runtime.Limits) -> dict[str, object]:
    """What the formulas of generated code call by name."""
    called = {each: getattr(runtime, each) for each in dir(runtime) if not each.startswith("_")}
    return called | constants | {"spots": spots, "M": kept, "LASTING": {}, "LIMITS": limits}


def _compiled(flow: Flow, players: int, sort: Sort, name: str) -> Kept:
    key = "\0".join((flow.digest, str(players), str(sort), sys.version, ours()))
    path = kept_file(f"fast-{hashlib.sha256(key.encode()).hexdigest()[:24]}.marshal")
    if (kept := read_kept(path)) is not None:
        return cast(Kept, marshal.loads(kept))
    try:
        made = source(flow, players, sort.counting, sort.unseen, sort.whole)
    except NeedsHelp as error:
        raise Unwritable(str(error)) from error
    found = made.text, code_of(made.text, name), made.constants
    if path is not None and len(made.text) > WORTH_KEEPING:
        keep(path, marshal.dumps(found), "fast-*.marshal", MOST_KEPT)
    return found


def code_of(text: str, name: str) -> CodeType:
    """Source compiled. name: what it is called where it fails. Raises Unwritable."""
    try:
        return compile(text, name, "exec")
    except (SyntaxError, RecursionError, MemoryError) as error:
        if isinstance(error, SyntaxError) and not error.msg.startswith("too many"):
            raise
        raise Unwritable(str(error)) from error


@cache
def ours() -> str:
    """What tells one state of the project's own files from another."""
    package = Path(runtime.__file__).parents[2]
    patterns = [f"{folder}/**/*.{kind}" for folder in ("dsl", "interpreter") for kind in ("py", "wat")]
    files = [file.stat() for pattern in patterns for file in sorted(package.glob(pattern))]
    return hashlib.sha256(repr([(each.st_size, each.st_mtime_ns) for each in files]).encode()).hexdigest()
