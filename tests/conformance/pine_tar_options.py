"""Adapters for Pine Tar: grades, fatigue and the optional rules."""

from typing import Any

from rules_engine.systems.pine_tar.ball.batter_roll import read_roll
from rules_engine.systems.pine_tar.ball.dice import is_modifier_roll
from rules_engine.systems.pine_tar.ball.grounders import ground_out_column
from rules_engine.systems.pine_tar.cards import notation
from rules_engine.systems.pine_tar.cards.cards import Grades
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.editions.edition import load_edition
from rules_engine.systems.pine_tar.pitchers.fatigue import Fatigue, PineTarAppearance, max_innings
from rules_engine.systems.pine_tar.pitchers.grades import BATTING_ORDER_SIZE, time_through
from rules_engine.systems.pine_tar.pitchers.injuries import (
    check_injury,
    check_pitchers,
    first_game_back,
    games_missed,
    lineup_slot_to_check,
    should_check_kind,
)
from rules_engine.systems.pine_tar.pitchers.use_limits import rest_ruling
from rules_engine.systems.pine_tar.play.mound import may_stay_ruling
from rules_engine.systems.pine_tar.running.hit_and_run import moving_bases
from rules_engine.systems.pine_tar.running.stealing import steal_chance_from, steal_from_ruling
from tests.conformance.given import CaseFacts
from tests.conformance.pine_tar_plays import (
    counted,
    edition_with,
    moment_of,
    outcome,
    roll_of,
)
from tests.conformance.words.reading import UnknownWords
from tests.rules_engine.systems.pine_tar.scene import QUIET, Scene, Script, dice, pitcher_card
from tests.rules_engine.systems.pine_tar.telling import RUNNERS, Answer, charts_with, location_of, outcome_of, story

SYSTEM = "pine_tar"
SETS = {"bonus_runners"}
STEALING_FROM = {"second": "first", "third": "second", "home": "third"}
BASES = {"first": 1, "second": 2, "third": 3}
STAYS = {Fatigue.BONUS: "bonus inning", Fatigue.UNTIL_A_RUNNER: "until a runner reaches", Fatigue.WITHIN: "within MIP"}


def started(facts: CaseFacts) -> bool:
    """Return whether the pitcher started the game in the case."""
    if facts["role_in_game"] not in ("starter", "reliever", "closer"):
        raise UnknownWords("role_in_game", facts["role_in_game"], "starter, reliever, closer")
    return bool(facts["role_in_game"] == "starter")


def pitcher_grade(facts: CaseFacts, ruleset: str) -> Answer:
    sites = facts["grades"]
    grades = {site: notation.read_grades(sites[site]) for site in sites}
    if facts["site"] not in ("home", "away"):
        raise UnknownWords("site", facts["site"], "home, away")
    pitching = {"home": Grades("C", "C"), "away": Grades("C", "C")} | grades
    scene = Scene(pitching=pitching, bottom=facts["site"] == "away", relief=not started(facts))
    outing = scene.game.tracker.appearance(scene.game.state)
    times = facts.get("time_through_order")
    outing.batters_faced = facts["batter_number_faced"] - 1 if times is None else BATTING_ORDER_SIZE * (times - 1)
    return {"grade": scene.situation.grade, "time_through_order": time_through(outing.batters_faced + 1)}


def mip(facts: CaseFacts, ruleset: str) -> Answer:
    return {"mip_limit": max_innings(notation.read_innings(facts["mip"]), started=started(facts))}


def on_the_mound(facts: CaseFacts) -> Any:
    """Return whether the pitcher in the case may face the next batter."""
    innings, has_started = notation.read_innings(facts["mip"]), started(facts)
    facts.get("of_which_unearned")  # included in the runs allowed
    scene = Scene(edition=edition_with(facts, "additional_mip"), pitching={"innings": innings}, relief=not has_started)
    scene.game.tracker.appearances["p"] = PineTarAppearance(
        has_started,
        max_innings(innings, started=has_started),
        outs=3 * facts["full_innings_pitched"],
        runs=facts["runs_allowed"],
        bonus=facts["bonus_inning_already_used"],
        runner_reached=bool(facts.get("runner_reached_this_inning")),
    )
    return may_stay_ruling(scene.game, scene.game.state)


