"""Seed the playoffs based on the final standings, and schedule each series through the final."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.bracket import BracketError, Pairing, fill, length_in
from rules_engine.competition.rolls import SIDES, RollError, roll_order, rolls_until_decided
from rules_engine.rulings import Ruling
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.covers import team_of_successor
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.playoffs import (
    SEED_FIELD_BY_STAGE,
    Qualifier,
    in_seed_order,
    open_seeding_points,
    qualifiers_of,
    seeded_teams,
    series_lengths,
    undecided_points,
    unplayed_points,
    winners_of,
)
from tournaments.queries.standings import standings_of
from tournaments.refusals import PlayoffRefusal
from tournaments.services.stages import move_stage, set_stage

Stage = Tournament.Stage


def start_playoffs(
    *,
    tournament: Tournament,
    actor: Actor,
    reason: str = "",
    rolls: Mapping[int, Sequence[int]] | None = None,
) -> list[Team]:
    """Seed the playoffs and schedule their first series. Return the teams by seed.

    A tournament in the round robin moves to the playoffs. Division winners come first, then teams by the edition's
    ranking. Equal teams from different divisions roll for their order.

    Args:
        reason: The reason for seeding while games are open. Even then, no team may be tied at a cut in the played
            games.
        rolls: Each team's d20 rolls with real dice, including rerolls of ties. Without any, the program rolls.

    Raises:
        Refused: If games or ties are open, or the playoffs are already seeded.
    """
    with writing(tournament.pk) as tournament:
        if tournament.teams.filter(seed__isnull=False).exists():
            raise Refused(PlayoffRefusal.ALREADY_SEEDED)
        tables = standings_of(tournament)
        open_note = _require_decided(tables, reason.strip())
        qualifiers, rolled = order_by_seed(qualifiers_of(tables), rolls or {})
        if not qualifiers:
            raise Refused(PlayoffRefusal.NO_QUALIFIER)
        if tournament.stage == Stage.ROUND_ROBIN:
            tournament = move_stage(tournament=tournament, actor=actor, to=Stage.PLAYOFFS, reason=reason)
        seeds = _seed_teams(qualifiers)
        schedule_pairings(tournament, seeds)
        seed_list = ", ".join(f"{team.seed}. {team}" for team in seeds)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.START_BEST_OFS,
            subject=f"tournament:{tournament.pk}",
            sentence=f"The playoffs are seeded: {seed_list}.{rolled}{open_note}",
            reason=reason.strip(),
            after={"seeds": [team.pk for team in seeds]},
        )
    return seeds


def remove_playoffs(*, tournament: Tournament, actor: Actor) -> None:
    """Remove the bracket before its first game starts. The tournament returns to the round robin."""
    with writing(tournament.pk) as tournament:
        seeds = _remove_bracket(tournament)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.TAKE_BACK_BEST_OFS,
            subject=f"tournament:{tournament.pk}",
            sentence=f"The playoff seeding was removed. Back to: {tournament.get_stage_display()}.",
            before={"seeds": seeds},
        )


def _remove_bracket(tournament: Tournament) -> list[int]:
    """Remove the bracket, return to the round robin, and return the seeded teams' IDs by seed.

    Raise Refused if the bracket can't be removed.
    """
    series = tournament.series.filter(stage=Series.Stage.PLAYOFF)
    if series.exclude(status=Series.Status.SCHEDULED).exists():
        raise Refused(PlayoffRefusal.SERIES_STARTED)
    seeds = list(tournament.teams.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True))
    if not seeds:
        raise Refused(PlayoffRefusal.NOT_SEEDED)
    if tournament.consolation_size:
        raise Refused(PlayoffRefusal.CONSOLATION_SEEDED)
    series.delete()
    tournament.teams.update(seed=None)
    if tournament.stage == Stage.PLAYOFFS:
        set_stage(tournament, Stage.ROUND_ROBIN)
    return seeds


def undo_seeding(tournament: Tournament, action: Action) -> list[str]:
    """Undo a seeding. Raise Refused if a playoff series has started or there is a later seeding."""
    teams = {team.pk: team for team in tournament.teams.filter(seed__isnull=False)}
    if teams and sorted(teams, key=lambda pk: teams[pk].seed or 0) != seeds_of_action(action):
        raise Refused(PlayoffRefusal.SEEDED_LATER)
    series_to_remove = (
        tournament.series.filter(stage=Series.Stage.PLAYOFF).select_related("home", "away").order_by("pk")
    )
    removed = [f"{series} was removed from the schedule." for series in series_to_remove]
    seeds = [
        f"{teams[pk]} is no longer seeded {place}." for place, pk in enumerate(_remove_bracket(tournament), start=1)
    ]
    return [*seeds, *removed, f"The stage is now: {tournament.get_stage_display()}."]


def redo_seeding(tournament: Tournament, action: Action) -> list[str]:
    """Seed the same teams in the same order. Raise Refused if that no longer matches the standings."""
    if tournament.teams.filter(seed__isnull=False).exists():
        raise Refused(PlayoffRefusal.SEEDED_LATER)
    tables, teams = standings_of(tournament), Team.objects.in_bulk(seeds_of_action(action))
    ordered = [teams[pk] for pk in seeds_of_action(action) if pk in teams]
    qualifiers = qualifiers_of(tables)
    ranks = {qualifier.team.pk: in_seed_order(qualifier) for qualifier in qualifiers}
    are_same_teams = ranks.keys() == {team.pk for team in ordered}
    if open_seeding_points(tables) or not are_same_teams or sorted(ordered, key=lambda team: ranks[team.pk]) != ordered:
        raise Refused(PlayoffRefusal.OTHER_SEEDING)
    if tournament.stage == Stage.ROUND_ROBIN:
        set_stage(tournament, Stage.PLAYOFFS)
    number_seeds(ordered)
    schedule_pairings(tournament, ordered)
    seeded = [f"{team} is seeded {team.seed}." for team in ordered]
    return [*seeded, f"The stage is now: {tournament.get_stage_display()}."]


def seeds_of_action(action: Action) -> list[int]:
    return list({**action.before, **action.after}["seeds"])


def update_bracket(tournament: Tournament, stage: str = Series.Stage.PLAYOFF) -> None:
    """Update a bracket's series to match the results, in the caller's transaction.

    A pairing that is now known gets its series. A pairing that has changed is replaced if its series hasn't started.
    Otherwise, raise Refused.
    """
    try:
        schedule_pairings(tournament, seeded_teams(tournament, stage), stage)
    except BracketError:  # The winner of a later series would not have reached it.
        raise Refused(PlayoffRefusal.WINNER_ELIMINATED) from None


def _require_decided(tables: list[DivisionStandings], reason: str) -> str:
    """Return a note about open games for the log. Raise Refused if anything else is open."""
    open_items = open_seeding_points(tables)
    unplayed_divisions = unplayed_points(tables)
    if not open_items:
        return ""
    if open_items != unplayed_divisions or not reason:
        if reason and undecided_points(tables):
            open_items = [*open_items, *undecided_points(tables)]
        if len(open_items) == 1 and isinstance(open_items[0], Ruling):
            raise Refused(open_items[0])
        raise Refused(PlayoffRefusal.STILL_OPEN, open_points=" ".join(map(str, open_items)))
    if undecided := undecided_points(tables):
        raise Refused(PlayoffRefusal.STILL_OPEN, open_points=" ".join(undecided))
    return f" Still open: {' '.join(unplayed_divisions)}"


def order_by_seed(qualifiers: list[Qualifier], typed_rolls: Mapping[int, Sequence[int]]) -> tuple[list[Qualifier], str]:
    """Return the qualifiers in order, and the tied teams' rolls in words. Only tied teams reroll."""
    ordered: list[Qualifier] = []
    rolled: list[str] = []
    for _, group in groupby(qualifiers, key=in_seed_order):
        tied = list(group)
        if len(tied) > 1:
            qualifier_by_team = {qualifier.team.pk: qualifier for qualifier in tied}
            rolls = _typed_rolls(qualifier_by_team, typed_rolls) or rolls_until_decided(
                tuple(qualifier_by_team), partial(roll_die, SIDES)
            )
            rolled.append(
                ", ".join(f"{qualifier.team} {' '.join(map(str, rolls[qualifier.team.pk]))}" for qualifier in tied)
            )
            tied = [qualifier_by_team[team] for team in roll_order(rolls).order]
        ordered += tied
    return ordered, f" d20 for tied records: {'; '.join(rolled)}." if rolled else ""


