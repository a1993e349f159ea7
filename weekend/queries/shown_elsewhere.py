"""URLs for showing a tournament on other sites and in streams."""

from typing import NamedTuple

from django.urls import reverse

from tournaments.models import Tournament

_FRAMES = (
    ("Standings", "embed_standings"),
    ("Schedule", "embed_schedule"),
    ("Bracket", "embed_bracket"),
    ("Draft", "embed_draft"),
)
_OVERLAYS = (("Standings", "overlay_standings"), ("Draft", "overlay_draft"))
_FEEDS = (("Results", "results"), ("Rulings", "rulings"), ("Champions", "champions"))


class ShownAddress(NamedTuple):
    title: str
    address: str


class ShownElsewhere(NamedTuple):
    """Pages for frames, pages for a stream, and feeds, with their absolute URLs."""

    frames: list[ShownAddress]
    overlays: list[ShownAddress]
    feeds: list[ShownAddress]


def shown_elsewhere(tournament: Tournament, site: str) -> ShownElsewhere:
    """Return the URLs for a site such as "https://pennant.example.org"."""
    slug = tournament.slug
    tables = tournament.series.exclude(table=None).order_by("table").values_list("table", flat=True).distinct()
    overlays = [(title, reverse(name, args=[slug])) for title, name in _OVERLAYS]
    overlays += [(f"Game at table {table}", reverse("overlay_table", args=[slug, table])) for table in tables]
    return ShownElsewhere(
        [ShownAddress(title, site + reverse(name, args=[slug])) for title, name in _FRAMES],
        [ShownAddress(title, site + path) for title, path in overlays],
        [ShownAddress(title, site + reverse("atom_feed", args=[name])) for title, name in _FEEDS],
    )
