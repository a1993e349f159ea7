"""The pitchers' hitting cards and the pitching card of position players (2.2, 11.1, 25.3)."""

from fractions import Fraction

import pytest

from rules_engine.systems.strat_o_matic.cards.cards import parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.ratings import parse_hitting_code
from rules_engine.systems.strat_o_matic.cards.reading import HITS, Kind
from rules_engine.systems.strat_o_matic.cards.shared_cards import (
    fielders_pitching_card,
    hitting_card,
    load_fielders_pitching_card,
    load_hitting_cards,
)
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError


def chances(columns, kinds):
    """Return how many of the 108 chances on a card's half are of these kinds, without X chances."""
    return sum(
        Fraction((part.high - part.low + 1) * (6 - abs(5 - place)), 20)
        for column in columns
        for place, line in enumerate(column)
        for part in line.parts
        if part.reading.kind in kinds
    )


def test_2_2_each_hitting_card_hits_better_than_the_previous_card():
    cards = load_hitting_cards()
    hits = [chances(cards[number], HITS) for number in range(1, 9)]
    strikeouts = [chances(cards[number], {Kind.STRIKEOUT}) for number in range(1, 9)]
    assert hits == sorted(set(hits))
    assert strikeouts == sorted(set(strikeouts), reverse=True)
    assert all(chances(cards[number], set(Kind)) == 108 for number in cards)


def test_11_1_hitting_code_sets_card_power_and_side():
    card = hitting_card(parse_hitting_code("#3WL"), "Somebody", bunt="A")
    assert (card.bats, card.power, card.running, card.grade, card.steal, card.bunt) == (
        "L",
        {"left": "W", "right": "W"},
        10,
        "E",
        None,
        "A",
    )
    assert card.columns["left"] == load_hitting_cards()[3]
    assert parse_card(write_card(card)) == card


def test_25_3_position_player_pitching_card_is_hittable_and_wild():
    card = fielders_pitching_card("Somebody", "L")
    assert (card.throws, str(card.fielding), card.hold, str(card.endurance)) == ("L", "p-5e51", 9, "relief(1)/N")
    for columns in load_fielders_pitching_card().values():
        assert chances(columns, HITS) > 45
        assert chances(columns, {Kind.WALK}) > 14
        assert chances(columns, {Kind.HOMERUN}) >= 8
    assert parse_card(write_card(card)) == card


@pytest.mark.parametrize(
    ("name", "load", "old", "new", "fault"),
    [
        ("pitchers_hitting_cards", load_hitting_cards, '"1-7" = "strikeout"', '"1-7" = "struck"', "[1] 1-7: "),
        ("pitchers_hitting_cards", load_hitting_cards, '"1-7" = "strikeout"\n', "", "[1] 1-7: this line is missing"),
        ("pitchers_hitting_cards", load_hitting_cards, "[8]", "[9]", "9: unknown row"),
        ("hitters_pitching_card", load_fielders_pitching_card, "N HOMERUN", "HOMERUN", "must have N (12.1)"),
    ],
)
def test_2_2_custom_card_error_shows_file_card_and_row(tmp_path, name, load, old, new, fault):
    text = (CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ChartError) as raised:
        load(path)
    assert str(raised.value).startswith("mine.toml: ")
    assert fault in str(raised.value)
