"""Footnotes for appearances."""

from games.models import Outing
from rules_engine.eligibility.pitching import allow_extra_thirds
from rules_engine.eligibility.position_players import NO_PITCHER_REASON_TEXT, NoPitcherReason


def outing_footnotes(outing: Outing) -> list[str]:
    """Return footnotes about extra outs, an injury, a shortage of pitchers and an accepted violation."""
    footnotes = []
    if outing.extra_outs:
        footnotes.append(str(allow_extra_thirds(outing.extra_outs)))
    if outing.injured:
        footnotes.append("T25.2: left injured")
    if outing.for_want_of:
        reason = NO_PITCHER_REASON_TEXT[NoPitcherReason(outing.for_want_of)]
        footnotes.append(f"T25.3: the remaining pitchers were {reason}")
    if outing.accepted_by:
        violation = f"{outing.accepted_rule}, accepted by {outing.accepted_by}"
        footnotes.append(f"{violation}: {outing.footnote}")
    return footnotes
