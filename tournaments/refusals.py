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


class PinRefusal(Finding):
    """Why a PIN can't be set, acknowledged or used."""

    WRONG_LENGTH = "Enter a PIN of {shortest} to {longest} digits."
    ONE_DIGIT = "Don't repeat one digit. Such a PIN is easy to guess."
    NO_SUCH_TEAM = "This team is no longer in the tournament."
    NOTHING_TO_ACKNOWLEDGE = "There is no PIN from the director to acknowledge."
    TOO_MANY_WRONG = "Too many wrong PINs. Wait 15 minutes, or set a new PIN."
    NO_PIN = "{team} has no PIN yet. Its manager or the director can set one."


class HomeRollRefusal(Finding):
    """Why a team can't roll for home or choose."""

    ROLLS_MADE = "The teams have rolled: {home} is home in game 1 ({rule})."
    NO_CHOICE_NOW = "The choice is open only between the roll and the first game."
    HAS_CHOSEN = "{team} won the roll and has already chosen."
    NOT_SCHEDULED = "This series is no longer in the schedule."
    SERIES_STARTED = "The series has started, so home in game 1 is settled."
    NOT_ON_THE_DIE = "{roll} is not on a {sides}-sided die. Enter 1 to {sides}."
    SIDES_SWAPPED = "Home and away have been swapped. Check the rolls again."


class SlotRefusal(Finding):
    """Why a team can't roll for a draft position or choose one."""

    IMPUTED_FIRST = "Draw positions for the imputed teams first ({rule})."
    NOT_ROLLING = "{team} doesn't roll now."
    ROLLS_CHANGED = "This team doesn't roll now. Check the rolls again."
    NOT_ON_THE_DICE = "{roll} is not on {dice}."
    NO_ROLL = "Enter at least one roll."
    NO_DIVISION = "{team} has no division yet."
    NO_POSITION_LEFT = "No position is left for {team}."
    PRESENT_TEAMS_FIRST = "No absent team can be placed yet. Teams that are present choose first."
    LATER_ROLLS = "Other teams rolled again because of this roll. Undo those rolls first."
    DRAFT_IS_OPEN = "The draft is open, so draft positions are settled. Go back to sign-up first."
    ROLLS_MISSING = "{teams:# team} must roll first."
    NOT_FOUND = "This team or division no longer exists."
    OTHER_DIVISION = "{team} plays in {division} and chooses a position there."
    RESERVED = "The positions left in {division} are for the teams already placed there."


class TimetableRefusal(Finding):
    """Why a timetable can't be set."""

    GAME_LENGTH = "Enter 1 to {longest} minutes for a game."
    ROUND_GAP = "Enter 0 to {longest} minutes between rounds."
    CLOSING_TIME = "The closing time must be after the opening time."
    TOO_MANY_BREAKS = "Enter at most {most} breaks."
    INVALID_BREAK = "A break has 1 to {longest} minutes and a name of at most {name_length} characters."


class PlayoffRefusal(Finding):
    """Why the playoffs can't be seeded, removed or changed by a result."""

    ALREADY_SEEDED = "The playoffs are already seeded."
    NO_QUALIFIER = "No team has qualified, because there are no standings yet."
    SERIES_STARTED = "A playoff series has started, so the bracket can't be removed."
    NOT_SEEDED = "The playoffs are not seeded."
    CONSOLATION_SEEDED = "The consolation bracket is seeded. Remove it first."
    SEEDED_LATER = "The playoffs were seeded again later. Undo that first."
    OTHER_SEEDING = "The present standings give a different seeding. Seed the playoffs again."
    WINNER_ELIMINATED = "This result eliminates the winner of a later series. Undo the results of that series first."
    PAIRING_CHANGED = (
        "{home} and {away} have started their series, and this result would change the pairing. "
        "Undo the results of that series first."
    )
    INVALID_ROLLS = "The rolls of {teams:list} are wrong: {fault}."
    ROLLS_MISSING = (
        "Enter a d20 for each of {teams:list}. After ties, enter more rolls until no teams are tied. "
        "Or leave all rolls empty, and the program rolls."
    )
    STILL_OPEN = "The playoffs can't be seeded yet. {open_points}"
