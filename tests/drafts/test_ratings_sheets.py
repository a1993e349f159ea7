"""Test ratings sheets with cells as printed by publishers, applied to a season's cards through the page."""

import logging
import random
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from core.imports.tables import table_of_text
from core.imports.uploaded_files import read_uploaded_cards
from drafts.card_files import read_card_file
from drafts.card_files.ratings_overlay import lay_over
from drafts.card_files.ratings_rows import read_ratings_sheet
from drafts.models import CardSet, PlayerCard
from drafts.queries.pool import load_pool
from drafts.queries.ratings_html import ratings_html
from drafts.refusals import RatingsSheetRefusal
from drafts.services.ratings_sheets import season_to_rate
from rules_engine.profile import default_profile, load_profile
from rules_engine.systems.strat_o_matic.cards import sheet_cells
from rules_engine.systems.strat_o_matic.cards.ratings import RatingError
from tests.drafts.sheet_samples import SAMPLES, SheetSample
from tests.factories import TournamentFactory

pytestmark = pytest.mark.django_db
logger = logging.getLogger(__name__)

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


def test_sheet_is_previewed_and_saved(director: Client) -> None:
    page = director.post(reverse("ratings_sheet"), sheet(HITTERS))
    assert page.status_code == 200
    assert counts(page.text) == {"read": 5, "asked": 0, "left-out": 1, "faults": 1}
    assert "Row 8, Fielding" in page.text
    assert not CardSet.objects.exists()

    director.post(reverse("ratings_sheet"), sheet(HITTERS, confirm="1"))
    card_set = CardSet.objects.get(name="Printed 1998")
    assert "cf-2(-3)e4" in director.get(reverse("card_set", args=[card_set.pk]), {"q": "Griffey"}).content.decode()
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


def test_missing_ratings_come_from_generated_cards_and_are_labeled(director: Client) -> None:
    director.post(reverse("ratings_sheet"), sheet(HITTERS, confirm="1"))
    cards = {card.name: card for card in PlayerCard.objects.filter(name__in=("Barry Bonds", "Sammy Sosa"))}
    bonds, sosa = cards["Barry Bonds"], cards["Sammy Sosa"]
    assert bonds.ratings == {"fielding": "lf-1(-1)e5, cf-3e5", "stealing": "AA", "running": "1-16"}
    assert bonds.made_ratings.keys() == {"steal", "bunting", "hit_and_run"}
    assert (sosa.ratings, sosa.made_ratings.keys() >= {"fielding", "running", "stealing"}) == ({}, True)
    pool = load_pool(bonds.card_set, load_profile(default_profile()))
    shown = {card.name: ratings_html(card) for card in pool if card.name in cards}
    assert "data-made-ratings" in shown["Barry Bonds"]
    assert "data-ratings>" not in shown["Sammy Sosa"]


@pytest.mark.parametrize("kind", ["card_set_csv", "card_set_file"])
def test_rated_set_round_trips_through_export(director: Client, kind: str) -> None:
    director.post(reverse("ratings_sheet"), sheet(HITTERS, confirm="1"))
    content = director.get(reverse(kind, args=[CardSet.objects.get().pk])).content
    read = read_card_file(read_uploaded_cards(content, "cards"), "strat_o_matic")
    stored = {card.code: card.ratings for card in PlayerCard.objects.all()}
    assert {card.code: card.ratings for card in read.cards} == stored


PITCHERS = """Pitcher,Team,Born,Ratings
"Glavine, Tom",ATL,,"s(6)*/r(2)/5 hold -2 #1WR bk-1 wp-4 e12"
Jones,,,"r(1)/6, hold 0, #1NR"
"""


def test_row_that_matches_two_players_needs_an_answer(director: Client) -> None:
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


def uploaded(sample: SheetSample, **more: str) -> dict[str, Any]:
    return {**sheet(), "file": SimpleUploadedFile(sample.name, sample.content), **sample.columns, **more}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_sample_sheet_yields_its_answer_key(director: Client, sample: SheetSample) -> None:
    page = director.post(reverse("ratings_sheet"), uploaded(sample))
    totals = counts(page.text)
    logger.info("%s: %s", sample.name, totals)
    expected = {
        "read": len(sample.key),
        "asked": sample.questions,
        "left-out": sample.left_out,
        "faults": sample.faults,
    }
    assert totals == expected
    answers = {f"answer-{row}": "-" for row in re.findall(r'<select id="answer-(\d+)"', page.text)}
    assert director.post(reverse("ratings_sheet"), uploaded(sample, confirm="1", **answers)).status_code == 302
    cards = PlayerCard.objects.exclude(ratings={})
    stored = {card.name if card.name in sample.key else f"{card.name} {card.clubs}": card.ratings for card in cards}
    assert stored == sample.key


