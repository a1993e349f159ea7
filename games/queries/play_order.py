"""Derive legal appearances and pitcher availability from a team's order of play (T10.2)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q

from games.models import Game
from games.queries.available import describe_staff
from games.queries.carry_over import CarryoverRules, sheet_faults
from games.queries.usage import TeamUsage
from tournaments.models import Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.order_of_play import order_key, scheduled_place, started_series


class Eligibility(NamedTuple):
    """A team's open violations by series, game and card, and each pitcher's availability for the next game."""

    breaches: Mapping[tuple[int, int, int], str]
    next_game: Mapping[str, str]


class PitcherChange(NamedTuple):
    name: str
    before: str
    after: str


class SeriesPart(NamedTuple):
    """Consecutive games of a series that a team played without another series in between.

    Attributes:
        place: The part's place in the team's order of play.
        from_game: The first game of a part played after a different series, or 0 for the part in the series' own place.
    """

    series: Series
    place: int
    from_game: int = 0

    @property
    def key(self) -> str:
        """Return the part's key in forms: "34", or "34-2" for series 34 from game 2 on."""
        return f"{self.series.pk}-{self.from_game}" if self.from_game else str(self.series.pk)

    @property
    def name(self) -> str:
        """Return the round, such as "Round 3", or "Round 3 from game 2"."""
        title = self.series.round_title
        return f"{title} from game {self.from_game}" if self.from_game else title


class PlayedPart(NamedTuple):
    """A part of a series in a team's order of play.

    `is_postponed` is set if a part scheduled later was played earlier.
    """

    part: SeriesPart
    opponent: Team
    is_postponed: bool


@dataclass(frozen=True, slots=True)
class OrderChange:
    """A corrected order of play's effects on a team."""

    team: Team
    order: list[PlayedPart]
    is_moved: bool
    new_breaches: list[str] = field(default_factory=list)
    lifted_breaches: list[str] = field(default_factory=list)
    pitchers: list[PitcherChange] = field(default_factory=list)


class PlaceChoice(NamedTuple):
    """A place in a team's order of play, as a form option."""

    value: str
    label: str


class TeamChoices(NamedTuple):
    """The possible places of a series in a team's order of play, and of its later games."""

    team: Team
    choices: list[PlaceChoice]
    chosen: str
    rest_choices: list[PlaceChoice]
    rest_chosen: str


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
    availability_by_name = {pitcher.name: text for pitcher, text in describe_staff(usage, carryover)}
    return Eligibility(breaches, availability_by_name)


def order_change(team: Team, before: Eligibility, after: Eligibility, *, is_moved: bool) -> OrderChange:
    """Compare a team's eligibility under two orders of play. The team's series must already be in the new order."""
    return OrderChange(
        team,
        _played(team, played_parts(team.pk)),
        is_moved,
        [text for key, text in after.breaches.items() if key not in before.breaches],
        [text for key, text in before.breaches.items() if key not in after.breaches],
        [
            PitcherChange(name, before.next_game.get(name, ""), may)
            for name, may in after.next_game.items()
            if before.next_game.get(name, "") != may
        ],
    )


def played_parts(team_id: int) -> list[SeriesPart]:
    """Return the series parts a team has started, in its order of play. Runs two queries."""
    return _parts(team_id, started_series(team_id), _late_games([team_id]))


def _late_games(team_ids: Collection[int]) -> list[Game]:
    """Return the games that have their own place, in order."""
    late = Q(home__in=team_ids, home_place__isnull=False) | Q(away__in=team_ids, away_place__isnull=False)
    fields = ("series_id", "number", "home_id", "away_id", "home_place", "away_place")
    return list(Game.objects.filter(late).only(*fields).order_by("series", "number"))


def _parts(team_id: int, series: Iterable[Series], late_games: Iterable[Game]) -> list[SeriesPart]:
    by_number = {each_series.pk: each_series for each_series in series}
    first_games: dict[tuple[int, int], int] = {}
    for game in late_games:
        place = game.place_for(team_id) if team_id in (game.home_id, game.away_id) else None
        if place is not None and game.series_id in by_number:
            first_games.setdefault((game.series_id, place), game.number)
    parts = [SeriesPart(each_series, each_series.place_for(team_id) or 0) for each_series in by_number.values()]
    for (series_id, place), number in first_games.items():
        parts.append(SeriesPart(by_number[series_id], place, number))
    return sorted(parts, key=lambda part: (order_key(part.place, scheduled_place(part.series)), part.from_game))


