"""Adapters for STAR competition: divisions, home and away, schedule and shootout."""

from dataclasses import asdict

from rules_engine.competition.schedule import round_robin
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
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.innings import parse_innings
from tests.conformance.adapters import TOURNAMENT_PROFILE
from tests.conformance.words.people import is_pitcher
from tests.conformance.words.reading import UnknownWords, number, pick, says
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series
from tournaments.services.home_rolls import choose_away, may_choose_away, roll_for_home

SYSTEM = "star_tournament"
SETS = {"between"}
DATABASE = {"home_away"}
STORY = {"shootout": {"pitchers_spot_comes_up", "situation"}, "shootout_ballpark": {"park_one.name", "park_two.name"}}


def division_setup(facts, edition):
    plans = [
        DivisionPlan(plan["human_teams"], plan.absent("imputed_teams", 0)) for plan in facts.absent("divisions", [])
    ]
    options = possible_setups(facts["participants"], edition.division)
    ruling = check_division_setup(facts["participants"], plans, edition.division)
    return {
        "allowed": bool(ruling if plans else options),
        "divisions_possible": [option.divisions for option in options],
    }


def home_away(facts, edition):
    """Let the two teams of a series roll. The winner may choose to be away."""
    (first_team, first), (second_team, second) = facts["rolls_of_20_sided_die"].items()
    series = series_between(first_team, second_team, facts.absent("games_in_series", 1))
    ruling = roll_for_home(series=series, actor=PROGRAM, rolls=(first, second))
    if not ruling:
        names = {series.home_id: first_team, series.away_id: second_team}
        level = [names[team] for team in ruling.facts["reroll"]]
        return {"action": "re-roll", "between": level, "home_team_game_1": None, "home_team_by_game": None}
    choice = bool(may_choose_away(series.tournament, Series.objects.get(pk=series.pk)))
    if facts.get("winner_of_roll_wants_to_be_away_first") and choice:
        choose_away(series=series, actor=PROGRAM)
    by_game = home_teams(Series.objects.get(pk=series.pk))
    return {
        "action": "play",
        "home_team_game_1": by_game[0],
        "home_team_by_game": by_game,
        "choice_allowed": choice,
        "winner_may_choose": choice,
    }


def series_between(home, away, games):
    division = DivisionFactory(tournament__profile_key=TOURNAMENT_PROFILE)
    teams = [TeamFactory(division=division, name=name, slot=slot) for slot, name in enumerate((home, away), start=1)]
    return SeriesFactory(division=division, home=teams[0], away=teams[1], games_planned=games)


def home_teams(series):
    names = {team.pk: team.name for team in series.teams()}
    pattern = series.tournament.home_pattern
    return [names[series.home_and_away(game, pattern)[0]] for game in range(1, series.games_planned + 1)]


def schedule(facts, edition):
    teams = facts["teams_in_division"]
    made = round_robin(range(teams), cycles=pick("format", facts.absent("format", "round robin"), CYCLES))
    (series_per_round,) = {len(made_round.series) for made_round in made.rounds}
    (byes_per_round,) = {len(made_round.byes) for made_round in made.rounds}
    (byes_per_team,) = {sum(team in made_round.byes for made_round in made.rounds) for team in made.teams}
    return {
        "fewest_rounds": len(made.rounds),
        "series_per_round": series_per_round,
        "teams_on_bye_each_round": byes_per_round,
        "total_series": len(made.series),
        "byes_per_team": byes_per_team,
        "series_per_team": len(made.of_team(0)),
    }


CYCLES = (
    (r"double|twice|two series|two times", 2),
    (r"triple|three times", 3),
    (r"round.robin|single|once|one series", 1),
)


def shootout_ballpark(facts, edition):
    parks = [ParkNumbers(*(facts[key][field] for field in ParkNumbers._fields)) for key in ("park_one", "park_two")]
    return {"shootout_park": shootout_park(*parks)._asdict()}


