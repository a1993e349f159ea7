"""Build two drafted teams and their results, for tests of results and pitching sheets."""

from django.utils import timezone

from drafts.models import Pick, PlayerCard
from games.scoresheet.entries import GameEntry, OutingEntry, SubmittedBy
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from rules_engine.innings import parse_innings
from tests.factories import (
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    HitterFactory,
    PitcherFactory,
    RelieverFactory,
    SeriesFactory,
    TeamFactory,
)
from tournaments.action_log.writing import Actor
from tournaments.models import Series

DESK = Actor("Director")
SWINGMAN = {"is_starter": True, "is_reliever": True, "outs_pitched": 450}


class Side:
    """A team with its pitchers: five starters, five relievers, one who does both, and two hitters."""

    def __init__(self, team, draft, number):
        self.team = team
        names = [f"{team.name} {role}" for role in ("Starter", "Reliever", "Swingman", "Hitter")]
        make = {"card_set": draft.card_set}
        self.starters = [PitcherFactory.build(name=f"{names[0]} {n}", **make) for n in range(1, 6)]
        self.relievers = [RelieverFactory.build(name=f"{names[1]} {n}", **make) for n in range(1, 6)]
        self.swingman = PitcherFactory.build(name=names[2], **SWINGMAN, **make)
        self.hitters = [HitterFactory.build(name=f"{names[3]} {n}", **make) for n in range(1, 3)]
        cards = PlayerCard.objects.bulk_create([*self.starters, *self.relievers, self.swingman, *self.hitters])
        Pick.objects.bulk_create(
            Pick(
                draft=draft,
                overall=number * 100 + place,
                team=team,
                card=card,
                made_by="program",
                made_at=timezone.now(),
            )
            for place, card in enumerate(cards)
        )

    def start(self, n, innings, **more):
        return OutingEntry(self.team.pk, self.starters[n - 1].pk, parse_innings(innings), starts=True, **more)

    def relief(self, n, innings, **more):
        return OutingEntry(self.team.pk, self.relievers[n - 1].pk, parse_innings(innings), **more)

    def swing(self, innings, starts=False, **more):
        return OutingEntry(self.team.pk, self.swingman.pk, parse_innings(innings), starts=starts, **more)


class League:
    """A division of drafted teams, with one series between the first two in each round."""

    def __init__(self, teams=2, rounds=3, games=3, **tournament):
        self.division = DivisionFactory(
            tournament__name="Weekend", **{f"tournament__{k}": v for k, v in tournament.items()}
        )
        self.tournament = self.division.tournament
        draft = DraftFactory(division=self.division, card_set=CardSetFactory())
        names = ["Sharks", "Bears", "Comets", "Drakes", "Eagles", "Foxes", "Giants", "Hawks"]
        self.sides = [
            Side(TeamFactory(division=self.division, name=names[n] if n < 8 else f"Team {n}", slot=n + 1), draft, n)
            for n in range(teams)
        ]
        self.sharks, self.bears = self.sides[:2]
        self.series = [
            SeriesFactory(
                division=self.division,
                home=self.sharks.team,
                away=self.bears.team,
                round=number,
                games_planned=games,
                home_decided=True,
            )
            for number in range(1, rounds + 1)
        ]

    def save(self, games, series=None, actor=DESK, complete=True, acting_team=None, first_home=None, **more):
        series = Series.objects.get(pk=(series or self.series[0]).pk)
        mode = SaveMode.FINAL if complete else SaveMode.DRAFT
        sheet = Scoresheet(SubmittedBy(actor, acting_team), read_entries(games), mode, first_home)
        return save_series_results(series=series, sheet=sheet, **{"version": series.version, **more})


def won_by_home(number, home, away, **more):
    """Return a 3-2 home win, in which the visitors pitch eight innings. `home` and `away` are appearances."""
    return GameEntry(number, **{"home_runs": 3, "away_runs": 2, "innings": 9, "outings": (*home, *away), **more})


def complete_games(league, series, first=1):
    """Return three 3-2 home wins with complete games by every starter. `first` is the starter in game 1."""
    entries = []
    for number in range(1, series.games_planned + 1):
        home, away = (league.sharks, league.bears) if number % 2 else (league.bears, league.sharks)
        n = (first + number - 2) % 5 + 1
        entries.append(won_by_home(number, [home.start(n, "9.0")], [away.start(n, "8.0")]))
    return entries
