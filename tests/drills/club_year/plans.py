"""Define the drill's years: a full one, and a small one for the tests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from tests.drills.club_year.tournaments import ClubMember

YEAR: Final = 2026
_FIRST_NAMES: Final = ("Ann", "Bob", "Carl", "Dora", "Ed", "Flo", "Gus", "Hal")
_LAST_NAMES: Final = ("Adams", "Byers", "Crane", "Doyle", "Estes", "Foster")
_HOMES: Final = (("Akron", "OH"), ("Erie", "PA"), ("Salem", "OR"), ("Tampa", "FL"))


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament of the year.

    Attributes:
        people: The number of participants.
        first: The first participant's index in the club's list. The others follow.
        copied: The title of the tournament that this one is copied from. The first one has "".
        seasons: The season of each division's cards.
        settings: Settings that differ from the earlier tournament.
        rules: Individual rules that the club sets.
        entry: How results come in: "api", "page", "phone" (a phone-sized Chromium) or "table" (the play table).
        series_entered_so: The number of series entered that way, or None for all. The rest use the API.
        hand_picks: The number of picks per draft that the managers' own programs make.
        has_pair: Whether a team has two managers.
    """

    title: str
    starts_on: str
    people: int
    seasons: Sequence[int]
    copied: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    entry: str = "api"
    series_entered_so: int | None = None
    hand_picks: int = 0
    first: int = 0
    has_pair: bool = False
    is_regional: bool = False
    is_face_to_face: bool = True


PAIR: Final = ClubMember("Walt Young", "Young Guns", "Reno", "NV", partner="Zed Young")


def club_members(number: int) -> list[ClubMember]:
    """Return the club's members, each with a team."""
    names = [f"{first} {last}" for last, first in product(_LAST_NAMES, _FIRST_NAMES)][:number]
    homes = [_HOMES[place % len(_HOMES)] for place in range(number)]
    return [ClubMember(name, f"{name}'s Nine", *home) for name, home in zip(names, homes, strict=True)]


_INTERNET: Final = {
    "profile_key": "purestrat_internet@2",
    "series_length": 2,
    "round_robins": 1,
    "rounds_played": 0,
    "power_rounds": 0,
    "advance_per_division": 2,
    "best_of": "7",
}
_SHORT_INTERNET: Final = {**_INTERNET, "series_length": 1, "best_of": "3"}
_FAR_AWAY: Final = 36  # the first of eight people who play online; the last four play only online
_WORLDS: Final = {
    "profile_key": "purestrat_nationals@2",
    "series_length": 3,
    "round_robins": 1,
    "rounds_played": 0,
    "power_rounds": 0,
    "advance_per_division": 2,
    "best_of": "5,7",
}

WHOLE_YEAR: Final = (
    TournamentPlan("January weekend", f"{YEAR}-01-17", 32, (1998,) * 4, settings={"series_length": 3}, hand_picks=8),
    TournamentPlan(
        "February weekend", f"{YEAR}-02-14", 24, (1998,) * 3, "January weekend", {"series_length": 1}, entry="phone"
    ),
    TournamentPlan("March weekend", f"{YEAR}-03-14", 36, (1975,) * 4, "February weekend", {"series_length": 2}),
    TournamentPlan("April weekend", f"{YEAR}-04-18", 40, (1998,) * 4, "March weekend", {"series_length": 3}),
    TournamentPlan(
        "Regional", f"{YEAR}-05-16", 24, (1998,) * 3, "April weekend", {"series_length": 4}, is_regional=True
    ),
    TournamentPlan("June weekend", f"{YEAR}-06-13", 32, (1975,) * 4, "April weekend", {"round_robins": 2}),
    TournamentPlan(
        "July online",
        f"{YEAR}-07-01",
        8,
        (1998,),
        "April weekend",
        _SHORT_INTERNET,
        first=_FAR_AWAY,
        is_face_to_face=False,
    ),
    TournamentPlan(
        "August weekend",
        f"{YEAR}-08-15",
        28,
        (1998,) * 2,
        "June weekend",
        {"series_length": 1, "round_robins": 1, "advance_per_division": 4},
        entry="page",
    ),
    TournamentPlan(
        "September weekend",
        f"{YEAR}-09-12",
        24,
        (1998,) * 3,
        "April weekend",
        {"series_length": 2, "rounds_played": 5, "power_rounds": 2},
    ),
    TournamentPlan(
        "Internet month",
        f"{YEAR}-10-01",
        8,
        (1998,),
        "July online",
        _INTERNET,
        entry="table",
        first=_FAR_AWAY,
        is_face_to_face=False,
    ),
    TournamentPlan(
        "November online", f"{YEAR}-11-01", 8, (1998,), "July online", first=_FAR_AWAY, is_face_to_face=False
    ),
    TournamentPlan(
        "Worlds",
        f"{YEAR}-11-21",
        24,
        (1998, 1975, 1985),
        "April weekend",
        _WORLDS,
        {"game.rounds_on_first_day": "4"},
        has_pair=True,
    ),
)

_FOUR_TEAMS: Final = {"division.smallest": "4", "division.fewest_participants": "4"}
_SHORT: Final = {"series_length": 1, "advance_per_division": 2, "best_of": "3"}

SMALL_YEAR: Final = (
    TournamentPlan(
        "January weekend",
        f"{YEAR}-01-17",
        5,
        (1998,),
        settings=_SHORT,
        rules=_FOUR_TEAMS,
        entry="phone",
        series_entered_so=1,
        hand_picks=2,
    ),
    TournamentPlan(
        "Internet month",
        f"{YEAR}-10-01",
        4,
        (1998,),
        "January weekend",
        {"profile_key": "pine_tar_league@2", "rounds_played": 2, "best_of": "1"},  # teams have three starters
        _FOUR_TEAMS,
        entry="table",
        series_entered_so=1,
    ),
    TournamentPlan(
        "Worlds",
        f"{YEAR}-11-21",
        8,
        (1998, 1975),
        "Internet month",
        {"profile_key": "purestrat_nationals@2", "rounds_played": 0, "best_of": "3,3"},
        {**_FOUR_TEAMS, "game.rounds_on_first_day": "2"},
        entry="page",
        has_pair=True,
    ),
)
