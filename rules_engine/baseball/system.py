"""The functions and values that a game system provides, as small protocols grouped by use.

A system is a package `rules_engine/systems/KEY/` whose module `system` defines these names. `systems.load(KEY)` imports
it, and `systems/protocol_check.py` lets mypy check it against `System`. A new system implements `PlayingSystem`
and imports the rest from `system_defaults.py`.

Players are identified by ID (`str`), never by a printed name. Team 0 is the visitors, team 1 the home team. Innings
are stored as outs, and exact chances are Fractions. A file that can't be used raises SystemFileError. A manager's
request that the rules forbid returns a negative Ruling.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rules_engine.baseball.card_faces import CardFace, MatchupCard
from rules_engine.baseball.card_sheets import CardSheet
from rules_engine.baseball.chart_display import ChartDisplay
from rules_engine.baseball.events import Event, PlayMade, Record
from rules_engine.baseball.game_input import Chooser, DiceRoller, GameInput
from rules_engine.baseball.game_setup import Charts, Edition, GameSetup
from rules_engine.baseball.optional_rules import OptionalRule
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.state import Side, State
from rules_engine.baseball.substitutions import RuleNumbers
from rules_engine.baseball.system_types import (
    Carryover,
    ChartTemplate,
    DieKind,
    MadeCards,
    Pilot,
    PlayOdds,
    PrintedCard,
    Reason,
    RollsTogether,
    Tracker,
    Unsettled,
    WayOut,
    WeatherRoll,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling

CardT = TypeVar("CardT")
SetupT = TypeVar("SetupT", bound=GameSetup)
TrackerT = TypeVar("TrackerT", bound=Tracker)
GameT = TypeVar("GameT", contravariant=True)  # the system's own Game[SetupT, TrackerT]
ShownCardT = TypeVar("ShownCardT", contravariant=True)
PlayedSetupT = TypeVar("PlayedSetupT", bound=GameSetup, contravariant=True)


class PlayingSystem(Protocol[CardT, SetupT, TrackerT, GameT]):
    """The part that every system implements itself: its rulesets, its cards and the play of a game."""

    @property
    def key(self) -> str:
        """The package's name, which is stored: "pine_tar"."""

    @property
    def title(self) -> str:
        """The game's printed title: "Pine Tar Baseball"."""

    @property
    def editions(self) -> Mapping[str, str]:
        """Titles of the rulesets by key, default first."""

    def edition(self, key: str) -> Edition:
        """Return a ruleset.

        Its key can include options, as in "standard+hit_and_run". Raise SystemFileError if it's unknown.
        """

    def read_card(self, document: Mapping[str, Any]) -> CardT:
        """Return a card from JSON values. Raise SystemFileError if any field is invalid."""

    def write_card(self, card: CardT) -> dict[str, Any]:
        """Return JSON values from which `read_card` restores an equal card."""

    def setup(self, edition: Any, cards: Mapping[str, CardT], charts: Any = None, park: str = "") -> SetupT:
        """Return a game's setup, with the standard charts by default. Raise SystemFileError for an unknown ballpark."""

    def tracker(self, setup: SetupT, start: State) -> TrackerT:
        """Return the tracker before the first pitch."""

    def next_play(self, game_input: GameInput, setup: SetupT, state: State, tracker: TrackerT) -> Resolved:
        """Prompt for the decisions, roll the dice and return the play. Don't change the state or the tracker.

        If the batter stays at bat (a wild pitch, a steal, ball two), `to[0]` is ABSENT and the next play has the same
        batter. The play ends at the winning run (`state.cut_at_walk_off`). Events that the play causes, such as
        Hurt, are in `follow`.
        """

    def lineup_ruling(self, setup: SetupT, side: Side) -> Ruling:
        """Rule on whether a game may start with this lineup."""

    def change_ruling(
        self,
        game: GameT,
        profile: Profile | None,
        team: int,
        enters: str,
        leaves: str,
        reason: Reason,
        moves: Mapping[str, str] | None = None,
    ) -> Ruling:
        """Rule on whether `enters` may replace `leaves` now. A profile adds the tournament's rules.

        `moves` maps positions to the players who move there right after it.
        """

    def move_ruling(self, game: GameT, team: int, positions: Mapping[str, str], *, tournament: bool = True) -> Ruling:
        """Rule on whether these players, by position, may move to these positions now."""

    def must_settle(self, game: GameT) -> Unsettled | None:
        """Return the change required before the next play, if any.

        The game calls this at the start, when the defense has changed, and while any player is
        `tracker.unsettled`. The function reads only the log's current state.
        """

    def pilot(self, game: GameT, profile: Profile | None = None) -> Pilot:
        """Return a computer manager for both teams. With a profile, it follows the tournament's rules."""


