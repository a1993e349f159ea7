"""Games of the systems whose cards are made by count: two clubs, two drafted teams, a saved game."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from rules_engine import systems
from rules_engine.baseball.game import Game
from rules_engine.baseball.saved_games import SavedGame, read_saved
from rules_engine.profile import Profile, text_of
from seasons.made_cards import SeasonOfCards
from weekend.counted_games import book_of, club_side, drafted_meeting, drafted_season, season_of, with_twins
from weekend.drafted_line_ups import TWIN, DraftedGame, renamed
from weekend.table_game import TableGame, log_of, profile_of


def new_game(options: dict[str, Any], seed: int, thrown: int = 0) -> TableGame:
    """Two clubs of a season."""
    system, edition = systems.load(options["system"]), options["edition"]
    source = str(options["cards"] or options["season"])
    season, charts = season_of(system, edition, source), system.charts(options["charts"])
    book = book_of(system, system.edition(edition), season, charts, options["park"])
    away, home = (
        club_side(book, season, options[side], options[f"{side}_starter"], hitter=options["dh"])
        for side in ("away", "home")
    )
    saved = SavedGame(
        system.key,
        edition,
        source,
        (options["away"], options["home"]),
        log_of(None, away, home),
        park=options["park"],
        seed=seed,
        thrown=thrown,
        typed_dice=options["typed_dice"],
        charts=charts.digests,
    )
    return _table_game(book, season, saved, None)


def drafted_game(options: dict[str, Any], game: DraftedGame, seed: int) -> tuple[TableGame, tuple[str, ...]]:
    """Two teams of a tournament."""
    named = game.profile.game
    system, edition, source = systems.load(named.system), named.edition, str(options["cards"] or game.season)
    season, charts = drafted_season(game, season_of(system, edition, source)), system.charts(options["charts"])
    home_ids = {man.removesuffix(TWIN): man for man in season.teams[game.home.name] if man.endswith(TWIN)}
    brought = (game.away.brought, renamed(game.home.brought, home_ids))
    book = book_of(system, system.edition(edition), season, charts, options["park"], brought, game.profile)
    meeting = drafted_meeting(book, game, season, (options["away_starter"], options["home_starter"]))
    saved = SavedGame(
        system.key,
        edition,
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
    table = _table_game(book, season, saved, game.profile)
    return replace(table, sheets=meeting.sheets), meeting.without_card


def resumed_game(text: str, saved: SavedGame, source: str, folder: Path | None) -> TableGame:
    """The game of a file, with the charts of the folder."""
    system = systems.load(saved.system)
    men = [man for side in saved.log.start.sides for man in (*side.order, *side.field, *side.bench)]
    season = with_twins(season_of(system, saved.edition, source), men)
    read_saved(text, lambda man: man in season.cards)
    laid_out = system.charts(folder)
    profile = profile_of(saved.profile)
    book = book_of(system, system.edition(saved.edition), season, laid_out, saved.park, saved.brought, profile)
    return _table_game(book, season, saved, profile)


def _table_game(book: Any, season: SeasonOfCards, saved: SavedGame, profile: Profile | None) -> TableGame:
    away, home = ([man for man in season.teams.get(club, ()) if book.is_pitcher(man)] for club in saved.teams)
    game: Game[Any, Any] = Game(book, saved.log, saved.relief)
    return TableGame(game, season, saved, profile, book.charts.digests, (away, home))
