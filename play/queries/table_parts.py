"""Render the parts of a table's HTML: cached parts, and parts that events can leave out.

Long lists are built as strings, without templates.
"""

import io
import pickle
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from core.cached_reads import SingleBuildCache
from core.tables import escape_html

_MAX_PARTS: Final = 20_000  # for 1,000 games, about 2 KB per part
_OUTER_ELEMENT: Final = re.compile(r"<\w+")
_MAX_UNDO_CHOICES: Final = 6
_NAME_BYTES: Final = 6  # unique among a page's hundred parts, but short because every event contains each name
_Part = TypeVar("_Part")
_parts: Final = SingleBuildCache(_MAX_PARTS)


class NamedPart(NamedTuple):
    """An HTML part whose outer element includes its name."""

    name: str
    html: SafeString


class TableParts:
    """Renders the parts of a view for its templates.

    `names` lists the parts that events can leave out. Parts that the page already has are left out.
    """

    def __init__(self, known_parts: Collection[str] = ()) -> None:
        self.names: set[str] = set()
        self._known_parts = known_parts

    def cached(self, name: str, **values: Any) -> SafeString:
        """Render a part's template once for equal JSON values."""
        return _cached(name, values, lambda: render_part(name, **values))

    def sent_once(self, name: str, **values: Any) -> SafeString:
        """Render a part that events can leave out. Its template must have a single outer element."""
        return self._note(_cached(name, values, lambda: _name_part(render_part(name, **values))))

    def plays(self, view: Mapping[str, Any], plays: Sequence[Mapping[str, Any]], heading: str = "h3") -> SafeString:
        """Render each half-inning's plays under a heading.

        Each play has a button with which the first of the viewer's teams can request an undo.
        """
        if not plays:
            return SafeString('<p class="empty">Plays appear here after the first pitch.</p>')
        halves = []
        for half, half_plays in groupby(plays, lambda play: str(play["half"])):
            items = "".join(self._note(_name_part(_play_item(play, view))) for play in half_plays)
            halves.append(f'<{heading}>{escape_html(half)}</{heading}><ol class="todo">{items}</ol>')
        return SafeString("".join(halves))

    @staticmethod
    def undo_choices(view: Mapping[str, Any], plays: Sequence[Mapping[str, Any]]) -> SafeString:
        """Render the newest plays that can be undone, each with a button."""
        possible = [play for play in plays if play["undo_to"] is not None][:_MAX_UNDO_CHOICES]
        items = "".join(_undo_item(play, view) for play in possible)
        return SafeString(f'<ol class="todo">{items}</ol>')

    def _note(self, part: NamedPart) -> SafeString:
        """Return the part, or an empty element if the page already has it."""
        is_gap = part.name in self._known_parts and part.name not in self.names  # the page has only a single copy
        self.names.add(part.name)
        return SafeString(f'<i data-part="{part.name}"></i>') if is_gap else part.html

    @staticmethod
    def card_rows(card: Mapping[str, Any]) -> SafeString:
        """Render the rows of a card's grid. Highlight the column and cell that were read."""
        return SafeString("".join(_card_row(row) for row in card["rows"]))

    @staticmethod
    def run_cells(runs_by_inning: Sequence[int | None]) -> SafeString:
        """Render a team's runs by inning, with empty cells for future innings."""
        return SafeString("".join(f'<td class="n">{"" if runs is None else runs}</td>' for runs in runs_by_inning))


def render_part(name: str, *, parts: TableParts | None = None, **values: Any) -> SafeString:
    """Render a template in templates/play/table. `parts` collects the parts that events can leave out."""
    values["parts"] = parts or TableParts()
    return SafeString(render_to_string(f"play/table/{name}.jinja", values, using="jinja2"))


def _cached(name: str, values: dict[str, Any], make: Callable[[], _Part]) -> _Part:
    return _parts.get(blake2b(_pickled((name, values)), digest_size=20).digest(), make)


def _pickled(values: object) -> bytes:
    """Return identical bytes for equal JSON values."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file)
    pickler.fast = True  # otherwise the pickle records which values are the same object
    pickler.dump(values)
    return file.getvalue()


def _name_part(text: str) -> NamedPart:
    """Name a part by its content. The part must be a single element."""
    html = text.strip()
    name = blake2b(html.encode(), digest_size=_NAME_BYTES).hexdigest()
    element = _OUTER_ELEMENT.match(html)
    if element is None:
        raise ValueError(f"A part must be an element: {html[:80]}")
    end = element.end()
    return NamedPart(name, SafeString(f'{html[:end]} data-part="{name}"{html[end:]}'))


def _card_row(row: Mapping[str, Any]) -> str:
    cells = "".join(_card_cell(cell) for cell in row["cells"])
    return f'<tr><th scope="row">{escape_html(row["label"])}</th>{cells}</tr>'


def _card_cell(cell: Mapping[str, Any]) -> str:
    text = escape_html(cell["text"])
    if cell["is_read"]:
        return f'<td class="read cell">{text}</td>'
    return f'<td class="read">{text}</td>' if cell["is_in_read_column"] else f"<td>{text}</td>"


def _play_item(play: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    readings = "".join(f'<p class="small quiet">{escape_html(line)}</p>' for line in play["reading"])
    notes = "".join(f'<br><span class="small" data-note>{escape_html(note)}</span>' for note in play["notes"])
    score = f"<br><strong>{escape_html(play['score'])}</strong>" if play["score"] else ""
    summary = f"<summary>{escape_html(play['sentence'])}{score}{notes}</summary>"
    is_event = play["is_play"] or play["undo_to"] is not None
    mark = f'data-play="{play["number"]}"' if is_event else "data-note"
    return f"<li {mark}><details>{summary}{readings}{_undo_buttons(play, view)}</details></li>"


def _undo_item(play: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    return f"<li><div>{escape_html(play['sentence'])}<br>{_undo_buttons(play, view)}</div></li>"


def _undo_buttons(play: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    """Return the buttons for the viewer's first team, or "" if the viewer can't undo this play."""
    to = play["undo_to"]
    if to is None or not view["own_teams"] or view["state"] != "playing":
        return ""
    team = view["own_teams"][0]
    undo = f'<button form="move" name="do" value="{team} undo {to}">Undo to here</button>'
    if not play["is_play"] or view["dice"]["kind"] == "committed":
        return undo
    return f'{undo} <button form="move" name="do" value="{team} misread {to}">Dice were misread</button>'
