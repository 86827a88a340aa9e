"""Events: what a trigger waits for, and what an op must therefore carry.

In: the triggers of the book. Out: for an op's verb and subject, the watches of `after` triggers, and the replacements of
`before` and `instead of` triggers that must be asked before the op is carried out.

A pattern is elaborated over the parts of an event (`Parts`): over temps for a watch, which the machine fills when the
event has happened, and over the operands of the op itself for a replacement, which is lowered in front of the op.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.dsl import syntax
from rulewright.dsl.book import Node
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import And, Compare, Const, Expr, IsActive, LiesIn, Not, Temp
from rulewright.dsl.flow.ir import Watch
from rulewright.dsl.lower.expressions import Elaborator
from rulewright.dsl.lower.program import NOBODY, Program
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import PLAYER, EnumType, KindType, SetType, Type

BAD_PATTERN = Rule("RW408", "bad-event")
UNKNOWN_WORD = Rule("RW318", "unknown-word")
UNKNOWN_NODE = Rule("RW317", "unknown-node")

YES = Const(1)

Give = Callable[[syntax.Name, Expr, Type], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an event, as expressions: the component (or new value), owners of the zones, the doer, indices."""

    subject: Expr = NOBODY
    source: Expr = NOBODY
    target: Expr = NOBODY
    by: Expr = NOBODY
    index: tuple[Expr, ...] = ()


@dataclass(slots=True)
class Pattern:
    """What one trigger waits for. key: the variable, scope address or zone it is about (None: any)."""

    node: Node
    mode: str
    verb: str
    words: syntax.EventWords
    kind: str | None = None
    from_zone: int | None = None
    to_zone: int | None = None
    key: int | str | None = None
    word: int | None = None
    captured: list[tuple[str, Type]] = field(default_factory=list)
    procedure: int = -1
    watch: Watch | None = None


