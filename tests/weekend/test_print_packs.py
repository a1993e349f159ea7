"""Test print packs: built part by part, canceled, resumed, never built twice, with their status on the page."""

import re
from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import timezone

from core.errors import Refused
from core.job_queue import celery_app
from tests.factories import TournamentFactory
from tests.markup import as_single_line
from tests.paper_league import PaperLeague
from tests.pdf_reading import pages_of
from tests.refusing import refuses
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor
from tournaments.long_work import report, report_failure, silent_after
from tournaments.models import Action, Series
from weekend.models import PrintPack, PrintPackPart
from weekend.pack_contents import parts_of
from weekend.refusals import PrintPackRefusal
from weekend.services.print_packs import (
    bind,
    cancel_print_pack,
    claim,
    make_parts,
    request_print_pack,
)
from weekend.tasks import make_print_pack

pytestmark = pytest.mark.django_db
DESK = Actor("Director")


@pytest.fixture(scope="module")
def league_of_the_file(shared_rows):
    with shared_rows(lambda: PaperLeague(8, played=1)) as league:
        yield league


@pytest.fixture
def league(league_of_the_file):
    return deepcopy(league_of_the_file)


def pack_of(league, number=2, **more):
    return request_print_pack(tournament=league.tournament, round_number=number, actor=DESK, **more)


def fallen_silent(pack):
    """Set the worker's last activity back a minute."""
    PrintPack.objects.filter(pk=pack.pk).update(beat_at=timezone.now() - timedelta(minutes=1))


def test_pack_has_score_cards_then_sheets_and_team_sheets(league):
    pack = pack_of(league, address="https://pennant.example")
    make_print_pack(pack.pk)
    pack.refresh_from_db()
    assert (pack.state, pack.parts_done, pack.parts_total) == ("done", 20, 20)
    pages = pages_of(bytes(pack.content))
    assert len(pages) == 20
    assert all("Series score card · Round 2" in page for page in pages[:4])
    for place, team in enumerate(league.teams):
        assert f"{team.name} · Pitching sheet, current · page 1 of 1" in pages[4 + place]
        assert f"{team.name} · Team sheet (T0.03) · page 1 of 1" in pages[12 + place]
    assert not PrintPackPart.objects.exists(), "the parts are in the pack now"


def test_team_with_a_bye_gets_its_sheets():
    league = PaperLeague(9)
    pack = pack_of(league, 1)
    make_print_pack(pack.pk)
    pack.refresh_from_db()
    assert pack.parts_total == 4 + 9 + 9


def test_playoff_pack_has_only_the_teams_in_the_series(league):
    home, away = league.teams[:2]
    Series.objects.create(
        tournament=league.tournament, stage="playoff", round=1, home=home, away=away, games_planned=5, is_best_of=True
    )
    pack = pack_of(league, 1, stage="playoff")
    make_print_pack(pack.pk)
    pack.refresh_from_db()
    assert pack.parts_total == 1 + 2 + 2
    assert "best of 5" in pages_of(bytes(pack.content))[0]


@pytest.mark.database
def test_second_request_returns_the_pack_in_progress(league):
    assert pack_of(league).pk == pack_of(league).pk
    assert pack_of(league, 3).pk != pack_of(league).pk
    assert Action.objects.filter(verb=Verb.ASK_FOR_PRINT_PACK).count() == 2


def test_rejects_a_round_that_is_not_on_the_schedule(league):
    with refuses(PrintPackRefusal.NO_SUCH_ROUND) as refused:
        pack_of(league, 99)
    assert refused.value.ruling.facts == {"round": 99}
    with pytest.raises(Refused):
        request_print_pack(tournament=TournamentFactory(), round_number=1, actor=DESK)
    assert not PrintPack.objects.exists()


@pytest.mark.database
def test_only_one_worker_can_claim_a_pack(league):
    pack = pack_of(league)
    assert claim(pack.pk, timezone.now()) is not None
    assert claim(pack.pk, timezone.now()) is None


@pytest.mark.database
def test_silent_workers_pack_resumes_from_its_last_part(league):
    pack = pack_of(league)
    first = claim(pack.pk, timezone.now())
    parts = parts_of(first)
    made = []

    def dies(number, part):
        def make():
            if number == 7:
                raise SystemExit
            made.append(number)
            return part()

        return make

    with pytest.raises(SystemExit):
        make_parts(first, [dies(number, part) for number, part in enumerate(parts)])
    parts_before = set(PrintPackPart.objects.values_list("pk", flat=True))
    assert len(parts_before) == 7
    fallen_silent(pack)
    make_print_pack(pack.pk)
    pack.refresh_from_db()
    assert pack.state == "done"
    assert len(pages_of(bytes(pack.content))) == 20


