"""Draws the pictures in docs/pictures: `python -m tests.pictures`, or `make pictures`.

In: the rulebooks in games/. Out: for each game its turn flow, the interaction of its rules and the flow of its components;
for each variant what it changes; for each classic its turn flow. Every picture stands there as SVG and as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.drawn import Counted, Drawn
from rulewright.dsl import load
from rulewright.dsl.variants.combine import variant_files
from rulewright.visualizer import VIEWS
from tests.source_files import ROOT

FOLDER = ROOT / "docs" / "pictures"
GAMES = sorted(ROOT.glob("games/*/game.yaml"))
CLASSICS = sorted(ROOT.glob("games/classics/*/game.yaml"))
FORMS = (".txt", ".svg")


def pictures() -> Iterator[tuple[str, Drawn, str, str]]:
    """Each picture: its name, what is drawn, the view and the level."""
    for path in GAMES:
        game = load(path)
        drawn = Drawn(game, None, Counted())
        for view in VIEWS:
            yield f"{path.parent.name}-{view}", drawn, view, "steps"
        yield f"{path.parent.name}-turn-phases", drawn, "turn", "phases"
        for variant in variant_files(path.parent):
            yield f"{path.parent.name}-with-{variant.stem}", Drawn(game, load(variant), Counted()), "turn", "changes"
    for path in CLASSICS:
        yield f"classics-{path.parent.name}", Drawn(load(path), None, Counted()), "turn", "steps"


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    wanted: set[Path] = set()
    for name, drawn, view, level in pictures():
        for form in FORMS:
            path = FOLDER / f"{name}{form}"
            path.write_bytes(drawn.content(form, view, level, ""))
            wanted.add(path)
    for path in set(FOLDER.iterdir()) - wanted:
        path.unlink()


if __name__ == "__main__":
    main()
