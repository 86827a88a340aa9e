"""How choices are written: the options of a question, in the order of the reference machine.

In: a writer and a choice. Out: `options`, a function of the module that lists an alternative and its picks for each option;
`by_alternative`, lines that list for each alternative what can be picked, so that one of all can be drawn and no other is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import MOST_OPTIONS, MOST_TRIED
from rulewright.dsl.types import KindType, OptionalType, Type
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.layout import Layout


def options(w: Writer, block: ir.Block, choice: ir.Choice) -> None:
    """The function `o7` of block 7. Its list is empty when all that is left is to let the question pass.

    Of a question with one alternative and one pick an option is what is picked.
    """
    w.begin()
    with w.inside(f"def o{block.number}(s, f, seat):"):
        if is_lone(w.layout, choice):
            _lone(w, choice.alternatives[0])
            return
        passing = any(alternative.passes for alternative in choice.alternatives)
        if passing:
            w.line("real = False")
        if any(len(alternative.picks) > 1 for alternative in choice.alternatives):
            w.line("combined = 0")
        w.line("found = []")
        for number, alternative in enumerate(choice.alternatives):
            is_real = passing and not alternative.passes
            _Alternative(w, alternative, lambda: _offer(w, number, alternative, is_real)).write()  # noqa: B023
        w.line("return found if real else []" if passing else "return found")


def _offer(w: Writer, number: int, alternative: ir.Alternative, is_real: bool) -> None:
    w.line(f"found.append(({number}, ({_as_members(alternative)})))")
    if alternative.picks:
        w.line(f"if len(found) > {MOST_OPTIONS}: fail()")
    if is_real:
        w.line("real = True")


def _as_members(alternative: ir.Alternative) -> str:
    names = [f"v{pick.slot}" for pick in alternative.picks]
    return f"{names[0]}," if len(names) == 1 else ", ".join(names)


@dataclass(frozen=True, slots=True)
class Offered:
    """What an alternative offers. name: of the list of what is picked (tuples of several things), or where nothing is, of 1 or 0.
    most: no more can be offered than that."""

    name: str
    picks: int
    most: int

    @property
    def count(self) -> str:
        """How many there are."""
        return f"len({self.name})" if self.picks else self.name


def by_alternative(w: Writer, choice: ir.Choice) -> list[Offered]:
    """What each alternative offers, listed apart."""
    if any(len(alternative.picks) > 1 for alternative in choice.alternatives):
        w.line("combined = 0")
    return [Offered(_offers(w, each), len(each.picks), _most(w, each)) for each in choice.alternatives]


def _most(w: Writer, alternative: ir.Alternative) -> int:
    spans = [w.spans.of(e.Local(pick.slot)) for pick in alternative.picks]
    return prod(span.high - span.low + 2 for span in spans)  # with none


def _offers(w: Writer, alternative: ir.Alternative) -> str:
    if alternative.legal == e.Const(1) and is_plain(w.layout, alternative):
        if alternative.guard == e.Const(1):
            text = _all_of(w, alternative.picks[0].domain)
            return text if text.isidentifier() else w.fresh(text)
        found = w.fresh("()")
        w.when(alternative.guard, lambda: w.line(f"{found} = {_all_of(w, alternative.picks[0].domain)}"))
        return found
    if not alternative.picks:
        if alternative.guard == alternative.legal == e.Const(1):
            return "1"
        found = w.fresh("0")
        _Alternative(w, alternative, lambda: w.line(f"{found} = 1")).write()
        return found
    found = w.fresh("[]")
    option = f"v{alternative.picks[0].slot}" if len(alternative.picks) == 1 else f"({_as_members(alternative)})"

    def offer() -> None:
        w.line(f"{found}.append({option})")
        if _most(w, alternative) > MOST_OPTIONS:
            w.line(f"if len({found}) > {MOST_OPTIONS}: fail()")

    _Alternative(w, alternative, offer).write()
    return found


def _all_of(w: Writer, domain: e.Expr) -> str:
    """The members of a set in a row, of which each has a number."""
    found = w.members(domain)
    return f"list({found})" if isinstance(domain, e.Gather | e.Distinct | e.Combine) else found


def is_lone(layout: Layout, choice: ir.Choice) -> bool:
    """Whether a question has one alternative and one pick, of things that can be told apart."""
    return len(choice.alternatives) == 1 and not choice.alternatives[0].passes and is_plain(layout, choice.alternatives[0])


def is_plain(layout: Layout, alternative: ir.Alternative) -> bool:
    """Whether an alternative has one pick, of things that can be told apart."""
    if len(alternative.picks) != 1:
        return False
    kind = kind_of(layout, alternative.picks[0].type)
    return kind is None or not has_twins(layout, kind)


def _lone(w: Writer, alternative: ir.Alternative) -> None:
    pick = alternative.picks[0]
    name, usual = f"v{pick.slot}", w.local

    def offered() -> None:
        if alternative.legal == e.Const(1):
            found = _all_of(w, pick.domain)
            found = found if found.isidentifier() else w.fresh(found)
        else:
            found = w.fresh("[]")
            w.local = lambda each: name if each == pick.slot else usual(each)
            w.each(pick.domain, name, lambda looped: w.when(alternative.legal, lambda: w.line(f"{found}.append({name})")))
            w.local = usual
        w.line(f"if len({found}) > {MOST_OPTIONS}: fail()")
        w.line(f"return {found}")

    w.when(alternative.guard, offered)
    if alternative.guard != e.Const(1):
        w.line("return ()")


class _Alternative:
    """Writes how the options of an alternative are found: a loop in a loop for each pick."""

    def __init__(self, w: Writer, alternative: ir.Alternative, offer: Callable[[], None]) -> None:
        self.w = w
        self.alternative = alternative
        self.offer = offer

    def write(self) -> None:
        """Lines that do what `offer` writes for each option."""
        self.w.when(self.alternative.guard, lambda: self._pick(0))

    def _pick(self, place: int) -> None:
        """The picks from this one on, those before having been made."""
        w, picks = self.w, self.alternative.picks
        if place == len(picks):
            if len(picks) > 1:
                w.line("combined += 1")
                w.line(f"if combined > {MOST_TRIED}: fail()")
            w.when(self.alternative.legal, self.offer)
            return
        pick, name = picks[place], f"v{picks[place].slot}"
        kind = kind_of(w.layout, pick.type)
        twins = kind is not None and has_twins(w.layout, kind)
        if twins:
            w.line(f"tried{place}, masks = set(), {{}}")

        def picked(looped: bool) -> None:
            if twins:
                w.line(f"key = same_to(s, {name}, seat, masks) if {_twins(w)}[{name}] else {name}")
                with w.inside(f"if key not in tried{place}:"):
                    w.line(f"tried{place}.add(key)")
                    self._behind(pick.slot, name, place)
            else:
                self._behind(pick.slot, name, place)

        w.each(pick.domain, name, picked)

    def _behind(self, slot: int, name: str, place: int) -> None:
        usual = self.w.local
        self.w.local = lambda each: name if each == slot else usual(each)
        self._pick(place + 1)
        self.w.local = usual


def kind_of(layout: Layout, type_: Type) -> int | None:
    """The kind of the components that are picked; None when it is something else."""
    inner = type_.of if isinstance(type_, OptionalType) else type_
    if not isinstance(inner, KindType):
        return None
    return next(number for number, kind in enumerate(layout.flow.kinds) if kind.name == inner.name)


def has_twins(layout: Layout, kind: int) -> bool:
    """Whether two components of a kind are such that nobody could tell them apart."""
    classes = [layout.alike[component] for component in layout.by_kind[kind]]
    return len(set(classes)) < len(classes)


def _twins(w: Writer) -> str:
    """The name of the table of which components have another one that nobody could tell from them; none has not."""
    alike = w.layout.alike
    return w.constant((*(int(alike.count(each) > 1) for each in alike), 0), "TWINS")
