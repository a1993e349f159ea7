"""Cards of every kind in the notation stay the same after they are written, stored as JSON and loaded."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.systems.strat_o_matic.cards.cards import ROWS, BatterCard, PitcherCard, parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.notation import MARKS, parse_line, write_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, HittingCode, PositionRating, StealRating
from rules_engine.systems.strat_o_matic.cards.reading import (
    INFIELD,
    OUTFIELD,
    POSITIONS,
    Kind,
    Line,
    Mark,
    Part,
    Reading,
)

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
SIDES = (("basic",), ("left", "right"), ("basic", "left", "right"))


def readings(*, batter: bool, basic: bool) -> st.SearchStrategy[Reading]:
    """Generate readings of every kind allowed on this side of this kind of card."""
    injury = st.booleans() if batter else st.just(False)
    letters = "ABC" if batter else "ABCX"
    at_outfield, at_infield = st.sampled_from(("", *OUTFIELD)), st.sampled_from(INFIELD)
    homerun = {"needs_power": st.just(not batter and not basic)}
    ways: list[st.SearchStrategy[Reading]] = [
        st.builds(Reading, st.just(Kind.SINGLE), at_outfield, stars=st.integers(0, 2), injury=injury),
        st.builds(Reading, st.just(Kind.DOUBLE), at_outfield, stars=st.sampled_from((0, 2)), injury=injury),
        st.builds(Reading, st.just(Kind.TRIPLE), at_outfield, injury=injury),
        st.builds(Reading, st.just(Kind.HOMERUN), at_outfield, injury=injury, **homerun),
        st.builds(Reading, st.sampled_from((Kind.WALK, Kind.HIT_BY_PITCH, Kind.STRIKEOUT)), injury=injury),
        st.builds(
            Reading,
            st.sampled_from((Kind.POPOUT, Kind.FOULOUT, Kind.LINEOUT, Kind.LOMAX)),
            st.sampled_from(("", *POSITIONS)),
            injury=injury,
        ),
        st.builds(Reading, st.just(Kind.FLYBALL), st.sampled_from(OUTFIELD), st.sampled_from(letters), injury=injury),
        st.builds(Reading, st.just(Kind.FLYBALL), st.sampled_from(OUTFIELD), st.just("B"), query=st.just(True)),
        st.builds(Reading, st.just(Kind.GROUNDBALL), at_infield, st.sampled_from(letters), injury=injury),
    ]
    if batter:
        plus = st.just(True)
        ways.append(st.builds(Reading, st.just(Kind.GROUNDBALL), at_infield, st.sampled_from("ABC"), plus=plus))
    else:
        ways.append(st.just(Reading(Kind.CATCHER_X)))
    return st.one_of(ways)


@st.composite
def plain_lines(draw: Any, reading: st.SearchStrategy[Reading]) -> tuple[Part, ...]:
    tops = sorted(draw(st.sets(st.integers(1, 19), max_size=3))) + [20]
    lows = [1, *(top + 1 for top in tops[:-1])]
    return tuple(Part(low, high, draw(reading)) for low, high in zip(lows, tops, strict=True))


@st.composite
def lines(draw: Any, *, batter: bool, basic: bool) -> Line:
    reading = readings(batter=batter, basic=basic)
    parts = draw(plain_lines(reading))
    marks = Mark.NONE
    for mark in draw(st.sets(st.sampled_from(list(MARKS)))) if not basic else ():
        marks |= mark
    second = Line(draw(plain_lines(reading))) if marks & Mark.SECOND_READING else None
    return Line(parts, marks, second)


def columns(*, batter: bool, basic: bool) -> st.SearchStrategy[Any]:
    """Generate a side with three columns of eleven lines, from a few different lines."""
    few = st.lists(lines(batter=batter, basic=basic), min_size=5, max_size=5)
    order = st.lists(st.integers(0, 4), min_size=33, max_size=33)
    rows = len(ROWS)
    return st.builds(
        lambda made, at: tuple(tuple(made[at[rows * c + r]] for r in range(rows)) for c in range(3)), few, order
    )


@st.composite
def sides(draw: Any, *, batter: bool) -> dict[str, Any]:
    names = draw(st.sampled_from(SIDES))
    return {name: draw(columns(batter=batter, basic=name == "basic")) for name in names}


@st.composite
def steals(draw: Any) -> StealRating:
    totals = draw(st.lists(st.integers(2, 12), unique=True, min_size=1, max_size=9))
    cut = draw(st.integers(1, len(totals)))
    good, outs = (tuple(sorted(part)) for part in (totals[:cut], totals[cut:]))
    return StealRating(draw(st.booleans()), good, outs, draw(st.integers(0, 20)), draw(st.integers(0, 20)))


@st.composite
def fieldings(draw: Any) -> tuple[PositionRating, ...]:
    places = draw(st.lists(st.sampled_from(POSITIONS[1:]), unique=True, max_size=4))
    outfield_arm = draw(st.integers(-6, 5))
    readings, given_arm = [], False
    for place in places:
        arm = draw(st.integers(-5, 5)) if place == "c" else None
        if place in OUTFIELD and not given_arm:  # printed only once, after the first outfield position
            arm, given_arm = outfield_arm, True
        readings.append(PositionRating(place, draw(st.integers(1, 5)), arm, draw(st.integers(0, 99))))
    return tuple(readings)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=12)
POWER = st.sampled_from("NW")
BATTERS = st.builds(
    BatterCard,
    name=NAMES,
    bats=st.sampled_from("LRS"),
    columns=sides(batter=True),
    power=st.fixed_dictionaries({"left": POWER, "right": POWER}),
    running=st.integers(1, 20),
    grade=st.sampled_from(("AAA", "AA", "A", "B", "C", "D", "E")),
    steal=st.none() | steals(),
    bunt=st.sampled_from("ABCD"),
    hit_and_run=st.sampled_from("BCD"),
    fielding=fieldings(),
    catcher_throw=st.integers(0, 20),
    passed_ball=st.integers(0, 20),
    at_bats_and_walks=st.integers(0, 999),
)
ENDURANCES = st.builds(Endurance, st.integers(1, 9), st.none()) | st.builds(
    Endurance, st.none() | st.integers(1, 9), st.integers(1, 5), st.sampled_from((None, 0, 3, 6, "N"))
)
PITCHERS = st.builds(
    PitcherCard,
    name=NAMES,
    throws=st.sampled_from("LR"),
    columns=sides(batter=False),
    fielding=st.builds(PositionRating, st.just("p"), st.integers(1, 5), st.none(), st.integers(0, 99)),
    hitting=st.builds(HittingCode, st.integers(1, 8), POWER, st.sampled_from("LR")),
    endurance=ENDURANCES,
    hold=st.integers(-6, 9),
    balk=st.integers(0, 20),
    wild_pitch=st.integers(0, 20),
    bunt=st.sampled_from("ABCD"),
    running=st.integers(1, 20),
    grade=st.sampled_from(("AAA", "AA", "A", "B", "C", "D", "E")),
    steal=st.none() | steals(),
    asterisk=st.booleans(),
    outs=st.integers(0, 2000),
)


@QUICK
@given(BATTERS | PITCHERS)
def test_any_card_survives_a_round_trip(card: BatterCard | PitcherCard) -> None:
    document = write_card(card)
    reparsed = parse_card(json.loads(json.dumps(document)))
    assert reparsed == card
    assert write_card(reparsed) == document


@settings(QUICK, max_examples=300)
@given(
    st.sampled_from([(True, True), (True, False), (False, True), (False, False)]).flatmap(
        lambda kind: st.tuples(lines(batter=kind[0], basic=kind[1]), st.just("basic" if kind[1] else "advanced"))
    )
)
def test_any_line_parses_in_either_style_and_any_case(written: tuple[Line, Any]) -> None:
    line, style = written
    text = write_line(line, style)
    assert parse_line(text) == line
    assert parse_line(text.replace(" / ", "  /  ").lower()) == line
