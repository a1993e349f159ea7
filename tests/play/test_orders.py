"""Test standing orders, which answer for a seat openly and which only its manager can see."""

from typing import Any

import pytest
from django.test import Client

from play.models import TableEvent, TableGame
from play.opening import cached_games
from rules_engine.baseball.game_input import Option
from rules_engine.baseball.standing_orders import NO_ORDERS, OrdersError, ordered_answer, read_orders
from rules_engine.baseball.state import Runner, State, start_game
from tests.play.tables import move, play_to_end, started_game, usual_move, view_of
from tests.rules_engine.baseball.games import side

HOLDS = tuple(Option(key, "23.1") for key in ("none", "1", "2", "12"))
INFIELDS = tuple(Option(key, "20.1") for key in ("back", "corners_in"))


def state_with(bases: str = "", inning: int = 1) -> State:
    runners = tuple(Runner("r", "p") if base in bases else None for base in "123")
    return start_game(side("a"), side("h"))._replace(bases=runners, inning=inning)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("orders", "question", "options", "bases", "inning", "answer"),
    [
        ({}, "hold", HOLDS, "1", 1, None),
        ({"hold": "all"}, "hold", HOLDS, "12", 1, "12"),
        ({"hold": "first"}, "hold", HOLDS, "12", 1, "1"),
        ({"hold": "none"}, "hold", HOLDS, "12", 1, "none"),
        ({"hold": "first"}, "hold", HOLDS[:1] + HOLDS[2:3], "2", 1, None),
        ({"infield": "corners_in"}, "infield", INFIELDS, "", 1, "corners_in"),
        ({"infield": "in"}, "infield", INFIELDS, "", 1, None),
        ({"infield": "in", "ask": "never"}, "infield", INFIELDS, "", 1, None),
        ({"ask": "never"}, "infield", INFIELDS, "3", 9, "back"),
        ({"ask": "runners"}, "infield", INFIELDS, "", 1, "back"),
        ({"ask": "runners"}, "infield", INFIELDS, "1", 1, None),
        ({"ask": "scoring_position"}, "infield", INFIELDS, "1", 1, "back"),
        ({"ask": "scoring_position"}, "infield", INFIELDS, "3", 1, None),
        ({"from_inning": 7}, "send_lead", INFIELDS, "3", 6, "back"),
        ({"from_inning": 7}, "send_lead", INFIELDS, "3", 7, None),
    ],
)
def test_standing_orders_answer_questions(
    orders: dict[str, Any], question: str, options: tuple[Option, ...], bases: str, inning: int, answer: str | None
) -> None:
    state = state_with(bases, inning)
    assert ordered_answer(read_orders(orders), state, question, options, options[0].key) == answer


@pytest.mark.parametrize(
    ("orders", "field"),
    [({"ask": "x"}, "ask"), ({"from_inning": 0}, "from_inning"), ({"hold": "13"}, "hold"), ({"play": "bunt"}, "play")],
)
def test_rejects_invalid_orders(orders: dict[str, Any], field: str) -> None:
    with pytest.raises(OrdersError) as caught:
        read_orders(orders)
    assert caught.value.field == field


def give_orders(browser: Client, game: TableGame, team: int, **orders: Any) -> int:
    sent = {**NO_ORDERS._asdict(), **orders}
    return int(move(browser, game, view_of(game)["number"], f"{team} orders", **sent).status_code)


def prompt_of(game: TableGame, browser: Client) -> dict[str, Any]:
    (prompt,) = view_of(game, browser)["game"]["prompts"]
    return dict(prompt)


@pytest.mark.django_db
def test_seat_with_orders_gets_no_questions_and_logs_the_answers() -> None:
    game, away, home = started_game(ruleset="strat_o_matic/star")
    for browser, team in ((away, 0), (home, 1)):
        assert give_orders(browser, game, team, ask="never", infield="back", hold="all", play="swing") == 302
    kinds = set()
    for _ in range(60):
        for browser in (away, home):
            view = view_of(game, browser)
            kinds.add(prompt_of(game, browser)["kind"])
            if do := usual_move(view):
                assert move(browser, game, view["number"], do).status_code == 302
    assert kinds <= {"ready", "wait", "settle", "over"}
    lines = [
        line
        for readings in TableEvent.objects.values_list("readings", flat=True)
        for line in sum(readings.values(), [])
    ]
    assert "hold: 1, by standing order" in lines
    before = view_of(game, away)
    cached_games.clear()
    assert view_of(game, away) == before, "orders are rows"


@pytest.mark.django_db
def test_orders_answer_a_pending_question_and_can_be_withdrawn_before_the_roll() -> None:
    game, away, home = started_game(ruleset="strat_o_matic/senior_seminar")
    assert prompt_of(game, home)["kind"] == "ask"
    assert give_orders(home, game, 1, infield="back") == 302
    assert prompt_of(game, home)["kind"] == "wait"
    assert prompt_of(game, away)["kind"] == "ready"
    assert "infield: back, by standing order" in view_of(game)["game"]["reading"]
    assert give_orders(home, game, 1) == 302
    assert prompt_of(game, home)["kind"] == "ask", "no dice were rolled"


@pytest.mark.django_db
def test_orders_are_private_and_validated() -> None:
    game, away, home = started_game()
    assert give_orders(home, game, 1, hold="first") == 302
    assert prompt_of(game, home)["has_orders"]
    assert prompt_of(game, away)["orders"] == NO_ORDERS._asdict()
    address = f"{game.get_absolute_url()}orders/"
    assert 'value="first" selected' in home.get(address).content.decode()
    for browser in (away, Client()):
        assert 'value="first" selected' not in browser.get(address).content.decode()
    assert give_orders(away, game, 1) == 403
    assert give_orders(away, game, 0, infield="under water") == 400
    assert give_orders(away, game, 0, from_inning="") == 400


@pytest.mark.django_db
def test_pending_undo_request_survives_orders() -> None:
    game, away, home = started_game()
    for _ in range(2):
        for browser in (away, home):
            view = view_of(game, browser)
            if do := usual_move(view):
                move(browser, game, view["number"], do)
    view = view_of(game, away)
    move(away, game, view["number"], f"0 undo {view['game']['plays'][-1]['undo_to']}")
    assert give_orders(home, game, 1, ask="never") == 302
    assert view_of(game)["game"]["undo"]["team"] == 0
    play_to_end(game, (away, home))