def fatigue(facts: CaseFacts, ruleset: str) -> Answer:
    return {"may_start_next_inning": bool(on_the_mound(facts))}


def mip_option(facts: CaseFacts, ruleset: str) -> Answer:
    ruling = on_the_mound(facts)
    return {"may_continue": bool(ruling), "reason": STAYS.get(ruling.finding)}


def steal(facts: CaseFacts, ruleset: str) -> Answer:
    start = STEALING_FROM[facts["target_base"]]
    ratings = {
        RUNNERS[start]: {"steal": facts["sbc"], "steal_opportunity": "AA"},
        "c": {"throwing": facts["catcher_ar"]},
    }
    scene = Scene(edition="standard+base_stealing", bases={start: RUNNERS[start]}, ratings=ratings)
    chance = steal_chance_from(scene.situation, BASES[start])
    play = scene.play(Script(dice(facts["roll"], "steal_"), {"play": f"steal_{BASES[start]}"}))
    return {"adjusted_sbc": chance, "success": play.kind == "stolen_base", **story(scene, play)}


def steal_allowed(facts: CaseFacts, ruleset: str) -> Answer:
    start = STEALING_FROM[facts["target_base"]]
    tables = facts.full("tables") if "tables" in facts else {}
    scene = Scene(
        edition="standard+base_stealing",
        bases={start: RUNNERS[start]},
        ratings={RUNNERS[start]: {"steal_opportunity": facts["sbo"]}},
        inning=facts["inning"],
        charts=charts_with(tables),
    )
    scene.game.tracker.points[0] = facts["points_used"]
    ruling = steal_from_ruling(scene.situation, BASES[start])
    offered = scene.offered(f"steal_{BASES[start]}")
    return {"allowed": offered, "points_left_after": ruling.facts["left"] if offered else None}


def defenders(facts: CaseFacts) -> dict[str, dict[str, Any]]:
    ratings = facts["fielder_rg"]
    return {position.lower(): {"fielding_range": ratings[position]} for position in ratings}


def positive_defense(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, facts["outcome"], men=defenders(facts), edition=edition_with(facts, "defensive_rolls"))
    second = dice(facts["pdr_roll"], "defence_") if "pdr_roll" in facts else {}
    script = Script(roll_of(facts) | second | dice(9, "grounder_"))
    play = scene.play(script)
    made = "defence_red" in script.rolled
    fielder = checked_fielder(scene.charts, facts) if made else None
    return {
        "pdr_made": made,
        "fielder": fielder,
        "outcome": outcome_of(play),
        "location": location_of(play),
        "new_ground_out_roll": "grounder_red" in script.rolled,
        **story(scene, play),
    }


def checked_fielder(charts: Charts, facts: CaseFacts) -> str:
    return charts.positive_range[facts["pdr_roll"]].fielder[facts["outcome"]].upper()


def negative_defense(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, facts["outcome"], men=defenders(facts), edition=edition_with(facts, "defensive_rolls"))
    play = scene.play(Script(roll_of(facts)))
    made = outcome_of(play)
    return {"changed": made != facts["outcome"], "outcome": made, "location": location_of(play), **story(scene, play)}


def hit_and_run_allowed(facts: CaseFacts, ruleset: str) -> Answer:
    ratings = facts["sbo"]
    runner_ratings: dict[str, dict[str, Any]] = {
        RUNNERS[base]: {"steal_opportunity": ratings[base]} for base in ratings
    }
    if (base := facts.get("pitcher_is_runner_on")) is not None:
        runner_ratings.setdefault(RUNNERS[base], {})["pitching"] = pitcher_card("a pitcher").pitching
    scene = moment_of(facts, "SO", men=runner_ratings, edition="standard+hit_and_run")
    scene.game.tracker.hit_and_runs[0] = facts["hit_and_runs_used_this_game"]
    allowed = scene.offered("hit_and_run")
    names = {number: RUNNERS[base] for base, number in BASES.items()}
    return {
        "allowed": allowed,
        "bonus_runners": [names[base] for base in moving_bases(scene.situation)] if allowed else [],
    }


