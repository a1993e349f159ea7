"""Visitors' networks, which limit how much an address can start."""

import hashlib
import hmac
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from core.errors import TooManyAttempts
from core.rate_limits import seconds_until_allowed
from rules_engine.rulings import Finding


def hash_network(network: str) -> str:
    """Hash with the installation's secret, so that the database reveals no addresses."""
    return hmac.new(settings.SECRET_KEY.encode(), f"pennant.play:{network}".encode(), hashlib.sha256).hexdigest()


def check_hourly_limit(rows: QuerySet[Any], creator: str, most: int, refusal: Finding) -> None:
    """Raise TooManyAttempts if a network created `most` of these rows in the last hour. `creator` is its hash."""
    own_rows = rows.filter(created_by=creator)
    wait = seconds_until_allowed(own_rows, "created_at", most=most, period=timedelta(hours=1))
    if wait:
        raise TooManyAttempts(refusal, retry_after=wait, count=most)
