"""The rotation of a team as it was declared, beside the schedule and the games that were played (T0.09)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from games.models import DeclaredRotation, Outing
from games.queries.carry_over import CarryoverRules, carryover_rules, staff_members, usage_windows_of
from games.queries.columns import GameColumn
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
Starters = Mapping[int, Sequence[int | None]]  # round -> card by game, None where nobody is declared


@dataclass(frozen=True, slots=True)
class DeclaredGame:
    """A game with its declared starter; `ruling` as the sheet stands, None where nobody is declared or it was played.

    departure: why what was played differs from what was declared.
    """

    number: int
    card_id: int | None
    name: str
    ruling: Ruling | None = None
    departure: Ruling | None = None


@dataclass(frozen=True, slots=True)
class DeclaredRound:
    number: int
    opponent: str  # "" where it is not known yet
    series_id: int | None
    games: list[DeclaredGame]
    still_open: Ruling
    shown: bool

    @property
    def is_empty(self) -> bool:
        return all(game.card_id is None for game in self.games)


@dataclass(slots=True)
class Rotation:
    """`starters`: number of the card and name of everybody whose card lets him start."""

    team: Team
    starters: list[tuple[int, str]]
    rounds: list[DeclaredRound] = field(default_factory=list)

    @property
    def open_rounds(self) -> list[DeclaredRound]:
        return [one for one in self.rounds if one.still_open]

    @property
    def refused(self) -> list[tuple[DeclaredRound, DeclaredGame]]:
        """Declared starts that the sheet does not allow."""
        return [(one, game) for one in self.rounds for game in one.games if game.ruling is not None and not game.ruling]

    def seen(self, *, own: bool) -> list[DeclaredRound]:
        """The rounds that its own side or, with `own` false, everybody may look at."""
        return [one for one in self.rounds if own or one.shown]


@dataclass(frozen=True, slots=True)
class _Declarations:
    """What the rotations of some teams are made from, in as many queries for all of them as for one."""

    tournament: Tournament
    carryover: CarryoverRules
    rounds: list[RoundToPlay]
    usages: Mapping[int, TeamUsage]
    series: list[Series]
    scheduled: set[tuple[int | None, int]]  # division and round
    started: Mapping[tuple[int, int, int], int]  # team, series and game -> the card that started it
    declared: Mapping[int, Starters]  # by team


def rotation_of(team: Team, starters: Starters | None = None) -> Rotation:
    """What the team has declared, or would with these starters. `team` with its tournament."""
    season = _season_of(team.tournament, [team])
    return _rotation(season, team, season.declared.get(team.pk, {}) if starters is None else starters)


def _season_of(tournament: Tournament, teams: Sequence[Team]) -> _Declarations:
    numbers = [team.pk for team in teams]
    round_robin = tournament.series.filter(stage=Stage.ROUND_ROBIN)
    series = round_robin.filter(Q(home__in=numbers) | Q(away__in=numbers)).exclude(status=Series.Status.VOID)
    scheduled = round_robin.filter(division__in={team.division_id for team in teams})
    return _Declarations(
        tournament,
        carryover_rules(tournament),
        [one for one in rounds_to_play(tournament) if one.stage == Stage.ROUND_ROBIN],
        usage_of_teams(*numbers),
        list(series.select_related("home", "away")),
        set(scheduled.values_list("division_id", "round")),
        _started(numbers),
        _declared(numbers),
    )


def _rotation(season: _Declarations, team: Team, given: Starters) -> Rotation:
    tournament, usage = season.tournament, season.usages[team.pk]
    rotation = Rotation(team, _who_may_start(usage, tournament))
    series = {one.round: one for one in season.series if team.pk in (one.home_id, one.away_id)}
    columns = {(column.series_id, column.game) for column in usage.columns}
    rounds = [
        (one, series.get(one.number))
        for one in season.rounds
        if one.number in series or (team.division_id, one.number) not in season.scheduled
    ]
    rulings = _rulings(usage, season.carryover, given, rounds)
    for one, met in rounds:
        begun = met is not None and any((met.pk, game) in columns for game in range(1, one.games + 1))
        still_open = may_declare(tournament.profile, one.number, series_begun=begun, season_begun=bool(columns))
        cards = [*given.get(one.number, []), *[None] * one.games][: one.games]
        games = [
            _game(
                usage,
                number,
                card,
                rulings.get((one.number, number)),
                season.started.get((team.pk, met.pk, number)) if met else None,
            )
            for number, card in enumerate(cards, start=1)
        ]
        opponent = str(met.away if met.home_id == team.pk else met.home) if met else ""
        shown = is_rotation_visible(tournament.profile, still_open)
        rotation.rounds.append(DeclaredRound(one.number, opponent, met.pk if met else None, games, still_open, shown))
    return rotation


def declared_cards(team: Team) -> dict[int, list[int | None]]:
    """Round -> card by game, None where nobody is declared."""
    return _declared([team.pk]).get(team.pk, {})


def _declared(teams: Iterable[int]) -> dict[int, dict[int, list[int | None]]]:
    rows = DeclaredRotation.objects.filter(team__in=teams).values_list("team_id", "starters")
    return {team: {int(number): list(cards) for number, cards in starters.items()} for team, starters in rows}


def rotations_due(tournament: Tournament) -> list[Team]:
    """Teams that may still declare, and have not, the starters of their season or of their next series."""
    if tournament.stage != Tournament.Stage.ROUND_ROBIN or not are_rotations_declared(tournament.profile):
        return []
    declared = dict(DeclaredRotation.objects.filter(team__tournament=tournament).values_list("team_id", "starters"))
    series_of: dict[Team, list[Series]] = defaultdict(list)
    series = tournament.series.filter(stage=Stage.ROUND_ROBIN).exclude(status=Series.Status.VOID)
    for one in series.prefetch_related("home", "away"):
        for team in one.teams():
            series_of[team].append(one)
    in_order = {team: in_order_to_play(own, team.pk) for team, own in series_of.items()}
    return [team for team, own in in_order.items() if _is_due(tournament.profile, own, declared.get(team.pk, {}))]


def _is_due(profile: Profile, own: list[Series], declared: Mapping[str, list[int | None]]) -> bool:
    begun = any(one.status != Series.Status.SCHEDULED for one in own)
    to_come = [one for one in own if one.status == Series.Status.SCHEDULED]
    open_ones = [one for one in to_come if may_declare(profile, one.round, series_begun=False, season_begun=begun)]
    of_season = profile.pitching.rotation_declared == "before_the_season"
    return any(
        len([card for card in declared.get(str(one.round), ()) if card is not None]) < one.games_planned
        for one in (open_ones if of_season else open_ones[:1])
    )


def _who_may_start(usage: TeamUsage, tournament: Tournament) -> list[tuple[int, str]]:
    able = [one for one in usage.pitchers.values() if one.card and may_start_by_card(one.card, tournament.profile)]
    return [(one.card_id, one.name) for one in sorted(able, key=lambda one: one.name)]


def _started(teams: Iterable[int]) -> dict[tuple[int, int, int], int]:
    starts = Outing.objects.filter(team__in=teams, part=Outing.Part.START, game__series__stage=Stage.ROUND_ROBIN)
    rows = starts.values_list("team_id", "game__series_id", "game__number", "card_id")
    return {(team, series, number): card for team, series, number, card in rows}


def _rulings(
    usage: TeamUsage, carryover: CarryoverRules, given: Starters, rounds: Sequence[tuple[RoundToPlay, Series | None]]
) -> dict[tuple[int, int], Ruling]:
    """Round and game -> the ruling on its declared starter, for games that have not begun (T10.2, T0.08).

    Games for which nobody is declared yet have a column all the same, and rest the starters of those before them.
    """
    coming = _games_to_come(usage, rounds)
    windows = dict(enumerate(usage_windows_of(usage, carryover, coming), start=1))
    staff = staff_members(usage)
    starters = {
        column.number: str(card)
        for column in coming
        for card in given.get(column.round, [])[column.game - 1 : column.game]
        if str(card) in staff
    }
    rulings = check_declared_starts(starters, staff, carryover.profile, windows, usage.slot)
    return {(column.round, column.game): rulings[column.number] for column in coming if column.number in rulings}


def _games_to_come(usage: TeamUsage, rounds: Sequence[tuple[RoundToPlay, Series | None]]) -> list[GameColumn]:
    """The columns behind those begun, the series to play next first.

    A round that is not paired yet has a series of its own, by its number.
    """
    place = {series: number for number, series in enumerate(usage.open_series)}
    rounds = sorted(rounds, key=lambda pair: place.get(pair[1].pk, len(place)) if pair[1] else len(place))
    begun = {(column.series_id, column.game) for column in usage.columns}
    games = [
        GameColumn(
            0,
            game,
            stage=one.stage,
            round=one.number,
            series_id=met.pk if met is not None else -one.number,
            games_in_series=one.games,
        )
        for one, met in rounds
        for game in range(1, one.games + 1)
    ]
    open_ones = [game for game in games if (game.series_id, game.game) not in begun]
    return [game._replace(number=number) for number, game in enumerate(open_ones, start=usage.next_game)]


def _game(usage: TeamUsage, number: int, card: int | None, ruling: Ruling | None, started: int | None) -> DeclaredGame:
    def name_of(card_id: int | None) -> str:
        pitcher = usage.pitchers.get(card_id) if card_id is not None else None
        return pitcher.name if pitcher is not None else ""

    name = name_of(card)
    departure = check_declared_starter(name, name_of(started), number) if started is not None and name else None
    return DeclaredGame(number, card, name, ruling if started is None else None, departure)


def declared_starters(series: Series) -> dict[tuple[int, int], int]:
    """Team and game -> the card declared to start it; nothing, and no query, where the edition has no such thing."""
    if not are_rotations_declared(series.tournament.profile) or series.stage != Stage.ROUND_ROBIN:
        return {}
    rows = DeclaredRotation.objects.filter(team__in=(series.home_id, series.away_id)).values_list("team_id", "starters")
    return {
        (team, game): card
        for team, starters in rows
        for game, card in enumerate(starters.get(str(series.round), ()), start=1)
        if card is not None
    }


@dataclass(frozen=True, slots=True)
class DeclaredForSeries:
    team: Team
    games: list[DeclaredGame]


def declared_for_series(series: Series) -> list[DeclaredForSeries]:
    """What everybody may see of both rotations in this series; nothing where the edition has none."""
    if not are_rotations_declared(series.tournament.profile) or series.stage != Stage.ROUND_ROBIN:
        return []
    teams = (series.away, series.home)
    season = _season_of(series.tournament, teams)
    rotations = [_rotation(season, team, season.declared[team.pk]) for team in teams if team.pk in season.declared]
    return [
        DeclaredForSeries(rotation.team, one.games)
        for rotation in rotations
        for one in rotation.seen(own=False)
        if one.series_id == series.pk and not one.is_empty
    ]


def _starter(number: int) -> Column[DeclaredRound]:
    def name(declared: DeclaredRound) -> str:
        return declared.games[number - 1].name if number <= len(declared.games) else ""

    return Column(f"game_{number}", f"Game {number}", name, Place.PAGE | Place.PAPER, Align.LEFT, width=100)


MAX_GAMES = 4  # of a series
ROTATION: TableDefinition[DeclaredRound] = TableDefinition(
    "rotation",
    (
        Column("round", "Round", lambda one: one.number, Place.PAGE | Place.PAPER, width=34),
        Column("opponent", "Opponent", lambda one: one.opponent, Place.PAGE | Place.PAPER, Align.LEFT, width=100),
        *(_starter(number) for number in range(1, MAX_GAMES + 1)),
    ),
)


def rotation_table(rounds: list[DeclaredRound]) -> FilledTable[DeclaredRound]:
    most = max((len(declared.games) for declared in rounds), default=0)
    table = ROTATION.without(*(f"game_{number}" for number in range(most + 1, MAX_GAMES + 1)))
    return table.filled(rounds, caption="Declared starters", is_captioned_unseen=True)
