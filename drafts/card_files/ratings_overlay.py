"""Match a sheet's ratings to the cards of a real season by name, team and birth year."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from drafts.card_files.ratings_rows import RatedPlayer
from drafts.models import PlayerCard
from rules_engine.names import matching_names, name_key
from seasons.strat_o_matic.ratings_cells import pitching_roles, rated_positions

LEAVE_OUT: Final = "-"
_MOST_CHOICES: Final = 8


class LeftOut(NamedTuple):
    """An unused row."""

    player: RatedPlayer
    reason: str


class Question(NamedTuple):
    """A row that matches several cards, or only loosely matches a single card."""

    player: RatedPlayer
    cards: list[PlayerCard]


@dataclass(frozen=True, slots=True)
class Overlay:
    """The results for a sheet. `rated` maps row numbers to cards."""

    rated: dict[int, PlayerCard] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def lay_over(cards: Sequence[PlayerCard], players: Sequence[RatedPlayer], answers: Mapping[int, str]) -> Overlay:
    """Assign the ratings to the cards in place.

    Args:
        answers: The card's code by row number, or LEAVE_OUT.
    """
    overlay = Overlay()
    index = _CardIndex(cards)
    place_by_code: dict[str, str] = {}
    for player in players:
        card = _decide(index, player, answers.get(player.row, ""), overlay)
        if card is None:
            continue
        conflict = _conflict(card, player)
        if conflict and player.row in answers:  # two rows have the same answer
            overlay.questions.append(Question(player, index.find(player)[:_MOST_CHOICES]))
            continue
        if conflict:
            first = place_by_code[card.code]
            overlay.left_out.append(LeftOut(player, f"{first} has a different {conflict} for {card.name}"))
            continue
        card.ratings = {**card.ratings, **player.ratings}
        place_by_code.setdefault(card.code, player.place)
        overlay.rated[player.row] = card
    for card in {card.code: card for card in overlay.rated.values()}.values():
        _apply_printed_roles(card)
    return overlay


class _CardIndex:
    """A name index of a season's cards."""

    def __init__(self, cards: Sequence[PlayerCard]) -> None:
        self.by_code = {card.code: card for card in cards}
        self.clubs = {club for card in cards for club in card.clubs.split("-")}
        self._by_word: dict[str, dict[str, str]] = defaultdict(dict)
        for card in cards:
            for word in _name_parts(card.name):
                self._by_word[word][card.code] = card.name

    def find(self, player: RatedPlayer) -> list[PlayerCard]:
        """Return the cards with a matching name, narrowed by team, year and role if possible."""
        names: dict[str, str] = {}
        for word in _name_parts(player.name):
            names |= self._by_word.get(word, {})
        cards = [self.by_code[code] for code in matching_names(player.name, names)]
        for is_alike in (self._has_same_year, self._has_same_team, self._has_same_role):
            alike = [card for card in cards if is_alike(card, player)]
            cards = alike or cards
        return cards

    def is_sure(self, card: PlayerCard, player: RatedPlayer) -> bool:
        """Return whether nothing in the row contradicts this card."""
        last_name, first_name, _ = name_key(player.name)
        card_last_name, card_first_name, _ = name_key(card.name)
        has_same_name = last_name == card_last_name and first_name[:1] == card_first_name[:1]
        has_other_year = player.birth_year is not None and not self._has_same_year(card, player)
        has_other_team = player.team.upper() in self.clubs and not self._has_same_team(card, player)
        return has_same_name and bool(first_name) and not has_other_year and not has_other_team

    @staticmethod
    def _has_same_year(card: PlayerCard, player: RatedPlayer) -> bool:
        return player.birth_year is not None and card.birth_year == player.birth_year

    @staticmethod
    def _has_same_team(card: PlayerCard, player: RatedPlayer) -> bool:
        return player.team.upper() in card.clubs.split("-")

    @staticmethod
    def _has_same_role(card: PlayerCard, player: RatedPlayer) -> bool:
        return player.is_pitcher is not None and card.is_pitcher == player.is_pitcher


def _name_parts(name: str) -> set[str]:
    """Return the words of a name, plus the last name as a single word."""
    last_name, first_name, _ = name_key(name)
    return {*last_name.split(), *first_name.split(), last_name.replace(" ", "")}


def _decide(index: _CardIndex, player: RatedPlayer, answer: str, overlay: Overlay) -> PlayerCard | None:
    """Return a row's card, or record why there is none yet."""
    if not player.ratings:
        overlay.left_out.append(LeftOut(player, "it has no readable ratings"))
        return None
    if answer == LEAVE_OUT:
        overlay.left_out.append(LeftOut(player, "you left it out"))
        return None
    cards = index.find(player)
    if not cards:
        overlay.left_out.append(LeftOut(player, "no player in the season has this name"))
        return None
    chosen = next((card for card in cards if card.code == answer), None)
    if chosen is not None:
        return chosen
    if len(cards) == 1 and index.is_sure(cards[0], player):
        return cards[0]
    overlay.questions.append(Question(player, cards[:_MOST_CHOICES]))
    return None


def _conflict(card: PlayerCard, player: RatedPlayer) -> str:
    """Return the first rating for which an earlier row set a different value on this card."""
    names = (name for name, value in player.ratings.items() if card.ratings.get(name, value) != value)
    return next(names, "").replace("_", " ")


def _apply_printed_roles(card: PlayerCard) -> None:
    """Use printed positions and roles instead of those derived from games played."""
    positions = rated_positions(card.ratings.get("fielding", ""))
    if positions:
        card.positions = {position.upper(): card.positions.get(position.upper(), 0) for position in positions}
        card.has_catcher_rating = "C" in card.positions
    if "endurance" in card.ratings:
        card.is_pitcher = True
        card.is_starter, card.is_reliever = pitching_roles(card.ratings["endurance"])
