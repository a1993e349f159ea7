"""The smallest game system: heads is a single, tails is an out. It writes eleven functions and takes the defaults."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar, NamedTuple

from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.game_setup import AtBat
from rules_engine.baseball.plays import ABSENT, OUT, Play, Resolved
from rules_engine.baseball.state import cut_at_walk_off
from rules_engine.baseball.substitutions import entry_ruling
from rules_engine.baseball.system_defaults import *  # noqa: F403
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.rulings import Finding, allow

key = "coin_flip"
title = "Coin Flip"
editions = {"fair": "Fair coin"}


class CoinFinding(Finding):
    ANYTHING_GOES = "Anything goes."


@dataclass(frozen=True)
class Card:
    name: str
    bats: str = "R"


class Ruleset(NamedTuple):
    key: str
    title: str


@dataclass
class CoinSetup:
    system: ClassVar[str] = key

    edition: Ruleset
    cards: dict[str, Card]

    def is_pitcher(self, player):
        return True

    def is_hitter(self, player):
        return True

    def hand(self, player):
        return self.cards[player].bats

    def positions(self, player):
        return ()

    def may_pitch(self, player, *, start):
        return allow(CoinFinding.ANYTHING_GOES)

    def bat(self, player, throws):
        return AtBat(0.5, 1.0)


class CoinTracker:
    hurt = unsettled = frozenset()

    def after(self, before, event):
        pass

    def tired(self, state):
        return False

    def work_left(self, player):
        return ""


class FirstOptionManager:
    teams = (0, 1)

    def choose(self, side, question, options):
        return options[0].key

    def changes(self):
        pass

    def table(self, seed):
        return RandomInput(seed, self.choose)


def edition(name: str) -> Ruleset:
    if name not in editions:
        raise SystemFileError([f"no ruleset {name}"])
    return Ruleset(name, editions[name])


def read_card(document: Any) -> Card:
    return Card(**document)


def write_card(card: Card) -> dict[str, Any]:
    return asdict(card)


def setup(edition, cards, charts=None, park=""):
    return CoinSetup(edition, cards)


def tracker(setup, start):
    return CoinTracker()


def next_play(game_input, setup, state, tracker):
    runners = [ABSENT if runner is None else base for base, runner in enumerate(state.bases, 1)]
    if game_input.roll("coin", 2) == 1:
        advanced = [base if base == ABSENT else base + 1 for base in runners]
        return Resolved(cut_at_walk_off(state, Play("single", (1, *advanced))))
    return Resolved(Play("strikeout", (OUT, *runners)))


def lineup_ruling(setup, side):
    return allow(CoinFinding.ANYTHING_GOES)


def change_ruling(game, profile, team, enters, leaves, reason, moves=None):
    return entry_ruling(game.state.sides[team], enters, leaves)


def move_ruling(game, team, positions, *, tournament=True):
    return allow(CoinFinding.ANYTHING_GOES)


def must_settle(game):
    return None


def pilot(game, profile=None):
    return FirstOptionManager()
