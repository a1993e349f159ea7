"""Load declared rotations (T0.09), with rulings and departures."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from games.models import DeclaredRotation, Outing
from games.queries.carry_over import CarryoverRules, carryover_rules, staff_members, usage_windows_of
from games.queries.columns import GameColumn
from games.queries.declared_rounds import DeclaredGame, DeclaredRound, Rotation, Starters
from games.queries.usage import TeamUsage, usage_of_teams
from rules_engine.competition.timetable import RoundToPlay
from rules_engine.eligibility.cards import may_start_by_card
from rules_engine.eligibility.declared import (
    are_rotations_declared,
    check_declared_starter,
    check_declared_starts,
    is_rotation_visible,
    may_declare,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from tournaments.models import Series, Team, Tournament
from tournaments.queries.order_of_play import in_order_to_play
from tournaments.queries.timetable import rounds_to_play

Stage = Series.Stage


@dataclass(frozen=True, slots=True)
class _Season:
    """Data for several teams' rotations, loaded in a constant number of queries."""

    tournament: Tournament
    carryover: CarryoverRules
    rounds: list[RoundToPlay]
    usages: Mapping[int, TeamUsage]
    series: list[Series]
    scheduled: set[tuple[int | None, int]]  # (division, round)
    starters: Mapping[tuple[int, int, int], int]  # card by (team, series, game)
    declared: Mapping[int, Starters]  # by team


class _RoundOfTeam(NamedTuple):
    """A round of the format, with the team's series if the round is paired."""

    coming: RoundToPlay
    series: Series | None

    @property
    def series_key(self) -> int:
        """Return the series ID, or a negative number for a round without a series."""
        return self.series.pk if self.series is not None else -self.coming.number


def rotation_of(team: Team, starters: Starters | None = None) -> Rotation:
    """Return the team's declared rotation, or a preview with these starters."""
    season = _read_season(team.tournament, [team])
    if starters is None:
        starters = season.declared.get(team.pk, {})
    return _rotation(season, team, starters)


def _read_season(tournament: Tournament, teams: Sequence[Team]) -> _Season:
    team_ids = [team.pk for team in teams]
    round_robin = tournament.series.filter(stage=Stage.ROUND_ROBIN)
    is_of_teams = Q(home__in=team_ids) | Q(away__in=team_ids)
    series = round_robin.filter(is_of_teams).exclude(status=Series.Status.VOID)
    scheduled = round_robin.filter(division__in={team.division_id for team in teams})
    return _Season(
        tournament=tournament,
        carryover=carryover_rules(tournament),
        rounds=[coming for coming in rounds_to_play(tournament) if coming.stage == Stage.ROUND_ROBIN],
        usages=usage_of_teams(*team_ids),
        series=list(series.select_related("home", "away")),
        scheduled=set(scheduled.values_list("division_id", "round")),
        starters=_actual_starters(team_ids),
        declared=_declared_by_team(team_ids),
    )


def _rotation(season: _Season, team: Team, declared: Starters) -> Rotation:
    profile = season.tournament.profile
    usage = season.usages[team.pk]
    rounds = _rounds_of_team(season, team)
    rulings = _rulings(usage, season.carryover, declared, rounds)
    games_played = {(column.series_id, column.game) for column in usage.columns}
    rotation = Rotation(team, _possible_starters(usage, profile))
    for coming, series in rounds:
        numbers = range(1, coming.games + 1)
        is_started = series is not None and any((series.pk, number) in games_played for number in numbers)
        still_open = may_declare(
            profile,
            coming.number,
            series_started=is_started,
            season_started=bool(games_played),
        )
        cards = list(declared.get(coming.number, []))
        cards += [None] * (coming.games - len(cards))
        games = []
        for number in numbers:
            started = None
            if series is not None:
                started = season.starters.get((team.pk, series.pk, number))
            ruling = rulings.get((coming.number, number))
            games.append(_declared_game(usage, number, cards[number - 1], ruling, started))
        declared_round = DeclaredRound(
            number=coming.number,
            opponent=str(series.opponent_of(team.pk)) if series else "",
            series_id=series.pk if series else None,
            games=games,
            still_open=still_open,
            shown=is_rotation_visible(profile, still_open),
        )
        rotation.rounds.append(declared_round)
    return rotation


