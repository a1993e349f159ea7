"""The printed notation: every reading survives a round trip, and every error is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.systems.strat_o_matic.cards.notation import (
    NotationError,
    parse_line,
    parse_reading,
    write_line,
    write_reading,
)
from rules_engine.systems.strat_o_matic.cards.reading import (
    INFIELD,
    OUTFIELD,
    Kind,
    Line,
    Mark,
    Part,
    Reading,
    plain,
)

hits = st.one_of(
    st.builds(Reading, st.just(Kind.SINGLE), st.sampled_from(["", *OUTFIELD]), stars=st.integers(0, 2)),
    st.builds(Reading, st.just(Kind.DOUBLE), st.sampled_from(["", *OUTFIELD]), stars=st.sampled_from([0, 2])),
    st.builds(Reading, st.just(Kind.HOMERUN), needs_power=st.booleans()),
    st.builds(
        Reading,
        st.sampled_from([Kind.TRIPLE, Kind.WALK, Kind.HIT_BY_PITCH, Kind.CATCHER_X]),
    ),
)
outs = st.one_of(
    st.builds(Reading, st.just(Kind.FLYBALL), st.sampled_from(OUTFIELD), st.sampled_from("ABCX")),
    st.builds(Reading, st.just(Kind.FLYBALL), st.sampled_from(OUTFIELD), st.just("B"), query=st.booleans()),
    st.builds(Reading, st.just(Kind.GROUNDBALL), st.sampled_from(INFIELD), st.sampled_from("ABC"), plus=st.booleans()),
    st.builds(Reading, st.just(Kind.GROUNDBALL), st.sampled_from(INFIELD), st.just("X")),
    st.builds(
        Reading,
        st.sampled_from([Kind.POPOUT, Kind.FOULOUT, Kind.LINEOUT, Kind.LOMAX]),
        st.sampled_from(["", *INFIELD]),
        injury=st.booleans(),
    ),
    st.just(Reading(Kind.STRIKEOUT)),
)
readings = st.one_of(hits, outs)


@st.composite
def lines(draw: st.DrawFn) -> Line:
    edges = sorted(draw(st.sets(st.integers(1, 19), max_size=2))) + [20]
    parts, low = [], 1
    for high in edges:
        parts.append(Part(low, high, draw(readings)))
        low = high + 1
    marks = draw(st.sampled_from([Mark.NONE, Mark.FATIGUE_DOT, Mark.CLUTCH | Mark.UNDERLINE, Mark.PARK_HOMERUN]))
    if draw(st.booleans()):
        return Line(tuple(parts), marks | Mark.SECOND_READING, plain(draw(readings)))
    return Line(tuple(parts), marks)


@given(lines(), st.sampled_from(["basic", "advanced"]))
def test_every_line_survives_a_round_trip(line: Line, style: str) -> None:
    assert parse_line(write_line(line, style)) == line


@given(st.text(max_size=40))
def test_any_text_is_a_line_or_a_notation_error(text: str) -> None:
    try:
        line = parse_line(text)
    except NotationError:
        return
    assert parse_line(write_line(line)) == line


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("HOMERUN 1-10 / DOUBLE 11-20", "HOMERUN 1-10 / DOUBLE 11-20"),
        ("n homerun 1-6/fly(RF)b 7-20", "N HOMERUN 1-6 / fly(rf)B 7-20"),
        ("GROUNDBALL(2b)X", "gb(2b)X"),
        ("SINGLE(cf)**", "SINGLE**(cf)"),
        ("DOUBLE** 1-19 / gb(1b)C+ 20", "DOUBLE** 1-19 / gb(1b)C+ 20"),
        ("LINEOUT(ss) into as many outs as possible", "lomax(ss)"),
        ("[dot] strikeout plus injury", "• strikeout plus injury"),
        ("△ SINGLE // fly(cf)B?", "△ SINGLE // fly(cf)B?"),
        ("CATCHER'S CARD X", "CATCH-X"),
    ],
)
def test_printed_forms_are_normalized(text: str, written: str) -> None:
    assert write_line(parse_line(text)) == written


def test_basic_and_advanced_write_the_same_reading_differently() -> None:
    reading = parse_reading("gb(ss)A+")
    assert [write_reading(reading, "basic"), write_reading(reading)] == ["GROUNDBALL(ss)A++", "gb(ss)A+"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("SINGLE***", "can't have 3 asterisks"),
        ("DOUBLE*", "can't have 1 asterisks"),
        ("fly(ss)A", "(ss) must be one of lf, cf, rf"),
        ("gb(cf)B", "(cf) must be one of p, c"),
        ("fly(cf)A?", "only fly()B can have a question mark"),
        ("gb(ss)X+", "an X chance can't have a plus"),
        ("N DOUBLE", "only a homerun can have N"),
        ("HOMERUN 1-10 / DOUBLE 12-20", "12-20 must begin at 11"),
        ("HOMERUN 1-10 / DOUBLE 11-19", "the ranges end at 19"),
        ("HOMERUN / DOUBLE 11-20", "needs a range"),
        ("△ SINGLE", "needs a second reading"),
        ("lineout(ss) and more", "can't follow lineout"),
        ("strikeout(c)", "has no fielder"),
        ("triple play", "is not a reading"),
    ],
)
def test_invalid_reading_error_quotes_the_text(text: str, fault: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_line(text)
    assert fault in str(raised.value)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("GB (ss) A +", "gb(ss)A+"),
        ("fly( cf ) b ?", "fly(cf)B?"),
        ("SINGLE (lf) **", "SINGLE**(lf)"),
        ("Lineout(2b) into as many outs as possible", "lomax(2b)"),
        ("gb(ss)A + plus injury", "gb(ss)A+ plus injury"),
    ],
)
def test_case_and_spaces_in_a_reading_do_not_matter(written: str, expected: str) -> None:
    assert write_reading(parse_reading(written)) == expected
