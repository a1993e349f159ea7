"""The desk of suspended games (T33.0): how each stands, whether it matters, who pitches on, who is played first."""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from core.tables import FilledTable
from games.models import Game, Suspension
from games.queries.carry_over import CarryoverRules, carryover_rules, usage_windows_of
from games.queries.resuming_pitchers import RESUMING_PITCHERS, GameWindow, ResumingPitcher
from games.queries.resumption import MoundPitchers, pitchers_on_mound, stopped_game
from games.queries.usage import Pitcher, TeamUsage, usage_of_teams
from rules_engine.competition.elimination import Fate, game_matters, seeding_matters
from rules_engine.eligibility.board import StaffMember, StoppedGame, relief_left_in_suspended_game
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.game_reset import PointOfGame
from rules_engine.eligibility.pitching import Cells, cell_of, relieved_outs
from rules_engine.eligibility.resumption import combine_resumed_outs, longest_windows_with_game
from rules_engine.eligibility.suspended_games import (
    D20,
    Completion,
    FirstOpponent,
    ReadyOpponent,
    choose_first_opponent,
    completion,
    completion_at_the_nationals,
    may_appoint_stand_in,
)
from rules_engine.innings import format_innings
from rules_engine.rulings import Ruling
from tournaments.models import Series, Team, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.round_in_play import round_tallies, teams_on_bye
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_table import TeamName


@dataclass(frozen=True, slots=True)
class SuspendedSide:
    team: Team
    column: int  # of the suspended game on its sheet
    pitchers: list[ResumingPitcher]
    hitters: list[tuple[int, str]]  # the rest of its roster, by name: card and name
    gone: list[str]  # who has left the game, as it was written down
    line_up: str  # in one line, however many it was written in
    stand_in: str
    agrees: bool  # to finish the game (T33.0)
    is_missing: bool
    appointing: Ruling

    @property
    def in_order(self) -> list[ResumingPitcher]:
        """Those who may pitch on first."""
        return sorted(self.pitchers, key=lambda each: not each.ruling)

    @property
    def filled(self) -> FilledTable[ResumingPitcher]:
        caption = f"Game {self.column} of its sheet"
        return RESUMING_PITCHERS.filled(self.in_order, caption=caption, label=f"Pitchers of {self.team}")


@dataclass(frozen=True)
class SuspendedGame:
    """A suspended game and what is to become of it. `proof`: sentences that show what `completion` rests on."""

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
        """As written down, else as the innings pitched tell it."""
        inning, stopped = self.game.innings or 1, self.stopped
        made = self._made_at_bat
        is_bottom = made[False] >= 3 * inning
        is_over = is_bottom and made[True] >= 3 * inning  # the inning that was begun last: the next one comes
        if stopped.is_described:
            return PointOfGame(inning + (is_over and not stopped.is_bottom), stopped.is_bottom, stopped.outs)
        if is_over:
            return PointOfGame(inning + 1, is_bottom=False, outs=0)
        return PointOfGame(inning, is_bottom, min(2, max(0, made[is_bottom] - 3 * (inning - 1))))

    @property
    def _made_at_bat(self) -> dict[bool, int]:
        """Outs, by whether the home team bats, as the innings pitched tell them; 0 where none are entered."""
        return {True: self.game.home_outs_batting or 0, False: self.game.away_outs_batting or 0}

    @property
    def contradictions(self) -> list[str]:
        """Where the innings pitched, as they are entered, are not those of the point that somebody wrote down."""
        if not self.stopped.is_described:
            return []
        point, made = self.point, self._made_at_bat
        return [
            f"The pitchers of {side.team} have {format_innings(made[not at_home])} as the results are entered; "
            f"{point} makes it {format_innings(outs)}"
            for side, at_home in ((self.away, False), (self.home, True))
            if made[not at_home] not in (0, outs := point.outs_in_the_field(at_home=at_home))
        ]

    @property
    def half(self) -> str:
        return "bottom" if self.point.is_bottom else "top"

    @property
    def score(self) -> str:
        game = self.game
        return f"{game.away} {game.away_runs or 0}, {game.home} {game.home_runs or 0}"

    @property
    def where(self) -> str:
        """Inning, half and outs as they stood."""
        return str(self.point)

    @property
    def outs_completed(self) -> int:
        """In both halves."""
        inning, is_bottom, outs = self.point
        return 6 * (inning - 1) + 3 * is_bottom + outs


@dataclass(frozen=True, slots=True)
class CompletionOrder:
    """A team with several games to finish: whom it plays first, and by which of T33.0's preferences."""

    team: Team
    opponents: list[Team]
    first: FirstOpponent
    rolls: Mapping[str, int]

    @property
    def rolled(self) -> list[str]:
        """The d20 that decided, as "Bears 4"; empty where something else did."""
        return [f"{name} {roll}" for name, roll in self.rolls.items()] if self.first.decided_by == D20 else []


