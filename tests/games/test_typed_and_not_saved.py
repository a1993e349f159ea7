"""Test that values typed into the grid are autosaved on the server without being entered."""

import json
import re

import pytest
from django.urls import reverse

from games.models import Game, TypedGrid
from tests.conftest import signed_in
from tests.factories import ManagerAccessFactory
from tests.games.building import League
from tournaments.models import Action, Series

pytestmark = pytest.mark.django_db
PHONE, LAPTOP = "phone000", "laptop00"


@pytest.fixture
def league():
    return League()


def address(league, name="check_series"):
    return reverse(name, args=[league.tournament.slug, league.series[0].pk])


def key_in(client, league, page, stamp, version=1, **values):
    posted = {"page": page, "stamp": str(stamp), "version": str(version), **values}
    return client.post(address(league), posted)


def unsaved(client, league):
    """Return the page's known drafts: (page, version, author, whether it is the user's own, values)."""
    page = client.get(address(league, "enter_series")).content.decode()
    rows = json.loads(re.search(r'<script id="typed-before" type="application/json">(.*?)</script>', page)[1])
    return [(row["page"], row["version"], row["by"], row["mine"], row["values"]) for row in rows]


def test_autosave_stores_invalid_input_and_logs_nothing(league, manager_of):
    client = manager_of(league.sharks.team)
    runs = f"runs-1-{league.sharks.team.pk}"
    answer = key_in(client, league, PHONE, 1, **{runs: "3x", "innings-1": "9"})
    assert "“3x” is not a valid number of runs" in answer.json()["faults"]
    assert unsaved(client, league) == [(PHONE, 1, "Sharks", True, {runs: "3x", "innings-1": "9"})]
    assert not Action.objects.exists()
    assert not Game.objects.exists()
    assert Series.objects.get(pk=league.series[0].pk).version == 1


def test_delayed_autosave_does_not_overwrite_newer_input(league, manager_of):
    client = manager_of(league.sharks.team)
    key_in(client, league, PHONE, 20, **{"innings-1": "10"})
    key_in(client, league, PHONE, 19, **{"innings-1": "1"})
    assert [values for *_, values in unsaved(client, league)] == [{"innings-1": "10"}]


def test_drafts_are_separate_per_device_and_person(league):
    sharks = ManagerAccessFactory(team=league.sharks.team)
    phone, laptop = signed_in(sharks), signed_in(sharks)
    opponent = signed_in(ManagerAccessFactory(team=league.bears.team))
    key_in(phone, league, PHONE, 1, **{"innings-1": "9"})
    key_in(laptop, league, LAPTOP, 2, **{"innings-1": "10"})
    key_in(opponent, league, PHONE, 3, **{"innings-1": "11"})
    mine = {(page, name, own) for page, _, name, own, _ in unsaved(phone, league)}
    assert mine == {(PHONE, "Sharks", True), (LAPTOP, "Sharks", True), (PHONE, "Bears", False)}
    # values that another page saved or discarded are gone, but newer values and other users' values stay
    key_in(laptop, league, LAPTOP, 4, answers_for=f"{PHONE}@1", **{"innings-1": "12"})
    assert {(page, values["innings-1"]) for page, *_, values in unsaved(phone, league)} == {
        (LAPTOP, "12"),
        (PHONE, "11"),
    }
    key_in(phone, league, PHONE, 5, **{"innings-1": "13"})
    key_in(laptop, league, LAPTOP, 6, answers_for=f"{PHONE}@1", **{"innings-1": "12"})
    assert len(unsaved(phone, league)) == 3


@pytest.mark.parametrize("save", ["keep", "final"])
def test_saving_deletes_the_draft_and_ignores_late_autosaves(league, manager_of, save):
    client, team = manager_of(league.sharks.team), league.sharks.team.pk
    key_in(client, league, PHONE, 7, **{f"runs-1-{team}": "3"})
    game = {
        f"runs-1-{team}": "3",
        f"runs-1-{league.bears.team.pk}": "2",
        "innings-1": "9",
        f"p-1-{team}-{league.sharks.starters[0].pk}": "s9.0",
        f"p-1-{league.bears.team.pk}-{league.bears.starters[0].pk}": "s8.0",
    }
    posted = {"page": PHONE, "stamp": "8", "version": "1", "save": save, **game}
    assert client.post(address(league, "enter_series"), posted).status_code == 302
    key_in(client, league, PHONE, 7, **{f"runs-1-{team}": "3"})
    assert unsaved(client, league) == []


def test_refused_save_preserves_the_draft(league, manager_of):
    client = manager_of(league.sharks.team)
    key_in(client, league, PHONE, 7, **{"innings-1": "nine"})
    posted = {"page": PHONE, "stamp": "8", "version": "1", "save": "final", "innings-1": "nine"}
    assert client.post(address(league, "enter_series"), posted).status_code == 400
    assert len(unsaved(client, league)) == 1


def test_form_reset_to_saved_values_deletes_the_draft(league, manager_of):
    client = manager_of(league.sharks.team)
    key_in(client, league, PHONE, 1, **{"innings-1": "9"})
    key_in(client, league, PHONE, 2, as_saved="1", **{"ending-1": "played_out"})
    assert unsaved(client, league) == []


@pytest.mark.parametrize(
    "strange",
    [{"page": "x"}, {"page": "../../etc/passwd"}, {"stamp": "-1"}, {"stamp": "9" * 40}, {"version": "one"}],
)
def test_autosave_with_an_invalid_page_id_is_checked_but_not_stored(league, manager_of, strange):
    posted = {"page": PHONE, "stamp": "1", "version": "1", "innings-1": "9", **strange}
    client = manager_of(league.sharks.team)
    assert client.post(address(league), posted).status_code == 200
    assert unsaved(client, league) == []


def test_autosave_stores_only_grid_fields_and_twenty_pages_per_person(league, manager_of):
    client = manager_of(league.sharks.team)
    for number in range(25):
        key_in(client, league, f"page{number:05}", number + 1, innings="9", **{"innings-1": "9\x00", "evil": "x"})
    pages = unsaved(client, league)
    assert len(pages) == 20
    assert pages[0][0] == "page00024"
    assert all(values == {"innings-1": "9"} for *_, values in pages)


def test_outsiders_cannot_autosave(league, client):
    second_league = League()
    assert key_in(client, league, PHONE, 1, **{"innings-1": "9"}).status_code == 403
    stranger = signed_in(ManagerAccessFactory(team=second_league.sharks.team))
    assert key_in(stranger, league, PHONE, 1, **{"innings-1": "9"}).status_code == 403
    assert not TypedGrid.objects.exists()
