"""A scene: what somebody at a tournament reads, under the shipped edition and with one of its lines changed."""

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
    """`play` sets a tournament up under the edition of this text and gives what is read.

    `value`: the line changed. `before` is read under the shipped edition only, `after` with the line changed only.
    `base`: other lines as both editions of this scene have them.
    """

    value: Any
    before: str
    after: str
    play: Callable[[str], str]
    base: Mapping[str, Any] = {}


def edition(lines: Mapping[str, Any]) -> str:
    """The stored text of the usual edition with these lines, each named "section.line"."""
    profile = load_profile(default_profile())
    for key, value in lines.items():
        section, _, name = key.partition(".")
        profile = replace(profile, **{section: replace(getattr(profile, section), **{name: value})})
    return text_of(profile)


def director(tournament: Tournament) -> Client:
    return signed_in(AccessFactory(tournament=tournament))


def words(answer: HttpResponse) -> str:
    """What a reader of the page reads, in one line: the messages, then the page itself."""
    before, _, main = answer.content.decode().rpartition("<main")
    messages = before.partition('<div id="messages"')[2].partition("<header")[0]
    text = re.sub(r"<[^>]*>", " ", f"<div{messages}<main{main}")
    return " ".join(html.unescape(text).split())
