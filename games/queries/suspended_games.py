"""Suspended games (T33.0): the point of suspension, the completion rulings, and the order of completion."""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.models import Game, Suspension
from games.queries.carry_over import CarryoverRules, carryover_rules
from games.queries.resumption import MoundPitchers, pitchers_on_mound
from games.queries.suspended_sides import SuspendedSide, suspended_side
from games.queries.usage import TeamUsage, usage_of_teams
from rules_engine.competition.elimination import Fate, game_matters, seeding_matters
from rules_engine.eligibility.game_reset import PointOfGame
from rules_engine.eligibility.suspended_games import (
    D20,
    Completion,
    FirstOpponent,
    ReadyOpponent,
    choose_first_opponent,
    completion,
    completion_at_the_nationals,
)
from rules_engine.innings import format_innings
from tournaments.access.viewers import Viewer
from tournaments.models import Series, Team, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.round_in_play import round_tallies, teams_on_bye
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_table import TeamName


@dataclass(frozen=True)
class SuspendedGame:
    """A suspended game with its completion ruling. `proof` lists sentences that explain `completion`."""

    game: Game
    stopped: Suspension
    away: SuspendedSide
    home: SuspendedSide
    completion: Completion
    proof: Sequence[str] = ()

    @property
    def sides(self) -> tuple[SuspendedSide, SuspendedSide]:
        return self.away, self.home

    @property
    def point(self) -> PointOfGame:
        """Return the described point of suspension, or an estimate from the innings pitched."""
        inning = self.game.innings or 1
        is_bottom = self._away_outs >= 3 * inning
        is_inning_over = is_bottom and self._home_outs >= 3 * inning
        if self.stopped.is_described:
            if is_inning_over and not self.stopped.is_bottom:
                inning += 1
            return PointOfGame(inning, self.stopped.is_bottom, self.stopped.outs)
        if is_inning_over:
            return PointOfGame(inning + 1, is_bottom=False, outs=0)
        outs_made = self._home_outs if is_bottom else self._away_outs
        outs_in_inning = outs_made - 3 * (inning - 1)
        return PointOfGame(inning, is_bottom, min(2, max(0, outs_in_inning)))

    @property
    def _away_outs(self) -> int:
        """Return the outs the visitors made at bat, based on innings pitched, or 0 if none are entered."""
        return self.game.away_outs_batting or 0

    @property
    def _home_outs(self) -> int:
        return self.game.home_outs_batting or 0

    @property
    def contradictions(self) -> list[str]:
        """Return a sentence for each team whose innings pitched contradict the described point."""
        if not self.stopped.is_described:
            return []
        sentences = []
        for side, outs_pitched, is_home in (
            (self.away, self._home_outs, False),
            (self.home, self._away_outs, True),
        ):
            expected = self.point.outs_in_the_field(at_home=is_home)
            if outs_pitched not in (0, expected):
                sentences.append(
                    f"The {side.team} pitchers have {format_innings(outs_pitched)} innings in the results, but "
                    f"{self.point} requires {format_innings(expected)}"
                )
        return sentences

    @property
    def half(self) -> str:
        return "bottom" if self.point.is_bottom else "top"

    @property
    def score(self) -> str:
        game = self.game
        return f"{game.away} {game.away_runs or 0}, {game.home} {game.home_runs or 0}"

    @property
    def point_label(self) -> str:
        """Return inning, half and outs as text."""
        return str(self.point)

    @property
    def outs_completed(self) -> int:
        """Return the outs from both halves."""
        inning, is_bottom, outs = self.point
        return 6 * (inning - 1) + 3 * is_bottom + outs

    def opponent_of(self, team: Team) -> Team:
        return self.game.home if self.game.away_id == team.pk else self.game.away


@dataclass(frozen=True, slots=True)
class CompletionOrder:
    """A team with several games to finish, and its first opponent under T33.0."""

    team: Team
    opponents: list[Team]
    first: FirstOpponent
    rolls: Mapping[str, int]

    @property
    def deciding_rolls(self) -> list[str]:
        """Return the deciding d20 rolls, such as "Bears 4", or an empty list if the order didn't depend on a roll."""
        if self.first.decided_by != D20:
            return []
        return [f"{name} {roll}" for name, roll in self.rolls.items()]


