"""Odds in words: every line is a probability from the rule code, and the lines cover all outcomes."""

import re

import pytest

from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Runner
from rules_engine.odds.in_words import ODDS_BY_WORD, appearance_text, game_text, inning_text
from rules_engine.systems.strat_o_matic.baserunning.leads import FailedLead
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.strat_o_matic.real_league import new_game


def on_base(*bases: int, outs: int = 0, edition: str = "star") -> StratGame:
    """Put the first batters in the order on these bases, with the next batter up."""
    game = new_game(edition)
    state, side = game.state, game.state.batting
    runners = dict(zip(bases, side.order, strict=False))
    on = tuple(Runner(runners[base], state.fielding.pitcher) if base in runners else None for base in (1, 2, 3))
    sides = (side._replace(up=len(bases)), state.sides[1])
    return StratGame(game.setup, GameLog(state._replace(bases=on, outs=outs, sides=sides)))


def chances(text: str) -> list[tuple[str, float]]:
    lines = re.findall(r"^ +<?([\d.]+)%  (.+)$", text, re.MULTILINE)
    return [(event, float(percent)) for percent, event in lines]


@pytest.mark.parametrize("edition", ["som_basic", "som_advanced", "som_super_advanced", "star"])
def test_plate_appearance_outcomes_add_up_to_100_percent(edition: str) -> None:
    game = on_base(1, 3, outs=1, edition=edition)
    chance_lines = chances(appearance_text(game, {}).partition(" goes for ")[0])
    subtotals = ("a pitch gets away first", "a double play, among these", "at least one run")
    assert sum(percent for event, percent in chance_lines if event not in subtotals) == pytest.approx(100, abs=0.6)
    assert ("a pitch gets away first" in dict(chance_lines)) is (edition in ("som_super_advanced", "star"))


def test_every_legal_steal_lists_all_outcomes() -> None:
    _, *steals = re.split(r"(?=^.* goes for )", appearance_text(on_base(1, 3), {}), flags=re.MULTILINE)
    assert len(steals) == 2
    for steal in steals:
        assert sum(percent for _, percent in chances(steal)) == pytest.approx(100, abs=0.3)
    assert "goes for" not in appearance_text(on_base(), {})


def test_23_3d_runner_with_a_failed_lead_on_third_is_not_offered_again() -> None:
    game = on_base(3)
    game.tracker.failed_leads[game.state.bases[2].player] = (3, FailedLead(False, 9, 9))
    assert "goes for" not in appearance_text(game, {})


def test_run_chances_add_up_and_match_expected_runs() -> None:
    text = inning_text(on_base(1, 2, 3, outs=2), {})
    chance_lines = dict(chances(text))
    assert sum(chance_lines.values()) == pytest.approx(100, abs=0.4)
    assert chance_lines["0 runs"] > 50
    expected = float(re.search(r"([\d.]+) runs expected", text)[1])
    least = sum(int(event[0]) * percent for event, percent in chance_lines.items()) / 100
    assert least - 0.01 <= expected <= least + 0.2


def answer_to(*words: str, odds=ODDS_BY_WORD, game: StratGame | None = None) -> str:
    written, keys = [], iter(words)
    play_at_terminal(
        game or new_game(), ("NY", "ATL"), {}, lambda _: next(keys, "quit"), written.append, SeededDice(3), odds=odds
    )
    return "\n".join(written)


def test_odds_command_shows_odds_and_logs_no_event() -> None:
    game = on_base(1)
    text = answer_to("odds", "odds inning", "odds game", "odds tomorrow", game=game)
    assert "swinging away, infield back, no one held" in text
    assert "runs expected" in text
    assert "the home team wins, with" in text
    assert "odds: your options and the plate appearance" in text
    assert not game.log.events


def test_t0_03_tournament_games_show_no_odds() -> None:
    text = answer_to("odds", odds=None)
    assert "T0.03: Computers may not be used in face-to-face play." in text
    assert "%" not in text


def test_inning_odds_are_cached_until_something_changes(monkeypatch) -> None:
    game, questions = on_base(1), []
    system = type("Counting", (), {"appearance_odds": staticmethod(lambda *facts: questions.append(facts) or {})})
    chance_lines = inning_text(game, {})
    monkeypatch.setattr(game, "system", system)
    assert inning_text(game, {}) == chance_lines
    assert questions == []
    later = StratGame(game.setup, GameLog(game.state._replace(inning=2)))
    later.system = system
    inning_text(later, {})
    assert questions


def test_win_chance_depends_on_score_inning_outs_and_batter() -> None:
    def home_wins(game: StratGame) -> float:
        chance_lines = dict(chances(game_text(game, {})))
        (share,) = (percent for event, percent in chance_lines.items() if event.startswith("the home team wins"))
        assert sum(percent for event, percent in chance_lines.items() if " win" in event) == pytest.approx(100, abs=0.1)
        return share

    game = new_game()
    start = game.state
    even = home_wins(game)
    assert 30 < even < 90
    late = start._replace(inning=9, outs=2, bottom=True, score=(4, 0), halves=(4, *(0,) * 17))
    assert home_wins(StratGame(game.setup, GameLog(late))) < 5
    assert not game.log.events
