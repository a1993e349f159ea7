"""Run random sequences at a table: answers, undo requests, reloads, second devices, lost connections and kills.

A sequence presses the buttons that the pages show, so every move is covered.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, NamedTuple, Protocol

from play.models import TEAMS, TableGame
from tests.play.usual_moves import play_half_inning

_BUTTON: Final = re.compile(r'<button\s[^>]*?name="do"\s+value="([^"]+)"', re.DOTALL)
_NUMBER: Final = re.compile(r'data-number="(\d+)"')
_DIE: Final = re.compile(r"Roll the .+? \((\d+) to (\d+) per die\)")
_UNDO: Final = re.compile(r"\d undo ")
_PLAYS_ON: Final = re.compile(r"\d (answer|usual|roll|settle|dice|confirm|agree|decline|resume)\b")
_RARE: Final = re.compile(r"\d (undo |concede)")  # otherwise few sequences would get past the first batters


class Device(Protocol):
    """A browser. Both methods return a status and a page. The status is 0 if the server didn't respond."""

    def get(self, path: str) -> tuple[int, str]: ...

    def post(self, path: str, data: dict[str, str], *, hang_up: bool = False) -> tuple[int, str]:
        """Submit a form. With `hang_up`, disconnect before the response arrives."""
        ...


class Surroundings(NamedTuple):
    """A sequence's interface to its server."""

    open_device: Callable[[], Device]
    kill_server: Callable[[], None]


class TableSequence:
    """One sequence at a started game. `counts` has the steps by name, and the rejected moves."""

    def __init__(self, game: TableGame, surroundings: Surroundings, chance: random.Random) -> None:
        self._game = game
        self._address = game.get_absolute_url()
        self._around = surroundings
        self._chance = chance
        self._devices = {team: surroundings.open_device() for team in TEAMS}
        self._links = dict.fromkeys(TEAMS, "")
        self._sent: list[tuple[int, dict[str, str]]] = []
        self._is_unsure = False  # a form without a response may still be stored
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def run(self, links: dict[int, str], steps: int) -> list[str]:
        """Sit down with both seats' links, take this many steps, and return the errors.

        Compare the game with `faults_of` afterward.
        """
        self._links = links
        for team in TEAMS:
            self._sit_down(team)
        weights = {self._move: 30, self._reload: 3, self._repeat: 3, self._move_for_opponent: 2}
        weights |= {self._change_device: 2, self._lose_connection: 3, self._kill: 2}
        weights |= {self._undo_by_consent: 2, self._play_half_inning: 4}
        for step in self._chance.choices([*weights], [*weights.values()], k=steps):
            step()
            self.counts[step.__name__.strip("_")] += 1
        return self.faults

    def _sit_down(self, team: int) -> None:
        status, page = self._devices[team].post(self._links[team], {})
        self._expect(status, HTTPStatus.FOUND, f"sit down {team}: {page[:300]}")

    def _expect(self, status: int, expected: int, request: str) -> None:
        if status != expected:
            self.faults.append(f"{request}: {status}")

    def _page(self, team: int) -> str:
        status, page = self._devices[team].get(self._address)
        self._expect(status, HTTPStatus.OK, f"page of {team}")
        return page

    def _form(self, team: int) -> dict[str, str] | None:
        """Return a form that this team's page could submit, or None if it has no button."""
        page = self._page(team)
        buttons = [value.replace("&#x27;", "'") for value in _BUTTON.findall(page)]
        if not buttons:
            return None
        plain = [button for button in buttons if not _RARE.match(button)]
        playing_on = [button for button in buttons if _PLAYS_ON.match(button)]
        choices = self._chance.choices((playing_on, plain, buttons), (6, 3, 1))[0] or buttons
        form = {"number": _NUMBER.findall(page)[0], "do": self._chance.choice(choices)}
        if die := _DIE.search(page):
            form["dice"] = str(self._chance.randint(*map(int, die.groups())))
        return form

    def _next_form(self) -> tuple[int, dict[str, str]] | None:
        forms = ((team, self._form(team)) for team in self._chance.sample(TEAMS, 2))
        return next(((team, form) for team, form in forms if form is not None), None)

    def _move(self) -> None:
        if (next_form := self._next_form()) is not None:
            self._send(*next_form)

    def _send(self, team: int, form: dict[str, str]) -> None:
        status, page = self._devices[team].post(f"{self._address}move/", form)
        if status == HTTPStatus.FOUND:
            self._sent.append((team, form))
            self._is_unsure = False
            self.counts["undo"] += form["do"].endswith(" agree")
        elif status in (HTTPStatus.BAD_REQUEST, HTTPStatus.TOO_MANY_REQUESTS):
            self.counts["refused"] += 1
        elif status == HTTPStatus.CONFLICT and self._is_unsure:
            self.counts["overtaken"] += 1
        else:
            self.faults.append(f"{form} of {team}: {status} {page[:300]}")

    def _undo_by_consent(self) -> None:
        """Request to undo a play or an answer, and let the opponent agree."""
        team = self._chance.choice(TEAMS)
        page = self._page(team)
        buttons = [button for button in _BUTTON.findall(page) if _UNDO.match(button)]
        if buttons:
            self._send(team, {"number": _NUMBER.findall(page)[0], "do": self._chance.choice(buttons)})
            page = self._page(1 - team)
            if (agree := f"{1 - team} agree") in _BUTTON.findall(page):
                self._send(1 - team, {"number": _NUMBER.findall(page)[0], "do": agree})

    def _play_half_inning(self) -> None:
        """Make usual moves for both managers to the end of the half-inning."""
        play_half_inning(self._game)

    def _reload(self) -> None:
        for team in TEAMS:
            self._page(team)

    def _repeat(self) -> None:
        """Submit an earlier form again. It must be rejected as stale."""
        if self._sent:
            team, form = self._chance.choice(self._sent)
            status, _ = self._devices[team].post(f"{self._address}move/", form)
            self._expect(status, HTTPStatus.CONFLICT, f"{form} again")

    def _move_for_opponent(self) -> None:
        if (next_form := self._next_form()) is not None:
            team, form = next_form
            status, _ = self._devices[1 - team].post(f"{self._address}move/", form)
            self._expect(status, HTTPStatus.FORBIDDEN, f"{form} by the opponent")

    def _change_device(self) -> None:
        """Sit down with a different device. The previous device can no longer move."""
        team = self._chance.choice(TEAMS)
        previous, form = self._devices[team], self._form(team)
        self._devices[team] = self._around.open_device()
        self._sit_down(team)
        if form is not None:
            status, _ = previous.post(f"{self._address}move/", form)
            self._expect(status, HTTPStatus.FORBIDDEN, f"{form} from the previous device")

    def _lose_connection(self) -> None:
        if (next_form := self._next_form()) is not None:
            team, form = next_form
            self._devices[team].post(f"{self._address}move/", form, hang_up=True)
            self._is_unsure = True

    def _kill(self) -> None:
        self._lose_connection()
        self._around.kill_server()
