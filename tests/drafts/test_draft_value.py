"""Test picks' values compared with their slots: the page, its chart with figures, and the printout."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from drafts.models import Draft, Pick
from drafts.queries.autodrafting import worth_by_card
from drafts.queries.draft_value import draft_value
from drafts.queries.room import draft_with_division, load_room
from drafts.services.program import finish_by_program
from tests.drafts.rooms import DIRECTOR, running, teams_of
from tests.factories import HitterFactory
from tests.pdf_reading import pages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def drafted() -> Draft:
    """Let the program draft three rounds, then change pick 24 to the best bat and pick 2 to the worst."""
    draft = running(8)
    star = HitterFactory(card_set=draft.card_set, name="Late Star", at_bats=500, hits=250, homeruns=60)
    weak = HitterFactory(card_set=draft.card_set, name="Early Nobody", at_bats=500, hits=0, homeruns=0)
    draft.card_set.version += 1
    draft.card_set.save()
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR, rounds=3)
    Pick.objects.filter(draft=draft, card=star).update(card=None)
    Pick.objects.filter(draft=draft, overall=24).update(card=star)
    Pick.objects.filter(draft=draft, overall=2).update(card=weak)
    return draft


def test_value_compares_each_pick_with_the_best_for_its_slot(drafted: Draft, client: Client) -> None:
    room = load_room(draft_with_division(pk=drafted.pk))
    value = draft_value(room)
    assert value is not None
    worth = worth_by_card(room.pool, 8)
    best = sorted(worth.values(), reverse=True)
    last = value.picks[-1]
    assert (last.card.name, last.worth, last.slot) == ("Late Star", best[0], best[len(value.picks) - 1])
    by_team = {gain.team: gain for gain in value.teams}
    taker = by_team[last.team]
    assert taker.gain_after_rounds(3)[-1] == pytest.approx(sum(pick.gain for pick in taker.picks))
    assert [gain.gain for gain in value.teams] == sorted((gain.gain for gain in value.teams), reverse=True)
    assert value.steals.rows[0].item.card.name == "Late Star"
    assert "Early Nobody" in [row.item.card.name for row in value.reaches.rows]
    address = reverse("draft_value", args=[room.draft.division.tournament.slug, room.draft.division_id])
    page = client.get(address).text
    assert page.count("<polyline") == 8
    assert "Steals" in page
    assert page.count("Late Star") == 2, "among the steals, and in figures"


def test_page_before_the_first_pick_explains_the_chart(client: Client) -> None:
    draft = running(8)
    slug = draft.division.tournament.slug
    page = client.get(reverse("draft_value", args=[slug, draft.division_id])).text
    assert "appears here after the first pick" in page
    assert draft_value(load_room(draft_with_division(pk=draft.pk))) is None


def test_pdf_lists_steals_reaches_and_every_pick(drafted: Draft, client: Client) -> None:
    paper: Any = client.get(reverse("draft_value_pdf", args=[drafted.division.tournament.slug, drafted.division_id]))
    text = "\n".join(pages_of(paper.content))
    assert "Steals" in text
    assert text.count("Early Nobody") == 2
    assert all(team.name in text for team in teams_of(drafted))


def test_api_returns_the_data_of_the_page(drafted: Draft, client: Client) -> None:
    value = draft_value(load_room(draft_with_division(pk=drafted.pk)))
    assert value is not None
    address = reverse("api_draft_value", args=[drafted.division.tournament.slug, drafted.division_id])
    data = client.get(address).json()
    assert [row["team"] for row in data["teams"]] == [team_value.team.pk for team_value in value.teams]
    for row, drawn in zip(data["teams"], value.teams, strict=True):
        assert row["running"] == pytest.approx(drawn.gain_after_rounds(value.rounds))
        assert row["running"][-1] == pytest.approx(row["gain"])
    last = data["picks"][-1]
    assert (last["player"], last["turn"], last["overall"]) == ("Late Star", "3.08", 24)
    assert last["worth"] - last["slot"] == pytest.approx(last["gain"])


def test_api_returns_empty_lists_before_the_first_pick(client: Client) -> None:
    draft = running(8)
    address = reverse("api_draft_value", args=[draft.division.tournament.slug, draft.division_id])
    assert client.get(address).json() == {"teams": [], "picks": []}
