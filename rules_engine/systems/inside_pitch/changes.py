"""Lineups and substitutions: eligible players and positions, and changes required before the next play."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from rules_engine.baseball.changes import before_dice_ruling, lineup_fault, required_pitching_change, turn_ruling
from rules_engine.baseball.game import Game
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import STAND_IN, RuleNumbers, entry_ruling
from rules_engine.baseball.substitutions import lineup_ruling as nine_players_ruling
from rules_engine.baseball.system_types import Reason, Unsettled
from rules_engine.baseball.tournament_changes import tournament_rulings
from rules_engine.eligibility.pitching import may_enter_by_sheet, may_remain
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse
from rules_engine.systems.inside_pitch.game_setup import GameSetup

InsidePitchGame = Game[GameSetup, Any]
NUMBERS: Final = RuleNumbers("IP3", "IP3", "IP3", "IP3", "IP13")


class LineupChangeFinding(Finding):
    """Findings that allow or reject a lineup or a substitution."""

    READY = "The lineup is legal."
    FITS = "{subject} may come in."
    MOVES = "They may switch spots."
    NO_CARD = "{subject} has no card."
    OFF_HIS_CARD = "{subject} does not have {position} on his card."
    NO_PITCHER = "{subject} has no pitcher's card, and a pitcher is still available."
    NOT_ON_MOUND = "{subject} does not pitch."
    NOT_IN_GAME = "{subject} is not in the game."
    TEAM_AT_BAT = "The team is at bat. Its fielders can change when it takes the field."
    LAST_PITCHER = "{subject} is the last pitcher."
    HURT = "{subject} is injured and must leave the game."
    EXHAUSTED = "{subject} is exhausted and must leave the mound."


def lineup_ruling(setup: GameSetup, side: Side) -> Ruling:
    """IP3, IP13: Require nine healthy players, at positions on their cards if the team has anyone for them."""
    field = dict(zip(POSITIONS, side.field, strict=True))
    return first_refusal(
        nine_players_ruling(side.order, field, NUMBERS, designated_hitter=side.pitcher not in side.order),
        *(_present(setup, player) for player in dict.fromkeys((*side.order, *side.field))),
        setup.may_pitch(side.pitcher, start=True)
        if side.pitcher in setup.cards
        else allow(LineupChangeFinding.READY, "IP3"),
        *(_placed(setup, side, position, player) for position, player in field.items() if position != "p"),
        allow(LineupChangeFinding.READY, "IP3"),
    )


def _present(setup: GameSetup, player: str) -> Ruling:
    if player not in setup.cards:
        return refuse(LineupChangeFinding.NO_CARD, "IP3", subject=player)
    absent = setup.absent.get(player)  # a negative ruling, which is falsy
    return allow(LineupChangeFinding.FITS, "IP3", subject=player) if absent is None else absent


def _placed(setup: GameSetup, side: Side, position: str, player: str) -> Ruling:
    """IP3: Require a position on the player's card, unless no one on the team has it."""
    if position in setup.positions(player):
        return allow(LineupChangeFinding.FITS, "IP3", subject=player)
    remaining = (
        teammate for teammate in (*side.order, *side.bench) if teammate in setup.cards and teammate != side.pitcher
    )
    if any(position in setup.positions(teammate) for teammate in remaining):
        return refuse(LineupChangeFinding.OFF_HIS_CARD, "IP3", subject=player, position=position)
    return allow(LineupChangeFinding.FITS, "IP3", subject=player)


def change_ruling(
    game: InsidePitchGame, profile: Profile | None, team: int, enters: str, leaves: str, reason: Reason
) -> Ruling:
    """IP12.1, IP13, T10.11: Rule on `enters` replacing `leaves` now. Tournament rules apply in a tournament."""
    of_tournament = tournament_rulings(game, profile, team, enters, leaves, reason) if profile else ()
    rulings = chain(_rulings(game, team, enters, leaves, reason), of_tournament)
    return next((ruling for ruling in rulings if not ruling), allow(LineupChangeFinding.FITS, "IP12.1", subject=enters))


