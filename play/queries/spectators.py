"""Render the spectators' view of a table once after each action, no matter how many people watch."""

from typing import Any, Final, NamedTuple

from core.cached_reads import SingleBuildCache
from play.models import TableGame
from play.opening import keep_table, open_table
from play.queries.audiences import SPECTATOR
from play.queries.fragments import Fragment, render_view
from play.queries.view import table_view

_MOST_GAMES: Final = 100
_rendered: Final = SingleBuildCache(_MOST_GAMES)


class SpectatorPage(NamedTuple):
    """The view of a table without a seat, and its HTML. Threads share this object, so it must never be modified."""

    view: dict[str, Any]
    fragment: Fragment


def spectator_page(game: TableGame) -> SpectatorPage:
    """Return the spectators' page after the newest action or presence change.

    One thread renders the page while the others wait.
    """
    newest = game.events.order_by("-number").values_list("number", "at").first()
    return _rendered.get((game.pk, newest, game.people_number), lambda: _render(game))


def _render(game: TableGame) -> SpectatorPage:
    table = open_table(game)
    view = table_view(table, SPECTATOR)
    keep_table(table)
    return SpectatorPage(view, render_view(view))
