"""Run dozens of random sequences at a table. `python -m tests.drills --tables` runs more, and kills real processes."""

import random

import pytest
from django.test import Client

from play.opening import cached_games
from play.services.seats import seat_token
from tests.play.engine_game import faults_of
from tests.play.sequences import Surroundings, TableSequence
from tests.play.tables import started_game

pytestmark = pytest.mark.django_db
STEPS = 25


class _Browser:
    """A device that uses the test client."""

    def __init__(self) -> None:
        self._client = Client()

    def get(self, path: str) -> tuple[int, str]:
        answer = self._client.get(path)
        return answer.status_code, answer.content.decode()

    def post(self, path: str, data: dict[str, str], *, hang_up: bool = False) -> tuple[int, str]:
        answer = self._client.post(path, data)
        return answer.status_code, answer.content.decode()


# a new process has an empty cache
_TEST_SERVER = Surroundings(_Browser, cached_games.clear)


@pytest.mark.parametrize("dice", ["committed", "real"])
def test_random_sequences_match_the_engine_state(dice: str) -> None:
    counts = 0
    for seed in range(12):
        game, _, _ = started_game(dice=dice)
        links = {seat.team: f"/play/seat/{seat_token(seat)}/" for seat in game.seats.all()}
        sequence = TableSequence(game, _TEST_SERVER, random.Random(f"{dice} {seed}"))
        assert sequence.run(links, STEPS) == []
        assert faults_of(game.pk) == []
        counts += sequence.counts["move"] - sequence.counts["refused"]
    assert counts > 12 * STEPS / 4
