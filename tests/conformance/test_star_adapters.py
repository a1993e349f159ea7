"""No case of the tournament is answered without being read."""

from rules_engine.profile import load_profile
from tests.conformance.adapters import TOURNAMENT, TOURNAMENT_PROFILE, Registry
from tests.conformance.case_files import SHIPPED, Case, read_files
from tests.conformance.comparing import differences


def test_no_case_comes_out_right_with_its_given_taken_away(registry: Registry) -> None:
    sets = frozenset(key for system, key in registry.sets if system == TOURNAMENT)
    cases = read_files(sorted(SHIPPED.glob("star_tournament*.jsonl")))
    assert cases
    assert not [case.id for case in cases if answered_without_given(case, registry, sets)]


def answered_without_given(case: Case, registry: Registry, sets: frozenset[str]) -> bool:
    adapter = registry.adapters[TOURNAMENT, case.area]
    try:
        answer = adapter({}, load_profile(TOURNAMENT_PROFILE))
    except LookupError:  # a field is missed, and named
        return False
    return not differences(case.expect, answer, sets, frozenset())
