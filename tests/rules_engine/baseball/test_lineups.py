"""Lineups before the first pitch: the suggestion and the manager's changes."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from rules_engine.baseball.game_setup import AtBat
from rules_engine.baseball.lineups import (
    NoLineupError,
    add_designated_hitter,
    assign_batting_place,
    assign_position,
    batting_order,
    change_starter,
    propose_lineup,
    remove_designated_hitter,
    side_of,
)
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.systems.pine_tar import system
from tests.rules_engine.systems.pine_tar.league import team


@dataclass
class Ratings:
    """The part of a GameSetup that a lineup needs: positions and bats."""

    positions_of: dict[str, Sequence[str]]
    bats: dict[str, tuple[float, float]] = field(default_factory=dict)

    def is_pitcher(self, player: str) -> bool:
        return not self.positions_of.get(player)

    def is_hitter(self, player: str) -> bool:
        return not self.is_pitcher(player)

    def positions(self, player: str) -> Sequence[str]:
        return self.positions_of.get(player, ())

    def bat(self, player: str, throws: str) -> AtBat:
        return AtBat(*self.bats.get(player, (0.300, 0.350)))


EIGHT = {position: [position] for position in POSITIONS[1:]}  # each player is named after his position


def test_lineup_puts_on_base_players_first_and_sluggers_third_to_fifth() -> None:
    bats = {
        "slugger": AtBat(0.330, 0.600), "big bat": AtBat(0.390, 0.520), "another": AtBat(0.310, 0.480),
        "walks": AtBat(0.400, 0.330), "hits": AtBat(0.370, 0.400), "glove": AtBat(0.280, 0.300),
        "middling": AtBat(0.320, 0.380), "catcher": AtBat(0.310, 0.350),
    }  # fmt: skip
    assert batting_order(bats) == (
        "walks", "hits", "big bat", "slugger", "another", "middling", "catcher", "glove",
    )  # fmt: skip


def test_proposed_lineup_fields_players_at_listed_positions() -> None:
    ratings = Ratings({**EIGHT, "1b": ["lf", "1b"], "lf": ["lf"]})
    side = propose_lineup(ratings, [*EIGHT, "starter"], "starter")
    assert all(player == position for position, player in zip(POSITIONS[1:], side.field[1:], strict=True))
    assert (side.order[8], side.pitcher) == ("starter", "starter")


def test_rejects_too_few_batters() -> None:
    with pytest.raises(NoLineupError, match="7 of 8 batters"):
        propose_lineup(Ratings(EIGHT), [*list(EIGHT)[:7], "starter"], "starter")


@pytest.fixture
def side() -> Side:
    ratings = Ratings({**EIGHT, "sub": ["ss", "2b"], "bat": ["lf"]})
    return propose_lineup(ratings, [*EIGHT, "sub", "bat", "starter", "reliever"], "starter")


def test_moving_a_batter_swaps_two_lineup_spots(side: Side) -> None:
    changed = assign_batting_place(side, side.order[4], 1)
    assert (changed.order[0], changed.order[4]) == (side.order[4], side.order[0])
    assert changed.field == side.field


def test_bench_player_takes_lineup_spot_and_position(side: Side) -> None:
    place = side.order.index("ss")
    changed = assign_batting_place(side, "sub", place + 1)
    assert (changed.order[place], changed.at("ss")) == ("sub", "sub")
    assert "ss" in changed.bench
    assert assign_position(side, "sub", "ss") == changed


def test_two_fielders_swap_positions(side: Side) -> None:
    changed = assign_position(side, "lf", "cf")
    assert (changed.at("cf"), changed.at("lf"), changed.order) == ("lf", "cf", side.order)


def test_new_starter_takes_the_pitchers_lineup_spot(side: Side) -> None:
    changed = change_starter(side, "ace")
    assert (changed.pitcher, changed.order[8]) == ("ace", "ace")
    assert "starter" not in (*changed.order, *changed.field, *changed.bench)
    with pytest.raises(NoLineupError, match="already in the lineup"):
        change_starter(side, "ss")


def test_adding_and_removing_the_designated_hitter_moves_the_pitcher(side: Side) -> None:
    with_hitter = assign_position(side, "bat", "dh")
    assert "starter" not in with_hitter.order
    assert with_hitter.order[8] == "bat"
    back = remove_designated_hitter(with_hitter)
    assert (back.order[8], sorted(back.bench)) == ("starter", sorted(side.bench))
    best = Ratings({**EIGHT, "sub": ["ss"], "bat": ["lf"]}, {"bat": (0.420, 0.600)})
    assert add_designated_hitter(best, side).order[3] == "bat"
    in_the_field = assign_position(with_hitter, "bat", "lf")
    assert (in_the_field.at("lf"), [player for player in in_the_field.order if player not in in_the_field.field]) == (
        "bat",
        ["lf"],
    )


def test_edited_spots_become_the_lineup_and_the_rest_the_bench(side: Side) -> None:
    spots = [(player, side.position_of(player)) for player in reversed(side.order)]
    changed = side_of([("", "p") if position == "p" else (player, position) for player, position in spots], side)
    assert changed.order == tuple(reversed(side.order))
    assert (changed.field, set(changed.bench)) == (side.field, set(side.bench))


def test_proposed_lineup_is_legal_in_pine_tar() -> None:
    line_up, cards = team("Away", random.Random(4), designated_hitter=False)
    setup = system.setup(system.edition("standard"), cards)
    players = [*line_up.order, *line_up.bench]
    for hitter in (False, True):
        side = propose_lineup(setup, players, line_up.pitcher, hitter=hitter)
        assert system.lineup_ruling(setup, side)
        assert (side.pitcher in side.order) is not hitter