class RulesInWords(Protocol):
    """Rules data for pages and the tournament."""

    @property
    def rule_prefix(self) -> str:
        """The prefix of its rule numbers: "PT". Strat-O-Matic's numbers have none."""

    @property
    def numbers(self) -> RuleNumbers:
        """The system's numbers for baseball's own rules on lineups and substitutions."""

    def positions_rule(self, profile: Profile | None) -> str:
        """Return the number of the rule that limits players to positions on their cards, or ""."""

    @property
    def positions_bind(self) -> bool:
        """True if players can play only positions on their cards, so a roster must cover all positions (T31.10)."""

    def optional_rules(self, edition: str) -> Sequence[OptionalRule]:
        """Return the optional rules that players can switch on or off in a ruleset, in rulebook order."""

    @property
    def set_aside(self) -> Mapping[str, str]:
        """Tournament settings ("cards.starter_outs") that need data its cards don't have, each with the reason."""

    @property
    def tournament_editions(self) -> Mapping[str, str]:
        """Tournament profiles by ruleset, for rulesets that apply a tournament's rules to single games too."""

    def has_hitter(self, edition: str) -> bool:
        """Return whether tournaments with this ruleset use a designated hitter by default."""

    def rules_summary(self, edition: str) -> Mapping[str, str]:
        """Return the sentences that managers should know before a game, by rule number."""


class Substitutions(Protocol[GameT]):
    """Rulings on changes other than a plain substitution, and on their timing."""

    def switch_ruling(self, game: GameT, team: int, first: str, second: str, *, tournament: bool = True) -> Ruling:
        """Rule on whether two players who entered together may swap places in the batting order."""

    def hitter_ruling(self, game: GameT, team: int, position: str = "") -> Ruling:
        """Rule on whether the designated hitter may take this position.

        With "", rule on whether the pitcher may bat for him.
        """

    def ways_out(self, game: GameT, profile: Profile | None, team: int) -> Iterable[WayOut]:
        """Return the changes that let play continue if no single substitution for the pitcher is legal."""

    def timing_ruling(self, game: GameT) -> Ruling:
        """Rule on whether a substitution may be made at this point of the play in progress (`game.under_way`)."""

    def retraction_ruling(self, game: GameT, side: str) -> Ruling:
        """Rule on whether this side may undo its last announcement."""

    def after_game(self, game_input: GameInput, game: GameT) -> Sequence[Event]:
        """Make the rolls required after the last out and return the events to append (Hurt)."""


class CardsAndCharts(Protocol[ShownCardT]):
    """Cards on screen and in print, card workbooks, custom charts, and cards made from real seasons."""

    @property
    def card_sheets(self) -> Sequence[CardSheet]:
        """Workbook sheets in which owners of printed cards enter them."""

    def card_lines(self, card: ShownCardT) -> Sequence[str]:
        """Return the whole card, line by line, for a screen 100 characters wide."""

    def card_face(self, card: ShownCardT) -> CardFace:
        """Return the whole card as it is printed."""

    def chart_templates(self) -> Mapping[str, ChartTemplate]:
        """Return a template, by file name, for each chart that users can replace."""

    def charts(self, folder: Path | None) -> Charts:
        """Return the standard charts, with replacements from this directory. Raise SystemFileError with every error."""

    def charts_in_use(self, setup: Any) -> Mapping[str, ChartDisplay]:
        """Return the charts used in this game, by name."""

    @property
    def charts_folder(self) -> str:
        """The system's subdirectory in an installation's charts directory. "" means that directory itself."""

    @property
    def weather(self) -> WeatherRoll | None:
        """The function that rolls the weather, if the system has weather."""

    @property
    def printed_ratings(self) -> Mapping[str, Callable[[str], object]]:
        """Parsers for the rating columns of a card set's file, by column.

        A parser raises ValueError with the values it accepts. str() of its result is the printed rating.
        """

    def printed_card(self, card: ShownCardT, ratings: Mapping[str, str]) -> PrintedCard:
        """Return a made card with printed ratings replacing its own, and the ratings that have no place on it."""

    def ratings_of_card(self, card: ShownCardT) -> Mapping[str, str]:
        """Return a made card's ratings, in the form of `printed_ratings`."""

    def rated_positions(self, fielding: str) -> Sequence[str]:
        """Return the fielding positions in the file's "fielding" column."""

    def make_cards(self, season: LeagueSeason, edition: Any) -> MadeCards:
        """Make the cards of a real season from its totals. The result is always the same."""


