"""Photos of a series' signed sheets, for the series page."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pitching.models import SheetPhoto, SignOff
from tournaments.access.viewers import Viewer
from tournaments.models import Series


@dataclass(frozen=True, slots=True)
class ListedPhoto:
    """A photo's data on the page, without its content."""

    pk: int
    uploaded_by: str
    may_remove: bool


@dataclass(frozen=True, slots=True)
class PhotographedSheet:
    """A signed sheet and its photos."""

    signed: SignOff
    photos: list[ListedPhoto]


def photographed_sheets(series: Series, viewer: Viewer, signatures: Iterable[SignOff]) -> list[PhotographedSheet]:
    """Return a series' signed sheets that can have photos: all valid ones, and others that already have photos.

    The list is empty for viewers who don't play in the series and aren't staff.
    """
    if not viewer.may_play(series):
        return []
    photos: dict[int, list[ListedPhoto]] = defaultdict(list)
    stored = SheetPhoto.objects.filter(sign_off__series=series).only("sign_off_id", "uploaded_by", "uploader_id")
    for photo in stored:
        listed = ListedPhoto(photo.pk, photo.uploaded_by, may_remove_photo(photo, viewer))
        photos[photo.sign_off_id].append(listed)
    return [
        PhotographedSheet(signed, photos[signed.pk])
        for signed in signatures
        if signed.broken_at is None or signed.pk in photos
    ]


def may_remove_photo(photo: SheetPhoto, viewer: Viewer) -> bool:
    return viewer.is_director or (viewer.access_id is not None and viewer.access_id == photo.uploader_id)
