"""Taking a game back to the point of a mistake (T0.06, T31.2, T31.4): where it is, and who had pitched by then."""

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.eligibility.remedies import Reset
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.rulings import Finding, Ruling, allow, refuse

_OUTS_IN_WORDS = ("nobody out", "one out", "two out")


class ResetFinding(Finding):
    """Whether a game can have stood at a point, by the outs that its pitchers got."""

    POSSIBLE_POINT = "its pitchers had {outs:innings}"
    TOO_FEW_OUTS = "the pitchers have {pitched:innings} and would have {outs:innings} there: it never came so far"
    NOT_ON_THE_MOUND = "he was not pitching after {outs:innings} innings"


class PointOfGame(NamedTuple):
    """A moment of a game: the inning, its half, and the outs made in that half."""

    inning: int
    is_bottom: bool
    outs: int

    def __str__(self) -> str:
        return f"{'bottom' if self.is_bottom else 'top'} of inning {self.inning}, {_OUTS_IN_WORDS[self.outs]}"

    def outs_in_the_field(self, *, at_home: bool) -> int:
        """Outs that the pitchers of the home team, who pitch in the top halves, or of the visitors have got by then."""
        over = OUTS_PER_INNING * (self.inning - 1)
        if self.is_bottom is not at_home:
            return over + self.outs
        return over + (OUTS_PER_INNING if at_home else 0)

    @property
    def is_start(self) -> bool:
        return self == START_OF_GAME


START_OF_GAME = PointOfGame(1, is_bottom=False, outs=0)


class OutsPitched(NamedTuple):
    """One pitcher's outs in a game."""

    pitcher: int
    outs: int


class ResetPoint(NamedTuple):
    """Where a game is taken back to, and who is then on the mound for the team that erred; None where nobody is yet."""

    point: PointOfGame
    on_mound: int | None


def point_after_outs(outs: int, *, at_home: bool) -> PointOfGame:
    """The moment when the pitchers of this team had got so many outs; after a whole inning its next one begins."""
    inning, in_this_half = divmod(outs, OUTS_PER_INNING)
    return PointOfGame(inning + 1, is_bottom=not at_home, outs=in_this_half)


def find_reset_point(
    reset: Reset, staff: Sequence[OutsPitched], pitcher: int | None, legal_outs: int, *, at_home: bool
) -> ResetPoint | None:
    """T31.2, T31.4: the point where that follows from the sheet; None where somebody has to say it.

    staff: of the team that erred, in order of appearance. pitcher: whom it is about; legal_outs: what his sheet allowed
    him in this game.
    """
    if reset == "start_of_game":
        return ResetPoint(START_OF_GAME, None)
    place = next((place for place, each in enumerate(staff) if each.pitcher == pitcher), None)
    if place is None:
        return None
    before = sum(each.outs for each in staff[:place])
    if reset == "entry":
        return ResetPoint(point_after_outs(before, at_home=at_home), staff[place - 1].pitcher if place else None)
    if reset == "last_legal_out" and legal_outs < staff[place].outs:
        return ResetPoint(point_after_outs(before + legal_outs, at_home=at_home), pitcher)
    return None


def is_possible_point(staff: Sequence[OutsPitched], outs: int, on_mound: int | None = None) -> Ruling:
    """T0.06: whether this staff can have got so many outs with that pitcher on the mound; None: whoever it was."""
    if sum(each.outs for each in staff) < outs:
        return refuse(ResetFinding.TOO_FEW_OUTS, "T0.06", pitched=sum(each.outs for each in staff), outs=outs)
    if on_mound is not None:
        place = next((place for place, each in enumerate(staff) if each.pitcher == on_mound), len(staff))
        before, after = (sum(each.outs for each in staff[:end]) for end in (place, place + 1))
        if place == len(staff) or not before <= outs <= after:
            return refuse(ResetFinding.NOT_ON_THE_MOUND, "T0.06", outs=outs)
    return allow(ResetFinding.POSSIBLE_POINT, "T0.06", outs=outs)


def outs_pitched_at_point(staff: Sequence[OutsPitched], outs: int, on_mound: int | None = None) -> list[OutsPitched]:
    """T0.06: who had pitched when so many outs were over, each with his outs so far; what came later is erased."""
    kept: list[OutsPitched] = []
    for each in staff:
        if on_mound is None and not outs:
            break
        kept.append(OutsPitched(each.pitcher, min(each.outs, outs)))
        outs -= kept[-1].outs
        if each.pitcher == on_mound:
            break
    return kept
