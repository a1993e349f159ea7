"""A pitcher's endurance in a game: when he tires, and the effect on his card (section 27).

From the next batter on, a tired pitcher stays tired (27.2). closer.py has the closer rule, which may replace POW.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rules_engine.innings import OUTS_PER_INNING
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.cards.reading import OUTS, SINGLE_2, Reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import EnduranceRules

COUNTED_KINDS: Final = frozenset(("single", "double", "triple", "homerun", "walk"))  # 27.3: other plays don't count
IN_ONE_INNING, IN_TWO_INNINGS = 3, 4  # 27.3A, 27.3B
# Senior Seminar's own rule numbers. In its rules a tired pitcher must leave.
_SEMINAR: Final = {
    "27.3A": "SS10.1A",
    "27.3B": "SS10.1B",
    "27.4": "SS10.2B",
    "27.63": "SS10.2C",
    "27.55": "SS10.3",
}


@dataclass(slots=True)
class StratAppearance:
    """A pitcher's appearance.

    `pow` is an inning of the game for a starter, and an inning of work for a reliever.
    """

    started: bool
    pow: int
    closer: int | Literal["N"] | None = None
    on_closer: bool = False  # 28.33: his closer endurance applies, to the end of the appearance
    outs: int = 0
    counted: list[int] = field(default_factory=list)  # inning of each hit or walk, or a reliever's outs before it
    runs: dict[int, int] = field(default_factory=dict)  # by inning, all runs scored while he pitched
    tired_by: str = ""  # the rule that made him tired

    @property
    def tired(self) -> bool:
        return bool(self.tired_by)

    @property
    def outs_beyond_pow(self) -> int:
        """Return the outs beyond the innings of his POW. The number is negative before that."""
        return self.outs - OUTS_PER_INNING * self.pow

    def tire(self, rule: str) -> None:
        """27.2: record the cause of fatigue; only the first cause counts."""
        self.tired_by = self.tired_by or rule

    def copy(self) -> "StratAppearance":
        return StratAppearance(
            self.started,
            self.pow,
            self.closer,
            self.on_closer,
            self.outs,
            list(self.counted),
            dict(self.runs),
            self.tired_by,
        )


def pow_for(rules: EnduranceRules, endurance: Endurance, *, started: bool) -> int:
    """27.0, 27.53, 27.62: return a pitcher's POW in this role, or 0 if he can't pitch in it."""
    if started:
        return endurance.starter or rules.pow_of_unlisted_starter
    return endurance.relief or rules.pow_of_unlisted_reliever


def new_appearance(
    rules: EnduranceRules, endurance: Endurance, *, started: bool, rested: bool = True
) -> StratAppearance:
    """27.0, 27.52, 27.61, 28.31: return a new appearance; an unrested pitcher may be tired from the start."""
    closer = endurance.closer if rules.closer and not started else None
    appearance = StratAppearance(started, pow_for(rules, endurance, started=started), closer)
    if rules.tired_without_rest and not rested:
        appearance.tire("27.52" if started else "27.61")
    return appearance


def vulnerable_after_outs(pow_inning: int) -> int:
    """27.4: return the reliever's outs after which hits and walks count; with a POW of 1 they always count."""
    return OUTS_PER_INNING * (pow_inning - 1)


def tiring_rule_by_innings(innings: Sequence[int], first: int) -> str:
    """27.3A, 27.3B: return the rule for three hits and walks in an inning or four in two, or "".

    The innings are the latest one and the inning before it. Only innings from `first` on count. `innings` lists the
    inning of each hit and walk.
    """
    if not innings or innings[-1] < first:
        return ""
    latest = innings[-1]
    if innings.count(latest) >= IN_ONE_INNING:
        return "27.3A"
    both = innings.count(latest) + (innings.count(latest - 1) if latest > first else 0)
    return "27.3B" if both >= IN_TWO_INNINGS else ""


def tiring_rule_by_rolling_innings(outs_before: Sequence[int], first: int) -> str:
    """27.4, 27.3B: return the rule for three hits and walks within three outs or four within six, or "".

    The periods are rolling. They start at the reliever's own out number `first`.
    """
    if rule := tiring_rule_by_three_outs(outs_before, first):
        return rule
    within = [outs for outs in outs_before if outs >= first]
    if len(within) >= IN_TWO_INNINGS and within[-1] - within[-IN_TWO_INNINGS] < 2 * OUTS_PER_INNING:
        return "27.3B"
    return ""


def tiring_rule_by_three_outs(outs_before: Sequence[int], first: int) -> str:
    """27.4, SS10.2B: return the rule for three hits and walks within three outs, or "".

    Only hits and walks from the reliever's own out number `first` on count.
    """
    within = [outs for outs in outs_before if outs >= first]
    crowded = len(within) >= IN_ONE_INNING and within[-1] - within[-IN_ONE_INNING] < OUTS_PER_INNING
    return "27.4" if crowded else ""


