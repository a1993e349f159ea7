"""Defaults for the parts of `System` that a new game system doesn't have to define.

A system imports the names it doesn't define itself. By default, rest and injuries don't carry over, cards have no
printed ratings, and the odds are unknown.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules_engine.baseball.card_faces import CardFace, MatchupCard
from rules_engine.baseball.card_sheets import CardSheet
from rules_engine.baseball.changes import AnyGame, before_dice_ruling
from rules_engine.baseball.changes import hitter_ruling as hitter_ruling
from rules_engine.baseball.changes import switch_ruling as switch_ruling
from rules_engine.baseball.chart_display import ChartDisplay
from rules_engine.baseball.events import Event, PlayMade, Record
from rules_engine.baseball.game_input import Chooser, DiceRoller, GameInput
from rules_engine.baseball.game_setup import Card, Charts
from rules_engine.baseball.option_odds import count_plays
from rules_engine.baseball.optional_rules import OptionalRule
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.plays import Play
from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.state import Side, State
from rules_engine.baseball.substitutions import WITHOUT_NUMBERS
from rules_engine.baseball.system_types import (
    Carryover,
    ChartTemplate,
    DieKind,
    MadeCards,
    PlayOdds,
    PrintedCard,
    RollsTogether,
    SystemFileError,
    WayOut,
    WeatherRoll,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling


class HouseCharts(NamedTuple):
    """The system's standard charts without replacements."""

    digests: Mapping[str, str] = MappingProxyType({})


rule_prefix: Final = ""
numbers: Final = WITHOUT_NUMBERS
positions_bind: Final = False
set_aside: Final[Mapping[str, str]] = {}
tournament_editions: Final[Mapping[str, str]] = {}
card_sheets: Final[Sequence[CardSheet]] = ()
charts_folder: Final = ""
weather: Final[WeatherRoll | None] = None
printed_ratings: Final[Mapping[str, Callable[[str], object]]] = {}
dice: Final[Sequence[DieKind]] = (DieKind("d6", 6), DieKind("d20", 20))
rolled_together: Final[RollsTogether] = frozenset()
roll_titles: Final[Mapping[str, str]] = {}


def totals_not_on_cards(title: str) -> dict[str, str]:
    """Return the entries of `set_aside` for a game whose cards have neither at-bats nor innings."""
    no_at_bats = f"{title} cards don't show at-bats"
    no_innings = f"{title} cards don't show innings pitched"
    return {
        "cards.hitter_at_bats_and_walks": no_at_bats,
        "cards.catcher_at_bats_and_walks": no_at_bats,
        "cards.starter_outs": no_innings,
        "cards.reliever_outs": no_innings,
    }


def positions_rule(profile: Profile | None) -> str:
    """Return "" because players can take any position."""
    return ""


def has_hitter(edition: str) -> bool:
    """Return False because the pitcher bats."""
    return False


def optional_rules(edition: str) -> Sequence[OptionalRule]:
    """Return no rules, because players can't switch any."""
    return ()


def rules_summary(edition: str) -> Mapping[str, str]:
    return {}


def ways_out(game: AnyGame, profile: Profile | None, team: int) -> Iterable[WayOut]:
    """Return no changes, because a single substitution is always possible."""
    return ()


def timing_ruling(game: AnyGame) -> Ruling:
    """Allow substitutions until the first die of a play."""
    return before_dice_ruling(game, game.system.numbers.moment)


def retraction_ruling(game: AnyGame, side: str) -> Ruling:
    """Allow announcements to be undone until the first die of a play."""
    return timing_ruling(game)


def matchup_cards(game: AnyGame, record: Record) -> Sequence[MatchupCard]:
    players = game.state.batting.batter, game.state.fielding.pitcher
    return [MatchupCard(player, game.system.card_face(game.setup.cards[player]).ratings) for player in players]


def after_game(game_input: GameInput, game: AnyGame) -> Sequence[Event]:
    return ()


def card_lines(card: Card) -> Sequence[str]:
    return (card.name,)


def card_face(card: Card) -> CardFace:
    return CardFace(card.name, card.bats, (), ())


def chart_templates() -> Mapping[str, ChartTemplate]:
    return {}


def charts_in_use(setup: Any) -> Mapping[str, ChartDisplay]:
    return {}


def charts(folder: Path | None) -> Charts:
    return HouseCharts()


def rated_positions(fielding: str) -> Sequence[str]:
    """Return no positions, because card sets have none of the system's ratings."""
    return ()


def printed_card(card: Card, ratings: Mapping[str, str]) -> PrintedCard:
    return PrintedCard(card, tuple(ratings))


def ratings_of_card(card: Card) -> Mapping[str, str]:
    return {}


def make_cards(season: LeagueSeason, edition: Any) -> MadeCards:
    """Raise SystemFileError, because the system can't make cards."""
    raise SystemFileError(["This game has no cards for real seasons."])


def carried(before: Carryover | None, game: AnyGame, team: int) -> Carryover:
    return {}


def after_sheet(
    before: Carryover | None, pitched: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]
) -> Carryover:
    return {}


def injury_unit(edition: str) -> str:
    return ""


def absent(edition: Any, carryover: Carryover, names: Names) -> Mapping[str, Ruling]:
    return {}


def bring(setup: Any, away: Carryover | None, home: Carryover | None, profile: Profile | None = None) -> None:
    """Leave the setup unchanged, because nothing carries over."""


def next_series(before: Carryover) -> Carryover:
    """Return the carryover unchanged."""
    return before


def rest_batters(dice: DiceRoller, setup: Any, side: Side) -> tuple[Side, tuple[str, ...]]:
    """Return the lineup unchanged: no batter rests."""
    return side, ()


def appearance_odds(game: AnyGame, batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
    return {}


def steal_odds(game: AnyGame) -> Mapping[int, Mapping[Play, Fraction]]:
    return {}


def option_odds(game: AnyGame, record: Record, choose: Chooser) -> PlayOdds:
    """Count the rolls that can follow, and prune rare branches."""
    return count_plays(game, record, choose)


def card_read(setup: Any, play: PlayMade) -> str:
    """Return "" because a play's dice don't identify a single reading."""
    return ""


def card_chances(setup: Any, batter: str, pitcher: str) -> Mapping[str, float]:
    return {}


def announcements(edition: Any) -> Mapping[str, Sequence[str]]:
    return {}


def option_note(game: AnyGame, question: str, key: str, record: Record, names: Names) -> str:
    return ""


def dice_note(game: AnyGame, record: Record, names: Names) -> str:
    return ""


def usual_reliever(game: AnyGame, team: int) -> str:
    """Return "" because the game has no reliever for a particular situation."""
    return ""


def pitcher_note(game: AnyGame) -> str:
    return ""


def play_note(before: State, event: PlayMade, names: Names) -> str:
    return ""
