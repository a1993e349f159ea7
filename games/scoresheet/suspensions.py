"""T33.0: whether a game was suspended at all; one that looks finished is asked about before it is stored as that."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from core.errors import Refused
from games.models import Game, Outing
from games.queries.usage import TeamUsage
from games.scoresheet.entries import GameEntry, OutingEntry
from games.scoresheet.report import report_of
from games.scoresheet.stored import GameSheet
from rules_engine.eligibility.game_report import looks_finished
from rules_engine.profile import Profile


class LooksFinished(Refused):
    """Marked suspended, with the score of a finished game: whoever enters it must say which of the two it is."""

    def __init__(self, game: Game) -> None:
        score = f"{game.away} {game.away_runs}, {game.home} {game.home_runs} in {game.innings} innings"
        choice = "Hand it in as played out, or confirm that it was suspended."
        super().__init__(
            f"T33.0: game {game.number} is marked suspended, yet {score} is a finished game. {choice}",
            field="confirm_suspended",
        )
        self.game = game.number


def ask_about_suspended(
    sheets: Iterable[GameSheet],
    stored: Sequence[GameSheet],
    usages: Mapping[int, TeamUsage],
    profile: Profile,
    confirmed: Collection[int],
) -> None:
    """Raises LooksFinished for the first such game that is neither confirmed nor stored as suspended already."""
    known = [(one.game.number, _played(*one)) for one in stored if one.game.status == Game.Status.SUSPENDED]
    for sheet in sheets:
        game = sheet.game
        asked = game.number in confirmed or (game.number, _played(*sheet)) in known
        if game.status == Game.Status.SUSPENDED and not asked and looks_finished(report_of(sheet, usages), profile):
            raise LooksFinished(game)


def was_never_suspended(game: Game, entry: GameEntry, before: GameSheet) -> bool:
    """Somebody says so; or it ended on the field by exactly what stood when it "stopped": nothing was played after."""
    if entry.never_suspended:
        return True
    ended = game.status == Game.Status.FINAL and game.ending in (Game.Ending.PLAYED_OUT, Game.Ending.MERCY)
    stopped = before.game.status == Game.Status.SUSPENDED
    return ended and stopped and _played(game, entry.outings) == _played(*before)


def _played(game: Game, outings: Iterable[Outing | OutingEntry]) -> tuple[Any, ...]:
    outs = {(one.team_id, one.card_id): one.outs for one in outings}
    return game.away_runs, game.home_runs, game.innings, outs
