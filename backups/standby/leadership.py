"""Make sure that two computers never accept results. A leader checks its standby at startup and while it runs."""

import logging
import secrets

from backups.archives import BackupError
from backups.refusals import StandbyRefusal
from backups.standby.leader_client import is_leading
from backups.standby.pairing import StandbyPairing, current_pairing
from backups.standby.proofs import prove
from backups.standby.stick import refuse_other_leader_on_stick
from core.standby import standby_files
from core.standby_files import StandbyRecord

logger = logging.getLogger(__name__)


def refuse_second_leader(*, is_confirmed: bool) -> None:
    """Check at startup that no other computer has taken over.

    Args:
        is_confirmed: A person confirmed that the other computer doesn't lead.

    Raises:
        BackupError: Another computer leads, or the leader is unknown.
    """
    pairing = current_pairing()
    if pairing is not None:
        _refuse_leading_standby(pairing, is_confirmed=is_confirmed)
    refuse_other_leader_on_stick(is_confirmed=is_confirmed)
    standby_files().remove(StandbyRecord.HANDED_OVER)


def _refuse_leading_standby(pairing: StandbyPairing, *, is_confirmed: bool) -> None:
    leads = has_taken_over(pairing)
    if leads:
        raise BackupError(StandbyRefusal.STANDBY_LEADS, name=pairing.name, address=pairing.address)
    if leads is None and not is_confirmed:
        raise BackupError(StandbyRefusal.UNKNOWN_LEADER, name=pairing.name, address=pairing.address)


def has_taken_over(pairing: StandbyPairing) -> bool | None:
    """Return whether the standby leads now, or None if it doesn't respond or can't prove its identity."""
    nonce = secrets.token_hex(16)
    answer = is_leading(pairing.address, nonce)
    if answer is None:
        return None
    leads, proof = answer
    is_proven = secrets.compare_digest(proof, prove(pairing.token, nonce, is_leading=leads))
    return leads if is_proven else None


def stop_if_replaced() -> None:
    """Stop accepting results if the standby leads, such as after a network outage."""
    pairing = current_pairing()
    if pairing is not None and has_taken_over(pairing):
        logger.warning("%s took over at %s, so this computer is stopping", pairing.name, pairing.address)
        hand_over_to(pairing)


def hand_over_to(pairing: StandbyPairing) -> None:
    """Stop accepting results. The launcher stops this computer's processes soon after."""
    standby_files().write(StandbyRecord.HANDED_OVER, address=pairing.address, name=pairing.name)
