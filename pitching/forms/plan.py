"""Reads the planner's fields: "plan-1-7" is what the pitcher with card 7 is to pitch in the next game but one."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitching.queries.planner import GAMES_AHEAD, planned_outing
from rules_engine.eligibility.pitching import Appearance
from rules_engine.innings import InningsError, parse_innings

_FIELD = re.compile(r"plan-(\d)-(\d{1,9})", re.ASCII)


class PlanTyped(NamedTuple):
    """`planned`: for each game card -> outing; `written`: what was typed; `faults`: field -> sentence."""

    planned: list[dict[int, Appearance]]
    written: dict[tuple[int, int], str]
    faults: dict[tuple[int, int], str]


def read_plan(values: Mapping[str, str], cards: Iterable[int]) -> PlanTyped:
    typed = PlanTyped([{} for _ in range(GAMES_AHEAD)], {}, {})
    known = set(cards)
    for name, text in values.items():
        field = _FIELD.fullmatch(name)
        if field is None or not text.strip():
            continue
        game, card = int(field.group(1)), int(field.group(2))
        if game < GAMES_AHEAD and card in known:
            _read(typed, game, card, text.strip()[:12])
    return typed


def _read(typed: PlanTyped, game: int, card: int, text: str) -> None:
    typed.written[game, card] = text
    starts = "s" in text.lower()
    try:
        outs = parse_innings(re.sub("s", "", text, flags=re.IGNORECASE))
    except InningsError as error:
        typed.faults[game, card] = str(error)
        return
    typed.planned[game][card] = planned_outing(outs, starts=starts)
