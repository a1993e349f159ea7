"""A team's weekend at a glance for its manager: next game, open tasks, available pitchers."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.urls import reverse

from core.cached_reads import is_cacheable
from core.tables import FilledTable
from drafts.models import Draft, Pick
from drafts.queries.board import find_division_room
from drafts.queries.legal_teams import requirements_waived
from drafts.queries.published import clock_facts
from drafts.queries.room import Room
from drafts.queries.rosters import Roster, load_roster, load_rosters_by_team
from games.models import Game, RulingRequest
from games.queries.declared import rotations_due
from pitching.queries.board import MAY_NOT, MAY_RELIEVE, MAY_START, BoardRow, TeamBoard, division_boards, team_board
from pitching.queries.signatures import UnsignedSeries, unsigned_series, unsigned_series_for
from rules_engine.eligibility.requirements import Requirement
from tournaments.models import Series, Team, Tournament
from tournaments.queries.cached import cached_query, cached_standings
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.order_of_play import in_order_to_play
from tournaments.queries.playoffs import decided_playoffs
from tournaments.queries.rolls import rolls_board
from tournaments.queries.round_in_play import CurrentRound, RoundKey, current_rounds
from tournaments.queries.schedule import has_begun
from tournaments.queries.standings_table import StandingsLine
from tournaments.queries.team_schedule import (
    TeamRound,
    last_round,
    series_by_team,
    series_of,
    team_rounds,
    team_schedule_table,
)
from weekend.queries.waiting import AttentionItem, noticed, open_notices

Stage = Tournament.Stage
_Reading = TypeVar("_Reading")


@dataclass(frozen=True, slots=True)
class NextSeries:
    """The series of the team's next game. `at_home` is None while undecided."""

    series: Series
    opponent: Team
    game: int
    at_home: bool | None
    bye_round: int | None  # a round without a series that comes before it

    @property
    def score(self) -> str:
        """Return the score of this series, the team's own wins first, or "" before the first game."""
        series = self.series
        if not series.outcomes:
            return ""
        won, lost = series.home_wins, series.away_wins
        if self.opponent.pk == series.home_id:
            won, lost = lost, won
        return f"{won}-{lost}-{series.ties}" if series.ties else f"{won}-{lost}"


