"""Load two teams in a tournament before a game, with rosters and pitching sheets."""

from collections.abc import Mapping
from typing import NamedTuple

from django.core.exceptions import ObjectDoesNotExist

from core.errors import Refused
from drafts.models import CardSet, Pick
from games.queries.absences import carried_to_next_game
from games.queries.carry_over import carryover_rules
from games.queries.of_series import suspension_ruling
from games.queries.usage import TeamUsage, usage_of_teams
from pitching.queries.board import availability_by_card
from rules_engine import systems
from rules_engine.eligibility.suspended_games import may_be_suspended
from rules_engine.rulings import Ruling
from tabletop.drafted_lineups import DraftedGame, DraftedTeam
from tabletop.queries.lineups import saved_lineups
from tabletop.refusals import NoGameRefusal
from tournaments.models import Series, Team, Tournament


class NoDraftedGameError(Refused):
    """The requested game can't be played."""


class NextGame(NamedTuple):
    """A series' next game."""

    number: int
    away: Team
    home: Team


def game_of_series(series_id: int) -> DraftedGame:
    """Return a series' next game with its home team (T0.16). Raise NoDraftedGameError if there is none."""
    series = series_of(series_id)
    usages = usages_before(series)
    number, away, home = next_game(series, usages)
    title = f"Game {number} of {series.games_planned}: {away} at {home}"
    return _game(title, suspension_ruling(series), series.is_best_of, away, home, usages)


def usages_before(series: Series) -> dict[int, TeamUsage]:
    """Return both teams' usage before the series' next game."""
    usages = usage_of_teams(series.home_id, series.away_id)
    return {team: usage.before_next_game_in(series.pk) for team, usage in usages.items()}


def next_game(series: Series, usages: Mapping[int, TeamUsage]) -> NextGame:
    """Return the next game and its home team (T0.16). Raise NoDraftedGameError if there is none."""
    if series.status in Series.NOTHING_TO_PLAY:
        raise NoDraftedGameError(
            NoGameRefusal.NOTHING_TO_PLAY, series=str(series), status=series.get_status_display().lower()
        )
    if series.status == Series.Status.SUSPENDED:
        raise NoDraftedGameError(NoGameRefusal.SUSPENDED, series=str(series), games=str(series.suspended_games))
    for team in series.teams():
        _check_next(team, usages[team.pk], series)
    ahead = usages[series.home_id].ahead
    number = (ahead.started if ahead else 0) + 1
    home_id, _ = series.home_and_away(number, series.tournament.home_pattern)
    home, away = series.teams() if home_id == series.home_id else series.teams()[::-1]
    return NextGame(number, away, home)


def series_of(series_id: int) -> Series:
    """Return the series. Raise NoDraftedGameError if it does not exist."""
    series = Series.objects.filter(pk=series_id).select_related("tournament", "home", "away").first()
    if series is None:
        raise NoDraftedGameError(NoGameRefusal.NO_SUCH_SERIES, number=series_id)
    return series


def game_of_teams(slug: str, away: str, home: str) -> DraftedGame:
    """Return a game between two teams in a tournament, with their current sheets.

    Raise NoDraftedGameError if they can't play.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise NoDraftedGameError(NoGameRefusal.NO_SUCH_TOURNAMENT, slug=slug)
    visitors = _team(tournament, away)
    hosts = _team(tournament, home)
    if visitors == hosts:
        raise NoDraftedGameError(NoGameRefusal.SAME_TEAM, team=hosts.name)
    ruling = may_be_suspended(tournament.profile, used_by_director=tournament.suspended_games)
    return _game(f"{visitors} at {hosts}", ruling, False, visitors, hosts, usage_of_teams(visitors.pk, hosts.pk))


def _team(tournament: Tournament, name: str) -> Team:
    try:
        return Team.objects.select_related("tournament").get(tournament=tournament, name__iexact=name.strip())
    except ObjectDoesNotExist:
        names = list(Team.objects.filter(tournament=tournament).order_by("name").values_list("name", flat=True))
        raise NoDraftedGameError(
            NoGameRefusal.NO_SUCH_TEAM, tournament=tournament.name, text=name, teams=names
        ) from None


def _check_next(team: Team, usage: TeamUsage, series: Series) -> None:
    """Raise NoDraftedGameError if the team has a different series in progress (T10.2)."""
    ahead = usage.ahead
    if ahead is None or ahead.series_id != series.pk:
        raise NoDraftedGameError(NoGameRefusal.ALL_STARTED, team=team.name, series=str(series))
    started = [
        series_usage
        for series_usage in usage.open_series.values()
        if 0 < series_usage.started < series_usage.games_in_series
    ]
    in_progress = started[0] if started else ahead
    if ahead.started == 0 and in_progress is not ahead:
        stage = Series.Stage(in_progress.stage).label.lower()
        raise NoDraftedGameError(
            NoGameRefusal.OTHER_SERIES_IN_PROGRESS,
            team=team.name,
            number=in_progress.series_id,
            stage=stage,
            round=in_progress.round,
        )


def _game(
    title: str, suspending: Ruling, best_of: bool, away: Team, home: Team, usages: Mapping[int, TeamUsage]
) -> DraftedGame:
    picks = Pick.objects.filter(team__in=(away, home), card__isnull=False)
    card_sets = list(CardSet.objects.filter(drafts__picks__in=picks).distinct())
    seasons = {card_set.season for card_set in card_sets}
    return DraftedGame(
        title,
        home.tournament.profile,
        suspending,
        best_of,
        tuple(card_set.name for card_set in card_sets),
        seasons.pop() if len(seasons) == 1 else None,
        _drafted_team(away, usages[away.pk]),
        _drafted_team(home, usages[home.pk]),
    )


def _drafted_team(team: Team, usage: TeamUsage) -> DraftedTeam:
    cards = Pick.objects.filter(team=team, card__isnull=False).order_by("overall")
    rows = list(cards.values_list("card_id", "card__code", "card__name", "card__ratings"))
    if not rows:
        raise NoDraftedGameError(NoGameRefusal.NOBODY_DRAFTED, team=team.name)
    availability = availability_by_card(usage, carryover_rules(team.tournament))
    sheet = {code: availability[card_id] for card_id, code, *_ in rows if card_id in availability}
    codes = {card_id: code for card_id, code, *_ in rows}
    players = {code: name for _, code, name, _ in rows}
    carryover = carried_to_next_game(systems.load(team.tournament.profile.game.system), usage, codes)
    ratings = {code: own_ratings for _, code, _, own_ratings in rows if own_ratings}
    return DraftedTeam(team.name, players, sheet, carryover, saved_lineups(team), ratings)
