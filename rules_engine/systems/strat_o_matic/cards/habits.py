"""How often the managers of a league bunt, walk a man on purpose and send a thief: data that the autopilot reads."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Final

HELD_FROM: Final = 15  # the success number from which a runner on first is held, with or without an asterisk


@dataclass(frozen=True, slots=True)
class Habits:
    """Managers of one time and league. The first three are shares of occasions; more than 1 is always."""

    bunts: float = 0.25  # of those a good bunter has; pitchers bunt several times as often
    walks: float = 0.3  # of those to come to a weaker man, late in a close game
    pinch_hits: float = 1.0  # of a pitcher's turns late in a game in which he needs a hit; beyond 1 others too
    starters_stay: float = 27.0  # outs beyond his POW after which a starter does not come out again
    steal_from: int = 12  # the least safe range to go with
    caution: float = 0.0  # added to the least safe range with which runners are sent for a base more

    def document(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)


def parse_habits(document: Any) -> Habits:
    """Habits from JSON. Raises ValueError naming what is wrong."""
    names = [field.name for field in fields(Habits)]
    if not isinstance(document, dict) or set(document) - set(names):
        raise ValueError(f"habits are {', '.join(names)}")
    for name, value in document.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not -30 <= value <= 30:
            raise ValueError(f"habits, {name}: {value!r} is no number from -30 to 30")
    return Habits(**document)
