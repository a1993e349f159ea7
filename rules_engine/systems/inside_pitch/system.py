"""The Inside Pitch game system: the functions that `baseball/system.py` requires."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.changes import hitter_ruling as hitter_ruling
from rules_engine.baseball.changes import switch_ruling as switch_ruling
from rules_engine.baseball.chart_display import ChartDisplay
from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.state import Runner, Side, State
from rules_engine.baseball.system_defaults import after_game as after_game
from rules_engine.baseball.system_defaults import card_chances as card_chances
from rules_engine.baseball.system_defaults import next_series as next_series
from rules_engine.baseball.system_defaults import printed_card as printed_card
from rules_engine.baseball.system_defaults import printed_ratings as printed_ratings
from rules_engine.baseball.system_defaults import rated_positions as rated_positions
from rules_engine.baseball.system_defaults import ratings_of_card as ratings_of_card
from rules_engine.baseball.system_defaults import rest_batters as rest_batters
from rules_engine.baseball.system_defaults import totals_not_on_cards
from rules_engine.baseball.system_defaults import tournament_editions as tournament_editions
from rules_engine.baseball.system_defaults import ways_out as ways_out
from rules_engine.baseball.system_defaults import weather as weather
from rules_engine.baseball.system_types import (
    ChartTemplate,
    DieKind,
    MadeCards,
    Reason,
    SystemFileError,
    Unsettled,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from rules_engine.systems.inside_pitch import card_files, changes, notes
from rules_engine.systems.inside_pitch import card_lines as lines
from rules_engine.systems.inside_pitch.card_face import card_face as card_face
from rules_engine.systems.inside_pitch.card_sheets import SHEETS
from rules_engine.systems.inside_pitch.cards import Card
from rules_engine.systems.inside_pitch.carried import apply_carryover, read_carryover
from rules_engine.systems.inside_pitch.changes import InsidePitchGame
from rules_engine.systems.inside_pitch.charts import PURPOSES, Charts, chart_text, display_charts, load_charts
from rules_engine.systems.inside_pitch.depth import default_depths
from rules_engine.systems.inside_pitch.edition import EDITIONS, Edition, EditionError, load_edition
from rules_engine.systems.inside_pitch.edition import optional_rules as optional_rules
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.making import make
from rules_engine.systems.inside_pitch.matchup_cards import matchup_cards as matchup_cards
from rules_engine.systems.inside_pitch.next_play import announcements as announcements
from rules_engine.systems.inside_pitch.next_play import may_steal, thieves
from rules_engine.systems.inside_pitch.next_play import next_play as resolve_next_play
from rules_engine.systems.inside_pitch.odds import plate_appearance_chances, steal_chances, without_state
from rules_engine.systems.inside_pitch.option_odds import option_odds as option_odds
from rules_engine.systems.inside_pitch.pilot import Pilot, reliever
from rules_engine.systems.inside_pitch.situation import situation_before_play
from rules_engine.systems.inside_pitch.tracker import Tracker, new_tracker

key: Final = "inside_pitch"
title: Final = "Inside Pitch"
rolled_together: Final = frozenset(  # IP1-a, IP1-c: two dice at a time; IP1-b: with them, the d20 for the first check
    ("white", "card_white", "park_white", "rare_white", "tag_white", "throw_2")
    + ("k", "w", "hbp", "split", "hr_range", "hr", "wild", "hit")
)
roll_titles: Final[Mapping[str, str]] = {
    "strategy": "d20 for the defense's strategy",
    "red": "red d6, then the white d6",
    "white": "white d6",
    "card_red": "red d6 for the batter's card, then the white d6",
    "card_white": "white d6 for the batter's card",
    "park_red": "red d6 for the ballpark, then the white d6",
    "park_white": "white d6 for the ballpark",
    "rare_red": "red d6 for the rare play, then the white d6",
    "rare_white": "white d6 for the rare play",
    "tag_red": "red d6 for tagging up, then the white d6",
    "tag_white": "white d6 for tagging up",
    "throw_1": "first d6 for the throw",
    "throw_2": "second d6 for the throw",
    "split": "d20 for the split (??)",
    "k": "d20 against the strikeout rating",
    "w": "d20 against the walk rating",
    "hbp": "d20 against the hit-by-pitch rating",
    "hr": "d20 against the home run rating",
    "hr_range": "d20 for the home run range (HR?)",
    "special_k": "d20 for the special strikeout range",
    "wild": "d20 for the wild pitch or passed ball",
    "passed_ball": "d6 for the passed ball",
    "hit": "d20 for the kind of hit",
    "line": "d6 for the line (**)",
    "range": "d6 against the fielder's range",
    "receiver": "d6 against the receiver's range",
    "error": "d20 for the error",
    "steal_error": "d20 for the error on the steal",
    "gdp": "d6 for the double play",
    "br": "d6 for base running",
    "sf": "d6 for the sacrifice fly",
    "bunt": "d20 for the bunt",
    "bunt_fielder": "d6 for the fielder of the bunt",
    "bunt_hit": "d20 for the bunt hit",
    "pickoff": "d20 for the pickoff",
    "injury": "d6 for the injury",
}
rule_prefix: Final = "IP"
numbers: Final = changes.NUMBERS
dice: Final = (DieKind("red d6", 6), DieKind("white d6", 6), DieKind("d20", 20))
editions: Final[Mapping[str, str]] = EDITIONS
card_sheets: Final = SHEETS
charts_folder: Final = key
_NO_PARKS: Final = "a real season has no Inside Pitch ballpark cards, so name your own with --park (IP4)"
positions_bind: Final = True  # IP3
set_aside: Final[Mapping[str, str]] = {
    "draft.ballparks": _NO_PARKS,
    "draft.first_park_may_be_designed": _NO_PARKS,
    **totals_not_on_cards(title),
    "pitching.starter_stays_outs": "a starter who is exhausted or hit hard leaves when his card requires it (IP12.2)",
}
NEUTRAL: Final = "neutral"  # the default ballpark


def edition(key: str) -> Edition:
    try:
        return load_edition(key)
    except EditionError as fault:
        raise SystemFileError([str(fault)]) from None


def read_card(document: Mapping[str, Any]) -> Card:
    return card_files.read_card(document)


def write_card(card: Card) -> dict[str, Any]:
    return card_files.write_card(card)


def card_lines(card: Card) -> Sequence[str]:
    return lines.card_lines(card)


def chart_templates() -> Mapping[str, ChartTemplate]:
    return {f"{name}.toml": ChartTemplate(purpose, chart_text(name)) for name, purpose in PURPOSES.items()}


def charts(folder: Path | None) -> Charts:
    return load_charts(folder)


def setup(edition: Any, cards: Mapping[str, Card], charts: Any = None, park: str = "") -> GameSetup:
    """Return a game's setup, in the neutral ballpark by default.

    Raises:
        SystemFileError: There is no such ballpark.
    """
    chart_set: Charts = charts or load_charts()
    name = park or NEUTRAL
    if name not in chart_set.parks:
        raise SystemFileError([f"unknown ballpark {name!r}; choose from {', '.join(chart_set.parks)}"])
    return GameSetup(edition, cards, chart_set.parks[name], chart_set)


def tracker(setup: GameSetup, start: State) -> Tracker:
    return new_tracker(setup, start)


def next_play(game_input: GameInput, setup: GameSetup, state: State, tracker: Tracker) -> Resolved:
    return resolve_next_play(game_input, setup, state, tracker)


def lineup_ruling(setup: GameSetup, side: Side) -> Ruling:
    return changes.lineup_ruling(setup, side)


def change_ruling(
    game: InsidePitchGame,
    profile: Profile | None,
    team: int,
    enters: str,
    leaves: str,
    reason: Reason,
    moves: Mapping[str, str] | None = None,
) -> Ruling:
    return changes.change_ruling(game, profile, team, enters, leaves, reason)


def move_ruling(game: InsidePitchGame, team: int, positions: Mapping[str, str], *, tournament: bool = True) -> Ruling:
    return changes.move_ruling(game, team, positions)


def timing_ruling(game: InsidePitchGame) -> Ruling:
    return changes.timing_ruling(game)


def retraction_ruling(game: InsidePitchGame, side: str) -> Ruling:
    return changes.timing_ruling(game)


def must_settle(game: InsidePitchGame) -> Unsettled | None:
    return changes.must_settle(game)


def pilot(game: InsidePitchGame, profile: Profile | None = None) -> Pilot:
    return Pilot(game, profile)


def charts_in_use(setup: GameSetup) -> Mapping[str, ChartDisplay]:
    return display_charts(setup.charts)


def usual_reliever(game: InsidePitchGame, team: int) -> str:
    left = changes.pitchers_left(game, team)
    return reliever(game.setup, left) if left else ""


def rules_summary(edition_key: str) -> Mapping[str, str]:
    """IP13: Explain that injuries last days, with one day per team game."""
    return {
        "IP13": (
            "A player injured for a number of days misses that many team games. A player injured in "
            "a game leaves that game."
        )
    }


def make_cards(season: LeagueSeason, edition: Any) -> MadeCards:
    """Make cards with the program's charts, in the neutral ballpark."""
    chart_set = load_charts()
    return make.make_cards(season, chart_set, chart_set.parks[NEUTRAL])


