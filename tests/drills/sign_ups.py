"""Sign up teams during an upgrade, including before the migration."""

import threading
import time
from collections.abc import Iterator
from itertools import count

from tests.drills.forms import Form, team_form
from tests.drills.kills import Clerk

_PAUSE = 0.3  # seconds, because a tournament's pages grow with its teams


class SignUpClerk(Clerk):
    """Enter teams into a single tournament without querying the database."""

    def __init__(self, slug: str, ports: list[int], cookie: str, over: threading.Event) -> None:
        super().__init__("sign-ups", ports, cookie, "", over)
        self._slug = slug

    def forms(self) -> Iterator[Form]:
        for number in count(1):
            time.sleep(_PAUSE)
            yield team_form(self._slug, f"Early Team {number}")
