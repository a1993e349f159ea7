"""Ruleset sections for the running game, the battery, injuries, rest and the ballpark."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StealingRules:
    """Sections 8, 22, 23 and 24: steals, holds, leads and pickoffs."""

    ratings: bool  # 23.1: steal ratings and leads instead of letter grades
    holds: bool  # 8.2: the defense may hold runners
    pitchers_have_their_own: bool  # 22.1, 23.12: from the roster sheet; otherwise grade E and no rating
    hold_less_by_catcher: tuple[int, ...]  # 8.2: by the catcher's range 1..5; empty if unused
    hold_less_by_grade: tuple[int, ...]  # 22.23: AAA, AA, A, B, C, D, E; empty if unused
    hold_aaa_untouched: bool  # 8.2
    catcher_arm: bool  # 22.21
    throwing_errors: bool  # 22.22, 23.31
    may_hold_ball: bool  # 23.31, SS8.3
    infield_in_adds: int  # SS9.1: for a steal of second or third by grade
    grade_limits: tuple[int, ...]  # SS8.1: minimum number by grade, and maximum for a held runner; empty if unused
    pickoffs: bool  # 24.1
    holders_lose_range: bool  # 23.83, 23.84
    holds_change_with_new_player_only: bool  # 8.22
    asterisk_presumes_hold: bool  # T23.01
    offence_must_ask: bool  # T23.01
    failed_lead_bars_pinch_runner: bool  # T23.02
    delayed_steal_of_home: bool  # 23.91


@dataclass(frozen=True, slots=True)
class PitchRules:
    """Section 29: wild pitches, balks and passed balls, and the order of the dice."""

    wild_pitches: bool  # 29.1
    d20_alone_first: bool  # T29.1
    moves_end_with_first_die: bool  # T29.13
    announced_may_be_taken_back: bool  # S7.0: managers may undo an announced decision


@dataclass(frozen=True, slots=True)
class InjuryRules:
    """Sections 6.4, 10 and 25: injuries, their length, and the replacements for injured players."""

    chart: str  # charts/<chart>.toml; "" means for the rest of this game (T25.1)
    designated_hitter_hurts_pitcher: bool  # 6.4
    six_twelve_before_reading: bool  # SS6.4: 6-12 injures only the pitcher, regardless of the reading
    this_game_at_most: bool  # SS6.4
    injured_starter_may_stay_outs: int  # T25.2: most outs with which he may stay in; 0 means never
    full_worst_ratings: bool  # 25.2; in Basic only the range is the worst (10.1)
    outfield_adjustment: bool  # 25.21
    unlisted_is_first_baseman: bool  # T10.11
    fielder_pitches_only_as_last_resort: bool  # T25.3


@dataclass(frozen=True, slots=True)
class EnduranceRules:
    """Sections 27 and 28: fatigue and the closer rule. 0 means that a rule isn't used."""

    fatigue: bool  # 27.1
    tired_must_leave: bool  # SS10.0: a tired pitcher leaves before the next batter, and dots don't count
    reliever_window: Literal["rolling", "fixed_blocks", "three_outs"]  # 27.4, S27.3, SS10.2
    lost_stuff: tuple[int, ...]  # 27.55: runs in one inning, in two, in three
    charges_all_relievers: bool  # SS10.3: relievers lose their stuff too, from the runs charged to them
    starter_tired_after_inning: int  # 27.54
    starter_leaves_after_inning: int  # T27.54
    starter_innings_from_pow: int  # SS10.1: innings he may pitch, counted from the inning of his POW
    reliever_faces_a_batter: bool  # SS1.1
    reliever_innings_beyond_pow: int  # 27.63
    pow_of_unlisted_starter: int  # 27.53; 0 means that he can't start
    pow_of_unlisted_reliever: int  # 27.62; 0 means that he can't relieve
    tired_without_rest: bool  # 27.52, 27.61
    closer: bool  # 28.0


@dataclass(frozen=True, slots=True)
class RestRules:
    """Sections 10.2, 26 and 27.5-27.6: rest between appearances."""

    chart: str  # 27.51: charts/<chart>.toml; "" means based on the asterisk
    games_after_start: int  # 10.2
    games_after_start_with_asterisk: int  # 10.2
    before_start_after_relief: int  # 27.52, in days; T27.52, in games; 0 if unused
    unrested_may_start: bool  # 27.52: he may start but is tired; T27.52 forbids it
    relief_in_a_row: int  # 27.64, in days; T27.64, in games; 0 means no limit
    solitaire_guide: bool  # 26.2
    guide: str  # charts/<guide>.toml: by spots in the batting order (26.2) or by positions


@dataclass(frozen=True, slots=True)
class ParkRules:
    """Section 30: ballparks, weather, and clutch symbols."""

    symbols: bool  # 30.1, 30.2
    weather: bool  # 30.5
    clutch_takes_any_single: bool  # S30.7
