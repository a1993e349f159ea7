"""The smallest game system: heads is a single, tails is an out.

It writes the eleven functions of a system, and makes cards of real seasons. Everything else is a default.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, NamedTuple

from rules_engine.baseball.events import Event
from rules_engine.baseball.game_input import GameInput, RandomInput
from rules_engine.baseball.game_setup import AtBat
from rules_engine.baseball.plays import ABSENT, OUT, Play, Resolved
from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.state import POSITIONS, Side, State, cut_at_walk_off
from rules_engine.baseball.substitutions import entry_ruling
from rules_engine.baseball.system_defaults import *  # noqa: F403
from rules_engine.baseball.system_types import MadeCards, SystemFileError
from rules_engine.rulings import Finding, Ruling, allow

key = "coin_flip"
title = "Coin Flip"
editions = {"fair": "Fair coin"}


class CoinFinding(Finding):
    ANYTHING_GOES = "Anything goes."


@dataclass(frozen=True)
class Card:
    name: str
    bats: str = "R"
    pitches: bool = True


class Ruleset(NamedTuple):
    key: str
    title: str


@dataclass
class CoinSetup:
    system: ClassVar[str] = key

    edition: Ruleset
    cards: dict[str, Card]
    absent: ClassVar[dict[str, Ruling]] = {}

    def is_pitcher(self, player: str) -> bool:
        return self.cards[player].pitches

    def is_hitter(self, player: str) -> bool:
        return True

    def hand(self, player: str) -> str:
        return self.cards[player].bats

    def positions(self, player: str) -> Sequence[str]:
        return () if self.is_pitcher(player) else POSITIONS[1:]

    def may_pitch(self, player: str, *, start: bool) -> Ruling:
        return allow(CoinFinding.ANYTHING_GOES, "")

    def bat(self, player: str, throws: str) -> AtBat:
        return AtBat(0.5, 1.0)


class CoinTracker:
    injured: frozenset[str] = frozenset()
    unsettled: frozenset[str] = frozenset()

    def after(self, before: State, event: Event) -> None:
        pass

    def tired(self, state: State) -> bool:
        return False

    def work_left(self, player: str) -> str:
        return ""


class FirstOptionManager:
    teams = (0, 1)

    def choose(self, side: str, question: str, options: Sequence[Any]) -> str:
        return str(options[0].key)

    def changes(self) -> None:
        pass

    def table(self, seed: int) -> RandomInput:
        return RandomInput(seed, self.choose)


def edition(name: str) -> Ruleset:
    if name not in editions:
        raise SystemFileError([f"no ruleset {name}"])
    return Ruleset(name, editions[name])


def read_card(document: Any) -> Card:
    return Card(**document)


def write_card(card: Card) -> dict[str, Any]:
    return asdict(card)


def make_cards(season: LeagueSeason, edition: Any) -> MadeCards:  # type: ignore[no-redef]  # replaces the default
    """Return a card for everyone. All are alike, so there is nothing to compare with the season."""
    hitters = {player: Card(line.name, pitches=False) for player, line in season.batting.items()}
    pitchers = {player: Card(line.name) for player, line in season.pitching.items()}
    return MadeCards({**hitters, **pitchers}, ())


def setup(edition: Ruleset, cards: dict[str, Card], charts: Any = None, park: str = "") -> CoinSetup:
    return CoinSetup(edition, cards)


def tracker(setup: CoinSetup, start: State) -> CoinTracker:
    return CoinTracker()


def next_play(game_input: GameInput, setup: CoinSetup, state: State, tracker: CoinTracker) -> Resolved:
    first, second, third = (ABSENT if runner is None else base for base, runner in enumerate(state.bases, 1))
    if game_input.roll("coin", 2) == 1:
        single = Play("single", (1, _next_base(first), _next_base(second), _next_base(third)))
        return Resolved(cut_at_walk_off(state, single))
    return Resolved(Play("strikeout", (OUT, first, second, third)))


def _next_base(base: int) -> int:
    return base if base == ABSENT else base + 1


def lineup_ruling(setup: CoinSetup, side: Side) -> Ruling:
    return allow(CoinFinding.ANYTHING_GOES, "")


def change_ruling(
    game: Any, profile: Any, team: int, enters: str, leaves: str, reason: Any, moves: Any = None
) -> Ruling:
    return entry_ruling(game.state.sides[team], enters, leaves)


def move_ruling(game: Any, team: int, positions: Any, *, tournament: bool = True) -> Ruling:
    return allow(CoinFinding.ANYTHING_GOES, "")


def must_settle(game: Any) -> None:
    return None


def pilot(game: Any, profile: Any = None) -> FirstOptionManager:
    return FirstOptionManager()