def _rounds_of_team(season: _Season, team: Team) -> list[_RoundOfTeam]:
    """Return the team's rounds, without byes."""
    series_by_round = {series.round: series for series in season.series if series.has_team(team.pk)}
    rounds = []
    for coming in season.rounds:
        series = series_by_round.get(coming.number)
        is_scheduled = (team.division_id, coming.number) in season.scheduled
        if series is not None or not is_scheduled:
            rounds.append(_RoundOfTeam(coming, series))
    return rounds


def declared_cards(team: Team) -> dict[int, list[int | None]]:
    """Return the declared cards by round and game, with None for games without a starter."""
    return _declared_by_team([team.pk]).get(team.pk, {})


def _declared_by_team(teams: Iterable[int]) -> dict[int, dict[int, list[int | None]]]:
    rotations = DeclaredRotation.objects.filter(team__in=teams)
    declared = {}
    for team, starters in rotations.values_list("team_id", "starters"):
        declared[team] = {int(number): list(cards) for number, cards in starters.items()}
    return declared


def rotations_due(tournament: Tournament) -> list[Team]:
    """Return the teams that still have to declare starters for the season or their next series."""
    if tournament.stage != Tournament.Stage.ROUND_ROBIN:
        return []
    if not are_rotations_declared(tournament.profile):
        return []
    rotations = DeclaredRotation.objects.filter(team__tournament=tournament)
    declared = dict(rotations.values_list("team_id", "starters"))
    series_by_team: dict[Team, list[Series]] = defaultdict(list)
    all_series = tournament.series.filter(stage=Stage.ROUND_ROBIN)
    all_series = all_series.exclude(status=Series.Status.VOID)
    for series in all_series.prefetch_related("home", "away"):
        for team in series.teams():
            series_by_team[team].append(series)
    due = []
    for team, team_series in series_by_team.items():
        in_order = in_order_to_play(team_series, team.pk)
        if _is_due(tournament.profile, in_order, declared.get(team.pk, {})):
            due.append(team)
    return due


def _is_due(profile: Profile, team_series: list[Series], declared: Mapping[str, list[int | None]]) -> bool:
    coming = [series for series in team_series if series.status == Series.Status.SCHEDULED]
    is_season_started = len(coming) < len(team_series)
    open_series = [
        series
        for series in coming
        if may_declare(
            profile,
            series.round,
            series_started=False,
            season_started=is_season_started,
        )
    ]
    if profile.pitching.rotation_declared != "before_the_season":
        open_series = open_series[:1]
    for series in open_series:
        cards = declared.get(str(series.round), ())
        if sum(card is not None for card in cards) < series.games_planned:
            return True
    return False


def _possible_starters(usage: TeamUsage, profile: Profile) -> list[tuple[int, str]]:
    starters = [
        (pitcher.card_id, pitcher.name)
        for pitcher in usage.pitchers.values()
        if pitcher.card and may_start_by_card(pitcher.card, profile)
    ]
    return sorted(starters, key=lambda starter: starter[1])


def _actual_starters(teams: Iterable[int]) -> dict[tuple[int, int, int], int]:
    starts = Outing.objects.filter(
        team__in=teams,
        part=Outing.Part.START,
        game__series__stage=Stage.ROUND_ROBIN,
    )
    rows = starts.values_list("team_id", "game__series_id", "game__number", "card_id")
    return {(team, series, number): card for team, series, number, card in rows}


