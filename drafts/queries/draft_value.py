"""The value of each team's picks relative to their draft slots, with steals and reaches.

These values aren't part of the rules. A card's worth is an estimate of runs above replacement per 100 games. The slot
value of the nth player picked is the worth of the nth best card in the set.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

from core.line_chart import ChartLine, LineChart, line_chart, signed_number
from core.tables import Align, Column, FilledTable, Place, TableDefinition
from drafts.models import Pick
from drafts.queries.autodrafting import worth_by_card
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room
from tournaments.models import Team

_MAX_LISTED: Final = 8  # maximum number of steals, and of reaches


@dataclass(frozen=True, slots=True)
class ValuedPick:
    """A drafted player with the player's worth and the value of the draft slot."""

    room: Room
    overall: int
    team: Team
    card: PoolCard
    worth: float
    slot: float

    @property
    def gain(self) -> float:
        return self.worth - self.slot


@dataclass(frozen=True, slots=True)
class TeamValue:
    """A team's picks with their total worth and their gain over their draft slots."""

    team: Team
    picks: list[ValuedPick]

    @property
    def worth(self) -> float:
        return sum(pick.worth for pick in self.picks)

    @property
    def gain(self) -> float:
        return sum(pick.gain for pick in self.picks)

    def gain_after_rounds(self, rounds: int) -> list[float]:
        """Return the cumulative gain after each round, starting with 0 before the first round."""
        gain_by_round = [0.0] * (rounds + 1)
        for pick in self.picks:
            gain_by_round[pick.room.turn(pick.overall).round] += pick.gain
        return list(accumulate(gain_by_round))


@dataclass(frozen=True)
class DraftValue:
    """The value of all picks. Teams are sorted by gain, highest first."""

    room: Room
    picks: list[ValuedPick]
    teams: list[TeamValue]

    @property
    def rounds(self) -> int:
        return max(self.room.turn(pick.overall).round for pick in self.picks)

    @cached_property
    def picture(self) -> LineChart:
        labels = [""]
        for number in range(1, self.rounds + 1):
            labels.append(str(number) if number == 1 or number % 5 == 0 else "")
        lines = []
        for index, value in enumerate(self.teams):
            title = f"{value.team.name} {signed_number(value.gain)}"
            lines.append(ChartLine(title, value.gain_after_rounds(self.rounds), "" if index else "ahead"))
        return line_chart(lines, labels)

    @property
    def filled(self) -> FilledTable[TeamValue]:
        return TEAM_VALUES.filled(self.teams, caption="By team", label="By team")

    @property
    def steals(self) -> FilledTable[ValuedPick]:
        steals = [pick for pick in self.picks if pick.gain > 0]
        steals.sort(key=lambda pick: (-pick.gain, pick.overall))
        return VALUED_PICKS.filled(steals[:_MAX_LISTED], caption="Steals", label="Steals", empty="None yet.")

    @property
    def reaches(self) -> FilledTable[ValuedPick]:
        reaches = [pick for pick in self.picks if pick.gain < 0]
        reaches.sort(key=lambda pick: (pick.gain, pick.overall))
        return VALUED_PICKS.filled(reaches[:_MAX_LISTED], caption="Reaches", label="Reaches", empty="None yet.")

    @property
    def every_pick(self) -> FilledTable[ValuedPick]:
        return VALUED_PICKS.filled(self.picks, caption="Every pick", label="Every pick")


def draft_value(room: Room) -> DraftValue | None:
    """Return a draft's value, or None if no player has been picked. Runs a single query."""
    worth = worth_by_card(room.pool, len(room.teams))
    slot_values = sorted(worth.values(), reverse=True)
    rows = Pick.objects.filter(draft=room.draft, card__isnull=False).order_by("overall")
    picks: list[ValuedPick] = []
    for overall, card_id in rows.values_list("overall", "card_id"):
        if card_id not in worth:
            continue  # the rules edition changed, so the card is now ineligible
        card = room.cards[card_id]
        slot_value = slot_values[len(picks)]
        picks.append(ValuedPick(room, overall, room.team_at(overall), card, worth[card_id], slot_value))
    return DraftValue(room, picks, _values_by_team(room.teams, picks)) if picks else None


def _values_by_team(teams: Sequence[Team], picks: Sequence[ValuedPick]) -> list[TeamValue]:
    values = []
    for team in teams:
        team_picks = [pick for pick in picks if pick.team.pk == team.pk]
        if team_picks:
            values.append(TeamValue(team, team_picks))
    return sorted(values, key=lambda value: (-value.gain, value.team.slot or 0))


_READ, _API = Place.PAGE | Place.PAPER, Place.API
_ALL = _READ | _API
_RUNS = "runs per 100 games"
_LEFT = Align.LEFT


def _runs(name: str, title: str, value: Callable[[Any], float], meaning: str, **options: Any) -> Column[Any]:
    return Column(
        name,
        title,
        value,
        _ALL,
        text=lambda row: signed_number(value(row)),
        kind=float,
        help=f"{_RUNS}, {meaning}",
        **options,
    )


TEAM_VALUES: TableDefinition[TeamValue] = TableDefinition(
    "values",
    (
        Column("team", "Team", lambda row: row.team.pk, _API),
        Column("name", "Team", lambda row: row.team.name, _ALL, _LEFT, 0, names_row=True, kind=str),
        Column("players", "Players", lambda row: len(row.picks), _ALL, width=60),
        _runs("worth", "Value", lambda row: row.worth, "its players' value above replacement", width=60),
        _runs("gain", "Over", lambda row: row.gain, "its gain over the value of its draft slots", width=60),
    ),
)
VALUED_PICKS: TableDefinition[ValuedPick] = TableDefinition(
    "valued",
    (
        Column("overall", "Pick", lambda row: row.overall, _API),
        Column("turn", "Turn", lambda row: row.room.label(row.overall), _API, kind=str, help="such as 7.03"),
        Column("pick", "Pick", lambda row: f"{row.room.label(row.overall)} ({row.overall})", _READ, _LEFT, 66),
        Column("card", "Card", lambda row: row.card.id, _API),
        Column("player", "Player", lambda row: row.card.name, _ALL, _LEFT, 0, names_row=True, kind=str),
        Column("label", "As", lambda row: row.card.label, _READ, _LEFT, 60, tone="hide-phone"),
        Column("team", "Team", lambda row: row.team.pk, _API),
        Column("team_name", "Team", lambda row: row.team.name, _ALL, _LEFT, 130, kind=str),
        _runs("worth", "Value", lambda row: row.worth, "above a replacement player"),
        _runs("slot", "Slot", lambda row: row.slot, "value of the nth-best card, for the nth player picked"),
        _runs("gain", "Over", lambda row: row.gain, "the player's value minus the slot's"),
    ),
)
