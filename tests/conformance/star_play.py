"""STAR: line-ups, starters' stay, injuries, position players on the mound."""

from rules_engine.baseball.plays import ABSENT, HOME, Play
from rules_engine.baseball.state import Side, State, after_half, after_play
from rules_engine.eligibility.cards import HitterCard
from rules_engine.eligibility.game_ending import rules_of_play
from rules_engine.eligibility.injuries import (
    OUTFIELD_ADJUSTMENT_CHART_USED,
    STAND_IN,
    WORST_DEFENCE,
    hitter_injured,
    may_field_off_card,
    may_move_again,
    may_play_after_injury,
    may_play_without_rest,
    pitcher_injured,
)
from rules_engine.eligibility.lineup import starting_lineup
from rules_engine.eligibility.position_player import (
    EMERGENCY_RELIEVER,
    next_pitcher,
    position_player_may_pitch,
    throwing_hand,
)
from rules_engine.eligibility.substitution import (
    starter_may_go_on,
    starter_may_leave,
)
from rules_engine.innings import parse_innings
from rules_engine.rulings import allow, refuse
from tests.conformance.star_cards import positions_on
from tests.conformance.words.people import bats, injured_role, proposed_fielder
from tests.conformance.words.reading import UnknownWords, pick

SYSTEM = "star_tournament"
ENOUGH = 600  # at bats of a man whose line the case leaves out


def mercy(given, profile):
    """The game is set up as it stands and goes on: by the end of a half-inning, or by the run that was just scored."""
    state = mid_half(given, profile) or after_whole_half(given, profile)
    visitor, home = state.score
    answer = {"game_over": state.over, "winner": ("home" if home > visitor else "visitor") if state.over else None}
    if "top_of_inning_just_completed" in given:
        answer["home_bats"] = not state.over
    return answer


def after_whole_half(given, profile):
    inning = given.get("top_of_inning_just_completed")
    complete = given.absent("innings_complete", inning and inning - 1)
    if inning is not None and inning != complete + 1:
        raise UnknownWords("innings_complete", complete, f"those before the top of inning {inning}")
    return after_half(standing(given, profile, inning or complete, bottom=inning is None))


def mid_half(given, profile):
    """None between half-innings; else the state after the batting side's last run, which came by a home run."""
    for bottom, key in ((False, "top_of_inning_in_progress"), (True, "bottom_of_inning_in_progress")):
        if key in given:
            if given[key] != given["innings_complete"] + 1:
                raise UnknownWords(key, given[key], "the inning after the complete ones")
            now = standing(given, profile, given[key], bottom=bottom)._replace(outs=given["outs"])
            if not now.score[bottom]:
                return now
            visitor, home = now.score
            before = now._replace(score=(visitor, home - 1) if bottom else (visitor - 1, home))
            return after_play(before, Play("homerun", (HOME, ABSENT, ABSENT, ABSENT), "1.0"))
    return None


def standing(given, profile, inning, *, bottom):
    side = Side(order=tuple("123456789"), field=tuple("p23456789"))
    score = given["visitor_runs"], given["home_runs"]
    return State(rules_of_play(profile), (side, side), inning=inning, bottom=bottom, score=score)


def lineup(given, profile):
    totals = {where.upper(): total for where, total in given.get("position_players_at_bats_plus_walks", {}).items()}
    fielders = {
        position.upper(): HitterCard(totals.get(position.upper(), ENOUGH), 0, positions_on(on_card))
        for position, on_card in given["fielders_and_positions_on_their_cards"].items()
        if position.upper() != "P"  # the ninth man is the starting pitcher
    }
    may_start = given.get("starting_pitcher_eligible_to_start", True)
    starter = (allow if may_start else refuse)("T10.2", "the pitcher named to start")
    legal = starting_lineup(
        fielders,
        starter,
        profile,
        batters=given.get("batters", 9),
        designated_hitter=given.get("designated_hitter", False),
    )
    return {"legal": bool(legal)}


def starter_removal(given, profile):
    outs = parse_innings(str(given["innings_pitched"]))
    runs = given.get("runs_given_up", given.get("earned_runs", 0) + given.get("unearned_runs", 0))
    innings_over = given.get("end_of_inning", given.get("inning", 1) - 1)
    hurt = given.get("injured", False)
    leaves_hurt = hurt and pitcher_injured(True, outs, profile.pitching.starter_stays_outs).leaves_at_once
    return {
        "may_be_removed": bool(starter_may_leave(outs, runs, profile, injured=hurt)),
        "must_be_removed": leaves_hurt or not starter_may_go_on(innings_over, profile, outs),
    }


