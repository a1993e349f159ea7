"""A game for the commands play and simulate: cards, teams, edition and park by the words of a command line."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.baseball.table import Table
from rules_engine.eligibility.game_ending import rules_of_play
from rules_engine.profile import Profile, load_profile
from rules_engine.systems.strat_o_matic.ball.parks import (
    ANY_TEAM,
    CONDITIONS,
    Park,
    load_parks,
    load_weather,
    weather_park,
)
from rules_engine.systems.strat_o_matic.cards.cards import Card
from rules_engine.systems.strat_o_matic.cards.habits import Habits
from rules_engine.systems.strat_o_matic.cards.reading import Mark
from rules_engine.systems.strat_o_matic.cards.underlines import reversing
from rules_engine.systems.strat_o_matic.editions.edition import Edition, load_edition
from rules_engine.systems.strat_o_matic.own_charts import charts_in_use
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.saved_games import SavedGame, SavedGameError, read_saved
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from seasons.lahman import SeasonError
from seasons.strat_o_matic.line_ups import STARTERS, line_up, starters_of, with_hitter
from seasons.strat_o_matic.season_cards import SeasonCards, load_cards, make_season
from weekend.drafted_line_ups import DraftedGame, meet, named_starter, with_twins

TOURNAMENT_EDITION, TOURNAMENT_PROFILE = "star", "purestrat@1"


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game ready to be played, and how it is written away."""

    game: StratGame
    season: SeasonCards
    saved: SavedGame
    profile: Profile | None

    @property
    def is_tournaments(self) -> bool:
        """T0.03: two drafted teams, who came with their pitching sheets."""
        return bool(self.saved.relief)

    @property
    def names(self) -> dict[str, str]:
        """Of the men of both sides, by player."""
        sides = self.saved.log.start.sides
        return self.season.names_of(man for side in sides for man in (*side.order, *side.field, *side.bench))


def cards_of(source: str) -> SeasonCards:
    """A year's made cards, or those of a file. Raises SeasonError and CardError."""
    return make_season(int(source))[0] if source.isdecimal() else load_cards(Path(source))


def park_of(name: str) -> Park | None:
    """30.3, 30.5: a park of the chart by its key or name, or a home team's "weather ATL good"; "" is none.

    Raises SeasonError naming those there are.
    """
    if not name:
        return None
    parks = load_parks()
    match name.split():
        case ["weather", team, condition] if condition in CONDITIONS:
            chart = load_weather()
            return chart.get(team, chart[ANY_TEAM]).numbers[condition]
    wanted = name.strip().casefold()
    for key, park in parks.items():
        if wanted in (key.casefold(), park.name.casefold()):
            return park
    raise SeasonError(f"there is no park {name}; there are {', '.join(parks)}")


def new_table_game(options: dict[str, Any], seed: int, thrown: int = 0) -> TableGame:
    """A game between two teams of a season. In the tournament's edition its rules of substitution and mercy hold.

    Raises SeasonError for what no change of men could put right once the game is on, and CardError.
    """
    check_teams(options["away"], options["home"])
    if options.get("dh") and options["edition"] == TOURNAMENT_EDITION:
        raise SeasonError("--dh: the STAR rules have no designated hitter (T0.01)")
    source = str(options["cards"] or options["season"])
    season = cards_of(source)
    away, home = (_side(season, options, side) for side in ("away", "home"))
    if options.get("dh"):
        away, home = (with_hitter(season, side) for side in (away, home))
    profile = TOURNAMENT_PROFILE if options["edition"] == TOURNAMENT_EDITION else ""
    saved = SavedGame(
        options["edition"],
        source,
        (options["away"], options["home"]),
        _log(profile, away, home),
        park=options["park"],
        profile=profile,
        seed=seed,
        thrown=thrown,
        typed_dice=options["typed_dice"],
        charts=charts_in_use(),
        underlines_reversed=options["reverse_underlines"],
    )
    return _table_game(saved, season)


