"""Sign the opponent's sheet at the end of a series (T10.2), and protect signed results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from core.code_letters import random_code
from core.errors import Refused
from core.seal_key import sign
from games.models import Game
from games.scoresheet.rows import plain, stored_games
from games.scoresheet.write import ResultsChange
from pitching.models import SignOff
from pitching.queries.seal_changes import content_changes
from pitching.queries.seal_keys import seal_statement
from pitching.queries.signatures import UNDONE
from pitching.queries.signed_content import (
    build_content,
    compute_seal,
    content_of_games,
    current_content,
    current_seal,
    games_covered,
)
from pitching.refusals import SignatureRefusal
from tournaments.access.viewers import Viewer
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Manager, Series, Team, Tournament
from tournaments.services.pins import check_pin

_CHANGED = "The sheet changed without a correction."


@dataclass(frozen=True, slots=True)
class SigningMethod:
    """The method used to sign a sheet, and the staff member who set the PIN if the team didn't."""

    how: str = SignOff.By.PHONE
    pin_set_by: str = ""


def find_signing_method(
    *,
    series: Series,
    signer: Team,
    viewer: Viewer,
    pin: str | None,
    request: HttpRequest,
) -> SigningMethod:
    """Return the method by which this viewer can sign for `signer`. `pin` is None if the form has no PIN field.

    Raises:
        PermissionDenied: The viewer isn't allowed to sign.
        Refused: The PIN is not the signer's.
    """
    if series.side_for(viewer.team_id) == signer.pk:
        return SigningMethod()
    if not viewer.is_staff:
        raise PermissionDenied(f"Only {signer}'s manager can sign this sheet.")
    if not signer.has_manager_here and viewer.is_director and pin is None:
        return SigningMethod(SignOff.By.DIRECTOR)
    manager = series.manager_of(signer)
    valid_pin = check_pin(team=manager, pin=pin or "", request=request, access_id=viewer.access_id)
    if valid_pin is None:
        raise Refused(SignatureRefusal.WRONG_PIN, field="pin", manager=manager)
    return SigningMethod(SignOff.By.PIN, valid_pin.set_by)


def sign_sheet(
    *,
    series: Series,
    sheet_of: Team,
    actor: Actor,
    how: str = SignOff.By.PHONE,
    pin_set_by: str = "",
) -> SignOff:
    """Sign a team's part of a series as its opponent, and return the signature.

    The caller must check that the actor is the opponent, or the director for an absent manager. If only suspended games
    are open, this signs the final games. The whole sheet must be signed again after the last suspended game (T33.0). A
    part that is already signed doesn't change, unless the sheet no longer matches the signed content.

    Raises:
        Refused: Other games are open, or the sheet can't be signed.
    """
    with writing(series.tournament_id) as tournament:
        series = Series.objects.select_related("home", "away", "covered_by").get(pk=series.pk)
        series.tournament = tournament
        _refuse_if_not_ready(series, sheet_of)
        games = plain(stored_games(series))
        is_suspended = series.status == Series.Status.SUSPENDED
        final_games = _final_games(games) if is_suspended else ""
        existing = _valid_signature(series, sheet_of, is_partial=bool(final_games))
        if existing is not None and current_seal(existing) == existing.seal:
            return existing
        if existing is not None:
            _break(existing, " ".join([_CHANGED, *content_changes(existing.content, current_content(existing))]))
        signer = series.opponent_of(sheet_of.pk)
        if how == SignOff.By.DIRECTOR and signer.has_manager_here:
            raise Refused(SignatureRefusal.MANAGER_IS_HERE, subject=signer.pk, signer=signer)
        content = build_content(series, sheet_of, games_covered(games, final_games))
        signed = SignOff(
            series=series,
            games=final_games,
            sheet_of=sheet_of,
            signed_by=signer,
            signer=_signer_name(series.manager_of(signer), actor, how),
            how=how,
            pin_set_by=pin_set_by,
            signed_at=timezone.now(),
            seal=compute_seal(content),
            code=new_code(),
            content=content,
        )
        signed.public_key, signed.key_signature = sign(seal_statement(signed))
        signed.save()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SIGN_SHEET,
            subject=f"series:{series.pk}",
            sentence=_log_sentence(series, sheet_of, signed),
            after={"sign_off": signed.pk, "seal": signed.seal},
            public={"series": series.pk, "sheet": sheet_of.pk},
        )
    return signed


