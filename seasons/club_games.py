"""Set up games between a season's clubs, and restore saved games."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_setup import Hand
from rules_engine.baseball.lineups import hand_of
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.manager_styles import NO_STYLES
from rules_engine.baseball.optional_rules import ruleset_name
from rules_engine.baseball.saved_games import SavedGame
from rules_engine.baseball.state import Side, start_game
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.eligibility.game_ending import game_rules
from rules_engine.profile import Profile, load_profile, profile_of_text
from rules_engine.rulings import Finding, refuse
from seasons.lahman import SeasonError
from seasons.league_statistics import designated_hitter, leagues_by_club
from seasons.made_cards import SeasonCardSet
from seasons.season_play import SeasonPlay, check_team

REVERSED_UNDERLINES: Final = "underlines_reversed"  # the optional rule for --reverse-underlines


class GameOptionFinding(Finding):
    """Options that a game does not allow."""

    NO_DESIGNATED_HITTER = "--dh: the {edition} rules have no designated hitter ({rule})"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """The options for a new game.

    Attributes:
        starters: Part of each starting pitcher's name, visitors first. "" chooses the next one in the rotation.
        cards: A card file to use instead of a season.
        has_designated_hitter: Whether hitters bat for the pitchers. None uses the home club's league rule in that
            season.
        charts: Folder with the user's charts, or None.
        rolls_used: Dice already rolled with this seed before the game.
        styles: The computer managers' styles, visitors first.
    """

    system: str = ""
    edition: str = ""
    season: int
    cards: Path | None = None
    charts: Path | None = None
    away: str = ""
    home: str = ""
    starters: tuple[str, str] = ("", "")
    park: str = ""
    has_designated_hitter: bool | None = None
    reverses_underlines: bool = False
    types_dice: bool = False
    seed: int
    rolls_used: int = 0
    styles: tuple[str, str] = NO_STYLES


@dataclass(frozen=True, slots=True)
class ClubGameStart:
    """A game between two clubs before its first pitch.

    Attributes:
        charts: The user's charts, or the built-in ones.
    """

    season: SeasonCardSet
    saved: SavedGame
    charts: Any


def start_club_game(play: SeasonPlay, options: GameOptions, season: SeasonCardSet | None = None) -> ClubGameStart:
    """Choose both lineups for a game between two clubs from a season or from a card set.

    If a tournament uses the ruleset, the tournament's substitution rules and mercy rule apply. Raise SeasonError,
    CardError or SystemFileError if the season, a card or a file is invalid.
    """
    teams = (options.away, options.home)
    check_teams(*teams)
    source = str(options.cards or options.season)
    has_hitter = options.has_designated_hitter
    if has_hitter is None:
        has_hitter = options.cards is None and uses_hitter(play.system, options.edition, options.season, [options.home])
    profile = tournament_edition_key(play.system, options.edition, hitter=has_hitter)
    edition = load_ruleset(play.system, options.edition, reverses_underlines=options.reverses_underlines)
    charts = play.system.charts(options.charts)
    season = play.season(options.edition, source) if season is None else season
    for team in teams:
        check_team(season, team)
    players = [player for team in teams for player in season.teams[team]]
    setup = play.setup(edition, season, players, charts, options.park, options.home)
    away, home = _club_sides(play, setup, season, options, has_hitter=has_hitter)
    saved = SavedGame(
        play.system.key,
        edition.key,
        source,
        teams,
        start_log(load_stored_profile(profile), away, home),
        park=options.park,
        profile=profile,
        seed=options.seed,
        rolled=options.rolls_used,
        typed_dice=options.types_dice,
        charts=charts.digests,
        styles=options.styles,
    )
    return ClubGameStart(season, saved, charts)


def _club_sides(
    play: SeasonPlay, setup: Any, season: SeasonCardSet, options: GameOptions, *, has_hitter: bool
) -> tuple[Side, Side]:
    """Return both lineups, each chosen against the opposing starter's hand."""

    def side(team: str, words: str, against: Hand | None = None) -> Side:
        return play.club_side(setup, season, team, words, hitter=has_hitter, against=against)

    away, home = side(options.away, options.starters[0]), side(options.home, options.starters[1])
    return (
        side(options.away, options.starters[0], hand_of(setup, home.pitcher)),
        side(options.home, options.starters[1], hand_of(setup, away.pitcher)),
    )


def set_up_game(play: SeasonPlay, season: SeasonCardSet, saved: SavedGame, charts: Any) -> Game[Any, Any]:
    """Build a game with both sides' cards and their teammates' cards."""
    away, home = saved.log.start.sides
    players = [*players_of(away), *players_of(home)]
    for team in saved.teams:
        players += season.teams.get(team, ())
    edition = play.system.edition(saved.edition)
    setup = play.setup(edition, season, dict.fromkeys(players), charts, saved.park, saved.teams[1])
    play.system.bring(setup, *saved.carried_over, load_stored_profile(saved.profile))
    return Game(setup, saved.log, saved.relief, styles=saved.styles)


def load_ruleset(system: AnySystem, key: str, *, reverses_underlines: bool = False) -> Any:
    """Return the ruleset with this key, with underlined groundballs reversed if requested (15.2).

    Raises:
        SeasonError: There is no such ruleset.
    """
    try:
        return system.edition(f"{key}+{REVERSED_UNDERLINES}" if reverses_underlines else key)
    except SystemFileError as error:
        raise SeasonError(str(error)) from None


def tournament_edition_key(system: AnySystem, edition: str, *, hitter: bool) -> str:
    """Return the tournament edition whose rules also apply to a game between clubs, or "" (T0.01).

    Raise SeasonError if `hitter` is set, because no tournament has a designated hitter.
    """
    profile = system.tournament_editions.get(ruleset_name(edition), "")
    if profile and hitter:
        raise SeasonError(str(refuse(GameOptionFinding.NO_DESIGNATED_HITTER, "T0.01", edition=edition.upper())))
    return profile


def uses_hitter(system: AnySystem, edition: str, year: int, clubs: Sequence[str]) -> bool:
    """Return whether these clubs' leagues used the designated hitter, and the ruleset has one."""
    if system.tournament_editions.get(ruleset_name(edition)):
        return False
    leagues = leagues_by_club(year)
    return all(club in leagues and designated_hitter(leagues[club], year) for club in clubs)


def check_teams(away: str, home: str) -> None:
    """Raise SeasonError if a team would play itself, because a box score has one line per player."""
    if away == home:
        raise SeasonError(f"{home} can't play itself; name two teams")


def load_stored_profile(stored: str) -> Profile | None:
    """Load a saved game's edition. It is stored in full, or as a key in exhibition games and older files."""
    if not stored:
        return None
    return profile_of_text(stored) if stored.startswith("{") else load_profile(stored)


def start_log(profile: Profile | None, away: Side, home: Side, *, best_of: bool = False) -> GameLog:
    rules = game_rules(profile, best_of=best_of) if profile else None
    return GameLog(start_game(away, home, rules))


def players_of(side: Side) -> Sequence[str]:
    return (*side.order, *side.field, *side.bench)
