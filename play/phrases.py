"""The stock phrases that managers send each other."""

from enum import Enum


class Phrase(Enum):
    """Stock phrases by key."""

    HELLO = "Hello, and good luck"
    NICE_HIT = "Nice hit"
    NICE_PLAY = "Nice play in the field"
    GREAT_PITCHING = "Great pitching"
    TOUGH_ROLL = "Tough roll"
    ONE_MOMENT = "One moment, please"
    BACK_SOON = "Back in five minutes"
    READY = "Ready when you are"
    THANKS = "Thanks"
    GOOD_GAME = "Good game"
