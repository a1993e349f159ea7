"""Which round is in play: one rule for the desk, the schedule, the projector and the print page."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Series


@dataclass(frozen=True, slots=True)
class RoundTally:
    """How far one round has come. `open`: series in which a game is still to be begun or is going on."""

    number: int
    total: int
    open: int
    begun: int
    suspended: int

    @property
    def is_on(self) -> bool:
        """Whether at least half of its series have begun."""
        return self.begun * 2 >= self.total


def round_tallies(series: Iterable[tuple[int, str]]) -> list[RoundTally]:
    """Round and status of every series -> each round in order; a round of which every series is void is none."""
    rounds: dict[int, list[str]] = defaultdict(list)
    for number, status in series:
        if status != Series.Status.VOID:
            rounds[number].append(status)
    return [_tally(number, rounds[number]) for number in sorted(rounds)]


def _tally(number: int, statuses: Sequence[str]) -> RoundTally:
    return RoundTally(
        number,
        len(statuses),
        sum(status not in Series.NOTHING_TO_BEGIN for status in statuses),
        sum(status != Series.Status.SCHEDULED for status in statuses),
        statuses.count(Series.Status.SUSPENDED),
    )


def round_in_play(rounds: Sequence[RoundTally]) -> int | None:
    """The earliest open round, unless a later one is under way without it; None when nothing is to be begun.

    A series that waits for suspended games only holds no round back (T33.0): the room plays on.
    """
    open_rounds = [one for one in rounds if one.open]
    if not open_rounds:
        return None
    return max([open_rounds[0].number, *(one.number for one in open_rounds if one.is_on)])
