"""Test print packs with real Celery workers on the run's broker: killed midway, resumed, and never built twice."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.test import Client
from kombu import Connection

from drafts.card_files import card_file
from drafts.models import CardSet, CardUpload
from drafts.services.card_uploads import queue_upload
from tests.conftest import signed_in
from tests.drafts.pools import make_pool
from tests.factories import AccessFactory
from tests.paper_league import PaperLeague
from tests.pdf_reading import pages_of
from tests.redis_numbers import moved
from tournaments.action_log.writing import Actor
from weekend.models import PrintPack, PrintPackPart
from weekend.services.print_packs import request_print_pack
from weekend.tasks import make_print_pack

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.worker]

ROOT = Path(__file__).resolve().parents[2]
SILENT = 3  # seconds; twenty would be too long for a test
SHEETS = 7 + 14 + 14


class Workers:
    """Workers on this test's database and their own queue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # the server's next database number, so that no other worker takes these tasks
        self.broker = moved(settings.REDIS_URL, 1) if settings.REDIS_URL else "filesystem://"
        self.environment = {
            **os.environ,
            "DATABASE_URL": _database_url(),
            "REDIS_URL": self.broker if settings.REDIS_URL else "",
            "PENNANT_DATA": str(folder),
            "PRINT_PACK_SILENT_SECONDS": str(SILENT),
            "LOG_LEVEL": "INFO",
        }
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Start the worker like `make run`, in its own process group."""
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "threads", "--concurrency", "2"]
        quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--hostname", f"{name}@%h"]
        with (self.folder / f"{name}.log").open("wb") as log:
            worker = subprocess.Popen(
                [*command, *quiet], cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        self.running.append(worker)
        return worker

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def send(self, pack: PrintPack) -> None:
        """Put the pack into these workers' queue."""
        transport = None if settings.REDIS_URL else settings.CELERY_BROKER_TRANSPORT
        with Connection(self.broker, transport=transport, transport_options=self._transport()) as broker:
            make_print_pack.apply_async((pack.pk,), connection=broker)

    def _transport(self) -> dict[str, str]:
        if settings.REDIS_URL:
            return {}
        queue = self.folder / "queue"
        queue.mkdir(exist_ok=True)
        return {"folder": str(queue)}

    def stop(self) -> None:
        for worker in self.running:
            if worker.poll() is None:
                worker.kill()
            worker.wait(60)
        for log in sorted(self.folder.glob("*.log")):  # pytest shows them when a test fails
            sys.stdout.write(f"--- {log.name}\n{log.read_text()}")
        if settings.REDIS_URL:
            with Connection(self.broker) as broker:
                broker.default_channel.client.flushdb()


def _database_url() -> str:
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{facts['NAME']}"
    address = urlsplit(os.environ["DATABASE_URL"])
    return address._replace(path=f"/{facts['NAME']}").geturl()


@pytest.fixture
def workers(tmp_path):
    crew = Workers(tmp_path)
    yield crew
    crew.stop()


@pytest.fixture
def pack():
    league = PaperLeague(14, played=6)
    return request_print_pack(tournament=league.tournament, round_number=7, actor=Actor("Director"))


@pytest.fixture
def short_pack():
    """Create a pack for tests that don't need to catch a worker midway."""
    return request_print_pack(tournament=PaperLeague(8).tournament, round_number=2, actor=Actor("Director"))


def wait_until(condition, seconds=120):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.04)
    raise AssertionError(f"not within {seconds} seconds")


def state_of(pack):
    return PrintPack.objects.values_list("state", flat=True).get(pk=pack.pk)


def row_number(pack):
    """Return the ID that the next stored part would get. IDs are never reused."""
    probe = PrintPackPart.objects.create(pack=pack, number=999, content=b"")
    number = probe.pk
    probe.delete()
    return number


def parts_made_since(before, pack):
    """Return how many parts were stored between two IDs."""
    return row_number(pack) - before - 1


@contextmanager
def stopped(worker):
    """Suspend the worker between two writes, like a laptop with a closed lid."""
    for _ in range(1000):
        os.kill(worker.pid, signal.SIGSTOP)
        wait_until(lambda: _is_stopped(worker.pid))
        if not _holds_a_lock():
            break
        os.kill(worker.pid, signal.SIGCONT)
        time.sleep(0.003)
    else:
        raise AssertionError("the worker was never between two writes")
    yield
    os.kill(worker.pid, signal.SIGCONT)


def _is_stopped(pid: int) -> bool:
    """Return whether all of its threads have stopped, because a thread that waits for the disk stops only afterward."""
    states = (thread.joinpath("stat").read_text().rpartition(")")[2].split()[0] for thread in _threads(pid))
    return all(state == "T" for state in states)


def _threads(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())


