"""Saving the results of a series: checked, written and tallied in one transaction."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from core.errors import Refused, Stale
from games.models import Game
from games.queries.carry_over import format_of
from games.queries.official import series_begun_since
from games.queries.usage import usage_of_teams
from games.scoresheet.check import Checked, Context, check_games
from games.scoresheet.entries import GameEntry
from games.scoresheet.faults import Violations
from games.scoresheet.prepare import Clerk, Setting, prepare_games
from games.scoresheet.stored import GameSheet, has_final, plain, stored_games
from games.scoresheet.suspensions import ask_about_suspended
from games.scoresheet.tally import put_in_place
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


# Called inside the transaction with every change; raises Refused to forbid it. The sheets of the pitching app, which
# lies above this one and so cannot be imported here, put their guard of signed series in when the program starts.
seal_guards: list[Callable[[Change], None]] = []


class Saved(NamedTuple):
    """`changed` is False for the second of two equal submissions. `later`: breaches it makes in games after it."""

    series: Series
    changed: bool
    later: list[str]


def save_series_results(
    *,
    series: Series,
    version: int,
    games: Sequence[GameEntry],
    actor: Actor,
    complete: bool,
    acting_team: int | None = None,
    first_home: int | None = None,
    may_break_seal: bool = False,
    confirm_seeding: bool = False,
    confirm_suspended: Collection[int] = (),
    reason: str = "",
) -> Saved:
    """Put these games in place of what the series holds (T10.2, T27.52, T0.04, T0.05, T0.06, T31.1, T31.2).

    complete: the games are final and count; otherwise they are kept half entered, unchecked and uncounted. A game of
    a series that is not handed in is empty. acting_team: the manager's team; None where the desk acts, which may also
    accept for either side. first_home: who is home in game 1, where no d20 is on record yet. may_break_seal and reason:
    for the director, to change what has been signed. confirm_seeding: he knows that others would have qualified or in
    another order, and gives a reason. confirm_suspended: numbers of games that were suspended though they look
    finished. Raises Violations with every fault, Stale when somebody saved since `version`, LooksFinished where that
    is not confirmed, Refused for anything else; nothing is changed then. The same content twice is harmless.
    """
    with writing(series.tournament_id) as tournament:
        series = open_series(series.pk, acting_team)
        stored = stored_games(series)
        _decide_home(series, stored, first_home)
        usages = usage_of_teams(series.home_id, series.away_id)
        setting = Setting(series, tournament.home_pattern, {team: len(one.columns) for team, one in usages.items()})
        clerk = Clerk(actor.name, acting_team)
        sheets = prepare_games(games, setting, stored, clerk, complete=complete)
        _keep_final_games(sheets, stored, complete)
        context = Context(series, format_of(tournament), usages, may_suspend(tournament))
        checked = check_games(sheets, context, complete=complete, by_desk=acting_team is None)
        _settle_acceptances(sheets, checked)
        before, after = plain(stored), plain(sheets)
        if before == after and series.version != version:
            return Saved(series, False, [])
        if series.version != version:
            raise Stale("Somebody saved this series meanwhile. Compare both versions and choose.")
        _refuse_faults(checked, complete)
        ask_about_suspended(sheets, stored, usages, context.form.profile, confirm_suspended)
        if before == after:
            return Saved(series, False, checked.later)
        ask_those_who_must_agree(Change(series, before, after, may_break_seal, reason), acting_team)
        at_stake = seeding_at_stake(tournament, series)
        put_in_place(series, sheets, stored)
        seeding = agree_on_seeding(
            tournament, at_stake, confirmed=confirm_seeding, reason=reason, acting_team=acting_team
        )
        _record(tournament, series, actor, reason, before, after, seeding)
    return Saved(series, True, checked.later)


def check_series_results(
    *, series: Series, games: Sequence[GameEntry], acting_team: int | None, name: str, complete: bool = False
) -> tuple[Checked, list[GameSheet], Context]:
    """The same checks without writing, for the grid while somebody types; four queries."""
    tournament, stored = series.tournament, stored_games(series)
    usages = usage_of_teams(series.home_id, series.away_id)
    setting = Setting(series, tournament.home_pattern, {team: len(one.columns) for team, one in usages.items()})
    sheets = prepare_games(games, setting, stored, Clerk(name, acting_team), complete=True)
    context = Context(series, format_of(tournament), usages, may_suspend(tournament))
    return check_games(sheets, context, complete=complete, by_desk=acting_team is None), sheets, context


def open_series(number: int, acting_team: int | None) -> Series:
    """The series as it stands now; Refused where it takes no results from this team."""
    series = Series.objects.select_related("home", "away").get(pk=number)
    if acting_team is not None and acting_team not in (series.home_id, series.away_id):
        raise Refused("Only the managers of these two teams or the director may enter this series.")
    if series.status == Series.Status.VOID:
        raise Refused("T0.08: this series is void because a team dropped out; it takes no results.")
    return series


def _decide_home(series: Series, stored: Sequence[GameSheet], first_home: int | None) -> None:
    """T0.16: the roll was thrown on the table; who is home in game 1 comes with the results."""
    if series.home_decided or first_home is None or has_final(stored):
        return
    if first_home == series.away_id:
        series.home, series.away = series.away, series.home
    elif first_home != series.home_id:
        raise Refused("Say which of the two teams is home in game 1.", field="first_home")
    series.home_decided = True


def may_suspend(tournament: Tournament) -> bool:
    return tournament.suspended_games and tournament.profile.game.suspended_games


def _keep_final_games(sheets: Sequence[GameSheet], stored: Sequence[GameSheet], complete: bool) -> None:
    """What was final stays final when the rest is kept half entered; to change it, it must be saved as final again."""
    if complete:
        return
    final = {sheet.game.number: sheet for sheet in stored if sheet.game.status == Game.Status.FINAL}
    for sheet in sheets:
        if (was := final.pop(sheet.game.number, None)) is not None:
            sheet.game.status = Game.Status.FINAL
            sheet.game.accepted_rule = was.game.accepted_rule
            for outing in sheet.outings:
                known = was.outing_of(outing.team_id, outing.card_id)
                outing.accepted_rule = known.accepted_rule if known else ""
            if plain([sheet]) != plain([was]):
                raise Refused(f"Game {sheet.game.number} is final. To change it, save the results as final.")
    if final:
        raise Refused(f"Game {min(final)} is final and cannot be emptied by keeping the rest for later.")


def _settle_acceptances(sheets: Sequence[GameSheet], checked: Checked) -> None:
    """An acceptance names the rule it lets be broken; one that is not needed any more lapses."""
    accepted = {(one.game, one.team_id, one.card_id): one.rule for one in checked.faults if one.stands}
    for sheet in sheets:
        sheet.game.accepted_rule = accepted.get((sheet.game.number, None, None), "")
        sheet.game.accepted_by = sheet.game.accepted_by if sheet.game.accepted_rule else ""
        for outing in sheet.outings:
            rule = accepted.get((sheet.game.number, outing.team_id, outing.card_id), "")
            outing.accepted_rule, outing.accepted_by = rule, outing.accepted_by if rule else ""


def _refuse_faults(checked: Checked, complete: bool) -> None:
    blocking = checked.blocking if complete else [one for one in checked.blocking if one.hopeless]
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
        verb="save_series_results",
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
