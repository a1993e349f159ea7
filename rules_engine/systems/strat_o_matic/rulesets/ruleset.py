"""Rulesets: data on the printed rules in force and their numbers, loaded from rulesets/*.toml.

A rule function takes the Ruleset, or only the section that it needs.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from rules_engine.baseball.optional_rules import (
    OptionalRule,
    OptionalRuleError,
    choices_in,
    rules_in_force,
    ruleset_name,
)
from rules_engine.rule_files import RuleFiles
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import (
    EnduranceRules,
    InjuryRules,
    ParkRules,
    PitchRules,
    RestRules,
    StealingRules,
)

RULESET_FOLDER = Path(__file__).parent
OPTIONAL_RULES_FILE: Final = RULESET_FOLDER.parent / "optional_rules.toml"


class RulesetError(ValueError):
    """Raised when a ruleset file is invalid. The message names the file, the key and the problem."""


@dataclass(frozen=True, slots=True)
class CardRules:
    """Sections 11 and 12: card sides and power."""

    sides: bool  # 11.1
    power: bool  # 12.1
    underlines: Literal["", "ignored", "reversed"]  # 15.2: on groundballs; "" if no card has them
    designated_hitter: bool  # 6.4; off under T0.01
    d20_with_every_throw: bool  # SS1.2: the d20 that decides splits


@dataclass(frozen=True, slots=True)
class HitRules:
    """Sections 2 and 13: bases on hits."""

    stars: bool  # 2.2: stars limit runners; on open hits they may try for an extra base
    outfield_arm: bool  # 13.1
    hold_changes_running: bool  # 13.2
    no_hold_adds: int  # 13.2; 0 in SS2.3
    location_by_die: bool  # SS2.3: a d6, not the card, chooses the outfielder who throws
    cut_off_second_to_home: bool  # 13.3: the Advanced cutoff
    throw_location: bool  # 13.4
    trail_runners: bool  # 13.6: the Super Advanced cutoff
    batter_may_trail: bool  # 13.611
    two_outs_for_trail: bool  # 13.621, S2.22
    minus_five_only_to_home: bool  # S13.621
    flyout_names_fielder: bool  # S13.1: in a split with an open hit
    block_the_plate: bool  # 13.63


@dataclass(frozen=True, slots=True)
class FlyRules:
    """Sections 3, 14 and 21: fly balls and the outfield."""

    query: bool  # 14.2
    second_may_try_on_right_b: bool  # 14.3
    right_b_from_chart: bool  # 14.31
    cut_off: bool  # 14.4
    rob_homeruns: bool  # 14.5
    f2_second_may_try: bool  # 16.7
    outfield_in: bool  # 21.1


@dataclass(frozen=True, slots=True)
class GroundRules:
    """Sections 4, 6, 9, 15, 17 and 20: groundballs and the infield."""

    chart: str  # charts/<chart>.toml
    in_allowed: str  # "never", "third" (9.1, 20.3), "third_or_sacrifice" (20.12) or "always" (SS9.1)
    corners_in: bool  # 20.7
    hold_with_corners_in: bool  # 20.75
    corners_back_without_third: bool  # 15.3: with only the corners in, use the infield-back table
    x_plays_back: bool  # SS9.1: X chances always use the infield-back table
    plus_with_infield_in: bool  # 6.2, 17.12
    plus_with_runner_on_hold: bool  # 6.2, 8.21
    plus_by_fielder: bool  # SS6.1: for fielders out of position with the corners in or a runner held
    battery_position: str  # "chart": like the infield; "20.5": 20.5 and 20.51; "T20.5"; "SS9.2"
    triple_play_by_die: bool  # 17.22


@dataclass(frozen=True, slots=True)
class FieldingRules:
    """Sections 5 and 16: X chances."""

    chart: str  # "basic", "advanced" or "super"
    cap_e_rating: bool  # 16.1: the last row of the Advanced chart serves all higher ratings
    rare_single_positions: tuple[str, ...]  # T16.5: fielders on whose balls SI1's rare play can happen; empty means all
    passed_ball_needs_no_rare_play: bool  # S16.6
    d20_with_batter_dice: bool  # T29.11


@dataclass(frozen=True, slots=True)
class StrategyRules:
    """Sections 7, 18 and 19: bunts and the hit and run."""

    chart: str  # charts/<chart>.toml: 7.2, 18.2, 18.5
    ratings: bool  # 18.2, 19.2
    sacrifice_first_and_third: bool  # 18.4
    corners_in_hurts_bunt: bool  # 18.6
    loaded_hurts_bunt: bool  # 18.31
    one_and_two_bars: tuple[str, ...]  # 18.8, T18.9
    hit_and_run_with_two_outs: bool  # T19.2
    hit_and_run_by_1w: bool  # T19.11
    corners_in_helps_hit_and_run: bool  # S19.3
    hit_and_run_lineout_is_lomax: bool  # S19.9
    misses_pitch_rolls_for_lead: bool  # 19.8
    squeeze_forces_third: bool  # S23.7
    declared_in_turn: bool  # SS1.1: the defense can't change anything after the offense has declared


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset. Saved games store its `key`, such as som_basic or star."""

    key: str
    title: str
    stand_in: str  # the notice shown if a chart replaces one that the rules don't print
    optional_rules: tuple[str, ...]  # keys of optional_rules.toml
    cards: CardRules
    hits: HitRules
    flies: FlyRules
    grounders: GroundRules
    fielding: FieldingRules
    strategy: StrategyRules
    stealing: StealingRules
    pitches: PitchRules
    injuries: InjuryRules
    endurance: EnduranceRules
    rest: RestRules
    parks: ParkRules

    def with_options(self, section: str, **options: Any) -> "Ruleset":
        """Return a copy with these options changed in a section, as in with_options("hits", stars=False)."""
        return replace(self, **{section: replace(getattr(self, section), **options)})


