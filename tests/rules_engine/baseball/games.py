"""Small games for the tests: two teams of players with simple names, and plays written as destinations."""

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import Side, start_game
from rules_engine.baseball.substitutions import side_from
from rules_engine.game_rules import GameRules

POSITIONS = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")


def side(team: str) -> Side:
    """Return players named by team and position, with the pitcher batting last: "Ac", "A1b" ... "Ap"."""
    order = tuple(f"{team}{position}" for position in (*POSITIONS[1:], "p"))
    field = {position: f"{team}{position}" for position in POSITIONS}
    return side_from(order, field, tuple(f"{team}{number}" for number in range(1, 8)))


def new_game(rules: GameRules | None = None) -> GameLog:
    return GameLog(start_game(side("A"), side("H"), rules))


def play(log: GameLog, kind: str, batter: int, first: int = ABSENT, second: int = ABSENT, third: int = ABSENT, **more):
    """Append a play with the batter's and runners' destinations."""
    state = log.state
    made = Play(kind, (batter, first, second, third), **more)
    return log.append(PlayMade(made, state.batting.batter, state.fielding.pitcher))


def three_up(log: GameLog, halves: int = 1) -> None:
    """Play half-innings of three strikeouts each."""
    for _ in range(3 * halves):
        play(log, "strikeout", OUT)
