"""Shootouts run by the director (T32.0): start a shootout for two tied teams, and enter each half-inning."""

from collections.abc import Mapping, Sequence
from functools import partial

from core.dice import roll_die
from core.errors import Refused
from games.queries.shootouts import ShootoutPage, shootout_page
from games.refusals import ShootoutRefusal
from rules_engine.competition.rolls import SIDES, RollError, rolls_until_decided
from rules_engine.competition.shootout import bats_last
from rules_engine.competition.tie_steps import Need
from tournaments.action_log.snapshots import snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Shootout, ShootoutHalf, Team, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services.tie_breaks import DICE_NEEDS, GAME_NEEDS, refuse_second_game

_MOST_RUNS = 99
_LONGEST = 300


def tied_teams(tournament: Tournament, division: Division) -> list[Need]:
    """Return a division's ties that a game, a shootout or dice can break now. Raise Refused if games are unfinished."""
    table = next(iter(standings_of(tournament, division.pk)), None)
    if table is None or not table.is_complete:
        raise Refused(ShootoutRefusal.GAMES_OPEN)
    return [need for need in table.all_needs if need.kind in DICE_NEEDS | GAME_NEEDS]


def open_shootout(
    *,
    division: Division,
    teams: Sequence[Team],
    starters: Mapping[int, str],
    actor: Actor,
    rolls: Mapping[int, Sequence[int]] | None = None,
    better_seed: int | None = None,
    reason: str = "",
) -> Shootout:
    """Start a shootout for two tied teams (T32.0).

    Args:
        starters: The starter for the first inning, by team ID.
        rolls: The d20 rolls by team ID, with rerolls after tied rolls. If None, Pennant rolls.
        better_seed: The team that bats last based on seed. No dice are rolled in this case.
        reason: Required if more teams are tied, or if the rules edition breaks this tie differently.

    Raises:
        Refused: The shootout can't start. The exception includes the field.
    """
    reason = reason.strip()
    with writing(division.tournament_id) as tournament:
        _refuse_pair(tournament, division, frozenset(team.pk for team in teams), reason)
        home, pairs = _home_team(teams, rolls, better_seed)
        away = next(team for team in teams if team != home)
        shootout = Shootout(
            tournament=tournament,
            division=division,
            home=home,
            away=away,
            home_rolls=pairs,
            home_starter=starters[home.pk],
            away_starter=starters[away.pk],
            reason=reason,
        )
        page = shootout_page(shootout)
        for team in teams:
            _refuse_pitcher(page, team, starters[team.pk], 1, f"starter_{team.pk}")
        shootout.save()
        _record_opening(shootout, actor)
        return shootout


def _home_team(
    teams: Sequence[Team], typed_rolls: Mapping[int, Sequence[int]] | None, better_seed: int | None
) -> tuple[Team, list[list[int]]]:
    """Return the team that bats last, with its rolls and the other team's rolls.

    There are no rolls if the seed decides.
    """
    if better_seed:
        return _bats_last(teams, {}, better_seed), []
    rolls = typed_rolls
    if rolls is None:
        rolls = rolls_until_decided([team.pk for team in teams], partial(roll_die, SIDES))
    home = _bats_last(teams, rolls, better_seed)
    away = next(team for team in teams if team != home)
    return home, [list(pair) for pair in zip(rolls[home.pk], rolls[away.pk], strict=True)]


def _record_opening(shootout: Shootout, actor: Actor) -> None:
    home, away = shootout.home, shootout.away
    how = "as the better seed"
    if shootout.home_rolls:
        how = "d20 " + ", ".join(f"{home_roll}-{away_roll}" for home_roll, away_roll in shootout.home_rolls)
    record_action(
        tournament=shootout.tournament,
        actor=actor,
        verb=Verb.OPEN_SHOOTOUT,
        subject=f"division:{shootout.division_id}",
        sentence=f"{away} and {home} play a shootout to break their tie (T32.0); {home} bats last, {how}.",
        reason=shootout.reason,
        after=snapshot([shootout]),
    )


def record_shootout_half(
    *,
    shootout: Shootout,
    number: int,
    pitcher: str,
    runs: int,
    actor: Actor,
    hit_for: bool = False,
    hitter: str = "",
    finished_by: str = "",
) -> Shootout:
    """Record the next half-inning (T32.0).

    Args:
        number: The number of completed half-innings when the form was rendered.
        hit_for: Whether the batting team's pitcher was pinch hit for.
        hitter: The pinch hitter, if a pitcher.
        finished_by: The reliever of an injured pitcher. Both pitchers count as having pitched the inning.

    Raises:
        Refused: The half-inning is invalid. The exception includes the field.
    """
    half = ShootoutHalf(pitcher, runs, hit_for or bool(hitter), hitter, finished_by)
    with writing(shootout.tournament_id) as tournament:
        current = _shootout_in_progress(tournament, shootout, number)
        page = shootout_page(current)
        _refuse_half(page, current.inning, half)
        before, title, batting = snapshot([current]), page.half, page.batting
        current.halves = [*current.halves, list(half)]
        current.save()
        injury = f", who was injured, and {page.names[finished_by]}" if finished_by else ""
        won = f" {_name(current, current.winner_id)} wins the shootout." if current.winner_id else ""
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.RECORD_SHOOTOUT_HALF,
            subject=f"division:{current.division_id}",
            sentence=f"Shootout, {title}: {batting} {runs} against {page.names[pitcher]}{injury}.{won}",
            before=before,
            after=snapshot([current]),
        )
        return current


