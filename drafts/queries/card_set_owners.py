"""Who may change a card set, who may use and download it, and who sees its cards in a tournament."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from drafts.models import CardSet
from tournaments.access.same_person import STAFF, links_of_same_person
from tournaments.access.viewers import Viewer, Viewers
from tournaments.models import Access, Role

PRIVATE_SET = "This card set is private. Ask its uploader to share it."
PRIVATE_CARDS = "The card set for this draft is private. Sign in with your invitation link."
STAFF_ONLY = "Only the organizer, a director or an assistant can make card sets."


@dataclass(frozen=True, slots=True)
class CardSetUser:
    """A staff member: the accesses of the device, the one used last first, and other links of the same person."""

    access_ids: tuple[int, ...] = ()
    is_organizer: bool = False
    owner_ids: frozenset[int] = frozenset()

    @classmethod
    def from_viewers(cls, viewers: Viewers) -> Self:
        """Return the user of a page or an API request."""
        return cls.from_accesses(viewers.all())

    @classmethod
    def from_access_id(cls, access_id: int) -> Self:
        return cls.from_accesses(Access.objects.filter(pk=access_id))

    @classmethod
    def from_accesses(cls, accesses: Iterable[Access]) -> Self:
        staff = [access for access in accesses if access.role in STAFF]
        if not staff:
            return cls()
        owners = Access.objects.filter(links_of_same_person(staff)).values_list("pk", flat=True)
        return cls(
            tuple(access.pk for access in staff),
            any(access.role == Role.ORGANISER for access in staff),
            frozenset(owners),
        )

    @property
    def is_staff(self) -> bool:
        return bool(self.access_ids)

    def owns(self, card_set: CardSet) -> bool:
        return card_set.uploaded_by in self.owner_ids

    def may_change(self, card_set: CardSet) -> bool:
        """Whether the user may replace, delete or share a set. Staff may change public sets without an uploader."""
        is_shared = card_set.uploaded_by is None and not card_set.is_private
        return self.is_organizer or self.owns(card_set) or (is_shared and self.is_staff)

    def may_use(self, card_set: CardSet) -> bool:
        """Whether the user may draft from a set, browse its cards and download it."""
        return not card_set.is_private or self.is_organizer or self.owns(card_set)

    def usable_sets(self, current_id: int | None = None) -> Q:
        """Return the filter for the sets the user may draft from; `current_id` is the set of the draft as it is."""
        if self.is_organizer:
            return Q()
        return Q(is_private=False) | Q(uploaded_by__in=self.owner_ids) | Q(pk=current_id)

    def access_for(self, name: str) -> int | None:
        """Return the access under which a set of this name is stored: its uploader's, if that's this user."""
        existing = CardSet.objects.filter(name=name.strip(), uploaded_by__in=self.owner_ids).first()
        return existing.uploaded_by if existing else next(iter(self.access_ids), None)


# The operator at the command line may do everything. Sets stored there have no owner.
OPERATOR = CardSetUser(is_organizer=True)


def may_see_cards(viewer: Viewer, *card_sets: CardSet) -> bool:
    """Whether a viewer sees the card values in a tournament that drafts from these sets.

    Values are statistics, ratings, the chances of ballparks, and what follows from them, such as the value of a pick.
    Visitors see who was drafted from a private set: names, positions, hands, clubs and roles, and the innings that a
    ruling on a pitcher rests on. Anyone who takes part sees everything.
    """
    return viewer.role != "public" or not any(card_set.is_private for card_set in card_sets)


def require_cards(viewer: Viewer, card_set: CardSet) -> None:
    """Raise PermissionDenied if the viewer may not see the card values of a draft."""
    if not may_see_cards(viewer, card_set):
        raise PermissionDenied(PRIVATE_CARDS)
