"""What a player is worth before the first pick: a list of players begins with those a drafter wants first."""

from rules_engine.draft.autodraft import REGULAR, RELIEVERS, STARTERS
from rules_engine.draft.scouting import ScoutingBook


def worth_of(book: ScoutingBook, key: int) -> float:
    """Runs over a hundred games in his best part, above the man whom anybody can have instead of him there.

    Not a rule: hitters as regulars at the positions of their cards, pitchers as first starter or first reliever.
    """
    player, kind, rate = book.players[key], book.kinds[key], book.rate[key]
    if not player.pitcher:
        return REGULAR * (rate - (book.instead_of(kind.mask) if kind.mask else book.instead_on_bench))
    parts = [STARTERS[0] * (rate - book.instead_starting)] if kind.starter else []
    if player.can_relieve:
        parts.append(RELIEVERS[0] * (rate - book.instead_relieving))
    return max(parts, default=0.0)
