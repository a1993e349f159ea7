"""Box scores of games played with the engine, and each player's tournament totals."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from games.models import Game
from games.queries.win_chances import WinChanceChart, read_win_chances
from rules_engine.innings import format_innings
from tournaments.models import Series, Tournament

SIDES: Final = ("away", "home")


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A player's counts by name, for a single game or in total. Missing counts are 0. `games` is games played."""

    name: str
    team: str
    counts: dict[str, int]
    games: int = 1
    decisions: dict[str, int] = field(default_factory=dict)  # W, L, S
    code: str = ""  # the card's code; missing in games from older versions

    def __getitem__(self, count: str) -> int:
        return self.counts.get(count, 0)

    @property
    def average(self) -> float | None:
        return self["hits"] / self["at_bats"] if self["at_bats"] else None

    @property
    def earned_run_average(self) -> float | None:
        return 27 * self["earned_runs"] / self["outs"] if self["outs"] else None

    @property
    def decided(self) -> str:
        """Return the player's decision in a single game, "W", "L" or "S", or "" if there is none."""
        return "".join(self.decisions)


@dataclass(frozen=True, slots=True)
class TeamBoxScore:
    batting: FilledTable[BoxLine]
    pitching: FilledTable[BoxLine]


class GameBox(NamedTuple):
    """A game's box score: visitors, home team, and the chances to win, if recorded."""

    game: Game
    teams: list[TeamBoxScore]
    chances: WinChanceChart | None


def box_scores_in_series(series: Series) -> list[GameBox]:
    """Return box scores for a series' games that were played with the engine."""
    games = Game.objects.filter(series=series).exclude(box={}).select_related("home", "away").order_by("number")
    return [GameBox(game, box_scores_of(game), read_win_chances(game)) for game in games]


def box_scores_of(game: Game) -> list[TeamBoxScore]:
    """Return the visitors' and the home team's box scores, or an empty list for games without the engine."""
    if not game.box:
        return []
    return [_box(game, side, team.name) for side, team in zip(SIDES, (game.away, game.home), strict=True)]


def _box(game: Game, side: str, team: str) -> TeamBoxScore:
    batting, pitching = BATTING.without("team", "games"), PITCHING.without("team", "games", "won", "lost", "saved")
    titles = (f"{team}: batting", f"{team}: pitching")
    return TeamBoxScore(
        batting.filled(box_lines(game, side, "batting"), caption=titles[0], label=titles[0]),
        pitching.filled(box_lines(game, side, "pitching"), caption=titles[1], label=titles[1]),
    )


def box_lines(game: Game, side: str, kind_of_count: str) -> Iterator[BoxLine]:
    """Yield the "batting" or "pitching" lines for a game's "home" or "away" side."""
    team = (game.home if side == "home" else game.away).name
    yield from read_box_lines(game.box, side, kind_of_count, team)


def read_box_lines(box: Mapping[str, Any], side: str, kind_of_count: str, team: str = "") -> Iterator[BoxLine]:
    """Yield the "batting" or "pitching" lines of a stored box score."""
    for line in box.get(side, {}).get(kind_of_count, []):
        counts = {name: count for name, count in line.items() if isinstance(count, int)}
        decisions = {line["decision"]: 1} if line.get("decision") else {}
        yield BoxLine(line["name"], team, counts, decisions=decisions, code=line.get("code", ""))


def batting_leaders(tournament: Tournament) -> list[BoxLine]:
    """Return all batters, sorted by hits."""
    lines = _added_up(tournament, "batting")
    return sorted(lines, key=lambda line: (-line["hits"], -(line.average or 0), line.name))


def pitching_leaders(tournament: Tournament) -> list[BoxLine]:
    """Return all pitchers, sorted by innings."""
    return sorted(_added_up(tournament, "pitching"), key=lambda line: (-line["outs"], line["earned_runs"], line.name))


def _added_up(tournament: Tournament, counts: str) -> list[BoxLine]:
    played = Game.objects.filter(series__tournament=tournament).exclude(box={}).select_related("home", "away")
    by_player: dict[tuple[str, str], list[BoxLine]] = defaultdict(list)
    for game in played.order_by("pk"):
        for side in SIDES:
            for line in box_lines(game, side, counts):
                by_player[line.team, line.name].append(line)
    return [_sum_of(lines) for lines in by_player.values()]


def _sum_of(lines: Iterable[BoxLine]) -> BoxLine:
    counts: dict[str, int] = defaultdict(int)
    decisions: dict[str, int] = defaultdict(int)
    games = 0
    for line in lines:
        games += 1
        for into, values in ((counts, line.counts), (decisions, line.decisions)):
            for name, count in values.items():
                into[name] += count
    return BoxLine(line.name, line.team, dict(counts), games, dict(decisions))


_ALL = Place.PAGE | Place.FILE | Place.API
_LEFT = Align.LEFT


def _count(name: str, title: str, **more: Any) -> Column[BoxLine]:
    return Column(name, title, lambda line: line[name], _ALL, **more)


def _written(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}".removeprefix("0" if digits == 3 else "")


_WHO = (
    Column[BoxLine]("player", "Player", lambda line: line.name, _ALL, _LEFT, names_row=True, kind=str),
    Column[BoxLine]("team", "Team", lambda line: line.team, _ALL, _LEFT, tone="hide-phone", kind=str),
    Column[BoxLine]("games", "G", lambda line: line.games, _ALL),
)
BATTING: TableDefinition[BoxLine] = TableDefinition(
    "batting",
    (
        *_WHO,
        *(_count("at_bats", "AB"), _count("runs", "R"), _count("hits", "H")),
        *(_count("doubles", "2B", tone="hide-phone"), _count("triples", "3B", tone="hide-phone")),
        *(_count("homeruns", "HR"), _count("runs_batted_in", "RBI"), _count("walks", "BB", tone="hide-phone")),
        *(_count("strikeouts", "K", tone="hide-phone"), _count("stolen_bases", "SB", tone="hide-phone")),
        Column(
            *("average", "BA", lambda line: line.average, _ALL),
            text=lambda line: _written(line.average, 3),
            kind=float,
            is_nullable=True,
        ),
    ),
)
PITCHING: TableDefinition[BoxLine] = TableDefinition(
    "pitching",
    (
        *_WHO,
        Column("decided", "Dec", lambda line: line.decided, Place.PAGE, tone="one"),
        Column("won", "W", lambda line: line.decisions.get("W", 0), _ALL),
        Column("lost", "L", lambda line: line.decisions.get("L", 0), _ALL),
        Column("saved", "SV", lambda line: line.decisions.get("S", 0), _ALL),
        Column("innings", "IP", lambda line: format_innings(line["outs"]), _ALL, kind=str, help="such as 7.1"),
        *(_count("hits", "H"), _count("runs", "R"), _count("earned_runs", "ER"), _count("walks", "BB")),
        *(_count("strikeouts", "K"), _count("homeruns", "HR", tone="hide-phone")),
        Column(
            *("earned_run_average", "ERA", lambda line: line.earned_run_average, _ALL),
            text=lambda line: _written(line.earned_run_average, 2),
            kind=float,
            is_nullable=True,
        ),
    ),
)


def leaders(tournament: Tournament) -> list[FilledTable[BoxLine]]:
    """Return the tables for the tournament's players page: batters, then pitchers."""
    return [
        BATTING.filled(batting_leaders(tournament), caption="Batting", label="Batting"),
        PITCHING.without("decided").filled(pitching_leaders(tournament), caption="Pitching", label="Pitching"),
    ]
