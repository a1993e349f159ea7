"""Test that the luck adjustment of replays averages zero, explains the dice, and uses exact probabilities."""

import numpy as np
import pytest

from rules_engine.systems.strat_o_matic.card_making.card_sides import AVERAGE_E, x_hits
from seasons.counts import LINES, Counts, remove_luck
from seasons.strat_o_matic.dice import fielding_chances
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.replay import replay_league


@pytest.fixture(scope="module")
def counts() -> Counts:
    return replay_league(make_league(1998, "AL"), 160, seed=2)


def share_in_range(counts: Counts, line: str, terms: slice) -> float:
    """Return the share of a line's variance per out that remains after removing these luck terms."""
    rows, luck = np.array(counts.rows), np.array(counts.luck)[:, terms]
    place = 1 + LINES.index(line)

    def spread(values: np.ndarray) -> float:
        return float((values[:, place] - values[:, place].mean() / values[:, 0].mean() * values[:, 0]).std())

    return spread(remove_luck(rows, luck)) / spread(rows)


def test_luck_terms_have_zero_mean(counts: Counts) -> None:
    luck = np.array(counts.luck)
    errors = luck.std(axis=0) / len(luck) ** 0.5
    assert (errors > 0).all(), "every term happens"
    two_rare_events = 2 / len(luck)  # an automatic out happens about once in this many games, so perhaps never
    assert (abs(luck.mean(axis=0)) < 4 * errors + two_rare_events).all()


@pytest.mark.parametrize(
    ("line", "most"),
    [("H", 0.45), ("3B", 0.4), ("R", 0.6), ("SB", 0.75), ("CS", 0.6), ("GIDP", 0.5), ("E", 0.7), ("SO", 0.6)],
)
def test_dice_explain_most_of_the_variation_between_games(counts: Counts, line: str, most: float) -> None:
    assert share_in_range(counts, line, slice(None)) < most


def test_unrelated_luck_does_not_adjust_a_line(counts: Counts) -> None:
    assert share_in_range(counts, "IBB", slice(None)) > 0.7


def test_luck_adjustment_works_with_fewer_games_than_terms(counts: Counts) -> None:
    few = Counts(counts.rows[:30], counts.luck[:30])
    assert few.per_27_outs()["H"].value == pytest.approx(counts.per_27_outs()["H"].value, rel=0.1)


@pytest.mark.parametrize("position", ["p", "ss", "1b", "cf", "lf"])
@pytest.mark.parametrize("fielder_range", [1, 4])
def test_fielding_chances_match_the_card_makers_chances(position: str, fielder_range: int) -> None:
    """The card maker counts these chances in fractions for an average e rating."""
    chances = fielding_chances(position, fielder_range, AVERAGE_E[position])
    hits = x_hits(position, fielder_range)
    for word in ("single", "double", "triple"):
        assert chances.get(word, 0.0) == pytest.approx(getattr(hits, word)), word
    assert 0 < chances["error"] < 0.5


def test_better_fielder_makes_fewer_errors() -> None:
    assert fielding_chances("ss", 3, 10)["error"] < fielding_chances("ss", 3, 40)["error"]
