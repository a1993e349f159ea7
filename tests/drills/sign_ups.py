"""Teams that sign up during an upgrade, before the migration too."""

import threading
import time
from collections.abc import Iterator
from itertools import count

from tests.drills.forms import Form, team_form
from tests.drills.kills import Clerk

_PAUSE = 0.3  # seconds; the pages of a tournament grow with its teams


class SignUpClerk(Clerk):
    """Enters teams into one tournament without reading the database."""

    def __init__(self, slug: str, ports: list[int], cookie: str, over: threading.Event) -> None:
        super().__init__("sign-ups", ports, cookie, "", over)
        self._slug = slug

    def forms(self) -> Iterator[Form]:
        for number in count(1):
            time.sleep(_PAUSE)
            yield team_form(self._slug, f"Early Team {number}")
