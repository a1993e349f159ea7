"""Plan a card set from a real season and a ratings sheet, for the page and the API."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import Refused
from core.imports.headings import ColumnChoices
from core.imports.tables import ImportTable
from drafts.card_files.ratings_overlay import Overlay, lay_over
from drafts.card_files.ratings_rows import RatingsSheet, read_ratings_sheet
from drafts.models import PlayerCard
from drafts.refusals import RatingsSheetRefusal
from drafts.services.ratings_sheets import season_to_rate
from seasons.players_and_parks import Season


@dataclass(frozen=True, slots=True)
class RatedSeasonPlan:
    """A parsed sheet and the result for each row. The cards include their ratings."""

    season: Season
    cards: list[PlayerCard]
    sheet: RatingsSheet
    overlay: Overlay


def plan_rated_season(
    *, table: ImportTable, year: int, league: str, columns: ColumnChoices | None = None, answers: Mapping[int, str]
) -> RatedSeasonPlan:
    """Assign a sheet's ratings to a season's cards.

    Raises:
        NoHeadings: The sheet lacks a column of players or a column of ratings.
        Refused: The season doesn't exist, or no row matches any of its players.
    """
    season, cards = season_to_rate(year=year, league=league)
    sheet = read_ratings_sheet(table, columns)
    overlay = lay_over(cards, sheet.players, answers)
    if not overlay.rated and not overlay.questions:
        raise Refused(RatingsSheetRefusal.NOBODY_RATED, field="file", year=year)
    return RatedSeasonPlan(season, cards, sheet, overlay)
