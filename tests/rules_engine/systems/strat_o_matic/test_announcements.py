"""Undo and fielder moves after dice are rolled (S7.0, T29.13)."""

from rules_engine.systems.strat_o_matic.play.announcements import moves_ruling, retraction_ruling
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

SUPER, STAR = (load_ruleset(key).pitches for key in ("som_super_advanced", "star"))


def test_s7_0_announcement_is_final_after_dice_or_an_answer():
    assert retraction_ruling(STAR, dice_rolled=False, opponent_decided=False)
    assert not retraction_ruling(STAR, dice_rolled=True, opponent_decided=False)
    assert not retraction_ruling(STAR, dice_rolled=False, opponent_decided=True)
    assert not retraction_ruling(SUPER, dice_rolled=False, opponent_decided=False)


def test_t29_13_no_substitution_between_first_die_and_result_unless_a_pitch_got_away():
    assert moves_ruling(STAR, first_die_rolled=False, event=False)
    assert moves_ruling(STAR, first_die_rolled=True, event=True)
    assert moves_ruling(SUPER, first_die_rolled=True, event=False).rule == "7.0"
    refused = moves_ruling(STAR, first_die_rolled=True, event=False)
    assert (refused.allowed, refused.rule) == (False, "T29.13")
