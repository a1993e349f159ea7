"""Parse the planner's fields. For example, "plan-1-7" is card 7's appearance in the game after the next one."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitching.queries.planner import GAMES_AHEAD, planned_outing
from rules_engine.eligibility.pitching import Appearance
from rules_engine.innings import InningsError, parse_innings

_FIELD = re.compile(r"plan-(\d)-(\d{1,9})", re.ASCII)
_MAX_LENGTH = 12


class PlanForm(NamedTuple):
    """Planned appearances parsed from the fields.

    `planned` has a mapping from card to appearance for each game. `written` maps (game index, card) to the typed text,
    `errors` to the error.
    """

    planned: list[dict[int, Appearance]]
    written: dict[tuple[int, int], str]
    errors: dict[tuple[int, int], str]


def read_plan(values: Mapping[str, str], cards: Iterable[int]) -> PlanForm:
    form = PlanForm([{} for _ in range(GAMES_AHEAD)], {}, {})
    roster_cards = set(cards)
    for name, text in values.items():
        field = _FIELD.fullmatch(name)
        if field is None or not text.strip():
            continue
        game = int(field.group(1))
        card = int(field.group(2))
        if game < GAMES_AHEAD and card in roster_cards:
            _read_outing(form, game, card, text.strip()[:_MAX_LENGTH])
    return form


def _read_outing(form: PlanForm, game: int, card: int, text: str) -> None:
    form.written[game, card] = text
    starts = "s" in text.lower()
    try:
        outs = parse_innings(re.sub("s", "", text, flags=re.IGNORECASE))
    except InningsError as error:
        form.errors[game, card] = str(error)
        return
    form.planned[game][card] = planned_outing(outs, starts=starts)
