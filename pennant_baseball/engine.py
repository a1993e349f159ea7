"""Play tabletop baseball from Python, without Django.

    from pennant_baseball import engine

    season = engine.load_season(1998)
    game = season.new_game("SDN", "NYA", seed=7)
    while not game.is_over:
        print(*game.play(), sep="\\n")
    print(game.box_score())

Importing it adds the folder of the packages `rules_engine` and `seasons` to the end of `sys.path`.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from pennant_baseball.places import add_program_folder, data_folder

add_program_folder()

from rules_engine import (  # noqa: E402 - found in the folder that was just added
    Appearance,
    Game,
    NotReadyError,
    PitchingRoles,
    Profile,
    Ruling,
    load_profile,
    may_relieve,
    may_start,
    sentence,
)
from rules_engine.baseball.box_score import BoxScore, box_score  # noqa: E402
from rules_engine.baseball.decisions import decide  # noqa: E402
from rules_engine.baseball.play_by_play import box_text, line_score, situation_text  # noqa: E402
from rules_engine.baseball.retrosheet import GameInfo, event_file, team_codes  # noqa: E402
from rules_engine.baseball.saved_games import SavedGame, saved_text  # noqa: E402
from rules_engine.baseball.simulation import ComputerManagers  # noqa: E402
from seasons.by_system import load_season_play  # noqa: E402
from seasons.club_games import GameOptions, players_of, set_up_game, start_club_game  # noqa: E402
from seasons.lahman import SeasonError  # noqa: E402
from seasons.made_cards import SeasonCardSet  # noqa: E402
from seasons.season_play import SeasonPlay, check_team  # noqa: E402

__all__ = (
    "Appearance",
    "ClubGame",
    "ClubSeason",
    "NotReadyError",
    "PitchingRoles",
    "Profile",
    "Ruling",
    "SeasonError",
    "load_profile",
    "load_season",
    "may_relieve",
    "may_start",
)


@dataclass(frozen=True, slots=True)
class ClubSeason:
    """The clubs and cards of a season.

    Attributes:
        source: The year, or the path of a card file.
        ruleset: The key of the ruleset, such as "star" or "super_advanced".
    """

    source: str
    ruleset: str
    season_play: SeasonPlay
    card_set: SeasonCardSet

    @property
    def clubs(self) -> list[str]:
        """The clubs' codes, such as "NYA"."""
        return sorted(self.card_set.teams)

    def players(self, club: str) -> dict[str, str]:
        """Return the names of a club's players by player code, hitters first. Raises SeasonError."""
        check_team(self.card_set, club)
        return self.card_set.names_of(self.card_set.teams[club])

    def card(self, player: str) -> dict[str, Any]:
        """Return a player's card as JSON values. Raises KeyError for an unknown player code."""
        card: dict[str, Any] = self.season_play.system.write_card(self.card_set.cards[player])
        return card

    def new_game(
        self,
        away: str,
        home: str,
        *,
        seed: int = 1,
        starters: tuple[str, str] = ("", ""),
        has_designated_hitter: bool = False,
    ) -> "ClubGame":
        """Set up a game with the usual lineups and computer managers for both clubs.

        Args:
            seed: The same seed gives the same dice.
            starters: Part of the name of each starting pitcher, visitors first. "" chooses the next in the rotation.

        Raises:
            SeasonError: A club or starter isn't in this season, or the ruleset has no designated hitter.
        """
        card_file = None if self.source.isdecimal() else Path(self.source)
        options = GameOptions(
            edition=self.ruleset,
            season=int(self.source) if card_file is None else 0,
            cards=card_file,
            away=away,
            home=home,
            starters=starters,
            has_designated_hitter=has_designated_hitter,
            seed=seed,
        )
        start = start_club_game(self.season_play, options)
        game = set_up_game(self.season_play, start.season, start.saved, start.charts)
        away_side, home_side = start.saved.log.start.sides
        players = (*players_of(away_side), *players_of(home_side))
        return ClubGame(game, start.saved, start.season.names_of(dict.fromkeys(players)))


