"""A manager for both sides: thresholds a cautious man would use, stated here and nowhere hidden.

Steals with a fair chance, bunts pitchers along with nobody out, sends runners by outs and safe range, plays the
infield in late and close, and changes pitchers when they tire. It asks no dice: the same game always gets the same
decisions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules_engine.baseball.bases import FIRST, SECOND, THIRD, is_on, occupied
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.state import Side, State
from rules_engine.baseball.table import Option
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.changes import Reason, change_ruling
from rules_engine.systems.strat_o_matic.fatigue import starter_must_leave
from rules_engine.systems.strat_o_matic.game import StratGame
from rules_engine.systems.strat_o_matic.ratings import Endurance

SEND_HOME = (11, 9, 6)  # safe range from which a runner is sent home, by outs
SEND_TO_THIRD = (14, 12, 16)  # with two outs third base gains little
SEND_TRAIL = 13
STEAL_WITH = 12  # safe range for a steal, by number or grade
LATE = 7
WALKS_FROM = 3  # the inning from which a man is walked for the pitcher behind him
FIRST_OPEN = (occupied(2), occupied(3), occupied(2, 3))
ON_FIRST = occupied(1)

Decide = Callable[[Sequence[Option]], str]


@dataclass(slots=True)
class Autopilot:
    """Sits at both ends of the table: `choose` decides, `changes` sends men in and out between plays."""

    game: StratGame
    profile: Profile | None = None  # the tournament's rules of substitution, where they are to be kept

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        """A decision, as a table's `choose` wants it."""
        decide = _DECISIONS.get(question)
        return decide(self, options) if decide else options[0].key

    @property
    def state(self) -> State:
        return self.game.log.states[-1]

    def pitch(self, options: Sequence[Option]) -> str:
        """An intentional walk in a close game, with first open: for a pitcher, late also for a man without power."""
        state = self.game.log.states[-1]
        if state.inning < WALKS_FROM or state.outs == 0 or state.occupied not in FIRST_OPEN or abs(state.lead) > 2:
            return "pitch"
        side, book = state.batting, self.game.book
        up_now = book.at_bat(side.batter, state.fielding.pitcher)
        following = book.at_bat(side.order[(side.up + 1) % 9], state.fielding.pitcher)
        late = state.inning >= LATE
        weaker = following.code is not None or (late and up_now.power == "N" and following.power == "W")
        return "walk" if up_now.code is None and weaker else "pitch"

    def infield(self, options: Sequence[Option]) -> str:
        """In with the run that matters on third, late in a close game."""
        state = self.game.log.states[-1]
        if state.inning >= LATE and -1 <= state.lead <= 1 and _offers(options, "in"):
            return "in"
        pitcher_bunts = state.outs < 2 and isinstance(self.game.book.cards[state.batting.batter], PitcherCard)
        return "corners_in" if pitcher_bunts and _offers(options, "corners_in") else "back"

    def hold(self, options: Sequence[Option]) -> str:
        """Hold a man on first with second open who would otherwise run."""
        state, first = self.state, self.state.bases[0]
        if first is None or is_on(state.occupied, SECOND):
            return "none"
        thief = self.game.book.thief(first.player)
        runs = thief.rating is not None and thief.rating.first >= 15
        return "1" if runs or thief.grade in ("AAA", "AA", "A") else "none"

    def outfield(self, options: Sequence[Option]) -> str:
        return "in"

    def announce(self, options: Sequence[Option]) -> str:
        """What the batter will do."""
        keys = [option.key for option in options]
        state, pitcher_bats = self.state, isinstance(self.game.book.cards[self.state.batting.batter], PitcherCard)
        if pitcher_bats and "sacrifice" in keys and state.outs == 0:
            return "sacrifice"
        at_bat = self.game.book.at_bat(state.batting.batter, state.fielding.pitcher)
        if "sacrifice" in keys and state.outs == 0 and abs(state.lead) <= 2 and self._bunts(at_bat.bunt):
            return "sacrifice"
        if pitcher_bats and "squeeze" in keys and state.outs == 1 and abs(state.lead) <= 1 and state.inning >= LATE:
            return "squeeze"
        if "steal_1" in keys and not is_on(state.occupied, SECOND) and abs(state.lead) <= 4 and self._runs():
            return "steal_1"
        close = state.outs == 1 and state.occupied == ON_FIRST and abs(state.lead) <= 1
        if "hit_and_run" in keys and close and at_bat.hit_and_run == "B":
            return "hit_and_run"
        return "swing"

    def _bunts(self, rating: str) -> bool:
        """The best bunters from the third inning on, good ones late."""
        return self.state.inning >= {"A": LATE - 4, "B": LATE}.get(rating, 99)

    def _runs(self) -> bool:
        """The runner on first has the chance, and has not failed to get his lead already."""
        state, book = self.state, self.game.book
        runner = state.bases[0]
        assert runner is not None
        if self.game.tracker.failed_lead(runner.player, FIRST):
            return False
        thief, battery = book.thief(runner.player), book.battery(state.fielding)
        if book.edition.stealing.ratings:
            return thief.rating is not None and thief.rating.first + battery.arm + battery.hold >= STEAL_WITH
        charted = book.steal_chart[thief.grade, SECOND]
        return charted + (battery.arm if book.edition.stealing.catcher_arm else 0) >= STEAL_WITH

    def send_lead(self, options: Sequence[Option]) -> str:
        """By the safe range, the outs and the base he is going to."""
        safe = options[-1].safe
        home = is_on(self.state.occupied, SECOND) or is_on(self.state.occupied, THIRD)
        least = (SEND_HOME if home else SEND_TO_THIRD)[self.state.outs]
        return "send" if safe >= least else "hold"

    def send_second(self, options: Sequence[Option]) -> str:
        return "send" if options[-1].safe >= SEND_TO_THIRD[self.state.outs] else "hold"

    def send_trail(self, options: Sequence[Option]) -> str:
        return "send" if options[-1].safe >= SEND_TRAIL else "hold"

    def throw(self, options: Sequence[Option]) -> str:
        """Throw at a runner who may be out; give a sure base up to keep the others where they are."""
        by_key = {option.key: option for option in options}
        if "lead" in by_key:
            return "lead" if by_key["lead"].safe <= 8 else "first"
        if "throw" in by_key and by_key["throw"].safe >= 18 and "concede" in by_key:
            return "concede"
        return "throw"

    def cut(self, options: Sequence[Option]) -> str:
        """At whoever is likelier to be out, the run counting for a little more."""
        through, trail = options
        return trail.key if trail.safe <= through.safe - 3 else through.key

    def lead_or_go(self, options: Sequence[Option]) -> str:
        return options[0].key

    def changes(self) -> None:
        """Replace the hurt, bring in a pitcher for one who tires or was hit for, and hit for a tired one."""
        game = self.game
        if game.tracker.hurt:
            for team, man in game.hurt_men():
                self._replace(team, man)
        state = game.log.states[-1]
        team = 1 - state.bottom
        pitcher = state.sides[team].field[0]
        if not isinstance(game.book.cards[pitcher], PitcherCard):
            self._bring_in(team, pitcher)
        elif game.tracker.tired(state) or starter_must_leave(game.book.edition.endurance, state.inning - 1):
            self._bring_in(team, pitcher, only_if_there_is_one=True)
        if state.inning >= LATE:
            self._bat_for_pitcher()

    def _relievers(self, side: Side) -> list[str]:
        def endurance(man: str) -> Endurance:
            return self.game.book.pitcher(man).endurance

        rested = [man for man in side.bench if isinstance(self.game.book.cards[man], PitcherCard)]
        relievers = [man for man in rested if endurance(man).relief is not None]
        close = self.state.inning >= 8 and abs(self.state.lead) <= 3
        return sorted(relievers, key=lambda man: _closer_rank(endurance(man)), reverse=close)

    def _bring_in(self, team: int, leaves: str, *, only_if_there_is_one: bool = False) -> None:
        side = self.state.sides[team]
        relievers = self._relievers(side)
        others = [man for man in side.bench if isinstance(self.game.book.cards[man], PitcherCard)]
        if relievers or (others and not only_if_there_is_one):
            self._change(team, (relievers or others)[0], leaves, "pitcher")

    def _change(self, team: int, enters: str, leaves: str, reason: Reason) -> None:
        """Make the change, unless the tournament's rules refuse it."""
        if self.profile and not change_ruling(self.game, self.profile, team, enters, leaves, reason):
            return
        self.game.append(Substituted(team, enters, leaves, "10.2" if reason == "pitcher" else "7.0"))

    def _bat_for_pitcher(self) -> None:
        """A bench bat for a pitcher who is behind or tired late, while a reliever is left."""
        state = self.game.log.states[-1]
        team, side = int(state.bottom), state.batting
        if not isinstance(self.game.book.cards[side.batter], PitcherCard):
            return
        behind = state.lead < 0 or state.occupied > ON_FIRST
        if not behind or self.game.tracker.one_and_two or not self._relievers(side):
            return
        bats = [man for man in side.bench if isinstance(self.game.book.cards[man], BatterCard)]
        if len(bats) > 2:
            self._change(team, bats[-1], side.batter, "pinch_hitter")

    def _replace(self, team: int, hurt: str) -> None:
        """25.1: somebody with his position on the card, else whoever is left."""
        side, cards = self.state.sides[team], self.game.book.cards
        position = side.position_of(hurt)
        bats = [man for man in side.bench if isinstance(cards[man], BatterCard)]
        if position == "p":
            rated = self._relievers(side) or [man for man in side.bench if isinstance(cards[man], PitcherCard)]
        else:
            rated = [man for man in bats if any(rating.position == position for rating in self.game.book.listed(man))]
        if left := rated or bats or side.bench:
            self.game.append(Substituted(team, left[0], hurt, "25.1"))


def _offers(options: Sequence[Option], key: str) -> bool:
    return any(option.key == key for option in options)


def _closer_rank(endurance: Endurance) -> int:
    return endurance.closer if isinstance(endurance.closer, int) else -1


_DECISIONS: dict[str, Callable[[Autopilot, Sequence[Option]], str]] = {
    "pitch": Autopilot.pitch,
    "infield": Autopilot.infield,
    "hold": Autopilot.hold,
    "outfield": Autopilot.outfield,
    "play": Autopilot.announce,
    "send_lead": Autopilot.send_lead,
    "send_second": Autopilot.send_second,
    "send_trail": Autopilot.send_trail,
    "throw": Autopilot.throw,
    "cut": Autopilot.cut,
    "lead_or_go": Autopilot.lead_or_go,
}
