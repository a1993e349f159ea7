"""Compare two players' positions, worth, statistics and ratings side by side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from drafts.queries.pool import PoolCard
from drafts.queries.statistics import LOW_IS_BEST, format_positions, format_statistic, ratings_line, win_loss_record

_HITTING: Final = (
    ("average", "Batting average"),
    ("on_base", "On-base percentage"),
    ("slugging", "Slugging percentage"),
    ("games", "Games"),
    ("at_bats", "At bats"),
    ("homeruns", "Home runs"),
    ("runs_batted_in", "Runs batted in"),
    ("walks", "Walks"),
    ("strikeouts", "Strikeouts"),
    ("stolen_bases", "Stolen bases"),
)
_PITCHING: Final = (
    ("earned_run_average", "Earned run average"),
    ("outs_pitched", "Innings pitched"),
    ("games_started", "Games started"),
    ("saves", "Saves"),
    ("strikeouts_made", "Strikeouts pitched"),
    ("walks_allowed", "Walks allowed"),
    ("hits_allowed", "Hits allowed"),
    ("homeruns_allowed", "Home runs allowed"),
)
_COUNTS: Final = ("games", "at_bats", "outs_pitched", "games_started")  # a higher count isn't necessarily better


@dataclass(frozen=True, slots=True)
class ComparedFact:
    """A fact about one or two players. `better` is the index of the better value, or None."""

    title: str
    texts: tuple[str, ...]
    better: int | None = None

    @property
    def cells(self) -> list[tuple[str, bool]]:
        return [(text, index == self.better) for index, text in enumerate(self.texts)]


def compare_cards(cards: Sequence[PoolCard], worth: Sequence[float | None]) -> list[ComparedFact]:
    """Return facts about one or two cards, without facts that neither card has."""
    facts = [
        _fact("Positions", cards, lambda card: format_positions(card.games_at)),
        _fact("Roles", cards, lambda card: card.label),
        _fact("Bats and throws", cards, lambda card: card.hands),
        _fact("Club", cards, lambda card: card.clubs),
        _fact("Born", cards, lambda card: str(card.birth_year or "")),
        _fact("Eligible", cards, lambda card: card.reason),
        _worth(worth),
    ]
    if any(card.is_hitter for card in cards):
        facts += [_statistic(name, title, cards, lambda card: card.is_hitter) for name, title in _HITTING]
    if any(card.is_pitcher for card in cards):
        facts.append(_fact("Wins and losses", cards, lambda card: win_loss_record(card) if card.is_pitcher else ""))
        facts += [_statistic(name, title, cards, lambda card: card.is_pitcher) for name, title in _PITCHING]
    facts.append(_fact("Ratings", cards, lambda card: ratings_line(card.ratings)))
    facts.append(_fact("Computed ratings", cards, lambda card: ratings_line(card.made_ratings)))
    return [fact for fact in facts if any(fact.texts)]


def _fact(title: str, cards: Sequence[PoolCard], text: Callable[[PoolCard], str]) -> ComparedFact:
    return ComparedFact(title, tuple(text(card) for card in cards))


def _worth(worth: Sequence[float | None]) -> ComparedFact:
    texts = tuple("" if value is None else f"{value:+.0f}" for value in worth)
    return ComparedFact("Value per 100 games, in runs", texts, _better(worth, low_is_best=False))


def _statistic(name: str, title: str, cards: Sequence[PoolCard], has_role: Callable[[PoolCard], bool]) -> ComparedFact:
    values = [getattr(card, name) if has_role(card) else None for card in cards]
    texts = tuple(format_statistic(card, name) if has_role(card) else "" for card in cards)
    better = None if name in _COUNTS else _better(values, low_is_best=name in LOW_IS_BEST)
    return ComparedFact(title, texts, better)


def _better(values: Sequence[float | None], *, low_is_best: bool) -> int | None:
    """Return the index of the better of two values, or None if the values are equal or incomplete."""
    if len(values) != 2 or values[0] is None or values[1] is None or values[0] == values[1]:
        return None
    return int((values[1] < values[0]) == low_is_best)
