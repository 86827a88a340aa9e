"""Entropy: facts about the game that are no positions - who can play, what chance does, what nobody is shown."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulewright.dsl import Game, RulewrightError, load
from rulewright.interpreter import Match, Position, View, install
from tests.source_files import ROOT

FOLDER = ROOT / "games" / "entropy"


@cache
def game(*variants: str) -> Game:
    return load(FOLDER / "game.yaml", None, variants)


@pytest.mark.parametrize(("variants", "players"), [((), 1), ((), 6), (("ronin",), 2), (("ronin",), 7)])
def test_too_few_and_too_many_are_refused(variants: tuple[str, ...], players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        Match.start(game(*variants).flow, players)


def test_six_can_play_with_the_ronin() -> None:
    match = Match.start(game("ronin").flow, 6)
    assert not match.over


def test_the_ronin_needs_the_vortex() -> None:
    with pytest.raises(RulewrightError, match="vortex"):
        load(FOLDER / "game.yaml", {"vortex": False}, ["ronin"])


@pytest.mark.parametrize("seat", range(1, 7))
def test_the_ronin_sits_where_the_option_says(seat: int) -> None:
    flow = load(FOLDER / "game.yaml", {"ronin_seat": seat}, ["ronin"]).flow
    for players in range(3, 7):
        view = Match.start(flow, players).view(0)
        assert identities(view).index("Ronin") == (seat - 1) % players


def identities(view: View) -> list[str | None]:
    return [view.zones[("identity", seat)].names[0] for seat in range(view.seats)]


def test_every_character_comes_to_every_seat() -> None:
    dealt = Counter(
        (seat, name)
        for seed in range(60)
        for seat, name in enumerate(identities(Match.start(game().flow, 3, seed).view(2)))
    )
    assert len(dealt) == 15
    assert all(3 <= count <= 20 for count in dealt.values())


def test_a_game_has_the_vortex_unless_said_otherwise() -> None:
    match = Match.start(game().flow, 3)
    assert match.machine.layout.names.count("Vortex") == 1
    assert match.view(0).zones[("nexus", None)].count == 11


def storm() -> Match:
    """A may discard one of B's fragments: a protected wild, the Vortex, another one."""
    position = Position(
        3,
        "initiative",
        {"turn": 1, "initiative": 1},
        {
            ("identity", 0): [("Mary", None)],
            ("identity", 1): [("Cenec", None)],
            ("identity", 2): [("Jessup", None)],
            ("left_side", 1): [("Jessup 1", 0), ("Vortex", 1), ("Wild 1", 0)],
            ("selected", 0): [("Telekinesis", 1)],
        },
        ("box", None),
    )
    return install(game().flow, position)


def test_a_blind_pick_shows_places_and_no_faces() -> None:
    options = [option.text for option in storm().view(0).options]
    assert options == ["discard B ?1", "discard B Vortex", "discard B ?3", "take B Vortex", "decline"]
    assert not any("Jessup" in option.label or "Wild" in option.label for option in storm().view(0).options)


def test_everybody_learns_where_the_refused_wild_lies() -> None:
    match = storm()
    match.choose("discard B ?3")
    for seat in range(3):
        assert "A points at place 3 of B: a wild that is protected" in "\n".join(match.view(seat).log())
    assert "Wild 1" not in "\n".join(match.view(2).log())
    assert [option.text for option in match.options] == ["discard B ?1", "discard B Vortex", "take B Vortex", "decline"]


def test_the_log_keeps_a_selection_secret_until_all_have_chosen() -> None:
    match = Match.start(game().flow, 3)
    match.choose("Beacon")
    assert "Beacon" in "\n".join(match.view(0).log(detail=True))
    assert "Beacon" not in "\n".join(match.view(1).log(detail=True))
    match.choose("Phase Shift")
    match.choose("Telekinesis")
    for seat in range(3):
        shown = match.view(seat).zones
        assert [shown[("selected", other)].names for other in range(3)] == [
            ("Beacon",), ("Phase Shift",), ("Telekinesis",),
        ]  # fmt: skip


def anybody_complete(match: Match) -> bool:
    """Whether a player has four revealed fragments that fit, counted by hand."""
    for seat, identity in enumerate(identities(match.view(0))):
        zones = (match.view(seat).zones[(zone, seat)] for zone in ("left_side", "right_side"))
        revealed = [card.name or "" for zone in zones for card in zone.cards if card.face_up]
        if sum(name.startswith((f"{identity} ", "Wild ")) for name in revealed) >= 4:
            return True
    return False


def test_nobody_is_complete_while_the_game_goes_on() -> None:
    match = Match.start(game().flow, 4, seed=3)
    while not match.over:
        assert not anybody_complete(match)
        match.choose(len(match.history) * 7 % len(match.options))
    assert anybody_complete(match)
    assert len(match.winners or ()) == 1
