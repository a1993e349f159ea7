"""STAR: a player who drops out of a round robin."""

from dataclasses import replace

from rules_engine.eligibility.dropout import (
    CoveringPlayer,
    Record,
    counted_record,
    cover_of_round,
    may_be_compensated,
    may_replace_in_even_division,
    may_replace_in_odd_division,
    may_take_over,
    sheet_adjustment,
    takeover,
)
from rules_engine.eligibility.dropout_rotation import final_rotation_legal, may_start_after, next_round_starter
from rules_engine.eligibility.pitching import RELIEF, Outing, carried_over, relief_allowance
from rules_engine.innings import format_innings, parse_innings
from tests.conformance.words.people import replacement_from_same_division
from tests.conformance.words.reading import listed, number, pick, plain, says

SYSTEM = "star_tournament"
UNKNOWN = "a starter not named"


def number_in(text):
    return number("number of a game or series", text)


def is_odd(given):
    return given.get("division_size", 0) % 2 == 1


def dropout_cover(given, profile):
    answer = {}
    if "compensation_offered_by" in given:
        offers = pick("compensation_offered_by", given["compensation_offered_by"], OFFERS)
        answer["allowed"] = bool(may_be_compensated(offers))
    if "proposed_replacement" in given:
        inside = replacement_from_same_division("proposed_replacement", given["proposed_replacement"])
        on_bye = says(given["proposed_replacement"], r"(?<!not on )(?<!no )\bbye\b")
        answer["replacement_allowed"] = bool(
            may_replace_in_odd_division(on_bye=inside and on_bye)
            if is_odd(given)
            else may_replace_in_even_division(from_same_division=inside)
        )
    if "round" in given or "bye_this_round" in given:
        played, left_after = given.get("round", 1), given.get("drop_after_round", 0)
        needs_bye = is_odd(given) and played > left_after
        cover = cover_of_round(
            given["dropped"],
            played,
            left_after,
            given["division_size"],
            given["bye_this_round"] if needs_bye else None,
            next(iter(listed(given.get("replacement_players"))), None),
        )
        answer["who_plays_dropped_team"] = cover.player
        answer["series_played"], answer["results_count"] = cover.series_played, cover.results_count
    return answer


OFFERS = ((r"director|\btd\b", True), (r"manager|player|opponent|sponsor|team", False))


def covering_players(given):
    players = given.get("covering_players")
    if players is None:
        return [CoveringPlayer(f"player {n + 1}", False, False) for n in range(given["eligible_covering_players"])]
    home = next((given[key] for key in given if "dropped" in key and key.endswith("division")), None)
    return [
        CoveringPlayer(
            player["name"],
            same_division(player.get("division", "other"), home),
            player.get("own_team_advancing_or_in_shootout", False),
        )
        for player in players
        if player.get("games_covered", 1)
    ]


def same_division(words, dropped_players_division):
    """By name where the case names the dropped player's division, else "other" or "same" and the like."""
    if dropped_players_division is not None:
        return plain(words) == plain(dropped_players_division)
    return pick(
        "division", words, ((r"other|another|different|outside|not", False), (r"same|dropped|affected|own", True))
    )


def dropout_takeover(given, profile):
    qualified = given.get("dropped_team_qualified", given.get("dropped_team_has_chance_to_advance", True))
    chance = given.get("dropped_team_has_chance_to_advance", qualified)
    concluded = given.get("division_play_concluded", True)
    players = covering_players(given)
    rolls = {player["name"]: player["roll"] for player in given.get("covering_players", ()) if "roll" in player}
    taken = takeover(players, rolls, has_chance_to_advance=chance, division_play_concluded=concluded)
    return {
        "takes_over": taken.name,
        "roll_now": bool(taken.to_roll) and concluded,
        "roll_needed": bool(taken.to_roll) or sum(map(bool, map(may_take_over, players))) > 1,
        "action": "re-roll" if rolls and taken.to_roll else "play",
        "between": list(taken.to_roll),
        "dropped_team_advances": taken.name is not None and qualified,
        "next_best_team_advances_if_it_qualified": taken.name is None and not taken.to_roll,
    }


def record(text):
    return Record(*map(int, text.split("-")))


def written(kept, like):
    """As the case writes it: with ties where it gave them."""
    return "-".join(map(str, kept if kept.ties or like.count("-") == 2 else kept[:2]))


def dropout_records(given, profile):
    covered = given.get("covered", is_odd(given))
    if "teams" not in given:
        against = record(given.get("record_against_dropped", "0-0"))
        kept = counted_record(record(given["team_record"]), against, covered=covered)
        return {"counted_record": written(kept, given["team_record"])}
    kept = {
        team["team"]: counted_record(
            record(team["record"]), record(team.get("against_dropped", "0-0")), covered=covered
        )
        for team in given["teams"]
    }
    best = max(team.games_over_500 for team in kept.values())
    leaders = [name for name, team in kept.items() if team.games_over_500 == best]
    counted = {team["team"]: written(kept[team["team"]], team["record"]) for team in given["teams"]}
    return {"counted_records": counted, "better_record": leaders[0] if len(leaders) == 1 else None}


