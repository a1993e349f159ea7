"""The computer manager's decisions during a play, which depend only on the situation.

League habits (habits.py) set how often it bunts, walks batters and sends runners.
"""

from collections.abc import Callable, Sequence

from rules_engine.baseball.bases import FIRST, SECOND, THIRD, is_on, occupied
from rules_engine.baseball.game_input import Option
from rules_engine.baseball.win_values import GameMoment, chance_after, moment_of, win_chance
from rules_engine.systems.strat_o_matic.baserunning.leads import chance_by_grade
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer, grade_chance, rated_chance
from rules_engine.systems.strat_o_matic.cards.dice import TWO_DICE
from rules_engine.systems.strat_o_matic.cards.habits import HOLD_RUNNER_FROM
from rules_engine.systems.strat_o_matic.computer_manager.advancing import ADVANCING
from rules_engine.systems.strat_o_matic.computer_manager.opportunities import should_happen
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation

HELD_GRADES = ("AAA", "AA", "A")
# Steals by letter grade are fitted to 1975, 1998 and 2019 (docs/explanation/steals-by-letter-grade.md).
FREQUENCY_BY_GRADE = {"AAA": 0.7, "AA": 0.62, "A": 0.45, "B": 0.31, "C": 0.24, "D": 0.16, "E": 0.02}  # without leads
LEAST_BY_GRADE = 12  # upper limit for the lowest safe number of a steal
MORE_WITHOUT_ARM = 1.07  # Basic has no catcher's arm
LATE = 7
BUNTS = {"A": 1.0, "B": 0.5, "C": 0.25, "D": 0.1, "E": 0.0}  # bunt frequency relative to the best bunters
# A bunt gains most with runners on first and second, and least with a runner on first.
BUNTS_BY_BASES = {occupied(1): 0.5, occupied(2): 1.0, occupied(1, 2): 2.0, occupied(1, 3): 0.5}
SQUEEZERS = "AB"
PITCHERS_BUNT = (8.0, 2.0)  # for pitchers, by outs, relative to the best bunters
WALK_FREQUENCY = 3.0  # factor for the league's habit when a walk hardly hurts the defense
WALK_TOLERANCE = 0.0005  # loss in the chance to win that a league with many walks accepts
CLOSE = 3  # in runs
# Play in if the run on third changes the chance to win by this much. The second number is for double-play situations.
RUN_MATTERS, RUN_MATTERS_MORE = 0.04, 0.15
STEAL_MARGIN = 4  # in runs
LEAST_GAIN_AT_THIRD = -0.002  # in chance to win
# A steal of second may cost this chance to win, times the square of how far the league runs below the cautious number.
LOST_BY_STEAL, CAUTIOUS_STEAL_FROM = 0.00025, 13
WAYS = sum(TWO_DICE.values())
FIRST_OPEN = (occupied(2), occupied(3), occupied(2, 3))
ON_FIRST = occupied(1)

Options = Sequence[Option]


def _pitch(options: Options, situation: PlaySituation) -> str:
    return "walk" if situation.state in FIRST_OPEN and situation.outs and should_walk(situation) else "pitch"


def should_walk(situation: PlaySituation) -> bool:
    return should_happen(situation.now, walk_share(situation))


def walk_share(situation: PlaySituation) -> float:
    """Return how often to walk a batter.

    The result is 0 unless the next batter is so much weaker that the defense gains by the walk.
    """
    walks, style = situation.setup.habits.walks, situation.style
    is_worth_it = walk_gain(situation) > WALK_TOLERANCE * (1 - walks) + style.walk_margin
    return WALK_FREQUENCY * walks * style.walk_frequency if is_worth_it else 0.0


def walk_gain(situation: PlaySituation) -> float:
    """Return how much an intentional walk raises the defense's chance to win."""
    setup, now = situation.setup, situation.now
    side, pitcher, moment = now.batting, now.fielding.pitcher, moment_of(now)
    on_deck = side.order[(side.up + 1) % len(side.order)]
    spared = setup.runs(side.batter, pitcher) - setup.runs(on_deck, pitcher)
    walked = chance_after(moment, occupied=situation.state | ON_FIRST)
    return spared * run_value(moment) - (walked - win_chance(moment))


def run_value(moment: GameMoment) -> float:
    """Return how much a run increases the batting team's chance to win."""
    return chance_after(moment, runs=1, occupied=moment.occupied) - win_chance(moment)


