"""What each manager may do before the dice: his legal options at this moment, each with its rule (7, 8, 9, 20, 21)."""

from collections.abc import Iterator
from functools import cache

from rules_engine.baseball.bases import BASE_NAMES, EMPTY, runners
from rules_engine.baseball.state import State
from rules_engine.baseball.table import Option
from rules_engine.systems.strat_o_matic.book import AtBat, Book
from rules_engine.systems.strat_o_matic.bunting import Bunt, after_one_and_two, bunt_ruling
from rules_engine.systems.strat_o_matic.delayed_steal import delayed_steal_ruling
from rules_engine.systems.strat_o_matic.edition import Edition, StrategyRules
from rules_engine.systems.strat_o_matic.flies import outfield_in_allowed
from rules_engine.systems.strat_o_matic.hit_and_run import hit_and_run_ruling
from rules_engine.systems.strat_o_matic.infield import infield_allowed, may_hold
from rules_engine.systems.strat_o_matic.leads import Attempt, steal_options
from rules_engine.systems.strat_o_matic.ratings import HittingCode
from rules_engine.systems.strat_o_matic.situation import INFIELDS, Infield
from rules_engine.systems.strat_o_matic.stealing import steal_ruling
from rules_engine.systems.strat_o_matic.tracker import Tracker

PITCH = (
    Option("pitch", "7.0", "Pitch to the batter."),
    Option("walk", "7.0", "Walk him intentionally."),
)
OUTFIELD = (
    Option("back", "21.1", "The outfield plays at its normal depth."),
    Option("in", "21.1", "The outfield comes in: the winning run is on third."),
)
_HOLDS: dict[tuple[str, int, Infield], tuple[Option, ...]] = {}
_INFIELDS: dict[tuple[str, int, int], tuple[Option, ...]] = {}
_ANNOUNCED: dict[tuple[str, int, int, HittingCode | None, bool], tuple[Option, ...]] = {}
STEALS = {base: Option(f"steal_{base}", "23.6", f"The runner on {BASE_NAMES[base]} goes.") for base in (1, 2, 3)}
BUNTS: tuple[Bunt, ...] = ("sacrifice", "squeeze")
SWING = Option("swing", "7.0", "Swing away.")


def infield_options(edition: Edition, state: int, outs: int) -> tuple[Option, ...]:
    """9.1, 20.3, 20.7: where the infield may stand."""
    known = _INFIELDS.get((edition.key, state, outs))
    if known is None:
        known = _INFIELDS[edition.key, state, outs] = _infield_options(edition, state, outs)
    return known


def _infield_options(edition: Edition, state: int, outs: int) -> tuple[Option, ...]:
    rulings = ((infield, infield_allowed(edition, infield, state, outs)) for infield in INFIELDS)
    return tuple(Option(infield, ruling.rule, ruling.reason) for infield, ruling in rulings if ruling)


def hold_options(edition: Edition, state: int, infield: Infield) -> tuple[Option, ...]:
    """8.2, 23.81: which runners may be held; the key names their bases, "12", or "none"."""
    known = _HOLDS.get((edition.key, state, infield))
    if known is None:
        ruling = may_hold(edition, infield)
        known = _hold_options(state) if ruling else (Option("none", ruling.rule, "No runner is held."),)
        _HOLDS[edition.key, state, infield] = known
    return known


@cache
def _hold_options(state: int) -> tuple[Option, ...]:
    options = [Option("none", "23.81", "No runner is held.")]
    for held in range(1, 8):
        if held & ~state == 0:
            bases = runners(held)[::-1]
            names = " and ".join(BASE_NAMES[base] for base in bases)
            options.append(Option("".join(map(str, bases)), "23.81", f"Hold the runner on {names}."))
    return tuple(options)


def held_bases(key: str) -> int:
    """The bases int of a hold option's key."""
    return 0 if key == "none" else sum(1 << int(base) - 1 for base in key)


def outfield_options(edition: Edition, state: State) -> tuple[Option, ...]:
    """21.1: the outfield comes in only where a sacrifice fly ends the game."""
    if not state.bottom or state.lead or state.inning < state.rules.innings:
        return OUTFIELD[:1]
    allowed = outfield_in_allowed(
        edition,
        inning=state.inning,
        bottom=state.bottom,
        lead=state.lead,
        state=state.occupied,
        outs=state.outs,
        innings=state.rules.innings,
    )
    return OUTFIELD if allowed else OUTFIELD[:1]


