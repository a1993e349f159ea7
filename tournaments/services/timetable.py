"""The director plans when rounds begin: one plan for the tournament, until another takes its place."""

from core.errors import Refused
from rules_engine.competition.timetable import Timetable
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from tournaments.queries.timetable import clock, stored_timetable

MOST_BREAKS = 8
_LONGEST = 40


def set_timetable(*, tournament: Tournament, timetable: Timetable | None, actor: Actor) -> None:
    """None takes it down. Raises Refused with the field."""
    if timetable is not None:
        _check(timetable)
    with writing(tournament.pk) as now:
        stored = stored_timetable(timetable) if timetable is not None else {}
        if stored == now.timetable:
            return
        before = snapshot([now])
        now.timetable = stored
        now.save(update_fields=["timetable"])
        was, becomes = only_changes(before, snapshot([now]))
        said = (
            f"The first round is planned for {clock(timetable.begins)}, {timetable.minutes_per_game} minutes a game."
            if timetable
            else "The timetable is taken down."
        )
        record_action(
            tournament=now,
            actor=actor,
            verb=Verb.SET_TIMETABLE,
            subject=f"tournament:{now.pk}",
            sentence=said,
            before=was,
            after=becomes,
        )


def _check(timetable: Timetable) -> None:
    if not 1 <= timetable.minutes_per_game <= 600:
        raise Refused("A game takes 1 to 600 minutes.", field="minutes_per_game")
    if not 0 <= timetable.between <= 600:
        raise Refused("Between two rounds are 0 to 600 minutes.", field="between")
    if timetable.opens >= timetable.closes:
        raise Refused("The hall opens before it closes: no round begins after that.", field="closes")
    if len(timetable.breaks) > MOST_BREAKS:
        raise Refused(f"At most {MOST_BREAKS} breaks.", field="breaks")
    for pause in timetable.breaks:
        if not 1 <= pause.minutes <= 600 or len(pause.what) > _LONGEST:
            raise Refused(f"A break has 1 to 600 minutes and a name of at most {_LONGEST} characters.", field="breaks")
