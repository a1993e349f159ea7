"""Wild cards: places for the best teams that don't advance from their own divisions.

If the first tiebreaker step is the ranking value, every team above the cutoff advances without another step. Only the
teams tied at the cutoff are compared, for all open places together. Otherwise, each division sends its next team, and
the steps decide among these. Within a division, its own tiebreakers determine the order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Final

from rules_engine.competition.standings import Row, SeriesTally, rank_value, ranking_groups
from rules_engine.competition.tie_proof import NEXT_OF_DIVISION, NEXT_WILD_CARD, WILD_CARD, ProofStep
from rules_engine.competition.tie_steps import STEPS, Answers, Group, Need, TieTable
from rules_engine.competition.tiebreaks import TieOutcome, Verdict, break_tie
from rules_engine.profile_lines import StandingsRules

# a step with the same name provides the text for the record
_STEP_OF_RANK: Final = {"games_over_500": "record", "winning_percentage": "winning_percentage"}


@dataclass(frozen=True, slots=True)
class DivisionField:
    """A division in the wild-card race: its standings, counted series, own places and teams passed over."""

    rows: Sequence[Row]
    tallies: Sequence[SeriesTally]
    places: int
    passed_over: frozenset[int] = frozenset()

    @property
    def racing(self) -> list[Row]:
        return [row for row in self.rows if row.team not in self.passed_over]


@dataclass(frozen=True, slots=True)
class WildCards:
    """The wild cards decided so far.

    Attributes:
        advanced: Teams with a wild card, in the order decided.
        tied: Teams still tied for `left` places.
        needs: Events required to break a tie across divisions.
        own: Tiebreakers within a division, by its index.
        waits: Whether ties for division places must be broken first.
    """

    places: int
    advanced: Group = ()
    tied: Group = ()
    left: int = 0
    needs: tuple[Need, ...] = ()
    proof: tuple[ProofStep, ...] = ()
    own: Mapping[int, tuple[TieOutcome, ...]] | None = None
    waits: bool = False

    def verdict(self, team: int) -> Verdict:
        if team in self.tied:
            return Verdict.OPEN
        return Verdict.ADVANCES if team in self.advanced else Verdict.OUT

    def own_of(self, division: int) -> tuple[TieOutcome, ...]:
        return (self.own or {}).get(division, ())


def by_rank(rules: StandingsRules) -> bool:
    """Return whether the first step for wild cards is the ranking value."""
    return rules.wild_card_steps[:1] == (_STEP_OF_RANK[rules.rank_by],)


def places_outright(fields: Sequence[DivisionField], count: int, rules: StandingsRules) -> list[int]:
    """Return how many teams from each division advance before divisions are compared.

    These are the division's own places and uncontested wild cards.
    """
    own = [min(field.places, len(field.racing)) for field in fields]
    if not by_rank(rules):
        division = count // max(1, len(fields))
        return [min(places + division, len(field.racing)) for field, places in zip(fields, own, strict=True)]
    places = own
    for value in sorted({rank_value(row, rules.rank_by) for field in fields for row in field.racing}, reverse=True):
        advancing = [max(few, _at_least(field, value, rules)) for few, field in zip(own, fields, strict=True)]
        if sum(advancing) - sum(own) > count:
            break
        places = advancing
    return places


def wild_cards(
    fields: Sequence[DivisionField],
    outcomes: Sequence[TieOutcome],
    count: int,
    rules: StandingsRules,
    answers: Answers | None = None,
) -> WildCards:
    """Return the wild cards. `outcomes` are the divisions' results for the places from places_outright()."""
    outright = tuple(
        team for field, outcome in zip(fields, outcomes, strict=True) for team in outcome.seeds[field.places :]
    )
    contest = _Contest(fields, outcomes, rules, answers or Answers())
    left = count - len(outright)
    if not by_rank(rules):
        return contest.fill_places(outright, count, left)
    next_teams, level = contest.next_by_rank(count), contest.level_teams() if left else frozenset[int]()
    cards = contest.fill_places(outright, count, left)
    pool = [*outright, *next_teams]
    return replace(cards, proof=(contest.by_rank_step(pool, outright, level, count), *cards.proof))


def _at_least(field: DivisionField, value: int | Fraction, rules: StandingsRules) -> int:
    return sum(rank_value(row, rules.rank_by) >= value for row in field.racing)