def going(facts: CaseFacts, scene: Scene) -> Any:
    moment = scene.situation
    moment.going = (1,) if facts["hit_and_run"] else ()
    return moment


def hit_and_run_roll(facts: CaseFacts, ruleset: str) -> Answer:
    moment = going(facts, Scene(bases={"first": "r1"}, edition="standard+hit_and_run"))
    reading = read_roll(moment, facts["batter_roll"])
    return {"outcome_lookup_roll": reading.cell, "pitcher_modifier_roll": is_modifier_roll(reading.roll)}


def hit_and_run_ground_out(facts: CaseFacts, ruleset: str) -> Answer:
    moment = going(facts, Scene("GO-SS", bases={"first": "r1"}, edition="standard+hit_and_run"))
    used, white = facts["ground_out_table_used"], facts["white_die"]
    return {"table_value": ground_out_column(moment, white) if used else white}


def hit_and_run_strikeout(facts: CaseFacts, ruleset: str) -> Answer:
    runner = {"steal": facts["sbc"], "steal_opportunity": "A"}
    ratings: dict[str, dict[str, Any]] = {RUNNERS[base]: dict(runner) for base in facts["bases"]}
    ratings["c"] = {"throwing": facts["catcher_ar"]}
    scene = moment_of(facts, facts["outcome"], men=ratings, edition="standard+hit_and_run")
    rolls = dice(QUIET) | (dice(facts["steal_roll"], "steal_") if "steal_roll" in facts else {})
    first = scene.play(Script(rolls, {"play": "hit_and_run"} if facts["hit_and_run"] else {}))
    if not scene.game.tracker.going:
        return {"steal_attempted": False, **story(scene, first)}
    base = max(base for base, runner in enumerate(scene.game.state.bases, start=1) if runner and base < 3)
    chance = steal_chance_from(scene.situation, base)
    play = scene.play(Script(rolls))
    safe = play.kind == "stolen_base"
    return {"steal_attempted": True, "adjusted_sbc": chance, "steal_success": safe, **story(scene, play)}


