"""Set the last day of each round."""

from collections.abc import Mapping
from datetime import date

from core.errors import Refused
from core.typed_times import format_day
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import RoundDeadline, Tournament
from tournaments.queries.timetable import rounds_to_play
from tournaments.refusals_of_times import DeadlineRefusal

RoundName = tuple[str, int]  # stage and number


def set_round_deadlines(*, tournament: Tournament, last_days: Mapping[RoundName, date], actor: Actor) -> None:
    """Replace the deadlines for all rounds. A round that isn't included has no deadline.

    Raises:
        Refused: If a round doesn't exist, or ends before an earlier round in its stage. `field` is a name such as
            round_robin_3.
    """
    with writing(tournament.pk) as tournament:
        _check(tournament, last_days)
        stored = {(row.stage, row.round): row.last_day for row in tournament.round_deadlines.all()}
        if stored == dict(last_days):
            return
        tournament.round_deadlines.all().delete()
        RoundDeadline.objects.bulk_create(
            RoundDeadline(tournament=tournament, stage=stage, round=number, last_day=day)
            for (stage, number), day in last_days.items()
        )
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SET_DEADLINES,
            subject=f"tournament:{tournament.pk}",
            sentence=_sentence(last_days),
        )


def _check(tournament: Tournament, last_days: Mapping[RoundName, date]) -> None:
    titles = {(coming.stage, coming.number): coming.title for coming in rounds_to_play(tournament)}
    latest: dict[str, tuple[date, str]] = {}
    for stage, number in sorted(last_days):
        field = f"{stage}_{number}"
        if (stage, number) not in titles:
            raise Refused(DeadlineRefusal.NO_SUCH_ROUND, field=field)
        day, title = last_days[stage, number], titles[stage, number]
        earlier = latest.get(stage)
        if earlier is not None and day < earlier[0]:
            raise Refused(DeadlineRefusal.OUT_OF_ORDER, field=field, round=title, earlier=earlier[1])
        latest[stage] = day, title


def _sentence(last_days: Mapping[RoundName, date]) -> str:
    if not last_days:
        return "The rounds have no deadlines."
    last = max(last_days.values())
    count = len(last_days)
    return f"{count} round{' has a deadline' if count == 1 else 's have deadlines'}, the last on {format_day(last)}."
