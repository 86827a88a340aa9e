"""How choices are written: the options of a question as a list, and where each leads.

In: a writer and a choice. Out: `options`, a function of the module that lists an alternative and its picks for each option,
in the order of the reference machine.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import MOST_OPTIONS, MOST_TRIED
from rulewright.dsl.types import KindType, OptionalType, Type
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.layout import Layout


def options(w: Writer, block: ir.Block, choice: ir.Choice) -> list[str]:
    """The lines of the function `o7` of block 7. Its list is empty when all that is left is to let the question pass."""
    body = ["found = []"]
    passing = any(alternative.passes for alternative in choice.alternatives)
    for number, alternative in enumerate(choice.alternatives):
        body += _alternative(w, number, alternative, passing and not alternative.passes)
    if any(len(alternative.picks) > 1 for alternative in choice.alternatives):
        body = ["combined = 0", *body]
    if passing:
        body = ["real = False", *body, "return found if real else []"]
    else:
        body.append("return found")
    return [f"def o{block.number}(s, f, seat):", *(f"    {line}" for line in body)]


def _alternative(w: Writer, number: int, alternative: ir.Alternative, is_real: bool) -> Iterator[str]:
    names = {pick.slot: f"v{pick.slot}" for pick in alternative.picks}
    usual = w.local
    margin = ""
    guard = w.truth(alternative.guard)
    if guard != "1":
        yield f"if {guard}:"
        margin = "    "
    w.local = lambda slot: names[slot] if slot in chosen else usual(slot)
    chosen: set[int] = set()
    try:
        for pick in alternative.picks:
            name = names[pick.slot]
            kind = kind_of(w.layout, pick.type)
            twins = kind is not None and has_twins(w.layout, kind)
            if twins:
                yield f"{margin}tried, masks = set(), {{}}"
            yield f"{margin}for {name} in {w.members(pick.domain)}:"
            margin += "    "
            if twins:
                yield f"{margin}key = same_to(s, {name}, seat, masks) if {_twins(w)}[{name}] else {name}"
                yield f"{margin}if key in tried: continue"
                yield f"{margin}tried.add(key)"
            chosen.add(pick.slot)
        if len(alternative.picks) > 1:
            yield f"{margin}combined += 1"
            yield f"{margin}if combined > {MOST_TRIED}: fail()"
        legal = w.truth(alternative.legal)
        if legal != "1":
            yield f"{margin}if {legal}:"
            margin += "    "
        picks = ", ".join(names[pick.slot] for pick in alternative.picks)
        yield f"{margin}found.append(({number}, ({picks}{',' if len(alternative.picks) == 1 else ''})))"
        if alternative.picks:
            yield f"{margin}if len(found) > {MOST_OPTIONS}: fail()"
        if is_real:
            yield f"{margin}real = True"
    finally:
        w.local = usual


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
