"""Many games added up: every player's line, the leaders by the usual qualifications, the standings of the teams."""

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

PLATE_APPEARANCES_A_GAME: Final = Fraction("3.1")  # of his team, for a batting title
OUTS_A_GAME: Final = 3  # for an earned run title
OUTS_OF_NINE: Final = 27
LEADERS: Final = 5
NAME: Final = 22  # letters of a name in a table
Man = tuple[str, str]  # team and player
Line = TypeVar("Line", Batting, Pitching)


@dataclass(slots=True)
class Record:
    """One team's games."""

    games: int = 0
    won: int = 0
    lost: int = 0
    tied: int = 0
    runs: int = 0
    against: int = 0

    @property
    def share(self) -> float:
        """Of its games, a tie counting half."""
        return (self.won + self.tied / 2) / self.games if self.games else 0.0


@dataclass(slots=True)
class PitchingTotal:
    """One player's work in all his games."""

    line: Pitching
    games: int = 0
    starts: int = 0
    wins: int = 0
    losses: int = 0
    saves: int = 0


@dataclass(slots=True)
class BattingTotal:
    """One player at bat in all his games."""

    line: Batting
    games: int = 0


@dataclass(slots=True)
class GameTotals:
    """All that was counted. Games may be added in any order, and totals to totals: the sums are the same."""

    teams: dict[str, Record] = field(default_factory=dict)
    batting: dict[Man, BattingTotal] = field(default_factory=dict)
    pitching: dict[Man, PitchingTotal] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(team.games for team in self.teams.values()) // 2

    def add_game(self, teams: tuple[str, str], history: Sequence[tuple[State, Event]], end: State) -> None:
        """A finished game: its (state before, event) pairs and the state it ended in."""
        boxes = box_score(history).teams
        decided = decide(history, end.inning)
        for team, name in enumerate(teams):
            self._add_record(name, end.score[team], end.score[1 - team])
            for batting in boxes[team].batting.values():
                batted = self.batted(name, batting.player)
                batted.games += 1
                add_line(batted.line, batting)
            for place, pitching in enumerate(boxes[team].pitching.values()):
                pitched = self.pitched(name, pitching.player)
                pitched.games += 1
                pitched.starts += place == 0
                add_line(pitched.line, pitching)
                if decided is not None:
                    pitched.wins += decided.win == pitching.player
                    pitched.losses += decided.loss == pitching.player
                    pitched.saves += decided.save == pitching.player

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

    def add(self, other: "GameTotals") -> None:
        """What was counted elsewhere."""
        for name, record in other.teams.items():
            add_line(self.teams.setdefault(name, Record()), record)
        for (team, player), batted in other.batting.items():
            mine = self.batted(team, player)
            mine.games += batted.games
            add_line(mine.line, batted.line)
        for (team, player), pitched in other.pitching.items():
            his = self.pitched(team, player)
            add_line(his, pitched)
            add_line(his.line, pitched.line)


def add_line(into: Any, line: Any) -> None:
    """Every count of one line to the same count of another of its kind; a place in the order is none."""
    for counter in fields(line):
        value = getattr(line, counter.name)
        if isinstance(value, int) and counter.name != "order":
            setattr(into, counter.name, getattr(into, counter.name) + value)


# Rates.


def _share(count: int, of: int) -> float:
    return count / of if of else 0.0


def bases_of(line: Batting) -> int:
    return line.hits + line.doubles + 2 * line.triples + 3 * line.homeruns


def batting_average(line: Batting) -> float:
    return _share(line.hits, line.at_bats)


def on_base_average(line: Batting) -> float:
    free = line.walks + line.hit_by_pitch
    return _share(line.hits + free, line.at_bats + free + line.sacrifice_flies)


def slugging_average(line: Batting) -> float:
    return _share(bases_of(line), line.at_bats)


def earned_run_average(line: Pitching) -> float:
    """Earned runs in nine innings; of a player who got no one out what they would be in one third."""
    return OUTS_OF_NINE * line.earned_runs / max(1, line.outs)


def shown_share(share: float) -> str:
    """ ".305", "1.000" """
    return f"{share:.3f}".removeprefix("0")


# Leaders.


class Leader(NamedTuple):
    team: str
    player: str
    value: str


class Title(NamedTuple):
    """What someone leads in, and the leaders, the best first; those level with the last are all named."""

    name: str
    leaders: Sequence[Leader]


_BATTING: Final[Sequence[tuple[str, Callable[[Batting], float]]]] = (
    ("batting average", batting_average),
    ("on-base average", on_base_average),
    ("slugging average", slugging_average),
)
_BATTED: Final = (
    ("homeruns", "homeruns"),
    ("runs batted in", "runs_batted_in"),
    ("runs", "runs"),
    ("hits", "hits"),
    ("stolen bases", "stolen_bases"),
)
_PITCHED: Final = (("wins", "wins"), ("saves", "saves"))


def leaders(totals: GameTotals) -> list[Title]:
    """Averages of those with 3.1 plate appearances, or an inning, for each game of their team; counts of everyone."""
    regulars = {player: one.line for player, one in totals.batting.items() if _bats_enough(totals, player, one.line)}
    workers = {player: one.line for player, one in totals.pitching.items() if _pitches_enough(totals, player, one.line)}
    titles = [
        _title(name, {player: rate(line) for player, line in regulars.items()}, shown_share) for name, rate in _BATTING
    ]
    titles += [
        _title(name, {player: getattr(one.line, counter) for player, one in totals.batting.items()}, str)
        for name, counter in _BATTED
    ]
    earned = {player: -earned_run_average(line) for player, line in workers.items()}
    titles.append(_title("earned run average", earned, lambda value: f"{-value:.2f}"))
    titles += [
        _title(name, {player: getattr(one, counter) for player, one in totals.pitching.items()}, str)
        for name, counter in _PITCHED
    ]
    struck = {player: one.line.strikeouts for player, one in totals.pitching.items()}
    return [title for title in (*titles, _title("strikeouts", struck, str)) if title.leaders]


