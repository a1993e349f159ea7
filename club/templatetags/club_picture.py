"""The preview picture of the club's pages, for shared links."""

from django import template

from club.queries.site import has_picture

register = template.Library()


@register.inclusion_tag("club/_picture_head.html")
def club_picture_head() -> dict[str, bool]:
    """Return whether there are standings for the preview picture. One query."""
    return {"has_picture": has_picture()}
