"""Prepare games for the terminal: new ones between clubs or drafted teams, and saved ones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rules_engine import systems
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.saved_games import SavedGame, SavedGameError, read_saved
from rules_engine.baseball.situations import SituationError
from rules_engine.baseball.state import Side, start_game
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.profile import Profile, text_of
from rules_engine.rulings import Ruling
from rules_engine.terminal.situation_words import parse_situation
from seasons.club_games import (
    GameOptions,
    load_ruleset,
    load_stored_profile,
    players_of,
    set_up_game,
    start_club_game,
    start_log,
)
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.season_play import SeasonPlay
from tabletop.drafted_lineups import (
    DraftedGame,
    add_twin_cards,
    drafted_season,
    lay_printed_ratings,
    printed_ratings_by_player,
    rename_players,
    set_up_matchup,
    twin_codes,
)
from tabletop.season_plays import season_play_for


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """A game that is ready to play, with its saved form.

    Attributes:
        charts: A digest of each chart that differs from the built-in one.
        staffs: The visitors' and the home team's pitchers who could start by their cards.
        sheets: Whether each pitcher may start by his pitching sheet.
    """

    game: Game[Any, Any]
    season: SeasonCardSet
    saved: SavedGame
    profile: Profile | None
    charts: Mapping[str, str]
    staffs: tuple[Sequence[str], Sequence[str]]
    sheets: Mapping[str, Ruling] = field(default_factory=dict)

    @property
    def is_tournament_game(self) -> bool:
        """Return whether the game is between drafted teams with pitching sheets (T0.03)."""
        return bool(self.saved.relief)

    def carryover(self, team: int) -> Mapping[str, Any]:
        """Return the visitors' (0) or home team's (1) carryover after the game, by card code."""
        carryover = self.game.system.carried(self.saved.carried_over[team], self.game, team)
        players = players_of(self.saved.log.start.sides[team])
        return dict(rename_players(carryover, twin_codes(players)))

    @property
    def names(self) -> dict[str, str]:
        """Return the names of all players and starters on both sides, by player id."""
        away, home = self.saved.log.start.sides
        players = [*players_of(away), *players_of(home), *self.starters(0), *self.starters(1)]
        return self.season.names_of(dict.fromkeys(players))

    def starters(self, team: int) -> dict[str, Ruling]:
        """Return whether each of a team's starters may start, by card and, in a tournament, by pitching sheet."""
        rulings = {}
        for pitcher in self.staffs[team]:
            ruling = self.game.setup.may_pitch(pitcher, start=True)
            rulings[pitcher] = ruling and self.sheets.get(pitcher, ruling)
        return rulings

    def with_log(self, log: GameLog) -> "PreparedGame":
        """Return the game with a different log."""
        saved = replace(self.saved, log=log)
        return replace(self, saved=saved, game=Game(self.game.setup, log, self.game.relief, styles=saved.styles))


def with_lineups(prepared: PreparedGame, sides: tuple[Side, Side], source: str = "") -> PreparedGame:
    """Return the game with these lineups. Raise SeasonError for an illegal lineup."""
    changed = prepared.with_log(GameLog(start_game(*sides, prepared.saved.log.start.rules)))
    if refusal := lineup_refusal(prepared.game.setup, prepared.saved.teams, sides, changed.names):
        raise SeasonError(f"{source}{refusal}")
    for team, side in enumerate(sides):
        ruling = changed.starters(team).get(side.pitcher, True)
        if not ruling:
            raise SeasonError(f"{source}{changed.names[side.pitcher]} may not start: {ruling}")
    return changed


def start_from_situation(prepared: PreparedGame, words: Sequence[str]) -> PreparedGame:
    """Return the game started from the described situation. Raise SeasonError with every error in `words`."""
    try:
        start = parse_situation(words, prepared.saved.log.start, prepared.names)
    except SituationError as error:
        lines = [f"--situation: {line}" for line in str(error).splitlines()]
        raise SeasonError("\n".join(lines)) from None
    return prepared.with_log(GameLog(start))


def lineup_refusal(setup: Any, teams: Sequence[str], sides: Sequence[Side], names: Mapping[str, str]) -> str:
    """Return the reason why a lineup is illegal, with player names, or "" if both are legal."""
    system = systems.load(setup.system)
    for team, side in zip(teams, sides, strict=True):
        ruling = system.lineup_ruling(setup, side)
        if not ruling:
            reason = " ".join(names.get(word, word) for word in ruling.reason.split())
            return f"{team}: {ruling.rule}: {reason}"
    return ""


