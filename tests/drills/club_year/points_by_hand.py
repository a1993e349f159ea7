"""Calculate the club's season from the games entered in the year, without the program's own functions.

The published formula awards a point for a win, a point for each game over .500, and two for a playoff win, including
byes. The champion gets a point for each entrant, and the runner-up a third of that. More than 28 games, or 7 playoff
wins, are scaled down. The best three tournaments and a Regional count, and at least two of these four must be in
person.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from tests.drills.club_year.results import PlayedGame

_GAMES: Final = 28
_PLAYOFF_WINS: Final = 7
_BEST: Final = 3
_MOST_COUNTED: Final = 4
_LEAST_FACE_TO_FACE: Final = 2
MOST_ONLINE: Final = _MOST_COUNTED - _LEAST_FACE_TO_FACE


@dataclass(frozen=True)
class TournamentRecord:
    """The year's own record of a finished tournament.

    Attributes:
        person_by_team: The person who gets each team's points.
    """

    games: Sequence[PlayedGame]
    person_by_team: Mapping[int, str]
    is_regional: bool = False
    is_face_to_face: bool = True


@dataclass(frozen=True)
class CountedResult:
    """A person's points in a tournament."""

    points: Fraction
    is_regional: bool
    is_face_to_face: bool


def year_by_hand(records: Iterable[TournamentRecord], *, most_online: int = MOST_ONLINE) -> dict[str, Fraction]:
    """Return each person's season points."""
    results_by_person: dict[str, list[CountedResult]] = defaultdict(list)
    for record in records:
        for team, points in tournament_by_hand(record).items():
            result = CountedResult(points, record.is_regional, record.is_face_to_face)
            results_by_person[record.person_by_team[team]].append(result)
    return {person: _best_choice(results, most_online) for person, results in results_by_person.items()}


def changed_by_online_rule(records: Sequence[TournamentRecord]) -> list[str]:
    """Return the people who would have more points if any number of online tournaments counted."""
    unlimited = year_by_hand(records, most_online=_MOST_COUNTED)
    return [person for person, points in year_by_hand(records).items() if points != unlimited[person]]


def tournament_by_hand(record: TournamentRecord) -> dict[int, Fraction]:
    """Return each team's points."""
    won, lost = Counter[int](), Counter[int]()
    for game in record.games:
        if game.stage == "round_robin":
            won[game.winner] += 1
            lost[game.loser] += 1
    playoff_won, needed, champion, runner_up = _playoffs(record.games)
    points = {}
    for team in record.person_by_team:
        regular = Fraction(won[team] + max(0, won[team] - lost[team]))
        played = won[team] + lost[team]
        if played > _GAMES:
            regular = regular * _GAMES / played
        playoff = Fraction(2 * playoff_won[team])
        if needed > _PLAYOFF_WINS:
            playoff = playoff * _PLAYOFF_WINS / needed
        bonus = {champion: Fraction(len(record.person_by_team)), runner_up: Fraction(len(record.person_by_team), 3)}
        points[team] = regular + playoff + bonus.get(team, Fraction(0))
    return points


def _playoffs(games: Sequence[PlayedGame]) -> tuple[Counter[int], int, int, int]:
    """Return the playoff wins including byes, the wins needed for the title, the champion and the runner-up."""
    playoffs = [game for game in games if game.stage == "playoff"]
    needed_by_round = {game.round: game.planned // 2 + 1 for game in playoffs}
    teams_by_round: dict[int, set[int]] = defaultdict(set)
    won = Counter[int]()
    for game in playoffs:
        teams_by_round[game.round] |= {game.home, game.away}
        won[game.winner] += 1
    first, *later = sorted(teams_by_round)
    rested = set[int]().union(*(teams_by_round[number] for number in later)) - teams_by_round[first]
    for team in rested:
        won[team] += needed_by_round[first]
    last = playoffs[-1]
    return won, sum(needed_by_round.values()), last.winner, last.loser


def _best_choice(results: Sequence[CountedResult], most_online: int) -> Fraction:
    """Return the highest total among the choices that the formula allows."""
    choices = (
        choice
        for number in range(_MOST_COUNTED + 1)
        for choice in combinations(results, number)
        if _may_count(choice, most_online)
    )
    return max(sum((result.points for result in choice), Fraction(0)) for choice in choices)


def _may_count(choice: Sequence[CountedResult], most_online: int) -> bool:
    ordinary = sum(not result.is_regional for result in choice)
    online = sum(not result.is_face_to_face for result in choice)
    return ordinary <= _BEST and len(choice) <= _MOST_COUNTED and online <= most_online


def akron_by_hand(records: Iterable[TournamentRecord]) -> dict[str, int]:
    """Return each person's points by the formula in docs/example-plugin.

    A win is worth three points, a loss one and the title ten. The best four tournaments count.
    """
    points_by_person: dict[str, list[int]] = defaultdict(list)
    for record in records:
        points = Counter(dict.fromkeys(record.person_by_team, 0))
        for game in record.games:
            if game.stage == "round_robin":
                points[game.winner] += 3
                points[game.loser] += 1
        points[record.games[-1].winner] += 10
        for team, amount in points.items():
            points_by_person[record.person_by_team[team]].append(amount)
    return {person: sum(sorted(points)[-4:]) for person, points in points_by_person.items()}
