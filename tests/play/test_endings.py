"""Test how a tournament's table game stops: director questions, suspension, concession, mercy rule, the next game."""

import pytest
from django.test import Client

from drafts.models import Draft, LineUp
from games.models import Game, Outing, RulingRequest
from play.models import TableGame
from play.opening import cached_games
from play.services.seats import seat_token
from play.services.series_games import enter_result
from rules_engine.baseball.saved_games import read_saved
from tabletop.queries.lineups import load_drafted_roster, propose_spots, season_of
from tests.conftest import signed_in
from tests.factories import AccessFactory
from tests.play.series import SeriesTable
from tests.play.tables import get_ready, started_game, view_of
from tournaments.access.links import link_token
from tournaments.models import Team

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> SeriesTable:
    table = SeriesTable()
    table.start()
    return table


@pytest.fixture
def director(table: SeriesTable) -> Client:
    return signed_in(AccessFactory(tournament=table.weekend.tournament, role="director"))


def question_address(table: SeriesTable) -> str:
    return f"/t/{table.weekend.tournament.slug}/tables/{table.game.public_id}/"


def test_question_freezes_the_table_until_the_director_answers(table: SeriesTable, director: Client) -> None:
    table.play(3)
    assert table.do(table.bears, "1 ask", question="Was that a balk?").status_code == 302
    assert table.view()["game"]["director"]["team"] == 1
    assert table.view()["game"]["waits_for"] is None
    for browser, do in ((table.sharks, "0 undo 0"), (table.bears, "1 suspend"), (table.bears, "1 concede")):
        assert table.do(browser, do).status_code == 400
    assert all(prompt["kind"] == "wait" for prompt in table.view(table.sharks)["game"]["prompts"])
    dashboard = director.get(f"/t/{table.weekend.tournament.slug}/dashboard/").content.decode()
    assert question_address(table) in dashboard
    number = table.view()["number"]
    page = director.get(question_address(table)).content.decode()
    assert "Was that a balk?" in page
    assert table.view()["number"] == number, "a GET changes nothing"
    sent = {"number": number, "ruling": "No balk.", "rule": "T31.8", "answer": "continue"}
    assert table.sharks.post(question_address(table), sent).status_code == 403
    assert director.post(question_address(table), {**sent, "ruling": ""}).status_code == 400
    assert table.view()["game"]["director"], "nothing is half done"
    assert director.post(question_address(table), sent).status_code == 302
    view = table.view()
    assert view["game"]["director"] is None
    assert view["game"]["plays"][0]["sentence"] == "Director's ruling: No balk. (T31.8)"
    assert RulingRequest.objects.get().ruling == "No balk."
    assert director.post(question_address(table), {**sent, "number": view["number"]}).status_code == 400
    table.play(1)
    lines = [play["sentence"] for play in table.view()["game"]["plays"] if play["undo_to"] is None]
    assert lines == [view["game"]["plays"][0]["sentence"]], "the ruling stays in its place"


def test_director_undoes_a_play_or_suspends_the_game(table: SeriesTable, director: Client) -> None:
    table.play(4)
    before = table.view()["game"]["plays"]
    table.do(table.sharks, "0 ask", question="Wrong column?")
    to = before[1]["undo_to"]
    sent = {"number": table.view()["number"], "ruling": "Play it again.", "answer": "undo", "to": to}
    assert director.post(question_address(table), sent).status_code == 302
    plays = table.view()["game"]["plays"]
    assert plays[0]["undo_to"] is None
    assert plays[1]["number"] == to
    table.do(table.sharks, "0 ask", question="Time?")
    sent = {"number": table.view()["number"], "ruling": "Suspended.", "answer": "suspend"}
    assert director.post(question_address(table), sent).status_code == 302
    assert table.view()["state"] == "suspended"