@dataclass(frozen=True)
class SuspendedGames:
    """`byes`: the teams without a series in the newest round of their division, by what that round is called."""

    games: list[SuspendedGame]
    byes: Mapping[str, Sequence[TeamName]] = field(default_factory=dict)

    @cached_property
    def turns(self) -> list[CompletionOrder]:
        """T33.0: the order of completion for every team with more than one suspended game."""
        by_team: dict[Team, list[SuspendedGame]] = defaultdict(list)
        for each in self.games:
            for side in each.sides:
                by_team[side.team].append(each)
        on_bye = {team.pk for teams in self.byes.values() for team in teams}
        return [_turn(team, games, on_bye) for team, games in by_team.items() if len(games) > 1]

    def of(self, game_id: int) -> SuspendedGame | None:
        return next((each for each in self.games if each.game.pk == game_id), None)


def read_suspended_games(tournament: Tournament) -> SuspendedGames:
    """Every suspended game, and who is played first; eight queries, however many games and teams."""
    games = list(
        Game.objects.filter(series__tournament=tournament, status=Game.Status.SUSPENDED)
        .exclude(series__status=Series.Status.VOID)
        .select_related("home", "away", "series", "suspension")
        .order_by("series__round", "series__table", "number")
    )
    if not games:
        return SuspendedGames([])
    usages = usage_of_teams(*{team for game in games for team in (game.home_id, game.away_id)})
    mounds = pitchers_on_mound(game.pk for game in games)
    tables = {table.division.pk: table for table in standings_of(tournament)}
    waiting = Counter(team for game in games for team in (game.home_id, game.away_id))
    form = carryover_rules(tournament)
    byes = _teams_on_bye(tables)
    return SuspendedGames([suspended_game(game, usages, mounds, tables, waiting, form) for game in games], byes)


def first_undescribed_game(series: Series) -> Game | None:
    """The first suspended game of a series of which nobody has written how it stood; None where there is none."""
    if not series.suspended:
        return None
    stopped = Game.objects.filter(series=series, status=Game.Status.SUSPENDED).order_by("number")
    games = stopped.select_related("home", "away", "suspension")
    return next((game for game in games if not _suspension_of(game).is_described), None)


def _suspension_of(game: Game) -> Suspension:
    """What is written of it; a new row, not saved yet, where nothing is. `game` with its suspension."""
    return getattr(game, "suspension", None) or Suspension(game=game)


def suspended_game(
    game: Game,
    usages: Mapping[int, TeamUsage],
    mounds: MoundPitchers,
    tables: Mapping[int, DivisionStandings],
    waiting: Mapping[int, int],
    form: CarryoverRules,
) -> SuspendedGame:
    stopped = _suspension_of(game)
    sides = [_side(team, stopped, usages[team.pk], mounds, waiting[team.pk], form) for team in (game.away, game.home)]
    table = _table_of(game, tables)
    if form.profile.game.nationals_suspension:
        done, proof = completion_of_game(game, table, sides, form), _prospects(table, sides)
    else:
        done, proof = _completion(game, table, sides)
    return SuspendedGame(game, stopped, sides[0], sides[1], done, proof)


def _side(
    team: Team, stopped: Suspension, usage: TeamUsage, mounds: MoundPitchers, waiting: int, form: CarryoverRules
) -> SuspendedSide:
    game = stopped.game
    at_home = team.pk == game.home_id
    column = next((each.number for each in usage.columns if each.game_id == game.pk), len(usage.columns))
    window = usage_windows_of(usage, form)[column - 1] if usage.columns else UsageWindow(1, 1)
    halted = stopped_game(game.pk, team.pk, column, mounds, stopped.left_game)
    return SuspendedSide(
        team,
        column,
        [
            _resuming_pitcher(pitcher, StaffMember(pitcher.card, window.counted(pitcher.cells)), halted, form)
            for pitcher in usage.pitchers.values()
            if pitcher.card is not None
        ],
        [(one.card_id, one.name) for one in usage.pitchers.values() if one.card is None and not one.is_stand_in],
        [one.name for one in usage.pitchers.values() if one.card_id in stopped.left_game],
        _lines_joined(stopped.home_line_up if at_home else stopped.away_line_up),
        stopped.home_stand_in if at_home else stopped.away_stand_in,
        agrees=stopped.home_agrees if at_home else stopped.away_agrees,
        is_missing=team.is_absent or team.dropped_after_round is not None,
        appointing=may_appoint_stand_in(waiting),
    )


def _lines_joined(written: str) -> str:
    return ", ".join(line.strip().rstrip(",;") for line in written.splitlines() if line.strip())


