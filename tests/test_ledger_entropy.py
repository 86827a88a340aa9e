"""The adapter of the Entropy ledger: what it reads in a liberal way, and that what does not hold is a failure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ledger.entropy import run

THREE: dict[str, Any] = {"players": ["Mary", "Cenec", "Jessup"]}
STORM: dict[str, Any] = {**THREE, "vortex": True, "areas": {"Cenec": "W1- V+ J1- |"}, "discard": "C1"}
AREA: dict[str, Any] = {**THREE, "areas": {"Mary": "C1- | M1+"}, "discard": "J1", "nexus": "J2 ..."}


@pytest.mark.parametrize(
    ("given", "do", "expect"),
    [
        (AREA, "resolve: Mary Beacon",
         {"options": ["Mary: reveal all", "Mary: reveal at Cenec", "Mary: reveal  at Jessup"]}),
        (AREA, ["resolve: Mary Beacon", "Mary:  reveal   all"],
         {"areas": {"Mary": "C1+|M1+"}, "left_order": {"Mary": "C1+"}}),
        ({**THREE, "turn": 4, "round": 2, "anchor": "nexus"}, ["resolve: Mary Phase Shift", "Mary: resolve"],
         {"next": "round 2 turn 4", "anchor": "Mary"}),
        ({**THREE, "turn": 4}, ["resolve: Mary Phase Shift", "turn: Mary Beacon, Cenec Portal, Jessup Militant"],
         {"next": "fracture", "anchor": "Nexus", "resolved": [],
          "hand": {"Mary": "Adaptive, Eye of the Storm, Portal, Telekinesis"}}),
        (STORM, ["resolve: Mary Telekinesis", "Mary: discard W1 of Cenec", "Mary: discard J1 of Cenec"],
         {"events": ["refused W1"], "resolved": ["Mary Telekinesis"], "next": "round 1 turn 1"}),
        ({"players": ["Mary", "Cenec", "Ronin"], "areas": {"Ronin": "V+ W1- |", "Mary": "W2- |"}},
         ["resolve: Ronin Beacon", "Ronin: reveal at Mary", "Mary: show W2"],
         {"areas": {"Mary": "| W2+"}, "sees": {"Cenec": {"Ronin": "V+ ? |"}}}),
        ({"players": ["Mary"], "setup": True}, [], {"facts": ["one player is refused"]}),
        ({"players": ["Mary", "Cenec"], "setup": True, "vortex": True}, ["shuffle: M1 V C1 ...", "setup"],
         {"areas": {"Mary": "V- |", "Cenec": "C1-"}, "discard": "M1", "nexus_size": 7, "events": []}),
    ],
)  # fmt: skip
def test_the_notation_is_read_in_a_liberal_way(given: object, do: object, expect: object) -> None:
    assert run(given, do, expect) == []


@pytest.mark.parametrize(
    ("given", "do", "expect", "message"),
    [
        (AREA, [], {"areas": {"Mary": "C1+ | M1+"}}, "areas: Mary has C1- | M1+, not C1+ | M1+"),
        (AREA, [], {"left_order": {"Mary": "C1- J1-"}}, "left_order: Mary has C1-, not C1- J1-"),
        (AREA, [], {"discard": "J1 J3"}, "discard: is J1, not J1, J3"),
        (AREA, [], {"nexus": "J3 ..."}, "nexus: is J2, not J3"),
        (AREA, [], {"nexus_size": 3}, "nexus_size: is 11, not 3"),
        (AREA, [], {"anchor": "Mary"}, "anchor: is Nexus, not Mary"),
        (AREA, [], {"clashes": {"Mary": 1}}, "clashes: Mary is 0, not 1"),
        (AREA, [], {"played": {"Mary": "Beacon*"}}, "played: Mary is -, not Beacon*"),
        (AREA, [], {"winner": "Mary"}, "winner: is nobody, not Mary"),
        (AREA, [], {"next": "fracture"}, "next: is round 1 turn 1, not fracture"),
        (AREA, [], {"events": ["vortex"]}, "events: is -, not vortex"),
        (AREA, ["resolve: Mary Portal"], {"illegal": ["Mary: swap C1 with J1"]},
         "illegal: `Mary: swap C1 with J1` can be answered"),
        (AREA, ["resolve: Mary Portal"], {"resolved": ["Mary Portal"]}, "resolved: is -, not Mary Portal"),
        (AREA, ["resolve: Mary Portal"], {"options": ["Mary: swap C1 with J1"]},
         "options: is Mary: swap C1 with J1, Mary: swap C1 with nexus, not Mary: swap C1 with J1"),
        (AREA, [], {"sees": {"Cenec": {"Mary": "C1- | M1+"}}}, "sees: Cenec sees Mary with ? | M1+, not C1- | M1+"),
        (AREA, ["resolve: Mary Portal", "Mary: swap M1 with J1"], {"winner": "nobody"},
         "cannot be played: `Mary: swap M1 with J1`: Mary decides at phases.round.turn.select: "
         "Telekinesis, Beacon, Eye of the Storm, Phase Shift, Adaptive"),
        (AREA, ["turn: Mary Beacon, Cenec Portal"], {"winner": "nobody"},
         "cannot be read: do: `turn: Mary Beacon, Cenec Portal` is not for every player"),
        (AREA, ["turn: Mary Beacon, Cenec Portal, Jessup Adaptive"], {"winner": "nobody"},
         "cannot be played: `turn: Mary Beacon, Cenec Portal, Jessup Adaptive`: Jessup decides at "
         "phases.round.turn.select: Telekinesis, Beacon, Eye of the Storm, Phase Shift, Portal, Militant"),
        (AREA, ["Mary sleeps"], {"winner": "nobody"}, "cannot be read: do: `Mary sleeps` is no step"),
        (AREA, [], {}, "cannot be read: expect: nothing is there"),
        (AREA, [], {"mood": 3}, "cannot be read: expect: `mood` is none of areas, left_order, nexus"),
        ({**THREE, "frogs": 4}, [], {"winner": "nobody"}, "cannot be read: given: `frogs` is none of players, vortex"),
        ({**THREE, "areas": {"Ronin": "|"}}, [], {"winner": "nobody"}, "cannot be read: `Ronin` does not play"),
        ({**THREE, "areas": {"Mary": "A1+ |"}}, [], {"winner": "nobody"}, "cannot be played: A1 is not in this game"),
        ({**THREE, "vortex": False, "areas": {"Mary": "V+ |"}}, [], {"winner": "nobody"},
         "cannot be played: V is not in this game"),
        ({**THREE, "played": {"Mary": "Militant"}}, [], {"winner": "nobody"},
         "cannot be played: Mary has no Militant to play"),
        ({"players": ["Mary"]}, [], {"winner": "nobody"}, "cannot be played: Entropy is for 2 to 5 players, not 1"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_a_failure(given: object, do: object, expect: object, message: str) -> None:
    failures = run(given, do, expect)
    assert len(failures) == 1
    assert failures[0].startswith(message)


def test_a_step_that_names_a_forced_choice_of_another_fragment_is_refused() -> None:
    given = {**THREE, "vortex": True, "areas": {"Mary": "V- |", "Cenec": "| C1+"}}
    assert run(given, ["resolve: Mary Beacon", "Mary: reveal all", "Cenec: shroud C1"], {"winner": "nobody"}) == []
    failures = run(given, ["resolve: Mary Beacon", "Mary: reveal all", "Cenec: shroud C2"], {"winner": "nobody"})
    assert failures[0].startswith("cannot be played: `Cenec: shroud C2`")
