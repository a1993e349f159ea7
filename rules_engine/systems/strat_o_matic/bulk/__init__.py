"""Many games at once: cards, rules and autopilot are asked once for each kind of moment, and drawn from then on."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules_engine.baseball.state import Side
from rules_engine.systems.strat_o_matic.editions.edition import Edition
from rules_engine.systems.strat_o_matic.scorebook.book import Book

# What the keys have room for (asked.py).
MOST_MEN: Final = 1_000  # in all teams together
MOST_LINE_UPS: Final = 250
MOST_BATS, MOST_PITCHERS = 10, 14  # on one bench
MOST_CAUTION: Final = 12


def played_at_once(book: Book, line_ups: Mapping[str, Sequence[Side]]) -> bool:
    """Whether games between these teams are: under rules that are counted here, and not too many men."""
    sides = [side for of_team in line_ups.values() for side in of_team]
    men = {man for side in sides for man in (*side.order, *side.field, *side.bench)}
    fits = len(men) <= MOST_MEN and len(sides) <= MOST_LINE_UPS and 0 <= book.habits.caution < MOST_CAUTION
    benches = [(book.batters(side.bench), book.pitchers(side.bench)) for side in sides]
    fits = fits and all(len(bats) <= MOST_BATS and len(staff) <= MOST_PITCHERS for bats, staff in benches)
    return fits and _rules_are_counted(book.edition)


def _rules_are_counted(edition: Edition) -> bool:
    """Ratings for steals, the Super Advanced chart of fielding, a d20 before the pitch, and fatigue by innings."""
    tires, steals = edition.endurance, edition.stealing
    by_innings = tires.reliever_window == "fixed_blocks" and not tires.tired_must_leave
    plain = not (tires.charged_runs_of_anybody or tires.starter_tired_after_inning or tires.reliever_faces_a_batter)
    held = steals.ratings and not (steals.holds_change_with_new_man_only or steals.delayed_steal_of_home)
    pitched = edition.pitches.wild_pitches and edition.pitches.d20_alone_first
    return by_innings and plain and held and pitched and edition.fielding.chart == "super"
