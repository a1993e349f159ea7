"""A manager for both sides: cautious, and without dice of his own; the same game always gets the same decisions.

He plays the suggested depths, sends a man home where he is likelier safe than not, steals with three chances in four,
bunts a pitcher along, takes out pitchers who tire or have given up their pull rating, and hits for pitchers late.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.events import FieldersMoved, Substituted
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.substitutions import stand_in
from rules_engine.profile import Profile
from rules_engine.systems.inside_pitch.cards import glove_at
from rules_engine.systems.inside_pitch.changes import InsidePitchGame, must_settle, pitchers_left
from rules_engine.systems.inside_pitch.fatigue import is_tired
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.moment import PlaySituation, situation_before_play
from rules_engine.systems.inside_pitch.next_play import ADVISED
from rules_engine.systems.inside_pitch.stealing import steal_number

LATE, CLOSE = 7, 3
STEALS_FROM: Final = 15  # of the d20
SENDS_FROM: Final = 4  # of the d6
LAST_BATTERS_ON_BENCH: Final = 1


@dataclass(slots=True)
class Pilot:
    """Sits at both ends of the table: `choose` decides, `changes` sends men in and out between plays."""

    game: InsidePitchGame
    profile: Profile | None = None
    teams: tuple[int, ...] = (0, 1)
    moved: set[int] = field(default_factory=set)  # teams with new men who have not taken the field yet

    @property
    def state(self) -> State:
        return self.game.log.states[-1]

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        return decide(self.game.setup, self.state, question, options)

    def table(self, seed: int) -> RandomInput:
        return RandomInput(seed, self.choose)

    def changes(self) -> None:
        """Before a play: the hurt and the exhausted go, a tired pitcher is relieved, a bat hits for a pitcher."""
        game, state = self.game, self.game.log.states[-1]
        if game.tracker.unsettled:
            self._settle()
            state = game.log.states[-1]
        team = 1 - state.bottom
        if team in self.moved and team in self.teams:
            self._arrange(team)
        if team in self.teams:
            self._relieve(team)
        if state.inning >= LATE and int(state.bottom) in self.teams:
            self._pinch_hit(int(state.bottom))

    def _settle(self) -> None:
        for _ in range(2 * len(POSITIONS)):
            unsettled = must_settle(self.game)
            if unsettled is None or not unsettled.leaves or unsettled.team not in self.teams:
                return
            team, leaves = unsettled.team, unsettled.leaves
            enters = successor(self.game, team, leaves)
            rule = unsettled.ruling.rule if enters in self.state.sides[team].bench else "T25.2"
            self._send(team, enters, leaves, rule)

    def _send(self, team: int, enters: str, leaves: str, rule: str) -> None:
        self.game.append(Substituted(team, enters, leaves, rule))
        self.moved.add(team)

    def _arrange(self, team: int) -> None:
        """Men who came in take places that stand on their cards."""
        self.moved.discard(team)
        if moves := arranged(self.game.setup, self.state.sides[team]):
            self.game.append(FieldersMoved(team, moves))

    def _relieve(self, team: int) -> None:
        game, state = self.game, self.game.log.states[-1]
        pitcher = state.sides[team].field[0]
        if not game.setup.is_pitcher(pitcher) or self._is_done(state):
            left = pitchers_left(game, team)
            if left:
                self._send(team, reliever(game.setup, left), pitcher, "IP12.1")

    def _is_done(self, state: State) -> bool:
        """IP12.1, IP12.2: he has faced somebody and is tired, or is to be pulled, where the edition has it."""
        outing = self.game.tracker.outing(state)
        if not outing.batters:
            return False
        if is_tired(outing.work, outing.batters):
            return True
        return self.game.setup.edition.pull and self.game.tracker.should_be_pulled(state)

    def _pinch_hit(self, team: int) -> None:
        """A bench bat for a pitcher when his team is behind or he is tired anyway, while a reliever is left."""
        game, state = self.game, self.game.log.states[-1]
        side = state.sides[team]
        batter = side.order[side.up]
        if game.setup.is_hitter(batter) or state.lead >= CLOSE:
            return
        bats = [man for man in side.bench if game.setup.is_hitter(man) and man not in game.setup.absent]
        if len(bats) > LAST_BATTERS_ON_BENCH and pitchers_left(game, team) and not game.tracker.rolled:
            hand = "L" if game.setup.hand(state.fielding.pitcher) == "L" else "R"
            best = max(bats, key=lambda man: game.setup.bat(man, hand))  # type: ignore[arg-type]
            self._send(team, best, batter, "IP12.1")


def decide(setup: GameSetup, state: State, question: str, options: Sequence[Option]) -> str:
    """One decision from the state alone."""
    if question in _BY_THE_OPTIONS or (question == "play" and setup.edition.strategy != "off"):
        return advised(options) or options[0].key
    if question in _NEEDS_A_LOOK:
        return _decided(setup, situation_before_play(setup, state, tired=False), question, options)
    return options[0].key


_BY_THE_OPTIONS: Final = frozenset(("after_foul", "pitch"))
_NEEDS_A_LOOK: Final = frozenset(("play", "third"))


def _decided(setup: GameSetup, moment: PlaySituation, question: str, options: Sequence[Option]) -> str:
    keys = [option.key for option in options]
    if question == "play":
        return _play(setup, moment, options)
    if question == "third":
        wanted = "go" if moment.outs == 1 or moment.br(3) >= SENDS_FROM else "hold"
        return wanted if wanted in keys else keys[0]
    return keys[0]


def _play(setup: GameSetup, moment: PlaySituation, options: Sequence[Option]) -> str:
    """What the roll advises; without it a steal of second with a fair chance, and a pitcher's bunt with nobody out."""
    if advice := advised(options):
        return advice
    keys = [option.key for option in options]
    if setup.edition.strategy == "off":
        if "steal_1" in keys and steal_number(setup, moment, 1) >= STEALS_FROM and moment.outs < 2:
            return "steal_1"
        state = moment.state
        pitcher_bats = state is not None and not setup.is_hitter(state.batting.batter)
        if "bunt" in keys and pitcher_bats and moment.outs == 0:
            return "bunt"
    return keys[0]


