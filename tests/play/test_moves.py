"""Test moves at the table: stale moves, random moves, undo by consent, real dice and a different device."""

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from play import opening
from play.models import TableEvent, TableGame
from play.opening import cached_games, open_table
from play.queries.changes import changes_view
from play.services.moves import TIME_OUT_MINUTES
from play.services.undo import LAST_ANSWER, MAX_REQUESTS, PERIOD_MINUTES
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import replay
from rules_engine.baseball.state import POSITIONS
from tests.play.tables import get_ready, move, new_game, started_game, usual_move, view_of

pytestmark = pytest.mark.django_db


def usual_moves(game: TableGame, browsers: tuple[Client, Client], count: int) -> None:
    for _ in range(count):
        for browser in browsers:
            view = view_of(game, browser)
            if do := usual_move(view):
                assert move(browser, game, view["number"], do).status_code == 302


def test_stale_move_returns_409_with_the_current_view_and_changes_nothing() -> None:
    game, away, home = started_game()
    number = view_of(game)["number"]
    assert move(away, game, number, "0 roll").status_code == 302
    newest = view_of(game)["number"]
    answer = move(away, game, number, "0 roll")
    assert answer.status_code == 409
    assert f'data-number="{newest}"' in answer.content.decode()
    fragment = away.post(
        f"{game.get_absolute_url()}move/", {"number": number, "do": "0 roll"}, headers={"X-Fragment": "1"}
    )
    assert fragment.status_code == 409
    assert fragment.content.decode().startswith('<div id="table"')
    assert view_of(game)["number"] == newest


def test_stream_sends_each_audience_its_newest_view() -> None:
    game, away, home = started_game()
    number = view_of(game)["number"]
    address = f"{game.get_absolute_url()}table-events/?after={number - 1}"
    own, spectator = (browser.get(address).content.decode() for browser in (away, Client()))
    assert f"id: {number}\nevent: table\n" in own
    assert "0 roll" in own
    assert "0 roll" not in spectator
    assert "event: table" not in away.get(f"{game.get_absolute_url()}table-events/?after={number}").content.decode()


def random_move(generator: random.Random, view: dict[str, Any]) -> str | None:
    """Return any of the moves that the view offers."""
    for prompt in view["game"]["prompts"]:
        team = prompt["team"]
        offered = [f"{team} announce {word}" for word in prompt["announcements"]]
        offered += [f"{team} retract"] if prompt["can_retract"] else []
        if (undo := view["game"]["undo"]) is not None:
            offered += [f"{team} decline"] + [f"{team} agree"] * (undo["team"] != team)
        elif generator.random() < 0.05 and view["game"]["plays"]:
            offered.append(f"{team} undo {generator.choice(view['game']['plays'])['undo_to']}")
        offered += [f"{team} undo answer"] if prompt["can_undo_answer"] and not undo else []
        offered += [f"{team} answer {choice['key']}" for choice in prompt.get("choices", ())]
        usual = usual_move({"game": {"prompts": [prompt]}})
        offered += [usual] * 4 if usual else []
        if offered:
            return generator.choice(offered)
    return None


@pytest.mark.parametrize("seed", range(4))
def test_random_moves_match_the_engine_state(seed: int) -> None:
    """The moves come from both managers, with undo requests, stale numbers, and cache losses now and then."""
    generator = random.Random(seed)
    game, away, home = started_game()
    for _ in range(120):
        browser = generator.choice((away, home))
        view = view_of(game, browser)
        if view["state"] == "over":
            break
        if generator.random() < 0.1:
            cached_games.clear()
        if (do := random_move(generator, view)) is None:
            continue
        number = view["number"] - (generator.random() < 0.1)
        before = view_of(game)
        status = move(browser, game, number, do).status_code
        assert status in (302, 400, 409, 429), do
        if status != 302:
            assert view_of(game) == before, do
    view = view_of(game)
    cached = open_table(TableGame.objects.get(pk=game.pk)).play
    cached_games.clear()
    assert view_of(game) == view, "no part of the view is older than the game"
    cached_games.clear()
    rebuilt = open_table(TableGame.objects.get(pk=game.pk)).play
    log = cached.game.log
    assert rebuilt.to_document() == cached.to_document()
    assert rebuilt.game.log.events == log.events
    assert rebuilt.prompt == cached.prompt
    assert replay(log.start, log.events) == log.state
    assert broken_invariants(log) == []
    numbers = [*TableEvent.objects.filter(game=game).values_list("number", flat=True)]
    assert numbers == [*range(1, len(numbers) + 1)]


