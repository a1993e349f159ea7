"""Functions of the rules that no page, command or task leads to yet, by the chapter that will call them.

This list only grows shorter: what is reached must leave it, and nothing but these chapters' rules may stand here.
"""

from typing import Final

WAITING: Final = {
    "what it means": (
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
