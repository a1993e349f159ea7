"""What a game system fills in: plain functions and values, all that the rest of the house knows of it.

A system is a package `rules_engine/systems/KEY/` whose module `system` holds these names; `systems.load(KEY)` finds it
and mypy checks it against the Protocol. Men are named by player (`str`), never by what is printed on a card. Teams are
0 for the visitors and 1 for the home team. Innings are whole outs. Dice, chances and ratings are whole numbers; exact
chances are Fractions. What cannot be read raises SystemFileError, what a manager may not do is a Ruling that refuses.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from rules_engine.baseball.card_faces import CardFace
from rules_engine.baseball.card_sheets import CardSheet
from rules_engine.baseball.events import Event, PlayMade, Record
from rules_engine.baseball.game_input import GameInput, Option, RandomInput
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.baseball.seasons import LeagueSeason, Rates
from rules_engine.baseball.state import Side, State
from rules_engine.baseball.substitutions import RuleNumbers
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling

if TYPE_CHECKING:
    from rules_engine.baseball.game import Game

Reason = Literal["pinch_hitter", "pinch_runner", "pitcher", "double_switch", "defence"]
Hand = Literal["L", "R"]


MONTHS = ("april", "may", "june", "july", "august", "september", "october")  # in which baseball is played
MANAGERS_WORDS = ("walk", "steal", "bunt", "hit and run", "hold", "pickoff")


class SystemFileError(ValueError):
    """A card, an edition or a chart cannot be used. `faults` are all of them, each with file, row or field."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class DieKind(NamedTuple):
    """A die that a person needs at his table: "d20", 20 faces from 1; "d100", 100 faces from 0."""

    name: str
    sides: int
    lowest: int = 1


class ChartTemplate(NamedTuple):
    """A chart as a file to be filled in with one's own numbers: what it is for, and its whole text."""

    purpose: str
    text: str


class AtBat(NamedTuple):
    """What a man's card gives him by exact count against an average pitcher of one hand, as shares of 1."""

    on_base: float
    slugging: float  # bases of his hits for each at-bat


def bat_of(rates: Rates) -> AtBat:
    """On-base and slugging of a man with these rates per plate appearance."""
    hits = rates.single + rates.double + rates.triple + rates.homerun
    free = rates.walk + rates.hit_by_pitch
    bases = rates.single + 2 * rates.double + 3 * rates.triple + 4 * rates.homerun
    return AtBat(hits + free, bases / (1 - free))


class Unsettled(NamedTuple):
    """Why no play can begin. `leaves` must go ("" where the line-up itself is at fault); a man comes in for `reason`.

    `enters_by` is the number under which anybody on the bench comes in for him where `change_ruling` lets nobody in;
    with `whoever` it lets everybody in, as for a hurt man.
    """

    team: int
    ruling: Ruling  # it refuses
    leaves: str = ""
    reason: Reason = "defence"
    enters_by: str = ""
    whoever: bool = False


class Counted(NamedTuple):
    """One line of a report: a count as played, and as the cards give it by exact count."""

    name: str
    played: float
    cards: float


@dataclass(frozen=True, slots=True)
class MadeCards:
    """Cards by player, how near all of them together come to the season, and what a card cannot give by man."""

    cards: Mapping[str, Any]
    report: Sequence[Counted]
    short: Mapping[str, Sequence[Counted]] = field(default_factory=dict)  # man -> his lines that end at a floor


class Card(Protocol):
    """What everybody knows of a card, beside what its own system does."""

    @property
    def name(self) -> str: ...

    @property
    def bats(self) -> str:
        """The side from which the player bats: L, R or S."""


class Edition(Protocol):
    """The printed rules in force, as data. `key` finds it again, switched options and all: "standard+hit_and_run"."""

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...


class Charts(Protocol):
    """The charts to play by. `digests`: name -> short digest, of every chart that says other things than ours."""

    @property
    def digests(self) -> Mapping[str, str]: ...


