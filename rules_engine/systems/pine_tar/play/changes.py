"""Lineups and substitutions."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from rules_engine.baseball.changes import before_dice_ruling, lineup_fault, required_pitching_change, turn_ruling
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import RuleNumbers, entry_ruling
from rules_engine.baseball.substitutions import lineup_ruling as nine_players_ruling
from rules_engine.baseball.system_types import Reason, Unsettled
from rules_engine.baseball.tournament_changes import tournament_rulings
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse
from rules_engine.systems.pine_tar.play.mound import PineTarGame, available_relievers, reliever_ruling, removal_ruling
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup

NUMBERS: Final = RuleNumbers("PTA7", "PTA7", "PTA7", "PTA7", "PTA7")  # rules that the rulebook leaves open


class Change(Finding):
    """Findings that accept or reject a lineup or substitution."""

    READY = "The lineup is legal."
    FITS = "{subject} may come in."
    MOVES = "They may switch spots."
    ABSENT = "{subject} may not play in this game: {why}"
    NO_CARD = "{subject} has no card."
    NO_PITCHER = "{subject} has no pitcher's card and may not take the mound."
    TEAM_AT_BAT = "The team is at bat. It can change fielders when it takes the field."
    LAST_PITCHER = "{subject} is the last pitcher who may pitch."
    GONE = "{subject} must leave the mound: {why}"
    NOT_HIS_PLACE = "{subject} is not in the field."


def lineup_ruling(setup: GameSetup, side: Side) -> Ruling:
    """PTA7: Require nine players and a pitcher. Others can play any position."""
    field = dict(zip(POSITIONS, side.field, strict=True))
    return first_refusal(
        nine_players_ruling(side.order, field, NUMBERS, designated_hitter=side.pitcher not in side.order),
        *(_availability_ruling(setup, player) for player in dict.fromkeys((*side.order, *side.field))),
        setup.may_pitch(side.pitcher, start=True),
        allow(Change.READY, "PTA7"),
    )


def _availability_ruling(setup: GameSetup, player: str) -> Ruling:
    if player not in setup.cards:
        return refuse(Change.NO_CARD, "PTA7", subject=player)
    absent = setup.absent.get(player)
    if absent is not None and setup.is_hitter(player):
        return refuse(Change.ABSENT, absent.rule, subject=player, why=absent)
    return allow(Change.FITS, "PTA7", subject=player)


def change_ruling(
    game: PineTarGame, profile: Profile | None, team: int, enters: str, leaves: str, reason: Reason
) -> Ruling:
    """PTP3, PTA7, T10.11: Rule on whether `enters` may replace `leaves`, including by tournament rules."""
    by_tournament = tournament_rulings(game, profile, team, enters, leaves, reason) if profile else ()
    rulings = chain(_game_rulings(game, team, enters, leaves, reason), by_tournament)
    return next((ruling for ruling in rulings if not ruling), allow(Change.FITS, "PTA7", subject=enters))


def _game_rulings(game: PineTarGame, team: int, enters: str, leaves: str, reason: Reason) -> Iterator[Ruling]:
    state, setup = game.state, game.setup
    side = state.sides[team]
    yield timing_ruling(game)
    yield entry_ruling(side, enters, leaves, NUMBERS)
    yield _availability_ruling(setup, enters)
    yield turn_ruling(game, team, leaves, reason)
    if leaves == side.pitcher and (reason == "pitcher" or team != int(state.bottom)):
        yield reliever_ruling(setup, game.relief, enters)
    elif reason == "pitcher":
        yield refuse(Change.NOT_HIS_PLACE, "PTA7", subject=leaves)
    elif leaves == side.pitcher and not (set(available_relievers(setup, side, game.relief)) - {enters}):
        yield refuse(Change.LAST_PITCHER, "PTA7", subject=leaves)


def move_ruling(game: PineTarGame, team: int, positions: Mapping[str, str]) -> Ruling:
    """PTA7: Rule on whether fielders may switch positions. Only pitchers may take the mound."""
    side = game.state.sides[team]
    if team == int(game.state.bottom):
        return refuse(Change.TEAM_AT_BAT, "PTA7")
    for position, player in positions.items():
        if player not in (*side.field, *side.order):
            return refuse(Change.NOT_HIS_PLACE, "PTA7", subject=player)
        if (
            position == "p"
            and player != side.pitcher
            and not (ruling := reliever_ruling(game.setup, game.relief, player))
        ):
            return ruling
    return first_refusal(timing_ruling(game), allow(Change.MOVES, "PTA7"))


def timing_ruling(game: PineTarGame) -> Ruling:
    """PTM3: Rule that substitutions must be made before a play's dice."""
    return before_dice_ruling(game, "PTM3")


def must_settle(game: PineTarGame) -> Unsettled | None:
    """PTA7, PTP3: Return an invalid lineup, or a pitcher who must be replaced."""
    if (lineup_problem := lineup_fault(game, lineup_ruling)) is not None:
        return lineup_problem
    return required_pitching_change(game, _current_pitcher_ruling(game), _available_relievers)


def _current_pitcher_ruling(game: PineTarGame) -> Ruling:
    pitcher = game.state.fielding.pitcher
    if not game.setup.is_pitcher(pitcher):
        return refuse(Change.NO_PITCHER, "PTA7", subject=pitcher)
    ruling = removal_ruling(game, game.state)
    if ruling is None:
        return allow(Change.READY, "PTA7")
    return refuse(Change.GONE, ruling.rule, subject=pitcher, why=ruling)


def _available_relievers(game: PineTarGame, team: int) -> list[str]:
    return available_relievers(game.setup, game.state.sides[team], game.relief)
