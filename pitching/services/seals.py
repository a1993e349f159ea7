"""The guard that keeps signed results from changing unseen."""

from django.utils import timezone

from core.errors import Refused
from games.scoresheet.save import Change
from pitching.models import SignOff
from pitching.queries.content import content_of, seal_of


def guard_signed(change: Change) -> None:
    """Signed results change only by the director with a reason; the seals they touch are then broken for all to see."""
    standing = SignOff.objects.filter(series=change.series, broken_at=None).select_related("sheet_of", "signed_by")
    touched = [one for one in standing if one.seal != seal_of(content_of(change.series, one.sheet_of, change.after))]
    if not touched:
        return
    signers = " and ".join(f"the sheet of {one.sheet_of} by {one.signer}" for one in touched)
    if not change.may_break_seal:
        raise Refused(f"T0.06: signed, {signers}. Only the director may correct it, with a reason.", field="reason")
    if not change.reason:
        sentence = f"T0.06: signed, {signers}. Write the reason for the correction; both will have to sign again."
        raise Refused(sentence, field="reason")
    # both re-sign: each signed what the other's part stood beside
    SignOff.objects.filter(series=change.series, broken_at=None).update(
        broken_at=timezone.now(), broken_reason=change.reason[:300]
    )
