"""A card's printed and generated ratings, displayed below the player's name in a list."""

from django.utils.safestring import SafeString

from core.tables import escape_html
from drafts.queries.pool_cards import PoolCard
from drafts.queries.statistics import ratings_line


def ratings_html(card: PoolCard) -> SafeString:
    """Return a line of ratings per source, or "" for a card without ratings."""
    printed, made = ratings_line(card.ratings), ratings_line(card.made_ratings)
    lines = []
    if printed:
        lines.append(f'<br><span class="small quiet" data-ratings>{escape_html(printed)}</span>')
    if made:
        lines.append(f'<br><span class="small quiet" data-made-ratings>computed: {escape_html(made)}</span>')
    return SafeString("".join(lines))