class RestAndInjuries(Protocol[PlayedSetupT, GameT]):
    """Rest and injuries from game to game. A team's carryover is None before its first game."""

    def carried(self, before: Carryover | None, game: GameT, team: int) -> Carryover:
        """Return the team's carryover after a finished game. `before` is its carryover into the game."""

    def after_sheet(
        self, before: Carryover | None, pitched: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]
    ) -> Carryover:
        """Return the carryover after a game for which there is only a pitching sheet.

        Args:
            pitched: Each pitcher's outs, and whether he started.
            hurt: How long each injured player is out, in `injury_unit`.
        """

    def injury_unit(self, edition: str) -> str:
        """Return the unit of injuries that last beyond the game, "days" or "games", or ""."""

    def absent(self, edition: Any, carryover: Carryover, names: Names) -> Mapping[str, Ruling]:
        """Return the rulings against players who can't play, or can't pitch, in the team's next game."""

    def bring(
        self, setup: PlayedSetupT, away: Carryover | None, home: Carryover | None, profile: Profile | None = None
    ) -> None:
        """Apply both teams' carryover to a setup before its Game is created.

        In a tournament (with a profile), pitching sheets take precedence for rest.
        """

    def next_series(self, before: Carryover) -> Carryover:
        """Return a team's carryover into its next series."""

    def rest_batters(self, dice: DiceRoller, setup: PlayedSetupT, side: Side) -> tuple[Side, tuple[str, ...]]:
        """Roll which batters rest before a solitaire game. Return the lineup without them, and the resting batters."""


class ExactOdds(Protocol[PlayedSetupT, GameT]):
    """Exact chances of plays."""

    def appearance_odds(self, game: GameT, batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
        """Return the chances of every play if this batter swings away. They add up to 1.

        `occupied` is an occupied-bases int (bases.py). The defense plays at normal depth, and both managers decide as
        the computer manager would. Plays that leave the batter at bat are included.
        """

    def steal_odds(self, game: GameT) -> Mapping[int, Mapping[Play, Fraction]]:
        """Return the chances of every legal steal by its lead runner's base."""

    def option_odds(self, game: GameT, record: Record, choose: Chooser) -> PlayOdds:
        """Return the chances of every play after these answers and rolls in the play in progress.

        `choose` makes both managers' later decisions. Injuries are left out.
        """

    def card_read(self, setup: PlayedSetupT, play: PlayMade) -> str:
        """Return the name of the card reading that a play's dice pointed to, or ""."""

    def card_chances(self, setup: PlayedSetupT, batter: str, pitcher: str) -> Mapping[str, float]:
        """Return the chance of each `card_read` name for this batter and pitcher. The chances add up to 1."""


class Notes(Protocol[GameT]):
    """Dice and terms for play at the keyboard. `names` has the printed names by player."""

    @property
    def dice(self) -> Sequence[DieKind]:
        """The kinds of dice in the box."""

    @property
    def rolled_together(self) -> RollsTogether:
        """Rolls made together with the previous one, and so entered on the same line.

        A pair limits the roll to being made together with the roll listed first.
        """

    @property
    def roll_titles(self) -> Mapping[str, str]:
        """Rolls' display names, by name in the record: "d20 for the X-chance".

        A roll without a title is called by its die and its name: "d20 for steal".
        """

    def announcements(self, edition: Any) -> Mapping[str, Sequence[str]]:
        """Return the choices that each of `MANAGERS_WORDS` can mean before the dice, likeliest first.

        Words that this ruleset doesn't have are left out. A follow-up choice is written after the first:
        "each hold".
        """

    def option_note(self, game: GameT, question: str, key: str, record: Record, names: Names) -> str:
        """Return the ratings behind an option, such as "Otis Nixon, AA: safe 1-17", or "".

        `given` is the play so far.
        """

    def matchup_cards(self, game: GameT, record: Record) -> Sequence[MatchupCard]:
        """Return the batter's and pitcher's cards as this matchup reads them, with the cell from the last dice."""

    def dice_note(self, game: GameT, record: Record, names: Names) -> str:
        """Return what the last dice point to, such as "5-9 Greg Maddux: gb(ss)A", or ""."""

    def pitcher_note(self, game: GameT) -> str:
        """Return the limit on the current pitcher, who has faced a batter, such as "tired (27.3A)", or ""."""

    def usual_reliever(self, game: GameT, team: int) -> str:
        """Return the pitcher that the computer manager would bring in now, or ""."""

    def play_note(self, before: State, event: PlayMade, names: Names) -> str:
        """Return the opening of a play's sentence, such as "Otis Nixon fouls the bunt off", or ""."""


class System(
    PlayingSystem[CardT, SetupT, TrackerT, GameT],
    RulesInWords,
    Substitutions[GameT],
    CardsAndCharts[CardT],
    RestAndInjuries[SetupT, GameT],
    ExactOdds[SetupT, GameT],
    Notes[GameT],
    Protocol[CardT, SetupT, TrackerT, GameT],
):
    """A complete game system. A module with all these names implements it."""


AnySystem = System[Any, Any, Any, Any]
