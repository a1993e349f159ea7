"""Change a dropped team's covers (T0.08)."""

from collections.abc import Mapping, Sequence

from core.errors import Refused, Stale
from rules_engine.eligibility.dropout import may_replace_in_even_division
from rules_engine.rulings import refuse
from tournaments.action_log.snapshots import fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.field_names import cover_field
from tournaments.models import Series, Team
from tournaments.queries.covers import CoverChoice, cover_choices
from tournaments.refusals import CoverRefusal

LONGEST_COMPENSATION = 120


def change_covers(
    *,
    team: Team,
    actor: Actor,
    covers: Mapping[int, int | None],
    compensation: str | None = None,
    reason: str = "",
    made_from: str = "",
) -> list[Series]:
    """Change the covers of a dropped team's series that haven't started (T0.08).

    Args:
        covers: The covering team for each series to change, by series ID. It is from a different division or has a bye
            in that round. With None, the director enters the series.
        compensation: The director's offer to the covering managers. None leaves the current offer unchanged.

    Returns:
        The series that changed.

    Raises:
        Refused: If a team can't cover. The field is cover_<series>.
        Stale: If a series changed after the form was loaded.
    """
    with writing(team.tournament_id) as tournament:
        team = Team.objects.select_related("tournament", "division").get(pk=team.pk, tournament=tournament)
        if team.dropped_after_round is None:
            raise Refused(CoverRefusal.NOT_DROPPED_OUT, team=team.name)
        choices = {choice.series.pk: choice for choice in cover_choices(team)}
        if made_from and fingerprint(choice.series for choice in choices.values()) != made_from:
            raise Stale(CoverRefusal.CHANGED_MEANWHILE)
        chosen: dict[int, Team | None] = {}
        changed: list[Series] = []
        for series_id, cover_id in covers.items():
            choice = _find_choice(team, choices, series_id)
            chosen[series_id] = _find_cover(team, choice, cover_id)
            if choice.series.covered_by_id != cover_id:
                changed.append(choice.series)
        offer = team.compensation
        if compensation is not None:
            offer = compensation.strip()[:LONGEST_COMPENSATION]
        if not changed and offer == team.compensation:
            return []
        before = snapshot([team, *changed])
        for series in changed:
            assign_cover(series, chosen[series.pk])
        team.compensation = offer
        team.save(update_fields=["compensation"])
        old_values, new_values = only_changes(before, snapshot([team, *changed]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CHANGE_COVERS,
            subject=f"team:{team.pk}",
            sentence=_log_sentence(team, changed),
            reason=reason,
            before=old_values,
            after=new_values,
            public={"team": team.pk},
        )
    return changed


def _log_sentence(team: Team, changed: Sequence[Series]) -> str:
    offer = f"compensation: {team.compensation}" if team.compensation else "no compensation"
    if not changed:
        return f"Covers for {team.name}, which dropped out: {offer} (T0.08)."
    covers = ", ".join(
        f"round {series.round} by {series.covered_by or 'someone without a team here'}" for series in changed
    )
    return f"New covers for {team.name}, which dropped out: {covers}; {offer} (T0.08)."


def assign_cover(series: Series, cover: Team | None) -> None:
    """Let this team's manager play the series. With None, the director enters it."""
    series.covered_by = cover
    series.version += 1
    series.save(update_fields=["covered_by", "version"])


def require_playing_team(team: Team | None, field: str) -> Team:
    """Return the team. Raise Refused unless it is still playing and has a manager."""
    if team is None or team.dropped_after_round is not None or team.kind == Team.Kind.IMPUTED:
        raise Refused(CoverRefusal.NOT_PLAYING, field=field)
    return team


def _find_choice(team: Team, choices: Mapping[int, CoverChoice], series_id: int) -> CoverChoice:
    choice = choices.get(series_id)
    if choice is None:
        raise Refused(CoverRefusal.NO_SUCH_SERIES, field=cover_field(series_id), team=team.name)
    return choice


def _find_cover(team: Team, choice: CoverChoice, cover_id: int | None) -> Team | None:
    if cover_id is None:
        return None
    for candidate in choice.candidates:
        if candidate.team.pk == cover_id:
            return candidate.team
    field = cover_field(choice.series.pk)
    unavailable = Team.objects.filter(pk=cover_id, tournament=team.tournament_id).first()
    unavailable = require_playing_team(unavailable, field)
    ruling = may_replace_in_even_division(from_same_division=True)
    refusal = refuse(
        CoverRefusal.CANNOT_COVER,
        ruling.rule,
        subject=cover_id,
        team=unavailable.name,
        round=choice.series.round,
        why=ruling,
    )
    raise Refused(refusal, field=field)
