"""Long work shows how far it is.

In: how much there is to do. Out: a function to be told how much is done.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """Tells how many games are done: a bar where rich is installed and somebody watches, else a line now and then."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield plain_progress(games)
        return
    screen = Console(stderr=True, no_color=click.get_current_context().color is False or None)
    if not screen.is_terminal:
        yield plain_progress(games)
        return
    columns = TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=screen, auto_refresh=False) as bar:  # by itself it would need a thread, and workers fork
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done, refresh=True)


def plain_progress(games: int) -> Callable[[int], None]:
    """A line on the standard error for each tenth."""
    told = 0

    def tell(done: int) -> None:
        nonlocal told
        if done * 10 // games > told:
            told = done * 10 // games
            print(f"{done} of {games} games", file=sys.stderr, flush=True)

    return tell
