"""Long parts of a table's view as strings, because a template for each cell or play would be slow.

Cards, rosters and plays are sent once: an event leaves out those that pages have already, see `queries/fragments.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any, Final, TypeVar

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from core.cached_reads import SingleBuildCache
from core.tables import escape_html
from play.queries.fragments import PARTS, NamedPart, name_part

register = template.Library()

_MAX_PARTS: Final = 4000  # about 2 KB each
_Part = TypeVar("_Part")
_parts: Final = SingleBuildCache(_MAX_PARTS)


@register.simple_tag
def cached_part(template_name: str, **values: Any) -> SafeString:
    """Include a template once for the same values. It sees only these values, which must be JSON values."""
    return _cached(template_name, values, lambda: render_to_string(template_name, values))


@register.simple_tag(takes_context=True)
def part_sent_once(context: Context, template_name: str, **values: Any) -> SafeString:
    """Include a template as `cached_part` does, and let events leave it out. It must have a single outer element."""
    return _sent_once(
        context, _cached(template_name, values, lambda: name_part(render_to_string(template_name, values)))
    )


def _cached(template_name: str, values: Mapping[str, Any], make: Callable[[], _Part]) -> _Part:
    key = blake2b(repr((template_name, values)).encode("utf-8", "backslashreplace"), digest_size=20).digest()
    return _parts.get(key, make)


def _sent_once(context: Context, part: NamedPart) -> SafeString:
    """Note the part for the fragment that is rendered, if any. A whole page sends every part."""
    parts = context.get(PARTS)
    if parts is not None:
        parts[part.name] = part.html
    return part.html


@register.simple_tag
def card_rows(card: Mapping[str, Any]) -> SafeString:
    """Render the rows of a card's grid, with the column that was read and its cell marked."""
    return SafeString("".join(_card_row(row) for row in card["rows"]))


def _card_row(row: Mapping[str, Any]) -> str:
    cells = "".join(_card_cell(cell) for cell in row["cells"])
    return f'<tr><th scope="row">{escape_html(row["label"])}</th>{cells}</tr>'


def _card_cell(cell: Mapping[str, Any]) -> str:
    text = escape_html(cell["text"])
    if cell["is_read"]:
        return f'<td class="read cell">{text}</td>'
    return f'<td class="read">{text}</td>' if cell["is_in_read_column"] else f"<td>{text}</td>"


@register.simple_tag
def run_cells(runs_by_inning: Sequence[int | None]) -> SafeString:
    """Render a team's runs by inning, with empty cells for innings to come."""
    return SafeString("".join(f'<td class="n">{"" if runs is None else runs}</td>' for runs in runs_by_inning))


@register.simple_tag(takes_context=True)
def play_list(
    context: Context, view: Mapping[str, Any], plays: Sequence[Mapping[str, Any]], is_whole: bool
) -> SafeString:
    """Render the plays of each half-inning under its heading. `is_whole` is for the page of all plays.

    The first of the viewer's teams may ask to undo play to each of them.
    """
    team = next(iter(view["own_teams"]), None) if view["state"] == "playing" else None
    has_real_dice = view["dice"]["kind"] != "committed"
    heading = "h2" if is_whole else "h3"
    halves = []
    for half, half_plays in groupby(plays, lambda play: str(play["half"])):
        parts = [name_part(_play_item(play, team, has_real_dice)) for play in half_plays]
        items = "".join(_sent_once(context, part) for part in parts)
        halves.append(f'<{heading}>{escape_html(half)}</{heading}><ol class="todo">{items}</ol>')
    return SafeString("".join(halves))


def _play_item(play: Mapping[str, Any], team: int | None, has_real_dice: bool) -> str:
    readings = "".join(f'<p class="small quiet">{escape_html(line)}</p>' for line in play["reading"])
    buttons = "" if team is None or play["undo_to"] is None else _undo_buttons(play, team, has_real_dice)
    notes = "".join(f'<br><span class="small" data-note>{escape_html(note)}</span>' for note in play["notes"])
    score = f"<br><strong>{escape_html(play['score'])}</strong>" if play["score"] else ""
    summary = f"<summary>{escape_html(play['sentence'])}{score}{notes}</summary>"
    is_event = play["is_play"] or play["undo_to"] is not None
    mark = f'data-play="{play["number"]}"' if is_event else "data-note"
    return f"<li {mark}><details>{summary}{readings}{buttons}</details></li>"


def _undo_buttons(play: Mapping[str, Any], team: int, has_real_dice: bool) -> str:
    to = play["undo_to"]
    undo = f'<button form="move" name="do" value="{team} undo {to}">Undo to here</button>'
    if not (play["is_play"] and has_real_dice):
        return undo
    return f'{undo} <button form="move" name="do" value="{team} misread {to}">Dice were misread</button>'
