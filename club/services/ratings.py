"""Compute the ratings of all people from the results of finished tournaments."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from club.glicko2 import OpponentGames, Rating, rate, rest
from club.models import PersonRating, RatingRun
from club.queries.rated_games import RatedGames, RatedTournament, rated_tournaments, ratings_key
from club.services.changes import club_writing

_IDLE_DAYS: Final = 30  # without a tournament, they count as a rating period without games


@dataclass
class _Standing:
    """A person's rating after the tournaments so far."""

    rating: Rating
    last_played_on: date
    games: int = 0
    tournaments: int = 0

    def rating_on(self, day: date) -> Rating:
        """Return the rating on a later day. Time without games makes it less sure."""
        return rest(self.rating, max(0, (day - self.last_played_on).days // _IDLE_DAYS))


def renew_ratings() -> bool:
    """Compute all ratings again if anything changed that they depend on. Returns whether it did.

    If the club changes in the meantime, nothing is stored, and the next call computes them.
    """
    key = ratings_key()
    if RatingRun.objects.filter(key=key).exists():
        return False
    rows = _rating_rows(rated_tournaments())
    with club_writing():
        if ratings_key() != key:
            return False
        PersonRating.objects.all().delete()
        PersonRating.objects.bulk_create(rows)
        RatingRun.objects.update_or_create(pk=1, defaults={"key": key})
    return True


def _rating_rows(tournaments: Iterable[RatedTournament]) -> list[PersonRating]:
    """Return a row for each person and kind, as of the day of the newest tournament of that kind."""
    by_kind: dict[PersonRating.Kind, list[RatedTournament]] = defaultdict(list)
    for tournament in tournaments:
        by_kind[tournament.kind].append(tournament)
    return [row for kind, periods in by_kind.items() for row in _rows_of_kind(kind, periods)]


def _rows_of_kind(kind: PersonRating.Kind, periods: list[RatedTournament]) -> list[PersonRating]:
    standings: dict[int, _Standing] = {}
    for period in periods:
        _rate_period(standings, period)
    last_day = periods[-1].day
    return [_row(kind, person, standing, last_day) for person, standing in sorted(standings.items())]


def _rate_period(standings: dict[int, _Standing], period: RatedTournament) -> None:
    """Rate everyone who played in a tournament, against the ratings that their opponents had before it."""
    games_by_person: dict[int, list[RatedGames]] = defaultdict(list)
    for games in period.results:
        games_by_person[games.person_id].append(games)
        games_by_person[games.opponent_id].append(games.reversed)
    before = {
        person: standings[person].rating_on(period.day) if person in standings else Rating()
        for person in games_by_person
    }
    for person, results in games_by_person.items():
        standing = standings.setdefault(person, _Standing(Rating(), period.day))
        standing.rating = rate(before[person], _pairings(results, before))
        standing.last_played_on = period.day
        standing.games += sum(result.games for result in results)
        standing.tournaments += 1


def _pairings(results: Iterable[RatedGames], before: Mapping[int, Rating]) -> list[OpponentGames]:
    return [OpponentGames(before[result.opponent_id], result.games, result.score) for result in results]


def _row(kind: PersonRating.Kind, person: int, standing: _Standing, day: date) -> PersonRating:
    rating = standing.rating_on(day)
    return PersonRating(
        person_id=person,
        kind=kind,
        rating=rating.rating,
        deviation=rating.deviation,
        volatility=rating.volatility,
        games=standing.games,
        tournaments=standing.tournaments,
        last_played_on=standing.last_played_on,
    )