class ClubGame:
    """A game between two clubs, managed by the computer.

    Attributes:
        game: The game itself, with its state, setup and log.
        names: Names of players by player code.
    """

    def __init__(self, game: Game[Any, Any], saved: SavedGame, names: Mapping[str, str]) -> None:
        self.game = game
        self.names = dict(names)
        self._saved = saved
        self._managers = ComputerManagers(game, saved.seed)

    @property
    def teams(self) -> tuple[str, str]:
        """The visitors and the home team."""
        return self._saved.teams

    @property
    def is_over(self) -> bool:
        return not self._managers.is_game_on

    @property
    def score(self) -> tuple[int, int]:
        """Runs of the visitors and of the home team."""
        away, home = self.game.state.score
        return away, home

    @property
    def situation(self) -> str:
        """The inning, outs, runners, batter and pitcher in words."""
        return situation_text(self.game.state, self.names)

    def play(self) -> list[str]:
        """Play to the next result, such as a plate appearance or a steal. Return what happened, in sentences."""
        number = self.game.log.number
        self._managers.play()
        history = list(self.game.log.in_force())
        return [sentence(before, event, self.names) for before, event in history[number:]]

    def play_out(self) -> None:
        """Play to the end of the game."""
        self._managers.play_out()

    def box_score(self) -> str:
        """Return the line score and both teams' batting and pitching lines as text."""
        box = self.box
        decisions = decide(list(self.game.log.in_force()), self.game.state.inning) if self.game.state.over else None
        lines = box_text(box, self.teams, self.names, decisions)
        return f"{line_score(self.game.state, box, self.teams)}\n\n{lines}"

    @property
    def box(self) -> BoxScore:
        """The box score as numbers, by team and player code."""
        return box_score(self.game.log.in_force())

    def saved_game(self) -> str:
        """Return the event log as JSON. `pennant play --resume` opens it."""
        return saved_text(self._saved)

    def retrosheet(self, day: date) -> str:
        """Return the game as a Retrosheet event file."""
        info = GameInfo(*team_codes(*self.teams), day.strftime("%Y/%m/%d"))
        return event_file(self.game.log, info, self.names)

    def appearance_odds(self) -> dict[str, Fraction]:
        """Return the exact chance of each kind of play if the batter swings away. They sum to 1."""
        state = self.game.state
        chances = self.game.system.appearance_odds(self.game, state.batting.batter, state.occupied, state.outs)
        return _chances_by_kind(chances)

    def steal_odds(self) -> dict[int, dict[str, Fraction]]:
        """Return the exact chance of each kind of play for every legal steal, by the base it starts from."""
        odds = self.game.system.steal_odds(self.game)
        return {base: _chances_by_kind(chances) for base, chances in odds.items()}


def _chances_by_kind(chances: Mapping[Any, Fraction]) -> dict[str, Fraction]:
    by_kind: dict[str, Fraction] = defaultdict(Fraction)
    for play, chance in chances.items():
        by_kind[play.kind] += chance
    return dict(by_kind)


def load_season(
    source: int | str | Path, ruleset: str = "", *, system: str = "strat_o_matic", folder: Path | None = None
) -> ClubSeason:
    """Load the cards of a real season, or of a card file.

    Making the cards of a season takes some seconds the first time.

    Args:
        source: A year from 1871 on, or the path of a card file.
        ruleset: The key of a ruleset. "" is the system's usual one.
        system: "strat_o_matic", "pine_tar" or "inside_pitch".
        folder: Where made cards are kept. By default Pennant's data folder.

    Raises:
        SeasonError: There are no statistics of that year, or the file can't be read.
        rules_engine.NoSuchSystemError: There is no such system.
        rules_engine.SystemFileError: There is no such ruleset.
    """
    season_play = load_season_play(
        system, folder or data_folder() / "cards", _ignore_message, may_start_processes=False
    )
    edition = season_play.system.edition(ruleset or next(iter(season_play.system.editions)))
    return ClubSeason(str(source), edition.key, season_play, season_play.season(edition.key, str(source)))


def _ignore_message(text: str) -> None:
    """Cards are made silently."""