class GameSetup(Protocol):
    """What does not change during a game: edition, cards, charts, park. A system's own holds more."""

    @property
    def system(self) -> str:
        """The key of its system, the same for all of them: `system: ClassVar[str] = "pine_tar"`."""

    @property
    def edition(self) -> Any: ...

    @property
    def cards(self) -> Mapping[str, Any]:
        """By player; also of a man made up for a hurt one, whose name begins with `substitutions.STAND_IN`."""

    def is_pitcher(self, man: str) -> bool:
        """Whether his card is a pitcher's."""

    def is_hitter(self, man: str) -> bool:
        """Return whether he has a hitter's card; a two-way player has one beside his pitcher's card."""

    def hand(self, man: str) -> str:
        """The hand with which a pitcher throws, the side from which a batter bats: L, R or S."""

    def positions(self, man: str) -> Sequence[str]:
        """The positions on his hitter's card, the best first, without the mound; none for other pitchers."""

    def may_pitch(self, man: str, *, start: bool) -> Ruling:
        """Whether his card (and the rest that he comes with) lets him start, or relieve."""

    def bat(self, man: str, throws: Hand) -> AtBat:
        """What he does against pitchers of this hand, for line-ups and for whoever looks along the bench."""


class Tracker(Protocol):
    """What a game remembers from play to play beside state and log; made anew from the log after going back."""

    @property
    def hurt(self) -> Collection[str]:
        """Everybody who was hurt in this game, whether or not he has left. A plain attribute in your class will do."""

    @property
    def unsettled(self) -> Collection[str]:
        """Men who may have to leave: while there is one, must_settle is asked before every play."""

    def after(self, before: State, event: Event) -> None:
        """Keep up with an event in force, given the state before it. Rewinding is none: a new tracker is made."""

    def tired(self, state: State) -> bool:
        """Whether the man on the mound tires. Asking changes nothing."""

    def work_left(self, man: str) -> str:
        """What he has done on the mound and has left, in words: "tires in the 8th, 3 of 5 counted"; "" for nothing."""


class Pilot(Protocol):
    """A manager without a person: asks no dice, and decides the same in the same game."""

    teams: tuple[int, ...]  # whose men it sends in and out; (0, 1) at first

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        """The key of one of the options, as a table's `choose` wants it; `side` is "offence" or "defence"."""

    def changes(self) -> None:
        """Before a play: append its changes of men to the game's log; all that must_settle asks of its teams."""

    def table(self, seed: int) -> RandomInput:
        """A table of its own dice at which it decides for both sides."""


class WeatherRoll(Protocol):
    """The weather of a game as a park of `book`, by a die at the table. Raises SystemFileError where there is none."""

    def __call__(self, edition: str, home: str, month: str, *, night: bool, game_input: GameInput) -> str: ...


CardT = TypeVar("CardT")
SetupT = TypeVar("SetupT", bound=GameSetup)
TrackerT = TypeVar("TrackerT", bound=Tracker)