def drafted_table_game(options: dict[str, Any], game: DraftedGame, seed: int) -> tuple[TableGame, tuple[str, ...]]:
    """A game between two teams of a tournament by its own rules; and the names of men left out for want of a card.

    Raises SeasonError, and CardError.
    """
    if options["cards"] is None and game.season is None:
        raise SeasonError(
            f"the teams drafted from {' and '.join(game.card_sets)}, and that is not one real season whose cards are "
            "made here: name the lines of their cards by --cards FILE"
        )
    source = str(options["cards"] or game.season)
    meeting = meet(game, cards_of(source), (options["away_starter"], options["home_starter"]))
    saved = SavedGame(
        game.edition,
        source,
        (game.away.name, game.home.name),
        _log(game.profile_key, *meeting.sides),
        park=options["park"],
        profile=game.profile_key,
        seed=seed,
        typed_dice=options["typed_dice"],
        relief=meeting.relief,
        charts=charts_in_use(),
        underlines_reversed=options["reverse_underlines"],
    )
    return _table_game(saved, meeting.season), meeting.without_card


def _side(season: SeasonCards, options: dict[str, Any], side: str) -> Side:
    """The team's first starter, or the one who is named."""
    team, words = options[side], options.get(f"{side}_starter", "")
    first = line_up(season, team)
    if not words:
        return first
    starters = starters_of(season, team)[:STARTERS]
    return line_up(season, team, starters.index(named_starter(season, team, starters, words)))


def _log(profile_key: str, away: Side, home: Side) -> GameLog:
    return GameLog(start_game(away, home, rules_of_play(load_profile(profile_key)) if profile_key else None))


def edition_of(key: str, *, reverse_underlines: bool) -> Edition:
    """15.2: the edition, with underlined groundballs reversed where that is wanted. Raises SeasonError."""
    edition = load_edition(key)
    try:
        return reversing(edition) if reverse_underlines else edition
    except ValueError as fault:
        raise SeasonError(str(fault)) from None


def check_teams(away: str, home: str) -> None:
    """A man has one line in a box score, so two teams are needed. Raises SeasonError."""
    if away == home:
        raise SeasonError(f"{home} cannot play against itself: name two teams")


def resumed_table_game(path: Path, cards: Path | None) -> TableGame:
    """The game of a file, with the cards it was begun with or those of another file. Raises SavedGameError."""
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
        season = cards_of(str(cards or saved.cards))
        season = with_twins(season, (man for side in saved.log.start.sides for man in (*side.field, *side.bench)))
        read_saved(text, lambda man: man in season.cards)
        return _table_game(saved, season)
    except ValueError as fault:
        raise SavedGameError(f"{path}: {fault}") from None


def weather_of(edition: str, home: str, month: str, *, night: bool, table: Table) -> str:
    """30.5: the weather of a game by a d20, as park_of reads it. Raises SeasonError where the rules have none."""
    if not load_edition(edition).parks.weather:
        raise SeasonError(f"{edition}: these rules play without the weather (30.5)")
    numbers = weather_park(table, load_weather(), home, month, night=night)
    return f"weather {home} {numbers.name}"


def _needs_park(edition: Edition, cards: Iterable[Card]) -> bool:
    """30.3, 30.4: whether these rules would read a ballpark symbol on one of these cards."""
    lines = (line for card in cards for column in card.columns.values() for lines in column for line in lines)
    return edition.parks.symbols and any(line.marks & (Mark.PARK_HOMERUN | Mark.PARK_SINGLE) for line in lines)


def _table_game(saved: SavedGame, season: SeasonCards) -> TableGame:
    profile = load_profile(saved.profile) if saved.profile else None
    edition, park = edition_of(saved.edition, reverse_underlines=saved.underlines_reversed), park_of(saved.park)
    if park is None and _needs_park(edition, season.cards.values()):
        raise SeasonError(f"these cards carry ballpark symbols: choose a park, {', '.join(load_parks())}")
    book = Book(edition, season.cards, park, habits=season.habits.get(saved.teams[1], Habits()))
    return TableGame(StratGame(book, saved.log, saved.relief), season, saved, profile)
