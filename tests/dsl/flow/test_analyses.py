"""What is said about a flow without playing it."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import callees, predecessors, reachable_blocks, solve, successors
from tests.dsl.flow.flows import tiny, with_block, with_blocks


def test_solve_gives_the_least_values():
    after = {"a": ["b"], "b": ["c", "a"], "c": [], "d": ["d"]}

    def ahead(key: str, look: Callable[[str], frozenset[str]]) -> frozenset[str]:
        return frozenset(after[key]).union(*(look(each) for each in after[key]))

    nothing: frozenset[str] = frozenset()
    found = solve(list(after), ahead, nothing)
    assert found == {"a": {"a", "b", "c"}, "b": {"a", "b", "c"}, "c": frozenset(), "d": {"d"}}


def test_blocks_that_come_before_and_after():
    assert successors(tiny().blocks[3]) == (4, 6)
    assert successors(tiny().blocks[4]) == (5, 3)
    assert successors(tiny().blocks[19]) == (), "a `Leave` goes to another procedure"
    assert predecessors(tiny())[3] == (2, 4, 5)


def test_reachable_blocks():
    flow = tiny()
    there = set(range(len(flow.blocks) - 1))  # the last one is gone
    assert reachable_blocks(flow) == there
    lost = len(flow.blocks)
    flow = with_blocks(flow, (0, 0, (), ir.Goto(lost + 1, 0)), (0, 0, (), ir.Goto(lost, 0)))
    assert reachable_blocks(flow) == there, "a lost circle leads only to itself"
    assert 9 in reachable_blocks(with_block(flow, 8, exit=ir.Goto(10, 0))), "a `Leave` leads to it"


def test_callees():
    called = callees(tiny())
    assert called[0] == {1, 2, 5}, "settling, the action, and whatever effect the field holds"
    assert called[1] == {3}, "the settle procedure runs reactions"
    assert called[2] == {4}