def injury(given, profile):
    answer = {}
    if any("chart" in key for key in given):
        answer["chart_used"] = OUTFIELD_ADJUSTMENT_CHART_USED
    if "injured_now" in given:
        answer["may_play_again"] = bool(may_play_without_rest(given["injured_now"]))
    if "injured_in_game" in given:
        answer["may_play_next_game"] = bool(may_play_after_injury(given["injured_in_game"], given["next_game"]))
    if given.get("player_out_of_position"):
        answer |= worst_defence()
    if "wants_to_move_to" in given:
        on_card = given.get("position_on_card", moves_to_card(given["wants_to_move_to"]))
        another = given.get("another_injury_on_his_team", False)
        answer["allowed"] = bool(may_move_again(position_on_card=on_card, another_injury=another))
    if "injured" in given and injured_role("injured", given["injured"]) != "hitter":
        answer |= injured_pitcher(given, profile)
    elif "injured" in given:
        hurt = hitter_injured(given.get("reached_first_base", False))
        answer["must_be_replaced_immediately"] = hurt.replaced_at_once
        answer["replacement_must_stay_in_game"] = hurt.replacement_must_stay
    if "proposed_fielder" in given:
        answer["allowed"] = bool(off_card_fielder(given))
    if given.get("players_able_to_take_injured_players_batting_spot") == 0:
        answer |= {"emergency_batter": STAND_IN.bats_as, "fields": STAND_IN.fields} | worst_defence()
    return answer


def moves_to_card(words):
    """Whether a position is on his card, as in "2B (not on his card)"."""
    off = r"not (\w+ )*on his card|off his card|cannot (legally )?play|no rating"
    return pick("wants_to_move_to", words, ((off, False), (r"on (his|the) card|legal|can play|rated", True)))


def worst_defence():
    return {
        "range": WORST_DEFENCE.range,
        "error": WORST_DEFENCE.error,
        "arm": f"+{WORST_DEFENCE.arm}",
        "passed_ball": WORST_DEFENCE.passed_ball,
        "t_rating": WORST_DEFENCE.t_rating,
        "must_stay_there_rest_of_game": not may_move_again(position_on_card=True, another_injury=False),
    }


def injured_pitcher(given, profile):
    starter = injured_role("injured", given["injured"]) == "starter"
    outs = parse_innings(str(given.get("innings_pitched", "0.0")))
    hurt = pitcher_injured(starter, outs, profile.pitching.starter_stays_outs)
    removed_before = f"he bats or pitches in the {hurt.last_inning + 1}th inning" if hurt.may_stay else None
    return {
        "must_be_removed": "immediately" if hurt.leaves_at_once else None,
        "manager_may_keep_him_in": hurt.may_stay,
        "is_weak": hurt.weak,
        "must_be_removed_before": removed_before,
        "may_be_removed_at_any_time_after_injury": bool(starter_may_leave(0, 0, profile, injured=True)),
    }


def off_card_fielder(given):
    kind, left = proposed_fielder("proposed_fielder", given["proposed_fielder"])
    return may_field_off_card(
        kind,
        non_pitchers_available=given.get("bench_non_pitchers", given.get("non_pitchers_to_bring_in", 0)),
        pitchers_available=given.get("pitchers_available", 0),
        already_left=left,
    )


def position_player_pitching(given, profile):
    answer = {}
    if "position_player_bats" in given:
        answer["throws"] = throwing_hand(bats("position_player_bats", given["position_player_bats"]))
    if not PITCHERS_TOLD & given.keys():
        return answer
    relieved = given.get("position_player_was_relieved_as_pitcher", False)
    pitchers = given.get("eligible_pitchers_with_innings_left", last_pitcher_left(given))
    allowed = bool(position_player_may_pitch(pitchers, relieved_before=relieved))
    answer |= {"allowed": allowed, "position_player_may_pitch": allowed, "may_pitch": allowed}
    if "bench_position_players" in given:
        needed = next_pitcher(pitchers, given["bench_position_players"])
        answer["must_pitch"] = {"pitcher": "pitcher", "position player": "position player"}.get(needed.kind)
        if needed.kind == "emergency reliever":
            answer["reliever"] = answer["must_pitch"] = EMERGENCY_RELIEVER.card
            answer["must_pitch_until_game_over"] = EMERGENCY_RELIEVER.pitches_until_over
            answer["four_inning_rule_applies"] = EMERGENCY_RELIEVER.four_inning_rule
    return answer


PITCHERS_TOLD = {
    "eligible_pitchers_with_innings_left",
    "last_eligible_pitcher",
    "position_player_was_relieved_as_pitcher",
    "bench_position_players",
}


def last_pitcher_left(given):
    """Pitchers left by what is said of the last one: used up, injured, hit or run for, or still able to pitch."""
    gone = (
        r"used|injur|hurt|hit for|run for|lifted|removed|maximum|limit|exhaust|(no|out of) innings|ran out"
        r"|(not |in)eligible"
    )
    left = r"innings left|still|available|eligible|remain"
    said = given.get("last_eligible_pitcher", "used up")
    return pick("last_eligible_pitcher", said, ((gone, 0), (left, 1)))


ADAPTERS = {
    "mercy": mercy,
    "starting_lineup": lineup,
    "starter_removal": starter_removal,
    "injury": injury,
    "position_player_pitching": position_player_pitching,
}
