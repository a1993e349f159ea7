"""Set up a game for the commands play and simulate from their options."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rules_engine import systems
from rules_engine.baseball.game import Game
from rules_engine.baseball.saved_games import SavedGame, SavedGameError, read_saved
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import AnySystem, SystemFileError
from rules_engine.profile import Profile, text_of
from rules_engine.rulings import Finding, refuse
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.season_play import SeasonPlay, check_team
from tabletop.drafted_lineups import TWIN, DraftedGame, add_twins, drafted_season, meet, renamed
from tabletop.season_plays import season_play_for
from tabletop.table_game import TableGame, load_stored_profile, log_of

ChartsOf = Callable[[AnySystem], Path | None]
REVERSED: Final = "underlines_reversed"  # the switch of --reverse-underlines


class TableFinding(Finding):
    """Options that a game does not allow."""

    NO_DESIGNATED_HITTER = "--dh: the {edition} rules have no designated hitter ({rule})"


def new_table_game(options: dict[str, Any], seed: int, thrown: int = 0) -> TableGame:
    """A game between two teams of a season; in a tournament's edition its rules of substitution and mercy hold.

    Raises SeasonError for what no change of men could put right once the game is on, CardError and SystemFileError.
    """
    check_teams(options["away"], options["home"])
    play = season_play_for(options["system"] or systems.KEYS[0])
    system, source = play.system, str(options["cards"] or options["season"])
    profile = tournament_edition_key(system, options["edition"], hitter=options["dh"])
    edition, charts = edition_of(system, options), system.charts(options["charts"])
    season, teams = play.season(options["edition"], source), (options["away"], options["home"])
    for team in teams:
        check_team(season, team)
    men = [man for team in teams for man in season.teams[team]]
    setup = play.setup(edition, season, men, charts, options["park"], options["home"])
    away, home = (
        play.club_side(setup, season, options[side], options[f"{side}_starter"], hitter=options["dh"])
        for side in ("away", "home")
    )
    saved = SavedGame(
        system.key,
        edition.key,
        source,
        teams,
        log_of(load_stored_profile(profile), away, home),
        park=options["park"],
        profile=profile,
        seed=seed,
        thrown=thrown,
        typed_dice=options["typed_dice"],
        charts=charts.digests,
    )
    return _table_game(play, season, saved, charts)


def edition_of(system: AnySystem, options: dict[str, Any], key: str = "") -> Any:
    """15.2: the edition of the options, or of this key, with underlined groundballs reversed where that is wanted.

    Raises SeasonError.
    """
    key = key or options["edition"]
    try:
        return system.edition(f"{key}+{REVERSED}" if options["reverse_underlines"] else key)
    except SystemFileError as fault:
        raise SeasonError(str(fault)) from None


def tournament_edition_key(system: AnySystem, edition: str, *, hitter: bool) -> str:
    """T0.01: the tournament's edition by which a game between clubs is played too, "" for none.

    Raises SeasonError for a designated `hitter`, whom no tournament has.
    """
    profile = system.tournament_editions.get(edition, "")
    if profile and hitter:
        raise SeasonError(str(refuse(TableFinding.NO_DESIGNATED_HITTER, "T0.01", edition=edition.upper())))
    return profile


def new_drafted_game(options: dict[str, Any], game: DraftedGame, seed: int) -> tuple[TableGame, tuple[str, ...]]:
    """A game between two teams of a tournament by its own rules; and the names of men left out for want of a card.

    Raises SeasonError, and CardError.
    """
    if options["cards"] is None and game.season is None:
        raise SeasonError(
            f"the teams drafted from {' and '.join(game.card_sets)}, and that is not one real season whose cards are "
            "made here: name the lines of their cards by --cards FILE"
        )
    key, source = ruleset_of_tournament(game.profile), str(options["cards"] or game.season)
    play = season_play_for(game.profile.game.system)
    edition, charts = edition_of(play.system, options, key), play.system.charts(options["charts"])
    season = drafted_season(play, game, play.season(key, source))
    twins = {man.removesuffix(TWIN): man for man in season.teams[game.home.name] if man.endswith(TWIN)}
    brought = (game.away.brought, renamed(game.home.brought, twins))
    men = [man for team in season.teams.values() for man in team]
    setup = play.setup(edition, season, men, charts, options["park"], game.home.name)
    play.system.bring(setup, *brought, game.profile)
    meeting = meet(play, setup, game, season, (options["away_starter"], options["home_starter"]))
    saved = SavedGame(
        play.system.key,
        edition.key,
        source,
        (game.away.name, game.home.name),
        log_of(game.profile, *meeting.sides, best_of=game.best_of),
        park=options["park"],
        profile=text_of(game.profile),
        not_suspended="" if game.suspending else str(game.suspending),
        seed=seed,
        typed_dice=options["typed_dice"],
        relief=meeting.relief,
        charts=charts.digests,
        brought=brought,
    )
    return replace(_table_game(play, season, saved, charts), sheets=meeting.sheets), meeting.without_card


def ruleset_of_tournament(profile: Profile) -> str:
    """Return the ruleset of a tournament's games. Raises SeasonError if there is none."""
    named = profile.game
    try:
        system = systems.load(named.system)
        edition = system.edition(named.edition)
    except (systems.NoSuchSystemError, SystemFileError) as fault:
        raise SeasonError(str(fault)) from None
    return edition.key


def check_teams(away: str, home: str) -> None:
    """Raise SeasonError if a team would play itself, because a box score has one line per player."""
    if away == home:
        raise SeasonError(f"{home} cannot play against itself: name two teams")


def resume_game(path: Path, cards: Path | None, charts: ChartsOf | None = None) -> TableGame:
    """The game of a file, with the cards it was begun with or those of another file. Raises SavedGameError.

    `charts` lays out a system's charts and gives their folder; without it they are ours.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SavedGameError(f"{path}: cannot be read: there is no such file") from None
    except OSError as fault:
        raise SavedGameError(f"{path}: cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise SavedGameError(f"{path}: this is no saved game, for it is no text") from None
    try:
        return _resumed(text, str(cards or ""), charts)
    except ValueError as fault:
        raise SavedGameError(f"{path}: {fault}") from None


def _resumed(text: str, cards: str, charts: ChartsOf | None) -> TableGame:
    saved = read_saved(text)
    play = season_play_for(saved.system)
    folder = charts(play.system) if charts else None
    season = play.season(saved.edition, cards or saved.cards)
    season = add_twins(season, (man for side in saved.log.start.sides for man in _everybody(side)))
    read_saved(text, lambda man: man in season.cards)
    return _table_game(play, season, saved, play.system.charts(folder))


def _table_game(play: SeasonPlay, season: SeasonCardSet, saved: SavedGame, charts: Any) -> TableGame:
    """Build the game with the cards of both sides and of the rest of their teams."""
    clubs = [man for team in saved.teams for man in season.teams.get(team, ())]
    men = dict.fromkeys((*(man for side in saved.log.start.sides for man in _everybody(side)), *clubs))
    profile = load_stored_profile(saved.profile)
    setup = play.setup(play.system.edition(saved.edition), season, men, charts, saved.park, saved.teams[1])
    play.system.bring(setup, *saved.brought, profile)
    away, home = (play.staff(setup, season, team) for team in saved.teams)
    return TableGame(Game(setup, saved.log, saved.relief), season, saved, profile, charts.digests, (away, home))


def _everybody(side: Side) -> Sequence[str]:
    return (*side.order, *side.field, *side.bench)
