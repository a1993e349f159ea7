"""Takes back the saving of a series."""

from games.queries.stored import plain, stored_games
from games.services.results import Change, ask_those_who_must_agree, open_series
from games.services.sheets import rebuilt
from games.services.tally import put_in_place
from tournaments.models import Action
from tournaments.services.log import Actor, Refused, record_action, writing


def undo_save_series_results(*, action: Action, actor: Actor) -> Action:
    """Put back what the series held before that save. Refused when the series has changed since, or is signed."""
    with writing(action.tournament_id) as tournament:
        series = open_series(int(action.subject.partition(":")[2]), None)
        if series.version != action.after["version"]:
            raise Refused("This series has been changed since; undo the later change first.")
        stored, sheets = stored_games(series), rebuilt(series, action.before["games"])
        change = Change(series, plain(stored), plain(sheets), actor, False, "")
        ask_those_who_must_agree(change, None)
        put_in_place(series, sheets, stored)
        return record_action(
            tournament=tournament,
            actor=actor,
            verb="undo_save_series_results",
            subject=action.subject,
            sentence=f"Taken back: {action.sentence}",
            before={"games": change.before, "version": series.version - 1},
            after={"games": change.after, "version": series.version},
            public={"series": series.pk, "round": series.round, "version": series.version},
            undoes=action,
        )
