"""Request, claim, stop and publish a tournament's odds."""

from datetime import datetime
from typing import Final

from django.utils import timezone

from core.errors import Refused
from core.job_queue import send_job
from seasons.lahman import SeasonError
from tabletop.refusals import OddsRefusal
from tabletop.season_games import rosters_of
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.long_work import cancel_work, claim_work
from tournaments.models import Odds, Tournament

ODDS_TASK: Final = "weekend.work_out_odds"


def request_odds(*, tournament: Tournament, precision: str | int = Odds.Precision.NORMAL) -> Odds:
    """Queue the odds for a worker and return them. If a calculation is running, return that one.

    The published odds stay until the new ones are ready. Raise Refused if the teams have no cards to play with.
    """
    odds_precision = _precision(precision)
    with writing(tournament.pk) as tournament:
        odds = Odds.objects.filter(tournament=tournament).first() or Odds(tournament=tournament)
        if odds.pk and odds.is_open:
            return odds
        try:
            rosters_of(tournament)
        except SeasonError as fault:
            raise Refused(OddsRefusal.NO_CARDS, fault=str(fault)) from None
        odds.state = Odds.State.WAITING
        odds.fault = ""
        odds.asked_at = timezone.now()
        odds.precision = odds_precision
        odds.seasons_done = odds.games_done = odds.games_wanted = 0
        odds.beat_at = odds.finished_at = None
        odds.save()
    return odds


def enqueue_odds(odds_id: int, *, is_silent: bool = False) -> bool:
    return send_job(ODDS_TASK, odds_id, is_silent=is_silent)


def _precision(value: str | int) -> Odds.Precision:
    try:
        return Odds.Precision(int(value))
    except ValueError:
        raise Refused(OddsRefusal.NO_SUCH_PRECISION, field="precision") from None


def stop_odds(*, odds: Odds) -> None:
    """Stop the calculation at its next progress report. Raise Refused if none is running."""
    if not cancel_work(odds):
        raise Refused(OddsRefusal.NOT_IN_PROGRESS)


def show_odds(*, tournament: Tournament, shown: str, actor: Actor) -> None:
    """Set who can see the odds. Raise Refused if the choice is invalid."""
    if shown not in Tournament.OddsShown.values:
        raise Refused(OddsRefusal.NO_AUDIENCE, field="shown")
    with writing(tournament.pk) as current:
        if shown == current.odds_shown:
            return
        before = snapshot([current])
        current.odds_shown = shown
        current.save(update_fields=["odds_shown"])
        old_values, new_values = only_changes(before, snapshot([current]))
        record_action(
            tournament=current,
            actor=actor,
            verb=Verb.SHOW_ODDS,
            subject=f"tournament:{current.pk}",
            sentence=f"Odds visible to: {Tournament.OddsShown(shown).label}.",
            before=old_values,
            after=new_values,
        )


def claim_odds(number: int, now: datetime) -> Odds | None:
    """Claim waiting odds, or odds whose worker is silent. Return None if another worker has them."""
    if not claim_work(Odds, number, now):
        return None
    return Odds.objects.select_related("tournament").get(pk=number)
