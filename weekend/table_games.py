"""A game for the commands play and simulate: cards, teams, edition and park by the words of a command line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.conf import settings

from rules_engine import systems
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.saved_games import SavedGame, SavedGameError, read_saved
from rules_engine.baseball.state import Side, start_game
from rules_engine.baseball.system import AnySystem, SystemFileError
from rules_engine.eligibility.game_ending import rules_of_play
from rules_engine.profile import Profile, load_profile, profile_of_text, text_of
from rules_engine.rulings import Finding, Ruling, refuse
from seasons.lahman import SeasonError
from seasons.strat_o_matic.books import book_at, charts_in_use
from seasons.strat_o_matic.kept_cards import kept_season
from seasons.strat_o_matic.line_ups import STARTERS, line_up, starters_of, with_hitter
from seasons.strat_o_matic.season_cards import SeasonCards, load_cards
from weekend.counted_games import book_of, club_side, drafted_meeting, drafted_season, season_of, tell_at_terminal
from weekend.counted_games import with_twins as with_counted_twins
from weekend.drafted_line_ups import TWIN, DraftedGame, meet, named_starter, renamed, with_twins

USUAL = systems.KEYS[0]
TOURNAMENT_EDITION, TOURNAMENT_PROFILE = "star", "purestrat@1"
ChartsOf = Callable[[AnySystem], Path | None]


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game ready to be played, and how it is written away."""

    game: Game[Any, Any]
    season: Any  # cards and teams: SeasonCards, or of any other system SeasonOfCards
    saved: SavedGame
    profile: Profile | None
    sheets: Mapping[str, Ruling] = field(default_factory=dict)  # whether a pitcher may start, by his pitching sheet

    @property
    def is_tournaments(self) -> bool:
        """T0.03: two drafted teams, who came with their pitching sheets."""
        return bool(self.saved.relief)

    @property
    def charts(self) -> Mapping[str, str]:
        """A digest of each chart in use that says other things than ours."""
        digests: Mapping[str, str] = charts_in_use() if self.saved.system == USUAL else self.game.book.charts.digests
        return digests

    def carried(self, team: int) -> Mapping[str, Any]:
        """What the visitors (0) or the home team (1) takes along, by the codes of its cards."""
        taken = self.game.system.carried(self.saved.brought[team], self.game, team)
        sides = self.saved.log.start.sides
        men = (*sides[team].order, *sides[team].field, *sides[team].bench)
        twins = {man: man.removesuffix(TWIN) for man in men if man.endswith(TWIN)}
        return dict(renamed(taken, twins))

    @property
    def names(self) -> dict[str, str]:
        """Of the men of both sides and of the other starters, by player."""
        sides = self.saved.log.start.sides
        men = [man for side in sides for man in (*side.order, *side.field, *side.bench)]
        names: dict[str, str] = self.season.names_of(dict.fromkeys((*men, *self.starters(0), *self.starters(1))))
        return names

    def starters(self, team: int) -> dict[str, Ruling]:
        """Who could start for a team, and whether he may: by his card and, in a tournament, by his pitching sheet."""
        club, book = self.saved.teams[team], self.game.book
        if self.saved.system != USUAL:
            men = [man for man in self.season.teams.get(club, ()) if book.is_pitcher(man)]
        else:
            men = starters_of(self.season, club) if club in self.season.teams else []
        return {man: self.sheets.get(man) or self.game.book.may_pitch(man, start=True) for man in men}


def cards_of(source: str) -> SeasonCards:
    """A year's made cards, or those of a file. Raises SeasonError and CardError."""
    if source.isdecimal():
        return kept_season(int(source), settings.DATA_DIR / "cards", tell_at_terminal)
    return load_cards(Path(source))


def _in_the_game(saved: SavedGame, season: SeasonCards) -> dict[str, Any]:
    """The cards of the men of both sides, and of all others of these teams."""
    clubs = (man for team in saved.teams for man in season.teams.get(team, ()))
    sides = (man for side in saved.log.start.sides for man in (*side.order, *side.field, *side.bench))
    return {man: season.cards[man] for man in dict.fromkeys((*sides, *clubs))}


