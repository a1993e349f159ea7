"""Print packs: requested by the director, created in parts by a worker, and resumed if the worker dies."""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from typing import Final

from django.db import transaction
from django.utils import timezone

from core.errors import Refused
from core.job_queue import send_job
from core.read_snapshot import read_snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.long_work import OPEN_STATES, cancel_work, claim_work, report
from tournaments.models import Series, Tournament
from weekend.models import PrintPack, PrintPackPart
from weekend.refusals import PrintPackRefusal

PACK_TASK: Final = "weekend.make_print_pack"
_MOST_PACKS = 5

Part = Callable[[], bytes]


def request_print_pack(
    *,
    tournament: Tournament,
    round_number: int,
    actor: Actor,
    stage: str = Series.Stage.ROUND_ROBIN,
    address: str = "",
) -> PrintPack:
    """Queue a print pack for the worker, or return the open one for the same round.

    Args:
        address: The site's URL, for QR codes.

    Raises:
        Refused: If the round is not on the schedule.
    """
    with writing(tournament.pk) as tournament:
        round_of_stage = tournament.series.filter(round=round_number, stage=stage)
        if not round_of_stage.exclude(status=Series.Status.VOID).exists():
            raise Refused(PrintPackRefusal.NO_SUCH_ROUND, field="round", round=round_number)
        open_pack = tournament.print_packs.filter(round=round_number, stage=stage, state__in=OPEN_STATES).first()
        if open_pack is not None:
            return open_pack
        pack = PrintPack.objects.create(tournament=tournament, round=round_number, stage=stage, address=address[:200])
        newest = tournament.print_packs.order_by("-pk").values_list("pk", flat=True)[:_MOST_PACKS]
        tournament.print_packs.exclude(pk__in=list(newest)).delete()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ASK_FOR_PRINT_PACK,
            subject=f"print_pack:{pack.pk}",
            sentence=f"{pack} requested.",
        )
    return pack


def enqueue_pack(pack_id: int, *, is_silent: bool = False) -> bool:
    return send_job(PACK_TASK, pack_id, is_silent=is_silent)


def cancel_print_pack(*, pack: PrintPack, actor: Actor) -> None:
    """Stop the worker before its next part. Raise Refused if the pack is not in progress."""
    with writing(pack.tournament_id) as tournament:
        if not cancel_work(pack):
            raise Refused(PrintPackRefusal.NOT_IN_PROGRESS, subject=pack.pk)
        pack.parts.all().delete()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CANCEL_PRINT_PACK,
            subject=f"print_pack:{pack.pk}",
            sentence=f"{pack} canceled.",
        )


def claim(pack_id: int, now: datetime) -> PrintPack | None:
    """Claim a waiting pack, or one whose worker is silent. Return None if another worker has it."""
    if not claim_work(PrintPack, pack_id, now):
        return None
    return PrintPack.objects.select_related("tournament").defer("content").get(pk=pack_id)


def make_parts(pack: PrintPack, parts: list[Part]) -> bool:
    """Create the missing parts. Return False if the pack was canceled or taken over."""
    if pack.parts_total not in (0, len(parts)):
        pack.parts.all().delete()  # the round has changed, so the finished parts no longer match
    finished = set(pack.parts.values_list("number", flat=True))
    pack.parts_total = len(parts)
    for number, part in enumerate(parts, start=1):
        if number not in finished:
            finished.add(number)
            with read_snapshot():
                content = part()
            if not _store_part(pack, number, content, len(finished)):
                return False
    return True


def _store_part(pack: PrintPack, number: int, content: bytes, done: int) -> bool:
    """Store a part together with the progress. Return False if another worker has the pack."""
    with transaction.atomic():
        if not report(pack, parts_done=done, parts_total=pack.parts_total):
            return False
        PrintPackPart.objects.create(pack=pack, number=number, content=content)
    return True


def bind(pack: PrintPack) -> bool:
    """Combine the parts and mark the pack ready. Return False if another worker has it."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - only the worker binds, so the web server doesn't load it

    binder = PdfWriter()
    for content in pack.parts.order_by("number").values_list("content", flat=True):
        binder.append(PdfReader(BytesIO(content)), import_outline=False)
    binder.add_metadata({"/Title": f"{pack}, {pack.tournament.name}", "/Author": "Pennant"})
    stream = BytesIO()
    binder.write(stream)
    with transaction.atomic():
        now = timezone.now()
        ready = {"state": PrintPack.State.DONE, "content": stream.getvalue(), "finished_at": now}
        if not report(pack, parts_done=pack.parts_total, **ready):
            return False
        pack.parts.all().delete()
    return True
