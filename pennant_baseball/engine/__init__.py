"""Play tabletop baseball from Python: real seasons, games, box scores, exact odds and pitching eligibility.

`README.md` in this directory shows an example for each name in `__all__`. Nothing here needs Django or a database.
"""

from pennant_baseball.engine.imports import make_importable

make_importable()

from pennant_baseball.engine.eligibility import Relief, may_relieve  # noqa: E402 - needs the import path
from pennant_baseball.engine.games import BatterStats, Decision, EngineGame, PitcherStats, ResultChance  # noqa: E402
from pennant_baseball.engine.seasons import (  # noqa: E402
    EngineError,
    EngineSeason,
    load_season,
    ruleset_keys,
    system_keys,
)

__all__ = (
    "BatterStats",
    "ResultChance",
    "Decision",
    "EngineError",
    "EngineGame",
    "PitcherStats",
    "Relief",
    "EngineSeason",
    "load_season",
    "may_relieve",
    "ruleset_keys",
    "system_keys",
)
