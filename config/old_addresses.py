"""Old URLs of moved pages. Bookmarks and links in old messages redirect to the new URLs."""

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import re_path
from django.utils.encoding import escape_uri_path
from django.views.decorators.http import require_safe

_TOURNAMENT: Final = r"t/([-\w]+)"
_DRAFT: Final = rf"{_TOURNAMENT}/draft/(\d+)"

# Each pair is the pattern of an old URL, and a new URL with the old one's groups in order.
_NEW_BY_OLD: Final = (
    (r"copies/", "backups/"),
    (r"copies/(.+)", "backups/{}"),
    (r"arrivals/", "imports/"),
    (r"arrivals/(.+)", "imports/{}"),
    (rf"{_TOURNAMENT}/desk/", "t/{}/dashboard/"),
    (rf"{_TOURNAMENT}/(?:check-in|invitations)/", "t/{}/people/"),
    (rf"{_TOURNAMENT}/wall/", "t/{}/big-screens/"),
    (rf"{_TOURNAMENT}/best-ofs/", "t/{}/playoffs/"),
    (rf"{_TOURNAMENT}/best-ofs/projector/", "t/{}/playoffs/big-screen/"),
    (rf"{_TOURNAMENT}/(live|standings)/projector/", "t/{}/{}/big-screen/"),
    (rf"{_TOURNAMENT}/eligibility/", "t/{}/bullpens/"),
    (rf"{_TOURNAMENT}/eligibility/(\d+)/", "t/{}/bullpens/{}/"),
    (rf"{_TOURNAMENT}/me/line-up/", "t/{}/me/lineup/"),
    (rf"{_TOURNAMENT}/series/(\d+)/hurt/", "t/{}/series/{}/injuries/"),
    (rf"{_DRAFT}/projector/", "t/{}/draft/{}/big-screen/"),
    (rf"{_DRAFT}/desk/", "t/{}/draft/{}/dashboard/"),
    (rf"{_DRAFT}/desk/(correct|disqualify|finish|import|late-team|settings|undo)/", "t/{}/draft/{}/dashboard/{}/"),
)


@require_safe
def redirect_to_new(request: HttpRequest, *parts: str, new: str) -> HttpResponse:
    """Redirect to the page's new URL and keep the query string."""
    address = escape_uri_path(f"/{new.format(*parts)}")
    query = request.META.get("QUERY_STRING")
    return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address)


old_addresses = [re_path(f"^{old}$", redirect_to_new, {"new": new}, "old_address") for old, new in _NEW_BY_OLD]
