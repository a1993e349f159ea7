"""Saving the results of a series: checked, written and tallied in one transaction."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from core.errors import Refused, Stale
from games.models import Game
from games.queries.official import series_begun_since
from games.scoresheet.faults import Violations
from games.scoresheet.sheet import Meant, Scoresheet
from games.scoresheet.stored import plain
from games.scoresheet.suspensions import ask_about_suspended
from games.scoresheet.tally import put_in_place
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Tournament
from tournaments.services.seeding_guard import agree_on_seeding, seeding_at_stake


class Change(NamedTuple):
    """A change of a series' games, as those are told who must agree. `before` and `after` are plain values."""

    series: Series
    before: list[dict[str, Any]]
    after: list[dict[str, Any]]
    may_break_seal: bool
    reason: str


# called inside the transaction with every change; each raises Refused to forbid it. The sheets of the pitching app lie
# above and cannot be imported here: weekend/acts.py hands their guard down when the program starts
seal_guards: list[Callable[[Change], None]] = []


class Saved(NamedTuple):
    """`changed` is False for the second of two equal submissions. `later`: breaches it makes in games after it."""

    series: Series
    changed: bool
    later: list[str]


def save_series_results(
    *,
    series: Series,
    sheet: Scoresheet,
    version: int,
    may_break_seal: bool = False,
    confirm_seeding: bool = False,
    confirm_suspended: Collection[int] = (),
    reason: str = "",
) -> Saved:
    """Put the games of the sheet in place of what the series holds (T10.2, T27.52, T0.04, T0.05, T0.06, T31.1, T31.2).

    Games not meant to be final are kept half entered, unchecked and uncounted. A game of the series that is not handed
    in is empty. version: the one that the sheet was made from. may_break_seal and reason: for the director, to change
    what has been signed. confirm_seeding: he knows that others would have qualified or in another order, and gives a
    reason. confirm_suspended: numbers of games that were suspended though they look finished. Raises Violations with
    every fault, Stale when somebody saved since `version`, LooksFinished where that is not confirmed, Refused for
    anything else; nothing is changed then. The same content twice is harmless.
    """
    acting_team = sheet.clerk.team_id
    with writing(series.tournament_id) as tournament:
        sheet.lay_on(open_series(series.pk), tournament)
        series, stored, sheets = sheet.series, sheet.stored, sheet.games
        refuse_closed(series, acting_team)
        _refuse_unreadable(sheet)
        _keep_final_games(sheet)
        _settle_acceptances(sheet)
        before, after = plain(stored), plain(sheets)
        if before == after and series.version != version:
            return Saved(series, False, [])
        if series.version != version:
            raise Stale("Somebody saved this series meanwhile. Compare both versions and choose.")
        _refuse_faults(sheet)
        ask_about_suspended(sheets, stored, sheet.usages, sheet.context.form.profile, confirm_suspended)
        if before == after:
            return Saved(series, False, sheet.checked.later)
        ask_those_who_must_agree(Change(series, before, after, may_break_seal, reason), acting_team)
        at_stake = seeding_at_stake(tournament, series)
        put_in_place(series, sheets, stored)
        seeding = agree_on_seeding(
            tournament, at_stake, confirmed=confirm_seeding, reason=reason, acting_team=acting_team
        )
        _record(tournament, series, sheet.clerk.actor, reason, before, after, seeding)
    return Saved(series, True, sheet.checked.later)


def open_series(number: int) -> Series:
    """The series as it stands now."""
    return Series.objects.select_related("home", "away", "division").get(pk=number)


def refuse_closed(series: Series, acting_team: int | None) -> None:
    """Refused where it takes no results from this team."""
    if acting_team is not None and acting_team not in (series.home_id, series.away_id):
        raise Refused("Only the managers of these two teams or the director may enter this series.")
    if series.status == Series.Status.VOID:
        raise Refused("T0.08: this series is void because a team dropped out; it takes no results.")


