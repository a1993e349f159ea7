"""Compare the tiebreaker process with a second program, based on the printed steps only and sharing no code.

The second program uses single games and checks whether each team is in or out in every outcome of the rest.
"""

import random
from itertools import combinations

import pytest

from rules_engine.competition.standings import GameScore, standings, tally_games
from rules_engine.competition.tie_steps import Answers
from rules_engine.competition.tiebreaks import advancement
from rules_engine.profile import load_profile

STAR = load_profile("purestrat@1").standings


def random_division(chance):
    """Return games as (team, team, +1, -1 or 0), with many ties and some pairs that never meet or meet more often."""
    teams = chance.sample(range(50), chance.randint(2, 8))
    length = chance.randint(1, 3)
    games = []
    for team, rival in combinations(teams, 2):
        if chance.random() < 0.9:
            count = length if chance.random() < 0.95 else chance.randint(0, 4)
            games += [(team, rival, chance.choice((1, -1, 1, -1, 0))) for _ in range(count)]
    return teams, games


def places_that_cut_a_tie(second, chance):
    """Return a number of spots that only some tied teams can win, if there is one."""
    teams = len(second.teams)
    levels = list(second.over.values())
    above = {value: sum(level_above > value for level_above in levels) for value in levels}
    cuts = [n for n in range(1, teams) if not any(above[value] == n for value in levels)]
    return chance.choice(cuts or range(1, teams + 1))


class Dice:
    """Dice that depend only on the teams involved, so both processes see the same rolls."""

    def __init__(self, salt):
        self.salt = salt

    def winner(self, pair):
        return random.Random(f"{self.salt} game {sorted(pair)}").choice(sorted(pair))

    def rolls(self, group, rounds):
        luck = random.Random(f"{self.salt} d20 {sorted(group)}")
        return [{team: luck.randint(1, 6) for team in sorted(group)} for _ in range(rounds)]


class Second:
    def __init__(self, teams, games, dice):
        self.teams, self.games, self.dice = teams, games, dice
        self.over = {team: self.diff(team, teams) for team in teams}
        self.rank = {team: 1 + sum(self.over[rival] > self.over[team] for rival in teams) for team in teams}

    def diff(self, team, among):
        gained = [
            (result if team == first_team else -result)
            for first_team, second_team, result in self.games
            if team in (first_team, second_team) and first_team in among and second_team in among
        ]
        return sum(gained)

    def met(self, team, rival):
        return sum({a, b} == {team, rival} for a, b, _ in self.games)

    def head_to_head(self, group):
        counts = {self.met(*pair) for pair in combinations(group, 2)}
        if len(counts) != 1 or counts == {0}:
            return None
        return {team: self.diff(team, group) for team in group}

    def playoff(self, group):
        if len(group) != 2:
            return None
        winner = self.dice.winner(group)
        return {team: team == winner for team in group}

    def schedule(self, group):
        faced = {team: [self.rank[a if b == team else b] for a, b, _ in self.games if team in (a, b)] for team in group}
        if not all(faced.values()):
            return None
        return {team: -round(sum(ranks) / len(ranks), 9) for team, ranks in faced.items()}

    def d20(self, group):
        for rolls in self.dice.rolls(group, 99):
            if min(rolls.values()) != max(rolls.values()):
                return rolls
        raise AssertionError("the dice never separated them")

    def choose(self, group, places):
        """Return the qualifying teams in order."""
        group = set(group)
        if places <= 0:
            return []
        if len(group) <= places:
            return self.order(group)
        for step in (self.head_to_head, self.playoff, self.schedule, self.d20):
            score = step(group)
            if score is None:
                continue
            sure = {t for t in group if sum(score[o] >= score[t] for o in group) <= places}
            out = {t for t in group if sum(score[o] > score[t] for o in group) >= places}
            if sure or out:
                ordered = []
                for value in sorted({score[t] for t in sure}, reverse=True):
                    ordered += self.order({t for t in sure if score[t] == value})
                return ordered + self.choose(group - sure - out, places - len(sure))
        raise AssertionError("d20 always decides")

    def order(self, group):
        if len(group) < 2:
            return list(group)
        for step in (self.head_to_head, self.d20):
            score = step(group)
            if score and len(set(score.values())) > 1:
                best = {t for t in group if score[t] == max(score.values())}
                # teams below the best ones split by the same values, then start over
                return self.order(best) + self.below(group - best, score)
        raise AssertionError("d20 always decides")

    def below(self, group, score):
        ordered = []
        for value in sorted({score[t] for t in group}, reverse=True):
            ordered += self.order({t for t in group if score[t] == value})
        return ordered

    def advance(self, places):
        chosen = []
        for value in sorted(set(self.over.values()), reverse=True):
            chosen += self.choose({t for t in self.teams if self.over[t] == value}, places - len(chosen))
        return chosen


def as_tallies(games, chance):
    series = {}
    for team, rival, result in games:
        series.setdefault((team, rival), []).append(
            {1: GameScore(1, 0), -1: GameScore(0, 1), 0: GameScore(1, 1)}[result]
        )
    turned = [
        tally_games(team, rival, scores)
        if chance.random() < 0.5
        else tally_games(rival, team, [GameScore(game.away, game.home) for game in scores])
        for (team, rival), scores in series.items()
    ]
    chance.shuffle(turned)
    return turned


def play_out(teams, games, places, dice, chance):
    """Request and record results until everything is decided, like a director."""
    tallies = as_tallies(games, chance)
    rows = standings(teams, tallies)
    playoffs, rolls = {}, {}
    for _ in range(200):
        outcome = advancement(rows, tallies, places, STAR, Answers(playoff_games=playoffs, d20=rolls))
        if outcome.decided:
            return outcome
        for need in outcome.needs:
            group = frozenset(need.teams)
            if need.kind == "playoff_game":
                playoffs[group] = dice.winner(group)
            else:
                rolls[group] = dice.rolls(group, len(rolls.get(group, ())) + 1)
    raise AssertionError("the process does not come to an end")


@pytest.mark.parametrize("block", range(8))
def test_both_implementations_advance_the_same_teams_in_order(block):
    tied = 0
    for number in range(500):
        chance = random.Random(f"{block}/{number}")
        teams, games = random_division(chance)
        dice = Dice(f"{block}/{number}")
        second = Second(teams, games, dice)
        places = places_that_cut_a_tie(second, chance)
        outcome = play_out(teams, games, places, dice, chance)
        assert list(outcome.seeds) == second.advance(places), (block, number)
        assert set(outcome.seeds) | set(outcome.eliminated) == set(teams)
        assert len(outcome.seeds) == places
        tied += any(step.purpose == "advancing" for step in outcome.proof)
    assert tied > 300  # the divisions have enough ties to exercise the process


@pytest.mark.parametrize("block", range(4))
def test_proof_describes_every_step_and_never_enlarges_a_tie(block):
    for number in range(200):
        chance = random.Random(f"proof {block}/{number}")
        teams, games = random_division(chance)
        outcome = play_out(teams, games, 1, Dice(number), chance)
        tied = [step for step in outcome.proof if step.purpose == "advancing"]
        for step, later in zip(tied, tied[1:], strict=False):
            assert set(later.group) == (set(step.remaining) if step.decided else set(step.group))
        assert all(step.sentence().endswith(".") for step in outcome.proof)
        assert all(step.decided or step.skipped or len({text for _, text in step.values}) for step in tied)
