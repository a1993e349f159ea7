"""STAR cases of the competition: divisions, home and away, schedule, shootout."""

from rules_engine.competition.home import home_by_game, home_roll, may_choose_home
from rules_engine.competition.schedule import round_robin, round_robin_numbers
from rules_engine.competition.setup import DivisionPlan, check_division_setup, possible_setups

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


ADAPTERS = {"division_setup": division_setup, "home_away": home_away, "schedule": schedule}
