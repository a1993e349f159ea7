"""Standing orders: when to prompt a manager, and his answers to questions in advance.

An order chooses among a question's legal answers. If its answer isn't legal, the manager is prompted.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules_engine.baseball.game_input import UNSAID_KEY, Option
from rules_engine.baseball.situations import LAST_INNING
from rules_engine.baseball.state import State

ALWAYS, RUNNERS, SCORING_POSITION, NEVER = "always", "runners", "scoring_position", "never"
ALL, FIRST = "all", "first"
SECOND_OR_THIRD: Final = 0b110

# Choices for each order, with their labels. "" means no order.
CHOICES: Final[dict[str, dict[str, str]]] = {
    "ask": {
        ALWAYS: "Always",
        RUNNERS: "Only with runners on",
        SCORING_POSITION: "Only with a runner on second or third",
        NEVER: "Never",
    },
    "infield": {
        "": "Ask me",
        "back": "Back",
        "corners_in": "Corners in",
        "half": "Halfway",
        "in": "In",
    },
    "hold": {
        "": "Ask me",
        ALL: "Hold every runner",
        FIRST: "Hold only a runner on first",
        "none": "Hold no one",
        UNSAID_KEY: "No instruction: the rules decide",
    },
    "play": {
        "": "Ask me",
        "swing": "Swing away: no steals, bunts or hit and run",
    },
}


class OrdersError(ValueError):
    """These orders aren't possible. `field` is the invalid order."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class StandingOrders(NamedTuple):
    """A manager's standing orders.

    A question without its own order is put to the manager if `ask` matches the bases and `from_inning` has been
    reached. Otherwise it gets its default answer.
    """

    ask: str = ALWAYS
    from_inning: int = 1
    infield: str = ""
    hold: str = ""
    play: str = ""


NO_ORDERS: Final = StandingOrders()


def read_orders(document: Mapping[str, Any]) -> StandingOrders:
    """Return the orders in a document. Raise OrdersError if they are invalid."""
    orders = StandingOrders(**{name: document[name] for name in StandingOrders._fields if name in document})
    for name, choices in CHOICES.items():
        if getattr(orders, name) not in choices:
            raise OrdersError(name)
    if not isinstance(orders.from_inning, int) or not 1 <= orders.from_inning <= LAST_INNING:
        raise OrdersError("from_inning")
    return orders


def ordered_answer(
    orders: StandingOrders, state: State, question: str, options: Sequence[Option], usual: str
) -> str | None:
    """Return the orders' answer to a question, or None if the manager decides."""
    keys = [option.key for option in options]
    order = getattr(orders, question, "") if question in ("infield", "hold", "play") else ""
    if order:
        answer = _hold_answer(order, keys) if question == "hold" else order
        return answer if answer in keys else None
    return None if _should_ask(orders, state) else usual


def _should_ask(orders: StandingOrders, state: State) -> bool:
    """Return whether the manager wants to decide in this situation."""
    if state.inning < orders.from_inning:
        return False
    occupied = state.occupied
    by_bases = {
        ALWAYS: True,
        RUNNERS: bool(occupied),
        SCORING_POSITION: bool(occupied & SECOND_OR_THIRD),
        NEVER: False,
    }
    return by_bases[orders.ask]


def _hold_answer(order: str, keys: Sequence[str]) -> str:
    """Return the bases where runners are held, such as "12": every possible base, or first base only."""
    if order == ALL:
        return max((key for key in keys if key.isdecimal()), key=len, default="")
    return "1" if order == FIRST else order
