"""Identify visitors' networks, in order to limit the games and files that each network can create."""

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
    """Hash a network with the installation's secret, so that the database doesn't reveal IP addresses."""
    return hmac.new(settings.SECRET_KEY.encode(), f"pennant.play:{network}".encode(), hashlib.sha256).hexdigest()


def check_hourly_limit(rows: QuerySet[Any], creator: str, most: int, refusal: Finding) -> None:
    """Raise TooManyAttempts if a network created `most` of these rows in the last hour.

    `creator` is the network's hash.
    """
    own_rows = rows.filter(created_by=creator)
    wait = seconds_until_allowed(own_rows, "created_at", most=most, period=timedelta(hours=1))
    if wait:
        raise TooManyAttempts(refusal, retry_after=wait, count=most)
