"""How the saving of a series is undone."""

from games.queries.stored import plain, stored_games
from games.services.results import Change, ask_those_who_must_agree, open_series, score_in_words
from games.services.sheets import rebuilt
from games.services.tally import put_in_place
from tournaments.models import Action, Series, Tournament
from tournaments.services.log import Refused


def undo_save_series_results(tournament: Tournament, action: Action) -> list[str]:
    """Put back what the series held before that save. Refused when it has changed since, or is signed."""
    series = open_series(int(action.subject.partition(":")[2]), None)
    if series.version != action.after["version"]:
        raise Refused("This series has been changed since. Undo the later act first.")
    if series.stage == Series.Stage.ROUND_ROBIN and tournament.teams.filter(seed__isnull=False).exists():
        raise Refused(
            "The best-ofs have been seeded by these standings. Correct the result on its page, with a reason."
        )
    stored, sheets = stored_games(series), rebuilt(series, action.before["games"])
    before = score_in_words(series)
    ask_those_who_must_agree(Change(series, plain(stored), plain(sheets), may_break_seal=False, reason=""), None)
    put_in_place(series, sheets, stored)
    now = score_in_words(series) if sheets else f"Round {series.round}: {series.away} at {series.home} is not entered."
    return [f"{before} becomes: {now}"]
