"""Supposed tiebreaker results, for hypothetical standings."""

from dataclasses import dataclass, field
from typing import Final

from django.http import QueryDict

from rules_engine.competition.tie_steps import Need
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings_table import TeamName

GAME_KINDS: Final = ("playoff_game", "shootout")  # All other ties are decided by a d20.
_FACE_BY_TEXT: Final = {str(face): face for face in range(1, 21)}
TieKey = tuple[bool, frozenset[int]]


@dataclass(slots=True)
class SupposedTie:
    """A tie with its supposed result: a game's winner and loser, or rounds of rolls."""

    teams: list[TeamName]
    by_game: bool
    result: tuple[int, ...] = ()
    rounds: list[dict[int, int]] = field(default_factory=list)
    is_open: bool = True

    @property
    def name(self) -> str:
        """The name of the tie's form field. A team's roll field appends the team's ID."""
        return f"{'game' if self.by_game else 'rolls'}_" + "_".join(str(team.pk) for team in self.teams)

    @property
    def title(self) -> str:
        return f"{'The game of' if self.by_game else 'd20 of'} {', '.join(team.name for team in self.teams)}"

    @property
    def winner(self) -> int | None:
        return self.result[0] if self.result else None

    @property
    def throws(self) -> list[tuple[TeamName, str, list[int]]]:
        """Each team with its field's name and its supposed rolls."""
        return [(team, f"{self.name}_{team.pk}", [rolls[team.pk] for rolls in self.rounds]) for team in self.teams]

    def apply_answer(self, answers: QueryDict) -> bool:
        """Apply the next answer. Return False if there is no valid answer."""
        numbers = [team.pk for team in self.teams]
        if self.by_game:
            winner = [team for team in numbers if answers.get(self.name) == str(team)]
            self.result = (*winner, *(team for team in numbers if team not in winner)) if winner else ()
            return bool(winner)
        texts = [answers.getlist(name)[len(self.rounds) :][:1] for _, name, _ in self.throws]
        values = [_FACE_BY_TEXT[text[0]] for text in texts if text and text[0] in _FACE_BY_TEXT]
        if len(values) < len(numbers):
            return False
        self.rounds.append(dict(zip(numbers, values, strict=True)))
        return True


def apply_next_answer(ties: dict[TieKey, SupposedTie], table: DivisionStandings, answers: QueryDict) -> bool:
    """Add the ties that need an answer, and apply the first available answer. Return False if there is none."""
    for earlier_tie in ties.values():
        earlier_tie.is_open = False
    open_ties = [tie for need in table.all_needs if (tie := _tie_of(need, table, ties)) is not None]
    for tie in open_ties:
        tie.is_open = True
    return any(tie.apply_answer(answers) for tie in open_ties)


def _tie_of(need: Need, table: DivisionStandings, ties: dict[TieKey, SupposedTie]) -> SupposedTie | None:
    """Return the tie, or None for a shootout between three or more teams, which the director pairs."""
    by_game = need.kind in GAME_KINDS
    if by_game and len(need.teams) != 2:
        return None
    teams = [team for team in table.all_teams if team.pk in need.teams]
    return ties.setdefault((by_game, frozenset(need.teams)), SupposedTie(sorted(teams), by_game))
