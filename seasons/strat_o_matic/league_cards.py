"""Cards of one league of a real season, read here and made by the system."""

from dataclasses import replace
from typing import Final

from rules_engine.systems.strat_o_matic.card_making import league as making
from rules_engine.systems.strat_o_matic.card_making.card_maker import League
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards as LeagueCards
from rules_engine.systems.strat_o_matic.card_making.targets import Aims
from rules_engine.systems.strat_o_matic.cards.habits import Habits
from rules_engine.systems.strat_o_matic.charts.chart_files import kept_until_other_charts
from seasons.league_statistics import league_totals, read_statistics

FIRST_STAY: Final = 3.0
STEAL_UNDER: Final = 3  # below the common thief's number a man still goes


@kept_until_other_charts
def make_league(year: int, name: str) -> LeagueCards:
    """Cards whose own lines come out right by exact count. Raises SeasonError for a year without statistics."""
    league = replace(measured(year, name), aims=Aims(habits=first_habits(year, name)))
    return making.corrected_cards(read_statistics(year).of(name), league)


def with_aims(year: int, name: str, aims: Aims) -> LeagueCards:
    """The cards of a league that aims at this."""
    return making.with_aims(read_statistics(year).of(name), measured(year, name), aims)


@kept_until_other_charts
def measured(year: int, name: str) -> League:
    """The yardsticks of one league."""
    return replace(making.measured(read_statistics(year).of(name)), safe=league_totals(year, name).safe)


def first_habits(year: int, name: str) -> Habits:
    """What is known of its managers without a replay: they ran at the odds that their thieves had."""
    safe = league_totals(year, name).safe
    walked = league_totals(year, name).counts["IBB"] > 0
    return Habits(
        walks=Habits().walks if walked else 0.0,
        starters_stay=FIRST_STAY,
        steal_from=max(1, min(12, round(20 * safe) - STEAL_UNDER)),
    )
