"""Who may come in to pitch, and whether the man on the mound may stay."""

from rules_engine.baseball.game import Game, Relief
from rules_engine.baseball.state import Side, State
from rules_engine.eligibility.pitching import may_enter_on_sheet, may_remain
from rules_engine.rulings import Ruling
from rules_engine.systems.pine_tar.pitchers.fatigue import pitching_on
from rules_engine.systems.pine_tar.scorebook.book import Book
from rules_engine.systems.pine_tar.scorebook.tracker import Tracker

PineTarGame = Game[Book, Tracker]


def reliever_ruling(book: Book, relief: Relief, man: str) -> Ruling:
    """PTA7, PTSU1, T10.2: whether he may come in to pitch: by his card, his rest, and a tournament's pitching sheet."""
    by_card = book.may_pitch(man, start=False)
    allowance = relief.get(man)
    if not by_card or allowance is None:
        return by_card
    return may_enter_on_sheet(allowance)


def pitchers_left(book: Book, side: Side, relief: Relief) -> list[str]:
    """Those on the bench who may still come in to pitch."""
    return [man for man in side.bench if reliever_ruling(book, relief, man)]


def must_leave(game: PineTarGame, state: State) -> Ruling | None:
    """PTP3, T10.2: why the man on the mound may not face the next batter; None where he may."""
    outing = game.tracker.outing(state)
    if outing.outs < outing.limit and not game.relief:
        return None
    ruling = may_stay(game, state)
    return None if ruling else ruling


def may_stay(game: PineTarGame, state: State) -> Ruling:
    """PTP3, T10.2: whether the man on the mound may face the next batter."""
    outing = game.tracker.outing(state)
    allowance = game.relief.get(state.fielding.pitcher)
    if allowance is not None and not outing.started and not (ruling := may_remain(allowance.outs, outing.outs)):
        return ruling
    return pitching_on(outing, additional=game.book.edition.options.additional_mip)
