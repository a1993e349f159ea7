"""Test a season from a person's own files, through the page: small tables for a year that Pennant doesn't include."""

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.imports.several_files import NamedFile, read_files
from core.imports.tables import UnreadableTable
from drafts.models import CardSet, PlayerCard
from drafts.refusals import CardSetRefusal
from seasons.lahman import first_and_last_season
from tests.factories import TournamentFactory

pytestmark = pytest.mark.django_db
NEXT = first_and_last_season()[1] + 1

LAHMAN = {
    "Batting.csv": f"""playerID,yearID,stint,teamID,lgID,G,AB,R,H,2B,3B,HR,RBI,SB,CS,BB,SO,IBB,HBP,SH,SF,GIDP
doejo01,{NEXT},1,SEA,AL,90,300,50,90,20,1,9,40,5,2,30,60,0,2,0,1,7
doejo01,{NEXT},2,HOU,AL,40,150,20,45,5,0,4,15,0,1,12,30,0,0,0,0,2
doejo01,{NEXT - 1},1,SEA,AL,10,30,5,9,2,0,1,4,0,0,3,6,0,0,0,0,0
roebo01,{NEXT},1,SEA,AL,30,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
""",
    "Pitching.csv": f"""playerID,yearID,stint,teamID,lgID,W,L,G,GS,SV,IPouts,H,ER,HR,BB,SO,HBP,WP,BK,BFP,R
roebo01,{NEXT},1,SEA,AL,12,7,30,30,0,541,170,70,18,45,160,5,3,0,770,75
""",
    "Appearances.csv": f"""yearID,teamID,lgID,playerID,G_all,G_p,G_c,G_1b,G_2b,G_3b,G_ss,G_lf,G_cf,G_rf
{NEXT},SEA,AL,doejo01,90,0,0,0,20,0,70,0,0,0
{NEXT},HOU,AL,doejo01,40,0,0,0,0,0,40,0,0,0
{NEXT},SEA,AL,roebo01,30,30,0,0,0,0,0,0,0,0
""",
    "People.csv": """playerID,birthYear,nameFirst,nameLast,bats,throws
doejo01,1999,José,Doe,B,R
roebo01,2001,Bo,Roe,L,L
oldti01,1901,Old,Timer,R,R
""",
    "Teams.csv": f"""yearID,lgID,teamID,G,AB,H,name,park
{NEXT},AL,SEA,162,5500,1300,Seattle Mariners,T-Mobile Park
{NEXT},AL,HOU,162,5500,1300,Houston Astros,Daikin Park
""",
}


@pytest.fixture
def director(director_of: Callable[..., Client]) -> Client:
    return director_of(TournamentFactory())


def posted(files: dict[str, str], **more: str) -> dict[str, object]:
    uploads = [SimpleUploadedFile(name, text.encode()) for name, text in files.items()]
    return {"year": str(NEXT), "name": "Next year", "file": uploads, **more}


def counts(page: str) -> dict[str, int]:
    return {name: int(number) for name, number in re.findall(r'data-(read|left-out|players|parks)="(\d+)"', page)}


def test_imports_lahman_tables_as_a_card_set(director: Client) -> None:
    address = reverse("own_season")
    page = director.post(address, posted(LAHMAN))
    assert counts(page.text) == {"read": 11, "left-out": 0, "players": 2, "parks": 2}
    assert not CardSet.objects.exists()
    table = page.context["form"].cleaned_data["table"].as_json()
    answer = director.post(address, {"year": NEXT, "name": "Next year", "table": table, "confirm": "1"})
    assert answer.status_code == 302
    card_set = CardSet.objects.get()
    assert (card_set.season, card_set.source, card_set.ballparks.count()) == (NEXT, "file", 2)
    doe, roe = PlayerCard.objects.order_by("name").reverse()
    assert (doe.name, doe.clubs, doe.bats, doe.throws, doe.birth_year) == ("José Doe", "SEA-HOU", "S", "R", 1999)
    assert (doe.games, doe.at_bats, doe.homeruns, doe.positions) == (130, 450, 13, {"SS": 110, "2B": 20})
    assert (roe.outs_pitched, roe.is_starter, roe.throws, roe.wins) == (541, True, "L", 12)


