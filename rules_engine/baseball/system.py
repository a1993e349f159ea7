"""The functions and values a game system provides, as small protocols by use.

A system is a package `rules_engine/systems/KEY/` whose module `system` has these names. `systems.load(KEY)` imports
it, and `systems/protocol_check.py` lets mypy check it against `System`. A new system writes the functions of
`PlayingSystem` and takes the rest from `system_defaults.py`.

Players are known by id (`str`), never by a printed name. Team 0 is the visitors, team 1 the home team. Innings are
whole outs, exact chances are Fractions. A file that cannot be used raises SystemFileError; a manager's request that
the rules forbid is a Ruling that refuses.
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
    """The part that every system writes for itself: its rulesets and cards, and the play of a game."""

    @property
    def key(self) -> str:
        """The package's name, which is stored: "pine_tar"."""

    @property
    def title(self) -> str:
        """The game's name in print: "Pine Tar Baseball"."""

    @property
    def editions(self) -> Mapping[str, str]:
        """Titles of the rulesets by key, the usual one first."""

    def edition(self, key: str) -> Edition:
        """Return a ruleset, with options "standard+hit_and_run". Raises SystemFileError for an unknown key."""

    def read_card(self, document: Mapping[str, Any]) -> CardT:
        """Return a card from JSON values and check every field. Raises SystemFileError."""

    def write_card(self, card: CardT) -> dict[str, Any]:
        """Return the JSON values from which `read_card` makes an equal card."""

    def setup(self, edition: Any, cards: Mapping[str, CardT], charts: Any = None, park: str = "") -> SetupT:
        """Return the setup of a game, by default with our charts. Raises SystemFileError for an unknown ballpark."""

    def tracker(self, setup: SetupT, start: State) -> TrackerT:
        """Return the tracker before the first pitch."""

    def next_play(self, game_input: GameInput, setup: SetupT, state: State, tracker: TrackerT) -> Resolved:
        """Ask for the decisions, roll the dice and return the play. Change neither state nor tracker.

        If the batter stays at bat (a wild pitch, a steal, ball two), `to[0]` is ABSENT and the next play asks him
        again. The play is cut at the winning run (`state.cut_at_walk_off`). Events that the play causes, such as
        Hurt, are in `follow`.
        """

    def lineup_ruling(self, setup: SetupT, side: Side) -> Ruling:
        """Rule whether a game may start with this lineup."""

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
        """Rule whether `enters` may replace `leaves` now; a profile adds the tournament's rules.

        `moves` has the players by position who change positions right after it.
        """

    def move_ruling(self, game: GameT, team: int, positions: Mapping[str, str], *, tournament: bool = True) -> Ruling:
        """Rule whether these players, by position, may take these positions now."""

    def must_settle(self, game: GameT) -> Unsettled | None:
        """Return what must be changed before the next play, if anything.

        The game asks at the start, when the team in the field has changed, and while any player is
        `tracker.unsettled`. The function reads only the present state of the log.
        """

    def pilot(self, game: GameT, profile: Profile | None = None) -> Pilot:
        """Return a computer manager for both teams, within the tournament's rules if a profile is given."""


class RulesInWords(Protocol):
    """Facts about the rules that pages and the tournament ask for."""

    @property
    def rule_prefix(self) -> str:
        """The prefix of its rule numbers: "PT". Strat-O-Matic's numbers have none."""

    @property
    def numbers(self) -> RuleNumbers:
        """The system's numbers for baseball's own rules of lineups and substitutions."""

    def positions_rule(self, profile: Profile | None) -> str:
        """Return the number of the rule that limits players to positions on their cards, or ""."""

    @property
    def positions_bind(self) -> bool:
        """Whether players may only play positions on their cards, so that a roster must cover all (T31.10)."""

    def optional_rules(self, edition: str) -> Sequence[OptionalRule]:
        """Return the rules that players may switch on or off in a ruleset, in the order of the rulebook."""

    @property
    def set_aside(self) -> Mapping[str, str]:
        """Tournament settings ("cards.starter_outs") that need facts its cards don't have, each with the reason."""

    @property
    def tournament_editions(self) -> Mapping[str, str]:
        """Tournament profiles by ruleset, for rulesets that follow a tournament's rules in single games too."""

    def has_hitter(self, edition: str) -> bool:
        """Return whether tournaments with this ruleset use a designated hitter by default."""

    def rules_summary(self, edition: str) -> Mapping[str, str]:
        """Return the sentences that managers should know before they play, by rule number."""


