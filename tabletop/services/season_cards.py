"""Make the cards of a team's season in the worker. Making them takes half a minute, which no page waits for."""

from typing import Final

from django.core.cache import cache

from core.job_queue import send_job
from rules_engine import systems
from seasons.lahman import first_and_last_season
from tabletop.queries.lineups import season_of
from tabletop.season_plays import season_play_for
from tournaments.models import Team

MAKE_CARDS_TASK: Final = "tabletop.make_season_cards"
_SECONDS_BETWEEN_JOBS: Final = 60


def are_season_cards_ready(team: Team) -> bool:
    """Return whether the cards of a team can be read at once. If not, have the worker make them.

    A team whose players are of no single real season needs no made cards.
    """
    year = season_of(team)
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
