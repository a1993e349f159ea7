"""Test players' names in tables on public pages."""

from core.imports.headings import ColumnChoices
from core.imports.tables import table_of_text
from drafts.card_files.own_seasons import read_own_season
from seasons.players_and_parks import CardMinimums

COPIED = "PLAYER,TEAM,G,AB,R,H\nAaron Judge CF,NYY,158,559,122,180\n"


def test_position_after_a_name_is_not_part_of_it() -> None:
    table = table_of_text(COPIED)
    own = read_own_season(table, 2024, ColumnChoices(), CardMinimums())
    assert [player.name for player in own.season.players] == ["Aaron Judge"]