class _Contest:
    """Fill the open places and record the proof."""

    def __init__(
        self,
        fields: Sequence[DivisionField],
        outcomes: Sequence[TieOutcome],
        rules: StandingsRules,
        answers: Answers,
    ) -> None:
        self.fields, self.outcomes, self.rules, self.answers = fields, outcomes, rules, answers
        self.value = {row.team: rank_value(row, rules.rank_by) for field in fields for row in field.rows}
        all_rows = [row for field in fields for row in field.rows]
        self.across = TieTable.from_rows(all_rows, list(chain.from_iterable(field.tallies for field in fields)), rules)
        self.waiting = [list(self._groups_behind(division)) for division in range(len(fields))]
        self.proof: list[ProofStep] = []
        self.own: dict[int, list[TieOutcome]] = {}

    def _groups_behind(self, division: int) -> Iterator[Group]:
        """Yield groups of equal rank, without teams that advance from the division.

        Teams in an unbroken tie share a group.
        """
        placed = self.outcomes[division].seeds
        for group in ranking_groups(self.fields[division].racing):
            if left := tuple(row.team for row in group if row.team not in placed):
                yield left

    def fill_places(self, outright: Group, count: int, left: int) -> WildCards:
        """Fill all open places together, then start over with the teams still tied."""
        advanced, waits = list(outright), False
        tied: Group = ()
        needs: tuple[Need, ...] = ()
        while left and (level := self._level()):
            waits = any(set(self.outcomes[division].tied) & set(self.waiting[division][0]) for division in level)
            if waits:
                tied = self._teams_of(level)
                break
            outcome = self._within(level[0], left) if self._is_single_division(level) else self._across(level, left)
            if outcome is None:  # a division must first break the tie for its next team
                tied = self._teams_of(level)
                break
            left -= len(outcome.seeds)
            advanced += outcome.seeds
            if outcome.tied:
                tied, needs = outcome.tied, () if self._is_single_division(level) else outcome.needs
                break
            self._remove_group(outcome.seeds)
        own = {division: tuple(outcomes) for division, outcomes in self.own.items()}
        return WildCards(count, tuple(advanced), tied, left, needs, tuple(self.proof), own, waits)

    def _is_single_division(self, level: Sequence[int]) -> bool:
        return by_rank(self.rules) and len(level) == 1

    def _teams_of(self, divisions: Sequence[int]) -> Group:
        return tuple(team for division in divisions for team in self._level_in(division))

    def _level_in(self, division: int) -> Group:
        """Return a division's next teams with equal values, even if its tiebreakers have put them in order."""
        groups = self.waiting[division]
        value = self.value[groups[0][0]]
        return tuple(team for group in groups for team in group if self.value[team] == value)

    def _within(self, division: int, left: int) -> TieOutcome:
        """Break a tie within one division for all open places."""
        group = self.waiting[division][0]
        return self._broken_by_division(division, group, min(left, len(group)), WILD_CARD)

    def _across(self, level: Sequence[int], left: int) -> TieOutcome | None:
        """Compare each division's next team, one place at a time if any of them has another team behind it."""
        heads = [self._head(division, left) for division in level]
        if None in heads:
            return None
        is_next = by_rank(self.rules) and any(len(self._level_in(division)) > 1 for division in level)
        return self._compare(tuple(team for team in heads if team is not None), left, is_next=is_next)

    def _level(self) -> list[int]:
        """Return the divisions whose next team could get the next place."""
        waiting_divisions = [division for division, groups in enumerate(self.waiting) if groups]
        if not by_rank(self.rules) or not waiting_divisions:
            return waiting_divisions
        best = max(self.value[self.waiting[division][0][0]] for division in waiting_divisions)
        return [division for division in waiting_divisions if self.value[self.waiting[division][0][0]] == best]

    def _head(self, division: int, left: int) -> int | None:
        """Return a division's next team, or None while its own tiebreakers leave it undecided."""
        front = self.waiting[division][0]
        if by_rank(self.rules) and len(front) > left:
            within = self._broken_by_division(division, front, left, NEXT_OF_DIVISION)
            if within.tied:
                self.waiting[division][0] = (*within.seeds, *within.tied)
                return None
            self.waiting[division][:1] = within.advanced
            front = within.advanced[0]
        if len(front) == 1:
            return front[0]
        within = self._broken_by_division(division, front, 1, NEXT_OF_DIVISION)
        return None if within.tied else within.seeds[0]

    def _broken_by_division(self, division: int, group: Group, places: int, purpose: str) -> TieOutcome:
        """Break a tie within a division by its own steps."""
        field, rules = self.fields[division], self.rules
        outcome = break_tie(
            group,
            places,
            TieTable.from_rows(field.rows, field.tallies, rules),
            steps=rules.tie_break_steps,
            seeding_steps=None,
            answers=self.answers,
            purpose=purpose,
        )
        self.own.setdefault(division, []).append(outcome)
        self.proof += outcome.proof
        return outcome

    def _compare(self, heads: Group, left: int, *, is_next: bool) -> TieOutcome:
        outcome = break_tie(
            heads,
            1 if is_next else min(left, len(heads)),
            self.across,
            steps=self.rules.wild_card_steps[by_rank(self.rules) :],  # teams tied by rank are tied on the first step
            seeding_steps=None,
            answers=self.answers,
            purpose=NEXT_WILD_CARD if is_next and left > 1 else WILD_CARD,
        )
        self.proof += [replace(step, open_places=left) for step in outcome.proof]
        return outcome

    def _remove_group(self, placed: Group) -> None:
        for groups in self.waiting:
            if groups:
                groups[0] = tuple(team for team in groups[0] if team not in placed)
                if not groups[0]:
                    del groups[0]

    def next_by_rank(self, count: int) -> list[int]:
        """Return each division's next teams, unless its outright teams already fill every wild card."""
        ahead = [len(outcome.seeds[field.places :]) for field, outcome in zip(self.fields, self.outcomes, strict=True)]
        return [
            team
            for groups, own in zip(self.waiting, ahead, strict=True)
            if groups and own < count
            for team in groups[0]
        ]

    def level_teams(self) -> frozenset[int]:
        """Return the teams tied at the cutoff."""
        return frozenset(self._teams_of(self._level()))

    def by_rank_step(self, pool: Sequence[int], outright: Group, level: frozenset[int], count: int) -> ProofStep:
        """Return the first step applied to all candidates: the teams that advance, and the teams tied at the cutoff."""
        ordered = tuple(sorted(pool, key=lambda team: self.value[team], reverse=True))
        step = _STEP_OF_RANK[self.rules.rank_by]
        shown = STEPS[step](ordered, self.across, self.answers).shown
        return ProofStep(
            *(step, WILD_CARD, ordered, count),
            values=tuple((team, shown[team]) for team in ordered),
            advanced=(outright,) if outright else (),
            eliminated=tuple(team for team in ordered if team not in level and team not in outright),
            remaining=tuple(team for team in ordered if team in level),
        )
