"""Describe changes to a sheet since it was signed, and find the action that made them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pitching.models import SignOff
from tournaments.models import Action

_GAME_FACTS: Final = {
    "runs": "the score",
    "innings": "the innings",
    "ending": "the ending",
    "place": "home or away",
    "conceded_by": "the concession",
}
_OUTING_FACTS: Final = {
    "part": "the role",
    "innings": "the innings",
    "runs": "the runs",
    "extra": "the extra outs",
    "injured": "the injury",
    "for_want_of": "the reason for a position player",
    "footnote": "the footnote",
    "rule": "the accepted rule",
    "accepted_by": "the acceptance",
}
_Facts = Mapping[str, Any]


def content_changes(signed: _Facts, today: _Facts) -> list[str]:
    """Return a sentence for each difference between the signed content and the current content."""
    changes = []
    for name in ("stage", "round", "series", "team", "opponent"):
        if signed.get(name) != today.get(name):
            changes.append(f"The {name} was {signed.get(name)} and is now {today.get(name)}.")
    before, after = _games(signed), _games(today)
    for number in sorted({*before, *after}):
        changes += _game_changes(number, before.get(number), after.get(number))
    return changes


def _games(content: _Facts) -> dict[int, _Facts]:
    return {game["game"]: game for game in content.get("games", [])}


def _game_changes(number: int, before: _Facts | None, after: _Facts | None) -> Iterator[str]:
    if before is None:
        yield f"Game {number} was added."
    elif after is None:
        yield f"Game {number} was removed."
    else:
        yield from _fact_changes(f"Game {number}", _GAME_FACTS, before, after)
        yield from _outing_changes(number, before["outings"], after["outings"])


def _outing_changes(number: int, before: Iterable[_Facts], after: Iterable[_Facts]) -> Iterator[str]:
    signed = {outing["card"]: outing for outing in before}
    today = {outing["card"]: outing for outing in after}
    for card in [*signed, *(card for card in today if card not in signed)]:
        if card not in today:
            yield f"Game {number}: {signed[card]['pitcher']} was removed."
        elif card not in signed:
            yield f"Game {number}: {today[card]['pitcher']} was added."
        else:
            pitcher = signed[card]["pitcher"]
            yield from _fact_changes(f"Game {number}, {pitcher}", _OUTING_FACTS, signed[card], today[card])
    if sorted(signed) == sorted(today) and list(signed) != list(today):
        yield f"Game {number}: the pitchers' order changed."


def _fact_changes(subject: str, labels: Mapping[str, str], before: _Facts, after: _Facts) -> Iterator[str]:
    for name, label in labels.items():
        old, new = before.get(name), after.get(name)
        if old != new:
            verb = "were" if label.endswith("s") else "was"
            now = "are" if label.endswith("s") else "is"
            yield f"{subject}: {label} {verb} {_written(old)} and {now} {_written(new)}."


def _written(value: Any) -> str:
    if value in (None, "", False):
        return "empty"
    if value is True:
        return "set"
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)


def breaking_action(signed: SignOff) -> Action | None:
    """Return the action that broke a seal, which is the first one about its series since that moment."""
    if signed.broken_at is None:
        return None
    actions = Action.objects.filter(tournament=signed.series.tournament_id, at__gte=signed.broken_at)
    return actions.filter(subject=f"series:{signed.series_id}").order_by("pk").first()