def _typed_rolls(tied: Mapping[int, Qualifier], typed_rolls: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    """Return a tied group's d20 rolls with real dice, or none if no rolls were entered.

    Raise Refused for invalid rolls.
    """
    rolls = {team: list(typed_rolls.get(team, ())) for team in tied}
    if not any(rolls.values()):
        return {}
    names = [str(qualifier.team) for qualifier in tied.values()]
    try:
        order = roll_order(rolls)
    except RollError as fault:
        raise Refused(PlayoffRefusal.INVALID_ROLLS, field="rolls", teams=names, fault=str(fault)) from None
    if order.missing or order.rerolls:
        raise Refused(PlayoffRefusal.ROLLS_MISSING, field="rolls", teams=names)
    return rolls


def _seed_teams(qualifiers: list[Qualifier]) -> list[Team]:
    teams = Team.objects.in_bulk([qualifier.team.pk for qualifier in qualifiers])
    seeds = [teams[qualifier.team.pk] for qualifier in qualifiers]
    number_seeds(seeds)
    return seeds


def number_seeds(teams: list[Team], stage: str = Series.Stage.PLAYOFF) -> None:
    """Number a bracket's seeds from 1."""
    seed = SEED_FIELD_BY_STAGE[stage]
    for number, team in enumerate(teams, start=1):
        setattr(team, seed, number)
    Team.objects.bulk_update(teams, [seed])


def schedule_pairings(tournament: Tournament, seeds: list[Team], stage: str = Series.Stage.PLAYOFF) -> None:
    """Create a series for every pairing whose teams are known."""
    if len(seeds) < 2:
        return
    bracket_series = tournament.series.filter(stage=stage)
    series_by_place = {int(series.bracket_place): series for series in bracket_series}
    team_by_id = {team.pk: team for team in seeds}
    for pairing in fill([team.pk for team in seeds], winners_of(series_by_place.values())):
        _update_pairing(tournament, stage, pairing, series_by_place.get(pairing.number), team_by_id)


def _update_pairing(
    tournament: Tournament,
    stage: str,
    pairing: Pairing,
    series: Series | None,
    teams: dict[int, Team],
) -> None:
    """Update a pairing in the bracket to match the results."""
    first, second = pairing.teams
    if series is not None and {series.home_id, series.away_id} == {first, second}:
        return
    if series is not None:
        if series.status != Series.Status.SCHEDULED:
            raise Refused(
                PlayoffRefusal.PAIRING_CHANGED,
                subject=series.pk,
                home=series.home.name,
                away=series.away.name,
            )
        series.delete()
    if first is not None and second is not None:
        _create_series(tournament, stage, pairing, teams[first], teams[second], len(teams))


def _create_series(
    tournament: Tournament,
    stage: str,
    pairing: Pairing,
    better_seed: Team,
    worse_seed: Team,
    qualifiers: int,
) -> None:
    """Create a series. The better seed opens at home. Consolation table numbers follow those of the playoffs."""
    tables_before = max(0, tournament.seeded - 1) if stage == Series.Stage.CONSOLATION else 0
    Series.objects.create(
        tournament=tournament,
        stage=stage,
        round=pairing.round,
        table=tables_before + pairing.number,
        bracket_place=str(pairing.number),
        home=better_seed,
        away=worse_seed,
        # The manager who took over a dropped team enters and signs (T0.08).
        covered_by=team_of_successor(better_seed) or team_of_successor(worse_seed),
        home_decided=True,
        games_planned=length_in(pairing.round, qualifiers, series_lengths(tournament, stage)),
        is_best_of=True,
    )
