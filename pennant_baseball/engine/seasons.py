"""Load a real season, show its cards, and start games between its clubs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pennant_baseball.engine.games import EngineGame
from pennant_baseball.places import data_folder
from rules_engine.baseball import registry
from rules_engine.baseball.registry import NoSuchSystemError
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.names import fits_search
from rules_engine.systems import KEYS, load
from seasons.by_system import load_season_play
from seasons.club_games import GameOptions, set_up_game, start_club_game
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.season_play import SeasonPlay, check_team


class EngineError(ValueError):
    """There is no such season, club, player or ruleset. The message lists the available ones."""


class EngineSeason:
    """A real season with a card for every player, created by `load_season`."""

    def __init__(self, play: SeasonPlay, cards: SeasonCardSet, ruleset: str, source: str) -> None:
        self._play = play
        self._cards = cards
        self.ruleset = ruleset
        self.source = source

    @property
    def clubs(self) -> Sequence[str]:
        """The clubs in alphabetical order, as Retrosheet codes such as "NYA"."""
        return tuple(sorted(self._cards.teams))

    def players(self, club: str) -> Mapping[str, str]:
        """Return the names of a club's players by player ID. Raise EngineError if there is no such club."""
        self._check(club)
        return self._cards.names_of(self._cards.teams[club])

    def card(self, name: str) -> str:
        """Return a player's card as lines of text, by his ID or part of his name.

        Raise EngineError if there is no such player.
        """
        if name not in self._cards.cards:
            name = self._find_player(name)
        lines: Sequence[str] = self._play.system.card_lines(self._cards.cards[name])
        return "\n".join(lines)

    def game(
        self,
        away: str,
        home: str,
        *,
        seed: int,
        away_starter: str = "",
        home_starter: str = "",
        designated_hitter: bool | None = None,
        park: str = "",
    ) -> EngineGame:
        """Return a game between two clubs before its first play. Raise EngineError if it can't start.

        Args:
            seed: The dice seed. The same seed produces the same game.
            away_starter: Part of the pitcher's name. By default, the first pitcher in the rotation starts.
            designated_hitter: Whether designated hitters bat for the pitchers. By default, they do if the home club's
                league used them that season and the ruleset has them.
            park: A ballpark in the system's ballpark chart.
        """
        card_file = None if self.source.isdecimal() else Path(self.source)
        options = GameOptions(
            edition=self.ruleset,
            season=0 if card_file else int(self.source),
            cards=card_file,
            away=away,
            home=home,
            starters=(away_starter, home_starter),
            park=park,
            has_designated_hitter=designated_hitter,
            seed=seed,
        )
        try:
            start = start_club_game(self._play, options)
            game = set_up_game(self._play, start.season, start.saved, start.charts)
        except (SeasonError, SystemFileError) as error:
            raise EngineError(str(error)) from None
        for club, side in zip((away, home), start.saved.log.start.sides, strict=True):
            if not (ruling := game.system.lineup_ruling(game.setup, side)):
                raise EngineError(f"{club}: {ruling}")
        names = {**self.players(away), **self.players(home)}
        return EngineGame(game, start.saved, names)

    def _check(self, club: str) -> None:
        try:
            check_team(self._cards, club)
        except SeasonError as error:
            raise EngineError(str(error)) from None

    def _find_player(self, words: str) -> str:
        matches = [player for player, card in self._cards.cards.items() if fits_search(words, card.name)]
        if len(matches) == 1:
            return matches[0]
        if not matches:
            raise EngineError(f"No player of {self.source} is named “{words}”.")
        choices = ", ".join(f"{self._cards.cards[player].name} ({player})" for player in matches[:12])
        raise EngineError(f"“{words}” matches {len(matches)} players: {choices}. Use an id.")


def load_season(
    season: int | Path,
    *,
    system: str = KEYS[0],
    ruleset: str = "",
    folder: Path | None = None,
    on_message: Callable[[str], None] = lambda text: None,
) -> EngineSeason:
    """Load a major-league season since 1871, or a card file from `pennant make-cards`.

    The first call makes the year's cards, which takes about ten seconds, and stores them in a file.

    Args:
        system: A key from `system_keys`.
        ruleset: A key from `ruleset_keys`, with optional rules added as in "full+injuries". Defaults to the first
            ruleset.
        folder: The directory for generated cards. Defaults to Pennant's data directory for the user.
        on_message: Called with each line of progress text while cards are made.

    Raises:
        EngineError: There is no such season, card file, system or ruleset.
    """
    card_folder = folder or data_folder() / "cards"
    try:
        play = load_season_play(system, card_folder, on_message, may_start_processes=False)
        chosen = ruleset or next(iter(play.system.editions))
        play.system.edition(chosen)
        return EngineSeason(play, play.season(chosen, str(season)), chosen, str(season))
    except (NoSuchSystemError, SeasonError, SystemFileError) as error:
        raise EngineError(str(error)) from None


def system_keys() -> Sequence[str]:
    """Return the game systems' keys, with the default system first."""
    return registry.system_keys()


def ruleset_keys(system: str = KEYS[0]) -> Mapping[str, str]:
    """Return the titles of a system's rulesets by key. Raise EngineError if there is no such system."""
    try:
        return dict(load(system).editions)
    except NoSuchSystemError as error:
        raise EngineError(str(error)) from None
