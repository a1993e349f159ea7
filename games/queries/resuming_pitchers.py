"""A pitcher's status for the rest of a suspended game (T33.0), with columns for page and printout."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, TableDefinition
from core.templatetags.parts import state
from core.templatetags.scorebook import innings
from rules_engine.innings import format_innings
from rules_engine.rulings import Ruling


class GameWindow(NamedTuple):
    """Four consecutive games that include the suspended game, and the pitcher's relief outs in them."""

    first: int
    last: int
    outs: int

    def __str__(self) -> str:
        games = f"game {self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{games}: {format_innings(self.outs)}"


@dataclass(frozen=True, slots=True)
class ResumingPitcher:
    """A pitcher's status for the rest of the game. `pitched` is None if the pitcher had not entered."""

    card_id: int
    name: str
    pitched: int | None
    ruling: Ruling
    outs_left: int
    runs: list[GameWindow]
    max_cell_outs: int | None  # maximum outs on the sheet when the suspended game ends; None if the pitcher stays out
    later: list[str]  # reductions in innings left, by later game

    @property
    def left(self) -> str:
        """Return the innings left for the pitcher, or "no"."""
        return format_innings(self.outs_left) if self.ruling else "no"


def _left(pitcher: ResumingPitcher) -> SafeString:
    return SafeString(pitcher.left) if pitcher.ruling else state("no", "bad")


def _why(pitcher: ResumingPitcher) -> SafeString:
    since = format_html(' <span class="quiet">since: {}</span>', "; ".join(pitcher.later)) if pitcher.later else ""
    return format_html("{}{}", pitcher.ruling, since)


_PAGE, _PAPER = Place.PAGE, Place.PAPER
_READ = _PAGE | _PAPER
_LEFT = Align.LEFT

RESUMING_PITCHERS: TableDefinition[ResumingPitcher] = TableDefinition(
    "pitches_on",
    (
        Column("name", "Pitcher", lambda pitcher: pitcher.name, _READ, _LEFT, 110, names_row=True, is_bold=True),
        Column("so_far", "So far", lambda pitcher: innings(pitcher.pitched), _READ, width=26),
        Column("left", "Left", lambda pitcher: pitcher.left, _READ, width=26, cell=_left),
        Column("cell", "Max IP", lambda pitcher: innings(pitcher.max_cell_outs), _PAGE),
        Column("cell", "Max IP", lambda pitcher: innings(pitcher.max_cell_outs), _PAPER, Align.CENTER, 34),
        Column("why", "Why", lambda pitcher: str(pitcher.ruling), _READ, _LEFT, 222, cell=_why),
        Column(
            "runs",
            "Relief, 4 games",
            lambda pitcher: " · ".join(map(str, pitcher.runs)),
            _PAGE,
            _LEFT,
            tone="small hide-phone",
        ),
        Column("now", "Now", lambda pitcher: "", _PAPER, width=34),  # filled in by hand
    ),
)
