"""Tables of the players and ballparks available to pick, and the statistics for sorting them."""

from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from core.addresses import page_address
from core.tables import Align, Column, Entry, FilledTable, Order, Place, Remark, TableDefinition, escape_html
from core.templatetags.parts import state
from core.templatetags.scorebook import with_query
from drafts.models import Ballpark
from drafts.queries.pool_cards import PoolCard
from drafts.queries.position_html import position_badge
from drafts.queries.scouting import Scouting
from drafts.queries.statistics import ratings_line, statistic, statistics_line
from rules_engine.rulings import Ruling

_PAGE, _LEFT = Place.PAGE, Align.LEFT
MINE_SORT: Final = "mine"  # sort by the manager's own list
WORTH: Final = "worth"  # default sort: most valuable card first, regardless of position


class PickLinks(NamedTuple):
    """The data for pick links: the confirmation page, the team and its pick. Without a pick, players can be queued.

    Links are hidden before the draft starts and after it finishes (`is_on`). Without a page, a button in the list
    makes the pick, and there is no queue. Player names link to `player_page`: the URL name, the slug and the division
    or team ID.
    """

    page: str
    team: int
    turn: int | None
    is_on: bool
    player_page: tuple[str, str, int]


class PoolRow(NamedTuple):
    """A player in the list. `pick_label` is the pick that selected the player. `objection` is from the roster check.

    `scouting` is the manager's assessment of the player.
    """

    card: PoolCard
    worth: float | None
    pick_label: str
    links: PickLinks
    objection: Ruling | None = None
    scouting: Scouting | None = None


class ParkRow(NamedTuple):
    park: Ballpark
    pick_label: str
    links: PickLinks


def _buttons(kind: str, number: int, name: str, pick_label: str, links: PickLinks) -> SafeString:
    if pick_label:
        return state(f"taken {pick_label}")
    if not links.page:
        return _pick_button(kind, number, name) if links.is_on else SafeString("")
    label = escape_html(name)
    if links.turn is None or not links.is_on:
        return SafeString(
            f'<button name="{kind}" value="{number}" aria-label="Add to queue: {label}">Add to queue</button>'
        )
    address = with_query(links.page, team=links.team, **{kind: number}, overall=links.turn)
    pick = f'<a class="button main" href="{escape_html(address)}" aria-label="Pick {label}">Pick</a>'
    queue = f'<button name="{kind}" value="{number}" class="plain" aria-label="Queue {label}">queue</button>'
    return SafeString(f"{pick} {queue}")


def _pick_button(kind: str, number: int, name: str) -> SafeString:
    label = escape_html(name)
    return SafeString(f'<button name="{kind}" value="{number}" class="main" aria-label="Pick {label}">Pick</button>')


def player_html(card: PoolCard) -> str:
    """Return a card's name with positions, clubs and hands, as escaped HTML."""
    return f"<b>{escape_html(card.name)}</b> {position_badge(card.label)} {_club_and_hands(card)}"


def _club_and_hands(card: PoolCard) -> str:
    return f'<span class="quiet small nowrap">{escape_html(card.clubs)} {card.hands}</span>'


def _player(line: PoolRow, tone: str) -> SafeString:
    """Return two lines: the player's name with positions, and further facts in order of importance."""
    card = line.card
    page = escape_html(page_address(*line.links.player_page, card.id))
    name = f'<a href="{page}" data-player><b>{escape_html(card.name)}</b></a>'
    parts = [_objection(line), _scouting(line.scouting), _club_and_hands(card), _ratings(card)]
    facts = " · ".join(part for part in parts if part)
    facts += f' <span class="{tone}">· {escape_html(statistics_line(card))}</span>'
    return SafeString(f'{name} {position_badge(card.label)} <span class="facts small">{facts}</span>')


def _objection(line: PoolRow) -> str:
    card = line.card
    if not card.eligible:
        return f"{state('not eligible', 'bad')} {escape_html(f'{card.rule}: {card.reason}')}"
    if line.objection is not None and not line.pick_label:
        return f"{state('guard', 'bad')} {escape_html(line.objection)}"
    return ""


def _scouting(scouting: Scouting | None) -> str:
    """Return rank, tier, star and note, or "" for a player who isn't on the manager's list."""
    if scouting is None:
        return ""
    parts = [f"my no. {scouting.rank}"] if scouting.rank is not None else []
    parts += [f"tier {scouting.tier}"] if scouting.tier is not None else []
    parts += ["\N{BLACK STAR} favorite"] if scouting.is_favorite else []
    parts += [scouting.note] if scouting.note else []
    return f"<span data-scouting>{escape_html(' · '.join(parts))}</span>"


def _ratings(card: PoolCard) -> str:
    ratings = ratings_line(card.ratings)
    return f'<span class="quiet" data-ratings>{escape_html(ratings)}</span>' if ratings else ""


def _statistic(name: str, title: str, meaning: str = "") -> Column[PoolRow]:
    return statistic(name, title, _PAGE, sort=name, tone="hide-phone", meaning=meaning)


