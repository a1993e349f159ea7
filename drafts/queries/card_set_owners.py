"""Permissions for card sets: change, use, download, and view cards in a tournament."""

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
    """A staff user: the device's accesses, most recently used first, and the same person's other links."""

    access_ids: tuple[int, ...] = ()
    is_organizer: bool = False
    owner_ids: frozenset[int] = frozenset()

    @classmethod
    def from_viewers(cls, viewers: Viewers) -> Self:
        """Return the user behind a page or API request."""
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
        """Return whether the user can replace, delete or share a set.

        Staff can change public sets without an uploader.
        """
        is_shared = card_set.uploaded_by is None and not card_set.is_private
        return self.is_organizer or self.owns(card_set) or (is_shared and self.is_staff)

    def may_use(self, card_set: CardSet) -> bool:
        """Return whether the user can draft from a set, browse its cards and download it."""
        return not card_set.is_private or self.is_organizer or self.owns(card_set)

    def usable_sets(self, current_id: int | None = None) -> Q:
        """Return a filter for the sets the user can draft from. `current_id` is the draft's current set."""
        if self.is_organizer:
            return Q()
        return Q(is_private=False) | Q(uploaded_by__in=self.owner_ids) | Q(pk=current_id)

    def access_for(self, name: str) -> int | None:
        """Return the access to store a set with this name under.

        That is the existing set's uploader, if this user is the uploader, or else the user's own access.
        """
        existing = CardSet.objects.filter(name=name.strip(), uploaded_by__in=self.owner_ids).first()
        return existing.uploaded_by if existing else next(iter(self.access_ids), None)


# The command-line operator can do everything. Sets stored there have no owner.
OPERATOR = CardSetUser(is_organizer=True)


def may_see_cards(viewer: Viewer, *card_sets: CardSet) -> bool:
    """Return whether a viewer can see the card values in a tournament that drafts from these sets.

    Values are statistics, ratings, ballpark chances, and derived figures such as a pick's value. For a private set,
    visitors see only the drafted players' names, positions, hands, clubs and roles, and the innings behind pitching
    rulings. Participants see everything.
    """
    return viewer.role != "public" or not any(card_set.is_private for card_set in card_sets)


def require_cards(viewer: Viewer, card_set: CardSet) -> None:
    """Raise PermissionDenied if the viewer can't see a draft's card values."""
    if not may_see_cards(viewer, card_set):
        raise PermissionDenied(PRIVATE_CARDS)
