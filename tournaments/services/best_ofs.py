"""The best-ofs: seeded from the final standings, and carried on from series to series to the champion."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.bracket import BracketError, Pairing, fill, length_in
from rules_engine.competition.rolls import SIDES, RollError, roll_order, rolls_until_decided
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.best_ofs import (
    SEED_OF,
    Qualifier,
    in_seed_order,
    lengths_of,
    open_points,
    qualifiers_of,
    seeded_teams,
    undecided_points,
    unplayed_points,
    winners_of,
)
from tournaments.queries.covers import team_of_successor
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of


def start_best_ofs(
    *, tournament: Tournament, actor: Actor, reason: str = "", rolls: Mapping[int, Sequence[int]] | None = None
) -> list[Team]:
    """Seed everybody who advances and put the first series on the board. Gives the teams by seed.

    Division winners come first, then by what the edition ranks teams by; equal ones of different divisions are rolled
    for, by the program or as typed: team -> its d20, level ones followed by the next. Raises Refused while games or
    ties are open, or once the best-ofs have been seeded; with a `reason` games may be open, as long as nobody is level
    at a cut by those that are played.
    """
    with writing(tournament.pk) as tournament:
        if tournament.teams.filter(seed__isnull=False).exists():
            raise Refused("The best-ofs have been seeded already.")
        tables = standings_of(tournament)
        left_open = _refuse_open(tables, reason.strip())
        qualifiers, rolled = in_order(qualifiers_of(tables), rolls or {})
        if not qualifiers:
            raise Refused("Nobody has qualified: there are no standings yet.")
        seeds = _seed(qualifiers)
        put_on_the_board(tournament, seeds)
        named = ", ".join(f"{team.seed}. {team}" for team in seeds)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.START_BEST_OFS,
            subject=f"tournament:{tournament.pk}",
            sentence=f"The best-ofs are seeded: {named}.{rolled}{left_open}",
            reason=reason.strip(),
            after={"seeds": [team.pk for team in seeds]},
        )
    return seeds


def take_back_best_ofs(*, tournament: Tournament, actor: Actor) -> None:
    """Take the bracket back as long as no game of it has begun."""
    with writing(tournament.pk) as tournament:
        seeds = _take_back(tournament)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.TAKE_BACK_BEST_OFS,
            subject=f"tournament:{tournament.pk}",
            sentence="The seeding of the best-ofs is taken back.",
            before={"seeds": seeds},
        )


def _take_back(tournament: Tournament) -> list[int]:
    """The teams that were seeded, by seed. Raises Refused."""
    series = tournament.series.filter(stage=Series.Stage.PLAYOFF)
    if series.exclude(status=Series.Status.SCHEDULED).exists():
        raise Refused("A best-of has begun; the bracket can no longer be taken back.")
    seeds = list(tournament.teams.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True))
    if not seeds:
        raise Refused("The best-ofs have not been seeded.")
    if tournament.consoled:
        raise Refused("Those who did not advance play a consolation tourney; take that back first.")
    series.delete()
    tournament.teams.update(seed=None)
    return seeds


def undo_seeding(tournament: Tournament, action: Action) -> list[str]:
    """Takes the seeding of this act back. Refused once a best-of has begun, or where it was seeded otherwise since."""
    teams = {team.pk: team for team in tournament.teams.filter(seed__isnull=False)}
    if teams and sorted(teams, key=lambda pk: teams[pk].seed or 0) != seeds_of_act(action):
        raise Refused("The best-ofs have been seeded otherwise since. Undo that first.")
    board = tournament.series.filter(stage=Series.Stage.PLAYOFF).select_related("home", "away").order_by("pk")
    off = [f"{each} is taken off the board." for each in board]
    seeds = [f"{teams[pk]} is no longer seeded {place}." for place, pk in enumerate(_take_back(tournament), start=1)]
    return [*seeds, *off]


def redo_seeding(tournament: Tournament, action: Action) -> list[str]:
    """Seeds the same teams in the same order. Refused where the standings would seed others, or in another order."""
    if tournament.teams.filter(seed__isnull=False).exists():
        raise Refused("The best-ofs have been seeded since.")
    tables, teams = standings_of(tournament), Team.objects.in_bulk(seeds_of_act(action))
    ordered = [teams[pk] for pk in seeds_of_act(action) if pk in teams]
    now = qualifiers_of(tables)
    ranks = {each.team.pk: in_seed_order(each) for each in now}
    agrees = ranks.keys() == {team.pk for team in ordered}
    if open_points(tables) or not agrees or sorted(ordered, key=lambda team: ranks[team.pk]) != ordered:
        raise Refused("By the standings as they are now others would be seeded, or in another order: seed anew.")
    number_seeds(ordered)
    put_on_the_board(tournament, ordered)
    return [f"{team} is seeded {team.seed}." for team in ordered]


def seeds_of_act(action: Action) -> list[int]:
    return list({**action.before, **action.after}["seeds"])


def carry_on_best_ofs(tournament: Tournament, stage: str = Series.Stage.PLAYOFF) -> None:
    """Make the board of a bracket agree with the results: called in the transaction that changes a best-of's result.

    A pairing that has become known gets its series; one that has become another is replaced while it has not begun.
    Raises Refused where a series has begun that this result would pair otherwise.
    """
    try:
        put_on_the_board(tournament, seeded_teams(tournament, stage), stage)
    except BracketError:  # a later best-of is decided, and its winner would not have come so far
        raise Refused(
            "A later best-of has been won by a team that this result takes out. Undo the results of that one first."
        ) from None


def _refuse_open(tables: list[DivisionStandings], reason: str) -> str:
    """What is left open for a reason, as the log tells it; Refused for anything else that is open."""
    missing = open_points(tables)
    unplayed = unplayed_points(tables)
    if not missing:
        return ""
    if missing != unplayed or not reason:
        if reason and undecided_points(tables):
            missing = [*missing, *undecided_points(tables)]
        raise Refused(missing[0] if len(missing) == 1 else " ".join(map(str, missing)))
    if undecided := undecided_points(tables):
        raise Refused(" ".join(undecided))
    return f" Still open: {' '.join(unplayed)}"


def in_order(qualifiers: list[Qualifier], typed: Mapping[int, Sequence[int]]) -> tuple[list[Qualifier], str]:
    """Seeds in order, and what was rolled for those who were level; only they roll again where they still are."""
    ordered: list[Qualifier] = []
    said: list[str] = []
    for _, group in groupby(qualifiers, key=in_seed_order):
        level = list(group)
        if len(level) > 1:
            of_team = {one.team.pk: one for one in level}
            rolls = _typed_rolls(of_team, typed) or rolls_until_decided(tuple(of_team), partial(roll_die, SIDES))
            said.append(", ".join(f"{one.team} {' '.join(map(str, rolls[one.team.pk]))}" for one in level))
            level = [of_team[team] for team in roll_order(rolls).order]
        ordered += level
    return ordered, f" d20 for level records: {'; '.join(said)}." if said else ""


def _typed_rolls(level: Mapping[int, Qualifier], typed: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    """The d20 of a level group as they were thrown on the table; empty where none of them is typed. Raises Refused."""
    rolls = {team: list(typed.get(team, ())) for team in level}
    if not any(rolls.values()):
        return {}
    names = ", ".join(str(each.team) for each in level.values())
    try:
        order = roll_order(rolls)
    except RollError as fault:
        raise Refused(f"The rolls of {names}: {fault}.", field="rolls") from None
    if order.missing or order.rerolls:
        raise Refused(
            f"{names}: type a d20 for each, level ones followed by the next until nobody is, or leave all of them "
            "empty and the program throws.",
            field="rolls",
        )
    return rolls


def _seed(qualifiers: list[Qualifier]) -> list[Team]:
    teams = Team.objects.in_bulk([one.team.pk for one in qualifiers])
    seeds = [teams[one.team.pk] for one in qualifiers]
    number_seeds(seeds)
    return seeds


def number_seeds(teams: list[Team], stage: str = Series.Stage.PLAYOFF) -> None:
    """Seeds of a bracket, from 1."""
    seed = SEED_OF[stage]
    for number, team in enumerate(teams, start=1):
        setattr(team, seed, number)
    Team.objects.bulk_update(teams, [seed])


def put_on_the_board(tournament: Tournament, seeds: list[Team], stage: str = Series.Stage.PLAYOFF) -> None:
    """A series for every pairing of the bracket whose teams are known."""
    if len(seeds) < 2:
        return
    played = tournament.series.filter(stage=stage)
    on_board = {int(series.bracket_place): series for series in played}
    by_number = {team.pk: team for team in seeds}
    for pairing in fill([team.pk for team in seeds], winners_of(on_board.values())):
        _agree(tournament, stage, pairing, on_board.get(pairing.number), by_number)


def _agree(tournament: Tournament, stage: str, pairing: Pairing, series: Series | None, teams: dict[int, Team]) -> None:
    """One place of the bracket: as the results now have it."""
    first, second = pairing.teams
    if series is not None and {series.home_id, series.away_id} == {first, second}:
        return
    if series is not None:
        if series.status != Series.Status.SCHEDULED:
            raise Refused(
                f"{series.home} and {series.away} have begun their best-of; this result would pair them otherwise."
            )
        series.delete()
    if first is not None and second is not None:
        _create(tournament, stage, pairing, teams[first], teams[second], len(teams))


def _create(tournament: Tournament, stage: str, pairing: Pairing, better: Team, other: Team, qualifiers: int) -> None:
    """The better seed opens at home; the pattern of the tournament says how it goes on. A consolation tourney sits
    behind the tables of the best-ofs."""
    tables_before = max(0, tournament.seeded - 1) if stage == Series.Stage.CONSOLATION else 0
    Series.objects.create(
        tournament=tournament,
        stage=stage,
        round=pairing.round,
        table=tables_before + pairing.number,
        bracket_place=str(pairing.number),
        home=better,
        away=other,
        # who has taken over a dropped team enters and signs on his own device (T0.08)
        covered_by=team_of_successor(better) or team_of_successor(other),
        home_decided=True,
        games_planned=length_in(pairing.round, qualifiers, lengths_of(tournament, stage)),
        is_best_of=True,
    )