class HowItEnded(NamedTuple):
    """The final place of a team without series left, and the champion."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class MyTurn:
    """The team in its draft. `away` counts the turns before its own: 0 on the clock, None without more turns."""

    room: Room
    clock: dict[str, object]
    open_turns: list[tuple[int, str]]
    away: int | None
    upcoming: tuple[int, str] | None
    players: int


@dataclass(frozen=True, slots=True)
class PitchersNow:
    """The pitchers who may start, may relieve or must rest in the next game, with their rulings."""

    game: int
    starters: list[BoardRow]
    relievers: list[BoardRow]
    resting: list[BoardRow]

    @property
    def tables(self) -> list[FilledTable[BoardRow]]:
        about: dict[str, Any] = {"are_heads_unseen": True, "empty": "Nobody."}
        able = [
            MAY_START.filled(self.starters, caption="May start", **about),
            MAY_RELIEVE.filled(self.relievers, caption="May relieve", **about),
        ]
        return [*able, *[MAY_NOT.filled(self.resting, caption="May not", **about)] * bool(self.resting)]


@dataclass(frozen=True, slots=True)
class MyTeam:
    team: Team
    rounds: list[str]  # what is in play in its division, or of the best-ofs
    waiting: list[AttentionItem]
    turn: MyTurn | None
    coming: NextSeries | None
    ended: HowItEnded | None
    pitchers: PitchersNow | None
    place: StandingsLine | None
    roster: Roster | None
    way: list[TeamRound]
    covering: list[Series]  # to be played for a team that dropped out (T0.08)
    requirements: list[Requirement]  # of rulings on the team

    @property
    def filled_way(self) -> FilledTable[TeamRound]:
        return team_schedule_table(self.way)


def my_team(team: Team, newest: int) -> MyTeam:
    """Everything the page shows; as many queries for many series and sheets as for one. `team` with its tournament.

    `newest`: the number of the newest act; what the pages of all teams show is read once for it.
    """
    tournament = team.tournament
    shared = _Shared(tournament, newest)
    series = shared.series_of(team)
    tables = {table.division.pk: table for table in cached_standings(tournament, newest)}
    rounds = shared.read("rounds in play", current_rounds)
    coming = _coming(team, series, rounds)
    turn = _turn(team)
    way = team_rounds(team, series, shared.last_round_of(team))
    has_board = turn is None and tournament.stage != Stage.FINISHED and not _is_gone(team, series)
    board = shared.load_board(team) if has_board else None
    return MyTeam(
        team=team,
        rounds=_rounds(team, rounds.values()),
        waiting=[
            *noticed(shared.read("notices", open_notices), team.pk),
            *_pin_of_the_desk(team),
            *_sign_up(team),
            *_rotation(team, shared.read("rotations due", rotations_due)),
            *_rolls_for_home(team, coming),
            *_results(team, shared.read("open games", _open_games)),
            *_signatures(team, shared.read("sheets to sign", unsigned_series)),
            *_asked(team, shared.read("questions", _questions)),
        ],
        turn=turn,
        coming=coming,
        ended=_ended(team, way) if coming is None else None,
        pitchers=_pitchers(board) if board is not None and board.rows else None,
        place=_place(tables.get(team.division_id or 0), team),
        roster=shared.load_roster(team),
        way=way,
        covering=[one for one in shared.read("covered series", _covered) if one.covered_by_id == team.pk],
        requirements=[
            *(board.requirements if board is not None else ()),
            *shared.read("requirements waived", requirements_waived).get(team.pk, ()),
        ],
    )


def _ended(team: Team, way: list[TeamRound]) -> HowItEnded | None:
    """Return the team's final place, or None while it may have more series."""
    tournament = team.tournament
    if tournament.stage not in (Stage.PLAYOFFS, Stage.FINISHED):
        return None
    best_ofs = decided_playoffs(tournament)
    if best_ofs is not None and best_ofs.champion == team:
        return HowItEnded("Champion", best_ofs.final_score)
    sentence = f"{best_ofs.champion} is champion, {best_ofs.final_score}".rstrip(", ") if best_ofs is not None else ""
    last = way[-1] if way else None
    if last is not None and last.series is not None and last.series.in_bracket and last.outcome == "lost":
        return HowItEnded(f"{last.label}: {last.record} against {last.opponent}", sentence)
    if team.seed is None or tournament.stage == Stage.FINISHED:
        return HowItEnded("Your games are played", sentence)
    return None


def _is_gone(team: Team, series: Iterable[Series]) -> bool:
    """Return whether a team dropped out and has no series left to play (T0.08)."""
    has_series_left = any(played.status not in Series.NOTHING_TO_PLAY for played in series)
    return team.dropped_after_round is not None and not has_series_left


@dataclass(frozen=True)
class _Shared:
    """Data shared by all managers' pages, read once per state, because every action updates them all."""

    tournament: Tournament
    newest: int

    def read(self, name: Hashable, read: Callable[[Tournament], _Reading]) -> _Reading:
        return cached_query(self.tournament, self.newest, name, lambda: read(self.tournament))

    def series_of(self, team: Team) -> list[Series]:
        if not is_cacheable(self.newest):
            return series_of(team)
        return self.read("series by team", series_by_team).get(team.pk, [])

    def last_round_of(self, team: Team) -> int:
        return self.read(("last round", team.division_id), lambda _: last_round(team.division_id))

    def load_roster(self, team: Team) -> Roster | None:
        return (
            self.read("rosters", load_rosters_by_team).get(team.pk) if is_cacheable(self.newest) else load_roster(team)
        )

    def load_board(self, team: Team) -> TeamBoard | None:
        division = team.division
        if division is None or not is_cacheable(self.newest):
            return team_board(team)
        division.tournament = self.tournament
        boards = self.read(("boards", division.pk), lambda _: division_boards(division))
        return next((board for board in boards if board.team_id == team.pk), None)


