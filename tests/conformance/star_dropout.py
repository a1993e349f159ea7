"""Adapters for STAR dropouts in a round robin: covers and records as database rows, sheets by the board's rules."""

from core.errors import Refused
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.carry_over import RoundChange, usage_window_after
from rules_engine.eligibility.dropout import (
    CoveringPlayer,
    may_be_compensated,
    may_take_over,
    sheet_adjustment,
    takeover,
)
from rules_engine.eligibility.dropout_slot import DropoutSlot, availability, start_ruling
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.innings import format_innings, parse_innings
from tests.conformance.adapters import TOURNAMENT_PROFILE
from tests.conformance.words.people import replacement_from_same_division
from tests.conformance.words.reading import UnknownWords, listed, number, pick, plain, says
from tests.factories import DivisionFactory, TeamFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Team, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services.dropouts import drop_team
from tournaments.services.scheduling import publish_schedule

SYSTEM = "star_tournament"
DATABASE = {"dropout_cover", "dropout_records"}
STORY = {"dropout_cover": {"dropped_players_opponent_this_round"}}
NOBODY_KNOWN = "a starter not named"
SWINGMAN = PitchingRoles(True, True, 600)
OUTS = 18  # a starter's innings don't affect his rest
OFFERS = ((r"director|\btd\b", True), (r"manager|player|opponent|sponsor|team", False))


def number_in(text):
    return number("number of a game or series", text)


def is_odd(facts):
    return facts.absent("division_size", 0) % 2 == 1


MOST_GAMES = 9  # in a single series


class Division:
    """A division with a published schedule, and the series of a team about to drop out."""

    def __init__(self, size):
        self.division = DivisionFactory(
            tournament__profile_key=TOURNAMENT_PROFILE, tournament__stage=Tournament.Stage.ROUND_ROBIN
        )
        for slot in range(1, size + 1):
            TeamFactory(division=self.division, slot=slot)
        publish_schedule(division=self.division, actor=PROGRAM)

    def series_of_round(self, played):
        return list(self.division.series.filter(round=played).select_related("home", "away").order_by("table"))

    def on_bye(self, played):
        playing = [team.pk for series in self.series_of_round(played) for team in series.teams()]
        return self.division.teams.exclude(pk__in=playing).first()

    def series_of(self, team):
        in_order = self.division.series.select_related("home", "away", "covered_by").order_by("round")
        return [series for series in in_order if team in series.teams()]

    def is_played(self, series, outcomes):
        """Record the result, with H and A for wins by the two teams and T for ties."""
        wins = [outcomes.count(letter) for letter in "HAT"]
        Series.objects.filter(pk=series.pk).update(
            status=Series.Status.COMPLETE,
            games_planned=len(outcomes),
            outcomes=outcomes,
            **dict(zip(("home_wins", "away_wins", "ties"), wins, strict=True)),
        )

    def play_through(self, last_round):
        for series in self.division.series.filter(round__lte=last_round):
            self.is_played(series, "HAH")

    def outsider(self, name):
        return TeamFactory(division=DivisionFactory(tournament=self.division.tournament), slot=1, name=name)


def named(team, name):
    Team.objects.filter(pk=team.pk).update(name=name)
    return team


def dropout_cover(facts, profile):
    answer = {}
    if "compensation_offered_by" in facts:
        offers = pick("compensation_offered_by", facts["compensation_offered_by"], OFFERS)
        if (amount := facts.absent("amount_per_game_usd", 0)) < 0:
            raise UnknownWords("amount_per_game_usd", amount, "an amount to be paid")
        answer["allowed"] = bool(may_be_compensated(offers)) and facts.absent("replacement_players", ["he"]) != []
    if "proposed_replacement" in facts:
        answer["replacement_allowed"] = proposed_plays(facts)
    if "round" in facts or "bye_this_round" in facts:
        answer |= plays_for_dropped(facts)
    return answer


def proposed_plays(facts):
    """Return whether the proposed player covers the dropped team's first remaining series."""
    words, league = facts["proposed_replacement"], Division(facts["division_size"])
    inside = replacement_from_same_division("proposed_replacement", words)
    first, second = league.series_of_round(1)[:2]
    dropped, bye = named(first.home, facts["dropped"]), league.on_bye(1)
    on_bye = inside and bye is not None and says(words, r"(?<!not on )(?<!no )\bbye\b")
    proposed = bye if on_bye else second.home if inside else league.outsider("outsider")
    covers = {} if on_bye else {first.pk: proposed.pk}
    try:
        drop_team(team=dropped, actor=PROGRAM, after_round=0, cover="outside", covers=covers)
    except Refused:
        return False
    return Series.objects.get(pk=first.pk).covered_by_id == proposed.pk


