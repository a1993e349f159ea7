"""Actions on a published schedule: changes, rolls for home field, dropouts and declared starters."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.services.declared import declare_rotation
from rules_engine.profile import load_profile, text_of
from tests.drills.scenes.scene import DIRECTOR, Place, Scene
from tests.factories import DivisionFactory, ManagerFactory, TeamFactory
from tests.games.test_dropped_teams import RoundRobin
from tournaments.action_log.verbs import Verb
from tournaments.models import Series
from tournaments.services.covers import change_covers
from tournaments.services.dropouts import drop_team
from tournaments.services.home_rolls import choose_away, roll_for_home
from tournaments.services.order_of_play import start_series
from tournaments.services.power_rounds import pair_power_round
from tournaments.services.round_deadlines import set_round_deadlines
from tournaments.services.scheduling import move_series, publish_schedule, remove_schedule, swap_rounds
from tournaments.services.series_times import accept_time, close_proposal, propose_times, remind_managers
from tournaments.services.team_calendars import make_calendar_address, set_time_zone

_FREE_TABLE: Final = 40
_NEXT_WEEK: Final = timezone.now() + timedelta(days=7)
_ONLINE: Final = "purestrat_online@1"


def scheduled() -> Place:
    """Create eight teams with a schedule, and a team from a different division that can cover. Roll winners choose."""
    edition = load_profile(_ONLINE)
    edition = replace(edition, game=replace(edition.game, roll_winner_chooses_home=True))
    league = RoundRobin(profile_key=_ONLINE, profile_text=text_of(edition), power_rounds=1)
    second = DivisionFactory(tournament=league.tournament, name="Second")
    helper = TeamFactory(division=second, name="Helpers", slot=1)
    ManagerFactory(team=helper, name="Ann")
    team = league.sharks.team
    return Place.from_attributes(
        tournament=league.tournament,
        division=league.division,
        team=team,
        helper=helper,
        series=league.of_sharks(2),
        starter=league.sharks.starters[0],
    )


def _move(place: Place) -> None:
    series = place.series
    move_series(series=series, actor=DIRECTOR, to_round=series.round, to_table=_FREE_TABLE)


def _roll_for_home(place: Place) -> None:
    roll_for_home(series=place.series, actor=DIRECTOR, rolls=(15, 8))


def _cover_rest(place: Place) -> None:
    """Drop the team before round 1, and let the helper team cover its series."""
    team = place.team
    left = [series for series in Series.objects.filter(division=place.division) if series.has_team(team.pk)]
    covers = {series.pk: place.helper.pk for series in left}
    drop_team(team=team, actor=DIRECTOR, after_round=0, cover="outside", covers=covers)


def _change_cover(place: Place) -> None:
    change_covers(team=place.team, actor=DIRECTOR, covers={place.series.pk: None}, compensation="Lunch")


def _declare(place: Place) -> None:
    declare_rotation(team=place.team, starters={1: [place.starter.pk]}, actor=DIRECTOR)


def _propose_times(place: Place) -> None:
    series = place.series
    propose_times(series=series, team_id=series.home_id, times=[_NEXT_WEEK], actor=DIRECTOR)


def _agree_on_time(place: Place) -> None:
    series = place.series
    proposal = series.time_proposals.get()
    accept_time(
        series=series, team_id=series.away_id, proposal_id=proposal.pk, starts_at=proposal.moments[0], actor=DIRECTOR
    )


def _close_times(place: Place) -> None:
    series = place.series
    proposal = series.time_proposals.get()
    close_proposal(series=series, team_id=series.away_id, proposal_id=proposal.pk, actor=DIRECTOR)


def _set_deadlines(place: Place) -> None:
    last_days = {("round_robin", 1): _NEXT_WEEK.date()}
    set_round_deadlines(tournament=place.tournament, last_days=last_days, actor=DIRECTOR)


def _complete_round_robin(place: Place) -> None:
    """Let the home team win every game."""
    for series in Series.objects.filter(division=place.division):
        wins = series.games_planned
        Series.objects.filter(pk=series.pk).update(
            status=Series.Status.COMPLETE, outcomes="H" * wins, home_wins=wins, away_wins=0
        )


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.PUBLISH_SCHEDULE: Scene(
        scheduled, lambda place: publish_schedule(division=place.division, actor=DIRECTOR, seed=7)
    ),
    Verb.REMOVE_SCHEDULE: Scene(scheduled, lambda place: remove_schedule(division=place.division, actor=DIRECTOR)),
    Verb.SWAP_ROUNDS: Scene(
        scheduled, lambda place: swap_rounds(division=place.division, actor=DIRECTOR, first=1, second=2)
    ),
    Verb.MOVE_SERIES: Scene(scheduled, _move),
    Verb.PROPOSE_TIMES: Scene(scheduled, _propose_times),
    Verb.AGREE_ON_TIME: Scene(scheduled, _agree_on_time, _propose_times),
    Verb.CLOSE_TIMES: Scene(scheduled, _close_times, _propose_times),
    Verb.REMIND_MANAGERS: Scene(scheduled, lambda place: remind_managers(series=place.series, actor=DIRECTOR)),
    Verb.SET_DEADLINES: Scene(scheduled, _set_deadlines),
    Verb.SET_TIME_ZONE: Scene(
        scheduled, lambda place: set_time_zone(team=place.team, time_zone="America/Denver", actor=DIRECTOR)
    ),
    Verb.MAKE_CALENDAR_ADDRESS: Scene(scheduled, lambda place: make_calendar_address(team=place.team, actor=DIRECTOR)),
    Verb.ROLL_FOR_HOME: Scene(scheduled, _roll_for_home),
    Verb.CHOOSE_AWAY: Scene(scheduled, lambda place: choose_away(series=place.series, actor=DIRECTOR), _roll_for_home),
    Verb.DROP_TEAM: Scene(scheduled, _cover_rest),
    Verb.CHANGE_COVERS: Scene(scheduled, _change_cover, _cover_rest),
    Verb.START_SERIES: Scene(scheduled, lambda place: start_series(series=place.series, actor=DIRECTOR)),
    Verb.DECLARE_ROTATION: Scene(scheduled, _declare),
    Verb.PAIR_POWER_ROUND: Scene(
        scheduled, lambda place: pair_power_round(division=place.division, actor=DIRECTOR), _complete_round_robin
    ),
}
