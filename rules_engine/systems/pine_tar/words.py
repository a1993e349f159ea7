"""Notes on dice, options and plays for the play-by-play."""

from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.mound import relief_note
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.state import State
from rules_engine.systems.pine_tar.ball import bunts
from rules_engine.systems.pine_tar.ball.batter_roll import RollReading, read_roll
from rules_engine.systems.pine_tar.ball.dice import BATTER
from rules_engine.systems.pine_tar.ball.hits import INFIELD_HIT
from rules_engine.systems.pine_tar.cards.cards import column_name
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.play.mound import PineTarGame, may_stay_ruling
from rules_engine.systems.pine_tar.running.hit_and_run import moving_bases
from rules_engine.systems.pine_tar.running.stealing import steal_chance_from, steal_from_ruling
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.scorebook.tracker import BALL_1, BALL_2, HIT_AND_RUN, HIT_AND_RUN_STRIKEOUT, STEALS

_COUNT_TEXTS = {BALL_1: "has ball 1", BALL_2: "has two balls"}


def dice_note(game: PineTarGame, record: Record, names: Names) -> str:
    """PTM1, PTG4: Describe a batter roll, such as "15, vs RHP: 1B, grade C: 2B"."""
    reading = last_batter_roll(game, record)
    return _reading_text(PlaySituation(game.setup, game.state, game.tracker), reading) if reading else ""


def last_batter_roll(game: PineTarGame, record: Record) -> RollReading | None:
    """Return the reading of a batter roll whose last die ends the record, or None."""
    if len(record) < 2 or record[-1][0] != BATTER.white or record[-2][0] not in (BATTER.red, BATTER.blue):
        return None
    dice = dict(record)
    tens = dice[BATTER.blue] if dice.get(BATTER.green, 1) in (2, 4, 6) else dice[BATTER.red]
    situation = PlaySituation(game.setup, game.state, game.tracker)
    if HIT_AND_RUN in dice.values():
        situation.going = moving_bases(situation)
    return read_roll(situation, 10 * int(tens) + int(dice[BATTER.white]))


def _reading_text(situation: PlaySituation, reading: RollReading) -> str:
    column_text = f", {column_name(situation.batter, situation.mound.throws)}" if situation.batter.split else ""
    roll_text = f"{reading.roll}" if reading.cell == reading.roll else f"{reading.roll} read as {reading.cell}"
    note = f"{roll_text}{column_text}: {reading.printed}"
    if reading.outcome != reading.printed:
        note += (
            f", grade {situation.grade}: {reading.outcome}" if reading.modified else f", his rating: {reading.outcome}"
        )
    if reading.outcome.kind in HITS:
        note += f", to {situation.setup.charts.hit_location[reading.roll].upper()}"
    return note


def option_note(game: PineTarGame, question: str, key: str, record: Record, names: Names) -> str:
    """Return the rating behind an option in the "play" question."""
    if question != "play":
        return ""
    situation = PlaySituation(game.setup, game.state, game.tracker)
    if (base := STEALS.get(key)) is not None and (runner := game.state.bases[base - 1]) is not None:
        card, cost = game.setup.cards[runner.player], steal_from_ruling(situation, base)
        chance = steal_chance_from(situation, base)
        return (
            f"{names.get(runner.player, runner.player)}, SBO {card.steal_opportunity}: safe 0-{chance}. {cost.reason}"
        )
    if key in (bunts.SACRIFICE, bunts.SQUEEZE):
        chance = bunts.bunt_chance(situation, squeeze=key == bunts.SQUEEZE)
        return f"{names.get(game.state.batting.batter, situation.batter.name)}: below {chance}"
    return ""


def pitcher_note(game: PineTarGame) -> str:
    """PTP1, PTP2, PTMI1, T10.2: Return the rule under which the pitcher exceeds his innings, and when he must leave."""
    appearance = game.tracker.appearance(game.state)
    if appearance.outs < appearance.limit:
        return relief_note(game, started=appearance.started, outs=appearance.outs)
    ruling = may_stay_ruling(game, game.state)
    return f"tired: {ruling.reason.rstrip('.')} ({ruling.rule})"


def play_note(before: State, event: PlayMade, names: Names) -> str:
    """Return the opening of a sentence for count changes, infield hits and hit-and-runs."""
    play = event.play
    batter = names.get(event.batter, event.batter)
    if play.code in _COUNT_TEXTS:
        return f"{batter} {_COUNT_TEXTS[play.code]}"
    if play.code == HIT_AND_RUN_STRIKEOUT:
        return f"{batter} strikes out; the runner goes"
    return f"{batter} has an infield hit" if play.code == INFIELD_HIT else ""
