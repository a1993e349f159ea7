"""The consolation: a bracket for teams that didn't advance, played alongside the playoffs."""

from collections.abc import Collection, Mapping, Sequence

from core.errors import Refused
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.playoffs import consolation_candidates, seeded_teams
from tournaments.queries.standings import standings_of
from tournaments.refusals import ConsolationRefusal
from tournaments.services.playoffs import (
    number_seeds,
    order_by_seed,
    schedule_pairings,
    seeds_of_action,
)

_STAGE = Series.Stage.CONSOLATION


def start_consolation(
    *,
    tournament: Tournament,
    teams: Collection[int],
    actor: Actor,
    rolls: Mapping[int, Sequence[int]] | None = None,
) -> list[Team]:
    """Seed these teams as in the playoffs and schedule their first series. Return the teams by seed.

    Args:
        rolls: The d20 rolls that tied teams made with real dice. Without any, the program rolls.

    Raises:
        Refused: If the format has no consolation, the playoffs aren't seeded, or a team advanced or dropped out.
    """
    with writing(tournament.pk) as tournament:
        _require_open(tournament)
        candidates = {
            qualifier.team.pk: qualifier for qualifier in consolation_candidates(tournament, standings_of(tournament))
        }
        if len(set(teams)) < 2 or not candidates.keys() >= set(teams):
            raise Refused(ConsolationRefusal.NOT_CANDIDATES, field="team")
        ordered, rolled = order_by_seed([qualifier for pk, qualifier in candidates.items() if pk in teams], rolls or {})
        team_by_id = Team.objects.in_bulk([qualifier.team.pk for qualifier in ordered])
        seeds = [team_by_id[qualifier.team.pk] for qualifier in ordered]
        _start_bracket(tournament, seeds)
        seed_list = ", ".join(f"{team.consolation_seed}. {team}" for team in seeds)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.START_CONSOLATION,
            subject=f"tournament:{tournament.pk}",
            sentence=f"The consolation bracket is seeded: {seed_list}.{rolled}",
            after={"seeds": [team.pk for team in seeds]},
        )
    return seeds


def remove_consolation(*, tournament: Tournament, actor: Actor) -> None:
    """Remove the consolation bracket before its first game starts."""
    with writing(tournament.pk) as tournament:
        seeds = _remove_bracket(tournament)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.TAKE_BACK_CONSOLATION,
            subject=f"tournament:{tournament.pk}",
            sentence="The consolation seeding was removed.",
            before={"seeds": [team.pk for team in seeds]},
        )


def undo_consolation(tournament: Tournament, action: Action) -> list[str]:
    """Undo the seeding. Raise Refused if a game has started or the consolation was seeded again."""
    if [team.pk for team in seeded_teams(tournament, _STAGE)] not in (
        [],
        seeds_of_action(action),
    ):
        raise Refused(ConsolationRefusal.SEEDED_LATER)
    return [f"{team} is no longer seeded {place}." for place, team in enumerate(_remove_bracket(tournament), start=1)]


def redo_consolation(tournament: Tournament, action: Action) -> list[str]:
    """Seed the same teams in the same order. Raise Refused if any of them has advanced."""
    _require_open(tournament)
    team_by_id = Team.objects.in_bulk(seeds_of_action(action))
    seeds = [team_by_id[pk] for pk in seeds_of_action(action) if pk in team_by_id]
    if any(team.seed or team.dropped_after_round is not None for team in seeds):
        raise Refused(ConsolationRefusal.TEAM_ADVANCED)
    _start_bracket(tournament, seeds)
    return [f"{team} is seeded {team.consolation_seed}." for team in seeds]


def _require_open(tournament: Tournament) -> None:
    if not tournament.consolation_lengths:
        raise Refused(ConsolationRefusal.NO_CONSOLATION)
    if not tournament.seeded:
        raise Refused(ConsolationRefusal.PLAYOFFS_FIRST)
    if tournament.consolation_size:
        raise Refused(ConsolationRefusal.ALREADY_SEEDED)


def _start_bracket(tournament: Tournament, seeds: list[Team]) -> None:
    number_seeds(seeds, _STAGE)
    schedule_pairings(tournament, seeds, _STAGE)


def _remove_bracket(tournament: Tournament) -> list[Team]:
    series = tournament.series.filter(stage=_STAGE)
    if series.exclude(status=Series.Status.SCHEDULED).exists():
        raise Refused(ConsolationRefusal.SERIES_STARTED)
    seeds = seeded_teams(tournament, _STAGE)
    if not seeds:
        raise Refused(ConsolationRefusal.NOT_SEEDED)
    series.delete()
    tournament.teams.update(consolation_seed=None)
    return seeds
