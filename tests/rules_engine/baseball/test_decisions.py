"""Winning pitcher, losing pitcher and save at the limits of their rules (9.17, 9.19)."""

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.decisions import Decisions, decide
from rules_engine.baseball.events import GameHalted, Substituted
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game, play, three_up


def decided(log: GameLog, innings: int = 9) -> Decisions | None:
    return decide(log.in_force(), innings)


def home_ahead(lead: int, rules: GameRules | None = None) -> GameLog:
    """Return a game after the first inning, with the home team ahead by this many home runs."""
    log = new_game(rules)
    three_up(log)
    for _ in range(lead):
        play(log, "homerun", HOME)
    three_up(log)
    return log


def relieve(log: GameLog, enters: str, leaves: str) -> None:
    log.append(Substituted(1, enters, leaves))


def test_9_17b_fifteen_outs_qualify_a_starter_for_the_win() -> None:
    log = home_ahead(1)
    three_up(log, halves=8)
    relieve(log, "H1", "Hp")
    three_up(log, halves=7)
    assert log.state.over
    assert decided(log) == Decisions("Hp", "Ap", "H1")


@pytest.mark.parametrize(("innings", "winner"), [(5, "Hp"), (6, "H1")])
def test_9_17b_twelve_outs_qualify_a_starter_only_in_five_inning_games(innings, winner) -> None:
    log = home_ahead(1, GameRules(innings=innings))
    three_up(log, halves=6)
    relieve(log, "H1", "Hp")
    three_up(log, halves=1 + 2 * (innings - 5))
    assert log.state.over
    assert decided(log, innings).win == winner


def test_9_17c_fewest_runs_decides_between_relievers_with_equal_outs() -> None:
    log = home_ahead(3)
    three_up(log, halves=6)
    relieve(log, "H1", "Hp")
    play(log, "homerun", HOME)
    three_up(log, halves=4)
    relieve(log, "H2", "H1")
    three_up(log, halves=4)
    relieve(log, "H3", "H2")
    three_up(log)
    assert decided(log) == Decisions("H2", "Ap", "H3")


def test_9_17d_pitcher_charged_with_the_winning_run_takes_the_loss() -> None:
    log = new_game()
    play(log, "walk", 1)
    relieve(log, "H1", "Hp")
    play(log, "double", 2, first=HOME)
    three_up(log, halves=18)
    assert decided(log) == Decisions("Ap", "Hp", "")


def test_9_17a_lost_lead_costs_the_pitcher_the_win() -> None:
    log = home_ahead(1)
    relieve(log, "H1", "Hp")
    play(log, "homerun", HOME)
    three_up(log, halves=14)
    relieve(log, "H2", "H1")
    three_up(log)
    play(log, "homerun", HOME)
    assert log.state.ending == "walk_off"
    assert decided(log) == Decisions("H2", "Ap", "")


def ninth_with(lead: int, on_base: int) -> GameLog:
    """Return the top of the ninth with this lead, two outs and this many runners on base."""
    log = home_ahead(lead)
    three_up(log, halves=14)
    for _ in range(on_base):
        runners = [base for base, runner in enumerate(log.state.bases, start=1) if runner]
        play(log, "walk", 1, **{("first", "second")[base - 1]: base + 1 for base in runners})
    for _ in range(2):
        bases_by_runner = {("first", "second", "third")[base]: base + 1 for base in range(3) if log.state.bases[base]}
        play(log, "strikeout", OUT, **bases_by_runner)
    return log


@pytest.mark.parametrize(
    ("lead", "on_base", "saved"),
    [(2, 0, True), (3, 0, False), (3, 1, True), (4, 1, False), (5, 3, True), (6, 3, False)],
)
def test_9_19_single_out_saves_a_lead_with_the_tying_run_on_deck_or_closer(lead, on_base, saved) -> None:
    log = ninth_with(lead, on_base)
    relieve(log, "H1", "Hp")
    play(log, "strikeout", OUT)
    assert log.state.over
    assert decided(log).save == ("H1" if saved else "")


@pytest.mark.parametrize(("lead", "saved"), [(3, True), (4, False)])
def test_9_19_full_inning_saves_a_three_run_lead(lead, saved) -> None:
    log = home_ahead(lead)
    three_up(log, halves=14)
    relieve(log, "H1", "Hp")
    three_up(log)
    assert decided(log).save == ("H1" if saved else "")


@pytest.mark.parametrize(("halves_before", "saved"), [(10, True), (12, False)])
def test_9_19_three_innings_save_any_lead(halves_before, saved) -> None:
    log = home_ahead(7)
    three_up(log, halves=halves_before)
    relieve(log, "H1", "Hp")
    three_up(log, halves=15 - halves_before)
    assert log.state.over
    assert decided(log).save == ("H1" if saved else "")


def test_9_19_reliever_without_an_out_gets_no_save_on_concession() -> None:
    log = home_ahead(1)
    three_up(log, halves=14)
    relieve(log, "H1", "Hp")
    play(log, "walk", 1)
    play(log, "wild_pitch", ABSENT, first=2)
    log.append(GameHalted("conceded", "late"))
    assert decided(log).save == ""
