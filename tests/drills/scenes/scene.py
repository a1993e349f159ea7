"""A scene: one action of the log in a state where it is allowed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Model

from tournaments.action_log.writing import Actor
from tournaments.models import Tournament

DIRECTOR = Actor("Director")


@dataclass(frozen=True)
class Place:
    """A tournament in some state. An attribute reads its row again, as each request does.

    Args:
        values: What isn't a row, such as the league that builds results.
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
        place: Sets the tournament up; scenes with the same function share it.
        act: Performs the action by its service.
        prepare: What must happen before `act` in that place.
        stride: Inject a fault at every n-th statement only, in an action that takes seconds.
        progress: The table in which the action reports its progress while it runs.
    """

    place: Callable[[], Place]
    action: SceneAction
    prepare: SceneAction | None = None
    stride: int = 1
    progress: str = ""
