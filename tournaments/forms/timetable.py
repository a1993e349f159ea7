"""Form for the timetable, with a field for each number and a line for each break."""

import re
from collections.abc import Mapping
from datetime import datetime, time
from zoneinfo import ZoneInfo

from core.dates import FIRST_YEAR, LAST_YEAR, is_usable_year
from core.errors import Refused
from rules_engine.competition.timetable import Break, Timetable
from tournaments.models import Tournament
from tournaments.refusals import TimetableRefusal

FIELDS = ("begins", "minutes_per_game", "between", "opens", "closes", "breaks")
_BREAK = re.compile(r"(\d{1,2}:\d{2})\s+(\d{1,3})\s+(.+)")


def typed_timetable(tournament: Tournament, posted: Mapping[str, str]) -> Timetable | None:
    """Parse the timetable. Return None if its start is empty. Raise Refused for an invalid field."""
    if not posted.get("begins", "").strip():
        return None
    try:
        begins = datetime.fromisoformat(posted["begins"].strip()).replace(tzinfo=ZoneInfo(tournament.time_zone))
    except ValueError:
        raise Refused(TimetableRefusal.NO_START, field="begins") from None
    if not is_usable_year(begins):
        raise Refused(TimetableRefusal.UNUSABLE_YEAR, field="begins", first=FIRST_YEAR, last=LAST_YEAR)
    return Timetable(
        begins,
        _read_number(posted, "minutes_per_game"),
        _read_number(posted, "between"),
        _read_time(posted.get("opens", ""), "opens"),
        _read_time(posted.get("closes", ""), "closes"),
        tuple(_read_break(line) for line in posted.get("breaks", "").splitlines() if line.strip()),
    )


def _read_number(posted: Mapping[str, str], field: str) -> int:
    text = posted.get(field, "").strip()
    if not text.isdecimal() or len(text) > 4:
        raise Refused(TimetableRefusal.NOT_MINUTES, field=field, text=text)
    return int(text)


def _read_time(text: str, field: str) -> time:
    try:
        return time.fromisoformat(text.strip().zfill(5))
    except ValueError:
        raise Refused(TimetableRefusal.NOT_A_TIME, field=field, text=text) from None


def _read_break(line: str) -> Break:
    match = _BREAK.fullmatch(line.strip())
    if match is None:
        raise Refused(TimetableRefusal.NOT_A_BREAK, field="breaks", text=line.strip())
    return Break(_read_time(match[1], "breaks"), int(match[2]), match[3].strip())


def shown_timetable(tournament: Tournament, timetable: Timetable | None) -> dict[str, str]:
    """Return the form's values for a timetable, or default values without one."""
    if timetable is None:
        day = f"{tournament.starts_on:%Y-%m-%d}T09:00" if tournament.starts_on else ""
        minutes = tournament.profile.game.minutes_per_game
        values = (day, str(minutes), "10", "09:00", "21:00", "12:30 60 Lunch")
        return dict(zip(FIELDS, values, strict=True))
    return {
        "begins": f"{timetable.begins:%Y-%m-%dT%H:%M}",
        "minutes_per_game": str(timetable.minutes_per_game),
        "between": str(timetable.between),
        "opens": f"{timetable.opens:%H:%M}",
        "closes": f"{timetable.closes:%H:%M}",
        "breaks": "\n".join(
            f"{scheduled_break.at:%H:%M} {scheduled_break.minutes} {scheduled_break.title}"
            for scheduled_break in timetable.breaks
        ),
    }
