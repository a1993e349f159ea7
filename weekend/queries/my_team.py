"""A manager's overview of the team's weekend: next game, open tasks, available pitchers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.tables import FilledTable
from drafts.models import Draft, Pick
from drafts.queries.board import find_division_room
from drafts.queries.legal_teams import requirements_waived
from drafts.queries.published import clock_facts
from drafts.queries.room import Room
from drafts.queries.rosters import Roster, roster_in
from pitching.queries.board import MAY_NOT, MAY_RELIEVE, MAY_START, BoardRow, TeamBoard
from pitching.queries.bullpen import Bullpen, bullpen_in
from pitching.queries.signatures import UnsignedPart, parts_to_sign, unsigned_series
from rules_engine.eligibility.requirements import Requirement
from tournaments.models import Series, Team, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.playoffs import decided_playoffs, load_bracket
from tournaments.queries.round_in_play import CurrentRound, current_rounds
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings import standings_in
from tournaments.queries.standings_table import StandingsLine
from tournaments.queries.team_schedule import (
    TeamRound,
    add_planned_starts,
    last_round_in,
    team_rounds,
    team_schedule_table,
)
from tournaments.queries.timetable import planned_starts
from weekend.queries.attention import AttentionItem
from weekend.queries.next_series import NextSeries, next_series
from weekend.queries.rare_rows import RareRows
from weekend.queries.team_attention import team_attention_items

Stage = Tournament.Stage


class Idle(NamedTuple):
    """The reason why a team has no next series: a code for scripts and tests, and a sentence."""

    code: str
    sentence: str


class FinalPlace(NamedTuple):
    """The final place of a team with no series left, and the champion."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class DraftTurn:
    """The team in its draft. `picks_away` is 0 on the clock, and None if the team has no picks left."""

    room: Room
    clock: dict[str, object]
    open_turns: list[tuple[int, str]]
    picks_away: int | None
    upcoming: tuple[int, str] | None  # overall number and label
    players: int


@dataclass(frozen=True, slots=True)
class NextGamePitchers:
    """The bullpen before the next game, with rulings: pitchers who can start, can relieve or must rest."""

    bullpen: Bullpen
    starters: list[BoardRow]
    relievers: list[BoardRow]
    resting: list[BoardRow]

    @property
    def tables(self) -> list[FilledTable[BoardRow]]:
        options: dict[str, Any] = {"are_headers_hidden": True, "empty": "None."}
        tables = [
            MAY_START.filled(self.starters, caption="May start", **options),
            MAY_RELIEVE.filled(self.relievers, caption="May relieve", **options),
        ]
        if self.resting:
            tables.append(MAY_NOT.filled(self.resting, caption="May not", **options))
        return tables


@dataclass(frozen=True, slots=True)
class MyTeam:
    team: Team
    rounds: list[str]  # titles of the current rounds in its division or the playoffs
    attention_items: list[AttentionItem]
    draft_turn: DraftTurn | None
    next_series: NextSeries | None
    final_place: FinalPlace | None
    idle: Idle | None  # why it has no next series yet
    pitchers: NextGamePitchers | None
    standing: StandingsLine | None
    roster: Roster | None
    schedule: list[TeamRound]
    covered_series: list[Series]  # series to play for a team that dropped out (T0.08)
    requirements: list[Requirement]  # from rulings on the team
    to_sign: list[UnsignedPart]  # the opponents' sheets that its manager must sign

    @property
    def may_practice(self) -> bool:
        """Return whether a mock draft makes sense, because the draft is upcoming or in progress."""
        return self.team.tournament.stage in (Stage.SIGN_UP, Stage.DRAFT)

    @property
    def schedule_table(self) -> FilledTable[TeamRound]:
        return team_schedule_table(self.schedule)


