"""Lowers a declared rulebook to the flow graph: names become numbers, nodes become blocks.

In: a `Book` and its `Tables`. Out: a `Flow`. Names and types are settled in one walk over each formula (what `a.b`
means depends on the type of `a`, so the two cannot be parted), statement by statement, and every mistake is reported
and replaced by a stand-in of unknown type, so that one slip gives one message.
"""
