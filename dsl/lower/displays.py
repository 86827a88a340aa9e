"""How the table is shown, as the flow has it: every name of `display` looked up.

In: the section as written, and the declared zones, variables, kinds and marks. Out: `DisplaySpec`s in the same order. A
name that nothing has, and a label that says nothing for what is shown, are reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.dsl import syntax
from rulewright.dsl.book import DisplayForm
from rulewright.dsl.fields import LONE_KEY, OTHER_WORDS, WRONG_WORD
from rulewright.dsl.flow.ir import ColumnSpec, DisplaySpec
from rulewright.dsl.lower.fixed import NOT_FIXED
from rulewright.dsl.lower.lookup import UNKNOWN_PROPERTY
from rulewright.dsl.lower.specs import Specs
from rulewright.dsl.lower.things import UNKNOWN_NAME
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import IntType, UnknownType

WAYS = {
    "zone": ("row", "list", "grid", "track", "count", "hidden"),
    "counter": ("number", "track", "hidden"),
    "mark": ("hidden",),
    "kind": (),
}


@dataclass(frozen=True, slots=True)
class _Shown:
    """What an entry is about: its sort, a key of `WAYS`; its number in the flow; the kind of its components, if any."""

    sort: str
    zone: int | None = None
    variable: int | None = None
    kind: int | None = None
    holds: str | None = None


class Displays(Specs):
    """The hints for showing the table of one program."""

    def displays(self) -> tuple[DisplaySpec, ...]:
        """Every entry of `display`."""
        found = []
        for form in self.tables.book.display:
            shown = self._shown(form)
            if shown is not None:
                found.append(self._display(form, shown))
        return tuple(found)

    def _shown(self, form: DisplayForm) -> _Shown | None:
        tables, name = self.tables, form.name.text
        if form.owner is not None:
            return self._mark(form.owner, form.name)
        if name in tables.zones:
            return _Shown("zone", zone=tables.zones[name].number, holds=tables.zones[name].holds)
        if name in tables.variables:
            return _Shown("counter", variable=tables.variables[name].number)
        if name in tables.kinds:
            return _Shown("kind", kind=tables.kinds[name], holds=name)
        self._unknown(form.name, (*tables.zones, *tables.variables, *tables.kinds))
        return None

    def _unknown(self, name: syntax.Name, known: Iterable[str]) -> None:
        hint = did_you_mean(name.text, known)
        hint = hint or "`display` names zones, counters (`state`), kinds, and marks of kinds (`Card.tapped`)"
        self.report(UNKNOWN_NAME, name.span, f"nothing that could be shown is called `{name.text}`", hint)

    def _mark(self, owner: syntax.Name, name: syntax.Name) -> _Shown | None:
        if owner.text not in self.tables.kinds:
            self._unknown(owner, self.tables.kinds)
            return None
        marks = {field: info.variable for (kind, field), info in self.tables.fields.items() if kind == owner.text}
        if marks.get(name.text) is None:
            known = [each for each, variable in marks.items() if variable is not None]
            message = f"`{owner.text}` has no mark `{name.text}`"
            if name.text in marks:
                message = f"`{name.text}` is printed on `{owner.text}`, and no mark that changes"
            self.report(UNKNOWN_PROPERTY, name.span, message, did_you_mean(name.text, known))
            return None
        return _Shown("mark", variable=marks[name.text])

    def _display(self, form: DisplayForm, shown: _Shown) -> DisplaySpec:
        way = self._way(form, shown)
        if form.columns and way != "grid":
            self.report(LONE_KEY, form.columns[0].span, "`columns` says nothing without `as: grid`", "add `as: grid`")
        if form.last is not None and (way != "track" or shown.sort != "counter"):
            self.report(LONE_KEY, form.last.span, "`to` says nothing here", "it is for a counter with `as: track`")
        if form.shown_with and shown.holds is None:
            hint = "it is for zones and kinds"
            self.report(LONE_KEY, form.shown_with[0].span, "`with` says nothing here", hint)
        return DisplaySpec(
            zone=shown.zone,
            variable=shown.variable,
            kind=shown.kind,
            way=way,
            title=form.title,
            columns=tuple(each for name in form.columns if way == "grid" for each in self._column(name, shown)),
            fields=tuple(each for name in form.shown_with for each in self._field(name, shown)),
            last=self._last(form),
            origin=self.program.origin(form.address, form.name.span),
        )

    def _way(self, form: DisplayForm, shown: _Shown) -> str:
        if form.way is None:
            return ""
        ways, way = WAYS[shown.sort], form.way.text
        if way in ways:
            return way
        if ways:
            listed = ", ".join(f"`{each}`" for each in ways)
            message = f"a {shown.sort} cannot be shown as `{way}`; it can be {listed}"
            meant = next((each for each in ways if way.lower() in OTHER_WORDS.get(each, ())), None)
            hint = f"write `{meant}`" if meant else did_you_mean(way, ways)
        else:
            message = "a kind has no `as`; its components are shown where they lie"
            hint = f"name a zone, or say what is shown `with` the names: `{form.name.text}: {{with: [...]}}`"
        self.report(WRONG_WORD, form.way.span, message, hint)
        return ""

    def _column(self, name: syntax.Name, shown: _Shown) -> Iterable[ColumnSpec]:
        if shown.holds is None:
            return
        tables, kind = self.tables, self.tables.kinds.get(shown.holds)
        zones = {
            each: info.number
            for each, info in tables.zones.items()
            if info.per is not None and info.per.what == "kind" and info.per.number == kind
        }
        marks = {
            field: info.variable
            for (of, field), info in tables.fields.items()
            if of == shown.holds and info.variable is not None
        }
        if name.text in zones:
            yield ColumnSpec(zones[name.text], None)
        elif name.text in marks:
            yield ColumnSpec(None, marks[name.text])
        else:
            message = f"`{shown.holds}` has neither a zone nor a mark `{name.text}`"
            self.report(UNKNOWN_PROPERTY, name.span, message, did_you_mean(name.text, (*zones, *marks)))

    def _field(self, name: syntax.Name, shown: _Shown) -> Iterable[int]:
        if shown.holds is None:
            return
        fields = {
            field: info.number
            for (of, field), info in self.tables.fields.items()
            if of == shown.holds and info.variable is None
        }
        if name.text in fields:
            yield fields[name.text]
        else:
            message = f"`{shown.holds}` has no printed property `{name.text}`"
            self.report(UNKNOWN_PROPERTY, name.span, message, did_you_mean(name.text, fields))

    def _last(self, form: DisplayForm) -> int | None:
        if form.last is None:
            return None
        value, type_ = self.fixed(form.last, {})
        if not isinstance(type_, IntType | UnknownType):
            self.report(NOT_FIXED, form.last.span, "`to` is a number that is known before play")
        return value