class Substitutions(Protocol[GameT]):
    """Rulings on changes besides a plain substitution, and on when a change may be made."""

    def switch_ruling(self, game: GameT, team: int, first: str, second: str, *, tournament: bool = True) -> Ruling:
        """Rule whether two players who entered together may trade places in the batting order."""

    def hitter_ruling(self, game: GameT, team: int, position: str = "") -> Ruling:
        """Rule whether the designated hitter may take this position, or with "" whether the pitcher may hit for him."""

    def ways_out(self, game: GameT, profile: Profile | None, team: int) -> Iterable[WayOut]:
        """Return the changes that let play continue if no single substitution of the pitcher is legal."""

    def timing_ruling(self, game: GameT) -> Ruling:
        """Rule whether a substitution may be made at this point of the play in progress (`game.under_way`)."""

    def retraction_ruling(self, game: GameT, side: str) -> Ruling:
        """Rule whether this side may undo its last announcement."""

    def after_game(self, game_input: GameInput, game: GameT) -> Sequence[Event]:
        """Roll what is due after the last out and return the events to append (Hurt)."""


class CardsAndCharts(Protocol[ShownCardT]):
    """Cards on screen and paper, workbooks of cards, charts of one's own, cards of real seasons."""

    @property
    def card_sheets(self) -> Sequence[CardSheet]:
        """The sheets of the workbook in which an owner of printed cards enters them."""

    def card_lines(self, card: ShownCardT) -> Sequence[str]:
        """Return the whole card for a screen of 100 columns, line by line."""

    def card_face(self, card: ShownCardT) -> CardFace:
        """Return the whole card as it is drawn on paper."""

    def chart_templates(self) -> Mapping[str, ChartTemplate]:
        """Return a template by file name for each chart a user can replace."""

    def charts(self, folder: Path | None) -> Charts:
        """Return our charts, replaced by those in the folder. Raises SystemFileError with every fault."""

    def charts_in_use(self, setup: Any) -> Mapping[str, ChartDisplay]:
        """Return the charts by name that this game is played by."""

    @property
    def charts_folder(self) -> str:
        """The subfolder of an installation's charts folder that holds its charts; "" is the folder itself."""

    @property
    def weather(self) -> WeatherRoll | None:
        """The function that rolls the weather, if the system has weather."""

    @property
    def printed_ratings(self) -> Mapping[str, Callable[[str], object]]:
        """Parsers of the rating columns in a card set's file, by column.

        A parser raises ValueError with the values it accepts; str() of its result is the rating as printed.
        """

    def printed_card(self, card: ShownCardT, ratings: Mapping[str, str]) -> PrintedCard:
        """Return a made card with printed ratings instead of its own, and the ratings that have no place on it."""

    def ratings_of_card(self, card: ShownCardT) -> Mapping[str, str]:
        """Return the ratings of a made card, in the form of `printed_ratings`."""

    def rated_positions(self, fielding: str) -> Sequence[str]:
        """Return the fielding positions in the "fielding" column of such a file."""

    def make_cards(self, season: LeagueSeason, edition: Any) -> MadeCards:
        """Make the cards of a real season from its totals. The result is the same every time."""


