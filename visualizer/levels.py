"""How much of a picture is open: from one page to every step.

In: a `Picture` and the name of a level. Out: the addresses of the frames that are shut at it, for `collapse`.

phases: the phases with their steps; menus, windows, actions, laws and triggers are one box each. actions: each action,
law and trigger is one box. steps: nothing is shut. changes: what two compared games have in common is shut (see
`changes`). blocks: a graph of its own (see `blocks`).
"""

from __future__ import annotations

from rulewright.visualizer.picture import Frame, Picture

PHASES, ACTIONS, STEPS, CHANGES, BLOCKS = "phases", "actions", "steps", "changes", "blocks"
LEVELS = (PHASES, ACTIONS, STEPS, CHANGES, BLOCKS)
SHUT = {
    PHASES: frozenset(("menu", "windows", "window", "always", "actions", "action", "law", "trigger")),
    ACTIONS: frozenset(("window", "action", "law", "trigger")),
}


def shut_at(picture: Picture, level: str) -> frozenset[str]:
    """The frames to shut, the outer ones only. Raises KeyError for a level that there is not."""
    if level not in LEVELS:
        raise KeyError(level)
    kinds = SHUT.get(level, frozenset())
    found: list[str] = []
    todo: list[Frame] = list(picture.frame.frames)
    while todo:
        frame = todo.pop()
        if frame.kind in kinds:
            found.append(frame.address)
        else:
            todo.extend(frame.frames)
    return frozenset(found)
