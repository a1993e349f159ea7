"""The managers' legal options before the dice, each with its rule (7, 8, 9, 20, 21)."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache

from rules_engine.baseball.bases import BASE_NAMES, EMPTY, is_on, runners
from rules_engine.baseball.game_input import Option
from rules_engine.systems.strat_o_matic.baserunning.delayed_steal import delayed_steal_ruling
from rules_engine.systems.strat_o_matic.baserunning.holding import UNSAID, hold_change_ruling
from rules_engine.systems.strat_o_matic.batting.bunting import Bunt, bunt_ruling, fouled_bunt_ruling
from rules_engine.systems.strat_o_matic.batting.hit_and_run import hit_and_run_ruling
from rules_engine.systems.strat_o_matic.fielding.infield import holding_ruling, infield_ruling
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import INFIELDS, Infield

PITCH = (
    Option("pitch", "7.0", "Pitch to the batter."),
    Option("walk", "7.0", "Walk him intentionally.", unasked=True),
)
OUTFIELD = (
    Option("back", "21.1", "The outfield plays at its normal depth."),
    Option("in", "21.1", "The outfield comes in: the winning run is on third."),
)
STEALS = {
    rule: {base: Option(f"steal_{base}", rule, f"The runner on {BASE_NAMES[base]} goes.") for base in (1, 2, 3)}
    for rule in ("8.11", "23.6")  # by letter grades, by ratings
}
BUNTS: tuple[Bunt, ...] = ("sacrifice", "squeeze")
SWING = Option("swing", "7.0", "Swing away.")


HOLDS = ("1", "12", "2", "123", "3", "13", "23")


def announcements(ruleset: Ruleset) -> Mapping[str, Sequence[str]]:
    """7.0, 8.11, 8.2, 23.91: return the options that managers may announce before the dice, by word.

    Pickoffs aren't announced, because they come with leads (24.1A).
    """
    delayed = ("delayed_steal",) if ruleset.stealing.delayed_steal_of_home else ()
    words: dict[str, Sequence[str]] = {
        "walk": ("walk",),
        "steal": ("steal_1", "steal_2", "steal_3", *delayed),
        "bunt": BUNTS,
        "hit and run": ("hit_and_run",),
    }
    return {**words, "hold": HOLDS} if ruleset.stealing.holds else words


def cached_options(
    situation: PlaySituation, facts: Hashable, find: Callable[[], tuple[Option, ...]]
) -> tuple[Option, ...]:
    """Return the options from `find`, cached for this setup.

    The options must depend only on `facts`.
    """
    options = situation.setup.options.get(facts)
    if options is None:
        options = situation.setup.options[facts] = find()
    return options


def infield_options(ruleset: Ruleset, state: int, outs: int) -> tuple[Option, ...]:
    """9.1, 20.12, 20.3, 20.7: return the options for the infield's position."""
    bunt = bool(bunt_ruling(ruleset.strategy, "sacrifice", state, outs))
    rulings = ((where, infield_ruling(ruleset, where, state, outs, for_sacrifice=bunt)) for where in INFIELDS)
    return tuple(Option(infield, ruling.rule, ruling.reason) for infield, ruling in rulings if ruling)


def hold_options(ruleset: Ruleset, state: int, infield: Infield, *, is_question: bool = False) -> tuple[Option, ...]:
    """8.2, 23.81: return the options for holding runners.

    An option's key names the bases, such as "12", or is "none".

    T23.01: if the ruleset presumes holds, the defense may also announce nothing, with the key "unsaid". It can't when
    the offense asks (`is_question`).
    """
    if not (ruling := holding_ruling(ruleset, infield)):
        return (Option("none", ruling.rule, "No runner is held."),)
    options = _hold_options(state, "23.81" if ruleset.stealing.ratings else "8.2")
    may_be_silent = ruleset.stealing.asterisk_presumes_hold and not is_question
    return (*options, UNSAID) if may_be_silent else options


