"""Deserved results: the batting luck is removed, and nothing else changes."""

from math import sqrt
from statistics import fmean, pstdev

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.odds.deserved import CardsRead
from tests.rules_engine.systems.long_run import played

GAMES = 160
MADE_BY_COUNT = (("strat_o_matic", "star"), ("pine_tar", "full+alternate_randomizer"))


@pytest.mark.parametrize(("system", "edition"), MADE_BY_COUNT)
def test_deserved_wins_vary_less_than_actual_wins_with_the_same_mean(system, edition):
    cards = CardsRead()
    for seed in range(GAMES):
        cards.add(played(system, edition, seed))
    deserved = cards.deserved_home_wins()
    luck = [won - share for won, share in zip(cards.home_won, deserved, strict=True)]
    assert abs(fmean(luck)) < 3 * pstdev(luck) / sqrt(GAMES), "luck is as often good as bad"
    assert pstdev(deserved) < 0.7 * pstdev(cards.home_won)


@pytest.mark.parametrize(("system", "edition"), MADE_BY_COUNT)
def test_results_are_possible_and_match_card_frequencies(system, edition):
    runs_by_card: dict[str, int] = {}
    chances: dict[str, float] = {}
    for seed in range(40):
        game = played(system, edition, seed)
        for _, event in game.log.in_force():
            if isinstance(event, PlayMade) and (name := game.system.card_read(game.setup, event)):
                of_pair = game.system.card_chances(game.setup, event.batter, event.pitcher)
                assert sum(of_pair.values()) == pytest.approx(1)
                assert name in of_pair
                runs_by_card[name] = runs_by_card.get(name, 0) + 1
                chances |= {event: chances.get(event, 0) + chance for event, chance in of_pair.items()}
    assert sum(runs_by_card.values()) > 2_000
    for name, expected in chances.items():
        assert abs(runs_by_card.get(name, 0) - expected) < 4 * sqrt(expected) + 2, name


def test_game_counts_as_played_if_no_roll_decides_results():
    cards = CardsRead()
    games = [played("inside_pitch", "off", seed) for seed in range(2)]
    for game in games:
        cards.add(game)
    assert cards.deserved_home_wins() == [1.0 if game.state.score[1] > game.state.score[0] else 0.0 for game in games]


def test_partial_counts_add_up_to_the_total():
    total, parts = CardsRead(), [CardsRead(), CardsRead(), CardsRead()]
    for seed in range(6):
        game = played("strat_o_matic", "star", seed)
        total.add(game)
        parts[seed // 2].add(game)
    added = CardsRead()
    for part in parts:
        added.add_all(part)
    assert added.home_won == total.home_won
    assert added.deserved_home_wins() == pytest.approx(total.deserved_home_wins())
