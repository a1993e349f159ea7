"""Shorthand for pitching sheets in the tests."""

from hypothesis import strategies as st

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.innings import parse_innings

RELIEVER = PitchingRoles(starter=False, reliever=True, outs=210)
STARTER = PitchingRoles(starter=True, reliever=False, outs=600)
SWING_MAN = PitchingRoles(starter=True, reliever=True, outs=420)


def relieved(innings, **more):
    return Appearance(RELIEF, parse_innings(innings), **more)


def started(innings, **more):
    return Appearance(START, parse_innings(innings), **more)


def sheet(text):
    """Parse a sheet: "1.2 - 0.0 s6.0" is relief in game 1, none in 2, no outs in 3, and a start in 4."""
    return [
        None if cell == "-" else started(cell[1:]) if cell.startswith("s") else relieved(cell) for cell in text.split()
    ]


cells = st.lists(
    st.one_of(
        st.none(),
        st.integers(0, 8).map(lambda outs: Appearance(RELIEF, outs)),
        st.integers(0, 33).map(lambda outs: Appearance(START, outs)),
    ),
    max_size=12,
)
cards = st.builds(PitchingRoles, st.booleans(), st.booleans(), st.sampled_from([60, 200, 500]))
