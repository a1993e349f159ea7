"""Provide tables for tests: a started game and its two managers' browsers."""

import re
from typing import Any

from django.test import Client

from play.models import TableGame
from play.opening import keep_table, open_table
from play.queries.devices import keys_in_cookie
from play.queries.view import table_view
from play.table import teams_of_device
from tabletop.season_plays import season_play_for

OPTIONS: dict[str, Any] = {
    "ruleset": "pine_tar/full",
    "season": 1998,
    "away": "NYA",
    "home": "ATL",
    "own_team": 0,
    "opponent": "link",
    "dice": "committed",
}


def new_game(browser: Client, **options: Any) -> TableGame:
    """Start a game with the form, and return it in its lobby."""
    chosen = {**OPTIONS, **options}
    system, _, ruleset = chosen["ruleset"].partition("/")
    season_play_for(system).season(ruleset, str(chosen["season"]))  # the worker makes the cards if none are cached
    answer = browser.post("/play/", chosen)
    assert answer.status_code == 302, answer.content.decode()
    return TableGame.objects.get(public_id=answer["Location"].split("/")[2])


def sit_down_by_link(host: Client, guest: Client, game: TableGame, team: int = 1) -> None:
    """Open the link that the host sends to the opponent, and sit down."""
    page = host.get(game.get_absolute_url()).content.decode()
    (path,) = re.findall(rf'href="http://testserver(/play/seat/[^"]+)"\s+data-seat-link="{team}"', page)
    assert guest.get(path).status_code == 200
    assert guest.post(path).status_code == 302


def get_ready(browser: Client, game: TableGame, team: int, **data: Any) -> None:
    answer = browser.post(f"{game.get_absolute_url()}ready/", {"team": team, "part": f"part{team}", **data})
    assert answer.status_code == 302, answer.content.decode()


def started_game(**options: Any) -> tuple[TableGame, Client, Client]:
    """Return a game before its first pitch, with the browsers of the visitors and the home team."""
    away, home = Client(), Client()
    game = new_game(away, **options)
    sit_down_by_link(away, home, game)
    get_ready(away, game, 0)
    get_ready(home, game, 1)
    game.refresh_from_db()
    assert game.state == TableGame.State.PLAYING
    return game, away, home


def view_of(game: TableGame, browser: Client | None = None) -> dict[str, Any]:
    """Return a browser's view, or a spectator's."""
    table = open_table(TableGame.objects.get(pk=game.pk))
    teams: tuple[int, ...] = ()
    if browser is not None:
        request = type("Request", (), {"COOKIES": {name: c.value for name, c in browser.cookies.items()}})
        teams = teams_of_device(table.seats, keys_in_cookie(request))
    view = table_view(table, teams)
    keep_table(table)
    return view


def move(browser: Client, game: TableGame, number: int, do: str, **data: Any) -> Any:
    return browser.post(f"{game.get_absolute_url()}move/", {"number": number, "do": do, **data})


def usual_move(view: dict[str, Any]) -> str | None:
    """Return the large button's move, or None if the viewer has nothing to do."""
    for prompt in view["game"]["prompts"]:
        team = prompt["team"]
        if prompt["kind"] == "ready":
            return f"{team} roll"
        if prompt["kind"] == "ask" and prompt["usual_answers"]:
            return f"{team} usual"
        if prompt["kind"] == "ask":
            return f"{team} answer {prompt['choices'][0]['key']}"
        if prompt["kind"] == "settle":
            first = next(iter(prompt["candidates"]), None)
            return (
                f"{team} settle"
                if prompt["moves"] or not first
                else (f"{team} settle {first['enters']} {first['leaves']}")
            )
    return None


def play_to_end(game: TableGame, browsers: tuple[Client, Client]) -> int:
    """Make usual moves until the game is over, and return their number."""
    for count in range(2000):
        made = False
        for browser in browsers:
            view = view_of(game, browser)
            if view["state"] == "over":
                return count
            if (do := usual_move(view)) is not None:
                answer = move(browser, game, view["number"], do)
                assert answer.status_code == 302, answer.content.decode()
                made = True
        assert made, "nobody has a move"
    raise AssertionError("the game does not end")
