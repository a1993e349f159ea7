"""Line-ups of a season's clubs: the best men with each starter of the rotation."""

from collections.abc import Collection, Mapping
from typing import Final

from rules_engine.baseball.state import Side
from rules_engine.baseball.substitutions import side_from
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.scorebook.covering import NOT_THE_MOUND, by_card
from seasons.lahman import SeasonError
from seasons.strat_o_matic.season_cards import SeasonCards

STARTERS: Final = 5
BY_SCARCITY: Final = ("c", "ss", "2b", "cf", "3b", "lf", "rf", "1b")


def line_up(season: SeasonCards, team: str, starter: int = 0) -> Side:
    """At each position the man rated there who batted most, batting in order of at-bats; the n-th starter pitches."""
    if team not in season.teams:
        raise SeasonError(f"there is no team {team}; there are {', '.join(sorted(season.teams))}")
    starters = starters_of(season, team)
    if not starters:
        raise SeasonError(f"{team} cannot take the field: nobody can start")
    rotation = starters[:STARTERS]
    return side_behind(season, team, rotation[starter % len(rotation)], without=rotation)


def starters_of(season: SeasonCards, team: str) -> list[str]:
    """Those with a starter's rating, who pitched most first."""
    pitchers = {man: card for man in season.teams[team] if isinstance(card := season.cards[man], PitcherCard)}
    starters = (man for man, card in pitchers.items() if card.endurance.starter)
    return sorted(starters, key=lambda man: -pitchers[man].outs)


def side_behind(season: SeasonCards, team: str, pitcher: str, without: Collection[str] = ()) -> Side:
    """The best line-up with this pitcher; those in `without` are not on the bench either."""
    cards, men = season.cards, season.teams[team]
    batters = {man: card for man in men if isinstance(card := cards[man], BatterCard)}
    regulars = sorted(batters, key=lambda man: -batters[man].at_bats_and_walks)
    if len(regulars) < len(BY_SCARCITY):
        raise SeasonError(f"{team} cannot take the field: it has {len(regulars)} batters of {len(BY_SCARCITY)}")
    placed: dict[str, str] = {}
    for position in BY_SCARCITY:
        free = [man for man in regulars if man not in placed.values()]
        placed[position] = next((man for man in free if batters[man].fielding_at(position)), free[0])
    if fits := _all_by_card({man: batters[man] for man in regulars}, placed):
        placed = fits
    placed["p"] = pitcher
    order = sorted((placed[position] for position in BY_SCARCITY), key=lambda man: -batters[man].at_bats_and_walks)
    pitchers = (man for man in men if man not in batters)
    bench = tuple(man for man in (*regulars, *pitchers) if man not in placed.values() and man not in without)
    return side_from((*order, placed["p"]), placed, bench)


def with_hitter(season: SeasonCards, side: Side) -> Side:
    """5.11: the same line-up with the man on the bench who batted most in place of the pitcher in the order."""
    bats = [man for man in side.bench if isinstance(season.cards[man], BatterCard)]
    if not bats:
        raise SeasonError("there is nobody on the bench to bat for the pitcher")
    hitter = bats[0]
    order = tuple(hitter if man == side.pitcher else man for man in side.order)
    return side._replace(order=order, bench=tuple(man for man in side.bench if man != hitter))


def _all_by_card(batters: Mapping[str, BatterCard], field: Mapping[str, str]) -> dict[str, str]:
    """The field with everybody at a position on his card, where that can be; first come, first served may miss it."""
    rated = {man: [rating.position for rating in card.fielding] for man, card in batters.items()}
    placed = by_card(rated, NOT_THE_MOUND, {man: position for position, man in field.items()})
    return {position: man for man, position in placed.items()}
