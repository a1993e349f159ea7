"""Compute everyone's ratings from the results of finished tournaments."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from club.glicko2 import OpponentGames, Rating, rate, rest
from club.models import ClubChange, PersonRating, RatingRun
from club.queries.rated_games import (
    RatedGames,
    RatedTournament,
    chosen_rating_system,
    rated_tournaments,
    ratings_key,
)
from club.refusals import RatingRefusal
from club.services.changes import club_writing, record_change
from core.errors import Refused
from core.plugins import Plugin, PluginFailed, plugin_named
from pennant_baseball.plugins import RATING_SYSTEMS
from tournaments.action_log.writing import Actor

_IDLE_DAYS: Final = 30  # this many days without a tournament count as a rating period without games


@dataclass
class _Standing:
    """A person's rating after the tournaments so far."""

    rating: Rating
    last_played_on: date
    games: int = 0
    tournaments: int = 0

    def rating_on(self, day: date) -> Rating:
        """Return the rating on a later day. Time without games makes it less certain."""
        return rest(self.rating, max(0, (day - self.last_played_on).days // _IDLE_DAYS))


def renew_ratings() -> bool:
    """Recompute all ratings if any data behind them changed. Return whether it did.

    If the club changes during the computation, nothing is stored, and the next call computes them.
    """
    key = ratings_key()
    if RatingRun.objects.filter(key=key).exists():
        return False
    rows, problem = _rated_rows(rated_tournaments(), chosen_rating_system())
    with club_writing():
        if ratings_key() != key:
            return False
        PersonRating.objects.all().delete()
        PersonRating.objects.bulk_create(rows)
        RatingRun.objects.update_or_create(pk=1, defaults={"key": key, "problem": problem[:500]})
    return True


def choose_rating_system(*, name: str, actor: Actor) -> None:
    """Choose a plugin's rating system, or Glicko-2 for "". All ratings are recomputed.

    Raises:
        Refused: The plugin can't be used and wasn't chosen before.
    """
    with club_writing():
        before = RatingRun.objects.values_list("plugin", flat=True).first() or ""
        if name == before:
            return
        chosen = plugin_named(RATING_SYSTEMS, name) if name else None
        if chosen is not None and chosen.fault:
            raise Refused(RatingRefusal.NO_SUCH_SYSTEM, field="plugin", problem=chosen.problem)
        RatingRun.objects.update_or_create(pk=1, defaults={"key": "", "plugin": name})
        old, new = {"rating_system": before}, {"rating_system": name}
        record_change(kind=ClubChange.Kind.SETTINGS, actor=actor, before=old, after=new)
    renew_ratings()


def _rated_rows(tournaments: Sequence[RatedTournament], plugin: Plugin | None) -> tuple[list[PersonRating], str]:
    """Return rows from the chosen system, and "". If it fails, return Glicko-2 rows and the reason."""
    if plugin is None:
        return _rating_rows(tournaments), ""
    try:
        rows = [row for kind in PersonRating.Kind for row in _plugin_rows(kind, tournaments, plugin)]
    except PluginFailed as failure:
        return _rating_rows(tournaments), str(failure)
    plugin.succeeded()
    return rows, ""


def _plugin_rows(
    kind: PersonRating.Kind, tournaments: Sequence[RatedTournament], plugin: Plugin
) -> Iterator[PersonRating]:
    """Yield a plugin's rows for one kind of play. Raise PluginFailed if the plugin fails."""
    rows: dict[int, PersonRating] = {}
    for period in tournaments:
        if period.kind != kind or not period.results:
            continue
        ratings = {person: row.rating for person, row in rows.items()}
        new_ratings = plugin.call("rate", ratings, period.results)
        for person, games in _games_by_person(period).items():
            blank = PersonRating(person_id=person, kind=kind, games=0, tournaments=0, deviation=0, volatility=0)
            row = rows.setdefault(person, blank)
            row.rating = _new_rating(plugin, new_ratings, person)
            row.games += sum(result.games for result in games)
            row.tournaments += 1
            row.last_played_on = period.day
    yield from rows.values()


def _new_rating(plugin: Plugin, ratings: object, person: int) -> float:
    rating = ratings.get(person) if isinstance(ratings, Mapping) else None
    if isinstance(rating, bool) or not isinstance(rating, int | float) or not math.isfinite(rating):
        raise plugin.failed(f"rate must return a rating for everyone who played, not {rating!r:.60}")
    return float(rating)


def _rating_rows(tournaments: Iterable[RatedTournament]) -> list[PersonRating]:
    """Return a row for each person and kind of play, as of the newest tournament of that kind."""
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
    """Rate everyone who played in a tournament, using their opponents' ratings before it."""
    games_by_person = _games_by_person(period)
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


def _games_by_person(period: RatedTournament) -> dict[int, list[RatedGames]]:
    games_by_person: dict[int, list[RatedGames]] = defaultdict(list)
    for games in period.results:
        games_by_person[games.person_id].append(games)
        games_by_person[games.opponent_id].append(games.reversed)
    return games_by_person


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
