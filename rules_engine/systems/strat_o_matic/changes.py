"""Changes of men in a tournament game: who may come in for whom at this moment, each refusal with its rule."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from rules_engine.baseball.events import Substituted
from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.substitutions import entry_ruling
from rules_engine.eligibility.substitution import (
    may_leave,
    may_pinch_hit,
    may_remove_last_pitcher,
    starter_may_leave,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.bunting import after_one_and_two
from rules_engine.systems.strat_o_matic.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.game import StratGame
from rules_engine.systems.strat_o_matic.holding import pinch_runner_ruling

Reason = Literal["pinch_hitter", "pinch_runner", "pitcher", "defence"]
NOT_THE_MOUND = POSITIONS[1:]


class IllegalChangeError(ValueError):
    """A change that the rules refuse; the message is the ruling."""


def change_ruling(game: StratGame, profile: Profile, team: int, enters: str, leaves: str, reason: Reason) -> Ruling:
    """5.10, T10.11, S10.1, T10.2, T18.9, T23.02, T25.2: whether `enters` may come in for `leaves` now."""
    for ruling in _rulings(game, profile, team, enters, leaves, reason):
        if not ruling:
            return ruling
    return allow("T10.11", f"{enters} may come in for {leaves}.")


def substitute(game: StratGame, profile: Profile, team: int, enters: str, leaves: str, reason: Reason) -> State:
    """Make the change. Raises IllegalChangeError with the rule that refuses it."""
    ruling = change_ruling(game, profile, team, enters, leaves, reason)
    if not ruling:
        raise IllegalChangeError(str(ruling))
    return game.append(Substituted(team, enters, leaves, ruling.rule))


def legal_changes(game: StratGame, profile: Profile, team: int, reason: Reason) -> list[tuple[str, str]]:
    """Every (enters, leaves) that the rules allow now for this reason."""
    side = game.state.sides[team]
    leaving = [side.batter] if reason == "pinch_hitter" else list(dict.fromkeys((*side.order, *side.field)))
    pairs = ((enters, leaves) for leaves in leaving for enters in side.bench)
    return [pair for pair in pairs if change_ruling(game, profile, team, *pair, reason)]


def _rulings(
    game: StratGame, profile: Profile, team: int, enters: str, leaves: str, reason: Reason
) -> Iterator[Ruling]:
    state, cards = game.state, game.book.cards
    side = state.sides[team]
    yield entry_ruling(side, enters, leaves)
    yield _moment_ruling(game, team, leaves, reason)
    leaving_pitcher = leaves == side.pitcher and isinstance(cards[leaves], PitcherCard)
    if reason == "pinch_hitter":
        pitcher_hits = isinstance(cards[enters], PitcherCard)
        yield may_pinch_hit(pitcher_hits=pitcher_hits, for_pitcher=isinstance(cards[leaves], PitcherCard))
    if reason == "pitcher":
        yield _reliever_ruling(game, enters)
    if leaving_pitcher:
        yield from _pitcher_leaves(game, profile, team, leaves, reason)
    elif isinstance(cards[leaves], BatterCard):
        yield _fielder_leaves(game, team, enters, leaves)


def _moment_ruling(game: StratGame, team: int, leaves: str, reason: Reason) -> Ruling:
    """7.0: a pinch hitter is for the man at bat, a pinch runner for one on base, a fielder for one in the field."""
    state = game.state
    batting = team == int(state.bottom)
    if reason == "pinch_hitter":
        if not batting or state.batting.batter != leaves:
            return refuse("7.0", f"{leaves} is not at bat.")
        if game.tracker.one_and_two:
            return after_one_and_two(game.book.edition.strategy, "pinch_hit")
    elif reason == "pinch_runner":
        for base, runner in enumerate(state.bases, start=1):
            if batting and runner is not None and runner.player == leaves:
                failed = game.tracker.failed_lead(leaves, base)
                return pinch_runner_ruling(game.book.edition.stealing, base, failed)
        return refuse("7.0", f"{leaves} is not on base.")
    elif batting and leaves not in game.tracker.hurt:
        return refuse("7.0", "The team is at bat; its fielders change when it takes the field.")
    return allow("7.0", "This is the moment for it.")


def _reliever_ruling(game: StratGame, enters: str) -> Ruling:
    """27.62, T27.62: who has no relief rating may not relieve where the rules give him none."""
    card = game.book.cards[enters]
    if not isinstance(card, PitcherCard):
        return refuse("T25.3", f"{enters} is no pitcher.")
    if card.endurance.relief is None and not game.book.edition.endurance.pow_of_unlisted_reliever:
        return refuse("T27.62", f"{enters} has no relief rating.")
    return allow("27.62", f"{enters} may relieve.")


def _pitcher_leaves(game: StratGame, profile: Profile, team: int, leaves: str, reason: Reason) -> Iterator[Ruling]:
    injured = leaves in game.tracker.hurt
    outing = game.tracker.outings.get(leaves)
    if leaves == game.log.start.sides[team].pitcher:
        outs, runs = (outing.outs, sum(outing.runs.values())) if outing else (0, 0)
        yield starter_may_leave(outs, runs, profile, injured=injured)
    bench = game.state.sides[team].bench
    if not any(isinstance(game.book.cards[man], PitcherCard) for man in bench):
        why: Literal["pinch_hitter", "pinch_runner", "other"]
        why = "pinch_hitter" if reason == "pinch_hitter" else "pinch_runner" if reason == "pinch_runner" else "other"
        yield may_remove_last_pitcher(why, injured=injured)


def _fielder_leaves(game: StratGame, team: int, enters: str, leaves: str) -> Ruling:
    start = game.log.start
    other = 1 - team
    return may_leave(
        inning=game.state.inning,
        started=leaves in start.sides[team].order,
        injured=leaves in game.tracker.hurt,
        new_opposing_pitcher_on_mound=game.state.sides[other].pitcher != start.sides[other].pitcher,
        positions_coverable=positions_can_be_covered(game, game.state.sides[team], leaves),
    )


def positions_can_be_covered(game: StratGame, side: Side, without: str) -> bool:
    """S10.1: whether the men in the game and on the bench, less one, can still fill all eight positions by card."""
    men = [man for man in (*side.field, *side.order, *side.bench) if man != without]
    rated = {
        man: [rating.position for rating in game.book.listed(man)]
        for man in dict.fromkeys(men)
        if isinstance(game.book.cards[man], BatterCard)
    }
    return _all_filled(rated, NOT_THE_MOUND)


def _all_filled(rated: Mapping[str, Sequence[str]], positions: Sequence[str]) -> bool:
    """Whether the positions can be given to different men, each at one on his card (augmenting paths)."""
    taken: dict[str, str] = {}

    def place(position: str, tried: set[str]) -> bool:
        for man, listed in rated.items():
            if position in listed and man not in tried:
                tried.add(man)
                if man not in taken or place(taken[man], tried):
                    taken[man] = position
                    return True
        return False

    return all(place(position, set()) for position in positions)
