"""The earlier manager's decisions during a play, based on fixed thresholds and the league's habits."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from zlib import crc32

from rules_engine.baseball.bases import FIRST, SECOND, THIRD, is_on, occupied
from rules_engine.baseball.game_input import Option
from rules_engine.baseball.state import State
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer, grade_chance
from rules_engine.systems.strat_o_matic.cards.dice import TWO_DICE
from rules_engine.systems.strat_o_matic.cards.habits import HOLD_RUNNER_FROM
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation

SEND_HOME = (11, 9, 6)  # minimum safe range to send a runner home, by outs
SEND_TO_THIRD = (14, 12, 16)  # with two outs, reaching third base gains little
SEND_TRAIL = 13
HELD_GRADES = ("AAA", "AA", "A")
# Steals by letter grade, fitted to 1975, 1998 and 2019 (docs/explanation/steals-by-letter-grade.md).
FREQUENCY_BY_GRADE = {"AAA": 0.7, "AA": 0.62, "A": 0.45, "B": 0.31, "C": 0.24, "D": 0.16, "E": 0.02}  # without leads
LEAST_BY_GRADE = 12  # upper limit of the minimum safe number for a steal
MORE_WITHOUT_ARM = 1.07  # higher steal frequency, because Basic has no catcher's arm
LATE = 7
WALKS_FROM = 3  # first inning to walk a batter when the pitcher is on deck
CLOSE = 3  # runs
POWER = 0.420  # slugging
BUNTS = {"A": 1.0, "B": 0.5, "C": 0.25, "D": 0.1, "E": 0.0}  # bunt frequency relative to the best bunters
PITCHERS_BUNT = (8.0, 4.0)  # bunt frequency for pitchers, by outs
WALKS_FOR_PITCHER, WALKS_OTHERWISE = 4.0, 0.25  # relative to walks for a weaker batter on deck late in a game
FIRST_OPEN = (occupied(2), occupied(3), occupied(2, 3))
ON_FIRST = occupied(1)

Options = Sequence[Option]


def _pitch(options: Options, situation: PlaySituation) -> str:
    return "walk" if situation.state in FIRST_OPEN and situation.outs and should_walk(situation) else "pitch"


def should_happen(now: State, share: float) -> bool:
    """Return whether to act on this opportunity, using a checksum of the state that nobody can predict."""
    if share <= 0:
        return False
    if share >= 1:
        return True
    _, sides, inning, bottom, outs, _, score, _, _ = now
    order, _, _, _, up = sides[bottom]
    text = situation_text(inning, bottom, outs, score, up) + order_text(order, sides[not bottom].field[0])
    return crc32(text.encode()) < share * 2**32


def situation_text(inning: int, bottom: bool, outs: int, score: tuple[int, int], up: int) -> str:
    """Return the first part of the text whose checksum decides whether to act (see order_text)."""
    return f"({inning}, {bottom}, {outs}, {score}, {up}, "


@lru_cache(256)
def order_text(order: tuple[str, ...], pitcher: str) -> str:
    """Return the second part of the text: the batting order and the pitcher."""
    return f"{order!r}, {pitcher!r})"


def should_walk(situation: PlaySituation) -> bool:
    return should_happen(situation.now, walk_share(situation))


def walk_share(situation: PlaySituation) -> float:
    """Return how often to walk a batter in a close game. The share is highest with the pitcher on deck."""
    now, side = situation.now, situation.now.batting
    if now.inning < WALKS_FROM or _margin(situation) > CLOSE or is_pitcher_batting(situation):
        return 0.0
    on_deck = situation.setup.at_bat(side.order[(side.up + 1) % len(side.order)], now.fielding.pitcher)
    weaker = now.inning >= LATE and now.lead >= 0 and situation.at_bat.power == "N" and on_deck.power == "W"
    factor = WALKS_FOR_PITCHER if on_deck.code is not None else 1.0 if weaker else WALKS_OTHERWISE
    return situation.setup.habits.walks * factor


def _infield(options: Options, situation: PlaySituation) -> str:
    """Play the infield in late in a close game with the key run on third. Play the corners in for a bunting pitcher."""
    if not situation.state or situation.outs == 2:
        return "back"
    if is_on(situation.state, THIRD) and _offers(options, "in") and is_late_and_close(situation):
        return "in"
    return "corners_in" if _offers(options, "corners_in") and is_pitcher_batting(situation) else "back"


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
    if outs == 1 and _offers(options, "squeeze") and is_pitcher_batting(situation) and is_late_and_close(situation):
        return "squeeze"
    if _offers(options, "steal_1") and not is_on(situation.state, SECOND) and should_steal(situation):
        return "steal_1"
    if outs == 1 and situation.state == ON_FIRST and _offers(options, "hit_and_run") and should_hit_and_run(situation):
        return "hit_and_run"
    return "swing"


def should_bunt(situation: PlaySituation) -> bool:
    return should_happen(situation.now, bunt_share(situation))


def bunt_share(situation: PlaySituation) -> float:
    """Return how often to bunt, based on the league's habits.

    Pitchers bunt most, followed by good bunters with no outs. Bunts are more frequent late in the game. Power hitters
    swing away before the late innings.
    """
    factor, now = situation.setup.habits.bunts, situation.now
    if is_pitcher_batting(situation):
        return factor * PITCHERS_BUNT[now.outs]
    if now.outs or _margin(situation) > CLOSE:
        return 0.0
    is_late = now.inning >= LATE
    if not is_late and has_power(situation):
        return 0.0
    return factor * BUNTS[situation.at_bat.bunt] * (2.0 if is_late else 1.0)


def has_power(situation: PlaySituation) -> bool:
    """Return whether the batter has enough power against pitchers with this hand."""
    return situation.setup.bat(situation.now.batting.batter, situation.pitcher_card.throws).slugging >= POWER


def should_steal(situation: PlaySituation) -> bool:
    """Return whether the runner on first has a good enough chance and no failed lead."""
    setup, runner = situation.setup, situation.now.bases[0]
    if runner is None or _margin(situation) > 4 or situation.tracker.failed_lead(runner.player, FIRST):
        return False
    stealer, battery = setup.stealer(runner.player), situation.battery
    if setup.edition.stealing.ratings:
        return (
            stealer.rating is not None and stealer.rating.first + battery.arm + battery.hold >= setup.habits.steal_from
        )
    least = min(LEAST_BY_GRADE, setup.habits.steal_from + 1)
    if _safe_by_grade(situation, stealer) < least:
        return False
    return should_happen(situation.now, steal_frequency(stealer, has_catcher_arm=setup.edition.stealing.catcher_arm))


def steal_frequency(stealer: BaseStealer, *, has_catcher_arm: bool) -> float:
    """Return how often a runner tries second by letter grade: his chance of a good lead, or his grade's average.

    A lead can fail but a grade can't, so without this share he would run at every pitch.
    """
    frequency = FREQUENCY_BY_GRADE[stealer.grade]
    if stealer.rating is not None:
        frequency = sum(TWO_DICE[total] for total in stealer.rating.good_lead) / sum(TWO_DICE.values())
    return frequency if has_catcher_arm else frequency * MORE_WITHOUT_ARM


def _safe_by_grade(situation: PlaySituation, stealer: BaseStealer) -> int:
    """Return the safe number for second base, reduced if the defense would hold this runner."""
    setup = situation.setup
    charted = setup.steal_chart[stealer.grade, SECOND]
    rules, grade = setup.edition.stealing, stealer.grade
    return grade_chance(rules, grade, charted, situation.battery, hold=grade in HELD_GRADES).safe


def should_hit_and_run(situation: PlaySituation) -> bool:
    return _margin(situation) <= 1 and situation.at_bat.hit_and_run == "B"


def is_pitcher_batting(situation: PlaySituation) -> bool:
    return situation.at_bat.code is not None


def is_late_and_close(situation: PlaySituation) -> bool:
    return situation.now.inning >= min(LATE, situation.now.rules.innings) and _margin(situation) <= 1


def _margin(situation: PlaySituation) -> int:
    away, home = situation.now.score
    return abs(away - home)


def _send_lead(options: Options, situation: PlaySituation) -> str:
    """Decide based on the safe range, the outs and the target base."""
    goes_home = situation.state > ON_FIRST
    min_safe = (SEND_HOME if goes_home else SEND_TO_THIRD)[situation.outs]
    return "send" if options[-1].safe >= min_safe + caution(situation) else "hold"


def _send_second(options: Options, situation: PlaySituation) -> str:
    return "send" if options[-1].safe >= SEND_TO_THIRD[situation.outs] + caution(situation) else "hold"


def _send_trail(options: Options, situation: PlaySituation) -> str:
    return "send" if options[-1].safe >= SEND_TRAIL + caution(situation) else "hold"


def caution(situation: PlaySituation) -> int:
    """Return the league's safe-range margin. Its fraction is rounded up or down, depending on the situation."""
    whole_points, fraction = divmod(situation.setup.habits.caution, 1.0)
    return int(whole_points) + should_happen(situation.now, fraction)


def _throw(options: Options, situation: PlaySituation) -> str:
    """Throw at a runner who may be out. Concede an almost certain base to hold the other runners."""
    by_key = {option.key: option for option in options}
    if "lead" in by_key:
        return "lead" if by_key["lead"].safe <= 8 else "first"
    if "throw" in by_key and by_key["throw"].safe >= 18 and "concede" in by_key:
        return "concede"
    return "throw"


def _cut(options: Options, situation: PlaySituation) -> str:
    """Throw at the runner who is more likely to be out, with a preference for stopping the run."""
    through, trail = options
    return trail.key if trail.safe <= through.safe - 3 else through.key


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
    "send_lead": _send_lead,
    "send_second": _send_second,
    "send_trail": _send_trail,
    "throw": _throw,
    "cut": _cut,
}
