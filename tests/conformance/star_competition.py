"""STAR cases of the competition: divisions, home and away, schedule, shootout."""

import re
from dataclasses import asdict

from rules_engine.competition.home import home_by_game, home_roll, may_choose_home
from rules_engine.competition.schedule import round_robin, round_robin_numbers
from rules_engine.competition.setup import DivisionPlan, check_division_setup, possible_setups
from rules_engine.competition.shootout import (
    CLOSER_RULE_APPLIES,
    PITCHERS_TIRE,
    bats_last,
    may_leave,
    may_pinch_hit,
    may_pitch_inning,
    named_starter_still_pitches,
    shootout_park,
    shootout_result,
)
from rules_engine.draft.ballpark import ParkNumbers
from rules_engine.eligibility.cards import PitcherCard
from rules_engine.innings import parse_innings

SYSTEM = "star_tournament"


def division_setup(given, edition):
    plans = [DivisionPlan(plan["human_teams"], plan.get("imputed_teams", 0)) for plan in given.get("divisions", [])]
    options = possible_setups(given["participants"], edition.division)
    return {
        "allowed": bool(check_division_setup(given["participants"], plans, edition.division)),
        "divisions_possible": [option.divisions for option in options],
    }


def home_away(given, edition):
    rolls = given["rolls_of_20_sided_die"]
    ruling = home_roll({team: [roll] for team, roll in rolls.items()})
    home = ruling.facts["home"]
    if home is None:
        reroll = list(ruling.facts["reroll"])
        return {"action": "re-roll", "between": reroll, "home_team_game_1": None, "home_team_by_game": None}
    (other,) = rolls.keys() - {home}
    choice = bool(may_choose_home(edition.game.roll_winner_chooses_home))
    if choice and given.get("winner_of_roll_wants_to_be_away_first"):
        home, other = other, home
    by_game = home_by_game(home, other, given.get("games_in_series", 1))
    return {
        "action": "play",
        "home_team_game_1": home,
        "home_team_by_game": by_game,
        "choice_allowed": choice,
        "winner_may_choose": choice,
    }


def schedule(given, edition):
    teams = given["teams_in_division"]
    cycles = 2 if "double" in given.get("format", "") else 1
    numbers = round_robin_numbers(teams, cycles)
    made = round_robin(range(teams), cycles=cycles)
    return {
        "fewest_rounds": len(made.rounds),
        "series_per_round": numbers.series_per_round,
        "teams_on_bye_each_round": numbers.teams_on_bye_each_round,
        "total_series": len(made.series),
        "byes_per_team": numbers.byes_per_team,
        "series_per_team": len(made.of_team(0)),
    }


def shootout_ballpark(given, edition):
    parks = [ParkNumbers(**given[key]) for key in ("park_one", "park_two")]
    return {"shootout_park": shootout_park(*parks)._asdict()}


def shootout(given, edition):
    answer = {"closer_rule_applies": CLOSER_RULE_APPLIES, "pitcher_can_become_tired": PITCHERS_TIRE}
    if "rolls_of_20_sided_die" in given or "higher_seed" in given:
        answer |= last_at_bat(given)
    if "cumulative_score_after_inning" in given:
        by_inning = sorted(
            (int(inning), tuple(score)) for inning, score in given["cumulative_score_after_inning"].items()
        )
        answer |= asdict(shootout_result([score for _, score in by_inning]))
    elif "visitor_runs" in given:
        answer |= in_play(given)
    elif "pitcher" in given:
        answer["allowed"] = bool(named_pitcher(given, edition))
    elif "player_leaving" in given:
        answer["allowed"] = bool(leaving(given))
    elif any("pinch_hit" in key for key in given):
        answer |= pinch_hitting(given)
    return answer


def last_at_bat(given):
    rolls = {team: [roll] for team, roll in given.get("rolls_of_20_sided_die", {}).items()}
    seed = given.get("higher_seed") if given.get("seeding_available", "higher_seed" in given) else None
    last, order = bats_last(rolls, seed)
    level = [] if last else list(order.order)
    return {"bats_last": last, "action": "re-roll" if level else "play", "between": level}


def in_play(given):
    """A score in mid-inning; what stood before does not matter, since nothing was decided."""
    score, before = (given["visitor_runs"], given["home_runs"]), [(0, 0)] * (given["inning"] - 1)
    if given.get("half", "").startswith("top"):
        return asdict(shootout_result(before, score))
    return asdict(shootout_result([*before, score]))


def named_pitcher(given, edition):
    card = given["pitcher"]
    pitched = [given.get("pitched_inning", 1)] if given.get("already_pitched_in_shootout") else []
    pinch_hit = [given.get("pinch_hit_inning", 1)] if given.get("was_used_as_pinch_hitter") else []
    outs = parse_innings(str(card["innings"]))
    return may_pitch_inning(
        given["inning"],
        PitcherCard(card.get("starter", False), card.get("reliever", False), outs),
        edition,
        pitched=pitched,
        pinch_hit=pinch_hit,
    )


def leaving(given):
    return may_leave(
        pitcher=given["player_leaving"] == "pitcher",
        injured=given.get("injured", False),
        inning_over=given.get("inning_over", not given.get("mid_inning", True)),
    )


def pinch_hitting(given):
    half = given.get("half_inning", "")
    for_pitcher = bool(given.get("visitor_uses_pinch_hitter_for_pitcher") or given.get("pinch_hitter_for_pitcher"))
    ruling = may_pinch_hit(
        for_pitcher=for_pitcher,
        already_this_time_through=given.get("already_pinch_hit_this_time_through", False),
    )
    inning = int(match[0]) if (match := re.search(r"\d+", half)) else 0
    stays = bool(ruling) and named_starter_still_pitches(inning=inning, top=half.startswith("top"))
    return {"allowed": bool(ruling), "named_starter_must_pitch_bottom_of_1st": stays}


ADAPTERS = {
    "division_setup": division_setup,
    "home_away": home_away,
    "schedule": schedule,
    "shootout_ballpark": shootout_ballpark,
    "shootout": shootout,
}
