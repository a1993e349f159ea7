"""Notices to each team's managers: who is on the clock, which series are next, what to sign, and new rulings.

Notices are states, not events, so a later request returns only the current ones. Both the managers' pages and the
worker that sends messages use this module.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils import timezone

from core.addresses import page_address
from core.dates import format_day_and_time
from drafts.models import Draft
from drafts.queries.board import load_rooms
from drafts.queries.room import Room
from games.models import RulingRequest
from games.queries.official import overtaken_series
from pitching.queries.signatures import pending_signers, unsigned_series
from play.queries.turns import slow_turns
from tournaments.models import NoticeKind, Series, Team, Tournament
from tournaments.queries.divisions import has_drafts_now
from tournaments.queries.order_of_play import in_order_to_play
from tournaments.queries.playoffs import decided_playoffs
from tournaments.queries.round_in_play import CurrentRound, current_rounds
from tournaments.queries.schedule import has_started
from tournaments.queries.series_times import time_notices
from tournaments.queries.snapshot import TournamentSnapshot

_RULING_LASTS: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class TeamNotice:
    """A notice to a team's managers, with the page where they can act.

    `is_quiet` marks a state that requires no action right now, such as a paused draft. The notice stays the same
    afterwards, but no message is sent while it is quiet.
    """

    team_id: int
    kind: NoticeKind
    key: str
    sentence: str
    address: str
    is_quiet: bool = False


def current_notices(tournament: Tournament) -> list[TeamNotice]:
    """Return all current notices for all teams."""
    return [
        *_draft_turns(tournament),
        *_series(tournament),
        *_sheets(tournament),
        *_rulings(tournament),
        *turns_at_tables(tournament),
        *_series_times(tournament),
    ]


def _draft_turns(tournament: Tournament) -> Iterator[TeamNotice]:
    if tournament.stage != Tournament.Stage.SIGN_UP and not has_drafts_now(tournament):
        return
    for _, room in load_rooms(tournament):
        if room is not None and room.on_the_clock is not None:
            yield from _turns_of(tournament, room)


def _turns_of(tournament: Tournament, room: Room) -> Iterator[TeamNotice]:
    draft = room.draft
    kinds = ((NoticeKind.ON_THE_CLOCK, "on the clock"), (NoticeKind.ON_DECK, "on deck"))
    page = page_address("draft_pick", tournament.slug, draft.division_id)
    for (kind, place), turn in zip(kinds, room.due(2), strict=False):
        team = room.team_at(turn)
        if team.has_automatic_turns:
            continue
        until = _deadline(draft, tournament) if kind == NoticeKind.ON_THE_CLOCK else ""
        sentence = f"{team} is {place} with {room.label(turn)} ({turn}){until}."
        is_quiet = draft.state != Draft.State.RUNNING
        yield TeamNotice(team.pk, kind, f"{kind}:{draft.pk}:{turn}", sentence, page, is_quiet)


def _deadline(draft: Draft, tournament: Tournament) -> str:
    if draft.deadline is None:
        return ""
    with timezone.override(tournament.time_zone):
        return f" until {format_day_and_time(draft.deadline)} {tournament.time_zone}"


def _series(tournament: Tournament) -> Iterator[TeamNotice]:
    """Yield the start of each team's round, and the series that both teams play next."""
    if not tournament.is_playing:
        return
    snapshot = TournamentSnapshot(tournament)
    rounds = current_rounds(tournament, snapshot.series)
    next_series = {team_id: _next_series(team_id, snapshot.series_of(team_id)) for team_id in snapshot.teams}
    for team_id, series in next_series.items():
        if series is None:
            continue
        current = rounds.get((series.stage, series.division_id)) or rounds.get((series.stage, None))
        if current is None or not current.is_open or current.number < series.round:
            continue
        side = series.home if team_id == series.home_id else series.away
        manager = series.manager_of(side)
        yield _round_start(tournament, series, manager, current)
        opponent = series.opponent_of(team_id)
        if next_series[opponent.pk] == series:
            yield _series_up(tournament, series, manager, opponent)


def _next_series(team_id: int, all_series: Iterable[Series]) -> Series | None:
    """Return a team's first series that still has a game to start."""
    to_play = in_order_to_play((item for item in all_series if item.status not in Series.NOTHING_TO_BEGIN), team_id)
    return to_play[0] if to_play else None


def _round_start(tournament: Tournament, series: Series, manager: Team, current: CurrentRound) -> TeamNotice:
    key = f"round_starts:{current.stage}:{series.division_id}:{series.round}:{manager.pk}"
    return TeamNotice(
        manager.pk,
        NoticeKind.ROUND_STARTS,
        key,
        f"{series.round_title} starts.",
        page_address("schedule", tournament.slug),
        is_quiet=has_started(series),
    )


