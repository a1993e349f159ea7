"""Table for the activity log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.dateformat import format as date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.addresses import page_address
from core.tables import Align, Column, Place, TableDefinition, link_html
from core.templatetags.parts import state
from tournaments.models import Action


@dataclass(frozen=True, slots=True)
class LogLine:
    """An action, limited to the details and options that the viewer is allowed.

    Args:
        changes: The changes shown, out of `count` in all.
        undo: The URL of the page that undoes this action.
        no_undo: The reason it can't be undone.
        full_text: The URL of the page with all changes, if some are left out.
    """

    action: Action
    is_undone: bool = False
    changes: Sequence[str] = ()
    reason: str = ""
    undo: str = ""
    no_undo: str = ""
    zone: str = "UTC"
    full_text: str = ""
    count: int = 0

    @property
    def when(self) -> str:
        return date_format(self.action.at.astimezone(ZoneInfo(self.zone)), "M j, g:i:s A")


def undo_address(slug: str, action: Action) -> str:
    return page_address("undo", slug, action.pk)


def _sentence_html(line: LogLine) -> SafeString:
    html = format_html("{}", line.action.sentence)
    if line.is_undone:
        html += format_html(" {}", state("undone", "warn"))
    if line.reason:
        html += format_html('<br><span class="quiet small">Reason: {}</span>', line.reason)
    if line.changes:
        html += _changes_html(line)
    return html


def _changes_html(line: LogLine) -> SafeString:
    items = format_html_join("", "<li>{}</li>", ((change,) for change in line.changes))
    if line.full_text:
        items += format_html("<li>{}</li>", link_html(line.full_text, f"all {line.count}"))
    count = f"{max(line.count, len(line.changes))} change{'' if len(line.changes) == 1 else 's'}"
    return format_html(
        '<details><summary class="small">{}</summary><ul class="small">{}</ul></details>',
        count,
        items,
    )


def _undo_html(line: LogLine) -> SafeString:
    if not line.undo:
        return format_html('<span class="quiet small">{}</span>', line.no_undo) if line.no_undo else SafeString()
    return format_html(
        '<a class="nowrap" href="{}" aria-label="Undo number {}">Undo …</a>',
        line.undo,
        line.action.pk,
    )


_PAGE, _FILE, _API = Place.PAGE, Place.FILE, Place.API
_LEFT = Align.LEFT

LOG: TableDefinition[LogLine] = TableDefinition(
    "log",
    (
        Column("id", "Number", lambda line: line.action.pk, _PAGE | _FILE | _API, head="No."),
        Column("at", "When", lambda line: line.action.at, _API, kind=datetime),
        Column(
            "utc",
            "When (UTC)",
            lambda line: line.action.at.strftime("%Y-%m-%d %H:%M:%S"),
            _FILE,
        ),
        Column("when", "When", lambda line: line.when, _PAGE, _LEFT),
        Column(
            "actor",
            "Who",
            lambda line: line.action.actor,
            _PAGE | _FILE | _API,
            _LEFT,
            kind=str,
        ),
        Column("verb", "Act", lambda line: line.action.verb, _FILE | _API, kind=str),
        Column("subject", "Subject", lambda line: line.action.subject, _API, kind=str),
        Column(
            "sentence",
            "What",
            lambda line: line.action.sentence,
            _PAGE | _FILE | _API,
            _LEFT,
            cell=_sentence_html,
            kind=str,
        ),
        Column("is_undone", "Undone", lambda line: line.is_undone, _API, kind=bool),
        Column("undoes", "Undoes", lambda line: line.action.undoes_id, _API, is_nullable=True),
        Column("changes", "Changes", lambda line: list(line.changes), _API, kind=list[str]),
        Column("undo", "Undo", lambda line: line.undo, _PAGE, _LEFT, cell=_undo_html),
        Column("no_undo", "Why it can't be undone", lambda line: line.no_undo, _API, kind=str),
    ),
)
