"""Who may change a card set, and who may use and download it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.db.models import Q

from drafts.models import CardSet
from tournaments.models import Access, Role

PRIVATE_SET = "This card set is private. Ask its uploader to share it."
STAFF = (Role.ORGANISER, Role.DIRECTOR, Role.ASSISTANT)


@dataclass(frozen=True, slots=True)
class CardSetUser:
    """The staff accesses of one device, the one used last first."""

    access_ids: tuple[int, ...] = ()
    is_organizer: bool = False

    @classmethod
    def from_accesses(cls, accesses: Iterable[Access]) -> Self:
        staff = [access for access in accesses if access.role in STAFF]
        return cls(tuple(access.pk for access in staff), any(access.role == Role.ORGANISER for access in staff))

    @classmethod
    def from_access_id(cls, access_id: int) -> Self:
        return cls.from_accesses(Access.objects.filter(pk=access_id))

    def owns(self, card_set: CardSet) -> bool:
        return card_set.uploaded_by in self.access_ids

    def may_change(self, card_set: CardSet) -> bool:
        """Whether the user may replace, delete or share a set. Staff may change public sets without an uploader."""
        is_shared = card_set.uploaded_by is None and not card_set.is_private
        return self.is_organizer or self.owns(card_set) or (is_shared and bool(self.access_ids))

    def may_use(self, card_set: CardSet) -> bool:
        """Whether the user may draft from a set, browse its cards and download it."""
        return not card_set.is_private or self.is_organizer or self.owns(card_set)

    def usable_sets(self, current_id: int | None = None) -> Q:
        """Return the filter for the sets the user may draft from; `current_id` is the set of the draft as it is."""
        if self.is_organizer:
            return Q()
        return Q(is_private=False) | Q(uploaded_by__in=self.access_ids) | Q(pk=current_id)

    def access_for(self, name: str) -> int | None:
        """Return the access under which a set of this name is stored: its uploader's, if that's this user."""
        existing = CardSet.objects.filter(name=name.strip(), uploaded_by__in=self.access_ids).first()
        return existing.uploaded_by if existing else next(iter(self.access_ids), None)


# The operator at the command line may do everything. Sets stored there have no owner.
OPERATOR = CardSetUser(is_organizer=True)