def _infield(options: Options, situation: PlaySituation) -> str:
    """Choose the infield position.

    The infield plays in if the run on third is worth more than the hits that playing in allows. Only the corners come
    in for a pitcher who may bunt.
    """
    if not situation.state or situation.outs == 2:
        return "back"
    if is_on(situation.state, THIRD) and _offers(options, "in") and run_on_third_matters(situation):
        return "in"
    return "corners_in" if _offers(options, "corners_in") and is_pitcher_batting(situation) else "back"


def run_on_third_matters(situation: PlaySituation) -> bool:
    """Return whether a run from third on an out would change the chance to win enough to play in.

    With a runner on first and one out the limit is higher, because playing in gives up the double play.
    """
    moment, behind = moment_of(situation.now), situation.state & ~occupied(THIRD)
    scores = chance_after(moment, runs=1, outs=1, occupied=behind)
    difference = scores - chance_after(moment, outs=1, occupied=situation.state)
    double_play = is_on(situation.state, FIRST) and situation.outs == 1
    return difference >= (RUN_MATTERS_MORE if double_play else RUN_MATTERS) * situation.style.infield_in


def _hold(options: Options, situation: PlaySituation) -> str:
    """Hold a runner on first who would otherwise run, if second is open."""
    if not is_on(situation.state, FIRST) or is_on(situation.state, SECOND):
        return "none"
    return "1" if should_hold_first(situation) else "none"


def should_hold_first(situation: PlaySituation) -> bool:
    runner = situation.now.bases[0]
    stealer = situation.setup.stealer(runner.player) if runner else None
    if stealer is None or not situation.setup.edition.stealing.ratings:
        return stealer is not None and stealer.grade in HELD_GRADES
    return stealer.rating is not None and (stealer.rating.asterisk or stealer.rating.first >= HOLD_RUNNER_FROM)


def _announce(options: Options, situation: PlaySituation) -> str:
    """Announce the batter's play."""
    outs = situation.outs
    if _offers(options, "sacrifice") and should_bunt(situation):
        return "sacrifice"
    if outs == 1 and _offers(options, "squeeze") and should_squeeze(situation):
        return "squeeze"
    if base := steal_from(options, situation):
        return f"steal_{base}"
    if outs == 1 and situation.state == ON_FIRST and _offers(options, "hit_and_run") and should_hit_and_run(situation):
        return "hit_and_run"
    return "swing"


def should_bunt(situation: PlaySituation) -> bool:
    return should_happen(situation.now, bunt_share(situation))


def bunt_share(situation: PlaySituation) -> float:
    """Return how often to bunt, based on the league's habits.

    Pitchers bunt most, followed by good bunters with no outs, who bunt more late in the game. Hitters with power swing
    away before the late innings. No hitter bunts if one run is too little.
    """
    factor, now = situation.setup.habits.bunts * situation.style.bunt_frequency, situation.now
    if is_pitcher_batting(situation):
        return factor * PITCHERS_BUNT[now.outs]
    if now.outs or not -1 <= now.lead <= CLOSE or (now.lead < 0 and situation.state == ON_FIRST):
        return 0.0
    is_late = now.inning >= situation.style.bunts_from_inning
    if not is_late and has_power(situation):
        return 0.0
    return factor * BUNTS[situation.at_bat.bunt] * BUNTS_BY_BASES[situation.state] * (2.0 if is_late else 1.0)


def should_squeeze(situation: PlaySituation) -> bool:
    """Return whether to squeeze with one out.

    Pitchers who bunt well do so in close games, other good bunters only late in them.
    """
    if situation.at_bat.bunt not in SQUEEZERS or _margin(situation) > CLOSE:
        return False
    return is_pitcher_batting(situation) or (is_late_and_close(situation) and not has_power(situation))


def has_power(situation: PlaySituation) -> bool:
    """Return whether the batter slugs at least the average of the game's hitters against this hand."""
    setup, throws = situation.setup, situation.pitcher_card.throws
    return setup.bat(situation.now.batting.batter, throws).slugging >= setup.average_slugging(throws)


def steal_from(options: Options, situation: PlaySituation) -> int:
    """Return the base from which to announce a steal, or 0."""
    if _offers(options, "steal_1") and not is_on(situation.state, SECOND) and should_steal(situation):
        return FIRST
    return SECOND if _offers(options, "steal_2") and should_steal_third(situation) else 0


def should_steal_third(situation: PlaySituation) -> bool:
    """Return whether a steal of third is worth its risk. A runner on first goes too."""
    if situation.outs == 2 or _margin(situation) > STEAL_MARGIN or is_on(situation.state, THIRD):
        return False
    runner = situation.now.bases[1]
    if runner is None or situation.tracker.failed_lead(runner.player, SECOND):
        return False
    return steal_gain(situation, SECOND) > LEAST_GAIN_AT_THIRD + situation.style.steal_margin


