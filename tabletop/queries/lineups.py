"""Saved and proposed lineups of a drafted team, and their check by the game's rules."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from drafts.models import CardSet, LineUp, Pick
from rules_engine import systems
from rules_engine.baseball.lineups import HITTER, NoLineupError, proposed_side, side_of
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import IllegalSubstitutionError, lineup_ruling
from rules_engine.baseball.system import GameSetup, SystemFileError
from rules_engine.rulings import Finding, Ruling, refuse
from seasons.lahman import SeasonError
from tabletop.drafted_lineups import TWIN, DraftedGame
from tabletop.season_plays import season_play_for
from tabletop.table_game import TableGame, with_lineups
from tournaments.models import Team

Spots = Sequence[tuple[str, str]]  # in batting order (code of the card, position); at "p" the code is ""
PLACES = 9


class LineUpFinding(Finding):
    """Faults of a lineup that don't depend on the game system."""

    NO_STARTER = "The team has drafted nobody who may start."


class Drafted(NamedTuple):
    """The players of a team with the ratings of their cards. `book` is None if only names are known."""

    names: Mapping[str, str]  # code -> name, in drafting order
    positions: Mapping[str, Sequence[str]]  # of each, the best first; none without a hitter's card
    starters: Sequence[str]
    setup: GameSetup | None

    @property
    def batters(self) -> list[str]:
        return [code for code in self.names if self.positions[code]]


def drafted_by(team: Team) -> Drafted:
    """Return the drafted players of a team."""
    cards = [pick.card for pick in Pick.objects.filter(team=team, card__isnull=False).select_related("card")]
    known = [card for card in cards if card is not None]
    names = {card.code: card.name for card in known}
    setup = _setup(team, names)
    if setup is not None:
        names = {code: name for code, name in names.items() if code in setup.cards}
        positions = {code: _positions_of(setup, code) for code in names}
        starters = [code for code in names if setup.is_pitcher(code) and setup.may_pitch(code, start=True)]
        return Drafted(names, positions, starters, setup)
    rated = {card.code: _rated(card.positions) if card.has_hitter_card else [] for card in known}
    return Drafted(names, rated, [card.code for card in known if card.is_starter], None)


def _positions_of(setup: GameSetup, code: str) -> list[str]:
    """Return the positions on a hitter's card; a hitter without any can be the designated hitter."""
    return (list(setup.positions(code)) or [HITTER]) if setup.is_hitter(code) else []


def _rated(games: Mapping[str, int]) -> list[str]:
    """Return the positions of a card, most games first. "of" stands for all three outfield positions."""
    rated = [position.lower() for position, _ in sorted(games.items(), key=lambda pair: -pair[1])]
    outfield = ["lf", "cf", "rf"] if "of" in rated else []
    return [position for position in (*rated, *outfield) if position in POSITIONS] or [HITTER]


def _setup(team: Team, names: Mapping[str, str]) -> GameSetup | None:
    """Return the game setup with the season cards of the team, or None if it drafted from no single season."""
    game = team.tournament.profile.game
    years = set(CardSet.objects.filter(drafts__picks__team=team).values_list("season", flat=True))
    if len(years) != 1 or None in years:
        return None
    year = str(years.pop())
    try:
        play = season_play_for(game.system)
        season = play.season(game.edition, year)
        cards = {code: season.cards[code] for code in names if code in season.cards}
        setup: GameSetup = play.system.setup(play.system.edition(game.edition), cards)
    except (SeasonError, SystemFileError, systems.NoSuchSystemError):
        return None
    return setup


def spots_of(team: Team) -> dict[str, Spots]:
    """Return the saved lineups by the starter's hand."""
    saved = LineUp.objects.filter(team=team).values_list("against", "spots")
    return {against: [(code, position) for code, position in spots] for against, spots in saved}


def proposed_spots(drafted: Drafted) -> Spots:
    """Return the lineup that the program proposes, or () if it can't."""
    if drafted.setup is None or not drafted.starters:
        return ()
    try:
        hitter = systems.load(drafted.setup.system).has_hitter(drafted.setup.edition.key)
        starter = next((code for code in drafted.starters if code not in drafted.batters), drafted.starters[0])
        side = proposed_side(drafted.setup, [*drafted.names], starter, hitter=hitter)
    except NoLineupError:
        return ()
    return [("" if man == side.pitcher else man, side.position_of(man) or HITTER) for man in side.order]


def may_have_hitter(drafted: Drafted, proposed: Spots) -> bool:
    """Check whether a bench player could bat for the pitcher (T0.01). Without a proposal, assume yes."""
    batting = {code for code, _ in proposed}
    free = next((code for code in drafted.batters if code not in batting), None)
    if free is None or not proposed:
        return True
    return bool(
        line_up_ruling(drafted, [(free, HITTER) if place == "p" else (code, place) for code, place in proposed])
    )


def line_up_ruling(drafted: Drafted, spots: Spots) -> Ruling:
    """Rule whether a game may start with this lineup."""
    if not drafted.starters:
        return refuse(LineUpFinding.NO_STARTER, "5.10")
    named = {code for code, _ in spots}
    starter = next((code for code in drafted.starters if code not in named), drafted.starters[0])
    order = tuple(code or starter for code, _ in spots)
    field = {position: code or starter for code, position in spots if position != HITTER} | {"p": starter}
    ruling = lineup_ruling(order, field, designated_hitter=starter not in order)
    if not ruling or drafted.setup is None:
        return ruling
    bench = tuple(code for code in drafted.names if code not in (*order, starter))
    side = Side(order, tuple(field[position] for position in POSITIONS), bench)
    return systems.load(drafted.setup.system).lineup_ruling(drafted.setup, side)


def with_saved_line_ups(table: TableGame, game: DraftedGame) -> tuple[TableGame, list[str]]:
    """Return the game with the saved lineups, and reasons for those that can't be used."""
    warnings: list[str] = []
    for team, drafted in enumerate((game.away, game.home)):
        sides = table.game.log.start.sides
        hand = table.game.setup.hand(sides[1 - team].pitcher)
        spots = drafted.line_ups.get(hand) or drafted.line_ups.get(LineUp.Against.ANY.value)
        if not spots:
            continue
        try:
            side = side_of(_as_they_play(spots, sides[team]), sides[team])
            table = with_lineups(table, (sides[0], side) if team else (side, sides[1]))
        except (NoLineupError, IllegalSubstitutionError, SeasonError) as fault:
            warnings.append(f"{drafted.name} does not take the field as it is saved, but as proposed: {fault}")
    return table, warnings


def _as_they_play(spots: Spots, side: Side) -> list[tuple[str, str]]:
    """Return the spots with player ids of the game; a starting pitcher who is the designated hitter bats for himself.

    Raises NoLineupError.
    """
    players = {*side.order, *side.field, *side.bench}
    keys = {man.removesuffix(TWIN): man for man in players} | {man: man for man in players}
    if missing := [code for code, _ in spots if code and code not in keys]:
        raise NoLineupError(f"there is no card of {', '.join(missing)}")
    named = [(keys[code] if code else "", position) for code, position in spots]
    return [("", "p") if spot == (side.pitcher, HITTER) else spot for spot in named]
