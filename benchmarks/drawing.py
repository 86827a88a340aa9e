"""How long it takes to draw pictures, and how that grows with their size.

In: nothing. Out: lines of a table: boxes and arrows of a picture that `pictures` made up, seconds of laying it out once
and of the whole SVG file, for which it may be laid out twice, and how many times as long that is as for the line above. The
seconds are those of processors, child processes among them: the same on a busy machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from benchmarks.pictures import turn_flow_of
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.render import render_dot
from rulewright.visualizer.svg import write_svg

SIZES = (75, 150, 300, 600, 1200)
HEAD = f"{'boxes':>6} {'arrows':>7} {'layout':>9} {'SVG file':>9} {'growth':>7}"


def table() -> Iterator[str]:
    """The table, a line at a time."""
    yield HEAD
    before = 0.0
    for size in SIZES:
        picture = turn_flow_of(size)
        start = worked()
        render_dot("json", (write_dot(picture),), 600)
        layout = worked() - start
        start = worked()
        write_svg(picture)
        whole = worked() - start
        growth = f"{whole / before:.1f}" if before else ""
        yield f"{len(picture.boxes()):>6} {len(picture.arrows):>7} {layout:>7.2f} s {whole:>7.2f} s {growth:>7}"
        before = whole


def worked() -> float:
    """Seconds of work so far, by this process and those it ran."""
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def main() -> None:
    """Measure and print."""
    for line in table():
        print(line, flush=True)


if __name__ == "__main__":
    main()
