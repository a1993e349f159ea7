"""Notes on options, dice and plays: ratings, card lines, failed leads and missed pitches."""

from typing import Final, cast

from rules_engine.baseball.bases import SECOND
from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.mound import relief_note
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.roll_notes import numbers_text
from rules_engine.baseball.state import State, runner_from
from rules_engine.systems.strat_o_matic.baserunning.leads import (
    Lead,
    StealAttempt,
    chance_by_grade,
    has_automatic_lead,
    read_lead,
    steal_options,
)
from rules_engine.systems.strat_o_matic.baserunning.stealing import rated_chance
from rules_engine.systems.strat_o_matic.batting.bunting import ONE_AND_TWO, bunt_rating
from rules_engine.systems.strat_o_matic.batting.hit_and_run import hit_and_run_rating
from rules_engine.systems.strat_o_matic.cards.dice import CardLine, card_line
from rules_engine.systems.strat_o_matic.cards.notation import write_line
from rules_engine.systems.strat_o_matic.charts.strategy_charts import UNRATED
from rules_engine.systems.strat_o_matic.game_state.steal_calls import steal_attempt
from rules_engine.systems.strat_o_matic.game_state.tracker import LEAD_TRIED
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.pitching.fatigue_notes import endurance_notes
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.swinging import card_line_at
from rules_engine.systems.strat_o_matic.situation import Infield
from rules_engine.systems.strat_o_matic.x_chance_words import x_chance_note

ANOTHER_THROW = 2  # 29.1: on a d20 of 1 or 2 the pitch may get away
_NOBODY_MOVED = {
    ONE_AND_TWO: "fouls the bunt off",
    "foul": "fouls the pitch off",
    "batter_misses_pitch": "misses the pitch",
}
_LEADS: Final[dict[Lead, str]] = {"good": "good lead", "failed": "no lead", "out_stealing": "automatically out"}
_STEALS = {"steal_1": 1, "steal_2": 2, "steal_3": 3}
_PITCH_MISSED = ("hit_and_run", "sacrifice", "squeeze")  # If the runners then steal, the batter missed the pitch.


def play_note(before: State, event: PlayMade, names: Names) -> str:
    """Return a note on a failed lead (23.3D), a foul or a missed pitch, or "" for any other play."""
    play, announced = event.play, str(dict(event.record).get("play", ""))
    batter = names.get(before.batting.batter, before.batting.batter)
    if play.kind == "no_play" and play.code in _NOBODY_MOVED:
        return f"{batter} {_NOBODY_MOVED[play.code]}"
    if play.kind == "no_play" and play.rule == LEAD_TRIED and announced in _STEALS:
        runner = runner_from(before, _STEALS[announced]).player
        return f"{names.get(runner, runner)} does not get his lead"
    if play.kind in ("stolen_base", "caught_stealing") and announced in _PITCH_MISSED:
        return f"{batter} misses the pitch"
    return ""


def pitcher_note(game: StratGame) -> str:
    """27.2, 27.3, T10.2: return a note on the pitcher's fatigue and on when he must leave."""
    state, tracker = game.state, game.tracker
    appearance, rules = tracker.appearance(state), game.setup.edition.endurance
    leaves = relief_note(game, started=appearance.started, outs=appearance.outs)
    if tracker.tired(state):
        notes = [f"tired ({_tired_by(game, appearance)}); dots on his card are hits"]
    else:
        notes = list(endurance_notes(rules, appearance, state.inning))
    return "; ".join([*notes, *([leaves] if leaves else [])])


def _tired_by(game: StratGame, appearance: StratAppearance) -> str:
    """Return the rule that makes the pitcher tired for this batter."""
    if appearance.tired_by or not appearance.started:
        return appearance.tired_by or "28.36"
    return "T25.2" if game.state.fielding.pitcher in game.tracker.injured else "27.54"


def dice_note(game: StratGame, record: Record, names: Names) -> str:
    """1.0: return a note on the dice, such as the line of the three dice, so that typing errors show at once.

    29.1D: there is a note on a d20 that voids the three dice, and there are notes on leads and X-chances. Bunts and hit
    and runs use the dice differently.
    """
    if any(value == "hit_and_run" for _, value in record):
        return ""
    match record[-3:]:
        case (("white", int(white)), ("colored_1", int(first)), ("colored_2", int(second))):
            return card_line_text(game, card_line(white, first + second), names)
        case (*_, ("lead_1", int(first)), ("lead_2", int(second))):
            return _lead_note(game, record, first + second)
    name, value = record[-1]
    void = name == "pitch" and isinstance(value, int) and value <= ANOTHER_THROW
    if void and any(name in ("white", "colored_1") for name, _ in record):
        return f"The d20 shows {value}: the dice rolled with it are void (29.1D)."
    return x_chance_note(game, record, names)


