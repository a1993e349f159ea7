"""Database tables that aren't exported with a tournament, such as sign-ins, devices and unfinished jobs.

Each app registers its private tables in `AppConfig.ready`.
"""

from django.db.models import Model

_private_tables: set[type[Model]] = set()


def register_private_tables(*models: type[Model]) -> None:
    """Exclude these models' rows from all tournament files."""
    _private_tables.update(models)


def is_private(model: type[Model]) -> bool:
    return model in _private_tables
