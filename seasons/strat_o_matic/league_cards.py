"""Cards of one league of a real season: every man's, against what that league hit and pitched."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules_engine.baseball.seasons import BattingSeason, league_rates
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card, PitcherCard
from rules_engine.systems.strat_o_matic.cards.habits import Habits
from rules_engine.systems.strat_o_matic.cards.shared_cards import hitting_card
from rules_engine.systems.strat_o_matic.charts.chart_files import kept_until_other_charts
from rules_engine.systems.strat_o_matic.making.aims import Aims
from rules_engine.systems.strat_o_matic.making.make import (
    League,
    hitting_code,
    make_batter,
    make_pitcher,
    measure_league,
)
from rules_engine.systems.strat_o_matic.making.proof import (
    Batters,
    Compared,
    Staff,
    compare_league,
    corrected,
    ranges_behind,
)
from rules_engine.systems.strat_o_matic.making.ratings import bunt_rating
from rules_engine.systems.strat_o_matic.making.sides import Ranges
from seasons.league_statistics import Statistics, league_totals, read_statistics

FEWEST_PLATE_APPEARANCES: Final = 60
FEWEST_BATTERS_FACED: Final = 80
FIRST_STAY: Final = 3.0
STEAL_UNDER: Final = 3  # below the common thief's number a man still goes
ROUNDS: Final = 2  # of correction; two bring a league within a fifth of one per cent


@dataclass(frozen=True)
class LeagueCards:
    """One league's cards by player, the men of its teams who have one, and what they were made with."""

    year: int
    name: str
    statistics: Statistics
    league: League
    cards: Mapping[str, Card]
    teams: Mapping[str, Sequence[str]]

    @property
    def report(self) -> list[Compared]:
        """What the cards give by exact count against what was played."""
        return compare_league(*_played(self), _of_the_league(self), self.league.hands)


@kept_until_other_charts
def make_league(year: int, name: str) -> LeagueCards:
    """Cards whose own lines come out right by exact count. Raises SeasonError for a year without statistics."""
    made = with_aims(year, name, Aims(habits=first_habits(year, name)))
    for _ in range(ROUNDS):
        made = with_aims(year, name, corrected(made.league, *_played(made), _of_the_league(made)).aims)
    return made


def with_aims(year: int, name: str, aims: Aims) -> LeagueCards:
    """The cards of a league that aims at this."""
    statistics = read_statistics(year).of(name)
    league = replace(measured(year, name), aims=aims)
    batters = _batters(statistics, league)
    cards: dict[str, Card] = {**_pitchers(statistics, league, _behind(statistics, batters)), **batters}
    teams = {team: [man for man in men if man in cards] for team, men in statistics.teams.items()}
    return LeagueCards(year, name, statistics, league, cards, teams)


@kept_until_other_charts
def measured(year: int, name: str) -> League:
    """The yardsticks of one league."""
    statistics = read_statistics(year).of(name)
    lines = [line for seasons in statistics.fielding.values() for line in seasons]
    league = measure_league(list(statistics.batting.values()), lines, list(statistics.pitching.values()))
    return replace(league, safe=league_totals(year, name).safe)


def first_habits(year: int, name: str) -> Habits:
    """What is known of its managers without a replay: they ran at the odds that their thieves had."""
    safe = league_totals(year, name).safe
    walked = league_totals(year, name).counts["IBB"] > 0
    return Habits(
        walks=Habits().walks if walked else 0.0,
        starters_stay=FIRST_STAY,
        steal_from=max(1, min(12, round(20 * safe) - STEAL_UNDER)),
    )


def _played(made: LeagueCards) -> tuple[Batters, Staff]:
    """Everybody with his card and season, pitchers at bat on the shared cards."""
    statistics = made.statistics
    batters = {man: card for man, card in made.cards.items() if isinstance(card, BatterCard)}
    pitchers = {man: card for man, card in made.cards.items() if isinstance(card, PitcherCard)}
    at_bat = _pitchers_at_bat(pitchers, statistics)
    staff = [(card, statistics.pitching[man]) for man, card in pitchers.items()]
    return [*((card, statistics.batting[man]) for man, card in batters.items()), *at_bat], staff


def _behind(statistics: Statistics, cards: Mapping[str, Card]) -> Mapping[str, Ranges]:
    """By man: how good the fielders of his team were, each by his outs at the position."""
    teams = [(men, ranges_behind(_stood(statistics, cards, men))) for men in statistics.teams.values()]
    return {man: ranges for men, ranges in teams for man in men}


def _of_the_league(made: LeagueCards) -> Ranges:
    return ranges_behind(_stood(made.statistics, made.cards, made.cards))


def _stood(statistics: Statistics, cards: Mapping[str, Card], men: Iterable[str]) -> Iterator[tuple[str, int, float]]:
    """(position, range, outs) of these men's seasons in the field."""
    for man in men:
        card = cards.get(man)
        for season in statistics.fielding.get(man, ()):
            if isinstance(card, BatterCard) and (rated := card.fielding_at(season.position)):
                yield season.position, rated.range, season.outs
            elif isinstance(card, PitcherCard) and season.position == "p":
                yield "p", card.fielding.range, season.outs


def _pitchers(statistics: Statistics, league: League, behind: Mapping[str, Ranges]) -> dict[str, PitcherCard]:
    bats = [statistics.batting[player] for player in statistics.pitching if _is_pitcher(statistics, player)]
    staff_rates = league_rates(bats)
    found = {}
    for player, season in statistics.pitching.items():
        if season.batters >= FEWEST_BATTERS_FACED:
            batting = statistics.batting.get(player)
            code = hitting_code(batting, league, staff_rates, "L" if statistics.hands[player] == "L" else "R")
            fielding = statistics.fielding.get(player, ())
            bunt = bunt_rating(batting) if batting else "D"
            found[player] = make_pitcher(season, fielding, league, code, bunt, behind[player])
    return found


def _is_pitcher(statistics: Statistics, player: str) -> bool:
    """A man who pitched enough for a pitcher's card; others who were sent to the mound once stay batters."""
    faced = statistics.pitching[player].batters if player in statistics.pitching else 0
    return faced >= FEWEST_BATTERS_FACED and player in statistics.batting


def _batters(statistics: Statistics, league: League) -> dict[str, BatterCard]:
    return {
        player: make_batter(season, statistics.fielding.get(player, ()), league)
        for player, season in statistics.batting.items()
        if not _is_pitcher(statistics, player) and season.plate_appearances >= FEWEST_PLATE_APPEARANCES
    }


def _pitchers_at_bat(
    pitchers: Mapping[str, PitcherCard], statistics: Statistics
) -> list[tuple[BatterCard, BattingSeason]]:
    """Pitchers bat on shared cards, which give what they give; the batters' cards make up for the rest."""
    return [
        (hitting_card(card.hitting, card.name), season)
        for player, card in pitchers.items()
        if (season := statistics.batting.get(player)) and season.plate_appearances > 0
    ]
