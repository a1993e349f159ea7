"""News of the draft outside the room: mail to whoever asked for it, and the director's webhook."""

import logging
import quopri
import re
import socketserver
import threading

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from backups.ownership import owned_models
from core.outgoing import CallFailed
from drafts.services import deliveries
from drafts.services.clock import pause_draft, resume_draft
from drafts.services.deliveries import deliver_due
from drafts.services.followers import set_webhook
from drafts.services.undoing import undo_last_pick
from tests.core.test_outgoing import HttpsServer, this_machine
from tests.drafts.rooms import DIRECTOR, free_cards, pick, running, teams_of
from tournaments.models import Action, MailFollower, Webhook
from tournaments.services.undo import preview_undo, undo_action

pytestmark = pytest.mark.django_db
HOOK = "https://hooks.example/api/webhooks/7/secret-of-the-hook"
SITE = "https://pennant.example"


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example", SITE


@pytest.fixture
def draft():
    return running(8)


@pytest.fixture
def posted(monkeypatch):
    """What is posted, and where; answers by raising what stands in `faults`."""
    calls, faults = [], []

    def post(address, document, reach):
        calls.append((address, document["content"]))
        if faults:
            raise faults.pop(0)

    monkeypatch.setattr(deliveries, "post_json", post)
    return calls, faults


def page(draft, name="news", *parts):
    return reverse(name, args=[draft.division.tournament.slug, *parts])


def wants_mail(client, draft, address="ann@example.org", **more):
    return client.post(page(draft, "set_mail"), {"address": address, **more}, follow=True)


def gets_mail(client, draft, address="ann@example.org", **more):
    """Ask for mail and open the link that confirms the address."""
    wants_mail(client, draft, address, **more)
    deliver_due("mail")
    client.post(confirmation_link(mail.outbox.pop()))


def confirmation_link(message):
    return re.search(rf"{SITE}(/confirm-mail/\S+)", message.body)[1]


def make_due(*models):
    """Let the time of the next try come."""
    for model in models:
        model.objects.filter(due_at__isnull=False).update(due_at=timezone.now())


def first_pick(draft):
    return pick(draft, teams_of(draft)[0], free_cards(draft, "CF")[0])


def first_pick_of_next_team(draft):
    return pick(draft, teams_of(draft)[1], free_cards(draft, "SS")[0])


def test_the_manager_on_the_clock_is_called_once_and_a_follower_hears_of_every_pick(draft, manager_of):
    one, two, three = teams_of(draft)[:3]
    gets_mail(manager_of(two), draft, "two@example.org")
    gets_mail(manager_of(three), draft, "three@example.org", every_pick="1")
    first_pick(draft)
    assert deliver_due("mail") == 2
    assert deliver_due("mail") == 0
    called, heard = sorted(mail.outbox, key=lambda message: message.to, reverse=True)
    assert (called.to, called.subject) == (
        ["two@example.org"],
        f"You are on the clock with 1.02 · {draft.division.tournament}",
    )
    assert heard.to == ["three@example.org"]
    assert heard.subject.startswith(f"1.01 (1): {one} took ")
    assert f"On the clock: {two} with 1.02 (2)" in heard.body
    assert f"On deck: {three}." in heard.body
    pause_draft(draft_id=draft.pk, actor=DIRECTOR)
    resume_draft(draft_id=draft.pk, actor=DIRECTOR)
    deliver_due("mail")
    recipients = [message.to for message in mail.outbox]
    assert recipients.count(["two@example.org"]) == 1, "he was called to this turn"


def test_a_turn_that_is_given_back_is_called_anew(draft, manager_of):
    gets_mail(manager_of(teams_of(draft)[0]), draft)
    deliver_due("mail")
    first_pick(draft)
    deliver_due("mail")
    undo_last_pick(draft_id=draft.pk, actor=DIRECTOR, reason="A slip")
    deliver_due("mail")
    assert [message.subject.partition(" ·")[0] for message in mail.outbox] == ["You are on the clock with 1.01"] * 2