def _shootout_in_progress(tournament: Tournament, shootout: Shootout, number: int) -> Shootout:
    """Return the stored shootout, if it can continue with a new half-inning."""
    rows = Shootout.objects.select_related("home", "away")
    current = rows.filter(tournament=tournament, pk=shootout.pk).first()
    if current is None:
        raise Refused(ShootoutRefusal.UNDONE)
    current.tournament = tournament
    if tournament.teams.filter(seed__isnull=False).exists():
        raise Refused(ShootoutRefusal.PLAYOFFS_SEEDED)
    if current.winner_id:
        raise Refused(ShootoutRefusal.WON)
    if number != len(current.halves):
        raise Refused(ShootoutRefusal.CHANGED_MEANWHILE)
    return current


def _refuse_half(page: ShootoutPage, inning: int, half: ShootoutHalf) -> None:
    """Reject impossible runs, and pitchers who can't pitch or pinch hit now."""
    if not 0 <= half.runs <= _MOST_RUNS:
        raise Refused(ShootoutRefusal.WRONG_RUNS, field="runs", most=_MOST_RUNS)
    if page.named and half.pitcher != page.named:
        named = page.names.get(page.named)
        raise Refused(ShootoutRefusal.ANOTHER_WAS_NAMED, "T32.0", field="pitcher", named=named)
    _refuse_pitcher(page, page.pitching, half.pitcher, inning, "pitcher")
    if half.finished_by:
        _refuse_pitcher(page, page.pitching, half.finished_by, inning, "finished_by")
    if half.finished_by == half.pitcher:
        raise Refused(ShootoutRefusal.INJURED_CANT_FINISH, field="finished_by")
    if half.hitter and half.hitter not in {hitter.code for hitter in page.hitters}:
        raise Refused(ShootoutRefusal.WRONG_HITTER, field="hitter", team=page.batting.name)


def _refuse_pair(tournament: Tournament, division: Division, teams: frozenset[int], reason: str) -> None:
    needs = [need for need in tied_teams(tournament, division) if teams <= frozenset(need.teams)]
    if len(teams) != 2 or not needs:
        raise Refused(ShootoutRefusal.NO_OPEN_TIE, field="teams")
    refuse_second_game(division.pk, teams)
    is_needed = any(need.kind == "shootout" and len(need.teams) == 2 for need in needs)
    if not is_needed and not reason:
        tied = len(needs[0].teams)
        if tied > 2:
            raise Refused(ShootoutRefusal.NO_REASON_FOR_TWO, field="reason", teams=tied)
        raise Refused(ShootoutRefusal.NO_REASON_FOR_SHOOTOUT, field="reason")
    if len(reason) > _LONGEST:
        raise Refused(ShootoutRefusal.REASON_TOO_LONG, field="reason", longest=_LONGEST, length=len(reason))


def _bats_last(teams: Sequence[Team], rolls: Mapping[int, Sequence[int]], better_seed: int | None) -> Team:
    """Return the home team: the better seed, or the winner of the rolls."""
    field = f"roll_{teams[0].pk}"
    try:
        last, order = bats_last({str(team): rolls[team.pk] for team in teams if rolls}, _seeded(teams, better_seed))
    except RollError as fault:
        raise Refused(ShootoutRefusal.INVALID_ROLLS, field=field, fault=str(fault)) from None
    if last is None:
        raise Refused(ShootoutRefusal.ROLLS_MISSING if order.missing else ShootoutRefusal.TIED_ROLLS, field=field)
    if len({len(rolls[team.pk]) for team in teams if rolls}) > 1:
        raise Refused(ShootoutRefusal.UNEQUAL_ROLLS, field=field)
    return next(team for team in teams if str(team) == last)


def _seeded(teams: Sequence[Team], better_seed: int | None) -> str | None:
    seeded = next((str(team) for team in teams if team.pk == better_seed), None)
    if better_seed is not None and seeded is None:
        raise Refused(ShootoutRefusal.UNKNOWN_SEED, field="better_seed")
    return seeded


def _refuse_pitcher(page: ShootoutPage, team: Team, code: str, inning: int, field: str) -> None:
    named = next((pitcher for pitcher in page.staff(team, inning) if pitcher.code == code), None)
    if named is None:
        raise Refused(ShootoutRefusal.NO_PITCHER, field=field, team=team.name, inning=inning)
    if not named.ruling:
        raise Refused(
            ShootoutRefusal.INELIGIBLE_PITCHER,
            named.ruling.rule,
            field=field,
            pitcher=named.name,
            inning=inning,
            ruling=named.ruling,
        )


def _name(shootout: Shootout, team: int | None) -> str:
    return str(shootout.home if team == shootout.home_id else shootout.away)
