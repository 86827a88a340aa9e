"""A flow as text and back: `parse_flow(print_flow(flow), sources) == flow`.

In: a flow, or its text with the sources it points into. Out: the other one. Nothing of it is written for single ops:
it follows the fields of the dataclasses, so a new op is printed and parsed as soon as it exists.

The notation. Parts that are no tables come first, one a line (`main 0{game}`), then the tables, one entry a line in the
order of their numbers. A block is a header (`block 12 of 3{actions.trade} in 7{actions.trade}:`), its ops, and its exit
behind `->`. What belongs to `ir` has named parts (`Assign slot=2 value=none @17`), an expression parts in order
(`Contents(4{order}, %0)`). Parts left out have their default, or are nothing at all.

    $3  local 3      %3  temp 3      #3  the number 3      #[1, 2]  a set of numbers      none  the number -1
    @17  origin 17   -  nothing at all      yes, no      (left is right)      {name}  for people, skipped
"""

from rulewright.dsl.flow.notation import FlowTextError
from rulewright.dsl.flow.parsing import parse_flow
from rulewright.dsl.flow.printing import print_flow

__all__ = ["FlowTextError", "parse_flow", "print_flow"]
