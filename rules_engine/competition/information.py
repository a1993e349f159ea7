"""Information that a manager may use: one page and no computer in face-to-face play (T0.02, T0.03)."""

from typing import Literal

from rules_engine.rulings import Finding, Ruling, allow, refuse

Place = Literal["draft", "face-to-face", "internet"]
MOST_PAGES = 1
PAGE_INCHES = (8.5, 11.0)


class InformationFinding(Finding):
    """Findings on the information and computers that a manager may use."""

    NO_COMPUTERS = "Computers may not be used in face-to-face play."
    COMPUTERS_AT_THE_DRAFT = "Computers may be used during the draft."
    PLAYED_AT_COMPUTERS = "Internet games are played on computers."
    NO_LIMIT_HERE = "Pages of information are limited only in face-to-face play."
    TOO_MANY_PAGES = "{pages} pages of information: only one is allowed."
    PAGE_TOO_LARGE = "The page is {width:g} x {height:g} inches: the limit is 8.5 x 11."
    ONE_PAGE = "One page of information, and any notes on your own cards."


def computer_allowed(place: Place) -> Ruling:
    """T0.02, T0.03: Allow computers at the draft and on the internet, but not in face-to-face play."""
    if place == "face-to-face":
        return refuse(InformationFinding.NO_COMPUTERS, "T0.03")
    if place == "draft":
        return allow(InformationFinding.COMPUTERS_AT_THE_DRAFT, "T0.02")
    return allow(InformationFinding.PLAYED_AT_COMPUTERS, "T0.03")


def information_allowed(place: Place, pages: int, inches: tuple[float, float] = PAGE_INCHES) -> Ruling:
    """T0.03: Allow one letter-size page in face-to-face play. Notes on a manager's own cards don't count."""
    if place != "face-to-face":
        return allow(InformationFinding.NO_LIMIT_HERE, "T0.03")
    if pages > MOST_PAGES:
        return refuse(InformationFinding.TOO_MANY_PAGES, "T0.03", pages=pages)
    if pages and (min(inches) > min(PAGE_INCHES) or max(inches) > max(PAGE_INCHES)):
        return refuse(InformationFinding.PAGE_TOO_LARGE, "T0.03", width=inches[0], height=inches[1])
    return allow(InformationFinding.ONE_PAGE, "T0.03")
