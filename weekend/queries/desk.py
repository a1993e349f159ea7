"""What needs the director now, most urgent first."""

from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import datetime

from django.urls import reverse

from drafts.models import Draft
from drafts.queries.board import load_rooms
from drafts.queries.legal_teams import teams_needing_waiver
from drafts.queries.room import Room
from games.models import Game, RulingRequest
from games.queries.declared import rotations_due
from games.scoresheet.report import concession_doubt_text
from games.scoresheet.rows import GameSheet
from pitching.queries.signatures import UnsignedSeries, unsigned_series
from tournaments.models import Series, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.rules_in_force import lines_to_answer
from weekend.models import PrintPack
from weekend.queries.latecomers import missing_people
from weekend.queries.round_table import SeriesNow
from weekend.queries.rounds import RoundNow
from weekend.queries.waiting import AttentionItem, noticed, open_notices, summed_up

Stage = Tournament.Stage


def waiting_for_director(
    tournament: Tournament, now: datetime, rounds: Sequence[RoundNow], tables: Sequence[DivisionStandings]
) -> list[AttentionItem]:
    """Return everything that is open, most urgent first, in a constant number of queries."""
    to_sign = unsigned_series(tournament)
    return [
        *_drafts(tournament, now),
        *noticed(open_notices(tournament), None),
        *_rulings(tournament),
        *_edition(tournament),
        *_not_legal(tournament),
        *_rotations(tournament),
        *_late(rounds),
        *_without_cover(tournament, rounds),
        *_suspended(tournament),
        *_half_entered(tournament),
        *_concessions(tournament, {one.series.pk for one in to_sign}),
        *_unsigned(tournament, to_sign),
        *_ties(tournament, tables),
        *missing_people(tournament),
        *_print_packs(tournament),
    ]


def _drafts(tournament: Tournament, now: datetime) -> Iterator[AttentionItem]:
    """Return who is on the clock in running drafts."""
    if tournament.stage != Stage.DRAFT:
        return
    for division, room in load_rooms(tournament):
        overall = room.on_the_clock if room is not None else None
        if room is None or overall is None:
            continue
        pick = f"pick {room.label(overall)} ({overall})"
        sentence = f"{division}: {room.team_at(overall)} {_clock_state(room, now)}, {pick}"
        yield AttentionItem(
            "Draft", sentence, reverse("draft_desk", args=[tournament.slug, division.pk]), "Open the draft"
        )


