"""Make the cards of a team's season in the worker, because this takes half a minute."""

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
    """Return a team's drafted players. Raise Refused while the worker is making their season's cards."""
    year = season_of(team)
    if not _has_cards(team, year):
        raise Refused(LineupRefusal.CARDS_ARE_BEING_MADE)
    return load_drafted_roster(team, year)


def _has_cards(team: Team, year: int | None) -> bool:
    """Return whether a season's cards are available now. If not, have the worker make them.

    A team whose players come from no single real season needs no generated cards.
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
