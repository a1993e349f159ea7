"""Notes for dice and options: the relevant ratings and the cell rolled."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.mound import relief_note
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.state import State
from rules_engine.systems.inside_pitch.bunts import bunt_rating
from rules_engine.systems.inside_pitch.cells import cell_key
from rules_engine.systems.inside_pitch.changes import InsidePitchGame
from rules_engine.systems.inside_pitch.fatigue import is_tired, should_be_pulled
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.matchup import PLUS_BONUS, Matchup
from rules_engine.systems.inside_pitch.next_play import call_of
from rules_engine.systems.inside_pitch.situation import situation_before_play
from rules_engine.systems.inside_pitch.stealing import steal_number
from rules_engine.systems.inside_pitch.strategy import BUNT, HIT_AND_RUN, NONE, PICKOFF
from rules_engine.systems.inside_pitch.tracker import STRATEGY_DIE, InsidePitchAppearance, Tracker

CLOSE_TO_PULL: Final = 2  # how close runs, hits and walks must be to the pull rating for the count to be shown
_CARD_BY_RED_DIE: Final[Mapping[str, str]] = {"red": "pitcher", "card_red": "batter", "park_red": "ballpark"}
_RED_BY_WHITE_DIE: Final = {"white": "red", "card_white": "card_red", "park_white": "park_red"}
_CALL_SENTENCES: Final = {HIT_AND_RUN: "hit and run", BUNT: "bunt", PICKOFF: "pickoff", NONE: "no play is called"}
_EVENT_SENTENCES: Final[Mapping[str, str]] = {
    "foul": "fouls the pitch off",
    "pickoff_error": "The pitcher throws the ball away at a base",
    "throw_over": "The pitcher throws over, and the runner is safe",
}


def option_note(setup: GameSetup, state: State, tracker: Tracker, question: str, key: str, names: Names) -> str:
    """Return the ratings of the players affected by an option, or ""."""
    situation = situation_before_play(setup, state, tired=tracker.tired(state))
    if question == "play" and key.startswith("steal_"):
        bases = [int(base) for base in key.partition("_")[2]]
        runners = {base: runner.player for base in bases if (runner := state.bases[base - 1])}
        return ", ".join(
            f"{names.get(player, player)}: {_safe_range(steal_number(setup, situation, base))}"
            for base, player in runners.items()
        )
    if question == "play" and key in ("bunt", "bunt_hit", "squeeze"):
        return f"BNT {bunt_rating(situation.batter.bnt, '', '')}"
    if question == "play" and key == "hit_and_run" and situation.runners[0] is not None:
        number = steal_number(setup, situation, 1) + setup.charts.hit_and_run["steal"]
        return f"if he strikes out, the runner {_safe_range(number)}"
    if question == "third" and key == "go":
        return f"BR {situation.br(3)}, before the adjustment for the fielder's depth"
    return ""


def _safe_range(number: int) -> str:
    """IP11.1.2-a: Return the safe numbers. 20 is never safe."""
    return f"safe 1-{min(number, 19)}" if number > 0 else "never safe"


def dice_note(setup: GameSetup, state: State, record: Record, names: Names) -> str:
    """Return the cell or strategy call for the last dice, such as "35 Pedro: K+, on 1-19"."""
    die, white = record[-1] if record else ("", 0)
    if die == STRATEGY_DIE and isinstance(white, int):
        return f"{white}: {_strategy_note(setup, state, white, names)}"
    if die not in _RED_BY_WHITE_DIE:
        return ""
    red = next((value for name, value in reversed(record) if name == _RED_BY_WHITE_DIE[die]), None)
    if not isinstance(red, int) or not isinstance(white, int):
        return ""
    pitcher, batter = state.fielding.pitcher, state.batting.batter
    matchup, index = setup.matchup(pitcher, batter), 6 * red + white - 7
    card = _CARD_BY_RED_DIE[_RED_BY_WHITE_DIE[die]]
    if card == "pitcher":
        code = matchup.pitcher_cells[index]
        return f"{cell_key(red, white)} {names.get(pitcher, pitcher)}: {code or 'blank'}{_check_note(code, matchup)}"
    if card == "batter":
        return f"{cell_key(red, white)} {names.get(batter, batter)}: {matchup.batter_cells[index].code}"
    return f"{cell_key(red, white)} {setup.park.name}: {matchup.park_cells[index].code or 'rare play'}"


def _strategy_note(setup: GameSetup, state: State, roll: int, names: Names) -> str:
    """IP11-b: Return the strategy call in words."""
    call = call_of(setup, situation_before_play(setup, state, tired=False), state, roll)
    stealing = (runner.player for base in call.stealing if (runner := state.bases[base - 1]))
    return ", ".join(f"{names.get(player, player)} steals" for player in stealing) or _CALL_SENTENCES[call.action]


def _check_note(code: str, matchup: Matchup) -> str:
    """Return the d20 numbers that confirm the cell, or ""."""
    ratings = {"K": matchup.k, "W": matchup.w, "HR": matchup.hr, "HBP": matchup.hbp}
    kind = code.removesuffix("+")
    if kind not in ratings:
        return ""
    rating = min(ratings[kind] + (PLUS_BONUS if code != kind else 0), 20)
    return f", on 1-{rating}" if rating > 0 else ", on no number"


def pitcher_note(game: InsidePitchGame) -> str:
    """IP12.1, IP12.2, T10.2: Return whether the pitcher is tired, should be removed, or is close to it."""
    outing = game.tracker.outing(game.state)
    facts = [_tired_note(outing), _pull_note(outing) if game.setup.edition.pull else ""]
    facts.append(relief_note(game, started=outing.started, outs=outing.outs))
    return "; ".join(fact for fact in facts if fact)


def _tired_note(outing: InsidePitchAppearance) -> str:
    if is_tired(outing.work, outing.batters):
        return "tired (IP12.1)"
    return "tires after this batter (IP12.1)" if is_tired(outing.work, outing.batters + 1) else ""


def _pull_note(outing: InsidePitchAppearance) -> str:
    counts = (outing.runs, outing.hits, outing.walks)
    total, pull = sum(counts), outing.work.pull
    if should_be_pulled(outing.work, *counts):
        return f"should be removed: {total} runs, hits and walks exceed his pull rating of {pull} (IP12.2)"
    return f"{total} runs, hits and walks of {pull} (IP12.2)" if total >= pull - CLOSE_TO_PULL else ""


def play_note(before: State, event: PlayMade, names: Names) -> str:
    """Return a sentence for events that the play-by-play doesn't describe."""
    sentence = _EVENT_SENTENCES.get(event.play.code, "") if event.play.kind == "no_play" else ""
    batter = before.batting.batter
    return f"{names.get(batter, batter)} {sentence}" if sentence and sentence[0].islower() else sentence
