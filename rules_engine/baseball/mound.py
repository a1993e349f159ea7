"""The pitcher of a team in this game: his work, whether he is tired, and what his manager should know about it."""

from typing import Any, NamedTuple

from rules_engine.baseball.game import Game


class MoundReport(NamedTuple):
    """A team's pitcher. `note` is what limits him from now on, such as "tired (27.3A)", or ""."""

    pitcher: str
    work: str
    is_tired: bool
    note: str


def mound_report(game: Game[Any, Any], team: int) -> MoundReport:
    """Return a team's pitcher. Only a pitcher who has faced a batter can be tired or have a note."""
    pitcher = game.state.sides[team].pitcher
    work = game.tracker.work_left(pitcher)
    # the tracker begins an appearance with the first batter, not with a question about it
    if not work or team == int(game.state.bottom):
        return MoundReport(pitcher, work, False, "")
    return MoundReport(pitcher, work, game.tracker.tired(game.state), game.system.pitcher_note(game))


def relief_note(game: Game[Any, Any], *, started: bool, outs: int) -> str:
    """T10.2: Return a note if the next out is the last one that the pitcher's sheet allows him, or ""."""
    left = game.relief.get(game.state.fielding.pitcher)
    if started or left is None or left.outs - outs != 1:
        return ""
    return "must leave after the next out (T10.2)"
