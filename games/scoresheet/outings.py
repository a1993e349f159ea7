"""Check each game's appearances: the roster, pitchers after a resumption, and position players who pitched."""

from collections.abc import Iterator, Mapping, Sequence

from games.models import Outing
from games.queries.carry_over import CarryoverRules, usage_windows_of
from games.queries.usage import TeamUsage
from games.refusals import ResultFinding
from games.scoresheet.faults import OPPONENT, GridFault
from games.scoresheet.rows import GameSheet
from rules_engine.eligibility.pitching import RELIEF, Appearance, may_relieve
from rules_engine.eligibility.position_players import (
    NoPitcherReason,
    may_position_player_pitch,
    position_player_within,
)
from rules_engine.eligibility.reported_game import SUMS
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Series

MAX_OUTS = 300  # a hundred innings; higher values are typing errors


def check_roster(sheet: GameSheet, usages: Mapping[int, TeamUsage]) -> Iterator[GridFault]:
    seen: set[tuple[int, int]] = set()
    for outing in sheet.outings:
        pitcher = (outing.team_id, outing.card_id)
        ruling = _roster_refusal(outing, usages.get(outing.team_id), is_repeated=pitcher in seen)
        if ruling is not None:
            yield GridFault(ruling, sheet.game.number, "outing", *pitcher, is_unfixable=True)
        seen.add(pitcher)


def _roster_refusal(outing: Outing, usage: TeamUsage | None, *, is_repeated: bool) -> Ruling | None:
    card = outing.card_id
    if usage is None:
        return refuse(ResultFinding.ON_NO_ROSTER, "T0.02", subject=card)
    if card not in usage.pitchers:
        return refuse(ResultFinding.NOT_ON_THE_ROSTER, "T0.02", subject=card, team=usage.name)
    if is_repeated:
        return refuse(ResultFinding.ENTERED_TWICE, "T10.2", subject=card)
    if outing.outs > MAX_OUTS:
        return refuse(ResultFinding.TOO_MANY_INNINGS, SUMS, subject=card, outs=outing.outs)
    return None


def check_resumption(sheet: GameSheet) -> Iterator[GridFault]:
    """Check the pitchers who pitched before the game was suspended (T33.0).

    Only the pitcher on the mound can continue, and no pitcher can finish with fewer outs than before.
    """
    number = sheet.game.number
    for team_id in (sheet.game.home_id, sheet.game.away_id):
        earlier = [outing for outing in sheet.of_team(team_id) if outing.outs_before_suspension is not None]
        for outing in earlier:
            outs_before = outing.outs_before_suspension or 0
            if outing.outs < outs_before:
                ruling = refuse(
                    ResultFinding.LESS_THAN_STOOD,
                    "T33.0",
                    subject=outing.card_id,
                    stood=outs_before,
                    outs=outing.outs,
                )
                yield GridFault(ruling, number, "outing", team_id, outing.card_id)
        for outing in earlier[:-1]:
            if outing.outs > (outing.outs_before_suspension or 0):
                ruling = refuse(ResultFinding.CAME_BACK, "T33.0", subject=outing.card_id)
                yield GridFault(
                    ruling,
                    number,
                    "outing",
                    team_id,
                    outing.card_id,
                    acceptor=OPPONENT,
                    accepted_by=outing.accepted_by,
                )


def check_position_players(
    sheets: Sequence[GameSheet],
    series: Series,
    usages: Mapping[int, TeamUsage],
    carryover: CarryoverRules,
) -> Iterator[GridFault]:
    """Check every position player who pitched (T25.3)."""
    for usage in usages.values():
        hitters = {card for card, player in usage.pitchers.items() if player.card is None and player.has_pitched}
        if not hitters:
            continue
        columns = {column.game: column.number for column in usage.columns if column.series_id == series.pk}
        for sheet in sheets:
            number = sheet.game.number
            for outing in sheet.of_team(usage.team_id):
                if outing.card_id in hitters and number in columns:
                    yield from _check_position_player(
                        sheet,
                        outing,
                        usage,
                        columns[number],
                        carryover,
                    )


def _check_position_player(
    sheet: GameSheet,
    outing: Outing,
    usage: TeamUsage,
    column: int,
    carryover: CarryoverRules,
) -> Iterator[GridFault]:
    """Check that no pitcher was left and the player stays within four innings in four games (T25.3)."""
    window = usage_windows_of(usage, carryover)[column - 1]
    profile = carryover.profile
    used = {outing.card_id for outing in sheet.of_team(usage.team_id)}
    pitchers_left = []
    for pitcher in usage.pitchers.values():
        if pitcher.card is None or pitcher.card_id in used:
            continue
        cells = window.counted(pitcher.cells)
        relief = may_relieve(pitcher.card, cells, column, profile, window.relief_from)
        if relief.outs > 0:
            pitchers_left.append(pitcher.name)
    reason = NoPitcherReason(outing.for_want_of) if outing.for_want_of else None
    place = (sheet.game.number, "outing", usage.team_id, outing.card_id)
    may_pitch = may_position_player_pitch(pitchers_left, reason)
    if not may_pitch:
        yield GridFault(may_pitch, *place, remedy="want")
    if usage.pitchers[outing.card_id].is_stand_in:
        return  # exempt from the four-inning limit (T25.3)
    cells = window.counted(usage.pitchers[outing.card_id].cells)
    appearance = Appearance(RELIEF, outing.outs, outing.extra_outs)
    is_within_limit = position_player_within(
        cells,
        column,
        appearance,
        profile,
        window.relief_from,
    )
    if not is_within_limit:
        yield GridFault(
            is_within_limit,
            *place,
            acceptor=OPPONENT,
            accepted_by=outing.accepted_by,
        )
