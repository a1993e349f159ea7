"""Rest for starters and relievers on a team that met the dropped player earlier (T0.08 item 3).

Series contain the starters of games actually played, in order. The final series is checked as if it were played in
the slot of the series against the dropped player [R-08b]. Relief is counted in the games actually played [R-08d].
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules_engine.eligibility.pitching import (
    RELIEF,
    Cells,
    find_relief_left,
    last_role,
    rested_since_relief,
    rested_since_start,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse

Series = Sequence[str]  # starters of its games, in order


class RotationFinding(Finding):
    """Findings on whether a starter has rested before his slot."""

    NEXT_SERIES_FITS = "the starters are still rested for the next series"
    NOT_RESTED = "{name} would have rested {rested:# game} {where}, but needs {needed}"
    RESTED = "{name} is rested {where}"
    DID_NOT_RELIEVE_LAST = "{subject} did not relieve last"


def check_next_series(
    earlier: Sequence[Series],
    dropped_series: int,
    proposed: Series,
    profile: Profile,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Ruling:
    """[R-08c] Warn the director if the series after the slot no longer fits. This isn't a rule.

    Args:
        names: Starters' names for sentences, if starters are identified by number.
    """
    where = f"in series {dropped_series + 1}"
    starters = [starter for series in earlier[: dropped_series - 1] for starter in series]
    starters += proposed
    next_series = earlier[dropped_series] if dropped_series < len(earlier) else ()
    for starter in next_series:
        name = names.get(starter, starter)
        ruling = may_start_after(starter, starters, profile, where, name)
        if not ruling:
            return ruling
        starters.append(starter)
    return allow(RotationFinding.NEXT_SERIES_FITS, "T0.08")


def may_start_after(
    starter: str, starters_before: Series, profile: Profile, where: str = "before this game", name: str = ""
) -> Ruling:
    """T10.2: Reject a starter from the last three games. A bye isn't a game [R-08a]."""
    name = name or starter
    rest = profile.pitching.games_rest_after_start
    recent = list(starters_before[-rest:])
    if starter in recent:
        rested = recent[::-1].index(starter)
        return refuse(
            RotationFinding.NOT_RESTED, "T0.08", subject=starter, name=name, rested=rested, where=where, needed=rest
        )
    return allow(RotationFinding.RESTED, "T0.08", subject=starter, name=name, where=where)


def check_relief_rest(starter: str, cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Ruling:
    """T27.52: After relief, require rest and enough relief innings left, based on the games actually played [R-08d]."""
    if last_role(cells, game) != RELIEF:
        return allow(RotationFinding.DID_NOT_RELIEVE_LAST, "T27.52", subject=starter)
    rested = first_refusal(
        rested_since_relief(cells, game, profile),
        rested_since_start(cells, game, profile),
    )
    if not rested:
        return rested
    return find_relief_left(cells, game, profile, bullpen_from).ruling
