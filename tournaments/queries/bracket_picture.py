"""The best-ofs as a bracket with lines: where every series stands, its seeds and games; for page, wall and paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.crests import Crest
from rules_engine.competition.bracket import BracketPlace, bracket
from tournaments.models import Team
from tournaments.queries.best_ofs import BestOfs, BracketMeeting

Runs = Mapping[int, Sequence[tuple[int, int]]]  # series -> runs of its home and its visiting team, game by game

# the picture in its own units, which are points on paper
LINE: Final = 22  # a team's line; a series has two
WIDTH: Final = 372  # of a series
GAP: Final = 34
HEAD: Final = 22
_STEP: Final = 33  # from one first place of the bracket to the next
_GAME: Final = 18
_LETTER: Final = 8.2  # a bold letter of a name, as wide as letters of screens are
_WINS: Final = 20
_SEED: Final = 18
CREST: Final = 27  # wide


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A team in a series: letters stand at `foot`; `runs` of each game with the middle of its column."""

    team: Team | None
    seed: str
    wins: str
    is_winner: bool
    foot: int
    runs: list[tuple[int, int]]
    letters: int  # of a name that there is room for before the runs

    @property
    def name(self) -> str:
        return self.team.name if self.team is not None else "to be decided"

    @property
    def short_name(self) -> str:
        return self.name if len(self.name) <= self.letters else f"{self.name[: self.letters - 1].rstrip()}…"

    @property
    def crest(self) -> Crest | None:
        return self.team.badge if self.team is not None else None

    @property
    def crest_top(self) -> int:
        return self.foot - 11

    @property
    def tone(self) -> str:
        return "won" if self.is_winner else "quiet" if self.team is None else ""


@dataclass(frozen=True, slots=True)
class SeriesBox:
    meeting: BracketMeeting
    x: int
    y: int
    lines: list[BracketLine]

    @property
    def middle(self) -> int:
        return self.y + LINE

    @property
    def right(self) -> int:
        return self.x + WIDTH

    @property
    def wins_at(self) -> int:
        return self.x + WIDTH - 6

    @property
    def name_at(self) -> int:
        return self.x + _SEED + 4

    @property
    def crest_at(self) -> int:
        return self.name_at + CREST // 2

    @property
    def beside_crest(self) -> int:
        """Where the name begins beside a crest; on paper there is none."""
        return self.name_at + CREST + 5

    @property
    def seed_at(self) -> int:
        return self.x + _SEED

    @property
    def address(self) -> str:
        return self.meeting.series.get_absolute_url() if self.meeting.series else ""

    @property
    def note_at(self) -> int:
        """Where what is said under it stands."""
        return self.y + 2 * LINE + 11

    @property
    def words(self) -> str:
        """What it says, for those who cannot see it."""
        first, second = self.lines
        said = f"{first.name} {first.wins or 0}, {second.name} {second.wins or 0}"
        return f"{said}, {self.meeting.suspended}" if self.meeting.suspended else said


@dataclass(frozen=True, slots=True)
class BracketPicture:
    width: int
    height: int
    heads: list[tuple[str, int]]  # name of a round, left edge
    boxes: list[SeriesBox]
    lines: list[str]  # from each series to the next, as points

    box_width, box_height, line_height, crest_width = WIDTH, 2 * LINE, LINE, CREST


def bracket_picture(board: BestOfs, runs: Runs) -> BracketPicture | None:
    """None before the seeding, and for one qualifier alone."""
    if not board.meetings:
        return None
    middles, places = _middles(len(board.seeds))
    boxes = {one.pairing.number: _box(one, middles[one.pairing.number], runs) for one in board.meetings}
    lines = [
        _line(boxes[place.winner_of], boxes[series.number])
        for series in bracket(len(board.seeds))
        for place in (series.upper, series.lower)
        if place.winner_of
    ]
    heads = [(f"{name}, best of {length}", _x(number)) for number, (name, length, _) in enumerate(board.rounds, 1)]
    width = _x(len(heads)) + WIDTH
    return BracketPicture(width, HEAD + places * _STEP + 2, heads, list(boxes.values()), lines)


def _middles(seeds: int) -> tuple[dict[int, int], int]:
    """The height of every series, half-way between those that feed it, and the number of places at the left edge."""
    series = {one.number: one for one in bracket(seeds)}
    middles: dict[int, int] = {}
    places = 0

    def height_of(place: BracketPlace) -> int:
        nonlocal places
        if not place.winner_of:
            places += 1
            return HEAD + places * _STEP - _STEP // 2
        fed = series[place.winner_of]
        middles[fed.number] = (height_of(fed.upper) + height_of(fed.lower)) // 2
        return middles[fed.number]

    height_of(BracketPlace(winner_of=max(series)))
    return middles, places


def _x(number: int) -> int:
    return (number - 1) * (WIDTH + GAP)


def _box(meeting: BracketMeeting, middle: int, runs: Runs) -> SeriesBox:
    x, y = _x(meeting.pairing.round), middle - LINE
    scored = list(runs.get(meeting.series.pk, ())) if meeting.series is not None else []
    first = x + WIDTH - _WINS - _GAME * len(scored) + _GAME // 2
    letters = int((first - _GAME // 2 - x - _SEED - 9 - CREST) / _LETTER)
    lines = []
    for place, side in enumerate(meeting.lines):
        team = side.team
        at_home = meeting.series is not None and team is not None and meeting.series.home_id == team.pk
        own = [(first + _GAME * game, both[0 if at_home else 1]) for game, both in enumerate(scored)]
        seed = str(side.seed) if side.seed else ""
        won = str(side.wins) if meeting.series is not None else ""
        lines.append(BracketLine(team, seed, won, side.is_winner, y + LINE * (place + 1) - 7, own, letters))
    return SeriesBox(meeting, x, y, lines)


def _line(fed: SeriesBox, into: SeriesBox) -> str:
    right, half = fed.x + WIDTH, fed.x + WIDTH + GAP // 2
    return f"{right},{fed.middle} {half},{fed.middle} {half},{into.middle} {into.x},{into.middle}"
