"""The value of each manager's options: his team's win probability, and the runs to the end of the half-inning.

The plays and their chances come from the rule code. Both managers then decide as the computer manager would. The moment
after a play is evaluated for average teams, using the table in win_values.py. If the batter is still up, he swings away
first.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from rules_engine.baseball.bases import BATTER
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.dice_line import spoken
from rules_engine.baseball.events import Record
from rules_engine.baseball.game_input import GameInputError
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.prompts import Ask, Ready, Roll
from rules_engine.baseball.win_values import OUTS, GameMoment, chance_after, expected_runs, moment_of

AS_DECIDED: Final = ""  # the key of a play without any open decision


class Worth(NamedTuple):
    """The batting team's win probability (0 to 1), and its runs from here to the third out."""

    win: float
    runs: float


class OptionValue(NamedTuple):
    """A manager's option.

    Attributes:
        win: His team's win probability (0 to 1), or None if the option can't be evaluated.
        runs: The batting team's runs from here to the third out.
        is_exact: Whether no rare branch was pruned.
    """

    key: str
    win: float | None
    runs: float = 0.0
    is_exact: bool = True


def option_values(talk: Dialogue, team: int) -> list[OptionValue]:
    """Return a team's options at the current prompt with their values, or nothing if it has no choice."""
    records = _records(talk, team)
    if len(records) < 2:
        return []
    worth = _WorthOfPlays(talk)
    return [_value(talk, team, key, record, worth) for key, record in records.items()]


def best_option(values: list[OptionValue]) -> str | None:
    """Return the key of the option with the best win probability, or None without any."""
    counted = [(value.win, value.key) for value in values if value.win is not None]
    return max(counted)[1] if counted else None


def option_title(key: str) -> str:
    """Return an option in words: "steal 2", "hold 12", "as decided"."""
    if key == AS_DECIDED:
        return "as decided"
    return f"hold {key}" if key.isdecimal() else spoken(key)


def _records(talk: Dialogue, team: int) -> dict[str, Record]:
    """Return the play's answers with each option of this team, for its open question and for unprompted choices."""
    prompt = talk.prompt
    records: dict[str, Record] = {}
    if isinstance(prompt, Ask):
        if prompt.team != team:
            return {}
        records = {choice.key: (*talk.record, (prompt.question, choice.key)) for choice in prompt.choices}
    elif isinstance(prompt, Ready | Roll) and not talk.game.dice_rolled:
        records[AS_DECIDED] = talk.record
    return records | talk.unasked_choices(team) if records else {}


def _value(talk: Dialogue, team: int, key: str, record: Record, worth: "_WorthOfPlays") -> OptionValue:
    try:
        odds = talk.game.system.option_odds(talk.game, record, talk.pilot.choose)
    except GameInputError:
        return OptionValue(key, None)
    win, runs = worth.of_odds(odds.chances)
    return OptionValue(key, win if team == talk.batting else 1 - win, runs, odds.is_exact)


@dataclass(slots=True)
class _WorthOfPlays:
    """Values of plays in a game's current situation."""

    talk: Dialogue
    moment: GameMoment = field(init=False)
    _still_up: dict[tuple[int, int, int], Worth] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.moment = moment_of(self.talk.game.state)

    def of_odds(self, chances: Mapping[Play, Fraction]) -> Worth:
        return _mean((float(chance), self._of_play(play)) for play, chance in chances.items())

    def _of_play(self, play: Play) -> Worth:
        runs, outs = len(play.scored), play.to.count(OUT)
        if play.to[BATTER] == ABSENT and self.moment.outs + outs < OUTS:
            return self._with_batter_up(runs, outs, play.state_after)
        return self._after(runs, outs, play.state_after)

    def _after(self, runs: int, outs: int, occupied: int) -> Worth:
        """Return the value after these runs and outs, with the next batter up."""
        outs_now = min(OUTS, self.moment.outs + outs)
        win = chance_after(self.moment, runs=runs, outs=outs, occupied=occupied)
        return Worth(win, runs + expected_runs(outs_now, occupied))

    def _with_batter_up(self, runs: int, outs: int, occupied: int) -> Worth:
        """Return the value with the same batter up, who swings away.

        Further plays before it are valued for any batter.
        """
        key = (runs, outs, occupied)
        if key not in self._still_up:
            game = self.talk.game
            batter, outs_now = game.state.batting.batter, self.moment.outs + outs
            swings = game.system.appearance_odds(game, batter, occupied, outs_now)
            plays = (
                (float(chance), self._after(runs + len(play.scored), outs + play.to.count(OUT), play.state_after))
                for play, chance in swings.items()
            )
            self._still_up[key] = _mean(plays) if swings else self._after(runs, outs, occupied)
        return self._still_up[key]


def _mean(worths: Iterator[tuple[float, Worth]]) -> Worth:
    win = runs = 0.0
    for chance, worth in worths:
        win += chance * worth.win
        runs += chance * worth.runs
    return Worth(win, runs)
