"""Build a division with drafted teams, a schedule, results and signatures, for tests of printouts."""

import random

from django.utils import timezone

from drafts.models import Ballpark, Draft, Pick, PlayerCard
from games.models import Game, Outing
from pitching.services.sign_off import sign_sheet
from tests.drafts.pools import make_pool
from tests.factories import DivisionFactory, ManagerFactory, TeamFactory
from tournaments.action_log.writing import Actor
from tournaments.models import Series, Team
from tournaments.queries.schedule import planned_schedule

NAMES = (
    *("Albany Aces", "Boston Brewmasters", "Chicago Cyclones", "Dayton Dukes", "Elmira Elks", "Fargo Foxes"),
    *("Gotham Gophers", "Hartford Hawks", "Ithaca Ice", "Jersey Jays", "Kansas City Kings", "Lansing Lugnuts"),
    *("Łódź <b>Lions</b> & Co", "Minneapolis-St. Paul Mississippi Mud Hens"),
)


class PaperLeague:
    """`teams` drafted teams. The first `played` rounds are complete, and all but the last of these are signed."""

    def __init__(self, teams=14, *, games=3, played=0, signed=None, pitchers=None, names=NAMES, **tournament):
        facts = {
            "name": "Great Lakes Open 1998",
            "place": "Hotel Erie, Cleveland",
            "series_length": games,
            **tournament,
        }
        self.division = DivisionFactory(name="Lake Division", **{f"tournament__{k}": v for k, v in facts.items()})
        self.tournament = self.division.tournament
        self.teams = [
            TeamFactory(
                division=self.division,
                slot=slot,
                name=names[(slot - 1) % len(names)] if slot <= len(names) else f"Team {slot}",
            )
            for slot in range(1, teams + 1)
        ]
        for number, team in enumerate(self.teams):
            ManagerFactory(team=team, name=f"Manager Number{number}")
        self.card_set = make_pool(teams=teams, name=f"Pool {self.division.pk}")
        self.draft = Draft.objects.create(
            division=self.division, card_set=self.card_set, state="finished", next_overall=teams * 26 + 1
        )
        self._draft(pitchers)
        self.series = self._schedule(games)
        dice = random.Random(7)
        self._used: dict[int, int] = {}
        self._arms: dict[int, list[PlayerCard]] = {}
        for series in self.series:
            if series.round <= played:
                self.play(series, dice)
        for series in self.series:
            if series.round <= (played - 1 if signed is None else signed):
                self.sign(series)

    def _draft(self, pitchers):
        size = len(self.teams)
        hitters = list(PlayerCard.objects.filter(card_set=self.card_set, is_pitcher=False, at_bats=500).order_by("pk"))
        arms = list(
            PlayerCard.objects.filter(card_set=self.card_set, is_pitcher=True)
            .exclude(code__startswith="out")
            .order_by("pk")
        )
        parks = list(Ballpark.objects.filter(card_set=self.card_set))
        picks = []
        for index, team in enumerate(self.teams):
            mine = hitters[index * 16 : index * 16 + 15] + arms[index * 10 : index * 10 + 10]
            if pitchers is not None and index == 0:
                mine = [self._arm(n) for n in range(pitchers)] + mine[:15]
            for turn, card in enumerate(mine[:25] if pitchers is None else mine):
                picks.append(self._pick(team, index, turn, size, card=card))
            picks.append(self._pick(team, index, len(mine), size, park=parks[index]))
        Pick.objects.bulk_create(picks)

    def _arm(self, n):
        starter = n % 3 == 0
        return PlayerCard.objects.create(
            card_set=self.card_set,
            code=f"arm{n}",
            name=f"Bartholomew Arm Number {n:02}",
            sort_name=f"Arm {n:02}",
            throws="L",
            is_pitcher=True,
            is_starter=starter,
            is_reliever=not starter,
            outs_pitched=500,
            games_started=30 * starter,
            pitching_games=40,
            ratings={"endurance": "starter(7)" if starter else "relief(2)/3"},
        )

    def _pick(self, team, index, turn, size, **fields):
        place = index + 1 if turn % 2 == 0 else size - index
        return Pick(
            draft=self.draft,
            overall=turn * size + place,
            team=team,
            made_by="manager",
            made_at=timezone.now(),
            **fields,
        )

    def _schedule(self, games):
        made = [
            Series(tournament=self.tournament, division=self.division, round=series.round, table=series.table or None,
                   home_id=series.home, away_id=series.away, games_planned=games)
            for series in planned_schedule(self.division).series
        ]  # fmt: skip
        Series.objects.bulk_create(made)
        return list(
            Series.objects.filter(division=self.division).select_related("home", "away").order_by("round", "table")
        )

    def play(self, series, dice=None, games=None):
        """Return a series' games in a rotation that obeys T10.2. Three relievers take turns."""
        dice = dice or random.Random(series.pk)
        series.home_decided, outcomes = True, ""
        for number in range(1, (games or series.games_planned) + 1):
            home, away = series.home_and_away(number, self.tournament.home_pattern)
            runs = dice.sample(range(0, 9), 2)
            game = Game.objects.create(
                series=series, number=number, home_id=home, away_id=away, status="final",
                home_runs=runs[0], away_runs=runs[1], innings=9, home_outs_batting=27, away_outs_batting=27,
                home_line=_line(dice, runs[0]), away_line=_line(dice, runs[1]),
            )  # fmt: skip
            for team in (home, away):
                self._pitch(game, team)
            winner = home if runs[0] > runs[1] else away
            outcomes += "H" if winner == series.home_id else "A"
            side = "home" if home == series.home_id else "away"
            series.home_runs += runs[0] if side == "home" else runs[1]
            series.away_runs += runs[1] if side == "home" else runs[0]
        series.outcomes, series.home_wins, series.away_wins = outcomes, outcomes.count("H"), outcomes.count("A")
        series.status = "complete" if games is None else "playing"
        series.completed_at = timezone.now() if games is None else None
        series.save()

    def _pitch(self, game, team):
        n = self._used[team] = self._used.get(team, -1) + 1
        if team not in self._arms:
            picks = Pick.objects.filter(team=team, card__is_pitcher=True).select_related("card").order_by("card")
            self._arms[team] = [pick.card for pick in picks]
        starters = [arm for arm in self._arms[team] if arm.is_starter]
        relievers = [arm for arm in self._arms[team] if not arm.is_starter]
        Outing.objects.bulk_create(
            [
                Outing(game=game, team_id=team, card=starters[n % len(starters)], order=1, part="S", outs=22),
                Outing(game=game, team_id=team, card=relievers[n % len(relievers)], order=2, part="R", outs=5),
                Outing(game=game, team_id=team, card=relievers[(n + 2) % len(relievers)], order=3, part="R", outs=0),
            ]
        )

    def series_of(self, team):
        """Return a team's series in order of play, freshly loaded."""
        return [
            series
            for series in Series.objects.filter(division=self.division).select_related("home", "away").order_by("round")
            if team.pk in (series.home_id, series.away_id)
        ]

    def sign(self, series):
        for team in (series.home, series.away):
            sign_sheet(series=series, sheet_of=Team.objects.get(pk=team.pk), actor=Actor("Phone"))


def _line(dice, runs):
    line = [0] * 9
    for _ in range(runs):
        line[dice.randrange(9)] += 1
    return line
