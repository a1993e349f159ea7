"""Test that one definition adds a pick column to the dashboard, board, big screen, printout, file, API and event."""

import csv
from functools import reduce
from io import StringIO
from operator import or_

import pytest

from core.tables import Align, Column, Place
from drafts.documents import draft_board_pdf
from drafts.models import Draft
from drafts.queries.pick_table import PICKS, cell_update
from drafts.queries.room import load_room
from tests.added_columns import added
from tests.drafts.rooms import on_the_clock, pick, running
from tests.pdf_reading import only_page

pytestmark = pytest.mark.django_db


def seen(cell):
    """Return the new column's value, which only the pick that was made has."""
    return f"Worth{cell.overall}" if cell.pick else ""


WORTH = Column("worth", "Worth of it", seen, reduce(or_, Place), Align.LEFT, kind=str)


@pytest.fixture
def draft():
    draft = running()
    pick(draft, on_the_clock(draft))
    return Draft.objects.select_related("division__tournament", "card_set").get(pk=draft.pk)


def test_new_pick_column_appears_on_every_page_and_pdf(draft, client, director_of):
    tournament = draft.division.tournament
    page, api = f"/t/{tournament.slug}/draft/{draft.division_id}/", f"/api/v1/tournaments/{tournament.slug}/drafts/"
    with added(PICKS, WORTH):
        dashboard = director_of(tournament).get(f"{page}dashboard/").content.decode()
        assert "Worth of it</th>" in dashboard
        assert dashboard.count("Worth1<") == 1
        assert client.get(page).content.decode().count("Worth1") == 1, "the board"
        wall = client.get(f"{page}big-screen/").content.decode()
        assert wall.count("Worth1") == 2, "the board and the latest picks"
        assert only_page(draft_board_pdf(draft)).split().count("Worth1") == 1
        file = client.get(f"/t/{tournament.slug}/export/draft.csv").content.decode("utf-8-sig")
        [row] = csv.DictReader(StringIO(file))
        assert row["Worth of it"] == "Worth1"
        [made] = client.get(f"{api}{draft.division_id}/picks/").json()["results"]
        board = client.get(f"{api}{draft.division_id}/board/").json()
        assert made["worth"] == board["rounds"][0]["cells"][0]["worth"] == board["latest"][0]["worth"] == "Worth1"
        cell = cell_update(load_room(draft), draft.picks.get())
        assert cell["worth"] == "Worth1"
        assert "Worth1" in cell["lines"]
        assert "Worth1" in cell["words"]


def test_event_matches_the_page_and_escapes_names(draft, client):
    made = draft.picks.select_related("card").get()
    made.card.name = "<b>Al</b> & Co"  # the first word is the given name
    made.card.save()
    draft.card_set.version += 1
    draft.card_set.save()
    cell = cell_update(load_room(draft), made)
    assert "<b><span>&lt;b&gt;Al&lt;/b&gt;</span> &amp; Co</b>" in cell["lines"]
    assert cell["name"] == "<b>Al</b> & Co"
    page = client.get(f"/t/{draft.division.tournament.slug}/draft/{draft.division_id}/").content.decode()
    assert cell["lines"] in page
