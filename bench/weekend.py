"""Practice weekends, built once for the benchmarks that need realistic data."""

from functools import cache

from tournaments.models import Tournament
from weekend.practice.weekend import PracticeField, build_weekend

FIELDS = {
    14: PracticeField(managed=14, divisions=1, has_imputed_team=False),
    100: PracticeField(managed=100, divisions=8, has_imputed_team=False),
}


@cache
def weekend_of(teams: int, stage: str) -> Tournament:
    return build_weekend(stage=stage, seed=14, field=FIELDS[teams])


def weekend_of_fourteen(stage: str) -> Tournament:
    return weekend_of(14, stage)
