"""The computer manager: cautious and without dice of its own, so the same game always gets the same decisions.

It plays the suggested depths, sends runners home if they are likely to be safe, steals with a 75 percent chance, bunts
with pitchers, replaces pitchers who are tired or past their pull rating, and pinch-hits for pitchers late.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.events import FieldersMoved, Substituted
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.baseball.manager_styles import DEFAULT_STYLE, ManagerStyle, styles_of
from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.substitutions import stand_in
from rules_engine.profile import Profile
from rules_engine.systems.inside_pitch.cards import glove_at
from rules_engine.systems.inside_pitch.changes import InsidePitchGame, must_settle, pitchers_left
from rules_engine.systems.inside_pitch.fatigue import is_tired
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.next_play import ADVISED
from rules_engine.systems.inside_pitch.situation import PlaySituation, situation_before_play
from rules_engine.systems.inside_pitch.stealing import steal_number

LATE, CLOSE = 7, 3
STEALS_FROM: Final = 15  # on the d20
SENDS_FROM: Final = 4  # on the d6
LAST_BATTERS_ON_BENCH: Final = 1


@dataclass(slots=True)
class Pilot:
    """Computer manager for one or both teams: `choose` decides, and `changes` makes substitutions between plays."""

    game: InsidePitchGame
    profile: Profile | None = None
    teams: tuple[int, ...] = (0, 1)
    styles: tuple[ManagerStyle, ManagerStyle] = field(init=False)  # for the visitors and the home team
    moved: set[int] = field(default_factory=set)  # teams with substitutes who haven't taken the field yet

    def __post_init__(self) -> None:
        self.styles = styles_of(self.game.styles)

    @property
    def state(self) -> State:
        return self.game.log.states[-1]

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        style = self.styles[self.state.bottom if side == "offence" else not self.state.bottom]
        return decide(self.game.setup, self.state, question, options, style)

    def table(self, seed: int) -> RandomInput:
        return RandomInput(seed, self.choose)

    def changes(self) -> None:
        """Before a play, replace injured, exhausted and tired players, and pinch-hit for pitchers."""
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
        """Move substitutes to positions on their cards."""
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
        """IP12.1, IP12.2: Return whether the pitcher has faced a batter and is tired, or must be pulled."""
        appearance = self.game.tracker.outing(state)
        if not appearance.batters:
            return False
        if is_tired(appearance.work, appearance.batters):
            return True
        return self.game.setup.edition.pull and self.game.tracker.should_be_pulled(state)

    def _pinch_hit(self, team: int) -> None:
        """Pinch-hit for the pitcher unless the team has a safe lead, if a reliever is left."""
        game, state = self.game, self.game.log.states[-1]
        side = state.sides[team]
        batter = side.order[side.up]
        if game.setup.is_hitter(batter) or state.lead >= CLOSE:
            return
        bats = [player for player in side.bench if game.setup.is_hitter(player) and player not in game.setup.absent]
        if len(bats) > LAST_BATTERS_ON_BENCH and pitchers_left(game, team) and not game.tracker.rolled:
            hand = "L" if game.setup.hand(state.fielding.pitcher) == "L" else "R"
            best = max(bats, key=lambda player: game.setup.bat(player, hand))  # type: ignore[arg-type]
            self._send(team, best, batter, "IP12.1")


def decide(
    setup: GameSetup, state: State, question: str, options: Sequence[Option], style: ManagerStyle = DEFAULT_STYLE
) -> str:
    """Return a decision based only on the state."""
    if question in _BY_THE_OPTIONS or (question == "play" and setup.edition.strategy != "off"):
        return advised(options) or options[0].key
    if question in _NEEDS_A_LOOK:
        return _decided(setup, situation_before_play(setup, state, tired=False), question, options, style)
    return options[0].key


_BY_THE_OPTIONS: Final = frozenset(("after_foul", "pitch"))
_NEEDS_A_LOOK: Final = frozenset(("play", "third"))


def _decided(
    setup: GameSetup, situation: PlaySituation, question: str, options: Sequence[Option], style: ManagerStyle
) -> str:
    keys = [option.key for option in options]
    if question == "play":
        return _play(setup, situation, options, style)
    if question == "third":
        decision = "go" if situation.outs == 1 or situation.br(3) >= SENDS_FROM else "hold"
        return decision if decision in keys else keys[0]
    return keys[0]


def _play(setup: GameSetup, situation: PlaySituation, options: Sequence[Option], style: ManagerStyle) -> str:
    """Follow the strategy roll. Without it, steal second if the chance is good, and bunt with a pitcher and no outs."""
    if advice := advised(options):
        return advice
    keys = [option.key for option in options]
    if setup.edition.strategy == "off":
        if (
            "steal_1" in keys
            and steal_number(setup, situation, 1) >= STEALS_FROM - style.steal_points
            and situation.outs < 2
        ):
            return "steal_1"
        state = situation.state
        pitcher_bats = state is not None and not setup.is_hitter(state.batting.batter)
        if "bunt" in keys and pitcher_bats and situation.outs == 0:
            return "bunt"
    return keys[0]


def advised(options: Sequence[Option]) -> str:
    """Return the option that the strategy roll advises, or ""."""
    for option in options:
        if option.sentence.endswith(ADVISED):
            return option.key
    return ""


def reliever(setup: GameSetup, left: Sequence[str]) -> str:
    """Return the available reliever who lasts longest before he tires, preferring a RELIEF line."""

    def endurance(player: str) -> tuple[bool, int]:
        card = setup.pitcher(player)
        return card.relief is not None, card.relief.batters if card.relief else 0

    return max(left, key=endurance)


def successor(game: InsidePitchGame, team: int, leaves: str) -> str:
    """IP13: Return the replacement for a player who must leave: by position, anyone else, or a stand-in."""
    side, setup = game.state.sides[team], game.setup
    position = side.position_of(leaves)
    pitches = position == "p" or (not position and not setup.is_hitter(leaves))
    if pitches and (left := pitchers_left(game, team)):
        return reliever(setup, left)
    bench = [player for player in side.bench if player not in setup.absent] or list(side.bench)
    fit = [player for player in bench if position in setup.positions(player)]
    candidates = [player for player in bench if setup.is_hitter(player)]
    return next(iter((*fit, *candidates, *bench)), stand_in(leaves))


def arranged(setup: GameSetup, side: Side) -> tuple[tuple[str, str], ...]:
    """Return the swaps that put more players at positions on their cards."""
    places = dict(zip(POSITIONS[1:], side.field[1:], strict=True))
    before = dict(places)
    for position, player in list(places.items()):
        if position in setup.positions(player):
            continue
        for current, candidate in places.items():
            if position in setup.positions(candidate) and _better(setup, position, current, places):
                places[position], places[current] = candidate, player
                break
    return tuple((position, player) for position, player in places.items() if before[position] != player)


def _better(setup: GameSetup, player: str, candidate: str, places: dict[str, str]) -> bool:
    """Return whether swapping these two positions improves total range."""

    def ranges(first: str, second: str) -> int:
        cards = setup.cards
        return glove_at(cards[first], player).range + glove_at(cards[second], candidate).range

    return ranges(places[candidate], places[player]) > ranges(places[player], places[candidate])
