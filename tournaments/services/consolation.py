"""The consolation tourney: a bracket of those who did not advance, beside the best-ofs."""

from collections.abc import Collection, Mapping, Sequence

from core.errors import Refused
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.best_ofs import did_not_advance, seeded_teams
from tournaments.queries.standings import standings_of
from tournaments.services.best_ofs import in_order, number_seeds, put_on_the_board, seeds_of_act

_STAGE = Series.Stage.CONSOLATION


def start_consolation(
    *,
    tournament: Tournament,
    teams: Collection[int],
    actor: Actor,
    rolls: Mapping[int, Sequence[int]] | None = None,
) -> list[Team]:
    """Seed these teams as the best-ofs are seeded, and put their first series on the board. Gives them by seed.

    Raises Refused where the format has no consolation tourney, before the best-ofs are seeded, and for a team that
    advanced or dropped out. `rolls`: d20 of level ones as typed; without them the program throws.
    """
    with writing(tournament.pk) as tournament:
        _refuse_at_this_time(tournament)
        left = {each.team.pk: each for each in did_not_advance(tournament, standings_of(tournament))}
        if len(set(teams)) < 2 or not left.keys() >= set(teams):
            raise Refused("Choose two or more of the teams that did not advance.", field="team")
        ordered, rolled = in_order([each for pk, each in left.items() if pk in teams], rolls or {})
        rows = Team.objects.in_bulk([each.team.pk for each in ordered])
        seeds = [rows[each.team.pk] for each in ordered]
        _seat(tournament, seeds)
        listed = ", ".join(f"{team.consolation_seed}. {team}" for team in seeds)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.START_CONSOLATION,
            subject=f"tournament:{tournament.pk}",
            sentence=f"The consolation tourney is seeded: {listed}.{rolled}",
            after={"seeds": [team.pk for team in seeds]},
        )
    return seeds


def take_back_consolation(*, tournament: Tournament, actor: Actor) -> None:
    """Take the consolation tourney back as long as no game of it has begun."""
    with writing(tournament.pk) as tournament:
        seeds = _take_back(tournament)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.TAKE_BACK_CONSOLATION,
            subject=f"tournament:{tournament.pk}",
            sentence="The seeding of the consolation tourney is taken back.",
            before={"seeds": [team.pk for team in seeds]},
        )


def undo_consolation(tournament: Tournament, action: Action) -> list[str]:
    """Takes its seeding back. Refused once a game of it has begun, or where it was seeded otherwise since."""
    if [team.pk for team in seeded_teams(tournament, _STAGE)] not in ([], seeds_of_act(action)):
        raise Refused("The consolation tourney has been seeded otherwise since. Undo that first.")
    return [f"{team} is no longer seeded {place}." for place, team in enumerate(_take_back(tournament), start=1)]


def redo_consolation(tournament: Tournament, action: Action) -> list[str]:
    """Seeds the same teams in the same order, as long as none of them has advanced since."""
    _refuse_at_this_time(tournament)
    rows = Team.objects.in_bulk(seeds_of_act(action))
    seeds = [rows[pk] for pk in seeds_of_act(action) if pk in rows]
    if any(team.seed or team.dropped_after_round is not None for team in seeds):
        raise Refused("One of these teams advanced or dropped out since: seed anew.")
    _seat(tournament, seeds)
    return [f"{team} is seeded {team.consolation_seed}." for team in seeds]


def _refuse_at_this_time(tournament: Tournament) -> None:
    if not tournament.consolation_lengths:
        raise Refused("The format has no consolation tourney: set its lengths in the settings.")
    if not tournament.seeded:
        raise Refused("The best-ofs are seeded first: the consolation tourney is for those who did not advance.")
    if tournament.consoled:
        raise Refused("The consolation tourney has been seeded already.")


def _seat(tournament: Tournament, seeds: list[Team]) -> None:
    number_seeds(seeds, _STAGE)
    put_on_the_board(tournament, seeds, _STAGE)


def _take_back(tournament: Tournament) -> list[Team]:
    series = tournament.series.filter(stage=_STAGE)
    if series.exclude(status=Series.Status.SCHEDULED).exists():
        raise Refused("A series of the consolation tourney has begun; it can no longer be taken back.")
    seeds = seeded_teams(tournament, _STAGE)
    if not seeds:
        raise Refused("The consolation tourney has not been seeded.")
    series.delete()
    tournament.teams.update(consolation_seed=None)
    return seeds
