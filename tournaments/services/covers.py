"""Changing who plays for a team that has dropped out, after the drop (T0.08)."""

from collections.abc import Mapping, Sequence

from core.errors import Refused, Stale
from rules_engine.eligibility.dropout import may_replace_in_even_division
from rules_engine.rulings import Finding, refuse
from tournaments.action_log.snapshots import fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Team
from tournaments.queries.covers import CoverChoice, cover_choices


def change_covers(
    *,
    team: Team,
    actor: Actor,
    covers: Mapping[int, int | None],
    compensation: str | None = None,
    reason: str = "",
    made_from: str = "",
) -> list[Series]:
    """Name who plays series of a dropped team that have not begun; None leaves one to the desk. Gives those changed.

    covers: series -> team, from another division or on bye in that round; series that are left out stay as they are.
    compensation: what the director offers for it (T0.08); None leaves it as it is. Raises Refused with field
    cover_<series>, Stale.
    """
    with writing(team.tournament_id) as tournament:
        there = Team.objects.select_related("tournament", "division").get(pk=team.pk, tournament=tournament)
        choices = {one.series.pk: one for one in cover_choices(there)}
        if there.dropped_after_round is None:
            raise Refused(f"{there.name} has not dropped out.")
        if made_from and fingerprint(one.series for one in choices.values()) != made_from:
            raise Stale("A series of this team has changed meanwhile. Look at who plays them now.")
        chosen = {number: _chosen(there, choices.get(number), number, cover) for number, cover in covers.items()}
        changed = [choices[number].series for number, cover in chosen.items() if _is_new(choices[number], cover)]
        offered = there.compensation if compensation is None else compensation.strip()[:120]
        if not changed and offered == there.compensation:
            return []
        before = snapshot([there, *changed])
        for series in changed:
            put_cover(series, chosen[series.pk])
        there.compensation = offered
        there.save(update_fields=["compensation"])
        was, becomes = only_changes(before, snapshot([there, *changed]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CHANGE_COVERS,
            subject=f"team:{there.pk}",
            sentence=_sentence(there, changed),
            reason=reason,
            before=was,
            after=becomes,
            public={"team": there.pk},
        )
    return changed


def _sentence(team: Team, changed: Sequence[Series]) -> str:
    offered = f"offered for it: {team.compensation}" if team.compensation else "no compensation is offered"
    if not changed:
        return f"Who plays for {team.name}, which dropped out: {offered} (T0.08)."
    by = ", ".join(f"round {one.round} by {one.covered_by or 'somebody without a team here'}" for one in changed)
    return f"The series of {team.name}, which dropped out, are played anew: {by}; {offered} (T0.08)."


def put_cover(series: Series, cover: Team | None) -> None:
    """From now on this team's manager plays the series; None: the desk enters it."""
    series.covered_by = cover
    series.version += 1
    series.save(update_fields=["covered_by", "version"])


def refuse_not_playing(team: Team | None, field: str) -> Team:
    """It must have a manager in the tournament: nobody sits down for an imputed team."""
    if team is None or team.dropped_after_round is not None or team.kind == Team.Kind.IMPUTED:
        raise Refused("This team is not playing in the tournament.", field=field)
    return team


class CoverRefusal(Finding):
    """Why a series cannot be covered so."""

    CANNOT_COVER = "{team} cannot cover round {round}: {rule}: {why}."


def _chosen(team: Team, choice: CoverChoice | None, number: int, cover: int | None) -> Team | None:
    field = f"cover_{number}"
    if choice is None:
        raise Refused(f"{team.name} has no such series that has not begun; it stays as it was played.", field=field)
    if cover is None:
        return None
    found = next((one.team for one in choice.able if one.team.pk == cover), None)
    if found is None:
        other = refuse_not_playing(Team.objects.filter(pk=cover, tournament=team.tournament_id).first(), field)
        ruling = may_replace_in_even_division(from_same_division=True)
        number_of_round = choice.series.round
        raise Refused(
            refuse(
                CoverRefusal.CANNOT_COVER,
                ruling.rule,
                subject=cover,
                team=other.name,
                round=number_of_round,
                why=ruling,
            ),
            field=field,
        )
    return found


def _is_new(choice: CoverChoice, cover: Team | None) -> bool:
    return choice.series.covered_by_id != (cover.pk if cover is not None else None)
