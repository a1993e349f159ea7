"""Two teams of invented players with complete cards, and games between them."""

import random
from collections.abc import Sequence

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import POSITIONS, Side, start_game
from rules_engine.systems.inside_pitch import system
from rules_engine.systems.inside_pitch.cards import Card
from rules_engine.systems.inside_pitch.cells import CELL_KEYS

OUTS = ("G1", "G3", "G4", "G4", "G5", "G5", "G6", "G6", "P2", "P3", "P4", "P6", "L1", "L3", "L4", "L5", "L6")
FLIES = ("F7", "F8", "F9")
HITS = ("S1", "S3", "S4", "S5", "S6", "S2", "S7", "S8", "S9", "D7", "D8", "D9", "T8")
BATTERS_CELLS = (*OUTS, *FLIES, *HITS[:11], "?7", "?8", "?9", "**2", "S/G6")[:36]
PITCHERS_CELLS = (
    *("K",) * 8,
    *("W",) * 5,
    *("", "", "", "", "S1", "(S1)", "(S1)", "**", "WLD", "(??)", "@", "@", "E?", "ET?", "EG?", "HBP", "K+", "W+"),
    *("K(W)", "HR", "HR?", "RP", "RP@"),
)


def cells(texts: Sequence[str], seed: int) -> dict[str, str]:
    mixed = list(texts)[:36]
    random.Random(seed).shuffle(mixed)
    return dict(zip(CELL_KEYS, mixed, strict=True))


def batting(seed: int, **more: object) -> dict[str, object]:
    draw = random.Random(seed)
    return {
        "bats": draw.choice("LRS"),
        "cells": cells(BATTERS_CELLS, seed),
        "k": [draw.randint(3, 14), draw.randint(3, 14)],
        "w": draw.randint(3, 12),
        "hr": draw.randint(0, 14),
        "hits_lhp": "S=1-6; D=7-9; T=10",
        "hits_rhp": "S=1-5; D=6-8; T=9; HR=10",
        "hbp": draw.randint(0, 2),
        "br": draw.randint(1, 5),
        "gdp": draw.randint(0, 3),
        "sf": draw.randint(1, 4),
        "att": draw.choice(["N", "H", 1, 3, 8]),
        "sb": draw.randint(8, 16),
        "bnt": draw.randint(0, 5),
        "inj": draw.randint(0, 6),
        **more,
    }


def batter(name: str, positions: Sequence[str], seed: int, **more: object) -> Card:
    draw = random.Random(seed)
    fielding = [
        {"position": place, "range": draw.randint(2, 5), "error": draw.randint(1, 6), "arm": draw.randint(-1, 2)}
        | ({"passed_ball": 4} if place == "c" else {})
        for place in positions
    ]
    return system.read_card({"kind": "batter", "name": name, "fielding": fielding, **batting(seed), **more})


def pitcher(name: str, seed: int, **more: object) -> Card:
    draw = random.Random(seed)
    facts = {
        "kind": "pitcher",
        "name": name,
        "throws": draw.choice("LRR"),
        "cells": cells(PITCHERS_CELLS, seed),
        "line": "G4 F8 P3 G6 F7 L5",
        "wp": "1-4",
        "pb": "5-7",
        "lhb": "1-5",
        "lhb_gives": "S1",
        "rhb": "1-4",
        "rhb_gives": "**",
        "hbp": 1,
        "hr_lhb": "1-9",
        "hr_rhb": "1-6",
        "special_k_rhb": "1-2",
        "gdp": 1,
        "hld": draw.randint(-2, 2),
        "sb": draw.randint(-2, 2),
        "blk": "1",
        "po": "2-4",
        "poe": "5",
        "start": "26/13",
        "relief": "9/4",
        "range": 3,
        "error": 2,
        "batting": batting(seed + 1, att="N"),
    }
    return system.read_card(facts | more)


def team(mark: str, seed: int) -> tuple[Side, dict[str, Card]]:
    """Return a team of nine starters, four bench players and four relievers."""
    cards: dict[str, Card] = {}
    for place, position in enumerate(POSITIONS[1:]):
        cards[f"{mark} {position}"] = batter(f"{mark} {position}", [position], seed + place)
    for place, positions in enumerate((["c", "1b"], ["2b", "ss", "3b"], ["lf", "cf", "rf"], ["1b", "lf"])):
        cards[f"{mark} bench {place}"] = batter(f"{mark} bench {place}", positions, seed + 20 + place)
    for place in range(5):
        cards[f"{mark} pitcher {place}"] = pitcher(f"{mark} pitcher {place}", seed + 40 + 2 * place)
    starter = f"{mark} pitcher 0"
    order = (*(f"{mark} {position}" for position in POSITIONS[1:]), starter)
    playing = {*order}
    field = (starter, *(f"{mark} {position}" for position in POSITIONS[1:]))
    return Side(order, field, tuple(card for card in cards if card not in playing)), cards


def new_game(edition: str = "roll", seed: int = 1, park: str = "") -> Game:
    away, visitors = team("away", 100 * seed)
    home, hosts = team("home", 100 * seed + 50)
    setup = system.setup(system.edition(edition), visitors | hosts, park=park)
    return Game(setup, GameLog(start_game(away, home)))


def play_out(game: Game, seed: int) -> Game:
    pilot = system.pilot(game)
    table = pilot.table(seed)
    while not game.state.over:
        pilot.changes()
        game.play(table)
    return game
