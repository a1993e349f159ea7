"""Who pitched, as the sheet of his team writes him."""

from collections.abc import Collection, Iterable
from typing import Any

from drafts.models import Pick, PlayerCard
from drafts.queries.namesakes import names_of_cards

Man = tuple[int, int]  # numbers of the team and of the card


def names_on_sheets(men: Collection[Man]) -> dict[Man, str]:
    """The men's names, told apart from every namesake on their team; who has no card any more is left out.

    One query; two where somebody has left his team's roster.
    """
    names = _names_on_rosters({team for team, _ in men}) if men else {}
    left = {card for team, card in men if (team, card) not in names}
    plain = dict(PlayerCard.objects.filter(pk__in=left).values_list("pk", "name")) if left else {}
    return {
        (team, card): names.get((team, card), plain.get(card, ""))
        for team, card in men
        if (team, card) in names or card in plain
    }


def _names_on_rosters(teams: Iterable[int]) -> dict[Man, str]:
    drafted = Pick.objects.filter(team__in=teams, card__isnull=False)
    rosters: dict[int, list[Any]] = {}
    for team, *card in drafted.values_list("team_id", "card_id", "card__name", "card__clubs", "card__throws"):
        rosters.setdefault(team, []).append(card)
    return {(team, card): name for team, cards in rosters.items() for card, name in names_of_cards(cards).items()}
