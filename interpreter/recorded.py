"""A simulation kept in a file: what was simulated, what came of it, and the counts that a picture is warmed with.

In: the figures of many games. Out: `Simulation`, as text and back. It belongs to one text of a rulebook, with its variants
and options: the counts are of numbered blocks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.flow.ir import Flow, GameEnd
from rulewright.interpreter.reading import FORMAT, members, number, of_this_format, refusal, text
from rulewright.interpreter.statistics import PhasePasses, Summary, phases
from rulewright.interpreter.trace import Trace


@dataclass(frozen=True, slots=True)
class Simulation:
    """Many games. game: the title; options: every option with its value; policy: who decided for all seats; seed: of the
    first game, those of the others follow."""

    game: str
    options: Mapping[str, str]
    variants: tuple[str, ...]
    policy: str
    seed: int
    summary: Summary
    trace: Trace

    def phases(self, flow: Flow) -> list[PhasePasses]:
        """What was decided in the passes of each phase."""
        return phases(flow, self.trace)

    def ends(self, flow: Flow) -> Counter[str]:
        """By the address of all that can end a game, an entry of `end` or a node: how many games it ended."""
        over = {each.number: flow.origins[each.exit.origin].address for each in flow.blocks if isinstance(each.exit, GameEnd)}
        found = Counter(dict.fromkeys(over.values(), 0))
        for (_, block), count in self.trace.taken.items():
            if block in over:
                found[over[block]] += count
        return found

    def to_json(self, flow: Flow) -> dict[str, Any]:
        """The simulation as plain data."""
        return {
            "format": FORMAT,
            "game": self.game,
            "chosen": dict(self.options),
            "variants": list(self.variants),
            "policy": self.policy,
            "seed": self.seed,
            **self.summary.to_json(),
            "ends": dict(self.ends(flow)),
            "phases": [each.to_json() for each in self.phases(flow)],
            "trace": self.trace.to_json(),
        }

    def save(self, flow: Flow) -> str:
        """The simulation as text: a JSON object with a line for each of its parts."""
        lines = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in self.to_json(flow).items())
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def load(cls, flow: Flow, saved: str) -> Simulation:
        """The simulation of a text made by `save`. Raises PlayError RW923 when it is none, or of another rulebook."""
        try:
            value = json.loads(saved)
        except (ValueError, RecursionError) as error:
            why = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
            raise refusal(why) from None
        data = of_this_format(value, "a simulation")
        trace, summary = Trace.from_json(flow, data.get("trace")), Summary.from_json(data)
        if (trace.players, trace.games) != (summary.players, summary.games):
            raise refusal("its parts count different games")
        options, variants = members(data.get("chosen"), "`chosen`"), data.get("variants")
        if not isinstance(variants, list):
            raise refusal("`variants` must be a list")
        game, policy, seed = text(data, "game"), text(data, "policy"), number(data, "seed", None)
        chosen = {name: str(each) for name, each in options.items()}
        return cls(game, chosen, tuple(map(str, variants)), policy, seed, summary, trace)