def test_process_does_not_rebuild_a_cached_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game, away, home = started_game()
    rebuilt = []
    rebuild = opening._rebuild
    monkeypatch.setattr(opening, "_rebuild", lambda *arguments: rebuilt.append(1) or rebuild(*arguments))
    usual_moves(game, (away, home), 3)
    assert rebuilt == []
    # a restored backup: the same number, but a different action
    newest = TableEvent.objects.filter(game=game).latest("number")
    TableEvent.objects.filter(pk=newest.pk).update(at=newest.at - timedelta(days=1))
    view_of(game)
    assert rebuilt == [1]


def test_undo_needs_the_opponents_consent_and_repeats_the_dice() -> None:
    game, away, home = started_game()
    usual_moves(game, (away, home), 4)
    view = view_of(game, away)
    played = [play["sentence"] for play in view["game"]["plays"]]
    assert played
    first = view["game"]["plays"][-1]
    assert move(away, game, view["number"], f"0 undo {first['undo_to']}").status_code == 302
    assert view_of(game)["game"]["plays"][0]["sentence"] == played[0], "nothing is undone yet"
    assert move(away, game, view["number"] + 1, "0 agree").status_code == 400, "not by the one who asks"
    assert view_of(game, home)["game"]["undo"]["can_agree"]
    assert move(home, game, view["number"] + 1, "1 agree").status_code == 302
    assert view_of(game)["game"]["plays"] == []
    rolls = view_of(game)["dice"]["roll_count"]
    usual_moves(game, (away, home), 1)
    replayed = view_of(game)["game"]["plays"]
    assert replayed[-1]["sentence"] == played[-1]
    assert view_of(game)["dice"]["roll_count"] == rolls, "no new die"


def test_undo_request_lapses_with_the_next_move_or_can_be_declined() -> None:
    game, away, home = started_game()
    usual_moves(game, (away, home), 2)
    view = view_of(game, home)
    to = view["game"]["plays"][-1]["undo_to"]
    move(home, game, view["number"], f"1 undo {to}")
    move(away, game, view["number"] + 1, "0 decline")
    assert view_of(game)["game"]["undo"] is None
    move(home, game, view["number"] + 2, f"1 undo {to}")
    assert view_of(game)["game"]["undo"]["team"] == 1
    usual_moves(game, (away, home), 1)
    assert view_of(game)["game"]["undo"] is None


