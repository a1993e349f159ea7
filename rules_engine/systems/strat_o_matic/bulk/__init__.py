"""Many games at once: cards, rules and autopilot are asked once for each kind of moment, and drawn from then on."""

from rules_engine.systems.strat_o_matic.editions.edition import Edition


def played_at_once(edition: Edition) -> bool:
    """Whether an edition has the rules that are counted here: ratings for steals, the Super Advanced chart of fielding,
    a d20 before the pitch, and fatigue by innings."""
    tires, steals = edition.endurance, edition.stealing
    by_innings = tires.reliever_window == "fixed_blocks" and not tires.tired_must_leave
    plain = not (tires.charged_runs_of_anybody or tires.starter_tired_after_inning or tires.reliever_faces_a_batter)
    held = steals.ratings and not (steals.holds_change_with_new_man_only or steals.delayed_steal_of_home)
    pitched = edition.pitches.wild_pitches and edition.pitches.d20_alone_first
    return by_innings and plain and held and pitched and edition.fielding.chart == "super"
