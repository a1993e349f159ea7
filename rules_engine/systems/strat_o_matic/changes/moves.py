"""Moves of men already in the game: fielders changing places, a double switch, the end of the designated hitter."""

from collections.abc import Iterator, Mapping

from rules_engine.baseball.events import Event, PlayMade, Substituted
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import lineup_ruling
from rules_engine.eligibility.injuries import may_move_again
from rules_engine.eligibility.substitution import may_move_fielders, reliever_batting_spot
from rules_engine.rulings import Ruling, allow, first_refusal, refuse
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.cards.positions import fielder_may_pitch, swap_on_the_mound
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.scorebook.covering import (
    NOT_THE_MOUND,
    by_card,
    positions_on_card,
    stands_by_card,
)
from rules_engine.systems.strat_o_matic.scorebook.mound import pitchers_left, reliever_ruling


def move_ruling(game: StratGame, team: int, positions: Mapping[str, str], *, tournament: bool = True) -> Ruling:
    """T0.15, T10.11, T25.2, T25.3: whether these men of the team in the field may take these positions now.

    Outside a `tournament` they may between any two plays.
    """
    rulings = _move_rulings(game, team, positions, tournament=tournament)
    return first_refusal(*rulings, allow("T0.15" if tournament else "10.1", "The men may change places."))


def switch_ruling(game: StratGame, team: int, one: str, other: str, *, tournament: bool = True) -> Ruling:
    """5.10b, T10.11: two men who came in together may take each other's place in the order; before the sixth no
    reliever may in a `tournament`."""
    entered = [event.enters for event in _since_last_play(game, team) if isinstance(event, Substituted)]
    side = game.state.sides[team]
    if not {one, other} <= {*entered} or one == other:
        return refuse("5.10b", f"{one} and {other} have not come in together.")
    if not {one, other} <= {*side.order}:
        return refuse("5.11", "The pitcher does not bat.")
    if side.pitcher not in (one, other) or not tournament:
        return first_refusal(game.moves_ruling(), allow("5.10b", "Both have just come in."))
    fielder = other if one == side.pitcher else one
    spot, proposed = (side.order.index(man) + 1 for man in (side.pitcher, fielder))
    return first_refusal(game.moves_ruling(), reliever_batting_spot(game.state.inning, spot, proposed))


def hitter_ruling(game: StratGame, team: int, position: str = "") -> Ruling:
    """5.11: whether the designated hitter may take this position, or with "" the pitcher may bat or run for him."""
    side = game.state.sides[team]
    hitter = next((man for man in side.order if man not in side.field), "")
    if side.pitcher in side.order or not hitter:
        return refuse("5.11", "There is no designated hitter.")
    ruling = _takes_the_field(game, team, hitter, position) if position else _pitcher_bats(game, team, hitter)
    return first_refusal(game.moves_ruling(), ruling)


def _takes_the_field(game: StratGame, team: int, hitter: str, position: str) -> Ruling:
    side = game.state.sides[team]
    if team == int(game.state.bottom):
        return refuse("5.11", "The team is at bat; its fielders change when it takes the field.")
    if position == "p":
        return reliever_ruling(game.book, side, game.relief, hitter)
    if not stands_by_card(game.book, hitter, position):
        return refuse("10.1", f"{hitter} does not have {position} on his card.")
    return allow("5.11", f"{hitter} plays {position}, and the pitcher bats for {side.at(position)}.")


def _pitcher_bats(game: StratGame, team: int, hitter: str) -> Ruling:
    state = game.state
    on_base = any(runner is not None and runner.player == hitter for runner in state.bases)
    if team != int(state.bottom) or not (on_base or hitter == state.batting.batter):
        return refuse("5.11", f"{hitter} is neither at bat nor on base.")
    return allow("5.11", f"The pitcher comes in for {hitter}.")


