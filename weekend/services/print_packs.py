"""Print packs: asked for by the director, made part by part by a worker, resumed after a worker has died."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO

from django.db.models import Q
from django.utils import timezone
from pypdf import PdfReader, PdfWriter

from tournaments.models import Tournament
from tournaments.services.log import Actor, Refused, record_action, writing
from weekend.models import PrintPack, PrintPackPart

SILENT_AFTER = timedelta(seconds=20)  # a worker that says nothing for so long is taken for dead
_PACKS_KEPT = 5

Part = Callable[[], bytes]


def ask_for_print_pack(*, tournament: Tournament, round_number: int, actor: Actor) -> PrintPack:
    """Put a pack on the worker's list; a pack of the same round that is still being made is given instead."""
    with writing(tournament.pk) as tournament:
        if not tournament.series.filter(round=round_number).exists():
            raise Refused(f"There is no round {round_number} on the schedule.", field="round")
        open_states = [PrintPack.State.WAITING, PrintPack.State.RUNNING]
        going_on = tournament.print_packs.filter(round=round_number, state__in=open_states).first()
        if going_on is not None:
            return going_on
        pack = PrintPack.objects.create(tournament=tournament, round=round_number)
        kept = tournament.print_packs.order_by("-pk").values_list("pk", flat=True)[:_PACKS_KEPT]
        tournament.print_packs.exclude(pk__in=list(kept)).delete()
        record_action(
            tournament=tournament,
            actor=actor,
            verb="ask_for_print_pack",
            subject=f"print_pack:{pack.pk}",
            sentence=f"Print pack of round {round_number} asked for.",
        )
    return pack


def cancel_print_pack(*, pack: PrintPack, actor: Actor) -> None:
    """The worker stops before its next part."""
    with writing(pack.tournament_id) as tournament:
        open_states = [PrintPack.State.WAITING, PrintPack.State.RUNNING]
        changed = PrintPack.objects.filter(pk=pack.pk, state__in=open_states).update(state=PrintPack.State.CANCELLED)
        if not changed:
            raise Refused("This print pack is no longer being made.")
        pack.parts.all().delete()
        record_action(
            tournament=tournament,
            actor=actor,
            verb="cancel_print_pack",
            subject=f"print_pack:{pack.pk}",
            sentence=f"{pack} cancelled.",
        )


def is_silent(pack: PrintPack, now: datetime) -> bool:
    """Whether an open pack has heard nothing from a worker for too long."""
    return pack.is_open and (pack.beat_at or pack.asked_at) < now - SILENT_AFTER


def claim(pack_id: int, now: datetime) -> PrintPack | None:
    """Take a waiting pack, or one whose worker has fallen silent. None where another worker has it."""
    silent = Q(state=PrintPack.State.RUNNING, beat_at__lt=now - SILENT_AFTER)
    free = PrintPack.objects.filter(Q(state=PrintPack.State.WAITING) | silent, pk=pack_id)
    if not free.update(state=PrintPack.State.RUNNING, beat_at=now):
        return None
    return PrintPack.objects.select_related("tournament").get(pk=pack_id)


def make_parts(pack: PrintPack, parts: list[Part]) -> bool:
    """Make what is missing, one part after the other. False where the pack was cancelled meanwhile."""
    made = set(pack.parts.values_list("number", flat=True))
    PrintPack.objects.filter(pk=pack.pk).update(parts_total=len(parts), parts_done=len(made))
    for number, part in enumerate(parts, start=1):
        if number in made:
            continue
        PrintPackPart.objects.create(pack=pack, number=number, content=part())
        made.add(number)
        going_on = PrintPack.objects.filter(pk=pack.pk, state=PrintPack.State.RUNNING)
        if not going_on.update(parts_done=len(made), beat_at=timezone.now()):
            return False
    return True


def bind(pack: PrintPack) -> None:
    """Put the parts together and mark the pack ready."""
    binder = PdfWriter()
    for content in pack.parts.order_by("number").values_list("content", flat=True):
        binder.append(PdfReader(BytesIO(content)))
    out = BytesIO()
    binder.write(out)
    now = timezone.now()
    PrintPack.objects.filter(pk=pack.pk, state=PrintPack.State.RUNNING).update(
        state=PrintPack.State.DONE, content=out.getvalue(), finished_at=now, beat_at=now
    )
    pack.parts.all().delete()


def report_failure(pack: PrintPack, fault: str) -> None:
    PrintPack.objects.filter(pk=pack.pk).update(state=PrintPack.State.FAILED, fault=fault[:500])
