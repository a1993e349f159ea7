"""The eligibility board: the pitchers who can start or relieve in a team's next game, with the rulings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from core.templatetags.parts import state
from games.queries.available import staff_before_next_game
from games.queries.carry_over import CarryoverRules, carryover_rules, coming_usage_windows
from games.queries.requirements import requirements_of
from games.queries.resumption import stopped_games
from games.queries.usage import Pitcher, TeamUsage, usage_of_division, usage_of_teams
from pitching.queries.resumption_forecast import ResumptionForecast, forecast_resumption
from rules_engine.eligibility.board import StaffMember, StoppedGame, earliest_game
from rules_engine.eligibility.cards import PitchingRoles, may_relieve_by_card, may_start_by_card
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.pitching import Availability, Role
from rules_engine.eligibility.requirements import Requirement
from rules_engine.innings import format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from tournaments.models import Division, Team

_PAGE, _API = Place.PAGE, Place.API
_LEFT = Align.LEFT


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A pitcher's availability before a game.

    `earliest_start` is the first game that he can start if he rests, or None if his card bars him from starting.
    """

    card_id: int
    name: str
    throws: str
    role: str
    can_start: bool
    can_relieve: bool
    relief_outs: int
    start_reason: str
    relief_reason: str
    earliest_start: int | None
    earliest_relief: int | None

    @property
    def is_starter(self) -> bool:
        return "S" in self.role

    @property
    def is_reliever(self) -> bool:
        return "R" in self.role

    @property
    def relief_innings(self) -> str:
        return format_innings(self.relief_outs)

    @property
    def start_label(self) -> str:
        """Return "yes", or the first game that he can start, such as "g9"."""
        if self.can_start:
            return "yes"
        return f"g{self.earliest_start}" if self.earliest_start else "–"

    @property
    def relief_label(self) -> str:
        """Return the relief innings left, or the first game in which he can relieve."""
        if self.can_relieve:
            return self.relief_innings
        return f"g{self.earliest_relief}" if self.earliest_relief else "–"

    @property
    def rest_summary(self) -> str:
        """Return a line with the reason why he can't pitch and when he can pitch again."""
        sentences = []
        if self.is_starter or not self.is_reliever:
            sentences.append(self._start_summary())
        if self.is_reliever:
            sentences.append(self._relief_summary())
        return ". ".join(filter(None, sentences))

    def _start_summary(self) -> str:
        parts = [self.start_reason]
        if self.earliest_start:
            parts.append(f"can start from game {self.earliest_start}")
        return "; ".join(filter(None, parts))

    def _relief_summary(self) -> str:
        """Return the relief summary, without the reason if the start summary already contains it."""
        is_repeated = self.relief_reason == self.start_reason and self.role != "R"
        parts = ["" if is_repeated else self.relief_reason]
        if self.earliest_relief:
            parts.append(f"can relieve from game {self.earliest_relief}")
        return "; ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A team's pitchers before game number `game`."""

    team_id: int
    team: str
    game: int
    rows: list[BoardRow]
    suspended: Sequence[ResumptionForecast] = ()
    requirements: Sequence[Requirement] = ()  # T0.08, T31.2, T33.0


def division_boards(division: Division) -> list[TeamBoard]:
    """Return the boards for a division's teams, sorted by name, in at most five queries."""
    carryover = carryover_rules(division.tournament)
    usages = usage_of_division(division)
    stopped = stopped_games(usages.values())
    boards = [build_board(usage, carryover, stopped.get(team_id, ())) for team_id, usage in usages.items()]
    return sorted(boards, key=lambda board: board.team)


def team_board(team: Team) -> TeamBoard:
    usage = usage_of_teams(team.pk)[team.pk]
    stopped = stopped_games([usage]).get(team.pk, ())
    return build_board(usage, carryover_rules(team.tournament), stopped)


def build_board(usage: TeamUsage, carryover: CarryoverRules, stopped: Iterable[StoppedGame] = ()) -> TeamBoard:
    windows = coming_usage_windows(usage, carryover)
    rows = [
        _board_row(pitcher, available, usage, carryover.profile, windows)
        for pitcher, available in staff_before_next_game(usage, carryover)
    ]
    forecasts = [forecast_resumption(usage, game, carryover) for game in stopped]
    return TeamBoard(
        team_id=usage.team_id,
        team=usage.name,
        game=usage.next_game,
        rows=rows,
        suspended=[forecast for forecast in forecasts if forecast.games],
        requirements=requirements_of(usage, carryover),
    )


def availability_by_card(usage: TeamUsage, carryover: CarryoverRules) -> dict[int, Availability]:
    """Return every pitcher's availability in the team's next game (T10.2)."""
    return {pitcher.card_id: available for pitcher, available in staff_before_next_game(usage, carryover)}


def _board_row(
    pitcher: Pitcher,
    available: Availability,
    usage: TeamUsage,
    profile: Profile,
    windows: Mapping[int, UsageWindow],
) -> BoardRow:
    def first_game(role: Role, is_allowed_by_card: Callable[[PitchingRoles, Profile], Ruling]) -> int | None:
        if pitcher.card is None or not is_allowed_by_card(pitcher.card, profile):
            return None
        member = StaffMember(pitcher.card, pitcher.cells)
        return earliest_game(member, role, usage.next_game, profile, usage.slot, windows)

    earliest_start = None
    if not available.start:
        earliest_start = first_game("start", may_start_by_card)
    earliest_relief = None
    if not available.relief:
        earliest_relief = first_game("relief", may_relieve_by_card)
    return BoardRow(
        card_id=pitcher.card_id,
        name=pitcher.name,
        throws=pitcher.throws,
        role=card_role(pitcher, profile),
        can_start=bool(available.start),
        can_relieve=bool(available.relief),
        relief_outs=available.relief_outs,
        start_reason=str(available.start),
        relief_reason=str(available.relief),
        earliest_start=earliest_start,
        earliest_relief=earliest_relief,
    )


