"""Tables that stay on this installation when a tournament moves to another one: sign-ins, devices, unfinished jobs.

Each app registers its own in `AppConfig.ready`.
"""

from django.db.models import Model

_private_tables: set[type[Model]] = set()


def register_private_tables(*models: type[Model]) -> None:
    """Keep the rows of these models out of every tournament file."""
    _private_tables.update(models)


def is_private(model: type[Model]) -> bool:
    return model in _private_tables
