"""Position changes during a game: fielders who trade places, double switches, and the loss of the DH."""

from collections.abc import Iterator, Mapping

from rules_engine.baseball.changes import hitter_ruling as hitter_leaves
from rules_engine.baseball.changes import since_last_play
from rules_engine.baseball.changes import switch_ruling as men_in_together
from rules_engine.baseball.covering import (
    FIELDING_POSITIONS,
    by_card,
    is_rated_at,
    positions_on_card,
)
from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import lineup_ruling
from rules_engine.eligibility.injuries import may_return_to_card
from rules_engine.eligibility.substitution import check_reliever_batting_spot, may_move_fielders
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse
from rules_engine.systems.strat_o_matic.cards.positions import mound_swap_ruling, position_player_ruling
from rules_engine.systems.strat_o_matic.game_state.lineups import NUMBERS
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import pitchers_left, reliever_ruling
from rules_engine.systems.strat_o_matic.play.announcements import in_turn_ruling
from rules_engine.systems.strat_o_matic.play.game import StratGame, timing_ruling


class MoveFinding(Finding):
    """Reasons why players may or can't change positions or spots in the batting order."""

    MAY_CHANGE_PLACES = "The players may change positions."
    TEAM_AT_BAT = "The team is at bat. Its fielders can change positions when it takes the field."
    NOT_ON_HIS_CARD = "{name} does not have {position} on his card."
    TAKES_THE_FIELD = "{name} plays {position}, and the pitcher bats for {leaves}."
    IS_A_PITCHER = "{name} is a pitcher."
    ON_HIS_CARD = "{name} has {position} on his card."
    NOT_EVERY_POSITION_BY_CARD = "Not every position can be covered by card."


def move_ruling(game: StratGame, team: int, positions: Mapping[str, str], *, tournament: bool = True) -> Ruling:
    """T0.15, T10.11, T25.2, T25.3: check whether these fielders may take these positions now.

    Outside a `tournament` they may do so between any two plays.
    """
    rulings = _move_rulings(game, team, positions, tournament=tournament)
    return first_refusal(*rulings, allow(MoveFinding.MAY_CHANGE_PLACES, "T0.15" if tournament else "10.1"))


def switch_ruling(game: StratGame, team: int, first: str, second: str, *, tournament: bool = True) -> Ruling:
    """5.10b, T10.11: check whether two players who entered together may trade spots in the order.

    In a `tournament` a reliever can't do so before the sixth inning.
    """
    ruling, side = men_in_together(game, team, first, second), game.state.sides[team]
    if not ruling or side.pitcher not in (first, second) or not tournament:
        return ruling
    fielder = second if first == side.pitcher else first
    spot, proposed = (side.order.index(player) + 1 for player in (side.pitcher, fielder))
    return check_reliever_batting_spot(game.state.inning, spot, proposed)


def hitter_ruling(game: StratGame, team: int, position: str = "") -> Ruling:
    """5.11: check whether the designated hitter may take this position.

    An empty `position` means that the pitcher bats or runs for him.
    """
    ruling = hitter_leaves(game, team, position)
    if not ruling or not position:
        return ruling
    side = game.state.sides[team]
    hitter = next(player for player in side.order if player not in side.field)
    if position == "p":
        return reliever_ruling(game.setup, side, game.relief, hitter)
    if not is_rated_at(game.setup, hitter, position):
        return refuse(MoveFinding.NOT_ON_HIS_CARD, "10.1", name=hitter, position=position)
    return allow(MoveFinding.TAKES_THE_FIELD, "5.11", name=hitter, position=position, leaves=side.at(position))