def card_role(pitcher: Pitcher, profile: Profile) -> str:
    """Return the role on the pitcher's card: S, R, S/R, or "" for a position player."""
    if pitcher.card is None:
        return ""
    roles = []
    if may_start_by_card(pitcher.card, profile):
        roles.append("S")
    if may_relieve_by_card(pitcher.card, profile):
        roles.append("R")
    return "/".join(roles)


def _availability_cell(is_available: bool, from_game: int | None) -> SafeString:
    if is_available:
        return state("yes", "good")
    return format_html("from game {}", from_game) if from_game else SafeString("no")


def _reason_cell(row: BoardRow) -> SafeString:
    """Return the ruling for each role on his card. A position player gets the start ruling."""
    reasons = SafeString()
    if row.is_starter or not row.is_reliever:
        reasons += format_html('<span class="rule">Start</span> {}. ', row.start_reason)
    if row.is_reliever:
        reasons += format_html('<span class="rule">Relief</span> {}.', row.relief_reason)
    return reasons


def _name_cell(row: BoardRow) -> SafeString:
    return format_html('{} <span class="quiet small">{}</span>', row.name, row.throws)


def _innings_cell(row: BoardRow) -> SafeString:
    return format_html("<strong>{}</strong>", row.relief_innings)


BOARD: TableDefinition[BoardRow] = TableDefinition(
    "able",
    (
        Column("card", "Card", lambda row: row.card_id, _API),
        Column(
            "name",
            "Pitcher",
            lambda row: row.name,
            _PAGE | _API,
            _LEFT,
            names_row=True,
            kind=str,
        ),
        Column(
            "throws",
            "T",
            lambda row: row.throws,
            _PAGE | _API,
            Align.CENTER,
            tone="hide-phone",
            kind=str,
            meaning="Throws",
        ),
        Column("role", "Role", lambda row: row.role, _API, kind=str),
        Column("may_start", "May start", lambda row: row.can_start, _API, kind=bool),
        Column("start_ruling", "Start", lambda row: row.start_reason, _API, kind=str),
        Column("may_relieve", "May relieve", lambda row: row.can_relieve, _API, kind=bool),
        Column(
            "start",
            "May start",
            lambda row: row.earliest_start,
            _PAGE,
            _LEFT,
            cell=lambda row: _availability_cell(row.can_start, row.earliest_start),
            tone="nowrap",
        ),
        Column(
            "relief",
            "May relieve",
            lambda row: row.earliest_relief,
            _PAGE,
            _LEFT,
            cell=lambda row: _availability_cell(row.can_relieve, row.earliest_relief),
            tone="nowrap",
        ),
        Column("relief_innings", "Innings", lambda row: row.relief_innings, _API, kind=str),
        Column(
            "left",
            "Innings",
            lambda row: row.relief_innings if row.can_relieve else "",
            _PAGE,
        ),
        Column("relief_ruling", "Relief", lambda row: row.relief_reason, _API, kind=str),
        Column(
            "starts_again",
            "Starts from game",
            lambda row: row.earliest_start,
            _API,
            is_nullable=True,
            help="the first game he may start if he rests",
        ),
        Column(
            "relieves_again",
            "Relieves from game",
            lambda row: row.earliest_relief,
            _API,
            is_nullable=True,
        ),
        Column(
            "why",
            "Why",
            lambda row: row.start_reason,
            _PAGE,
            _LEFT,
            cell=_reason_cell,
            tone="small",
        ),
    ),
)


def _ruling_table(
    name: str, ruling: Callable[[BoardRow], str], *extra_columns: Column[BoardRow]
) -> TableDefinition[BoardRow]:
    """Return a table of pitchers with a single ruling for each."""
    pitcher = Column[BoardRow](
        "man",
        "Pitcher",
        lambda row: row.name,
        _PAGE,
        _LEFT,
        cell=_name_cell,
        names_row=True,
    )
    reason = Column[BoardRow]("ruling", "Ruling", ruling, _PAGE, _LEFT, tone="small")
    return TableDefinition(name, (pitcher, *extra_columns, reason))


MAY_START = _ruling_table("may_start", lambda row: row.start_reason)
MAY_RELIEVE = _ruling_table(
    "may_relieve",
    lambda row: row.relief_reason,
    Column(
        "innings",
        "Innings",
        lambda row: row.relief_innings,
        _PAGE,
        cell=_innings_cell,
    ),
)
MAY_NOT = _ruling_table("may_not", lambda row: row.rest_summary)


def board_table(board: TeamBoard) -> FilledTable[BoardRow]:
    """Return the table with all of a team's pitchers before its next game."""
    caption = f"{board.team} before game {board.game}"
    return BOARD.filled(
        board.rows,
        empty="No pitchers drafted yet.",
        caption=caption,
        label=caption,
    )