_HITTING = (
    _statistic("at_bats", "AB"),
    _statistic("average", "BA"),
    _statistic("on_base", "OBP"),
    _statistic("slugging", "SLG"),
    _statistic("homeruns", "HR"),
    _statistic("runs_batted_in", "RBI"),
    _statistic("walks", "BB", "Walks"),
    _statistic("stolen_bases", "SB"),
)
_PITCHING = (
    _statistic("outs_pitched", "IP"),
    _statistic("earned_run_average", "ERA"),
    _statistic("wins", "W"),
    _statistic("losses", "L"),
    _statistic("saves", "SV"),
    _statistic("games_started", "GS"),
    _statistic("strikeouts_made", "K"),
    _statistic("walks_allowed", "BB"),
)


def statistics_for_role(role: str) -> tuple[Column[PoolRow], ...]:
    """Return the statistics that the list shows, sorts and filters by for this role."""
    return {"hitter": _HITTING, "starter": _PITCHING, "reliever": _PITCHING}.get(role, ())


def _format_worth(line: PoolRow) -> str:
    return "" if line.worth is None else f"{line.worth:+.0f}".replace("-", "\N{MINUS SIGN}")


_RANK: Final[Column[PoolRow]] = Column(
    "mine",
    "My list",
    lambda line: None if line.scouting is None else line.scouting.rank,
    _PAGE,
    text=lambda line: "" if line.scouting is None or line.scouting.rank is None else str(line.scouting.rank),
    sort=MINE_SORT,
    rises=True,
    tone="hide-phone",
)


def _players_table(role: str, *, has_list: bool) -> TableDefinition[PoolRow]:
    """Return the table of players. With statistics columns, only phones show the statistics line."""
    tone = "only-phone" if role else ""
    return TableDefinition(
        "players",
        (
            Column(
                "acts",
                "Pick or queue",
                lambda line: None,
                _PAGE,
                _LEFT,
                cell=lambda line: _buttons("card", line.card.id, line.card.name, line.pick_label, line.links),
                is_header_hidden=True,
                tone="nowrap",
            ),
            Column(
                "player",
                "Player",
                lambda line: line.card.name,
                _PAGE,
                _LEFT,
                cell=lambda line: _player(line, tone),
                sort="name",
                rises=True,
            ),
            Column(
                *(WORTH, "Worth", lambda line: line.worth, _PAGE), text=_format_worth, sort=WORTH, tone="hide-phone"
            ),
            *([_RANK] if has_list else []),
            *statistics_for_role(role),
        ),
    )


def _row_tone(line: PoolRow) -> str:
    if line.pick_label:
        return "gone"
    return "dim" if line.objection is not None else ""


def filled_list(lines: list[PoolRow], role: str, order: Order, *, has_list: bool = False) -> FilledTable[PoolRow]:
    """Return the list of players. With `has_list`, the manager's own ranking is a column."""
    rows: list[Entry[PoolRow] | Remark] = [
        Entry(line, tone=_row_tone(line), data=("card", line.card.id)) for line in lines
    ]
    if not rows:
        remark = "No players match. Try part of the name, another position, or ineligible players too."
        rows.append(Remark(remark, _PAGE, tone="empty"))
    return FilledTable(
        _players_table(role, has_list=has_list),
        rows,
        order=order,
        caption="Players",
        is_caption_hidden=True,
        label="Available picks",
    )


def _chance(name: str, title: str, meaning: str) -> Column[ParkRow]:
    return Column(name, title, lambda line: getattr(line.park, name), _PAGE, meaning=meaning)


_PARKS: TableDefinition[ParkRow] = TableDefinition(
    "parks",
    (
        Column(
            "acts",
            "Pick or queue",
            lambda line: None,
            _PAGE,
            _LEFT,
            cell=lambda line: _buttons("park", line.park.pk, line.park.name, line.pick_label, line.links),
            is_header_hidden=True,
            tone="nowrap",
        ),
        Column(
            "park",
            "Park",
            lambda line: line.park.name,
            _PAGE,
            _LEFT,
            cell=lambda line: SafeString(
                f'<b>{escape_html(line.park.name)}</b> <span class="quiet small">{escape_html(line.park.club)}</span>'
            ),
        ),
        _chance("singles_left", "Singles L", "Singles by left-handed batters"),
        _chance("singles_right", "R", "Singles by right-handed batters"),
        _chance("homeruns_left", "Homeruns L", "Home runs by left-handed batters"),
        _chance("homeruns_right", "R", "Home runs by right-handed batters"),
    ),
)


def filled_parks(lines: list[ParkRow]) -> FilledTable[ParkRow]:
    """Return the table of ballparks. Chances are shown only if the card set includes them."""
    has_chances = any(line.park.singles_left is not None or line.park.homeruns_left is not None for line in lines)
    table = _PARKS
    if not has_chances:
        table = _PARKS.without("singles_left", "singles_right", "homeruns_left", "homeruns_right")
    rows: list[Entry[ParkRow] | Remark] = [
        Entry(line, tone="gone" * bool(line.pick_label), data=("park", line.park.pk)) for line in lines
    ]
    if not rows:
        remark = "This card set has no ballparks. Design the first park, or import parks with the cards."
        rows.append(Remark(remark, _PAGE, tone=""))
    return FilledTable(table, rows, caption="Ballparks from the chart", label="Available picks")