def test_undo_requests_are_limited() -> None:
    game, away, home = started_game()
    usual_moves(game, (away, home), 2)
    to = view_of(game)["game"]["plays"][-1]["undo_to"]
    answers = []
    for _ in range(MAX_REQUESTS + 1):
        number = view_of(game)["number"]
        answers.append(move(home, game, number, f"1 undo {to}"))
        move(away, game, number + 1, "0 decline")
    assert [answer.status_code for answer in answers] == [302] * MAX_REQUESTS + [429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60 * PERIOD_MINUTES


def test_manager_of_both_teams_undoes_at_once() -> None:
    browser = Client()
    game = new_game(browser, opponent="both")
    get_ready(browser, game, 0)
    get_ready(browser, game, 1)
    usual_moves(game, (browser, browser), 3)
    view = view_of(game, browser)
    to = view["game"]["plays"][-1]["undo_to"]
    assert move(browser, game, view["number"], f"0 undo {to}").status_code == 302
    assert view_of(game)["game"]["plays"] == []


@pytest.mark.parametrize("to", ["99", "x", "-1", str(LAST_ANSWER), ""])
def test_undo_to_an_invalid_play_is_refused(to: str) -> None:
    game, away, home = started_game()
    assert move(away, game, view_of(game)["number"], f"0 undo {to}").status_code == 400


def test_batting_team_types_real_dice_and_the_opponent_confirms() -> None:
    game, away, home = started_game(dice="real")
    (prompt,) = view_of(game, away)["game"]["prompts"]
    assert prompt["kind"] == "dice"
    number = view_of(game)["number"]
    assert move(home, game, number, "1 dice", dice="3 5").status_code == 400, "home does not roll"
    assert move(away, game, number, "0 dice", dice="3 77").status_code == 400, "no such face"
    assert move(away, game, number, "0 dice", dice="hello").status_code == 400
    assert move(away, game, number, "0 dice", dice="3 5").status_code == 302
    assert view_of(game, home)["game"]["entered_dice"]["can_confirm"]
    assert view_of(game)["game"]["plays"] == [], "they don't count yet"
    assert move(away, game, number + 1, "0 confirm").status_code == 400, "not by the roller"
    assert move(home, game, number + 1, "1 challenge").status_code == 302
    assert view_of(game)["game"]["entered_dice"] is None
    assert "challenged the dice" in away.get(game.get_absolute_url()).text
    assert move(away, game, number + 2, "0 dice", dice="3 6").status_code == 302
    assert move(home, game, number + 3, "1 confirm").status_code == 302
    assert view_of(game)["game"]["plays"] or view_of(game)["game"]["reading"]
    assert view_of(game)["game"]["challenge"] is None
    assert TableEvent.objects.exclude(rolls=[]).count() == 0


def test_seat_can_move_to_another_device() -> None:
    game, away, home = started_game()
    usual_moves(game, (away, home), 1)
    page = away.get(game.get_absolute_url()).content.decode()
    (path,) = re.findall(r'href="http://testserver(/play/seat/[^"]+)"\s+data-seat-link="0"', page)
    phone = Client()
    assert phone.post(path).status_code == 302
    before = view_of(game)
    assert view_of(game, phone)["own_teams"] == [0]
    assert view_of(game, away)["own_teams"] == []
    assert move(away, game, before["number"], "0 roll").status_code == 403
    usual_moves(game, (phone, home), 1)
    assert view_of(game)["number"] > before["number"]


def test_host_cannot_use_the_opponents_link() -> None:
    away, home = Client(), Client()
    game = new_game(away)
    page = away.get(game.get_absolute_url()).content.decode()
    (path,) = re.findall(r'href="http://testserver(/play/seat/[^"]+)"\s+data-seat-link="1"', page)
    assert home.post(path).status_code == 302
    assert away.post(path).status_code == 404
    assert 'data-seat-link="1"' not in away.get(game.get_absolute_url()).content.decode()


def test_manager_calls_time_to_change_pitchers() -> None:
    game, away, home = started_game()
    number = view_of(game)["number"]
    assert move(home, game, number, "1 time").status_code == 302
    assert view_of(game, away)["game"]["prompts"][0]["kind"] == "wait"
    assert move(away, game, number + 1, "0 roll").status_code == 400
    assert move(away, game, number + 1, "0 resume").status_code == 400
    TableEvent.objects.filter(kind="call_time").update(
        at=timezone.now() - timedelta(minutes=TIME_OUT_MINUTES, seconds=1)
    )
    assert move(away, game, number + 1, "0 resume").status_code == 302
    assert move(home, game, number + 2, "1 resume").status_code == 400
    assert move(home, game, number + 2, "1 time").status_code == 302
    assert move(home, game, number + 3, "1 resume").status_code == 302
    assert move(away, game, number + 4, "0 roll").status_code == 302


def test_manager_changes_fielders_and_makes_a_double_switch() -> None:
    game, _, home = started_game()
    address = f"{game.get_absolute_url()}changes/"
    assert 'data-change="switch"' in home.get(address).content.decode()
    number = view_of(game)["number"]
    field = open_table(TableGame.objects.get(pk=game.pk)).play.game.state.sides[1].field
    was = {f"was-{position}": player for position, player in zip(POSITIONS, field, strict=True)}
    left, center = field[6], field[7]
    chosen = {**{key.replace("was", "at"): player for key, player in was.items()}, "at-lf": center, "at-cf": left}
    assert move(home, game, number, "1 fielders", **was, **chosen).status_code == 302
    side = open_table(TableGame.objects.get(pk=game.pk)).play.game.state.sides[1]
    assert (side.field[6], side.field[7]) == (center, left)
    assert move(home, game, number + 1, "1 fielders", **was).status_code == 400
    setup = open_table(TableGame.objects.get(pk=game.pk)).play.game.setup
    pitcher = next(player for player in side.bench if setup.is_pitcher(player))
    fielder = next(player for player in side.bench if not setup.is_pitcher(player))
    players = {"pitcher": pitcher, "leaves": center, "fielder": fielder}
    assert move(home, game, number + 1, "1 switch", **{**players, "pitcher": "nobody"}).status_code == 400
    answer = move(home, game, number + 1, "1 switch", **players)
    assert answer.status_code == 302, answer.content.decode()
    switched = open_table(TableGame.objects.get(pk=game.pk)).play.game.state.sides[1]
    assert switched.pitcher == pitcher
    assert fielder in switched.order


def test_manager_makes_a_legal_substitution_from_the_list() -> None:
    game, away, home = started_game()
    page = home.get(f"{game.get_absolute_url()}changes/").content.decode()
    assert 'data-change="pitcher"' in page
    enters, leaves = re.findall(r'value="1 change pitcher (\S+) (\S+)"', page)[0]
    number = view_of(game)["number"]
    assert move(away, game, number, f"0 change pitcher {enters} {leaves}").status_code == 400
    assert move(home, game, number, f"1 change pinch_hitter {enters} {leaves}").status_code == 400
    assert move(home, game, number, f"1 change pitcher {enters} {leaves}").status_code == 302
    view = view_of(game)["game"]
    assert view["rosters"][1]["left_game"]
    assert (view["headline"]["number"], view["headline"]["play"]) == (1, "")
    (change,) = view["headline"]["changes"]
    assert view["rosters"][1]["lineup"][-1]["name"] in change


def pitching_changes(game: TableGame, team: int) -> list[dict[str, Any]]:
    kinds = changes_view(open_table(TableGame.objects.get(pk=game.pk)), team)
    places = next((kind["places"] for kind in kinds if kind["reason"] == "pitcher"), [])
    return [{**pitcher, "leaves": place["leaves"]} for place in places for pitcher in place["candidates"]]


def test_headline_is_the_last_play_until_a_substitution() -> None:
    game, *browsers = started_game()
    relievers: list[dict[str, Any]] = []
    while not relievers:  # the rules decide how long a pitcher stays
        usual_moves(game, (browsers[0], browsers[1]), 8)
        view = view_of(game)
        team = next(line["team"] for line in view["game"]["board"]["lines"] if not line["is_at_bat"])
        relievers = pitching_changes(game, team)
    last = view["game"]["last_play"]
    assert view["game"]["headline"] == {"number": last["number"], "changes": [], "play": last["sentence"]}
    reliever = relievers[0]
    do = f"{team} change pitcher {reliever['player']} {reliever['leaves']}"
    assert move(browsers[team], game, view["number"], do).status_code == 302
    headline = view_of(game)["game"]["headline"]
    assert headline["number"] > last["number"]
    assert headline["play"] == last["sentence"]
    assert [reliever["name"] in change for change in headline["changes"]] == [True]


def test_relievers_are_listed_with_their_ratings() -> None:
    game, away, home = started_game(ruleset="strat_o_matic/som_advanced")
    relievers: list[dict[str, Any]] = []
    while not relievers:  # the rules decide how long a pitcher stays
        usual_moves(game, (away, home), 4)
        relievers = [*pitching_changes(game, 0), *pitching_changes(game, 1)]
    ratings = [reliever["ratings"][0] for reliever in relievers]
    assert all(rating.startswith(("relief(", "starter(")) for rating in ratings)
    pages = [browser.get(f"{game.get_absolute_url()}changes/").content.decode() for browser in (away, home)]
    assert all(rating in pages[0] + pages[1] for rating in ratings)
