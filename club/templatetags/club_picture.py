"""The preview picture of the club's pages, for links that people share."""

from django import template

from club.queries.site import has_picture

register = template.Library()


@register.inclusion_tag("club/_picture_head.html")
def club_picture_head() -> dict[str, bool]:
    """Name the picture of the standings, once there is a tournament. One query."""
    return {"has_picture": has_picture()}
