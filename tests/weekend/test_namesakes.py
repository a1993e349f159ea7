"""Test that every page distinguishes the two Bobby Joneses who pitched for the 2000 New York Mets."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from drafts.models import Pick, PlayerCard
from drafts.services.card_sets import load_season
from games.models import Game, Outing
from pitching.documents import team_sheet_pdf
from pitching.queries.signature_check import check_code
from pitching.services.sign_off import sign_sheet
from pitching.sheet.draw import sheet_pdf
from seasons.strat_o_matic.season_cards import make_season
from tests.factories import (
    AccessFactory,
    DivisionFactory,
    DraftFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.markup import as_single_line
from tests.pdf_reading import cells_of_grid, heads_on_line, only_page
from tournaments.access.links import link_token
from tournaments.action_log.writing import Actor
from tournaments.models import Series
from weekend.tables import TABLES

pytestmark = pytest.mark.django_db

RIGHT, LEFT = "Bobby Jones (R)", "Bobby Jones (L)"


class Weekend:
    """The Sharks drafted the 2000 New York Mets, the Bears the Atlanta Braves. They meet in one-game series."""

    def __init__(self) -> None:
        self.tournament = TournamentFactory(slug="subway", stage="round_robin")
        division = DivisionFactory(tournament=self.tournament)
        self.card_set = load_season(year=2000)
        self.draft = DraftFactory(division=division, card_set=self.card_set)
        self.sharks, self.bears = (
            TeamFactory(division=division, name=name, slot=slot) for slot, name in ((1, "Sharks"), (2, "Bears"))
        )
        self.pick(self.sharks, "NYN")
        self.pick(self.bears, "ATL")
        self.right, self.left = (self.card_set.cards.get(code=code) for code in ("jonesbo03", "jonesbo04"))
        self.maddux = self.card_set.cards.get(code="maddugr01")
        meeting = {"division": division, "home": self.sharks, "away": self.bears, "games_planned": 1}
        self.series = SeriesFactory(home_decided=True, **meeting)
        self.next_series = SeriesFactory(home_decided=True, round=2, **meeting)

    def pick(self, team, club) -> None:
        cards = PlayerCard.objects.filter(card_set=self.card_set, code__in=make_season(2000)[0].teams[club])
        first = self.draft.picks.count() + 1
        Pick.objects.bulk_create(
            Pick(draft=self.draft, overall=place, team=team, card=card, made_by="program", made_at=timezone.now())
            for place, card in enumerate(cards.order_by("code"), start=first)
        )

    def typed(self, pitching: dict[PlayerCard, str], **more: str) -> dict[str, str]:
        """Return the fields for game 1, which the Sharks win 3-2 at home with these pitchers."""
        fields = {f"p-1-{self.sharks.pk}-{card.pk}": innings for card, innings in pitching.items()}
        runs = {f"runs-1-{self.sharks.pk}": "3", f"runs-1-{self.bears.pk}": "2"}
        opponents = {f"p-1-{self.bears.pk}-{self.maddux.pk}": "s8.0"}
        return {"version": "1", "save": "final", "innings-1": "9", **runs, **opponents, **fields, **more}

    def accepted(self, card: PlayerCard) -> dict[str, str]:
        """T31.2: The left-hander's 21.2 innings are too few for any role, but the Bears accept it."""
        key = f"1-{self.sharks.pk}-{card.pk}"
        return {f"accept-{key}": "1", f"note-{key}": "nobody else was left"}

    def entered(self, client: Client) -> None:
        """Enter game 1, in which both pitched."""
        typed = self.typed({self.right: "s7.0", self.left: "2.0"}, **self.accepted(self.left))
        answer = client.post(reverse("enter_series", args=["subway", self.series.pk]), typed)
        assert answer.status_code == 302, answer.content.decode()


@pytest.fixture
def weekend():
    return Weekend()


@pytest.fixture
def director(weekend, director_of) -> Client:
    return director_of(weekend.tournament)


def page(client: Client, name: str, *args) -> str:
    return client.get(reverse(name, args=["subway", *args])).content.decode()


