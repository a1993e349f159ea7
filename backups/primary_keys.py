"""New numbers for the rows of a tournament that comes from elsewhere, also where the log speaks of them.

Every table's numbers are moved by so much that none is taken, and keep their distance: what the log says of a row that
was removed can still be told from every other. Cards may be here already and are looked up instead.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from django.apps import apps
from django.db.models import Model
from django.urls import Resolver404, resolve, reverse

from drafts.models import Ballpark, CardSet, PlayerCard, QueuedPlayer
from games.models import Game, Mistake, RulingRequest
from pitching.models import SignOff
from tournaments.models import Division, Manager, Series, Team, Tournament

# under which words the log and other stored facts hold the number of a row
WORDS: Final[Mapping[str, type[Model]]] = {
    **dict.fromkeys(
        ("team", "team_id", "home", "home_id", "away_id", "covered_by_id", "conceded_by_id", "apart_from_id"), Team
    ),
    **dict.fromkeys(("sheet", "queue", "teams", "seeds", "agreed", "offended_id", "apart_from_id"), Team),
    **dict.fromkeys(("card", "card_id", "not_card", "freed", "left_game", "starters"), PlayerCard),
    **dict.fromkeys(("park", "park_id"), Ballpark),
    **dict.fromkeys(("division_id", "division", "draft"), Division),  # a live event names a draft by its division
    "series": Series,
    "game": Game,
    "mistake": Mistake,
    "sign_off": SignOff,
    "ruling": RulingRequest,
    "wish": QueuedPlayer,
    "points": Manager,
    "card_set": CardSet,
}
# whose keys are numbers of rows
BY_NUMBER: Final[Mapping[str, type[Model]]] = {"rolls": Team, "outing": PlayerCard, "suspensions": Game}
# whose keys are rounds: what is under them is still under that word
BY_ROUND: Final = frozenset({"starters"})
_KEY: Final = re.compile(r"([a-z_]+):(\d+)(.*)")


@dataclass
class PrimaryKeyMap:
    """What each number of before is now, by table."""

    moved_by: dict[type[Model], int] = field(default_factory=dict)
    looked_up: dict[type[Model], dict[int, int]] = field(default_factory=dict)
    slugs: dict[str, str] = field(default_factory=dict)

    def of(self, model: type[Model], number: int) -> int:
        """A card that is not here has a number that no row has; tables that do not travel keep theirs."""
        if model in self.looked_up:
            return self.looked_up[model].get(number, -number)
        return number + self.moved_by.get(model, 0)

    def in_facts(self, value: Any, word: str = "") -> Any:
        """Stored facts under this word, such as {"team": 3} or {"series:12": {...}}, with the numbers of today."""
        if isinstance(value, dict):
            return {
                self._in_name(name, word): self.in_facts(inner, self._word(name, word)) for name, inner in value.items()
            }
        if isinstance(value, list):
            return [self.in_facts(inner, word) for inner in value]
        if isinstance(value, int) and not isinstance(value, bool) and word in WORDS:
            return self.of(WORDS[word], value)
        return value

    def in_key(self, key: str) -> str:
        """Such as series:12 or mistake:3:grid; what names no row that travels stays as it is."""
        written = _KEY.fullmatch(key)
        model = _model_by_name(written[1]) if written else None
        return f"{written[1]}:{self.of(model, int(written[2]))}{written[3]}" if written and model else key

    def in_address(self, address: str) -> str:
        """The address of a page, for the same page of today."""
        path = urlsplit(address).path
        try:
            match = resolve(path)
        except Resolver404:
            return address
        parts = {name: self._in_part(name, value) for name, value in match.kwargs.items()}
        return reverse(match.url_name or "", kwargs=parts) + address[len(path) :]

    def _in_part(self, name: str, value: Any) -> Any:
        if name == "slug":
            return self.slugs.get(value, value)
        model = _model_by_name(name.removesuffix("_id"))
        return self.of(model, value) if model and isinstance(value, int) else value

    def _in_name(self, name: str, word: str) -> str:
        if word in BY_NUMBER and name.isdecimal():
            return str(self.of(BY_NUMBER[word], int(name)))
        return self.in_key(name)

    def _word(self, name: str, word: str) -> str:
        """A roll under a team's number is a roll, and of rolls there may be some by team once more."""
        return word if name.isdecimal() and (word in BY_NUMBER or word in BY_ROUND) else name


def _model_by_name(name: str) -> type[Model] | None:
    known = {"game": Game, "mistake": Mistake, "card": PlayerCard, "tournament": Tournament}
    return known.get(name) or {str(model._meta.model_name): model for model in apps.get_models()}.get(
        name.replace("_", "")
    )
