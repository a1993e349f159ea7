"""Set up a game between two drafted teams, with lineups from season cards and pitchers from pitching sheets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules_engine.baseball.state import Side
from rules_engine.baseball.system import AnySystem
from rules_engine.eligibility.pitching import Availability, ReliefLeft
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.season_play import SeasonPlay, find_starter

_TWIN_SUFFIX: Final = "-2"  # for the home team's player if the visitors drafted him too


@dataclass(frozen=True, slots=True)
class DraftedTeam:
    """A drafted team before a game.

    Attributes:
        players: Names by card code, in draft order.
        sheet: How each pitcher may be used in the next game.
        carryover: Carryover from earlier games by card code, or None.
        lineups: Saved lineups by the opposing starter's hand.
        ratings: Printed ratings by card code, for players whose card set has them.
    """

    name: str
    players: Mapping[str, str]
    sheet: Mapping[str, Availability]
    carryover: Mapping[str, Any] | None = None
    lineups: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    ratings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def may_start(self, code: str) -> bool:
        """Return whether the pitching sheet lets a player start. Position players always can."""
        return code not in self.sheet or bool(self.sheet[code].start)


@dataclass(frozen=True, slots=True)
class DraftedGame:
    """A game between two drafted teams.

    Attributes:
        profile: The edition stored with the tournament.
        suspending: Whether the game may be suspended (T33.0).
        season: The real season that both teams' cards come from, or None if there are several.
    """

    title: str
    profile: Profile
    suspending: Ruling
    best_of: bool
    card_sets: tuple[str, ...]
    season: int | None
    away: DraftedTeam
    home: DraftedTeam


@dataclass(frozen=True, slots=True)
class DraftedMatchup:
    """A drafted game's lineups and pitching limits.

    Attributes:
        sheets: Whether each pitcher may start this game.
        without_card: Names of players left out because the season has no card for them, with the missing part.
    """

    sides: tuple[Side, Side]
    relief: Mapping[str, ReliefLeft]
    sheets: Mapping[str, Ruling]
    without_card: tuple[str, ...]


def drafted_season(play: SeasonPlay, game: DraftedGame, season: SeasonCardSet) -> SeasonCardSet:
    """Return two drafted teams' season cards, with the game's player ids."""
    away = {code: code for code in game.away.players if code in season.cards}
    home = {}
    for code in game.home.players:
        if code in season.cards:
            home[code] = f"{code}{_TWIN_SUFFIX}" if code in away else code
    teams = {}
    for team, ids in ((game.away, away), (game.home, home)):
        teams[team.name] = [ids[code] for code in play.bench_order(season, ids, team.may_start)]
    return add_twin_cards(replace(season, teams=teams), home.values())


def printed_ratings_by_player(game: DraftedGame, season: SeasonCardSet) -> dict[str, Mapping[str, str]]:
    """Return both teams' printed ratings by the game's player ids."""
    ratings = {}
    for team in (game.away, game.home):
        for player in season.teams[team.name]:
            code = player if player in team.players else card_code(player)
            if team.ratings.get(code):
                ratings[player] = team.ratings[code]
    return ratings


def lay_printed_ratings(
    system: AnySystem, season: SeasonCardSet, ratings: Mapping[str, Mapping[str, str]]
) -> SeasonCardSet:
    """Return the season with printed ratings on the cards. Ratings missing from a sheet keep their generated values."""
    printed = {
        player: system.printed_card(season.cards[player], own_ratings).card
        for player, own_ratings in ratings.items()
        if player in season.cards
    }
    return replace(season, cards={**season.cards, **printed}) if printed else season


def _missing_card(name: str, ratings: Mapping[str, str]) -> str:
    """Return a name, followed by the ratings that aren't enough to make a card."""
    rated = ", ".join(rating.replace("_", " ") for rating in ratings)
    return f"{name} (rated for {rated}, but his card has no columns)" if rated else name


def add_twin_cards(season: SeasonCardSet, players: Iterable[str]) -> SeasonCardSet:
    """Add separate cards for players drafted by both teams, because a box score has one line per player."""
    twins = {}
    for player in players:
        card = season.cards.get(card_code(player))
        if player not in season.cards and card is not None:
            twins[player] = replace(card, name=f"{card.name} (home)")
    if not twins:
        return season
    return replace(season, cards={**season.cards, **twins})


def card_code(player: str) -> str:
    """Return the card code for a game's player id."""
    return player.removesuffix(_TWIN_SUFFIX)


def twin_codes(players: Iterable[str]) -> dict[str, str]:
    """Return the card codes of players drafted by both teams, by their ids in the game."""
    return {player: card_code(player) for player in players if player.endswith(_TWIN_SUFFIX)}


def rename_players(carryover: Any, names: Mapping[str, str]) -> Any:
    """Return a carryover with renamed players."""
    if not isinstance(carryover, Mapping):
        return carryover
    return {names.get(key, key): rename_players(value, names) for key, value in carryover.items()}


def set_up_matchup(
    play: SeasonPlay, setup: Any, game: DraftedGame, season: SeasonCardSet, starters: tuple[str, str] = ("", "")
) -> DraftedMatchup:
    """Choose lineups and starters based on the pitching sheets. Raise SeasonError if a team can't field a lineup.

    Args:
        starters: Part of each starter's name. "" chooses the best pitcher who may start.
    """
    sides: list[Side] = []
    relief: dict[str, ReliefLeft] = {}
    sheets: dict[str, Ruling] = {}
    without_card: list[str] = []
    has_hitter = play.system.has_hitter(game.profile.game.edition)
    for team, words in zip((game.away, game.home), starters, strict=True):
        codes = {}
        for player in season.teams[team.name]:
            codes[player] = player if player in team.players else card_code(player)
        may_start = {}
        for player, code in codes.items():
            if code in team.sheet:
                availability = team.sheet[code]
                relief[player] = ReliefLeft(availability.relief, availability.relief_outs)
                may_start[player] = availability.start
        sheets |= may_start
        without_card += [
            _missing_card(name, team.ratings.get(code, {}))
            for code, name in team.players.items()
            if code not in codes.values()
        ]
        staff = play.staff(setup, season, team.name)
        pitcher = _choose_starter(staff, setup, season, team.name, may_start, words)
        sides.append(play.side(setup, season, team.name, pitcher, hitter=has_hitter))
    return DraftedMatchup((sides[0], sides[1]), relief, sheets, tuple(without_card))


def _choose_starter(
    staff: Sequence[str], setup: Any, season: SeasonCardSet, team: str, sheet: Mapping[str, Ruling], words: str
) -> str:
    """Return the named starter, or the first who may start by sheet, card and injuries.

    Raise SeasonError if none can.
    """
    rulings = {}
    for pitcher in staff:
        if pitcher in sheet:
            rulings[pitcher] = sheet[pitcher] and setup.may_pitch(pitcher, start=True)
    names = season.names_of(season.teams[team])
    if words:
        pitcher = find_starter(season, team, rulings, words)
        if not rulings[pitcher]:
            raise SeasonError(f"{names[pitcher]} may not start for {team}: {rulings[pitcher]}")
        return pitcher
    for pitcher, ruling in rulings.items():
        if ruling:
            return pitcher
    reasons = [f"{names[pitcher]}, {ruling}" for pitcher, ruling in rulings.items()]
    raise SeasonError(f"no one may start for {team}: {'; '.join(reasons) or 'it has no starter with a card'}")
