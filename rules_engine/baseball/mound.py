"""A team's pitcher in this game: his work, his fatigue and a note for his manager."""

from typing import Any, NamedTuple

from rules_engine.baseball.game import Game


class MoundReport(NamedTuple):
    """A team's current pitcher. `note` is his limit from now on, such as "tired (27.3A)", or ""."""

    pitcher: str
    work: str
    is_tired: bool
    note: str


def mound_report(game: Game[Any, Any], team: int) -> MoundReport:
    """Return a team's current pitcher. Only a pitcher who has faced a batter can be tired or have a note."""
    pitcher = game.state.sides[team].pitcher
    work = game.tracker.work_left(pitcher)
    # The tracker starts an appearance with the first batter, not with a question about it.
    if not work or team == int(game.state.bottom):
        return MoundReport(pitcher, work, False, "")
    return MoundReport(pitcher, work, game.tracker.tired(game.state), game.system.pitcher_note(game))


def relief_note(game: Game[Any, Any], *, started: bool, outs: int) -> str:
    """T10.2: Return a note if the pitching sheet allows the pitcher only one more out, or ""."""
    left = game.relief.get(game.state.fielding.pitcher)
    if started or left is None or left.outs - outs != 1:
        return ""
    return "must leave after the next out (T10.2)"
