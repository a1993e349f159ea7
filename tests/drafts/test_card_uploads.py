"""Test that the worker loads long card files with progress, in full or not at all, and that a page reports it."""

import html
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu.exceptions import OperationalError
from openpyxl import load_workbook

from core.job_queue import celery_app
from drafts.card_files import card_file
from drafts.models import CardSet, CardUpload
from drafts.services import card_uploads
from drafts.tasks import read_card_upload
from tests.drafts.pools import make_pool
from tests.factories import CardSetFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tournaments import long_work
from tournaments.long_work import silent_after

pytestmark = [pytest.mark.django_db, pytest.mark.database]
TEAMS = 25  # 500 cards: too many to load during the request


@pytest.fixture
def director(director_of: Callable[..., Client]) -> Client:
    return director_of(TournamentFactory())


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """Collect the jobs sent to the worker's queue."""
    tasks: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(celery_app(), "send_task", lambda name, args, **_: tasks.append((name, args)), raising=False)
    return tasks


@pytest.fixture(scope="module")
def _long_files() -> dict[str, bytes]:
    return {}


@pytest.fixture
def long_file(_long_files: dict[str, bytes]) -> bytes:
    if not _long_files:
        pool = make_pool(teams=TEAMS, name="Long")
        _long_files["cards"] = card_file(pool)
        pool.delete()
    return _long_files["cards"]


def spoiled(content: bytes) -> bytes:
    book = load_workbook(io.BytesIO(content))
    book["Players"]["H400"] = "4O5"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def send(client: Client, content: bytes, name: str = "Mine", **more: str) -> Any:
    file = SimpleUploadedFile("my cards.xlsx", content)
    form = {"upload-name": name, "upload-system": "strat_o_matic", "upload-file": file, **more}
    return client.post(reverse("upload_cards"), form, follow=True)


def page_of(client: Client, upload: CardUpload) -> str:
    return client.get(reverse("card_upload", args=[upload.pk])).text


def queued(content: bytes, **more: Any) -> CardUpload:
    facts = {"name": "Mine", "system": "strat_o_matic", "replace": False, "file_name": "my cards.xlsx", "rows": 600}
    return card_uploads.queue_upload(**{**facts, "content": content, **more})


def test_large_upload_runs_in_the_worker_and_shows_progress(
    director: Client, long_file: bytes, sent: list[Any]
) -> None:
    answer = send(director, long_file)
    upload = CardUpload.objects.get()
    assert answer.request["PATH_INFO"] == reverse("card_upload", args=[upload.pk])
    assert sent == [("drafts.read_card_upload", [upload.pk])]
    assert "Waiting for a free worker." in answer.text
    assert not CardSet.objects.exists()
    now = timezone.now()
    CardUpload.objects.update(state="running", beat_at=now, rows_done=300)
    page = page_of(director, upload)
    assert f"Reading: 300 of {upload.rows_total:,} rows. Nothing has been saved yet." in page
    assert 'value="300"' in page
    assert 'data-reload="1000"' in page
    CardUpload.objects.update(state="waiting", beat_at=None)
    read_card_upload(upload.pk)
    page = page_of(director, upload)
    assert "“Mine” has been saved." in page
    assert "data-reload" not in page
    card_set = CardSet.objects.get()
    assert reverse("card_set", args=[card_set.pk]) in page
    assert (card_set.name, card_set.cards.count() > 400) == ("Mine", True)
    upload.refresh_from_db()
    assert upload.content is None
    assert "Mine</a>, from" in director.get(reverse("card_sets")).text


def test_progress_increases_during_the_import(long_file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    real = long_work.report

    def noted(upload: Any, **facts: Any) -> bool:
        seen.append(facts.get("rows_done", -1))
        return real(upload, **facts)

    monkeypatch.setattr("drafts.tasks.report", noted)
    upload = queued(long_file)
    read_card_upload(upload.pk)
    assert seen == [0, 100, 200, 300, 400, 500, 600, 600]
    assert CardUpload.objects.get().state == "done"


def test_invalid_large_file_lists_its_errors_and_saves_nothing(director: Client, long_file: bytes) -> None:
    send(director, spoiled(long_file))
    upload = CardUpload.objects.get()
    read_card_upload(upload.pk)
    page = page_of(director, upload)
    assert "Nothing was saved. The file has 1 error." in page
    assert '<td>Players</td><td class="n">400</td>' in as_single_line(page)
    assert "“4O5” is not a whole number" in page
    assert not CardSet.objects.exists()


def test_rejects_a_name_taken_during_the_import(director: Client, long_file: bytes) -> None:
    upload = queued(long_file)
    CardSetFactory(name="Mine")
    read_card_upload(upload.pk)
    assert "There is already a card set named “Mine”. Nothing was changed." in page_of(director, upload)
    assert CardSet.objects.get().cards.count() == 0


def test_canceled_upload_is_not_saved_even_after_parsing(
    director: Client, long_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = queued(long_file)
    real = long_work.hold_work

    def cancel_first(work: Any) -> bool:
        CardUpload.objects.update(state="cancelled")
        return real(work)

    monkeypatch.setattr(card_uploads, "hold_work", cancel_first)
    read_card_upload(upload.pk)
    assert not CardSet.objects.exists()
    assert "Nothing was saved." in page_of(director, upload)


def test_cancel_stops_the_import(director: Client, long_file: bytes) -> None:
    send(director, long_file)
    upload = CardUpload.objects.get()
    director.post(reverse("cancel_card_upload", args=[upload.pk]))
    read_card_upload(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.content) == ("cancelled", None)
    assert not CardSet.objects.exists()
    answer = director.post(reverse("cancel_card_upload", args=[upload.pk]), follow=True)
    assert "This file is no longer being read." in answer.text


def test_another_worker_imports_the_file_after_a_worker_dies(
    director: Client, long_file: bytes, sent: list[Any]
) -> None:
    upload = queued(long_file)
    answer = director.post(reverse("resume_card_upload", args=[upload.pk]), follow=True)
    assert "isn't waiting for a worker" in html.unescape(answer.text)
    long_ago = timezone.now() - silent_after() - timedelta(seconds=5)
    CardUpload.objects.update(state="running", beat_at=long_ago, rows_done=200)
    assert "Is a worker running?" in page_of(director, upload)
    director.post(reverse("resume_card_upload", args=[upload.pk]))
    assert sent == [("drafts.read_card_upload", [upload.pk])]
    read_card_upload(upload.pk)
    assert CardSet.objects.get().name == "Mine"


def test_reports_an_unavailable_queue(director: Client, long_file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(celery_app(), "send_task", down, raising=False)
    assert "The job queue isn&#x27;t responding. The file has been saved" in send(director, long_file).text
    assert CardUpload.objects.get().state == "waiting"


def test_limits_pending_uploads_and_deletes_old_uploads(director: Client, long_file: bytes) -> None:
    for _ in range(5):
        queued(b"")
    answer = send(director, long_file)
    assert "5 large files are already being read" in answer.context["upload_form"].errors["file"][0]
    CardUpload.objects.update(state="failed")
    for _ in range(8):
        queued(b"")
        CardUpload.objects.update(state="failed")
    assert CardUpload.objects.count() == 10


def test_others_cannot_see_or_cancel_an_upload(manager_of: Callable[..., Client]) -> None:
    upload = queued(b"")
    manager = manager_of(TeamFactory())
    for client in (manager, Client()):
        assert client.get(reverse("card_upload", args=[upload.pk])).status_code == 403
        assert client.post(reverse("cancel_card_upload", args=[upload.pk])).status_code == 403
    assert CardUpload.objects.get().state == "waiting"
