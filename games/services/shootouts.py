"""Shootouts at the desk (T32.0): opened for two level teams, entered half-inning by half-inning."""

from collections.abc import Mapping, Sequence
from functools import partial

from core.dice import roll_die
from core.errors import Refused
from games.queries.shootouts import ShootoutPage, shootout_page
from rules_engine.competition.rolls import SIDES, RollError, rolls_until_decided
from rules_engine.competition.shootout import bats_last
from rules_engine.competition.tie_steps import Need
from rules_engine.rulings import Finding
from tournaments.action_log.snapshots import snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Shootout, ShootoutHalf, Team, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services.tie_breaks import DICE_NEEDS, GAME_NEEDS, refuse_second_game


class ShootoutRefusal(Finding):
    """Why a half-inning is not entered."""

    ANOTHER_WAS_NAMED = "{named} was named for the first inning ({rule})."


_MOST_RUNS = 99
_LONGEST = 300


def tied_teams(tournament: Tournament, division: Division) -> list[Need]:
    """The ties of a division that a game, a shootout or dice may break now. Raises Refused while games are open."""
    table = next(iter(standings_of(tournament, division.pk)), None)
    if table is None or not table.is_complete:
        raise Refused("Ties are broken when every game of the division has been played; some are still open.")
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
    """Two level teams, each with the starter of its first inning. Raises Refused.

    `rolls`: each team's d20 as typed, level ones followed by the next; None lets the program throw until they differ.
    `better_seed`: the team that bats last by its seed; nobody rolls then. A reason is needed where the tie is of more
    than these two, or the edition breaks it otherwise.
    """
    reason = reason.strip()
    with writing(division.tournament_id) as tournament:
        _refuse_pair(tournament, division, frozenset(team.pk for team in teams), reason)
        thrown = (
            {team.pk: rolls[team.pk] for team in teams}
            if rolls is not None
            else rolls_until_decided([team.pk for team in teams], partial(roll_die, SIDES))
        )
        home = _bats_last(teams, {} if better_seed else thrown, better_seed)
        away = next(team for team in teams if team != home)
        pairs = [] if better_seed else [list(pair) for pair in zip(thrown[home.pk], thrown[away.pk], strict=True)]
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
        said = "by its seed" if better_seed else "d20 " + ", ".join(f"{mine}-{theirs}" for mine, theirs in pairs)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.OPEN_SHOOTOUT,
            subject=f"division:{division.pk}",
            sentence=f"{away} and {home} play a shootout for their tie (T32.0); {home} bats last, {said}.",
            reason=reason,
            after=snapshot([shootout]),
        )
        return shootout


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
    """The next half-inning: who pitched it and its runs. `number`: how many half-innings the form knew of.

    `hit_for`: somebody hit for the pitcher of the team at bat; `hitter`: the pitcher who did, where it was one.
    `finished_by`: who came in for the pitcher when he was hurt, and is spent by it as he is.
    """
    with writing(shootout.tournament_id) as tournament:
        now = Shootout.objects.select_related("home", "away").filter(tournament=tournament, pk=shootout.pk).first()
        if now is None:
            raise Refused("This shootout has been taken back.")
        now.tournament = tournament
        if tournament.teams.filter(seed__isnull=False).exists():
            raise Refused("The best-ofs have been seeded; take the seeding back first.")
        if now.winner_id:
            raise Refused("This shootout has been won. To correct it, undo its last half-inning.")
        if number != len(now.halves):
            raise Refused("Somebody has entered a half-inning meanwhile. Look at the shootout as it is now.")
        if not 0 <= runs <= _MOST_RUNS:
            raise Refused(f"Type the runs of the half-inning, 0 to {_MOST_RUNS}.", field="runs")
        page = shootout_page(now)
        if page.named and pitcher != page.named:
            named = page.names.get(page.named)
            raise Refused(ShootoutRefusal.ANOTHER_WAS_NAMED, "T32.0", field="pitcher", named=named)
        _refuse_pitcher(page, page.pitching, pitcher, now.inning, "pitcher")
        if finished_by:
            _refuse_pitcher(page, page.pitching, finished_by, now.inning, "finished_by")
        if finished_by == pitcher:
            raise Refused("Who is hurt leaves: choose another to finish the inning.", field="finished_by")
        if hitter and hitter not in {each.code for each in page.hitters}:
            raise Refused(f"He is no pitcher of {page.batting}.", field="hitter")
        before, half, batting = snapshot([now]), page.half, page.batting
        now.halves = [*now.halves, list(ShootoutHalf(pitcher, runs, hit_for or bool(hitter), hitter, finished_by))]
        now.save()
        hurt = f", who was hurt, and {page.names[finished_by]}" if finished_by else ""
        won = f" {_name(now, now.winner_id)} wins the shootout." if now.winner_id else ""
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.RECORD_SHOOTOUT_HALF,
            subject=f"division:{now.division_id}",
            sentence=f"Shootout, {half}: {batting} {runs} against {page.names[pitcher]}{hurt}.{won}",
            before=before,
            after=snapshot([now]),
        )
        return now


def _refuse_pair(tournament: Tournament, division: Division, teams: frozenset[int], reason: str) -> None:
    needs = [need for need in tied_teams(tournament, division) if teams <= frozenset(need.teams)]
    if len(teams) != 2 or not needs:
        raise Refused("Choose two teams whose tie is open; look at the standings as they are now.", field="teams")
    refuse_second_game(division.pk, teams)
    asked = any(need.kind == "shootout" and len(need.teams) == 2 for need in needs)
    if not asked and not reason:
        why = f"{len(needs[0].teams)} teams are tied" if len(needs[0].teams) > 2 else "the edition asks for another way"
        raise Refused(f"Say why these two play a shootout: {why}.", field="reason")
    if len(reason) > _LONGEST:
        raise Refused(f"At most {_LONGEST} characters; yours has {len(reason)}.", field="reason")


def _bats_last(teams: Sequence[Team], rolls: Mapping[int, Sequence[int]], better_seed: int | None) -> Team:
    try:
        last, order = bats_last({str(team): rolls[team.pk] for team in teams if rolls}, _seeded(teams, better_seed))
    except RollError as fault:
        raise Refused(f"{fault}.", field=f"roll_{teams[0].pk}") from None
    if last is None:
        words = "Type a d20 for both teams" if order.missing else "Level: both roll again; type the next roll behind"
        raise Refused(f"{words}, or leave both empty and let the program throw.", field=f"roll_{teams[0].pk}")
    if len({len(thrown) for thrown in rolls.values()}) > 1:
        raise Refused("Type as many rolls for one team as for the other.", field=f"roll_{teams[0].pk}")
    return next(team for team in teams if str(team) == last)


def _seeded(teams: Sequence[Team], better_seed: int | None) -> str | None:
    seeded = next((str(team) for team in teams if team.pk == better_seed), None)
    if better_seed is not None and seeded is None:
        raise Refused("The better seed is one of the two teams.", field="better_seed")
    return seeded


def _refuse_pitcher(page: ShootoutPage, team: Team, code: str, inning: int, field: str) -> None:
    named = next((each for each in page.staff(team, inning) if each.code == code), None)
    if named is None:
        raise Refused(f"Choose the pitcher of {team} for inning {inning}.", field=field)
    if not named.ruling:
        raise Refused(f"{named.name} may not pitch inning {inning}. {named.ruling}", field=field)


def _name(shootout: Shootout, team: int | None) -> str:
    return str(shootout.home if team == shootout.home_id else shootout.away)
