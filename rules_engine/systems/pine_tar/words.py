"""What a person reads of a play beside the shared words: where dice point, ratings beside options, the count."""

from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.state import State
from rules_engine.systems.pine_tar.ball import bunts
from rules_engine.systems.pine_tar.ball.batter_roll import Reading, read_roll
from rules_engine.systems.pine_tar.ball.dice import BATTER
from rules_engine.systems.pine_tar.ball.hits import INFIELD_HIT
from rules_engine.systems.pine_tar.cards.cards import column_name
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.play.mound import PineTarGame
from rules_engine.systems.pine_tar.running.hit_and_run import who_goes
from rules_engine.systems.pine_tar.running.stealing import chance_from, steal_is_allowed
from rules_engine.systems.pine_tar.scorebook.moment import Moment
from rules_engine.systems.pine_tar.scorebook.tracker import BALL_1, BALL_2, GOING, HIT_AND_RUN, STEALS

_COUNTS = {BALL_1: "has ball 1", BALL_2: "has two balls"}


def dice_note(game: PineTarGame, given: Record, names: Names) -> str:
    """PTM1, PTG4: what stands where the batter roll points, and what it comes to: "15 vs RHP: 1B, grade C: 2B"."""
    if len(given) < 2 or given[-1][0] != BATTER.white or given[-2][0] not in (BATTER.red, BATTER.blue):
        return ""
    thrown = dict(given)
    tens = thrown[BATTER.blue] if thrown.get(BATTER.green, 1) in (2, 4, 6) else thrown[BATTER.red]
    moment = Moment(game.book, game.state, game.tracker)
    if HIT_AND_RUN in thrown.values():
        moment.going = who_goes(moment)
    return _reading_text(moment, read_roll(moment, 10 * int(tens) + int(thrown[BATTER.white])))


def _reading_text(moment: Moment, reading: Reading) -> str:
    column = f", {column_name(moment.batter, moment.mound.throws)}" if moment.batter.split else ""
    place = f"{reading.roll}" if reading.looked_up == reading.roll else f"{reading.roll} read as {reading.looked_up}"
    text = f"{place}{column}: {reading.printed}"
    if reading.outcome != reading.printed:
        text += f", grade {moment.grade}: {reading.outcome}" if reading.modified else f", his rating: {reading.outcome}"
    if reading.outcome.kind in HITS:
        text += f", to {moment.book.charts.hit_location[reading.roll].upper()}"
    return text


def option_note(game: PineTarGame, question: str, key: str, given: Record, names: Names) -> str:
    """The rating that an option at "play" rests on."""
    if question != "play":
        return ""
    moment = Moment(game.book, game.state, game.tracker)
    if (base := STEALS.get(key)) is not None and (runner := game.state.bases[base - 1]) is not None:
        card, cost = game.book.cards[runner.player], steal_is_allowed(moment, base)
        chance = chance_from(moment, base)
        return f"{names.get(runner.player, runner.player)}, SBO {card.opportunity}: safe 0-{chance}. {cost.reason}"
    if key in (bunts.SACRIFICE, bunts.SQUEEZE):
        chance = bunts.bunt_chance(moment, squeeze=key == bunts.SQUEEZE)
        return f"{names.get(game.state.batting.batter, moment.batter.name)}: below {chance}"
    return ""


def play_note(before: State, event: PlayMade, names: Names) -> str:
    """How the sentence opens where nobody moved but the count, on an infield hit, and where runners went."""
    play = event.play
    batter = names.get(event.batter, event.batter)
    if play.code in _COUNTS:
        return f"{batter} {_COUNTS[play.code]}"
    if play.code == GOING:
        return f"{batter} strikes out; the runner goes"
    return f"{batter} has an infield hit" if play.code == INFIELD_HIT else ""
