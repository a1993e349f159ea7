"""Build a game's scorecard pages: each team's offense with its totals, and the opposing pitchers."""

from dataclasses import dataclass
from typing import Any, Final

from play.models import TEAMS
from play.queries.box import box_view
from play.table import PlayTable
from rules_engine.baseball.box_score import TeamBox, box_score
from rules_engine.baseball.play_by_play import score_text
from rules_engine.baseball.scorecard import TeamScorecard, scorecards

BATTING_HEADS: Final = ("AB", "R", "H", "RBI")
_COUNTS: Final = ("at_bats", "runs", "hits", "runs_batted_in")


@dataclass(frozen=True, slots=True)
class CardPage:
    """A team's scorecard page.

    `batting` has the counts by player. `pitching` has the opposing pitchers' names and counts.
    """

    team: str
    opponent: str
    line: str  # score line
    card: TeamScorecard
    names: dict[str, str]
    batting: dict[str, tuple[int, ...]]
    totals: tuple[int, ...]
    pitching: list[tuple[str, list[Any]]]


def scorecard_pages(table: PlayTable) -> list[CardPage]:
    """Return the visitors' and home team's pages."""
    talk = table.play
    history = list(talk.game.log.in_force())
    boxes = box_score(history).teams
    cards = scorecards(talk.game.log.start, history, talk.game.state)
    views = box_view(table)
    return [
        CardPage(
            team=talk.teams[team],
            opponent=talk.teams[1 - team],
            line=score_text(talk.game.state, talk.teams),
            card=cards[team],
            names=dict(talk.names),
            batting=_batting(boxes[team]),
            totals=tuple(boxes[team].total(count) for count in _COUNTS),
            pitching=[(_pitcher(line), line["counts"]) for line in views[1 - team]["pitching"]],
        )
        for team in TEAMS
    ]


def _batting(box: TeamBox) -> dict[str, tuple[int, ...]]:
    return {player: tuple(getattr(line, count) for count in _COUNTS) for player, line in box.batting.items()}


def _pitcher(line: dict[str, Any]) -> str:
    return f"{line['name']} ({line['decision']})" if line["decision"] else str(line["name"])