def shootout(facts, edition):
    answer = {}
    claims = [facts[key] for key in facts if "clos" in key or "tired" in key]
    if claims or "situation" in facts:
        answer |= {"closer_rule_applies": CLOSER_RULE_APPLIES, "pitcher_can_become_tired": PITCHERS_TIRE}
    if "rolls_of_20_sided_die" in facts or "higher_seed" in facts:
        answer |= last_at_bat(facts)
    if "cumulative_score_after_inning" in facts:
        answer |= asdict(shootout_result(scores_by_inning(facts)))
    elif "visitor_runs" in facts:
        answer |= in_play(facts)
    elif "pitcher" in facts:
        answer["allowed"] = bool(named_pitcher(facts, edition))
    elif "player_leaving" in facts:
        answer["allowed"] = bool(leaving(facts))
    elif any("pinch_hit" in key for key in facts):
        answer |= pinch_hitting(facts)
    return answer


def last_at_bat(facts):
    rolls = {team: [roll] for team, roll in facts.absent("rolls_of_20_sided_die", {}).items()}
    seed = facts.get("higher_seed")
    if not facts.absent("seeding_available", seed is not None):
        seed = None
    last, order = bats_last(rolls, seed)
    level = [] if last else list(order.order)
    return {"bats_last": last, "action": "re-roll" if level else "play", "between": level}


def scores_by_inning(facts):
    """Return (visitor, home) after each inning. An inning missing from the case was not decisive."""
    home_first = says(facts.absent("order", "[visitor, home]"), r"home\W+(visitor|visiting|away|road)")
    scores = {int(inning): tuple(score) for inning, score in facts["cumulative_score_after_inning"].items()}
    in_order = [scores.get(inning, (0, 0)) for inning in range(1, max(scores) + 1)]
    return [score[::-1] if home_first else score for score in in_order]


def in_play(facts):
    """Return the result during or after a half-inning. Earlier scores don't matter, since nothing was decided."""
    score, before = (facts["visitor_runs"], facts["home_runs"]), [(0, 0)] * (facts["inning"] - 1)
    half = facts.absent("half", "inning complete")
    top = pick("half", half, ((r"\btop|middle", True), (r"bottom|\bbot\b|complete|end|over", False)))
    under_way = says(half, r"progress|during|still|not (yet )?(over|complete)")
    if under_way and (top or score[0] >= score[1]):
        return asdict(shootout_result(before))
    return asdict(shootout_result(before, score) if top else shootout_result([*before, score]))


def named_pitcher(facts, edition):
    card = facts["pitcher"]
    pitched = [facts.absent("pitched_inning", 1)] if facts.get("already_pitched_in_shootout") else []
    pinch_hit = [facts.absent("pinch_hit_inning", 1)] if facts.get("was_used_as_pinch_hitter") else []
    outs = parse_innings(str(card.absent("innings", "0.0")))
    return may_pitch_inning(
        facts["inning"],
        PitchingRoles(card.absent("starter", False), card.absent("reliever", False), outs),
        edition,
        pitched=pitched,
        pinch_hit=pinch_hit,
    )


def leaving(facts):
    moment = facts.absent("moment", facts.absent("when", ""))
    over = says(moment, r"\b(end|after|between)") or not facts.absent("mid_inning", True)
    return may_leave(
        pitcher=is_pitcher("player_leaving", facts["player_leaving"]),
        injured=facts.absent("injured", False),
        inning_over=facts.absent("inning_over", over),
    )


def pinch_hitting(facts):
    half = facts.absent("half_inning", "")
    if (place := facts.absent("batting_position_due", 9)) not in range(1, 10):
        raise UnknownWords("batting_position_due", place, "the places 1 to 9")
    for_pitcher = bool(facts.get("visitor_uses_pinch_hitter_for_pitcher") or facts.get("pinch_hitter_for_pitcher"))
    if "pinch_hitter_for" in facts:
        for_pitcher = is_pitcher("pinch_hitter_for", facts["pinch_hitter_for"])
    ruling = may_pinch_hit(
        for_pitcher=for_pitcher,
        already_this_time_through=facts.absent("already_pinch_hit_this_time_through", False),
    )
    inning = number("half_inning", half, default=0)
    stays = bool(ruling) and named_starter_still_pitches(inning=inning, top=says(half, r"\btop"))
    return {"allowed": bool(ruling), "named_starter_must_pitch_bottom_of_1st": stays}


ADAPTERS = {
    "division_setup": division_setup,
    "home_away": home_away,
    "schedule": schedule,
    "shootout_ballpark": shootout_ballpark,
    "shootout": shootout,
}
