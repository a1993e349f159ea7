"""Test real dice: misread rolls (T31.8), and games scored on a single device at the table (T0.03)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from play.models import TableEvent, TableGame
from play.queries.plain_view import remove_help
from play.refusals import ScoreRefusal
from play.services.acting import acting
from play.services.scorekeeping import PERSONAL_MOVES
from tests.play.series import SeriesTable
from tests.play.tables import move, started_game, view_of

pytestmark = pytest.mark.django_db

FORBIDDEN = (
    "safe",
    "note",
    "ratings",
    "sentence",
)  # for choices and players: the range, the ratings, and the basis of a choice


def objects_in(document: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a JSON document."""
    if isinstance(document, dict):
        yield document
        for value in document.values():
            yield from objects_in(value)
    elif isinstance(document, list | tuple):
        for value in document:
            yield from objects_in(value)


def play_with_typed_dice(
    game: TableGame, browsers: tuple[Client, Client], is_done: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """Type dice and make usual choices until the first browser's view meets the condition."""
    for count in range(400):
        views = [view_of(game, browser) for browser in browsers]
        if is_done(views[0]):
            return views[0]
        do, data = _next_move(views, count)
        answer = move(browsers[int(do[0])], game, views[0]["number"], do, **data)
        assert answer.status_code == 302, (do, answer.content.decode())
    raise AssertionError("it never came")


def _next_move(views: list[dict[str, Any]], count: int) -> tuple[str, dict[str, str]]:
    if (entered := views[0]["game"]["entered_dice"]) is not None:
        return f"{1 - entered['team']} confirm", {}
    for prompt in [prompt for view in views for prompt in view["game"]["prompts"]]:
        team = prompt["team"]
        if prompt["kind"] == "dice":
            return f"{team} dice", {"dice": str(prompt["lowest"] + (count * 7) % prompt["sides"])}
        if prompt["kind"] == "ask":
            return f"{team} answer {prompt['choices'][0]['key']}", {}
        if prompt["kind"] == "ready":
            return f"{team} roll", {}
        if prompt["kind"] == "settle":
            first = prompt["candidates"][0]
            return f"{team} settle {first['enters']} {first['leaves']}", {}
    raise AssertionError("nobody has a move")


def test_t31_8_misread_dice_are_retyped_if_both_managers_agree() -> None:
    game, away, home = started_game(dice="real")
    view = play_with_typed_dice(game, (away, home), lambda view: len(view["game"]["plays"]) == 2)
    last = next(play for play in view["game"]["plays"] if play["is_play"])
    assert move(away, game, view["number"], f"0 misread {last['undo_to']}").status_code == 302
    assert view_of(game)["game"]["undo"]["is_misread"]
    assert move(home, game, view["number"] + 1, "1 agree").status_code == 302
    after = view_of(game, away)
    assert last["number"] not in [play["number"] for play in after["game"]["plays"]]
    assert after["game"]["prompts"][0]["kind"] != "ready", "the dice on record don't count"


def test_server_dice_cannot_be_misread() -> None:
    game, away, _ = started_game()
    assert move(away, game, view_of(game)["number"], "0 misread 0").status_code == 400


@pytest.fixture
def table() -> SeriesTable:
    table = SeriesTable(dice="shared")
    assert table.view(table.sharks)["own_teams"] == [0, 1]
    for team in (0, 1):
        answer = table.sharks.post(f"{table.game.get_absolute_url()}ready/", {"team": team})
        assert answer.status_code == 302
    table.game.refresh_from_db()
    return table


def test_t0_03_shared_scoring_requires_the_directors_permission() -> None:
    table = SeriesTable()
    type(table.weekend.tournament).objects.update(shared_scoring=False)
    TableGame.objects.all().delete()
    address = f"/t/{table.weekend.tournament.slug}/series/{table.weekend.series.pk}/table/"
    assert table.sharks.post(address, {"dice": "shared"})["Location"].startswith("/t/")
    assert not TableGame.objects.exists()
    assert Client().post("/play/", {"dice": "shared"}).status_code == 400


def test_scoring_device_hides_cards_odds_and_safe_ranges(table: SeriesTable) -> None:
    spectator = Client()

    def is_next_half(view: dict[str, Any]) -> bool:
        for shown in (view, view_of(table.game, spectator)):
            _check_without_help(shown)
        return view["game"]["score_due"] is not None

    view = play_with_typed_dice(table.game, (table.sharks, table.sharks), is_next_half)
    assert view["game"]["board"]["half"] == "bottom"
    pages = ("", "plays/", "changes/", "box-score/", "table-events/")
    texts = [table.sharks.get(f"{table.game.get_absolute_url()}{page}").content.decode() for page in pages]
    assert not any("safe 1-" in text or "data-card" in text for text in texts)


def _check_without_help(view: dict[str, Any]) -> None:
    game = view["game"]
    assert game["cards"] == game["reading"] == []
    assert game["last_play"] is None or game["last_play"]["cards"] + game["last_play"]["reading"] == []
    assert all(play["reading"] == [] for play in game["plays"])
    for part in objects_in([game["prompts"], game["rosters"]]):
        for name in FORBIDDEN:
            assert not part.get(name) or "kind" in part, part


def test_other_manager_confirms_the_score_after_each_half_inning(table: SeriesTable) -> None:
    devices = (table.sharks, table.sharks)
    view = play_with_typed_dice(table.game, devices, lambda view: view["game"]["score_due"] is not None)
    assert view["game"]["score_due"]["team"] == 1
    assert all(prompt["kind"] == "wait" for prompt in view["game"]["prompts"])
    assert table.do(table.sharks, "1 dice", dice="1").status_code == 400
    assert table.do(table.sharks, "0 confirm_score").status_code == 400, "the scorekeeper does not confirm"
    table.open(table.bears)
    assert table.view(table.bears)["own_teams"] == [1]
    assert table.do(table.sharks, "1 confirm_score").status_code == 400, "the other manager has a device"
    assert table.do(table.bears, "1 confirm_score").status_code == 302
    assert table.view()["game"]["score_due"] is None
    assert table.do(table.bears, "1 confirm_score").status_code == 400


@pytest.mark.parametrize("name", sorted(PERSONAL_MOVES))
def test_scoring_device_cannot_make_personal_moves_for_a_connected_manager(table: SeriesTable, name: str) -> None:
    refusal = escape(ScoreRefusal.OWN_DEVICE.value)
    assert refusal not in table.do(table.sharks, f"1 {name}").content.decode(), "there is no other device"
    table.open(table.bears)
    assert refusal in table.do(table.sharks, f"1 {name}").content.decode()
    assert refusal not in table.do(table.bears, f"1 {name}").content.decode()


def test_t31_8_misread_can_be_reported_until_a_batter_in_the_next_half_inning(table: SeriesTable) -> None:
    with acting(table.game, TableEvent.Kind.ROLL) as opened:
        opened.confirmed_halves = 99
    table.play(40)
    assert table.do(table.sharks, "0 misread 0").status_code == 400
    newest = table.view()["game"]["plays"][0]
    assert table.do(table.sharks, f"0 misread {newest['undo_to']}").status_code == 302
    assert table.view()["game"]["undo"]["is_misread"]


def test_scoring_device_hides_starter_ratings_in_the_lobby() -> None:
    starter = {"name": "Greg Maddux", "note": "throws R", "ratings": ["starter(7)"]}
    remove_help({"lobby": [{"starters": [starter]}], "game": None})
    assert starter == {"name": "Greg Maddux", "note": "", "ratings": []}
