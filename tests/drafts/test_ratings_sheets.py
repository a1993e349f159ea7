"""Ratings sheets: cells as publishers print them, laid over the cards of a season, through the page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from drafts.models import CardSet, PlayerCard
from tests.factories import TournamentFactory

pytestmark = pytest.mark.django_db

HITTERS = """Ratings 1998
Player;Team;Pos;Fielding;Stealing;Running;Bunt;OB vs L
Griffey Jr., Ken;SEA;CF;2(-3)e4;*2-6/- (18-12);1-15 B/C;B;41.5
Piazza, Mike;;C;c-2(-3)e5 T-6(pb-2);E;1-9;D;
Bonds, Barry;SFG;LF;lf-1(-1)e5 cf-3(-1)e5;AA;1-16;;
Nobody, Joe;SEA;2B;3e12;C;1-12;;
Glavine, Tom;ATL;P;3e12;;;D;
Raines, Tim;NYY;LF;lf-4(+2)x5;B;1-14;B;
"""


@pytest.fixture
def director(director_of: Callable[..., Client]) -> Client:
    return director_of(TournamentFactory())


def sheet(text: str = "", **more: Any) -> dict[str, Any]:
    return {"year": "1998", "league": "MLB", "name": "Printed 1998", "text": text, **more}


def counts(page: str) -> dict[str, int]:
    names = ("read", "asked", "left-out", "faults")
    return {name: int(re.findall(rf'data-{name}="(\d+)"', page)[0]) for name in names}


def test_a_sheet_is_previewed_and_stored(director: Client) -> None:
    page = director.post(reverse("ratings_sheet"), sheet(HITTERS))
    assert page.status_code == 200
    assert counts(page.text) == {"read": 5, "asked": 0, "left-out": 1, "faults": 1}
    assert "Row 8, Fielding" in page.text
    assert not CardSet.objects.exists()

    director.post(reverse("ratings_sheet"), sheet(HITTERS, confirm="1"))
    card_set = CardSet.objects.get(name="Printed 1998")
    assert (card_set.system, card_set.season) == ("strat_o_matic", 1998)
    assert card_set.ballparks.count() == 30
    cards = {card.name: card for card in card_set.cards.exclude(ratings={})}
    assert cards["Ken Griffey"].ratings == {
        "fielding": "cf-2(-3)e4",
        "steal": "*2-6/- (18-12)",
        "running": "1-15",
        "bunting": "B",
        "hit_and_run": "C",
        "ob_left": "41.5",
    }
    assert cards["Mike Piazza"].ratings["throw"] == "T 1-6"
    assert cards["Mike Piazza"].ratings["passed_ball"] == "2"
    assert list(cards["Barry Bonds"].positions) == ["LF", "CF"]
    assert cards["Tim Raines"].ratings == {"stealing": "B", "running": "1-14", "bunting": "B"}
    assert cards["Tom Glavine"].ratings["fielding"] == "p-3e12"


PITCHERS = """Pitcher,Team,Born,Ratings
"Glavine, Tom",ATL,,"s(6)*/r(2)/5 hold -2 #1WR bk-1 wp-4 e12"
Jones,,,"r(1)/6, hold 0, #1NR"
"""


def test_a_row_that_fits_two_players_needs_an_answer(director: Client) -> None:
    columns = {"column-3": "pitching"}
    page = director.post(reverse("ratings_sheet"), sheet(PITCHERS, **columns))
    assert counts(page.text)["asked"] == 1
    refused = director.post(reverse("ratings_sheet"), sheet(PITCHERS, confirm="1", **columns))
    assert refused.status_code == 422
    assert not CardSet.objects.exists()
    chosen = director.post(reverse("ratings_sheet"), sheet(PITCHERS, confirm="1", **columns, **{"answer-3": "-"}))
    assert chosen.status_code == 302
    glavine = PlayerCard.objects.get(name="Tom Glavine")
    assert glavine.ratings == {
        "endurance": "starter(6) relief(2)/5",
        "starter_star": "*",
        "hold": "-2",
        "hitting": "#1WR",
        "balk": "1",
        "wild_pitch": "4",
        "pitcher_error": "e12",
    }
    assert glavine.is_starter
    assert glavine.is_reliever
