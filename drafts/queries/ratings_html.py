"""The printed ratings of a card, and those of its made card, below its name in a list."""

from django.utils.safestring import SafeString

from core.tables import escape_html
from drafts.queries.pool_cards import PoolCard
from drafts.queries.statistics import ratings_line


def ratings_html(card: PoolCard) -> SafeString:
    """Return a line of ratings for each origin, or nothing for a card without any."""
    printed, made = ratings_line(card.ratings), ratings_line(card.made_ratings)
    lines = []
    if printed:
        lines.append(f'<br><span class="small quiet" data-ratings>{escape_html(printed)}</span>')
    if made:
        lines.append(f'<br><span class="small quiet" data-made-ratings>computed: {escape_html(made)}</span>')
    return SafeString("".join(lines))