def _clock_state(room: Room, now: datetime) -> str:
    draft = room.draft
    if draft.state == Draft.State.PAUSED:
        return "is next; the draft is paused"
    if draft.deadline is None or draft.deadline > now:
        return "is on the clock"
    over = int((now - draft.deadline).total_seconds() // 60)
    return f"is over the time by {over} min" if over else "is over the time"


def _rulings(tournament: Tournament) -> Iterator[AttentionItem]:
    asked = RulingRequest.objects.filter(series__tournament=tournament, ruled_at=None)
    for one in asked.prefetch_related("series__home", "series__away").order_by("asked_at", "pk"):
        sentence = f"{one.asked_by}, {one.series}: {one.question}"
        yield AttentionItem("Ruling asked", sentence, reverse("rulings", args=[tournament.slug]), "Give the ruling")


def _not_legal(tournament: Tournament) -> Iterator[AttentionItem]:
    """Return teams that are not legal before their first game, unless the director let them in (T10.2, T31.10)."""
    if tournament.stage != Stage.ROUND_ROBIN:
        return
    without_a_game = tournament.teams.filter(division__isnull=False, home_games=None, away_games=None)
    for team_id, rulings in teams_needing_waiver(tournament, set(without_a_game.values_list("pk", flat=True))).items():
        address = reverse("team", args=[tournament.slug, team_id])
        for ruling in rulings:
            yield AttentionItem("Not a legal team", str(ruling), address, "Let it play or mend it", for_director=True)


def _rotations(tournament: Tournament) -> Iterable[AttentionItem]:
    """Return teams that have not declared their starters (T0.09)."""
    found = [
        AttentionItem(
            "Rotation",
            f"{team} has not declared its starters (T0.09)",
            reverse("rotation", args=[tournament.slug, team.pk]),
            "Declare for it",
        )
        for team in rotations_due(tournament)
    ]
    return summed_up(found, f"{len(found)} teams have not declared their starters (T0.09)", _rosters(tournament))


def _rosters(tournament: Tournament) -> str:
    return reverse("rosters", args=[tournament.slug])


def _late(rounds: Iterable[RoundNow]) -> Iterator[AttentionItem]:
    late = [one for found in rounds for one in found.all if one.is_late]
    for one in sorted(late, key=lambda one: -one.minutes_over):
        yield AttentionItem("Late series", _late_sentence(one), one.series.get_absolute_url(), "Open the series")


def _late_sentence(now: SeriesNow) -> str:
    table = f", table {now.series.table}" if now.series.table else ""
    games = "1 game is" if now.series.games_planned == 1 else f"{now.series.games_planned} games are"
    reckoned = f"{games} reckoned at {now.allowed} (T33.0)"
    return f"{now.series}{table}: {now.minutes} minutes gone, {now.minutes_over} over; {reckoned}"


def _edition(tournament: Tournament) -> Iterator[AttentionItem]:
    """Return settings of an older edition that the director must decide once (T0.09)."""
    if names := lines_to_answer(tournament):
        rules = "1 rule" if len(names) == 1 else f"{len(names)} rules"
        sentence = f"No source settles {rules} of this edition: confirm or change what is in force (T0.09)"
        yield AttentionItem(
            "Rules", sentence, reverse("edition", args=[tournament.slug]), "Set them", for_director=True
        )


def _without_cover(tournament: Tournament, rounds: Iterable[RoundNow]) -> Iterator[AttentionItem]:
    """Return current series of dropped teams without a covering manager (T0.08)."""
    for series in (one.series for found in rounds for one in found.all):
        left = (team for team in series.teams() if team.dropped_after_round is not None)
        gone = next((team for team in left if not (series.is_best_of and team.taken_over_by)), None)
        if gone is not None and series.covered_by_id is None and series.status == Series.Status.SCHEDULED:
            sentence = f"{series}: nobody is named who plays for {gone}, which dropped out"
            address = reverse("change_covers", args=[tournament.slug, gone.pk])
            yield AttentionItem("Drop-out", sentence, address, "Name somebody")


def _suspended(tournament: Tournament) -> Iterator[AttentionItem]:
    games = Game.objects.filter(series__tournament=tournament, status=Game.Status.SUSPENDED)
    games = games.exclude(series__status=Series.Status.VOID)
    for game in games.prefetch_related("home", "away", "series").order_by("series__round", "pk"):
        sentence = f"{game}, {game.series.round_title.lower()}"
        address = reverse("suspended_game", args=[tournament.slug, game.pk])
        yield AttentionItem("Suspended game", sentence, address, "Who pitches on")


def _half_entered(tournament: Tournament) -> Iterable[AttentionItem]:
    series = Series.objects.filter(tournament=tournament, games__status=Game.Status.DRAFT).distinct()
    found = [
        AttentionItem(
            "Half entered",
            str(one),
            reverse("enter_series", args=[tournament.slug, one.pk]),
            "Complete the results",
        )
        for one in series.prefetch_related("home", "away").order_by("round", "table", "pk")
    ]
    return summed_up(found, f"{len(found)} series", reverse("results", args=[tournament.slug]))


def _concessions(tournament: Tournament, unsigned: Set[int]) -> Iterator[AttentionItem]:
    """Return games conceded at a score that did not allow it, until both managers have signed (T0.05)."""
    conceded = Game.objects.filter(
        series__tournament=tournament, status=Game.Status.FINAL, ending=Game.Ending.CONCEDED
    ).prefetch_related("home", "away", "series", "outings", "conceded_by")
    for game in conceded.order_by("series__round", "pk"):
        doubt = concession_doubt_text(GameSheet(game, list(game.outings.all())), tournament.profile)
        if doubt and (game.series.status != Series.Status.COMPLETE or game.series_id in unsigned):
            place = f"{game}, {game.series.round_title.lower()}"
            sentence = f"{place}, conceded by {game.conceded_by}: {doubt}"
            yield AttentionItem("Concession", sentence, _series_address(tournament, game.series), "Look at the game")


def _unsigned(tournament: Tournament, to_sign: Sequence[UnsignedSeries]) -> Iterable[AttentionItem]:
    """Return complete series without both signatures, earliest first."""
    found = [
        AttentionItem(
            "Unsigned sheets", _unsigned_sentence(one), _series_address(tournament, one.series), "See who must sign"
        )
        for one in to_sign
    ]
    return summed_up(found, f"{len(found)} series", reverse("signing", args=[tournament.slug]))


def _unsigned_sentence(sheets: UnsignedSeries) -> str:
    if len(sheets.unsigned) == 2:
        return f"{sheets.series}: neither has signed"
    sheet_of = sheets.unsigned[0]
    signer = sheets.series.away if sheet_of == sheets.series.home else sheets.series.home
    return f"{sheets.series}: {signer} has not signed the sheet of {sheet_of}"


def _ties(tournament: Tournament, tables: Sequence[DivisionStandings]) -> Iterator[AttentionItem]:
    """Return ties that matter after all games of a division."""
    if tournament.stage not in (Stage.ROUND_ROBIN, Stage.PLAYOFFS) or tournament.teams.filter(seed__gt=0).exists():
        return
    page = reverse("standings", args=[tournament.slug])
    for table in tables:
        for _, sentence in table.needs if table.is_complete else []:
            yield AttentionItem("Tie to break", f"{table.division}: {sentence}", page, "Break the tie")
    for _, sentence in tables[0].wild_card_needs if tables else []:
        yield AttentionItem("Tie to break", f"Wild cards: {sentence}", page, "Break the tie")


def _print_packs(tournament: Tournament) -> Iterator[AttentionItem]:
    """Return the newest print pack if it failed."""
    pack = tournament.print_packs.defer("content").first()
    if pack is not None and pack.state == PrintPack.State.FAILED:
        page = reverse("printing", args=[tournament.slug])
        yield AttentionItem("Print pack", f"{pack} was not made: {pack.fault}", page, "Make it again")


def _series_address(tournament: Tournament, series: Series) -> str:
    return reverse("series", args=[tournament.slug, series.pk])
