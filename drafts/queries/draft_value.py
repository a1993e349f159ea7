"""What each pick was worth against its slot: the best left to nobody else's need, team by team, steals and reaches.

Not a rule. A card's worth is the program's own, runs in a hundred games above whom anybody can have instead; the slot
of the n-th player taken is worth what the n-th best card of the set is.
"""

from collections.abc import Callable, Iterable, Sequence
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

_NAMED: Final = 8  # of the steals, and of the reaches


@dataclass(frozen=True, slots=True)
class ValuedPick:
    """A player taken, his worth, and what the n-th best card is worth where he was the n-th taken."""

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
    """A team's players with the running sum of what they brought over their slots."""

    team: Team
    picks: list[ValuedPick]

    @property
    def worth(self) -> float:
        return sum(pick.worth for pick in self.picks)

    @property
    def gain(self) -> float:
        return sum(pick.gain for pick in self.picks)

    def running(self, rounds: int) -> list[float]:
        """After each round, from nothing before the first."""
        by_round = [0.0] * (rounds + 1)
        for pick in self.picks:
            by_round[pick.room.turn(pick.overall).round] += pick.gain
        return list(accumulate(by_round))


@dataclass(frozen=True)
class DraftValue:
    """Teams with the most over their slots first."""

    room: Room
    picks: list[ValuedPick]
    teams: list[TeamValue]

    @property
    def rounds(self) -> int:
        return max(self.room.turn(pick.overall).round for pick in self.picks)

    @cached_property
    def picture(self) -> LineChart:
        below = ["", *(str(number) if number % 5 == 0 or number == 1 else "" for number in range(1, self.rounds + 1))]
        lines = [
            ChartLine(f"{one.team.name} {signed_number(one.gain)}", one.running(self.rounds), "" if place else "ahead")
            for place, one in enumerate(self.teams)
        ]
        return line_chart(lines, below)

    @property
    def filled(self) -> FilledTable[TeamValue]:
        return TEAM_VALUES.filled(self.teams, caption="By team", label="By team")

    @property
    def steals(self) -> FilledTable[ValuedPick]:
        best = sorted((pick for pick in self.picks if pick.gain > 0), key=lambda pick: (-pick.gain, pick.overall))
        return VALUED_PICKS.filled(best[:_NAMED], caption="Steals", label="Steals", empty="Nobody yet.")

    @property
    def reaches(self) -> FilledTable[ValuedPick]:
        worst = sorted((pick for pick in self.picks if pick.gain < 0), key=lambda pick: (pick.gain, pick.overall))
        return VALUED_PICKS.filled(worst[:_NAMED], caption="Reaches", label="Reaches", empty="Nobody yet.")

    @property
    def every_pick(self) -> FilledTable[ValuedPick]:
        return VALUED_PICKS.filled(self.picks, caption="Every pick", label="Every pick")


def draft_value(room: Room) -> DraftValue | None:
    """None before the first player is taken. One query."""
    worth = worth_by_card(room.pool, len(room.teams))
    best = sorted(worth.values(), reverse=True)
    taken = Pick.objects.filter(draft=room.draft, card__isnull=False).order_by("overall")
    picks = [
        ValuedPick(room, overall, room.team_at(overall), room.cards[card], worth[card], best[place])
        for place, (overall, card) in enumerate(_eligible(taken.values_list("overall", "card_id"), worth))
    ]
    return DraftValue(room, picks, _by_team(room.teams, picks)) if picks else None


def _eligible(taken: Iterable[tuple[int, int]], worth: dict[int, float]) -> list[tuple[int, int]]:
    """Those that have a worth: a card that an edition has ruled out since has none."""
    return [(overall, card) for overall, card in taken if card in worth]


def _by_team(teams: Sequence[Team], picks: Sequence[ValuedPick]) -> list[TeamValue]:
    values = [TeamValue(team, [pick for pick in picks if pick.team.pk == team.pk]) for team in teams]
    return sorted((one for one in values if one.picks), key=lambda one: (-one.gain, one.team.slot or 0))


_READ, _API = Place.PAGE | Place.PAPER, Place.API
_ALL = _READ | _API
_RUNS = "runs in a hundred games"
_LEFT = Align.LEFT


def _runs(name: str, title: str, value: Callable[[Any], float], of_what: str, **about: Any) -> Column[Any]:
    about |= {"text": lambda one: signed_number(value(one)), "kind": float, "help": f"{_RUNS}, {of_what}"}
    return Column(name, title, value, _ALL, **about)


TEAM_VALUES: TableDefinition[TeamValue] = TableDefinition(
    "values",
    (
        Column("team", "Team", lambda one: one.team.pk, _API),
        Column("name", "Team", lambda one: one.team.name, _ALL, _LEFT, 0, names_row=True, kind=str),
        Column("players", "Players", lambda one: len(one.picks), _ALL, width=60),
        _runs("worth", "Worth", lambda one: one.worth, "of its players, above whom anybody can have", width=60),
        _runs("gain", "Over", lambda one: one.gain, "over the slots of its picks", width=60),
    ),
)
VALUED_PICKS: TableDefinition[ValuedPick] = TableDefinition(
    "valued",
    (
        Column("overall", "Pick", lambda one: one.overall, _API),
        Column("turn", "Turn", lambda one: one.room.label(one.overall), _API, kind=str, help="such as 7.03"),
        Column("pick", "Pick", lambda one: f"{one.room.label(one.overall)} ({one.overall})", _READ, _LEFT, 66),
        Column("card", "Card", lambda one: one.card.id, _API),
        Column("player", "Player", lambda one: one.card.name, _ALL, _LEFT, 0, names_row=True, kind=str),
        Column("label", "As", lambda one: one.card.label, _READ, _LEFT, 60, tone="hide-phone"),
        Column("team", "Team", lambda one: one.team.pk, _API),
        Column("team_name", "Team", lambda one: one.team.name, _ALL, _LEFT, 130, kind=str),
        _runs("worth", "Worth", lambda one: one.worth, "above whom anybody can have"),
        _runs("slot", "Slot", lambda one: one.slot, "of the n-th best card, where he was the n-th taken"),
        _runs("gain", "Over", lambda one: one.gain, "of the player over the slot"),
    ),
)
