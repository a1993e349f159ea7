"""Actions after the round robin: tiebreakers, shootouts, playoffs, consolation and takeovers."""

from collections.abc import Mapping
from typing import Final

from games.services.shootouts import record_shootout_half
from tests.drills.scenes.scene import DIRECTOR, Place, Scene, SceneAction
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.games.test_shootouts import opened, two_level
from tests.tournaments.test_standings import play, three_level
from tests.tournaments.test_takeovers import Weekend
from tournaments.action_log.verbs import Verb
from tournaments.models import Shootout, Team
from tournaments.services.consolation import remove_consolation, start_consolation
from tournaments.services.playoffs import remove_playoffs, start_playoffs
from tournaments.services.takeovers import settle_takeover
from tournaments.services.tie_breaks import roll_tie_break, schedule_playoff_game


def with_two_tied() -> Place:
    """Create two teams that split their series, one of which advances."""
    division = DivisionFactory(name="East", tournament=TournamentFactory(advance_per_division=1))
    first, second = two_level(division)
    return Place.from_attributes(tournament=division.tournament, division=division, first=first, second=second)


def with_three_tied() -> Place:
    division = DivisionFactory(name="East", tournament=TournamentFactory(advance_per_division=1))
    three_level(division)
    return Place.from_attributes(tournament=division.tournament, division=division)


def before_the_playoffs() -> Place:
    """Create five teams, A to E in the order of the standings. A and B play the playoff series."""
    tournament = TournamentFactory(stage="playoffs", best_of="3", consolation_best_of="1,3")
    division = DivisionFactory(tournament=tournament, name="East")
    teams = [TeamFactory(division=division, slot=slot, name=f"Club {letter}") for slot, letter in enumerate("ABCDE", 1)]
    for number, team in enumerate(teams[:-1]):
        play(team, teams[-1], "H" * (9 - 2 * number) + "A" * number, round_number=number + 1)
    return Place.from_attributes(tournament=tournament)


def with_a_dropped_team() -> Place:
    """Drop a division's best team before round 1, and let a team from a different division cover for it."""
    weekend = Weekend(helpers=[5])
    return Place.from_attributes(tournament=weekend.tournament, team=weekend.team)


def _tied_teams(place: Place) -> frozenset[int]:
    return frozenset(place.division.teams.values_list("pk", flat=True))


def _schedule_game(place: Place) -> None:
    schedule_playoff_game(division=place.division, teams=_tied_teams(place), actor=DIRECTOR)


def _open_shootout(place: Place) -> None:
    opened([place.first, place.second])


def _record_half(place: Place) -> None:
    shootout = Shootout.objects.get(tournament=place.tournament)
    record_shootout_half(shootout=shootout, number=0, pitcher="sB1", runs=2, actor=DIRECTOR)


def _start_playoffs(place: Place) -> None:
    start_playoffs(tournament=place.tournament, actor=DIRECTOR)


def _start_consolation(place: Place) -> None:
    teams = Team.objects.filter(tournament=place.tournament, name__in=("Club C", "Club D", "Club E"))
    start_consolation(tournament=place.tournament, teams={team.pk for team in teams}, actor=DIRECTOR)


def _start_both(place: Place) -> None:
    _start_playoffs(place)
    _start_consolation(place)


def _seeding(action: SceneAction, prepare: SceneAction | None = None) -> Scene:
    return Scene(before_the_playoffs, action, prepare)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.SCHEDULE_PLAYOFF_GAME: Scene(with_two_tied, _schedule_game),
    Verb.OPEN_SHOOTOUT: Scene(with_two_tied, _open_shootout),
    Verb.RECORD_SHOOTOUT_HALF: Scene(with_two_tied, _record_half, _open_shootout),
    Verb.ROLL_TIE_BREAK: Scene(
        with_three_tied,
        lambda place: roll_tie_break(division=place.division, teams=_tied_teams(place), actor=DIRECTOR),
    ),
    Verb.START_BEST_OFS: _seeding(_start_playoffs),
    Verb.TAKE_BACK_BEST_OFS: _seeding(
        lambda place: remove_playoffs(tournament=place.tournament, actor=DIRECTOR), _start_playoffs
    ),
    Verb.START_CONSOLATION: _seeding(_start_consolation, _start_playoffs),
    Verb.TAKE_BACK_CONSOLATION: _seeding(
        lambda place: remove_consolation(tournament=place.tournament, actor=DIRECTOR), _start_both
    ),
    Verb.SETTLE_TAKEOVER: Scene(with_a_dropped_team, lambda place: settle_takeover(team=place.team, actor=DIRECTOR)),
}
