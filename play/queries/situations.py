"""Handle games that start in progress. Runners are batting order numbers, because the lineups are still hidden."""

from collections.abc import Mapping, Sequence
from typing import Final

from core.errors import Refused
from play.refusals import NewTableRefusal
from rules_engine.baseball.play_by_play import outs_text
from rules_engine.baseball.situations import FIRST_PITCH, Midgame, SituationError, start_midgame
from rules_engine.baseball.state import Side, State, start_game
from rules_engine.innings import ordinal

PLACES: Final = 9
MAX_RUNS: Final = 99
# The form and API fields, with their defaults at the first pitch. Batting order numbers start at 1.
FIELDS: Final[dict[str, int]] = {
    "inning": 1,
    "half": 0,
    "outs": 0,
    "away_score": 0,
    "home_score": 0,
    "first": 0,
    "second": 0,
    "third": 0,
    "away_due": 1,
    "home_due": 1,
}
_FIELD_BY_FAULT: Final = {"up": "away_due", "score": "home_score"}


def check_situation(document: Mapping[str, int]) -> dict[str, int]:
    """Return a situation with all its fields, or {} at the first pitch. Raise Refused with the invalid field."""
    situation = {name: document.get(name, default) for name, default in FIELDS.items()}
    for name in ("first", "second", "third", "away_due", "home_due"):
        lowest = FIELDS[name]
        if not lowest <= situation[name] <= PLACES:
            raise Refused(NewTableRefusal.NO_SUCH_PLACE, field=name, lowest=lowest, highest=PLACES)
    away, home = (_numbered_side(team) for team in ("away", "home"))
    try:
        start_midgame(start_game(away, home), _midgame(situation, (away, home)))
    except SituationError as error:
        name, fault = error.faults[0]
        raise Refused(
            NewTableRefusal.NO_SUCH_SITUATION, field=_FIELD_BY_FAULT.get(name, name), fault=_without_teams(fault)
        ) from None
    return situation if _midgame(situation, (away, home)) != FIRST_PITCH else {}


def start_in_situation(start: State, situation: Mapping[str, int]) -> State:
    """Return the state before the first pitch, changed to the given situation."""
    return start_midgame(start, _midgame(situation, start.sides)) if situation else start


def situation_lines(situation: Mapping[str, int], names: Sequence[str]) -> list[str]:
    """Return the situation in words, with one fact per line."""
    if not situation:
        return []
    half = "Bottom" if situation["half"] else "Top"
    away, home = names
    lines = [
        f"{half} of the {ordinal(situation['inning'])}, {outs_text(situation['outs'])}",
        f"{away} {situation['away_score']}, {home} {situation['home_score']}",
    ]
    for base in ("first", "second", "third"):
        if situation[base]:
            lines.append(f"The number {situation[base]} hitter is on {base}")
    lines.append(f"Due up: number {situation['away_due']} for {away}, number {situation['home_due']} for {home}")
    return lines


def _midgame(situation: Mapping[str, int], sides: Sequence[Side]) -> Midgame:
    order = sides[1 if situation["half"] else 0].order
    bases = [order[situation[base] - 1] if situation[base] else "" for base in ("first", "second", "third")]
    return Midgame(
        situation["inning"],
        bool(situation["half"]),
        situation["outs"],
        (bases[0], bases[1], bases[2]),
        (situation["away_score"], situation["home_score"]),
        (situation["away_due"] - 1, situation["home_due"] - 1),
    )


def _numbered_side(team: str) -> Side:
    """Return a side whose batters are named by their batting order numbers."""
    order = tuple(f"{team}#{number}" for number in range(1, PLACES + 1))
    return Side(order, order, ())


def _without_teams(fault: str) -> str:
    return fault.replace("away#", "number ").replace("home#", "number ")