def lined_up(table: TableGame, sides: tuple[Side, Side], source: str = "") -> TableGame:
    """The same game, not begun, with these line-ups. Raises SeasonError, after `source`, for one that may not begin."""
    log = GameLog(start_game(*sides, table.saved.log.start.rules))
    changed = replace(table, saved=replace(table.saved, log=log), game=Game(table.game.book, log, table.game.relief))
    if refused := lineup_refusal(table.game.book, table.saved.teams, sides, changed.names):
        raise SeasonError(f"{source}{refused}")
    for team, side in enumerate(sides):
        if not (may_start := changed.starters(team).get(side.pitcher, True)):
            raise SeasonError(f"{source}{changed.names[side.pitcher]} may not start: {may_start}")
    return changed


def lineup_refusal(book: Any, teams: Sequence[str], sides: Sequence[Side], names: Mapping[str, str]) -> str:
    """Why a game may not begin with these line-ups, the men by their names; "" where it may."""
    for team, side in zip(teams, sides, strict=True):
        if not (ruling := systems.load(book.system).lineup_ruling(book, side)):
            return f"{team}: {ruling.rule}: {' '.join(names.get(word, word) for word in ruling.reason.split())}"
    return ""


class TableFinding(Finding):
    """What a game asked for cannot have."""

    NO_DESIGNATED_HITTER = "--dh: the STAR rules have no designated hitter ({rule})"


def new_table_game(options: dict[str, Any], seed: int, thrown: int = 0) -> TableGame:
    """A game between two teams of a season. In the tournament's edition its rules of substitution and mercy hold.

    Raises SeasonError for what no change of men could put right once the game is on, CardError and SystemFileError.
    """
    check_teams(options["away"], options["home"])
    if (options["system"] or USUAL) != USUAL:
        return _counted_game(options, seed)
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
        _log(load_profile(profile) if profile else None, away, home),
        park=options["park"],
        profile=profile,
        seed=seed,
        thrown=thrown,
        typed_dice=options["typed_dice"],
        charts=charts_in_use(),
    )
    return _table_game(saved, season)


def _counted_game(options: dict[str, Any], seed: int) -> TableGame:
    """Two clubs under another system, whose cards are made by count."""
    system, edition, source = _system_of(options), options["edition"], str(options["cards"] or options["season"])
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
        _log(None, away, home),
        park=options["park"],
        seed=seed,
        typed_dice=options["typed_dice"],
        charts=charts.digests,
    )
    return TableGame(Game(book, saved.log), season, saved, None)


def _counted_drafted(options: dict[str, Any], game: DraftedGame, seed: int) -> tuple[TableGame, tuple[str, ...]]:
    """Two teams of a tournament under another system."""
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
        _log(game.profile, *meeting.sides, best_of=game.best_of),
        park=options["park"],
        profile=text_of(game.profile),
        not_suspended="" if game.suspending else str(game.suspending),
        seed=seed,
        typed_dice=options["typed_dice"],
        relief=meeting.relief,
        charts=charts.digests,
        brought=brought,
    )
    table = TableGame(Game(book, saved.log, saved.relief), season, saved, game.profile, meeting.sheets)
    return table, meeting.without_card


def _system_of(options: dict[str, Any]) -> AnySystem:
    return systems.load(options["system"])


