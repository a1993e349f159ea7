"""Load each pitcher's work game by game, as columns and cells for the T10.2 rules.

Every started game has a column. Columns follow the team's order of play (tournaments/queries/order_of_play.py), and a
suspended game stays in its column. Byes, unplayed games and erased series (T0.08) have no column.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db.models import Q

from drafts.models import STAND_IN_NAME
from drafts.queries.pool_cards import NAME_COLUMNS, CardName, names_of_cards
from games.models import Game, Outing
from games.queries.columns import GameColumn
from games.queries.final_slot import FinalSlot, final_slot
from games.queries.usage_rows import (
    DIVISION_USAGE,
    PAIR_USAGE,
    TEAM_USAGE,
    TeamRow,
    UsageRows,
    query_usage_rows,
    series_rows_in,
)
from games.queries.void_series import VoidSeries, find_void_series
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.dropout_slot import DropoutSlot
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, Cell
from tournaments.models import Division, Series
from tournaments.queries.snapshot import TournamentSnapshot


class OpenSeries(NamedTuple):
    """A team's unfinished series, with the number of its columns so far."""

    series_id: int
    stage: str
    round: int
    opponent_id: int
    games_in_series: int
    started: int


@dataclass(slots=True)
class Pitcher:
    """A row of the sheet. `card` is None for a position player. cells[0] is column 1."""

    card_id: int
    name: str
    clubs: str
    throws: str
    card: PitchingRoles | None
    cells: list[Cell] = field(default_factory=list)
    is_stand_in: bool = False

    @property
    def has_pitched(self) -> bool:
        return any(cell is not None for cell in self.cells)

    @property
    def is_on_staff(self) -> bool:
        """Return whether the player has a row in the grid: a pitcher by card, or any player who has pitched."""
        return self.card is not None or self.has_pitched

    @property
    def pitched_in(self) -> list[int]:
        """Return the columns of games in which the player pitched."""
        return [number for number, cell in enumerate(self.cells, start=1) if cell is not None]


@dataclass(slots=True)
class TeamUsage:
    """A team's pitching sheet as data for the rules.

    `pitchers` maps card IDs to the whole roster, including hitters.
    """

    team_id: int
    name: str = ""
    columns: list[GameColumn] = field(default_factory=list)
    pitchers: dict[int, Pitcher] = field(default_factory=dict)
    open_series: dict[int, OpenSeries] = field(default_factory=dict)  # by series ID, next series to play first
    final_slot: FinalSlot | None = None
    void_series: Sequence[VoidSeries] = ()
    opponents: dict[int, str] = field(default_factory=dict)  # names by team ID
    park: str = ""  # the team's ballpark; empty until drafted

    @property
    def next_game(self) -> int:
        return len(self.columns) + 1

    @property
    def ahead(self) -> OpenSeries | None:
        """Return the first unfinished series with an unplayed game.

        A suspended game doesn't count as unplayed.
        """
        return next((series for series in self.open_series.values() if series.started < series.games_in_series), None)

    @property
    def slot(self) -> DropoutSlot | None:
        """T0.08 item 3: return the slot that limits starters in the final series. This is usually None."""
        return self.final_slot.slot(self.columns) if self.final_slot is not None else None

    def before_next_game_in(self, series_id: int) -> "TeamUsage":
        """Return the sheet before a series' next game, which may not be the team's next game.

        Games at the end of the series with scores but without any of the team's pitchers count as upcoming.
        """
        own = [column.number for column in self.columns if column.series_id == series_id]
        is_over = bool(own) and series_id not in self.open_series
        column_count = own[-1] if is_over else len(self.columns)
        pitched = {number for pitcher in self.pitchers.values() for number in pitcher.pitched_in}
        while column_count and column_count not in pitched and self.columns[column_count - 1].series_id == series_id:
            column_count -= 1
        return self._with_first_games(column_count, series_id)

    def before_game(self, series_id: int, game: int) -> "TeamUsage":
        """Return the sheet before a game of a series, or before the series' next game if this game has not started."""
        for column in self.columns:
            if column.series_id == series_id and column.game >= game:
                return self._with_first_games(column.number - 1, series_id)
        return self.before_next_game_in(series_id)

    def _with_first_games(self, column_count: int, series_id: int) -> "TeamUsage":
        """Return the sheet limited to its first games. The last of them can belong to this series."""
        own = [column.number for column in self.columns if column.series_id == series_id]
        ahead = dict(self.open_series)
        if (first := ahead.pop(series_id, None)) is not None:
            unpitched = len(own) - sum(number <= column_count for number in own)
            ahead = {series_id: first._replace(started=first.started - unpitched), **ahead}
        pitchers = {
            card: replace(pitcher, cells=pitcher.cells[:column_count]) for card, pitcher in self.pitchers.items()
        }
        return replace(self, columns=self.columns[:column_count], pitchers=pitchers, open_series=ahead)

    def staff(self) -> list[Pitcher]:
        """Return pitchers by card, plus any position players who have pitched."""
        return [player for player in self.pitchers.values() if player.is_on_staff]

    def spare_names(self) -> dict[int, str]:
        """Return names of position players and the stand-in who have not pitched, by card ID."""
        return {player.card_id: player.name for player in self.pitchers.values() if not player.is_on_staff}