def unchanged_holds(ruleset: Ruleset, holds: int, infield: Infield) -> tuple[Option, ...]:
    """8.22: return the only option for holds while the batter, pitcher and catcher stay the same.

    With the infield in, no runner is held (9.14).
    """
    if not (ruling := holding_ruling(ruleset, infield)):
        return (Option("none", ruling.rule, "No runner is held."),)
    key = "".join(map(str, runners(holds)[::-1])) or "none"
    return (Option(key, "8.22", hold_change_ruling(ruleset.stealing, "same_men").reason),)


def infield_with_holds(ruleset: Ruleset, options: tuple[Option, ...], holds: int) -> tuple[Option, ...]:
    """8.22, 9.14: return the infield options that are legal while these runners must stay held."""
    return tuple(option for option in options if not holds or holding_ruling(ruleset, option.key))  # type: ignore[arg-type]


@cache
def _hold_options(state: int, rule: str) -> tuple[Option, ...]:
    options = [Option("none", rule, "No runner is held.")]
    for holds in range(1, 8):
        if holds & ~state == 0:
            bases = runners(holds)[::-1]
            names = " and ".join(BASE_NAMES[base] for base in bases)
            options.append(Option("".join(map(str, bases)), rule, f"Hold the runner on {names}."))
    return tuple(options)


def outfield_options(*, may_come_in: bool) -> tuple[Option, ...]:
    """21.1: return the options for the outfield, which may come in only if a sacrifice fly ends the game."""
    return OUTFIELD if may_come_in else OUTFIELD[:1]


def offence_options(ruleset: Ruleset, situation: PlaySituation, holds: int) -> tuple[Option, ...]:
    """7.0: return the offense's options: swing, bunt, hit and run, or steal.

    A key such as "steal_2" names the base of the lead runner.
    """
    if situation.state == EMPTY:
        return (SWING,)
    legal = situation.legal_steals(holds)
    lead_tried = ruleset.stealing.delayed_steal_of_home and situation.lead_tried
    batter = situation.at_bat.code, situation.one_and_two
    return cached_options(
        situation,
        ("play", situation.state, situation.outs, legal, lead_tried, batter),
        lambda: (
            *_announcements(ruleset, situation),
            *_steals(ruleset, situation.state, legal),
            *_delayed_steal(ruleset, situation.state, lead_tried=lead_tried),
        ),
    )


def _announcements(ruleset: Ruleset, situation: PlaySituation) -> Iterator[Option]:
    rules, on_base, outs = ruleset.strategy, situation.state, situation.outs
    yield SWING
    for bunt in BUNTS:
        if ruling := bunt_ruling(rules, bunt, on_base, outs):
            yield Option(bunt, ruling.rule, ruling.reason)
    ruling = hit_and_run_ruling(rules, on_base, outs, situation.at_bat.code)
    if ruling and not (situation.one_and_two and not fouled_bunt_ruling(rules, "hit_and_run")):
        yield Option("hit_and_run", ruling.rule, ruling.reason)


def _steals(ruleset: Ruleset, state: int, legal: int) -> Iterator[Option]:
    """8.11, 23.6: return the options for steals from the `legal` bases, a bases int.

    With "steal_2" and a runner on first, both runners go.
    """
    options = STEALS["23.6" if ruleset.stealing.ratings else "8.11"]
    return (options[base] for base in runners(state) if is_on(legal, base))


def _delayed_steal(ruleset: Ruleset, state: int, *, lead_tried: bool) -> Iterator[Option]:
    """23.91: yield the option for a delayed steal, if the ruleset has it and the bases allow it."""
    rules = ruleset.stealing
    if not rules.delayed_steal_of_home:
        return
    ruling = delayed_steal_ruling(rules, state, lead_tried=lead_tried)
    if ruling:
        yield Option("delayed_steal", ruling.rule, ruling.reason)
