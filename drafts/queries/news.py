"""News of a tournament's drafts since some number of the log, in plain words, and who is on the clock by now."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from core.dates import format_day_and_time
from core.read_snapshot import read_snapshot
from drafts.models import Draft
from drafts.queries.board import load_rooms
from drafts.queries.room import Room
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament

MOST_LINES: Final = 20
_VERBS: Final = (
    *(Verb.START_DRAFT, Verb.PAUSE_DRAFT, Verb.RESUME_DRAFT, Verb.MAKE_PICK, Verb.KEEP_PICK, Verb.SKIP_TURN),
    *(Verb.UNDO_LAST_PICK, Verb.RESCIND_PICK, Verb.CORRECT_PICK),
)


class OnTheClock(NamedTuple):
    """Whose turn it is in a draft that runs. `turn` marks it: the same turn given anew is another one."""

    team_id: int
    label: str
    turn: str
    sentence: str


class News(NamedTuple):
    """`through`: the newest number of the log in it."""

    through: int
    lines: list[str]
    clocks: list[OnTheClock]

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, *(clock.sentence for clock in self.clocks)])


def newest_news(tournament_id: int) -> int:
    return _acts(tournament_id).values_list("pk", flat=True).first() or 0


@read_snapshot()
def news_since(tournament: Tournament, number: int) -> News:
    """The last lines of what happened after this number of the log; the clocks as they stand now."""
    acts = list(_acts(tournament.pk).filter(pk__gt=number)[: MOST_LINES + 1])
    rooms = [(str(division), room) for division, room in load_rooms(tournament) if room is not None]
    names = {f"draft:{room.draft.pk}": f"{name}: " if len(rooms) > 1 else "" for name, room in rooms}
    lines = [names.get(act.subject, "") + act.sentence for act in acts[:MOST_LINES][::-1]]
    if len(acts) > MOST_LINES:
        lines.insert(0, "Of more that has happened, the last:")
    clocks = [clock for _, room in rooms for clock in _clock(room, names[f"draft:{room.draft.pk}"])]
    return News(acts[0].pk if acts else number, lines, clocks)


def _acts(tournament_id: int) -> QuerySet[Action]:
    """Newest first."""
    of_drafts = Q(verb__in=_VERBS) | Q(verb=Verb.UNDO_ACTION, subject__startswith="draft:")
    return Action.objects.filter(of_drafts, tournament=tournament_id).order_by("-pk")


def _clock(room: Room, name: str) -> Iterator[OnTheClock]:
    draft = room.draft
    due = room.due(2) if draft.state == Draft.State.RUNNING and room.on_the_clock is not None else []
    if not due:
        return
    team, label = room.team_at(due[0]), room.label(due[0])
    sentence = f"{name}On the clock: {team} with {label} ({due[0]}){_until(draft)}."
    if len(due) > 1:
        sentence += f" On deck: {room.team_at(due[1])}."
    yield OnTheClock(team.pk, label, f"{draft.pk}:{due[0]}:{len(draft.reopened_turns)}", sentence)


def _until(draft: Draft) -> str:
    zone = draft.division.tournament.time_zone
    with timezone.override(zone):
        return f" until {format_day_and_time(draft.deadline)} {zone}" if draft.deadline else ""
