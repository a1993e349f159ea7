"""Printed ratings override those on generated cards, and other ratings stay unchanged."""

import pytest

from rules_engine.systems import load
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.cards.printed_cards import printed_card, ratings_of_card
from seasons.strat_o_matic.league_cards import cards_with_targets, measure_season

SYSTEM = load("strat_o_matic")
_LEAGUE = measure_season(1998, "NL")
_CARDS = cards_with_targets(1998, "NL", _LEAGUE.aims).cards


def card_of(name: str) -> BatterCard | PitcherCard:
    return next(card for card in _CARDS.values() if card.name == name)


def test_printed_ratings_replace_a_batters_computed_ratings() -> None:
    made = card_of("Barry Bonds")
    printed = printed_card(
        made,
        {
            **{"fielding": "lf-1(-1)e3, cf-3e5", "running": "1-16", "stealing": "AA", "steal": "*2-6/- (18-12)"},
            **{"bunting": "C", "hit_and_run": "B", "park_left": "w", "clutch": "-3", "ob_left": "52.1"},
        },
    )
    card = printed.card
    assert isinstance(made, BatterCard)
    assert [str(rating) for rating in card.fielding] == ["lf-1(-1)e3", "cf-3e5"]
    assert (card.running, card.grade, card.bunt, card.hit_and_run) == (16, "AA", "C", "B")
    assert card.power == {"left": "W", "right": made.power["right"]}
    assert card.columns == made.columns
    assert printed.unused == ("clutch", "ob_left")


def test_printed_ratings_replace_a_pitchers_computed_ratings() -> None:
    made = card_of("Greg Maddux")
    printed = printed_card(
        made, {"endurance": "starter(8)", "hold": "-3", "pitcher_error": "e0", "starter_star": "*", "balk": "2"}
    )
    card = printed.card
    assert isinstance(made, PitcherCard)
    assert (str(card.endurance), card.hold, card.fielding.e, card.asterisk, card.balk) == ("starter(8)", -3, 0, True, 2)
    assert (card.fielding.range, card.wild_pitch, card.columns) == (
        made.fielding.range,
        made.wild_pitch,
        made.columns,
    )
    assert printed.unused == ()


def test_missing_errors_and_arms_come_from_the_computed_card() -> None:
    made = card_of("Barry Bonds")
    card = printed_card(made, {"fielding": "lf-1"}).card
    assert isinstance(made, BatterCard)
    own = made.fielding_at("lf")
    assert own is not None
    assert (card.fielding[0].range, card.fielding[0].e, card.fielding[0].arm) == (1, own.e, own.arm)


def test_invalid_rating_is_ignored_without_affecting_others() -> None:
    printed = printed_card(card_of("Barry Bonds"), {"hit_and_run": "A", "running": "1-9", "fielding": "lf-1, ss-3"})
    assert (printed.card.running, printed.unused) == (9, ("hit_and_run", "fielding"))


@pytest.mark.parametrize("player", sorted(_CARDS)[::40])
def test_applying_a_cards_own_ratings_changes_nothing(player: str) -> None:
    ratings = ratings_of_card(_CARDS[player])
    assert printed_card(_CARDS[player], ratings) == (_CARDS[player], ())
    for name, parse in SYSTEM.printed_ratings.items():
        if name in ratings:
            assert str(parse(ratings[name])) == ratings[name]