BATTING = """Rk,Player,Age,Team,Lg,G,PA,AB,R,H,2B,3B,HR,RBI,SB,CS,BB,SO,GIDP,HBP,SH,SF,IBB,Pos,Awards
1,José Doe#,27,2TM,AL,130,495,450,70,135,25,1,13,55,5,3,42,90,9,2,0,1,0,*6/4,AS
1,José Doe#,27,SEA,AL,90,333,300,50,90,20,1,9,40,5,2,30,60,7,2,0,1,0,64,
1,José Doe#,27,HOU,AL,40,162,150,20,45,5,0,4,15,0,1,12,30,2,0,0,0,0,6,
2,Al Fox*,30,SEA,AL,100,x,350,40,90,9,0,8,30,1,1,30,70,8,1,0,1,0,*8/79,
3,Al Wolf,31,SEA,AL,20,40,37,4,9,0,0,1,ten,1,1,3,7,1,0,0,0,0,3,
,League Average,,,,,,,,,,,,,,,,,,,,,,,
"""
ROSTER = "doejo001,Doe,José,B,R,SEA,SS\nfoxal001,Fox,Al,L,L,SEA,OF\nbenjo001,Bench,Joe,R,R,SEA,C\n"


def test_traded_player_gets_season_totals_and_errors_are_reported(director: Client) -> None:
    page = director.post(reverse("own_season"), posted({"batting.csv": BATTING, f"SEA{NEXT}.ROS": ROSTER}, confirm="1"))
    assert page.status_code == 302
    cards = {card.name: card for card in PlayerCard.objects.all()}
    assert set(cards) == {"José Doe", "Al Fox"}
    doe, fox = cards["José Doe"], cards["Al Fox"]
    assert (doe.clubs, doe.at_bats, doe.bats, doe.throws) == ("SEA-HOU", 450, "S", "R")
    assert (fox.bats, fox.throws, fox.positions) == ("L", "L", {"CF": 0})
    preview = director.post(reverse("own_season"), posted({"batting.csv": BATTING, "SEA.ROS": ROSTER}, name="Again"))
    assert [str(row) for row in preview.context["own"].unused] == [
        "batting.csv, row 6: runs batted in “ten” is not a whole number",
        "SEA.ROS, row 3: Joe Bench has no batting or pitching line",
    ]


def test_skips_namesakes_without_ids(director: Client) -> None:
    text = BATTING.replace("Al Wolf", "Al Fox").replace("ten", "10")
    page = director.post(reverse("own_season"), posted({"batting.csv": text}))
    assert [row.place for row in page.context["own"].unused] == ["Row 5", "Row 6"]
    assert [player.name for player in page.context["own"].season.players] == ["José Doe"]


@pytest.mark.parametrize("files", [{}, {"notes.txt": "Dear Ann,\nsee you\n"}, {"SEA.ROS": ROSTER}])
def test_rejects_files_without_statistics(director: Client, files: dict[str, str]) -> None:
    page = director.post(reverse("own_season"), posted(files, confirm="1"))
    assert page.status_code == 422
    assert not CardSet.objects.exists()
    if files:
        assert str(CardSetRefusal.NO_STATISTICS.value) in page.text


def test_reads_whole_databases_up_to_the_limit() -> None:
    """The import skips a hundred thousand rows of other years."""
    header, row, *_ = LAHMAN["Batting.csv"].splitlines()
    old = row.replace(str(NEXT), "1950")
    content = "\n".join([header, *[old] * 100_000, row]).encode()
    table = read_files([NamedFile("Batting.csv", content)], year=NEXT)
    assert [number for number, _ in table.rows] == [1, 100_002]
    with pytest.raises(UnreadableTable):
        read_files([NamedFile(f"{number}.csv", content) for number in range(10)], year=NEXT)
