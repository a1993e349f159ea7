"""Position players and pitchers of a team, and the columns in which the page and paper show them."""

from typing import NamedTuple

from django.template.defaultfilters import floatformat
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, Table
from core.templatetags.scorebook import average
from drafts.queries.pool_cards import PoolCard
from rules_engine.innings import format_innings


class Listed(NamedTuple):
    """A player in a list of his team. `part`: the position he plays most, or what he is as a pitcher (T10.2)."""

    card: PoolCard
    part: str = ""


def _hitter(listed: Listed) -> SafeString:
    others = format_html(' <span class="quiet small">{}</span>', listed.card.label)
    return format_html("{}{}", listed.card.name, others if len(listed.card.positions) > 1 else "")


_PAGE, _PAPER = Place.PAGE, Place.PAPER
_READ = _PAGE | _PAPER
_LEFT = Align.LEFT

HITTERS: Table[Listed] = Table(
    "hitters",
    (
        Column("position", "Pos", lambda listed: listed.part, _PAGE, _LEFT),
        Column(
            *("player", "Position players", lambda listed: listed.card.name, _READ, _LEFT, 76),
            head="Player",
            cell=_hitter,
            names_row=True,
        ),
        Column("clubs", "", lambda listed: listed.card.clubs, _PAPER, _LEFT, 24),
        Column("positions", "Positions", lambda listed: " ".join(listed.card.positions) or "DH", _PAPER, _LEFT, 44),
        Column(
            *("bats", "B", lambda listed: listed.card.bats, _READ, _LEFT, 9),
            align_on_paper=Align.CENTER,
            meaning="Bats",
        ),
        Column("at_bats", "AB", lambda listed: listed.card.at_bats, _READ, width=18),
        # the page has no on-base and slugging averages for the batting average to stand with
        Column("average", "AVG", lambda listed: average(listed.card.average), _PAGE),
        Column("homeruns", "HR", lambda listed: listed.card.homeruns, _READ, width=15),
        Column("runs_batted_in", "RBI", lambda listed: listed.card.runs_batted_in, _READ, width=17),
        Column("stolen_bases", "SB", lambda listed: listed.card.stolen_bases, _READ, width=15),
        Column("average", "AVG", lambda listed: average(listed.card.average), _PAPER, width=20),
        Column("on_base", "OBP", lambda listed: average(listed.card.on_base), _PAPER, width=20),
        Column("slugging", "SLG", lambda listed: average(listed.card.slugging), _PAPER, width=20),
    ),
)

PITCHERS: Table[Listed] = Table(
    "pitchers",
    (
        Column("part", "Role", lambda listed: listed.part, _PAGE, _LEFT),
        Column(
            *("player", "Pitchers", lambda listed: listed.card.name, _READ, _LEFT, 80), head="Pitcher", names_row=True
        ),
        Column("clubs", "", lambda listed: listed.card.clubs, _PAPER, _LEFT, 24),
        Column("card", "Card", lambda listed: listed.card.label.split(" ")[0], _PAPER, _LEFT, 26),
        Column(
            *("throws", "T", lambda listed: listed.card.throws, _READ, _LEFT, 9),
            align_on_paper=Align.CENTER,
            meaning="Throws",
        ),
        Column("games", "G", lambda listed: listed.card.pitching_games, _PAPER, width=15),
        Column("games_started", "GS", lambda listed: listed.card.games_started, _PAPER, width=15),
        Column("innings", "IP", lambda listed: format_innings(listed.card.outs_pitched), _READ, width=26),
        Column("record", "W-L", lambda listed: f"{listed.card.wins}-{listed.card.losses}", _READ, width=24),
        Column("saves", "Sv", lambda listed: listed.card.saves, _READ, width=15, head="SV"),
        Column("strikeouts", "SO", lambda listed: listed.card.strikeouts_made, _PAPER, width=17),
        Column("era", "ERA", lambda listed: floatformat(listed.card.earned_run_average, 2), _READ, width=22),
    ),
)
