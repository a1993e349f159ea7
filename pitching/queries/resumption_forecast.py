"""What the games that a team plays before a suspended one goes on take away from it, pitcher by pitcher (T33.0)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from games.queries.carry_over import Format, staff_of, usage_windows_ahead
from games.queries.resumption import staff_on_resumption
from games.queries.usage import TeamUsage
from rules_engine.eligibility.board import (
    ReliefUsed,
    StaffMember,
    StoppedGame,
    last_game_counted_against,
    member_ruling,
    relief_left_in_suspended_game,
    relief_used_by_appearance,
)
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, Availability
from rules_engine.innings import OUTS_PER_INNING, format_innings
from rules_engine.profile import Profile

GAMES_SHOWN: Final = 3  # T33.0 looks as many games forward


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """One pitcher: the outs he may pitch on now, and what an outing in each of the next games would take of them."""

    card_id: int
    name: str
    outs: int
    takes: list[str]

    @property
    def left(self) -> str:
        return format_innings(self.outs)


@dataclass(frozen=True, slots=True)
class ResumptionForecast:
    """A suspended game by its column; `games`: those of the team's next games that still count against it."""

    game: int
    games: list[int]
    rows: list[ForecastRow]

    @property
    def filled(self) -> FilledTable[ForecastRow]:
        caption = f"What the next games take from game {self.game}, which is suspended (T33.0)"
        return _table(self.games).filled(self.rows, empty="Nobody may pitch on.", caption=caption, label=caption)


def resumption_forecast(usage: TeamUsage, stopped: StoppedGame, form: Format) -> ResumptionForecast:
    """Those who may pitch on as their sheets stand; who rests until a game comes is taken to have rested."""
    profile = form.profile
    last = min(usage.next_game + GAMES_SHOWN - 1, last_game_counted_against(stopped, profile))
    games = list(range(usage.next_game, last + 1))
    staff = staff_on_resumption(usage, stopped, form)
    whole, windows = staff_of(usage), usage_windows_ahead(usage, form, len(games))
    rows = []
    for card, member in staff.items():
        allowed = relief_left_in_suspended_game(card, member, stopped, profile)
        if allowed.ruling:
            able = [member_ruling(whole[card], game, profile, windows, usage.slot) for game in games]
            takes = [_takes(card, member, stopped, game, may, profile) for game, may in zip(games, able, strict=True)]
            rows.append(ForecastRow(int(card), usage.pitchers[int(card)].name, allowed.outs, takes))
    return ResumptionForecast(stopped.column, games, rows)


def describe_relief_used(taken: ReliefUsed, stopped: StoppedGame) -> str:
    """Such as "takes 1.2 from game 3, leaves 2.1"."""
    if not taken.outs:
        return f"takes nothing from game {stopped.column}"
    left = format_innings(taken.after.outs) if taken.after.outs else "nothing"
    return f"takes {format_innings(taken.outs)} from game {stopped.column}, leaves {left}"


def _takes(
    card: str, member: StaffMember, stopped: StoppedGame, game: int, able: Availability, profile: Profile
) -> str:
    """What an inning of relief and a start in this game would take of what he has left, where he may do either."""
    said = []
    for outing, may in (
        (Appearance(RELIEF, min(OUTS_PER_INNING, able.relief_outs)), bool(able.relief and able.relief_outs)),
        (Appearance(START, OUTS_PER_INNING), bool(able.start)),
    ):
        if may:
            taken = relief_used_by_appearance(card, member, stopped, game, outing, profile)
            what = "a start" if outing.role == START else f"{format_innings(outing.outs)} in relief"
            all_of_it = "all" if taken.outs and not taken.after.outs else format_innings(taken.outs)
            said.append(f"{what}: {all_of_it if taken.outs else 'nothing'}")
    return "; ".join(said) or "rests"


def _table(games: list[int]) -> TableDefinition[ForecastRow]:
    """A column for each of the games."""
    return TableDefinition(
        "goes_on",
        (
            Column("name", "Pitcher", lambda row: row.name, Place.PAGE, Align.LEFT, names_row=True),
            Column("left", "Left", lambda row: row.left, Place.PAGE),
            *(
                Column(f"game_{number}", f"Game {number} takes", _said(place), Place.PAGE, Align.LEFT, tone="small")
                for place, number in enumerate(games)
            ),
        ),
    )


def _said(place: int) -> Callable[[ForecastRow], str]:
    return lambda row: row.takes[place]
