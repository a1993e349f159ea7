"""What a team's order of play decides (T10.2): which outings were legal, and who may pitch in its next game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from games.queries.available import describe_availability, staff_before_next_game
from games.queries.carry_over import CarryoverRules, sheet_faults
from games.queries.usage import TeamUsage
from tournaments.models import Series, Team, Tournament
from tournaments.queries.order_of_play import in_order_of_play, scheduled_place, started_series


class Eligibility(NamedTuple):
    """A team's open breaches by series, game and card, and what each pitcher may do in its next game."""

    breaches: Mapping[tuple[int, int, int], str]
    next_game: Mapping[str, str]


class PitcherChange(NamedTuple):
    name: str
    before: str
    after: str


class PlayedSeries(NamedTuple):
    """A series in a team's order of play. `is_postponed`: the schedule has it before one that was played earlier."""

    series: Series
    opponent: Team
    is_postponed: bool


@dataclass(frozen=True, slots=True)
class OrderChange:
    """What a corrected order of play changes for one team."""

    team: Team
    order: list[PlayedSeries]
    is_moved: bool
    new_breaches: list[str] = field(default_factory=list)
    lifted_breaches: list[str] = field(default_factory=list)
    pitchers: list[PitcherChange] = field(default_factory=list)


class PlaceChoice(NamedTuple):
    """A place in a team's order of play: after this series, or before all others (0)."""

    after: int
    label: str


class TeamChoices(NamedTuple):
    team: Team
    choices: list[PlaceChoice]
    chosen: int


def eligibility_of(usage: TeamUsage, carryover: CarryoverRules) -> Eligibility:
    columns = {column.number: column for column in usage.columns}
    breaches = {
        (columns[number].series_id, columns[number].game, card): (
            f"{usage.pitchers[card].name}, round {columns[number].round}, game {columns[number].game}: {ruling}"
        )
        for card, faults in sheet_faults(usage, carryover).items()
        for number, ruling, accepted in faults
        if not accepted
    }
    able = {pitcher.name: describe_availability(may) for pitcher, may in staff_before_next_game(usage, carryover)}
    return Eligibility(breaches, able)


def order_change(team: Team, before: Eligibility, after: Eligibility, *, is_moved: bool) -> OrderChange:
    """Compare a team's eligibility under two orders of play; its series are in the new order."""
    return OrderChange(
        team,
        _played(team, started_series(team.pk)),
        is_moved,
        [text for key, text in after.breaches.items() if key not in before.breaches],
        [text for key, text in before.breaches.items() if key not in after.breaches],
        [
            PitcherChange(name, before.next_game.get(name, ""), may)
            for name, may in after.next_game.items()
            if before.next_game.get(name, "") != may
        ],
    )


def place_choices(series: Series, chosen: Mapping[int, int]) -> list[TeamChoices]:
    """Where a started series may stand in the orders of its two teams. `chosen`: by team, else as it stands."""
    return [_choices(team, series, chosen.get(team.pk)) for team in (series.away, series.home)]


def _choices(team: Team, series: Series, chosen: int | None) -> TeamChoices:
    order = started_series(team.pk)
    numbers = [one.pk for one in order]
    others = [one for one in order if one.pk != series.pk]
    now = numbers[numbers.index(series.pk) - 1] if series.pk in numbers[1:] else 0
    choices = [PlaceChoice(0, "before all others"), *(PlaceChoice(one.pk, _label(one, team)) for one in others)]
    return TeamChoices(team, choices, now if chosen is None else chosen)


def _label(series: Series, team: Team) -> str:
    return f"after {series.round_title.lower()} against {series.opponent_of(team.pk)}"


class TeamOrder(NamedTuple):
    team: Team
    series: list[PlayedSeries]


def orders_of_play(tournament: Tournament) -> list[TeamOrder]:
    """Every team's started series in its order of play, in two queries."""
    teams = list(tournament.teams.select_related("division").order_by("division__position", "name"))
    by_number = {team.pk: team for team in teams}
    played: dict[int, list[Series]] = {team.pk: [] for team in teams}
    for series in tournament.series.filter(home_place__isnull=False):
        series.tournament, series.home, series.away = tournament, by_number[series.home_id], by_number[series.away_id]
        played[series.home_id].append(series)
        played[series.away_id].append(series)
    return [TeamOrder(team, _played(team, played[team.pk])) for team in teams if played[team.pk]]


def _played(team: Team, series: list[Series]) -> list[PlayedSeries]:
    found, latest = list[PlayedSeries](), (-1, 0, 0)
    for one in in_order_of_play(series, team.pk):
        found.append(PlayedSeries(one, one.opponent_of(team.pk), scheduled_place(one) < latest))
        latest = max(latest, scheduled_place(one))
    return found
