"""T0.08 item 3: whose final series stands in the slot of a series against a team that dropped out uncovered."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.queries.columns import GameColumn
from rules_engine.eligibility.dropout_slot import DropoutSlot
from tournaments.models import Series

Row = Mapping[str, Any]


class FinalSlot(NamedTuple):
    """A team's series against the dropped team and its own last one; `before`: series that come first -> games."""

    opponent: str
    met_series: int
    final_series: int
    final_games: int
    before: Mapping[int, int]

    def slot(self, columns: Sequence[GameColumn]) -> DropoutSlot | None:
        """The slot in columns of the sheet as it stands; a final series not begun stands after all planned games."""
        met = [one.number for one in columns if one.series_id == self.met_series]
        if not met:
            return None
        final = [one.number for one in columns if one.series_id == self.final_series]
        first = final[0] if final else 1 + self._games_before(columns)
        over = bool(final) and final[-1] < len(columns)
        return DropoutSlot(self.opponent, met[0], first, final[-1] if over else first + self.final_games - 1)

    def _games_before(self, columns: Sequence[GameColumn]) -> int:
        kept = [one for one in columns if one.series_id not in self.before and one.stage == Series.Stage.ROUND_ROBIN]
        return sum(self.before.values()) + len(kept)


def final_slots(rows: Iterable[Row]) -> dict[int, FinalSlot]:
    """Team -> its slot, from the rows of its series in order of play. Where two teams dropped out, the first he met.

    Who has no series after the drop cannot keep to the slot, and has none.
    """
    rows = [one for one in rows if one["stage"] == Series.Stage.ROUND_ROBIN]
    met: dict[int, tuple[Row, str]] = {}
    for one in rows:
        if one["status"] == Series.Status.VOID and one["faced_later"] and one["games__pk"] is not None:
            for side, other in (("home", "away"), ("away", "home")):
                if one[f"{other}__dropped_after_round"] is not None:
                    met.setdefault(one[f"{side}_id"], (one, other))
    found = {team: _final_slot(team, one, other, rows) for team, (one, other) in met.items()}
    return {team: slot for team, slot in found.items() if slot is not None}


def _final_slot(team: int, met: Row, dropped: str, rows: Iterable[Row]) -> FinalSlot | None:
    played = {
        one["pk"]: one
        for one in rows
        if team in (one["home_id"], one["away_id"]) and one["status"] != Series.Status.VOID
    }
    if not played:
        return None
    *before, final = played.values()
    if final["round"] <= max(met[f"{dropped}__dropped_after_round"], met["round"]):
        return None
    games = {one["pk"]: one["games_planned"] for one in before}
    return FinalSlot(met[f"{dropped}__name"], met["pk"], final["pk"], final["games_planned"], games)