def test_every_mail_says_how_to_stop_and_one_press_forgets_the_address(draft, manager_of):
    gets_mail(manager_of(teams_of(draft)[0]), draft)
    deliver_due("mail")
    (message,) = mail.outbox
    stop = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert f"To stop it, open {stop}" in message.body
    assert "/join/" not in message.body
    visitor = Client(enforce_csrf_checks=True)
    shown = visitor.get(stop.removeprefix(SITE))
    assert b"Stop it, and forget the address" in shown.content
    assert b"ann@example.org" not in shown.content
    assert MailFollower.objects.exists(), "a mail program that opens every address has stopped nothing"
    assert visitor.post(stop.removeprefix(SITE), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not MailFollower.objects.exists()
    first_pick(draft)
    assert b"No mail goes to you" in visitor.get("/stop-mail/1:forged/").content


def test_an_address_is_seen_by_its_owner_and_the_director_alone_and_stands_in_no_log_and_no_file(
    draft, manager_of, director_of
):
    own, other = (manager_of(team) for team in teams_of(draft)[:2])
    assert b"Open the link that we mailed to ann@example.org." in wants_mail(own, draft).content
    director = director_of(draft.division.tournament)
    seen = {name: "ann@example.org" in client.get(page(draft)).content.decode() for name, client in
            (("own", own), ("other", other), ("director", director))}  # fmt: skip
    assert seen == {"own": True, "other": False, "director": True}
    acts = Action.objects.filter(verb="set_mail").values_list("sentence", "before", "after", "public")
    assert acts
    assert "ann@example.org" not in str(list(acts))
    assert not {MailFollower, Webhook} & set(owned_models())
    director.post(page(draft, "forget_mail", MailFollower.objects.get().pk))
    assert not MailFollower.objects.exists()


@pytest.mark.parametrize("address", ["ann", "ann@", "a b@example.org", "ann@example.org\nBcc: all@example.org", "@"])
def test_what_is_no_address_is_refused_beside_the_field(draft, manager_of, address):
    answer = wants_mail(manager_of(teams_of(draft)[0]), draft, address)
    assert answer.status_code == 400
    assert b"Enter a complete email address" in answer.content
    assert not MailFollower.objects.exists()


def test_an_installation_without_a_mail_server_says_so_and_delivers_nothing(draft, manager_of, settings):
    client = manager_of(teams_of(draft)[0])
    wants_mail(client, draft)
    settings.EMAIL_HOST = ""
    assert b"This installation sends no mail" in client.get(page(draft)).content
    first_pick(draft)
    assert deliver_due("mail") == 0


def test_an_address_gets_nothing_but_the_link_until_it_is_confirmed(draft, manager_of):
    client = manager_of(teams_of(draft)[0])
    wants_mail(client, draft, every_pick="1")
    first_pick(draft)
    assert deliver_due("mail") == 1
    first_pick_of_next_team(draft)
    assert deliver_due("mail") == 0
    (message,) = mail.outbox
    link = confirmation_link(message)
    visitor = Client(enforce_csrf_checks=True)
    assert b"Confirm address" in visitor.get(link).content
    assert MailFollower.objects.get().confirmed_at is None, "a mail program that opens every link confirms nothing"
    assert b"Your address is confirmed" in client.post(link).content
    wants_mail(client, draft, "another@example.org")
    assert MailFollower.objects.get().confirmed_at is None
    assert b"out of date" in client.get(link).content
    for forged in ("1:ann@example.org", "x:y:forged"):
        assert b"out of date" in client.get(f"/confirm-mail/{forged}/").content


def test_the_same_address_stays_confirmed_when_the_occasion_changes(draft, manager_of):
    client = manager_of(teams_of(draft)[0])
    gets_mail(client, draft)
    answer = wants_mail(client, draft, every_pick="1")
    assert b"Your choice is saved." in answer.content
    assert MailFollower.objects.get().confirmed_at is not None


def test_an_action_marks_followers_due_in_its_own_transaction(draft, manager_of):
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    gets_mail(manager_of(teams_of(draft)[7]), draft)
    deliver_due("mail")
    with transaction.atomic():
        first_pick(draft)
        transaction.set_rollback(True)
    assert not Webhook.objects.filter(due_at__isnull=False).exists()
    first_pick(draft)
    assert Webhook.objects.get().due_at is not None
    follower = MailFollower.objects.get()
    assert follower.due_at is not None
    follower.access.revoked_at = timezone.now()
    follower.access.save()
    assert deliver_due("mail") == 0, "a revoked link gets no more mail"


def test_the_webhook_gets_what_has_happened_since_in_one_message_and_calls_nobody(draft, posted):
    calls, _ = posted
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    deliver_due("webhook")
    assert calls == [], "what was before it is no news"
    first_pick(draft)
    first_pick_of_next_team(draft)
    deliver_due("webhook")
    ((address, content),) = calls
    assert address == HOOK
    assert re.match(r"1\.01 \(1\): .* took .*\n1\.02 \(2\): .* took .*\nOn the clock: .* with 1\.03 \(3\)", content)


def test_a_dead_server_is_tried_again_with_growing_pauses_and_gets_everything_later(draft, director_of, posted):
    calls, faults = posted
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    first_pick(draft)
    waits = [0, 9, 0, 0, 0, 0]
    faults += [CallFailed("hooks.example answered 503", wait) for wait in waits]
    pauses = []
    for _ in waits:
        assert deliver_due("webhook") == 1
        hook = Webhook.objects.get()
        pauses.append(round((hook.due_at - hook.failed_at).total_seconds()))
        assert deliver_due("webhook") == 0, "it waits for the next try"
        make_due(Webhook)
    assert pauses == [5, 9, 120, 300, 600, 600]
    shown = director_of(draft.division.tournament).get(page(draft)).content.decode()
    assert "hooks.example answered 503." in shown
    assert "Next try:" in shown
    assert "secret-of-the-hook" not in shown
    first_pick_of_next_team(draft)
    assert deliver_due("webhook") == 1
    assert [content.count("took") for _, content in calls] == [1] * len(waits) + [2]
    assert "failed" not in director_of(draft.division.tournament).get(page(draft)).content.decode()


def test_a_pick_does_not_shorten_the_pause_of_a_dead_server(draft, posted):
    _, faults = posted
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    first_pick(draft)
    faults.append(CallFailed("hooks.example answered 503"))
    deliver_due("webhook")
    first_pick_of_next_team(draft)
    assert deliver_due("webhook") == 0


def test_after_twelve_hours_the_news_goes_with_the_next_news(draft, posted):
    calls, faults = posted
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    first_pick(draft)
    Webhook.objects.update(tries=deliveries.MAX_TRIES - 1)
    faults.append(CallFailed("hooks.example answered 503"))
    deliver_due("webhook")
    hook = Webhook.objects.get()
    assert (hook.due_at, hook.tries) == (None, 0)
    assert hook.fault == "hooks.example answered 503. The news is sent with the next news."
    first_pick_of_next_team(draft)
    deliver_due("webhook")
    assert calls[-1][1].count("took") == 2


def test_a_turn_that_is_over_when_the_server_is_back_calls_nobody(draft, manager_of, monkeypatch):
    gets_mail(manager_of(teams_of(draft)[0]), draft)
    with monkeypatch.context() as dead:
        dead.setattr(mail.EmailMessage, "send", refuse_connection)
        deliver_due("mail")
    first_pick(draft)
    make_due(MailFollower)
    assert deliver_due("mail") == 1
    assert mail.outbox == []


def refuse_connection(message):
    raise ConnectionRefusedError


def test_a_follower_that_another_worker_has_is_free_when_the_claim_ends(draft, posted):
    calls, _ = posted
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    first_pick(draft)
    assert deliveries.claim_due_follower("webhook") is not None
    assert deliver_due("webhook") == 0
    Webhook.objects.update(taken_until=timezone.now())  # the worker died
    assert deliver_due("webhook") == 1
    assert len(calls) == 1


def test_news_that_comes_during_a_delivery_is_sent_right_after_it(draft, monkeypatch):
    posted_texts = []

    def post(address, document, reach):
        posted_texts.append(document["content"])
        if len(posted_texts) == 1:
            first_pick_of_next_team(draft)

    monkeypatch.setattr(deliveries, "post_json", post)
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    first_pick(draft)
    assert deliver_due("webhook") == 2
    assert ["1.01" in posted_texts[0], "1.02 (2): " in posted_texts[1]] == [True, True]


def test_the_director_sets_tests_replaces_and_takes_away_the_webhook_and_undoes_that(
    draft, director_of, posted, caplog
):
    caplog.set_level(logging.DEBUG)
    tournament, (calls, _) = draft.division.tournament, posted
    client, address = director_of(tournament), page(draft, "set_webhook")
    set_it = client.post(address, {"address": HOOK}, follow=True).content.decode()
    assert "Posted to <strong>hooks.example</strong>" in " ".join(set_it.split())
    client.post(page(draft, "test_news"), {"kind": "webhook"})
    assert "The test is on its way." in client.get(page(draft)).content.decode()
    deliver_due("webhook")
    assert calls == [(HOOK, f"A test: news about the draft of {tournament} will appear here.")]
    client.post(address, {"address": "https://other.example/x"})
    client.post(address, {"take_away": "1"})
    acts = list(Action.objects.filter(verb="set_webhook").order_by("pk"))
    assert [act.sentence for act in acts] == [
        "Draft news is posted to hooks.example.",
        "Draft news is posted to other.example.",
        "Draft news is no longer posted to other.example.",
    ]
    in_use = Webhook.objects.filter(is_in_use=True).values_list("address", flat=True).all
    assert list(in_use()) == []
    assert preview_undo(action=acts[2]).changes == ["The webhook: in use yes, was no."]
    undone = undo_action(action=acts[2], actor=DIRECTOR)
    assert list(in_use()) == ["https://other.example/x"]
    undo_action(action=acts[1], actor=DIRECTOR)
    assert list(in_use()) == [HOOK]
    assert "was changed later" in preview_undo(action=undone).refusal
    everything = str(list(Action.objects.values_list("sentence", "before", "after", "public"))) + caplog.text
    assert "secret-of-the-hook" not in everything


@pytest.mark.parametrize("address", ["http://discord.com/x", "https://", "https://a:b@discord.com/", "x" * 501])
def test_a_webhook_address_that_is_none_is_refused_and_changes_nothing(draft, director_of, address):
    answer = director_of(draft.division.tournament).post(page(draft, "set_webhook"), {"address": address})
    assert answer.status_code == 400
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        *("https://127.0.0.1/x", "https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://192.0.0.8/x"),
        *("https://[64:ff9b:1::a00:1]/x", "https://localhost/x", "https://printer.local/x"),
    ],
)
def test_a_webhook_within_a_network_is_refused_as_it_is_typed(draft, director_of, address):
    answer = director_of(draft.division.tournament).post(page(draft, "set_webhook"), {"address": address})
    assert answer.status_code == 400
    assert b"is not a public internet address" in answer.content
    assert not Webhook.objects.exists()


