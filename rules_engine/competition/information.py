"""What a manager may have beside him: one page in face-to-face play, and no computer there (T0.02, T0.03)."""

from typing import Literal

from rules_engine.rulings import Ruling, allow, refuse

Place = Literal["draft", "face-to-face", "internet"]
MOST_PAGES = 1
PAGE_INCHES = (8.5, 11.0)


def computer_allowed(place: Place) -> Ruling:
    """T0.02, T0.03: computers at the draft, none in face-to-face play; on the internet they are what is played on."""
    if place == "face-to-face":
        return refuse("T0.03", "Computers may not be used in face-to-face play.")
    if place == "draft":
        return allow("T0.02", "Computers may be used during the draft.")
    return allow("T0.03", "Games on the internet are played at computers.")


def information_allowed(place: Place, pages: int, inches: tuple[float, float] = PAGE_INCHES) -> Ruling:
    """T0.03: at most one page of letter size in face-to-face play; notes on one's own cards are not counted."""
    if place != "face-to-face":
        return allow("T0.03", "Pages of information are limited in face-to-face play only.")
    if pages > MOST_PAGES:
        return refuse("T0.03", f"{pages} pages of information: one is allowed.")
    if pages and (min(inches) > min(PAGE_INCHES) or max(inches) > max(PAGE_INCHES)):
        return refuse("T0.03", f"The page is {inches[0]:g} x {inches[1]:g} inches; 8.5 x 11 is allowed.")
    return allow("T0.03", "One page of information, and any notes on one's own cards.")