def advised(options: Sequence[Option]) -> str:
    """What the strategy roll advises, "" for nothing."""
    for option in options:
        if option.sentence.endswith(ADVISED):
            return option.key
    return ""


def reliever(setup: GameSetup, left: Sequence[str]) -> str:
    """Of those left the one who lasts longest before he tires, with a RELIEF line first."""

    def lasts(man: str) -> tuple[bool, int]:
        card = setup.pitcher(man)
        return card.relief is not None, card.relief.batters if card.relief else 0

    return max(left, key=lasts)


def successor(game: InsidePitchGame, team: int, leaves: str) -> str:
    """IP13: who comes in for a man who must go: by his card, whoever is left, else a man made up."""
    side, setup = game.state.sides[team], game.setup
    position = side.position_of(leaves)
    pitches = position == "p" or (not position and not setup.is_hitter(leaves))
    if pitches and (left := pitchers_left(game, team)):
        return reliever(setup, left)
    bench = [man for man in side.bench if man not in setup.absent] or list(side.bench)
    fit = [man for man in bench if position in setup.positions(man)]
    others = [man for man in bench if setup.is_hitter(man)]
    return next(iter((*fit, *others, *bench)), stand_in(leaves))


def arranged(setup: GameSetup, side: Side) -> tuple[tuple[str, str], ...]:
    """Who changes places so that more men stand where their cards have them: one exchange at a time."""
    places = dict(zip(POSITIONS[1:], side.field[1:], strict=True))
    before = dict(places)
    for position, man in list(places.items()):
        if position in setup.positions(man):
            continue
        for other, his in places.items():
            if position in setup.positions(his) and _better(setup, position, other, places):
                places[position], places[other] = his, man
                break
    return tuple((position, man) for position, man in places.items() if before[position] != man)


def _better(setup: GameSetup, man: str, other: str, places: dict[str, str]) -> bool:
    """Whether these two play better in each other's place: more ranges in all."""

    def ranges(first: str, second: str) -> int:
        cards = setup.cards
        return glove_at(cards[first], man).range + glove_at(cards[second], other).range

    return ranges(places[other], places[man]) > ranges(places[man], places[other])