def test_t33_0_suspended_game_records_its_situation_and_resumes_at_the_table(table: SeriesTable) -> None:
    table.play(40)
    stopped = table.view()["game"]
    assert table.do(table.sharks, "0 suspend").status_code == 302
    assert table.do(table.sharks, "0 suspend").status_code == 400
    assert table.view()["state"] == "playing", "the opponent has to agree"
    assert table.do(table.bears, "1 suspend").status_code == 302
    assert table.view()["state"] == "suspended"
    assert table.do(table.bears, "1 resume_game").status_code == 400, "it is not in the series yet"
    enter_result(table.game.pk)
    entered = Game.objects.get(series=table.weekend.series)
    assert entered.status == Game.Status.SUSPENDED
    assert [entered.away_runs, entered.home_runs] == [line["runs"] for line in stopped["board"]["lines"]]
    written = entered.suspension
    assert (written.outs, written.is_bottom) == (stopped["board"]["outs"], stopped["board"]["half"] == "bottom")
    assert written.situation == stopped["situation"]
    assert written.home_line_up.count("(up next)") == written.away_line_up.count("(up next)") == 1
    page = table.bears.get(f"/t/{table.weekend.tournament.slug}/suspended/{entered.pk}/").content.decode()
    address = f"/t/{table.weekend.tournament.slug}/series/{table.weekend.series.pk}/table/1/"
    assert address in page
    cached_games.clear()
    assert table.bears.post(address)["Location"] == table.game.get_absolute_url()
    view = table.view(table.sharks)
    assert view["state"] == "playing"
    assert view["game"]["situation"] == stopped["situation"]
    assert view["game"]["plays"][1]["undo_to"] is None, "play before the suspension stays"
    assert table.do(table.sharks, "0 undo 0").status_code == 400
    assert table.open(table.sharks) == table.game
    table.play()
    assert table.sign_and_enter() == entered
    entered.refresh_from_db()
    assert entered.status == Game.Status.FINAL
    assert entered.home_resumed_after is not None


def test_request_to_suspend_can_be_declined_or_withdrawn(table: SeriesTable) -> None:
    table.play(3)
    table.do(table.sharks, "0 suspend")
    assert "Keep playing" in table.bears.get(table.game.get_absolute_url()).text
    assert table.do(table.bears, "1 decline_suspension").status_code == 302
    assert table.view()["game"]["suspension"] is None
    assert table.do(table.bears, "1 decline_suspension").status_code == 400
    table.do(table.sharks, "0 suspend")
    assert "Withdraw request" in table.sharks.get(table.game.get_absolute_url()).text
    assert table.do(table.sharks, "0 decline_suspension").status_code == 302
    assert table.view()["state"] == "playing"


def test_t33_0_tournament_without_suspended_games_refuses_a_suspension(table: SeriesTable) -> None:
    type(table.weekend.tournament).objects.update(suspended_games=False)
    table.play(3)
    answer = table.do(table.sharks, "0 suspend")
    assert answer.status_code == 400
    assert "T33.0" in answer.content.decode()


def test_t0_05_team_that_is_not_behind_cannot_concede(table: SeriesTable) -> None:
    answer = table.do(table.sharks, "0 concede")
    assert answer.status_code == 400
    assert "T0.05" in answer.content.decode()


def test_t0_05_conceded_game_is_entered_with_its_score(table: SeriesTable) -> None:
    trailing, browser = _play_until_someone_trails(table)
    assert table.do(browser, f"{trailing} concede").status_code == 302
    assert table.view()["state"] == "over"
    entered = table.sign_and_enter()
    assert entered.ending == Game.Ending.CONCEDED
    assert entered.conceded_by in (table.weekend.sharks, table.weekend.bears)
    assert abs(entered.home_runs - entered.away_runs) >= 10


def _play_until_someone_trails(table: SeriesTable) -> tuple[int, Client]:
    for _ in range(20):
        table.play(6)
        away, home = (line["runs"] for line in table.view()["game"]["board"]["lines"])
        if away != home:
            return (0, table.sharks) if away < home else (1, table.bears)
    raise AssertionError("nobody scored")


