"""Make the cards of a complete league from its season."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules_engine.baseball.seasons import BattingSeason, LeagueSeason, PitchingSeason, league_rates
from rules_engine.baseball.system_types import Counted, MadeCards
from rules_engine.systems.strat_o_matic.card_making.card_maker import (
    League,
    hitting_code,
    make_batter,
    make_pitcher,
    measure_league,
)
from rules_engine.systems.strat_o_matic.card_making.card_sides import Ranges
from rules_engine.systems.strat_o_matic.card_making.proof import (
    Batters,
    Comparison,
    Staff,
    compare_league,
    corrected_league,
    ranges_behind,
)
from rules_engine.systems.strat_o_matic.card_making.ratings import bunt_rating
from rules_engine.systems.strat_o_matic.card_making.targets import CardTargets
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card, PitcherCard, hitters_card
from rules_engine.systems.strat_o_matic.cards.shared_cards import hitting_card

FEWEST_PLATE_APPEARANCES: Final = 60
FEWEST_BATTERS_FACED: Final = 80
ROUNDS: Final = 2  # Rounds of correction. Two bring a league within 0.2 percent.


@dataclass(frozen=True)
class LeagueCards:
    """One league's cards by player, its teams' players with cards, and the yardsticks behind the cards."""

    statistics: LeagueSeason
    league: League
    cards: Mapping[str, Card]
    teams: Mapping[str, Sequence[str]]

    @property
    def year(self) -> int:
        return self.statistics.year

    @property
    def name(self) -> str:
        return self.statistics.name

    @property
    def report(self) -> list[Comparison]:
        """Return the exact expected totals of the cards beside the actual totals."""
        return compare_league(*_cards_and_seasons(self), _league_ranges(self), self.league.hands)


def make_cards(season: LeagueSeason, ruleset: Any) -> MadeCards:
    """Return a league's cards for all rulesets, with targets that make the exact totals come out right."""
    league_cards = make_corrected_cards(season, measure_season(season))
    return MadeCards(league_cards.cards, [Counted(*comparison) for comparison in league_cards.report])


def measure_season(season: LeagueSeason) -> League:
    """Return a league's yardsticks."""
    lines = [line for seasons in season.fielding.values() for line in seasons]
    return measure_league(list(season.batting.values()), lines, list(season.pitching.values()))


def make_corrected_cards(season: LeagueSeason, league: League) -> LeagueCards:
    """Return cards whose exact totals come out right."""
    league_cards = cards_with_targets(season, league, league.aims)
    for _ in range(ROUNDS):
        ranges = _league_ranges(league_cards)
        with_targets = corrected_league(league_cards.league, *_cards_and_seasons(league_cards), ranges)
        league_cards = cards_with_targets(season, league, with_targets.aims)
    return league_cards


def cards_with_targets(season: LeagueSeason, league: League, aims: CardTargets) -> LeagueCards:
    """Return a league's cards for these targets."""
    league = replace(league, aims=aims)
    batters = _batters(season, league)
    pitchers = _pitchers(season, league, _ranges_by_player(season, batters))
    two_way = {player: replace(card, hitter=batters.pop(player, None)) for player, card in pitchers.items()}
    cards: dict[str, Card] = {**two_way, **batters}
    teams = {team: [player for player in players if player in cards] for team, players in season.teams.items()}
    return LeagueCards(season, league, cards, teams)


def _cards_and_seasons(league_cards: LeagueCards) -> tuple[Batters, Staff]:
    """Return all players at bat and all pitchers, each with his card and season.

    Pitchers without a hitter's card bat with the shared hitting cards.
    """
    statistics = league_cards.statistics
    batters = {player: hitter for player, card in league_cards.cards.items() if (hitter := hitters_card(card))}
    pitchers = {player: card for player, card in league_cards.cards.items() if isinstance(card, PitcherCard)}
    at_bat = _pitchers_at_bat(pitchers, statistics)
    staff = [(card, statistics.pitching[player]) for player, card in pitchers.items()]
    return [*((card, statistics.batting[player]) for player, card in batters.items()), *at_bat], staff


def _ranges_by_player(statistics: LeagueSeason, cards: Mapping[str, Card]) -> Mapping[str, Ranges]:
    """Return the range shares behind each player: his team's fielders, weighted by their outs at the position."""
    ranges_of_teams = [
        (players, ranges_behind(_fielding_outs(statistics, cards, players))) for players in statistics.teams.values()
    ]
    return {player: ranges for players, ranges in ranges_of_teams for player in players}


def _league_ranges(league_cards: LeagueCards) -> Ranges:
    return ranges_behind(_fielding_outs(league_cards.statistics, league_cards.cards, league_cards.cards))


def _fielding_outs(
    statistics: LeagueSeason, cards: Mapping[str, Card], players: Iterable[str]
) -> Iterator[tuple[str, int, float]]:
    """Yield (position, range, outs) for these players' seasons in the field."""
    for player in players:
        card = cards.get(player)
        hitter = hitters_card(card) if card else None
        for season in statistics.fielding.get(player, ()):
            if isinstance(card, PitcherCard) and season.position == "p":
                yield "p", card.fielding.range, season.outs
            elif hitter and (rating := hitter.fielding_at(season.position)):
                yield season.position, rating.range, season.outs


def _pitchers(
    statistics: LeagueSeason, league: League, ranges_by_player: Mapping[str, Ranges]
) -> dict[str, PitcherCard]:
    staff = _carded_pitchers(statistics)
    at_bat = [player for player in staff if player in statistics.batting and player not in statistics.two_way]
    staff_rates = league_rates([statistics.batting[player] for player in at_bat])
    cards = {}
    for player, season in staff.items():
        batting = statistics.batting.get(player)
        code = hitting_code(batting, league, staff_rates, "L" if statistics.hands[player] == "L" else "R")
        fielding = statistics.fielding.get(player, ())
        bunt = bunt_rating(batting) if batting else "D"
        cards[player] = make_pitcher(season, fielding, league, code, bunt, ranges_by_player[player])
    return cards


def _carded_pitchers(statistics: LeagueSeason) -> dict[str, PitchingSeason]:
    """Return the players who pitched enough for a pitcher's card. The others remain batters."""
    pitching = statistics.without_mop_ups().pitching
    return {player: season for player, season in pitching.items() if season.batters >= FEWEST_BATTERS_FACED}


def _batters(statistics: LeagueSeason, league: League) -> dict[str, BatterCard]:
    staff = _carded_pitchers(statistics)
    return {
        player: make_batter(season, statistics.fielding.get(player, ()), league)
        for player, season in statistics.batting.items()
        if season.plate_appearances >= FEWEST_PLATE_APPEARANCES
        and (player not in staff or player in statistics.two_way)
    }


def _pitchers_at_bat(
    pitchers: Mapping[str, PitcherCard], statistics: LeagueSeason
) -> list[tuple[BatterCard, BattingSeason]]:
    """Return the pitchers who bat with shared hitting cards, and their seasons.

    The shared cards are fixed, so the batters' cards must balance the league's totals.
    """
    return [
        (hitting_card(card.hitting, card.name), season)
        for player, card in pitchers.items()
        if card.hitter is None and (season := statistics.batting.get(player)) and season.plate_appearances > 0
    ]
