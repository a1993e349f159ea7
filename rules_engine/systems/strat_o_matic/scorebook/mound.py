"""Who may come in to pitch, and how long he may stay: by card, edition, and what a pitching sheet leaves him."""

from collections.abc import Mapping

from rules_engine.baseball.state import Side
from rules_engine.eligibility.pitching import Allowance, may_enter, may_remain
from rules_engine.rulings import Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.cards.positions import fielder_may_pitch
from rules_engine.systems.strat_o_matic.pitchers.fatigue import Outing
from rules_engine.systems.strat_o_matic.scorebook.book import Book

Relief = Mapping[str, Allowance]  # player -> whether he may relieve in this game, and for how many outs


def reliever_ruling(book: Book, side: Side, relief: Relief, enters: str) -> Ruling:
    """27.62, T27.62, T10.2, T25.3: whether `enters` may come in to pitch. Who is not in `relief` has no limit."""
    card = book.cards[enters]
    if not isinstance(card, PitcherCard):
        return _fielder_ruling(book, side, relief, enters)
    if card.endurance.relief is None and not book.edition.endurance.pow_of_unlisted_reliever:
        return refuse("T27.62", f"{enters} has no relief rating.")
    allowance = relief.get(enters)
    return may_enter_on_sheet(allowance) if allowance else allow("27.62", f"{enters} may relieve.")


def may_enter_on_sheet(allowance: Allowance) -> Ruling:
    """T10.2: what his pitching sheet says of this game; nobody enters who may not retire a batter."""
    return allowance.ruling if not allowance.ruling or allowance.outs > 0 else may_enter(allowance.outs)


def _fielder_ruling(book: Book, side: Side, relief: Relief, enters: str) -> Ruling:
    left = pitchers_left(book, side, relief)
    if left:
        rule = "T25.3" if book.edition.injuries.fielder_pitches_only_as_last_resort else "25.3"
        return refuse(rule, f"{enters} is no pitcher, and {len(left)} who may pitch are left.")
    return fielder_may_pitch(book.edition.injuries, 0)


def pitchers_left(book: Book, side: Side, relief: Relief) -> list[str]:
    """T10.2, T25.3: the pitchers on the bench who may still come in."""
    return [man for man in book.pitchers(side.bench) if reliever_ruling(book, side, relief, man)]


def anybody_left(book: Book, side: Side, relief: Relief) -> bool:
    """T25.3: whether a pitcher who may come in, or else a position player, is on the bench."""
    return bool(book.batters(side.bench) or pitchers_left(book, side, relief))


def may_stay(relief: Relief, pitcher: str, outing: Outing) -> Ruling:
    """T10.2: a reliever leaves at once when he has his last out; a starter is not bound by the sheet's four innings."""
    allowance = relief.get(pitcher)
    if outing.started or allowance is None:
        return allow("T10.2", f"{pitcher} has no limit in this game.")
    return may_remain(allowance.outs, outing.outs)
