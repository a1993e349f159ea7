"""Pine Tar Baseball's implementation of the game system protocol."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.changes import hitter_ruling as hitter_ruling
from rules_engine.baseball.changes import switch_ruling as switch_ruling
from rules_engine.baseball.chart_display import ChartDisplay
from rules_engine.baseball.events import Event, PlayMade, Record
from rules_engine.baseball.game_input import Chooser, GameInput
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.state import Side, State
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
    PlayOdds,
    Reason,
    SystemFileError,
    Unsettled,
)
from rules_engine.innings import format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from rules_engine.systems.pine_tar import words
from rules_engine.systems.pine_tar.cards import card_files
from rules_engine.systems.pine_tar.cards.card_face import card_face as card_face
from rules_engine.systems.pine_tar.cards.card_lines import card_lines as lines_of_card
from rules_engine.systems.pine_tar.cards.card_sheets import SHEETS
from rules_engine.systems.pine_tar.cards.cards import Card
from rules_engine.systems.pine_tar.cards.columns import CardError
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.charts.reading import FOLDER, PURPOSES, display_charts, house_charts, load_own_charts
from rules_engine.systems.pine_tar.charts.rows import ChartError
from rules_engine.systems.pine_tar.editions import edition as edition_files
from rules_engine.systems.pine_tar.editions.edition import Edition, EditionError
from rules_engine.systems.pine_tar.editions.edition import optional_rules as optional_rules
from rules_engine.systems.pine_tar.making import make
from rules_engine.systems.pine_tar.matchup_cards import matchup_cards as matchup_cards
from rules_engine.systems.pine_tar.pilot import odds
from rules_engine.systems.pine_tar.pilot.autopilot import Autopilot
from rules_engine.systems.pine_tar.pitchers.injuries import check_injuries_after_game
from rules_engine.systems.pine_tar.pitchers.use_limits import LONG_RELIEF_OUTS, MAX_GAMES_IN_A_ROW
from rules_engine.systems.pine_tar.play import changes
from rules_engine.systems.pine_tar.play.mound import PineTarGame
from rules_engine.systems.pine_tar.play.next_play import announcements as announcements
from rules_engine.systems.pine_tar.play.next_play import next_play as resolve_next_play
from rules_engine.systems.pine_tar.scorebook.carryover import Carryover, apply_carryover, read_carryover
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup
from rules_engine.systems.pine_tar.scorebook.tracker import Tracker

key: Final = "pine_tar"
title: Final = "Pine Tar Baseball"
_ROLLS: Final = {
    "": "",
    "balk_": " for the balk",
    "tag_": " for tagging up",
    "bunt_": " for the bunt",
    "steal_": " for the steal",
    "error_": " for the error",
    "defence_": " for the fielder",
    "grounder_": " for the grounder",
    "plate_": " for the play at the plate",
    "hurt_": " for the injury",
}
rolled_together: Final = frozenset(
    together
    for purpose in _ROLLS
    for together in (f"{purpose}white", f"{purpose}blue", (f"{purpose}green", f"{purpose}red"))  # PTAR1: green first
)
_COLORS: Final = {"red": "red d10", "white": "white d10", "blue": "blue d10", "green": "green d6"}
roll_titles: Final[Mapping[str, str]] = {
    "hurt_slot": "d10 for the injured player",
    "hurt_length": "d10 for the length of the injury",
    **{f"{key}{color}": f"{die}{words}" for key, words in _ROLLS.items() for color, die in _COLORS.items()},
}
rule_prefix: Final = "PT"
numbers: Final = changes.NUMBERS
dice: Final = (DieKind("red d10", 10, 0), DieKind("white d10", 10, 0), DieKind("blue d10", 10, 0), DieKind("d6", 6))
editions: Final = edition_files.editions()
card_sheets: Final = SHEETS
charts_folder: Final = key
_NO_PARKS: Final = "Pine Tar Baseball has no ballparks"
positions_bind: Final = False  # PTA7
set_aside: Final[Mapping[str, str]] = {
    "draft.ballparks": _NO_PARKS,
    "draft.first_park_may_be_designed": _NO_PARKS,
    **totals_not_on_cards(title),
    "cards.starters_on_team": (
        "a card set for an old season may have too few starters, because two are enough for a staff"
    ),
    "pitching.starter_stays_outs": "a starter's card shows how long he pitches (PTP1)",
}


def edition(key: str) -> Edition:
    try:
        return edition_files.load_edition(key)
    except EditionError as error:
        raise SystemFileError([str(error)]) from None


def read_card(document: Mapping[str, Any]) -> Card:
    try:
        return card_files.read_card(document)
    except CardError as error:
        raise SystemFileError([str(error)]) from None


def write_card(card: Card) -> dict[str, Any]:
    return card_files.write_card(card)


def card_lines(card: Card) -> Sequence[str]:
    return lines_of_card(card)


def chart_templates() -> Mapping[str, ChartTemplate]:
    return {
        f"{name}.toml": ChartTemplate(purpose, (FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
        for name, purpose in PURPOSES.items()
    }


def charts(folder: Path | None) -> Charts:
    try:
        return house_charts() if folder is None else load_own_charts(folder)
    except ChartError as error:
        raise SystemFileError([str(error)]) from None


def setup(edition: Any, cards: Mapping[str, Card], charts: Any = None, park: str = "") -> GameSetup:
    if park:
        raise SystemFileError([f"{park}: Pine Tar Baseball has no ballparks"])
    return GameSetup(edition, cards, charts or house_charts())


def tracker(setup: GameSetup, start: State) -> Tracker:
    away, home = start.sides
    new_tracker = Tracker(setup, (away.pitcher, home.pitcher))
    new_tracker.take_up(start)
    return new_tracker


def next_play(game_input: GameInput, setup: GameSetup, state: State, tracker: Tracker) -> Resolved:
    return resolve_next_play(game_input, setup, state, tracker)


def lineup_ruling(setup: GameSetup, side: Side) -> Ruling:
    return changes.lineup_ruling(setup, side)


def change_ruling(
    game: PineTarGame,
    profile: Profile | None,
    team: int,
    enters: str,
    leaves: str,
    reason: Reason,
    moves: Mapping[str, str] | None = None,
) -> Ruling:
    return changes.change_ruling(game, profile, team, enters, leaves, reason)


def move_ruling(game: PineTarGame, team: int, positions: Mapping[str, str], *, tournament: bool = True) -> Ruling:
    return changes.move_ruling(game, team, positions)


def timing_ruling(game: PineTarGame) -> Ruling:
    return changes.timing_ruling(game)


def retraction_ruling(game: PineTarGame, side: str) -> Ruling:
    return changes.timing_ruling(game)


def must_settle(game: PineTarGame) -> Unsettled | None:
    return changes.must_settle(game)


def pilot(game: PineTarGame, profile: Profile | None = None) -> Autopilot:
    return Autopilot(game)


def charts_in_use(setup: GameSetup) -> Mapping[str, ChartDisplay]:
    return display_charts(setup.charts)


def usual_reliever(game: PineTarGame, team: int) -> str:
    return Autopilot(game).reliever(team) or ""


def appearance_odds(game: PineTarGame, batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
    return odds.appearance_odds(game, batter, occupied, outs)


def steal_odds(game: PineTarGame) -> Mapping[int, Mapping[Play, Fraction]]:
    return odds.steal_odds(game)


def option_odds(game: PineTarGame, record: Record, choose: Chooser) -> PlayOdds:
    return odds.option_odds(game, record, choose)


def card_read(setup: GameSetup, play: PlayMade) -> str:
    return odds.card_read(setup, play)


def card_chances(setup: GameSetup, batter: str, pitcher: str) -> Mapping[str, float]:
    return odds.card_chances(setup, batter, pitcher)


def option_note(game: PineTarGame, question: str, key: str, record: Record, names: Names) -> str:
    return words.option_note(game, question, key, record, names)


def dice_note(game: PineTarGame, record: Record, names: Names) -> str:
    return words.dice_note(game, record, names)


def pitcher_note(game: PineTarGame) -> str:
    return words.pitcher_note(game)


def play_note(before: State, event: PlayMade, names: Names) -> str:
    return words.play_note(before, event, names)


def positions_rule(profile: Profile | None) -> str:
    """PTA7: Return no rule, because managers can put players at any position."""
    return ""


def after_game(game_input: GameInput, game: PineTarGame) -> Sequence[Event]:
    return check_injuries_after_game(game_input, game.setup, game.log) if game.setup.edition.options.injuries else ()


def carried(before: Mapping[str, Any] | None, game: PineTarGame, team: int) -> Mapping[str, Any]:
    """Return the team's carryover after the game as JSON values. `before` is from earlier games."""
    carryover = Carryover() if before is None else read_carryover(before)
    return carryover.after(game.log, game.tracker, team).as_json


