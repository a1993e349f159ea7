"""The next play of a game: both managers' announcements, the dice, and the resulting play."""

from rules_engine.baseball.bases import EMPTY, FIRST, THIRD
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.baseball.state import State, cut_at_walk_off
from rules_engine.systems.strat_o_matic.baserunning.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
    resolve_delayed_steal,
)
from rules_engine.systems.strat_o_matic.baserunning.holding import must_ask_before_steal
from rules_engine.systems.strat_o_matic.baserunning.leads import (
    RESTARTED,
    finish_steal,
    forced_steal,
    resolve_lead,
)
from rules_engine.systems.strat_o_matic.batting.bunting import MISSED, Bunt, bunt_rating, resolve_bunt
from rules_engine.systems.strat_o_matic.batting.hit_and_run import (
    PITCHERS_CARD,
    hit_and_run_rating,
    resolve_hit_and_run,
)
from rules_engine.systems.strat_o_matic.cards.dice import CardLine, card_line, roll_card_line
from rules_engine.systems.strat_o_matic.cards.reading import Line
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.game_state.tracker import INTENTIONAL, Tracker
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import check_pitch, pitch_play, roll_for_batter
from rules_engine.systems.strat_o_matic.play.announcing import (
    Announced,
    announce,
    announce_holds,
    offence_announces,
)
from rules_engine.systems.strat_o_matic.play.swinging import card_line_at, first_base, read_line, roll_injury

BUNT_DICE = ("colored_1", "colored_2")


def next_play(game_input: GameInput, setup: GameSetup, state: State, tracker: Tracker) -> Resolved:
    """7.1: return the next play.

    The defense announces first and then the offense. Then the dice are rolled.
    """
    resolved = both_announce(game_input, setup, PlaySituation(setup, state, tracker))
    play = cut_at_walk_off(state, resolved.play)
    return resolved if play is resolved.play else resolved._replace(play=play)