class Interruption(NamedTuple):
    """The games a team has played since the last game of an unfinished series."""

    team: str
    title: str
    opponent: str


def interruptions(series: Series, usages: Mapping[int, TeamUsage]) -> list[Interruption]:
    """Return the interrupting series that the next game of this series comes after."""
    if series.status in Series.NOTHING_TO_BEGIN:
        return []
    places = []
    for team in (series.away, series.home):
        usage = usages[team.pk]
        if any(column.series_id == series.pk for column in usage.columns):
            last = usage.columns[-1]
            if last.series_id != series.pk:
                title = round_title(series.tournament, last.stage, last.round)
                places.append(Interruption(team.name, title, usage.opponents[last.opponent_id]))
    return places


def place_choices(series: Series, after: Mapping[int, str], rest: Mapping[int, str]) -> list[TeamChoices]:
    """Return the possible places of a started series in both teams' orders of play.

    `after` and `rest` are the form's values by team ID. For omitted teams, the stored values are used.
    """
    return [_choices(team, series, after.get(team.pk), rest.get(team.pk)) for team in (series.away, series.home)]


def _choices(team: Team, series: Series, after: str | None, rest: str | None) -> TeamChoices:
    parts = played_parts(team.pk)
    parts_elsewhere = [part for part in parts if part.series.pk != series.pk]
    choices = [PlaceChoice("0", "before all others")]
    choices += [PlaceChoice(part.key, f"after {_label(part, team)}") for part in parts_elsewhere]
    rest_choices = [PlaceChoice("", "All games together")]
    for value, rest_place in rest_places(series, parts_elsewhere).items():
        label = f"From game {rest_place.from_game} on, after {_label(rest_place.after, team)}"
        rest_choices.append(PlaceChoice(value, label))
    return TeamChoices(
        team,
        choices,
        _predecessor(parts, series, is_rest=False) or "0" if after is None else after,
        rest_choices,
        _predecessor(parts, series, is_rest=True) if rest is None else rest,
    )


class RestPlace(NamedTuple):
    """The later games of a series, played after a part of a different series."""

    from_game: int
    after: SeriesPart


def rest_places(series: Series, parts: Sequence[SeriesPart]) -> dict[str, RestPlace]:
    """Return all possible places for a series' later games among the other parts, by form value."""
    numbers = Game.objects.filter(series=series, number__gt=1).order_by("number").values_list("number", flat=True)
    return {_rest_value(number, part.key): RestPlace(number, part) for number in numbers for part in parts}


def _rest_value(from_game: int, key: str) -> str:
    return f"{from_game}@{key}"


def _predecessor(parts: Sequence[SeriesPart], series: Series, *, is_rest: bool) -> str:
    """Return the part before this series, or before its last part, or "" if there is none."""
    before = ""
    clash = ""
    for part in parts:
        if part.series.pk != series.pk:
            before = part.key
        elif not is_rest and not part.from_game:
            return before
        elif is_rest and part.from_game:
            clash = _rest_value(part.from_game, before)
    return clash


def _label(part: SeriesPart, team: Team) -> str:
    name = part.name[0].lower() + part.name[1:]
    return f"{name} against {part.series.opponent_of(team.pk)}"


class TeamOrder(NamedTuple):
    team: Team
    parts: list[PlayedPart]


def orders_of_play(tournament: Tournament) -> list[TeamOrder]:
    """Return every team's started series in its order of play. Runs three queries."""
    teams = list(tournament.teams.select_related("division").order_by("division__position", "name"))
    by_number = {team.pk: team for team in teams}
    played: dict[int, list[Series]] = {team.pk: [] for team in teams}
    for series in tournament.series.filter(home_place__isnull=False):
        series.tournament, series.home, series.away = tournament, by_number[series.home_id], by_number[series.away_id]
        played[series.home_id].append(series)
        played[series.away_id].append(series)
    late_games = _late_games(list(by_number))
    return [
        TeamOrder(team, _played(team, _parts(team.pk, played[team.pk], late_games)))
        for team in teams
        if played[team.pk]
    ]


def _played(team: Team, parts: Iterable[SeriesPart]) -> list[PlayedPart]:
    played = []
    latest = (-1, 0, 0)
    for part in parts:
        scheduled = scheduled_place(part.series)
        played.append(PlayedPart(part, part.series.opponent_of(team.pk), scheduled < latest))
        latest = max(latest, scheduled)
    return played
