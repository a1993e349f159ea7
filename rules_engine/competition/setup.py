"""How many divisions a tournament can have, and how many imputed teams in each (T0.02, T0.12)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_engine.profile_lines import DivisionRules
from rules_engine.rulings import Ruling, allow, refuse

SIZE_RULE = "T0.02"
IMPUTED_RULE = "T0.12"

# T0.12 names two numbers of participants for which a division may have, or must have, a second imputed team.
_THIRTEEN, _THIRTEEN_DIVISIONS = 13, 2
_SIX = 6
_SECOND_IMPUTED = 2


@dataclass(frozen=True, slots=True)
class DivisionPlan:
    """One division: teams with a human manager, and imputed teams (drafted by program, counted as teams)."""

    human_teams: int
    imputed_teams: int = 0

    @property
    def teams(self) -> int:
        return self.human_teams + self.imputed_teams


@dataclass(frozen=True, slots=True)
class SetupOption:
    """A legal number of divisions: how few and how many imputed teams in all, and an even plan with the fewest."""

    divisions: int
    fewest_imputed: int
    most_imputed: int
    plan: tuple[DivisionPlan, ...]


def check_division_setup(participants: int, divisions: Sequence[DivisionPlan], rules: DivisionRules) -> Ruling:
    """T0.02, T0.12: whether the participants may be divided like this; a two-player team is one participant."""
    refusals = (
        *_number_faults(participants, divisions, rules),
        *_size_faults(divisions, rules),
        *_imputed_faults(participants, divisions, rules),
    )
    if refusals:
        return refusals[0]
    sizes = " and ".join(str(plan.teams) for plan in divisions)
    return allow(IMPUTED_RULE, f"{participants} participants in {_divisions(len(divisions))} of {sizes} teams.")


def possible_setups(participants: int, rules: DivisionRules) -> list[SetupOption]:
    """T0.12: every number of divisions that the participants can be divided into, fewest first; none below six."""
    most = (participants + 2) // max(1, rules.smallest - _SECOND_IMPUTED) + 1
    return [option for count in range(1, most + 1) if (option := _option(participants, count, rules))]


def _option(participants: int, count: int, rules: DivisionRules) -> SetupOption | None:
    legal = {
        imputed: plan
        for imputed in range(count * max(rules.imputed_per_division, _SECOND_IMPUTED) + 1)
        if (plan := _plan(participants, count, imputed, rules))
    }
    return SetupOption(count, min(legal), max(legal), legal[min(legal)]) if legal else None


def _plan(participants: int, count: int, imputed: int, rules: DivisionRules) -> tuple[DivisionPlan, ...] | None:
    """An even plan with so many imputed teams, if there is a legal one."""
    sizes = _shared_out(participants + imputed, count)
    spread = sorted(_shared_out(imputed, count))  # the smallest divisions get the most imputed teams
    plan = tuple(DivisionPlan(size - extra, extra) for size, extra in zip(sizes, spread, strict=True))
    return plan if check_division_setup(participants, plan, rules) else None


def _shared_out(total: int, count: int) -> list[int]:
    return [total // count + (place < total % count) for place in range(count)]


def _number_faults(participants: int, divisions: Sequence[DivisionPlan], rules: DivisionRules) -> Iterator[Ruling]:
    if participants < rules.fewest_participants:
        wanted = f"a sanctioned tournament has {rules.fewest_participants} at least"
        yield refuse(IMPUTED_RULE, f"{participants} participants: {wanted}.")
    if not divisions:
        yield refuse(SIZE_RULE, "There is no division.")
    placed = sum(plan.human_teams for plan in divisions)
    if placed != participants:
        yield refuse(SIZE_RULE, f"The divisions have {placed} teams with managers for {participants} participants.")


def _size_faults(divisions: Iterable[DivisionPlan], rules: DivisionRules) -> Iterator[Ruling]:
    for number, plan in enumerate(divisions, start=1):
        if not rules.smallest <= plan.teams <= rules.largest:
            sizes = f"{rules.smallest} to {rules.largest}"
            yield refuse(SIZE_RULE, f"Division {number} has {plan.teams} teams, a division has {sizes}.")
        if min(plan.human_teams, plan.imputed_teams) < 0:
            yield refuse(SIZE_RULE, f"Division {number} cannot have fewer than no teams.")


def _imputed_faults(participants: int, divisions: Sequence[DivisionPlan], rules: DivisionRules) -> Iterator[Ruling]:
    over = [plan.imputed_teams for plan in divisions if plan.imputed_teams > rules.imputed_per_division]
    if over and not _second_allowed(participants, divisions, over):
        allowed = f"{rules.imputed_per_division} a division"
        yield refuse(IMPUTED_RULE, f"{max(over)} imputed teams in one division: {allowed} is the most here.")


def _second_allowed(participants: int, divisions: Sequence[DivisionPlan], over: list[int]) -> bool:
    """T0.12's exceptions: 13 in two divisions, one of which has two; 6 in one division with two."""
    if over != [_SECOND_IMPUTED]:
        return False
    if participants == _THIRTEEN:
        return len(divisions) == _THIRTEEN_DIVISIONS
    return participants == _SIX and len(divisions) == 1


def _divisions(count: int) -> str:
    return "one division" if count == 1 else f"{count} divisions"
