"""Totals over many games: every player's line, the leaders among qualified players and the standings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar

from rules_engine.baseball.box_score import Batting, Pitching, box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import Event
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.state import State
from rules_engine.innings import format_innings

PLATE_APPEARANCES_PER_GAME: Final = Fraction("3.1")  # plate appearances per team game to qualify for a batting title
OUTS_PER_GAME: Final = 3  # outs per team game to qualify for an ERA title
OUTS_OF_NINE: Final = 27
LEADERS: Final = 5
NAME: Final = 22  # width of a name column
TeamPlayer = tuple[str, str]  # team and player
Line = TypeVar("Line", Batting, Pitching)


@dataclass(slots=True)
class Record:
    """One team's record."""

    games: int = 0
    won: int = 0
    lost: int = 0
    tied: int = 0
    runs: int = 0
    against: int = 0

    @property
    def share(self) -> float:
        """Return the winning percentage. A tie counts half."""
        return (self.won + self.tied / 2) / self.games if self.games else 0.0


@dataclass(slots=True)
class PitchingTotal:
    """A player's pitching totals."""

    line: Pitching
    games: int = 0
    starts: int = 0
    wins: int = 0
    losses: int = 0
    saves: int = 0


@dataclass(slots=True)
class BattingTotal:
    """A player's batting totals."""

    line: Batting
    games: int = 0


@dataclass(slots=True)
class GameTotals:
    """Totals over games. The order in which games or other totals are added doesn't matter."""

    teams: dict[str, Record] = field(default_factory=dict)
    batting: dict[TeamPlayer, BattingTotal] = field(default_factory=dict)
    pitching: dict[TeamPlayer, PitchingTotal] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(team.games for team in self.teams.values()) // 2

    def add_game(self, teams: tuple[str, str], history: Sequence[tuple[State, Event]], end: State) -> None:
        """Add a finished game from its (state before, event) pairs and its final state."""
        boxes = box_score(history).teams
        decisions = decide(history, end.inning)
        for team, name in enumerate(teams):
            self._add_record(name, end.score[team], end.score[1 - team])
            for batting in boxes[team].batting.values():
                batting_total = self.batted(name, batting.player)
                batting_total.games += 1
                add_line(batting_total.line, batting)
            for place, pitching in enumerate(boxes[team].pitching.values()):
                pitching_total = self.pitched(name, pitching.player)
                pitching_total.games += 1
                pitching_total.starts += place == 0
                add_line(pitching_total.line, pitching)
                if decisions is not None:
                    pitching_total.wins += decisions.win == pitching.player
                    pitching_total.losses += decisions.loss == pitching.player
                    pitching_total.saves += decisions.save == pitching.player

    def _add_record(self, name: str, runs: int, against: int) -> None:
        record = self.teams.setdefault(name, Record())
        record.games += 1
        record.won += runs > against
        record.lost += runs < against
        record.tied += runs == against
        record.runs += runs
        record.against += against

    def batted(self, team: str, player: str) -> BattingTotal:
        if (team, player) not in self.batting:
            self.batting[team, player] = BattingTotal(Batting(player))
        return self.batting[team, player]

    def pitched(self, team: str, player: str) -> PitchingTotal:
        if (team, player) not in self.pitching:
            self.pitching[team, player] = PitchingTotal(Pitching(player))
        return self.pitching[team, player]

    def add(self, totals: "GameTotals") -> None:
        """Add another set of totals."""
        for name, record in totals.teams.items():
            add_line(self.teams.setdefault(name, Record()), record)
        for (team, player), batting in totals.batting.items():
            batting_total = self.batted(team, player)
            batting_total.games += batting.games
            add_line(batting_total.line, batting.line)
        for (team, player), pitching in totals.pitching.items():
            pitching_total = self.pitched(team, player)
            add_line(pitching_total, pitching)
            add_line(pitching_total.line, pitching.line)


def add_line(total: Any, line: Any) -> None:
    """Add each count in one line to another of the same kind, except the place in the order."""
    for counter in fields(line):
        value = getattr(line, counter.name)
        if isinstance(value, int) and counter.name != "order":
            setattr(total, counter.name, getattr(total, counter.name) + value)


# Rates.


def _share(count: int, total: int) -> float:
    return count / total if total else 0.0


def bases_of(line: Batting) -> int:
    return line.hits + line.doubles + 2 * line.triples + 3 * line.homeruns


def batting_average(line: Batting) -> float:
    return _share(line.hits, line.at_bats)


def on_base_average(line: Batting) -> float:
    times_hit_or_walked = line.walks + line.hit_by_pitch
    return _share(line.hits + times_hit_or_walked, line.at_bats + times_hit_or_walked + line.sacrifice_flies)


