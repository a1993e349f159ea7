"""The games of a series as rows: as stored, as they would be saved, and as plain values.

Plain values serve comparison, the activity log, undo and seals. Submitted results become rows here.
"""

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
from tournaments.models import Series

GAME_FIELDS = (
    "number",
    "home_id",
    "away_id",
    "status",
    "ending",
    "conceded_by_id",
    "home_runs",
    "away_runs",
    "innings",
    "home_outs_batting",
    "away_outs_batting",
    "home_line",
    "away_line",
    "home_resumed_after",
    "away_resumed_after",
    "home_place",
    "away_place",
    "accepted_rule",
    "accepted_by",
    "footnote",
    "carried",
    "box",
)
# only of games played with the engine, or played after their series was interrupted
_OPTIONAL_GAME_FIELDS = ("carried", "box", "home_place", "away_place")
OUTING_FIELDS = (
    "team_id",
    "card_id",
    "order",
    "part",
    "outs",
    "extra_outs",
    "runs",
    "injured",
    "for_want_of",
    "outs_before_suspension",
    "footnote",
    "accepted_rule",
    "accepted_by",
)


class GameSheet(NamedTuple):
    """One game and its outings, each team's in order of appearance."""

    game: Game
    outings: list[Outing]

    def of_team(self, team_id: int) -> list[Outing]:
        return [outing for outing in self.outings if outing.team_id == team_id]

    def outing_of(self, team_id: int, card_id: int) -> Outing | None:
        for outing in self.outings:
            if outing.team_id == team_id and outing.card_id == card_id:
                return outing
        return None


def stored_games(series: Series) -> list[GameSheet]:
    """Return the saved games of a series in order, in two queries."""
    games = Game.objects.filter(series=series).order_by("number")
    sheets = {game.pk: GameSheet(game, []) for game in games}
    if sheets:
        outings = Outing.objects.filter(game__series=series).order_by("team_id", "order")
        for outing in outings:
            sheets[outing.game_id].outings.append(outing)
    return list(sheets.values())


def entry_from_sheet(sheet: GameSheet) -> GameEntry:
    """Return the entry that submits a stored game again without a change."""
    game = sheet.game
    is_suspended = game.status == Game.Status.SUSPENDED
    return GameEntry(
        number=game.number,
        home_runs=game.home_runs,
        away_runs=game.away_runs,
        innings=game.innings,
        ending=SUSPENDED if is_suspended else game.ending,
        conceded_by=game.conceded_by_id,
        home_line=tuple(game.home_line),
        away_line=tuple(game.away_line),
        outings=tuple(_outing_entry(outing) for outing in sheet.outings),
        footnote=game.footnote,
        carried=game.carried,
        box=game.box,
    )


def _outing_entry(outing: Outing) -> OutingEntry:
    return OutingEntry(
        outing.team_id,
        outing.card_id,
        outing.outs,
        starts=outing.part == Outing.Part.START,
        runs=outing.runs,
        extra_outs=outing.extra_outs,
        injured=outing.injured,
        for_want_of=outing.for_want_of,
        footnote=outing.footnote,
    )


def was_played(sheet: GameSheet) -> bool:
    """Whether any of this game was played. A tie or forfeit may have neither innings nor pitchers."""
    if sheet.outings or sheet.game.innings is not None:
        return True
    return sheet.game.ending not in Game.BEGUN_OR_NOT


def has_final(sheets: Iterable[GameSheet]) -> bool:
    return any(sheet.game.status == Game.Status.FINAL for sheet in sheets)


def suspended_game_numbers(sheets: Iterable[GameSheet]) -> set[int]:
    """Return the games that are suspended, or were suspended and finished later (T33.0)."""
    return {
        game.number for game, _ in sheets if game.status == Game.Status.SUSPENDED or game.home_resumed_after is not None
    }


def plain(sheets: Iterable[GameSheet]) -> list[dict[str, Any]]:
    """Return the games as plain values, equal for equal content."""
    return [_plain_game(sheet) for sheet in sheets]


def _plain_game(sheet: GameSheet) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in GAME_FIELDS:
        value = getattr(sheet.game, name)
        if value or name not in _OPTIONAL_GAME_FIELDS:
            values[name] = value
    in_order = sorted(sheet.outings, key=lambda outing: (outing.team_id, outing.order))
    values["outings"] = [_plain_outing(outing) for outing in in_order]
    return values


def _plain_outing(outing: Outing) -> dict[str, Any]:
    return {name: getattr(outing, name) for name in OUTING_FIELDS if name != "for_want_of" or outing.for_want_of}


def rebuild_games(series: Series, games: Iterable[dict[str, Any]]) -> list[GameSheet]:
    """Return rows from plain values."""
    sheets = []
    for values in games:
        fields = {name: values[name] for name in GAME_FIELDS if name in values}
        game = Game(series=series, **fields)
        outings = [Outing(**outing) for outing in values["outings"]]
        sheets.append(GameSheet(game, outings))
    return sheets


def prepare_games(
    entries: Iterable[GameEntry],
    layout: GridLayout,
    games_started: Mapping[int, int],
    stored: Sequence[GameSheet],
    submitted_by: SubmittedBy,
    *,
    complete: bool,
) -> list[GameSheet]:
    """Return a sheet for each game that is not blank.

    Args:
        games_started: Games each team has started, for a suspended game that resumes.
        complete: Whether the games become final; otherwise they stay half entered.
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
    """One entry, with everything that decides its rows. `before` is the stored game."""

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
        """Record how many games each team had started when its suspended game resumed (T33.0)."""
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
        """Whether the submitter says so, or nothing was played after the "suspension"."""
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
    """Return the team that conceded or forfeited, if it plays in this game."""
    if entry.ending in ENDED_BY_A_TEAM and entry.conceded_by in teams:
        return entry.conceded_by
    return None


def _score(game: Game) -> tuple[Any, ...]:
    return game.home_runs, game.away_runs, game.home_line, game.away_line


def _runs(typed: int | None, line: tuple[int, ...]) -> int | None:
    return sum(line) if typed is None and line else typed


def play_facts(game: Game, outings: Iterable[Outing | OutingEntry]) -> tuple[Any, ...]:
    """Return score, innings and outs: equal for two reports of the same play."""
    outs = {(outing.team_id, outing.card_id): outing.outs for outing in outings}
    return game.away_runs, game.home_runs, game.innings, outs


def _entered_after_resumption(outing: Outing) -> bool:
    """Whether the pitcher entered after the game resumed, wherever his row in the grid is (T33.0)."""
    return outing.part == Outing.Part.RELIEF and outing.outs_before_suspension is None


def _work(outing: Outing) -> tuple[str, int, int | None]:
    """Return what someone accepted. If it changes, the violation must be accepted again."""
    return outing.part, outing.outs, outing.runs
