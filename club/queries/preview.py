"""A tournament's standings for the preview picture of a shared link."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.dateformat import format as date_format

from core.share_picture import MOST_LINES, PictureBlock, PictureLine
from tournaments.action_log.events import newest_number
from tournaments.models import Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.playoffs import load_bracket
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings import standings_in

_Stage = Tournament.Stage


class Preview(NamedTuple):
    title: str
    subtitle: str
    blocks: list[PictureBlock]


def current_standings(tournament: Tournament) -> list[DivisionStandings]:
    """Return every division's standings for what the club shows elsewhere: pictures, embeds and overlays."""
    return standings_in(TournamentSnapshot(tournament, newest_number(tournament.pk)))


def preview_of(tournament: Tournament, names: Mapping[int, str] | None = None) -> Preview:
    """Return the title, facts and standings, or the entered teams before there are divisions.

    Args:
        names: Team names to show instead of the tournament's own, by team.
    """
    names = names or {}
    tables = current_standings(tournament)
    blocks = [
        PictureBlock(
            table.division.name,
            [
                PictureLine(str(line.rank), names.get(line.team.pk, line.team.name), line.record)
                for line in table.lines[:MOST_LINES]
            ],
        )
        for table in tables
    ]
    return Preview(tournament.name, _subtitle(tournament, names), blocks or _entered(tournament, names))


def _subtitle(tournament: Tournament, names: Mapping[int, str]) -> str:
    champion = load_bracket(tournament).champion if tournament.stage == _Stage.FINISHED else None
    if champion is not None:
        return f"Champion: {names.get(champion.pk, champion.name)}"
    day = date_format(tournament.starts_on, "M j, Y") if tournament.starts_on else ""
    return " · ".join(filter(None, (tournament.get_stage_display(), tournament.place, day)))


def _entered(tournament: Tournament, names: Mapping[int, str]) -> list[PictureBlock]:
    teams = tournament.teams.order_by("name")[:MOST_LINES]
    lines = [PictureLine("", names.get(team.pk, team.name), "") for team in teams]
    return [PictureBlock("Entered", lines)] if lines else []