def _resuming_pitcher(
    pitcher: Pitcher, member: StaffMember, halted: StoppedGame, form: CarryoverRules
) -> ResumingPitcher:
    cells, column = member.cells, halted.column
    cell = cell_of(cells, column)
    allowed = relief_left_in_suspended_game(str(pitcher.card_id), member, halted, form.profile)
    return ResumingPitcher(
        pitcher.card_id,
        pitcher.name,
        None if cell is None else cell.outs,
        allowed.ruling,
        allowed.outs,
        [_run(cells, run) for run in longest_windows_with_game(column, len(cells), form.profile)],
        combine_resumed_outs(0 if cell is None else cell.outs, allowed.outs).outs if allowed.ruling else None,
        [_taken(cells, game) for game in range(column + 1, len(cells) + 1) if cell_of(cells, game) is not None],
    )


def _run(cells: Cells, run: range) -> GameWindow:
    return GameWindow(run[0], run[-1], sum(relieved_outs(cell_of(cells, game)) for game in run))


def _taken(cells: Cells, game: int) -> str:
    cell = cell_of(cells, game)
    assert cell is not None
    return f"game {game}: {cell.role} of {format_innings(cell.outs)}"


def _table_of(game: Game, tables: Mapping[int, DivisionStandings]) -> DivisionStandings | None:
    """The standings that a game counts in; None outside the round robin."""
    return tables.get(game.series.division_id or 0) if game.series.stage == Series.Stage.ROUND_ROBIN else None


def _completion(
    game: Game, table: DivisionStandings | None, sides: Sequence[SuspendedSide]
) -> tuple[Completion, list[str]]:
    """T33.0 with its proof: whether the game can still change who advances. In best-ofs every game does."""
    matters, proof = True, list[str]()
    if table is not None and table.foresees:
        names = {team: name.name for team, name in table.teams.items()}
        pair = (game.home_id, game.away_id)
        ruling = game_matters(table.race, *pair, names)
        matters, proof = ruling.allowed, [ruling.reason, seeding_matters(table.race, *pair, names).reason]
    done = completion(matters=matters, both_available=_both_available(sides), both_agree=_both_agree(sides) or None)
    return done, proof


def completion_of_game(
    game: Game, table: DivisionStandings | None, sides: Sequence[SuspendedSide], form: CarryoverRules
) -> Completion:
    """T33.0, special provisions: games of the first day, then those of a team that advances or has a chance to."""
    fates = {side.team.name: _fate(table, side.team) for side in sides}
    return completion_at_the_nationals(
        day=1 if game.series.round <= form.profile.game.rounds_on_first_day else 2,
        advancing=[team for team, fate in fates.items() if fate is Fate.THROUGH],
        hopeful=[team for team, fate in fates.items() if fate is Fate.OPEN],
        both_available=_both_available(sides),
        both_agree=_both_agree(sides),
    )


def _fate(table: DivisionStandings | None, team: Team) -> Fate:
    """As the standings have it; a team of which they do not say yet has a chance."""
    prospect = table.prospects.get(team.pk) if table is not None else None
    return prospect.fate if prospect is not None else Fate.OPEN


def _prospects(table: DivisionStandings | None, sides: Sequence[SuspendedSide]) -> list[str]:
    """What the standings say of each of the two teams."""
    if table is None:
        return []
    named = ((table.prospects.get(side.team.pk), side.team.name) for side in sides)
    return [prospect.sentence(name).rstrip(".") for prospect, name in named if prospect is not None]


def _both_available(sides: Sequence[SuspendedSide]) -> bool:
    return not any(side.is_missing for side in sides)


def _both_agree(sides: Sequence[SuspendedSide]) -> bool:
    return all(side.agrees for side in sides)


def _turn(team: Team, games: Sequence[SuspendedGame], on_bye: Container[int]) -> CompletionOrder:
    opponents = {_other(each, team): each for each in games}
    ready = [
        ReadyOpponent(opponent.name, opponent.pk in on_bye, each.outs_completed) for opponent, each in opponents.items()
    ]
    rolled = {str(key): value for each in games for key, value in each.stopped.rolls.get(str(team.pk), {}).items()}
    rolls = {opponent.name: rolled[str(opponent.pk)] for opponent in opponents if str(opponent.pk) in rolled}
    return CompletionOrder(team, list(opponents), choose_first_opponent(ready, rolls), rolls)


def _other(each: SuspendedGame, team: Team) -> Team:
    return each.game.home if each.game.away_id == team.pk else each.game.away


def _teams_on_bye(tables: Mapping[int, DivisionStandings]) -> dict[str, list[TeamName]]:
    """T33.0: those with nothing to play in the newest round of their division that has begun. Who comes off a bye has
    waited longest: that holds when the round is over too, until the next one begins."""
    byes: dict[str, list[TeamName]] = {}
    for table in tables.values():
        rounds = round_tallies((one.round, one.status) for one in table.series)
        begun = [one.number for one in rounds if one.begun]
        if not begun:
            continue
        here = [(*one.tally[:2], one.status) for one in table.series if one.round == begun[-1]]
        there = [team for team in table.teams.values() if team.dropped_after_round is None and not team.never_plays]
        free = teams_on_bye([team.pk for team in there], here)
        byes[f"{table.division}: round {begun[-1]} of {rounds[-1].number}"] = [one for one in there if one.pk in free]
    return byes
