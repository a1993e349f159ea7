"""A drafted team's saved and proposed lineups, and their check against the game's rules."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import Refused
from drafts.models import CardSet, LineUp, Pick
from rules_engine import systems
from rules_engine.baseball.game_setup import GameSetup
from rules_engine.baseball.lineups import HITTER, NoLineupError, propose_lineup, side_of
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import IllegalSubstitutionError, lineup_ruling
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.rulings import Ruling, refuse
from seasons.lahman import SeasonError
from tabletop.drafted_lineups import DraftedGame, DraftedTeam, card_code
from tabletop.prepared_games import PreparedGame, with_lineups
from tabletop.refusals import LineupRefusal
from tabletop.season_plays import season_play_for
from tournaments.models import Team

Spots = Sequence[tuple[str, str]]  # (card code, position) in batting order; the pitcher's code is ""
SPOT_COUNT = 9


class DraftedRoster(NamedTuple):
    """A team's players with the ratings on their cards.

    Attributes:
        names: Names by card code, in draft order.
        positions: Positions by card code, best first. Empty for players without a hitter's card.
        setup: The game setup, or None if only names are known.
    """

    names: Mapping[str, str]
    positions: Mapping[str, Sequence[str]]
    starters: Sequence[str]
    setup: GameSetup | None

    @property
    def batters(self) -> list[str]:
        return [code for code in self.names if self.positions[code]]


def load_drafted_roster(team: Team, year: int | None) -> DraftedRoster:
    """Return a team's drafted players. `year` is the result of `season_of`."""
    picks = Pick.objects.filter(team=team, card__isnull=False).select_related("card")
    cards = [pick.card for pick in picks if pick.card is not None]
    names = {card.code: card.name for card in cards}
    setup = _load_setup(team, year, names)
    if setup is not None:
        names = {code: name for code, name in names.items() if code in setup.cards}
        positions = {code: _positions_of(setup, code) for code in names}
        starters = [code for code in names if setup.is_pitcher(code) and setup.may_pitch(code, start=True)]
        return DraftedRoster(names, positions, starters, setup)
    rated = {card.code: _rated_positions(card.positions) if card.has_hitter_card else [] for card in cards}
    return DraftedRoster(names, rated, [card.code for card in cards if card.is_starter], None)


def _positions_of(setup: GameSetup, code: str) -> list[str]:
    """Return the positions on a hitter's card. A hitter without any can be the designated hitter."""
    if not setup.is_hitter(code):
        return []
    return list(setup.positions(code)) or [HITTER]


def _rated_positions(games: Mapping[str, int]) -> list[str]:
    """Return a card's positions, most games first. "of" means all three outfield positions."""
    rated = [position.lower() for position in sorted(games, key=lambda position: -games[position])]
    outfield = ["lf", "cf", "rf"] if "of" in rated else []
    return [position for position in (*rated, *outfield) if position in POSITIONS] or [HITTER]


def season_of(team: Team) -> int | None:
    """Return the year of the season from which a team drafted, or None if there is no single season."""
    years = set(CardSet.objects.filter(drafts__picks__team=team).values_list("season", flat=True))
    return years.pop() if len(years) == 1 else None


def _load_setup(team: Team, year: int | None, names: Mapping[str, str]) -> GameSetup | None:
    """Return the game setup with the team's season cards, or None if it drafted from more than one season."""
    game = team.tournament.profile.game
    if year is None:
        return None
    try:
        play = season_play_for(game.system)
        season = play.season(game.edition, str(year))
        cards = {code: season.cards[code] for code in names if code in season.cards}
        setup: GameSetup = play.system.setup(play.system.edition(game.edition), cards)
    except (SeasonError, SystemFileError, systems.NoSuchSystemError):
        return None
    return setup


def saved_lineups(team: Team) -> dict[str, Spots]:
    """Return the saved lineups by the opposing starter's hand."""
    rows = LineUp.objects.filter(team=team).values_list("against", "spots")
    return {against: [(code, position) for code, position in spots] for against, spots in rows}


