"""Line-ups, and changes of men: who may begin a game, come in, and stand where."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from rules_engine.baseball.changes import before_the_dice, line_up_fault, must_leave_the_mound, turn_ruling
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import RuleNumbers, entry_ruling
from rules_engine.baseball.substitutions import lineup_ruling as nine_men
from rules_engine.baseball.system import Reason, Unsettled
from rules_engine.baseball.tournament_changes import tournament_rulings
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse
from rules_engine.systems.pine_tar.play.mound import PineTarGame, available_relievers, reliever_ruling, removal_ruling
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup

NUMBERS: Final = RuleNumbers("PTA7", "PTA7", "PTA7", "PTA7", "PTA7")  # what the book leaves to the game itself


class Change(Finding):
    """What stands in the way of a line-up or a change of men."""

    READY = "The line-up stands."
    FITS = "{subject} may come in."
    MOVES = "They may change places."
    ABSENT = "{subject} may not play in this game: {why}"
    NO_CARD = "{subject} has no card."
    NO_PITCHER = "{subject} has no pitcher's card and may not take the mound."
    TEAM_AT_BAT = "The team is at bat; its fielders change when it takes the field."
    LAST_PITCHER = "{subject} is the last pitcher who may pitch."
    GONE = "{subject} must leave the mound: {why}"
    NOT_HIS_PLACE = "{subject} is not in the field."


def lineup_ruling(book: GameSetup, side: Side) -> Ruling:
    """PTA7: nine men, a pitcher on the mound; the others stand where their manager puts them."""
    field = dict(zip(POSITIONS, side.field, strict=True))
    return first_refusal(
        nine_men(side.order, field, NUMBERS, designated_hitter=side.pitcher not in side.order),
        *(_present(book, man) for man in dict.fromkeys((*side.order, *side.field))),
        book.may_pitch(side.pitcher, start=True),
        allow(Change.READY, "PTA7"),
    )


def _present(book: GameSetup, man: str) -> Ruling:
    if man not in book.cards:
        return refuse(Change.NO_CARD, "PTA7", subject=man)
    absent = book.absent.get(man)
    if absent is not None and not book.is_pitcher(man):
        return refuse(Change.ABSENT, absent.rule, subject=man, why=absent)
    return allow(Change.FITS, "PTA7", subject=man)


def change_ruling(
    game: PineTarGame, profile: Profile | None, team: int, enters: str, leaves: str, reason: Reason
) -> Ruling:
    """PTP3, PTA7, T10.11: whether `enters` may come in for `leaves` now, in a tournament by its rules too."""
    of_tournament = tournament_rulings(game, profile, team, enters, leaves, reason) if profile else ()
    rulings = chain(_rulings(game, team, enters, leaves, reason), of_tournament)
    return next((ruling for ruling in rulings if not ruling), allow(Change.FITS, "PTA7", subject=enters))


def _rulings(game: PineTarGame, team: int, enters: str, leaves: str, reason: Reason) -> Iterator[Ruling]:
    state, book = game.state, game.book
    side = state.sides[team]
    yield moment_ruling(game)
    yield entry_ruling(side, enters, leaves, NUMBERS)
    yield _present(book, enters)
    yield turn_ruling(game, team, leaves, reason)
    if leaves == side.pitcher and (reason == "pitcher" or team != int(state.bottom)):
        yield reliever_ruling(book, game.relief, enters)
    elif reason == "pitcher":
        yield refuse(Change.NOT_HIS_PLACE, "PTA7", subject=leaves)
    elif leaves == side.pitcher and not (set(available_relievers(book, side, game.relief)) - {enters}):
        yield refuse(Change.LAST_PITCHER, "PTA7", subject=leaves)


def move_ruling(game: PineTarGame, team: int, positions: Mapping[str, str]) -> Ruling:
    """PTA7: men in the field may change places at any time, but only pitchers take the mound."""
    side = game.state.sides[team]
    if team == int(game.state.bottom):
        return refuse(Change.TEAM_AT_BAT, "PTA7")
    for position, man in positions.items():
        if man not in (*side.field, *side.order):
            return refuse(Change.NOT_HIS_PLACE, "PTA7", subject=man)
        if position == "p" and man != side.pitcher and not (ruling := reliever_ruling(game.book, game.relief, man)):
            return ruling
    return first_refusal(moment_ruling(game), allow(Change.MOVES, "PTA7"))


def moment_ruling(game: PineTarGame) -> Ruling:
    """PTM3: men are changed before the dice of a play, not between them."""
    return before_the_dice(game, "PTM3")


def must_settle(game: PineTarGame) -> Unsettled | None:
    """PTA7, PTP3: a line-up that may not begin, or a man on the mound who must go while another may come in."""
    if (fault := line_up_fault(game, lineup_ruling)) is not None:
        return fault
    return must_leave_the_mound(game, _on_the_mound(game), _pitchers_left)


def _on_the_mound(game: PineTarGame) -> Ruling:
    pitcher = game.state.fielding.pitcher
    if not game.book.is_pitcher(pitcher):
        return refuse(Change.NO_PITCHER, "PTA7", subject=pitcher)
    ruling = removal_ruling(game, game.state)
    if ruling is None:
        return allow(Change.READY, "PTA7")
    return refuse(Change.GONE, ruling.rule, subject=pitcher, why=ruling)


def _pitchers_left(game: PineTarGame, team: int) -> list[str]:
    return available_relievers(game.book, game.state.sides[team], game.relief)
