"""Test that a card set belongs to its uploader, who chooses whether others may use and download it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from core.errors import Refused
from drafts.card_files import card_file
from drafts.models import CardSet
from drafts.queries.card_set_owners import CardSetUser
from drafts.refusals import CardSetRefusal
from drafts.services.card_sets import delete_card_set, share_card_set
from drafts.services.card_uploads import queue_upload
from drafts.tasks import read_card_upload
from rules_engine.systems import KEYS
from tests.conftest import signed_in
from tests.drafts.pools import make_pool
from tests.factories import AccessFactory, CardSetFactory, DivisionFactory, DraftFactory, HitterFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Access, Action
from tournaments.services.invitations import renew_invitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def uploader() -> Access:
    access: Access = AccessFactory(role="director", team=None)
    return access


@pytest.fixture
def private_set(uploader: Access) -> CardSet:
    card_set: CardSet = CardSetFactory(name="Mine", uploaded_by=uploader.pk, is_private=True)
    HitterFactory(card_set=card_set, name="Canary Finch")
    return card_set


def user_of(access: Access) -> CardSetUser:
    return CardSetUser.from_accesses([access])


def send_file(client: Client, content: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("mine.xlsx", content)
    return client.post("/cards/upload/", {"upload-name": "Mine", "upload-system": KEYS[0], "upload-file": file, **more})


def test_upload_belongs_to_its_uploader(uploader: Access) -> None:
    content = card_file(make_pool(teams=1))
    assert send_file(signed_in(uploader), content, **{"upload-is_private": "on"}).status_code == 302
    card_set = CardSet.objects.get(name="Mine")
    assert (card_set.uploaded_by, card_set.is_private) == (uploader.pk, True)
    stranger = signed_in(AccessFactory(role="director", team=None))
    assert send_file(stranger, content, **{"upload-replace": "on"}).status_code == 422
    assert send_file(signed_in(uploader), content, **{"upload-replace": "on"}).status_code == 302
    card_set.refresh_from_db()
    assert (card_set.uploaded_by, card_set.is_private, card_set.version) == (uploader.pk, True, 2)


def test_background_upload_belongs_to_its_uploader(uploader: Access) -> None:
    content = card_file(make_pool(teams=1))
    facts: dict[str, Any] = {
        "name": "Long",
        "system": KEYS[0],
        "replace": False,
        "file_name": "x.xlsx",
        "content": content,
        "rows": 9,
    }
    upload = queue_upload(**facts, is_private=True, user=user_of(uploader))
    read_card_upload(upload.pk)
    card_set = CardSet.objects.get(name="Long")
    assert (card_set.uploaded_by, card_set.is_private) == (uploader.pk, True)


def test_only_the_uploader_and_the_organizer_see_a_private_set(
    private_set: CardSet, uploader: Access, organizer: Client
) -> None:
    stranger = signed_in(AccessFactory(role="director", team=None))
    division = DivisionFactory()
    DraftFactory(division=division, card_set=private_set)
    draft = f"/api/v1/tournaments/{division.tournament.slug}/drafts/{division.pk}"
    for path in (
        f"/cards/{private_set.pk}/",
        f"/cards/{private_set.pk}/?list=parks",
        f"/cards/{private_set.pk}/cards.xlsx",
        f"/api/v1/card-sets/{private_set.pk}/cards/",
        f"/api/v1/card-sets/{private_set.pk}/ballparks/",
    ):
        assert Client().get(path).status_code in (401, 403), path
        assert stranger.get(path).status_code == 403, path
        assert signed_in(uploader).get(path).status_code == 200, path
        assert organizer.get(path).status_code == 200, path
    assert Client().get(f"{draft}/cards/").status_code in (401, 403)
    manager = signed_in(AccessFactory(tournament=division.tournament, role="assistant", team=None))
    assert manager.get(f"{draft}/cards/").status_code == 200


def test_only_the_uploader_can_share_or_delete_a_set(private_set: CardSet, uploader: Access) -> None:
    stranger = user_of(AccessFactory(role="director", team=None))
    with pytest.raises(Refused) as refused:
        share_card_set(card_set=private_set, is_private=False, user=stranger, actor=PROGRAM)
    assert refused.value.code == CardSetRefusal.NOT_YOURS.name
    with pytest.raises(Refused) as refused:
        delete_card_set(card_set=private_set, user=stranger)
    assert refused.value.code == CardSetRefusal.NOT_YOURS.name
    client = signed_in(uploader)
    client.post(f"/cards/{private_set.pk}/share/")
    assert Client().get(f"/cards/{private_set.pk}/cards.xlsx").status_code == 200
    client.post(f"/cards/{private_set.pk}/delete/")
    assert not CardSet.objects.filter(pk=private_set.pk).exists()


def test_cannot_delete_a_set_in_use(private_set: CardSet, organizer: Client) -> None:
    DraftFactory(card_set=private_set)
    assert "can&#x27;t be deleted" in organizer.post(f"/cards/{private_set.pk}/delete/", follow=True).text
    assert CardSet.objects.filter(pk=private_set.pk).exists()


def test_draft_settings_offer_only_available_sets(private_set: CardSet, director_of: Callable[..., Client]) -> None:
    division = DivisionFactory()
    page = director_of(division.tournament).get(
        f"/t/{division.tournament.slug}/draft/{division.pk}/dashboard/settings/"
    )
    assert private_set.name not in page.text


def test_staff_can_change_sets_without_an_uploader() -> None:
    card_set = CardSetFactory()
    assert user_of(AccessFactory(role="director", team=None)).may_change(card_set)
    assert not user_of(AccessFactory()).may_change(CardSetFactory(is_private=True))
    assert CardSetUser().may_use(card_set)


def test_uploader_owns_the_set_after_renewing_a_link(private_set: CardSet, uploader: Access) -> None:
    Access.objects.filter(pk=uploader.pk).update(label="Ann")
    uploader.refresh_from_db()
    renewed = renew_invitation(access=uploader, actor=PROGRAM)
    assert renewed.pk != uploader.pk
    user = user_of(renewed)
    assert (user.owns(private_set), user.may_use(private_set)) == (True, True)
    assert CardSet.objects.filter(user.usable_sets()).contains(private_set)


def test_namesake_in_another_tournament_does_not_own_the_set(private_set: CardSet, uploader: Access) -> None:
    Access.objects.filter(pk=uploader.pk).update(label="Ann")
    namesake = AccessFactory(role="director", team=None, label="Ann")
    colleague = AccessFactory(role="director", team=None, tournament=uploader.tournament, label="Bob")
    assert [user_of(access).owns(private_set) for access in (namesake, colleague)] == [False, False]


def test_organizer_owns_sets_under_every_link() -> None:
    first = AccessFactory(role="organiser", tournament=None, team=None, label="Organiser")
    second = AccessFactory(role="organiser", tournament=None, team=None, label="Laptop")
    card_set = CardSetFactory(uploaded_by=first.pk, is_private=True)
    assert user_of(second).owns(card_set)


def test_making_a_set_private_is_logged_in_tournaments_that_use_it(uploader: Access) -> None:
    card_set = CardSetFactory(name="Mine", uploaded_by=uploader.pk)
    draft = DraftFactory(card_set=card_set)
    signed_in(uploader).post(f"/cards/{card_set.pk}/share/", {"is_private": "on"})
    action = Action.objects.get(verb="share_card_set")
    assert action.tournament == draft.division.tournament
    signed_in(uploader).post(f"/cards/{card_set.pk}/share/", {"is_private": "on"})
    assert Action.objects.filter(verb="share_card_set").count() == 1
