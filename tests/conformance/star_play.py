"""Adapters for STAR: end of the game, lineups, a starter's minimum, injuries, and position players who pitch."""

from functools import cache

from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.plays import ABSENT, HOME, OUT, Play
from rules_engine.baseball.state import POSITIONS, Side, State, after_half, after_play
from rules_engine.baseball.substitutions import entry_ruling, stand_in
from rules_engine.eligibility.cards import HitterCard, hitter_eligible
from rules_engine.eligibility.game_ending import game_rules
from rules_engine.eligibility.injuries import check_injured_pitcher, may_field_off_card, may_return_to_card
from rules_engine.eligibility.pitching import PitchingFinding, ReliefLeft
from rules_engine.eligibility.substitution import may_replace_starting_fielder, may_starter_leave
from rules_engine.innings import OUTS_PER_INNING, parse_innings
from rules_engine.rulings import refuse
from rules_engine.systems.strat_o_matic.cards.positions import (
    fielding_assignment,
    mound_swap_ruling,
    position_player_ruling,
    throwing_hand,
)
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, PositionRating
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.lineups import starting_lineup_ruling
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import pitchers_left
from rules_engine.systems.strat_o_matic.game_state.resting import rest_batters
from rules_engine.systems.strat_o_matic.pitching.fatigue import starter_must_leave
from rules_engine.systems.strat_o_matic.pitching.injuries import games_missed
from rules_engine.systems.strat_o_matic.play.leaving import (
    forced_pitching_change,
    may_keep_pitching,
    players_to_replace,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.conformance.playing import PINCH_HITTER, Scene, batter_card, pitcher_card
from tests.conformance.star_cards import positions_on
from tests.conformance.words.people import bats, injured_role, proposed_fielder
from tests.conformance.words.reading import UnknownWords, pick, says

SYSTEM = "star_tournament"
MOST_ERRORS = 99  # the last row of a fielding chart, called "maximum"


@cache
def star():
    return load_ruleset("star")


def mercy(facts, profile):
    """Continue the game from its current state: to the end of a half-inning, or with the run that was just scored."""
    state = mid_half(facts, profile) or after_whole_half(facts, profile)
    visitor, home = state.score
    answer = {"game_over": state.over, "winner": ("home" if home > visitor else "visitor") if state.over else None}
    if "top_of_inning_just_completed" in facts:
        answer["home_bats"] = not state.over
    return answer


def after_whole_half(facts, profile):
    inning = facts.get("top_of_inning_just_completed")
    complete = facts.absent("innings_complete", inning and inning - 1)
    if inning is not None and inning != complete + 1:
        raise UnknownWords("innings_complete", complete, f"those before the top of inning {inning}")
    return after_half(standing(facts, profile, inning or complete, bottom=inning is None))


def mid_half(facts, profile):
    """Return None between half-innings, or else the state after the batting team's last run, on a home run."""
    for bottom, key in ((False, "top_of_inning_in_progress"), (True, "bottom_of_inning_in_progress")):
        if key in facts:
            if facts[key] != facts["innings_complete"] + 1:
                raise UnknownWords(key, facts[key], "the inning after the complete ones")
            now = standing(facts, profile, facts[key], bottom=bottom)._replace(outs=facts["outs"])
            if not now.score[bottom]:
                return now
            visitor, home = now.score
            before = now._replace(score=(visitor, home - 1) if bottom else (visitor - 1, home))
            return after_play(before, Play("homerun", (HOME, ABSENT, ABSENT, ABSENT), "1.0"))
    return None


def standing(facts, profile, inning, *, bottom):
    side = Side(order=tuple("123456789"), field=tuple("p23456789"))
    score = facts["visitor_runs"], facts["home_runs"]
    return State(game_rules(profile), (side, side), inning=inning, bottom=bottom, score=score)


def lineup(facts, profile):
    """Check a starting lineup under the STAR ruleset, with the at-bats and walks that the draft requires."""
    fielders = {
        position.lower(): positions_on(on_card)
        for position, on_card in facts["fielders_and_positions_on_their_cards"].items()
        if position.upper() != "P"
    }
    cards = {
        where: batter_card(where, fielding=tuple(PositionRating(position.lower(), 3, 0, 0) for position in on_card))
        for where, on_card in fielders.items()
    }
    may_start = facts.absent("starting_pitcher_eligible_to_start", True)
    cards["pitcher"] = pitcher_card("pitcher", endurance=Endurance(starter=9 if may_start else None, relief=9))
    side = nine(list(fielders), facts.absent("batters", 9), hitter=facts.absent("designated_hitter", False))
    cards |= {
        f"substitute {where}": batter_card(where, fielding=(PositionRating(where, 3, 0, 0),)) for where in POSITIONS[1:]
    }
    side = side._replace(bench=tuple(f"substitute {where}" for where in POSITIONS[1:]))
    cards |= {player: batter_card(player) for player in (*side.order, *side.field) if player not in cards}
    totals = facts.absent("position_players_at_bats_plus_walks", {})
    qualify = [
        hitter_eligible(HitterCard(totals[position], 0, fielders[position.lower()]), profile) for position in totals
    ]
    return {"legal": bool(starting_lineup_ruling(GameSetup(star(), cards), side)) and all(qualify)}


def nine(fielders, batters, *, hitter):
    """Return a side with players named by position. An extra player has a number."""
    players = [*fielders, "hitter" if hitter else "pitcher"]
    order = (*players, *(f"man {place}" for place in range(len(players), batters)))[:batters]
    return Side(order, tuple("pitcher" if position == "p" else place_of(position, fielders) for position in POSITIONS))


def place_of(position, fielders):
    return position if position in fielders else f"nobody at {position}"


def starter_removal(facts, profile):
    outs = parse_innings(str(facts["innings_pitched"]))
    runs = facts.absent("runs_given_up", 0) + facts.absent("earned_runs", 0) + facts.absent("unearned_runs", 0)
    injured = facts.absent("injured", False) or says(facts.absent("reason", ""), r"injur|hurt")
    leaves_injured = injured and not check_injured_pitcher(True, outs, profile.pitching.starter_stays_outs).may_stay
    return {
        "may_be_removed": bool(may_starter_leave(outs, runs, profile, injured=injured)),
        "must_be_removed": leaves_injured or starter_must_leave(star().endurance, innings_over(facts, outs)),
    }


def innings_over(facts, outs):
    """Return the completed innings. A starter's own outs are the game's, and must agree with the inning if given."""
    if "end_of_inning" in facts:
        return facts["end_of_inning"]
    now = facts.absent("inning", outs // OUTS_PER_INNING + 1), facts.absent("outs", outs % OUTS_PER_INNING)
    if (now[0] - 1) * OUTS_PER_INNING + now[1] < outs:
        raise UnknownWords("innings_pitched", facts["innings_pitched"], f"at most those before inning {now[0]}")
    return now[0] - 1


def injury(facts, profile):
    answer = {}
    if "outfield_fielding_adjustment_chart" in facts or "outfielder_out_of_position" in facts:
        facts.get("outfield_fielding_adjustment_chart")
        answer["chart_used"] = facts.absent("outfielder_out_of_position", True) and star().injuries.outfield_adjustment
    if "injured_now" in facts:
        answer["may_play_again"] = bool(started_every_game(facts)) and not facts["injured_now"]
    if "injured_in_game" in facts:
        out_until = facts["injured_in_game"] + games_missed(RandomInput(0, lambda *_: ""), star().injuries)
        answer["may_play_next_game"] = facts["next_game"] > out_until
    if facts.get("player_out_of_position"):
        answer |= worst_defense()
    if "wants_to_move_to" in facts:
        on_card = facts.absent("position_on_card", None)
        on_card = moves_to_card(facts["wants_to_move_to"]) if on_card is None else on_card
        another = facts.absent("another_injury_on_his_team", False)
        answer["allowed"] = bool(may_return_to_card(position_on_card=on_card, another_injury=another))
    if "injured" in facts and injured_role("injured", facts["injured"]) != "hitter":
        answer |= injured_pitcher(facts, profile)
    elif "injured" in facts:
        answer |= injured_hitter(facts)
    if "proposed_fielder" in facts:
        answer["allowed"] = bool(off_card_fielder(facts))
    if facts.get("players_able_to_take_injured_players_batting_spot") == 0:
        answer |= stand_in_from_bench() | worst_defense()
    return answer


def started_every_game(facts):
    """T26.0: the lineup starts unchanged, since the guide that rests batters is not used."""
    facts.get("position_player_started_every_game")
    scene = Scene(star())
    side = scene.game.state.batting
    return rest_batters(RandomInput(0, lambda *_: ""), scene.game.setup, side) == (side, ())


def injured_hitter(facts):
    """Let him reach base or make an out, with an injury. Then check whether he must leave immediately."""
    facts.get("no_legal_cover_left_at_shortstop")
    scene, reaches = Scene(star()), facts.absent("reached_first_base", False)
    play = Play("single", (1, *(ABSENT,) * 3), "1.0") if reaches else Play("groundout", (OUT, *(ABSENT,) * 3), "1.0")
    scene.game.append(PlayMade(play, "batter", "p", injured="batter"))
    at_once = (0, "batter") in players_to_replace(scene.game)
    scene.game.append(Substituted(0, PINCH_HITTER, "batter"))
    started = PINCH_HITTER in scene.game.log.start.sides[0].order
    return {
        "must_be_replaced_immediately": at_once,
        "replacement_must_stay_in_game": not may_replace_starting_fielder(1, started, False),
    }


def stand_in_from_bench():
    """T25.2: with an empty bench, use the rulebook's card for an emergency player."""
    side = Side(order=("hurt",), field=("hurt",))
    assert entry_ruling(side, stand_in("hurt"), "hurt")
    card = GameSetup(star(), {}).cards[stand_in("hurt")]
    bats_as = f"{card.hitting.card}{card.hitting.power}{card.hitting.bats} pitcher"
    return {"emergency_batter": bats_as, "fields": "a non-pitching position"}


def moves_to_card(words):
    """Return whether a position is on his card, based on text such as "2B (not on his card)"."""
    off_card = r"not (\w+ )*on his card|off his card|cannot (legally )?play|no rating"
    return pick("wants_to_move_to", words, ((off_card, False), (r"on (his|the) card|legal|can play|rated", True)))


def worst_defense():
    """Return the ratings of a catcher without the position on his card, where every rating counts."""
    placed = fielding_assignment(star().injuries, (PositionRating("1b", 1, 0, 0),), "c", MOST_ERRORS)
    return {
        "range": placed.fielding.range,
        "error": "maximum" if placed.fielding.e == MOST_ERRORS else placed.fielding.e,
        "arm": f"{placed.fielding.arm:+}",
        "passed_ball": placed.passed_ball,
        "t_rating": placed.throws_away,
        "must_stay_there_rest_of_game": not may_return_to_card(position_on_card=True, another_injury=False),
    }


def injured_pitcher(facts, profile):
    starter = injured_role("injured", facts["injured"]) == "starter"
    outs = parse_innings(str(facts["innings_pitched"] if starter else facts.absent("innings_pitched", "0.0")))
    injured = check_injured_pitcher(starter, outs, profile.pitching.starter_stays_outs)
    removed_before = f"he bats or pitches in the {injured.last_inning + 1}th inning" if injured.may_stay else None
    return {
        "must_be_removed": None if injured.may_stay else "immediately",
        "manager_may_keep_him_in": injured.may_stay,
        "is_weak": injured.may_stay,
        "must_be_removed_before": removed_before,
        "may_be_removed_at_any_time_after_injury": bool(may_starter_leave(0, 0, profile, injured=True)),
    }


def off_card_fielder(facts):
    kind, left = proposed_fielder("proposed_fielder", facts["proposed_fielder"])
    if facts["no_legal_cover_left_at"].lower() not in POSITIONS:
        raise UnknownWords("no_legal_cover_left_at", facts["no_legal_cover_left_at"], "a position")
    return may_field_off_card(
        kind,
        non_pitchers_available=facts.absent("bench_non_pitchers", 0) + facts.absent("non_pitchers_to_bring_in", 0),
        pitchers_available=facts.absent("pitchers_available", 0),
        already_left=left,
    )


def position_player_pitching(facts, profile):
    answer = {}
    if "position_player_bats" in facts:
        hand = throwing_hand({"left": "L", "right": "R", "switch": "S"}[bats("bats", facts["position_player_bats"])])
        answer["throws"] = {"L": "left", "R": "right"}[hand]
    if not PITCHERS_TOLD & facts.keys():
        return answer
    pitchers, relieved = eligible_pitchers(facts), facts.absent("position_player_was_relieved_as_pitcher", False)
    position_to_ask = facts.absent("now_playing", "1B").lower()
    facts.get("wants_to_pitch_again_this_game")
    may_swap = mound_swap_ruling([position_to_ask], position_to_ask, has_pitched_before=relieved)
    allowed = bool(position_player_ruling(star().injuries, pitchers)) and bool(may_swap)
    answer |= {"allowed": allowed, "position_player_may_pitch": allowed, "may_pitch": allowed}
    if "bench_position_players" in facts:
        answer |= next_pitcher(pitchers, facts["bench_position_players"])
    return answer


def eligible_pitchers(facts):
    last_pitcher = facts.get("last_eligible_pitcher")
    left = last_pitcher_left(last_pitcher) if last_pitcher is not None else 0
    return facts.absent("eligible_pitchers_with_innings_left", left)


def next_pitcher(pitchers, fielders):
    """Return the possible replacement for a pitcher without innings left, or that he must continue."""
    scene = Scene(star(), relief=True)
    game, spent = scene.game, ReliefLeft(refuse(PitchingFinding.TO_ENTER, "T10.2", left=0), 0)
    bench = tuple(f"pitcher {number}" for number in range(pitchers))
    bench += tuple(f"fielder {number}" for number in range(fielders))
    game.setup.cards |= {player: (pitcher_card if player.startswith("p") else batter_card)(player) for player in bench}
    side = game.state.sides[1]._replace(bench=bench)
    state = game.state._replace(sides=(game.state.sides[0], side))
    game.relief = {"p": spent}
    if pitchers_left(game.setup, side, game.relief):
        return {"must_pitch": "pitcher"}
    if not may_keep_pitching(game, state):
        return {"must_pitch": "position player"}
    card = game.setup.cards[stand_in("p")]
    code = (
        f"{card.hitting.card}{card.hitting.power}{card.hitting.bats} {'right' if card.throws == 'R' else 'left'}-handed"
    )
    return {
        "reliever": code,
        "must_pitch": code,
        "must_pitch_until_game_over": forced_pitching_change(game, state) is None,
        "four_inning_rule_applies": not may_keep_pitching(game, state),
    }


PITCHERS_TOLD = {
    "eligible_pitchers_with_innings_left",
    "last_eligible_pitcher",
    "position_player_was_relieved_as_pitcher",
    "bench_position_players",
}


def last_pitcher_left(statement):
    """Return the number of pitchers left, based on the last one: used up, injured, removed, or still able to pitch."""
    used_up = (
        r"used|injur|hurt|hit for|run for|lifted|removed|maximum|limit|exhaust|(no|out of) innings|ran out"
        r"|(not |in)eligible"
    )
    left = r"innings left|still|available|eligible|remain"
    return pick("last_eligible_pitcher", statement, ((used_up, 0), (left, 1)))


ADAPTERS = {
    "mercy": mercy,
    "starting_lineup": lineup,
    "starter_removal": starter_removal,
    "injury": injury,
    "position_player_pitching": position_player_pitching,
}
