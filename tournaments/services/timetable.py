"""Set the timetable of a tournament."""

from core.errors import Refused
from rules_engine.competition.timetable import Timetable
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from tournaments.queries.timetable import stored_timetable, weekday_and_time

MOST_BREAKS = 8
_MAX_NAME_LENGTH = 40


def set_timetable(*, tournament: Tournament, timetable: Timetable | None, actor: Actor) -> None:
    """Set the timetable; None removes it. Raises Refused for a field."""
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
        sentence = "The timetable is removed."
        if timetable:
            start = weekday_and_time(timetable.begins)
            sentence = f"The first round starts on {start}; a game takes {timetable.minutes_per_game} minutes."
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
    if not 1 <= timetable.minutes_per_game <= 600:
        raise Refused("Enter 1 to 600 minutes for a game.", field="minutes_per_game")
    if not 0 <= timetable.between <= 600:
        raise Refused("Enter 0 to 600 minutes between rounds.", field="between")
    if timetable.opens >= timetable.closes:
        raise Refused("The closing time must be after the opening time.", field="closes")
    if len(timetable.breaks) > MOST_BREAKS:
        raise Refused(f"At most {MOST_BREAKS} breaks.", field="breaks")
    for scheduled_break in timetable.breaks:
        if not 1 <= scheduled_break.minutes <= 600 or len(scheduled_break.what) > _MAX_NAME_LENGTH:
            raise Refused(
                f"A break has 1 to 600 minutes and a name of at most {_MAX_NAME_LENGTH} characters.",
                field="breaks",
            )
