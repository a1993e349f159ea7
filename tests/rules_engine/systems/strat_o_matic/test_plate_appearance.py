"""The exact odds of a plate appearance match the rule code, roll by roll."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules_engine.baseball.bases import occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.plays import Play
from rules_engine.systems.strat_o_matic.batting.parks import BySide, Park
from rules_engine.systems.strat_o_matic.cards.dice import card_line
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.fielding.flies import resolve_fly
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.odds.plate_appearance import PlateAppearance
from rules_engine.systems.strat_o_matic.play.swinging import Matchup, card_line_at, read_line
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.rules_engine.systems.strat_o_matic.real_league import new_game


def choose(side: str, question: str, options: list) -> str:
    return options[-1].key if options[-1].safe >= 14 else options[0].key


def appearance(edition: str, state: int, outs: int, tired: bool = False, **more) -> PlateAppearance:
    game = new_game(edition)
    setup, now = game.setup, game.state
    pitcher = now.fielding.pitcher
    situation = Situation(state, outs, (12, 13, 14, 15), fielders=setup.fielders(now.fielding), **more)
    return PlateAppearance(setup, situation, setup.at_bat(now.batting.batter, pitcher), pitcher, choose, tired)


def roll_by_roll(chance: PlateAppearance) -> dict[Play, Fraction]:
    """Return the result of every face of every die, one path at a time."""
    chance_by_play: dict[Play, Fraction] = {}
    for column, row in product(range(1, 7), range(2, 13)):
        ways, dice = Fraction(6 - abs(row - 7), 216), card_line(column, row)

        def play(table, dice=dice) -> Play:
            pitcher_card = chance.setup.pitcher(chance.pitcher)
            at_plate = Matchup(chance.situation, chance.at_bat, pitcher_card, chance.tired)
            line = card_line_at(chance.setup, chance.at_bat, pitcher_card, dice)
            return read_line(table, chance.setup, at_plate, line, dice.card).play

        for done, probability in exact_chances(play, choose).items():
            chance_by_play[done] = chance_by_play.get(done, Fraction(0)) + ways * probability
    return chance_by_play


@pytest.mark.parametrize(
    ("edition", "state", "outs", "more"),
    [
        ("star", 0, 0, {}),
        ("star", occupied(1, 2, 3), 1, {"infield": "in"}),
        ("star", occupied(1, 2), 0, {"holds": occupied(1), "tired": True}),
        ("som_advanced", occupied(1, 3), 1, {}),
        ("som_basic", occupied(2), 2, {}),
    ],
)
def test_odds_match_a_roll_by_roll_enumeration(edition: str, state: int, outs: int, more: dict) -> None:
    chance = appearance(edition, state, outs, **more)
    assert chance.odds() == roll_by_roll(chance)


@pytest.mark.parametrize("edition", ["star", "som_advanced", "som_basic"])
@pytest.mark.parametrize("state", range(8))
@pytest.mark.parametrize("outs", [0, 2])
def test_odds_add_up_to_exactly_1(edition: str, state: int, outs: int) -> None:
    assert sum(appearance(edition, state, outs).odds().values()) == 1


@pytest.mark.parametrize("tall", [False, True])
def test_14_5_robbed_home_run_has_exact_odds(tall: bool) -> None:
    chance = appearance("som_super_advanced", occupied(1), 1)
    split = parse_line("HOMERUN 1-8 / fly(lf)B 9-20")
    lines = ((split,) * 11,) * 3
    card = replace(chance.at_bat.card, columns=dict.fromkeys(chance.at_bat.card.columns, lines))
    wall = Park("Here", BySide(10, 10), BySide(10, 10), (tall, tall))
    setup = replace(chance.setup, park=wall)
    chance = replace(chance, setup=setup, at_bat=chance.at_bat._replace(card=card))
    odds = chance.odds()
    assert sum(odds.values()) == 1
    assert odds == roll_by_roll(chance)
    caught = sum(share for play, share in odds.items() if play.kind == "flyout" and play.fielder == "cf")
    plain = sum(
        share
        for play, share in replace(chance, setup=without_robbing(setup)).odds().items()
        if play.kind == "flyout" and play.fielder == "cf"
    )
    assert (caught > plain) is not tall


def without_robbing(setup: GameSetup) -> GameSetup:
    return replace(setup, edition=setup.edition.with_options("flies", rob_homeruns=False))


def test_decision_odds_come_from_its_dice() -> None:
    """The runner on third on a fly()B? is safe on 1-17 (15 + 2), with a catcher check at 17 and 18 (range 3)."""
    situation, star = Situation(occupied(3), 0, (0, 0, 0, 15)), load_ruleset("star")
    fly = parse_reading("fly(cf)B?")
    odds = exact_chances(lambda table: resolve_fly(table, star, situation, fly), lambda *question: "send")
    scored = sum(probability for play, probability in odds.items() if play.scored)
    assert scored == Fraction(16, 20) + Fraction(2, 20) * Fraction(10, 20)


def test_tired_pitcher_gives_up_more_hits() -> None:
    def hits(tired: bool) -> Fraction:
        odds = appearance("star", 0, 0, tired=tired).odds()
        return sum(p for play, p in odds.items() if play.kind in ("single", "double", "triple", "homerun"))

    assert hits(True) > hits(False)
