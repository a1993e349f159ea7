"""The columns of the lists a drafter chooses from, of what a team has drafted, and the statistics they sort by."""

from typing import Any, Final, NamedTuple

from django.utils.safestring import SafeString

from core.tables import Align, Column, Entry, FilledTable, Order, Place, Remark, TableDefinition, escape_html
from core.templatetags.parts import state
from core.templatetags.scorebook import with_query
from drafts.models import Ballpark
from drafts.queries.pool_cards import PoolCard
from drafts.queries.statistics import statistic, statistics_line
from rules_engine.rulings import Ruling

_PAGE, _LEFT = Place.PAGE, Align.LEFT
WORTH: Final = "worth"  # how a drafter reads the list: whom to take first, whatever he plays


class PickLinks(NamedTuple):
    """For which team, in which turn, and the page that confirms; no `turn` while another team is on the clock.

    Nobody is offered a pick before the draft starts or after it finishes (`is_on`).
    """

    page: str
    team: int
    turn: int | None
    is_on: bool


class PoolRow(NamedTuple):
    """One player in the list. `gone`: which turn took him. `refused`: why the guard will not let the team have him."""

    card: PoolCard
    worth: float | None
    gone: str
    picking: PickLinks
    refused: Ruling | None = None


class ParkRow(NamedTuple):
    park: Ballpark
    gone: str
    picking: PickLinks


def _acts(kind: str, number: int, name: str, gone: str, picking: PickLinks) -> SafeString:
    if gone:
        return state(f"taken {gone}")
    queue = (
        f'<button name="{kind}" value="{number}" class="plain" aria-label="Queue {escape_html(name)}">queue</button>'
    )
    if not picking.is_on:
        return SafeString(queue)
    address = with_query(picking.page, team=picking.team, **{kind: number}, overall=picking.turn)
    main = "" if picking.turn is None else " main"
    pick = f'<a class="button{main}" href="{escape_html(address)}" aria-label="Pick {escape_html(name)}">Pick</a>'
    return SafeString(f"{pick} {queue}")


def who(card: PoolCard) -> str:
    """His name with what he is, his club and the hand that counts; escaped."""
    return (
        f'<b>{escape_html(card.name)}</b> <span class="nowrap">{escape_html(card.label)}</span> '
        f'<span class="quiet small nowrap">{escape_html(card.clubs)} {card.hands}</span>'
    )


def _player(line: PoolRow, tone: str) -> SafeString:
    card, refused = line.card, ""
    if not card.eligible:
        refused = _refused("not eligible", f"{card.rule}: {card.reason}")
    elif line.refused is not None and not line.gone:
        refused = _refused("guard", str(line.refused))
    return SafeString(f'{who(card)}{refused}<br><span class="{tone}">{escape_html(statistics_line(card))}</span>')


def _refused(what: str, why: str) -> str:
    return f' {state(what, "bad")}<br><span class="small">{escape_html(why)}</span>'


def _of_list(name: str, title: str) -> Column[PoolRow]:
    return statistic(name, title, _PAGE, sort=name, tone="hide-phone")


_HITTING = (
    _of_list("at_bats", "AB"),
    _of_list("average", "BA"),
    _of_list("on_base", "OBP"),
    _of_list("slugging", "SLG"),
    _of_list("homeruns", "HR"),
    _of_list("runs_batted_in", "RBI"),
    _of_list("walks", "W"),
    _of_list("stolen_bases", "SB"),
)
_PITCHING = (
    _of_list("outs_pitched", "IP"),
    _of_list("earned_run_average", "ERA"),
    _of_list("wins", "W"),
    _of_list("losses", "L"),
    _of_list("saves", "SV"),
    _of_list("games_started", "GS"),
    _of_list("strikeouts_made", "K"),
    _of_list("walks_allowed", "BB"),
)


def statistics_for_role(role: str) -> tuple[Column[PoolRow], ...]:
    """The statistics a list of this role shows, sorts and filters by."""
    return {"hitter": _HITTING, "starter": _PITCHING, "reliever": _PITCHING}.get(role, ())


def _worth(line: PoolRow) -> str:
    return "" if line.worth is None else f"{line.worth:+.0f}".replace("-", "\N{MINUS SIGN}")


def _list_of(role: str) -> TableDefinition[PoolRow]:
    """Where statistics stand beside them, the lines in words are for phones alone."""
    tone = "small only-phone" if role else "small"
    return TableDefinition(
        "players",
        (
            Column(
                *("acts", "Pick or queue", lambda line: None, _PAGE, _LEFT),
                cell=lambda line: _acts("card", line.card.id, line.card.name, line.gone, line.picking),
                is_header_hidden=True,
                tone="nowrap",
            ),
            Column(
                *("player", "Player", lambda line: line.card.name, _PAGE, _LEFT),
                cell=lambda line: _player(line, tone),
                sort="name",
                rises=True,
            ),
            Column(*(WORTH, "Worth", lambda line: line.worth, _PAGE), text=_worth, sort=WORTH, tone="hide-phone"),
            *statistics_for_role(role),
        ),
    )


def filled_list(lines: list[PoolRow], role: str, order: Order) -> FilledTable[PoolRow]:
    rows: list[Entry[PoolRow] | Remark] = [
        Entry(line, tone="gone" if line.gone else "dim" * (line.refused is not None), data=("card", line.card.id))
        for line in lines
    ]
    nobody = "Nobody answers. Try a part of the name, another position, or ineligible players too."
    about: dict[str, Any] = {"caption": "Players", "is_captioned_unseen": True, "label": "What can be picked"}
    return FilledTable(_list_of(role), rows or [Remark(nobody, _PAGE, tone="empty")], order=order, **about)


def _chances(name: str, title: str) -> Column[ParkRow]:
    return Column(name, title, lambda line: getattr(line.park, name), _PAGE)


_PARKS: TableDefinition[ParkRow] = TableDefinition(
    "parks",
    (
        Column(
            *("acts", "Pick or queue", lambda line: None, _PAGE, _LEFT),
            cell=lambda line: _acts("park", line.park.pk, line.park.name, line.gone, line.picking),
            is_header_hidden=True,
            tone="nowrap",
        ),
        Column(
            *("park", "Park", lambda line: line.park.name, _PAGE, _LEFT),
            cell=lambda line: SafeString(
                f'<b>{escape_html(line.park.name)}</b> <span class="quiet small">{escape_html(line.park.club)}</span>'
            ),
        ),
        _chances("singles_left", "Singles L"),
        _chances("singles_right", "R"),
        _chances("homeruns_left", "Homeruns L"),
        _chances("homeruns_right", "R"),
    ),
)


def filled_parks(lines: list[ParkRow]) -> FilledTable[ParkRow]:
    """With their chances where the card set gives any."""
    known = any(line.park.singles_left is not None or line.park.homeruns_left is not None for line in lines)
    table = _PARKS if known else _PARKS.without("singles_left", "singles_right", "homeruns_left", "homeruns_right")
    rows: list[Entry[ParkRow] | Remark] = [
        Entry(line, tone="gone" * bool(line.gone), data=("park", line.park.pk)) for line in lines
    ]
    none = "This card set has no ballparks. The first park may be designed; for others import parks with the cards."
    rows = rows or [Remark(none, _PAGE, tone="")]
    return FilledTable(table, rows, caption="Ballparks of the chart", label="What can be picked")
