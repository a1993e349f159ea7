"""Build finished tournaments with a few teams and known champions and records."""

from datetime import date

from club.models import ClubTournament, ManagerLink, Person, TeamFinish
from club.queries.names import key_text
from club.services.finishes import follow_tournament
from rules_engine.competition.points import Finish
from tests.factories import DivisionFactory, ManagerFactory, SeriesFactory, TeamFactory
from tournaments.models import Series, SignUp, Team, Tournament


def make_team(tournament: Tournament, *managers: str, region: str = "", name: str = "", is_listed: bool = True) -> Team:
    """Create a team with these managers. The first one signed up."""
    division = tournament.divisions.first() or DivisionFactory(tournament=tournament)
    team = TeamFactory(division=division, name=name or f"{managers[0]}'s team")
    for position, manager in enumerate(managers, start=1):
        ManagerFactory(team=team, name=manager, region=region, position=position)
    SignUp.objects.create(tournament=tournament, team=team, name=managers[0], is_listed=is_listed)
    return team


def make_final(winner: Team, loser: Team, *, wins: int = 4, losses: int = 2) -> Series:
    """Create the only series of a two-team bracket."""
    for seed, team in enumerate((winner, loser), start=1):
        Team.objects.filter(pk=team.pk).update(seed=seed)
    return SeriesFactory(
        tournament=winner.tournament,
        division=None,
        stage=Series.Stage.PLAYOFF,
        bracket_place="1",
        is_best_of=True,
        games_planned=7,
        home=winner,
        away=loser,
        status=Series.Status.COMPLETE,
        outcomes="H" * wins + "A" * losses,
        home_wins=wins,
        away_wins=losses,
    )


def follow_finished(tournament: Tournament, day: date) -> None:
    """Finish a tournament on a given day, and update the club."""
    tournament.stage, tournament.starts_on, tournament.best_of = Tournament.Stage.FINISHED, day, "7"
    tournament.save()
    follow_tournament(tournament)


def add_finish(person: Person, tournament: Tournament, finish: Finish, **facts: bool) -> TeamFinish:
    """Add a stored result to a person's team."""
    team = make_team(tournament, person.name, name=f"Team {person.pk}")
    ManagerLink.objects.create(person=person, team=team, name_key=key_text(person.name))
    ClubTournament.objects.update_or_create(tournament=tournament, defaults=facts)
    key = key_text(person.name)
    return TeamFinish.objects.create(team=team, tournament=tournament, ties=0, points_key=key, **finish._asdict())
