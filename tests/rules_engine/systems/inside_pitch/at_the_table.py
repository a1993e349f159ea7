"""Play any moment of a game with cards of your choice, at the terminal with typed dice."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import POSITIONS, Runner, Side, start_game
from rules_engine.systems.inside_pitch.card_files import read_park
from rules_engine.systems.inside_pitch.cards import Card
from rules_engine.systems.inside_pitch.cells import CELL_KEYS
from rules_engine.systems.inside_pitch.charts import load_charts
from rules_engine.systems.inside_pitch.edition import load_edition
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.terminal.keyboard import UserQuit
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.inside_pitch.players import batter as batter_card
from tests.rules_engine.systems.inside_pitch.players import pitcher as pitcher_card

ON = ("Adams", "Brown", "Clark")  # possible runners on first, second and third


def _all(cell: str) -> dict[str, str]:
    return dict.fromkeys(CELL_KEYS, cell)


def laid_out(
    pitcher_cell: str = "",
    batter_cell: str = "P3",
    *,
    park_cell: str = "",
    park_k: int = 0,
    park_hits: str = "",
    runners: Mapping[int, Mapping[str, Any]] | None = None,
    outs: int = 0,
    inning: int = 1,
    score: tuple[int, int] = (0, 0),
    edition: str = "off",
    batter: Mapping[str, Any] | None = None,
    pitcher: Mapping[str, Any] | None = None,
    gloves: Mapping[str, Mapping[str, int]] | None = None,
) -> Game[Any, Any]:
    """Return a game with Hitter batting for the visitors against Hurler.

    `runners` maps each occupied base to its runner's ratings.
    """
    plain = {"cells": _all(batter_cell), "bats": "R", "k": 0, "w": 0, "hr": 0, "hbp": 0, "br": 1, "gdp": 0, "bnt": 3}
    cards: dict[str, Card] = {"Hitter": batter_card("Hitter", ["lf"], 1, **{**plain, **(batter or {})})}
    standing = runners or {}
    for base, name in enumerate(ON, start=1):
        cards[name] = batter_card(name, ["cf"], 1, **{**plain, "cells": _all("P3"), **standing.get(base, {})})
    for place in range(5):
        cards[f"visitor {place}"] = batter_card(f"visitor {place}", ["rf"], 1, **plain)
    rated = gloves or {}
    for position in POSITIONS[1:]:
        glove = {"position": position, "range": 3, "error": 1, **rated.get(position, {})}
        glove |= {"passed_ball": 4} if position == "c" else {}
        cards[position] = batter_card(position, [position], 1, **{**plain, "fielding": [glove]})
    hurler: dict[str, Any] = {"throws": "R", "cells": _all(pitcher_cell), "special_k_rhb": "", "hbp": 0, "gdp": 0}
    hurler |= {"hld": 0, "sb": 0, "range": 3, "error": 1, **(pitcher or {})}
    cards["Hurler"] = pitcher_card("Hurler", 1, **hurler)
    cards["Starter"] = pitcher_card("Starter", 2)
    order = ("Hitter", *ON, *(f"visitor {place}" for place in range(5)))
    away = Side(order, ("Starter", *order[:8]), ())
    home = Side((*POSITIONS[1:], "Hurler"), ("Hurler", *POSITIONS[1:]), ())
    facts = {"k": park_k, "cells": _all(park_cell), "hits_lhb": park_hits, "hits_rhb": park_hits}
    setup = GameSetup(load_edition(edition), cards, read_park("Old Park", facts), load_charts())
    state = start_game(away, home)._replace(
        outs=outs,
        inning=inning,
        score=score,
        halves=(0,) * (2 * inning - 1),
        bases=(_on(1, standing), _on(2, standing), _on(3, standing)),
    )
    return Game(setup, GameLog(state), lineups_checked=False)


def _on(base: int, standing: Mapping[int, object]) -> Runner | None:
    return Runner(ON[base - 1], "Hurler") if base in standing else None


def typed(game: Game[Any, Any], lines: Sequence[str]) -> str:
    """Return the terminal's output for these input lines, after which the input ends."""
    waiting, written = iter(lines), list[str]()

    def read(prompt: str) -> str:
        written.append(prompt)
        line = next(waiting, None)
        if line is None:
            raise UserQuit
        return line

    play_at_terminal(game, ("Visitors", "Hosts"), {card: card for card in game.setup.cards}, read, written.append)
    return "\n".join(written)
