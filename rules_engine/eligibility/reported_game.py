"""A game report, and the reasons to reject it."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rules_engine.eligibility.pitching import Appearance
from rules_engine.game_rules import GameRules
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.rulings import Finding

Ending = Literal["played_out", "mercy", "concession", "suspended"]
Side = Literal["visitor", "home"]
REGULATION_INNINGS: Final = GameRules().innings
SUMS: Final = ""  # no printed rule covers numbers that don't add up


class GameReportFinding(Finding):
    """Findings that reject or question a game report. `side` is "visitor" or "home"."""

    OUTS_DO_NOT_ADD_UP = "{side} pitchers have {outs:sum of innings} innings, but need {fewest:innings}: {why}"
    OUTS_OUT_OF_RANGE = (
        "{side} pitchers have {outs:sum of innings} innings, but need {fewest:innings} to {most:innings}: {why}"
    )
    RUNS_DO_NOT_ADD_UP = "{side} pitchers gave up {runs:sum} runs, but the other team scored {scored}"
    TOO_SHORT = "{innings} innings: a shorter game ends only by mercy, concession or suspension"
    TIED = "{home}-{visitor}: only a suspended game may stay tied"
    LEAD_OF_THE_LAST_PLAY = "home won by {lead} in inning {innings}, but a last play can win by at most 4"
    MERCY_NOT_IN_FORCE = "the mercy rule is not in force"
    LEAD_TOO_SMALL_FOR_MERCY = "lead of {lead}: the mercy rule needs {needed}"
    TOO_EARLY_FOR_MERCY = "inning {inning}: the mercy rule starts in inning {first}"
    CONCEDED_SCORE = "a concession at {high}-{low} is recorded as {victor}-{low}"
    NO_STARTER = "{side}: no starting pitcher is marked"
    SEVERAL_STARTERS = "{side}: {count} starting pitchers ({starters:commas}), but only one can start"
    STARTER_NOT_FIRST = "{side}: {starter} started but {first} is listed first"
    LISTED_TWICE = "{side}: {name} is listed {times} times; a pitcher who has left can't return"
    STARTER_LEFT_EARLY = (
        "{side}: {name} left after {pitched:innings} and {runs} runs: "
        "needs {stays:innings} or {stays_runs} runs, unless injured"
    )
    STARTER_LEFT_EARLY_AT_MOST = (
        "{side}: {name} left after {pitched:innings} and at most {runs} runs: "
        "needs {stays:innings} or {stays_runs} runs, unless injured"
    )
    EXCUSED_BY_SCORE = (
        "{side}: {name} left after {pitched:innings} and his own runs are not entered: "
        "allowed if {needed} of the game's {scored} runs were his"
    )
    EXCUSED_IF_WEAK = "{side}: {name} left after {pitched:innings}: allowed if he had become weak"
    LINE_SCORE_LENGTH = "the line scores have {visitor} and {home} innings, but {innings} were played"
    LINE_SCORE_SUM = "{side} line score adds up to {total}, but the score is {runs}"
    HOME_MUST_BAT = "home was not ahead, so it batted in inning {innings}: its line score needs {innings} innings"
    HOME_NEED_NOT_HAVE_BATTED = "home led by {lead} after the top of inning {inning} and didn't need to bat"
    OVER_BY_THEN = "lead of {lead} after inning {inning}: that ended the game"
    OVER_BY_MERCY = (
        "lead of {lead} after inning {inning}: the mercy rule ended the game. "
        "Enter {inning} innings, ended by the mercy rule, and only the pitching in those innings"
    )
    OVER_BY_MERCY_WITHOUT_BOTTOM = (
        "home led by {lead} after the top of inning {inning}: the mercy rule ended the game. "
        "Enter it as ended by the mercy rule. Home does not bat"
    )
    LEAD_ENDED_IT_EARLIER = (
        "home led by at least {lead} after inning {inning}: the mercy rule ended the game. "
        "Enter {inning} innings, ended by the mercy rule, and only the pitching in those innings"
    )
    OVER_BEFORE_IT_STOPPED = "home led by at least {lead} after inning {inning}: that ended the game"


class ReportedPitcher(NamedTuple):
    """One pitcher's line: the `runs` he allowed, if known. `injured` excuses a starter who left early.

    `pitcher` is his number. `name` is only for sentences, because two players can share it.
    """

    pitcher: str
    appearance: Appearance
    runs: int | None = None
    injured: bool = False
    name: str = ""

    @property
    def display_name(self) -> str:
        return self.name or self.pitcher


class GameReport(NamedTuple):
    """One game as reported.

    Attributes:
        innings: The last inning that started.
        visitor_pitching: Pitching lines in order of appearance, like home_pitching.
        line_score: Runs by inning as (visitors, home). The home list is one shorter if they didn't bat in the last.
    """

    innings: int
    visitor_runs: int
    home_runs: int
    visitor_pitching: Sequence[ReportedPitcher]
    home_pitching: Sequence[ReportedPitcher]
    ended: Ending = "played_out"
    line_score: tuple[Sequence[int], Sequence[int]] | None = None

    @property
    def outs_before(self) -> int:
        """Return the outs that each side makes before the last inning."""
        return (self.innings - 1) * OUTS_PER_INNING

    @property
    def outs_through(self) -> int:
        """Return the outs that each side makes through the end of the last inning."""
        return self.innings * OUTS_PER_INNING

    @property
    def outs_of_visitor_pitchers(self) -> int:
        return sum(line.appearance.outs for line in self.visitor_pitching)

    @property
    def outs_of_home_pitchers(self) -> int:
        return sum(line.appearance.outs for line in self.home_pitching)

    @property
    def home_batted_last(self) -> bool | None:
        """Return whether the line score shows that home batted last, or None if it doesn't have the right length."""
        if self.line_score is None or len(self.line_score[0]) != self.innings:
            return None
        return {self.innings: True, self.innings - 1: False}.get(len(self.line_score[1]))

    @property
    def was_stopped(self) -> bool:
        return self.ended in ("suspended", "concession")
