"""Undo or redo a save of a series' results."""

from collections.abc import Sequence

from core.errors import Refused
from games.models import Game
from games.queries.usage import build_usages, read_usage_rows
from games.refusals import SaveRefusal
from games.scoresheet.check import check_games
from games.scoresheet.faults import Violations
from games.scoresheet.notices import post_all_breaches, violations_notice_key
from games.scoresheet.rows import GameSheet, rebuild_games, stored_games
from games.scoresheet.save import current_series, refuse_if_closed
from games.scoresheet.write import ResultsChange, score_sentence, write_results
from tournaments.models import Action, Series, Tournament
from tournaments.services.notices import close_notices
from tournaments.services.order_of_play import Places, free_places


def undo_save_series_results(tournament: Tournament, action: Action) -> list[str]:
    """Restore the games from before that save. Reject the undo if they have changed since or are signed."""
    series = _series_of_action(action)
    return _restore_games(action, series, rebuild_games(series, action.before["games"]))


def redo_save_series_results(tournament: Tournament, action: Action) -> list[str]:
    """Repeat a save that was undone. Reject the redo if it now breaks a rule that no one has accepted."""
    series = _series_of_action(action)
    games = rebuild_games(series, action.before["games"])
    if any(game.status == Game.Status.FINAL for game, _ in games):
        series.tournament = tournament
        teams = (series.home_id, series.away_id)
        places = free_places(series, Places(*action.before.get("places", ())))
        rows = read_usage_rows(*teams).with_games(series, games, places)
        usages = build_usages(rows, teams)
        checked = check_games(games, series, usages, complete=True, by_director=True)
        if checked.blocking:
            violations = Violations(checked.blocking)
            raise Refused(SaveRefusal.BREAKS_A_RULE, violations=str(violations))
    return _restore_games(action, series, games)


def _series_of_action(action: Action) -> Series:
    series = current_series(int(action.subject.partition(":")[2]))
    refuse_if_closed(series, None)
    return series


def _restore_games(action: Action, series: Series, games: Sequence[GameSheet]) -> list[str]:
    places = Places(*action.before.get("places", ()))
    change = ResultsChange(series, stored_games(series), games, places=places)
    if change.before != action.after["games"]:
        raise Refused(SaveRefusal.CHANGED_SINCE)
    score_before = score_sentence(series)
    write_results(change)
    close_notices(violations_notice_key(series))
    tournament = action.tournament
    series.tournament = tournament
    teams = (series.home_id, series.away_id)
    usages = build_usages(read_usage_rows(*teams), teams)
    checked = check_games(games, series, usages, complete=False, by_director=False)
    post_all_breaches(tournament, series, checked.breaches_elsewhere)
    score_after = f"{series.round_title}: {series.away} at {series.home} is no longer entered."
    if games:
        score_after = score_sentence(series)
    return [f"{score_before} becomes: {score_after}"]
