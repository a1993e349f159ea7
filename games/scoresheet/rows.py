"""The games of a series as rows: as they are stored, as they would be saved, and as plain values.

Plain values are for comparing, the log, undo and seals. What was handed in becomes rows here: line scores are filled
in, suspensions carried on, acceptances given or kept.
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
    "accepted_rule",
    "accepted_by",
    "footnote",
    "carried",
    "box",
)
_OF_THE_TABLE = ("carried", "box")  # that few games have
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
    """One game and the outings in it, each team's in order of appearance."""

    game: Game
    outings: list[Outing]

    def of_team(self, team_id: int) -> list[Outing]:
        return [outing for outing in self.outings if outing.team_id == team_id]

    def outing_of(self, team_id: int, card_id: int) -> Outing | None:
        return next((one for one in self.outings if (one.team_id, one.card_id) == (team_id, card_id)), None)


def stored_games(series: Series) -> list[GameSheet]:
    """The games of a series as they are saved, in order, in two queries."""
    games = {game.pk: GameSheet(game, []) for game in Game.objects.filter(series=series).order_by("number")}
    for outing in Outing.objects.filter(game__series=series).order_by("team_id", "order") if games else ():
        games[outing.game_id].outings.append(outing)
    return list(games.values())


def entry_from_sheet(sheet: GameSheet) -> GameEntry:
    """A stored game handed in again as it is."""
    game = sheet.game
    return GameEntry(
        number=game.number,
        home_runs=game.home_runs,
        away_runs=game.away_runs,
        innings=game.innings,
        ending=SUSPENDED if game.status == Game.Status.SUSPENDED else game.ending,
        conceded_by=game.conceded_by_id,
        home_line=tuple(game.home_line),
        away_line=tuple(game.away_line),
        outings=tuple(_outing_of(outing) for outing in sheet.outings),
        footnote=game.footnote,
        carried=game.carried,
        box=game.box,
    )


def _outing_of(outing: Outing) -> OutingEntry:
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
    """Whether anything was played of this game; one that nobody began has neither innings nor pitchers."""
    return bool(sheet.outings) or sheet.game.innings is not None or sheet.game.ending not in Game.BEGUN_OR_NOT


def has_final(sheets: Iterable[GameSheet]) -> bool:
    return any(sheet.game.status == Game.Status.FINAL for sheet in sheets)


def suspended_game_numbers(sheets: Iterable[GameSheet]) -> set[int]:
    """T33.0: numbers of the games that are suspended, or read as suspended and finished later."""
    return {
        game.number for game, _ in sheets if game.status == Game.Status.SUSPENDED or game.home_resumed_after is not None
    }


def plain(sheets: Iterable[GameSheet]) -> list[dict[str, Any]]:
    """The games as plain values; equal for equal content, whatever row they are stored in."""
    return [
        {name: getattr(game, name) for name in GAME_FIELDS if name not in _OF_THE_TABLE or getattr(game, name)}
        | {
            "outings": [
                {name: getattr(outing, name) for name in OUTING_FIELDS if name != "for_want_of" or outing.for_want_of}
                for outing in sorted(outings, key=lambda outing: (outing.team_id, outing.order))
            ]
        }
        for game, outings in sheets
    ]


def rebuild_games(series: Series, games: Iterable[dict[str, Any]]) -> list[GameSheet]:
    """Rows from plain values, as undo needs them."""
    sheets = []
    for values in games:
        game = Game(series=series, **{name: values[name] for name in GAME_FIELDS if name in values})
        sheets.append(GameSheet(game, [Outing(**outing) for outing in values["outings"]]))
    return sheets


def prepare_games(
    entries: Iterable[GameEntry],
    layout: GridLayout,
    begun: Mapping[int, int],
    stored: Sequence[GameSheet],
    submitted_by: SubmittedBy,
    *,
    complete: bool,
) -> list[GameSheet]:
    """One sheet for each game that says anything. Without `complete` games that are not final yet stay half entered.

    begun: team -> games begun so far, for a suspended game that goes on.
    """
    known = {sheet.game.number: sheet for sheet in stored}
    filled = (entry for entry in entries if not entry.is_blank)
    return [
        _prepared(entry, layout, begun, known.get(entry.number), submitted_by, complete)
        for entry in sorted(filled, key=lambda entry: entry.number)
    ]


