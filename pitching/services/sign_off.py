"""Signing the opponent's sheet at the end of a series (T10.2), and the guard that keeps what is signed."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from core.errors import Refused
from games.models import Game
from games.scoresheet.rows import plain, stored_games
from games.scoresheet.write import ResultsChange
from pitching.models import SignOff
from pitching.queries.content import content_of, covered, seal_now, seal_of
from rules_engine.rulings import Finding, refuse
from tournaments.access.viewers import Viewer
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Manager, Series, Team, Tournament
from tournaments.services.pins import check_pin

# without 0 O 1 I L, which people mix up when they read a code from paper
_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

_TAKEN_BACK = "taken back"


@dataclass(frozen=True, slots=True)
class Way:
    """How a signature comes about: a SignOff.By, and who of the desk had set the PIN it was made with."""

    how: str = SignOff.By.PHONE
    pin_set_by: str = ""


def way_to_sign(*, series: Series, signer: Team, viewer: Viewer, pin: str | None, request: HttpRequest) -> Way:
    """The way in which this viewer signs for `signer`; `pin` is None where none was asked for.

    Raises PermissionDenied for a viewer who may not sign, Refused where the PIN is not the signer's.
    """
    if series.side_played_by(viewer.team_id) == signer.pk:
        return Way()
    if not viewer.is_staff:
        raise PermissionDenied(f"Only {signer}'s manager signs this sheet.")
    if not signer.has_manager_here and viewer.is_director and pin is None:
        return Way(SignOff.By.DIRECTOR)
    manager = series.manager_of(signer)
    right = check_pin(team=manager, pin=pin or "", request=request)
    if right is None:
        raise Refused(f"This is not {manager}'s PIN.", field="pin")
    return Way(SignOff.By.PIN, right.set_by)


def sign_sheet(
    *, series: Series, sheet_of: Team, actor: Actor, how: str = SignOff.By.PHONE, pin_set_by: str = ""
) -> SignOff:
    """Sign one team's part of a series in the opponent's name; how, and by whose PIN, is a Way.

    The caller has made sure that it is the opponent (his device, his PIN) or the director for a team without a
    manager here. T33.0: where nothing but suspended games is open, the games that are final are signed, and all of it
    once more when the last is finished. Refused while other games are open. Signing what stands signed gives the
    standing signature.
    """
    with writing(series.tournament_id) as tournament:
        series = Series.objects.select_related("home", "away", "covered_by").get(pk=series.pk)
        _refuse_unsignable(series, sheet_of)
        games = plain(stored_games(series))
        final = _final_games(games) if series.status == Series.Status.SUSPENDED else ""
        standing = _standing_like(series, sheet_of, final)
        if standing is not None:
            return standing
        signer = series.away if sheet_of.pk == series.home_id else series.home
        if how == SignOff.By.DIRECTOR and signer.has_manager_here:
            raise Refused(f"{signer} has a manager here: he signs on his own device or with his PIN.")
        content = content_of(series, sheet_of, covered(games, final))
        signed = SignOff.objects.create(
            series=series,
            games=final,
            sheet_of=sheet_of,
            signed_by=signer,
            signer=_name_of(series.manager_of(signer), actor, how),
            how=how,
            pin_set_by=pin_set_by,
            signed_at=timezone.now(),
            seal=seal_of(content),
            code=new_code(),
            content=content,
        )
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SIGN_SHEET,
            subject=f"series:{series.pk}",
            sentence=f"{series.round_title}: {signed.signer} signed the sheet of {sheet_of} for {signer}{_by(signed)}.",
            after={"sign_off": signed.pk, "seal": signed.seal},
            public={"series": series.pk, "sheet": sheet_of.pk},
        )
    return signed


class SignatureRefusal(Finding):
    """Why a sheet cannot be signed, or what is signed be changed."""

    SERIES_VOID = "this series is void; there is nothing to sign."
    DIRECTOR_ONLY = "signed, {signers:and}. Only the director may correct it, with a reason."
    WRITE_THE_REASON = "signed, {signers:and}. Write the reason for the correction; both will have to sign again."


def _refuse_unsignable(series: Series, sheet_of: Team) -> None:
    if sheet_of.pk not in (series.home_id, series.away_id):
        raise Refused("This team does not play in the series.")
    if series.status == Series.Status.VOID:
        raise Refused(refuse(SignatureRefusal.SERIES_VOID, "T0.08", subject=series.pk))
    if series.status != Series.Status.COMPLETE and not (series.status == Series.Status.SUSPENDED and series.outcomes):
        raise Refused("The sheet is signed at the end of the series: not all its games are final yet.")


def _final_games(games: Iterable[Mapping[str, Any]]) -> str:
    return "".join(str(game["number"]) for game in games if game["status"] == Game.Status.FINAL)


def _standing_like(series: Series, sheet_of: Team, games: str) -> SignOff | None:
    """The standing signature of the whole sheet, or where `games` are named the one of a part of it."""
    of_sheet = SignOff.objects.filter(series=series, sheet_of=sheet_of, broken_at=None)
    return (of_sheet.exclude(games="") if games else of_sheet.filter(games="")).first()


def _name_of(signer: Team, actor: Actor, how: str) -> str:
    if how == SignOff.By.DIRECTOR:
        return actor.name[:120]
    names = Manager.objects.filter(team=signer).values_list("name", flat=True)
    return (" and ".join(names) or signer.name)[:120]


def _by(signed: SignOff) -> str:
    covers = f", {signed.part}" if signed.games else ""
    return f"{covers}, {signed.manner}" if signed.pin_set_by else covers


def new_code() -> str:
    """Eight letters and figures, such as K7QM-3XTD; about 8 times 10 to the 11th of them."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(8))
    return f"{code[:4]}-{code[4:]}"


