"""Let a computer prove that it is the paired one, without sending the token to another computer at its IP address."""

import hashlib
import hmac

from core.standby import standby_files
from core.standby_files import StandbyRecord


def prove(token: str, nonce: str, *, is_leading: bool) -> str:
    """Return a proof of this state for a computer with the same token."""
    message = f"{nonce}:{'leading' if is_leading else 'following'}"
    return hmac.new(token.encode(), message.encode(), hashlib.sha256).hexdigest()


def own_proof(nonce: str, *, is_leading: bool) -> str:
    """Return this computer's proof for the computer that it follows or has replaced, or "" if there is none."""
    record = StandbyRecord.TOOK_OVER if is_leading else StandbyRecord.FOLLOWING
    token = standby_files().read(record).get("token", "")
    return prove(token, nonce, is_leading=is_leading) if token else ""
