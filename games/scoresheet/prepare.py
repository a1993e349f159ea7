"""Build database rows from submitted results."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from games.models import Game, Outing
from games.scoresheet.entries import (
    ENDED_BY_A_TEAM,
    NOT_FINISHED,
    SUSPENDED,
    GameEntry,
    GridLayout,
    OutingEntry,
    SubmittedBy,
)
from games.scoresheet.rows import GameSheet, play_facts


def prepare_games(
    entries: Iterable[GameEntry],
    layout: GridLayout,
    games_started: Mapping[int, int],
    stored: Sequence[GameSheet],
    submitted_by: SubmittedBy,
    *,
    complete: bool,
) -> list[GameSheet]:
    """Return a sheet for each nonblank game.

    Args:
        games_started: Number of games each team has started, used when a suspended game resumes.
        complete: Whether the games become final. Otherwise they stay drafts.
    """
    stored_by_number = {sheet.game.number: sheet for sheet in stored}
    filled = [entry for entry in entries if not entry.is_blank]
    sheets = []
    for entry in sorted(filled, key=lambda entry: entry.number):
        preparation = _Preparation(
            entry,
            layout,
            games_started,
            stored_by_number.get(entry.number),
            submitted_by,
            complete,
        )
        sheets.append(preparation.sheet())
    return sheets


class _Preparation(NamedTuple):
    """A submitted game with everything needed to build its rows. `before` is the stored game."""

    entry: GameEntry
    layout: GridLayout
    games_started: Mapping[int, int]
    before: GameSheet | None
    submitted_by: SubmittedBy
    complete: bool

    def sheet(self) -> GameSheet:
        game = self._game()
        outings = self._outings(game)
        game.home_outs_batting = _outs_of(outings, game.away_id)
        game.away_outs_batting = _outs_of(outings, game.home_id)
        return GameSheet(game, outings)

    def _game(self) -> Game:
        entry = self.entry
        home, away = self.layout.sides(entry.number)
        innings = entry.innings
        if innings is None:
            innings = len(entry.away_line) or None
        game = Game(
            series=self.layout.series,
            number=entry.number,
            home_id=home,
            away_id=away,
            status=self._status(),
            ending=Game.Ending.PLAYED_OUT if entry.ending == SUSPENDED else entry.ending,
            conceded_by_id=_conceding_team(entry, (home, away)),
            home_runs=_runs(entry.home_runs, entry.home_line),
            away_runs=_runs(entry.away_runs, entry.away_line),
            innings=innings,
            home_line=list(entry.home_line),
            away_line=list(entry.away_line),
            footnote=entry.footnote,
            carried=self._carried(),
        )
        game.box = self._box(game)
        self._set_resumption(game)
        self._keep_places(game)
        if entry.accept and self.submitted_by.is_staff:
            game.accepted_by = self.submitted_by.name
        elif self.before is not None:
            game.accepted_by = self.before.game.accepted_by
        return game

    def _status(self) -> str:
        if self.entry.ending == SUSPENDED and not self.entry.never_suspended:
            return Game.Status.SUSPENDED
        return Game.Status.FINAL if self.complete else Game.Status.DRAFT

    def _carried(self) -> Mapping[str, Any]:
        if self.entry.carried is not None:
            return self.entry.carried
        if self.before is not None:
            carried: Mapping[str, Any] = self.before.game.carried
            return carried
        return {}

    def _box(self, game: Game) -> dict[str, Any]:
        """Return the submitted box score, or the stored one if the score is unchanged."""
        if self.entry.box is not None:
            return dict(self.entry.box)
        if self.before is None or _score(self.before.game) != _score(game):
            return {}
        return dict(self.before.game.box)

    def _set_resumption(self, game: Game) -> None:
        """Record the number of games each team had started when its suspended game resumed (T33.0)."""
        if self.before is None or game.status == Game.Status.SUSPENDED:
            return
        if self._was_never_suspended(game, self.before):
            return
        before = self.before.game
        if before.status == Game.Status.SUSPENDED and game.ending != NOT_FINISHED:
            game.home_resumed_after = self.games_started.get(game.home_id, 0)
            game.away_resumed_after = self.games_started.get(game.away_id, 0)
        else:
            game.home_resumed_after = before.home_resumed_after
            game.away_resumed_after = before.away_resumed_after

    def _keep_places(self, game: Game) -> None:
        if self.before is None:
            return
        for team_id in (game.home_id, game.away_id):
            game.set_place_for(team_id, self.before.game.place_for(team_id))

    def _was_never_suspended(self, game: Game, before: GameSheet) -> bool:
        """Return whether the submitter denies the suspension, or no play followed the suspension."""
        if self.entry.never_suspended:
            return True
        if before.game.status != Game.Status.SUSPENDED or game.status != Game.Status.FINAL:
            return False
        if game.ending not in (Game.Ending.PLAYED_OUT, Game.Ending.MERCY):
            return False
        return play_facts(game, self.entry.outings) == play_facts(*before)

    def _outings(self, game: Game) -> list[Outing]:
        outings = [self._outing(entry, game) for entry in self.entry.outings]
        if game.home_resumed_after is not None:
            outings.sort(key=_entered_after_resumption)
        appearances = {game.home_id: count(1), game.away_id: count(1)}
        for outing in outings:
            outing.order = next(appearances.setdefault(outing.team_id, count(1)))
        return outings

    def _outing(self, entry: OutingEntry, game: Game) -> Outing:
        stored = None
        if self.before is not None:
            stored = self.before.outing_of(entry.team_id, entry.card_id)
        outing = Outing(
            team_id=entry.team_id,
            card_id=entry.card_id,
            part=Outing.Part.START if entry.starts else Outing.Part.RELIEF,
            outs=entry.outs,
            extra_outs=entry.extra_outs,
            runs=entry.runs,
            injured=entry.injured,
            for_want_of=entry.for_want_of,
            footnote=entry.footnote,
            outs_before_suspension=self._outs_before_suspension(game, stored),
        )
        may_accept = self.submitted_by.may_accept_from(entry.team_id)
        if entry.accept and entry.footnote and may_accept:
            outing.accepted_by = self.submitted_by.name
        if stored is not None and stored.accepted_by and _work(stored) == _work(outing):
            outing.accepted_by = stored.accepted_by
            outing.accepted_rule = stored.accepted_rule
            outing.footnote = entry.footnote or stored.footnote
        return outing

    def _outs_before_suspension(self, game: Game, stored: Outing | None) -> int | None:
        if game.home_resumed_after is None or stored is None or self.before is None:
            return None
        if self.before.game.status == Game.Status.SUSPENDED:
            return stored.outs
        return stored.outs_before_suspension


def _outs_of(outings: Iterable[Outing], team_id: int) -> int:
    return sum(outing.outs for outing in outings if outing.team_id == team_id)


def _conceding_team(entry: GameEntry, teams: tuple[int, int]) -> int | None:
    """Return the team that conceded or forfeited, if it's playing in this game."""
    if entry.ending in ENDED_BY_A_TEAM and entry.conceded_by in teams:
        return entry.conceded_by
    return None


def _score(game: Game) -> tuple[Any, ...]:
    return game.home_runs, game.away_runs, game.home_line, game.away_line


def _runs(typed: int | None, line: tuple[int, ...]) -> int | None:
    return sum(line) if typed is None and line else typed


def _entered_after_resumption(outing: Outing) -> bool:
    """Return whether the pitcher entered after the game resumed, regardless of grid order (T33.0)."""
    return outing.part == Outing.Part.RELIEF and outing.outs_before_suspension is None


def _work(outing: Outing) -> tuple[str, int, int | None]:
    """Return the facts behind an accepted violation. If they change, a new acceptance is required."""
    return outing.part, outing.outs, outing.runs
