"""Find fields in a request body that its serializer doesn't define, at any depth."""

from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework import serializers

_NAME_SHOWN = 80  # in characters


def unknown_fields(serializer: Any, sent: Any, path: str = "") -> Iterator[str]:
    """Yield the path of each unknown field, such as games.0.runz.

    A serializer can list read-only names in `may_be_sent_back`, so that clients can return a document that they got.
    """
    if isinstance(serializer, serializers.ListSerializer | serializers.ListField):
        for number, item in enumerate(sent if isinstance(sent, list) else ()):
            yield from unknown_fields(serializer.child, item, f"{path}{number}.")
    elif isinstance(serializer, serializers.Serializer) and isinstance(sent, Mapping):
        ignored: frozenset[str] = getattr(serializer, "may_be_sent_back", frozenset())
        for name, value in sent.items():
            if field := serializer.fields.get(name):
                yield from unknown_fields(field, value, f"{path}{name}.")
            elif name not in ignored:
                yield f"{path}{str(name)[:_NAME_SHOWN]}"
