"""A generated module made ready to run in Python, and kept for the next time.

In: a flow, a player count. Out: `Engine`, an instance with its exports and its memory. It needs the library `wasmtime` (extra
`fast`); `available` says whether that is installed.
"""

from __future__ import annotations

import atexit
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.kept_files import keep, kept_file, read_kept
from rulewright.interpreter.fast.load import ours
from rulewright.interpreter.fast.runtime import Failed
from rulewright.interpreter.wasm.module import text

MOST_KEPT = 128
WORTH_KEEPING = 50_000  # bytes; what is shorter is made again as fast as it is read


def available() -> bool:
    """Whether the library that runs modules is installed."""
    return find_spec("wasmtime") is not None


def binary(flow: Flow, players: int, counting: bool = False) -> bytes:
    """The module of a game, as a file that Node and browsers read. Raises Refused, and ValueError for a wrong player count."""
    import wasmtime

    path = _kept(flow, players, counting, "wasm")
    if (kept := read_kept(path)) is not None:
        return kept
    made = bytes(wasmtime.wat2wasm(text(flow, players, counting)[0]))
    if path is not None and len(made) > WORTH_KEEPING:
        keep(path, made, "wasm-*", MOST_KEPT)
    return made


@lru_cache(maxsize=32)
def machine_code(flow: Flow, players: int, counting: bool, /) -> bytes:
    """The module as code of this machine, made once, for forked processes too. Raises what `binary` raises."""
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = False  # its threads would be missing in forked processes, which then wait for ever
    engine = wasmtime.Engine(config)
    path = _kept(flow, players, counting, "machine")
    if (kept := read_kept(path)) is not None:  # only a file of our own is read: what is in it is run
        try:
            wasmtime.Module.deserialize(engine, kept)
            return kept
        except wasmtime.WasmtimeError:
            pass  # of another processor: it is made again
    code = bytes(wasmtime.Module(engine, made := binary(flow, players, counting)).serialize())
    if path is not None and len(made) > WORTH_KEEPING:
        keep(path, code, "wasm-*", MOST_KEPT)
    return code


class Engine:
    """One instance of a module. Whoever calls it uses its memory alone."""

    def __init__(self, flow: Flow, players: int, counting: bool) -> None:
        import wasmtime

        self.counting = counting
        self.at_once = 16  # games in one call; found by how long they take
        self._trap: tuple[type[Exception], ...] = (wasmtime.Trap, wasmtime.WasmtimeError)
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        module = wasmtime.Module.deserialize(engine, machine_code(flow, players, counting))
        instance = wasmtime.Instance(self._store, module, [])
        exports = instance.exports(self._store)
        self._exports: dict[str, Any] = {name: exports[name] for name in exports}
        self._memory = self._exports["memory"]

    def write(self, start: int, data: bytes) -> None:
        """Put bytes into the memory."""
        self._memory.write(self._store, data, start)

    def call(self, name: str, *arguments: int) -> int:
        """What an export gives. Raises Failed when a rule cannot be carried out, or memory does not suffice."""
        try:
            return self._exports[name](self._store, *arguments) or 0
        except self._trap as error:
            raise Failed from error

    def read(self, start: int, size: int) -> bytes:
        """Bytes of the memory."""
        return bytes(self._memory.read(self._store, start, start + size))


def _kept(flow: Flow, players: int, counting: bool, kind: str) -> Path | None:
    key = "\0".join((flow.digest, str(players), str(counting), ours()))
    return kept_file(f"wasm-{sha256(key.encode()).hexdigest()[:24]}.{kind}")


@lru_cache(maxsize=32)
def engine_of(flow: Flow, players: int, counting: bool = False, /) -> Engine:
    """The instance for a flow and a player count, made once."""
    return Engine(flow, players, counting)


atexit.register(engine_of.cache_clear)  # instances go before Python takes their library apart
