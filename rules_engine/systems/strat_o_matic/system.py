"""Strat-O-Matic as a game system, with the names that the System protocol requires."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.chart_display import ChartDisplay
from rules_engine.baseball.events import Event
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.optional_rules import OptionalRule
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.system_types import ChartTemplate, DieKind, Pilot, SystemFileError
from rules_engine.help_texts import BATTERS_REST
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from rules_engine.systems.strat_o_matic import custom_charts
from rules_engine.systems.strat_o_matic.batting.parks import load_weather, named_park, weather_park
from rules_engine.systems.strat_o_matic.card_making.league import make_cards
from rules_engine.systems.strat_o_matic.cards.card_face import card_face
from rules_engine.systems.strat_o_matic.cards.card_sheets import SHEETS
from rules_engine.systems.strat_o_matic.cards.card_text import card_lines
from rules_engine.systems.strat_o_matic.cards.cards import Card, parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.printed_cards import printed_card, ratings_of_card
from rules_engine.systems.strat_o_matic.cards.printed_ratings import PRINTED_RATINGS, rated_positions
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.computer_manager.last_resort import ways_out
from rules_engine.systems.strat_o_matic.computer_manager.relievers import choose_reliever
from rules_engine.systems.strat_o_matic.game_state.carryover import (
    apply_carryover,
    carryover_after_sheet,
    injury_rulings,
    read_carryover,
)
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.lineups import NUMBERS
from rules_engine.systems.strat_o_matic.game_state.lineups import starting_lineup_ruling as lineup_ruling
from rules_engine.systems.strat_o_matic.game_state.resting import rest_batters
from rules_engine.systems.strat_o_matic.game_state.tracker import tracker
from rules_engine.systems.strat_o_matic.matchup_cards import matchup_cards
from rules_engine.systems.strat_o_matic.odds.card_chances import card_chances, card_read
from rules_engine.systems.strat_o_matic.odds.moments import appearance_odds, steal_odds
from rules_engine.systems.strat_o_matic.odds.options import option_odds
from rules_engine.systems.strat_o_matic.play.game import StratGame, retraction_ruling, timing_ruling
from rules_engine.systems.strat_o_matic.play.leaving import must_settle
from rules_engine.systems.strat_o_matic.play.next_play import next_play
from rules_engine.systems.strat_o_matic.play.options import announcements
from rules_engine.systems.strat_o_matic.rulesets import ruleset as ruleset_files
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, RulesetError, available_rulesets, load_ruleset
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from rules_engine.systems.strat_o_matic.substitutions.moves import hitter_ruling, move_ruling, switch_ruling
from rules_engine.systems.strat_o_matic.words import dice_note, option_note, pitcher_note, play_note

__all__ = (
    "absent",
    "after_game",
    "after_sheet",
    "announcements",
    "appearance_odds",
    "setup",
    "rules_summary",
    "bring",
    "card_chances",
    "card_face",
    "matchup_cards",
    "card_read",
    "card_lines",
    "card_sheets",
    "carried",
    "change_ruling",
    "chart_templates",
    "charts",
    "charts_folder",
    "charts_in_use",
    "dice",
    "dice_note",
    "edition",
    "editions",
    "has_hitter",
    "hitter_ruling",
    "injury_unit",
    "key",
    "lineup_ruling",
    "make_cards",
    "timing_ruling",
    "move_ruling",
    "must_settle",
    "next_play",
    "next_series",
    "numbers",
    "option_note",
    "optional_rules",
    "option_odds",
    "pilot",
    "pitcher_note",
    "positions_rule",
    "play_note",
    "positions_bind",
    "printed_card",
    "printed_ratings",
    "rated_positions",
    "ratings_of_card",
    "read_card",
    "rest_batters",
    "rule_prefix",
    "set_aside",
    "steal_odds",
    "switch_ruling",
    "retraction_ruling",
    "roll_titles",
    "rolled_together",
    "title",
    "usual_reliever",
    "tournament_editions",
    "tracker",
    "ways_out",
    "weather",
    "write_card",
)

key: Final = GameSetup.system
title: Final = "Strat-O-Matic"
rule_prefix: Final = ""
numbers: Final = NUMBERS
rolled_together: Final = frozenset(  # 29.1, T29.11: every other die is rolled by itself
    ("pitch", "white", "colored_1", "colored_2", "split", "range", "error_1", "error_2", "error_3", "lead_1", "lead_2")
)
roll_titles: Final[Mapping[str, str]] = {
    "pitch": "d20 for a wild pitch, balk or passed ball",  # 29.1, with runners on
    "balk_or_passed_ball": "d6 for balk (1-3) or passed ball (4-6)",
    "wild_pitch": "d20 against the wild pitch rating",
    "balk": "d20 against the balk rating",
    "passed_ball": "d20 against the passed ball rating",
    "white": "white d6, then both colored d6",
    "colored_1": "first colored d6",
    "colored_2": "second colored d6",
    "split": "d20 for the split, 1-20",
    "range": "d20 for the X-chance",
    "error_white": "white d6 for the error",
    **dict.fromkeys(("error_1", "error_2", "error_3"), "d6 for the error"),
    **dict.fromkeys(("lead_1", "lead_2"), "d6 for the runner's lead"),
    "lead": "d20 for the lead runner",
    "trail": "d20 for the trail runner",
    "second": "d20 for the runner on second",
    "plate": "d20 for the catcher blocking the plate",
    "location": "d6 for the hit location",
    "steal": "d20 for the steal",
    "throwing_error": "d20 for the throwing error",
    "pickoff": "d20 for the pickoff",
    "pickoff_or_balk": "d20 for pickoff or balk",
    "bunt_speed": "d20 for beating out the bunt",
    "bunt_range": "d20 for the fielder of the bunt",
    "lomax": "d20 for the triple play on a lomax",
    "rob": "d20 for robbing the home run",
    "injury": "d20 for the injury",
    "weather": "d20 for the weather",
    "usage": "d6 for the spots that may rest",
    "rest": "d20 for the rest",
}
card_sheets: Final = SHEETS
printed_ratings: Final = PRINTED_RATINGS
positions_bind: Final = True  # 10.1
charts_folder: Final = ""
set_aside: Final[Mapping[str, str]] = {}  # the tournament rules were written for this system
dice: Final = (DieKind("white d6", 6), DieKind("colored d6", 6), DieKind("d20", 20))
USUAL: Final = "star"
tournament_editions: Final[Mapping[str, str]] = {USUAL: "purestrat@1"}


def _titles() -> dict[str, str]:
    titles = {name: load_ruleset(name).title for name in available_rulesets()}
    return {USUAL: titles.pop(USUAL), **titles}


editions: Final[Mapping[str, str]] = _titles()


@dataclass(frozen=True, slots=True)
class ChartsInUse:
    """The charts in use, identified by the digests of the custom charts."""

    digests: Mapping[str, str]


def edition(key: str) -> Ruleset:
    try:
        return load_ruleset(key)
    except RulesetError as error:
        raise SystemFileError([str(error)]) from None


def optional_rules(edition: str) -> Sequence[OptionalRule]:
    return ruleset_files.optional_rules(load_ruleset(edition))


def read_card(document: Mapping[str, Any]) -> Card:
    return parse_card(document)


def chart_templates() -> dict[str, ChartTemplate]:
    return {
        f"{name}{custom_charts.SUFFIX}": ChartTemplate(kind.purpose, custom_charts.chart_template(name))
        for name, kind in custom_charts.CHARTS.items()
    }


def charts(folder: Path | None) -> ChartsInUse:
    try:
        custom_charts.use_charts_from(folder)
    except custom_charts.CustomChartsError as error:
        raise SystemFileError(error.problems) from None
    return ChartsInUse(custom_charts.custom_chart_digests())


def weather(edition: str, home: str, month: str, *, night: bool, game_input: GameInput) -> str:
    """30.5: roll a d20 in the home team's grid, and return the ballpark name for `setup`."""
    if not load_ruleset(edition).parks.weather:
        raise SystemFileError([f"{edition}: this ruleset does not use the weather (30.5)"])
    return f"weather {home} {weather_park(game_input, load_weather(), home, month, night=night).name}"