def positions_rule(profile: Profile | None) -> str:
    """IP3: Return the rule that requires a position on a player's card."""
    return "IP3"


def appearance_odds(game: InsidePitchGame, batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
    """Return the exact odds for a plate appearance, with at most twenty fouls in a row.

    Occupied bases without a runner get the previous batters in the order.
    """
    state = _with_runners(game.state, batter, occupied, outs)
    situation = situation_before_play(game.setup, state, tired=game.tracker.tired(game.state))
    situation = replace(situation, depths=default_depths(game.setup.charts, occupied, outs, -state.lead))
    return plate_appearance_chances(game.setup, without_state(situation), Pilot(game).choose)


def _with_runners(state: State, batter: str, occupied: int, outs: int) -> State:
    side = state.batting
    place = side.order.index(batter) if batter in side.order else side.up
    order = (*side.order[:place], batter, *side.order[place + 1 :])
    sides = list(state.sides)
    sides[state.bottom] = side._replace(order=order, up=place)
    runners = [
        (state.bases[base] or Runner(order[(place - base - 1) % 9], state.fielding.pitcher))
        if occupied >> base & 1
        else None
        for base in range(3)
    ]
    bases = (runners[0], runners[1], runners[2])
    return state._replace(sides=(sides[0], sides[1]), bases=bases, outs=outs)


def steal_odds(game: InsidePitchGame) -> Mapping[int, Mapping[Play, Fraction]]:
    """Return the odds for each one-base steal that the runners may try."""
    situation = situation_before_play(game.setup, game.state, tired=False)
    occupied, stealing_runners = situation.occupied, thieves(situation)
    legal = (base for base in (1, 2, 3) if may_steal(occupied, stealing_runners, f"steal_{base}"))
    return {base: steal_chances(game.setup, situation, base) for base in legal}


def card_read(setup: GameSetup, play: PlayMade) -> str:
    """IP1-a: Return nothing, because the pitcher's card can be rolled several times for one result."""
    return ""


def option_note(game: InsidePitchGame, question: str, key: str, record: Record, names: Names) -> str:
    return notes.option_note(game.setup, game.state, game.tracker, question, key, names)


def dice_note(game: InsidePitchGame, record: Record, names: Names) -> str:
    return notes.dice_note(game.setup, game.state, record, names)


def pitcher_note(game: InsidePitchGame) -> str:
    return notes.pitcher_note(game)


def play_note(before: State, event: PlayMade, names: Names) -> str:
    return notes.play_note(before, event, names)


def carried(before: Mapping[str, Any] | None, game: InsidePitchGame, team: int) -> Mapping[str, Any]:
    """Return the team's carryover to its next game as JSON values. `before` is its carryover into this game."""
    return read_carryover(before).after(game.log, team).written


def after_sheet(
    before: Mapping[str, Any] | None, pitched: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]
) -> Mapping[str, Any]:
    """Return the carryover after a game for which there is only a pitching sheet, with days by injured player."""
    return read_carryover(before).after_day(injuries).written


def has_hitter(edition_key: str) -> bool:
    """IP3: Return False, because the pitcher bats by default. Both are allowed."""
    return False


def injury_unit(edition_key: str) -> str:
    return "days"


def absent(edition: Edition, carryover: Mapping[str, Any], names: Names) -> Mapping[str, Ruling]:
    """IP13: Return the ruling for each injured player."""
    return read_carryover(carryover).absent()


def bring(
    setup: GameSetup, away: Mapping[str, Any] | None, home: Mapping[str, Any] | None, profile: Profile | None = None
) -> None:
    """Apply both teams' carryover, which is the players still injured."""
    apply_carryover(setup, read_carryover(away), read_carryover(home))
