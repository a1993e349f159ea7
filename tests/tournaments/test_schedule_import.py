"""Test importing a division's schedule from a sheet, with a preview and a single undo (T0.08)."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.factories import AccessFactory, DivisionFactory, TeamFactory
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Division, Series
from tournaments.services.scheduling import publish_schedule
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def division() -> Division:
    division = DivisionFactory(tournament__stage="draft", name="Gold")
    for slot, name in enumerate(("Ants", "Bees", "Cats", "Dogs"), start=1):
        TeamFactory(division=division, slot=slot, name=name).managers.create(name=f"Manager of {name}")
    return division


ROWS = """Week,Visiting team,Host,Table
1,Ants,Bees,1
1,Cats,manager of dogs,2
2,Bees,Cats,
2,Dogs,Ants,
3,Ants,Cats,1
3,Bees,Dogs,2
"""


def _post(client: Client, division: Division, text: str, **more: str):
    return client.post(f"/t/{division.tournament.slug}/schedule/{division.pk}/import/", {"text": text, **more})


def _pairs(division: Division) -> list[tuple[int, int | None, str, str]]:
    series = Series.objects.filter(division=division).select_related("home", "away").order_by("round", "table")
    return [(row.round, row.table, row.away.name, row.home.name) for row in series]


def test_sheet_is_imported_after_a_preview(division: Division, director_of: Callable[..., Client]) -> None:
    director = director_of(division.tournament)
    preview = _post(director, division, ROWS)
    assert 'data-read="6"' in preview.content.decode()
    assert not Series.objects.exists()
    _post(director, division, ROWS, confirm="1")
    assert _pairs(division) == [
        (1, 1, "Ants", "Bees"),
        (1, 2, "Cats", "Dogs"),
        (2, 1, "Bees", "Cats"),
        (2, 2, "Dogs", "Ants"),
        (3, 1, "Ants", "Cats"),
        (3, 2, "Bees", "Dogs"),
    ]


def test_undo_restores_the_previous_schedule(division: Division, director_of: Callable[..., Client]) -> None:
    publish_schedule(division=division, actor=PROGRAM)
    before = _pairs(division)
    _post(director_of(division.tournament), division, ROWS, confirm="1")
    assert _pairs(division) != before
    undo_action(action=Action.objects.filter(verb="publish_schedule").latest("pk"), actor=PROGRAM)
    assert _pairs(division) == before


def test_errors_include_the_row_and_change_nothing(division: Division, director_of: Callable[..., Client]) -> None:
    director = director_of(division.tournament)
    wrong = "Round,Visitors,Home,Table\n1,Ants,Bees,1\n1,Ants,Cats,1\nx,Cats,Dogs,3\n2,Elks,Dogs,1\n3,Dogs,Dogs,1\n"
    page = _post(director, division, wrong)
    # Ants twice, table 1 twice, no round, no team, a team against itself
    assert 'data-faults="5"' in page.content.decode()
    assert "Row 4" in page.content.decode()
    assert _post(director, division, wrong, confirm="1").status_code == 422
    assert not Series.objects.exists()


def test_unusual_matchups_require_a_reason(division: Division, director_of: Callable[..., Client]) -> None:
    director = director_of(division.tournament)
    short = "Round,Visitors,Home\n1,Ants,Bees\n1,Bye,Cats\n2,Bees,Ants\n"
    assert 'data-warnings="6"' in _post(director, division, short).content.decode()
    assert _post(director, division, short, confirm="1").status_code == 422
    assert _post(director, division, short, confirm="1", reason="Two teams left").status_code == 302
    assert len(_pairs(division)) == 2


def test_downloaded_schedule_round_trips(division: Division, director_of: Callable[..., Client]) -> None:
    publish_schedule(division=division, actor=PROGRAM)
    before = _pairs(division)
    director = director_of(division.tournament)
    file = director.get(f"/t/{division.tournament.slug}/export/schedule.csv")
    text = b"".join(file.streaming_content) if file.streaming else file.content
    publish_schedule(division=division, actor=PROGRAM, seed=7)
    _post(director, division, text.decode("utf-8-sig"), confirm="1")
    assert _pairs(division) == before


def test_started_schedule_cannot_be_replaced(division: Division, director_of: Callable[..., Client]) -> None:
    first, *_ = publish_schedule(division=division, actor=PROGRAM)
    Series.objects.filter(pk=first.pk).update(status="playing", home_place=1)
    answer = _post(director_of(division.tournament), division, ROWS, confirm="1")
    assert answer.status_code == 422
    assert Series.objects.filter(pk=first.pk).exists()


def test_sheet_is_checked_and_published_through_the_api(division: Division) -> None:
    tournament = division.tournament
    director = Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=tournament))}"})
    address = f"/api/v1/tournaments/{tournament.slug}/schedule/{division.pk}/sheet/"
    plan = director.post(f"{address}check/", {"text": ROWS}, content_type="application/json").json()
    assert (len(plan["series"]), plan["faults"], plan["warnings"]) == (6, [], [])
    assert not Series.objects.exists()
    wrong = director.post(address, {"text": f"{ROWS}4,Ants,Emus,1\n"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["finding"]) == (400, "HAS_FAULTS")
    published = director.post(address, {"text": ROWS}, content_type="application/json")
    assert (published.status_code, len(published.json())) == (201, 6)
