"""How what a tie asks for would end, for standings as they would be: the winner of a game, or what is rolled."""

from dataclasses import dataclass, field
from typing import Final

from django.http import QueryDict

from rules_engine.competition.tie_steps import Need
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings_table import TeamName

PLAYED: Final = ("playoff_game", "shootout")  # everything else is settled by a d20
_FACES: Final = {str(face): face for face in range(1, 21)}
TieKey = tuple[bool, frozenset[int]]


@dataclass(slots=True)
class SupposedTie:
    """Teams of one tie. `result`: winner and loser of the game of two; `rounds`: their rolls.

    `is_open`: more is asked of them.
    """

    teams: list[TeamName]
    by_game: bool
    result: tuple[int, ...] = ()
    rounds: list[dict[int, int]] = field(default_factory=list)
    is_open: bool = True

    @property
    def name(self) -> str:
        """Of its field; that of a team's rolls has the team behind it."""
        return f"{'game' if self.by_game else 'rolls'}_" + "_".join(str(team.pk) for team in self.teams)

    @property
    def title(self) -> str:
        return f"{'The game of' if self.by_game else 'd20 of'} {', '.join(team.name for team in self.teams)}"

    @property
    def winner(self) -> int | None:
        return self.result[0] if self.result else None

    @property
    def throws(self) -> list[tuple[TeamName, str, list[int]]]:
        """Each team, the name of its field, and what it is supposed to roll, round by round."""
        return [(team, f"{self.name}_{team.pk}", [each[team.pk] for each in self.rounds]) for team in self.teams]

    def take(self, given: QueryDict) -> bool:
        """The next answer that is given. False where there is none, or nothing that can happen at a table."""
        numbers = [team.pk for team in self.teams]
        if self.by_game:
            won = [team for team in numbers if given.get(self.name) == str(team)]
            self.result = (*won, *(team for team in numbers if team not in won)) if won else ()
            return bool(won)
        texts = [given.getlist(name)[len(self.rounds) :][:1] for _, name, _ in self.throws]
        thrown = [_FACES[text[0]] for text in texts if text and text[0] in _FACES]
        if len(thrown) < len(numbers):
            return False
        self.rounds.append(dict(zip(numbers, thrown, strict=True)))
        return True


def take_answer(ties: dict[TieKey, SupposedTie], table: DivisionStandings, given: QueryDict) -> bool:
    """Put what this table asks for among the ties, and take the first answer that is given; False for none."""
    for known in ties.values():
        known.is_open = False
    asked = [tie for need in table.asks if (tie := _tie_of(need, table, ties)) is not None]
    for tie in asked:
        tie.is_open = True
    return any(tie.take(given) for tie in asked)


def _tie_of(need: Need, table: DivisionStandings, ties: dict[TieKey, SupposedTie]) -> SupposedTie | None:
    """None for shootouts of more than two, whom the director pairs."""
    by_game = need.kind in PLAYED
    if by_game and len(need.teams) != 2:
        return None
    teams = [team for team in table.everybody if team.pk in need.teams]
    return ties.setdefault((by_game, frozenset(need.teams)), SupposedTie(sorted(teams), by_game))
