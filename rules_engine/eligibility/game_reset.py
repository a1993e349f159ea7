"""Reset a game to the point of a mistake (T0.06, T31.2, T31.4): find the point and the outs pitched before it."""

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.eligibility.remedies import Reset
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.rulings import Finding, Ruling, allow, refuse

_OUTS_IN_WORDS = ("nobody out", "one out", "two out")


class ResetFinding(Finding):
    """Findings on whether a game could have reached a point, based on its pitchers' outs."""

    POSSIBLE_POINT = "its pitchers had {outs:innings}"
    TOO_FEW_OUTS = (
        "the pitchers have {pitched:innings}, but that point needs {outs:innings}: the game never got that far"
    )
    NOT_ON_THE_MOUND = "he was not pitching after {outs:innings} innings"


class PointOfGame(NamedTuple):
    """A point in a game: the inning, its half, and the outs in that half."""

    inning: int
    is_bottom: bool
    outs: int

    def __str__(self) -> str:
        return f"{'bottom' if self.is_bottom else 'top'} of inning {self.inning}, {_OUTS_IN_WORDS[self.outs]}"

    def outs_in_the_field(self, *, at_home: bool) -> int:
        """Return the outs so far by the home team's pitchers, who pitch in the top halves, or by the visitors'."""
        complete = OUTS_PER_INNING * (self.inning - 1)
        if self.is_bottom is not at_home:
            return complete + self.outs
        return complete + (OUTS_PER_INNING if at_home else 0)

    @property
    def is_start(self) -> bool:
        return self == START_OF_GAME


START_OF_GAME = PointOfGame(1, is_bottom=False, outs=0)


class OutsPitched(NamedTuple):
    """One pitcher's outs in a game."""

    pitcher: int
    outs: int


class ResetPoint(NamedTuple):
    """The point to reset to, and the offending team's pitcher at that point, if it has one."""

    point: PointOfGame
    on_mound: int | None


def point_after_outs(outs: int, *, at_home: bool) -> PointOfGame:
    """Return the point at which this team's pitchers had this many outs. After a whole inning, the next one begins."""
    inning, in_this_half = divmod(outs, OUTS_PER_INNING)
    return PointOfGame(inning + 1, is_bottom=not at_home, outs=in_this_half)


def find_reset_point(
    reset: Reset, staff: Sequence[OutsPitched], pitcher: int | None, legal_outs: int, *, at_home: bool
) -> ResetPoint | None:
    """T31.2, T31.4: Return the point to reset to, or None if the sheet doesn't show it.

    Args:
        staff: The offending team's pitchers, in order of appearance.
        pitcher: The pitcher in question.
        legal_outs: The outs that his sheet allowed him in this game.
    """
    if reset == "start_of_game":
        return ResetPoint(START_OF_GAME, None)
    place = _place_of(pitcher, staff)
    if place is None:
        return None
    before = sum(line.outs for line in staff[:place])
    if reset == "entry":
        previous = staff[place - 1].pitcher if place else None
        return ResetPoint(point_after_outs(before, at_home=at_home), previous)
    if reset == "last_legal_out" and legal_outs < staff[place].outs:
        return ResetPoint(point_after_outs(before + legal_outs, at_home=at_home), pitcher)
    return None


def is_possible_point(staff: Sequence[OutsPitched], outs: int, on_mound: int | None = None) -> Ruling:
    """T0.06: Rule on whether this staff could have had this many outs with `on_mound`, or anyone, pitching."""
    pitched = sum(line.outs for line in staff)
    if pitched < outs:
        return refuse(ResetFinding.TOO_FEW_OUTS, "T0.06", pitched=pitched, outs=outs)
    if on_mound is not None and not _was_pitching(on_mound, staff, outs):
        return refuse(ResetFinding.NOT_ON_THE_MOUND, "T0.06", outs=outs)
    return allow(ResetFinding.POSSIBLE_POINT, "T0.06", outs=outs)


def _was_pitching(pitcher: int, staff: Sequence[OutsPitched], outs: int) -> bool:
    place = _place_of(pitcher, staff)
    if place is None:
        return False
    before = sum(line.outs for line in staff[:place])
    return before <= outs <= before + staff[place].outs


def _place_of(pitcher: int | None, staff: Sequence[OutsPitched]) -> int | None:
    for place, line in enumerate(staff):
        if line.pitcher == pitcher:
            return place
    return None


def outs_pitched_at_point(staff: Sequence[OutsPitched], outs: int, on_mound: int | None = None) -> list[OutsPitched]:
    """T0.06: Return the pitchers and their outs at the point with this many outs. Later outs are erased."""
    lines: list[OutsPitched] = []
    for line in staff:
        if on_mound is None and not outs:
            break
        outs_before_point = min(line.outs, outs)
        lines.append(OutsPitched(line.pitcher, outs_before_point))
        outs -= outs_before_point
        if line.pitcher == on_mound:
            break
    return lines
