"""Benchmark saving a pick, notifying a hundred open boards, the roster check, and drafting by the program."""

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.figure import Figure, median_ms, with_peer
from bench.serving import megabytes_of, post_form, server_process, sign_in, threads_of
from bench.weekend import weekend_of_fourteen
from config.process import allow_many_connections
from drafts.models import Draft, Pick
from drafts.queries.guarding import prospect, roster_outlook, undrafted_kinds
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room, draft_with_division, load_room, taken_cards
from drafts.queries.roster import load_team_draft
from drafts.services.drafting import make_pick
from drafts.services.program import finish_by_program
from drafts.services.selections import Selection
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Access, Action, Role, Tournament

BOARDS = 100
HALL = 3000
RUNS = 5


@dataclass(frozen=True)
class Watched:
    """The time from sending a pick to the event on the last board, and the server's threads and memory."""

    milliseconds: float
    threads: int
    megabytes: float


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("draft")
    draft = Draft.objects.get(division__tournament=tournament)
    yield Figure("saving a pick", median_ms(lambda: _pick(draft), runs=20, warm_up=2), "ms", 25)
    before, picks = Action.objects.count(), Pick.objects.count()
    _pick(draft)
    yield Figure(
        "rows a pick writes: the pick and its log row",
        Action.objects.count() - before + Pick.objects.count() - picks,
        "rows",
        2,
    )
    allow_many_connections()
    with server_process() as (base, process):
        first, *few = [asyncio.run(_watched(base, process, tournament, draft, BOARDS)) for _ in range(RUNS + 1)]
        hall = asyncio.run(_watched(base, process, tournament, draft, HALL))
    usual = statistics.median(watched.milliseconds for watched in few)
    seen = Figure(f"a pick seen by the last of {BOARDS} open boards", usual, "ms", 100)
    yield with_peer(seen, "Tabbycat", 187)
    # the process loads the set's cards once and keeps them in memory
    yield Figure(f"the first pick after a start, seen by the last of {BOARDS}", first.milliseconds, "ms", 500)
    yield Figure(f"a pick seen by the last of {HALL} open boards", hall.milliseconds, "ms", 1000)
    yield Figure(f"threads of the server with {HALL} boards open", hall.threads, "threads", 20)
    yield Figure(f"memory of the server with {HALL} boards open", hall.megabytes, "MB", 220)
    yield Figure(
        f"log rows a pick writes while {HALL} boards watch",
        _rows_of_last_pick(tournament),
        "rows",
        1,
        peer="one a board",
    )

    cards = len(_room(draft).pool)
    yield Figure(f"all {cards} cards judged by the guard", median_ms(_guard_of(draft), runs=20), "ms", 50)
    turns = 26 * 14 - Pick.objects.filter(draft=draft).count()
    started_at = time.perf_counter()
    finish_by_program(draft_id=draft.pk, actor=PROGRAM)
    yield Figure(f"the {turns} turns left, drafted by program", time.perf_counter() - started_at, "s", 10)


def _room(draft: Draft) -> Room:
    return load_room(draft_with_division(pk=draft.pk))


def _guard_of(draft: Draft) -> Callable[[], object]:
    """Return a function that checks every card in the pool for the team on the clock."""
    room = _room(draft)
    assert room.on_the_clock is not None
    holding, drafted = load_team_draft(room, room.team_at(room.on_the_clock).pk), taken_cards(draft.pk)

    def judge() -> list[bool]:
        look = roster_outlook(room, holding, undrafted_kinds(room, drafted))
        return [look.allows(prospect(card)).allowed for card in room.pool]

    return judge


def _next(draft: Draft) -> tuple[int, int, PoolCard]:
    """Return the pick, its team and an undrafted pitcher, whom the roster check always allows this early."""
    room = _room(draft)
    turn = room.on_the_clock
    assert turn is not None
    drafted = taken_cards(draft.pk)
    card = next(c for c in room.pool if c.may_start and c.id not in drafted)
    return turn, room.team_at(turn).pk, card


def _pick(draft: Draft) -> None:
    turn, team, card = _next(draft)
    make_pick(
        draft_id=draft.pk,
        team_id=team,
        selection=Selection(card_id=card.id),
        actor=PROGRAM,
        made_by=Pick.MadeBy.DIRECTOR,
        overall=turn,
    )


def _rows_of_last_pick(tournament: Tournament) -> int:
    last = Action.objects.filter(tournament=tournament, verb="make_pick").first()
    assert last is not None
    return Action.objects.filter(tournament=tournament, pk__gte=last.pk).count()


async def _watched(base: str, process: int, tournament: Tournament, draft: Draft, boards: int) -> Watched:
    port = int(base.rsplit(":", 1)[1])
    open_lines = [await _open_board(port, tournament.slug) for _ in range(boards)]
    listening = [asyncio.create_task(_heard(reader)) for reader, _ in open_lines]
    sent = await asyncio.to_thread(_send_pick, base, tournament, draft)
    heard = await asyncio.wait_for(asyncio.gather(*listening), 30)
    seen = Watched((max(heard) - sent) * 1000, threads_of(process), megabytes_of(process))
    for _, writer in open_lines:
        writer.close()
    return seen


async def _open_board(port: int, slug: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /t/{slug}/events/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    await asyncio.wait_for(reader.readuntil(b"retry:"), 10)
    return reader, writer


async def _heard(reader: asyncio.StreamReader) -> float:
    while b"make_pick" not in await reader.readline():
        pass
    return time.perf_counter()


def _send_pick(base: str, tournament: Tournament, draft: Draft) -> float:
    """Submit the form as the director's browser, and return the time of sending."""
    access = Access.objects.create(tournament=tournament, role=Role.DIRECTOR, label="Bench", nonce=str(time.time_ns()))
    turn, team, card = _next(draft)
    port = int(base.rsplit(":", 1)[1])
    cookie = sign_in(port, f"/join/{link_token(access)}/")
    path = f"/t/{tournament.slug}/draft/{draft.division_id}/pick/make/"
    return post_form(port, path, cookie, {"team": team, "card": card.id, "overall": turn})
