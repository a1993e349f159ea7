"""A league's habits in bunts, intentional walks, pinch hitting and steals, for the computer manager."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Final

HOLD_RUNNER_FROM: Final = 15  # hold a runner on first with at least this success number, even without an asterisk


@dataclass(frozen=True, slots=True)
class ManagerHabits:
    """The habits of managers in one league and era.

    The first three are shares of opportunities; 1 or more means always.
    """

    bunts: float = 0.25  # by good bunters; pitchers bunt several times as often
    walks: float = 0.3  # to reach a weaker batter, late in a close game
    pinch_hits: float = 1.0  # for pitchers late in a game when the team needs a hit; above 1 at other times too
    starters_stay: float = 27.0  # outs beyond his POW after which a starter is relieved
    steal_from: int = 12  # lowest safe number for a steal
    caution: float = 0.0  # added to the lowest safe number for sending a runner to an extra base

    def document(self) -> dict[str, Any]:
        """Return the habits as JSON values."""
        return asdict(self)


def parse_habits(document: Any) -> ManagerHabits:
    """Parse habits from JSON values. Raise ValueError if they are invalid."""
    names = [field.name for field in fields(ManagerHabits)]
    if not isinstance(document, dict) or set(document) - set(names):
        raise ValueError(f"habits are {', '.join(names)}")
    for name, value in document.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not -30 <= value <= 30:
            raise ValueError(f"habits, {name}: must be a number from -30 to 30, not {value!r}")
    return ManagerHabits(**document)
