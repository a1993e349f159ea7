"""Create rows for tests, in baseball terms. The numbers are simple but legal."""

import factory
from factory.django import DjangoModelFactory

from drafts.models import Ballpark, CardSet, Draft, Pick, PlayerCard
from games.models import Game, Outing
from play.models import Seat, TableGame
from rules_engine.systems import KEYS
from tournaments.models import Access, Division, Manager, Role, Series, Team, Tournament


class TournamentFactory(DjangoModelFactory):
    class Meta:
        model = Tournament

    slug = factory.Sequence(lambda n: f"weekend-{n}")
    name = factory.Sequence(lambda n: f"Weekend {n}")


class DivisionFactory(DjangoModelFactory):
    class Meta:
        model = Division

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence(lambda n: f"Division {n}")
    position = factory.Sequence(lambda n: n + 1)


class TeamFactory(DjangoModelFactory):
    class Meta:
        model = Team

    tournament = factory.SelfAttribute("division.tournament")
    division = factory.SubFactory(DivisionFactory)
    name = factory.Sequence(lambda n: f"Team {n}")


class ManagerFactory(DjangoModelFactory):
    class Meta:
        model = Manager

    team = factory.SubFactory(TeamFactory)
    name = factory.Sequence(lambda n: f"Manager {n}")


class AccessFactory(DjangoModelFactory):
    class Meta:
        model = Access

    tournament = factory.SubFactory(TournamentFactory)
    role = Role.DIRECTOR
    label = "Director"
    nonce = factory.Sequence(lambda n: f"nonce{n}")


class ManagerAccessFactory(AccessFactory):
    role = Role.MANAGER
    team = factory.SubFactory(TeamFactory)
    tournament = factory.SelfAttribute("team.tournament")
    label = factory.LazyAttribute(lambda access: access.team.name)


class SeriesFactory(DjangoModelFactory):
    class Meta:
        model = Series

    division = factory.SubFactory(DivisionFactory)
    tournament = factory.SelfAttribute("division.tournament")
    home = factory.SubFactory(TeamFactory, division=factory.SelfAttribute("..division"))
    away = factory.SubFactory(TeamFactory, division=factory.SelfAttribute("..division"))
    round = 1
    games_planned = 3


class CardSetFactory(DjangoModelFactory):
    class Meta:
        model = CardSet

    name = factory.Sequence(lambda n: f"Card set {n}")
    source = CardSet.Source.FILE
    system = KEYS[0]


class HitterFactory(DjangoModelFactory):
    class Meta:
        model = PlayerCard

    card_set = factory.SubFactory(CardSetFactory)
    code = factory.Sequence(lambda n: f"hitter{n:03}")
    name = factory.Sequence(lambda n: f"Hitter {n}")
    sort_name = factory.Sequence(lambda n: f"Hitter, {n:03}")
    bats = "R"
    throws = "R"
    games = 150
    at_bats = 500
    hits = 140
    walks = 50
    positions = factory.LazyFunction(lambda: {"SS": 140})


class PitcherFactory(DjangoModelFactory):
    class Meta:
        model = PlayerCard

    card_set = factory.SubFactory(CardSetFactory)
    code = factory.Sequence(lambda n: f"pitcher{n:03}")
    name = factory.Sequence(lambda n: f"Pitcher {n}")
    sort_name = factory.Sequence(lambda n: f"Pitcher, {n:03}")
    bats = "R"
    throws = "R"
    is_pitcher = True
    is_starter = True
    is_reliever = False
    pitching_games = 32
    games_started = 32
    outs_pitched = 600


class RelieverFactory(PitcherFactory):
    is_starter = False
    is_reliever = True
    games_started = 0
    outs_pitched = 210


class BallparkFactory(DjangoModelFactory):
    class Meta:
        model = Ballpark

    card_set = factory.SubFactory(CardSetFactory)
    code = factory.Sequence(lambda n: f"park{n}")
    name = factory.Sequence(lambda n: f"Park {n}")


class DraftFactory(DjangoModelFactory):
    class Meta:
        model = Draft

    division = factory.SubFactory(DivisionFactory)
    card_set = factory.SubFactory(CardSetFactory)


class PickFactory(DjangoModelFactory):
    class Meta:
        model = Pick


class GameFactory(DjangoModelFactory):
    class Meta:
        model = Game

    series = factory.SubFactory(SeriesFactory)
    number = 1
    home = factory.SelfAttribute("series.home")
    away = factory.SelfAttribute("series.away")


class OutingFactory(DjangoModelFactory):
    class Meta:
        model = Outing


class TableGameFactory(DjangoModelFactory):
    """A game with managers who can get ready."""

    class Meta:
        model = TableGame

    state = TableGame.State.LOBBY
    system = KEYS[1]
    ruleset = "full"
    season = 1998
    away_club, home_club = "NYA", "ATL"
    away_name, home_name = "New York Yankees", "Atlanta Braves"
    lineups = factory.LazyFunction(lambda: [[], []])
    created_by = "nobody"


class SeatFactory(DjangoModelFactory):
    class Meta:
        model = Seat

    game = factory.SubFactory(TableGameFactory)
    team = 0