def my_team(team: Team, snapshot: TournamentSnapshot, existing: RareRows) -> MyTeam:
    """Return everything the page shows, in a constant number of queries.

    Args:
        team: A team in the snapshot.
        existing: The kinds of rare rows that exist. Other kinds are not queried.
    """
    tournament = team.tournament
    series = in_order_of_play(snapshot.series_of(team.pk), team.pk)
    rounds = snapshot.read("rounds in play", lambda: current_rounds(tournament, snapshot.series))
    starts = snapshot.read("planned starts", lambda: planned_starts(tournament))
    upcoming = next_series(team, series, rounds, starts)
    draft_turn = _draft_turn(team)
    schedule = add_planned_starts(team_rounds(team, series, last_round_in(snapshot, team.division_id)), starts)
    has_board = draft_turn is None and tournament.stage != Stage.FINISHED and not _is_out(team, series)
    bullpen = bullpen_in(snapshot, team) if has_board else None
    board = bullpen.board if bullpen is not None else None
    tables = standings_in(snapshot)
    standing = _standing(tables, team)
    idle = _idle(team, snapshot, tables) if upcoming is None and schedule else None
    return MyTeam(
        team=team,
        rounds=_round_titles(team, rounds.values()),
        attention_items=team_attention_items(
            team,
            snapshot,
            existing,
            upcoming.series if upcoming is not None else None,
            upcoming.opponent if upcoming is not None else None,
        ),
        draft_turn=draft_turn,
        next_series=upcoming,
        final_place=_final_place(team, schedule, standing) if upcoming is None and idle is None else None,
        idle=idle,
        pitchers=_next_game_pitchers(bullpen) if bullpen is not None and bullpen.strips else None,
        standing=standing,
        roster=roster_in(snapshot, team),
        schedule=schedule,
        covered_series=_series_covered_by(team, snapshot),
        requirements=_requirements(team, snapshot, existing, board),
        to_sign=parts_to_sign(team, unsigned_series(snapshot)),
    )


def _idle(team: Team, snapshot: TournamentSnapshot, tables: Sequence[DivisionStandings]) -> Idle | None:
    """Return the reason why a team has no next series, or None if it is out or has nothing left to play."""
    stage = team.tournament.stage
    if team.dropped_after_round is not None or stage not in (Stage.ROUND_ROBIN, Stage.PLAYOFFS):
        return None
    table = next((table for table in tables if table.division.pk == team.division_id), None)
    if table is not None and not table.is_complete:
        return Idle("waiting", "You have played all your series. Other series in your division are still open.")
    if not any(team.seed is not None for team in snapshot.teams.values()):
        tie = _tie_of(team, table)
        if tie:
            return Idle("tied", f"You are tied. {tie}")
        return Idle("waiting", "The round robin is over. The playoffs are not seeded yet.")
    waiting: Mapping[int, bool] = {}
    if team.seed is not None:
        waiting = snapshot.read("waiting in playoffs", lambda: teams_waiting(team.tournament))
    if waiting.get(team.pk):
        return Idle("waiting", "You are in the next round. Your opponent is still playing.")
    return None


def _tie_of(team: Team, table: DivisionStandings | None) -> str:
    """Return what is needed to break this team's open tie, or ""."""
    if table is None:
        return ""
    needs = [*table.needs, *table.wild_card_needs]
    return next((sentence for need, sentence in needs if team.pk in need.teams), "")


def teams_waiting(tournament: Tournament) -> dict[int, bool]:
    """Return for each seeded team whether it has lost no playoff series.

    The result is empty once there is a champion.
    """
    playoffs = load_bracket(tournament)
    if playoffs.champion is not None:
        return {}
    series = tournament.series.filter(stage=Series.Stage.PLAYOFF, status=Series.Status.COMPLETE)
    lost = {item.away_id if item.home_wins > item.away_wins else item.home_id for item in series}
    seeded = tournament.teams.filter(seed__isnull=False).values_list("pk", flat=True)
    return {team_id: team_id not in lost for team_id in seeded}


