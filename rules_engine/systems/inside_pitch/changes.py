"""Line-ups, and changes of men: who may begin a game, come in, and stand where; who must go before the next play."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from rules_engine.baseball.changes import before_the_dice, line_up_fault, must_leave_the_mound, turn_ruling
from rules_engine.baseball.game import Game
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import STAND_IN, RuleNumbers, entry_ruling
from rules_engine.baseball.substitutions import lineup_ruling as nine_men
from rules_engine.baseball.system_types import Reason, Unsettled
from rules_engine.baseball.tournament_changes import tournament_rulings
from rules_engine.eligibility.pitching import may_enter_by_sheet, may_remain
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse
from rules_engine.systems.inside_pitch.game_setup import GameSetup

InsidePitchGame = Game[GameSetup, Any]
NUMBERS: Final = RuleNumbers("IP3", "IP3", "IP3", "IP3", "IP13")


class Substituting(Finding):
    """What stands in the way of a line-up or a change of men."""

    READY = "The line-up stands."
    FITS = "{subject} may come in."
    MOVES = "They may change places."
    NO_CARD = "{subject} has no card."
    OFF_HIS_CARD = "{subject} does not have {position} on his card."
    NO_PITCHER = "{subject} has no pitcher's card, and a pitcher is left."
    NOT_ON_MOUND = "{subject} does not pitch."
    NOT_IN_GAME = "{subject} is not in the game."
    TEAM_AT_BAT = "The team is at bat; its fielders change when it takes the field."
    LAST_PITCHER = "{subject} is the last pitcher."
    HURT = "{subject} is hurt and must leave the game."
    EXHAUSTED = "{subject} is exhausted and must leave the mound."


def lineup_ruling(setup: GameSetup, side: Side) -> Ruling:
    """IP3, IP13: nine men who are not hurt, at positions on their cards where the team has anybody for them."""
    field = dict(zip(POSITIONS, side.field, strict=True))
    return first_refusal(
        nine_men(side.order, field, NUMBERS, designated_hitter=side.pitcher not in side.order),
        *(_present(setup, man) for man in dict.fromkeys((*side.order, *side.field))),
        setup.may_pitch(side.pitcher, start=True) if side.pitcher in setup.cards else allow(Substituting.READY, "IP3"),
        *(_placed(setup, side, position, man) for position, man in field.items() if position != "p"),
        allow(Substituting.READY, "IP3"),
    )


def _present(setup: GameSetup, man: str) -> Ruling:
    if man not in setup.cards:
        return refuse(Substituting.NO_CARD, "IP3", subject=man)
    absent = setup.absent.get(man)  # a ruling that refuses, and so is false
    return allow(Substituting.FITS, "IP3", subject=man) if absent is None else absent


def _placed(setup: GameSetup, side: Side, position: str, man: str) -> Ruling:
    """IP3: at a position on his card, unless the team has nobody with it."""
    if position in setup.positions(man):
        return allow(Substituting.FITS, "IP3", subject=man)
    others = (other for other in (*side.order, *side.bench) if other in setup.cards and other != side.pitcher)
    if any(position in setup.positions(other) for other in others):
        return refuse(Substituting.OFF_HIS_CARD, "IP3", subject=man, position=position)
    return allow(Substituting.FITS, "IP3", subject=man)


def change_ruling(
    game: InsidePitchGame, profile: Profile | None, team: int, enters: str, leaves: str, reason: Reason
) -> Ruling:
    """IP12.1, IP13, T10.11: whether `enters` may come in for `leaves` now, in a tournament by its rules too."""
    of_tournament = tournament_rulings(game, profile, team, enters, leaves, reason) if profile else ()
    rulings = chain(_rulings(game, team, enters, leaves, reason), of_tournament)
    return next((ruling for ruling in rulings if not ruling), allow(Substituting.FITS, "IP12.1", subject=enters))


def _rulings(game: InsidePitchGame, team: int, enters: str, leaves: str, reason: Reason) -> Iterator[Ruling]:
    side = game.state.sides[team]
    yield moment_ruling(game)
    yield entry_ruling(side, enters, leaves, NUMBERS)
    if not enters.startswith(STAND_IN):
        yield _present(game.setup, enters)
    yield turn_ruling(game, team, leaves, reason)
    left = [man for man in pitchers_left(game, team) if man != enters]
    if reason == "pitcher" and leaves != side.pitcher:
        yield refuse(Substituting.NOT_ON_MOUND, "IP12.1", subject=leaves)
    elif leaves == side.pitcher and team != int(game.state.bottom):
        if left or enters in pitchers_left(game, team):
            yield reliever_ruling(game, enters)
    elif leaves == side.pitcher and game.setup.is_pitcher(leaves) and not left and leaves not in game.tracker.hurt:
        yield refuse(Substituting.LAST_PITCHER, "IP12.1", subject=leaves)


def reliever_ruling(game: InsidePitchGame, man: str) -> Ruling:
    """IP12.1, IP13, T10.2: by his card and his health, and in a tournament by the pitching sheet."""
    ruling, allowance = game.setup.may_pitch(man, start=False), game.relief.get(man)
    if not ruling or allowance is None:
        return ruling
    return may_enter_by_sheet(allowance)


def pitchers_left(game: InsidePitchGame, team: int) -> list[str]:
    """Those on the bench who may still come in to pitch."""
    return [man for man in game.state.sides[team].bench if man in game.setup.cards and reliever_ruling(game, man)]


def move_ruling(game: InsidePitchGame, team: int, positions: Mapping[str, str]) -> Ruling:
    """IP3, IP12.1: men in the field may change places; to the mound only who may pitch, while such a man is there."""
    side = game.state.sides[team]
    if team == int(game.state.bottom):
        return refuse(Substituting.TEAM_AT_BAT, "IP3")
    for position, man in positions.items():
        if man not in (*side.field, *side.order):
            return refuse(Substituting.NOT_IN_GAME, "IP3", subject=man)
        if position == "p" and man != side.pitcher and not game.setup.is_pitcher(man) and pitchers_left(game, team):
            return refuse(Substituting.NO_PITCHER, "IP12.1", subject=man)
    return first_refusal(moment_ruling(game), allow(Substituting.MOVES, "IP3"))


def moment_ruling(game: InsidePitchGame) -> Ruling:
    """IP1-a: men are changed before the dice of a play, not between them."""
    return before_the_dice(game, "IP1-a")


def must_settle(game: InsidePitchGame) -> Unsettled | None:
    """IP12.1, IP12.3, IP13: a line-up that may not begin, a hurt man in the game, a man who must leave the mound."""
    if (fault := line_up_fault(game, lineup_ruling)) is not None:
        return fault
    for team, side in enumerate(game.state.sides if game.tracker.hurt else ()):
        for man in (*side.order, *side.field):
            if man in game.tracker.hurt:
                reason: Reason = "pitcher" if man == side.pitcher and team != int(game.state.bottom) else "defence"
                ruling = refuse(Substituting.HURT, "IP13", subject=man)
                return Unsettled(team, ruling, man, reason, enters_by="IP13", whoever=True)
    return must_leave_the_mound(game, _on_the_mound(game, game.state.fielding.pitcher), pitchers_left)


def _on_the_mound(game: InsidePitchGame, pitcher: str) -> Ruling:
    outing, allowance = game.tracker.outing(game.state), game.relief.get(pitcher)
    if not game.setup.is_pitcher(pitcher):
        return refuse(Substituting.NO_PITCHER, "IP12.1", subject=pitcher)
    if outing.exhausted:
        return refuse(Substituting.EXHAUSTED, "IP12.3", subject=pitcher)
    if allowance is not None and not outing.started:
        return may_remain(allowance.outs, outing.outs)
    return allow(Substituting.FITS, "IP12.1", subject=pitcher)
