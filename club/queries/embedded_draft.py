"""The drafts in an embed or overlay: the team on the clock and the latest picks."""

from typing import Any, Final, NamedTuple

from drafts.models import Draft, Pick
from drafts.queries.board import load_rooms
from drafts.queries.published import clock_facts, selection_name
from drafts.queries.room import Room
from tournaments.models import Division, Tournament

LATEST: Final = 8  # keeps a page with seven divisions below 20 KB
_Fields = dict[str, Any]


class LatestPick(NamedTuple):
    """A pick, such as "1.05", "Akron Aces" and "Ty Cobb"."""

    label: str
    team: str
    selection: str


class EmbeddedDraft(NamedTuple):
    """A division's draft. `clock` has the state and the next picks (drafts/queries/published.py)."""

    division: Division
    clock: _Fields
    latest: list[LatestPick]

    @property
    def is_on(self) -> bool:
        return self.clock["state"] in (Draft.State.RUNNING, Draft.State.PAUSED)


def embedded_drafts(tournament: Tournament, latest: int = LATEST) -> list[EmbeddedDraft]:
    """Return the drafts with their latest picks, newest pick first."""
    return [
        EmbeddedDraft(division, clock_facts(room), _latest_picks(room, latest))
        for division, room in load_rooms(tournament)
        if room is not None
    ]


def _latest_picks(room: Room, count: int) -> list[LatestPick]:
    rows = Pick.objects.filter(draft=room.draft).select_related("team", "card", "park").order_by("-overall")
    return [LatestPick(room.label(pick.overall), pick.team.name, selection_name(room, pick)) for pick in rows[:count]]
