"""A team plays no further in a series, such as a semi-finalist who leaves: the director gives the rest to the other."""

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
    """What follows if a team plays no further in a series.

    `forfeited`: numbers of the games that the other team is given; a best-of ends as soon as it is won.
    """

    series: Series
    team: Team
    winner: Team
    stored: Sequence[GameSheet]
    forfeited: Sequence[int]

    @property
    def wins(self) -> tuple[int, int]:
        """Of the other team, and of the one that leaves, once the games are forfeited."""
        won = self.series.home_wins, self.series.away_wins
        other, own = won if self.winner.pk == self.series.home_id else won[::-1]
        return other + len(self.forfeited), own


def leaving(series: Series, team: Team) -> Leaving:
    """What follows if it plays no further. Refused with nothing left, or where a game hangs between begun and over."""
    other = series.away if team.pk == series.home_id else series.home
    stored = stored_games(series)
    over = {sheet.game.number for sheet in stored if sheet.game.status == Game.Status.FINAL}
    if hanging := [sheet.game for sheet in stored if sheet.game.number not in over]:
        raise Refused(ForfeitRefusal.GAME_UNDER_WAY, game=hanging[0].number)
    left = [number for number in range(1, series.games_planned + 1) if number not in over]
    if series.is_best_of:
        won = series.home_wins if other.pk == series.home_id else series.away_wins
        left = left[: series.games_planned // 2 + 1 - won]
    if not left or series.status == Series.Status.COMPLETE:
        raise Refused(ForfeitRefusal.ALL_PLAYED)
    return Leaving(series, team, other, stored, left)


def forfeit_the_rest(
    *, series: Series, team: Team, actor: Actor, reason: str, version: int, confirm_seeding: bool = False
) -> SaveResult:
    """Every game that is left is forfeited by this team; what was played stands, and so does every pitching sheet.

    It is saved as results are: the log takes it back, a bracket goes on with the other team. version: of the series as
    it was looked at. Raises Refused, Stale.
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
