"""Playoff tables: series with both teams, and the qualifiers."""

from collections.abc import Iterable, Iterator

from django.utils.safestring import SafeString

from core.crests import crest_and_name
from core.tables import Align, Column, FilledTable, Place, TableDefinition, escape_html
from core.templatetags.parts import state
from rules_engine.competition.standings import over_text
from tournaments.queries.playoffs import BracketMatchup, BracketSide, PlayoffBracket, Qualifier

_PAGE, _FRONT, _API = Place.PAGE, Place.FRONT, Place.API
_LEFT = Align.LEFT


def _side_html(side: BracketSide, winner_label: str) -> SafeString:
    if side.team is None:
        return SafeString('<span class="quiet">not known yet</span>')
    name = crest_and_name(side.team.badge, side.team.name)
    return SafeString(f"<strong>{name}</strong>, {winner_label}" if side.is_winner else name)


def _side_columns(winner_label: str) -> TableDefinition[BracketSide]:
    return TableDefinition(
        "sides",
        (
            Column("seed", "Seed", lambda side: side.seed, _PAGE),
            Column("team", "Team", lambda side: side.team and side.team.pk, _API, is_nullable=True),
            Column("name", "Team", lambda side: side.team.name if side.team else "", _API, kind=str),
            Column(
                "shown",
                "Team",
                lambda side: str(side.team or "to be decided"),
                _PAGE,
                _LEFT,
                cell=lambda side: _side_html(side, winner_label),
                names_row=True,
            ),
            Column("wins", "Won", lambda side: side.wins, _PAGE | _API),
            Column("is_winner", "Winner", lambda side: side.is_winner, _API, kind=bool),
        ),
    )


def _names_html(meeting: BracketMatchup) -> SafeString:
    names = [escape_html(side.team.name if side.team else "to be decided") for side in meeting.lines]
    if meeting.series is None:
        return SafeString(f'<span class="quiet">{" and ".join(names)}</span>')
    marked = [
        f"<strong>{name}</strong>" if side.is_winner else name for name, side in zip(names, meeting.lines, strict=True)
    ]
    return SafeString(f'<a href="{escape_html(meeting.series.get_absolute_url())}">{" and ".join(marked)}</a>')


BRACKET_SIDES = _side_columns("advances")
FINAL_SIDES = _side_columns("champion")

MATCHUPS: TableDefinition[BracketMatchup] = TableDefinition(
    "meetings",
    (
        Column("number", "Number", lambda meeting: meeting.pairing.number, _API),
        Column(
            "series",
            "Series",
            lambda meeting: meeting.series and meeting.series.pk,
            _API,
            is_nullable=True,
        ),
        Column(
            "names",
            "Series",
            lambda meeting: "",
            _FRONT,
            _LEFT,
            cell=_names_html,
            names_row=True,
        ),
        Column("score", "Games", lambda meeting: meeting.score if meeting.series else "", _FRONT),
        Column("sides", "Sides", lambda meeting: meeting.lines, _API, kind=list),
    ),
)

QUALIFIERS: TableDefinition[Qualifier] = TableDefinition(
    "qualifiers",
    (
        Column("team", "Team", lambda qualifier: qualifier.team.name, _PAGE, _LEFT, names_row=True),
        Column("division", "Division", lambda qualifier: qualifier.division, _PAGE, _LEFT),
        Column("place", "Place", lambda qualifier: qualifier.how, _PAGE),
        Column("over", "Over .500", lambda qualifier: over_text(qualifier.games_over_500), _PAGE),
    ),
)


def matchup_tables(board: PlayoffBracket) -> Iterator[FilledTable[BracketMatchup]]:
    """Yield each round's table of series."""
    for name, length, meetings in board.rounds:
        caption = SafeString(f'{escape_html(name)} <span class="quiet small">best of {length}</span>')
        yield MATCHUPS.filled(meetings, caption=caption, are_headers_hidden=True)


def series_tables(
    board: PlayoffBracket,
) -> Iterator[tuple[str, int, Iterable[FilledTable[BracketSide]]]]:
    """Yield each round's name, series length and tables, one per series."""
    for name, length, meetings in board.rounds:
        table = FINAL_SIDES if name == "Final" else BRACKET_SIDES
        yield (
            name,
            length,
            [table.filled(meeting.lines, caption=_caption(meeting)) for meeting in meetings],
        )


def _caption(meeting: BracketMatchup) -> SafeString:
    title, series = f"Series {meeting.pairing.number}", meeting.series
    if series is None:
        return SafeString(f'<span class="small">{title}</span> {state(meeting.state)}')
    link = f'<a class="small" href="{escape_html(series.get_absolute_url())}">{title}</a>'
    return SafeString(f"{link} {state(meeting.state, meeting.tone)}")
