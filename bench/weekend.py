"""A practice weekend of one division of fourteen, built once for the benchmarks that need a real one."""

from functools import cache

from tournaments.models import Tournament
from weekend.practice.weekend import PracticeField, build_weekend

FOURTEEN = PracticeField(managed=14, divisions=1, has_imputed_team=False)


@cache
def weekend_of_fourteen(stage: str) -> Tournament:
    return build_weekend(stage=stage, seed=14, field=FOURTEEN)
