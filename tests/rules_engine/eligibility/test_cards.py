import pytest

from rules_engine.eligibility.cards import (
    HitterCard,
    PitchingRoles,
    hitter_eligible,
    may_relieve_by_card,
    may_start_by_card,
    pitcher_usable,
)
from rules_engine.innings import parse_innings


def test_t10_11_reason_shows_the_sum(purestrat):
    ruling = hitter_eligible(HitterCard(268, 41, ("SS",)), purestrat)
    assert ruling
    assert str(ruling) == "T10.11: 268 AB + 41 W = 309: eligible"


@pytest.mark.parametrize(
    ("positions", "total", "eligible"),
    [
        (("LF",), 299, False),
        (("LF",), 300, True),
        (("1B", "C"), 249, False),
        (("1B", "C"), 250, True),
        ((), 299, False),
    ],
)
def test_t10_11_threshold_is_300_or_250_with_a_catcher_rating(purestrat, positions, total, eligible):
    assert bool(hitter_eligible(HitterCard(total, 0, positions), purestrat)) is eligible


def test_t10_11_refusal_shows_the_required_total(purestrat):
    assert hitter_eligible(HitterCard(230, 19, ("C",)), purestrat).reason == (
        "230 AB + 19 W = 249: not eligible, needs 250 with a catcher rating"
    )


@pytest.mark.parametrize(
    ("starter", "reliever", "innings", "starts", "relieves"),
    [
        (True, False, "125.0", True, False),
        (True, False, "124.2", False, False),
        (True, True, "124.2", False, True),
        (True, True, "125.0", True, True),
        (False, True, "40.0", False, True),
        (False, True, "39.2", False, False),
        (False, True, "200.0", False, True),
    ],
)
def test_t10_2_roles_need_rating_and_innings(purestrat, starter, reliever, innings, starts, relieves):
    card = PitchingRoles(starter, reliever, parse_innings(innings))
    assert bool(may_start_by_card(card, purestrat)) is starts
    assert bool(may_relieve_by_card(card, purestrat)) is relieves
    assert bool(pitcher_usable(card, purestrat)) is (starts or relieves)


def test_t10_2_reason_shows_innings_and_threshold(purestrat):
    card = PitchingRoles(True, False, parse_innings("118.2"))
    assert may_start_by_card(card, purestrat).reason == "118.2 IP: may not start, needs 125.0"
