"""Steps that break ties.

Each step returns a value for each tied team, the reason why it doesn't apply, or its requirements. An edition lists the
steps it uses, in order. STEPS contains all of them. Their titles are in `tie_step_titles.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from rules_engine.competition.standings import Row, SeriesTally, over_text, record_text
from rules_engine.profile_lines import StandingsRules

Group = tuple[int, ...]
Pair = frozenset[int]


class TieBreakError(ValueError):
    """A tie, step or answer is invalid."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Results of tiebreaker games and rolls, by set of teams.

    A playoff game or a shootout breaks a tie, regardless of which one the step requires.

    Attributes:
        playoff_games: The winner by set of teams. `shootouts` has the same form.
        d20: Rolls by set of teams, with one mapping per round of rolls.
    """

    playoff_games: Mapping[Pair, int] = field(default_factory=dict)
    shootouts: Mapping[Pair, int] = field(default_factory=dict)
    d20: Mapping[Pair, Sequence[Mapping[int, int]]] = field(default_factory=dict)

    @property
    def winners(self) -> Mapping[Pair, int]:
        return {**self.playoff_games, **self.shootouts}


@dataclass(frozen=True, slots=True)
class Need:
    """An event required to break the tie. `kind` is playoff_game, shootout, d20, coin or director."""

    kind: str
    teams: Group
    is_reroll: bool = False  # the d20 rolls were tied and must be rolled again


@dataclass(frozen=True, slots=True)
class StepReading:
    """A step's result: values (higher is better) with their text, the reason why it's skipped, or its requirement."""

    values: Mapping[int, int | Fraction] = field(default_factory=dict)
    shown: Mapping[int, str] = field(default_factory=dict)
    skipped: str = ""
    need: Need | None = None


@dataclass(frozen=True, slots=True)
class TieTable:
    """The standings for a tie: every row, and the series that count."""

    rows: Mapping[int, Row]
    tallies: Sequence[SeriesTally]
    run_difference_cap: int = 0  # runs per game; 0 means no cap
    schedule_strength: str = "games_over_500"

    @classmethod
    def from_rows(
        cls, rows: Iterable[Row], tallies: Sequence[SeriesTally], rules: StandingsRules | None = None
    ) -> "TieTable":
        by_team = {row.team: row for row in rows}
        if rules is None:
            return cls(by_team, tallies)
        return cls(by_team, tallies, rules.run_difference_cap, rules.schedule_strength)


Step = Callable[[Group, TieTable, Answers], StepReading]


def head_to_head(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Compare head-to-head records if every pair has met equally often. Games never started don't count."""
    tied = frozenset(group)
    met: dict[Pair, int] = {frozenset(pair): 0 for pair in combinations(group, 2)}
    won, lost, ties = (dict.fromkeys(group, 0) for _ in range(3))
    for tally in table.tallies:
        home, away, home_wins, away_wins = tally[:4]
        if home in tied and away in tied:
            met[frozenset((home, away))] += tally.met
            for team, wins, losses in ((home, home_wins, away_wins), (away, away_wins, home_wins)):
                won[team] += wins
                lost[team] += losses
                ties[team] += tally.ties - tally.not_started
    if len(set(met.values())) > 1:
        return StepReading(skipped=_unbalanced(met))
    if not any(met.values()):
        return StepReading(skipped="they have not met")
    return StepReading(
        {team: won[team] - lost[team] for team in group},
        {team: record_text(won[team], lost[team], ties[team]) for team in group},
    )


