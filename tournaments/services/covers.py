"""Change the covers of a team after it has dropped out (T0.08)."""

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
    """Change the teams that cover a dropped team's series that have not started (T0.08).

    Args:
        covers: The covering team of each series to change, by series. It is from another division
            or on bye in that round; with None the director's desk enters the series.
        compensation: What the director offers the covering managers; None keeps the present offer.

    Returns:
        The series that changed.

    Raises:
        Refused: For a team that cannot cover; the field is cover_<series>.
        Stale: If one of the series changed after the form was made.
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
    """Let this team's manager play the series; with None the director's desk enters it."""
    series.covered_by = cover
    series.version += 1
    series.save(update_fields=["covered_by", "version"])


def require_playing_team(team: Team | None, field: str) -> Team:
    """Return the team, or raise Refused unless it is still playing and has a manager."""
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