def _rounds(team: Team, rounds: Iterable[CurrentRound]) -> list[str]:
    """Return the names of the current rounds of the team's division and of the playoffs."""
    name = team.division.name if team.division is not None else ""
    return [one.title(team.tournament, name) for one in rounds if one.division_id in (None, team.division_id)]


def _coming(team: Team, series: Iterable[Series], rounds: Mapping[RoundKey, CurrentRound]) -> NextSeries | None:
    """Return the first series with a game to start. Dropped and finished teams have none."""
    open_series = in_order_to_play((one for one in series if one.status not in Series.NOTHING_TO_BEGIN), team.pk)
    if not open_series or (team.dropped_after_round is not None and not team.taken_over_by):
        return None
    first = open_series[0]
    opponent = first.away if first.home_id == team.pk else first.home
    begun = Game.objects.filter(series=first).exclude(status=Game.Status.DRAFT).count()
    game = min(begun + 1, first.games_planned)
    decided = first.home_decided or has_begun(first) or first.stage != Series.Stage.ROUND_ROBIN
    at_home = first.home_and_away(game, team.tournament.home_pattern)[0] == team.pk if decided else None
    return NextSeries(
        first, opponent, game, at_home, _bye_before(first, series, rounds.get((first.stage, first.division_id)))
    )


def _covered(tournament: Tournament) -> list[Series]:
    """Return series of dropped teams that other managers play, until they are complete (T0.08)."""
    covered = Series.objects.filter(tournament=tournament, covered_by__isnull=False)
    found = covered.exclude(status__in=Series.NOTHING_TO_PLAY)
    return [*found.prefetch_related("home", "away").order_by("round", "pk")]


def _bye_before(coming: Series, series: Iterable[Series], now: CurrentRound | None) -> int | None:
    """Return the bye round before this series, from the team's last earlier series until the round is over."""
    number = coming.round - 1
    if coming.stage != Series.Stage.ROUND_ROBIN or now is None or not now.number <= number or has_begun(coming):
        return None
    played = {one.round for one in series if one.stage == Series.Stage.ROUND_ROBIN and one.status != Series.Status.VOID}
    return number if number not in played else None


def _place(table: DivisionStandings | None, team: Team) -> StandingsLine | None:
    if table is None or table.outcome is None:
        return None
    return next((line for line in table.lines if line.team.pk == team.pk), None)


def _turn(team: Team) -> MyTurn | None:
    """Return the draft if it is set up and not finished."""
    if team.division_id is None or team.tournament.stage not in (Stage.SIGN_UP, Stage.DRAFT):
        return None
    _, room = find_division_room(team.tournament, team.division_id)
    if room is None or room.draft.state == Draft.State.FINISHED or team.slot is None:
        return None
    due = room.due(room.total)
    mine = next((place for place, overall in enumerate(due) if room.team_at(overall).pk == team.pk), None)
    upcoming = None if mine is None else (due[mine], room.label(due[mine]))
    open_turns = [(overall, room.label(overall)) for overall in room.open_turns_of(team.pk)]
    players = Pick.objects.filter(draft=room.draft, team=team, card__isnull=False).count()
    return MyTurn(room, clock_facts(room), open_turns, mine, upcoming, players)


def _pitchers(board: TeamBoard) -> PitchersNow:
    able = [row for row in board.rows if row.can_start or row.can_relieve]
    return PitchersNow(
        board.game,
        [row for row in able if row.can_start],
        sorted((row for row in able if row.can_relieve), key=lambda row: (-row.relief_outs, row.name)),
        [row for row in board.rows if not row.can_start and not row.can_relieve],
    )


def _rotation(team: Team, due: Iterable[Team]) -> Iterator[AttentionItem]:
    if team in due:
        page = reverse("rotation", args=[team.tournament.slug, team.pk])
        yield AttentionItem("Rotation", "Your starters are not declared yet (T0.09)", page, "Declare them")


