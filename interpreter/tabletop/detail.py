"""One thing looked at closely: what is printed on a component and where it lies, or all that lies in a zone.

In: a view and what somebody typed. Out: lines, or None when nothing is called so. What is printed on a component is known to
all; where one lies is told as far as the seat sees it.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator

from rulewright.dsl.types import EffectType, FlagType, FormulaType, TextType, strip
from rulewright.interpreter.observe import View
from rulewright.interpreter.options import plain
from rulewright.interpreter.tabletop.contents import NONE, Contents
from rulewright.interpreter.tabletop.styled import Line, joined, span, wrapped


def looked_up(view: View, words: str, width: int) -> list[Line] | None:
    """What there is to know of the components or zones of that name; None when there are none."""
    contents, wanted = Contents(view), plain(words)
    lines = [*_zones(contents, wanted, width), *_components(contents, wanted, width)]
    return lines or None


def names(view: View) -> list[str]:
    """Everything that can be looked up."""
    titles = [hint.title for hint in Contents(view).hints.zones]
    return list(dict.fromkeys([*view.layout.names, *titles]))


def _zones(contents: Contents, wanted: str, width: int) -> Iterator[Line]:
    for instance in contents.layout.lying:
        zone, owner = contents.layout.instances[instance]
        spec, hint = contents.flow.zones[zone], contents.hints.zones[zone]
        if not wanted or wanted not in (plain(spec.name), plain(hint.title)):
            continue
        whose = "" if owner is None or spec.per is None else f"{contents.at_index(owner, spec.per)}: "
        of_component = spec.per is not None and spec.per.what == "kind"
        inside = contents.zone(instance, whole=True)
        if inside or not of_component:
            title = span(f"{whose}{hint.title}", "name")
            yield from wrapped(
                (*title, *span("  "), *(joined(inside, ", ") if inside else span(NONE, "dim"))), width, 4
            )


def _components(contents: Contents, wanted: str, width: int) -> Iterator[Line]:
    layout = contents.layout
    alike: dict[int, list[int]] = {}
    for component, name in enumerate(layout.names):
        if wanted and plain(name) == wanted:
            alike.setdefault(layout.alike[component], []).append(component)
    for members in alike.values():
        first = members[0]
        count = span(f" ×{len(members)}" if len(members) > 1 else "", "count")
        kind = span(f"  {contents.flow.kinds[layout.kinds[first]].name}", "dim")
        yield (*span(layout.names[first], "component"), *count, *kind)
        yield from _printed(contents, first, width)
        seen = [each for each in members if contents.view.sees(each)]
        if seen:
            yield from wrapped((*span("  lies in ", "name"), *span(", ".join(_places(contents, seen)))), width, 4)
        for each in seen:
            marks = joined(contents.marks(each), ", ")
            if marks:
                yield from wrapped((*span("  now ", "name"), *marks), width, 4)


def _places(contents: Contents, components: list[int]) -> Iterator[str]:
    """The zones in which components lie that the seat sees, each with how many."""
    layout = contents.layout
    found: Counter[int] = Counter()
    for instance in layout.lying:
        _, pieces = contents.view.lying(instance)
        found[instance] += sum(piece.component in components for piece in pieces if piece.component is not None)
    for instance, count in found.items():
        if count:
            zone, owner = layout.instances[instance]
            spec = contents.flow.zones[zone]
            hidden = (
                owner is not None and spec.per is not None and spec.per.what == "kind" and not contents.view.sees(owner)
            )
            name = f"the {spec.name.replace('_', ' ')} of a hidden card" if hidden else layout.zone_name(instance)
            yield name if count == 1 else f"{name} ({count})"


def _printed(contents: Contents, component: int, width: int) -> Iterator[Line]:
    """Every printed property with its name; rule text as it is written."""
    layout, flow = contents.layout, contents.flow
    for field in flow.kinds[layout.kinds[component]].fields:
        spec, value = flow.fields[field], layout.fields[field][component]
        type_ = strip(spec.type)
        name = span(f"  {spec.name.replace('_', ' ')} ", "name")
        if isinstance(type_, TextType):  # the name, which stands above
            continue
        if isinstance(type_, EffectType | FormulaType):
            assert isinstance(value, int)
            if value >= 0:
                table = flow.procedures if isinstance(type_, EffectType) else flow.functions
                yield from _text((*name, *span(" ")), flow.origins[table[value].origin].span.text, width)
            continue
        shown = contents.printed(component, (field,))
        if isinstance(type_, FlagType):
            shown = [span("yes" if value else "no", "value")]
        if shown:
            yield from wrapped((*name, *span(" "), *shown[0]), width, 4)


def _text(name: Line, text: str, width: int) -> Iterator[Line]:
    """Rule text: on the line of its name, or on lines of its own."""
    first, _, rest = text.partition("\n")
    if not rest:
        yield from wrapped((*name, *span(text, "rule")), width, 4)
        return
    yield name
    lines = [*([first] if first.strip(" |>-") else []), *textwrap.dedent(rest).splitlines()]
    for line in lines:
        depth = len(line) - len(line.lstrip())
        yield from wrapped(span(" " * (4 + depth) + line.strip(), "rule"), width, 6 + depth)