def head_to_head_of_two(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Compare head-to-head records only if exactly two teams are tied."""
    if len(group) > 2:
        return StepReading(skipped=f"{len(group)} teams are tied, and this step is only for two")
    return head_to_head(group, table, answers)


def playoff_game(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Require one game between exactly two teams. All pitching carries over."""
    return _contest(group, "playoff_game", answers.playoff_games, answers.shootouts)


def shootout(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """T32.0: Require a shootout between exactly two teams, or between pairs that the director chose from more."""
    if len(group) > 2 and (order := _by_shootouts(group, answers.winners)):
        return order
    return _contest(group, "shootout", answers.shootouts, answers.playoff_games)


def strength_of_schedule(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Compare opponents' collective rank. More games over .500, or a better average place, means a harder schedule."""
    opponents = {team: list(_opponents(team, table)) for team in group}
    if not all(opponents.values()):
        return StepReading(skipped="one of them hasn't played")
    if table.schedule_strength == "average_place":
        return _average_places(opponents, table)
    strengths = {
        team: sum(table.rows[opponent].games_over_500 for opponent, _ in met) for team, met in opponents.items()
    }
    return StepReading(strengths, {team: f"opponents {over_text(games)}" for team, games in strengths.items()})


def _opponents(team: int, table: TieTable) -> Iterator[tuple[int, int]]:
    """Yield the opponent in every series that the team started, and the games played against it."""
    for tally in table.tallies:
        if tally.met and team in (tally.home, tally.away):
            yield tally.away if team == tally.home else tally.home, tally.met


def _average_places(opponents: Mapping[int, Sequence[tuple[int, int]]], table: TieTable) -> StepReading:
    ranks = {team: sum(games * table.rows[opponent].rank for opponent, games in met) for team, met in opponents.items()}
    games = {team: sum(games for _, games in met) for team, met in opponents.items()}
    averages = {team: Fraction(ranks[team], games[team]) for team in opponents}
    shown = {
        team: f"average place {float(averages[team]):.2f} ({ranks[team]} over {games[team]} games)"
        for team in opponents
    }
    return StepReading({team: -average for team, average in averages.items()}, shown)


def fewest_runs_allowed(group: Group, table: TieTable, answers: Answers) -> StepReading:
    allowed = {team: table.rows[team].runs_against for team in group}
    return StepReading({team: -runs for team, runs in allowed.items()}, _texts(allowed))


def runs_scored(group: Group, table: TieTable, answers: Answers) -> StepReading:
    scored = {team: table.rows[team].runs_for for team in group}
    return StepReading(scored, _texts(scored))


def run_difference(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Compare run differences. If the edition has a cap, no game counts for more than that."""
    if not table.run_difference_cap:
        difference = {team: table.rows[team].run_difference for team in group}
    else:
        difference = _capped_difference(group, table)
    return StepReading(difference, {team: f"{runs:+d}" for team, runs in difference.items()})


def record(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Compare games over .500, for places open to teams from several divisions."""
    rows = [table.rows[team] for team in group]
    return StepReading(
        {row.team: row.games_over_500 for row in rows},
        {row.team: record_text(row.wins, row.losses, row.ties) for row in rows},
    )


def winning_percentage(group: Group, table: TieTable, answers: Answers) -> StepReading:
    shares = {team: table.rows[team].percentage for team in group}
    return StepReading(shares, {team: f"{float(share):.3f}".lstrip("0") for team, share in shares.items()})


def d20(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Roll a d20 for each team, high roll first, and again if all are tied. Shootouts can replace the dice (T32.0)."""
    if order := _by_shootouts(group, answers.winners):
        return order
    return _rolled(group, "d20", answers)


def coin(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """Toss a coin for two teams, or draw lots for more. The result is entered as d20 numbers, high first."""
    return _rolled(group, "coin", answers)


def director(group: Group, table: TieTable, answers: Answers) -> StepReading:
    """T0.09: Let the director decide if no steps are left. The result is entered as d20 numbers, high first."""
    return _rolled(group, "director", answers)


STEPS: Mapping[str, Step] = {
    step.__name__: step
    for step in (
        head_to_head,
        head_to_head_of_two,
        playoff_game,
        shootout,
        strength_of_schedule,
        fewest_runs_allowed,
        runs_scored,
        run_difference,
        record,
        winning_percentage,
        d20,
        coin,
        director,
    )
}


def _rolled(group: Group, kind: str, answers: Answers) -> StepReading:
    """Return this set's first rolls that aren't all tied, or the requirement to roll."""
    rounds = answers.d20.get(frozenset(group), ())
    for rolls in rounds:
        _check_rolls(group, rolls)
        if len(set(rolls.values())) > 1:
            return StepReading(dict(rolls), _texts(rolls))
    return StepReading(need=Need(kind, group, is_reroll=bool(rounds)))


_IN_PLACE_OF = {
    "playoff_game": ("won the shootout played instead (T32.0)", "lost it"),
    "shootout": ("won the game played instead", "lost it"),
}


def _contest(group: Group, kind: str, winners: Mapping[Pair, int], instead: Mapping[Pair, int]) -> StepReading:
    """Return the result of a contest, or of the one played as a substitute."""
    if len(group) != 2:
        return StepReading(skipped=f"{len(group)} teams are tied, and this step is only for two")
    tied = frozenset(group)
    winner = winners.get(tied, instead.get(tied))
    if winner is None:
        return StepReading(need=Need(kind, group))
    if winner not in group:
        raise TieBreakError(f"{kind} of {group}: team {winner} did not take part")
    won, lost = ("won", "lost") if tied in winners else _IN_PLACE_OF[kind]
    return StepReading(
        {team: int(team == winner) for team in group}, {team: won if team == winner else lost for team in group}
    )


def _by_shootouts(group: Group, winners: Mapping[Pair, int]) -> StepReading | None:
    """Return how many teams each one beat, directly or through teams it beat, or None until all have played."""
    won = {pair: winner for pair, winner in winners.items() if pair <= frozenset(group) and winner in pair}
    if frozenset[int]().union(*won) != frozenset(group):
        return None
    beat = {team: [pair for pair, winner in won.items() if winner == team] for team in group}
    behind = {team: frozenset[int]().union(*pairs) - {team} for team, pairs in beat.items()}
    for _ in group:
        behind = {team: beaten.union(*(behind[loser] for loser in beaten)) for team, beaten in behind.items()}
    values = {team: len(beaten) for team, beaten in behind.items()}
    if len(set(values.values())) == 1:
        return None
    if len(group) == 2:
        return StepReading(values, {team: "won the shootout" if values[team] else "lost it" for team in group})
    return StepReading(values, {team: f"finished ahead of {number} in shootouts" for team, number in values.items()})


def _check_rolls(group: Group, rolls: Mapping[int, int]) -> None:
    if set(rolls) != set(group):
        raise TieBreakError(f"d20 for {group}: the rolls are for {tuple(rolls)}")
    if wrong := [roll for roll in rolls.values() if not 1 <= roll <= 20]:
        raise TieBreakError(f"d20 of {group}: {wrong[0]} is not on a 20-sided die")


def _capped_difference(group: Group, table: TieTable) -> dict[int, int]:
    cap = table.run_difference_cap
    difference = dict.fromkeys(group, 0)
    for tally in table.tallies:
        if tally.home in difference or tally.away in difference:
            if len(tally.margins) != len(tally.outcomes):
                raise TieBreakError(
                    f"series {tally.home} against {tally.away} has no margins, so run difference can't be capped"
                )
            runs = sum(max(-cap, min(cap, margin)) for margin in tally.margins)
            for team, gained in ((tally.home, runs), (tally.away, -runs)):
                if team in difference:
                    difference[team] += gained
    return difference


def _texts(values: Mapping[int, int]) -> dict[int, str]:
    return {team: str(value) for team, value in values.items()}


def _unbalanced(met: Mapping[Pair, int]) -> str:
    return f"they haven't met the same number of times ({min(met.values())} to {max(met.values())} games a pair)"
