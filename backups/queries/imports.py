"""The progress of a tournament file's import, as a sentence."""

from dataclasses import dataclass
from datetime import datetime

from backups.models import ArrivingFile
from backups.transfer import ImportStep


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """The progress of an import. `tone` is good, warn, bad or "". `may_go_on` is set if its worker seems dead."""

    arriving: ArrivingFile
    sentence: str
    tone: str
    may_go_on: bool
    steps: int = len(ImportStep)


def import_progress(arriving: ArrivingFile, now: datetime) -> ImportProgress:
    if arriving.is_silent(now):
        heard = round((now - (arriving.beat_at or arriving.asked_at)).total_seconds())
        return ImportProgress(arriving, f"The worker hasn't responded for {heard} seconds.", "warn", True)
    sentence, tone = _state_of(arriving)
    return ImportProgress(arriving, sentence, tone, False)


def _state_of(arriving: ArrivingFile) -> tuple[str, str]:
    match ArrivingFile.State(arriving.state):
        case ArrivingFile.State.WAITING:
            return "It will open when a worker is free.", ""
        case ArrivingFile.State.RUNNING:
            return f"{_STEP_SENTENCES[arriving.steps_done]} Nothing has been saved yet.", ""
        case ArrivingFile.State.DONE:
            return "Invite its people again, because their links weren't imported.", "good"
        case ArrivingFile.State.FAILED:
            return f"Nothing was changed. {arriving.fault}", "bad"
        case _:
            return "Nothing was changed.", ""


_STEP_SENTENCES = {
    0: "Unpacking the file.",
    ImportStep.UNPACKED: "Upgrading the tournament to this version of Pennant.",
    ImportStep.BROUGHT_UP_TO_DATE: "Checking every row.",
    ImportStep.CHECKED: "Saving the rows.",
}
