"""Test that a tournament's edition names the game and its ruleset, and that the director can choose from them."""

import pytest

from core.errors import Refused
from rules_engine.profile import load_profile, profile_of_text, text_of
from tests.factories import TournamentFactory
from tournaments.action_log.writing import Actor
from tournaments.services.edition import set_edition_lines

pytestmark = pytest.mark.django_db


def set_lines(**lines: str):
    tournament = TournamentFactory()
    values = {f"game.{name}": value for name, value in lines.items()}
    return set_edition_lines(
        tournament=tournament,
        actor=Actor("The desk"),
        version=tournament.version,
        values=values,
        reason="a class plays it",
    )


def test_director_chooses_another_ruleset() -> None:
    assert set_lines(edition="senior_seminar").profile.game.edition == "senior_seminar"


def test_director_chooses_another_game_system() -> None:
    game = set_lines(system="inside_pitch", edition="roll").profile.game
    assert (game.system, game.edition) == ("inside_pitch", "roll")


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ({"edition": "som_deluxe"}, "unknown ruleset “som_deluxe”"),
        ({"system": "croquet"}, "unknown game system “croquet”"),
        ({"system": "inside_pitch"}, "star"),
    ],
)
def test_rejects_an_unknown_game_or_ruleset(lines: dict, fault: str) -> None:
    with pytest.raises(Refused, match=fault) as refused:
        set_lines(**lines)
    assert str(refused.value).startswith("These rules contradict each other.")


def test_edition_without_a_system_defaults_to_strat_o_matic() -> None:
    stored = text_of(load_profile("purestrat@1")).replace('"system": "strat_o_matic",', "")
    assert '"system"' not in stored
    assert profile_of_text(stored).game.system == "strat_o_matic"
