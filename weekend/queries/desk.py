"""What needs the director now, in the order in which it holds up the room."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.urls import reverse

from drafts.models import Draft
from drafts.queries.room import room_of
from games.models import Game, RulingRequest
from tournaments.models import Series, Tournament
from tournaments.queries.standings import standings_of
from weekend.models import PrintPack
from weekend.queries.rounds import round_now

MANY = 6  # of one kind are summed up in a line


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for the director: a word for its kind, a sentence, and where to act."""

    kind: str
    sentence: str
    address: str
    act: str


def waiting_for_director(tournament: Tournament, now: datetime) -> list[Waiting]:
    """Everything open, most urgent first."""
    parts = (_drafts, _rulings, _late, _suspended, _half_entered, _unsigned, _ties, _print_packs)
    return [one for part in parts for one in part(tournament, now)]


def _drafts(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    drafts = Draft.objects.filter(division__tournament=tournament, state__in=[Draft.State.RUNNING, Draft.State.PAUSED])
    for draft in drafts.select_related("division__tournament", "card_set"):
        room = room_of(draft)
        overall = room.on_the_clock
        if overall is None:
            continue
        state = "paused" if draft.state == Draft.State.PAUSED else "on the clock"
        sentence = f"{draft.division}: {room.team_at(overall)} {state}, pick {room.label(overall)}"
        yield Waiting(
            "Draft", sentence, reverse("draft_board", args=[tournament.slug, draft.division_id]), "Open the draft"
        )


def _rulings(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    for asked in RulingRequest.objects.filter(series__tournament=tournament, ruled_at=None).order_by("asked_at"):
        address = reverse("series", args=[tournament.slug, asked.series_id])
        yield Waiting("Ruling asked", f"{asked.asked_by}: {asked.question}", address, "Give the ruling")


def _late(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    playing = round_now(tournament, now)
    for one in playing.late if playing else []:
        sentence = f"{one.series.away} at {one.series.home}, table {one.series.table}: {one.minutes_over} minutes over"
        yield Waiting("Late series", sentence, one.series.get_absolute_url(), "Open the series")


def _suspended(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    games = Game.objects.filter(series__tournament=tournament, status=Game.Status.SUSPENDED)
    for game in games.select_related("home", "away", "series"):
        sentence = f"Game {game.number}, {game.away} at {game.home}, round {game.series.round}"
        yield Waiting(
            "Suspended game", sentence, reverse("series", args=[tournament.slug, game.series_id]), "Finish it"
        )


def _half_entered(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    series = Series.objects.filter(tournament=tournament, games__status=Game.Status.DRAFT).distinct()
    yield from _summed_up(
        list(series.select_related("home", "away")), "Half entered", "Complete the results", tournament
    )


def _unsigned(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    standing = Count("sign_offs", filter=Q(sign_offs__broken_at=None))
    complete = Series.objects.filter(tournament=tournament, status=Series.Status.COMPLETE)
    unsigned = complete.annotate(seals=standing).filter(seals__lt=2).select_related("home", "away")
    yield from _summed_up(list(unsigned), "Unsigned sheets", "See who must sign", tournament)


def _summed_up(series: list[Series], kind: str, act: str, tournament: Tournament) -> Iterator[Waiting]:
    if len(series) > MANY:
        yield Waiting(kind, f"{len(series)} series", reverse("results", args=[tournament.slug]), act)
        return
    for one in series:
        yield Waiting(kind, f"{one.away} at {one.home}, round {one.round}", one.get_absolute_url(), act)


def _ties(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    if tournament.stage != Tournament.Stage.ROUND_ROBIN:
        return
    for table in standings_of(tournament):
        for _, sentence in table.needs if table.is_complete else []:
            yield Waiting(
                "Tie to break",
                f"{table.division}: {sentence}",
                reverse("standings", args=[tournament.slug]),
                "Break the tie",
            )


def _print_packs(tournament: Tournament, now: datetime) -> Iterator[Waiting]:
    for pack in tournament.print_packs.filter(state=PrintPack.State.FAILED)[:1]:
        yield Waiting(
            "Print pack", f"{pack}: {pack.fault}", reverse("printing", args=[tournament.slug]), "Make it again"
        )