_FILES = RuleFiles(
    RulesetError,
    "edition",
    {"key": str, "title": str, "stand_in": str, "optional_rules": tuple[str, ...]},
    {
        "cards": CardRules,
        "hits": HitRules,
        "flies": FlyRules,
        "grounders": GroundRules,
        "fielding": FieldingRules,
        "strategy": StrategyRules,
        "stealing": StealingRules,
        "pitches": PitchRules,
        "injuries": InjuryRules,
        "endurance": EnduranceRules,
        "rest": RestRules,
        "parks": ParkRules,
    },
)


def available_rulesets() -> dict[str, Path]:
    """Return the shipped ruleset files by key."""
    return {_FILES.plain(path)["key"]: path for path in sorted(RULESET_FOLDER.glob("*.toml"))}


@cache
def load_ruleset(key: str) -> Ruleset:
    """Return the shipped ruleset for this key, with the optional rules that the key names.

    Raise RulesetError if the key is unknown or its options are invalid.
    """
    files, name = available_rulesets(), ruleset_name(key)
    if name not in files:
        raise RulesetError(f"unknown ruleset “{name}”; choose from {', '.join(files)}")
    printed = read_ruleset(files[name])
    try:
        is_on = rules_in_force(optional_rules(printed), choices_in(key))
    except OptionalRuleError as error:
        raise RulesetError(str(error)) from None
    return replace(_with_optional_rules(printed, is_on), key=key)


def read_ruleset(path: Path) -> Ruleset:
    """Load and check a ruleset file, together with the files it extends."""
    return Ruleset(**_FILES.read(path))


@cache
def _optional_rules_file() -> Mapping[str, Any]:
    return tomllib.loads(OPTIONAL_RULES_FILE.read_text(encoding="utf-8"))


def optional_rules(ruleset: Ruleset) -> tuple[OptionalRule, ...]:
    """Return a ruleset's optional rules, each with its current on or off state."""
    return tuple(_optional_rule(ruleset, key) for key in ruleset.optional_rules)


def _optional_rule(ruleset: Ruleset, key: str) -> OptionalRule:
    rule = _optional_rules_file()[key]
    is_on = _has_lines(ruleset, rule["on"])
    return OptionalRule(key, rule["rule"], rule["sentence"], is_on, rule.get("needs", ""), rule.get("option", ""))


def _has_lines(ruleset: Ruleset, lines: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether a ruleset has all these values, given by section and line."""
    return all(
        getattr(getattr(ruleset, section), line) == value
        for section, values in lines.items()
        for line, value in values.items()
    )


def _with_optional_rules(ruleset: Ruleset, is_on: Mapping[str, bool]) -> Ruleset:
    """Return the ruleset with its optional rules switched on or off according to `is_on`."""
    for rule in optional_rules(ruleset):
        if is_on[rule.key] != rule.is_on:
            lines = _optional_rules_file()[rule.key]["on" if is_on[rule.key] else "off"]
            for section, values in lines.items():
                ruleset = ruleset.with_options(section, **{line: _frozen(value) for line, value in values.items()})
    return ruleset


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