def _holds_a_lock() -> bool:
    """Return whether a write would have to wait for a suspended worker."""
    try:
        if connection.vendor == "sqlite":
            with closing(
                sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
            ) as second_connection:
                second_connection.execute("BEGIN IMMEDIATE")
                second_connection.execute("ROLLBACK")
        else:
            with transaction.atomic():
                list(PrintPack.objects.select_for_update(nowait=True))
    except (sqlite3.OperationalError, OperationalError):
        return True
    return False


def director(pack) -> Client:
    return signed_in(AccessFactory(tournament=pack.tournament))


def kill_in_the_middle(workers, pack):
    """Kill a worker with kill -9 after some sheets. Return how many are stored."""
    before = row_number(pack)
    worker = workers.start("first")
    workers.send(pack)
    wait_until(lambda: PrintPackPart.objects.filter(pack=pack).count() >= 3)
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait(60)
    part_count = PrintPackPart.objects.filter(pack=pack).count()
    assert 3 <= part_count < SHEETS, "the worker was quicker than the test"
    assert state_of(pack) == "running"
    return before, part_count


def test_killed_worker_is_reported_and_the_next_worker_resumes(workers, pack):
    before, part_count = kill_in_the_middle(workers, pack)
    client = director(pack)
    address = f"/t/{pack.tournament.slug}/print/pack/{pack.pk}/"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(settings, "PRINT_PACK_SILENT_SECONDS", SILENT)
        wait_until(lambda: "The worker hasn&#x27;t responded for" in client.get(address).content.decode(), SILENT + 60)
        assert f"after {part_count} of {SHEETS} sheets" in client.get(address).content.decode()
    workers.start("second")
    wait_until(lambda: state_of(pack) == "done")
    pack.refresh_from_db()
    assert len(pages_of(bytes(pack.content))) == SHEETS
    assert parts_made_since(before, pack) == SHEETS, "what the first worker had made was made again"
    assert f"resumed after {part_count} of {SHEETS} parts" in workers.log("second")


def test_new_worker_resumes_a_pack_after_the_old_claim_expires(workers, pack):
    before, part_count = kill_in_the_middle(workers, pack)
    workers.start("second")
    wait_until(lambda: state_of(pack) == "done")
    assert parts_made_since(before, pack) == SHEETS
    assert f"resumed after {part_count} of {SHEETS} parts" in workers.log("second")


def test_next_worker_makes_packs_with_no_worker_or_a_lost_message(workers, short_pack):
    workers.start("late")
    wait_until(lambda: state_of(short_pack) == "done")
    lost = request_print_pack(tournament=short_pack.tournament, round_number=2, actor=Actor("Director"))
    wait_until(lambda: state_of(lost) == "done")


def test_two_workers_with_repeated_tasks_make_the_pack_once(workers, pack):
    before = row_number(pack)
    workers.start("one")
    workers.start("two")
    for _ in range(6):
        workers.send(pack)
    wait_until(lambda: state_of(pack) == "done")
    time.sleep(1)  # a second worker would have started by now
    assert parts_made_since(before, pack) == SHEETS
    pack.refresh_from_db()
    assert len(pages_of(bytes(pack.content))) == SHEETS


def test_paused_worker_yields_its_pack_to_the_new_worker(workers, pack):
    before = row_number(pack)
    sleeper = workers.start("sleeper")
    workers.send(pack)
    wait_until(lambda: PrintPackPart.objects.filter(pack=pack).count() >= 3)
    with stopped(sleeper):
        assert state_of(pack) == "running"
        workers.start("other")
        wait_until(lambda: state_of(pack) == "done")
    time.sleep(1)  # the resumed worker would write now
    assert state_of(pack) == "done"
    assert parts_made_since(before, pack) == SHEETS
    pack.refresh_from_db()
    assert len(pages_of(bytes(pack.content))) == SHEETS


def test_canceling_stops_a_running_worker(workers, pack):
    workers.start("one")
    workers.send(pack)
    wait_until(lambda: PrintPackPart.objects.filter(pack=pack).count() >= 2)
    client = director(pack)
    client.post(f"/t/{pack.tournament.slug}/print/pack/{pack.pk}/cancel/")
    time.sleep(0.5)
    assert state_of(pack) == "cancelled"
    assert not PrintPackPart.objects.filter(pack=pack).exists()


@pytest.fixture
def long_file():
    pool = make_pool(teams=40, name="Long")
    content = card_file(pool)
    pool.delete()
    return queue_upload(
        name="Mine", system="strat_o_matic", replace=False, file_name="mine.xlsx", content=content, rows=840
    )


def test_card_import_finishes_after_its_first_worker_is_killed(workers, long_file):
    def upload():
        return CardUpload.objects.defer("content").get(pk=long_file.pk)

    first = workers.start("first")
    wait_until(lambda: upload().rows_done >= 100)
    first.kill()
    first.wait(60)
    assert upload().state == "done" or not CardSet.objects.exists()
    workers.start("second")
    wait_until(lambda: upload().state == "done")
    card_set = CardSet.objects.get()
    assert (card_set.name, upload().card_set) == ("Mine", card_set)
    assert card_set.cards.count() > 700
