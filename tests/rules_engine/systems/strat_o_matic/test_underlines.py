"""Underlined groundballs from card sets of different years (15.2), and pitchers who steal (22.1, 23.12)."""

from typing import Any

import pytest

from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer
from rules_engine.systems.strat_o_matic.cards.cards import Card, parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.dice import card_line
from rules_engine.systems.strat_o_matic.cards.notation import write_line
from rules_engine.systems.strat_o_matic.cards.ratings import parse_steal_rating
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.swinging import card_line_at
from rules_engine.systems.strat_o_matic.rulesets.ruleset import RulesetError, load_ruleset

ADVANCED = ("som_advanced", "som_super_advanced", "star")
PITCHER = {"throws": "R", "fielding": "p-3e10", "endurance": "starter(6)", "hitting": "#1WR"}


def a_card(kind: str, reads: str, **ratings: Any) -> Card:
    columns = (1, 2, 3) if kind == "batter" else (4, 5, 6)
    side = {f"{column}-{row}": reads for column in columns for row in range(2, 13)}
    basic = {label: reads.replace("[underline]", "").strip() for label in side}
    return parse_card({"kind": kind, "name": "A man", "basic": basic, "left": side, "right": side, **ratings})


def reading(edition: str, card: str, reads: str, *, reversed_too: bool) -> str:
    """Return the line's reading for this batter and pitcher in this ruleset."""
    cards = {"him": a_card("batter", "WALK", bats="R", running="1-10"), "pitcher": a_card("pitcher", "WALK", **PITCHER)}
    if card == "batter":
        cards["him"] = a_card("batter", reads, bats="R", running="1-10")
    else:
        cards["pitcher"] = a_card("pitcher", reads, **PITCHER)
    setup = GameSetup(load_ruleset(f"{edition}+underlines_reversed" if reversed_too else edition), cards)
    at_bat = setup.at_bat("him", "pitcher")
    line = card_line_at(setup, at_bat, at_bat.pitcher_card, card_line(1 if card == "batter" else 4, 7))
    return write_line(line).removeprefix("_ ")


@pytest.mark.parametrize("edition", ADVANCED)
@pytest.mark.parametrize(
    ("card", "printed", "turned"),
    [
        ("pitcher", "gb(ss)A", "gb(ss)C"),
        ("batter", "gb(2b)C", "gb(2b)A"),
        ("batter", "gb(2b)C+", "gb(2b)A+"),
        ("batter", "gb(3b)B", "gb(3b)B"),
        ("pitcher", "SINGLE 1-8 / gb(p)A 9-20", "SINGLE 1-8 / gb(p)C 9-20"),
    ],
)
def test_15_2_underline_is_ignored_unless_managers_agree_to_swap_a_and_c(
    edition: str, card: str, printed: str, turned: str
) -> None:
    underlined = f"[underline] {printed}"
    assert reading(edition, card, underlined, reversed_too=False) == printed
    assert reading(edition, card, underlined, reversed_too=True) == turned
    assert reading(edition, card, printed, reversed_too=True) == printed


def test_15_2_basic_cards_have_no_underlines_and_reject_the_option() -> None:
    setup = GameSetup(
        load_ruleset("star+underlines_reversed"),
        {"him": a_card("batter", "[underline] gb(ss)C", bats="R", running="9")},
    )
    assert write_line(setup.cards["him"].line("basic", 1, 7)) == "gb(ss)C"
    with pytest.raises(RulesetError, match="unknown optional rule 'underlines_reversed'"):
        load_ruleset("som_basic+underlines_reversed")


def test_22_1_and_23_12_pitcher_steals_by_the_roster_sheet() -> None:
    runner = a_card("pitcher", "WALK", grade="B", steal="*8-10/11,12 (19-14)", **PITCHER)
    cards = {"runner": runner, "other": a_card("pitcher", "WALK", **PITCHER)}
    for edition in ADVANCED:
        setup = GameSetup(load_ruleset(edition), cards)
        assert setup.stealer("runner") == BaseStealer("B", parse_steal_rating("*8-10/11,12 (19-14)"))
        assert setup.stealer("other") == BaseStealer("E", None)
    assert GameSetup(load_ruleset("som_basic"), cards).stealer("runner") == BaseStealer()
    assert parse_card(write_card(runner)) == runner
