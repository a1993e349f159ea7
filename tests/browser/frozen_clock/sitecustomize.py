"""Stop Django's clock at PENNANT_FROZEN_AT and seed randomness, in every process with this directory in PYTHONPATH."""

import os
import random
from datetime import datetime

from django.utils import timezone

_FROZEN_AT = datetime.fromisoformat(os.environ["PENNANT_FROZEN_AT"])

timezone.now = lambda: _FROZEN_AT
# affects dice, seal codes and links; only for pictures, because anyone could guess these keys
os.urandom = random.Random(1998).randbytes
random._urandom = os.urandom  # type: ignore[attr-defined]
