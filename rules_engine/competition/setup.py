"""A tournament's possible divisions and their imputed teams (T0.02, T0.12)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_engine.profile_lines import DivisionRules
from rules_engine.rulings import Finding, Ruling, allow, refuse

SIZE_RULE = "T0.02"
IMPUTED_RULE = "T0.12"

# T0.12 lists two numbers of participants for which a division can have, or must have, a second imputed team.
_THIRTEEN, _THIRTEEN_DIVISIONS = 13, 2
_SIX = 6
_SECOND_IMPUTED = 2


class SetupFinding(Finding):
    """Findings on whether participants can be divided this way."""

    ONE_DIVISION = "{participants:# participant} in one division of {teams:# team}."
    DIVISIONS = "{participants:# participant} in {divisions:# division} of {sizes:and} teams."
    TOO_FEW_PARTICIPANTS = "{participants:# participant}: a sanctioned tournament needs at least {fewest}."
    NO_DIVISION = "There are no divisions."
    PLACES_AND_PARTICIPANTS_DIFFER = (
        "The divisions have {placed:# team} with managers for {participants:# participant}."
    )
    DIVISION_SIZE = "{division} has {teams} teams. A division must have {smallest} to {largest}."
    FEWER_THAN_NO_TEAMS = "{division} can't have a negative number of teams."
    TOO_MANY_IMPUTED = "{imputed} imputed teams in one division: the limit here is {most}."


@dataclass(frozen=True, slots=True)
class DivisionPlan:
    """One division: teams with managers, and imputed teams drafted by the program."""

    human_teams: int
    imputed_teams: int = 0
    name: str = ""

    @property
    def teams(self) -> int:
        return self.human_teams + self.imputed_teams


@dataclass(frozen=True, slots=True)
class SetupOption:
    """A legal number of divisions, the range of imputed teams, and an even plan with the fewest imputed teams."""

    divisions: int
    fewest_imputed: int
    most_imputed: int
    plan: tuple[DivisionPlan, ...]


def check_division_setup(participants: int, divisions: Sequence[DivisionPlan], rules: DivisionRules) -> Ruling:
    """T0.02, T0.12: Rule on this division of the participants. A two-player team is one participant."""
    refusals = (
        *_number_faults(participants, divisions, rules),
        *_size_faults(divisions, rules),
        *_imputed_faults(participants, divisions, rules),
    )
    if refusals:
        return refusals[0]
    sizes = [plan.teams for plan in divisions]
    if len(sizes) == 1:
        return allow(SetupFinding.ONE_DIVISION, IMPUTED_RULE, participants=participants, teams=sizes[0])
    return allow(SetupFinding.DIVISIONS, IMPUTED_RULE, participants=participants, divisions=len(sizes), sizes=sizes)


def possible_setups(participants: int, rules: DivisionRules) -> list[SetupOption]:
    """T0.12: Return every possible number of divisions, fewest first. Fewer than six participants have none."""
    largest_count = (participants + 2) // max(1, rules.smallest - _SECOND_IMPUTED) + 1
    return [option for count in range(1, largest_count + 1) if (option := _option(participants, count, rules))]


def _option(participants: int, count: int, rules: DivisionRules) -> SetupOption | None:
    legal = {
        imputed: plan
        for imputed in range(count * max(rules.imputed_per_division, _SECOND_IMPUTED) + 1)
        if (plan := _plan(participants, count, imputed, rules))
    }
    return SetupOption(count, min(legal), max(legal), legal[min(legal)]) if legal else None


def _plan(participants: int, count: int, imputed: int, rules: DivisionRules) -> tuple[DivisionPlan, ...] | None:
    """Return an even plan with this many imputed teams, if a legal one exists."""
    sizes = _split_evenly(participants + imputed, count)
    spread = sorted(_split_evenly(imputed, count))  # the smallest divisions get the most imputed teams
    plan = tuple(DivisionPlan(size - extra, extra) for size, extra in zip(sizes, spread, strict=True))
    return plan if check_division_setup(participants, plan, rules) else None


def _split_evenly(total: int, count: int) -> list[int]:
    return [total // count + (place < total % count) for place in range(count)]


def _number_faults(participants: int, divisions: Sequence[DivisionPlan], rules: DivisionRules) -> Iterator[Ruling]:
    if participants < rules.fewest_participants:
        yield refuse(
            SetupFinding.TOO_FEW_PARTICIPANTS, IMPUTED_RULE, participants=participants, fewest=rules.fewest_participants
        )
    if not divisions:
        yield refuse(SetupFinding.NO_DIVISION, SIZE_RULE)
    placed = sum(plan.human_teams for plan in divisions)
    if placed != participants:
        yield refuse(SetupFinding.PLACES_AND_PARTICIPANTS_DIFFER, SIZE_RULE, placed=placed, participants=participants)


def _size_faults(divisions: Iterable[DivisionPlan], rules: DivisionRules) -> Iterator[Ruling]:
    for number, plan in enumerate(divisions, start=1):
        name = plan.name or f"Division {number}"
        if not rules.smallest <= plan.teams <= rules.largest:
            yield refuse(
                SetupFinding.DIVISION_SIZE,
                SIZE_RULE,
                division=name,
                teams=plan.teams,
                smallest=rules.smallest,
                largest=rules.largest,
            )
        if min(plan.human_teams, plan.imputed_teams) < 0:
            yield refuse(SetupFinding.FEWER_THAN_NO_TEAMS, SIZE_RULE, division=name)


def _imputed_faults(participants: int, divisions: Sequence[DivisionPlan], rules: DivisionRules) -> Iterator[Ruling]:
    over = [plan.imputed_teams for plan in divisions if plan.imputed_teams > rules.imputed_per_division]
    if over and not _second_allowed(participants, divisions, over):
        yield refuse(SetupFinding.TOO_MANY_IMPUTED, IMPUTED_RULE, imputed=max(over), most=rules.imputed_per_division)


def _second_allowed(participants: int, divisions: Sequence[DivisionPlan], over: list[int]) -> bool:
    """T0.12: Allow two imputed teams in one of two divisions with 13 participants, or in one division with 6."""
    if over != [_SECOND_IMPUTED]:
        return False
    if participants == _THIRTEEN:
        return len(divisions) == _THIRTEEN_DIVISIONS
    return participants == _SIX and len(divisions) == 1
