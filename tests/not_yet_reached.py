"""Functions of the rules that no page, command or task leads to yet, by the chapter that will call them.

This list only grows shorter: what is reached must leave it, and nothing but these chapters' rules may stand here.
"""

from typing import Final

WAITING: Final = {
    "the ruling desk": (
        "rules_engine.eligibility.remedies.dealt_with",
        "rules_engine.eligibility.remedies.defence_not_announced",
        "rules_engine.eligibility.remedies.illegal_starting_lineup",
        "rules_engine.eligibility.remedies.ineligible_pitcher_used",
        "rules_engine.eligibility.remedies.last_third",
        "rules_engine.eligibility.remedies.lineup_repair",
        "rules_engine.eligibility.remedies.misread_play",
        "rules_engine.eligibility.remedies.needed_to_start",
        "rules_engine.eligibility.remedies.new_pitcher_not_announced",
        "rules_engine.eligibility.remedies.removed_player_reentered",
        "rules_engine.eligibility.remedies.uncoverable_substitution",
        "rules_engine.eligibility.violations.acceptance",
        "rules_engine.eligibility.violations.computer_result_stands",
        "rules_engine.eligibility.violations.offended_managers_options",
        "rules_engine.eligibility.violations.outside_help",
        "rules_engine.eligibility.violations.results_official",
        "rules_engine.eligibility.violations.stage_of_game",
    ),
    "the desk of suspended games": (
        "rules_engine.eligibility.suspended_games.completion",
        "rules_engine.eligibility.suspended_games.first_opponent",
        "rules_engine.eligibility.suspended_games.may_appoint_stand_in",
        "rules_engine.eligibility.suspended_games.may_leave_rule_unused",
        "rules_engine.eligibility.suspension.resumed_entry",
    ),
    "formats": (
        "rules_engine.competition.power.power_round",
        "rules_engine.competition.shootout.bats_last",
        "rules_engine.competition.shootout.named_starter_still_pitches",
        "rules_engine.competition.shootout.shootout_park",
        "rules_engine.systems.strat_o_matic.play.shootout_game.park_between",
    ),
    "what it means": (
        "rules_engine.competition.elimination.can_advance",
        "rules_engine.competition.elimination.chance",
        "rules_engine.competition.elimination.chances",
        "rules_engine.competition.elimination.game_matters",
        "rules_engine.competition.elimination.is_safe",
        "rules_engine.competition.elimination.race_from",
        "rules_engine.competition.flow.most_shared",
        "rules_engine.odds.simulate.draw_table",
        "rules_engine.odds.simulate.simulate_games",
        "rules_engine.odds.simulate.table_chances",
    ),
}
CHAPTERS: Final = (
    "rules_engine.eligibility.remedies.",
    "rules_engine.eligibility.violations.",
    "rules_engine.eligibility.suspended_games.",
    "rules_engine.eligibility.suspension.",
    "rules_engine.competition.elimination.",
    "rules_engine.competition.flow.",
    "rules_engine.odds.simulate.",
    "rules_engine.competition.power.",
    "rules_engine.competition.shootout.",
    "rules_engine.systems.strat_o_matic.play.shootout_game.",
)
# twins and orphans: each is to be called by the product, or to go
TO_MEND: Final = (
    "rules_engine.systems.strat_o_matic.ball.flies.cutoff_is_offered",
    "rules_engine.systems.strat_o_matic.pitchers.closer.closer_outs_left",
    "rules_engine.systems.strat_o_matic.pitchers.closer.endurance_in_use",
    "rules_engine.systems.strat_o_matic.pitchers.fatigue.vulnerable_from",
    "rules_engine.systems.strat_o_matic.pitchers.rest.start_after_relief",
    "rules_engine.systems.strat_o_matic.play.game.resolve_again",
    "rules_engine.systems.strat_o_matic.play.swinging.swing",
)