def dropout_sheet(given, profile):
    if "candidate_starter" in given or "candidate_starter_first_game" in given:
        return start_after_bye(given, profile)
    faced = given.get("order_of_series_played_by_dropped")
    if faced is None:
        by_round = {int(number): name for number, name in given["dropped_opponent_in_round"].items()}
        played = [by_round[one] for one in sorted(by_round) if one <= given["rounds_completed_by_dropped"]]
        faced = [name for name in played if name and not says(name, r"^\(?bye\b")]
    faced = [name for name in faced if given.get(f"games_played_in_series_against_{name}", 1)]
    adjusted = sheet_adjustment(given["player"], faced, covered=given.get("covered", is_odd(given)))
    erased = adjusted.change == "erase"
    return {
        "item": adjusted.item,
        "adjust_sheet": "erase the series against the dropped player" if erased else "none",
        "treated_as": "bye" if erased else None,
        "games_against_dropped": "byes" if adjusted.remaining_games_are_byes else None,
        "final_series_constraint": adjusted.final_series_bound,
    }


def start_after_bye(given, profile):
    if "my_starters_so_far" in given:
        by_game = given["my_starters_so_far"]
        starters = [by_game[game] for game in sorted(by_game, key=number_in)]
    else:
        series = given["my_starters"]
        kept = [key for key in sorted(series, key=number_in) if not says(key, r"erased|bye|thrown out|void")]
        starters = [name for key in kept for name in series[key]]
    candidate = given.get("candidate_starter", given.get("candidate_starter_first_game"))
    return {"may_start": bool(may_start_after(candidate, starters, profile))}


def series_in_order(given):
    by_series = given["starters_by_series"]
    if isinstance(by_series, list):
        return by_series
    return [by_series[key] for key in sorted(by_series, key=number_in)]


def relief_cells(appearances):
    """{"9": "2.0"} or {"game 9": "2.0"} as the cells of one pitcher."""
    pitched = {game: innings for game, innings in appearances.items() if innings is not None}
    by_game = {number_in(game): Outing(RELIEF, parse_innings(str(innings))) for game, innings in pitched.items()}
    return [by_game.get(game) for game in range(1, max(by_game, default=0) + 1)]


def dropout_rotation(given, profile):
    if "reliever" in given:
        return reliever_after_final_series(given, profile)
    if "next_round_game" in given:
        carries = given.get("starting_pitching_carries_over", True)
        rules = replace(profile, pitching=replace(profile.pitching, starts_carry_over=carries))
        allowed = next_round_starter(
            series_in_order(given),
            given.get("next_round_starters_so_far", [UNKNOWN] * (given["next_round_game"] - 1)),
            given["candidate_starter"],
            rules,
            final_under_item_3=given.get("final_series_was_played_under_item_3", False),
        )
        return {"may_start": bool(allowed)}
    series = series_in_order(given)
    earlier = series[: given.get("final_series", len(series) + 1) - 1]
    relief = {
        name: relief_cells(appearances)
        for name, appearances in given.get("relief_appearances_by_game_number", {}).items()
    }
    slot = given["series_against_dropped_player"] or len(earlier) + 1  # null: never met him, an ordinary rotation
    if given.get("was_dropped_players_last_series", False):
        earlier = earlier[: slot - 1] + earlier[slot:]  # item 2: erased, and the final series stands where it stands
        slot = len(earlier) + 1
    legal = final_rotation_legal(earlier, slot, given["proposed_final_series_starters"], profile, relief)
    return {"legal": bool(legal)}


def reliever_after_final_series(given, profile):
    appearances = dict(given.get("innings_in_final_series", {}))
    for key, innings in given.items():
        if key.startswith("innings_in_game_") and innings is not None:
            appearances[key] = innings
    carries = given.get("pitching_carries_over", True)
    rules = replace(profile, pitching=replace(profile.pitching, relief_carries_over=carries))
    game = given["next_game"]
    allowance = relief_allowance(carried_over(relief_cells(appearances), game, rules), game, rules)
    return {
        "relief_innings_available": format_innings(allowance.outs),
        "may_relieve": bool(allowance.ruling),
    }


ADAPTERS = {
    "dropout_cover": dropout_cover,
    "dropout_takeover": dropout_takeover,
    "dropout_records": dropout_records,
    "dropout_sheet": dropout_sheet,
    "dropout_rotation": dropout_rotation,
}
