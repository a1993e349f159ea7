"""Each baseball player's counts for a team in a tournament, from box scores and pitching lines."""

import re
from collections import defaultdict
from typing import Final, NamedTuple

from django.db.models import QuerySet

from club.models import PlayerCounts
from drafts.models import Draft, Pick
from games.models import Game, Outing
from games.queries.box_scores import SIDES, BoxLine, read_box_lines
from rules_engine.baseball.substitutions import STAND_IN
from tournaments.models import Series, Tournament

_BATTING_COUNTS: Final = frozenset([
    "plate_appearances", "at_bats", "runs", "hits", "doubles", "triples", "homeruns", "runs_batted_in", "walks",
    "hit_by_pitch", "sacrifice_flies", "strikeouts", "stolen_bases",
])  # fmt: skip
# field of the totals -> count in a box score's pitching line
_PITCHING_COUNTS: Final = {
    "box_outs": "outs",
    "hits_allowed": "hits",
    "earned_runs": "earned_runs",
    "walks_allowed": "walks",
    "strikeouts_made": "strikeouts",
    "homeruns_allowed": "homeruns",
}
_DECISIONS: Final = {"wins": "W", "losses": "L", "saves": "S"}
_NOTHING_COUNTED: Final = {field.name: None if field.null else 0 for field in PlayerCounts._meta.fields}
COUNTS: Final = tuple(_NOTHING_COUNTED)


class PlayerKey(NamedTuple):
    """A player from one season's cards. If only the name is known, `code` is empty and `season` is a guess."""

    name: str
    code: str
    season: int


class TeamPlayer(NamedTuple):
    team_id: int
    player: PlayerKey


Counts = dict[str, int | None]


def player_counts(tournament: Tournament) -> dict[TeamPlayer, Counts]:
    """Return the counts for all players who batted or pitched in a final game. Four queries."""
    counts: dict[TeamPlayer, Counts] = defaultdict(lambda: dict(_NOTHING_COUNTED))
    games = Game.objects.filter(series__tournament=tournament, status=Game.Status.FINAL)
    games = games.exclude(series__status=Series.Status.VOID).exclude(ending=Game.Ending.FORFEITED)
    _add_outings(counts, Outing.objects.filter(game__in=games))
    _add_boxes(counts, games.exclude(box={}).order_by("pk"), _DraftedCards(tournament))
    return dict(counts)


def _add_outings(counts: dict[TeamPlayer, Counts], outings: QuerySet[Outing]) -> None:
    """Add games, starts, outs and runs from pitching lines, entered by hand or played in the program.

    Stand-ins are skipped, because they are not players.
    """
    rows = outings.filter(card__is_stand_in=False).values_list(
        "team_id", "card__name", "card__code", "card__card_set__season", "part", "outs", "runs"
    )
    for team, name, code, season, part, outs, runs in rows:
        line = counts[TeamPlayer(team, PlayerKey(name, code, season or 0))]
        _add(line, "pitching_games", 1)
        _add(line, "games_started", part == Outing.Part.START)
        _add(line, "outs", outs)
        _add(line, "runs_allowed", runs)


def _add_boxes(counts: dict[TeamPlayer, Counts], games: QuerySet[Game], cards: "_DraftedCards") -> None:
    """Add batting, and the pitching counts that only a box score has."""
    teams = [f"{side}{field}" for side in SIDES for field in ("_id", "__division_id")]
    for box, *facts in games.values_list("box", *teams):
        for side, place in zip(SIDES, (TeamPlace(*facts[:2]), TeamPlace(*facts[2:])), strict=True):
            for line in read_box_lines(box, side, "batting"):
                if not _is_stand_in(line):
                    _add_batting(counts[cards.team_player(place, line)], line)
            for line in read_box_lines(box, side, "pitching"):
                if not _is_stand_in(line):
                    _add_pitching(counts[cards.team_player(place, line)], line)


def _is_stand_in(line: BoxLine) -> bool:
    return line.name.startswith(STAND_IN) or line.code.startswith(STAND_IN)


def _add(counts: Counts, name: str, number: int | None) -> None:
    """Add a number to a count. A count is unknown until its first known number."""
    if number is not None:
        counts[name] = (counts[name] or 0) + number


def _add_batting(counts: Counts, line: BoxLine) -> None:
    _add(counts, "games", 1)
    for name, number in line.counts.items():
        if name in _BATTING_COUNTS:
            _add(counts, name, number)


def _add_pitching(counts: Counts, line: BoxLine) -> None:
    for name, box_name in _PITCHING_COUNTS.items():
        _add(counts, name, line[box_name])
    for name, letter in _DECISIONS.items():
        _add(counts, name, line.decisions.get(letter, 0))


class TeamPlace(NamedTuple):
    team_id: int
    division_id: int | None


class _DraftedCards:
    """The cards drafted in a tournament, used to match box score lines to players."""

    def __init__(self, tournament: Tournament) -> None:
        drafts = Draft.objects.filter(division__tournament=tournament)
        seasons = drafts.values_list("division_id", "card_set__season")
        self._season_by_division = {division: season or 0 for division, season in seasons}
        self._by_code: dict[tuple[int, str], PlayerKey] = {}
        self._by_team: dict[tuple[int, str], list[PlayerKey]] = defaultdict(list)
        self._by_division: dict[tuple[int, str], list[PlayerKey]] = defaultdict(list)
        picks = Pick.objects.filter(draft__in=drafts, card__isnull=False)
        columns = ("draft__division_id", "team_id", "card__name", "card__code", "card__card_set__season")
        for division, team, name, code, season in picks.values_list(*columns):
            player = PlayerKey(name, code, season or 0)
            self._by_code[division, code] = player
            self._by_team[team, name].append(player)
            self._by_division[division, name].append(player)
        self._players_by_line: dict[tuple[TeamPlace, str, str], TeamPlayer] = {}

    def team_player(self, place: TeamPlace, line: BoxLine) -> TeamPlayer:
        """Return the team and player for a line. Each of a team's players is looked up only once, not in every game."""
        key = (place, line.name, line.code)
        if key not in self._players_by_line:
            self._players_by_line[key] = TeamPlayer(place.team_id, self._player(place, line))
        return self._players_by_line[key]

    def _player(self, place: TeamPlace, line: BoxLine) -> PlayerKey:
        """Return the player for a line.

        Look up the code first, then the name on the team, then (after a trade) the name in the division.
        """
        division = place.division_id or 0
        if player := self._by_code.get((division, line.code)):
            return player
        name, mark = _name_and_mark(line.name)
        for players in (self._by_team.get((place.team_id, name)), self._by_division.get((division, name))):
            marked = [player for player in players or () if player.code == mark]
            if len(marked or players or ()) == 1:
                return (marked or players or [])[0]
        return PlayerKey(line.name[:80], "", self._season_by_division.get(division, 0))


def _name_and_mark(name: str) -> tuple[str, str]:
    """Return a name, and the mark in parentheses that distinguishes players with the same name in a box score."""
    match = re.fullmatch(r"(.+) \(([^()]*)\)", name)
    return (match[1], match[2]) if match else (name, "")
