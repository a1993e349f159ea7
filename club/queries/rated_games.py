"""Games that count for ratings: from finished tournaments, between two people who managed their own teams."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Count, Max, Q, Sum

from club.models import ClubChange, ClubTournament, ManagerLink, PersonRating, RatingRun, TeamFinish
from club.queries.seasons import counted_tournaments, tournament_day
from core.plugins import Plugin, plugin_named
from games.models import Game
from pennant_baseball.plugins import RATING_SYSTEMS
from play.models import TableGame
from tournaments.models import Series, Team, Tournament

_ONLINE_EDITIONS: Final = ("purestrat_internet", "purestrat_online")
_METHOD: Final = 1  # increase it when the computation changes, so that all ratings are recomputed


class RatedGames(NamedTuple):
    """Games between two people in one tournament. A tie scores 1/2 for each."""

    person_id: int
    opponent_id: int
    wins: int
    losses: int
    ties: int

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.ties

    @property
    def score(self) -> float:
        return self.wins + self.ties / 2

    @property
    def reversed(self) -> "RatedGames":
        return RatedGames(self.opponent_id, self.person_id, self.losses, self.wins, self.ties)


class _Series(NamedTuple):
    """The data about a series that ratings need."""

    pk: int
    tournament_id: int
    home_id: int
    away_id: int
    stage: str
    round: int
    home_wins: int
    away_wins: int
    ties: int
    unplayed_games: int  # ties without a single inning


class RatedTournament(NamedTuple):
    """A tournament as a rating period."""

    day: date
    kind: PersonRating.Kind
    results: Sequence[RatedGames]


class _RatedTeam(NamedTuple):
    person_id: int
    last_round: int | None  # for a dropped team: its manager played through this round (T0.08)


def chosen_rating_system() -> Plugin | None:
    """Return the rating system that the organizer chose, or None for Glicko-2. It may be unusable. One query."""
    name = RatingRun.objects.values_list("plugin", flat=True).first()
    return plugin_named(RATING_SYSTEMS, name) if name else None


def ratings_key() -> str:
    """Return a text that changes whenever data behind the ratings changes. Four queries."""
    tournaments = counted_tournaments().aggregate(number=Count("pk"), read=Sum("read_through"))
    links = ManagerLink.objects.aggregate(number=Count("pk"), newest=Max("pk"))
    change = ClubChange.objects.aggregate(newest=Max("pk"))
    plugin = chosen_rating_system()
    system = f"{plugin.name} {plugin.package}" if plugin else ""
    numbers = (_METHOD, system, *tournaments.values(), *links.values(), *change.values())
    return ":".join(str(number or 0) for number in numbers)


def rated_tournaments() -> list[RatedTournament]:
    """Return the finished tournaments, earliest first. Five queries."""
    facts = sorted(counted_tournaments(), key=lambda row: (tournament_day(row.tournament), row.tournament_id))
    teams = _rated_teams()
    forfeits = _forfeits()
    results: dict[int, list[RatedGames]] = defaultdict(list)
    finished = Series.objects.filter(tournament__in=counted_tournaments().values("tournament"))
    played = finished.exclude(status=Series.Status.VOID).exclude(outcomes="").order_by("pk")
    for row in played.values_list(*_Series._fields[:-1], "never_begun"):
        series = _Series(*row)
        games = _rated_games(series, teams, forfeits)
        if games is not None and games.games:
            results[series.tournament_id].append(games)
    return [RatedTournament(tournament_day(row.tournament), kind_of(row), results[row.tournament_id]) for row in facts]


def kind_of(facts: ClubTournament) -> PersonRating.Kind:
    return PersonRating.Kind.FACE_TO_FACE if facts.is_face_to_face else PersonRating.Kind.ONLINE


def _rated_teams() -> dict[int, _RatedTeam]:
    """Return the teams with a manager.

    If there are two managers, the team counts for the person who gets the points.
    """
    links = ManagerLink.objects.values_list("team_id", "name_key", "person_id")
    person_by_manager = {(team, key): person for team, key, person in links}
    finishes = TeamFinish.objects.filter(team__kind=Team.Kind.MANAGED, team__is_absent=False, team__disqualified="")
    rows = finishes.values_list("team_id", "points_key", "team__dropped_after_round")
    return {
        team: _RatedTeam(person_by_manager[team, key], last_round)
        for team, key, last_round in rows
        if (team, key) in person_by_manager
    }


def _forfeits() -> Counter[tuple[int, int | None]]:
    """Return the number of forfeited games by series and losing team."""
    games = Game.objects.filter(status=Game.Status.FINAL, ending=Game.Ending.FORFEITED).order_by()
    return Counter(games.values_list("series_id", "conceded_by"))


def _rated_games(
    series: _Series, teams: Mapping[int, _RatedTeam], forfeits: Mapping[tuple[int, int | None], int]
) -> RatedGames | None:
    """Return the series' played games, without forfeits, or None unless two people played them."""
    home, away = teams.get(series.home_id), teams.get(series.away_id)
    if home is None or away is None or home.person_id == away.person_id:
        return None
    if not (_was_managed(home, series) and _was_managed(away, series)):
        return None
    home_wins = series.home_wins - forfeits.get((series.pk, series.away_id), 0)
    away_wins = series.away_wins - forfeits.get((series.pk, series.home_id), 0)
    ties = series.ties - series.unplayed_games
    return RatedGames(home.person_id, away.person_id, max(0, home_wins), max(0, away_wins), max(0, ties))


def _was_managed(team: _RatedTeam, series: _Series) -> bool:
    """Return whether the team's own manager played the series. It is true unless the team dropped out (T0.08)."""
    if team.last_round is None:
        return True
    return series.stage == Series.Stage.ROUND_ROBIN and series.round <= team.last_round


def has_online_edition(tournament: Tournament) -> bool:
    return tournament.profile_key.partition("@")[0] in _ONLINE_EDITIONS


def is_played_online(tournament: Tournament) -> bool:
    """Return whether the edition is an online one, or most series were played online. At most two queries.

    A series was played online if the managers agreed on a time, or if it was played on two devices.
    """
    if has_online_edition(tournament):
        return True
    played = tournament.series.exclude(status=Series.Status.VOID).exclude(outcomes="").order_by()
    on_two_devices = TableGame.objects.filter(series__tournament=tournament, entered_as__isnull=False)
    on_two_devices = on_two_devices.exclude(dice=TableGame.Dice.SHARED).order_by()
    has_time = Q(agreed_time__starts_at__isnull=False)
    online = played.filter(has_time | Q(pk__in=on_two_devices.values("series")))
    return 2 * online.count() > played.count()