def _move_rulings(game: StratGame, team: int, positions: Mapping[str, str], *, tournament: bool) -> Iterator[Ruling]:
    state, side = game.state, game.state.sides[team]
    yield timing_ruling(game)
    yield in_turn_ruling(game.setup.edition.strategy, game.under_way, defense=team != int(state.bottom))
    if team == int(state.bottom):
        yield refuse(MoveFinding.TEAM_AT_BAT, "T0.15")
    field = dict(zip(POSITIONS, side.field, strict=True)) | dict(positions)
    yield lineup_ruling(side.order, field, NUMBERS, designated_hitter=side.pitcher not in side.order)
    if tournament:
        yield may_move_fielders(
            with_substitution=any(isinstance(event, Substituted) for event in since_last_play(game, team)),
            beginning_of_half_inning=not _has_half_started(game),
            involves_pitcher="p" in positions,
            hitters_pitching_card=not game.setup.is_pitcher(side.pitcher),
        )
    for position, player in positions.items():
        if side.at(position) != player:
            yield (
                _mound_ruling(game, side, player) if position == "p" else _position_ruling(game, team, position, player)
            )


def _mound_ruling(game: StratGame, side: Side, player: str) -> Ruling:
    """T25.3: check whether a player may move to the mound.

    He may be a pitcher who has just entered, or a fielder who trades places with the position player pitching.
    """
    if game.setup.is_pitcher(player):
        if game.setup.is_hitter(player):  # A two-way player in the field didn't enter as a reliever.
            return reliever_ruling(game.setup, side, game.relief, player)
        return allow(MoveFinding.IS_A_PITCHER, "10.2", name=player)
    listed = positions_on_card(game.setup, [side.pitcher]).get(side.pitcher, [])
    return first_refusal(
        position_player_ruling(game.setup.edition.injuries, len(pitchers_left(game.setup, side, game.relief))),
        mound_swap_ruling(listed, side.position_of(player), has_pitched_before=player in game.tracker.appearances),
    )


def _position_ruling(game: StratGame, team: int, position: str, player: str) -> Ruling:
    """T10.11, T25.2: check whether a player may take this position.

    It must be on his card, unless injuries leave a position uncovered.
    """
    side = game.state.sides[team]
    rated = positions_on_card(game.setup, (*side.field, *side.order, *side.bench))
    on_card, current = position in rated.get(player, ()), side.position_of(player)
    off_card_now = current not in ("p", "") and current not in rated.get(player, ())
    if off_card_now and _has_played_there(game, team, player):
        return may_return_to_card(position_on_card=on_card, another_injury=_was_injured_since(game, team, player))
    if on_card:
        return allow(MoveFinding.ON_HIS_CARD, "T10.11", name=player, position=position)
    if by_card(rated, FIELDING_POSITIONS):
        rule = "T10.11" if game.setup.edition.injuries.unlisted_is_first_baseman else "10.1"
        return refuse(MoveFinding.NOT_ON_HIS_CARD, rule, name=player, position=position)
    return allow(MoveFinding.NOT_EVERY_POSITION_BY_CARD, "T25.2")


def _has_half_started(game: StratGame) -> bool:
    """Return whether this half-inning has already had a play, in this log or before it."""
    now, start = game.state, game.log.start
    if (start.inning, start.bottom) == (now.inning, now.bottom) and (start.outs or start.occupied):
        return True
    plays = (before for before, event in reversed(list(game.log.in_force())) if isinstance(event, PlayMade))
    last = next(plays, None)
    return last is not None and (last.inning, last.bottom) == (now.inning, now.bottom)


def _has_played_there(game: StratGame, team: int, player: str) -> bool:
    """Return whether there has been a play with this player in the field at his current position."""
    place = game.state.sides[team].field.index(player)
    plays = (before for before, event in game.log.in_force() if isinstance(event, PlayMade))
    return any(team != int(before.bottom) and before.sides[team].field[place] == player for before in plays)


def _was_injured_since(game: StratGame, team: int, player: str) -> bool:
    """Return whether a teammate was injured after this player took his current position."""
    position, is_injured = game.state.sides[team].position_of(player), False
    for before, event in reversed(list(game.log.in_force())):
        side = before.sides[team]
        if side.position_of(player) != position:
            break
        is_injured = is_injured or (isinstance(event, PlayMade) and event.injured in (*side.order, *side.field))
    return is_injured
