"""Test benchmark output: goals, comparable figures from this run and an earlier run, and two trees side by side."""

import json

from bench.comparison import best_of, compared
from bench.figure import THIS_RUN, Figure, with_peer

PAGE = Figure("page", 20.0, "ms", 25)
GAMES = Figure("games", 300.0, "games/s", 250, "more")


def test_earlier_peers_are_history_without_a_ratio() -> None:
    now, before = (
        json.loads(with_peer(PAGE, "Peer", 80, THIS_RUN).line()),
        json.loads(with_peer(PAGE, "Peer", 80).line()),
    )
    assert now["times_the_peer"] == 4
    assert "times_the_peer" not in before
    assert "peer" not in before
    assert "Peer: 80 ms" in before["history"]


def test_goals_are_upper_or_lower_limits() -> None:
    assert PAGE.is_met
    assert GAMES.is_met
    assert not Figure("page", 26, "ms", 25).is_met
    assert not Figure("games", 249, "games/s", 250, "more").is_met


def lines(page: float, games: float) -> dict[str, dict[str, object]]:
    values = {"page": (page, "less"), "games": (games, "more")}
    return {
        name: {"name": name, "value": value, "unit": "x", "goal": 1, "better": better}
        for name, (value, better) in values.items()
    }


def test_each_tree_uses_its_best_round() -> None:
    best = best_of([lines(page=20, games=100), lines(page=10, games=50)])
    assert (best["page"]["value"], best["games"]["value"]) == (10, 100)


def test_improvements_have_a_high_ratio() -> None:
    before, after = lines(page=20, games=100), lines(page=10, games=150)
    assert [row["times_as_good"] for row in compared(before, after)] == [2.0, 1.5]
    assert [row["times_as_good"] for row in compared(after, before)] == [0.5, 0.67]


def test_new_figure_has_no_earlier_value() -> None:
    (row,) = compared({}, {"page": lines(1, 1)["page"]})
    assert "before" not in row
    assert "times_as_good" not in row
