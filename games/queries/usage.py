"""What every pitcher of a team has done, game by game: the columns and cells that the rules of T10.2 work on.

A column is one game begun. Columns stand in scheduled order (stage, round, game), a suspended game keeps its own;
byes, games never begun and an erased series (T0.08) have none.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Q

from drafts.queries.namesakes import names_of_cards
from games.models import Game, Outing
from games.queries.columns import Column
from games.queries.final_slot import FinalSlot, final_slots
from games.queries.usage_rows import outing_rows, roster_rows, series_rows
from rules_engine.eligibility.cards import PitcherCard
from rules_engine.eligibility.dropout_slot import Slot
from rules_engine.eligibility.pitching import RELIEF, START, Cell
from rules_engine.eligibility.pitching import Outing as PitchedOuting
from tournaments.models import Division, Series


class SeriesAhead(NamedTuple):
    """The series of the team's next game. `begun`: its columns so far."""

    series_id: int
    stage: str
    round: int
    opponent_id: int
    games_in_series: int
    begun: int


@dataclass(slots=True)
class Pitcher:
    """A row of the sheet. `card` is None for a position player; cells[0] is column 1."""

    card_id: int
    name: str
    clubs: str
    throws: str
    card: PitcherCard | None
    cells: list[Cell] = field(default_factory=list)

    @property
    def has_pitched(self) -> bool:
        return any(cell is not None for cell in self.cells)


@dataclass(slots=True)
class TeamUsage:
    """One team's sheet as the rules need it; `pitchers` by card number holds the whole roster, hitters included."""

    team_id: int
    name: str = ""
    columns: list[Column] = field(default_factory=list)
    pitchers: dict[int, Pitcher] = field(default_factory=dict)
    ahead: SeriesAhead | None = None
    final_slot: FinalSlot | None = None

    @property
    def next_game(self) -> int:
        return len(self.columns) + 1

    @property
    def slot(self) -> Slot | None:
        """T0.08 item 3: the slot that binds the starters of the final series; None for nearly everybody."""
        return self.final_slot.slot(self.columns) if self.final_slot is not None else None

    def staff(self) -> list[Pitcher]:
        """The pitchers by card, and any position player who has pitched."""
        return [one for one in self.pitchers.values() if one.card is not None or one.has_pitched]


def usage_of_teams(*team_ids: int) -> dict[int, TeamUsage]:
    """The usage of these teams, in three queries however many they are."""
    of_teams = Q(home__in=team_ids) | Q(away__in=team_ids)
    return _usage(of_teams, Q(team__in=team_ids), {team: TeamUsage(team) for team in team_ids})


def usage_of_division(division: Division) -> dict[int, TeamUsage]:
    """The usage of every team of a division that has drafted, in three queries."""
    return _usage(Q(home__division=division) | Q(away__division=division), Q(team__division=division), {})


def _usage(of_series: Q, of_teams: Q, usages: dict[int, TeamUsage]) -> dict[int, TeamUsage]:
    for team_id, team_name, *card in roster_rows(of_teams):
        usage = usages.setdefault(team_id, TeamUsage(team_id))
        usage.name = team_name
        usage.pitchers[card[0]] = _pitcher(*card)
    outings = outing_rows(of_teams)
    used = {row[0] for row in outings}
    rows = series_rows(of_series)
    slots = final_slots(rows)
    for one in rows:
        for side in ("home", "away"):
            if (team := usages.get(one[f"{side}_id"])) is not None:
                _add_game(team, one, side, used)
    for usage in usages.values():
        usage.final_slot = slots.get(usage.team_id)
        _tell_namesakes_apart(usage)
    _fill_cells(usages, outings)
    return usages


def _tell_namesakes_apart(usage: TeamUsage) -> None:
    pitchers = usage.pitchers
    names = names_of_cards((one.card_id, one.name, one.clubs, one.throws) for one in pitchers.values())
    for number, pitcher in pitchers.items():
        pitcher.name = names[number]


