"""Codes and messages for rejected signatures and corrections."""

from rules_engine.rulings import Finding


class SignatureRefusal(Finding):
    """Reasons why a sheet can't be signed, or signed results can't be changed."""

    SERIES_VOID = "this series is void, so there is nothing to sign."
    NOT_IN_SERIES = "This team doesn't play in this series."
    GAMES_OPEN = "Some games of this series aren't final yet. Finish them, then sign the sheet."
    MANAGER_IS_HERE = "{signer}'s manager is here and must sign on a phone or with a PIN."
    WRONG_PIN = "Wrong PIN for {manager}. Try again."
    NOTHING_TO_SIGN = "There is nothing left to sign here. The list below is up to date."
    NO_LONGER_VALID = "This signature is no longer valid."
    CHANGED_SINCE = "The sheet has since changed. Sign it again."
    SIGNED_SINCE = "The sheet has since been signed again."
    DIRECTOR_ONLY = "signed: {signers:and}. Only the director can correct it, with a reason."
    TOO_MANY_CODES = "Too many wrong codes from this address. Wait 15 minutes and try again."
    WRITE_THE_REASON = "signed: {signers:and}. Enter a reason for the correction. Both managers must then sign again."


class SheetPhotoRefusal(Finding):
    """Reasons why a photo can't be attached to a sheet."""

    SEAL_BROKEN = "This signature is no longer valid. Attach the photo to the new one."
    TOO_MANY = "A sheet has at most {most} photos. Remove one first."
