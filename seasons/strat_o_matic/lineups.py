"""Choose lineups for a season's clubs: the best players with each starter in the rotation."""

from collections.abc import Collection
from typing import Final

from rules_engine.baseball.game_setup import Hand
from rules_engine.baseball.lineups import NoLineupError, add_designated_hitter, propose_lineup
from rules_engine.baseball.state import Side
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard, hitters_card
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from seasons.lahman import SeasonError
from seasons.strat_o_matic.season_cards import SeasonCards

STARTERS: Final = 5
LINEUP_EDITION: Final = "star"  # its cards and symbols determine a hitter's value


def club_lineup(season: SeasonCards, team: str, starter: int = 0, against: Hand | None = None) -> Side:
    """Return the lineup with the rotation's n-th starter, counted from 0. Raise SeasonError if there is none.

    At each position, the rated player with the most playing time plays, or a platoon partner against this hand. The
    best on-base hitters bat first.
    """
    if team not in season.teams:
        raise SeasonError(f"there is no team {team}; choose from {', '.join(sorted(season.teams))}")
    rotation = rated_starters(season, team)[:STARTERS]
    if not rotation:
        raise SeasonError(f"{team} has no pitcher who can start")
    return side_with_pitcher(season, team, rotation[starter % len(rotation)], without=rotation, against=against)


def rated_starters(season: SeasonCards, team: str) -> list[str]:
    """Return the pitchers with a starter's rating, most innings first."""
    outs = {}
    for player in season.teams[team]:
        card = season.cards[player]
        if isinstance(card, PitcherCard) and card.endurance.starter:
            outs[player] = card.outs
    return sorted(outs, key=lambda player: -outs[player])


def has_starter_rating(season: SeasonCards, player: str) -> bool:
    card = season.cards[player]
    return isinstance(card, PitcherCard) and bool(card.endurance.starter)


def side_with_pitcher(
    season: SeasonCards,
    team: str,
    pitcher: str,
    without: Collection[str] = (),
    *,
    has_hitter: bool = False,
    against: Hand | None = None,
) -> Side:
    """Return the best lineup with this pitcher. Raise SeasonError if there is none.

    Args:
        without: Players to leave out.
        has_hitter: Whether there is a designated hitter. If so, hitters without a position come last.
        against: The opposing starter's hand, if known.
    """
    cards, roster = season.cards, season.teams[team]
    hitters = {player: card for player in roster if (card := hitters_card(cards[player]))}

    def regulars_first(player: str) -> tuple[bool, int]:
        card = hitters[player]
        return has_hitter and not card.fielding, -card.at_bats_and_walks

    regulars = sorted(hitters, key=regulars_first)
    pitchers = [player for player in roster if player not in hitters]
    setup = GameSetup(load_ruleset(LINEUP_EDITION), {player: cards[player] for player in (*roster, pitcher)})
    try:
        players = [*regulars, *pitchers]
        return propose_lineup(setup, players, pitcher, hitter=has_hitter, without=without, against=against)
    except NoLineupError as error:
        raise SeasonError(f"{team} can't field a lineup: {error}") from None


def with_designated_hitter(season: SeasonCards, side: Side) -> Side:
    """Return the lineup with the bench's best hitter batting for the pitcher (5.11).

    Raises:
        SeasonError: There is no such hitter.
    """
    setup = GameSetup(
        load_ruleset(LINEUP_EDITION), {player: season.cards[player] for player in (*side.field, *side.bench)}
    )
    try:
        return add_designated_hitter(setup, side)
    except NoLineupError as error:
        raise SeasonError(str(error)) from None
