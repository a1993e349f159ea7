"""Signatures on pitching sheets: the table of signatures, and the parts still unsigned."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.addresses import page_address
from core.dates import format_day_and_time
from core.prepared_queries import EXAMPLE_ID, PreparedValues
from core.tables import Align, Column, FilledTable, Place, TableDefinition, link_html
from core.templatetags.parts import state
from pitching.models import SignOff
from tournaments.models import Series, Team, Tournament
from tournaments.queries.order_of_play import in_order_of_start
from tournaments.queries.snapshot import TournamentSnapshot

UNDONE: Final = "taken back"  # the stored reason for an undone signature
_PAGE, _API = Place.PAGE, Place.API
_LEFT = Align.LEFT
_COLUMNS_SHOWN: Final = (
    "series__round",
    "series__tournament_id",
    "sheet_of_id",
    "signed_by_id",
    "signer",
    "pin_set_by",
    "games",
    "signed_at",
    "code",
    "broken_at",
    "broken_reason",
)


def latest_signatures(tournament: Tournament, limit: int) -> list[SignOff]:
    """Return the newest signatures first, with their series and teams, in two queries."""
    sign_offs = SignOff.objects.filter(series__tournament=tournament)
    sign_offs = sign_offs.select_related("series").only(*_COLUMNS_SHOWN)
    signatures = list(sign_offs.order_by("-signed_at", "-pk")[:limit])
    teams = tournament.teams.in_bulk()
    for signature in signatures:
        signature.series.tournament = tournament
        signature.sheet_of = teams[signature.sheet_of_id]
        signature.signed_by = teams[signature.signed_by_id]
    return signatures


def _state_cell(signed: SignOff) -> SafeString:
    if signed.broken_at:
        shown = format_html(
            '{} <span class="small">{}</span>',
            state("seal broken", "bad"),
            signed.broken_reason,
        )
    else:
        shown = state("signed", "good")
    if signed.games:
        shown += format_html(' <span class="small">{}</span>', signed.games_label)
    if signed.pin_set_by:
        shown += format_html(
            ' <span class="small">PIN set by {} (staff)</span>',
            signed.pin_set_by,
        )
    return shown


SIGNATURES: TableDefinition[SignOff] = TableDefinition(
    "signatures",
    (
        Column("id", "Number", lambda signed: signed.pk, _API),
        Column("series", "Series", lambda signed: signed.series_id, _API),
        Column("sheet_of", "Sheet of", lambda signed: signed.sheet_of_id, _API),
        Column(
            "sheet_of_name",
            "Sheet of",
            lambda signed: signed.sheet_of.name,
            _PAGE | _API,
            _LEFT,
            cell=lambda signed: link_html(
                signed.series.get_absolute_url(),
                signed.sheet_of.name,
            ),
            names_row=True,
            kind=str,
        ),
        Column("round", "Round", lambda signed: signed.series.round, _PAGE),
        Column("signed_by", "Signed by", lambda signed: signed.signed_by_id, _API),
        Column(
            "signed_by_name",
            "Signed by",
            lambda signed: signed.signed_by.name,
            _API,
            kind=str,
        ),
        Column("signer", "Signer", lambda signed: signed.signer, _API, kind=str),
        Column(
            "by",
            "Signed by",
            lambda signed: f"{signed.signer} for {signed.signed_by}",
            _PAGE,
            _LEFT,
        ),
        Column(
            "games",
            "Games",
            lambda signed: signed.games,
            _API,
            kind=str,
            help="T33.0: the games signed; empty if all are",
        ),
        Column("how", "How", lambda signed: signed.how, _API, kind=SignOff.By),
        Column("pin_set_by", "PIN set by", lambda signed: signed.pin_set_by, _API, kind=str),
        Column("signed_at", "When", lambda signed: signed.signed_at, _API, kind=datetime),
        Column(
            "when",
            "When",
            lambda signed: format_day_and_time(signed.signed_at),
            _PAGE,
            _LEFT,
            tone="nowrap",
        ),
        Column(
            "seal",
            "Seal",
            lambda signed: signed.seal,
            _API,
            kind=str,
            help="SHA-256 of what was signed",
        ),
        Column(
            "code",
            "Code",
            lambda signed: signed.code,
            _PAGE | _API,
            _LEFT,
            cell=lambda signed: link_html(page_address("check", signed.code), signed.code),
            kind=str,
        ),
        Column(
            "broken_at",
            "Broken",
            lambda signed: signed.broken_at,
            _API,
            kind=datetime,
            is_nullable=True,
        ),
        Column("broken_reason", "Why broken", lambda signed: signed.broken_reason, _API, kind=str),
        Column(
            "state",
            "State",
            lambda signed: bool(signed.broken_at),
            _PAGE,
            _LEFT,
            cell=_state_cell,
        ),
    ),
)


def signatures_table(signatures: Iterable[SignOff]) -> FilledTable[SignOff]:
    caption = "Signatures, newest first"
    return SIGNATURES.filled(signatures, caption=caption, label=caption)


@dataclass(frozen=True, slots=True)
class UnsignedSeries:
    """A series with final results, and the teams whose parts of the sheet are unsigned."""

    series: Series
    unsigned: list[Team]
    reason: str = ""  # the reason why it must be signed again; empty before the first signature


def unsigned_series(snapshot: TournamentSnapshot) -> list[UnsignedSeries]:
    """Return finished series with an unsigned part, in starting order.

    A series counts as finished even if some of its games are suspended (T33.0).
    """
    return snapshot.read("unsigned series", lambda: _find_unsigned_series(snapshot))


def _find_unsigned_series(snapshot: TournamentSnapshot) -> list[UnsignedSeries]:
    finished = [series for series in snapshot.series if _is_finished(series)]
    if not finished:
        return []
    signed_games: dict[tuple[int, int], list[str]] = defaultdict(list)
    broken_reasons: dict[int, str] = {}
    for series_id, team_id, games, broken_at, reason in _SIGN_OFFS.rows_of(snapshot.tournament.pk):
        if broken_at is None:
            signed_games[series_id, team_id].append(games)
        elif reason != UNDONE:
            broken_reasons[series_id] = reason
    result = []
    for series in in_order_of_start(finished):
        unsigned = [team for team in series.teams() if not _is_signed(series, signed_games[series.pk, team.pk])]
        if unsigned:
            result.append(UnsignedSeries(series, unsigned, broken_reasons.get(series.pk, "")))
    return result


_SIGN_OFFS: Final = PreparedValues(
    lambda: (
        SignOff.objects.filter(series__tournament=EXAMPLE_ID)
        .order_by("broken_at", "pk")
        .values_list("series_id", "sheet_of_id", "games", "broken_at", "broken_reason")
    )
)


def _is_finished(series: Series) -> bool:
    is_on_hold = series.status == Series.Status.SUSPENDED and series.outcomes
    return series.status == Series.Status.COMPLETE or bool(is_on_hold)


def _is_signed(series: Series, signed_games: Iterable[str]) -> bool:
    """Return whether a series is signed.

    A signature for some of the games counts only while the others are suspended (T33.0).
    """
    return any(not games or series.status == Series.Status.SUSPENDED for games in signed_games)


def unsigned_series_for(signer: Team, unsigned: Iterable[UnsignedSeries]) -> list[UnsignedSeries]:
    """Return the opponents' parts that this team's manager must sign, in order of play."""
    opponents_by_series: dict[int, list[Team]] = {}
    all_series = []
    reasons: dict[int, str] = {}
    for item in unsigned:
        own_side = item.series.side_for(signer.pk)
        if own_side is None:
            continue
        opponents = [team for team in item.unsigned if team.pk != own_side]
        if opponents:
            opponents_by_series[item.series.pk] = opponents
            reasons[item.series.pk] = item.reason
            all_series.append(item.series)
    return [
        UnsignedSeries(series, opponents_by_series[series.pk], reasons[series.pk])
        for series in in_order_of_start(all_series)
    ]


class UnsignedPart(NamedTuple):
    """A team's part of a series, which its opponent must sign."""

    series: Series
    sheet_of: Team
    signer: Team

    @property
    def key(self) -> str:
        """Return the form value for this part."""
        return f"{self.series.pk}:{self.sheet_of.pk}"


