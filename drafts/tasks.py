"""Worker tasks: load card files, finish drafts, and enforce draft clocks.

Deadlines are stored, so a lost or early alarm does no harm.
"""

import logging
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone

from core.errors import Refused
from core.faults import LOCKED, infrastructure_fault
from core.imports.uploaded_files import read_uploaded_cards
from drafts.card_files import CardFileFaults, ReadingStopped, read_card_file
from drafts.models import CardUpload, Draft, ProgramRun
from drafts.services.card_uploads import UPLOAD_TASK, claim_upload, refuse_upload, store_upload
from drafts.services.expiry import enforce_expiry
from drafts.services.finishing import claim_run, execute_run, fail_run
from drafts.services.runs import FINISH_TASK
from drafts.services.turns import EXPIRY_TASK, schedule_task
from tournaments.long_work import OPEN_STATES, report

logger = logging.getLogger(__name__)


@shared_task(bind=True, name=UPLOAD_TASK, max_retries=None)  # type: ignore[untyped-decorator]
def read_card_upload(self: Task, upload_id: int) -> None:
    """Load a file and store its cards. If a different worker has claimed it, retry later in case that worker died."""
    upload = claim_upload(upload_id, timezone.now())
    if upload is None:
        if CardUpload.objects.filter(pk=upload_id, state__in=OPEN_STATES).exists():
            raise self.retry(countdown=settings.PRINT_PACK_SILENT_SECONDS + 1)
        return
    try:
        _read_and_store(upload)
    except ReadingStopped:
        logger.info("card upload %s: canceled, or another worker has it", upload_id)
    except CardFileFaults as faults:
        count = len(faults.faults)
        plural = "" if count == 1 else "s"
        refuse_upload(upload, sentence=f"The file has {count} error{plural}.", faults=faults.faults)
    except Refused as refused:
        refuse_upload(upload, sentence=str(refused))
    except Exception as fault:
        # otherwise the upload would stay in progress forever
        logger.exception("card upload %s failed", upload_id)
        refuse_upload(upload, sentence=f"{type(fault).__name__}: {fault}")


def _read_and_store(upload: CardUpload) -> None:
    def on_progress(rows: int) -> None:
        if not report(upload, rows_done=min(rows, upload.rows_total)):
            raise ReadingStopped

    workbook = read_uploaded_cards(bytes(upload.content or b""), upload.file_name)
    on_progress(0)
    read = read_card_file(workbook, upload.system, on_progress, upload.league)
    on_progress(upload.rows_total)
    store_upload(upload, cards=read.cards, parks=read.parks, note=read.note(upload.file_name))


@shared_task(bind=True, name=FINISH_TASK, max_retries=None)  # type: ignore[untyped-decorator]
def finish_draft(self: Task, run_id: int) -> None:
    """Make a run's picks.

    If a different worker has claimed the run, retry later in case that worker dies. Also retry if the database is
    locked.
    """
    run = claim_run(run_id, timezone.now())
    if run is None:
        if ProgramRun.objects.filter(pk=run_id, state__in=OPEN_STATES).exists():
            raise self.retry(countdown=settings.PRINT_PACK_SILENT_SECONDS + 1)
        return
    try:
        execute_run(run)
    except Exception as fault:
        if infrastructure_fault(fault) is LOCKED:
            raise self.retry(countdown=settings.PRINT_PACK_SILENT_SECONDS + 1) from fault
        # otherwise boards would show autopick in progress forever
        logger.exception("the program's run %s failed", run_id)
        fail_run(run, f"{type(fault).__name__}: {fault}")


@shared_task(name=EXPIRY_TASK)  # type: ignore[untyped-decorator]
def enforce_draft_clock(draft_id: int) -> None:
    """Autopick or skip the pick on the clock if its time is up. Runs at each deadline."""
    draft = Draft.objects.filter(pk=draft_id, state=Draft.State.RUNNING).first()
    if draft is None or draft.deadline is None or draft.on_expiry == Draft.OnExpiry.NOTHING:
        return
    # an extended deadline has its own alarm
    if draft.deadline <= timezone.now():
        enforce_expiry(draft_id=draft_id)


@worker_ready.connect  # type: ignore[untyped-decorator]
def set_alarms_of_running_clocks(**_: Any) -> None:
    """Set the alarms of running clocks when a worker starts, in case they were lost with a previous worker."""
    drafts = Draft.objects.filter(state=Draft.State.RUNNING, deadline__isnull=False)
    for draft in drafts.exclude(on_expiry=Draft.OnExpiry.NOTHING):
        if draft.deadline is not None:
            schedule_task(draft.pk, draft.deadline)
