"""A tournament's draft news since a given log entry, and the teams on the clock."""

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
    Verb.START_DRAFT,
    Verb.PAUSE_DRAFT,
    Verb.RESUME_DRAFT,
    Verb.MAKE_PICK,
    Verb.KEEP_PICK,
    Verb.SKIP_TURN,
    Verb.UNDO_LAST_PICK,
    Verb.RESCIND_PICK,
    Verb.CORRECT_PICK,
    Verb.IMPORT_DRAFT,
)


class OnTheClock(NamedTuple):
    """The team on the clock of a running draft. `turn` identifies the pick and changes if the pick is reopened."""

    team_id: int
    label: str
    turn: str
    sentence: str


class News(NamedTuple):
    """Lines of news and the current clocks. `through` is the latest log entry's ID."""

    through: int
    lines: list[str]
    clocks: list[OnTheClock]

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, *(clock.sentence for clock in self.clocks)])


def newest_news(tournament_id: int) -> int:
    return _draft_actions(tournament_id).values_list("pk", flat=True).first() or 0


@read_snapshot()
def news_since(tournament: Tournament, number: int) -> News:
    """Return the latest news after this log entry, and the current clocks."""
    actions = list(_draft_actions(tournament.pk).filter(pk__gt=number)[: MOST_LINES + 1])
    rooms = [(str(division), room) for division, room in load_rooms(tournament) if room is not None]
    prefixes = {f"draft:{room.draft.pk}": f"{name}: " if len(rooms) > 1 else "" for name, room in rooms}
    lines = [prefixes.get(action.subject, "") + action.sentence for action in reversed(actions[:MOST_LINES])]
    if len(actions) > MOST_LINES:
        lines.insert(0, f"Only the last {MOST_LINES} events are listed:")
    clocks = []
    for _, room in rooms:
        clock = _team_on_the_clock(room, prefixes[f"draft:{room.draft.pk}"])
        if clock is not None:
            clocks.append(clock)
    return News(actions[0].pk if actions else number, lines, clocks)


def _draft_actions(tournament_id: int) -> QuerySet[Action]:
    """Return the log entries about drafts, newest first."""
    is_about_draft = Q(verb__in=_VERBS) | Q(verb=Verb.UNDO_ACTION, subject__startswith="draft:")
    return Action.objects.filter(is_about_draft, tournament=tournament_id).order_by("-pk")


def _team_on_the_clock(room: Room, prefix: str) -> OnTheClock | None:
    draft = room.draft
    if draft.state != Draft.State.RUNNING or room.on_the_clock is None:
        return None
    turn, *next_turns = room.due(2)
    team = room.team_at(turn)
    label = room.label(turn)
    sentence = f"{prefix}On the clock: {team} with {label} ({turn}){_format_deadline(draft)}."
    if next_turns:
        sentence += f" On deck: {room.team_at(next_turns[0])}."
    return OnTheClock(team.pk, label, f"{draft.pk}:{turn}:{len(draft.reopened_turns)}", sentence)


def _format_deadline(draft: Draft) -> str:
    if not draft.deadline:
        return ""
    zone = draft.division.tournament.time_zone
    with timezone.override(zone):
        return f" until {format_day_and_time(draft.deadline)} {zone}"
