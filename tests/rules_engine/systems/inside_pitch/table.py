"""Scenes with named dice, for tests of single rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules_engine.baseball.bases import HOME, occupied
from rules_engine.baseball.game_input import Option, check_choice
from rules_engine.baseball.plays import OUT, Play
from rules_engine.systems.inside_pitch.cards import BatterCard, Glove, Park, PitcherCard
from rules_engine.systems.inside_pitch.cells import FIELD_POSITIONS, RARE, parse_cell
from rules_engine.systems.inside_pitch.charts import load_charts
from rules_engine.systems.inside_pitch.edition import load_edition
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.matchup import Matchup
from rules_engine.systems.inside_pitch.situation import PlaySituation

CHARTS = load_charts()
BOOK = GameSetup(load_edition("suggest"), {}, Park("park", (RARE,) * 36), CHARTS)
BATTER = BatterCard("batter", "R", ((), ()), (0, 0), (0, 0), (0, 0), br=3)
PITCHER = PitcherCard("pitcher", "R", ((), ()), (), BATTER)
ENDS = {OUT: "out", HOME: "H", 1: "1", 2: "2", 3: "3"}


@dataclass
class Table:
    """Game input with dice and answers by name. Rolling an undefined die is a mistake in the test."""

    dice: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    rolled: list[str] = field(default_factory=list)
    offered: dict[str, list[str]] = field(default_factory=dict)

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        self.rolled.append(name)
        return self.dice[name]

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        self.offered[question] = [option.key for option in options]
        chosen = self.answers.get(question, options[0].key)
        check_choice(question, chosen, options)
        return chosen


def moment(
    runner_lanes: Mapping[int, int] | None = None,
    outs: int = 0,
    gloves: Mapping[str, Mapping[str, int]] | None = None,
    depth: str = "back",
    batter: Mapping[str, Any] | None = None,
    pitcher: Mapping[str, Any] | None = None,
    matchup: Matchup | None = None,
    **more: Any,
) -> PlaySituation:
    """Return a situation. `runner_lanes` maps base -> BR. A missing glove has range 3 and error 0."""
    on_base, rated = runner_lanes or {}, gloves or {}
    nine = tuple(Glove(place, **{"range": 3, "error": 0, **rated.get(place, {})}) for place in FIELD_POSITIONS)
    runners = tuple(replace(BATTER, br=on_base[base]) if base in on_base else None for base in (1, 2, 3))
    return PlaySituation(
        matchup or Matchup(),
        nine,
        replace(BATTER, **(batter or {})),
        replace(PITCHER, **(pitcher or {})),
        runners,
        occupied(*on_base),
        outs,
        depths=(depth,) * 4,
        **more,
    )


def ball(code: str) -> Any:
    return parse_cell(code, "chart")


def ends(play: Play | None) -> list[str]:
    """Return the final bases of the batter and of the runners from first to third."""
    assert play is not None
    return [ENDS[end] for end in play.to if end in ENDS]