def test_finished_parts_are_reused(league):
    pack = pack_of(league)
    first = claim(pack.pk, timezone.now())
    calls = []
    parts = [lambda n=n, part=part: calls.append(n) or part() for n, part in enumerate(parts_of(first))]
    stop = parts[:5] + [lambda: (_ for _ in ()).throw(SystemExit)] + parts[6:]
    with pytest.raises(SystemExit):
        make_parts(first, stop)
    fallen_silent(pack)
    second = claim(pack.pk, timezone.now())
    assert make_parts(second, parts)
    assert calls == list(range(20))


@pytest.mark.database
def test_presumed_dead_worker_stops_when_it_wakes_up(league):
    pack = pack_of(league)
    slow = claim(pack.pk, timezone.now())
    fallen_silent(pack)
    quick = claim(pack.pk, timezone.now())
    assert make_parts(slow, parts_of(slow)) is False
    assert not PrintPackPart.objects.exists(), "the slow one wrote nothing"
    assert make_parts(quick, parts_of(quick))
    assert bind(slow) is False
    report_failure(slow, "too late")
    assert bind(quick)
    pack.refresh_from_db()
    assert (pack.state, pack.fault) == ("done", "")


@pytest.mark.database
def test_pack_restarts_if_its_round_changed(league):
    pack = pack_of(league)
    first = claim(pack.pk, timezone.now())
    make_parts(first, parts_of(first))
    Series.objects.filter(round=2).first().delete()
    fallen_silent(pack)
    make_print_pack(pack.pk)
    pack.refresh_from_db()
    assert (pack.state, pack.parts_total) == ("done", 19)
    assert len(pages_of(bytes(pack.content))) == 19


@pytest.mark.database
def test_canceled_pack_stops_before_its_next_part(league, monkeypatch):
    pack = pack_of(league)
    going_on = claim(pack.pk, timezone.now())

    def cancel_while_the_fourth_part_is_made(work, *, parts_done, **facts):
        if parts_done == 4:
            cancel_print_pack(pack=pack, actor=DESK)
        return report(work, parts_done=parts_done, **facts)

    monkeypatch.setattr("weekend.services.print_packs.report", cancel_while_the_fourth_part_is_made)
    assert make_parts(going_on, parts_of(going_on)) is False
    pack.refresh_from_db()
    assert pack.state == "cancelled"
    assert not PrintPackPart.objects.exists()
    with refuses(PrintPackRefusal.NOT_IN_PROGRESS):
        cancel_print_pack(pack=pack, actor=DESK)


def test_failed_pack_can_be_requested_again(league, monkeypatch, caplog):
    pack = pack_of(league)
    monkeypatch.setattr("weekend.tasks.parts_of", lambda pack: [lambda: 1 / 0])
    make_print_pack(pack.pk)
    pack.refresh_from_db()
    assert (pack.state, pack.fault) == ("failed", "ZeroDivisionError: division by zero")
    assert pack_of(league).pk != pack.pk


@pytest.mark.database
def test_only_the_newest_packs_are_stored(league):
    for number in range(1, 8):
        pack_of(league, number)
    assert list(PrintPack.objects.values_list("round", flat=True)) == [7, 6, 5, 4, 3]


def test_fourteen_team_pack_has_every_sheet_and_card():
    pack = pack_of(PaperLeague(14, played=6), 7)
    make_print_pack(pack.pk)
    pack.refresh_from_db()
    assert pack.parts_total == 7 + 14 + 14


# the pages


def page_of(client, pack):
    return client.get(f"/t/{pack.tournament.slug}/print/pack/{pack.pk}/").content.decode()


@pytest.mark.database
def test_director_requests_a_pack_and_sees_its_progress(league, director_of, monkeypatch):
    sent = []
    monkeypatch.setattr(celery_app(), "send_task", lambda name, args, **more: sent.append(args), raising=False)
    client = director_of(league.tournament)
    answer = client.post(f"/t/{league.tournament.slug}/print/pack/", {"round": "round_robin:2"})
    pack = PrintPack.objects.get()
    assert answer.headers["Location"] == f"/t/{league.tournament.slug}/print/pack/{pack.pk}/"
    assert sent == [[pack.pk]]
    assert pack.address.startswith("http")
    page = page_of(client, pack)
    assert "It will start in a moment." in page
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in as_single_line(page)
    claim(pack.pk, timezone.now())
    PrintPack.objects.update(parts_done=7, parts_total=20)
    page = page_of(client, pack)
    assert "Making 7 of 20 sheets." in page
    assert 'max="20" value="7"' in page


