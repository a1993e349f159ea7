"""Attach photos to signed sheets, and remove them."""

from typing import Final

from core.errors import Refused
from core.photos import read_photo
from pitching.models import SheetPhoto, SignOff
from pitching.refusals import SheetPhotoRefusal
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament

MOST_PHOTOS: Final = 4


def attach_photo(*, signed: SignOff, content: bytes, file_name: str, actor: Actor) -> SheetPhoto:
    """Attach a photo to a valid signature. The caller must check that the actor can see the sheet's photos."""
    jpeg = read_photo(content, file_name)  # before the transaction, because decoding takes a moment
    with writing(signed.series.tournament_id) as tournament:
        current = SignOff.objects.select_related("sheet_of").get(pk=signed.pk)
        if current.broken_at is not None:
            raise Refused(SheetPhotoRefusal.SEAL_BROKEN)
        if current.photos.count() >= MOST_PHOTOS:
            raise Refused(SheetPhotoRefusal.TOO_MANY, most=MOST_PHOTOS)
        photo = SheetPhoto.objects.create(
            sign_off=current, content=jpeg, uploader_id=actor.access_id, uploaded_by=actor.name[:120]
        )
        _record(tournament, actor, Verb.ATTACH_PHOTO, current, f"attached a photo to {current.sheet_of}'s sheet")
    return photo


def remove_photo(*, photo: SheetPhoto, actor: Actor) -> None:
    """Delete a photo. The caller must check that the actor uploaded it or is the director."""
    signed = photo.sign_off
    with writing(signed.series.tournament_id) as tournament:
        deleted, _ = SheetPhoto.objects.filter(pk=photo.pk).delete()
        if deleted:
            _record(tournament, actor, Verb.REMOVE_PHOTO, signed, f"removed a photo from {signed.sheet_of}'s sheet")


def _record(tournament: Tournament, actor: Actor, verb: Verb, signed: SignOff, change: str) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=f"series:{signed.series_id}",
        sentence=f"{actor.name} {change}, signed by {signed.signer}.",
        public={"series": signed.series_id, "sheet": signed.sheet_of_id},
    )