def test_concession_ends_a_friendly_game() -> None:
    game, away, _ = started_game()
    address = f"{game.get_absolute_url()}move/"
    assert away.post(address, {"number": view_of(game)["number"], "do": "0 suspend"}).status_code == 400
    assert away.post(address, {"number": view_of(game)["number"], "do": "0 ask"}).status_code == 400
    assert away.post(address, {"number": view_of(game)["number"], "do": "0 concede"}).status_code == 302
    view = view_of(game)
    assert view["state"] == "over"
    sentence = f"{game.away_name} concedes the game."
    assert sentence in away.get(f"{game.get_absolute_url()}box-score/").content.decode()
    assert sentence in view["game"]["headline"]["changes"]
    assert any(play["sentence"] == sentence for play in view["game"]["plays"])


def test_t0_04_mercy_rule_ends_the_game_and_enters_it_in_the_series() -> None:
    table = SeriesTable(rules={"mercy_lead": 1, "mercy_from_inning": 1})
    TableGame.objects.filter(pk=table.game.pk).update(secret="0" * 64)  # the same dice each time
    table.start()
    table.play()
    assert table.view()["game"]["board"]["ending"] == "mercy"
    entered = table.sign_and_enter()
    assert entered.ending == Game.Ending.MERCY
    assert entered.innings < 9
    assert entered.box["home"]["batting"]


def test_next_game_starts_with_the_used_bullpen(table: SeriesTable) -> None:
    table.play()
    table.sign_and_enter()
    pitched = {
        outing.card.code: outing for outing in Outing.objects.filter(game__series=table.weekend.series, part="R")
    }
    first = read_saved(table.game.start).relief
    table.game = table.open(table.sharks)
    table.start()
    second = read_saved(table.game.start).relief
    for code, outing in pitched.items():
        assert second[code].outs <= first[code].outs - outing.outs + outing.extra_outs


def test_impossible_saved_lineup_blocks_the_start() -> None:
    table = SeriesTable()
    table.open(table.bears)
    proposed = list(propose_spots(load_drafted_roster(table.weekend.sharks, season_of(table.weekend.sharks))))
    swapped = {"c": "ss", "ss": "c"}
    spots = [[code, swapped.get(position, position)] for code, position in proposed]
    LineUp.objects.create(team=table.weekend.sharks, against=LineUp.Against.ANY, spots=spots)
    get_ready(table.sharks, table.game, 0)
    answer = table.bears.post(f"{table.game.get_absolute_url()}ready/", {"team": 1})
    assert answer.status_code == 400
    assert "saved lineup for Sharks" in answer.content.decode()
    assert table.view()["state"] == "lobby"


def test_t31_10_illegal_team_blocks_the_start() -> None:
    table = SeriesTable()
    table.open(table.bears)
    for slot, team in enumerate((table.weekend.sharks, table.weekend.bears), start=1):
        Team.objects.filter(pk=team.pk).update(slot=slot)
    Draft.objects.update(state=Draft.State.FINISHED)
    get_ready(table.sharks, table.game, 0)
    answer = table.bears.post(f"{table.game.get_absolute_url()}ready/", {"team": 1})
    assert answer.status_code == 400
    assert table.view()["state"] == "lobby"


def test_program_asks_the_director_and_gets_an_answer_through_the_api(table: SeriesTable) -> None:
    table.play(2)
    seat = table.game.seats.get(team=1)
    manager = Client(headers={"Authorization": f"Bearer {seat_token(seat)}"})
    access = AccessFactory(tournament=table.weekend.tournament, role="director")
    director = Client(headers={"Authorization": f"Bearer {link_token(access)}"})
    moves = f"/api/v1/play/{table.game.public_id}/moves/"
    question = manager.post(
        moves,
        {"number": table.view()["number"], "move": "ask_director", "question": "May he bunt?"},
        content_type="application/json",
    )
    assert question.json()["game"]["director"]["question"] == "May he bunt?"
    address = f"/api/v1/tournaments/{table.weekend.tournament.slug}/tables/{table.game.public_id}/ruling/"
    sent = {"number": question.json()["number"], "ruling": "He may."}
    assert manager.post(address, sent, content_type="application/json").status_code == 401
    stale = director.post(address, {**sent, "number": 1}, content_type="application/json")
    assert stale.status_code == 409
    answered = director.post(address, sent, content_type="application/json")
    assert answered.status_code == 200, answered.json()
    assert answered.json()["game"]["director"] is None