def _bats_enough(totals: GameTotals, player: Man, line: Batting) -> bool:
    return line.plate_appearances >= PLATE_APPEARANCES_A_GAME * totals.teams[player[0]].games


def _pitches_enough(totals: GameTotals, player: Man, line: Pitching) -> bool:
    return line.outs >= OUTS_A_GAME * totals.teams[player[0]].games


def _title(name: str, values: Mapping[Man, Any], shown: Callable[[Any], str]) -> Title:
    """Who has nothing is no leader, but for averages of runs, which are given negative."""
    best = sorted(((value, player) for player, value in values.items() if value), key=lambda pair: (-pair[0], pair[1]))
    least = best[: LEADERS + 1][-1][0] if len(best) > LEADERS else None
    named = [
        (value, player) for value, player in best[:LEADERS] if least is None or value > least or len(best) <= LEADERS
    ]
    named = named or best[:LEADERS]
    return Title(name, [Leader(*player, shown(value)) for value, player in named])


# Tables.


def standings_text(totals: GameTotals) -> str:
    """Won, lost, tied, games behind the first, runs scored and allowed."""
    ranked = sorted(totals.teams.items(), key=lambda pair: (-pair[1].share, pair[0]))
    width = max((len(name) for name, _ in ranked), default=0)
    first = ranked[0][1] if ranked else Record()
    rows = [f"{'':<{width}}{'W':>7}{'L':>7}{'T':>5}{'Pct':>7}{'GB':>8}{'R':>8}{'RA':>8}"]
    for name, team in ranked:
        behind = ((first.won - first.lost) - (team.won - team.lost)) / 2
        shown = f"{behind:.1f}" if team is not first else "-"
        counts = f"{team.won:>7}{team.lost:>7}{team.tied:>5}{shown_share(team.share):>7}{shown:>8}"
        rows.append(f"{name:<{width}}{counts}{team.runs:>8}{team.against:>8}")
    return "\n".join(rows)


def leaders_text(totals: GameTotals, names: Names) -> str:
    """Each title with its leaders."""
    rows = [f"Averages of those with {float(PLATE_APPEARANCES_A_GAME)} plate appearances, or an inning, a team game:"]
    for title in leaders(totals):
        said = ", ".join(f"{names.get(one.player, one.player)} ({one.team}) {one.value}" for one in title.leaders)
        rows.append(f"  {title.name}: {said}")
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
    """Return every player's line by team: batters by plate appearances, pitchers by innings, with totals."""
    return "\n\n".join(_team_text(totals, team, names) for team in sorted(totals.teams))


def _team_text(totals: GameTotals, team: str, names: Names) -> str:
    batted = [one for (of, _), one in totals.batting.items() if of == team]
    pitched = [one for (of, _), one in totals.pitching.items() if of == team]
    batted.sort(key=lambda one: (-one.line.plate_appearances, one.line.player))
    pitched.sort(key=lambda one: (-one.line.outs, one.line.player))
    games = totals.teams[team].games
    batting = [*((_name(names, one.line.player), _batting_cells(one)) for one in batted)]
    batting.append(("all", _batting_cells(BattingTotal(summed(Batting(""), (one.line for one in batted)), games))))
    pitching = [*((_name(names, one.line.player), _pitching_cells(one)) for one in pitched)]
    pitching.append(("all", _pitching_cells(_staff(pitched, games))))
    heads = [*(head for head, _ in _BATTING_COLUMNS), "AVG", "OBP", "SLG"]
    work = [*(head for head, _ in _PITCHING_COLUMNS), "ERA"]
    return "\n".join((*_table(team, heads, batting), *_table("", work, pitching)))


def _staff(pitched: Sequence[PitchingTotal], games: int) -> PitchingTotal:
    staff = PitchingTotal(summed(Pitching(""), (one.line for one in pitched)), games)
    for one in pitched:
        staff.starts += one.starts
        staff.wins += one.wins
        staff.losses += one.losses
        staff.saves += one.saves
    return staff


def summed(into: Line, lines: Iterable[Line]) -> Line:
    """All lines added to this one, which is given back."""
    for line in lines:
        add_line(into, line)
    return into


def _name(names: Names, player: str) -> str:
    return names.get(player, player)[:NAME]


def _batting_cells(batted: BattingTotal) -> list[str]:
    counts = [
        str(batted.games if counter == "games" else getattr(batted.line, counter)) for _, counter in _BATTING_COLUMNS
    ]
    rates = (batting_average(batted.line), on_base_average(batted.line), slugging_average(batted.line))
    return [*counts, *map(shown_share, rates)]


def _pitching_cells(pitched: PitchingTotal) -> list[str]:
    def cell(counter: str) -> str:
        if counter == "outs":
            return format_innings(pitched.line.outs)
        return str(getattr(pitched, counter) if hasattr(pitched, counter) else getattr(pitched.line, counter))

    return [*(cell(counter) for _, counter in _PITCHING_COLUMNS), f"{earned_run_average(pitched.line):.2f}"]


def _table(title: str, heads: Sequence[str], rows: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    widths = [max(len(head), *(len(cells[place]) for _, cells in rows)) + 1 for place, head in enumerate(heads)]
    yield f"{title:<{NAME + 1}}" + "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    for name, cells in rows:
        yield f"{name:<{NAME + 1}}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