def plays_for_dropped(facts):
    league, played = Division(facts["division_size"]), facts.absent("round", 1)
    left_after = facts.absent("drop_after_round", 0)
    series, bye = league.series_of_round(played)[0], league.on_bye(played)
    has_bye = facts.get("bye_this_round")
    dropped = bye if has_bye == facts["dropped"] else series.home
    if bye is not None and has_bye is not None:
        named(bye, has_bye)
    named(dropped, facts["dropped"])
    league.play_through(left_after)
    replacements = listed(facts.get("replacement_players"))
    covers = {
        round_series.pk: league.outsider(replacements[0]).pk
        for round_series in [series]
        if replacements and played > left_after
    }
    branch = "outside" if replacements else "nobody"
    drop_team(team=dropped, actor=PROGRAM, after_round=left_after, cover=branch, covers=covers)
    series = next((round_series for round_series in league.series_of(dropped) if round_series.round == played), None)
    counts = series is not None and series.status != Series.Status.VOID
    cover = series.covered_by.name if counts and series.covered_by else None
    himself = series is not None and bool(series.outcomes)  # even if it is thrown out later
    return {
        "who_plays_dropped_team": facts["dropped"] if himself else cover,
        "series_played": himself or counts,
        "results_count": counts,
    }


def covering_players(facts):
    players = facts.get("covering_players")
    if "volunteer_who_never_played_dropped_team" in facts:
        facts.full("volunteer_who_never_played_dropped_team")  # has covered nothing, so is not a covering player
    if players is None:
        return [CoveringPlayer(f"player {n + 1}", False, False) for n in range(facts["eligible_covering_players"])]
    home = next((facts[key] for key in facts if "dropped" in key and key.endswith("division")), None)
    return [
        CoveringPlayer(
            player["name"],
            same_division(player.absent("division", "other"), home),
            player.absent("own_team_advancing_or_in_shootout", False),
        )
        for player in players
        if player.absent("games_covered", 1)
    ]


def same_division(words, dropped_players_division):
    """Compare with the dropped player's division if named, or else interpret "other", "same" and similar words."""
    if dropped_players_division is not None:
        return plain(words) == plain(dropped_players_division)
    return pick(
        "division", words, ((r"other|another|different|outside|not", False), (r"same|dropped|affected|own", True))
    )


def dropout_takeover(facts, profile):
    qualified = facts.absent("dropped_team_qualified", facts.absent("dropped_team_has_chance_to_advance", True))
    chance = facts.absent("dropped_team_has_chance_to_advance", qualified)
    concluded = facts.absent("division_play_concluded", True)
    players = covering_players(facts)
    rolls = {player["name"]: player["roll"] for player in facts.absent("covering_players", ()) if "roll" in player}
    outcome = takeover(players, rolls, has_chance_to_advance=chance, division_play_concluded=concluded)
    return {
        "takes_over": outcome.name,
        "roll_now": bool(outcome.to_roll) and concluded,
        "roll_needed": bool(outcome.to_roll) or sum(map(bool, map(may_take_over, players))) > 1,
        "action": "re-roll" if rolls and outcome.to_roll else "play",
        "between": list(outcome.to_roll),
        "dropped_team_advances": outcome.name is not None and qualified,
        "next_best_team_advances_if_it_qualified": outcome.name is None and not outcome.to_roll,
    }


def dropout_records(facts, profile):
    """Record each team's games against the dropped team and against all others in two of its series."""
    opponents = facts.get("teams")
    teams = opponents if opponents is not None else [facts]
    covered = facts.absent("covered", is_odd(facts))
    league = Division(facts.absent("division_size", 10))
    dropped = league.division.teams.get(slot=1)
    series = league.series_of(dropped)
    met = [team for team in teams if games_of(against(team))]
    left = [team for team in teams if team not in met]
    last = series[len(met) - 1].round if met else 0
    opponent = dict(zip(map(id, met + left), series, strict=False))
    players = {
        id(team): next(opponent_team for opponent_team in opponent[id(team)].teams() if opponent_team != dropped)
        for team in teams
    }
    for team in teams:
        put_in_record(league, team, opponent[id(team)], players, dropped)
    drop_team(team=dropped, actor=PROGRAM, after_round=last, cover="outside" if covered else "nobody")
    (table,) = standings_of(league.division.tournament)
    lines = {id(team): next(line for line in table.lines if line.team.pk == players[id(team)].pk) for team in teams}
    if opponents is None:
        return {"counted_record": written(lines[id(facts)].record, facts["team_record"])}
    best = min(lines[id(team)].row.rank for team in teams)
    leaders = [team["team"] for team in teams if lines[id(team)].row.rank == best]
    return {
        "counted_records": {team["team"]: written(lines[id(team)].record, team["record"]) for team in teams},
        "better_record": leaders[0] if len(leaders) == 1 else None,
    }


