"""The eligibility board: for the next game, who may start, who may relieve and how long, each with its ruling."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.queries.available import staff_before_next_game
from games.queries.carry_over import Format, coming_usage_windows, format_of
from games.queries.requirements import requirements_of
from games.queries.resumption import stopped_games
from games.queries.usage import Pitcher, TeamUsage, usage_of_division, usage_of_teams
from pitching.queries.resumption_forecast import ResumptionForecast, resumption_forecast
from rules_engine.eligibility.board import StaffMember, StoppedGame, earliest_game
from rules_engine.eligibility.cards import PitchingRoles, may_relieve_by_card, may_start_by_card
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.pitching import Availability, Role
from rules_engine.eligibility.requirements import Requirement
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from tournaments.models import Division, Team


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One pitcher before one game. `earliest_start`: the first game he may start if he rests, None when never."""

    card_id: int
    name: str
    throws: str
    role: str
    start_now: bool
    relieve_now: bool
    relief_outs: int
    start_reason: str
    relief_reason: str
    earliest_start: int | None
    earliest_relief: int | None

    @property
    def is_starter(self) -> bool:
        """By his card."""
        return "S" in self.role

    @property
    def is_reliever(self) -> bool:
        return "R" in self.role

    @property
    def why_he_rests(self) -> str:
        """The rulings against him and the games he waits for, in one line; a ruling for both roles stands once."""
        said = []
        if self.is_starter or not self.is_reliever:
            said.append([self.start_reason, f"starts from game {self.earliest_start}" if self.earliest_start else ""])
        if self.is_reliever:
            reason = self.relief_reason if self.relief_reason != self.start_reason or self.role == "R" else ""
            said.append([reason, f"relieves from game {self.earliest_relief}" if self.earliest_relief else ""])
        return ". ".join(filter(None, ("; ".join(filter(None, each)) for each in said)))


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A team's pitchers before its game number `game`, and what is left to them in its suspended games."""

    team_id: int
    team: str
    game: int
    rows: list[BoardRow]
    suspended: Sequence[ResumptionForecast] = ()
    requirements: Sequence[Requirement] = ()  # of rulings (T0.08, T31.2, T33.0)


def board_of_division(division: Division) -> list[TeamBoard]:
    """The boards of a division's teams by name; three queries, and two for suspended games, however many teams."""
    form = format_of(division.tournament)
    usages = usage_of_division(division)
    stopped = stopped_games(usages.values())
    boards = (board_from(usage, form, stopped.get(team, ())) for team, usage in usages.items())
    return sorted(boards, key=lambda board: board.team)


def board_of_team(team: Team) -> TeamBoard:
    usage = usage_of_teams(team.pk)[team.pk]
    return board_from(usage, format_of(team.tournament), stopped_games([usage]).get(team.pk, ()))


def board_from(usage: TeamUsage, form: Format, stopped: Iterable[StoppedGame] = ()) -> TeamBoard:
    windows = coming_usage_windows(usage, form)
    rows = [_row(pitcher, able, usage, form.profile, windows) for pitcher, able in staff_before_next_game(usage, form)]
    halted = (resumption_forecast(usage, one, form) for one in stopped)
    suspended = [one for one in halted if one.games]
    return TeamBoard(usage.team_id, usage.name, usage.next_game, rows, suspended, requirements_of(usage, form))


def availability_of(usage: TeamUsage, form: Format) -> dict[int, Availability]:
    """By card: what every pitcher may do in the team's next game (T10.2)."""
    return {pitcher.card_id: able for pitcher, able in staff_before_next_game(usage, form)}


def _row(
    pitcher: Pitcher, able: Availability, usage: TeamUsage, profile: Profile, windows: Mapping[int, UsageWindow]
) -> BoardRow:
    def first_game(role: Role, by_card: Callable[[PitchingRoles, Profile], Ruling]) -> int | None:
        if pitcher.card is None or not by_card(pitcher.card, profile):
            return None
        member = StaffMember(pitcher.card, pitcher.cells)
        return earliest_game(member, role, usage.next_game, profile, usage.slot, windows)

    return BoardRow(
        card_id=pitcher.card_id,
        name=pitcher.name,
        throws=pitcher.throws,
        role=role_of(pitcher, profile),
        start_now=bool(able.start),
        relieve_now=bool(able.relief),
        relief_outs=able.relief_outs,
        start_reason=str(able.start),
        relief_reason=str(able.relief),
        earliest_start=None if able.start else first_game("start", may_start_by_card),
        earliest_relief=None if able.relief else first_game("relief", may_relieve_by_card),
    )


def role_of(pitcher: Pitcher, profile: Profile) -> str:
    """What his card lets him be: S, R, S/R or, for a position player, nothing."""
    if pitcher.card is None:
        return ""
    roles = (
        ("S", may_start_by_card(pitcher.card, profile)),
        ("R", may_relieve_by_card(pitcher.card, profile)),
    )
    return "/".join(letter for letter, allowed in roles if allowed)