def undo_sign_sheet(tournament: Tournament, action: Action) -> list[str]:
    """Take a signature back: its seal is broken and stays on record, and the opponent may sign again."""
    signed = SignOff.objects.select_related("sheet_of").filter(pk=action.after["sign_off"], broken_at=None).first()
    if signed is None:
        raise Refused("This signature does not stand any more.")
    signed.broken_at, signed.broken_reason = timezone.now(), _TAKEN_BACK
    signed.save(update_fields=["broken_at", "broken_reason"])
    return [f"The signature {signed.code} under the sheet of {signed.sheet_of} does not stand any more."]


def redo_sign_sheet(tournament: Tournament, action: Action) -> list[str]:
    """Let a signature stand again that was taken back, while the sheet still holds what was signed."""
    found = SignOff.objects.select_related("sheet_of", "series__home", "series__away")
    signed = found.get(pk=action.before["sign_off"])
    if signed.broken_reason != _TAKEN_BACK or seal_now(signed) != signed.seal:
        raise Refused("The sheet has been changed since; it has to be signed anew.")
    if _standing_like(signed.series, signed.sheet_of, signed.games) is not None:
        raise Refused("The sheet has been signed again since.")
    signed.broken_at, signed.broken_reason = None, ""
    signed.save(update_fields=["broken_at", "broken_reason"])
    return [f"The signature {signed.code} under the sheet of {signed.sheet_of} stands again."]


def _seal_after(change: ResultsChange, signed: SignOff) -> str:
    return seal_of(content_of(change.series, signed.sheet_of, covered(change.after, signed.games)))


def guard_signed(change: ResultsChange) -> None:
    """Signed results change only by the director with a reason; the seals they touch are then broken for all to see."""
    standing = SignOff.objects.filter(series=change.series, broken_at=None).select_related("sheet_of", "signed_by")
    touched = [one for one in standing if one.seal != _seal_after(change, one)]
    if not touched:
        return
    signers = [f"the sheet of {one.sheet_of} by {one.signer}" for one in touched]
    if not change.may_break_seal:
        raise Refused(refuse(SignatureRefusal.DIRECTOR_ONLY, "T0.06", signers=signers), field="reason")
    if not change.reason:
        raise Refused(refuse(SignatureRefusal.WRITE_THE_REASON, "T0.06", signers=signers), field="reason")
    # both re-sign: each signed what the other's part stood beside
    SignOff.objects.filter(series=change.series, broken_at=None).update(
        broken_at=timezone.now(), broken_reason=change.reason[:300]
    )