def _move_rulings(game: StratGame, team: int, positions: Mapping[str, str], *, tournament: bool) -> Iterator[Ruling]:
    state, side = game.state, game.state.sides[team]
    yield game.moves_ruling()
    if team == int(state.bottom):
        yield refuse("T0.15", "The team is at bat; its fielders change when it takes the field.")
    field = dict(zip(POSITIONS, side.field, strict=True)) | dict(positions)
    yield lineup_ruling(side.order, field, designated_hitter=side.pitcher not in side.order)
    if tournament:
        yield may_move_fielders(
            with_substitution=any(isinstance(event, Substituted) for event in _since_last_play(game, team)),
            beginning_of_half_inning=not _half_begun(game),
            involves_pitcher="p" in positions,
            hitters_pitching_card=not isinstance(game.book.cards[side.pitcher], PitcherCard),
        )
    for position, man in positions.items():
        if side.at(position) != man:
            yield _mound_ruling(game, side, man) if position == "p" else _position_ruling(game, team, position, man)


def _mound_ruling(game: StratGame, side: Side, man: str) -> Ruling:
    """T25.3: a pitcher who has just come in, or one who changes places with the position player who pitches."""
    if isinstance(game.book.cards[man], PitcherCard):
        return allow("10.2", f"{man} is a pitcher.")
    listed = positions_on_card(game.book, [side.pitcher]).get(side.pitcher, [])
    return first_refusal(
        fielder_may_pitch(game.book.edition.injuries, len(pitchers_left(game.book, side, game.relief))),
        swap_on_the_mound(listed, side.position_of(man), has_pitched_before=man in game.tracker.outings),
    )


def _position_ruling(game: StratGame, team: int, position: str, man: str) -> Ruling:
    """T10.11, T25.2: a position on his card; another one only where injuries leave nobody for some position."""
    side = game.state.sides[team]
    rated = positions_on_card(game.book, (*side.field, *side.order, *side.bench))
    on_card, stands = position in rated.get(man, ()), side.position_of(man)
    off_card_now = stands not in ("p", "") and stands not in rated.get(man, ())
    if off_card_now and _has_played_there(game, team, man):
        return may_move_again(position_on_card=on_card, another_injury=_hurt_since(game, team, man))
    if on_card:
        return allow("T10.11", f"{man} has {position} on his card.")
    if by_card(rated, NOT_THE_MOUND):
        rule = "T10.11" if game.book.edition.injuries.unlisted_is_first_baseman else "10.1"
        return refuse(rule, f"{man} does not have {position} on his card.")
    return allow("T25.2", "Not every position can be covered by card.")


def _since_last_play(game: StratGame, team: int) -> Iterator[Event]:
    """This team's changes since the last play, the latest first."""
    for _, event in reversed(list(game.log.in_force())):
        if isinstance(event, PlayMade):
            return
        if getattr(event, "team", None) == team:
            yield event


def _half_begun(game: StratGame) -> bool:
    """Whether there has been a play in this half-inning."""
    now = game.state
    plays = (before for before, event in reversed(list(game.log.in_force())) if isinstance(event, PlayMade))
    last = next(plays, None)
    return last is not None and (last.inning, last.bottom) == (now.inning, now.bottom)


def _has_played_there(game: StratGame, team: int, man: str) -> bool:
    """Whether there was a play with him in the field where he stands; who only batted for another has not."""
    place = game.state.sides[team].field.index(man)
    plays = (before for before, event in game.log.in_force() if isinstance(event, PlayMade))
    return any(team != int(before.bottom) and before.sides[team].field[place] == man for before in plays)


def _hurt_since(game: StratGame, team: int, man: str) -> bool:
    """Whether a teammate was hurt after he took the position where he stands."""
    position, hurt = game.state.sides[team].position_of(man), False
    for before, event in reversed(list(game.log.in_force())):
        side = before.sides[team]
        if side.position_of(man) != position:
            break
        hurt = hurt or (isinstance(event, PlayMade) and event.hurt in (*side.order, *side.field))
    return hurt