@dataclass(frozen=True)
class SuspendedGames:
    """All suspended games. `byes` lists the teams on a bye, by division and round."""

    games: list[SuspendedGame]
    byes: Mapping[str, Sequence[TeamName]] = field(default_factory=dict)

    @cached_property
    def completion_orders(self) -> list[CompletionOrder]:
        """Return the order for every team with more than one suspended game (T33.0)."""
        games_by_team: dict[Team, list[SuspendedGame]] = defaultdict(list)
        for suspended in self.games:
            for side in suspended.sides:
                games_by_team[side.team].append(suspended)
        on_bye = {team.pk for teams in self.byes.values() for team in teams}
        return [_completion_order(team, games, on_bye) for team, games in games_by_team.items() if len(games) > 1]

    def find(self, game_id: int) -> SuspendedGame | None:
        for suspended in self.games:
            if suspended.game.pk == game_id:
                return suspended
        return None


def read_suspended_games(tournament: Tournament) -> SuspendedGames:
    """Load all suspended games. Runs eight queries."""
    games = list(
        Game.objects.filter(series__tournament=tournament, status=Game.Status.SUSPENDED)
        .exclude(series__status=Series.Status.VOID)
        .select_related("home", "away", "series", "suspension")
        .order_by("series__round", "series__table", "number")
    )
    if not games:
        return SuspendedGames([])
    games_per_team = Counter(team for game in games for team in (game.home_id, game.away_id))
    usages = usage_of_teams(*games_per_team)
    mounds = pitchers_on_mound(game.pk for game in games)
    tables = {table.division.pk: table for table in standings_of(tournament)}
    carryover = carryover_rules(tournament)
    suspended = [suspended_game(game, usages, mounds, tables, games_per_team, carryover) for game in games]
    return SuspendedGames(suspended, _teams_on_bye(tables))


def teams_that_may_agree(viewer: Viewer, game: Game) -> list[Team]:
    """Return the teams for which a viewer can agree to finish a game: the viewer's own team, or both for staff."""
    side = viewer.side_in(game.series)
    return [team for team in (game.away, game.home) if side in (None, team.pk)]


def first_undescribed_game(series: Series) -> Game | None:
    """Return the first suspended game in a series without a described point."""
    if not series.suspended:
        return None
    games = Game.objects.filter(series=series, status=Game.Status.SUSPENDED)
    for game in games.select_related("home", "away", "suspension").order_by("number"):
        if not _suspension_of(game).is_described:
            return game
    return None


def _suspension_of(game: Game) -> Suspension:
    """Return the stored description, or a new unsaved description."""
    return getattr(game, "suspension", None) or Suspension(game=game)


def suspended_game(
    game: Game,
    usages: Mapping[int, TeamUsage],
    mounds: MoundPitchers,
    tables: Mapping[int, DivisionStandings],
    games_per_team: Mapping[int, int],
    carryover: CarryoverRules,
) -> SuspendedGame:
    suspension = _suspension_of(game)
    away, home = (
        suspended_side(
            team,
            suspension,
            usages[team.pk],
            mounds,
            games_per_team[team.pk],
            carryover,
        )
        for team in (game.away, game.home)
    )
    sides = (away, home)
    table = _table_of(game, tables)
    if carryover.profile.game.nationals_suspension:
        ruling = completion_of_game(game, table, sides, carryover)
        proof = _prospects(table, sides)
    else:
        ruling, proof = _completion(game, table, sides)
    return SuspendedGame(game, suspension, away, home, ruling, proof)


def _table_of(game: Game, tables: Mapping[int, DivisionStandings]) -> DivisionStandings | None:
    """Return the standings a game counts in, or None outside the round robin."""
    if game.series.stage != Series.Stage.ROUND_ROBIN:
        return None
    return tables.get(game.series.division_id or 0)


