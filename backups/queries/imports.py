"""How far the opening of a tournament's file has come, in a sentence."""

from dataclasses import dataclass
from datetime import datetime

from backups.models import ArrivingFile
from backups.transfer import ArrivalStep


@dataclass(frozen=True, slots=True)
class ArrivingOnPage:
    """`tone`: good, warn, bad or empty; `may_go_on` where its worker seems dead."""

    arriving: ArrivingFile
    sentence: str
    tone: str
    may_go_on: bool
    steps: int = len(ArrivalStep)


def arriving_on_page(arriving: ArrivingFile, now: datetime) -> ArrivingOnPage:
    if arriving.is_silent(now):
        heard = round((now - (arriving.beat_at or arriving.asked_at)).total_seconds())
        return ArrivingOnPage(arriving, f"No worker has said anything for {heard} seconds.", "warn", True)
    sentence, tone = _state_of(arriving)
    return ArrivingOnPage(arriving, sentence, tone, False)


def _state_of(arriving: ArrivingFile) -> tuple[str, str]:
    match ArrivingFile.State(arriving.state):
        case ArrivingFile.State.WAITING:
            return "It is opened as soon as a worker is free.", ""
        case ArrivingFile.State.RUNNING:
            return f"{_GOING_ON[arriving.steps_done]} Nothing is stored yet.", ""
        case ArrivingFile.State.DONE:
            return "Invite its people: their links stayed behind.", "good"
        case ArrivingFile.State.FAILED:
            return f"Nothing was changed. {arriving.fault}", "bad"
        case _:
            return "Nothing was changed.", ""


_GOING_ON = {
    0: "Its file is being checked.",
    ArrivalStep.CHECKED: "It is being brought to this version of Pennant.",
    ArrivalStep.BROUGHT_UP_TO_DATE: "Its rows are being stored.",
}