def tiring_rule(rules: EnduranceRules, appearance: StratAppearance) -> str:
    """27.3, 27.4, S27.3, SS10.1A, SS10.1B, SS10.2A, SS10.2B: return the rule that tires the pitcher, or "".

    The result depends on the hits and walks of the appearance and on the rule for his role.
    """
    if appearance.started:
        return tiring_rule_by_innings(appearance.counted, appearance.pow)
    if rules.reliever_window == "three_outs":
        return tiring_rule_by_three_outs(appearance.counted, vulnerable_after_outs(appearance.pow))
    if rules.reliever_window == "rolling":
        return tiring_rule_by_rolling_innings(appearance.counted, vulnerable_after_outs(appearance.pow))
    return tiring_rule_by_innings([outs // OUTS_PER_INNING + 1 for outs in appearance.counted], appearance.pow)


def has_lost_stuff(rules: EnduranceRules, runs: Sequence[int]) -> bool:
    """27.55: return whether the runs in one, two or three consecutive innings reach their limits."""
    if sum(runs) < min(rules.lost_stuff, default=0):
        return False
    return any(
        sum(runs[start : start + length]) >= limit
        for length, limit in enumerate(rules.lost_stuff, start=1)
        for start in range(len(runs))
    )


def relief_outs_limit(rules: EnduranceRules, pow_inning: int) -> int:
    """27.63: return the outs after which a reliever tires: POW plus two innings. 0 means no limit."""
    beyond = rules.reliever_innings_beyond_pow
    return OUTS_PER_INNING * (pow_inning + beyond) if beyond else 0


def starter_must_leave(rules: EnduranceRules, innings_completed: int) -> bool:
    """T27.54: return whether a starter must leave after this many innings, usually ten."""
    return bool(rules.starter_leaves_after_inning) and innings_completed >= rules.starter_leaves_after_inning


def numbered(rules: EnduranceRules, rule: str) -> str:
    """SS10.0: return this ruleset's number for a cause of fatigue."""
    return _SEMINAR.get(rule, rule) if rules.tired_must_leave else rule


def fatigue_leaving_rule(rules: EnduranceRules, appearance: StratAppearance, inning: int) -> str:
    """SS10.0, SS10.1C, SS10.3: return the rule that forces the pitcher out before this inning's next batter, or ""."""
    if not rules.tired_must_leave:
        return ""
    if appearance.tired_by:
        return appearance.tired_by
    last = appearance.pow + rules.starter_innings_from_pow
    return "SS10.1C" if rules.starter_innings_from_pow and appearance.started and inning >= last else ""


def tire_by_inning(rules: EnduranceRules, appearance: StratAppearance, inning: int) -> None:
    """27.54: tire a starter before the first batter after his last inning."""
    if tires_before_inning(rules, appearance, inning):
        appearance.tire("27.54")


def tires_before_inning(rules: EnduranceRules, appearance: StratAppearance, inning: int) -> bool:
    """27.54: return whether this inning is after a starter's last one."""
    return appearance.started and 0 < rules.starter_tired_after_inning < inning


def closer_outs_left(appearance: StratAppearance) -> int | Literal["N"] | None:
    """28.33, 28.35: return the outs after which a hit or walk tires the closer; None if his POW applies."""
    if not appearance.on_closer or appearance.closer is None:
        return None
    return "N" if appearance.closer == "N" else max(0, appearance.closer - appearance.outs)


def charge_batter(rules: EnduranceRules, appearance: StratAppearance, inning: int) -> None:
    """27.3: record a hit or unintentional walk, with the outs before the play. Call this before record_outs."""
    appearance.counted.append(inning if appearance.started else appearance.outs)
    if appearance.tired or not rules.fatigue:
        return
    if not appearance.on_closer:
        appearance.tired_by = numbered(rules, tiring_rule(rules, appearance))
    elif closer_outs_left(appearance) == 0:
        appearance.tired_by = "28.35"


def record_outs(rules: EnduranceRules, appearance: StratAppearance, outs: int) -> None:
    """27.63, 28.38, SS10.2C: record the outs made while this pitcher is on the mound."""
    appearance.outs += outs
    if appearance.started:
        return
    limit = relief_outs_limit(rules, appearance.pow)
    if limit and appearance.outs >= limit:
        appearance.tire(numbered(rules, "27.63"))


def record_runs(rules: EnduranceRules, appearance: StratAppearance, inning: int, runs: int) -> None:
    """27.55: record the runs scored while this pitcher is on the mound, earned or not.

    Only a starter can lose his stuff. SS10.3: any pitcher can, from the runs charged to him.
    """
    if not runs or not (appearance.started or rules.charges_all_relievers):
        return
    appearance.runs[inning] = appearance.runs.get(inning, 0) + runs
    if rules.lost_stuff and has_lost_stuff(rules, [appearance.runs.get(past, 0) for past in range(1, inning + 1)]):
        appearance.tire(numbered(rules, "27.55"))


def apply_fatigue_dot(rules: EnduranceRules, reading: Reading, *, dotted: bool, tired: bool) -> Reading:
    """27.1: change an out with a dot to SINGLE** on a tired pitcher's card; other readings don't change.

    SS10.0: dots don't count if a tired pitcher must leave.
    """
    counts = rules.fatigue and not rules.tired_must_leave
    is_out = reading.kind in OUTS and not reading.is_x
    return SINGLE_2 if counts and dotted and tired and is_out else reading