def _series_up(tournament: Tournament, series: Series, manager: Team, opponent: Team) -> TeamNotice:
    table = f", table {series.table}" if series.table else ""
    return TeamNotice(
        manager.pk,
        NoticeKind.SERIES_UP,
        f"series_up:{series.pk}:{manager.pk}",
        f"Your series against {opponent} is up: {series.round_title.lower()}{table}.",
        page_address("series", tournament.slug, series.pk),
        is_quiet=has_started(series),
    )


def _sheets(tournament: Tournament) -> Iterator[TeamNotice]:
    """Yield the opponents' sheets that managers must sign (T10.2)."""
    for signer in pending_signers(unsigned_series(TournamentSnapshot(tournament))):
        for part in signer.parts:
            title = part.series.round_title.lower()
            yield TeamNotice(
                signer.team.pk,
                NoticeKind.SHEET_TO_SIGN,
                f"sheet_to_sign:{part.series.pk}:{part.sheet_of.pk}",
                f"The {part.sheet_of} sheet, {title}, is ready for you to sign (T10.2).",
                page_address("series", tournament.slug, part.series.pk),
            )


def _rulings(tournament: Tournament) -> Iterator[TeamNotice]:
    """Yield the latest rulings to the managers of both teams."""
    since = timezone.now() - _RULING_LASTS
    requests = RulingRequest.objects.filter(series__tournament=tournament, ruled_at__gte=since)
    for request in requests.select_related("series__home", "series__away", "series__covered_by").order_by("pk"):
        for side in request.series.teams():
            manager = request.series.manager_of(side)
            moment = int(request.ruled_at.timestamp() * 1000) if request.ruled_at else 0
            yield TeamNotice(
                manager.pk,
                NoticeKind.RULING_ANSWERED,
                f"ruling_answered:{request.pk}:{moment}:{manager.pk}",
                f"The director ruled: {f'{request.rule}: ' if request.rule else ''}{request.ruling}",
                page_address("series", tournament.slug, request.series_id),
            )


def turns_at_tables(tournament: Tournament) -> Iterator[TeamNotice]:
    """Yield whose move it is in slow games at the play table. The notice is quiet while the manager is connected."""
    for turn in slow_turns(tournament):
        sides = {side.name: side for side in turn.series.teams()}
        if turn.club in sides:
            manager = turn.series.manager_of(sides[turn.club])
            yield TeamNotice(
                manager.pk,
                NoticeKind.YOUR_MOVE,
                f"your_move:{turn.game.pk}:{turn.number}",
                f"Your move at the play table against {turn.opponent}.",
                page_address("play_table", turn.game.public_id),
                is_quiet=turn.is_connected,
            )


def _series_times(tournament: Tournament) -> Iterator[TeamNotice]:
    """Yield proposed, declined and agreed series times, and the director's reminders."""
    if not tournament.is_playing:
        return
    for notice in time_notices(tournament):
        yield TeamNotice(
            notice.team.pk,
            NoticeKind.SERIES_TIME,
            f"series_time:{notice.series.pk}:{notice.state}:{notice.team.pk}",
            notice.sentence,
            page_address("series_time", tournament.slug, notice.series.pk),
            notice.is_quiet,
        )


@dataclass(frozen=True, slots=True)
class PublicState:
    """A state that is sent to the tournament's webhook once: an official series, a round or the champion."""

    event: str
    key: str
    row_id: int  # id of the series, the division (0 for a bracket) or the team
    stage: str = ""
    round: int = 0


def official_series(tournament: Tournament) -> list[int]:
    """Return the complete series that have both sheets signed, or that precede another series of a team (T0.06)."""
    complete = tournament.series.filter(status=Series.Status.COMPLETE).order_by("pk")
    unsigned = {item.series.pk: item.series for item in unsigned_series(TournamentSnapshot(tournament))}
    overtaken = overtaken_series(tournament, unsigned.values()) if unsigned else set()
    return [pk for pk in complete.values_list("pk", flat=True) if pk not in unsigned or pk in overtaken]


def public_states(tournament: Tournament) -> list[PublicState]:
    """Return the official series, the current rounds and the champion."""
    states = [PublicState("official", f"official:{pk}", pk) for pk in official_series(tournament)]
    for (stage, division_id), current in current_rounds(tournament).items() if tournament.is_playing else ():
        key = f"round:{stage}:{division_id or 0}:{current.number}"
        states.append(PublicState("round", key, division_id or 0, stage, current.number))
    champion = _champion(tournament)
    if champion is not None:
        states.append(PublicState("champion", f"champion:{champion.pk}", champion.pk))
    return states


def _champion(tournament: Tournament) -> Team | None:
    playoffs = decided_playoffs(tournament)
    return playoffs.champion if playoffs is not None else None