def _rulings(
    usage: TeamUsage,
    carryover: CarryoverRules,
    declared: Starters,
    rounds: Sequence[_RoundOfTeam],
) -> dict[tuple[int, int], Ruling]:
    """Return the ruling on each upcoming declared start, by (round, game) (T10.2, T0.08).

    A game without a declared starter still has a column, so it counts as rest for earlier starters.
    """
    coming = _coming_games(usage, rounds)
    windows = dict(enumerate(usage_windows_of(usage, carryover, coming), start=1))
    staff = staff_members(usage)
    starters = {}
    for column in coming:
        cards = declared.get(column.round, [])
        card = str(cards[column.game - 1]) if column.game <= len(cards) else ""
        if card in staff:
            starters[column.number] = card
    rulings = check_declared_starts(starters, staff, carryover.profile, windows, usage.slot)
    return {(column.round, column.game): rulings[column.number] for column in coming if column.number in rulings}


def _coming_games(usage: TeamUsage, rounds: Sequence[_RoundOfTeam]) -> list[GameColumn]:
    """Return the columns of upcoming games, with the next series first."""
    place_by_series = {series: place for place, series in enumerate(usage.open_series)}
    last_place = len(place_by_series)
    in_order = sorted(
        rounds,
        key=lambda team_round: place_by_series.get(team_round.series_key, last_place),
    )
    games_played = {(column.series_id, column.game) for column in usage.columns}
    number = usage.next_game
    columns = []
    for team_round in in_order:
        coming = team_round.coming
        for game in range(1, coming.games + 1):
            if (team_round.series_key, game) in games_played:
                continue
            column = GameColumn(
                number,
                game,
                stage=coming.stage,
                round=coming.number,
                series_id=team_round.series_key,
                games_in_series=coming.games,
            )
            columns.append(column)
            number += 1
    return columns


def _declared_game(
    usage: TeamUsage,
    number: int,
    card: int | None,
    ruling: Ruling | None,
    started: int | None,
) -> DeclaredGame:
    name = _pitcher_name(usage, card)
    if started is None:
        return DeclaredGame(number, card, name, ruling)
    departure = None
    if name:
        departure = check_declared_starter(name, _pitcher_name(usage, started), number)
    return DeclaredGame(number, card, name, None, departure)


def _pitcher_name(usage: TeamUsage, card: int | None) -> str:
    pitcher = usage.pitchers.get(card) if card is not None else None
    return pitcher.name if pitcher is not None else ""


def declared_starters(series: Series) -> dict[tuple[int, int], int]:
    """Return the declared card by (team, game), or an empty dict if the rules edition has no declared rotations."""
    if not _has_declarations(series):
        return {}
    rotations = DeclaredRotation.objects.filter(team__in=(series.home_id, series.away_id))
    starters_by_game = {}
    for team, starters in rotations.values_list("team_id", "starters"):
        cards = starters.get(str(series.round), ())
        for game, card in enumerate(cards, start=1):
            if card is not None:
                starters_by_game[team, game] = card
    return starters_by_game


def _has_declarations(series: Series) -> bool:
    if series.stage != Stage.ROUND_ROBIN:
        return False
    return bool(are_rotations_declared(series.tournament.profile))


@dataclass(frozen=True, slots=True)
class DeclaredForSeries:
    team: Team
    games: list[DeclaredGame]


def declared_for_series(series: Series) -> list[DeclaredForSeries]:
    """Return the public part of both rotations in this series."""
    if not _has_declarations(series):
        return []
    teams = (series.away, series.home)
    season = _read_season(series.tournament, teams)
    declared = []
    for team in teams:
        if team.pk not in season.declared:
            continue
        rotation = _rotation(season, team, season.declared[team.pk])
        for declared_round in rotation.visible_rounds(own=False):
            if declared_round.series_id == series.pk and not declared_round.is_empty:
                declared.append(DeclaredForSeries(team, declared_round.games))
    return declared
