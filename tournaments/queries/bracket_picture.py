"""Layout of the playoff bracket drawing for the page, the big screen and the PDF."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.crests import Crest
from rules_engine.competition.bracket import BracketPlace, bracket
from tournaments.models import Team
from tournaments.queries.playoffs import BracketMatchup, PlayoffBracket

Runs = Mapping[int, Sequence[tuple[int, int]]]  # runs by (home, visitors) in each game, by series ID

# All sizes are in drawing units, which are points in the PDF.
LINE: Final = 22  # a team's line; a series has two
WIDTH: Final = 372  # width of a series
GAP: Final = 34
HEAD: Final = 22
_ROW_STEP: Final = 33  # distance between adjacent lines in the first round
_GAME_WIDTH: Final = 18
_LETTER_WIDTH: Final = 8.2  # width of a bold letter on screen
_WINS_WIDTH: Final = 20
_SEED_WIDTH: Final = 18
CREST: Final = 27  # width of a crest


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A team's line in a series, with its runs in each game."""

    team: Team | None
    seed: str
    wins: str
    is_winner: bool
    foot: int
    runs: list[tuple[int, int]]
    letters: int  # available width for the name, in letters

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
    meeting: BracketMatchup
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
        return self.x + _SEED_WIDTH + 4

    @property
    def crest_at(self) -> int:
        return self.name_at + CREST // 2

    @property
    def beside_crest(self) -> int:
        """The left edge of a name next to a crest. The PDF has no crests."""
        return self.name_at + CREST + 5

    @property
    def seed_at(self) -> int:
        return self.x + _SEED_WIDTH

    @property
    def address(self) -> str:
        return self.meeting.series.get_absolute_url() if self.meeting.series else ""

    @property
    def note_at(self) -> int:
        """The baseline of the note below the box."""
        return self.y + 2 * LINE + 11

    @property
    def words(self) -> str:
        """The box's content as text for screen readers."""
        first, second = self.lines
        text = f"{first.name} {first.wins or 0}, {second.name} {second.wins or 0}"
        return f"{text}, {self.meeting.suspended}" if self.meeting.suspended else text


@dataclass(frozen=True, slots=True)
class BracketPicture:
    width: int
    height: int
    heads: list[tuple[str, int]]  # each round's name and left edge
    boxes: list[SeriesBox]
    lines: list[str]  # connectors between series, as point lists

    box_width, box_height, line_height, crest_width = WIDTH, 2 * LINE, LINE, CREST


def bracket_picture(board: PlayoffBracket, runs: Runs) -> BracketPicture | None:
    """Return the drawing, or None before the seeding or with only one qualifier."""
    if not board.meetings:
        return None
    middles, places = _middles(len(board.seeds))
    boxes = {
        meeting.pairing.number: _series_box(meeting, middles[meeting.pairing.number], runs)
        for meeting in board.meetings
    }
    lines = [
        _connector(boxes[place.winner_of], boxes[series.number])
        for series in bracket(len(board.seeds))
        for place in (series.upper, series.lower)
        if place.winner_of
    ]
    heads = [
        (f"{name}, best of {length}", _left_edge(number)) for number, (name, length, _) in enumerate(board.rounds, 1)
    ]
    width = _left_edge(len(heads)) + WIDTH
    return BracketPicture(width, HEAD + places * _ROW_STEP + 2, heads, list(boxes.values()), lines)


def _middles(seeds: int) -> tuple[dict[int, int], int]:
    """Return every series' vertical center, halfway between its feeders, and the number of first-round slots."""
    series = {series.number: series for series in bracket(seeds)}
    middles: dict[int, int] = {}
    places = 0

    def height_of(place: BracketPlace) -> int:
        nonlocal places
        if not place.winner_of:
            places += 1
            return HEAD + places * _ROW_STEP - _ROW_STEP // 2
        feeder = series[place.winner_of]
        middles[feeder.number] = (height_of(feeder.upper) + height_of(feeder.lower)) // 2
        return middles[feeder.number]

    height_of(BracketPlace(winner_of=max(series)))
    return middles, places


def _left_edge(number: int) -> int:
    return (number - 1) * (WIDTH + GAP)


def _series_box(meeting: BracketMatchup, middle: int, runs: Runs) -> SeriesBox:
    x, y = _left_edge(meeting.pairing.round), middle - LINE
    games = list(runs.get(meeting.series.pk, ())) if meeting.series is not None else []
    first = x + WIDTH - _WINS_WIDTH - _GAME_WIDTH * len(games) + _GAME_WIDTH // 2
    letters = int((first - _GAME_WIDTH // 2 - x - _SEED_WIDTH - 9 - CREST) / _LETTER_WIDTH)
    lines = []
    for place, side in enumerate(meeting.lines):
        team = side.team
        at_home = meeting.series is not None and team is not None and meeting.series.home_id == team.pk
        runs_by_column = [
            (first + _GAME_WIDTH * game, game_runs[0 if at_home else 1]) for game, game_runs in enumerate(games)
        ]
        seed = str(side.seed) if side.seed else ""
        won = str(side.wins) if meeting.series is not None else ""
        lines.append(
            BracketLine(
                team,
                seed,
                won,
                side.is_winner,
                y + LINE * (place + 1) - 7,
                runs_by_column,
                letters,
            )
        )
    return SeriesBox(meeting, x, y, lines)


def _connector(feeder: SeriesBox, target: SeriesBox) -> str:
    right, half = feeder.x + WIDTH, feeder.x + WIDTH + GAP // 2
    return f"{right},{feeder.middle} {half},{feeder.middle} {half},{target.middle} {target.x},{target.middle}"
