"""Record injuries and their length for games entered by hand."""

from dataclasses import replace

from core.errors import Refused
from games.queries.absences import HURT, card_codes, injury_unit, is_entered_by_hand, side_of
from games.refusals import InjuryRefusal
from games.scoresheet.entries import SubmittedBy
from games.scoresheet.rows import entry_from_sheet, stored_games
from games.scoresheet.save import SaveResult, save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from tournaments.models import Series, Team

LONGEST = 200  # longer than any season


def record_injury(
    *,
    series: Series,
    number: int,
    team: Team,
    card_id: int,
    length: int,
    submitted_by: SubmittedBy,
    version: int,
    reason: str = "",
) -> SaveResult:
    """Record the length of a player's injury in the rules edition's unit (IP13, PTIN1, 25.1). 0 removes the injury.

    This also saves the series' results. Raise Refused (with the API field), Stale or Violations.
    """
    if not injury_unit(series.tournament):
        raise Refused(InjuryRefusal.NOT_IN_EDITION)
    if not 0 <= length <= LONGEST:
        raise Refused(InjuryRefusal.WRONG_LENGTH, field="length", longest=LONGEST)
    if (code := card_codes(team.pk).get(card_id)) is None:
        raise Refused(InjuryRefusal.NOT_IN_SERIES, field="card")
    sheets = {sheet.game.number: sheet for sheet in stored_games(series)}
    game = sheets[number].game if number in sheets else None
    if game is None or game.status != game.Status.FINAL:
        raise Refused(InjuryRefusal.GAME_NOT_ENTERED, field="number")
    if not is_entered_by_hand(game):
        raise Refused(InjuryRefusal.PLAYED_WITH_PENNANT, field="number")
    side = side_of(at_home=game.home_id == team.pk)
    written = dict(game.carried.get(HURT, {}))
    injuries = {**written.get(side, {}), code: length}
    written[side] = {player: left for player, left in injuries.items() if left}
    carried = {HURT: written} if any(written.values()) else {}
    entries = {played: entry_from_sheet(sheet) for played, sheet in sheets.items()}
    entries[number] = replace(entries[number], carried=carried)
    sheet = Scoresheet(submitted_by, read_entries(tuple(entries.values())), SaveMode.FINAL)
    return save_series_results(
        series=series, sheet=sheet, version=version, may_break_seal=submitted_by.team_id is None, reason=reason
    )