def drafted_table_game(options: dict[str, Any], game: DraftedGame, seed: int) -> tuple[TableGame, tuple[str, ...]]:
    """A game between two teams of a tournament by its own rules; and the names of men left out for want of a card.

    Raises SeasonError, and CardError.
    """
    if options["cards"] is None and game.season is None:
        raise SeasonError(
            f"the teams drafted from {' and '.join(game.card_sets)}, and that is not one real season whose cards are "
            "made here: name the lines of their cards by --cards FILE"
        )
    if game.profile.game.system != USUAL:
        return _counted_drafted(options, game, seed)
    source = str(options["cards"] or game.season)
    edition = edition_of(edition_played(game.profile), reverse_underlines=options["reverse_underlines"])
    season = cards_of(source)
    system = systems.load(USUAL)
    book = system.book(edition, season.cards)
    system.bring(book, game.away.brought, game.home.brought, game.profile)
    meeting = meet(game, season, (options["away_starter"], options["home_starter"]), frozenset(book.absent))
    twins = {man.removesuffix(TWIN): man for man in meeting.season.teams[game.home.name] if man.endswith(TWIN)}
    saved = SavedGame(
        systems.KEYS[0],
        edition.key,
        source,
        (game.away.name, game.home.name),
        _log(game.profile, *meeting.sides, best_of=game.best_of),
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


def edition_played(profile: Profile) -> str:
    """The edition under which a tournament's games are played. Raises SeasonError where there is none."""
    named = profile.game
    try:
        system = systems.load(named.system)
        edition = system.edition(named.edition)
    except (systems.NoSuchSystemError, SystemFileError) as fault:
        raise SeasonError(str(fault)) from None
    return edition.key


def _side(season: SeasonCards, options: dict[str, Any], side: str) -> Side:
    """The team's first starter, or the one who is named."""
    team, words = options[side], options.get(f"{side}_starter", "")
    first = line_up(season, team)
    if not words:
        return first
    starters = starters_of(season, team)[:STARTERS]
    return line_up(season, team, starters.index(named_starter(season, team, starters, words)))


def _log(profile: Profile | None, away: Side, home: Side, *, best_of: bool = False) -> GameLog:
    return GameLog(start_game(away, home, rules_of_play(profile, best_of=best_of) if profile else None))


def edition_of(key: str, *, reverse_underlines: bool) -> Any:
    """15.2: the edition, with underlined groundballs reversed where that is wanted. Raises SeasonError."""
    try:
        return systems.load(systems.KEYS[0]).edition(f"{key}+underlines_reversed" if reverse_underlines else key)
    except SystemFileError as fault:
        raise SeasonError(str(fault)) from None


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
        if saved.system != USUAL:
            return _counted_resumed(text, saved, str(cards or saved.cards), folder)
        season = cards_of(str(cards or saved.cards))
        season = with_twins(season, (man for side in saved.log.start.sides for man in (*side.field, *side.bench)))
        read_saved(text, lambda man: man in season.cards)
        return _table_game(saved, season)
    except ValueError as fault:
        raise SavedGameError(f"{path}: {fault}") from None


def _counted_resumed(text: str, saved: SavedGame, source: str, charts: Path | None) -> TableGame:
    system = systems.load(saved.system)
    men = [man for side in saved.log.start.sides for man in (*side.order, *side.field, *side.bench)]
    season = with_counted_twins(season_of(system, saved.edition, source), men)
    read_saved(text, lambda man: man in season.cards)
    laid_out = system.charts(charts)
    profile = _profile_of(saved.profile)
    book = book_of(system, system.edition(saved.edition), season, laid_out, saved.park, saved.brought, profile)
    return TableGame(Game(book, saved.log, saved.relief), season, saved, profile)


def _profile_of(stored: str) -> Profile | None:
    """A tournament's game carries its whole edition; one beside a tournament, and an older file, carries a key."""
    if not stored:
        return None
    return profile_of_text(stored) if stored.startswith("{") else load_profile(stored)


def _table_game(saved: SavedGame, season: SeasonCards) -> TableGame:
    profile = _profile_of(saved.profile)
    system = systems.load(saved.system)
    edition: Any = system.edition(saved.edition)
    book = book_at(edition, season, _in_the_game(saved, season), saved.park, saved.teams[1])
    system.bring(book, *saved.brought, profile)
    return TableGame(Game(book, saved.log, saved.relief), season, saved, profile)