class RestAndInjuries(Protocol[PlayedSetupT, GameT]):
    """Rest and injuries from game to game. A team's carryover is None before its first game."""

    def carried(self, before: Carryover | None, game: GameT, team: int) -> Carryover:
        """Return the team's carryover after a finished game; `before` is its carryover into the game."""

    def after_sheet(
        self, before: Carryover | None, pitched: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]
    ) -> Carryover:
        """Return the carryover after a game known only from its pitching sheet.

        Args:
            pitched: By pitcher, whether he started and his outs.
            hurt: By injured player, how long he is out, in `injury_unit`.
        """

    def injury_unit(self, edition: str) -> str:
        """Return the unit of injuries that last beyond the game, "days" or "games", or ""."""

    def absent(self, edition: Any, carryover: Carryover, names: Names) -> Mapping[str, Ruling]:
        """Return the rulings against players who may not play, or not pitch, in the team's next game."""

    def bring(
        self, setup: PlayedSetupT, away: Carryover | None, home: Carryover | None, profile: Profile | None = None
    ) -> None:
        """Apply both teams' carryover to a setup before its Game is made.

        In a tournament (with a profile) the pitching sheets decide what they know about rest.
        """

    def next_series(self, before: Carryover) -> Carryover:
        """Return a team's carryover into its next series."""

    def rest_batters(self, dice: DiceRoller, setup: PlayedSetupT, side: Side) -> tuple[Side, tuple[str, ...]]:
        """Roll which batters rest before a solitaire game. Return the lineup without them, and who rests."""


class ExactOdds(Protocol[PlayedSetupT, GameT]):
    """Exact chances of plays."""

    def appearance_odds(self, game: GameT, batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
        """Return the chances of every play if this batter swings away; they sum to 1.

        `occupied` is a bases int (bases.py). The defense plays at its usual depth, and both managers decide like the
        computer manager. Plays that leave the batter at bat are included.
        """

    def steal_odds(self, game: GameT) -> Mapping[int, Mapping[Play, Fraction]]:
        """Return the chances of every legal steal by the base of its lead runner."""

    def option_odds(self, game: GameT, record: Record, choose: Chooser) -> PlayOdds:
        """Return the chances of every play after these answers and rolls of the play in progress.

        `choose` makes both managers' later decisions. Injuries are left out.
        """

    def card_read(self, setup: PlayedSetupT, play: PlayMade) -> str:
        """Name the reading that the dice of a play pointed to on the cards, or ""."""

    def card_chances(self, setup: PlayedSetupT, batter: str, pitcher: str) -> Mapping[str, float]:
        """Return the chance of each name that `card_read` can give for this batter and pitcher; they sum to 1."""


class Notes(Protocol[GameT]):
    """Dice and words for playing with a keyboard. `names` has the printed names by player."""

    @property
    def dice(self) -> Sequence[DieKind]:
        """The kinds of dice in the box."""

    @property
    def rolled_together(self) -> RollsTogether:
        """The rolls made together with the previous one, and so typed on the same line.

        A pair is a roll that is made together only with the roll named first.
        """

    @property
    def roll_titles(self) -> Mapping[str, str]:
        """What people call a roll, by its name in the record: "d20 for the X-chance".

        A roll without a title is called by its die and its name: "d20 for steal".
        """

    def announcements(self, edition: Any) -> Mapping[str, Sequence[str]]:
        """Return the choices that each of `MANAGERS_WORDS` can mean before the dice, likeliest first.

        Words that this ruleset doesn't have are missing. A choice that follows another one is written after it:
        "each hold".
        """

    def option_note(self, game: GameT, question: str, key: str, record: Record, names: Names) -> str:
        """Return the ratings behind an option, "Otis Nixon, AA: safe 1-17", or ""; `given` is the play so far."""

    def matchup_cards(self, game: GameT, record: Record) -> Sequence[MatchupCard]:
        """Return the cards of batter and pitcher as this matchup reads them, with the cell of the last dice."""

    def dice_note(self, game: GameT, record: Record, names: Names) -> str:
        """Return what the last dice point to, "5-9 Greg Maddux: gb(ss)A", or ""."""

    def pitcher_note(self, game: GameT) -> str:
        """Return what limits the pitcher on the mound, who has faced a batter: "tired (27.3A)", or ""."""

    def usual_reliever(self, game: GameT, team: int) -> str:
        """Return the pitcher that the computer manager would bring in to pitch now, or ""."""

    def play_note(self, before: State, event: PlayMade, names: Names) -> str:
        """Return an opening for the sentence of a play, "Otis Nixon fouls the bunt off", or ""."""


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
