"""Scenes of text shown at a tournament, under the shipped edition and with one of its settings changed."""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.test import Client

from rules_engine.profile import default_profile, load_profile, text_of
from tests.conftest import signed_in
from tests.factories import AccessFactory
from tournaments.models import Tournament


class Scene(NamedTuple):
    """A scene. `play` sets up a tournament under this edition's text and returns the visible text.

    `value` is the changed setting. `before` is shown only under the shipped edition, and `after` only with the changed
    setting. `base` has other settings used in both editions.
    """

    value: Any
    before: str
    after: str
    play: Callable[[str], str]
    base: Mapping[str, Any] = {}


def edition(lines: Mapping[str, Any]) -> str:
    """Return the stored text of the default edition with these settings, each named "section.line"."""
    profile = load_profile(default_profile())
    for key, value in lines.items():
        section, _, name = key.partition(".")
        profile = replace(profile, **{section: replace(getattr(profile, section), **{name: value})})
    return text_of(profile)


def director(tournament: Tournament) -> Client:
    return signed_in(AccessFactory(tournament=tournament))


def words(answer: HttpResponse) -> str:
    """Return the visible text of the page in a single line: the messages, then the page itself."""
    before, _, main = answer.content.decode().rpartition("<main")
    messages = before.partition('<div id="messages"')[2].partition("<header")[0]
    text = re.sub(r"<[^>]*>", " ", f"<div{messages}<main{main}")
    return " ".join(html.unescape(text).split())
