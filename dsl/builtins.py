"""The words of the rule language that are not declared anywhere: functions and values, each with one line for people.

In: nothing. Out: `FUNCTIONS` and `VALUES`, for name lookup, messages and the manual. None of them can be redeclared.
"""

from __future__ import annotations

FUNCTIONS: dict[str, tuple[str, str]] = {
    "count": ("count(set)", "how many members a set has"),
    "some": ("some(set)", "yes when the set has a member"),
    "no": ("no(set)", "yes when the set is empty"),
    "sum": ("sum(set by key)", "the sum of the key over the members; 0 of an empty set"),
    "max": ("max(set by key), max(a, b)", "the greatest key of the members, or the greater number"),
    "min": ("min(set by key), min(a, b)", "the least key of the members, or the lesser number"),
    "highest": (
        "highest(set by key)",
        "the member with the greatest key; two of them are an error at play; none of an empty set",
    ),
    "lowest": (
        "lowest(set by key)",
        "the member with the least key; two of them are an error at play; none of an empty set",
    ),
    "all_highest": ("all_highest(set by key)", "all members that share the greatest key"),
    "all_lowest": ("all_lowest(set by key)", "all members that share the least key"),
    "highest_first": (
        "highest_first(set by key)",
        "the set in the order of the key, the greatest first; members that share it keep their order",
    ),
    "lowest_first": (
        "lowest_first(set by key)",
        "the set in the order of the key, the least first; members that share it keep their order",
    ),
    "distinct": ("distinct(set by key)", "the different keys of the members"),
    "reachable": (
        "reachable(set by step)",
        "the members, what `step` gives of each of them, and so on from there: each once, nearest first",
    ),
    "first": ("first(set)", "the first member, or none"),
    "last": ("last(set)", "the last member, or none"),
    "top": (
        "top(zone), top(zone, 3)",
        "the top component of a stack (or the leftmost of a row), or the top 3 as a set",
    ),
    "all": ("all(Card)", "all components of a kind, or all values of a list kind"),
    "earlier": ("earlier(value)", "what a value was at the stop before; under `invariants` only"),
}

VALUES: dict[str, str] = {
    "me": "the player who acts (see the page on who `me` is)",
    "players": "all players, in seat order from the first seat",
    "others": "all players but me",
    "left": "the direction of play: `p.left` is the next player clockwise",
    "right": "against the direction of play: `p.right` is the next player counterclockwise",
    "holder": "`card.holder`: the player, or the thing, in whose zone it lies, or none",
    "revealed": "`card.revealed`: it lies face up",
    "name": "`card.name`: what it is called, as in `card.name is \"Rook\"`",
}

# Words that mean something in one place only, and what to write elsewhere.
ELSEWHERE: dict[str, str] = {
    "it": "`it` is what a definition is about; name a candidate: `each p in players where p is ...`",
    "original": "only `wrap` of a variant knows what was there before; write it under `wrap:`",
}