def steal_gain(situation: PlaySituation, base: int) -> float:
    """Return how much a steal led from this base changes the chance to win.

    The result includes the chances of a good lead and of an automatic out.
    """
    attempt, setup, moment = situation.steal_attempt(base), situation.setup, moment_of(situation.now)
    stays = win_chance(moment)
    stolen = chance_after(moment, occupied=situation.state + attempt.stealing)
    caught = chance_after(moment, outs=1, occupied=situation.state + attempt.stealing - (1 << base))
    if not setup.edition.stealing.ratings:
        safe = chance_by_grade(setup.edition, setup.steal_chart, attempt).safe
        return share_of_d20(safe) * (stolen - stays) + (1 - share_of_d20(safe)) * (caught - stays)
    rating = attempt.stealer.rating
    if rating is None:
        return 0.0
    share = share_of_d20(rated_chance(rating, attempt.target, attempt.battery, hold=False, good_lead=True).safe)
    good, out = (sum(TWO_DICE[total] for total in totals) / WAYS for totals in (rating.good_lead, rating.automatic_out))
    return good * (share * stolen + (1 - share) * caught - stays) + out * (caught - stays)


def share_of_d20(safe: int) -> float:
    return min(20, max(0, safe)) / 20


def should_steal(situation: PlaySituation) -> bool:
    """Return whether the runner on first has a good enough chance to steal and no failed lead."""
    setup, runner, style = situation.setup, situation.now.bases[0], situation.style
    if runner is None or _margin(situation) > STEAL_MARGIN or situation.tracker.failed_lead(runner.player, FIRST):
        return False
    stealer, battery = setup.stealer(runner.player), situation.battery
    steal_from = setup.habits.steal_from - style.steal_points
    if setup.edition.stealing.ratings:
        number = stealer.rating.first + battery.arm + battery.hold if stealer.rating else 0
        bold = max(0, CAUTIOUS_STEAL_FROM - setup.habits.steal_from)
        least_gain = style.steal_margin - LOST_BY_STEAL * bold**2
        return number >= steal_from and steal_gain(situation, FIRST) > least_gain
    if _safe_by_grade(situation, stealer) < min(LEAST_BY_GRADE, steal_from + 1):
        return False
    frequency = steal_frequency(stealer, has_catcher_arm=setup.edition.stealing.catcher_arm)
    return should_happen(situation.now, frequency * style.steal_frequency)


def steal_frequency(stealer: BaseStealer, *, has_catcher_arm: bool) -> float:
    """Return how often a runner tries for second in rulesets with letter grades.

    It is his card's chance of a good lead, or else his grade's average. Grades have no failed leads, so he would run on
    every pitch without this limit.
    """
    frequency = FREQUENCY_BY_GRADE[stealer.grade]
    if stealer.rating is not None:
        frequency = sum(TWO_DICE[total] for total in stealer.rating.good_lead) / WAYS
    return frequency if has_catcher_arm else frequency * MORE_WITHOUT_ARM


def _safe_by_grade(situation: PlaySituation, stealer: BaseStealer) -> int:
    """Return the safe number for second base, reduced by a hold if the defense would hold this runner."""
    setup = situation.setup
    charted = setup.steal_chart[stealer.grade, SECOND]
    rules, grade = setup.edition.stealing, stealer.grade
    return grade_chance(rules, grade, charted, situation.battery, hold=grade in HELD_GRADES).safe


def should_hit_and_run(situation: PlaySituation) -> bool:
    return _margin(situation) <= situation.style.hit_and_run_lead and situation.at_bat.hit_and_run == "B"


def is_pitcher_batting(situation: PlaySituation) -> bool:
    return situation.at_bat.code is not None


def is_late_and_close(situation: PlaySituation) -> bool:
    return situation.now.inning >= min(LATE, situation.now.rules.innings) and _margin(situation) <= 1


def _margin(situation: PlaySituation) -> int:
    away, home = situation.now.score
    return abs(away - home)


def _outfield(options: Options, situation: PlaySituation) -> str:
    return "in"


def _offers(options: Options, key: str) -> bool:
    return key in [option.key for option in options]


DECISIONS: dict[str, Callable[[Options, PlaySituation], str]] = {
    "pitch": _pitch,
    "infield": _infield,
    "hold": _hold,
    "outfield": _outfield,
    "play": _announce,
    **ADVANCING,
}
