"""Format innings, averages and times, and build URLs."""

import hashlib
from datetime import datetime
from functools import cache
from pathlib import Path
from urllib.parse import quote, urlencode

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from core.dates import format_day_and_time
from rules_engine.competition.standings import over_text
from rules_engine.innings import format_innings

register = template.Library()


@register.filter
def innings(outs: int | None) -> str:
    """Format 5 outs as 1.2, and None as an empty string."""
    return "" if outs is None else format_innings(outs)


@register.filter
def games_over(value: int) -> str:
    """Format games over .500 as +6, −2 or 0."""
    return over_text(value)


@register.filter
def average(value: float | None) -> str:
    """Format a batting average as .312, and None as an empty string."""
    return "" if value is None else f"{value:.3f}".removeprefix("0")


@register.filter(expects_localtime=True)
def format_time(time: datetime | None) -> str:
    """Format a time as "Nov 24, 9:54 AM" in the tournament's time zone, and None as an empty string."""
    return "" if time is None else format_day_and_time(time)


@register.simple_tag
def with_query(address: str, **query: object) -> str:
    """Return a URL with a query string. Parameters that are None or empty are left out."""
    query_string = urlencode({key: value for key, value in query.items() if value not in (None, "")})
    return f"{address}?{query_string}" if query_string else address


@cache
def _stamp(path: str) -> str:
    file = finders.find(path)
    return hashlib.sha256(Path(str(file)).read_bytes()).hexdigest()[:10] if file else ""


@register.simple_tag
def asset(path: str) -> str:
    """Return a static file's URL, with a content hash so that browsers can cache it forever."""
    stamp = _stamp(path) if not settings.DEBUG else ""
    return f"{static(path)}?v={stamp}" if stamp else static(path)


@register.simple_tag
def public_url(name: str, *args: object) -> str:
    """Return a page's absolute URL based on PUBLIC_URL, or a relative URL if that setting is empty."""
    return f"{settings.PUBLIC_URL}{reverse(name, args=args)}"


@register.simple_tag
@cache
def inline_svg(path: str) -> str:
    """Return a small SVG as a data URL, so that browsers don't need to request it."""
    file = finders.find(path)
    return f"data:image/svg+xml,{quote(Path(str(file)).read_text(encoding='utf-8').strip())}" if file else ""
