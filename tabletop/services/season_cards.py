"""Make the cards of a team's season in the worker. Making them takes half a minute, which no page waits for."""

from typing import Final

from django.core.cache import cache

from core.errors import Refused
from core.job_queue import send_job
from rules_engine import systems
from seasons.lahman import first_and_last_season
from tabletop.queries.lineups import DraftedRoster, load_drafted_roster, season_of
from tabletop.refusals import LineupRefusal
from tabletop.season_plays import season_play_for
from tournaments.models import Team

MAKE_CARDS_TASK: Final = "tabletop.make_season_cards"
_SECONDS_BETWEEN_JOBS: Final = 60


def load_roster(team: Team) -> DraftedRoster:
    """Return the drafted players of a team. Raises Refused while the worker makes the cards of their season."""
    year = season_of(team)
    if not _has_cards(team, year):
        raise Refused(LineupRefusal.CARDS_ARE_BEING_MADE)
    return load_drafted_roster(team, year)


def _has_cards(team: Team, year: int | None) -> bool:
    """Return whether the cards of a season can be read at once. If not, have the worker make them.

    A team whose players are of no single real season needs no made cards.
    """
    if year is None or not _is_real_season(year):
        return True
    game = team.tournament.profile.game
    try:
        has_cards = season_play_for(game.system).has_cards(game.edition, year)
    except systems.NoSuchSystemError:
        return True
    if not has_cards and cache.add(f"season-cards:{game.system}:{game.edition}:{year}", 1, _SECONDS_BETWEEN_JOBS):
        send_job(MAKE_CARDS_TASK, game.system, game.edition, year)
    return has_cards


def _is_real_season(year: int) -> bool:
    first, last = first_and_last_season()
    return first <= year <= last
