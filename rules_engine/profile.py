"""A profile is one named, versioned edition of the tournament rules: its numbers and switches, read from TOML.

A profile that a tournament has used is never edited: a change gets a new version.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules_engine.rule_files import RuleFiles

PROFILE_FOLDER = Path(__file__).parent / "profiles"


class ProfileError(ValueError):
    """A profile file cannot be used; the message names file, key and fault."""


@dataclass(frozen=True, slots=True)
class DraftRules:
    """T0.02, T0.18: rounds and what a drafted team holds."""

    rounds: int
    players: int
    ballparks: int
    serpentine: bool
    first_park_may_be_designed: bool
    rescind_through_round: int  # T0.18: up to the first selection of the round after this one


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """T0.02, T0.12: sizes and imputed teams."""

    smallest: int
    largest: int
    imputed_per_division: int
    fewest_participants: int


@dataclass(frozen=True, slots=True)
class CardRules:
    """T10.11, T10.2, T31.9: what a card must show to be used."""

    hitter_at_bats_and_walks: int
    catcher_at_bats_and_walks: int  # a catcher rating anywhere on the card lowers the bar
    starter_outs: int
    reliever_outs: int
    starters_on_team: int


@dataclass(frozen=True, slots=True)
class PitchingRules:
    """T10.2, T27.52, T27.64: rest and limits; innings are whole outs."""

    games_rest_after_start: int
    games_rest_before_start_after_relief: int
    relief_outs_in_window: int
    window_games: int
    starter_leaves_after_inning: int
    starter_stays_outs: int
    starter_stays_runs: int
    bullpen_resets_each_series: bool
    bullpen_reset_series_length: int
    starts_carry_over: bool  # from one round of the tournament to the next
    relief_carries_over: bool


@dataclass(frozen=True, slots=True)
class GameRules:
    """T0.01, T0.04, T0.05, T0.17, T33.0: how games are played and how they may end early."""

    mercy: bool
    mercy_lead: int
    mercy_from_inning: int
    concession_lead: int
    suspended_games: bool
    minutes_per_game: int
    nationals_suspension: bool  # T33.0: the special provisions of the three-day Nationals
    designated_hitter: bool
    roll_winner_chooses_home: bool  # T0.16: else the high roll is home in game 1
    computer_results_stand: bool  # T0.17: internet series


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """What teams are ranked by, and the tie-break steps by name and in order."""

    rank_by: str  # games_over_500 or winning_percentage
    run_difference_cap: int  # runs that one game can count for; 0 is no cap
    tie_break_steps: tuple[str, ...]  # when not all tied teams of a division can advance
    seeding_steps: tuple[str, ...]  # when all tied teams advance
    wild_card_steps: tuple[str, ...]  # for places open to teams of several divisions


@dataclass(frozen=True, slots=True)
class Profile:
    """One edition. `key` is what a tournament stores: name@version."""

    name: str
    version: int
    title: str
    draft: DraftRules
    division: DivisionRules
    cards: CardRules
    pitching: PitchingRules
    game: GameRules
    standings: StandingsRules

    @property
    def key(self) -> str:
        return f"{self.name}@{self.version}"


_FILES = RuleFiles(
    ProfileError,
    "profile",
    {"name": str, "version": int, "title": str},
    {
        "draft": DraftRules,
        "division": DivisionRules,
        "cards": CardRules,
        "pitching": PitchingRules,
        "game": GameRules,
        "standings": StandingsRules,
    },
)


def available_profiles() -> list[str]:
    """Keys of the profiles that ship, such as "purestrat@1"."""
    return sorted(path.stem for path in PROFILE_FOLDER.glob("*@*.toml"))


@cache
def load_profile(key: str) -> Profile:
    """The shipped profile with this key. Raises ProfileError for an unknown or faulty one."""
    if key not in available_profiles():
        raise ProfileError(f"no profile “{key}”; there are: {', '.join(available_profiles())}")
    return read_profile(PROFILE_FOLDER / f"{key}.toml")


def read_profile(path: Path) -> Profile:
    """Read and check one profile file, with what it extends."""
    return Profile(**_FILES.read(path))
