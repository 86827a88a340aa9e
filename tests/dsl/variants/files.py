"""A small rulebook to make variants of, and how a test makes one."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl import Diagnostic, Game, RulewrightError, load

BASE = """\
rulebook: shells
title: Shells
players: 2..4
rules: {texts: rules.yaml, of players: SHE-1}
words: [fetch]
options:
  stormy: {type: Flag, default: no}
  rounds: {type: 1..9, default: 3}
kinds:
  Colour: [red, blue]
  Shell: {colour: Colour, worth: 0..9}
components:
  red: {make: Shell, for: {n: 1..5}, name: "Red {n}", colour: red, worth: n, start: sea}
  blue: {make: Shell, copies: {players 2: 3, players 3..4: 6}, colour: blue, worth: 1, start: sea}
  rare:
    make: Shell
    start: sea
    rows:
      - {name: Pearl, colour: red, worth: 9}
      - {name: Conch, colour: blue, worth: 7}
  odd: {make: Shell, table: odd.csv, start: sea}
zones:
  sea:   {holds: Shell, order: stack, face: down}
  beach: {holds: Shell}
  bag:   {holds: Shell, per: Player, face: down, seen by: owner}
state:
  taken: {type: 0..9, per: Player}
define:
  Player.wealth: sum(bag by worth)
  Player.rich(Int n): wealth > n
  mood:
    cases:
      count(beach) > 3: 2
      otherwise: 1
setup:
  mixing: shuffle sea
phases:
  round:
    repeat: rounds times
    steps:
      tide:
        if: some(sea)
        do: |
          move top(sea) to beach
          for p in players clockwise from first(players):
            move top(sea) to p.bag
      turn:
        each: players clockwise from first(players)
        ask: Your turn
        menu: [fetch_one, rest]
        rules: SHE-2
actions:
  fetch_one:
    label: Fetch {shell}
    if: some(beach)
    choose: {shell: beach}
    do: move shell to bag as fetch
  rest: {label: Rest, say: "{me} rests"}
laws:
  wash:
    whenever: count(beach) > 5
    do: move beach to sea
triggers:
  gull:
    after: move Shell s to p.bag as fetch
    if: s.worth > 8
    do: gain 1 p.taken
end:
  over: {after: round, winner: all_highest(players by wealth)}
"""
RULES = """\
- {id: SHE-1, section: Players, text: Two to four.}
- {id: SHE-2, section: Turn, text: A turn.}
"""


def write_base(folder: Path) -> Path:
    """The rulebook and the files it names."""
    (folder / "game.yaml").write_text(BASE, encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    (folder / "odd.csv").write_text("name,colour,worth\nCrab,red,3\nStar,blue,2\n", encoding="utf-8")
    return folder


def write_variant(folder: Path, text: str, name: str = "changed") -> Path:
    """A variant file; `variant` and `of` are put before the text."""
    path = folder / f"{name}.yaml"
    path.write_text(f"variant: {name}\nof: game.yaml\n{text}", encoding="utf-8")
    return path


def errors_of(path: Path, *names: str, **options: bool | int | str) -> tuple[Diagnostic, ...]:
    """What is wrong with a variant; nothing for one that loads."""
    try:
        load(path, options, names)
    except RulewrightError as error:
        return error.problems.errors
    return ()


def loaded(folder: Path, text: str) -> Game:
    """The game of a variant."""
    return load(write_variant(folder, text))


def flow_words(game: Game) -> str:
    """The flow as text without its origins, to see what is in it."""
    from rulewright.dsl.flow.text import print_flow

    return print_flow(game.flow)
