"""The options of the game: worked out once, before anything else, and constants from then on.

In: the declared options. Out: `OptionInfo.value` of each. An option's type, not its value, is what formulas are checked
with, so that a rulebook that is right with one choice is right with every other.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.lower.fixed import FixedValues
from rulewright.dsl.model import OptionInfo
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import EnumType, FlagType, IntType, UnknownType, assignable, show

BAD_OPTION = Rule("RW420", "bad-option")


class OptionValues(FixedValues):
    """The values of the options of one program."""

    def work_out_options(self) -> None:
        """Every option's value; one that does not fit its type is reported where it was chosen."""
        for info in self.tables.options.values():
            if not isinstance(info.type, UnknownType):
                self._work_out(info)

    def _work_out(self, info: OptionInfo) -> None:
        written, type_ = info.form.value, info.type
        name = info.form.name.text
        if isinstance(written, syntax.Reference) and isinstance(type_, EnumType):
            values = self.tables.enum_specs[self.tables.enums[type_.name]].values
            if written.name.text not in values:
                hint = did_you_mean(written.name.text, values) or f"it can be {', '.join(values)}"
                self.report(BAD_OPTION, written.span, f"`{name}` cannot be `{written.name.text}`", hint)
                return
        if isinstance(type_, FlagType) and isinstance(written, syntax.Reference):
            self.report(BAD_OPTION, written.span, f"`{name}` is yes or no; this is `{written.name.text}`")
            return
        value, found = self.fixed(written, {}, type_)
        if not assignable(found, type_):
            self.report(BAD_OPTION, written.span, f"`{name}` must be {show(type_)}; this is {show(found)}")
        elif isinstance(type_, IntType) and not (type_.low or 0) <= value <= (type_.high or 0):
            self.report(BAD_OPTION, written.span, f"`{name}` runs from {type_.low} to {type_.high}; this is {value}")
        else:
            info.value = value
