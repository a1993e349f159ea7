"""T25.3: Test the 1WR stand-in, who pitches if no one is left, on pages, sheets and printouts."""

import pytest
from django.urls import reverse

from drafts.models import STAND_IN_NAME, PlayerCard
from games.models import Outing
from games.scoresheet.entries import OutingEntry
from games.scoresheet.faults import Violations
from tests.games.building import League, won_by_home
from tests.pdf_reading import pages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return League(stage="round_robin")


@pytest.fixture
def director(league, director_of):
    return director_of(league.tournament)


def grid(league, **fields):
    sharks, bears = league.sharks, league.bears
    return {
        "version": "1",
        "save": "final",
        f"runs-1-{sharks.team.pk}": "3",
        f"runs-1-{bears.team.pk}": "2",
        "innings-1": "9",
        "ending-1": "played_out",
        f"p-1-{sharks.team.pk}-{sharks.starters[0].pk}": "s5.0",
        f"p-1-{bears.team.pk}-{bears.starters[0].pk}": "s8.0",
        f"spare-{sharks.team.pk}": "0",
        f"p-1-{sharks.team.pk}-spare": "4.0",
        **fields,
    }


def enter(league, client, series=0, **fields):
    address = reverse("enter_series", args=[league.tournament.slug, league.series[series].pk])
    return client.post(address, grid(league, **fields), follow=True)


def want(league, reason="used_up"):
    return {f"want-1-{league.sharks.team.pk}-0": reason}


def test_results_page_offers_the_stand_in_pitcher(league, director):
    address = reverse("enter_series", args=[league.tournament.slug, league.series[0].pk])
    assert STAND_IN_NAME in director.get(address).content.decode()
    page = enter(league, director, **want(league))
    assert page.status_code == 200
    outing = Outing.objects.get(card__is_stand_in=True)
    assert (outing.outs, outing.card.name, outing.card.throws) == (12, STAND_IN_NAME, "R")
    assert STAND_IN_NAME in page.content.decode()
    assert STAND_IN_NAME in director.get(address).content.decode()


@pytest.mark.parametrize("name", ["1WR", "Stand-in", "stand-in pitcher (1WR)"])
def test_result_line_can_include_the_stand_in(league, director, name):
    sharks = league.sharks.team.pk
    typed = {f"spare-{sharks}": "", f"p-1-{sharks}-spare": "", "lines": f"{name} (Sharks)\t4.0"}
    page = enter(league, director, **want(league), **typed)
    assert page.status_code == 200
    assert Outing.objects.get(card__is_stand_in=True).outs == 12


def test_stand_in_pitches_only_if_no_pitcher_is_left(league, director):
    page = enter(league, director)
    assert page.status_code == 400
    assert "could still pitch, according to the sheet" in page.content.decode()
    assert not PlayerCard.including_hidden.filter(is_stand_in=True).exists()


def test_team_error_does_not_mention_the_stand_in(league, director):
    sharks = league.sharks
    too_long = {f"p-1-{sharks.team.pk}-{sharks.starters[0].pk}": "s9.0"}
    page = enter(league, director, **want(league), **too_long).content.decode()
    assert "= 13.0" in page
    assert "<strong>Game 1, Sharks</strong>" in page


def test_four_inning_rule_does_not_apply_to_the_stand_in(league):
    for number, series in enumerate(league.series[:2], start=1):
        card = PlayerCard.including_hidden.filter(is_stand_in=True).values_list("pk", flat=True).first() or 0
        relief = OutingEntry(league.sharks.team.pk, card, 12, for_want_of="used_up")
        home = [league.sharks.start(number, "5.0"), relief]
        league.save([won_by_home(1, home, [league.bears.start(number, "8.0")])], series)
    assert Outing.objects.filter(card__is_stand_in=True).count() == 2


def test_four_inning_rule_applies_to_position_players(league):
    sharks = league.sharks
    position_player = OutingEntry(sharks.team.pk, sharks.hitters[0].pk, 15, for_want_of="used_up")
    game = won_by_home(1, [sharks.start(1, "4.0", injured=True), position_player], [league.bears.start(1, "8.0")])
    with pytest.raises(Violations, match="T10.2|T27.64"):
        league.save([game])


def test_stand_in_cannot_be_drafted(league, director):
    enter(league, director, **want(league))
    stand_in = PlayerCard.including_hidden.get(is_stand_in=True)
    assert not PlayerCard.objects.filter(pk=stand_in.pk).exists()
    assert not stand_in.card_set.cards.filter(pk=stand_in.pk).exists()


def test_printed_sheets_have_a_row_for_the_stand_in(league, director):
    enter(league, director, **want(league))
    current = director.get(reverse("sheet_pdf", args=[league.tournament.slug, league.sharks.team.pk, "current"]))
    assert STAND_IN_NAME in " ".join(pages_of(current.content))
    blank = director.get(reverse("sheet_pdf", args=[league.tournament.slug, league.bears.team.pk, "blank"]))
    assert "stand-in, 1WR (T25.3)" in " ".join(pages_of(blank.content))