def _final_place(team: Team, schedule: list[TeamRound], standing: StandingsLine | None) -> FinalPlace | None:
    """Return the team's final place, or None if it may have more series."""
    tournament = team.tournament
    if tournament.stage not in (Stage.PLAYOFFS, Stage.FINISHED):
        return None
    playoffs = decided_playoffs(tournament)
    sentence = ""
    if playoffs is not None:
        if playoffs.champion == team:
            return FinalPlace("Champion", playoffs.final_score)
        sentence = f"{playoffs.champion} is the champion, {playoffs.final_score}".rstrip(", ")
    last = schedule[-1] if schedule else None
    if last is not None and last.series is not None and last.series.in_bracket and last.outcome == "lost":
        return FinalPlace(f"{last.label}: {last.record} against {last.opponent}", sentence)
    if team.seed is None and standing is not None:
        return FinalPlace("Eliminated", f"You finished {standing.record}, rank {standing.rank}. {sentence}".rstrip())
    if team.seed is None or tournament.stage == Stage.FINISHED:
        return FinalPlace("You have no games left", sentence)
    return None


def _is_out(team: Team, series: Iterable[Series]) -> bool:
    """Return whether a team dropped out and has no series left to play (T0.08)."""
    has_series_left = any(item.status not in Series.NOTHING_TO_PLAY for item in series)
    return team.dropped_after_round is not None and not has_series_left


def _round_titles(team: Team, rounds: Iterable[CurrentRound]) -> list[str]:
    """Return the titles of the current rounds in the team's division and in the playoffs."""
    division_name = team.division.name if team.division is not None else ""
    return [
        current.title(team.tournament, division_name)
        for current in rounds
        if current.division_id in (None, team.division_id)
    ]


def _series_covered_by(team: Team, snapshot: TournamentSnapshot) -> list[Series]:
    """Return the unfinished series that this team's manager plays for dropped teams (T0.08)."""
    covered = [series for series in snapshot.series if series.covered_by_id == team.pk]
    open_series = [series for series in covered if series.status not in Series.NOTHING_TO_PLAY]
    return sorted(open_series, key=lambda series: (series.round, series.pk))


def _requirements(
    team: Team, snapshot: TournamentSnapshot, existing: RareRows, board: TeamBoard | None
) -> list[Requirement]:
    waived: Sequence[Requirement] = ()
    if existing.waivers:
        all_waived = snapshot.read("requirements waived", lambda: requirements_waived(team.tournament))
        waived = all_waived.get(team.pk, ())
    pitching = board.requirements if board is not None else ()
    return [*pitching, *waived]


def _standing(tables: Iterable[DivisionStandings], team: Team) -> StandingsLine | None:
    table = next((table for table in tables if table.division.pk == team.division_id), None)
    if table is None or table.outcome is None:
        return None
    return next((line for line in table.lines if line.team.pk == team.pk), None)


def _draft_turn(team: Team) -> DraftTurn | None:
    """Return the team's draft position, if its draft is set up and not finished."""
    if team.division_id is None or team.tournament.stage not in (Stage.SIGN_UP, Stage.DRAFT):
        return None
    _, room = find_division_room(team.tournament, team.division_id)
    if room is None or room.draft.state == Draft.State.FINISHED or team.slot is None:
        return None
    turns = room.due(room.total)
    picks_away = next((index for index, overall in enumerate(turns) if room.team_at(overall).pk == team.pk), None)
    upcoming = None
    if picks_away is not None:
        overall = turns[picks_away]
        upcoming = (overall, room.label(overall))
    return DraftTurn(
        room=room,
        clock=clock_facts(room),
        open_turns=[(overall, room.label(overall)) for overall in room.open_turns_of(team.pk)],
        picks_away=picks_away,
        upcoming=upcoming,
        players=Pick.objects.filter(draft=room.draft, team=team, card__isnull=False).count(),
    )


def _next_game_pitchers(bullpen: Bullpen) -> NextGamePitchers:
    rows = bullpen.board.rows
    relievers = [row for row in rows if row.can_relieve]
    return NextGamePitchers(
        bullpen,
        starters=[row for row in rows if row.can_start],
        relievers=sorted(relievers, key=lambda row: (-row.relief_outs, row.name)),
        resting=[row for row in rows if not row.can_start and not row.can_relieve],
    )
