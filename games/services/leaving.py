"""Forfeit the rest of a series when a team leaves, such as a semifinalist."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Refused
from games.models import Game
from games.refusals import ForfeitRefusal
from games.scoresheet.entries import FORFEITED, NOTE_LENGTH, GameEntry, SheetReading, SubmittedBy
from games.scoresheet.rows import GameSheet, entry_from_sheet, stored_games
from games.scoresheet.save import SaveResult, save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet
from tournaments.action_log.writing import Actor
from tournaments.models import Series, Team


@dataclass(frozen=True, slots=True)
class Leaving:
    """The outcome when a team leaves a series.

    `forfeited` lists the numbers of the games that the other team wins. A playoff series ends with the deciding win.
    """

    series: Series
    team: Team
    winner: Team
    stored: Sequence[GameSheet]
    forfeited: Sequence[int]

    @property
    def wins(self) -> tuple[int, int]:
        """Return the wins of the other team and the leaving team, including forfeits."""
        won = self.series.home_wins, self.series.away_wins
        loser_wins, own = won if self.winner.pk == self.series.home_id else won[::-1]
        return loser_wins + len(self.forfeited), own


def leaving(series: Series, team: Team) -> Leaving:
    """Return the outcome if the team leaves the series.

    Raise Refused if every game has been played or a game is in progress.
    """
    opponent = series.away if team.pk == series.home_id else series.home
    stored = stored_games(series)
    over = {sheet.game.number for sheet in stored if sheet.game.status == Game.Status.FINAL}
    if hanging := [sheet.game for sheet in stored if sheet.game.number not in over]:
        raise Refused(ForfeitRefusal.GAME_UNDER_WAY, game=hanging[0].number)
    left = [number for number in range(1, series.games_planned + 1) if number not in over]
    if series.is_best_of:
        won = series.home_wins if opponent.pk == series.home_id else series.away_wins
        left = left[: series.games_planned // 2 + 1 - won]
    if not left or series.status == Series.Status.COMPLETE:
        raise Refused(ForfeitRefusal.ALL_PLAYED)
    return Leaving(series, team, opponent, stored, left)


def forfeit_the_rest(
    *, series: Series, team: Team, actor: Actor, reason: str, version: int, confirm_seeding: bool = False
) -> SaveResult:
    """Forfeit all of this team's remaining games. Completed games and pitching sheets don't change.

    Forfeits are saved like other results, so they can be undone and the other team advances in a bracket. `version` is
    the series version that the user saw. Raise Refused or Stale.
    """
    if team.pk not in (series.home_id, series.away_id):
        raise Refused(ForfeitRefusal.NOT_IN_SERIES, field="team")
    if not reason.strip():
        raise Refused(ForfeitRefusal.NO_REASON, field="reason")
    follows = leaving(series, team)
    sheet = Scoresheet(
        SubmittedBy(actor), lambda layout: SheetReading(_games(follows, reason.strip())), SaveMode.FINAL, series.home_id
    )
    return save_series_results(
        series=series,
        sheet=sheet,
        version=version,
        may_break_seal=True,
        confirm_seeding=confirm_seeding,
        reason=reason.strip(),
    )


def _games(follows: Leaving, reason: str) -> list[GameEntry]:
    played = [entry_from_sheet(sheet) for sheet in follows.stored]
    note = reason[:NOTE_LENGTH]
    return [
        *played,
        *(
            GameEntry(number, ending=FORFEITED, conceded_by=follows.team.pk, footnote=note)
            for number in follows.forfeited
        ),
    ]