def _pitcher(
    card_id: int,
    name: str,
    clubs: str,
    throws: str,
    is_pitcher: bool,
    is_starter: bool,
    is_reliever: bool,
    outs: int,
) -> Pitcher:
    card = PitcherCard(is_starter, is_reliever, outs) if is_pitcher else None
    return Pitcher(card_id, name, clubs, throws, card)


def _add_game(usage: TeamUsage, one: dict[str, Any], side: str, used: set[int]) -> None:
    """Add the game's column, or note the series as the next one where it is still open."""
    other = "away" if side == "home" else "home"
    usage.name = usage.name or one[f"{side}__name"]
    if one["status"] == Series.Status.VOID and not one["faced_later"]:
        return  # T0.08: the last series with a dropped team is erased from the sheet; earlier ones stay
    if _is_begun(one, used):
        usage.columns.append(_column(len(usage.columns) + 1, usage.team_id, one, one[f"{other}_id"]))
    if one["status"] not in Series.NOTHING_TO_BEGIN:
        _note_series_ahead(usage, one, one[f"{other}_id"])


def _note_series_ahead(usage: TeamUsage, one: dict[str, Any], opponent_id: int) -> None:
    """The next game belongs to the first open series with a game not begun; a suspended game is no next game."""
    begun = sum(1 for column in usage.columns if column.series_id == one["pk"])
    if usage.ahead is not None and usage.ahead.series_id == one["pk"]:
        usage.ahead = None
    if usage.ahead is None and begun < one["games_planned"]:
        usage.ahead = SeriesAhead(one["pk"], one["stage"], one["round"], opponent_id, one["games_planned"], begun)


def _is_begun(one: dict[str, Any], used: set[int]) -> bool:
    if one["games__pk"] is None:
        return False
    if one["games__pk"] in used:
        return True
    played = one["games__innings"] is not None or one["games__ending"] != Game.Ending.NOT_FINISHED
    return bool(played and one["games__status"] != Game.Status.DRAFT)


def _column(number: int, team_id: int, one: dict[str, Any], opponent_id: int) -> Column:
    at_home = one["games__home_id"] == team_id
    own, other = ("home", "away") if at_home else ("away", "home")
    return Column(
        number=number,
        game_id=one["games__pk"],
        series_id=one["pk"],
        game=one["games__number"],
        stage=one["stage"],
        round=one["round"],
        opponent_id=opponent_id,
        at_home=at_home,
        status=one["games__status"],
        ending=one["games__ending"],
        runs_for=one[f"games__{own}_runs"],
        runs_against=one[f"games__{other}_runs"],
        games_in_series=one["games_planned"],
        resumed_after=one[f"games__{own}_resumed_after"],
    )


def _fill_cells(usages: dict[int, TeamUsage], outings: Iterable[tuple[Any, ...]]) -> None:
    places: dict[tuple[int, int], Column] = {}
    for usage in usages.values():
        places.update({(usage.team_id, column.game_id): column for column in usage.columns})
        for pitcher in usage.pitchers.values():
            pitcher.cells = [None] * len(usage.columns)
    for game_id, team_id, card_id, *pitched in outings:
        column = places.get((team_id, game_id))
        if column is not None and card_id in (pitchers := usages[team_id].pitchers):
            pitchers[card_id].cells[column.number - 1] = cell(*pitched, resumed=column.resumed_after is not None)


def cell(
    part: str, outs: int, extra: int, footnote: str, accepted_by: str, outs_before: int | None, *, resumed: bool
) -> PitchedOuting:
    """An outing's row as the rules see it; a footnote counts only once somebody accepted it."""
    entered = resumed and outs_before is None
    after = outs if entered else outs - outs_before if resumed and outs_before is not None else 0
    return PitchedOuting(
        START if part == Outing.Part.START else RELIEF,
        outs,
        extra,
        footnote if accepted_by else "",
        after if after or entered else None,
        entered,
    )
