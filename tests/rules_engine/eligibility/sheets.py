"""Short writing of pitching sheets for the tests."""

from hypothesis import strategies as st

from rules_engine.eligibility.cards import PitcherCard
from rules_engine.eligibility.pitching import RELIEF, START, Outing
from rules_engine.innings import parse_innings

RELIEVER = PitcherCard(starter=False, reliever=True, outs=210)
STARTER = PitcherCard(starter=True, reliever=False, outs=600)
SWING_MAN = PitcherCard(starter=True, reliever=True, outs=420)


def relieved(innings, **more):
    return Outing(RELIEF, parse_innings(innings), **more)


def started(innings, **more):
    return Outing(START, parse_innings(innings), **more)


def sheet(text):
    """ "1.2 - 0.0 s6.0": relief in game 1, nothing in 2, no outs in 3, a start in 4."""
    return [
        None if cell == "-" else started(cell[1:]) if cell.startswith("s") else relieved(cell) for cell in text.split()
    ]


cells = st.lists(
    st.one_of(
        st.none(),
        st.integers(0, 8).map(lambda outs: Outing(RELIEF, outs)),
        st.integers(0, 33).map(lambda outs: Outing(START, outs)),
    ),
    max_size=12,
)
cards = st.builds(PitcherCard, st.booleans(), st.booleans(), st.sampled_from([60, 200, 500]))