def risp_penalty(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(
        facts,
        "SO",
        men={"batter": {"bats": facts["batter_bats"]}},
        edition=edition_with(facts, "risp_penalty"),
        throws=facts["pitcher_throws"],
        grade=facts["pitcher_grade"],
    )
    return {"effective_grade": scene.situation.grade}


def reliever_use(facts: CaseFacts, ruleset: str) -> Answer:
    options = load_edition(edition_with(facts, "season_use_limits")).options
    outs, running = 3 * facts["innings_in_last_game"], facts["consecutive_games_pitched"]
    return {"available_next_game": bool(rest_ruling(options, outs, running))}


def plate_play(facts: CaseFacts, ruleset: str) -> Answer:
    start = facts["scoring_runner_started_on"]
    arms = {position: {"arm": facts["outfielder_arm"]} for position in ("lf", "cf", "rf")}
    scene = Scene(
        facts["outcome"],
        bases={start: "runner"},
        edition=edition_with(facts, "plays_at_plate"),
        ratings={"runner": {"speed": "F"}, **arms},
    )
    script = Script(dice(QUIET) | (dice(facts["roll"], "plate_") if "roll" in facts else {}))
    play = scene.play(script)
    return {
        "throw_attempted": "plate_red" in script.rolled,
        "runner_out": "runner" in story(scene, play)["runners_out"],
    }


def injury_check(facts: CaseFacts, ruleset: str) -> Answer:
    scene = Scene(ratings={"batter": {"injury": notation.read_injury(facts["inj_rating"])}})
    table = Script(dice(facts["roll"], "hurt_") | {"hurt_length": 0})
    return {"injured": check_injury(table, scene.game.setup, "batter") is not None}


def injury_length(facts: CaseFacts, ruleset: str) -> Answer:
    rating = notation.read_injury(facts["inj_rating"])
    if rating is None:
        raise UnknownWords("inj_rating", facts["inj_rating"], "a number and a letter")
    charts = charts_with(facts.full("tables") if "tables" in facts else {})
    return {"games_out": games_missed(charts.injury_length, rating, facts["length_die"])}


def injury_exempt(facts: CaseFacts, ruleset: str) -> Answer:
    kinds = {"pitcher": "pitchers", "position_player": "position_players"}
    out = {kind: facts["team_injured_now"][kind] for kind in kinds.values()}
    return {"check_made": should_check_kind(out[kinds[facts["player_kind"]]])}


def injury_schedule(facts: CaseFacts, ruleset: str) -> Answer:
    kinds = facts["starting_lineup_slot_kinds"]
    if strange := set(kinds) - {"pos", "p", "P", "pitcher"}:
        raise UnknownWords("starting_lineup_slot_kinds", sorted(strange), "pos, p, P, pitcher")
    pitchers = [place for place, kind in enumerate(kinds, start=1) if kind != "pos"]
    return {"checked_slot": lineup_slot_to_check(facts["single_die"], pitchers)}


def injury_pitchers(facts: CaseFacts, ruleset: str) -> Answer:
    pitchers = facts["pitchers_in_order_of_appearance"]
    ratings = {pitcher["id"]: notation.read_injury(pitcher["inj_rating"]) for pitcher in pitchers}
    rolls = [(pitcher["id"], pitcher["roll"]) for pitcher in pitchers]
    out = {kind: facts["team_injured_now"][kind] for kind in ("pitchers", "position_players")}
    table = PitcherDice([roll for pitcher, roll in rolls if ratings[pitcher]])
    scene = Scene(following=list(ratings), ratings={pitcher: {"injury": rating} for pitcher, rating in ratings.items()})
    injured = check_pitchers(table, scene.game.setup, list(ratings), out["pitchers"])
    checked = [pitcher for pitcher in ratings if ratings[pitcher]][: table.checked]
    return {"checked": checked, "injured": [event.player for event in injured]}


class PitcherDice(Script):
    """Dice that return the listed rolls in order, and 0 for the single die of an injury's length."""

    def __init__(self, rolls: list[int]) -> None:
        super().__init__({"hurt_length": 0})
        self.waiting, self.checked = rolls, 0

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        if name == "hurt_red":
            self.rolls = dice(self.waiting[self.checked], "hurt_") | {"hurt_length": 0}
            self.checked += 1
        return super().roll(name, sides, lowest)


def injury_return(facts: CaseFacts, ruleset: str) -> Answer:
    if facts["player_kind"] not in ("pitcher", "position_player"):
        raise UnknownWords("player_kind", facts["player_kind"], "pitcher, position_player")
    back = first_game_back(facts["injured_in_game"], facts["games_out"])
    return {"misses_games": list(range(facts["injured_in_game"] + 1, back)), "returns_game": back}


def so_bb_rating(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(
        facts,
        facts["original_outcome"],
        edition=edition_with(facts, "so_bb_rating"),
        pitching={"so_bb_rating": notation.read_so_bb_rating(facts["so_bb_rating"])},
        grade=facts.absent("pitcher_grade", "C"),
    )
    counted(scene, facts)
    answer = {"outcome": str(read_roll(scene.situation, facts["batter_roll"]).outcome)}
    return answer | outcome(scene, scene.play(Script(roll_of(facts)))) if "bases" in facts else answer


ADAPTERS = {
    "pitcher_grade": pitcher_grade,
    "mip": mip,
    "fatigue": fatigue,
    "mip_option": mip_option,
    "steal": steal,
    "steal_allowed": steal_allowed,
    "positive_defense": positive_defense,
    "negative_defense": negative_defense,
    "hit_and_run_allowed": hit_and_run_allowed,
    "hit_and_run_roll": hit_and_run_roll,
    "hit_and_run_ground_out": hit_and_run_ground_out,
    "hit_and_run_strikeout": hit_and_run_strikeout,
    "risp_penalty": risp_penalty,
    "reliever_use": reliever_use,
    "plate_play": plate_play,
    "injury_check": injury_check,
    "injury_length": injury_length,
    "injury_exempt": injury_exempt,
    "injury_schedule": injury_schedule,
    "injury_pitchers": injury_pitchers,
    "injury_return": injury_return,
    "so_bb_rating": so_bb_rating,
}