def against(team):
    return team.absent("against_dropped", team.absent("record_against_dropped", "0-0"))


def games_of(text):
    return sum(map(int, text.split("-")))


def put_in_record(league, team, met, players, dropped):
    """Record won, lost and tied games. Put games against others into other teams' series, nine in each."""
    full_record, with_him = ([*map(int, text.split("-")), 0][:3] for text in (win_loss_record(team), against(team)))
    player = players[id(team)]
    of_case = {player.pk for player in players.values()} | {dropped.pk}
    further_series = [series for series in league.series_of(player) if not {t.pk for t in series.teams()} <= of_case]
    if sum(with_him):
        league.is_played(met, letters(met.home_id == player.pk, *with_him))
    else:
        Series.objects.filter(pk=met.pk).update(games_planned=team.absent("unplayed_games_against_dropped", 2))
    rest = "".join(letter * (total - two) for letter, total, two in zip("WLT", full_record, with_him, strict=True))
    for place, series in zip(range(0, max(1, len(rest)), MOST_GAMES), further_series, strict=False):
        part = [rest[place : place + MOST_GAMES].count(letter) for letter in "WLT"]
        league.is_played(series, letters(series.home_id == player.pk, *part))


def win_loss_record(team):
    return team["team_record"] if "team_record" in team else team["record"]


def letters(at_home, won, lost, tied):
    return ("H" if at_home else "A") * won + ("A" if at_home else "H") * lost + "T" * tied


def written(record, like):
    """Format the record like the case, with ties only if the case has them."""
    return f"{record}-0" if record.count("-") < like.count("-") else record


def dropout_sheet(facts, profile):
    if "candidate_starter" in facts or "candidate_starter_first_game" in facts:
        return start_after_bye(facts, profile)
    covered = facts.absent("covered", is_odd(facts))
    adjusted = sheet_adjustment(facts["player"], opponents_of_dropped(facts), covered=covered)
    erased = adjusted.change == "erase"
    return {
        "item": adjusted.item,
        "adjust_sheet": "erase the series against the dropped player" if erased else "none",
        "treated_as": "bye" if erased else None,
        "games_against_dropped": "byes" if adjusted.remaining_games_are_byes else None,
        "final_series_constraint": adjusted.final_series_bound,
    }


def opponents_of_dropped(facts):
    """Return the opponents with whom the dropped player has started a series, in order."""
    faced = facts.get("order_of_series_played_by_dropped")
    if faced is None:
        rounds_of_dropped = facts["dropped_opponent_in_round"]
        by_round = {int(played): rounds_of_dropped[played] for played in rounds_of_dropped}
        played = [
            by_round[round_number]
            for round_number in sorted(by_round)
            if round_number <= facts["rounds_completed_by_dropped"]
        ]
        faced = [name for name in played if name and not says(name, r"^\(?bye\b")]
    games_played = {name: facts.absent(f"games_played_in_series_against_{name}", 1) for name in faced}
    scheduled = facts.absent("games_scheduled_in_series", max(games_played.values(), default=1))
    if any(games > scheduled for games in games_played.values()):
        raise UnknownWords("games_scheduled_in_series", scheduled, "as many games as were played")
    return [name for name in faced if games_played[name]]


def start_after_bye(facts, profile):
    """Resolve a start on the sheet without its erased columns. A bye has no column."""
    if "my_starters_so_far" in facts:
        by_game = facts["my_starters_so_far"]
        series = [[by_game[game]] for game in sorted(by_game, key=number_in)]
    else:
        announced_starters = facts["my_starters"]
        by_series = {key: announced_starters[key] for key in sorted(announced_starters, key=number_in)}
        series = [names for key, names in by_series.items() if not says(key, r"erased|bye|thrown out|void")]
        length = facts.absent("series_length", len(next(iter(by_series.values()))))
        if any(len(names) != length for names in by_series.values()):
            raise UnknownWords("series_length", length, "the games of each given series")
        if facts.absent("next_series", len(by_series) + 1) != len(by_series) + 1:
            raise UnknownWords("next_series", facts["next_series"], "the series after the given ones")
    starters = [name for names in series for name in names]
    if "my_starters_so_far" in facts and len(starters) % facts.absent("series_length", len(starters)):
        raise UnknownWords("series_length", facts["series_length"], "whole series")
    if "my_starters_so_far" in facts and not says(facts.absent("next_series", "bye"), r"\bbye\b"):
        raise UnknownWords("next_series", facts["next_series"], "a bye")
    game = facts.absent("then_my_next_game_number_on_sheet", len(starters) + 1)
    candidate = facts["candidate_starter" if "candidate_starter" in facts else "candidate_starter_first_game"]
    return {"may_start": bool(start_ruling(SWINGMAN, cells_of(candidate, starters), game, profile))}