def slugging_average(line: Batting) -> float:
    return _share(bases_of(line), line.at_bats)


def earned_run_average(line: Pitching) -> float:
    """Return earned runs per nine innings. A pitcher without an out counts as having pitched a third of an inning."""
    return OUTS_OF_NINE * line.earned_runs / max(1, line.outs)


def shown_share(share: float) -> str:
    """Return a percentage as ".305" or "1.000"."""
    return f"{share:.3f}".removeprefix("0")


# Leaders.


class Leader(NamedTuple):
    team: str
    player: str
    value: str


class Title(NamedTuple):
    """A statistical title and its leaders, best first."""

    name: str
    leaders: Sequence[Leader]


_BATTING_AVERAGES: Final[Sequence[tuple[str, Callable[[Batting], float]]]] = (
    ("batting average", batting_average),
    ("on-base average", on_base_average),
    ("slugging average", slugging_average),
)
_BATTING_COUNTS: Final = (
    ("homeruns", "homeruns"),
    ("runs batted in", "runs_batted_in"),
    ("runs", "runs"),
    ("hits", "hits"),
    ("stolen bases", "stolen_bases"),
)
_PITCHING_COUNTS: Final = (("wins", "wins"), ("saves", "saves"))


def leaders(totals: GameTotals) -> list[Title]:
    """Return the leaders in averages among qualified players (3.1 plate appearances or an inning per team game) and in
    counts among all players.
    """
    batting = {player: total.line for player, total in totals.batting.items()}
    pitching = {player: total.line for player, total in totals.pitching.items()}
    regulars = {player: line for player, line in batting.items() if _bats_enough(totals, player, line)}
    workers = {player: line for player, line in pitching.items() if _pitches_enough(totals, player, line)}
    titles = [
        _title(name, {player: rate(line) for player, line in regulars.items()}, shown_share)
        for name, rate in _BATTING_AVERAGES
    ]
    titles += [
        _title(name, {player: getattr(line, counter) for player, line in batting.items()}, str)
        for name, counter in _BATTING_COUNTS
    ]
    negative_averages = {player: -earned_run_average(line) for player, line in workers.items()}
    titles.append(_title("earned run average", negative_averages, lambda value: f"{-value:.2f}"))
    titles += [
        _title(name, {player: getattr(total, counter) for player, total in totals.pitching.items()}, str)
        for name, counter in _PITCHING_COUNTS
    ]
    titles.append(_title("strikeouts", {player: line.strikeouts for player, line in pitching.items()}, str))
    return [title for title in titles if title.leaders]


def _bats_enough(totals: GameTotals, player: TeamPlayer, line: Batting) -> bool:
    return line.plate_appearances >= PLATE_APPEARANCES_PER_GAME * totals.teams[player[0]].games


def _pitches_enough(totals: GameTotals, player: TeamPlayer, line: Pitching) -> bool:
    return line.outs >= OUTS_PER_GAME * totals.teams[player[0]].games


def _title(name: str, values: Mapping[TeamPlayer, Any], format_value: Callable[[Any], str]) -> Title:
    """Return the title. A value of zero can't lead. Earned run averages are passed negated, so the lowest wins."""
    ranked = sorted(
        ((value, player) for player, value in values.items() if value), key=lambda pair: (-pair[0], pair[1])
    )
    first_left_out = ranked[: LEADERS + 1][-1][0] if len(ranked) > LEADERS else None
    named_leaders = [
        (value, player)
        for value, player in ranked[:LEADERS]
        if first_left_out is None or value > first_left_out or len(ranked) <= LEADERS
    ]
    named_leaders = named_leaders or ranked[:LEADERS]
    return Title(name, [Leader(*player, format_value(value)) for value, player in named_leaders])


# Text tables.


def standings_text(totals: GameTotals) -> str:
    """Return wins, losses, ties, games behind, runs scored and runs allowed by team."""
    ranked = sorted(totals.teams.items(), key=lambda pair: (-pair[1].share, pair[0]))
    width = max((len(name) for name, _ in ranked), default=0)
    first = ranked[0][1] if ranked else Record()
    rows = [f"{'':<{width}}{'W':>7}{'L':>7}{'T':>5}{'Pct':>7}{'GB':>8}{'R':>8}{'RA':>8}"]
    for name, team in ranked:
        behind = ((first.won - first.lost) - (team.won - team.lost)) / 2
        games_behind = f"{behind:.1f}" if team is not first else "-"
        counts = f"{team.won:>7}{team.lost:>7}{team.tied:>5}{shown_share(team.share):>7}{games_behind:>8}"
        rows.append(f"{name:<{width}}{counts}{team.runs:>8}{team.against:>8}")
    return "\n".join(rows)