def test_workbook_is_read_like_text(director: Client) -> None:
    book = Workbook()
    for row in (["Player", "Team", "Fielding", "Running"], ["Griffey, Ken", "SEA", "cf-2(-3)e4", "1-15"]):
        book.active.append(row)
    content = BytesIO()
    book.save(content)
    sample = SheetSample("ratings.xlsx", content.getvalue(), {})
    director.post(reverse("ratings_sheet"), uploaded(sample, confirm="1"))
    assert PlayerCard.objects.get(name="Ken Griffey").ratings == {"fielding": "cf-2(-3)e4", "running": "1-15"}


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (sheet_cells.read_fielding, "3(-2)e12"),
        (sheet_cells.read_fielding, "lf-2(-3)e4 cf-3(+1)e5"),
        (sheet_cells.read_fielding, "lf-2(-3)e4 lf-3e5"),
        (sheet_cells.read_fielding, "ss-7e12"),
        (sheet_cells.read_fielding, "c-2(-3)e5 T-26(pb-2)"),
        (sheet_cells.read_stealing, "AA *2-6/6 (18-12)"),
        (sheet_cells.read_stealing, "F"),
        (sheet_cells.read_running, "1-21"),
        (sheet_cells.read_pitching, "s(6) s(7)"),
        (sheet_cells.read_pitching, "s(6) hold -9"),
        (sheet_cells.read_pitching, "s(6) lucky"),
        (sheet_cells.read_endurance, "s(13)"),
    ],
)
def test_rejects_an_invalid_rating(reader: Callable[[str], Any], text: str) -> None:
    with pytest.raises(RatingError):
        reader(text)


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (b"Hawks\nOwls\n", RatingsSheetRefusal.NO_HEADINGS),
        (b"Player,Running\nJoe Nobody,1-9\n", RatingsSheetRefusal.NOBODY_RATED),
    ],
)
def test_rejects_an_unrelated_sheet(director: Client, content: bytes, finding: RatingsSheetRefusal) -> None:
    answer = director.post(reverse("ratings_sheet"), uploaded(SheetSample("x.csv", content, {}), confirm="1"))
    assert answer.status_code == 422
    assert str(finding.value.format(year=1998)) in answer.context["form"].errors["file"][0]
    assert not CardSet.objects.exists()


def test_reads_a_full_season_sheet_without_errors() -> None:
    """At least 90% of the rows load without a question, and no player gets another player's ratings."""
    _, cards = season_to_rate(year=1998, league="MLB")
    dice = random.Random(1998)
    lines = ["Player;Team;Running;Pitching"]
    expected = {}
    for card in cards:
        running = f"1-{dice.randint(8, 17)}"
        pitching = f"s({dice.randint(4, 8)}) hold {dice.randint(-4, 5):+d} #1WR" if card.is_pitcher else ""
        lines.append(f"{card.sort_name};{card.clubs.split('-')[0]};{running};{pitching}")
        expected[len(lines)] = (card.code, running)
    sheet = read_ratings_sheet(table_of_text("\n".join(lines)))
    overlay = lay_over(cards, sheet.players, {})
    results = {row: (card.code, card.ratings["running"]) for row, card in overlay.rated.items()}
    wrong = [row for row, result in results.items() if result != expected[row]]
    counts = (len(expected), len(results), len(overlay.questions), len(overlay.left_out), len(wrong))
    logger.info("1998: %d rows, %d read, %d need an answer, %d left out, %d wrong", *counts)
    assert not sheet.faults
    assert not wrong
    assert len(results) >= 0.9 * len(expected)
    assert len(results) + len(overlay.questions) + len(overlay.left_out) == len(expected)


def test_initials_shared_by_two_teammates_need_an_answer() -> None:
    _, cards = season_to_rate(year=1998, league="MLB")
    lines = ["Player;Team;Running"]
    for card in cards:
        first_name, *names = card.name.split()
        lines.append(f"{first_name[0]}. {' '.join(names)};{card.clubs.split('-')[0]};1-9")
    overlay = lay_over(cards, read_ratings_sheet(table_of_text("\n".join(lines))).players, {})
    codes = {row: card.code for row, card in overlay.rated.items()}
    wrong = [row for row, code in codes.items() if code != cards[row - 2].code]
    questions = {question.player.name for question in overlay.questions}
    logger.info("1998 by initials: %d read, %d need an answer, %d wrong", len(codes), len(questions), len(wrong))
    assert not wrong
    assert "J. Abbott" in questions
    assert len(codes) >= 0.9 * len(cards)


def test_search_finds_players_by_printed_ratings(director: Client) -> None:
    director.post(reverse("ratings_sheet"), sheet(HITTERS, confirm="1"))
    address = reverse("card_set", args=[CardSet.objects.get().pk])

    def names_of(search: str) -> list[str]:
        page = director.get(address, {"q": search})
        return [entry.item.name for entry in page.context["cards"].rows]

    assert names_of("cf-2(-3)e4") == ["Ken Griffey"]
    assert names_of("griffey 1-15") == ["Ken Griffey"]
    assert names_of("griffey 1-9") == []


def test_namesakes_with_the_same_answer_remain_questions() -> None:
    _, cards = season_to_rate(year=1998, league="MLB")
    players = read_ratings_sheet(table_of_text("Player;Running\nAlex Gonzalez;1-9\nAlex Gonzalez;1-14\n")).players
    code = lay_over(cards, players, {}).questions[0].cards[0].code
    overlay = lay_over(cards, players, {2: code, 3: code})
    assert [question.player.row for question in overlay.questions] == [3]
    assert len(overlay.questions[0].cards) == 2