def _refuse_if_not_ready(series: Series, sheet_of: Team) -> None:
    if sheet_of.pk not in (series.home_id, series.away_id):
        raise Refused(SignatureRefusal.NOT_IN_SERIES, subject=sheet_of.pk)
    if series.status == Series.Status.VOID:
        raise Refused(SignatureRefusal.SERIES_VOID, "T0.08", subject=series.pk)
    is_complete = series.status == Series.Status.COMPLETE
    is_suspended = series.status == Series.Status.SUSPENDED
    if not is_complete and not (is_suspended and series.outcomes):
        raise Refused(SignatureRefusal.GAMES_OPEN, subject=series.pk)


def _final_games(games: Iterable[Mapping[str, Any]]) -> str:
    """Return the numbers of the final games, such as "12"."""
    return "".join(str(game["number"]) for game in games if game["status"] == Game.Status.FINAL)


def _valid_signature(series: Series, sheet_of: Team, *, is_partial: bool) -> SignOff | None:
    signatures = SignOff.objects.filter(series=series, sheet_of=sheet_of, broken_at=None)
    signatures = signatures.select_related("series__home", "series__away", "sheet_of")
    if is_partial:
        return signatures.exclude(games="").first()
    return signatures.filter(games="").first()


def _break(signed: SignOff, reason: str) -> None:
    signed.broken_at = timezone.now()
    signed.broken_reason = reason[:300]
    signed.save(update_fields=["broken_at", "broken_reason"])


def _signer_name(signer: Team, actor: Actor, how: str) -> str:
    if how == SignOff.By.DIRECTOR:
        return actor.name[:120]
    names = Manager.objects.filter(team=signer).values_list("name", flat=True)
    return (" and ".join(names) or signer.name)[:120]


def _log_sentence(series: Series, sheet_of: Team, signed: SignOff) -> str:
    sentence = f"{series.round_title}: {signed.signer} signed {sheet_of}'s sheet for {signed.signed_by}"
    if signed.games:
        sentence += f", {signed.games_label}"
    if signed.pin_set_by:
        sentence += f", {signed.method_label}"
    return f"{sentence}."


def new_code() -> str:
    """Return a random code of eight letters and digits, such as K7QM-3XTD."""
    code = random_code(8)
    return f"{code[:4]}-{code[4:]}"


def undo_sign_sheet(tournament: Tournament, action: Action) -> list[str]:
    """Break a signature's seal. The signature stays on record, and the opponent can sign again."""
    signatures = SignOff.objects.select_related("sheet_of")
    signed = signatures.filter(pk=action.after["sign_off"], broken_at=None).first()
    if signed is None:
        raise Refused(SignatureRefusal.NO_LONGER_VALID)
    _break(signed, UNDONE)
    return [f"The signature {signed.code} on {signed.sheet_of}'s sheet is no longer valid."]


def redo_sign_sheet(tournament: Tournament, action: Action) -> list[str]:
    """Restore a signature that was undone, if the sheet hasn't changed since."""
    signatures = SignOff.objects.select_related("sheet_of", "series__home", "series__away")
    signed = signatures.get(pk=action.before["sign_off"])
    if signed.broken_reason != UNDONE or current_seal(signed) != signed.seal:
        raise Refused(SignatureRefusal.CHANGED_SINCE)
    is_partial = bool(signed.games)
    if _valid_signature(signed.series, signed.sheet_of, is_partial=is_partial) is not None:
        raise Refused(SignatureRefusal.SIGNED_SINCE)
    signed.broken_at = None
    signed.broken_reason = ""
    signed.save(update_fields=["broken_at", "broken_reason"])
    return [f"The signature {signed.code} on {signed.sheet_of}'s sheet is valid again."]


def protect_signatures(change: ResultsChange) -> list[str]:
    """Let only the director change signed results, with a reason, and break the seals.

    Both managers must sign again, because each sheet refers to the other. Return sentences for the log.
    """
    signatures = SignOff.objects.filter(series=change.series, broken_at=None)
    affected = []
    for signed in signatures.select_related("sheet_of", "signed_by"):
        if signed.seal != compute_seal(content_of_games(signed, change.series, change.after)):
            affected.append(signed)
    if not affected:
        return []
    signers = [f"{signed.sheet_of}'s sheet, by {signed.signer}" for signed in affected]
    if not change.may_break_seal:
        raise Refused(SignatureRefusal.DIRECTOR_ONLY, "T0.06", field="reason", signers=signers)
    if not change.reason:
        raise Refused(SignatureRefusal.WRITE_THE_REASON, "T0.06", field="reason", signers=signers)
    codes = [signed.code for signed in signatures]
    signatures.update(broken_at=timezone.now(), broken_reason=change.reason[:300])
    noun = "seal" if len(codes) == 1 else "seals"
    return [f"This breaks the {noun} {' and '.join(codes)}. Both managers must sign again."]
