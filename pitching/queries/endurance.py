"""Pitchers' endurance ratings, such as "S7 R2/3"."""

from collections.abc import Iterable, Mapping

from drafts.models import PlayerCard


def endurance_by_card(cards: Iterable[int]) -> dict[int, str]:
    """Return each pitcher card's endurance, or "" if the card has no rating."""
    pitchers = PlayerCard.objects.filter(pk__in=set(cards), is_pitcher=True)
    return {card: endurance_label(ratings) for card, ratings in pitchers.values_list("pk", "ratings")}


def endurance_label(ratings: Mapping[str, object]) -> str:
    text = str(ratings.get("endurance") or ratings.get("pow") or "")
    text = text.replace("starter", "S").replace("relief", "R")
    return text.replace("(", "").replace(")", "")
