"""Test web push: only the browser's keys decrypt a message, which contains the documented JSON."""

import base64
import json
import re
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.urls import reverse
from django.utils import timezone

from core.outgoing import CallFailed
from core.seal_key import derive_seal_key
from core.web_push import PushKeys, are_push_keys, push_public_key
from tests.core.test_outgoing import HttpsServer, this_machine
from tests.games.building import League
from tournaments.models import Delivery, NewsPosition, NoticeChannel, PushSubscription, Tournament
from tournaments.services.notice_settings import MOST_BROWSERS
from weekend.services import deliveries
from weekend.services.deliveries import deliver_due
from weekend.services.news import collect_news

pytestmark = pytest.mark.django_db
ENDPOINT = "https://push.example/send/abc"
AUTH = b"0123456789abcdef"
API_GUIDE = Path(__file__).parents[2] / "docs" / "reference" / "api-webhooks.md"


class Browser:
    """A browser with one subscription's keys."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())

    @property
    def keys(self):
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(point), "auth": encoded(AUTH)}

    def subscription(self, endpoint=ENDPOINT):
        return {"endpoint": endpoint, "expirationTime": None, "keys": self.keys}

    def decrypt(self, body):
        return http_ece.decrypt(body, private_key=self.private, auth_secret=AUTH, version="aes128gcm")


def encoded(content):
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture
def league():
    league = League(rounds=1, stage=Tournament.Stage.ROUND_ROBIN)
    NewsPosition.objects.create(tournament=league.tournament)
    return league


def turn_on(client, league, subscription, name="push"):
    page = reverse(name, args=[league.tournament.slug])
    return client.post(
        page, json.dumps(subscription), content_type="text/plain", headers={"User-Agent": "Firefox/140.0"}
    )


def test_push_service_gets_an_encrypted_signed_message(league, manager_of):
    browser, service = Browser(), HttpsServer(status=201)
    try:
        # the page rejects a URL on this machine
        manager_of(league.bears.team)
        PushSubscription.objects.create(
            access=league.bears.team.accesses.get(),
            endpoint=service.address,
            public_key=browser.keys["p256dh"],
            auth=browser.keys["auth"],
        )
        league.tournament.actions.create(actor="Director", verb="publish_schedule", sentence="Published.")
        collect_news()
        assert deliver_due(NoticeChannel.PUSH, this_machine()) == 2
    finally:
        service.close()
    notices = [json.loads(browser.decrypt(body)) for body in service.bodies]
    series = league.series[0]
    assert notices[-1] == {
        "kind": "series_up",
        "tag": f"series_up:{series.pk}:{league.bears.team.pk}",
        "title": "Weekend",
        "body": "Your series against Sharks is up: round 1.",
        "page": reverse("series", args=[league.tournament.slug, series.pk]),
    }
    documented = json.loads(re.search(r"```json\n(\{\n  \"kind\".*?)```", API_GUIDE.read_text(), re.S)[1])
    assert documented.keys() == notices[-1].keys()
    assert b"Sharks" not in b"".join(service.bodies)
    headers = service.headers[0]
    assert (headers["Content-Encoding"], headers["Urgency"]) == ("aes128gcm", "high")
    assert int(headers["TTL"]) > 0
    claims = verified_claims(headers["Authorization"])
    assert claims["aud"] == service.address.partition("/hooks")[0]
    assert claims["sub"].startswith("mailto:")
    assert set(Delivery.objects.values_list("answer", flat=True)) == {"201"}


def verified_claims(authorization):
    """Return a VAPID token's claims after checking its signature with the key that browsers subscribed with."""
    token, key = re.fullmatch(r"vapid t=([^,]+),k=(.+)", authorization).groups()
    assert key == push_public_key()
    content, _, signature = token.rpartition(".")
    raw = decoded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(pair, content.encode(), ec.ECDSA(SHA256()))
    return json.loads(decoded(content.partition(".")[2]))


def test_push_key_is_derived_from_the_seal_key(settings):
    settings.SEAL_KEY = derive_seal_key("a secret of this installation")
    own_key = push_public_key()
    assert own_key == push_public_key()
    settings.SEAL_KEY = derive_seal_key("a secret of another installation")
    assert push_public_key() != own_key
    assert len(decoded(own_key)) == 65


def test_only_its_manager_can_turn_a_browser_on_and_off(league, manager_of):
    own, opponent, browser = manager_of(league.bears.team), manager_of(league.sharks.team), Browser()
    assert turn_on(own, league, browser.subscription()).json() == {"browser": "Firefox"}
    turn_on(own, league, browser.subscription())
    stored = PushSubscription.objects.get()
    assert (stored.endpoint, stored.access.team) == (ENDPOINT, league.bears.team)
    page = reverse("notices", args=[league.tournament.slug])
    assert ENDPOINT in own.get(page).content.decode()
    assert ENDPOINT not in opponent.get(page).content.decode()
    turn_on(opponent, league, browser.subscription(), "push_off")
    assert PushSubscription.objects.exists()
    turn_on(own, league, browser.subscription(), "push_off")
    assert not PushSubscription.objects.exists()
    log = list(league.tournament.actions.filter(verb="set_notices").values_list("sentence", "after", "public"))
    assert len(log) == 2
    assert ENDPOINT not in str(log)


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example/x", "https://127.0.0.1/x", "https://localhost/x", "https://push.example/" + "x" * 1000],
)
def test_rejects_an_unreachable_push_address(league, manager_of, endpoint):
    assert turn_on(manager_of(league.bears.team), league, Browser().subscription(endpoint)).status_code == 400
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("sent", ["", "[]", "{", '{"endpoint": 7, "keys": {"p256dh": [], "auth": null}}'])
def test_rejects_an_invalid_subscription(league, manager_of, sent):
    page = reverse("push", args=[league.tournament.slug])
    answer = manager_of(league.bears.team).post(page, sent, content_type="application/json")
    assert answer.status_code == 400


def test_push_keys_are_validated():
    keys = Browser().keys
    assert are_push_keys(PushKeys(keys["p256dh"], keys["auth"]))
    assert not are_push_keys(PushKeys(keys["p256dh"], encoded(b"short")))
    assert not are_push_keys(PushKeys(encoded(b"\x04" + b"x" * 64), keys["auth"]))
    assert not are_push_keys(PushKeys("no base64 ☃", keys["auth"]))


def test_limits_browsers_per_manager(league, manager_of):
    client = manager_of(league.bears.team)
    for number in range(MOST_BROWSERS):
        assert turn_on(client, league, Browser().subscription(f"{ENDPOINT}{number}")).status_code == 200
    assert turn_on(client, league, Browser().subscription()).status_code == 400


def test_expired_browser_is_deleted_and_busy_service_is_retried(league, manager_of, monkeypatch):
    turn_on(manager_of(league.bears.team), league, Browser().subscription())
    collect_news()
    failure = CallFailed("push.example answered 429", 30, 429)

    def post(*_):
        raise failure

    monkeypatch.setattr(deliveries, "post", post)
    deliver_due(NoticeChannel.PUSH)
    assert PushSubscription.objects.exists()
    Delivery.objects.update(due_at=timezone.now())
    failure.status = 410
    deliver_due(NoticeChannel.PUSH)
    assert not PushSubscription.objects.exists()
    assert not Delivery.objects.exists()
