"""Make Strat-O-Matic cards for one league in a real season."""

from dataclasses import replace
from typing import Final

from rules_engine.systems.strat_o_matic.card_making import league as making
from rules_engine.systems.strat_o_matic.card_making.card_maker import League
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards as LeagueCards
from rules_engine.systems.strat_o_matic.card_making.targets import CardTargets
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits
from rules_engine.systems.strat_o_matic.charts.chart_files import cached_per_chart_set
from seasons.league_statistics import league_totals, read_statistics

INITIAL_STARTERS_STAY: Final = 3.0
STEAL_MARGIN: Final = 3  # runners attempt steals down to this much below the average success number


@cached_per_chart_set
def make_league(year: int, name: str) -> LeagueCards:
    """Make cards that produce the real lines by exact count. Raise SeasonError for a year without statistics."""
    aims = CardTargets(habits=initial_habits(year, name))
    league = replace(measure_season(year, name), aims=aims)
    return making.make_corrected_cards(read_statistics(year).of_league(name), league)


def cards_with_targets(year: int, name: str, aims: CardTargets) -> LeagueCards:
    """Make a league's cards with these aims."""
    return making.cards_with_targets(read_statistics(year).of_league(name), measure_season(year, name), aims)


@cached_per_chart_set
def measure_season(year: int, name: str) -> League:
    """Return a league's averages, with which its players are compared."""
    league = making.measure_season(read_statistics(year).of_league(name))
    return replace(league, safe=league_totals(year, name).steal_success_rate)


def initial_habits(year: int, name: str) -> ManagerHabits:
    """Return the managers' habits as far as totals show them, without a replay."""
    totals = league_totals(year, name)
    average_number = round(20 * totals.steal_success_rate)
    has_intentional_walks = totals.counts["IBB"] > 0
    return ManagerHabits(
        walks=ManagerHabits().walks if has_intentional_walks else 0.0,
        starters_stay=INITIAL_STARTERS_STAY,
        steal_from=max(1, min(12, average_number - STEAL_MARGIN)),
    )