class PendingSigner(NamedTuple):
    """A manager's team with the parts to sign. If `is_here` is false, the director signs."""

    team: Team
    is_here: bool
    parts: list[UnsignedPart]

    def with_parts(self, keys: Collection[str]) -> "PendingSigner":
        """Return this signer with only the parts that have one of these keys."""
        return self._replace(parts=[part for part in self.parts if part.key in keys])


def pending_signers(unsigned: Iterable[UnsignedSeries]) -> list[PendingSigner]:
    """Group unsigned parts by manager, sorted by team name, with absent managers last (T10.2)."""
    signers: dict[tuple[int, bool], PendingSigner] = {}
    for part in _unsigned_parts(unsigned):
        manager = part.series.manager_of(part.signer)
        is_here = part.signer.has_manager_here
        signer = signers.setdefault(
            (manager.pk, is_here),
            PendingSigner(manager, is_here, []),
        )
        signer.parts.append(part)
    return sorted(
        signers.values(),
        key=lambda signer: (not signer.is_here, signer.team.name),
    )


def parts_to_sign(team: Team, unsigned: Iterable[UnsignedSeries]) -> list[UnsignedPart]:
    """Return the parts that this team's manager signs, in starting order."""
    return [part for part in _unsigned_parts(unsigned) if part.series.manager_of(part.signer).pk == team.pk]


def _unsigned_parts(unsigned: Iterable[UnsignedSeries]) -> Iterator[UnsignedPart]:
    for item in unsigned:
        for team in item.unsigned:
            yield UnsignedPart(item.series, team, item.series.opponent_of(team.pk))