def cells_of(pitcher, starters, relief=None):
    """Return a pitcher's cells: his starts, and his relief by game, {"9": "2.0"} or {"game 9": "2.0"}."""
    cells = [Appearance(START, OUTS) if name == pitcher else None for name in starters]
    appearances = {number_in(game): relief[game] for game in relief or {}}
    for game, innings in sorted(appearances.items()):
        cells += [None] * (game - len(cells))
        if innings is not None:
            cells[game - 1] = Appearance(RELIEF, parse_innings(str(innings)))
    return cells


def series_in_order(facts):
    by_series = facts["starters_by_series"]
    if isinstance(by_series, list):
        return by_series
    return [by_series[key] for key in sorted(by_series, key=number_in)]


def dropout_rotation(facts, profile):
    if "reliever" in facts:
        return reliever_after_final_series(facts, profile)
    if "next_round_game" in facts:
        return starter_of_next_round(facts, profile)
    earlier, met = series_in_order(facts), facts["series_against_dropped_player"]
    earlier = earlier[: facts.absent("final_series", len(earlier) + 1) - 1]
    if facts.absent("was_dropped_players_last_series", False):
        earlier, met = earlier[: met - 1] + earlier[met:], None  # item 2: erased, so nothing restricts the final series
    appearances = facts.absent("relief_appearances_by_game_number", {})
    relief = {name: appearances[name] for name in appearances}
    before, proposed = [name for series in earlier for name in series], facts["proposed_final_series_starters"]
    games = facts.absent("games_per_series", len(proposed))
    slot = slot_of(earlier, met, games) if met else None
    rulings = [
        start_ruling(
            SWINGMAN,
            cells_of(starter, [*before, *proposed[:place]], relief.get(starter)),
            len(before) + place + 1,
            profile,
            slot=slot,
        )
        for place, starter in enumerate(proposed)
    ]
    return {"legal": all(map(bool, rulings))}


def slot_of(earlier, met, games):
    first = sum(map(len, earlier)) + 1
    return DropoutSlot("the dropped team", 1 + sum(map(len, earlier[: met - 1])), first, first + games - 1)


def starter_of_next_round(facts, profile):
    *earlier, final = series_in_order(facts)
    games = facts.absent("games_per_series", len(final))
    starters = [name for series in [*earlier, final] for name in series]
    so_far = facts.absent("next_round_starters_so_far", [NOBODY_KNOWN] * (facts["next_round_game"] - 1))
    carries = facts.absent("starting_pitching_carries_over", True)
    window = usage_window_after([RoundChange(len(starters) + 1, carries, True)])
    cells = window.counted(cells_of(facts["candidate_starter"], [*starters, *so_far]))
    slot = slot_of(earlier, 1, games) if facts.absent("final_series_was_played_under_item_3", False) else None
    game = len(starters) + facts["next_round_game"]
    return {"may_start": bool(start_ruling(SWINGMAN, cells, game, profile, window.relief_from, slot))}


def reliever_after_final_series(facts, profile):
    innings = facts.absent("innings_in_final_series", {})
    appearances = {game: innings[game] for game in innings}
    appearances |= {key: facts[key] for key in facts if key.startswith("innings_in_game_")}
    last = max(map(number_in, appearances), default=0)
    carries = facts.absent("pitching_carries_over", True)
    window = usage_window_after([RoundChange(last + 1, carries, carries)])
    cells = window.counted(cells_of(facts["reliever"], [], appearances))
    length = facts.absent("games_per_series", 1)
    slot = DropoutSlot("the dropped team", 1, last - length + 1, last)
    bound = slot if facts.absent("final_series_was_played_under_item_3", False) else None
    available = availability(SWINGMAN, cells, facts["next_game"], profile, window.relief_from, bound)
    return {"relief_innings_available": format_innings(available.relief_outs), "may_relieve": bool(available.relief)}


ADAPTERS = {
    "dropout_cover": dropout_cover,
    "dropout_takeover": dropout_takeover,
    "dropout_records": dropout_records,
    "dropout_sheet": dropout_sheet,
    "dropout_rotation": dropout_rotation,
}