def offence_options(book: Book, state: State, tracker: Tracker, at_bat: AtBat, held: int) -> tuple[Option, ...]:
    """7.0: swing, bunt, hit and run, or a steal; keys "steal_2" name the lead runner, all ahead of whom is open."""
    on_base, outs = state.occupied, state.outs
    if on_base == EMPTY:
        return (SWING,)
    announced = _announcements(book.edition, on_base, outs, at_bat.code, tracker.one_and_two)
    return announced + steals(book, state, tracker, held) + _delayed_steal(book, state, tracker)


def _delayed_steal(book: Book, state: State, tracker: Tracker) -> tuple[Option, ...]:
    """23.91: with first and third, in the edition that has it."""
    if not book.edition.stealing.delayed_steal_of_home:
        return ()
    runners_on = [(runner, base) for base, runner in enumerate(state.bases, start=1) if runner]
    tried = any(tracker.failed_lead(runner.player, base) for runner, base in runners_on)
    ruling = delayed_steal_ruling(book.edition.stealing, state.occupied, lead_tried=tried)
    return (Option("delayed_steal", ruling.rule, ruling.reason),) if ruling else ()


def _announcements(
    edition: Edition, on_base: int, outs: int, code: HittingCode | None, one_and_two: bool
) -> tuple[Option, ...]:
    key = (edition.key, on_base, outs, code, one_and_two)
    known = _ANNOUNCED.get(key)
    if known is None:
        known = _ANNOUNCED[key] = tuple(_legal_announcements(edition.strategy, on_base, outs, code, one_and_two))
    return known


def _legal_announcements(
    rules: StrategyRules, on_base: int, outs: int, code: HittingCode | None, one_and_two: bool
) -> Iterator[Option]:
    yield SWING
    for bunt in BUNTS:
        if ruling := bunt_ruling(rules, bunt, on_base, outs):
            yield Option(bunt, ruling.rule, ruling.reason)
    ruling = hit_and_run_ruling(rules, on_base, outs, code)
    if ruling and not (one_and_two and not after_one_and_two(rules, "hit_and_run")):
        yield Option("hit_and_run", ruling.rule, ruling.reason)


def steals(book: Book, state: State, tracker: Tracker, held: int) -> tuple[Option, ...]:
    """23.6: who may steal now. With "steal_2" and a man on first, both go."""
    if tracker.failed_leads:
        return _steals(book, state, tracker, held)
    field = state.fielding.field
    key = (state.bases, held, field[0], field[1])
    known = book.steals.get(key)
    if known is None:
        known = book.steals[key] = _steals(book, state, tracker, held)
    return known


def _steals(book: Book, state: State, tracker: Tracker, held: int) -> tuple[Option, ...]:
    on_base = state.occupied
    return tuple(
        STEALS[base]
        for base in runners(on_base)
        if _may_go_together(on_base, base) and _may_steal(book, state, tracker, base, held)
    )


def _may_steal(book: Book, state: State, tracker: Tracker, base: int, held: int) -> bool:
    """23.3D, 23.4: the man has a way to go under the ratings; asked once for each man as he stands."""
    if not book.edition.stealing.ratings:
        return True
    runner = state.bases[base - 1]
    assert runner is not None
    failed = tracker.failed_lead(runner.player, base)
    key = (runner.player, base, held >> base - 1 & 1, state.fielding.pitcher, state.fielding.field[1], failed)
    known = book.may_steal.get(key)
    if known is None:
        attempt = steal_attempt(book, state, tracker, base, held)
        known = book.may_steal[key] = bool(steal_options(attempt))
    return known


@cache
def _may_go_together(on_base: int, base: int) -> bool:
    return steal_ruling(on_base, _led_by(on_base, base)).allowed


@cache
def _led_by(on_base: int, base: int) -> int:
    """The bases int of a steal led from here, with everyone close behind going too."""
    stealing, behind = 1 << base - 1, base - 1
    while behind and on_base >> behind - 1 & 1:
        stealing |= 1 << behind - 1
        behind -= 1
    return stealing


def steal_attempt(book: Book, state: State, tracker: Tracker, base: int, held: int) -> Attempt:
    """A steal led by the runner on this base, with everyone close behind him going too (23.6)."""
    runner = state.bases[base - 1]
    assert runner is not None
    return Attempt(
        state.occupied,
        state.outs,
        _led_by(state.occupied, base),
        book.thief(runner.player),
        bool(held >> base - 1 & 1),
        book.battery(state.fielding),
        tracker.failed_lead(runner.player, base),
    )
