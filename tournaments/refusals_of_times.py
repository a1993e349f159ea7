"""Codes and messages for rejected start times, deadlines and time zones."""

from rules_engine.rulings import Finding


class SeriesTimeRefusal(Finding):
    """Reasons why times can't be proposed, accepted or declined, or managers can't be reminded."""

    NOT_SCHEDULED = "This series is no longer in the schedule."
    STARTED = "This series has started, so its time can't change."
    VOID = "This series is void, so no one plays it."
    NOT_A_SIDE = "Choose one of the two teams of this series."
    NO_TIMES = "Enter at least one day and time."
    TOO_MANY = "Enter at most {most} times."
    DUPLICATE = "{time} is entered twice."
    PAST = "{time} has passed. Enter a later time."
    TOO_FAR = "{time} is more than a year away. Enter an earlier time."
    NO_DAY = "Enter the day, such as 12/5 or Sat, Dec 5."
    NO_TIME = "Enter the time, such as 6:00 PM, 6p or 18:00."
    NOT_A_DAY = "“{text}” is not a day. Enter one such as 12/5 or Sat, Dec 5."
    NOT_A_TIME = "“{text}” is not a time. Enter one such as 6:00 PM, 6p or 18:00."
    SKIPPED_TIME = "The clocks skip {time} on {day}, because daylight saving time starts. Enter another time."
    NOT_OPEN = "These times are no longer open. Look at the series again."
    OWN_PROPOSAL = "Your own team proposed these times. The other manager has to accept one."
    NOT_PROPOSED = "Choose one of the proposed times."
    REMINDED_RECENTLY = "Both managers were reminded less than {hours} hours ago. Wait until {time}."
    NOTHING_TO_REMIND = "This series has started, so the managers don't need a reminder."


class TimeZoneRefusal(Finding):
    """Reasons why a team can't use a time zone."""

    UNKNOWN = "“{text}” is not a time zone. Enter one such as America/Chicago."


class DeadlineRefusal(Finding):
    """Reasons why round deadlines can't be set."""

    NOT_A_DAY = "“{text}” is not a day. Enter one such as 12/5 or Sat, Dec 5."
    NO_SUCH_ROUND = "The format has no such round."
    OUT_OF_ORDER = "{round} can't end before {earlier}. Enter a later day."
