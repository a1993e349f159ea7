"""Rejection codes and messages for lineups, played games and odds."""

from rules_engine.rulings import Finding


class LineupRefusal(Finding):
    """Reasons why a lineup can't be saved, restored or used."""

    NO_STARTER = "The team has no pitcher who may start."
    WRONG_HAND = "{text}: choose from {hands:commas}."
    SAVED_LATER = "{team} has saved a newer lineup. Undo that action first."
    WRONG_COUNT = "A lineup has {spots} spots, but this one has {count}."
    NOT_A_POSITION = "Spot {spot}: “{text}” is not a position."
    PITCHER_IS_NAMED = "Spot {spot}: leave the pitcher's name empty. The starter is chosen before each game."
    NOT_ON_THE_TEAM = "Spot {spot}: “{text}” is not on this team."
    SAVED_NOT_POSSIBLE = "The saved lineup for {team} isn't legal. {why}. Change it on the lineup page."
    CARDS_ARE_BEING_MADE = "Your players' cards are being made. Try again in a minute."
    NO_CARD = "there is no card for {players:commas}"


class GameEntryRefusal(Finding):
    """Reasons why a game played at the terminal can't be entered in its series."""

    STARTED_IN_THE_MIDDLE = "This game started mid-game (--situation). A game of a series starts with the first pitch."
    OTHER_TEAMS = "This was {visitors} at {hosts}, but game {game} of the series is {away} at {home}."
    ALREADY_ENTERED = "This game has already been entered as game {game} of the series."
    NOT_OVER = "This game is not over. Resume it with play --resume."
    CONCEDED_WHEN_TIED = (
        "This game was conceded while it was tied, and the file doesn't show which team conceded. Enter it by hand."
    )
    PITCHER_NOT_ON_ROSTER = "{player} pitched for {team} but is no longer on its roster. Enter this game by hand."


class NoGameRefusal(Finding):
    """Reasons why two teams have no game to play."""

    NOTHING_TO_PLAY = "{series} is {status}, so it has no game to play."
    SUSPENDED = "{series} has a suspended {games}. Resume it with --resume."
    NO_SUCH_SERIES = "Series {number} doesn't exist. Use the last number in the address of its page."
    NO_SUCH_TOURNAMENT = "No tournament has the address /t/{slug}/."
    SAME_TEAM = "{team} can't play itself. Choose two teams."
    NO_SUCH_TEAM = "{tournament} has no team “{text}”. Choose from {teams:commas}."
    ALL_STARTED = "{team} has started every game in {series}."
    OTHER_SERIES_IN_PROGRESS = (
        "{team} has another series in progress (number {number}, {stage}, round {round}). "
        "Finish it first, or enter its results by hand."
    )
    NOBODY_DRAFTED = "{team} has not drafted anyone yet."


class OddsRefusal(Finding):
    """Reasons why odds can't be calculated, stopped or shown."""

    NO_CARDS = "The odds can't be calculated. {fault}"
    NO_SUCH_PRECISION = "Choose a precision from the list."
    NOT_IN_PROGRESS = "The odds are not being calculated."
    NO_AUDIENCE = "Choose who sees the odds."