def _pin_of_the_desk(team: Team) -> Iterator[AttentionItem]:
    """Return a PIN set by staff, until the team sets or confirms it."""
    if team.pin_set_by and not team.pin_is_known:
        page = reverse("team_pin", args=[team.tournament.slug, team.pk])
        sentence = f"{team.pin_set_by} of the desk has set your team's PIN: sheets signed with it say so"
        yield AttentionItem("PIN", sentence, page, "Set your own")


def _sign_up(team: Team) -> Iterator[AttentionItem]:
    """Return the open d20 roll or choice of draft position (T0.02)."""
    tournament = team.tournament
    if tournament.stage != Stage.SIGN_UP or team.slot is not None:
        return
    board = rolls_board(tournament)
    page = reverse("rolls", args=[tournament.slug])
    if board.on_turn is not None and board.on_turn.pk == team.pk:
        yield AttentionItem("Your turn", "Choose your draft position (T0.02)", page, "Choose")
    elif any(one.pk == team.pk for one in board.must_roll):
        yield AttentionItem("Your roll", "Roll the d20 for your draft position (T0.02)", page, "Roll")


def _rolls_for_home(team: Team, coming: NextSeries | None) -> Iterator[AttentionItem]:
    if coming is None or coming.series.home_decided or has_begun(coming.series):
        return
    if coming.series.stage != Series.Stage.ROUND_ROBIN:
        return
    page = reverse("home_roll", args=[team.tournament.slug, coming.series.pk])
    chooses = team.tournament.profile.game.roll_winner_chooses_home
    wins = "chooses home or away for" if chooses else "is home in"
    yield AttentionItem("Roll for home", f"Against {coming.opponent}: the high d20 {wins} game 1 (T0.16)", page, "Roll")


_OPEN = {
    Game.Status.DRAFT.value: ("Half entered", "Go on entering"),
    Game.Status.SUSPENDED.value: ("Suspended game", "Finish it (T33.0)"),
}


def _open_games(tournament: Tournament) -> list[Game]:
    """Return games that are partly entered or suspended."""
    games = Game.objects.filter(series__tournament=tournament, status__in=_OPEN)
    games = games.exclude(series__status=Series.Status.VOID)
    return list(
        games.prefetch_related("home", "away", "series__home", "series__away").order_by("series__round", "number")
    )


def _results(team: Team, games: Iterable[Game]) -> Iterator[AttentionItem]:
    slug = team.tournament.slug
    for game in games:
        if team.pk not in (game.home_id, game.away_id, game.series.covered_by_id):
            continue
        other = game.home if game.away_id == game.series.side_for(team.pk) else game.away
        kind, act = _OPEN[game.status]
        page = reverse("enter_series", args=[slug, game.series_id])
        yield AttentionItem(kind, f"Game {game.number} against {other}, {game.series.round_title.lower()}", page, act)


def _signatures(team: Team, to_sign: Iterable[UnsignedSeries]) -> Iterator[AttentionItem]:
    """Return opponents' sheets to sign at the end of a series (T10.2)."""
    for one in unsigned_series_for(team, to_sign):
        sheet_of = one.unsigned[0]
        page = reverse("series", args=[team.tournament.slug, one.series.pk])
        yield AttentionItem(
            "To sign", f"The sheet of {sheet_of}, {one.series.round_title.lower()} (T10.2)", page, "Look and sign"
        )


def _questions(tournament: Tournament) -> list[RulingRequest]:
    """Return ruling requests that the director has not answered."""
    asked = RulingRequest.objects.filter(series__tournament=tournament, ruled_at=None)
    return list(asked.select_related("series").order_by("asked_at", "pk"))


def _asked(team: Team, questions: Iterable[RulingRequest]) -> Iterator[AttentionItem]:
    for asked in questions:
        if not asked.series.has_team(team.pk):
            continue
        page = reverse("series", args=[team.tournament.slug, asked.series_id])
        yield AttentionItem("Ruling asked", f"{asked.question} The director has been told.", page, "Open the series")
