"""The hours of the day during which a draft clock runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ClockHours:
    """A draft clock's daily hours, from `opens` to `closes` in the tournament's time zone.

    If either time is missing, the clock always runs. The hours can span midnight (18:00 to 02:00). All datetimes are
    aware, and results are in UTC.
    """

    zone: ZoneInfo
    opens: time | None = None
    closes: time | None = None

    @property
    def is_always_open(self) -> bool:
        return self.opens is None or self.closes is None or self.opens == self.closes

    def after(self, start: datetime, seconds: float) -> datetime:
        """Return the time at which the clock has run for this many seconds since `start`."""
        left = timedelta(seconds=seconds)
        if self.is_always_open:
            return start.astimezone(UTC) + left
        for opens, closes in self._windows(start):
            begins = max(opens, start.astimezone(UTC))
            if left <= closes - begins:
                return begins + left
            left -= closes - begins
        raise AssertionError("windows never end")

    def between(self, start: datetime, end: datetime) -> float:
        """Return the seconds the clock runs from `start` to `end`, or 0 if `end` isn't later."""
        if end <= start:
            return 0.0
        if self.is_always_open:
            return (end - start).total_seconds()
        total = timedelta()
        for opens, closes in self._windows(start):
            if opens >= end:
                break
            total += min(closes, end.astimezone(UTC)) - max(opens, start.astimezone(UTC))
        return total.total_seconds()

    def is_open(self, moment: datetime) -> bool:
        return self.is_always_open or next(self._windows(moment))[0] <= moment

    def _windows(self, start: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield the windows that end after `start`, in order, in UTC.

        Windows that disappear when daylight saving time starts are skipped.
        """
        day = start.astimezone(self.zone).date() - _DAY
        while True:
            opens, closes = self._window(day)
            if closes > max(opens, start):
                yield opens, closes
            day += _DAY

    def _window(self, day: date) -> tuple[datetime, datetime]:
        assert self.opens is not None
        assert self.closes is not None
        last = day + _DAY if self.closes < self.opens else day
        opens = datetime.combine(day, self.opens, self.zone).astimezone(UTC)
        return opens, datetime.combine(last, self.closes, self.zone).astimezone(UTC)
