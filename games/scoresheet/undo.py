"""How the saving of a series is undone, and done again."""

from core.errors import Refused
from games.models import Game
from games.queries.usage import usage_of_teams
from games.scoresheet.check import check_games, context_of
from games.scoresheet.faults import Violations
from games.scoresheet.save import Change, ask_those_who_must_agree, open_series, refuse_closed, score_in_words
from games.scoresheet.stored import plain, rebuilt, stored_games
from games.scoresheet.tally import put_in_place
from tournaments.models import Action, Series, Tournament

_CHANGED = "This series has been changed since. Undo the later act first."


def undo_save_series_results(tournament: Tournament, action: Action) -> list[str]:
    """Put back what the series held before that save. Refused when it has changed since, or is signed."""
    series = _series_of(action)
    if action.undoes is None and series.version != action.after["version"]:
        raise Refused(_CHANGED)
    return _put_back(action, series)


def redo_save_series_results(tournament: Tournament, action: Action) -> list[str]:
    """Save again what an undo took away. Refused as well where by now it breaks a rule that was not accepted."""
    series = _series_of(action)
    sheets = rebuilt(series, action.before["games"])
    usages = usage_of_teams(series.home_id, series.away_id)
    complete = any(sheet.game.status == Game.Status.FINAL for sheet in sheets)
    faults = (
        check_games(sheets, context_of(series, tournament, usages), complete=complete, by_desk=True).blocking
        if complete
        else []
    )
    if faults:
        raise Refused(f"By now these results break a rule; enter them on their page. {Violations(faults)}")
    return _put_back(action, series)


def _series_of(action: Action) -> Series:
    series = open_series(int(action.subject.partition(":")[2]))
    refuse_closed(series, None)
    return series


def _put_back(action: Action, series: Series) -> list[str]:
    if action.undoes is not None and plain(stored_games(series)) != action.after["games"]:
        raise Refused(_CHANGED)
    stored, sheets = stored_games(series), rebuilt(series, action.before["games"])
    before = score_in_words(series)
    ask_those_who_must_agree(Change(series, plain(stored), plain(sheets), may_break_seal=False, reason=""), None)
    put_in_place(series, sheets, stored)
    now = score_in_words(series) if sheets else f"Round {series.round}: {series.away} at {series.home} is not entered."
    return [f"{before} becomes: {now}"]