def usage_of_teams(*team_ids: int) -> dict[int, TeamUsage]:
    """Return the usage of these teams. Runs three queries for any number of teams."""
    return build_usages(read_usage_rows(*team_ids), team_ids)


def usage_of_division(division: Division) -> dict[int, TeamUsage]:
    """Return the usage of every drafted team still active in a division. Runs three queries."""
    return build_usages(DIVISION_USAGE.rows_of(division.pk))


def usage_in(snapshot: TournamentSnapshot, team_id: int) -> TeamUsage:
    """Return a team's usage. Runs three queries if the snapshot's series are loaded."""
    rows = TEAM_USAGE.rows_of(team_id, series=series_rows_in(snapshot, team_id))
    return build_usages(rows, [team_id])[team_id]


def read_usage_rows(*team_ids: int) -> UsageRows:
    if len(team_ids) == 1:
        return TEAM_USAGE.rows_of(*team_ids)
    if len(team_ids) == 2:
        return PAIR_USAGE.rows_of(*team_ids)
    return query_usage_rows(Q(home__in=team_ids) | Q(away__in=team_ids), Q(team__in=team_ids))


def build_usages(rows: UsageRows, team_ids: Iterable[int] = ()) -> dict[int, TeamUsage]:
    """Return the usage of every team with a roster, plus these teams even without a roster."""
    usages = {team: TeamUsage(team) for team in team_ids}
    cards: dict[int, list[CardName]] = defaultdict(list)
    for team_id, team_name, *row in rows.roster:
        usage = usages.setdefault(team_id, TeamUsage(team_id))
        usage.name = team_name
        card, roles = CardName(*row[: len(NAME_COLUMNS)]), PitchingRoles(*row[len(NAME_COLUMNS) :])
        cards[team_id].append(card)
        usage.pitchers[card.number] = Pitcher(
            card.number, card.name, card.clubs, card.throws, roles if card.is_pitcher else None
        )
    for usage in usages.values():
        usage.park = rows.parks.get(usage.team_id, "")
    for team_id, stand_in in rows.stand_ins.items():
        usages[team_id].pitchers[stand_in] = Pitcher(stand_in, STAND_IN_NAME, "", "R", None, is_stand_in=True)
    used = {row[0] for row in rows.outings}
    of_team = rows.in_order_of_play()
    for usage in usages.values():
        mine = of_team.get(usage.team_id, [])
        for played in mine:
            _add_game(usage, played, used)
        usage.open_series = _next_first(mine, usage.open_series)
        usage.final_slot = final_slot(mine)
        usage.void_series = find_void_series(mine)
        for number, name in names_of_cards(cards[usage.team_id]).items():
            usage.pitchers[number].name = name
    _fill_cells(usages, rows.outings)
    return usages


