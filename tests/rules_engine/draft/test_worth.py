"""Player values before the first pick, which order a drafter's initial list."""

from rules_engine.draft.autodraft import player_worth
from rules_engine.draft.scouting import PoolPlayer, scout
from rules_engine.draft.values import BattingLine, PitchingLine


def hitter(key, homeruns, *positions):
    return PoolPlayer(key, f"H{key}", positions, batting=BattingLine(500, 140, 25, 2, homeruns, 50))


def pitcher(key, hits, outs=600, **parts):
    return PoolPlayer(key, f"P{key}", pitcher=True, pitching=PitchingLine(outs, hits, 15, 50), **parts)


def book_of(*more):
    """Return a pool for one team, with equal bats at every position and equal pitchers."""
    positions = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")
    hitters = [hitter(10 * n + place, 15, at) for n, at in enumerate(positions, start=1) for place in range(3)]
    starters = [pitcher(200 + n, 200, can_start=True) for n in range(6)]
    return scout([*hitters, *starters, *(pitcher(300 + n, 200, can_relieve=True) for n in range(8)), *more], 1)


def test_better_bat_at_a_position_is_worth_more_and_average_bat_nothing():
    book = book_of(hitter(1, 45, "1B"), hitter(2, 30, "1B"), hitter(3, 20, "1B"))
    assert player_worth(book, 1) > player_worth(book, 2) == 0.0 > player_worth(book, 3), (
        "the second best is available to all"
    )
    assert player_worth(book, 11) == 0.0  # a catcher equal to every other


def test_starter_is_worth_more_than_an_equal_reliever():
    book = book_of(pitcher(1, 150, can_start=True), pitcher(2, 150, can_relieve=True))
    assert player_worth(book, 1) > player_worth(book, 2) > 0


def test_two_role_pitcher_counts_in_the_better_role():
    both, start = pitcher(1, 150, can_start=True, can_relieve=True), pitcher(2, 150, can_start=True)
    book = book_of(both, start, pitcher(3, 150))
    assert player_worth(book, 1) == player_worth(book, 2)
    assert player_worth(book, 3) == 0.0
