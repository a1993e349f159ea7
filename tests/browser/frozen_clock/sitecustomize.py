"""Stops Django's clock in every Python process that has this folder in PYTHONPATH, at PENNANT_FROZEN_AT."""

import os
from datetime import datetime

from django.utils import timezone

_FROZEN_AT = datetime.fromisoformat(os.environ["PENNANT_FROZEN_AT"])

timezone.now = lambda: _FROZEN_AT
