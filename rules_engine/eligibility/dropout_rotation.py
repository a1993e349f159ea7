"""The rotation of one who had met the dropped player earlier: who has rested by starters, and by relief (T0.08 item 3).

Series hold the starters of the games actually played, in order. The final series is tested as if it stood in the
slot of the series against the dropped player [R-08b]; relief counts by the games really played [R-08d].
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules_engine.eligibility.pitching import (
    RELIEF,
    Cells,
    last_role,
    relief_allowance,
    rested_since_relief,
    rested_since_start,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse

Series = Sequence[str]  # the starters of its games, in order


class RotationFinding(Finding):
    """How a starter has rested by the games of the slot he takes."""

    NEXT_SERIES_FITS = "the series after it still fits"
    NOT_RESTED = "{name} would have rested {rested:# game} {where}, needs {needed}"
    RESTED = "{name} is rested {where}"
    DID_NOT_RELIEVE_LAST = "{subject} did not relieve last"


def clash_with_next_slot(
    earlier: Sequence[Series],
    dropped_series: int,
    proposed: Series,
    profile: Profile,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Ruling:
    """[R-08c] Not a rule: whether the series after the slot would still fit; a warning for the director.

    names: what sentences call the starters, where these are numbers.
    """
    before = [starter for series in earlier[: dropped_series - 1] for starter in series]
    for place, starter in enumerate(after := earlier[dropped_series] if dropped_series < len(earlier) else ()):
        ruling = may_start_after(
            starter,
            [*before, *proposed, *after[:place]],
            profile,
            f"in series {dropped_series + 1}",
            names.get(starter, starter),
        )
        if not ruling:
            return ruling
    return allow(RotationFinding.NEXT_SERIES_FITS, "T0.08")


def may_start_after(
    starter: str, starters_before: Series, profile: Profile, where: str = "before this game", name: str = ""
) -> Ruling:
    """T10.2 by starters alone: not one of the last three games' starters. A bye has no game [R-08a]."""
    called = name or starter
    rest = profile.pitching.games_rest_after_start
    recent = list(starters_before[-rest:])
    if starter in recent:
        rested = len(recent) - 1 - max(place for place, other in enumerate(recent) if other == starter)
        return refuse(
            RotationFinding.NOT_RESTED, "T0.08", subject=starter, name=called, rested=rested, where=where, needed=rest
        )
    return allow(RotationFinding.RESTED, "T0.08", subject=starter, name=called, where=where)


def rested_in_real_games(starter: str, cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Ruling:
    """T27.52 by the games really played [R-08d]: rested since relief, and one who could relieve in this game."""
    if last_role(cells, game) != RELIEF:
        return allow(RotationFinding.DID_NOT_RELIEVE_LAST, "T27.52", subject=starter)
    rested = first_refusal(rested_since_relief(cells, game, profile), rested_since_start(cells, game, profile))
    return relief_allowance(cells, game, profile, bullpen_from).ruling if rested else rested
