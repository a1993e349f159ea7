"""Computer manager styles as data: how far each threshold departs from the default."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

DEFAULT: Final = "default"
NO_STYLES: Final = (DEFAULT, DEFAULT)
_FILE: Final = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class ManagerStyle:
    """A manager's differences from the default.

    Attributes:
        steal_points: Points on the d20 by which a runner's safe number can be lower.
        steal_margin: Extra win probability that a steal must gain. Below 0, it can lose that much.
        steal_frequency: Factor for the number of steals, in games whose runners go only sometimes.
        bunt_frequency: Factor for the number of sacrifices.
        bunts_from_inning: First inning that counts as late for sacrifices by hitters.
        hit_and_run_lead: Largest lead or deficit for a hit-and-run. Below 0, there is none.
        infield_in: Factor for the win probability at stake with a runner on third before the infield plays in.
        walk_frequency: Factor for the number of intentional walks.
        walk_margin: Extra win probability that an intentional walk must gain. Below 0, it can lose that much.
        starter_outs: Extra outs that a starter stays in.
        reliever_gain: Factor by which a reliever must be better to replace a pitcher who could continue.
        pinch_hitter_gain: Factor by which a pinch hitter must be better.
        extra_base_points: Points on the d20 by which a runner must be safer to take an extra base.
    """

    title: str = "Default"
    steal_points: int = 0
    steal_margin: float = 0.0
    steal_frequency: float = 1.0
    bunt_frequency: float = 1.0
    bunts_from_inning: int = 7
    hit_and_run_lead: int = 1
    infield_in: float = 1.0
    walk_frequency: float = 1.0
    walk_margin: float = 0.0
    starter_outs: int = 0
    reliever_gain: float = 1.0
    pinch_hitter_gain: float = 1.0
    extra_base_points: int = 0


DEFAULT_STYLE: Final = ManagerStyle()


@cache
def manager_styles() -> Mapping[str, ManagerStyle]:
    """Return the styles by key, default first."""
    styles = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {DEFAULT: DEFAULT_STYLE, **{key: ManagerStyle(**values) for key, values in styles.items()}}


def styles_of(keys: tuple[str, str]) -> tuple[ManagerStyle, ManagerStyle]:
    """Return the styles of the visitors and the home team."""
    styles = manager_styles()
    return styles[keys[0]], styles[keys[1]]
