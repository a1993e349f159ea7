"""T0.08 item 3: find the final series that replaces a series against an uncovered dropout."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.queries.columns import GameColumn
from games.queries.usage_rows import TeamRow
from rules_engine.eligibility.dropout_slot import DropoutSlot
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Series


class FinalSlot(NamedTuple):
    """A team's series against the dropped team, and its own final series.

    `before` maps every series before the final series to its number of games.
    """

    opponent: str
    met_series: int
    final_series: int
    final_games: int
    before: Mapping[int, int]

    def slot(self, columns: Sequence[GameColumn]) -> DropoutSlot | None:
        """Return the slot as column numbers of the current sheet.

        If the final series has not started, it follows all planned games.
        """
        met = [column.number for column in columns if column.series_id == self.met_series]
        if not met:
            return None
        final = [column.number for column in columns if column.series_id == self.final_series]
        first = final[0] if final else 1 + self._games_before(columns)
        over = bool(final) and final[-1] < len(columns)
        return DropoutSlot(self.opponent, met[0], first, final[-1] if over else first + self.final_games - 1)

    def _games_before(self, columns: Sequence[GameColumn]) -> int:
        remaining = [
            column
            for column in columns
            if column.series_id not in self.before and column.stage == Series.Stage.ROUND_ROBIN
        ]
        return sum(self.before.values()) + len(remaining)


def final_slot(rows: Iterable[TeamRow]) -> FinalSlot | None:
    """Return a team's slot from its series rows, which are in order of play.

    If two teams dropped out, the first opponent counts. A team without a series after the drop has no slot.
    """
    in_order = [row for row in rows if row.row["stage"] == Series.Stage.ROUND_ROBIN]
    met = next((row for row in in_order if _was_met_and_dropped(row)), None)
    if met is None:
        return None
    to_play = {row.row["pk"]: row for row in in_order if row.row["status"] != Series.Status.VOID}
    if not to_play:
        return None
    *before, final = to_play.values()
    if final.place() < met.place() or not _comes_after_drop(final, met, [row.row["round"] for row in before]):
        return None
    games = {row.row["pk"]: row.row["games_planned"] for row in before}
    opponent = met.row[f"{met.opposite}__name"]
    return FinalSlot(opponent, met.row["pk"], final.row["pk"], final.row["games_planned"], games)


def _was_met_and_dropped(team_row: TeamRow) -> bool:
    """Return whether the opponent dropped out after games that stay on the team's sheet."""
    row = team_row.row
    was_met = row["status"] == Series.Status.VOID and row["faced_later"] and row["games__pk"] is not None
    return was_met and team_row.opponent_dropped_after is not None


def _comes_after_drop(final: TeamRow, met: TeamRow, rounds_before: Sequence[int]) -> bool:
    """Return whether the series is played after the drop.

    This includes series in later rounds, and postponed series that had not started at the time of the drop.
    """
    last_round_played = max(met.opponent_dropped_after or 0, met.row["round"])
    if final.row["round"] > last_round_played:
        return True
    is_postponed = final.row["round"] < max(rounds_before, default=0)
    return is_postponed and (not final.is_started or _started_since_drop(final, met.opponent_id))


def _started_since_drop(final: TeamRow, dropped: int) -> bool:
    drops = Action.objects.filter(verb=Verb.DROP_TEAM, subject=f"team:{dropped}").order_by("-pk")
    dropped_at = drops.values_list("at", flat=True).first()
    started_at: datetime | None = final.row["started_at"]
    return dropped_at is not None and started_at is not None and started_at > dropped_at
