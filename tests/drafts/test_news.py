"""Test mail to managers and followers of the draft: confirmation, privacy and unsubscribing."""

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
from drafts.services.deliveries import deliver_due as deliver_draft_news
from tests.drafts.rooms import free_cards, pick, running, teams_of
from tournaments.models import Action, MailFollower, NoticeChannel
from weekend.services.deliveries import deliver_due
from weekend.services.news import collect_news

pytestmark = pytest.mark.django_db
SITE = "https://pennant.example"


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example", SITE


@pytest.fixture
def draft():
    return running(8)


def page(draft, name="notices", *parts):
    return reverse(name, args=[draft.division.tournament.slug, *parts])


def deliver_mail():
    """Send the due mail like a worker, and return the number of messages."""
    collect_news()
    return deliver_draft_news() + deliver_due(NoticeChannel.MAIL)


def wants_mail(client, draft, address="ann@example.org", **more):
    return client.post(page(draft, "set_mail"), {"address": address, **more}, follow=True)


def gets_mail(client, draft, address="ann@example.org", **more):
    """Request mail, and open the link that confirms the email address."""
    wants_mail(client, draft, address, **more)
    deliver_mail()
    client.post(confirmation_link(mail.outbox.pop()))


def confirmation_link(message):
    return re.search(rf"{SITE}(/confirm-mail/\S+)", message.body)[1]


def first_pick(draft):
    return pick(draft, teams_of(draft)[0], free_cards(draft, "CF")[0])


def first_pick_of_next_team(draft):
    return pick(draft, teams_of(draft)[1], free_cards(draft, "SS")[0])


def test_every_email_has_an_unsubscribe_link_that_deletes_the_address(draft, manager_of):
    gets_mail(manager_of(teams_of(draft)[0]), draft)
    deliver_mail()
    (message,) = mail.outbox
    stop = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert f"To stop these emails, open {stop}" in message.body
    assert "/join/" not in message.body
    visitor = Client(enforce_csrf_checks=True)
    shown = visitor.get(stop.removeprefix(SITE))
    assert b"Stop email and delete address" in shown.content
    assert b"ann@example.org" not in shown.content
    assert MailFollower.objects.exists(), "a mail program that opens every address has stopped nothing"
    assert visitor.post(stop.removeprefix(SITE), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not MailFollower.objects.exists()
    first_pick(draft)
    assert b"any more email" in visitor.get("/stop-mail/1:forged/").content


def test_only_its_owner_and_the_director_see_an_address(draft, manager_of, director_of):
    own, second_manager = (manager_of(team) for team in teams_of(draft)[:2])
    assert b"Open the link we emailed to ann@example.org." in wants_mail(own, draft).content
    director = director_of(draft.division.tournament)
    seen = {name: "ann@example.org" in client.get(page(draft)).content.decode() for name, client in
            (("own", own), ("other", second_manager), ("director", director))}  # fmt: skip
    assert seen == {"own": True, "other": False, "director": True}
    changes = Action.objects.filter(verb="set_mail").values_list("sentence", "before", "after", "public")
    assert changes
    assert "ann@example.org" not in str(list(changes))
    assert MailFollower not in owned_models()
    director.post(page(draft, "forget_mail", MailFollower.objects.get().pk))
    assert not MailFollower.objects.exists()


@pytest.mark.parametrize("address", ["ann", "ann@", "a b@example.org", "ann@example.org\nBcc: all@example.org", "@"])
def test_rejects_an_invalid_address_with_a_field_error(draft, manager_of, address):
    answer = wants_mail(manager_of(teams_of(draft)[0]), draft, address)
    assert answer.status_code == 400
    assert b"Enter a complete email address" in answer.content
    assert not MailFollower.objects.exists()


def test_installation_without_a_mail_server_sends_nothing(draft, manager_of, settings):
    client = manager_of(teams_of(draft)[0])
    wants_mail(client, draft)
    settings.EMAIL_HOST = ""
    assert b"This installation doesn't send email" in client.get(page(draft)).content
    first_pick(draft)
    assert deliver_mail() == 0


def test_unconfirmed_address_receives_only_the_confirmation_link(draft, manager_of):
    client = manager_of(teams_of(draft)[0])
    wants_mail(client, draft, every_pick="1")
    first_pick(draft)
    assert deliver_mail() == 1
    first_pick_of_next_team(draft)
    assert deliver_mail() == 0
    (message,) = mail.outbox
    link = confirmation_link(message)
    visitor = Client(enforce_csrf_checks=True)
    assert b"Confirm address" in visitor.get(link).content
    assert MailFollower.objects.get().confirmed_at is None, "a mail program that opens every link confirms nothing"
    assert b"Your address is confirmed" in client.post(link).content
    wants_mail(client, draft, "another@example.org")
    assert MailFollower.objects.get().confirmed_at is None
    assert b"has expired" in client.get(link).content
    for forged in ("1:ann@example.org", "x:y:forged"):
        assert b"has expired" in client.get(f"/confirm-mail/{forged}/").content


def test_address_stays_confirmed_after_a_change_of_notifications(draft, manager_of):
    client = manager_of(teams_of(draft)[0])
    gets_mail(client, draft)
    answer = wants_mail(client, draft, every_pick="1")
    assert b"Your choice has been saved." in answer.content
    assert MailFollower.objects.get().confirmed_at is not None


def test_action_marks_followers_due_in_its_own_transaction(draft, manager_of):
    gets_mail(manager_of(teams_of(draft)[7]), draft, every_pick="1")
    deliver_mail()
    with transaction.atomic():
        first_pick(draft)
        transaction.set_rollback(True)
    assert not MailFollower.objects.filter(due_at__isnull=False).exists()
    first_pick(draft)
    follower = MailFollower.objects.get()
    assert follower.due_at is not None
    follower.access.revoked_at = timezone.now()
    follower.access.save()
    assert deliver_mail() == 0, "a revoked link gets no more mail"


def test_follower_gets_several_picks_in_a_single_email(draft, manager_of):
    team = teams_of(draft)[7]
    gets_mail(manager_of(team), draft, every_pick="1")
    first_pick(draft)
    first_pick_of_next_team(draft)
    deliver_mail()
    (message,) = mail.outbox
    picks = r"1\.01 \(1\): .* took .*\n1\.02 \(2\): .* took .*\nOn the clock: .* with 1\.03 \(3\)"
    assert re.search(picks, message.body)
    assert deliver_mail() == 0


def unwrapped(letter):
    """Join the lines that quoted-printable text breaks."""
    return quopri.decodestring(letter).decode()


class MailServer(socketserver.StreamRequestHandler):
    """The part of SMTP that a single message needs."""

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


def test_email_reaches_a_real_smtp_server(draft, manager_of, settings):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), MailServer) as server:
        server.letters = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        settings.EMAIL_USE_TLS = False
        client = manager_of(teams_of(draft)[0])
        wants_mail(client, draft)
        deliver_mail()
        client.post(re.search(r"/confirm-mail/\S+", unwrapped(server.letters[0]))[0])
        deliver_mail()
        server.shutdown()
    _, letter = server.letters
    assert "To: ann@example.org" in letter
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in letter


def test_unavailable_mail_server_is_reported_and_retried(draft, manager_of, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    client = manager_of(teams_of(draft)[0])
    wants_mail(client, draft)
    deliver_mail()
    shown = client.get(page(draft)).content.decode()
    assert "The mail server didn&#x27;t accept it: ConnectionRefusedError." in shown
    assert "Next try:" in shown
