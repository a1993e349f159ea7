"""The signatures on sheets, and the columns in which the page and the API show them."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.addresses import page_address
from core.dates import format_day_and_time
from core.tables import Align, Column, FilledTable, Place, TableDefinition, link_html
from core.templatetags.parts import state
from pitching.models import SignOff


def _state(signed: SignOff) -> SafeString:
    if signed.broken_at:
        shown = format_html('{} <span class="small">{}</span>', state("seal broken", "bad"), signed.broken_reason)
    else:
        shown = state("signed", "good")
    if signed.games:
        shown += format_html(' <span class="small">{}</span>', signed.part)
    if signed.pin_set_by:
        shown += format_html(' <span class="small">PIN set by {} of the desk</span>', signed.pin_set_by)
    return shown


_PAGE, _API = Place.PAGE, Place.API
_LEFT = Align.LEFT

SIGNATURES: TableDefinition[SignOff] = TableDefinition(
    "signatures",
    (
        Column("id", "Number", lambda signed: signed.pk, _API),
        Column("series", "Series", lambda signed: signed.series_id, _API),
        Column("sheet_of", "Sheet of", lambda signed: signed.sheet_of_id, _API),
        Column(
            *("sheet_of_name", "Sheet of", lambda signed: signed.sheet_of.name, _PAGE | _API, _LEFT),
            cell=lambda signed: link_html(signed.series.get_absolute_url(), signed.sheet_of.name),
            names_row=True,
            kind=str,
        ),
        Column("round", "Round", lambda signed: signed.series.round, _PAGE),
        Column("signed_by", "Signed by", lambda signed: signed.signed_by_id, _API),
        Column("signed_by_name", "Signed by", lambda signed: signed.signed_by.name, _API, kind=str),
        Column("signer", "Signer", lambda signed: signed.signer, _API, kind=str),
        Column("by", "Signed by", lambda signed: f"{signed.signer} for {signed.signed_by}", _PAGE, _LEFT),
        Column(
            "games", "Games", lambda signed: signed.games, _API, kind=str, help="T33.0: those signed; empty for all"
        ),
        Column("how", "How", lambda signed: signed.how, _API, kind=SignOff.By),
        Column("pin_set_by", "PIN set by", lambda signed: signed.pin_set_by, _API, kind=str),
        Column("signed_at", "When", lambda signed: signed.signed_at, _API, kind=datetime),
        Column(
            *("when", "When", lambda signed: format_day_and_time(signed.signed_at), _PAGE, _LEFT),
            tone="nowrap",
        ),
        Column("seal", "Seal", lambda signed: signed.seal, _API, kind=str, help="SHA-256 of what was signed"),
        Column(
            *("code", "Code", lambda signed: signed.code, _PAGE | _API, _LEFT),
            cell=lambda signed: link_html(page_address("check", signed.code), signed.code),
            kind=str,
        ),
        Column("broken_at", "Broken", lambda signed: signed.broken_at, _API, kind=datetime, is_nullable=True),
        Column("broken_reason", "Why broken", lambda signed: signed.broken_reason, _API, kind=str),
        Column("state", "State", lambda signed: bool(signed.broken_at), _PAGE, _LEFT, cell=_state),
    ),
)


def filled_signatures(signed: Iterable[SignOff]) -> FilledTable[SignOff]:
    caption = "Signatures, newest first"
    return SIGNATURES.filled(signed, caption=caption, label=caption)
