"""The state of a series, shared by its page, the results list and the task list."""

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Series


class Progress(StrEnum):
    """A series' progress, as worded on pages."""

    VOID = "void"
    NOT_STARTED = "not started"
    LATE = "late"
    PARTLY_ENTERED = "partly entered"
    BEING_PLAYED = "being played"
    SUSPENDED = "suspended"
    FINAL = "final"
    OFFICIAL = "official"
    SIGNED = "signed"


_TONES = {
    Progress.LATE: "bad",
    Progress.SUSPENDED: "bad",
    Progress.PARTLY_ENTERED: "warn",
    Progress.FINAL: "warn",
    Progress.OFFICIAL: "warn",
    Progress.SIGNED: "good",
}


@dataclass(frozen=True, slots=True)
class SeriesState:
    """The state of a series. `detail` names signatures or suspended games, or is ""."""

    progress: Progress
    detail: str = ""
    is_late: bool = False
    has_suspended_game: bool = False

    def __str__(self) -> str:
        late = "late" if self.is_late and self.progress is not Progress.LATE else ""
        if self.progress is Progress.SUSPENDED:
            return self.detail
        return ", ".join(part for part in (self.progress, late, self.detail) if part)

    @property
    def tone(self) -> str:
        """Return its badge's color: good, warn, bad or ""."""
        if self.is_late or self.has_suspended_game:
            return "bad"
        return _TONES.get(self.progress, "")


def series_state(
    series: Series,
    games: int,
    signed: Set[int],
    is_official: bool,
    *,
    is_late: bool = False,
) -> SeriesState:
    """Return the state of a series (T0.06).

    Args:
        games: The number of games started.
        signed: The teams whose sheets are signed.
    """
    if series.status == Series.Status.VOID:
        return SeriesState(Progress.VOID)
    if series.status == Series.Status.COMPLETE:
        if len(signed) == 2:
            return SeriesState(Progress.SIGNED)
        progress = Progress.OFFICIAL if is_official else Progress.FINAL
        return SeriesState(progress, _signature_text(series, signed))
    suspended = f"{series.suspended_games} suspended" if series.suspended else ""
    if series.status == Series.Status.SUSPENDED:  # no one can continue it, so it is never late
        return SeriesState(Progress.SUSPENDED, suspended)
    return SeriesState(
        _open_progress(series, games, is_late),
        suspended if games else "",
        is_late and bool(games),
        bool(suspended and games),
    )


def _open_progress(series: Series, games: int, is_late: bool) -> Progress:
    if not games:
        if series.is_started_by_hand:
            return Progress.BEING_PLAYED
        return Progress.LATE if is_late else Progress.NOT_STARTED
    if is_late or not series.outcomes:
        return Progress.PARTLY_ENTERED
    return Progress.BEING_PLAYED


def _signature_text(series: Series, signed: Set[int]) -> str:
    """Return which manager has signed, if only one has."""
    if not signed:
        return "unsigned"
    signer, other_side = series.home, series.away
    if series.home_id in signed:
        signer, other_side = series.away, series.home
    return f"signed by {series.manager_of(signer)}, not by {series.manager_of(other_side)}"