def _completion(
    game: Game, table: DivisionStandings | None, sides: Sequence[SuspendedSide]
) -> tuple[Completion, list[str]]:
    """Return whether the game must be finished, and the proof (T33.0). Every playoff game must be finished."""
    matters = True
    proof: list[str] = []
    if table is not None and table.can_predict:
        names = {team: name.name for team, name in table.teams.items()}
        teams = (game.home_id, game.away_id)
        ruling = game_matters(table.race, *teams, names)
        matters = ruling.allowed
        proof = [ruling.reason, seeding_matters(table.race, *teams, names).reason]
    ruling_on_completion = completion(
        matters=matters,
        both_available=_are_both_available(sides),
        both_agree=_do_both_agree(sides) or None,
    )
    return ruling_on_completion, proof


def completion_of_game(
    game: Game,
    table: DivisionStandings | None,
    sides: Sequence[SuspendedSide],
    carryover: CarryoverRules,
) -> Completion:
    """Return whether the game must be finished under the special provisions for the Nationals (T33.0)."""
    fates = {side.team.name: _fate(table, side.team) for side in sides}
    rounds_on_first_day = carryover.profile.game.rounds_on_first_day
    return completion_at_the_nationals(
        day=1 if game.series.round <= rounds_on_first_day else 2,
        advancing=[team for team, fate in fates.items() if fate is Fate.THROUGH],
        hopeful=[team for team, fate in fates.items() if fate is Fate.OPEN],
        both_available=_are_both_available(sides),
        both_agree=_do_both_agree(sides),
    )


def _fate(table: DivisionStandings | None, team: Team) -> Fate:
    """Return a team's fate based on the standings. A team without a prospect still has a chance."""
    prospect = table.prospects.get(team.pk) if table is not None else None
    return prospect.fate if prospect is not None else Fate.OPEN


def _prospects(table: DivisionStandings | None, sides: Sequence[SuspendedSide]) -> list[str]:
    """Return sentences on each team's prospects in the standings."""
    if table is None:
        return []
    sentences = []
    for side in sides:
        prospect = table.prospects.get(side.team.pk)
        if prospect is not None:
            sentences.append(prospect.sentence(side.team.name).rstrip("."))
    return sentences


def _are_both_available(sides: Sequence[SuspendedSide]) -> bool:
    return not any(side.is_missing for side in sides)


def _do_both_agree(sides: Sequence[SuspendedSide]) -> bool:
    return all(side.agrees for side in sides)


def _completion_order(team: Team, games: Sequence[SuspendedGame], on_bye: Container[int]) -> CompletionOrder:
    opponents: list[Team] = []
    candidates: list[ReadyOpponent] = []
    rolls_by_id: dict[str, int] = {}
    for opponent, suspended in {game.opponent_of(team): game for game in games}.items():
        opponents.append(opponent)
        is_on_bye = opponent.pk in on_bye
        candidates.append(ReadyOpponent(opponent.name, is_on_bye, suspended.outs_completed))
    for suspended in games:
        rolls_by_id |= suspended.stopped.rolls.get(str(team.pk), {})
    rolls = {opponent.name: rolls_by_id[str(opponent.pk)] for opponent in opponents if str(opponent.pk) in rolls_by_id}
    return CompletionOrder(team, opponents, choose_first_opponent(candidates, rolls), rolls)


def _teams_on_bye(tables: Mapping[int, DivisionStandings]) -> dict[str, list[TeamName]]:
    """Return the teams without a game in the latest round of their division (T33.0).

    A team coming off a bye counts as having waited longest until the next round starts.
    """
    byes: dict[str, list[TeamName]] = {}
    for table in tables.values():
        rounds = round_tallies((series.round, series.status) for series in table.series)
        started = [tally.number for tally in rounds if tally.started]
        if not started:
            continue
        newest = started[-1]
        pairs = [(*series.tally[:2], series.status) for series in table.series if series.round == newest]
        active_teams = [
            team for team in table.teams.values() if team.dropped_after_round is None and not team.never_plays
        ]
        on_bye = teams_on_bye([team.pk for team in active_teams], pairs)
        title = f"{table.division}: round {newest} of {rounds[-1].number}"
        byes[title] = [team for team in active_teams if team.pk in on_bye]
    return byes
