"""Standings table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.addresses import page_address
from core.crests import Crest, crest_and_name, team_crest
from core.tables import Align, Column, Place, TableDefinition, link_html
from rules_engine.competition.standings import Row, over_text, record_text
from rules_engine.competition.tiebreaks import Verdict
from tournaments.models import Team
from tournaments.models.people import dropout_time
from tournaments.queries.prospects import TeamProspect


class DivisionName(NamedTuple):
    pk: int
    name: str
    position: int

    def __str__(self) -> str:
        return self.name


class TeamName(NamedTuple):
    pk: int
    name: str
    dropped_after_round: int | None
    taken_over_by: str
    is_passed_over: bool
    disqualified: str = ""
    crest: str = ""
    palette: str = ""

    @property
    def never_plays(self) -> bool:
        """Return whether its manager was disqualified in the draft and its picks are skipped (T0.02)."""
        return self.disqualified == Team.Disqualified.SKIPPED

    @property
    def departure(self) -> str:
        """The reason why the team's games don't count."""
        if self.never_plays:
            return "manager disqualified during the draft, so the team doesn't play (T0.02)"
        return f"dropped out {dropout_time(self.dropped_after_round)}; games thrown out (T0.08)"

    @property
    def badge(self) -> Crest:
        return team_crest(self.name, self.crest, self.palette)

    @property
    def awaits_takeover(self) -> bool:
        """Return whether a covered team needs a manager to take it over before it can advance (T0.08)."""
        return self.dropped_after_round is not None and not self.taken_over_by and not self.is_passed_over

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class StandingsLine:
    """A line of the standings. `shown` is the verdict in a single word."""

    slug: str  # the tournament's slug
    division: DivisionName
    place: int
    rank: int  # shared by teams whose tie isn't broken
    row: Row
    team: TeamName
    verdict: Verdict
    shown: str
    is_settled: bool  # no remaining game can change the verdict
    is_cut: bool  # draws the cut below this line
    most_over: int  # the leader's games over .500
    prospect: TeamProspect | None  # None if it can't be computed
    rank_before: Callable[[int], int | None]  # rank before the latest round by team, computed on demand
    has_wild_card: bool

    @property
    def moved(self) -> int | None:
        """The number of ranks the team moved up in the latest round, or None in the first round."""
        before = self.rank_before(self.team.pk)
        return None if before is None else before - self.row.rank

    @property
    def advances(self) -> bool:
        """Return whether the team has clinched a place."""
        return self.is_settled and self.verdict == Verdict.ADVANCES

    @property
    def record(self) -> str:
        return record_text(self.row.wins, self.row.losses, self.row.ties)

    @property
    def over(self) -> str:
        """Games over .500, such as +6, -2 or 0."""
        return over_text(self.row.games_over_500)

    @property
    def half_games_behind(self) -> int:
        """Half games behind the leader."""
        return self.most_over - self.row.games_over_500

    @property
    def behind(self) -> str:
        """Games behind the leader, such as 3 or 2½, or "" for the leader."""
        games, half = divmod(self.half_games_behind, 2)
        return f"{games or ''}{'½' if half else ''}"

    @property
    def games_behind(self) -> float:
        return self.half_games_behind / 2

    @property
    def magic(self) -> str:
        return self.prospect.word if self.prospect else ""

    @property
    def team_page(self) -> str:
        return page_address("team", self.slug, self.team.pk)

    @property
    def team_linked(self) -> SafeString:
        """Crest and name, linked to the team's page."""
        return link_html(self.team_page, crest_and_name(self.team.badge, self.team.name))


IN_PLACE, WILD_CARD = "in place", "wild card"
WORDS = ("", IN_PLACE, WILD_CARD, *(verdict.value for verdict in Verdict))


def _arrow(moved: int) -> SafeString:
    """Return an arrow that shows the ranks gained or lost in the latest round."""
    if not moved:
        return SafeString("")
    way, sign = ("up", "▲") if moved > 0 else ("down", "▼")
    return format_html('<span class="{0}" role="img" aria-label="{0} {1}">{2}{1}</span>', way, abs(moved), sign)


_READ, _FRONT, _FILE, _API = Place.READ, Place.FRONT, Place.FILE, Place.API
_ON_PAGE = Place.PAGE | Place.PAPER  # There is no room on the big screen.
_LEFT = Align.LEFT

STANDINGS: TableDefinition[StandingsLine] = TableDefinition(
    "standings",
    (
        Column("division", "Division", lambda line: line.division.name, _FILE),
        Column("place", "Place", lambda line: line.place, _FILE),
        Column("rank", "Rank", lambda line: line.rank, _READ | _FRONT | _FILE | _API, width=32),
        Column(
            "moved",
            "Moved",
            lambda line: line.moved,
            Place.WALL | _API,
            Align.LEFT,
            cell=lambda line: _arrow(line.moved or 0),
            is_header_hidden=True,
            is_nullable=True,
            help="ranks gained in the latest round",
        ),
        Column("team", "Team", lambda line: line.team.pk, _API),
        Column(
            "name",
            "Team",
            lambda line: line.team.name,
            _READ | _FRONT | _FILE | _API,
            _LEFT,
            0,
            cell=lambda line: line.team_linked,
            names_row=True,
            kind=str,
        ),
        Column("record", "W-L", lambda line: line.record, _READ | _FRONT, width=50),
        Column("wins", "W", lambda line: line.row.wins, _FILE | _API),
        Column("losses", "L", lambda line: line.row.losses, _FILE | _API),
        Column("ties", "T", lambda line: line.row.ties, _FILE | _API),
        Column(
            "games_over_500",
            "Over .500",
            lambda line: line.row.games_over_500,
            _READ | _FRONT | _FILE | _API,
            text=lambda line: line.over,
            width=50,
            meaning="wins minus losses",
        ),
        Column(
            "half_games_behind",
            "Behind",
            lambda line: line.half_games_behind,
            _ON_PAGE | _API,
            text=lambda line: line.behind,
            width=40,
            help="half games behind the leader",
            meaning="games behind the leader",
        ),
        Column("games_behind", "Behind", lambda line: line.games_behind, _FILE, kind=float),
        Column("streak", "Streak", lambda line: line.row.streak, _READ | _FILE | _API, kind=str),
        Column(
            "remaining",
            "Left",
            lambda line: line.row.remaining,
            _READ | _FRONT | _FILE | _API,
            width=34,
            meaning="games left",
        ),
        Column(
            "magic",
            "Magic",
            lambda line: line.magic,
            _ON_PAGE | _FILE | _API,
            kind=str,
            width=46,
            help="wins that clinch no matter what the others do; through or out",
            meaning="magic number: wins that clinch",
        ),
        Column(
            "runs_for",
            "Runs for",
            lambda line: line.row.runs_for,
            _ON_PAGE | _FILE | _API,
            width=46,
            tone="quiet",
        ),
        Column(
            "runs_against",
            "Runs against",
            lambda line: line.row.runs_against,
            _ON_PAGE | _FILE | _API,
            head="Against",
            width=44,
            tone="quiet",
        ),
        Column(
            "verdict",
            "Advances",
            lambda line: line.shown,
            _READ | _FILE | _API,
            Align.APART,
            60,
            head="{advancing}",
            kind=WORDS,
            help="advances, wild card and out once settled; in place, open or empty while games are left",
        ),
        Column(
            "advances",
            "Settled",
            lambda line: line.advances,
            _API,
            kind=bool,
            help="it has clinched a spot",
        ),
    ),
)
