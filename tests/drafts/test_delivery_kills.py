"""Test killing a worker while the mail server is slow, rejects mail or is down: every message arrives, at most twice.

This test kills it three times. `python -m tests.drills --deliveries 100` kills it a hundred times.
"""

import os
import quopri
import random
import re
import signal
import socketserver
import threading
import time
from collections import Counter

import pytest
from django.utils import timezone

from drafts.models import Draft
from drafts.services.expiry import enforce_expiry
from tests.drafts.rooms import on_the_clock, running
from tests.factories import ManagerAccessFactory
from tournaments.models import Action, Delivery, MailFollower, NewsPosition

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.worker]
KILLS = int(os.environ.get("PENNANT_DELIVERY_KILLS", "3"))
MODES = ("slow", "refusing", "dead")
KILLS_TO_CATCH_UP = 15  # a message has the last 20 events
SECONDS = 90


class MailServer(socketserver.StreamRequestHandler):
    """An SMTP server that takes half a second per message, rejects it, or disconnects at once."""

    def handle(self):
        if self.server.mode == "dead":
            return
        self.say("220 ready")
        for line in self.rfile:
            command = line[:4].upper()
            if command == b"DATA":
                self.receive()
            else:
                self.say("221 bye" if command == b"QUIT" else "250 ok")

    def receive(self):
        if self.server.mode == "refusing":
            self.say("451 try again later")
            return
        self.say("354 go on")
        letter = b"".join(iter(self.rfile.readline, b".\r\n"))
        time.sleep(0.5)
        self.server.letters.append(quopri.decodestring(letter).decode())
        self.say("250 ok")

    def say(self, words):
        self.wfile.write(f"{words}\r\n".encode())


class QuietServer(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignore the error when a killed worker disconnects in the middle of a message."""


@pytest.fixture
def server():
    with QuietServer(("127.0.0.1", 0), MailServer) as server:
        server.letters, server.mode = [], "slow"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def follow_every_pick(draft, address):
    access = ManagerAccessFactory(team=draft.division.teams.first())
    tournament = draft.division.tournament
    MailFollower.objects.create(
        tournament=tournament, access=access, address=address, every_pick=True, confirmed_at=timezone.now()
    )


def let_time_run_out(draft):
    """Let the clock expire, so the program picks for the team on the clock."""
    Draft.objects.filter(pk=draft.pk).update(deadline=timezone.now())
    enforce_expiry(draft_id=draft.pk)


def call_every_manager(draft):
    """Give every team a manager who gets mail when the team is on the clock."""
    for team in draft.division.teams.all():
        access = ManagerAccessFactory(team=team)
        address = f"manager{team.pk}@example.org"
        MailFollower.objects.create(
            tournament=team.tournament, access=access, address=address, confirmed_at=timezone.now()
        )


def pick_lines(letters, address):
    """Return how often each pick appears in the mail to this address."""
    received = [letter for letter in letters if f"To: {address}" in letter]
    return Counter(line for letter in received for line in re.findall(r"^\d+\.\d+ \(\d+\): .* took .*$", letter, re.M))


def test_killed_workers_lose_no_notification(server, start_worker):
    draft = running(8, seconds_per_pick=3600, on_expiry=Draft.OnExpiry.AUTO_PICK)
    addresses = [f"follower{number}@example.org" for number in range(3)]
    for address in addresses:
        follow_every_pick(draft, address)
    call_every_manager(draft)
    settings = {
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(server.server_address[1]),
        "EMAIL_USE_TLS": "false",
        "PUBLIC_URL": "https://pennant.example",
        "PENNANT_BACKUPS": "false",
    }
    chance = random.Random(2026)
    worker = start_worker(**settings)
    for number in range(KILLS):
        server.mode = MODES[number % len(MODES)]
        make_retries_due()
        let_time_run_out(draft)
        wait_for_try(server.mode)
        time.sleep(chance.uniform(0, 0.5))
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
        worker = start_worker(**settings)
        if number % KILLS_TO_CATCH_UP == KILLS_TO_CATCH_UP - 1:
            server.mode = "slow"
            make_retries_due()
            wait_until_delivered()
    server.mode = "slow"
    make_retries_due()
    wait_until_delivered()
    picks = Action.objects.filter(verb="make_pick").count()
    assert picks == KILLS
    slow_kills = len(range(0, KILLS, len(MODES)))
    for address in addresses:
        lines = pick_lines(server.letters, address)
        assert len(lines) == picks
        assert max(lines.values()) <= 1 + slow_kills, "a message is repeated only if a worker died as it was accepted"
    last = on_the_clock(draft)
    calls = [letter for letter in server.letters if f"To: manager{last.pk}@example.org" in letter]
    current_calls = [letter for letter in calls if f"({KILLS + 1})" in letter]
    assert 1 <= len(current_calls) <= 1 + slow_kills


def wait_for_try(mode):
    """Wait until a worker claims a follower's message or fails to send it."""
    before = delivery_states()
    deadline = time.monotonic() + SECONDS
    while delivery_states() == before:
        assert time.monotonic() < deadline, f"no worker tried to deliver to a {mode} server"
        time.sleep(0.02)


def delivery_states():
    return list(MailFollower.objects.order_by("pk").values_list("taken_until", "failed_at"))


def make_retries_due():
    for rows in (MailFollower.objects, Delivery.objects):
        rows.exclude(due_at=None).update(due_at=timezone.now())


def is_anything_due():
    """Return whether the log has actions without messages, or a message is waiting."""
    newest = Action.objects.latest("pk").pk
    is_read = NewsPosition.objects.filter(action=newest).exists()
    outboxes = (MailFollower.objects, Delivery.objects)
    return not is_read or any(rows.exclude(due_at=None).exists() for rows in outboxes)


def wait_until_delivered():
    deadline = time.monotonic() + SECONDS
    while is_anything_due():
        assert time.monotonic() < deadline, "not delivered in time"
        make_retries_due()
        time.sleep(0.2)
