"""Ties for a place: an elimination process that starts over whenever a team advances or is eliminated.

If teams are tied for some places, the steps are tried in the edition's order. A step that leaves all tied is skipped.
When a step advances or eliminates a team, the process starts over with the teams still tied and the places still
open. Teams that advance together are then only seeded. Every step tried is recorded as proof.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from rules_engine.competition.standings import Row, SeriesTally, ranking_groups
from rules_engine.competition.tie_proof import ADVANCING, SEEDING, ProofStep
from rules_engine.competition.tie_steps import (
    STEPS,
    Answers,
    Group,
    Need,
    StepReading,
    TieBreakError,
    TieTable,
)
from rules_engine.profile_lines import StandingsRules

EXHAUSTED = "director"  # the step after the last; if its rolls are tied, it requires another roll


class Verdict(StrEnum):
    """A team's status based on the results so far: it advances, is tied for a place, or is out."""

    ADVANCES = "advances"
    OPEN = "open"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class TieOutcome:
    """The state of a tie.

    Attributes:
        advanced: Teams in order. A block of several isn't seeded yet.
        tied: Teams still tied for `places`, which is 0 if everything is decided.
        needs: Events required next.
    """

    advanced: tuple[Group, ...]
    eliminated: Group
    tied: Group
    places: int
    needs: tuple[Need, ...]
    proof: tuple[ProofStep, ...]

    @property
    def decided(self) -> bool:
        return not self.needs

    @property
    def seeds(self) -> Group:
        """Return the teams that have advanced so far, in order."""
        return tuple(team for block in self.advanced for team in block)

    def verdict(self, team: int) -> Verdict:
        """Return a team's status. Teams in an unbroken tie have neither clinched nor been eliminated."""
        if team in self.tied:
            return Verdict.OPEN
        return Verdict.ADVANCES if team in self.seeds else Verdict.OUT

    def block_of(self, team: int) -> int | None:
        """Return the number of the block in which a team advanced, or None if it didn't."""
        return next((number for number, block in enumerate(self.advanced) if team in block), None)

    @property
    def last_above_cut(self) -> int | None:
        """Return the last team that advances, or None if no team is cut or teams are tied at the cut."""
        return self.seeds[-1] if self.seeds and self.eliminated and not self.tied else None

    @property
    def open_cut(self) -> str:
        """Return the tie at the cut, such as "3 teams tied for the last 2 spots", or ""."""
        return tied_at_cut(len(self.tied), self.places, "spot") if self.tied else ""


def tied_at_cut(teams: int, places: int, noun: str) -> str:
    """Return a tie at the cut as text, such as "3 teams tied for the last spot"."""
    spots = noun if places == 1 else f"{places} {noun}s"
    return f"{teams} teams tied for the last {spots}"


def break_tie(
    group: Iterable[int],
    places: int,
    table: TieTable,
    *,
    steps: Sequence[str],
    seeding_steps: Sequence[str] | None,
    answers: Answers | None = None,
    purpose: str = ADVANCING,
) -> TieOutcome:
    """Break a tie for `places` places. If all teams advance, only their seeding is decided.

    Args:
        seeding_steps: Steps for seeding, or None for no seeding.
        purpose: The places' purpose, for the proof.

    Raises:
        TieBreakError: A step is unknown, a team isn't in the table, or an answer is invalid.
    """
    pool = tuple(group)
    _check(pool, places, table, (*steps, *(seeding_steps or ())))
    process = _Process(table, answers or Answers(), purpose)
    blocks, eliminated, tied, left = process.eliminate(pool, places, steps)
    if seeding_steps is None:
        return TieOutcome(tuple(blocks), eliminated, tied, left, tuple(process.needs), tuple(process.proof))
    seeded = [part for block in blocks for part in process.seed(block, seeding_steps)]
    return TieOutcome(tuple(seeded), eliminated, tied, left, tuple(process.needs), tuple(process.proof))


def advancement(
    rows: Sequence[Row],
    tallies: Sequence[SeriesTally],
    places: int,
    rules: StandingsRules,
    answers: Answers | None = None,
    passed_over: Collection[int] = (),
) -> TieOutcome:
    """Return a division's advancing teams by seed, with the proof of each tiebreaker.

    Args:
        rows: The rows of standings(), best first.
        passed_over: Dropped teams that no one may take over. Their games count, but they don't advance (T0.08).
    """
    table = TieTable.from_rows(rows, tallies, rules)
    done: list[TieOutcome] = []
    left = places
    for group in ranking_groups([row for row in rows if row.team not in passed_over]):
        teams = tuple(row.team for row in group)
        advancing = min(left, len(teams))
        done.append(
            break_tie(
                teams,
                advancing,
                table,
                steps=rules.tie_break_steps,
                seeding_steps=rules.seeding_steps,
                answers=answers,
            )
        )
        left -= advancing
    return _joined(done)


