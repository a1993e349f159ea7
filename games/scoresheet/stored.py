"""The games of a series with their outings, and the same as plain values for comparing, the log, undo and seals."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.models import Game, Outing
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
)
OUTING_FIELDS = (
    "team_id",
    "card_id",
    "order",
    "part",
    "outs",
    "extra_outs",
    "runs",
    "injured",
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


def is_begun(sheet: GameSheet) -> bool:
    """Whether anything was played of this game; a tie for a game that nobody began has neither innings nor pitchers."""
    return bool(sheet.outings) or sheet.game.innings is not None or sheet.game.ending != Game.Ending.NOT_FINISHED


def has_final(sheets: Iterable[GameSheet]) -> bool:
    return any(sheet.game.status == Game.Status.FINAL for sheet in sheets)


def marked_suspended(sheets: Iterable[GameSheet]) -> set[int]:
    """T33.0: numbers of the games that are suspended, or read as suspended and finished later."""
    return {
        game.number for game, _ in sheets if game.status == Game.Status.SUSPENDED or game.home_resumed_after is not None
    }


def plain(sheets: Iterable[GameSheet]) -> list[dict[str, Any]]:
    """The games as plain values; equal for equal content, whatever row they are stored in."""
    return [
        {name: _plain(getattr(sheet.game, name)) for name in GAME_FIELDS}
        | {"outings": [{name: getattr(outing, name) for name in OUTING_FIELDS} for outing in _in_order(sheet)]}
        for sheet in sheets
    ]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value


def _in_order(sheet: GameSheet) -> Sequence[Outing]:
    return sorted(sheet.outings, key=lambda outing: (outing.team_id, outing.order))


def rebuilt(series: Series, games: Iterable[dict[str, Any]]) -> list[GameSheet]:
    """Rows from plain values, as undo needs them."""
    sheets = []
    for values in games:
        game = Game(series=series, **{name: values[name] for name in GAME_FIELDS})
        sheets.append(GameSheet(game, [Outing(**outing) for outing in values["outings"]]))
    return sheets
