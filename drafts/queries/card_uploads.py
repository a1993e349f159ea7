"""Progress messages for long card files."""

from dataclasses import dataclass
from datetime import datetime

from drafts.models import CardUpload
from seasons.workbooks import CellFault


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """An upload's progress. `kind` is good, warn, bad or "". `may_go_on` is set if the worker seems dead."""

    upload: CardUpload
    sentence: str
    kind: str
    may_go_on: bool
    faults: list[CellFault]
    more_faults: int  # not displayed


def describe_upload(upload: CardUpload, now: datetime) -> UploadStatus:
    sentence, kind = _state_of(upload)
    is_silent = upload.is_silent(now)
    if is_silent:
        seconds = round((now - (upload.beat_at or upload.asked_at)).total_seconds())
        sentence = f"No worker has reported progress for {seconds} seconds. Is a worker running?"
        kind = "warn"
    faults = [CellFault(**fault) for fault in upload.faults]
    return UploadStatus(upload, sentence, kind, is_silent, faults, upload.fault_count - len(faults))


def latest_uploads(now: datetime) -> list[UploadStatus]:
    """Return the stored uploads, newest first, without loading their files."""
    return [describe_upload(upload, now) for upload in CardUpload.objects.select_related("card_set").defer("content")]


def _state_of(upload: CardUpload) -> tuple[str, str]:
    match CardUpload.State(upload.state):
        case CardUpload.State.WAITING:
            return "Waiting for a free worker.", ""
        case CardUpload.State.RUNNING if upload.rows_done < upload.rows_total:
            return f"Reading: {upload.rows_done:,} of {upload.rows_total:,} rows. Nothing has been saved yet.", ""
        case CardUpload.State.RUNNING:
            return "All rows have been read. Saving the cards.", ""
        case CardUpload.State.DONE if upload.card_set is None:
            return "The cards were saved, but the card set has since been deleted.", ""
        case CardUpload.State.DONE:
            return f"“{upload.name}” has been saved.", "good"
        case CardUpload.State.FAILED:
            return f"Nothing was saved. {upload.fault}", "bad"
        case _:
            return "Nothing was saved.", ""