def test_grid_has_a_row_for_each_namesake(weekend, director):
    shown = as_single_line(page(director, "enter_series", weekend.series.pk))
    for name, card in ((RIGHT, weekend.right), (LEFT, weekend.left)):
        assert f'name="p-1-{weekend.sharks.pk}-{card.pk}" value="" aria-label="Innings for {name} in game 1"' in shown
    weekend.entered(director)
    pitched = Outing.objects.filter(team=weekend.sharks).order_by("order").values_list("card", "part", "outs")
    assert [*pitched] == [(weekend.right.pk, "S", 21), (weekend.left.pk, "R", 6)]
    shown = " ".join(page(director, "series", weekend.series.pk).split())
    assert f'{RIGHT} <abbr title="started">S</abbr> 7.0' in shown
    assert f"{LEFT} 2.0" in shown


def test_namesake_error_appears_in_the_matching_field(weekend, director):
    """T10.2: The left-hander leaves uninjured after four innings."""
    typed = weekend.typed({weekend.left: "s4.0", weekend.card_set.cards.get(code="reedri01"): "5.0"})
    shown = director.post(reverse("enter_series", args=["subway", weekend.series.pk]), typed).content.decode()
    assert f"home: {LEFT} left after 4.0 and at most 2 runs" in shown
    assert f'name="injured-1-{weekend.sharks.pk}-{weekend.left.pk}"' in shown
    assert f'name="injured-1-{weekend.sharks.pk}-{weekend.right.pk}"' not in shown


def test_api_identifies_namesakes_by_card_id(weekend):
    token = link_token(AccessFactory(tournament=weekend.tournament))
    caller = Client(headers={"Authorization": f"Bearer {token}"})
    sharks, left, right = weekend.sharks.pk, weekend.left.pk, weekend.right.pk
    outings = [
        {"team": sharks, "card": right, "innings": "7.0", "starts": True},
        {"team": sharks, "card": left, "innings": "2.0", "accept": True, "footnote": "nobody else was left"},
        {"team": weekend.bears.pk, "card": weekend.maddux.pk, "innings": "8.0", "starts": True},
    ]
    game = {"number": 1, "home_runs": 3, "away_runs": 2, "innings": 9, "outings": outings}
    address = f"/api/v1/tournaments/subway/series/{weekend.series.pk}/results/"
    body = json.dumps({"version": 1, "complete": True, "games": [game]})
    answer = caller.put(address, body, content_type="application/json")
    assert answer.status_code == 200, answer.content.decode()
    read = caller.get(address).json()["games"][0]["outings"]
    assert [(outing["card"], outing["pitcher"], outing["innings"]) for outing in read if outing["team"] == sharks] == [
        (right, RIGHT, "7.0"),
        (left, LEFT, "2.0"),
    ]
    rows = caller.get(f"/api/v1/tournaments/subway/teams/{sharks}/sheet/").json()["rows"]
    cells = {row["card"]: (row["name"], row["cells"][0]["innings"]) for row in rows}
    assert (cells[right], cells[left]) == ((RIGHT, "7.0"), (LEFT, "2.0"))


def test_sheet_board_and_planner_have_a_row_for_each_namesake(weekend, director):
    weekend.entered(director)
    pdf = sheet_pdf(weekend.tournament, weekend.sharks.pk, "current")
    games = heads_on_line(pdf, "Game")
    assert cells_of_grid(pdf, [RIGHT, LEFT], games, r"\d+\.\d") == {(RIGHT, "1"): "7.0", (LEFT, "1"): "2.0"}
    assert set(cells_of_grid(pdf, [RIGHT, LEFT], games, "S")) == {(RIGHT, "1")}
    paper = only_page(team_sheet_pdf(weekend.tournament, weekend.sharks.pk))
    assert RIGHT in paper
    assert LEFT in paper
    board = page(director, "division_board", weekend.draft.division_id)
    assert board.count(f'class="name">{RIGHT}</th>') == board.count(f'class="name">{LEFT}</th>') == 1
    sheet = page(director, "sheet", weekend.sharks.pk)
    for name, card in ((RIGHT, weekend.right), (LEFT, weekend.left)):
        assert f'name="plan-0-{card.pk}" value="" maxlength="8" aria-label="{name}, planned' in as_single_line(sheet)
    planned = director.get(reverse("sheet", args=["subway", weekend.sharks.pk]), {f"plan-0-{weekend.left.pk}": "x"})
    assert f"{LEFT}: “x” is not a number of innings" in planned.content.decode()


