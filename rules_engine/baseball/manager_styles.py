"""Styles of the computer manager as data: how far its thresholds depart from the default."""

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
    """What a manager does more or less than the default.

    Attributes:
        steal_points: Points of the d20 that a runner's safe number may be lower.
        steal_margin: The chance to win that a steal must gain more; below 0, it may lose that much.
        steal_frequency: Times as many steals, where runners go only sometimes.
        bunt_frequency: Times as many sacrifices.
        bunts_from_inning: The first inning that counts as late for sacrifices by hitters.
        hit_and_run_lead: The largest lead or deficit for a hit and run; below 0, there is none.
        infield_in: Times the chance to win that the run on third must be worth for the infield to come in.
        walk_frequency: Times as many intentional walks.
        walk_margin: The chance to win that an intentional walk must gain more; below 0, it may lose that much.
        starter_outs: Outs that a starter stays longer.
        reliever_gain: Times as much better that a reliever must be to replace a pitcher who could continue.
        pinch_hitter_gain: Times as much better that a pinch hitter must be.
        extra_base_points: Points of the d20 that a runner must be safer to take an extra base.
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
    """Return the styles by key, the default first."""
    styles = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {DEFAULT: DEFAULT_STYLE, **{key: ManagerStyle(**values) for key, values in styles.items()}}


def styles_of(keys: tuple[str, str]) -> tuple[ManagerStyle, ManagerStyle]:
    """Return the styles of the visitors and the home team."""
    styles = manager_styles()
    return styles[keys[0]], styles[keys[1]]