def test_a_name_that_leads_into_a_network_is_never_called(draft, director_of):
    tournament = draft.division.tournament
    Webhook.objects.create(tournament=tournament, address="https://localhost/x", is_in_use=True)
    first_pick(draft)
    deliver_due("webhook")
    assert "is not a public internet address." in director_of(tournament).get(page(draft)).content.decode()


def test_a_webhook_is_posted_to_a_real_server(draft):
    server = HttpsServer()
    try:
        Webhook.objects.create(tournament=draft.division.tournament, address=server.address, is_in_use=True)
        first_pick(draft)
        deliver_due("webhook", limits=this_machine())
    finally:
        server.close()
    assert b'"allowed_mentions": {"parse": []}' in server.bodies[0]
    assert b"1.01 (1): " in server.bodies[0]


def unwrapped(letter):
    """Join the lines that quoted-printable text breaks."""
    return quopri.decodestring(letter).decode()


class MailServer(socketserver.StreamRequestHandler):
    """So much of SMTP as one message needs."""

    def handle(self):
        self.say("220 ready")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                self.server.letters.append(b"".join(iter(self.rfile.readline, b".\r\n")).decode())
            self.say("221 bye" if word == b"QUIT" else "250 ok")

    def say(self, words):
        self.wfile.write(f"{words}\r\n".encode())


def test_a_mail_reaches_a_real_server(draft, manager_of, settings):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), MailServer) as server:
        server.letters = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        settings.EMAIL_USE_TLS = False
        client = manager_of(teams_of(draft)[0])
        wants_mail(client, draft)
        deliver_due("mail")
        client.post(re.search(r"/confirm-mail/\S+", unwrapped(server.letters[0]))[0])
        deliver_due("mail")
        server.shutdown()
    _, letter = server.letters
    assert "To: ann@example.org" in letter
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in letter


def test_a_mail_server_that_is_away_is_told_on_the_page_and_tried_later(draft, manager_of, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    client = manager_of(teams_of(draft)[0])
    wants_mail(client, draft)
    deliver_due("mail")
    shown = client.get(page(draft)).content.decode()
    assert "The mail server didn&#x27;t accept it: ConnectionRefusedError." in shown
    assert "Next try:" in shown
