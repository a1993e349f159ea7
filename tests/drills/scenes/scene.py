"""A scene: one action from the activity log in a state that allows it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Model

from tournaments.action_log.writing import Actor
from tournaments.models import Tournament

DIRECTOR = Actor("Director")


@dataclass(frozen=True)
class Place:
    """A tournament in a certain state. Each attribute access reloads its row, like a new request.

    Args:
        values: Objects that aren't rows, such as the league that builds results.
    """

    rows: Mapping[str, tuple[type[Model], int]]
    values: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_attributes(cls, **attributes: Any) -> "Place":
        rows = {name: (type(value), value.pk) for name, value in attributes.items() if isinstance(value, Model)}
        return cls(rows, {name: value for name, value in attributes.items() if name not in rows})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self.values:
            return self.values[name]
        model, key = self.rows[name]
        return model._default_manager.get(pk=key)

    @property
    def tournament_id(self) -> int:
        return self.rows["tournament"][1]

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament_id)


SceneAction = Callable[[Place], object]


class Scene(NamedTuple):
    """An action in its place.

    Args:
        place: Sets up the tournament. Scenes with the same function share the tournament.
        act: Performs the action through its service.
        prepare: Prepares the place for `act`.
        stride: The interval between statements that get a fault, for an action that takes seconds.
        progress: The table where the action reports its progress.
    """

    place: Callable[[], Place]
    action: SceneAction
    prepare: SceneAction | None = None
    stride: int = 1
    progress: str = ""