def _add_game(usage: TeamUsage, played: TeamRow, used: set[int]) -> None:
    """Add the game's column, and record the series if it is unfinished."""
    row = played.row
    usage.name = usage.name or row[f"{played.side}__name"]
    usage.opponents[played.opponent_id] = row[f"{played.opposite}__name"]
    if row["status"] == Series.Status.VOID and not row["faced_later"]:
        return  # T0.08: a dropped team's last series is erased from the sheet; earlier series stay
    if _has_started(row, used):
        usage.columns.append(_column(len(usage.columns) + 1, usage.team_id, row, played.opponent_id))
    if row["status"] not in Series.NOTHING_TO_BEGIN:
        _note_open_series(usage, row, played.opponent_id)


def _note_open_series(usage: TeamUsage, row: Mapping[str, Any], opponent_id: int) -> None:
    started = sum(1 for column in usage.columns if column.series_id == row["pk"])
    if row["games__status"] == Game.Status.FINAL:
        started = max(started, row["games__number"])  # an earlier game may have ended without a start
    planned = row["games_planned"]
    usage.open_series[row["pk"]] = OpenSeries(row["pk"], row["stage"], row["round"], opponent_id, planned, started)


def _next_first(mine: Iterable[TeamRow], open_series: Mapping[int, OpenSeries]) -> dict[int, OpenSeries]:
    in_order = dict.fromkeys(team_row.row["pk"] for team_row in sorted(mine, key=TeamRow.next_place))
    return {series: open_series[series] for series in in_order if series in open_series}


def _has_started(row: Mapping[str, Any], used: set[int]) -> bool:
    if row["games__pk"] is None:
        return False
    if row["games__pk"] in used:
        return True
    played = row["games__innings"] is not None or row["games__ending"] not in Game.BEGUN_OR_NOT
    return bool(played and row["games__status"] != Game.Status.DRAFT)


def _column(number: int, team_id: int, row: Mapping[str, Any], opponent_id: int) -> GameColumn:
    at_home = row["games__home_id"] == team_id
    own, opponent = ("home", "away") if at_home else ("away", "home")
    return GameColumn(
        number=number,
        game_id=row["games__pk"],
        series_id=row["pk"],
        game=row["games__number"],
        stage=row["stage"],
        round=row["round"],
        opponent_id=opponent_id,
        at_home=at_home,
        status=row["games__status"],
        ending=row["games__ending"],
        runs_for=row[f"games__{own}_runs"],
        runs_against=row[f"games__{opponent}_runs"],
        games_in_series=row["games_planned"],
        resumed_after=row[f"games__{own}_resumed_after"],
        is_void=row["status"] == Series.Status.VOID,
    )


def _fill_cells(usages: dict[int, TeamUsage], outings: Iterable[tuple[Any, ...]]) -> None:
    places: dict[tuple[int, int], GameColumn] = {}
    for usage in usages.values():
        places.update({(usage.team_id, column.game_id): column for column in usage.columns})
        for pitcher in usage.pitchers.values():
            pitcher.cells = [None] * len(usage.columns)
    for game_id, team_id, card_id, *pitched in outings:
        column = places.get((team_id, game_id))
        if column is not None and card_id in (pitchers := usages[team_id].pitchers):
            pitchers[card_id].cells[column.number - 1] = _cell(*pitched, resumed=column.resumed_after is not None)


def _cell(
    part: str, outs: int, extra: int, footnote: str, accepted_by: str, outs_before: int | None, *, resumed: bool
) -> Appearance:
    """Convert an appearance's database row for the rules engine.

    A footnote counts only after it has been accepted.
    """
    entered = resumed and outs_before is None
    after = outs if entered else outs - outs_before if resumed and outs_before is not None else 0
    return Appearance(
        START if part == Outing.Part.START else RELIEF,
        outs,
        extra,
        footnote if accepted_by else "",
        after if after or entered else None,
        entered,
    )
