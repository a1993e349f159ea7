"""Save the results of many series from a sheet in a single transaction, with a single undo."""

from dataclasses import dataclass

from core.errors import Refused
from core.imports.headings import ColumnChoices
from core.imports.tables import ImportTable
from games.refusals import ResultSheetFault
from games.scoresheet.entries import SubmittedBy
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode
from games.scoresheet.undo import undo_save_series_results
from games.services.result_sheets import ResultsPlan, SeriesPlan, plan_results, scoresheet_of
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament


@dataclass(frozen=True, slots=True)
class ResultsSheet:
    """A parsed sheet with the user's column assignments."""

    table: ImportTable
    choices: ColumnChoices


def preview_results(tournament: Tournament, sheet: ResultsSheet, actor: Actor) -> ResultsPlan:
    return plan_results(tournament, sheet.table, sheet.choices, SubmittedBy(actor))


def import_results(
    *, tournament: Tournament, sheet: ResultsSheet, actor: Actor, reason: str = "", keep_incomplete: bool = False
) -> ResultsPlan:
    """Save a sheet's results. Complete series become final. Incomplete series are saved as drafts if `keep_incomplete`.

    Raises:
        Refused: A row has an error, there are no results, or a series is incomplete. Nothing is changed.
    """
    with writing(tournament.pk) as tournament:
        plan = preview_results(tournament, sheet, actor)
        if plan.faults:
            rows = [plan.table.place(fault.row).lower() for fault in plan.faults[:20]]
            raise Refused(ResultSheetFault.HAS_FAULTS, rows=rows)
        if not plan.series:
            raise Refused(ResultSheetFault.NO_RESULTS)
        if plan.incomplete and not keep_incomplete:
            raise Refused(ResultSheetFault.INCOMPLETE, field="keep_incomplete", series=len(plan.incomplete))
        actions = [_save(tournament, series_plan, actor, reason) for series_plan in plan.series]
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.IMPORT_RESULTS,
            sentence=f"Imported the results of {len(plan.series)} series.",
            reason=reason,
            after={"actions": [action.pk for action in actions if action is not None]},
        )
    return plan


def _save(tournament: Tournament, plan: SeriesPlan, actor: Actor, reason: str) -> Action | None:
    """Save a series and return its action, or None if the same results were already saved."""
    mode = SaveMode.DRAFT if plan.open_points else SaveMode.FINAL
    series = Series.objects.get(pk=plan.series.pk)
    sheet = scoresheet_of(series, plan.games, SubmittedBy(actor), mode, plan.first_home)
    saved = save_series_results(series=series, sheet=sheet, version=series.version, may_break_seal=True, reason=reason)
    if not saved.changed:
        return None
    saves = Action.objects.filter(tournament=tournament, verb=Verb.SAVE_SERIES_RESULTS, subject=f"series:{series.pk}")
    return saves.latest("pk")


def undo_imported_results(tournament: Tournament, action: Action) -> list[str]:
    """Undo an import, unless any of its results has changed since."""
    saves = Action.objects.filter(tournament=tournament, pk__in=action.after["actions"]).order_by("-pk")
    return [change for save in saves for change in undo_save_series_results(tournament, save)]
