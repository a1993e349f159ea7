"""The codes with which tournaments refuse an action, and their sentences."""

from rules_engine.rulings import Finding


class InvitationRefusal(Finding):
    """Why a sign-in link can't be created, changed or revoked."""

    WRONG_ROLE = "Choose assistant or director."
    NO_NAME = "Enter the person's name, at most {longest} characters. The log shows it."
    NO_END = "Enter a time in the future when the proxy's link ends."
    NO_TEAM = "Choose the team that the proxy rolls and picks for."
    END_HAS_PASSED = "That time has passed. To end the link now, revoke it."
    END_TOO_FAR = "A link ends within {years} years. Choose an earlier time, or none."
    ORGANIZERS_LINK = "A tournament can't {verb} the organizer's link."
    ALREADY_REVOKED = "This link is already revoked."
    OWN_LINK = "Your own device uses this link. Ask another director to {alternative}."
