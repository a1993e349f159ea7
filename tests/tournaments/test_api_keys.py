"""Test API keys: created and revoked by their owner, limited by scope, and stored only as a hash."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from config.logs import redact_secrets
from core.errors import Refused
from tests.access_table import ACCESS, make_world
from tests.api_addresses import urlpatterns
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, TeamFactory
from tests.tournaments.test_roles import named_addresses
from tournaments.access.api_keys import hash_key
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Access, ApiKey, Webhook
from tournaments.services.api_keys import MOST_KEYS, make_api_key, revoke_api_key
from tournaments.services.invitations import revoke_invitation

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def _key(access: Access, scope: str = "full", **facts: Any) -> str:
    return make_api_key(access=access, actor=PROGRAM, name="Board", scope=scope, **facts).secret


def _client(token: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {token}"})


def _teams(access: Access) -> str:
    return f"/api/v1/tournaments/{access.tournament.slug}/teams/"


def _announce(client: Client, access: Access) -> int:
    address = f"/api/v1/tournaments/{access.tournament.slug}/announcement/"
    return client.post(address, {"sentence": "Lunch."}, content_type="application/json").status_code


def _invitations(client: Client, access: Access) -> int:
    return client.get(f"/api/v1/tournaments/{access.tournament.slug}/invitations/").status_code


def _form(access: Access) -> dict[str, str]:
    return {"name": "Board", "access": str(access.pk), "scope": "read", "ends_on": ""}


def test_new_key_is_shown_only_once() -> None:
    access = AccessFactory(label="Dora")
    browser = signed_in(access)
    page = browser.post(reverse("api_keys"), _form(access))
    secret = re.search(r"data-secret>(pennant_[\w-]+)<", page.content.decode())
    assert secret is not None
    assert page.headers["Cache-Control"] == "no-store"
    key = ApiKey.objects.get()
    assert key.key_hash == hash_key(secret[1])
    assert secret[1] not in json.dumps(list(ApiKey.objects.values()), default=str)
    second_page = browser.get(reverse("api_keys")).content.decode()
    assert secret[1] not in second_page
    assert f"{key.start}…" in second_page
    assert _client(secret[1]).get(_teams(access)).status_code == 200
    assert "Board" in access.tournament.actions.first().sentence


def test_key_has_its_holders_role_until_the_link_is_revoked() -> None:
    access = AccessFactory()
    client = _client(_key(access))
    assert _announce(client, access) == 200
    assert _invitations(client, access) == 200
    revoke_invitation(access=access, actor=PROGRAM)
    assert _announce(client, access) == 401


def test_sign_in_link_tokens_still_work() -> None:
    access = AccessFactory()
    assert _announce(_client(link_token(access)), access) == 200


def test_read_only_key_cannot_write() -> None:
    access = AccessFactory()
    client = _client(_key(access, "read"))
    address = f"/api/v1/tournaments/{access.tournament.slug}/check-in/"
    assert client.get(address).status_code == 200
    assert _announce(client, access) == 403
    refused = client.post(address, {}, content_type="application/json").json()
    assert (refused["finding"], refused["type"]) == ("READ_ONLY", "urn:pennant:READ_ONLY")
    assert not access.tournament.actions.filter(verb="announce").exists()


def test_read_only_key_can_post_calculations() -> None:
    team = TeamFactory()
    client = _client(_key(AccessFactory(tournament=team.tournament), "read"))
    address = f"/api/v1/tournaments/{team.tournament.slug}"
    what_if = client.post(f"{address}/standings/{team.division_id}/what-if/", {}, content_type="application/json")
    assert what_if.status_code == 200
    plan = client.post(f"{address}/teams/{team.pk}/plan/", {}, content_type="application/json")
    assert (plan.status_code, plan.json()["finding"]) == (400, "VALIDATION_ERROR")


def test_assistant_key_cannot_do_directors_work() -> None:
    for access in (AccessFactory(), AccessFactory(tournament=None, role="organiser")):
        tournament = AccessFactory().tournament if access.tournament is None else access.tournament
        client = _client(_key(access, "assistant"))
        place = AccessFactory(tournament=tournament)
        assert _announce(client, place) == 200
        assert _invitations(client, place) == 403


def test_only_a_director_can_limit_a_key_to_an_assistant() -> None:
    manager = ManagerAccessFactory()
    with pytest.raises(Refused) as refused:
        _key(manager, "assistant")
    assert (refused.value.code, refused.value.field) == ("WRONG_SCOPE", "scope")
    for access, scopes in ((manager, ["read", "full"]), (AccessFactory(), ["read", "assistant", "full"])):
        form = signed_in(access).get(reverse("api_keys")).context["form"]
        assert [key for key, _ in form.fields["scope"].choices] == scopes


def test_expired_and_revoked_keys_stop_working() -> None:
    access = AccessFactory()
    secret = _key(access, ends_at=timezone.now() + timedelta(days=1))
    ApiKey.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert _announce(_client(secret), access) == 401
    second = _key(access)
    revoke_api_key(key=ApiKey.objects.last(), actor=PROGRAM)
    assert _announce(_client(second), access) == 401
    with pytest.raises(Refused):
        revoke_api_key(key=ApiKey.objects.last(), actor=PROGRAM)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"scope": "root"}, "scope"),
        ({"access": "999999"}, "access"),
        ({"ends_on": "2020-01-01"}, "ends_on"),
        ({"ends_on": "2099-01-01"}, "ends_on"),
        ({"ends_on": "soon"}, "ends_on"),
    ],
)
def test_rejects_an_invalid_key_with_a_field_error(changes: dict[str, str], field: str) -> None:
    access = AccessFactory()
    answer = signed_in(access).post(reverse("api_keys"), _form(access) | changes)
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert not ApiKey.objects.exists()


def test_limits_keys_per_person() -> None:
    access = AccessFactory()
    for _ in range(MOST_KEYS):
        _key(access)
    with pytest.raises(Refused) as refused:
        _key(access)
    assert refused.value.code == "TOO_MANY"


def test_other_peoples_keys_are_hidden_and_cannot_be_revoked() -> None:
    owner = AccessFactory(label="Dora")
    _key(owner)
    key = ApiKey.objects.get()
    stranger = signed_in(AccessFactory(tournament=owner.tournament, label="Zoe"))
    assert key.start not in stranger.get(reverse("api_keys")).content.decode()
    assert stranger.post(reverse("revoke_key", args=[key.pk])).status_code == 403
    assert signed_in(owner).post(reverse("revoke_key", args=[key.pk])).status_code == 302
    key.refresh_from_db()
    assert key.revoked_at is not None


def test_last_use_is_recorded_at_most_once_a_minute() -> None:
    access = AccessFactory()
    client = _client(_key(access, "read"))
    client.get(_teams(access))
    first = ApiKey.objects.get().last_used_at
    assert first is not None
    client.get(_teams(access))
    assert ApiKey.objects.get().last_used_at == first
    ApiKey.objects.update(last_used_at=first - timedelta(minutes=2))
    client.get(_teams(access))
    assert ApiKey.objects.get().last_used_at > first


def test_wrong_keys_are_rate_limited(settings: Settings) -> None:
    settings.SIGN_IN_ATTEMPTS = 2
    access = AccessFactory()
    client = _client("pennant_" + "x" * 43)
    assert [client.get(_teams(access)).status_code for _ in range(3)] == [401, 401, 429]
    for address in (_teams(access), f"/t/{access.tournament.slug}/standings.pdf"):
        refused = client.get(address)
        assert (refused.status_code, refused.json()["finding"]) == (429, "TOO_MANY_TOKENS")
        assert 0 < int(refused.headers["Retry-After"]) <= 900
    assert _client(_key(access)).get(_teams(access)).status_code == 200


def test_keys_are_redacted_from_the_log() -> None:
    assert _key(AccessFactory()) not in redact_secrets(f"sent {_key(AccessFactory())}")
    secret = _key(AccessFactory())
    assert redact_secrets(f"sent {secret}") == "sent ***"


FILES = {
    *("tournament_file", "backup_file", "export", "print_pack_pdf", "team_sheet_pdf", "sheet_photo"),
    *("card_set_file", "card_set_csv"),
}


def test_every_staff_file_accepts_a_token() -> None:
    taking = {str(pattern.name) for pattern in named_addresses() if getattr(pattern.callback, "accepts_token", False)}
    printouts = {str(pattern.name) for pattern in named_addresses() if str(pattern.name).endswith("_pdf")}
    assert taking >= FILES | (printouts - {"play_scorecard_pdf"})


@pytest.mark.parametrize(
    ("name", "kind"), [("entrants", "csv"), ("entrants", "xlsx"), ("report", "xlsx"), ("standings", "csv")]
)
def test_export_accepts_a_key(name: str, kind: str) -> None:
    access = AccessFactory()
    address = reverse("export", args=[access.tournament.slug, name, kind])
    answer = _client(_key(access, "read")).get(address)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    is_public = name == "standings"
    assert Client().get(address).status_code == (200 if is_public else 403)
    wrong = _client("pennant_wrong").get(address)
    assert (wrong.status_code, wrong.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert (wrong.headers["Content-Type"], wrong.json()["status"]) == ("application/problem+json", 401)


def test_tournament_file_requires_a_directors_key() -> None:
    access = AccessFactory()
    address = reverse("tournament_file", args=[access.tournament.slug])
    assert _client(_key(access, "read")).get(address).headers["Content-Type"] == "application/zip"
    refused = _client(_key(access, "assistant")).get(address)
    assert (refused.status_code, refused.headers["Content-Type"]) == (403, "application/problem+json")
    organizer = AccessFactory(tournament=None, role="organiser")
    backup = _client(_key(organizer, "read")).get(reverse("backup_file", args=["pennant.zip"]))
    assert (backup.status_code, backup.json()["finding"]) == (403, "READ_ONLY")


def test_key_opens_no_other_pages() -> None:
    access = AccessFactory()
    client = _client(_key(access))
    assert client.get(reverse("invitations_print", args=[access.tournament.slug])).status_code == 403
    assert client.post(reverse("announcement", args=[access.tournament.slug]), {"sentence": "Hi"}).status_code == 403


def test_read_only_key_shows_no_secrets() -> None:
    world = make_world()
    director = AccessFactory(tournament=None, role="organiser", label="Olive")
    Webhook.objects.create(
        tournament=world["tournament"], address="https://x.example/", secret="W" * 43, is_in_use=True
    )
    client = _client(_key(director, "read"))
    refused = 0
    for pattern in urlpatterns:
        row = ACCESS[str(pattern.name)]
        if row.get is None:
            continue
        parts = {part: world[row.parts.get(part, part)] for part in pattern.pattern.regex.groupindex}
        answer = client.get(reverse(str(pattern.name), kwargs=parts))
        refused += answer.status_code == 403
        text = answer.content.decode()
        assert "/join/" not in text, pattern.name
        assert "W" * 43 not in text, pattern.name
    assert refused >= 2
    assert client.get(reverse("backup_file", args=["pennant-x.zip"])).status_code == 403