class System(Protocol[CardT, SetupT, TrackerT]):
    """One game system. A module with these names fills it in."""

    @property
    def key(self) -> str:
        """Its package's name, which is stored: "pine_tar"."""

    @property
    def title(self) -> str:
        """Its name in print: "Pine Tar Baseball"."""

    @property
    def rule_prefix(self) -> str:
        """What its rule numbers begin with, "PT"; "" for Strat-O-Matic, whose numbers stand as printed."""

    @property
    def numbers(self) -> RuleNumbers:
        """Its numbers for what baseball itself says of line-ups and changes."""

    def placing_rule(self, profile: Profile | None) -> str:
        """Under which number men in the field stand by their cards, "" where they may stand anywhere."""

    @property
    def dice(self) -> Sequence[DieKind]:
        """The dice of its box."""

    @property
    def thrown_along(self) -> Collection[str]:
        """The names of the rolls that are thrown together with the dice before them, and so typed on one line."""

    @property
    def editions(self) -> Mapping[str, str]:
        """Key -> title; the first is the usual one."""

    @property
    def switches(self) -> Mapping[str, str]:
        """Key -> sentence of every option that may be added to an edition's key after a "+"; {} for none."""

    @property
    def set_aside(self) -> Mapping[str, str]:
        """Lines of a tournament's edition ("cards.starter_outs") that ask what its cards or rosters do not hold -> why.

        Set to 0 or off, a line is not asked; {} for none.
        """

    @property
    def tournament_editions(self) -> Mapping[str, str]:
        """Editions that are a tournament's own -> the profile by whose rules a game beside a tournament is played too.

        {} for none.
        """

    @property
    def positions_bind(self) -> bool:
        """Whether a man stands only where his card lets him, so that a roster must cover every position (T31.10)."""

    # The files.

    def edition(self, key: str) -> Edition:
        """ "standard", or with options switched on "standard+hit_and_run". Raises SystemFileError for no such key."""

    def read_card(self, document: Mapping[str, Any]) -> CardT:
        """A card from JSON values, every field checked; one that is not known is refused. Raises SystemFileError."""

    def write_card(self, card: CardT) -> dict[str, Any]:
        """The JSON values from which read_card gives an equal card."""

    @property
    def card_sheets(self) -> Sequence[CardSheet]:
        """The sheets of a workbook into which the owner of printed cards copies them."""

    def card_lines(self, card: CardT) -> Sequence[str]:
        """The whole card for a screen of 100 columns, line by line: head, columns, ratings, each in its notation."""

    def card_face(self, card: CardT) -> CardFace:
        """The whole card as it is to be drawn on paper."""

    def chart_templates(self) -> Mapping[str, ChartTemplate]:
        """File name -> template, of every chart a user may replace."""

    def charts(self, folder: Path | None) -> Charts:
        """Ours, with those of the folder in place of ours. Raises SystemFileError with every fault of every file."""

    @property
    def charts_lie_in(self) -> str:
        """The folder in which an installation keeps its charts, inside the one for all systems; "" for that one."""

    @property
    def weather(self) -> WeatherRoll | None:
        """What rolls for the weather of a month; None for no weather."""

    @property
    def printed_ratings(self) -> Mapping[str, Callable[[str], object]]:
        """What reads a rating from a cell of a card set's file, by its name there; str() gives it as it is printed.

        They raise ValueError with what should stand there; {} where card sets hold no ratings of this system.
        """

    def rated_positions(self, fielding: str) -> Sequence[str]:
        """The positions that the rating "fielding" of such a file names, without the mound."""

    # A game. `Game` is rules_engine.baseball.game.Game: book, log, tracker, state, relief.

    def setup(self, edition: Any, cards: Mapping[str, CardT], charts: Any = None, park: str = "") -> SetupT:
        """All that a game needs of them; without charts by ours. Raises SystemFileError for a park there is not."""

    def tracker(self, setup: SetupT, start: State) -> TrackerT:
        """The tracker before the first pitch."""

    def next_play(self, game_input: GameInput, setup: SetupT, state: State, tracker: TrackerT) -> Resolved:
        """One play: announcements asked, dice rolled at the table, its outcome. Changes neither state nor tracker.

        A play may leave the batter up (a wild pitch, a steal, ball two): `to[0]` is ABSENT and he is asked again. The
        play is cut at the winning run (`state.cut_at_walk_off`). Events that belong to it, such as Hurt, `follow` it.
        """

    def lineup_ruling(self, setup: SetupT, side: Side) -> Ruling:
        """Whether a game may begin with this line-up; else what is wrong with it first."""

    def change_ruling(
        self,
        game: "Game[SetupT, TrackerT]",
        profile: Profile | None,
        team: int,
        enters: str,
        leaves: str,
        reason: Reason,
        moves: Mapping[str, str] | None = None,
    ) -> Ruling:
        """Whether `enters` may come in for `leaves` now, with a tournament's profile by its rules too.

        `moves` is position -> man, of those who take other places right after it.
        """

    def move_ruling(
        self, game: "Game[SetupT, TrackerT]", team: int, positions: Mapping[str, str], *, tournament: bool = True
    ) -> Ruling:
        """Whether these men of the team in the field may take these positions (position -> man) now."""

    def switch_ruling(
        self, game: "Game[SetupT, TrackerT]", team: int, first: str, second: str, *, tournament: bool = True
    ) -> Ruling:
        """Whether two men who came in together may take each other's place in the order (changes.switch_ruling)."""

    def hitter_ruling(self, game: "Game[SetupT, TrackerT]", team: int, position: str = "") -> Ruling:
        """Whether the designated hitter may take this position, or with "" the pitcher may bat or run for him
        (changes.hitter_ruling)."""

    def moment_ruling(self, game: "Game[SetupT, TrackerT]") -> Ruling:
        """Whether men may be changed or moved at this point of the play under way (`game.under_way`)."""

    def take_back_ruling(self, game: "Game[SetupT, TrackerT]", side: str) -> Ruling:
        """Whether "offence" or "defence" may unsay what it announced last."""

    def must_settle(self, game: "Game[SetupT, TrackerT]") -> Unsettled | None:
        """What must be put right before the next play; None for nothing.

        Asked at the start, when the defence is another than on the last play, and while anybody is
        `tracker.unsettled`: so it may cost something. It looks at the log's present state alone and changes nothing.
        """

    def pilot(self, game: "Game[SetupT, TrackerT]", profile: Profile | None = None) -> Pilot:
        """A manager for both sides; with a profile every change is within the tournament's rules."""

    def after_game(self, game_input: GameInput, game: "Game[SetupT, TrackerT]") -> Sequence[Event]:
        """What is rolled for once the last out is made, as events to append (Hurt); () for nothing."""

    # From game to game. What a team takes along is JSON values that only its system reads; None before its first game.

    def carried(self, before: Mapping[str, Any] | None, game: "Game[SetupT, TrackerT]", team: int) -> Mapping[str, Any]:
        """What this team takes from a game that is over; `before` is what it came to it with."""

    def after_sheet(
        self, before: Mapping[str, Any] | None, pitched: Mapping[str, tuple[bool, int]], hurt: Mapping[str, int]
    ) -> Mapping[str, Any]:
        """The same of a game of which only the pitching sheet is known: man -> whether he started, and his outs.

        `hurt` is who was written down as hurt in it, man -> how long he is out, in `injury_unit`.
        """

    def has_hitter(self, edition: str) -> bool:
        """Whether somebody bats for the pitcher in a tournament of this edition, unless a manager says otherwise."""

    def injury_unit(self, edition: str) -> str:
        """In what an injury that outlasts its game is counted, "days" or "games"; "" where none does."""

    def absent(self, edition: Any, taken: Mapping[str, Any], names: Names) -> Mapping[str, Ruling]:
        """Who may not play, or not pitch, in the next game of a team that takes this along, and why."""

    def bring(
        self,
        setup: SetupT,
        away: Mapping[str, Any] | None,
        home: Mapping[str, Any] | None,
        profile: Profile | None = None,
    ) -> None:
        """Tell the book of a game what the two teams come with: who is hurt, who has not had his rest.

        Before the Game is made; line-ups and changes are refused by it. With a tournament's profile the game is one of
        a tournament, whose pitching sheets say what they know of rest.
        """

    def next_series(self, before: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a team takes from one series to the next."""

    def for_people(self, edition: str) -> Mapping[str, str]:
        """What people are to know of this edition before they play, such as how long an injury lasts.

        Number of the rule -> sentence.
        """

    # Odds.

    def appearance_odds(
        self, game: "Game[SetupT, TrackerT]", batter: str, occupied: int, outs: int
    ) -> Mapping[Play, Fraction]:
        """How this batter swinging away against the men in the field can end, with the bases occupied so; sums to 1.

        `occupied` is a bases int (bases.py). The defence plays at its usual depth and both managers decide as the
        pilot does. Plays that leave him at bat are among them. Exact, or as near as its docstring says.
        """

    def steal_odds(self, game: "Game[SetupT, TrackerT]") -> Mapping[int, Mapping[Play, Fraction]]:
        """Base -> how a steal led from there can end, of every steal that is legal now; {} for none."""

    def card_read(self, setup: SetupT, play: PlayMade) -> str:
        """What the dice of a play pointed to on the cards at the plate, by a name; "" where no card was read."""

    def card_chances(self, setup: SetupT, batter: str, pitcher: str) -> Mapping[str, float]:
        """Every name that card_read may give when these two face each other -> its chance, before any dice are thrown.

        They sum to 1. {} of a system whose card_read gives "" always.
        """

    # In words. `names` are the men's by player.

    def announcements(self, edition: Any) -> Mapping[str, Sequence[str]]:
        """What a manager may say of his own accord before the dice -> the choices it may mean, the likeliest first.

        Words are those of `MANAGERS_WORDS`; one that this edition does not know is left out. A choice that comes after
        another is written behind it: "each hold".
        """

    def option_note(self, game: "Game[SetupT, TrackerT]", question: str, key: str, given: Record, names: Names) -> str:
        """The ratings on which an option rests, "Otis Nixon, AA: safe 1-17"; "" for none. `given`: the play so far."""

    def dice_note(self, game: "Game[SetupT, TrackerT]", given: Record, names: Names) -> str:
        """What the dice thrown last point to, "5-9 Greg Maddux: gb(ss)A"; "" as long as they point to nothing."""

    def play_note(self, before: State, event: PlayMade, names: Names) -> str:
        """How its sentence opens where the scorer's word is too little: "Otis Nixon fouls the bunt off"; else ""."""

    # Cards of real seasons.

    def make_cards(self, season: LeagueSeason, edition: Any) -> MadeCards:
        """Cards of a league's real season, from its totals alone: no dice, no replay, the same each time."""


AnySystem = System[Any, Any, Any]
