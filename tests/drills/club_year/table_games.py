"""Play series at the play table: managers sit down with their phones, and programs play for them through the API."""

import html
import re
import time
from collections.abc import Callable
from typing import Any, Final

from tests.drills.club_year.doors import Api, RequestFailed
from tests.drills.club_year.results import PlayedGame, played_game
from tests.drills.club_year.tournaments import YearTournament
from tests.play.api_moves import move_of_prompt

_PATIENCE: Final = 300.0  # seconds until the worker has made a season's cards or entered a result
_MOST_MOVES: Final = 3000
_POLL: Final = 0.2  # seconds
_SEAT_LINK: Final = re.compile(r'href="([^"]+)" data-seat-link="([01])"')


class Seat:
    """A program in a manager's seat that makes the usual moves."""

    def __init__(self, port: int, table: str, token: str, team: int) -> None:
        self.team = team
        self._api = Api(port, token)
        self._table = f"play/{table}/"
        self.view: dict[str, Any] = {}

    def look(self) -> dict[str, Any]:
        self.view = self._api.get(self._table)
        return self.view

    def get_ready(self) -> None:
        """Choose the first starter that the sheets and cards allow (T10.2)."""
        self.view = self._api.post(f"{self._table}ready/", {"part": f"part of team {self.team}"})

    def move(self) -> bool:
        """Make the usual move, if the view offers this seat one."""
        prompts = self.view["game"]["prompts"]
        move = _usual_move(prompts[0]) if prompts else None
        if move is None:
            return False
        self.view = self._api.post(f"{self._table}moves/", {"number": self.view["number"], **move})
        return True

    def sign(self) -> None:
        self._api.post(f"{self._table}moves/", {"number": self.look()["number"], "move": "sign"})

    def wait(self, is_there: Callable[[dict[str, Any]], bool], expected: str) -> dict[str, Any]:
        """Wait for a view that meets the condition. Raise RequestFailed if none arrives."""
        deadline = time.monotonic() + _PATIENCE
        while not is_there(self.look()):
            if self.view["failure"] or self.view["entry_failure"] or time.monotonic() > deadline:
                raise RequestFailed(
                    f"{self._table}: no {expected}: {self.view['failure']} {self.view['entry_failure']}"
                )
            time.sleep(_POLL)
        return self.view


def play_at_table(tournament: YearTournament, series: dict[str, Any]) -> None:
    """Play all games of a series at the play table, without typing any result."""
    series = tournament.roll_for_home(series)
    number = 0
    while series["status"] != "complete":
        number += 1
        tournament.record([_play_game(tournament, series, number)])
        series = tournament.organizer.get(f"{tournament.address}/series/{series['id']}/")
    tournament.sign(series)


def _play_game(tournament: YearTournament, series: dict[str, Any], number: int) -> PlayedGame:
    home = series["home_by_game"][number - 1]
    away = series["away"] if home == series["home"] else series["home"]
    seats = _sit_down(tournament, series["id"], (away, home))
    seats[0].wait(lambda view: view["state"] == "lobby", "lobby")
    for seat in seats:
        seat.get_ready()
    _play(seats)
    runs = [line["runs"] for line in seats[0].look()["game"]["board"]["lines"]]
    for seat in seats:
        seat.sign()
    entered = seats[0].wait(lambda view: view["entered_as"] is not None, "result in the series")
    if entered["entered_as"] != number:
        raise RequestFailed(f"game {number} of series {series['id']} is entered as game {entered['entered_as']}")
    return played_game(series, number, home, away, runs[1], runs[0])


def _sit_down(tournament: YearTournament, series: int, teams: tuple[int, int]) -> list[Seat]:
    """Return the seats of the visitors and the home team, which their managers opened on their phones."""
    seats = []
    for side, team in enumerate(teams):
        phone = tournament.phone(team)
        phone.open(f"/t/{tournament.slug}/series/{series}/")
        address = phone.send(f"/t/{tournament.slug}/series/{series}/table/", {})
        links = {int(seat): html.unescape(link) for link, seat in _SEAT_LINK.findall(phone.open(address))}
        if side not in links:
            raise RequestFailed(f"{address} has no link of seat {side} for team {team}: {links}")
        token = links[side].rstrip("/").rsplit("/", 1)[1]
        seats.append(Seat(phone.port, address.strip("/").split("/")[1], token, side))
    return seats


def _play(seats: list[Seat]) -> None:
    """Let both programs play to the last out."""
    for seat in seats:
        seat.look()
    mover = 0
    for _ in range(_MOST_MOVES):
        seat = seats[mover]
        if seat.view["state"] == "over":
            return
        if not seat.move():
            mover = 1 - mover
            seats[mover].look()
    raise RequestFailed(f"the game does not end: {seats[0].view['game']['prompts']}")


def _usual_move(prompt: dict[str, Any]) -> dict[str, Any] | None:
    return {"move": "answer_usual"} if prompt["kind"] == "ask" else move_of_prompt(prompt)
