"""Ratings at the top of a card: loading, writing, and rejections that name the invalid field."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.systems.strat_o_matic.cards.ratings import (
    Endurance,
    HittingCode,
    PositionRating,
    RatingError,
    StealRating,
    format_catcher_throw,
    format_fielding,
    outfield_arm,
    parse_catcher_throw,
    parse_chance_rating,
    parse_endurance,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, POSITIONS

SAMPLE = StealRating(True, (8, 9, 10), (11, 12), 19, 14)


@pytest.mark.parametrize("text", ["*8-10/11,12 (19-14)", "*8-10 / 11, 12 (19-14)", " *8,9,10/11-12(19-14) "])
def test_23_1_printed_sample_parses_with_any_spacing(text):
    assert parse_steal_rating(text) == SAMPLE
    assert str(parse_steal_rating(text)) == "*8-10/11,12 (19-14)"


def test_23_1_hyphen_means_no_automatic_out():
    rating = parse_steal_rating("2-12/- (20-16)")
    assert (rating.asterisk, rating.automatic_out) == (False, ())
    assert str(rating) == "2-12/- (20-16)"


totals = st.sets(st.integers(2, 12), min_size=1, max_size=10)


@given(st.booleans(), totals, totals, st.integers(0, 20), st.integers(0, 20))
def test_23_1_every_rating_survives_a_round_trip(asterisk, good, out, first, second):
    rating = StealRating(asterisk, tuple(sorted(good)), tuple(sorted(out - good)), first, second)
    assert parse_steal_rating(str(rating)) == rating


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "enter good leads, a slash, automatic outs"),
        ("8-10 (19-14)", "enter good leads, a slash"),
        ("8-13/- (19-14)", "good leads: “8-13” must rise within 2 to 12"),
        ("10-8/- (19-14)", "good leads: “10-8” must rise within 2 to 12"),
        ("8,/- (19-14)", "good leads: “” is not a total"),
        ("8,8/- (19-14)", "good leads: a total is listed twice"),
        ("8-10/10,11 (19-14)", "10 is both a good lead and an automatic out"),
        ("8/1 (19-14)", "automatic outs: “1” must rise within 2 to 12"),
        ("8/- (21-14)", "the first success number 21 is above 20"),
        ("8/- (20-30)", "the second success number 30 is above 20"),
    ],
)
def test_23_1_invalid_rating_error_shows_the_bad_part(text, fault):
    with pytest.raises(RatingError) as raised:
        parse_steal_rating(text)
    assert f"“{text}”" in str(raised.value)
    assert fault in str(raised.value)


@pytest.mark.parametrize(
    ("text", "endurance", "written"),
    [
        ("starter(7) relief(2)/3", Endurance(7, 2, 3), "starter(7) relief(2)/3"),
        ("starter (7), relief (2)/3", Endurance(7, 2, 3), "starter(7) relief(2)/3"),
        ("starter (6)", Endurance(starter=6), "starter(6)"),
        ("relief (1)/N", Endurance(relief=1, closer="N"), "relief(1)/N"),
        ("relief (2)/0", Endurance(relief=2, closer=0), "relief(2)/0"),
        ("relief (2)", Endurance(relief=2), "relief(2)"),
    ],
)
def test_27_0_and_28_0_endurance_survives_a_round_trip(text, endurance, written):
    assert parse_endurance(text) == endurance
    assert str(endurance) == written
    assert parse_endurance(written) == endurance


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "enter starter(n), relief(n)/closer or both"),
        ("closer (3)", "enter starter(n)"),
        ("starter (0)", "starter (0) must be an inning from 1 to 12"),
        ("relief (13)", "relief (13) must be an inning from 1 to 12"),
        ("relief (2)/7", "closer “7” must be 0 to 6 or N"),
        ("relief (2)/x", "closer “x” must be 0 to 6 or N"),
    ],
)
def test_27_0_rejects_invalid_endurance(text, fault):
    with pytest.raises(RatingError, match="endurance") as raised:
        parse_endurance(text)
    assert fault in str(raised.value)


def test_11_1_pitchers_hitting_code_survives_a_round_trip():
    assert parse_hitting_code("#1WR") == HittingCode(1, "W", "R")
    assert str(parse_hitting_code("#8nl")) == "#8NL"


@pytest.mark.parametrize("text", ["1WR", "#9WR", "#1XR", "#1WS", "#1W", ""])
def test_11_1_rejects_invalid_hitting_code(text):
    with pytest.raises(RatingError, match="such as #1WR"):
        parse_hitting_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "cf-2(-3)e5",
        "lf-1(-2)e3, cf-3e7, 1b-4e12",
        "c-2(-1)e5",
        "ss-2e20",
        "c-3(0)e4",
        "lf-4(+2)e9",
        "p-5e51",
        "lf-1, cf-3",
    ],
)
def test_16_1_fielding_positions_survive_a_round_trip(text):
    assert format_fielding(parse_fielding(text)) == text


def test_16_1_outfield_arm_printed_once_applies_to_all_outfield_positions():
    listed = parse_fielding("1b-3e10, lf-1(-2)e3, rf-3e7")
    assert outfield_arm(listed) == -2
    assert outfield_arm(parse_fielding("c-2(-1)e5, lf-4e9")) == 0
    assert listed[0].rating == "3e10"


def test_t10_11_card_can_list_no_position():
    assert parse_fielding("") == ()


@given(st.lists(st.sampled_from(POSITIONS), unique=True), st.integers(1, 5), st.integers(0, 99), st.integers(-5, 5))
def test_16_1_every_position_list_survives_a_round_trip(positions, best, e, arm):
    first = next((position for position in positions if position in OUTFIELD), None)
    armed = ("c", first)
    listed = tuple(PositionRating(position, best, arm if position in armed else None, e) for position in positions)
    assert parse_fielding(format_fielding(listed)) == listed


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("dh-1e3", "“dh-1e3” is not a position with its ratings"),
        ("ss-2e20,", "“” is not a position"),
        ("ss-6e20", "range 6 of ss must be 1 to 5"),
        ("ss-2(-1)e20", "only catchers and outfielders have an arm, not ss"),
        ("cf-2(-7)e5", "arm -7 of cf must be -6 to +5"),
        ("c-2(-6)e5", "arm -6 of c must be -5 to +5"),
        ("ss-2e100", "e100 of ss is above e99"),
        ("ss-2e20, ss-3e4", "ss is listed twice"),
        ("lf-1(-2)e3, cf-2(-2)e4", "the outfield arm belongs after the first outfield position only"),
    ],
)
def test_16_1_rejects_and_reports_an_invalid_position(text, fault):
    with pytest.raises(RatingError) as raised:
        parse_fielding(text)
    assert fault in str(raised.value)


def test_16_1_catchers_t_range_and_pb_are_parsed():
    assert [parse_catcher_throw(text) for text in ("T 1-9", "1-20", "T 1", "")] == [9, 20, 1, 0]
    assert parse_catcher_throw(format_catcher_throw(9)) == 9
    assert parse_catcher_throw(format_catcher_throw(0)) == 0
    assert [parse_chance_rating("pb", text) for text in ("pb 4", "pb-20", "0")] == [4, 20, 0]


@pytest.mark.parametrize("text", ["T 2-9", "T 1-21", "nine"])
def test_16_1_rejects_invalid_t_range(text):
    with pytest.raises(RatingError, match="enter T 1-n"):
        parse_catcher_throw(text)


@pytest.mark.parametrize("text", ["wp 21", "bk 4", "", "-1"])
def test_29_0_rejects_invalid_wild_pitch_rating(text):
    with pytest.raises(RatingError, match="enter wp and a number from 0 to 20"):
        parse_chance_rating("wp", text)


@given(st.text(alphabet="*0123456789-/,() NWLRstarelif#cbp(T", max_size=24))
def test_any_text_is_parsed_or_rejected_without_crashing(text):
    for parse in (parse_steal_rating, parse_endurance, parse_hitting_code, parse_fielding, parse_catcher_throw):
        with suppress(RatingError):
            parse(text)