def leaders_text(totals: GameTotals, names: Names) -> str:
    """Return every title with its leaders."""
    rows = [f"Qualified for averages: {float(PLATE_APPEARANCES_PER_GAME)} plate appearances or an inning per team game"]
    for title in leaders(totals):
        players = (
            f"{names.get(leader.player, leader.player)} ({leader.team}) {leader.value}" for leader in title.leaders
        )
        rows.append(f"  {title.name}: {', '.join(players)}")
    return "\n".join(rows)


_BATTING_COLUMNS: Final = (
    ("G", "games"), ("PA", "plate_appearances"), ("AB", "at_bats"), ("R", "runs"), ("H", "hits"), ("2B", "doubles"),
    ("3B", "triples"), ("HR", "homeruns"), ("BI", "runs_batted_in"), ("BB", "walks"), ("SO", "strikeouts"),
    ("HB", "hit_by_pitch"), ("SB", "stolen_bases"), ("CS", "caught_stealing"),
)  # fmt: skip
_PITCHING_COLUMNS: Final = (
    ("G", "games"), ("GS", "starts"), ("W", "wins"), ("L", "losses"), ("S", "saves"), ("IP", "outs"), ("H", "hits"),
    ("R", "runs"), ("ER", "earned_runs"), ("BB", "walks"), ("SO", "strikeouts"), ("HR", "homeruns"),
    ("BF", "batters"), ("HB", "hit_batsmen"), ("WP", "wild_pitches"), ("BK", "balks"),
)  # fmt: skip


def players_text(totals: GameTotals, names: Names) -> str:
    """Return every player's line by team, with totals: batters by plate appearances, pitchers by innings."""
    return "\n\n".join(_team_text(totals, team, names) for team in sorted(totals.teams))


def _team_text(totals: GameTotals, team: str, names: Names) -> str:
    batters = [total for (player_team, _), total in totals.batting.items() if player_team == team]
    pitchers = [total for (player_team, _), total in totals.pitching.items() if player_team == team]
    batters.sort(key=lambda total: (-total.line.plate_appearances, total.line.player))
    pitchers.sort(key=lambda total: (-total.line.outs, total.line.player))
    games = totals.teams[team].games
    team_batting = BattingTotal(summed(Batting(""), (total.line for total in batters)), games)
    batting = [(_name(names, total.line.player), _batting_cells(total)) for total in batters]
    batting.append(("all", _batting_cells(team_batting)))
    pitching = [(_name(names, total.line.player), _pitching_cells(total)) for total in pitchers]
    pitching.append(("all", _pitching_cells(_staff(pitchers, games))))
    batting_heads = [*(head for head, _ in _BATTING_COLUMNS), "AVG", "OBP", "SLG"]
    pitching_heads = [*(head for head, _ in _PITCHING_COLUMNS), "ERA"]
    return "\n".join((*_table(team, batting_heads, batting), *_table("", pitching_heads, pitching)))


def _staff(pitchers: Sequence[PitchingTotal], games: int) -> PitchingTotal:
    staff = PitchingTotal(summed(Pitching(""), (total.line for total in pitchers)), games)
    for total in pitchers:
        staff.starts += total.starts
        staff.wins += total.wins
        staff.losses += total.losses
        staff.saves += total.saves
    return staff


def summed(total: Line, lines: Iterable[Line]) -> Line:
    """Add all lines to this one and return it."""
    for line in lines:
        add_line(total, line)
    return total


def _name(names: Names, player: str) -> str:
    return names.get(player, player)[:NAME]


def _batting_cells(total: BattingTotal) -> list[str]:
    counts = [
        str(total.games if counter == "games" else getattr(total.line, counter)) for _, counter in _BATTING_COLUMNS
    ]
    rates = (batting_average(total.line), on_base_average(total.line), slugging_average(total.line))
    return [*counts, *map(shown_share, rates)]


def _pitching_cells(total: PitchingTotal) -> list[str]:
    def cell(counter: str) -> str:
        if counter == "outs":
            return format_innings(total.line.outs)
        return str(getattr(total, counter) if hasattr(total, counter) else getattr(total.line, counter))

    return [*(cell(counter) for _, counter in _PITCHING_COLUMNS), f"{earned_run_average(total.line):.2f}"]


def _table(title: str, heads: Sequence[str], rows: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    widths = [max(len(head), *(len(cells[place]) for _, cells in rows)) + 1 for place, head in enumerate(heads)]
    yield f"{title:<{NAME + 1}}" + "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    for name, cells in rows:
        yield f"{name:<{NAME + 1}}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
