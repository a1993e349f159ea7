"""A game between two clubs. Play it to the end or step through it, and read its results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.play_by_play import box_text, line_score, sentence, situation_text
from rules_engine.baseball.retrosheet import GameInfo, event_file, team_codes
from rules_engine.baseball.saved_games import SavedGame, saved_text
from rules_engine.game_rules import GOES_ON
from rules_engine.innings import format_innings
from rules_engine.odds.in_words import appearance_results


class Decision(NamedTuple):
    """A manager's decision: the club, whether it is at bat, the question, and the legal options' keys."""

    club: str
    is_batting: bool
    question: str
    options: tuple[str, ...]


class ResultChance(NamedTuple):
    """A possible result of the next plate appearance and its exact probability."""

    result: str
    chance: Fraction


class BatterStats(NamedTuple):
    """A player's batting line."""

    name: str
    at_bats: int
    runs: int
    hits: int
    runs_batted_in: int
    walks: int
    strikeouts: int
    homeruns: int


class PitcherStats(NamedTuple):
    """A pitcher's line. `innings` is 6.2 for six innings and two outs."""

    name: str
    innings: str
    hits: int
    runs: int
    earned_runs: int
    walks: int
    strikeouts: int


Choose = Callable[[Decision], str | None]


class EngineGame:
    """A game between two clubs with seeded dice, created by `EngineSeason.game`.

    Computer managers decide for both clubs unless `choose` is set. `choose` gets each decision and returns an option's
    key, or None to let the computer manager decide.
    """

    def __init__(self, game: Game[Any, Any], saved: SavedGame, names: Mapping[str, str]) -> None:
        self.clubs = saved.teams
        self.names = names
        self.choose: Choose | None = None
        self._game = game
        self._manager = game.system.pilot(game)
        self._saved = saved
        self._game_input = RandomInput(saved.seed, self._decide)

    @property
    def is_over(self) -> bool:
        return self._has_ended()

    @property
    def score(self) -> tuple[int, int]:
        """The visitors' and the home club's runs."""
        away, home = self._game.state.score
        return away, home

    @property
    def situation(self) -> str:
        """The outs, runners, batter and pitcher in words."""
        return situation_text(self._game.state, self.names)

    def step(self) -> str:
        """Make any required substitutions and the next play. Return the play in words, or "" after the game."""
        if self._has_ended():
            return ""
        self._manager.changes()
        game = self._game
        before, number = game.state, game.log.number
        game.play(self._game_input)
        words = sentence(before, game.log.events[number], self.names, game.system.play_note)
        if self._has_ended():
            game.finish(self._game_input)
        return words

    def play(self) -> None:
        """Play the rest of the game."""
        while not self.is_over:
            self.step()

    def events(self) -> Sequence[str]:
        """All plays and substitutions so far in words, with rule numbers."""
        note = self._game.system.play_note
        return tuple(sentence(before, event, self.names, note) for before, event in self._game.log.in_force())

    def event_log(self) -> str:
        """Return the events with all dice and decisions as JSON, for `pennant play --resume`."""
        rolls = sum(isinstance(value, int) for _, value in self._game_input.record)
        return saved_text(replace(self._saved, rolled=rolls))

    def box_score(self) -> str:
        """Return the line score and box score as text."""
        history = list(self._game.log.in_force())
        decisions = decide(history, self._game.state.inning) if self._game.state.over else None
        box = box_score(history)
        return f"{line_score(self._game.state, box, self.clubs)}\n\n{box_text(box, self.clubs, self.names, decisions)}"

    def batting(self) -> Mapping[str, Sequence[BatterStats]]:
        """Return each club's batting lines in order of appearance."""
        box = self._box()
        return {club: self._batting_lines(box, team) for team, club in enumerate(self.clubs)}

    def pitching(self) -> Mapping[str, Sequence[PitcherStats]]:
        """Return each club's pitching lines in order of appearance."""
        box = self._box()
        return {club: self._pitching_lines(box, team) for team, club in enumerate(self.clubs)}

    def retrosheet(self, date: str, number: int = 0) -> str:
        """Return the game as a Retrosheet event file.

        Args:
            date: The date in the file's header, as YYYY/MM/DD.
            number: 1 or 2 for a game in a doubleheader.
        """
        return event_file(self._game.log, GameInfo(*team_codes(*self.clubs), date, number), self.names)

    def odds(self) -> Sequence[ResultChance]:
        """Return the next plate appearance's exact probabilities if the batter swings away. Empty after the game."""
        if self.is_over:
            return ()
        return tuple(ResultChance(result, chance) for result, chance in appearance_results(self._game))

    def _has_ended(self) -> bool:
        return self._game.state.ending not in GOES_ON

    def _decide(self, side: str, question: str, options: Sequence[Any]) -> str:
        if self.choose:
            is_batting = side == "offence"
            club = self.clubs[self._game.state.bottom == is_batting]
            decision = Decision(club, is_batting, question, tuple(option.key for option in options))
            if chosen := self.choose(decision):
                return chosen
        return self._manager.choose(side, question, options)

    def _box(self) -> BoxScore:
        return box_score(self._game.log.in_force())

    def _batting_lines(self, box: BoxScore, team: int) -> Sequence[BatterStats]:
        return tuple(
            BatterStats(
                self.names[line.player],
                line.at_bats,
                line.runs,
                line.hits,
                line.runs_batted_in,
                line.walks,
                line.strikeouts,
                line.homeruns,
            )
            for line in box.teams[team].batting.values()
        )

    def _pitching_lines(self, box: BoxScore, team: int) -> Sequence[PitcherStats]:
        return tuple(
            PitcherStats(
                self.names[line.player],
                format_innings(line.outs),
                line.hits,
                line.runs,
                line.earned_runs,
                line.walks,
                line.strikeouts,
            )
            for line in box.teams[team].pitching.values()
        )
