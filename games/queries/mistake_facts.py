"""Find facts about a mistake on the pitching sheet, so that fewer questions are needed (T31.0)."""

from collections.abc import Mapping
from typing import NamedTuple

from games.queries.carry_over import carryover_rules, next_usage_window, usage_windows_of
from games.queries.usage import Pitcher, TeamUsage, usage_of_teams
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.dropout_slot import availability
from rules_engine.eligibility.mistakes import MISTAKE_DEFINITIONS, MistakeKind, MistakeQuestion
from rules_engine.eligibility.pitching import START, Availability, Cell
from rules_engine.profile import Profile
from tournaments.models import Series

FROM_SHEET: Mapping[MistakeKind, tuple[str, ...]] = {
    MistakeKind.ILLEGAL_PITCHER: ("was_eligible", "started"),
    MistakeKind.LAST_THIRD: ("outs_left",),
    MistakeKind.PITCHER_NOT_ANNOUNCED: ("pinch_hitter_may_pitch",),
}
OF_ENTERED_GAMES = ("started", "outs_left")  # known only after innings are entered


class _GameOnSheet(NamedTuple):
    """A game as a column of a team's sheet. `is_entered` is set if its innings are entered."""

    usage: TeamUsage
    number: int
    window: UsageWindow
    is_entered: bool
    profile: Profile

    def availability_of(self, pitcher: Pitcher) -> Availability | None:
        """Return the pitcher's availability for this game, based on the games before it."""
        if pitcher.card is None:
            return None
        before = self.window.counted(pitcher.cells)[: self.number - 1]
        slot = self.usage.slot
        return availability(pitcher.card, before, self.number, self.profile, self.window.relief_from, slot)


def facts_to_ask(series: Series, game: int, kind: MistakeKind, offending_team: int) -> tuple[MistakeQuestion, ...]:
    """Return the questions for this kind of mistake that the offending team's sheet doesn't answer."""
    questions = MISTAKE_DEFINITIONS[kind].questions
    if kind not in FROM_SHEET or (column := _game_on_sheet(series, game, offending_team)) is None:
        return questions
    known_facts = [name for name in FROM_SHEET[kind] if column.is_entered or name not in OF_ENTERED_GAMES]
    return tuple(fact for fact in questions if fact.name not in known_facts)


def facts_on_sheet(
    series: Series, game: int, kind: MistakeKind, card_id: int | None, offending_team: int, answers: Mapping[str, int]
) -> dict[str, int]:
    """Return the facts that the sheet shows about this pitcher.

    If `card_id` is None, the pinch hitter can't pitch (T31.11).
    """
    column = _game_on_sheet(series, game, offending_team) if kind in FROM_SHEET else None
    if column is None:
        return {}
    if card_id is None:
        return {"pinch_hitter_may_pitch": 0} if kind is MistakeKind.PITCHER_NOT_ANNOUNCED else {}
    pitcher = column.usage.pitchers.get(card_id)
    availability = column.availability_of(pitcher) if pitcher is not None else None
    if pitcher is None or availability is None:
        return {}
    cell = pitcher.cells[column.number - 1] if column.is_entered else None
    if kind is MistakeKind.PITCHER_NOT_ANNOUNCED:
        return {"pinch_hitter_may_pitch": int(bool(availability.relief) and cell is None)}
    if kind is MistakeKind.LAST_THIRD:
        return _outs_left(cell, availability, answers)
    return _of_illegal_pitcher(cell, availability, answers)


def _outs_left(cell: Cell, availability: Availability, answers: Mapping[str, int]) -> dict[str, int]:
    """T31.1: return the pitcher's outs left before the play, which was the pitcher's last."""
    if cell is None:
        return {}
    before_play = max(0, cell.outs - answers.get("outs_on_play", 0))
    return {"outs_left": max(0, availability.relief_outs - before_play)}


def _of_illegal_pitcher(cell: Cell, availability: Availability, answers: Mapping[str, int]) -> dict[str, int]:
    started = answers.get("started") if cell is None else int(cell.role == START)
    if started is None:
        return {}
    return {"started": started, "was_eligible": int(bool(availability.start if started else availability.relief))}


def _game_on_sheet(series: Series, game: int, team: int) -> _GameOnSheet | None:
    """Return the game's column, or the next column if this is the team's next game.

    Return None if earlier games haven't been entered.
    """
    usage = usage_of_teams(team)[team]
    carryover = carryover_rules(series.tournament)
    number = next(
        (column.number for column in usage.columns if (column.series_id, column.game) == (series.pk, game)), None
    )
    if number is not None:
        entered = any(pitcher.cells[number - 1] is not None for pitcher in usage.pitchers.values())
        return _GameOnSheet(usage, number, usage_windows_of(usage, carryover)[number - 1], entered, carryover.profile)
    ahead = usage.ahead
    if ahead is None or (ahead.series_id, ahead.started + 1) != (series.pk, game):
        return None
    return _GameOnSheet(usage, usage.next_game, next_usage_window(usage, carryover), False, carryover.profile)