def _rulings(game: InsidePitchGame, team: int, enters: str, leaves: str, reason: Reason) -> Iterator[Ruling]:
    side = game.state.sides[team]
    yield timing_ruling(game)
    yield entry_ruling(side, enters, leaves, NUMBERS)
    if not enters.startswith(STAND_IN):
        yield _present(game.setup, enters)
    yield turn_ruling(game, team, leaves, reason)
    left = [player for player in pitchers_left(game, team) if player != enters]
    if reason == "pitcher" and leaves != side.pitcher:
        yield refuse(LineupChangeFinding.NOT_ON_MOUND, "IP12.1", subject=leaves)
    elif leaves == side.pitcher and team != int(game.state.bottom):
        if left or enters in pitchers_left(game, team):
            yield reliever_ruling(game, enters)
    elif leaves == side.pitcher and game.setup.is_pitcher(leaves) and not left and leaves not in game.tracker.injured:
        yield refuse(LineupChangeFinding.LAST_PITCHER, "IP12.1", subject=leaves)


def reliever_ruling(game: InsidePitchGame, player: str) -> Ruling:
    """IP12.1, IP13, T10.2: Rule on a reliever by his card, his health and, in a tournament, his pitching sheet."""
    ruling = game.setup.may_pitch(player, start=False)
    relief = game.relief.get(player)
    if not ruling or relief is None:
        return ruling
    return may_enter_by_sheet(relief)


def pitchers_left(game: InsidePitchGame, team: int) -> list[str]:
    """Return the bench players who can still enter as pitchers."""
    return [
        player
        for player in game.state.sides[team].bench
        if player in game.setup.cards and reliever_ruling(game, player)
    ]


def move_ruling(game: InsidePitchGame, team: int, positions: Mapping[str, str]) -> Ruling:
    """IP3, IP12.1: Let fielders change places. Only a pitcher may move to the mound while one is left."""
    side = game.state.sides[team]
    if team == int(game.state.bottom):
        return refuse(LineupChangeFinding.TEAM_AT_BAT, "IP3")
    for position, player in positions.items():
        if player not in (*side.field, *side.order):
            return refuse(LineupChangeFinding.NOT_IN_GAME, "IP3", subject=player)
        if (
            position == "p"
            and player != side.pitcher
            and not game.setup.is_pitcher(player)
            and pitchers_left(game, team)
        ):
            return refuse(LineupChangeFinding.NO_PITCHER, "IP12.1", subject=player)
    return first_refusal(timing_ruling(game), allow(LineupChangeFinding.MOVES, "IP3"))


def timing_ruling(game: InsidePitchGame) -> Ruling:
    """IP1-a: Allow changes before a play's first die, but not between its dice."""
    return before_dice_ruling(game, "IP1-a")


def must_settle(game: InsidePitchGame) -> Unsettled | None:
    """IP12.1, IP12.3, IP13: Return an illegal lineup, an injured player in the game, or a pitcher who must leave."""
    if (fault := lineup_fault(game, lineup_ruling)) is not None:
        return fault
    for team, side in enumerate(game.state.sides if game.tracker.injured else ()):
        for player in (*side.order, *side.field):
            if player in game.tracker.injured:
                reason: Reason = "pitcher" if player == side.pitcher and team != int(game.state.bottom) else "defence"
                ruling = refuse(LineupChangeFinding.HURT, "IP13", subject=player)
                return Unsettled(team, ruling, player, reason, enters_by="IP13", whoever=True)
    return required_pitching_change(game, _on_the_mound(game, game.state.fielding.pitcher), pitchers_left)


def _on_the_mound(game: InsidePitchGame, pitcher: str) -> Ruling:
    appearance = game.tracker.outing(game.state)
    relief = game.relief.get(pitcher)
    if not game.setup.is_pitcher(pitcher):
        return refuse(LineupChangeFinding.NO_PITCHER, "IP12.1", subject=pitcher)
    if appearance.exhausted:
        return refuse(LineupChangeFinding.EXHAUSTED, "IP12.3", subject=pitcher)
    if relief is not None and not appearance.started:
        return may_remain(relief.outs, appearance.outs)
    return allow(LineupChangeFinding.FITS, "IP12.1", subject=pitcher)