def after_sheet(
    before: Mapping[str, Any] | None, pitched: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]
) -> Mapping[str, Any]:
    """Return a team's carryover after a game for which there is only a pitching sheet."""
    carryover = Carryover() if before is None else read_carryover(before)
    return carryover.after_sheet(pitched, injuries).as_json


def has_hitter(edition_key: str) -> bool:
    """PTA7: Return False, because the pitcher bats by default."""
    return False


def injury_unit(edition_key: str) -> str:
    """PTIN1: Return the unit of injury lengths, or "" if injuries are off."""
    return "games" if edition(edition_key).options.injuries else ""


def absent(edition: Edition, written: Mapping[str, Any], names: Names) -> Mapping[str, Ruling]:
    """PTIN1, PTSU1: Return the rulings against injured players and resting relievers."""
    carryover = read_carryover(written)
    return carryover.absent(edition.options, {*carryover.return_games, *carryover.last_appearances})


def bring(
    setup: GameSetup, away: Mapping[str, Any] | None, home: Mapping[str, Any] | None, profile: Profile | None = None
) -> None:
    """Apply both teams' carryover to their game's setup."""
    carryovers = [Carryover() if written is None else read_carryover(written) for written in (away, home)]
    apply_carryover(setup, (carryovers[0], carryovers[1]))


def next_series(before: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a team's carryover into its next series."""
    return read_carryover(before).for_next_series().as_json


def rules_summary(edition_key: str) -> Mapping[str, str]:
    """PTIN1, PTIN2, PTSU1: Summarize the carryover rules in use."""
    options, sentences = edition(edition_key).options, dict[str, str]()
    if options.injuries:
        sentences["PTIN1"] = "After an injury, a player misses as many team games as the die shows."
        sentences["PTIN2"] = "A team has at most one injured pitcher and one injured position player at a time."
    if options.season_use_limits:
        sentences["PTSU1"] = (
            f"A reliever who pitched {format_innings(LONG_RELIEF_OUTS)} innings or more, or in "
            f"{MAX_GAMES_IN_A_ROW} straight games, sits out the next game."
        )
    return sentences or {"PTA7": "Nothing carries over: everyone is available for the next game."}


def make_cards(season: LeagueSeason, edition: Any) -> MadeCards:
    return make.make_cards(season, edition)
