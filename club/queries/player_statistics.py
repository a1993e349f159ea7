"""Baseball players' statistics across finished tournaments: sortable, searchable totals and each player's lines."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.functions import NullIf
from django.utils.safestring import SafeString

from club.models import Ballplayer, PlayerCounts, PlayerTotals, TournamentLine
from club.queries.names import hidden_names_of, manager_names, public_managers, public_team_name
from club.queries.seasons import tournament_day
from core.tables import Align, Column, FilledTable, Place, TableDefinition, link_html
from rules_engine.innings import format_innings

LEAST_AT_BATS: Final = 100  # to rank by batting average, on-base or slugging percentage
LEAST_OUTS: Final = 90  # to rank by earned run average
LEADERS_SHOWN: Final = 3
_ALL = Place.PAGE | Place.FILE | Place.API


class PlayerFilters(NamedTuple):
    """Filters for a list of players. `year` is the tournaments' year, 0 for all. `season` is the cards' season."""

    year: int = PlayerTotals.ALL_YEARS
    search: str = ""
    season: int = 0


def _count(name: str, title: str, meaning: str, *, is_minor: bool = False) -> Column[Any]:
    is_nullable = PlayerCounts._meta.get_field(name).null
    return Column(
        name,
        title,
        lambda row: getattr(row, name),
        _ALL,
        sort=name,
        is_nullable=is_nullable,
        help="null if no game recorded it" if is_nullable else "",
        meaning=meaning,
        tone="hide-phone" if is_minor else "",
    )


def _rate(name: str, title: str, meaning: str, digits: int, *, rises: bool = False) -> Column[Any]:
    def value(row: PlayerCounts) -> float | None:
        rate = getattr(row, name)
        return None if rate is None else round(rate, digits)

    def text(row: PlayerCounts) -> str:
        rate = getattr(row, name)
        return "" if rate is None else f"{rate:.{digits}f}".removeprefix("0" if digits == 3 else "")

    return Column(
        name, title, value, _ALL, text=text, sort=name, rises=rises, kind=float, is_nullable=True, meaning=meaning
    )


_BATTING_COLUMNS: Final[tuple[Column[Any], ...]] = (
    _count("games", "G", "Games"),
    _count("plate_appearances", "PA", "Plate appearances", is_minor=True),
    _count("at_bats", "AB", "At-bats"),
    _count("runs", "R", "Runs"),
    _count("hits", "H", "Hits"),
    _count("doubles", "2B", "Doubles", is_minor=True),
    _count("triples", "3B", "Triples", is_minor=True),
    _count("homeruns", "HR", "Home runs"),
    _count("runs_batted_in", "RBI", "Runs batted in"),
    _count("walks", "BB", "Walks", is_minor=True),
    _count("strikeouts", "SO", "Strikeouts", is_minor=True),
    _count("stolen_bases", "SB", "Stolen bases", is_minor=True),
    _rate("average", "AVG", "Batting average", 3),
    _rate("on_base", "OBP", "On-base percentage", 3),
    _rate("slugging", "SLG", "Slugging percentage", 3),
)
_PITCHING_COLUMNS: Final[tuple[Column[Any], ...]] = (
    _count("pitching_games", "G", "Games"),
    _count("games_started", "GS", "Games started", is_minor=True),
    _count("wins", "W", "Wins"),
    _count("losses", "L", "Losses"),
    _count("saves", "SV", "Saves"),
    Column(
        "innings",
        "IP",
        lambda row: format_innings(row.outs),
        _ALL,
        sort="innings",
        kind=str,
        help="such as 7.1",
        meaning="Innings pitched",
    ),
    _count("hits_allowed", "H", "Hits", is_minor=True),
    _count("runs_allowed", "R", "Runs", is_minor=True),
    _count("earned_runs", "ER", "Earned runs", is_minor=True),
    _count("walks_allowed", "BB", "Walks"),
    _count("strikeouts_made", "SO", "Strikeouts"),
    _count("homeruns_allowed", "HR", "Home runs", is_minor=True),
    _rate("earned_run_average", "ERA", "Earned run average", 2, rises=True),
)


def _player_html(row: PlayerTotals) -> SafeString:
    return link_html(row.player.get_absolute_url(), row.player.name)


_PLAYER_COLUMNS: Final[tuple[Column[PlayerTotals], ...]] = (
    Column("player", "Id", lambda row: row.player_id, Place.API),
    Column(
        "name",
        "Player",
        lambda row: row.player.name,
        _ALL,
        Align.LEFT,
        cell=_player_html,
        names_row=True,
        kind=str,
        sort="name",
        rises=True,
    ),
    Column(
        "season",
        "Season",
        lambda row: row.player.season or None,
        _ALL,
        is_nullable=True,
        sort="season",
        help="year of the cards",
    ),
    Column("teams", "Teams", lambda row: row.teams, _ALL, sort="teams", tone="hide-phone"),
)


def _ratio(numerator: Any, denominator: Any) -> Any:
    return numerator * 1.0 / NullIf(denominator, 0)


_REACHED = F("hits") + F("walks") + F("hit_by_pitch")
_CHANCES = F("at_bats") + F("walks") + F("hit_by_pitch") + F("sacrifice_flies")
_TOTAL_BASES = F("hits") + F("doubles") + 2 * F("triples") + 3 * F("homeruns")
_RATES: Final[dict[str, Any]] = {
    "average": _ratio(F("hits"), F("at_bats")),
    "on_base": _ratio(_REACHED, _CHANCES),
    "slugging": _ratio(_TOTAL_BASES, F("at_bats")),
    "earned_run_average": _ratio(F("earned_runs"), F("box_outs")),
}
_FIELDS_OF_SORTS: Final[dict[str, str]] = {"name": "player__name", "season": "player__season", "innings": "outs"}


class StatisticsKind(NamedTuple):
    """Batting or pitching.

    Attributes:
        has_line: Filter for players in the list at all.
        has_enough: Filter for players who qualify for a rate, such as batting average.
        usual_sort: Default sort key.
        leaders: Sort keys whose leaders are shown.
    """

    key: str
    title: str
    counts: tuple[Column[Any], ...]
    has_line: Q
    has_enough: Q
    minimum: str
    usual_sort: str
    leaders: tuple[str, ...]

    @property
    def table(self) -> TableDefinition[PlayerTotals]:
        return TableDefinition(self.key, (*_PLAYER_COLUMNS, *self.counts))

    @property
    def columns_by_sort(self) -> dict[str, Column[Any]]:
        return {column.sort: column for column in (*_PLAYER_COLUMNS, *self.counts) if column.sort}

    def sort_key(self, text: str) -> str:
        """Return a sort key such as "-hits" if the list has it, otherwise the default."""
        return text if text.removeprefix("-") in self.columns_by_sort else self.usual_sort


STATISTICS: Final[Mapping[str, StatisticsKind]] = {
    "batting": StatisticsKind(
        "batting",
        "Batting",
        _BATTING_COLUMNS,
        Q(games__gt=0),
        Q(at_bats__gte=LEAST_AT_BATS),
        f"{LEAST_AT_BATS} at-bats",
        "hits",
        ("average", "homeruns", "runs_batted_in", "stolen_bases"),
    ),
    "pitching": StatisticsKind(
        "pitching",
        "Pitching",
        _PITCHING_COLUMNS,
        Q(pitching_games__gt=0),
        Q(box_outs__gte=LEAST_OUTS),
        f"{LEAST_OUTS // 3} innings",
        "innings",
        ("earned_run_average", "wins", "strikeouts_made", "saves"),
    ),
}


def player_totals(kind: StatisticsKind, filters: PlayerFilters, sort: str = "") -> QuerySet[PlayerTotals]:
    """Return players in the order of a sort key: best first, or best last if it starts with "-".

    Unless there is a search, sorting by a rate such as batting average excludes players with too few at-bats or
    innings.
    """
    sort = kind.sort_key(sort)
    name, is_reversed = sort.removeprefix("-"), sort.startswith("-")
    rows = PlayerTotals.objects.filter(kind.has_line, year=filters.year).prefetch_related("player")
    if filters.search:
        rows = rows.filter(player__name__icontains=filters.search)
    if filters.season:
        rows = rows.filter(player__season=filters.season)
    if name in _RATES and not filters.search:
        rows = rows.filter(kind.has_enough)
    value = _RATES.get(name, F(_FIELDS_OF_SORTS.get(name, name)))
    is_ascending = kind.columns_by_sort[name].rises != is_reversed
    ordered = value.asc(nulls_last=True) if is_ascending else value.desc(nulls_last=True)
    return rows.order_by(ordered, "pk")


class Leaders(NamedTuple):
    """The best players in one statistic."""

    title: str
    players: Sequence[tuple[str, PlayerTotals]]  # each player with the number


def leaders(kind: StatisticsKind, year: int) -> list[Leaders]:
    """Return the leaders in a year, or in all years. One query per list."""
    return [_leaders(kind, sort, year) for sort in kind.leaders]


def _leaders(kind: StatisticsKind, sort: str, year: int) -> Leaders:
    column = kind.columns_by_sort[sort]
    rows = player_totals(kind, PlayerFilters(year), sort)
    if sort not in _RATES:
        rows = rows.filter(**{f"{sort}__gt": 0})
    return Leaders(column.meaning, [(column.written(row), row) for row in rows[:LEADERS_SHOWN]])


def statistics_years() -> list[int]:
    """Return the years of the tournaments, newest first."""
    years = PlayerTotals.objects.exclude(year=PlayerTotals.ALL_YEARS).order_by("-year")
    return list(years.values_list("year", flat=True).distinct())


def _tournament_html(line: TournamentLine) -> SafeString:
    return link_html(line.tournament.get_absolute_url(), line.tournament.name)


def _public_team(line: TournamentLine) -> str:
    return public_team_name(line.team, hidden_names_of(line.team))


def _year_of(line: TournamentLine) -> int:
    return tournament_day(line.tournament).year


_READ = Place.PAGE | Place.API
_LINE_COLUMNS: Final[tuple[Column[TournamentLine], ...]] = (
    Column("tournament", "Slug", lambda line: line.tournament.slug, Place.API, kind=str),
    Column(
        "title",
        "Tournament",
        lambda line: line.tournament.name,
        _READ,
        Align.LEFT,
        cell=_tournament_html,
        names_row=True,
        kind=str,
    ),
    Column("year", "Year", _year_of, _READ),
    Column("team", "Team", _public_team, _READ, Align.LEFT, kind=str),
    Column("managers", "Managers", lambda line: public_managers(line.team), _READ, Align.LEFT, kind=str),
)
_YEAR_COLUMNS: Final[tuple[Column[PlayerTotals], ...]] = (
    Column(
        "year",
        "Year",
        lambda row: row.year or None,
        _READ,
        Align.LEFT,
        text=lambda row: str(row.year or "All years"),
        names_row=True,
        is_nullable=True,
        help="null for all years",
    ),
    Column("teams", "Teams", lambda row: row.teams, _READ),
)


def lines_table(kind: StatisticsKind) -> TableDefinition[TournamentLine]:
    return TableDefinition(f"{kind.key}_lines", (*_LINE_COLUMNS, *kind.counts))


def years_table(kind: StatisticsKind) -> TableDefinition[PlayerTotals]:
    return TableDefinition(f"{kind.key}_years", (*_YEAR_COLUMNS, *kind.counts))


class PlayerCareer(NamedTuple):
    """A player's batting or pitching: totals for each year and all years, and lines for each tournament."""

    kind: StatisticsKind
    years: Sequence[PlayerTotals]
    lines: Sequence[TournamentLine]

    @property
    def tables(self) -> list[FilledTable[Any]]:
        return [
            years_table(self.kind).filled(self.years, caption=self.kind.title, label=self.kind.title),
            lines_table(self.kind).filled(
                self.lines, caption=f"{self.kind.title} by tournament", label=f"{self.kind.title} by tournament"
            ),
        ]


def careers(player: Ballplayer) -> list[PlayerCareer]:
    """Return a player's batting, then pitching, newest tournament first. Four queries each."""
    return [_career(player, kind) for kind in STATISTICS.values()]


def _career(player: Ballplayer, kind: StatisticsKind) -> PlayerCareer:
    years = list(player.totals.filter(kind.has_line).order_by("-year"))
    lines = player.lines.filter(kind.has_line).select_related("tournament", "team")
    lines = lines.defer("tournament__profile_text", "tournament__timetable")
    lines = lines.prefetch_related(*manager_names("team__"))
    newest_first = sorted(lines, key=lambda line: (tournament_day(line.tournament), line.pk), reverse=True)
    return PlayerCareer(kind, years, newest_first)
