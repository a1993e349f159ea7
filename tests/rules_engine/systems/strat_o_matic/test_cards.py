"""Cards stay the same after saving and loading, and each error names the card, column and row."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.systems.strat_o_matic.cards.card_text import card_lines
from rules_engine.systems.strat_o_matic.cards.cards import CardError, parse_card, write_card
from tests.rules_engine.systems.strat_o_matic.real_league import real_league


@cache
def documents() -> tuple[dict, dict]:
    cards = [write_card(card) for card in real_league().cards.values()]
    batter = next(card for card in cards if card["kind"] == "batter" and card["steal"] and "c-" in card["fielding"])
    return batter, next(card for card in cards if card["kind"] == "pitcher")


def test_every_season_card_survives_a_round_trip() -> None:
    for card in real_league().cards.values():
        assert parse_card(write_card(card)) == card


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"bats": "X"}, "bats: “X” must be one of L, R, S"),
        ({"running": "1-25"}, "running: “25” must be 1-n"),
        ({"steal": "8-10 (19-14)"}, "steal: steal rating"),
        ({"fielding": "ss-7e20"}, "fielding: fielding “ss-7e20”: range 7"),
        ({"pb": "pb 33"}, "pb: pb rating"),
        ({"at_bats_and_walks": "many"}, "at_bats_and_walks: must be a whole number"),
        ({"kind": "umpire"}, "kind must be batter or pitcher"),
        ({"left": None}, "side left: must have one text for each line"),
        ({"name": ""}, "name: must be text"),
    ],
)
def test_invalid_field_is_reported(change: dict, fault: str) -> None:
    with pytest.raises(CardError) as raised:
        parse_card(documents()[0] | change)
    assert fault in str(raised.value)


@pytest.mark.parametrize(
    ("place", "text", "fault"),
    [
        ("2-7", "SINGLE***", "side left, column 2, row 7: “SINGLE***”: SINGLE can't have 3"),
        ("2-7", None, "side left, column 2, row 7: this line is missing"),
        ("4-7", "SINGLE", "side left: this card has no line 4-7"),
        ("1-5", "gb(ss)X", "side left, column 1, row 5: only pitchers' cards have X-chances and N home runs"),
        ("1-5", "N HOMERUN", "side left, column 1, row 5: only pitchers' cards have"),
    ],
)
def test_invalid_line_is_reported_by_column_and_row(place: str, text: str | None, fault: str) -> None:
    batter, _ = documents()
    lines = {key: value for key, value in (batter["left"] | {place: text}).items() if value is not None}
    with pytest.raises(CardError) as raised:
        parse_card(batter | {"left": lines})
    assert str(raised.value).startswith(f"{batter['name']}, ")
    assert fault in str(raised.value)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"fielding": "ss-2e20"}, "a pitcher's card lists the one position p"),
        ({"hitting": "1WR"}, "hitting: hitting code “1WR”"),
        ({"endurance": ""}, "endurance: endurance “”"),
        ({"hold": 12}, "hold: must be a whole number from -6 to 9"),
    ],
)
def test_invalid_pitcher_field_is_reported(change: dict, fault: str) -> None:
    with pytest.raises(CardError) as raised:
        parse_card(documents()[1] | change)
    assert fault in str(raised.value)


def test_12_1_pitchers_advanced_home_run_needs_n_and_has_no_plus() -> None:
    _, pitcher = documents()
    for text in ("HOMERUN", "gb(ss)A+", "popout(ss) plus injury"):
        with pytest.raises(CardError, match="side right, column 4, row 2"):
            parse_card(pitcher | {"right": pitcher["right"] | {"4-2": text}})


FIELDS = ("kind", "name", "bats", "running", "grade", "steal", "bunt", "fielding", "T", "pb", "left", "right")
anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=8),
    st.dictionaries(st.text(max_size=4), st.text(max_size=6), max_size=3),
)


@given(
    st.dictionaries(st.sampled_from(FIELDS), anything, max_size=4),
    st.dictionaries(st.sampled_from(["1-2", "3-12", "2-7"]), anything),
)
def test_damaged_card_is_rejected_without_crashing(fields: dict, lines: dict) -> None:
    batter, _ = documents()
    try:
        card = parse_card(batter | {"left": batter["left"] | lines} | fields)
    except CardError:
        return
    assert parse_card(write_card(card)) == card


def test_left_and_right_sides_must_both_exist() -> None:
    batter, _ = documents()
    with pytest.raises(CardError, match="both a left and a right side"):
        parse_card({key: value for key, value in batter.items() if key != "left"})


def test_card_columns_stay_separated_by_wide_lines() -> None:
    for player in real_league().season.teams["ATL"]:
        rows = [line for line in card_lines(real_league().cards[player]) if re.match(r" {4}[1-6]-\d", line)]
        cells = [re.split(r" {2,}", row.strip()) for row in rows]
        assert rows
        assert {len(row) for row in cells} == {3}
        assert all(re.match(r"[1-6]-\d+ \S", cell) for row in cells for cell in row)
