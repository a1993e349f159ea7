"""The planner: "if he pitches 1.2 tonight, then the next three games ...". It reads; nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.queries.carry_over import Format, next_basis, staff_of
from games.queries.usage import TeamUsage
from rules_engine.eligibility.board import plan_games
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, Availability, bullpen_counts_from
from rules_engine.innings import format_innings
from rules_engine.rulings import Ruling
from tournaments.models import Series

GAMES_AHEAD = 4


@dataclass(frozen=True, slots=True)
class PlannedCell:
    """One pitcher in one game of the plan: what he may do then, and the ruling on what is planned."""

    available: Availability
    planned: str
    ruling: Ruling | None

    @property
    def verdict(self) -> str:
        """What he may do in that game, such as "may start, 1.2", "1.2" or "rests"."""
        innings = format_innings(self.available.relief_outs) if self.available.relief_outs else ""
        return ", ".join(["may start"] * bool(self.available.start) + [innings] * bool(innings)) or "rests"


@dataclass(frozen=True, slots=True)
class PlanRow:
    card_id: int
    name: str
    cells: list[PlannedCell]


@dataclass(frozen=True, slots=True)
class Plan:
    games: list[int]
    rows: list[PlanRow]


def planned_outing(outs: int, *, starts: bool) -> Appearance:
    return Appearance(START if starts else RELIEF, outs)


def plan_of_team(
    usage: TeamUsage,
    form: Format,
    planned: Sequence[Mapping[int, Appearance]],
    written: Mapping[tuple[int, int], str],
    games: int = GAMES_AHEAD,
) -> Plan:
    """The team's next games. `planned`: for each, card -> outing; `written`: (place of game, card) -> as typed."""
    staff = staff_of(usage, form)
    by_card = [{str(card): outing for card, outing in game.items() if str(card) in staff} for game in planned]
    counts_from = _bullpen_counts_from(usage, form, games)
    plan = plan_games(
        staff, usage.next_game, by_card, form.profile, games=games, bullpen_from=counts_from, slot=usage.slot
    )
    rows = [
        PlanRow(
            int(card),
            usage.pitchers[int(card)].name,
            [
                PlannedCell(one.board[card], written.get((place, int(card)), ""), one.outings.get(card))
                for place, one in enumerate(plan)
            ],
        )
        for card in staff
    ]
    return Plan([one.game for one in plan], rows)


def _bullpen_counts_from(usage: TeamUsage, form: Format, games: int) -> dict[int, int]:
    """Game -> first column that counts for relief; series after the present one are taken to be as long as it."""
    ahead, first = usage.ahead, usage.next_game
    if ahead is None or not form.profile.pitching.bullpen_resets_each_series:
        return {game: next_basis(usage, form).relief_from for game in range(first, first + games)}
    opening, length = first - ahead.begun, ahead.games_in_series
    round_robin = ahead.stage == Series.Stage.ROUND_ROBIN
    return {
        game: bullpen_counts_from(opening + (game - opening) // length * length, length, round_robin, form.profile)
        for game in range(first, first + games)
    }
