"""Events for a tournament's webhook. Picks, results and rulings come from actions, all others from states.

docs/reference/api-webhooks.md describes the documents.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from core.addresses import page_address
from drafts.models import Ballpark, PlayerCard
from drafts.queries.room import label_of
from games.models import Game, RulingRequest
from pitching.models import SignOff
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.playoffs import decided_playoffs
from weekend.queries.notices import PublicState

Document = dict[str, Any]
_RESULT_VERBS: Final = (Verb.SAVE_SERIES_RESULTS, Verb.TAKE_GAME_BACK)
_PICK_CHANGES: Final[Mapping[str, str]] = {
    Verb.MAKE_PICK: "made",
    Verb.CORRECT_PICK: "corrected",
    Verb.UNDO_LAST_PICK: "undone",
    Verb.RESCIND_PICK: "undone",
}


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A webhook event. `key` is unique in the installation, such as "pick:340"."""

    event: str
    key: str
    document: Document


def events_of_action(tournament: Tournament, action: Action) -> Iterator[WebhookEvent]:
    """Yield an action's events. Most actions have none."""
    first = _undone_action(action)
    make: Callable[[Tournament, Action], Document | None]
    if action.verb in _PICK_CHANGES:
        event, make = "pick", _pick
    elif first.verb in _RESULT_VERBS:
        event, make = "result", _result
    elif action.verb == Verb.GIVE_RULING:
        event, make = "ruling", _ruling
    else:
        return
    data = make(tournament, action)
    if data is not None:
        page = page_address("draft" if event == "pick" else "results", tournament.slug)
        if "series" in data:
            page = page_address("series", tournament.slug, data["series"]["id"])
        key = f"{event}:{action.pk}"
        yield WebhookEvent(event, key, document_of(tournament, event, key, action.at, action.sentence, page, data))


def document_of(
    tournament: Tournament, event: str, key: str, at: datetime, text: str, page: str, data: Document
) -> Document:
    """Return an event's complete document. The link is relative if the page has no public URL."""
    return {
        "id": key,
        "event": event,
        "at": at.isoformat(),
        "tournament": {"slug": tournament.slug, "name": tournament.name},
        "text": text,
        "link": f"{settings.PUBLIC_URL}{page}",
        "data": data,
    }


def _undone_action(action: Action) -> Action:
    while action.verb == Verb.UNDO_ACTION and action.undoes is not None:
        action = action.undoes
    return action


def _pick(tournament: Tournament, action: Action) -> Document | None:
    """Return an action's picks. There are several if they were corrected or undone together."""
    change = _PICK_CHANGES[action.verb]
    stored = action.before if change == "undone" else action.after
    facts = stored.get("picks") or [stored]
    teams = Team.objects.in_bulk([fact["team"] for fact in facts])
    if len(teams) < len({fact["team"] for fact in facts}):
        return None  # a team has been removed since
    division_id = next(iter(teams.values())).division_id
    size = Team.objects.filter(division=division_id, slot__isnull=False).count()
    cards = PlayerCard.objects.in_bulk([fact["card"] for fact in facts if fact["card"]])
    parks = Ballpark.objects.in_bulk([fact["park"] for fact in facts if fact["park"]])
    picks = [
        {
            "overall": fact["overall"],
            "label": label_of(fact["overall"], size),
            "team": _team(teams[fact["team"]]),
            "card": fact["card"],
            "player": cards[fact["card"]].name if fact["card"] in cards else None,
            "park": _park_name(fact, parks),
            "made_by": fact["made_by"],
        }
        for fact in facts
    ]
    return {"division": division_id, "change": change, "picks": picks}


def _park_name(fact: Mapping[str, Any], parks: Mapping[int, Ballpark]) -> str | None:
    if fact["park"] in parks:
        return parks[fact["park"]].name
    return fact["designed_park"]["name"] if fact.get("designed_park") else None


