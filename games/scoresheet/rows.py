"""A series' games as database rows and as plain values.

Plain values are used for comparisons, the activity log, undo and seals.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from core.prepared_queries import EXAMPLE_ID, PreparedQuery
from games.models import Game, Outing
from games.scoresheet.entries import SUSPENDED, GameEntry, OutingEntry
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
# set only for games played with the engine, or played after their series was interrupted
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
    """A game and its appearances, in order for each team."""

    game: Game
    outings: list[Outing]

    def of_team(self, team_id: int) -> list[Outing]:
        return [outing for outing in self.outings if outing.team_id == team_id]

    def outing_of(self, team_id: int, card_id: int) -> Outing | None:
        for outing in self.outings:
            if outing.team_id == team_id and outing.card_id == card_id:
                return outing
        return None


_GAMES: Final = PreparedQuery(lambda: Game.objects.filter(series=EXAMPLE_ID).order_by("number"))
_OUTINGS: Final = PreparedQuery(lambda: Outing.objects.filter(game__series=EXAMPLE_ID).order_by("team_id", "order"))


def stored_games(series: Series) -> list[GameSheet]:
    """Return a series' saved games in order. Runs two queries."""
    games = _GAMES.rows_of(series.pk)
    sheets = {game.pk: GameSheet(game, []) for game in games}
    if sheets:
        for outing in _OUTINGS.rows_of(series.pk):
            sheets[outing.game_id].outings.append(outing)
    return list(sheets.values())


def entry_from_sheet(sheet: GameSheet) -> GameEntry:
    """Return an entry that would resubmit a stored game unchanged."""
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
    """Return whether any of this game was played. A tie or forfeit can lack both innings and pitchers."""
    if sheet.outings or sheet.game.innings is not None:
        return True
    return sheet.game.ending not in Game.BEGUN_OR_NOT


def has_final(sheets: Iterable[GameSheet]) -> bool:
    return any(sheet.game.status == Game.Status.FINAL for sheet in sheets)


def suspended_game_numbers(sheets: Iterable[GameSheet]) -> set[int]:
    """Return the numbers of games that are suspended, or were suspended and finished later (T33.0)."""
    return {
        game.number for game, _ in sheets if game.status == Game.Status.SUSPENDED or game.home_resumed_after is not None
    }


def plain(sheets: Iterable[GameSheet]) -> list[dict[str, Any]]:
    """Return the games as plain values that compare equal for equal content."""
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
    """Rebuild database rows from plain values."""
    sheets = []
    for values in games:
        fields = {name: values[name] for name in GAME_FIELDS if name in values}
        game = Game(series=series, **fields)
        outings = [Outing(**outing) for outing in values["outings"]]
        sheets.append(GameSheet(game, outings))
    return sheets


def play_facts(game: Game, outings: Iterable[Outing | OutingEntry]) -> tuple[Any, ...]:
    """Return score, innings and outs, which are equal for two reports of the same play."""
    outs = {(outing.team_id, outing.card_id): outing.outs for outing in outings}
    return game.away_runs, game.home_runs, game.innings, outs
