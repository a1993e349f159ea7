"""Notices after a save: violations to accept, violations in other games, and replays to enter."""

from collections.abc import Mapping, Sequence

from django.urls import reverse

from games.models import Game, Mistake
from games.scoresheet.faults import OPPONENT, GridFault
from games.scoresheet.sheet import Scoresheet
from games.scoresheet.write import ResultsChange
from tournaments.models import Series, Team, Tournament
from tournaments.services.notices import close_notices, create_notice


def close_mistake_notices(change: ResultsChange) -> None:
    """Close the notice for entering a replay from the point of a mistake, once the game is entered (T0.06)."""
    entered = [
        game["number"]
        for game in change.after
        if game["status"] in (Game.Status.FINAL, Game.Status.SUSPENDED) and game not in change.before
    ]
    mistakes = Mistake.objects.filter(
        series=change.series,
        game__in=entered,
        chosen__in=("replay", "suspend", "from_dice"),
    )
    close_notices(*[mistake.about_playing_on for mistake in mistakes])


def post_violations(tournament: Tournament, sheet: Scoresheet) -> None:
    """Request that the opponent or the director accept a draft's violations (T0.06, T31.2).

    Notices from earlier saves are closed.
    """
    series = sheet.series
    close_notices(violations_notice_key(series))
    acceptable = [fault for fault in sheet.checked.blocking if fault.acceptor == OPPONENT]
    for team in series.teams():
        faults = [fault for fault in acceptable if fault.team_id == team.pk]
        if not faults:
            continue
        opponent = series.opponent_of(team.pk)
        violation = _violation_text(sheet, faults)
        question = f"{violation}. Accept, with footnote?"
        if opponent.pk != sheet.submitted_by.team_id:
            _post_violation(tournament, series, opponent, question, "enter_series", "Accept or not")
        _post_violation(tournament, series, None, question, "enter_series", "Accept or not")
        waiting = f"{violation}. Waiting for {opponent} or the director to accept it."
        _post_violation(tournament, series, team, waiting, "series", "View series")


def _post_violation(
    tournament: Tournament, series: Series, recipient: Team | None, sentence: str, url_name: str, link_text: str
) -> None:
    """Post a notice with a link to a series page. `recipient` is None for the director."""
    create_notice(
        tournament=tournament,
        team=recipient,
        kind="Violation",
        sentence=sentence,
        address=reverse(url_name, args=[tournament.slug, series.pk]),
        link_text=link_text,
        about=violations_notice_key(series),
    )


def _violation_text(sheet: Scoresheet, faults: Sequence[GridFault]) -> str:
    first = faults[0]
    usage = sheet.usages[first.team_id or 0]
    place = f"{sheet.series.round_title}, game {first.game}, {usage.name}"
    if first.card_id is not None:
        place += f", {usage.pitchers[first.card_id].name}"
    return f"{place}: {first}{_more(faults)}"


def post_all_breaches(tournament: Tournament, series: Series, breaches_by_team: Mapping[int, Sequence[str]]) -> None:
    for team in series.teams():
        post_breaches(tournament, team, breaches_by_team.get(team.pk, ()))


def post_breaches(tournament: Tournament, team: Team, breaches: Sequence[str]) -> None:
    """List a team's violations on the dashboard until they are corrected or accepted (T10.2)."""
    close_notices(_breaches_notice_key(team))
    if not breaches:
        return
    create_notice(
        tournament=tournament,
        team=None,
        kind="Illegal after a correction",
        sentence=f"{breaches[0]}{_more(breaches)}",
        address=reverse("sheet", args=[tournament.slug, team.pk]),
        link_text="View sheet",
        about=_breaches_notice_key(team),
    )


def _more(items: Sequence[object]) -> str:
    return f" ({len(items) - 1} more)" if len(items) > 1 else ""


def violations_notice_key(series: Series) -> str:
    return f"series:{series.pk}:violations"


def swap_notice_key(series: Series) -> str:
    return f"series:{series.pk}:swap"


def _breaches_notice_key(team: Team) -> str:
    return f"team:{team.pk}:breaches"
