"""The table on a screen: boards, zones, counters and tracks of any rulebook, as one seat sees them.

In: a view, which knows no more than its seat may know, and a width. Out: lines with styles, or plain text. Nothing here is
made for one game; a rulebook can say how it wants to be shown in its section `display`.
"""

from rulewright.interpreter.observe import View
from rulewright.interpreter.tabletop.detail import looked_up, names
from rulewright.interpreter.tabletop.drawn import Drawn
from rulewright.interpreter.tabletop.styled import Line, text_of

USUAL_WIDTH = 100

__all__ = ["USUAL_WIDTH", "Line", "looked_up", "names", "table", "table_text", "text_of"]


def table(view: View, width: int = USUAL_WIDTH) -> list[Line]:
    """The table, no line wider than that (or than 20)."""
    return Drawn(view, width).lines()


def table_text(view: View, width: int = USUAL_WIDTH) -> str:
    """The same as plain text."""
    return "\n".join(text_of(line) for line in table(view, width))