def setup(edition: Ruleset, cards: Mapping[str, Card], charts: Any = None, park: str = "") -> GameSetup:
    """30.3, 30.5: return the setup of a game.

    `park` is a ballpark's key or name, or a home team's weather, such as "weather ATL good".
    """
    try:
        return GameSetup(edition, cards, named_park(park))
    except ValueError as error:
        raise SystemFileError([str(error)]) from None


def pilot(game: StratGame, profile: Profile | None = None) -> Pilot:
    return ComputerManager(game, profile)


def charts_in_use(setup: GameSetup) -> Mapping[str, ChartDisplay]:
    return custom_charts.charts_of_ruleset(setup.edition)


def usual_reliever(game: StratGame, team: int) -> str:
    return choose_reliever(game, game.state.sides[team]) or ""


def positions_rule(profile: Profile | None) -> str:
    """10.1, T10.11, T31.6: return the rule that limits players to the positions on their cards."""
    return "T10.11" if profile else "10.1"


def after_game(game_input: GameInput, game: StratGame) -> Sequence[Event]:
    """Return no events, because injuries are rolled during the play."""
    return ()


def carried(before: Mapping[str, Any] | None, game: StratGame, team: int) -> Mapping[str, Any]:
    """10.2, 25.1, 27.5-27.6: return a team's carryover after a game: its recent pitchers and injuries."""
    carryover = read_carryover(game.setup, before)
    carryover.after(game.log, team, game.tracker)
    return carryover.written