def propose_spots(roster: DraftedRoster) -> Spots:
    """Return the program's proposed lineup, or () if there is none."""
    if roster.setup is None or not roster.starters:
        return ()
    has_hitter = systems.load(roster.setup.system).has_hitter(roster.setup.edition.key)
    starter = next((code for code in roster.starters if code not in roster.batters), roster.starters[0])
    try:
        side = propose_lineup(roster.setup, [*roster.names], starter, hitter=has_hitter)
    except NoLineupError:
        return ()
    return [("" if player == side.pitcher else player, side.position_of(player) or HITTER) for player in side.order]


def can_have_hitter(roster: DraftedRoster, proposed: Spots) -> bool:
    """Return whether a bench player could bat for the pitcher (T0.01). Without a proposal, return True."""
    batting = {code for code, _ in proposed}
    bench_player = next((code for code in roster.batters if code not in batting), None)
    if bench_player is None or not proposed:
        return True
    with_hitter = [(bench_player, HITTER) if position == "p" else (code, position) for code, position in proposed]
    return bool(rule_on_lineup(roster, with_hitter))


def rule_on_lineup(roster: DraftedRoster, spots: Spots) -> Ruling:
    """Check whether a game can start with this lineup."""
    if not roster.starters:
        return refuse(LineupRefusal.NO_STARTER, "5.10")
    named = {code for code, _ in spots}
    starter = next((code for code in roster.starters if code not in named), roster.starters[0])
    order = tuple(code or starter for code, _ in spots)
    field = {position: code or starter for code, position in spots if position != HITTER} | {"p": starter}
    ruling = lineup_ruling(order, field, designated_hitter=starter not in order)
    if not ruling or roster.setup is None:
        return ruling
    bench = tuple(code for code in roster.names if code not in (*order, starter))
    side = Side(order, tuple(field[position] for position in POSITIONS), bench)
    return systems.load(roster.setup.system).lineup_ruling(roster.setup, side)


def with_saved_lineups(prepared: PreparedGame, game: DraftedGame) -> tuple[PreparedGame, list[str]]:
    """Return the game with the saved lineups, and a warning for each unusable one."""
    warnings: list[str] = []
    for index, team in enumerate((game.away, game.home)):
        try:
            prepared = _with_saved_lineup(prepared, team, index)
        except (NoLineupError, IllegalSubstitutionError, SeasonError) as error:
            warnings.append(f"{team.name} uses the proposed lineup, because its saved one isn't legal: {error}")
    return prepared, warnings


def with_checked_lineups(prepared: PreparedGame, game: DraftedGame, counts: Sequence[bool]) -> PreparedGame:
    """Return the game with the saved lineups. Raise Refused for an illegal one.

    Args:
        counts: Whether to use the visitors' and the home team's saved lineup.
    """
    for index, team in enumerate((game.away, game.home)):
        if not counts[index]:
            continue
        try:
            prepared = _with_saved_lineup(prepared, team, index)
        except (NoLineupError, IllegalSubstitutionError, SeasonError) as error:
            raise Refused(LineupRefusal.SAVED_NOT_POSSIBLE, team=team.name, why=str(error).rstrip(".")) from None
    return prepared


def _with_saved_lineup(prepared: PreparedGame, team: DraftedTeam, index: int) -> PreparedGame:
    """Return the game with a team's saved lineup against the opposing starter, if any.

    Raise an error if it is illegal.
    """
    sides = prepared.game.log.start.sides
    hand = prepared.game.setup.hand(sides[1 - index].pitcher)
    spots = team.lineups.get(hand) or team.lineups.get(LineUp.Against.ANY.value)
    if not spots:
        return prepared
    side = side_of(_spots_in_game(spots, sides[index]), sides[index])
    return with_lineups(prepared, (sides[0], side) if index else (side, sides[1]))


def _spots_in_game(spots: Spots, side: Side) -> list[tuple[str, str]]:
    """Return the spots with the game's player ids. A starting pitcher at DH bats for himself.

    Raise NoLineupError if a player has no card.
    """
    players = {*side.order, *side.field, *side.bench}
    ids = {card_code(player): player for player in players} | {player: player for player in players}
    missing = [code for code, _ in spots if code and code not in ids]
    if missing:
        raise NoLineupError(refuse(LineupRefusal.NO_CARD, "", players=missing))
    in_game = [(ids[code] if code else "", position) for code, position in spots]
    return [("", "p") if spot == (side.pitcher, HITTER) else spot for spot in in_game]
