"""Renumber an imported tournament's rows, including the ids in its activity log.

Rows get the next free ids in order, however large their ids in the file are. Ids of deleted rows in the log also
remain distinct. Cards may already exist here, so they are looked up instead.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from django.apps import apps
from django.db.models import Model
from django.urls import Resolver404, resolve, reverse

from drafts.models import Ballpark, CardSet, PlayerCard, QueuedPlayer, Trade
from games.models import Game, Mistake, RulingRequest
from pitching.models import SignOff
from tournaments.models import Action, Division, Manager, Series, Team, Tournament

# JSON keys whose values are row ids, in the log and in other stored JSON
MODEL_BY_WORD: Final[Mapping[str, type[Model]]] = {
    **dict.fromkeys(
        ("team", "team_id", "home", "home_id", "away_id", "covered_by_id", "conceded_by_id", "apart_from_id"), Team
    ),
    **dict.fromkeys(("sheet", "queue", "teams", "seeds", "agreed", "offended_id", "apart_from_id"), Team),
    **dict.fromkeys(("card", "card_id", "not_card", "freed", "left_game", "starters"), PlayerCard),
    **dict.fromkeys(("park", "park_id"), Ballpark),
    **dict.fromkeys(("division_id", "division", "draft"), Division),  # a live event identifies a draft by its division
    "series": Series,
    "game": Game,
    "mistake": Mistake,
    "sign_off": SignOff,
    "ruling": RulingRequest,
    "wish": QueuedPlayer,
    "trade": Trade,
    "actions": Action,
    "points": Manager,
    "card_set": CardSet,
}
# words whose own keys are row ids
MODEL_BY_KEYED_WORD: Final[Mapping[str, type[Model]]] = {"rolls": Team, "outing": PlayerCard, "suspensions": Game}
# words whose own keys are rounds; the word also applies to the values below them
ROUND_KEYED_WORDS: Final = frozenset({"starters"})
_KEY: Final = re.compile(r"([a-z_]+):(\d+)(.*)")


@dataclass
class PrimaryKeyMap:
    """A mapping from each row's old primary key to its new one.

    Attributes:
        last_here: The highest id that each table in this database has ever had.
        highest: The highest id that each table in the file has ever had.
        new_ids: The new ids so far.
    """

    last_here: dict[type[Model], int] = field(default_factory=dict)
    highest: dict[type[Model], int] = field(default_factory=dict)
    new_ids: defaultdict[type[Model], dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    looked_up: dict[type[Model], dict[int, int]] = field(default_factory=dict)
    slugs: dict[str, str] = field(default_factory=dict)

    def new_key(self, model: type[Model], number: int) -> int:
        """Return the new id. Tables that aren't imported keep their ids.

        An id that the file never had is mapped to an unused id, because it could belong to a different tournament here.
        """
        if model in self.looked_up:
            return self.looked_up[model].get(number, -abs(number))
        if model not in self.last_here:
            return number
        if not 1 <= number <= self.highest[model]:
            return -abs(number)
        new_ids = self.new_ids[model]
        return new_ids.setdefault(number, self.last_here[model] + len(new_ids) + 1)

    def last_new_id(self, model: type[Model]) -> int:
        """Return a table's highest new id."""
        return self.last_here[model] + len(self.new_ids[model])

    def in_facts(self, value: Any, word: str = "") -> Any:
        """Return stored JSON such as {"team": 3} or {"series:12": {...}} with new ids."""
        if isinstance(value, dict):
            return {
                self._in_name(name, word): self.in_facts(inner, self._word(name, word)) for name, inner in value.items()
            }
        if isinstance(value, list):
            return [self.in_facts(inner, word) for inner in value]
        if isinstance(value, int) and not isinstance(value, bool) and word in MODEL_BY_WORD:
            return self.new_key(MODEL_BY_WORD[word], value)
        return value

    def in_key(self, key: str) -> str:
        """Return a key such as series:12 or mistake:3:grid with its new id. Other keys are returned unchanged."""
        written = _KEY.fullmatch(key)
        model = _model_by_name(written[1]) if written else None
        return f"{written[1]}:{self.new_key(model, int(written[2]))}{written[3]}" if written and model else key

    def in_address(self, address: str) -> str:
        """Return a page's URL with new ids."""
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
        return self.new_key(model, value) if model and isinstance(value, int) else value

    def _in_name(self, name: str, word: str) -> str:
        if word in MODEL_BY_KEYED_WORD and name.isdecimal():
            return str(self.new_key(MODEL_BY_KEYED_WORD[word], int(name)))
        return self.in_key(name)

    def _word(self, name: str, word: str) -> str:
        """Return the word that applies below this key. Ids and rounds keep the word above them."""
        return word if name.isdecimal() and (word in MODEL_BY_KEYED_WORD or word in ROUND_KEYED_WORDS) else name


def _model_by_name(name: str) -> type[Model] | None:
    kinds = {"game": Game, "mistake": Mistake, "card": PlayerCard, "tournament": Tournament}
    return kinds.get(name) or {str(model._meta.model_name): model for model in apps.get_models()}.get(
        name.replace("_", "")
    )
