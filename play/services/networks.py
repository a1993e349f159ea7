"""Visitors' networks, which limit how much an address can start."""

import hashlib
import hmac
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone


def hash_network(network: str) -> str:
    """Hash with the installation's secret, so that the database reveals no addresses."""
    return hmac.new(settings.SECRET_KEY.encode(), f"pennant.play:{network}".encode(), hashlib.sha256).hexdigest()


def count_of_last_hour(rows: QuerySet[Any], creator: str) -> int:
    """Return how many of these rows a network created in the last hour. `creator` is its hash."""
    since = timezone.now() - timedelta(hours=1)
    return rows.filter(created_by=creator, created_at__gt=since).count()
