"""Visitors' networks, which limit how much an address can start."""

import hashlib
import hmac

from django.conf import settings


def hash_network(network: str) -> str:
    """Hash with the installation's secret, so that the database reveals no addresses."""
    return hmac.new(settings.SECRET_KEY.encode(), f"pennant.play:{network}".encode(), hashlib.sha256).hexdigest()