class Events(Elaborator):
    """The triggers of one program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.patterns: list[Pattern] = []

    # ------------------------------------------------------------------------------------ reading patterns

    def add_trigger(self, node: Node) -> Pattern | None:
        """Find out what a trigger is about."""
        if node.event is None:
            return None
        mode, words = node.event
        pattern = Pattern(node, mode, words.verb, words)
        known = self._about(pattern)
        if not known:
            return None
        self.patterns.append(pattern)
        return pattern

    def _about(self, pattern: Pattern) -> bool:
        words = pattern.words
        match words.verb:
            case "move" | "reveal" | "hide":
                return self._about_component(pattern)
            case "set" | "gain" | "lose" | "pay":
                return self._about_variable(pattern)
            case "shuffle":
                zone = None if words.subject is None else self._zone_of(words.subject)
                pattern.key = zone
                return zone is not None
            case "do":
                return self._about_node(pattern, "actions")
            case _:
                return self._about_node(pattern, "phases")

    def _about_component(self, pattern: Pattern) -> bool:
        words = pattern.words
        for side, place in (("from", words.source), ("to", words.target)):
            if place is not None:
                zone = self._zone_of(place)
                if zone is None:
                    return False
                if side == "from":
                    pattern.from_zone = zone
                else:
                    pattern.to_zone = zone
        holds = {self._holds(zone) for zone in (pattern.from_zone, pattern.to_zone) if zone is not None}
        if words.kind is not None and words.kind.text not in self.tables.kinds:
            self.unknown_type(words.kind)
            return False
        kind = words.kind.text if words.kind else next(iter(holds), None)
        if holds and holds != {kind}:
            self.report(BAD_PATTERN, words.span, f"this never happens: no {kind} lies there")
        if kind is None:
            self.report(BAD_PATTERN, words.span, "say what moves", "write `move Card c ...`")
            return False
        pattern.kind = kind
        if words.word is not None:
            pattern.word = self.word_number(words.word)
        return True

    def _holds(self, zone: int) -> str:
        return next(info.holds for info in self.tables.zones.values() if info.number == zone)

    def word_number(self, word: syntax.Name) -> int | None:
        """The number of a word that a move carries."""
        number = self.tables.words.get(word.text)
        if number is None:
            hint = did_you_mean(word.text, self.tables.words) or f"declare it: `words: [{word.text}]`"
            self.report(UNKNOWN_WORD, word.span, f"no word `{word.text}` is declared for moves", hint)
        return number

    def _zone_of(self, place: syntax.Expression) -> int | None:
        name = place.name if isinstance(place, syntax.Reference | syntax.Property) else None
        zone = None if name is None else self.tables.zones.get(name.text)
        if zone is None:
            word = place.span.text if name is None else name.text
            self.report(BAD_PATTERN, place.span, f"no zone is called `{word}`", did_you_mean(word, self.tables.zones))
            return None
        return zone.number

    def _about_variable(self, pattern: Pattern) -> bool:
        subject = pattern.words.subject
        path = subject.function if isinstance(subject, syntax.Call) else subject
        name = path.name if isinstance(path, syntax.Reference | syntax.Property) else None
        number = None if name is None else self._variable_named(name.text)
        if number is None:
            word = "this" if name is None else f"`{name.text}`"
            hint = None if name is None else did_you_mean(name.text, self.tables.variables)
            self.report(BAD_PATTERN, pattern.words.span, f"{word} is no counter or variable", hint)
            return False
        pattern.key = number
        return True

    def _variable_named(self, name: str) -> int | None:
        for word in (name, name + "s"):
            if word in self.tables.variables:
                return self.tables.variables[word].number
        marks = [
            info.variable
            for (_, field_name), info in self.tables.fields.items()
            if field_name == name and info.variable is not None
        ]
        return marks[0] if len(marks) == 1 else None

    def _about_node(self, pattern: Pattern, section: str) -> bool:
        subject = pattern.words.subject
        name = subject.name if isinstance(subject, syntax.Reference | syntax.Property) else None
        address = None if name is None else self.find_node(name)
        known = self.tables.actions if section == "actions" else self.tables.phases
        if name is None or address is None or name.text not in known:
            word = pattern.words.span.text if name is None else name.text
            self.report(
                UNKNOWN_NODE, pattern.words.span, f"there is no {section[:-1]} `{word}`", did_you_mean(word, known)
            )
            return False
        pattern.key = address
        return True

    # ------------------------------------------------------------------------------------ over the parts of an event

    def fits(self, pattern: Pattern, parts: Parts, me: Expr) -> tuple[Expr, list[tuple[str, Expr, Type]]]:
        """The condition under which an event of these parts sets the trigger off, and the names the pattern gives."""
        node, words = pattern.node, pattern.words
        names = Names(me=me)
        given: list[tuple[str, Expr, Type]] = []
        tests: list[Expr] = []

        def give(name: syntax.Name, value: Expr, type_: Type) -> None:
            nonlocal names
            names = self.bind(name, value, type_, names)
            given.append((name.text, value, type_))

        if words.name is not None and pattern.kind is not None:
            give(words.name, parts.subject, KindType(pattern.kind))
        for place, owner in ((words.source, parts.source), (words.target, parts.target)):
            if place is not None and words.verb == "move":
                self._match_owner(place, owner, node, me, names, give, tests)
        if words.verb in ("reveal", "hide"):
            self._match_place(pattern, parts, tests)
        if words.verb in ("set", "gain", "lose", "pay"):
            self._match_index(pattern, parts, me, names, give, tests)
        if words.value is not None:
            tests.append(Compare("is", parts.subject, self.value(words.value, names)[0]))
        if words.by is not None:
            if words.by.text == "me":
                tests.append(Compare("is", parts.by, me))
            else:
                give(words.by, parts.by, PLAYER)
        for condition in (node.condition, words.condition):
            if condition is not None:
                tests.append(self.flag(condition, names))
        tests.extend(self.while_active(node))
        return all_of(tests), given

    def while_active(self, node: Node) -> list[Expr]:
        """What `during` and `waits for` demand."""
        found: list[Expr] = [IsActive(scope) for scope in self._scopes(node.during)]
        found.extend(Not(IsActive(scope)) for scope in self._scopes(node.except_during))
        return found

    def _scopes(self, names: tuple[syntax.Name, ...]) -> list[int]:
        found = []
        for name in names:
            address = self.find_node(name)
            if address is None:
                known = (*self.tables.phases, *self.tables.actions, *self.tables.windows)
                self.report(
                    UNKNOWN_NODE,
                    name.span,
                    f"there is no phase or action `{name.text}`",
                    did_you_mean(name.text, known),
                )
            else:
                found.append(self.program.scope_by_address[address])
        return found

    def _match_owner(
        self, place: syntax.Expression, owner: Expr, node: Node, me: Expr, names: Names, give: Give, tests: list[Expr]
    ) -> None:
        if isinstance(place, syntax.Property) and isinstance(place.of, syntax.Reference):
            name = place.of.name
            if name.text == "me" or name.text in names.locals:
                tests.append(Compare("is", owner, me if name.text == "me" else names.locals[name.text].value))
            else:
                give(name, owner, PLAYER)
        elif (
            isinstance(place, syntax.Reference)
            and node.each is not None
            and self.tables.zones[place.name.text].per is not None
        ):
            tests.append(Compare("is", owner, me))

    def _match_place(self, pattern: Pattern, parts: Parts, tests: list[Expr]) -> None:
        zone = pattern.from_zone if pattern.from_zone is not None else pattern.to_zone
        if zone is not None:
            tests.append(LiesIn(parts.subject, zone))

    def _match_index(
        self, pattern: Pattern, parts: Parts, me: Expr, names: Names, give: Give, tests: list[Expr]
    ) -> None:
        subject = pattern.words.subject
        keys: list[syntax.Expression] = list(subject.arguments) if isinstance(subject, syntax.Call) else []
        path = subject.function if isinstance(subject, syntax.Call) else subject
        if isinstance(path, syntax.Property):
            keys.insert(0, path.of)
        elif parts.index and len(keys) < len(parts.index) and pattern.node.each is not None:
            tests.append(Compare("is", parts.index[0], me))
            parts = Parts(parts.subject, parts.source, parts.target, parts.by, parts.index[1:])
        types = self._keys(pattern)[-len(parts.index) :]
        for key, index, type_ in zip(keys, parts.index, types, strict=False):
            name = key.name if isinstance(key, syntax.Reference) else None
            unknown = name is not None and name.text != "me" and self.named(name, names, None) is None
            if name is not None and unknown:
                give(name, index, type_)
            else:
                tests.append(Compare("is", index, self.value(key, names)[0]))

    # ------------------------------------------------------------------------------------ for the ops

    def make_watch(self, pattern: Pattern) -> Watch:
        """The watch of an `after` trigger, over temps that the machine fills."""
        subject, source, target, by = (self.program.temp() for _ in range(4))
        index = tuple(self.program.temp() for _ in self._keys(pattern))
        each_slot = self.program.temp() if pattern.node.each is not None else -1
        me: Expr = Temp(each_slot) if each_slot >= 0 else Temp(by)
        parts = Parts(Temp(subject), Temp(source), Temp(target), Temp(by), tuple(Temp(slot) for slot in index))
        condition, given = self.fits(pattern, parts, me)
        pattern.captured = [(name, type_) for name, _, type_ in given]
        each = None if pattern.node.each is None else self.expect(pattern.node.each, Names(), SetType(PLAYER), "`each`")
        turned = {"reveal": 1, "hide": 0}.get(pattern.verb, -1)
        return Watch(
            procedure=pattern.procedure,
            condition=condition,
            give=(me, *(value for _, value, _ in given)),
            subject=subject,
            source=source,
            target=target,
            by=by,
            index=index,
            from_zone=None if turned >= 0 else pattern.from_zone,
            to_zone=pattern.from_zone if turned >= 0 else pattern.to_zone,
            each=each,
            each_slot=each_slot,
            turned=turned,
        )

    def _keys(self, pattern: Pattern) -> tuple[Type, ...]:
        """The types of the keys of the variable or mark that a pattern is about."""
        if not isinstance(pattern.key, int) or pattern.verb not in ("set", "gain", "lose", "pay"):
            return ()
        for info in self.tables.variables.values():
            if info.number == pattern.key:
                return tuple(self.dimension_type(dimension) for dimension in info.per)
        for (kind, _), field_info in self.tables.fields.items():
            if field_info.variable == pattern.key:
                more = () if field_info.per is None else (EnumType(self.tables.enum_specs[field_info.per].name),)
                return (KindType(kind), *more)
        return ()

    def matching(
        self, verb: str, key: int | str | None, modes: tuple[str, ...], kind: str | None = None, word: int | None = None
    ) -> list[Pattern]:
        """The triggers that an op of this verb may set off. key: its variable, scope, or the zone it moves to (None: any)."""
        found = []
        for pattern in self.patterns:
            if pattern.mode not in modes or pattern.verb != verb:
                continue
            if verb in ("move", "reveal", "hide"):
                if kind is not None and pattern.kind != kind:
                    continue
                if verb == "move" and None not in (key, pattern.to_zone) and pattern.to_zone != key:
                    continue
                if pattern.word is not None and pattern.word != word:
                    continue
            elif pattern.key != key:
                continue
            found.append(pattern)
        return found

    def watches(
        self,
        verb: str,
        key: int | str | None,
        kind: str | None = None,
        word: int | None = None,
        face: int | None = None,
    ) -> tuple[Watch, ...]:
        """The watches an op carries; a move may turn what it moves, as the zone or `face` says."""
        found = self.matching(verb, key, ("after",), kind, word)
        if verb == "move":
            rule = "up" if face else "down" if face == 0 else self._face_of(key)
            for turn, other in (("reveal", "down"), ("hide", "up")):
                if rule not in (other, "keep"):
                    found.extend(self.matching(turn, None, ("after",), kind))
        return tuple(pattern.watch for pattern in found if pattern.watch is not None)

    def _face_of(self, zone: int | str | None) -> str:
        """How what enters a zone lies there; empty when it is not known which zone it is."""
        return next((info.form.face for info in self.tables.zones.values() if info.number == zone), "")


def all_of(tests: list[Expr]) -> Expr:
    """Every one of them; yes when there is none."""
    result: Expr | None = None
    for test in reversed(tests):
        result = test if result is None else And(test, result)
    return YES if result is None else result
