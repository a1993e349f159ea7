"""Benchmark a game's dialogue on one core: an answer, the next prompt and a view, and the memory of many games."""

import gc
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from bench.bench_engine import new_game, played
from bench.figure import Figure, cpu_seconds
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import from_document, to_document
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.prompts import Ask, Over, Settle

TABLES, PLAYED = 1000, 50
WARM_UP, GAMES = 3, 10
TEAMS = ("Visitors", "Home")


def figures() -> Iterator[Figure]:
    for _ in range(WARM_UP):
        _play_by_answers(seed=0)
    moves, views = [], []
    for seed in range(GAMES):
        talk_moves, talk_views = _play_by_answers(seed)
        moves += talk_moves
        views += talk_views
    yield Figure("an answer and the next prompt of a star game", 1000 * statistics.median(moves), "ms", 1)
    yield Figure("the same, 99th percentile", 1000 * statistics.quantiles(moves, n=100)[98], "ms", 10)
    yield Figure("a view of the game for a seat", 1000 * statistics.median(views), "ms", 0.5)
    yield Figure(f"full garbage collection with {TABLES} games in memory", _collection_seconds() * 1000, "ms", 1000)


def _play_by_answers(seed: int) -> tuple[list[float], list[float]]:
    """Play a game with people on both sides. Return the seconds for each move and for each view."""
    talk = Dialogue(new_game(), TEAMS, {}, [True, True], SeededDice(seed))
    luck = random.Random(seed)
    moves, views = [], []
    prompt = talk.next()
    while not isinstance(prompt, Over):
        started_at = time.process_time()
        _answer(talk, luck)
        prompt = talk.next()
        answered_at = time.process_time()
        talk.view(0)
        moves.append(answered_at - started_at)
        views.append(time.process_time() - answered_at)
    return moves, views


def _answer(talk: Dialogue, luck: random.Random) -> None:
    """Choose the default answer most of the time, as people do."""
    prompt = talk.prompt
    if isinstance(prompt, Ask):
        talk.answer(prompt.usual if luck.random() < 0.9 else luck.choice(prompt.choices).key)
    elif isinstance(prompt, Settle):
        if prompt.candidates:
            talk.settle(prompt.candidates[0].enters, prompt.candidates[0].leaves)
        else:
            talk.settle_by_moving()
    else:
        talk.answer("")


def _collection_seconds() -> float:
    """Return the seconds for a full collection. Objects loaded before the games are frozen, as in the web process."""
    start = new_game()
    gc.collect()
    gc.freeze()
    documents = [[to_document(event) for event in played(start, seed).events] for seed in range(PLAYED)]
    games: list[Game[Any, Any]] = []
    for number in range(TABLES):
        events = [from_document(document) for document in documents[number % PLAYED]]
        games.append(Game(start.setup, GameLog(start.log.start, events)))
    seconds = cpu_seconds(gc.collect)
    if len(games) != TABLES:
        raise RuntimeError("the games were not kept")
    return seconds