def _joined(outcomes: Sequence[TieOutcome]) -> TieOutcome:
    open_tie = next((outcome for outcome in outcomes if outcome.tied), None)
    return TieOutcome(
        tuple(block for outcome in outcomes for block in outcome.advanced),
        tuple(team for outcome in outcomes for team in outcome.eliminated),
        open_tie.tied if open_tie else (),
        open_tie.places if open_tie else 0,
        tuple(need for outcome in outcomes for need in outcome.needs),
        tuple(step for outcome in outcomes for step in outcome.proof),
    )


class _Process:
    """Collector for the proof and the requirements while a tie is broken."""

    def __init__(self, table: TieTable, answers: Answers, purpose: str) -> None:
        self.table = table
        self.answers = answers
        self.purpose = purpose
        self.proof: list[ProofStep] = []
        self.needs: list[Need] = []

    def eliminate(self, pool: Group, places: int, steps: Sequence[str]) -> tuple[list[Group], Group, Group, int]:
        """Return the blocks that advance in order, eliminated teams (best first), tied teams and open places."""
        if not places:
            return [], pool, (), 0
        advanced: list[Group] = []
        eliminated: Group = ()
        while places < len(pool):
            decision = self._first_decision(pool, places, steps)
            if decision is None:
                return advanced, eliminated, pool, places
            advanced += decision.advanced
            eliminated = decision.eliminated + eliminated
            places -= sum(map(len, decision.advanced))
            pool = decision.remaining
        return [*advanced, pool] if pool else advanced, eliminated, (), 0

    def _first_decision(self, pool: Group, places: int, steps: Sequence[str]) -> ProofStep | None:
        for step in (*steps, EXHAUSTED):
            tried = self._try(step, pool, places)
            self.proof.append(tried)
            if tried.need:
                self.needs.append(tried.need)
                return None
            if tried.decided:
                return tried
        return None

    def _try(self, step: str, pool: Group, places: int) -> ProofStep:
        reading = STEPS[step](pool, self.table, self.answers)
        if reading.skipped or reading.need:
            return ProofStep(step, self.purpose, pool, places, skipped=reading.skipped, need=reading.need)
        up, straddling, down = _cut(_blocks(pool, reading.values), places)
        if straddling == pool:
            return ProofStep(step, self.purpose, pool, places, _shown(pool, reading))
        return ProofStep(step, self.purpose, pool, places, _shown(pool, reading), tuple(up), down, straddling)

    def seed(self, block: Group, steps: Sequence[str]) -> list[Group]:
        """Return the block in seeding order. Each part that splits off starts over at the first step."""
        if len(block) == 1:
            return [block]
        for step in (*steps, EXHAUSTED):
            reading = STEPS[step](block, self.table, self.answers)
            parts = _blocks(block, reading.values) if reading.values else [block]
            split = tuple(parts) if len(parts) > 1 else ()
            shown = _shown(block, reading)
            self.proof.append(
                ProofStep(step, SEEDING, block, len(block), shown, split, skipped=reading.skipped, need=reading.need)
            )
            if reading.need:
                self.needs.append(reading.need)
                return [block]
            if split:
                return [piece for part in parts for piece in self.seed(part, steps)]
        return [block]


def _blocks(pool: Group, values: Mapping[int, int | Fraction]) -> list[Group]:
    """Return the pool in blocks of equal value, best first. Teams in a block stay in order."""
    ordered = sorted(pool, key=lambda team: values[team], reverse=True)
    return [tuple(block) for _, block in groupby(ordered, key=lambda team: values[team])]


def _cut(blocks: Sequence[Group], places: int) -> tuple[list[Group], Group, Group]:
    """Return the blocks that advance, the block with more teams than remaining places, and the eliminated teams."""
    up: list[Group] = []
    for number, block in enumerate(blocks):
        if len(block) <= places:
            up.append(block)
            places -= len(block)
        else:
            straddling = block if places else ()
            out = blocks[number + bool(places) :]
            return up, straddling, tuple(team for later in out for team in later)
    return up, (), ()


def _shown(pool: Group, reading: StepReading) -> tuple[tuple[int, str], ...]:
    ordered = (team for block in _blocks(pool, reading.values) for team in block) if reading.values else ()
    return tuple((team, reading.shown[team]) for team in ordered)


def _check(pool: Group, places: int, table: TieTable, steps: Sequence[str]) -> None:
    if unknown := [step for step in steps if step not in STEPS]:
        raise TieBreakError(f"unknown tiebreaker step “{unknown[0]}”; use one of: {', '.join(sorted(STEPS))}")
    if missing := [team for team in pool if team not in table.rows]:
        raise TieBreakError(f"team {missing[0]} is not in the standings")
    if len(set(pool)) != len(pool) or not pool:
        raise TieBreakError("a tie needs at least one team and can't list a team twice")
    if places < 0:
        raise TieBreakError(f"{places} places: the number can't be negative")
