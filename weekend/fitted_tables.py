"""Games of the system whose cards are fitted by replays: two clubs, two drafted teams, a saved game."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings

from rules_engine import systems
from rules_engine.baseball.game import Game
from rules_engine.baseball.saved_games import SavedGame, read_saved
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import SystemFileError
from rules_engine.profile import load_profile, text_of
from rules_engine.rulings import Finding, refuse
from seasons.lahman import SeasonError
from seasons.strat_o_matic.books import book_at, charts_in_use
from seasons.strat_o_matic.kept_cards import kept_season
from seasons.strat_o_matic.line_ups import STARTERS, line_up, starters_of, with_hitter
from seasons.strat_o_matic.season_cards import SeasonCards, load_cards
from weekend.counted_games import tell_at_terminal
from weekend.drafted_line_ups import TWIN, DraftedGame, meet, named_starter, renamed, with_twins
from weekend.table_game import TableGame, log_of, profile_of

TOURNAMENT_EDITION, TOURNAMENT_PROFILE = "star", "purestrat@1"


def cards_of(source: str) -> SeasonCards:
    """A year's made cards, or those of a file. Raises SeasonError and CardError."""
    if source.isdecimal():
        return kept_season(int(source), settings.DATA_DIR / "cards", tell_at_terminal)
    return load_cards(Path(source))


class TableFinding(Finding):
    """What a game asked for cannot have."""

    NO_DESIGNATED_HITTER = "--dh: the STAR rules have no designated hitter ({rule})"


def new_game(options: dict[str, Any], seed: int, thrown: int = 0) -> TableGame:
    """In the tournament's edition its rules of substitution and mercy hold."""
    if options.get("dh") and options["edition"] == TOURNAMENT_EDITION:
        raise SeasonError(str(refuse(TableFinding.NO_DESIGNATED_HITTER, "T0.01")))
    source = str(options["cards"] or options["season"])
    season = cards_of(source)
    away, home = (_side(season, options, side) for side in ("away", "home"))
    if options.get("dh"):
        away, home = (with_hitter(season, side) for side in (away, home))
    profile = TOURNAMENT_PROFILE if options["edition"] == TOURNAMENT_EDITION else ""
    saved = SavedGame(
        systems.KEYS[0],
        edition_of(options["edition"], reverse_underlines=options["reverse_underlines"]).key,
        source,
        (options["away"], options["home"]),
        log_of(load_profile(profile) if profile else None, away, home),
        park=options["park"],
        profile=profile,
        seed=seed,
        thrown=thrown,
        typed_dice=options["typed_dice"],
        charts=charts_in_use(),
    )
    return _table_game(saved, season)


def drafted_game(options: dict[str, Any], game: DraftedGame, seed: int) -> tuple[TableGame, tuple[str, ...]]:
    """Two teams of a tournament."""
    source = str(options["cards"] or game.season)
    edition = edition_of(game.profile.game.edition, reverse_underlines=options["reverse_underlines"])
    season = cards_of(source)
    system = systems.load(systems.KEYS[0])
    book = system.book(edition, season.cards)
    system.bring(book, game.away.brought, game.home.brought, game.profile)
    meeting = meet(game, season, (options["away_starter"], options["home_starter"]), frozenset(book.absent))
    twins = {man.removesuffix(TWIN): man for man in meeting.season.teams[game.home.name] if man.endswith(TWIN)}
    saved = SavedGame(
        systems.KEYS[0],
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
        charts=charts_in_use(),
        brought=(game.away.brought, renamed(game.home.brought, twins)),
    )
    return replace(_table_game(saved, meeting.season), sheets=meeting.sheets), meeting.without_card


def resumed_game(text: str, saved: SavedGame, source: str, folder: Path | None) -> TableGame:
    """The game of a file; its charts are in use already."""
    season = cards_of(source)
    season = with_twins(season, (man for side in saved.log.start.sides for man in (*side.field, *side.bench)))
    read_saved(text, lambda man: man in season.cards)
    return _table_game(saved, season)


def _side(season: SeasonCards, options: dict[str, Any], side: str) -> Side:
    """The team's first starter, or the one who is named."""
    team, words = options[side], options.get(f"{side}_starter", "")
    first = line_up(season, team)
    if not words:
        return first
    starters = starters_of(season, team)[:STARTERS]
    return line_up(season, team, starters.index(named_starter(season, team, starters, words)))


def edition_of(key: str, *, reverse_underlines: bool) -> Any:
    """15.2: the edition, with underlined groundballs reversed where that is wanted. Raises SeasonError."""
    try:
        return systems.load(systems.KEYS[0]).edition(f"{key}+underlines_reversed" if reverse_underlines else key)
    except SystemFileError as fault:
        raise SeasonError(str(fault)) from None


def _in_the_game(saved: SavedGame, season: SeasonCards) -> dict[str, Any]:
    """The cards of the men of both sides, and of all others of these teams."""
    clubs = (man for team in saved.teams for man in season.teams.get(team, ()))
    sides = (man for side in saved.log.start.sides for man in (*side.order, *side.field, *side.bench))
    return {man: season.cards[man] for man in dict.fromkeys((*sides, *clubs))}


def _table_game(saved: SavedGame, season: SeasonCards) -> TableGame:
    profile = profile_of(saved.profile)
    system = systems.load(saved.system)
    edition: Any = system.edition(saved.edition)
    book = book_at(edition, season, _in_the_game(saved, season), saved.park, saved.teams[1])
    system.bring(book, *saved.brought, profile)
    away, home = (starters_of(season, club) if club in season.teams else [] for club in saved.teams)
    return TableGame(Game(book, saved.log, saved.relief), season, saved, profile, charts_in_use(), (away, home))
