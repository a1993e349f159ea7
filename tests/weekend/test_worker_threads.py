"""Test a laptop's worker: long odds, imports and a silent mail server don't delay the draft clock or printing."""

import socket
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from kombu import Connection

from backups.tasks import import_tournament_file
from drafts.models import Draft, Pick
from drafts.tasks import enforce_draft_clock
from tabletop.tasks import work_out_odds
from tests.drafts.rooms import running
from tests.factories import ManagerAccessFactory
from tests.paper_league import PaperLeague
from tests.weekend.test_print_pack_workers import ROOT, Workers, state_of, wait_until
from tournaments.action_log.writing import Actor
from tournaments.models import MailFollower
from weekend.models import PrintPack
from weekend.services.print_packs import request_print_pack

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.worker]
LONG_JOBS = 6
PATIENCE = 300  # seconds; a busy machine takes long to start a worker


class PausedWorker59(Workers):
    """A laptop's worker whose odds and imports last until the test ends them."""

    @property
    def end(self) -> Path:
        return self.folder / "end"

    def start_paused(self, **environment: str) -> None:
        with (self.folder / "worker.log").open("wb") as log:
            self.running.append(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.drills.held_worker", str(self.end)],
                    cwd=ROOT,
                    env={**self.environment, **environment, "PENNANT_BACKUPS": "false"},
                    stdout=log,
                    stderr=log,
                )
            )

    def connect(self) -> Connection:
        """Open the queues that the worker consumes."""
        transport = None if settings.REDIS_URL else settings.CELERY_BROKER_TRANSPORT
        return Connection(self.broker, transport=transport, transport_options=self._transport())

    def send_alarm(self, draft: Draft) -> None:
        with self.connect() as broker:
            enforce_draft_clock.apply_async((draft.pk,), connection=broker, eta=draft.deadline)

    def send_long_jobs(self) -> None:
        with self.connect() as broker:
            for number in range(LONG_JOBS):
                work_out_odds.apply_async((number,), connection=broker)
                import_tournament_file.apply_async((LONG_JOBS + number,), connection=broker)

    def started_jobs(self) -> set[int]:
        return {int(file.name.rpartition("-")[2]) for file in self.folder.glob("end-*")}


@pytest.fixture
def worker(tmp_path):
    worker = PausedWorker59(tmp_path)
    yield worker
    worker.end.touch()
    worker.stop()


@pytest.fixture
def silent_mail_server():
    """Accept connections without ever responding."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def follow_draft(draft: Draft) -> None:
    access = ManagerAccessFactory(team=draft.division.teams.first())
    MailFollower.objects.create(
        tournament=draft.division.tournament,
        access=access,
        address="follower@example.org",
        every_pick=True,
        confirmed_at=timezone.now(),
        due_at=timezone.now(),
    )


def test_long_jobs_and_slow_mail_do_not_delay_clock_or_printing(worker, silent_mail_server):
    draft = running(8, seconds_per_pick=3600, on_expiry=Draft.OnExpiry.AUTO_PICK)
    follow_draft(draft)
    pack = request_print_pack(tournament=PaperLeague(8).tournament, round_number=2, actor=Actor("Director"))
    worker.send_long_jobs()
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(silent_mail_server), "EMAIL_USE_TLS": "false"}
    worker.start_paused(**mail, PUBLIC_URL="https://pennant.example")
    wait_until(lambda: len(worker.started_jobs()) == 3, PATIENCE)  # the odds and two imports
    worker.send(pack)
    wait_until(lambda: state_of(pack) == PrintPack.State.DONE, PATIENCE)
    draft.deadline = timezone.now() + timedelta(seconds=1)
    draft.save(update_fields=["deadline"])
    worker.send_alarm(draft)
    wait_until(Pick.objects.exists, PATIENCE)
    assert len(worker.started_jobs()) == 3
    worker.end.touch()
    wait_until(lambda: len(worker.started_jobs()) == 2 * LONG_JOBS, PATIENCE)