def after_sheet(
    before: Mapping[str, Any] | None, pitched: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]
) -> Mapping[str, Any]:
    """10.2, 25.1, 27.5-27.6: return the carryover after a game, from its pitching sheet."""
    return carryover_after_sheet(before, pitched, injuries)


def has_hitter(edition_key: str) -> bool:
    """T0.01, 6.4: return whether this ruleset has a designated hitter."""
    return edition(edition_key).cards.designated_hitter


def injury_unit(edition_key: str) -> str:
    """25.1: return the unit of injuries that last beyond the game, or "" if none do."""
    return "games" if _injuries_last(edition(edition_key)) else ""


def absent(edition: Ruleset, carryover: Mapping[str, Any], names: Names) -> Mapping[str, Ruling]:
    """25.1: return the rulings against injured players.

    Pitchers' rest isn't included, because the pitching sheet shows it.
    """
    return injury_rulings({names.get(player, player): games for player, games in carryover["out_for"].items()})


def bring(
    setup: GameSetup, away: Mapping[str, Any] | None, home: Mapping[str, Any] | None, profile: Profile | None = None
) -> None:
    """Apply both teams' carryover. In a tournament, the pitching sheets decide about rest."""
    apply_carryover(setup, [read_carryover(setup, written) for written in (away, home)], sheets=profile is not None)


def next_series(before: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the carryover unchanged, because rest and injuries continue."""
    return before


def rules_summary(edition_key: str) -> Mapping[str, str]:
    """T0.01, 6.4, 25.21, T26.0, 25.1: return the rules on the DH, positions and injuries.

    Pitchers' limits aren't included, because the pitching sheet shows them.
    """
    rules = edition(edition_key)
    sentences: dict[str, str] = {}
    if has_hitter(edition_key):
        sentences["6.4"] = "A designated hitter bats for the pitcher."
    else:
        sentences["T0.01"] = "There is no designated hitter: eight fielders and the pitcher bat."
    if rules.injuries.outfield_adjustment:
        sentences["25.21"] = "The outfield adjustment chart gives an outfielder's range at positions not on his card."
    if not _injuries_last(rules):
        sentences[BATTERS_REST.rule] = BATTERS_REST.sentence
    else:
        chart = "An injured player misses as many team games as the injury chart shows. Batters don't need rest."
        sentences["25.1"] = chart
    return sentences


def _injuries_last(edition: Ruleset) -> bool:
    return bool(edition.injuries.chart) and not edition.injuries.this_game_at_most
