"""Actions that need real players' cards: lineups and odds."""

from collections.abc import Mapping
from typing import Final
from unittest import mock

from rules_engine.baseball import simulation
from tabletop import season_games
from tabletop.queries.lineups import load_drafted_roster, propose_spots, season_of
from tabletop.services.lineups import save_lineup
from tabletop.services.odds import request_odds
from tabletop.services.odds_calculation import calculate_odds
from tests.drills.scenes.scene import DIRECTOR, Place, Scene
from tests.weekend.test_play_drafted_teams import Weekend
from tournaments.action_log.verbs import Verb
from tournaments.models import Odds

_EVERY_FIFTH: Final = 5


def with_real_teams() -> Place:
    """Create three teams that drafted 1998 clubs."""
    weekend = Weekend()
    return Place.from_attributes(tournament=weekend.tournament, team=weekend.bears)


def _save_lineup(place: Place) -> None:
    team = place.team
    save_lineup(
        team=team, against="any", spots=propose_spots(load_drafted_roster(team, season_of(team))), actor=DIRECTOR
    )


def _calculate_odds(place: Place) -> None:
    """Calculate the odds like the worker, from a few games."""
    few_games = mock.patch.object(season_games, "GAMES", 24)
    with few_games, mock.patch.object(simulation, "GAMES_AT_ONCE", 4):
        calculate_odds(Odds.objects.select_related("tournament").get(tournament=place.tournament))


def _ask_for_odds(place: Place) -> None:
    request_odds(tournament=place.tournament)
    Odds.objects.filter(tournament=place.tournament).update(state=Odds.State.RUNNING)


def _play_games(place: Place) -> None:
    """Calculate once to store the games, and request the odds again."""
    _ask_for_odds(place)
    _calculate_odds(place)
    _ask_for_odds(place)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.SAVE_LINE_UP: Scene(with_real_teams, _save_lineup),
    Verb.WORK_OUT_ODDS: Scene(
        with_real_teams, _calculate_odds, _play_games, _EVERY_FIFTH, progress=Odds._meta.db_table
    ),
}
