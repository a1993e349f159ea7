"""Test saved lineups of a drafted team, which games at the terminal use."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.errors import Refused
from drafts.models import LineUp
from rules_engine.baseball.state import POSITIONS
from tabletop.queries.lineups import can_have_hitter, load_drafted_roster, propose_spots, season_of
from tabletop.refusals import LineupRefusal
from tabletop.season_plays import season_play_for
from tabletop.services.season_cards import MAKE_CARDS_TASK
from tests.markup import as_single_line
from tests.weekend.test_play_drafted_teams import Weekend
from tournaments.models import Action, Tournament

pytestmark = pytest.mark.django_db

ATLANTA = {
    "weisswa01": "ss", "lockhke01": "2b", "jonesch06": "3b", "galaran01": "1b", "kleskry01": "lf",
    "lopezja01": "c", "jonesan01": "cf", "tuckemi01": "rf",
}  # fmt: skip
PAGE = "/t/hall/me/lineup/"


@pytest.fixture
def weekend() -> Weekend:
    made = Weekend()
    for slot, team in enumerate((made.sharks, made.bears), start=1):
        team.slot = slot
        team.save()
    return made


@pytest.fixture(autouse=True)
def _made_cards() -> None:
    season_play_for("strat_o_matic").season("star", "1998")


def filled(order: dict[str, str], **more: str) -> dict[str, str]:
    spots = [*order.items(), ("", "p")]
    places = {f"man_{place}": player for place, (player, _) in enumerate(spots, start=1)}
    return {**places, **{f"position_{place}": position for place, (_, position) in enumerate(spots, start=1)}, **more}


def played(path: Path, weekend: Weekend) -> str:
    out = StringIO()
    call_command("play", series=weekend.series.pk, auto=True, seed=5, save=path, stdout=out)
    return out.getvalue()


def test_page_shows_a_proposal_and_saves_a_legal_lineup(weekend, manager_of, director_of) -> None:
    client = manager_of(weekend.bears)
    assert f'href="{PAGE}"' in client.get("/t/hall/me/").content.decode()
    page = client.get(PAGE).content.decode()
    assert "Not saved yet." in page
    assert page.count("<select") == 18
    assert "Andres Galarraga (1b)" in page
    assert 'value="galaran01" selected' in " ".join(page.split())
    answer = client.post(PAGE, filled(ATLANTA, against="any"), follow=True)
    assert "Lineup saved." in answer.content.decode()
    saved = LineUp.objects.get(team=weekend.bears)
    assert saved.spots == [[player, position] for player, position in ATLANTA.items()] + [["", "p"]]
    assert Action.objects.latest("pk").sentence == "Bears saves its lineup against anyone."
    assert "Delete lineup" in client.get(PAGE).content.decode()


def test_loading_and_saving_read_the_season_once(weekend, manager_of) -> None:
    client = manager_of(weekend.bears)
    for send in (lambda: client.get(PAGE), lambda: client.post(PAGE, filled(ATLANTA, against="any"))):
        with CaptureQueriesContext(connection) as queries:
            assert send().status_code in (200, 302)
        assert sum('"drafts_cardset"."season"' in query["sql"].partition(" FROM ")[0] for query in queries) == 1


def test_page_reloads_while_the_worker_makes_cards(weekend, manager_of, settings, tmp_path, monkeypatch) -> None:
    with_cards, settings.DATA_DIR = settings.DATA_DIR, tmp_path
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr("tabletop.services.season_cards.send_job", lambda *job: sent.append(job))
    client = manager_of(weekend.bears)
    for _ in range(2):
        page = client.get(PAGE)
        assert "Making your players' cards." in page.text
        assert 'data-reload="2000"' in page.text
    assert sent == [(MAKE_CARDS_TASK, "strat_o_matic", "star", 1998)], "one job for both"
    assert client.post(PAGE, filled(ATLANTA, against="any")).status_code == 409
    assert not LineUp.objects.exists()
    settings.DATA_DIR = with_cards
    assert "data-reload" not in client.get(PAGE).text


def test_page_does_not_wait_after_other_refusals(weekend, manager_of, monkeypatch) -> None:
    def refuse(team: object) -> None:
        raise Refused(LineupRefusal.NO_STARTER)

    monkeypatch.setattr("tabletop.views.lineup.load_roster", refuse)
    with pytest.raises(Refused):
        manager_of(weekend.bears).get(PAGE)


def test_illegal_lineup_is_rejected_with_the_rule_number(weekend, manager_of) -> None:
    client = manager_of(weekend.bears)
    wrong = {**ATLANTA, "weisswa01": "2b", "lockhke01": "ss"}
    answer = client.post(PAGE, filled(wrong, against="L"))
    assert answer.status_code == 409
    assert "10.1" in answer.content.decode()
    for order, fault in (
        (dict(list(ATLANTA.items())[:7]), "Spot 9"),
        ({**ATLANTA, "tuckemi01": "xx"}, "Spot 8"),
        ({**dict(list(ATLANTA.items())[:7]), "jeterde01": "rf"}, "Spot 8"),
    ):
        assert fault in client.post(PAGE, filled(order, against="L")).content.decode()
    assert not LineUp.objects.exists()


def test_t0_01_designated_hitter_is_offered_only_if_the_rules_allow_it(weekend, manager_of) -> None:
    page = manager_of(weekend.bears).get(PAGE).content.decode()
    assert 'value="dh"' not in page
    assert "dh bats" not in page
    roster = load_drafted_roster(weekend.bears, season_of(weekend.bears))
    assert not can_have_hitter(roster, propose_spots(roster))
    assert can_have_hitter(roster._replace(setup=None), propose_spots(roster)), "by the game of baseball he may bat"


def test_proposals_use_a_designated_hitter_if_the_edition_allows_it(weekend, manager_of, tmp_path: Path) -> None:
    Tournament.objects.filter(pk=weekend.tournament.pk).update(profile_key="stpc_2024@1", profile_text="")
    client, path = manager_of(weekend.bears), tmp_path / "game.json"
    page = " ".join(client.get(PAGE).content.decode().split())
    assert page.count('value="dh" selected') == 1
    assert 'value="p" selected' not in as_single_line(page)
    client.post(PAGE, filled(ATLANTA, against="any"))  # a manager can still let his pitcher bat
    played(path, weekend)
    away, home = json.loads(path.read_text(encoding="utf-8"))["sides"]
    assert len(away["order"]) == 9
    assert away["field"][0] not in away["order"]
    assert home["order"][8] == home["field"][0]


def test_director_can_save_a_lineup_but_other_managers_cannot(weekend, manager_of, director_of) -> None:
    theirs = {**filled(ATLANTA, against="any"), "team": str(weekend.bears.pk)}
    assert manager_of(weekend.sharks).post(PAGE, theirs).status_code == 403
    assert not LineUp.objects.exists()
    director = director_of(weekend.tournament)
    assert director.post(PAGE, theirs).status_code == 302
    assert LineUp.objects.filter(team=weekend.bears).exists()


def test_lineup_can_be_undone_in_the_log_and_deleted_on_the_page(weekend, manager_of, director_of) -> None:
    client = manager_of(weekend.bears)
    client.post(PAGE, filled(ATLANTA, against="any"))
    director = director_of(weekend.tournament)
    action = Action.objects.latest("pk")
    assert director.post(f"/t/hall/log/{action.pk}/undo/", {"reason": "by mistake"}).status_code == 302
    assert not LineUp.objects.exists()
    client.post(PAGE, filled(ATLANTA, against="R"))
    client.post(PAGE, {"against": "R", "remove": "yes"})
    assert not LineUp.objects.exists()
    assert Action.objects.latest("pk").sentence == "Bears deletes its lineup against right-handed starters."


def test_series_game_starts_with_the_saved_lineup(weekend, manager_of, tmp_path: Path) -> None:
    client, path = manager_of(weekend.bears), tmp_path / "game.json"
    turned = dict(reversed(ATLANTA.items()))
    client.post(PAGE, filled(ATLANTA, against="R"))
    client.post(PAGE, filled(turned, against="L"))
    played(path, weekend)
    away, home = json.loads(path.read_text(encoding="utf-8"))["sides"]
    assert away["field"][0] == "pettian01"  # left-handed
    assert home["order"][:8] == list(turned)
    assert home["order"][8] == home["field"][0]
    assert dict(zip(home["field"][1:], POSITIONS[1:], strict=True)) == ATLANTA


def test_illegal_saved_lineup_is_replaced_by_the_proposal(weekend, tmp_path: Path) -> None:
    spots = [[player, position] for player, position in {**ATLANTA, "weisswa01": "2b", "lockhke01": "ss"}.items()]
    LineUp.objects.create(team=weekend.bears, against="any", spots=[*spots, ["", "p"]])
    text = played(tmp_path / "game.json", weekend)
    assert "Bears uses the proposed lineup, because its saved one isn't legal: Bears: T10.11: Walt Weiss" in text
    assert "(W)" in text


def test_api_reads_and_saves_a_lineup(weekend, manager_of) -> None:
    client, address = manager_of(weekend.bears), f"/api/v1/tournaments/hall/teams/{weekend.bears.pk}/line-ups/"
    spots = [{"card": player, "position": position} for player, position in ATLANTA.items()]
    body = {"against": "any", "spots": [*spots, {"card": "", "position": "p"}]}
    answer = client.post(address, json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert client.get(address).json() == {"line_ups": [body]}
    wrong = {**body, "spots": body["spots"][:8]}
    refused = client.post(address, json.dumps(wrong), content_type="application/json")
    assert refused.status_code in (400, 409)
    assert "A lineup has 9 spots" in refused.content.decode()
    assert manager_of(weekend.sharks).get(address).status_code == 403
