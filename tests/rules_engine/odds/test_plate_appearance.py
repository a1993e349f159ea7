"""The exact odds of a plate appearance are those of the rule code, roll by roll."""

from fractions import Fraction
from itertools import product

import pytest

from rules_engine.baseball.bases import occupied
from rules_engine.baseball.plays import Play
from rules_engine.baseball.table import enumerate_outcomes
from rules_engine.odds.plate_appearance import PlateAppearance, play_odds
from rules_engine.systems.strat_o_matic.dice import card_line
from rules_engine.systems.strat_o_matic.edition import load_edition
from rules_engine.systems.strat_o_matic.flies import resolve_fly
from rules_engine.systems.strat_o_matic.notation import parse_reading
from rules_engine.systems.strat_o_matic.situation import Situation
from rules_engine.systems.strat_o_matic.swinging import swing
from tests.rules_engine.systems.strat_o_matic.real_league import new_game


def choose(side: str, question: str, options: list) -> str:
    return options[-1].key if options[-1].safe >= 14 else options[0].key


def appearance(edition: str, state: int, outs: int, tired: bool = False, **more) -> PlateAppearance:
    game = new_game(edition)
    book, now = game.book, game.state
    pitcher = now.fielding.pitcher
    situation = Situation(state, outs, (12, 13, 14, 15), fielders=book.fielders(now.fielding), **more)
    return PlateAppearance(book, situation, book.at_bat(now.batting.batter, pitcher), pitcher, choose, tired)


def roll_by_roll(chance: PlateAppearance) -> dict[Play, Fraction]:
    """Every face of every die, one path at a time."""
    found: dict[Play, Fraction] = {}
    for column, row in product(range(1, 7), range(2, 13)):
        ways, dice = Fraction(6 - abs(row - 7), 216), card_line(column, row)

        def play(table, dice=dice) -> Play:
            return swing(
                table, chance.book, chance.situation, chance.at_bat, chance.pitcher, dice=dice, tired=chance.tired
            )[0]

        for done, probability in enumerate_outcomes(play, choose):
            found[done] = found.get(done, Fraction(0)) + ways * probability
    return found


@pytest.mark.parametrize(
    ("edition", "state", "outs", "more"),
    [
        ("star", 0, 0, {}),
        ("star", occupied(1, 2, 3), 1, {"infield": "in"}),
        ("star", occupied(1, 2), 0, {"held": occupied(1), "tired": True}),
        ("som_advanced", occupied(1, 3), 1, {}),
        ("som_basic", occupied(2), 2, {}),
    ],
)
def test_the_odds_equal_those_of_the_rule_code_enumerated_roll_by_roll(
    edition: str, state: int, outs: int, more: dict
) -> None:
    chance = appearance(edition, state, outs, **more)
    assert chance.odds() == roll_by_roll(chance)


@pytest.mark.parametrize("edition", ["star", "som_advanced", "som_basic"])
@pytest.mark.parametrize("state", range(8))
@pytest.mark.parametrize("outs", [0, 2])
def test_the_odds_add_up_to_one_exactly(edition: str, state: int, outs: int) -> None:
    assert sum(appearance(edition, state, outs).odds().values()) == 1


def test_the_odds_of_one_decision_are_those_of_its_dice() -> None:
    """Sending the runner from third on fly()B?: 15 + 2 is safe on 1-17, the catcher checked at 17 and 18 (range 3)."""
    situation, star = Situation(occupied(3), 0, (0, 0, 0, 15)), load_edition("star")
    fly = parse_reading("fly(cf)B?")
    odds = play_odds(lambda table: resolve_fly(table, star, situation, fly), lambda *asked: "send")
    scored = sum(probability for play, probability in odds.items() if play.scored)
    assert scored == Fraction(16, 20) + Fraction(2, 20) * Fraction(10, 20)


def test_a_tired_pitcher_gives_up_more_hits() -> None:
    def hits(tired: bool) -> Fraction:
        odds = appearance("star", 0, 0, tired=tired).odds()
        return sum(p for play, p in odds.items() if play.kind in ("single", "double", "triple", "homerun"))

    assert hits(True) > hits(False)