def _refuse_unreadable(sheet: Scoresheet) -> None:
    """What cannot be read at all; and T0.16: the roll was thrown on the table, so somebody must say who is home."""
    if sheet.reading.faults:
        raise Violations([*sheet.reading.faults])
    if sheet.asks_home and not sheet.series.home_decided:
        if sheet.first_home is not None:
            raise Refused("Say which of the two teams is home in game 1.", field="first_home")
        if sheet.meant is Meant.FINAL:
            raise Refused("Say who is home in game 1 (T0.16).", field="first_home")


def _keep_final_games(sheet: Scoresheet) -> None:
    """What was final stays final when the rest is kept half entered; to change it, it must be saved as final again."""
    if sheet.meant is Meant.FINAL:
        return
    final = {one.game.number: one for one in sheet.stored if one.game.status == Game.Status.FINAL}
    for handed_in in sheet.games:
        if (was := final.pop(handed_in.game.number, None)) is not None:
            handed_in.game.status = Game.Status.FINAL
            handed_in.game.accepted_rule = was.game.accepted_rule
            for outing in handed_in.outings:
                known = was.outing_of(outing.team_id, outing.card_id)
                outing.accepted_rule = known.accepted_rule if known else ""
            if plain([handed_in]) != plain([was]):
                raise Refused(f"Game {handed_in.game.number} is final. To change it, save the results as final.")
    if final:
        raise Refused(f"Game {min(final)} is final and cannot be emptied by keeping the rest for later.")


def _settle_acceptances(handed_in: Scoresheet) -> None:
    """An acceptance names the rule it lets be broken; one that is not needed any more lapses."""
    accepted = {(one.game, one.team_id, one.card_id): one.rule for one in handed_in.checked.faults if one.stands}
    for sheet in handed_in.games:
        sheet.game.accepted_rule = accepted.get((sheet.game.number, None, None), "")
        sheet.game.accepted_by = sheet.game.accepted_by if sheet.game.accepted_rule else ""
        for outing in sheet.outings:
            rule = accepted.get((sheet.game.number, outing.team_id, outing.card_id), "")
            outing.accepted_rule, outing.accepted_by = rule, outing.accepted_by if rule else ""


def _refuse_faults(sheet: Scoresheet) -> None:
    blocking = [one for one in sheet.checked.blocking if one.hopeless or sheet.meant is Meant.FINAL]
    if blocking:
        raise Violations(blocking)


def ask_those_who_must_agree(change: Change, acting_team: int | None) -> None:
    """T0.06: official results are changed only by the desk; signed ones ask the guards."""
    series = change.series
    was_final = [one for one in change.before if one["status"] == Game.Status.FINAL]
    if acting_team is not None and was_final and [one for one in change.after if one in was_final] != was_final:
        since = series_begun_since(series)
        if since is not None:
            sentence = f"T0.06: these results are official since round {since.round} has begun ({since.away} at"
            raise Refused(f"{sentence} {since.home}). Ask the director for a correction.")
    for guard in seal_guards:
        guard(change)


def _record(
    tournament: Tournament,
    series: Series,
    actor: Actor,
    reason: str,
    before: list[dict[str, Any]],
    after: list[dict[str, Any]],
    seeding: Sequence[str] = (),
) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SAVE_SERIES_RESULTS,
        subject=f"series:{series.pk}",
        sentence=" ".join((score_in_words(series), *(f"After the seeding: {one}" for one in seeding))),
        reason=reason,
        before={"games": before, "version": series.version - 1},
        after={"games": after, "version": series.version},
        public={"series": series.pk, "round": series.round, "version": series.version},
    )


def score_in_words(series: Series) -> str:
    """The tally as the log tells it."""
    if series.status == Series.Status.COMPLETE:
        return f"Round {series.round}: {series.away} {series.away_wins}, {series.home} {series.home_wins}."
    if series.outcomes:
        score = f"{series.away} {series.away_wins}, {series.home} {series.home_wins}"
        return f"Round {series.round}: {score} after {len(series.outcomes)} of {series.games_planned} games."
    return f"Round {series.round}: {series.away} at {series.home} is half entered."
