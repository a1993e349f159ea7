"""How far the reading of a long file of cards has come, in a sentence."""

from dataclasses import dataclass
from datetime import datetime

from drafts.models import CardUpload
from seasons.workbooks import CellFault


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """`kind`: good, warn, bad or empty, as the style sheet has it; `may_go_on` where its worker seems dead."""

    upload: CardUpload
    sentence: str
    kind: str
    may_go_on: bool
    faults: list[CellFault]
    more_faults: int  # that are not shown


def describe_upload(upload: CardUpload, now: datetime) -> UploadStatus:
    sentence, kind = _state_of(upload)
    silent = upload.is_silent(now)
    if silent:
        heard = round((now - (upload.beat_at or upload.asked_at)).total_seconds())
        sentence, kind = f"No worker has said anything for {heard} seconds. Is a worker running?", "warn"
    faults = [CellFault(**fault) for fault in upload.faults]
    return UploadStatus(upload, sentence, kind, silent, faults, upload.fault_count - len(faults))


def latest_uploads(now: datetime) -> list[UploadStatus]:
    """Those that are kept, newest first; what they hold is not read."""
    return [describe_upload(upload, now) for upload in CardUpload.objects.select_related("card_set").defer("content")]


def _state_of(upload: CardUpload) -> tuple[str, str]:
    match CardUpload.State(upload.state):
        case CardUpload.State.WAITING:
            return "It is read as soon as a worker is free.", ""
        case CardUpload.State.RUNNING if upload.rows_done < upload.rows_total:
            return f"Being read: {upload.rows_done:,} of {upload.rows_total:,} rows. Nothing is stored yet.", ""
        case CardUpload.State.RUNNING:
            return "Every row is read; the cards are being stored.", ""
        case CardUpload.State.DONE if upload.card_set is None:
            return "It was stored; the card set is gone since.", ""
        case CardUpload.State.DONE:
            return f"“{upload.name}” is stored.", "good"
        case CardUpload.State.FAILED:
            return f"Nothing was stored. {upload.fault}", "bad"
        case _:
            return "Nothing was stored.", ""