def both_announce(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    """7.1: request both teams' announcements, then resolve the play."""
    announced = announce(game_input, setup.edition, situation)
    if announced.play == "walk":
        return Resolved(first_base("walk", situation.state, INTENTIONAL))
    return carry_out(game_input, setup, situation, announced)


def carry_out(game_input: GameInput, setup: GameSetup, situation: PlaySituation, announced: Announced) -> Resolved:
    """Position the defense, and resolve the play that the offense announced."""
    situation = situation.with_stance(announced.holds, announced.infield, announced.outfield_in)
    play = announced.play
    if play == "swing":
        return swing_away(game_input, setup, situation)
    if play.startswith("steal_"):
        return steal(game_input, setup, situation, announced)
    if play == "delayed_steal":
        return delayed_steal(game_input, setup, situation)
    if play == "hit_and_run":
        return hit_and_run(game_input, setup, situation)
    return bunt(game_input, setup, situation, "sacrifice" if play == "sacrifice" else "squeeze")


def swing_away(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    """29.1: resolve a swing, unless the pitch gets away first.

    The ruleset decides whether the pitch's d20 is rolled before the three dice or with them. With the bases empty, this
    d20 isn't needed.
    """
    pitches = setup.edition.pitches
    if situation.state == EMPTY or not pitches.wild_pitches:
        return roll_three_dice(game_input, setup, situation)
    return (
        check_pitch_then_roll(game_input, setup, situation)
        if pitches.d20_alone_first
        else roll_four_dice(game_input, setup, situation)
    )


def check_pitch_then_roll(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    event = check_pitch(game_input, situation.battery).event
    return Resolved(pitch_play(event, situation.state)) if event else roll_three_dice(game_input, setup, situation)


def roll_three_dice(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    dice = roll_card_line(game_input)
    return read_card(game_input, setup, situation, dice)


def roll_four_dice(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    rolled = roll_for_batter(game_input, setup.edition.pitches, situation.battery, situation.state)
    if rolled.play is not None:
        return Resolved(rolled.play)
    white, first, two = rolled.dice
    dice = card_line(int(white), first + two)
    return read_card(game_input, setup, situation, dice)


def read_card(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, dice: CardLine, *, running: bool = False
) -> Resolved:
    """1.0: resolve the line that the dice point to.

    `running` means that the runners went on a hit and run.
    """
    line = situation.at_bat.lines[dice.place] or _line_shown(setup, situation, dice)
    play, plus_injury = read_line(game_input, setup, situation, line, dice.card, running=running)
    if not (plus_injury or setup.edition.injuries.designated_hitter_hurts_pitcher):
        return Resolved(play)
    return Resolved(play, *roll_injury(game_input, situation, dice, plus_injury=plus_injury))  # 25.1: after the play


def _line_shown(setup: GameSetup, situation: PlaySituation, dice: CardLine) -> Line:
    line = situation.at_bat.lines[dice.place] = card_line_at(setup, situation.at_bat, situation.pitcher_card, dice)
    return line


def steal(game_input: GameInput, setup: GameSetup, situation: PlaySituation, announced: Announced) -> Resolved:
    """8.1, 23.3, 23.6, T23.01: resolve the lead, then the steal.

    If the offense should have asked about holds but didn't, the defense may make it announce again.
    """
    ruleset, attempt = setup.edition, situation.steal_attempt(int(announced.play[-1]))
    lead_result = resolve_lead(game_input, ruleset, attempt)
    rating = attempt.stealer.rating
    asterisk = rating is not None and rating.asterisk
    unasked = announced.unsaid and must_ask_before_steal(ruleset.stealing, asterisk, attempt.target)
    play = finish_steal(game_input, ruleset, setup.steal_chart, attempt, lead_result, unasked=unasked).play
    if play.code != RESTARTED:
        return Resolved(play)
    restarted = offence_announces(
        game_input, ruleset, situation, announce_holds(game_input, ruleset, situation, announced)
    )
    return carry_out(game_input, setup, situation, restarted)


def delayed_steal(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    """23.91: resolve a delayed steal.

    The runner on first draws the throw, and the runner on third may go home.
    """
    first, third = (setup.stealer(situation.runner_on(base)).rating for base in (FIRST, THIRD))
    at_second, at_home = delayed_chance_at_second(first, situation.battery), delayed_chance_at_home(third)
    return Resolved(resolve_delayed_steal(game_input, situation.outs, at_second, at_home))


def runners_must_go(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    """7.3, 23.7: resolve the steal after a missed pitch.

    The lead runner and the runners directly behind him must go.
    """
    attempt = situation.steal_attempt(situation.state.bit_length())
    return Resolved(forced_steal(game_input, setup.edition, setup.steal_chart, attempt).play)


def bunt(game_input: GameInput, setup: GameSetup, situation: PlaySituation, kind: Bunt) -> Resolved:
    """Roll the two colored dice, with the pitch check, and resolve a bunt from their sum."""
    rolled = roll_for_batter(game_input, setup.edition.pitches, situation.battery, situation.state, BUNT_DICE)
    if rolled.play is not None:
        return Resolved(rolled.play)
    return carry_out_bunt(game_input, setup, situation, kind, sum(rolled.dice))


def carry_out_bunt(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, kind: Bunt, total: int
) -> Resolved:
    """7.2, 7.3: return the play for a bunt with this sum; after a missed pitch the runners must go."""
    play = resolve_bunt_roll(game_input, setup, situation, kind, total)
    return runners_must_go(game_input, setup, situation) if play.code == MISSED else Resolved(play)


def resolve_bunt_roll(
    game_input: GameInput, setup: GameSetup, play_situation: PlaySituation, bunt: Bunt, total: int
) -> Play:
    """7.2, 18.3: return the chart's result; with code MISSED, the play continues."""
    situation, chart, fouled = play_situation.situation, setup.strategy_chart, play_situation.one_and_two
    rating = bunt_rating(setup.edition.strategy, play_situation.at_bat.bunt, situation.infield, situation.state)
    return resolve_bunt(game_input, chart, situation, bunt, rating, total, one_and_two=fouled)


def hit_and_run(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    """Roll the same dice as for a bunt, and resolve a hit and run from their sum."""
    rolled = roll_for_batter(game_input, setup.edition.pitches, situation.battery, situation.state, BUNT_DICE)
    if rolled.play is not None:
        return Resolved(rolled.play)
    resolved = read_hit_and_run_chart(game_input, setup, situation, sum(rolled.dice))
    return read_pitchers_card(game_input, setup, situation) if resolved.play.code == PITCHERS_CARD else resolved


def read_hit_and_run_chart(game_input: GameInput, setup: GameSetup, situation: PlaySituation, total: int) -> Resolved:
    """7.3, 19.5: return the play for this sum.

    With code PITCHERS_CARD, the caller uses the pitcher's card next.
    """
    play = resolve_hit_and_run_roll(game_input, setup, situation, total)
    return runners_must_go(game_input, setup, situation) if play.code == MISSED else Resolved(play)


def resolve_hit_and_run_roll(
    game_input: GameInput, setup: GameSetup, play_situation: PlaySituation, total: int
) -> Play:
    """7.3, 19.3: return the chart's result; with codes MISSED and PITCHERS_CARD, the play continues."""
    rules, situation = setup.edition.strategy, play_situation.situation
    hold = situation.holds != 0
    rating = hit_and_run_rating(rules, play_situation.at_bat.hit_and_run, situation.infield, hold=hold)
    return resolve_hit_and_run(game_input, setup.edition, setup.strategy_chart, situation, rating, total)


def read_pitchers_card(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    """19.5: roll for a line on the pitcher's card and resolve it; S19.9: a lineout there is lomax."""
    column = 4 + (game_input.roll("white", 6) - 1) % 3
    row = game_input.roll("colored_1", 6) + game_input.roll("colored_2", 6)
    dice = card_line(column, row)
    return read_card(game_input, setup, situation, dice, running=True)
