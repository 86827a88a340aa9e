"""What ops have in common: closures of their parts, lines of the long log, events, and how a component arrives.

In: the tools of a machine. Out: `Effects`, which the builders of ops work with.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.flow.ir import Watch
from rulewright.dsl.types import KindType
from rulewright.interpreter.errors import NO_PLACE, ZONE_FULL, PlayError
from rulewright.interpreter.evaluate import Evaluator, Frame, Number, Temps
from rulewright.interpreter.events import Event, Events, Watcher
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.log import ALL, LogEntry, Part
from rulewright.interpreter.scoring import Scoring
from rulewright.interpreter.sight import Sight
from rulewright.interpreter.state import State, Value

OpFunction = Callable[[State, Frame], None]


class Effects:
    """The tools for one layout. `log` takes the entries of the running advance."""

    def __init__(self, layout: Layout, evaluator: Evaluator, sight: Sight, temps: Temps) -> None:
        self.layout = layout
        self.evaluator = evaluator
        self.sight = sight
        self.temps = temps
        self.events = Events(layout, evaluator, temps)
        self.scoring = Scoring(layout, evaluator, temps)
        self.changed = evaluator.memo.changed
        self.log: list[LogEntry] = []

    def address(self, origin: int) -> str:
        """The address of the node that an origin names."""
        return self.layout.flow.origins[origin].address

    def number(self, node: Expr) -> Number:
        """The closure of an expression that is no set."""
        return self.evaluator.number(node)

    def watchers(self, watches: tuple[Watch, ...]) -> tuple[Watcher, ...]:
        """The watches of an op with their closures."""
        return self.events.watchers(watches)

    def notify(self, state: State, watchers: tuple[Watcher, ...], events: list[Event]) -> None:
        """Put the reactions to a batch of events into the queue."""
        self.events.notify(state, watchers, events)

    def several(self, node: Expr) -> Callable[[State, Frame], tuple[int, ...]]:
        """The closure of an expression for components: a set, or one, or none."""
        function, temps = self.evaluator.make(node), self.temps

        def members(state: State, frame: Frame) -> tuple[int, ...]:
            value = function(state, frame, temps)
            if isinstance(value, tuple):
                return value
            return () if value < 0 else (value,)

        return members

    # ------------------------------------------------------------------------------------ the long log

    def entry(
        self, origin: int, kind: str, parts: tuple[str | Part, ...], facts: tuple[Value, ...], known: int = ALL
    ) -> None:
        """Write a line of the long log, for the seats that may know of it."""
        self.log.append(LogEntry(self.address(origin), kind, parts, self.everybody(known), True, facts))

    def everybody(self, known: int) -> int:
        """The same seats; `ALL` for all of them, so that who only watches is told as well."""
        return ALL if known == self.sight.all else known

    def kind_of(self, component: int) -> KindType:
        """The type of a component."""
        return KindType(self.layout.flow.kinds[self.layout.kinds[component]].name)

    def part(self, state: State, component: int, known: int) -> Part:
        """A component in a line, named to those who saw it before (`known`) or see it now."""
        known |= self.sight.of_component(state, component)
        return Part(component, self.kind_of(component), self.everybody(known))

    def moved(self, state: State, event: Event, known: int, origin: int) -> None:
        """The line of one move; `known` are those who saw the component before."""
        names = self.layout.zone_name
        words = f"{names(event.source)} -> {names(event.target)}: "
        facts = (event.subject, event.source, event.target, event.by)
        self.entry(origin, "move", (words, self.part(state, event.subject, known)), facts)

    # ------------------------------------------------------------------------------------ components

    def put(self, state: State, component: int, instance: int, top: bool, face: int | None, origin: int) -> None:
        """Move one component to the top or bottom of a zone; no event, no log. Raises PlayError when it is full."""
        state.zones[state.where[component]].remove(component)
        target = state.zones[instance]
        capacity = self.layout.flow.zones[self.layout.instances[instance][0]].capacity
        if capacity is not None and len(target) >= capacity:
            message = f"{self.layout.zone_name(instance)} has room for {capacity}, and one more is moved there"
            raise PlayError(ZONE_FULL, message, self.layout.flow.origins[origin])
        target.insert(0 if top else len(target), component)
        self.arrive(state, component, instance, face)

    def arrive(self, state: State, component: int, instance: int, face: int | None = None) -> None:
        """A component has come into a zone: it lies as the zone says (or `face`), and nobody is shown it any more."""
        self.changed()
        state.where[component] = instance
        state.shown[component] = 0
        rule = self.layout.flow.zones[self.layout.instances[instance][0]].face
        if face is not None:
            state.face[component] = face
        elif rule != "keep":
            state.face[component] = int(rule == "up")

    def instance(self, state: State, zone: int, owner: int | None, origin: int) -> int:
        """A zone's instance for an owner. Raises PlayError when the owner is none."""
        found = self.layout.instance.get((zone, owner))
        if found is None:
            name = self.layout.flow.zones[zone].name.replace("_", " ")
            raise PlayError(NO_PLACE, f"the {name} of nobody is meant here", self.layout.flow.origins[origin])
        return found
