"""The exits of blocks as closures: where the machine goes on, or that it stops.

In: a machine and a block. Out: `EXITS`, the builder for each kind of exit; what it builds says whether the machine stops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from rulewright.dsl.flow import ir
from rulewright.interpreter.closures import Frame
from rulewright.interpreter.state import State, Value
from rulewright.interpreter.veil import asked, known, lift

if TYPE_CHECKING:
    from rulewright.interpreter.machine import Machine

Step = Callable[[State, Frame], bool]  # whether the machine stops here


def _goto(machine: Machine, block: ir.Block) -> Step:
    assert isinstance(block.exit, ir.Goto)
    target = block.exit.block

    def goto(state: State, frame: Frame) -> bool:
        frame[1] = target
        return False

    return goto


def _branch(machine: Machine, block: ir.Block) -> Step:
    exit_ = block.exit
    assert isinstance(exit_, ir.Branch)
    condition, then, otherwise = machine.evaluator.make(exit_.condition), exit_.then, exit_.otherwise
    temps = machine.temps

    def branch(state: State, frame: Frame) -> bool:
        frame[1] = then if condition(state, frame, temps) else otherwise
        return False

    return branch


def push(machine: Machine, state: State, procedure: int, arguments: list[Value], floor: int = -1) -> None:
    """A new frame on top."""
    spec = machine.flow.procedures[procedure]
    values = arguments[: spec.parameters]
    state.frames.append([procedure, spec.entry, floor, *values, *([-1] * (spec.locals - len(values)))])


def _call(machine: Machine, block: ir.Block) -> Step:
    exit_ = block.exit
    assert isinstance(exit_, ir.Call)
    arguments, temps, then = [machine.evaluator.make(each) for each in exit_.arguments], machine.temps, exit_.then
    fixed = exit_.procedure if isinstance(exit_.procedure, int) else None
    told = None if isinstance(exit_.procedure, int) else machine.evaluator.number(exit_.procedure)

    def call(state: State, frame: Frame) -> bool:
        procedure = fixed if told is None else told(state, frame, temps)
        values = [argument(state, frame, temps) for argument in arguments]
        frame[1] = then
        if procedure is not None and procedure >= 0:
            push(machine, state, procedure, values)
        return False

    return call


def _return(machine: Machine, block: ir.Block) -> Step:
    def return_(state: State, frame: Frame) -> bool:
        state.frames.pop()
        floor = cast(int, frame[2])
        if floor >= 0:
            state.floor = floor
        return False

    return return_


def _leave(machine: Machine, block: ir.Block) -> Step:
    exit_ = block.exit
    assert isinstance(exit_, ir.Leave)
    target = exit_.block

    def leave(state: State, frame: Frame) -> bool:
        del state.frames[1:]
        state.frames[0][1] = target
        state.pending.clear()
        state.held = state.floor = 0
        lift(state, machine.ops.log)
        return False

    return leave


def _settle(machine: Machine, block: ir.Block) -> Step:
    exit_ = block.exit
    assert isinstance(exit_, ir.Settle)
    then = exit_.then

    def settle(state: State, frame: Frame) -> bool:
        frame[1] = then
        if not state.held:
            push(machine, state, machine.flow.settle, [-1])
        return False

    return settle


def _react(machine: Machine, block: ir.Block) -> Step:
    exit_ = block.exit
    assert isinstance(exit_, ir.React)
    done = exit_.done

    def react(state: State, frame: Frame) -> bool:
        if len(state.pending) <= state.floor:
            frame[1] = done
            return False
        procedure, *arguments = state.pending.pop(state.floor)
        before = state.floor
        state.floor = len(state.pending)
        push(machine, state, cast(int, procedure), arguments, before)
        return False

    return react


def _choice(machine: Machine, block: ir.Block) -> Step:
    exit_ = block.exit
    assert isinstance(exit_, ir.Choice)
    who, temps = machine.evaluator.number(exit_.who), machine.temps

    def choice(state: State, frame: Frame) -> bool:
        seat = who(state, frame, temps)
        asked(state)
        seen = state if state.veil is None else known(state, seat, decides=True)
        options = machine.options_of.grounds(seen, block.number, exit_, seat) if seat >= 0 else []
        if not options:
            frame[1] = exit_.empty
            return False
        if len(options) == 1 and exit_.forced == "take" and exit_.secrecy == "open" and state.veil is None:
            machine.take(state, options[0])
            return False
        machine.stopped_with = options
        return True

    return choice


def _stop(machine: Machine, block: ir.Block) -> Step:
    return lambda state, frame: True


def _game_end(machine: Machine, block: ir.Block) -> Step:
    exit_ = block.exit
    assert isinstance(exit_, ir.GameEnd)
    winners, temps = machine.evaluator.members(exit_.winners), machine.temps

    def game_end(state: State, frame: Frame) -> bool:
        state.winners = tuple(sorted(winners(state, frame, temps)))
        lift(state, machine.ops.log)
        return True

    return game_end


def _gone(machine: Machine, block: ir.Block) -> Step:
    raise AssertionError(f"block {block.number} is gone, and nothing leads there")


EXITS: dict[type, Callable[[Machine, ir.Block], Step]] = {
    ir.Goto: _goto,
    ir.Branch: _branch,
    ir.Call: _call,
    ir.Return: _return,
    ir.Leave: _leave,
    ir.Settle: _settle,
    ir.React: _react,
    ir.Choice: _choice,
    ir.Shuffle: _stop,
    ir.Draw: _stop,
    ir.GameEnd: _game_end,
    ir.Gone: _gone,
}
