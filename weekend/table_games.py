"""A game for the commands play and simulate: cards, teams, edition and park by the words of a command line."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from rules_engine import systems
from rules_engine.baseball.saved_games import SavedGameError, read_saved
from rules_engine.baseball.system import AnySystem, SystemFileError
from rules_engine.profile import Profile
from seasons.lahman import SeasonError
from weekend import counted_tables, fitted_tables
from weekend.drafted_line_ups import DraftedGame
from weekend.table_game import TableGame

ChartsOf = Callable[[AnySystem], Path | None]
_FITTED: Final = {"strat_o_matic": fitted_tables}  # cards that are fitted by replays; all others are made by count


def _tables(system: str) -> ModuleType:
    """How games of this system are laid out: `new_game`, `drafted_game` and `resumed_game`."""
    return _FITTED.get(system, counted_tables)


def new_table_game(options: dict[str, Any], seed: int, thrown: int = 0) -> TableGame:
    """A game between two teams of a season.

    Raises SeasonError for what no change of men could put right once the game is on, CardError and SystemFileError.
    """
    check_teams(options["away"], options["home"])
    table: TableGame = _tables(options["system"] or systems.KEYS[0]).new_game(options, seed, thrown)
    return table


def drafted_table_game(options: dict[str, Any], game: DraftedGame, seed: int) -> tuple[TableGame, tuple[str, ...]]:
    """A game between two teams of a tournament by its own rules; and the names of men left out for want of a card.

    Raises SeasonError, and CardError.
    """
    if options["cards"] is None and game.season is None:
        raise SeasonError(
            f"the teams drafted from {' and '.join(game.card_sets)}, and that is not one real season whose cards are "
            "made here: name the lines of their cards by --cards FILE"
        )
    edition_played(game.profile)
    table: tuple[TableGame, tuple[str, ...]] = _tables(game.profile.game.system).drafted_game(options, game, seed)
    return table


def edition_played(profile: Profile) -> str:
    """The edition under which a tournament's games are played. Raises SeasonError where there is none."""
    named = profile.game
    try:
        system = systems.load(named.system)
        edition = system.edition(named.edition)
    except (systems.NoSuchSystemError, SystemFileError) as fault:
        raise SeasonError(str(fault)) from None
    return edition.key


def check_teams(away: str, home: str) -> None:
    """A man has one line in a box score, so two teams are needed. Raises SeasonError."""
    if away == home:
        raise SeasonError(f"{home} cannot play against itself: name two teams")


def resumed_table_game(path: Path, cards: Path | None, charts: ChartsOf | None = None) -> TableGame:
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
        saved = read_saved(text)
        folder = charts(systems.load(saved.system)) if charts else None
        table: TableGame = _tables(saved.system).resumed_game(text, saved, str(cards or saved.cards), folder)
    except ValueError as fault:
        raise SavedGameError(f"{path}: {fault}") from None
    return table