def _prepared(
    entry: GameEntry,
    layout: GridLayout,
    begun: Mapping[int, int],
    before: GameSheet | None,
    submitted_by: SubmittedBy,
    complete: bool,
) -> GameSheet:
    home, away = layout.sides(entry.number)
    game = Game(
        series=layout.series,
        number=entry.number,
        home_id=home,
        away_id=away,
        status=_status(entry, complete),
        ending=Game.Ending.PLAYED_OUT if entry.ending == SUSPENDED else entry.ending,
        # a team of some other series did not concede this game; the check then asks who did
        conceded_by_id=entry.conceded_by
        if entry.ending in ENDED_BY_A_TEAM and entry.conceded_by in (home, away)
        else None,
        home_runs=_runs(entry.home_runs, entry.home_line),
        away_runs=_runs(entry.away_runs, entry.away_line),
        innings=entry.innings if entry.innings is not None else len(entry.away_line) or None,
        home_line=list(entry.home_line),
        away_line=list(entry.away_line),
        footnote=entry.footnote,
        carried=entry.carried if entry.carried is not None else before.game.carried if before is not None else {},
    )
    game.box = dict(entry.box) if entry.box is not None else _box_before(game, before)
    _carry_on(game, entry, before, begun)
    if entry.accept and submitted_by.team_id is None:
        game.accepted_by = submitted_by.name
    elif before is not None:
        game.accepted_by = before.game.accepted_by
    outings = _outings(entry, game, before, submitted_by)
    game.home_outs_batting = sum(outing.outs for outing in outings if outing.team_id == away)
    game.away_outs_batting = sum(outing.outs for outing in outings if outing.team_id == home)
    return GameSheet(game, outings)


def _box_before(game: Game, before: GameSheet | None) -> dict[str, Any]:
    """The box score that stands with the game, as long as its score is the same."""
    if before is None:
        return {}
    old = before.game
    is_same = (old.home_runs, old.away_runs, old.home_line, old.away_line) == (
        *(game.home_runs, game.away_runs),
        *(game.home_line, game.away_line),
    )
    return dict(old.box) if is_same else {}


def _status(entry: GameEntry, complete: bool) -> str:
    if entry.ending == SUSPENDED and not entry.never_suspended:
        return Game.Status.SUSPENDED
    return Game.Status.FINAL if complete else Game.Status.DRAFT


def _runs(typed: int | None, line: tuple[int, ...]) -> int | None:
    return typed if typed is not None or not line else sum(line)


def _carry_on(game: Game, entry: GameEntry, before: GameSheet | None, begun: Mapping[int, int]) -> None:
    """T33.0: note how many games each team had begun when its suspended game went on."""
    if before is None or game.status == Game.Status.SUSPENDED or _was_never_suspended(game, entry, before):
        return
    if before.game.status == Game.Status.SUSPENDED and game.ending != NOT_FINISHED:
        game.home_resumed_after = begun.get(game.home_id, 0)
        game.away_resumed_after = begun.get(game.away_id, 0)
    else:
        game.home_resumed_after = before.game.home_resumed_after
        game.away_resumed_after = before.game.away_resumed_after


def _was_never_suspended(game: Game, entry: GameEntry, before: GameSheet) -> bool:
    """Somebody says so; or it ended on the field by exactly what stood when it "stopped": nothing was played after."""
    if entry.never_suspended:
        return True
    ended = game.status == Game.Status.FINAL and game.ending in (Game.Ending.PLAYED_OUT, Game.Ending.MERCY)
    stopped = before.game.status == Game.Status.SUSPENDED
    return ended and stopped and play_facts(game, entry.outings) == play_facts(*before)


def play_facts(game: Game, outings: Iterable[Outing | OutingEntry]) -> tuple[Any, ...]:
    """Score, innings and every pitcher's outs: the same for two reports of the same play."""
    outs = {(one.team_id, one.card_id): one.outs for one in outings}
    return game.away_runs, game.home_runs, game.innings, outs


def _outings(entry: GameEntry, game: Game, before: GameSheet | None, submitted_by: SubmittedBy) -> list[Outing]:
    outings, appeared = [], {game.home_id: count(1), game.away_id: count(1)}
    for one in entry.outings:
        was = before.outing_of(one.team_id, one.card_id) if before is not None else None
        outings.append(_outing(one, was, game, before, submitted_by))
    if game.home_resumed_after is not None:
        outings.sort(key=_came_in_later)
    for outing in outings:
        outing.order = next(appeared.setdefault(outing.team_id, count(1)))
    return outings


def _came_in_later(outing: Outing) -> bool:
    """T33.0: not before the game went on, wherever he stands in the grid."""
    return outing.part == Outing.Part.RELIEF and outing.outs_before_suspension is None


def _outing(
    entry: OutingEntry, was: Outing | None, game: Game, before: GameSheet | None, submitted_by: SubmittedBy
) -> Outing:
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
        outs_before_suspension=_outs_when_stopped(game, was, before),
    )
    if entry.accept and entry.footnote and submitted_by.may_accept_from(entry.team_id):
        outing.accepted_by = submitted_by.name
    if was is not None and was.accepted_by and _work_of(was) == _work_of(outing):
        outing.accepted_by, outing.accepted_rule = was.accepted_by, was.accepted_rule
        outing.footnote = entry.footnote or was.footnote
    return outing


def _work_of(outing: Outing) -> tuple[str, int, int | None]:
    """What somebody accepted; when it changes, he is asked again."""
    return outing.part, outing.outs, outing.runs


def _outs_when_stopped(game: Game, was: Outing | None, before: GameSheet | None) -> int | None:
    if game.home_resumed_after is None or was is None or before is None:
        return None
    return was.outs if before.game.status == Game.Status.SUSPENDED else was.outs_before_suspension
