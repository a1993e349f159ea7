"""Set a tournament's timetable."""

from core.errors import Refused
from rules_engine.competition.timetable import Timetable
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from tournaments.queries.timetable import stored_timetable, weekday_and_time
from tournaments.refusals import TimetableRefusal

MOST_BREAKS = 8
_MAX_NAME_LENGTH = 40
_MAX_MINUTES = 600


def set_timetable(*, tournament: Tournament, timetable: Timetable | None, actor: Actor) -> None:
    """Set the timetable. None removes it. Raise Refused for an invalid field."""
    if timetable is not None:
        _check(timetable)
    with writing(tournament.pk) as tournament:
        stored = stored_timetable(timetable) if timetable is not None else {}
        if stored == tournament.timetable:
            return
        before = snapshot([tournament])
        tournament.timetable = stored
        tournament.save(update_fields=["timetable"])
        old_values, new_values = only_changes(before, snapshot([tournament]))
        sentence = "The timetable was removed."
        if timetable:
            start = weekday_and_time(timetable.begins)
            sentence = f"The first round starts on {start}. Each game takes {timetable.minutes_per_game} minutes."
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SET_TIMETABLE,
            subject=f"tournament:{tournament.pk}",
            sentence=sentence,
            before=old_values,
            after=new_values,
        )


def _check(timetable: Timetable) -> None:
    if not 1 <= timetable.minutes_per_game <= _MAX_MINUTES:
        raise Refused(TimetableRefusal.GAME_LENGTH, field="minutes_per_game", longest=_MAX_MINUTES)
    if not 0 <= timetable.between <= _MAX_MINUTES:
        raise Refused(TimetableRefusal.ROUND_GAP, field="between", longest=_MAX_MINUTES)
    if timetable.opens >= timetable.closes:
        raise Refused(TimetableRefusal.CLOSING_TIME, field="closes")
    if len(timetable.breaks) > MOST_BREAKS:
        raise Refused(TimetableRefusal.TOO_MANY_BREAKS, field="breaks", most=MOST_BREAKS)
    for scheduled_break in timetable.breaks:
        if not 1 <= scheduled_break.minutes <= _MAX_MINUTES or len(scheduled_break.title) > _MAX_NAME_LENGTH:
            raise Refused(
                TimetableRefusal.INVALID_BREAK,
                field="breaks",
                longest=_MAX_MINUTES,
                name_length=_MAX_NAME_LENGTH,
            )