def _lead_note(game: StratGame, record: Record, total: int) -> str:
    """23.3C: return the result of a lead roll with its totals, such as "on 4-9: good lead"."""
    base = _STEALS.get(str(dict(record).get("play", "")))
    rating = _attempt(game, base, 0).stealer.rating if base else None
    if rating is None:
        return ""
    leads = {number: _LEADS[read_lead(rating, number)] for number in range(2, 13)}
    return f"on {numbers_text(leads, leads[total])}: {leads[total]}"


def card_line_text(game: StratGame, dice: CardLine, names: Names) -> str:
    """1.0, 11.1: return the dice's card line, such as "5-9 Greg Maddux, to right-handers: gb(ss)A"."""
    batter, pitcher, setup = game.state.batting.batter, game.state.fielding.pitcher, game.setup
    at_bat = setup.at_bat(batter, pitcher)
    line = write_line(card_line_at(setup, at_bat, at_bat.pitcher_card, dice))
    owner = batter if dice.card == "batter" else pitcher
    side = ""
    if setup.edition.cards.sides:
        hand = at_bat.pitcher_card.throws if dice.card == "batter" else at_bat.batting_side
        side = f", {'against' if dice.card == 'batter' else 'to'} {'left' if hand == 'L' else 'right'}-handers"
    return f"{dice.label} {names.get(owner, owner)}{side}: {line}"


def option_note(game: StratGame, question: str, key: str, record: Record, names: Names) -> str:
    """Return the note beside an option, or "" if there is none.

    At "play" it shows the batter's or lead runner's chances, and at "hold" the held runner's.
    """
    if question == "play" and key.startswith("steal_"):
        base = int(key[-1])
        holds_on_record = [str(value) for name, value in record if name == "hold"]
        current_holds = game.tracker.hold_bases(game.state, holds_on_record[-1] if holds_on_record else "none")
        attempt = _attempt(game, base, current_holds, infield_in=("infield", "in") in record)
        return f"{_runner_name(game, base, attempt, names)}: safe {_chances(game, attempt)}"
    if question == "hold" and key in ("1", "2", "3"):
        base = int(key)
        with_hold, free = (_attempt(game, base, bases) for bases in (1 << base - 1, 0))
        runner = _runner_name(game, base, with_hold, names)
        return f"{runner}: safe held {_chances(game, with_hold)}; not held {_chances(game, free)}"
    if question == "play" and key in ("sacrifice", "squeeze", "hit_and_run"):
        return _chart_note(game, key, record, names)
    return ""


def _chart_note(game: StratGame, key: str, record: Record, names: Names) -> str:
    """18.3, 18.31, 19.3: return the batter's rating, and the chart column for it against this defense."""
    state, setup, decisions = game.state, game.setup, dict(record)
    batter = state.batting.batter
    at_bat, rules = setup.at_bat(batter, state.fielding.pitcher), setup.edition.strategy
    infield = cast(Infield, decisions.get("infield", "back"))
    if key == "hit_and_run":
        rating, columns = at_bat.hit_and_run, setup.strategy_chart.hit_and_run
        hold = game.tracker.hold_bases(state, str(decisions.get("hold", "none"))) != 0
        column = hit_and_run_rating(rules, rating, infield, hold=hold)
    else:
        rating = at_bat.bunt
        columns = setup.strategy_chart.squeeze if key == "squeeze" else setup.strategy_chart.sacrifice
        column = bunt_rating(rules, rating, infield, state.occupied)
    if UNRATED in columns:
        return ""
    return f"{names.get(batter, batter)}, {rating}" + (f": column {column}" if column != rating else "")


def _attempt(game: StratGame, base: int, holds: int, *, infield_in: bool = False) -> StealAttempt:
    return steal_attempt(game.setup, game.state, game.tracker, base, holds, infield_in=infield_in)


def _runner_name(game: StratGame, base: int, attempt: StealAttempt, names: Names) -> str:
    runner = game.state.bases[base - 1]
    assert runner is not None
    name = names.get(runner.player, runner.player)
    if not game.setup.edition.stealing.ratings:
        return f"{name}, {attempt.stealer.grade}"
    return f"{name}, {attempt.stealer.rating or 'no rating'}"


def _chances(game: StratGame, attempt: StealAttempt) -> str:
    """8.1, 23.3-23.5: return the safe numbers with a good lead, and without one if the runner may go without it."""
    setup, stealer, target = game.setup, attempt.stealer, attempt.target
    if not setup.edition.stealing.ratings:
        return _safe(chance_by_grade(setup.edition, setup.steal_chart, attempt).safe)
    with_lead, without = (
        _safe(rated_chance(stealer.rating, target, attempt.battery, hold=attempt.hold, good_lead=good).safe)
        for good in (True, False)
    )
    if has_automatic_lead(stealer.rating, target, hold=attempt.hold):
        return f"{with_lead}, automatic lead"
    ways = {option.key for option in steal_options(attempt)}
    if not ways:
        return "not allowed: his lead attempt failed"
    if "try_lead" not in ways:
        return f"{without}, without a lead"
    return f"{with_lead} with a lead" + (f", {without} without" if target == SECOND else "")


def _safe(number: int) -> str:
    return f"1-{min(number, 20)}" if number > 0 else "never"
