"""Test sign-in codes that replace a link: single use, valid for ten minutes, impossible to guess."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.code_letters import CODE_LETTERS
from core.errors import Refused
from tests.factories import AccessFactory, ManagerAccessFactory
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM, Actor
from tournaments.models import Access, Action, FailedAttempt
from tournaments.services.invitations import revoke_invitation
from tournaments.services.sign_in_codes import LENGTH, VALIDITY, make_code

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def access():
    return ManagerAccessFactory()


def typed(text):
    device = Client()
    return device, device.post(reverse("sign_in"), {"link": text})


def my_team(access):
    return reverse("my_team", args=[access.tournament.slug])


def test_sign_in_code_works_once(access, director_of):
    director = director_of(access.tournament)
    page = director.post(
        reverse("invitation", args=[access.tournament.slug, access.pk]), {"what": "code"}, follow=True
    ).content.decode()
    code = page.partition(". It works once")[0][-9:]
    assert set(code) <= {*CODE_LETTERS, " "}
    device, answer = typed(code.lower().replace(" ", "-"))
    assert answer.headers["Location"] == my_team(access)
    assert device.get(my_team(access)).status_code == 200
    response, answer = typed(code)
    assert answer.status_code == 403
    assert response.get(my_team(access)).status_code == 403
    assert code.replace(" ", "") not in "".join(Action.objects.values_list("sentence", flat=True))


def test_code_expires_after_ten_minutes_a_new_code_or_revocation(access):
    old = make_code(access=access, actor=PROGRAM)
    new = make_code(access=access, actor=PROGRAM)
    assert typed(old)[1].status_code == 403
    Access.objects.update(code_ends_at=timezone.now() - timedelta(seconds=1))
    assert typed(new)[1].status_code == 403
    code = make_code(access=access, actor=PROGRAM)
    revoke_invitation(access=access, actor=PROGRAM)
    assert typed(code)[1].status_code == 403


def test_correct_code_works_once_despite_failed_attempts(access, settings):
    settings.SIGN_IN_ATTEMPTS = 3
    code = make_code(access=access, actor=PROGRAM)
    assert [typed("AAAAAAAA")[1].status_code for _ in range(5)] == [403, 403, 403, 429, 429]
    assert FailedAttempt.objects.count() == 3
    assert typed(code)[1].status_code == 302
    assert typed(code)[1].status_code == 429
    assert typed(link_token(access))[1].status_code == 302


def test_wrong_codes_from_other_addresses_do_not_block_a_correct_code(access, settings):
    settings.SIGN_IN_ATTEMPTS = 1
    code = make_code(access=access, actor=PROGRAM)
    for number in range(120):
        guesser = Client(REMOTE_ADDR=f"203.0.113.{number}")
        assert guesser.post(reverse("sign_in"), {"link": "BBBBBBBB"}).status_code == 403
    assert typed(code)[1].status_code == 302


def test_form_can_be_retried_after_a_wrong_code(access):
    code = make_code(access=access, actor=PROGRAM)
    for wrong in ("BBBBBBBB", "https://example.org/join/nonsense/"):
        page = typed(wrong)[1].content.decode()
        assert f'action="{reverse("sign_in")}"' in page
        assert 'aria-describedby="fault"' in page
    assert 'value="BBBBBBBB"' in typed("BBBBBBBB")[1].content.decode()
    assert typed(code)[1].status_code == 302


def test_codes_are_hard_to_guess():
    guesses = 1_000 * VALIDITY.total_seconds()
    valid_codes = 100
    assert guesses * valid_codes / len(CODE_LETTERS) ** LENGTH < 1 / 10_000


def test_director_cannot_make_a_code_for_the_link_in_use():
    director = AccessFactory()
    with pytest.raises(Refused, match="Your own device uses this link"):
        make_code(access=director, actor=Actor("Director", director.pk))