def _result(tournament: Tournament, action: Action) -> Document | None:
    """Return the series as it is now. Half-entered results don't create an event."""
    series = _series(tournament, int(action.subject.partition(":")[2] or 0))
    has_results = any(
        game.get("status") != Game.Status.DRAFT for side in (action.before, action.after) for game in _games_in(side)
    )
    return {"series": series_facts(series)} if series is not None and has_results else None


def _games_in(values: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    games = values.get("games")
    return games if isinstance(games, list) else []


def _series(tournament: Tournament, series_id: int) -> Series | None:
    series = tournament.series.select_related("home", "away").filter(pk=series_id).first()
    if series is not None:
        series.tournament = tournament
    return series


def series_facts(series: Series) -> Document:
    """Return a series with its finished and suspended games."""
    games = Game.objects.filter(series=series).exclude(status=Game.Status.DRAFT).order_by("number")
    return {
        "id": series.pk,
        "stage": series.stage,
        "round": series.round,
        "status": series.status,
        "away": _team(series.away),
        "home": _team(series.home),
        "away_wins": series.away_wins,
        "home_wins": series.home_wins,
        "ties": series.ties,
        "games": [_game(game) for game in games],
    }


def _game(game: Game) -> Document:
    names = ("number", "status", "ending", "away_id", "home_id", "away_runs", "home_runs", "innings")
    return {name.removesuffix("_id"): getattr(game, name) for name in names}


def _team(team: Team) -> Document:
    return {"id": team.pk, "name": team.name}


def _ruling(tournament: Tournament, action: Action) -> Document | None:
    request = RulingRequest.objects.filter(pk=action.public.get("ruling"), series__tournament=tournament).first()
    series = _series(tournament, request.series_id) if request is not None else None
    if request is None or series is None:
        return None
    return {
        "series": series_facts(series),
        "question": request.question,
        "ruling": action.after.get("ruling", ""),
        "rule": action.after.get("rule", ""),
        "ruled_by": action.after.get("ruled_by", ""),
    }


def event_of_state(tournament: Tournament, state: PublicState, item_id: int) -> WebhookEvent | None:
    """Return the event for a state that started, or None if its rows are gone."""
    make = {"official": _official, "round": _round, "champion": _champion}[state.event]
    made = make(tournament, state)
    if made is None:
        return None
    text, page, data = made
    key = f"{state.event}:{item_id}"
    return WebhookEvent(state.event, key, document_of(tournament, state.event, key, timezone.now(), text, page, data))


def _official(tournament: Tournament, state: PublicState) -> tuple[str, str, Document] | None:
    series = _series(tournament, state.row_id)
    if series is None:
        return None
    signatures = SignOff.objects.filter(series=series, broken_at=None, games="").order_by("pk")
    score = f"{series.away} {series.away_wins}, {series.home} {series.home_wins}"
    codes = list(signatures.values_list("code", flat=True))
    page = page_address("series", tournament.slug, series.pk)
    reason = "Both sheets are signed." if len(codes) == len(series.teams()) else "The next series has started (T0.06)."
    data = {"series": series_facts(series), "codes": codes}
    return f"{series.round_title} is official: {score}. {reason}", page, data


def _round(tournament: Tournament, state: PublicState) -> tuple[str, str, Document] | None:
    division = Division.objects.filter(pk=state.row_id, tournament=tournament).first()
    title = round_title(tournament, state.stage, state.round)
    data = {
        "stage": state.stage,
        "round": state.round,
        "title": title,
        "division": {"id": division.pk, "name": division.name} if division else None,
    }
    place = f"{division}: " if division else ""
    return f"{place}{title} starts.", page_address("schedule", tournament.slug), data


def _champion(tournament: Tournament, state: PublicState) -> tuple[str, str, Document] | None:
    playoffs = decided_playoffs(tournament)
    if playoffs is None or playoffs.champion is None:
        return None
    text = f"{playoffs.champion} is the champion, {playoffs.final_score}".rstrip(", ") + "."
    data = {"team": _team(playoffs.champion), "final_score": playoffs.final_score}
    return text, page_address("bracket", tournament.slug), data