def test_signed_sheet_distinguishes_namesakes_and_older_seals_stay_valid(weekend, director, client):
    weekend.entered(director)
    series = Series.objects.get(pk=weekend.series.pk)
    signed = sign_sheet(series=series, sheet_of=weekend.sharks, actor=Actor("Anna"))
    shown = " ".join(client.get(reverse("check", args=[signed.code])).content.decode().split())
    assert f"<li> {RIGHT} S 7.0 </li>" in shown
    assert f"<li> {LEFT} 2.0 (T27.62, accepted by" in shown
    assert check_code(signed.code).state == "valid"
    assert [outing["pitcher"] for outing in signed.content["games"][0]["outings"]] == ["Bobby Jones", "Bobby Jones"]


def test_exports_distinguish_namesakes(weekend, director):
    weekend.entered(director)
    rows = [*TABLES["pitching"].rows(weekend.tournament)]
    assert [(row[4], row[6]) for row in rows if row[0] == "Sharks"] == [(RIGHT, "7.0"), (LEFT, "2.0")]
    for table in ("draft", "rosters"):
        written = [cell for row in TABLES[table].rows(weekend.tournament) for cell in row]
        assert (written.count(RIGHT), written.count(LEFT)) == (1, 1)


@pytest.fixture
def rated(weekend):
    """Set the left-hander's innings to 50.0 as the director. The Sharks have no other reliever."""
    PlayerCard.objects.filter(pk=weekend.left.pk).update(outs_pitched=150)
    relievers = Pick.objects.filter(team=weekend.sharks, card__is_reliever=True)
    relievers.exclude(card=weekend.left).delete()
    return weekend


def played(series: Series, path: Path, **options) -> str:
    out = StringIO()
    call_command("play", series=series.pk, auto=True, save=path, stdout=out, **options)
    return out.getvalue()


def test_game_with_both_namesakes_is_entered_and_signed(rated, tmp_path: Path):
    path = tmp_path / "game.json"
    text = played(rated.series, path, seed=5, home_starter="jonesbo03")
    assert RIGHT in text
    assert LEFT in text
    out = StringIO()
    call_command("enter_game", path, series=rated.series.pk, stdout=out)
    assert f"Sharks: {RIGHT} started" in out.getvalue()
    assert f"Sharks: {LEFT} relieved" in out.getvalue()
    pitched = Outing.objects.filter(game__status=Game.Status.FINAL, team=rated.sharks).order_by("order")
    assert [*pitched.values_list("card", flat=True)] == [rated.right.pk, rated.left.pk]
    assert sign_sheet(series=rated.series, sheet_of=rated.sharks, actor=Actor("Anna")).code


def test_starter_is_chosen_by_a_distinguishing_name_or_number(rated, tmp_path: Path):
    PlayerCard.objects.filter(pk=rated.left.pk).update(outs_pitched=400, is_starter=True)
    with pytest.raises(
        CommandError,
        match=r"“bobby jones” doesn't match exactly one starter for Sharks; choose from .*Bobby Jones \(L\)",
    ):
        played(rated.series, tmp_path / "none.json", seed=1, home_starter="bobby jones")
    for words, player in (("jones (l)", "jonesbo04"), ("jones (r)", "jonesbo03"), ("JONESBO04", "jonesbo04")):
        path = tmp_path / f"{words}.json"
        played(rated.series, path, seed=1, home_starter=words)
        assert json.loads(path.read_text(encoding="utf-8"))["sides"][1]["field"][0] == player