def new_club_game(options: GameOptions, season: SeasonCardSet | None = None) -> PreparedGame:
    """Prepare a game between two clubs from a season or from a card set.

    Raise SeasonError, CardError or SystemFileError if the season, a card or a file is invalid.
    """
    play = season_play_for(options.system)
    start = start_club_game(play, options, season)
    return _prepare(play, start.season, start.saved, start.charts)


def new_drafted_game(
    options: GameOptions, game: DraftedGame, season: SeasonCardSet | None = None
) -> tuple[PreparedGame, tuple[str, ...]]:
    """Prepare a game between two teams in a tournament. Return it with the names of players without a card.

    `season` has both teams' cards if they were prepared before. Raise SeasonError or CardError for invalid cards.
    """
    if options.cards is None and game.season is None:
        card_sets = " and ".join(game.card_sets)
        raise SeasonError(
            f"the teams drafted from {card_sets}, not from one real season. Use --cards FILE with a file of their cards"
        )
    key = ruleset_of_tournament(game.profile)
    source = str(options.cards or game.season)
    play = season_play_for(game.profile.game.system)
    edition = load_ruleset(play.system, key, reverses_underlines=options.reverses_underlines)
    charts = play.system.charts(options.charts)
    if season is None:
        season = drafted_season(play, game, play.season(key, source))
    ratings = printed_ratings_by_player(game, season)
    season = lay_printed_ratings(play.system, season, ratings)
    codes = twin_codes(season.teams[game.home.name])
    twins = {code: player for player, code in codes.items()}
    carryovers = (game.away.carryover, rename_players(game.home.carryover, twins))
    players = [player for team in season.teams.values() for player in team]
    setup = play.setup(edition, season, players, charts, options.park, game.home.name)
    play.system.bring(setup, *carryovers, game.profile)
    matchup = set_up_matchup(play, setup, game, season, options.starters)
    saved = SavedGame(
        play.system.key,
        edition.key,
        source,
        (game.away.name, game.home.name),
        start_log(game.profile, *matchup.sides, best_of=game.best_of),
        park=options.park,
        profile=text_of(game.profile),
        not_suspended="" if game.suspending else str(game.suspending),
        seed=options.seed,
        typed_dice=options.types_dice,
        relief=matchup.relief,
        charts=charts.digests,
        carried_over=carryovers,
        ratings=ratings,
        styles=options.styles,
    )
    prepared = _prepare(play, season, saved, charts)
    return replace(prepared, sheets=matchup.sheets), matchup.without_card


def ruleset_of_tournament(profile: Profile) -> str:
    """Return the ruleset for a tournament's games. Raise SeasonError if there is none."""
    try:
        system = systems.load(profile.game.system)
        edition = system.edition(profile.game.edition)
    except (systems.NoSuchSystemError, SystemFileError) as error:
        raise SeasonError(str(error)) from None
    return edition.key


def resume_game(
    path: Path, cards: Path | None, check_charts: Callable[[AnySystem], Path | None] | None = None
) -> PreparedGame:
    """Prepare a saved game, with its own cards or those from another file. Raise SavedGameError if the file is invalid.

    Args:
        check_charts: Checks the user's charts for a system and returns their folder. If omitted, the game uses the
            built-in charts.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SavedGameError(f"{path} can't be read: the file doesn't exist") from None
    except OSError as error:
        raise SavedGameError(f"{path} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SavedGameError(f"{path} is not a saved game: it is not a text file") from None
    try:
        saved = read_saved(text)
        play = season_play_for(saved.system)
        folder = check_charts(play.system) if check_charts else None
        season = play.season(saved.edition, str(cards or saved.cards))
        away, home = saved.log.start.sides
        season = add_twin_cards(season, (*players_of(away), *players_of(home)))
        season = lay_printed_ratings(play.system, season, saved.ratings)
        read_saved(text, season.cards.__contains__)
        return _prepare(play, season, saved, play.system.charts(folder))
    except ValueError as error:
        raise SavedGameError(f"{path}: {error}") from None
    except Exception as error:  # a foreign file can raise any exception, so the error names the file
        raise SavedGameError(f"{path}: the file is damaged: {error!r}"[:300]) from error


def _prepare(play: SeasonPlay, season: SeasonCardSet, saved: SavedGame, charts: Any) -> PreparedGame:
    game = set_up_game(play, season, saved, charts)
    away_staff, home_staff = (play.staff(game.setup, season, team) for team in saved.teams)
    profile = load_stored_profile(saved.profile)
    return PreparedGame(game, season, saved, profile, charts.digests, (away_staff, home_staff))