def test_finished_pack_stops_refreshing_and_can_be_opened(league, director_of):
    pack = pack_of(league)
    client = director_of(league.tournament)
    address = f"/t/{league.tournament.slug}/print/pack/{pack.pk}.pdf"
    assert client.get(address).status_code == 404
    make_print_pack(pack.pk)
    page = page_of(client, pack)
    assert "20 sheets." in page
    assert "refresh" not in page.split("</head>")[0]
    assert "Cancel" not in page
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "application/pdf"
    assert len(pages_of(answer.content)) == 20


@pytest.mark.parametrize("has_started", [True, False])
def test_stalled_pack_offers_a_resume_button(league, director_of, monkeypatch, has_started):
    sent = []
    monkeypatch.setattr(celery_app(), "send_task", lambda name, args, **more: sent.append(args), raising=False)
    client = director_of(league.tournament)
    pack = pack_of(league)
    assert "go on" not in page_of(client, pack).split("</section>")[0]
    go_on = f"/t/{league.tournament.slug}/print/pack/{pack.pk}/resume/"
    assert "waiting for a worker" in client.post(go_on, follow=True).content.decode()
    assert sent == []
    PrintPack.objects.update(asked_at=timezone.now() - timedelta(seconds=90))
    if has_started:
        claim(pack.pk, timezone.now())
        PrintPack.objects.update(parts_done=12, parts_total=20)
        fallen_silent(pack)
    page = page_of(client, pack)
    # on a slow machine, a second or two pass between the request and the check
    message = (
        r"The worker hasn&#x27;t responded for 6\d seconds, after 12 of 20 sheets\."
        if has_started
        else r"Not started after 9\d"
    )
    assert re.search(message, page)
    assert "Stalled: resume" in page
    assert re.search(message, client.get(f"/t/{league.tournament.slug}/print/").content.decode())
    client.post(go_on)
    assert sent == [[pack.pk]]


def test_unresponsive_queue_is_reported_and_the_pack_stays_waiting(league, director_of, monkeypatch, caplog):
    def refuses(*args, **more):
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(celery_app(), "send_task", refuses, raising=False)
    client = director_of(league.tournament)
    answer = client.post(f"/t/{league.tournament.slug}/print/pack/", {"round": "round_robin:2"}, follow=True)
    assert "queue isn&#x27;t responding" in answer.content.decode()
    assert PrintPack.objects.get().state == "waiting"


@pytest.mark.parametrize("typed", ["", "round_robin:", "round_robin:x", "nonsense:1", "round_robin:99", "9" * 50])
def test_rejects_an_invalid_round_with_a_message(league, director_of, typed):
    answer = director_of(league.tournament).post(
        f"/t/{league.tournament.slug}/print/pack/", {"round": typed}, follow=True
    )
    assert "schedule" in answer.content.decode()
    assert not PrintPack.objects.exists()


def test_pack_can_be_canceled_on_the_page(league, director_of):
    pack = pack_of(league)
    client = director_of(league.tournament)
    answer = client.post(f"/t/{league.tournament.slug}/print/pack/{pack.pk}/cancel/", follow=True)
    assert "canceled" in answer.content.decode()
    answer = client.post(f"/t/{league.tournament.slug}/print/pack/{pack.pk}/cancel/", follow=True)
    assert "no longer being made" in answer.content.decode()


def test_only_staff_can_use_print_packs(league, client, manager_of, assistant_of):
    pack = pack_of(league)
    make_print_pack(pack.pk)
    second_tournament = TournamentFactory()
    base = f"/t/{league.tournament.slug}/print/"
    for path in ("", f"pack/{pack.pk}/", f"pack/{pack.pk}.pdf"):
        assert client.get(base + path).status_code == 403
        assert manager_of(league.teams[0]).get(base + path).status_code == 403
        assert assistant_of(league.tournament).get(base + path).status_code == 200
    for path in ("pack/", f"pack/{pack.pk}/cancel/", f"pack/{pack.pk}/resume/"):
        assert client.post(base + path).status_code == 403
        assert manager_of(league.teams[0]).post(base + path).status_code == 403
    stranger = assistant_of(second_tournament)
    assert stranger.get(base).status_code == 403
    assert stranger.get(f"/t/{second_tournament.slug}/print/pack/{pack.pk}.pdf").status_code == 404
    assert silent_after().total_seconds() > 0
