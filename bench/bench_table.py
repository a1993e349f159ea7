"""Benchmark the play table: CPU per answer, a move's delay on the other seat's page, and memory for 1,000 games.

The web process has one core to itself, and the pages share the others. Every tenth game has a spectator, and a big
screen shows a tile for each of the first 50 games.
"""

import asyncio
import itertools
import os
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.urls import reverse

from bench.figure import Figure
from bench.serving import connections_of, server_process, threads_of
from bench.table_seats import BigScreen, PlayedTable, Spectator, TableSeat
from bench.weekend import weekend_of_fourteen
from config.process import allow_many_connections
from play.models import TEAMS, Seat, TableGame
from play.queries.devices import _SESSION_KEY
from play.services.seats import get_ready
from play.services.starting import StartOptions, create_game, prepare_game
from tabletop.season_plays import season_play_for
from tournaments.models import Tournament

GAMES, FLOOR = 1000, 50  # a tournament has at most 28 tables, so 50 tiles on the big screen are a worst case
PAUSE, TAP = 30.0, 1.0  # seconds between plate appearances, and between moves within a plate appearance
SECONDS, FLOOR_SECONDS, QUIET_SECONDS = 60.0, 20.0, 6.0
GAMES_PER_SPECTATOR = 10
SERVER_CORE = 0
SEASON = 1998
CLUBS = ("NYA", "ATL", "BOS", "CLE", "SDN", "HOU", "CHN", "TEX", "SFN", "BAL")


def figures() -> Iterator[Figure]:
    allow_many_connections()
    season_play_for("pine_tar").season("full", str(SEASON))
    pairs = [*itertools.permutations(CLUBS, 2)]
    lobbies = [_lobby(away, home) for away, home in random.Random(SEASON).sample(pairs, 30)]
    games = [_started(lobbies[number % len(lobbies)]) for number in range(GAMES)]
    tournament = weekend_of_fourteen("round_robin")
    _add_to_series(tournament, [address for address, _ in games[:FLOOR]])
    with server_process(core=SERVER_CORE, MOST_OPEN_PAGES=str(4 * GAMES)) as (base, process):
        os.sched_setaffinity(0, os.sched_getaffinity(0) - {SERVER_CORE} or {SERVER_CORE})
        port = int(base.rsplit(":", 1)[1])
        screen = BigScreen(port, reverse("live_big_screen", args=[tournament.slug]))
        yield from asyncio.run(_measure(games, screen, process))


def _lobby(away: str, home: str) -> TableGame:
    options = StartOptions(ruleset="pine_tar/full", season=SEASON, away=away, home=home)
    game, _ = create_game(options=options, network=f"{away} at {home}")
    prepare_game(game.pk)
    return TableGame.objects.get(pk=game.pk)


def _started(lobby: TableGame) -> tuple[str, list[str]]:
    """Start another game between the same clubs, and return its URL and its seats' cookies."""
    values = {field.attname: getattr(lobby, field.attname) for field in TableGame._meta.concrete_fields}
    own = ("id", "public_id", "secret")
    game = TableGame.objects.create(**{name: value for name, value in values.items() if name not in own})
    seats = [Seat.objects.create(game=game, team=team, device_key=f"key{team}") for team in TEAMS]
    for seat in seats:
        get_ready(game=game, team=seat.team, part=f"part{seat.team}")
    return game.get_absolute_url(), [_cookie(seat) for seat in seats]


def _add_to_series(tournament: Tournament, addresses: list[str]) -> None:
    """Assign each game to a series, so that the tournament's big screen shows it."""
    for series, address in zip(tournament.series.order_by("pk"), addresses, strict=False):
        TableGame.objects.filter(public_id=address.strip("/").rsplit("/", 1)[1]).update(series=series)


def _cookie(seat: Seat) -> str:
    session = SessionStore()
    session[_SESSION_KEY] = {str(seat.pk): seat.device_key}
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


async def _measure(games: list[tuple[str, list[str]]], screen: BigScreen, process: int) -> list[Figure]:
    port = screen.port
    floor = [await _opened(game, port) for game in games[:FLOOR]]
    await screen.open()
    results = await _figures(floor, screen, process, FLOOR_SECONDS, pause=TAP)
    tables = floor + [await _opened(game, port) for game in games[FLOOR:]]
    spectators = [Spectator(port, address, "") for address, _ in games[::GAMES_PER_SPECTATOR]]
    await asyncio.gather(*(spectator.open() for spectator in spectators))
    results += await _figures(tables, screen, process, SECONDS, pause=PAUSE)
    pages = f"{len(tables)} games with {2 * len(tables) + len(spectators)} open pages"
    results.append(Figure(f"memory of the server with {pages} (RSS)", _resident_megabytes(process), "MB", 512))
    results.append(Figure(f"threads of the server with {pages}", threads_of(process), "threads", 20))
    results.append(Figure(f"database connections with {pages}", connections_of(process), "connections", 10))
    screen.close()
    for page in (*spectators, *(seat for table in tables for seat in table.seats)):
        page.close()
    return results


async def _opened(game: tuple[str, list[str]], port: int) -> PlayedTable:
    address, cookies = game
    away, home = (TableSeat(port, address, cookie) for cookie in cookies)
    await asyncio.gather(away.open(), home.open())
    return PlayedTable((away, home))


async def _figures(
    tables: list[PlayedTable], screen: BigScreen, process: int, seconds: float, *, pause: float
) -> list[Figure]:
    """Measure the server at rest and then while every table is playing."""
    idle_share = await _cpu_share(process, QUIET_SECONDS)
    screen.waits.clear()
    deadline = time.perf_counter() + seconds
    playing = [asyncio.create_task(table.play(deadline, pause, TAP)) for table in tables]
    busy_share = await _cpu_share(process, seconds)
    await asyncio.gather(*playing)
    waits = [wait for table in tables for wait in table.waits]
    for table in tables:
        table.waits.clear()
    cpu = (busy_share - idle_share) * seconds * 1000 / len(waits)
    load = f"{len(tables)} games, {len(waits) / seconds:.0f} moves per second"
    return [
        Figure(f"CPU of an answer and both views of it: {load}", cpu, "ms", 4),
        Figure(f"core in use: {load}", 100 * busy_share, "%", 50, peer=f"at rest {100 * idle_share:.0f} %"),
        Figure(f"a move on the other seat's page, median: {load}", 1000 * statistics.median(waits), "ms", 50),
        Figure(f"a move on the other seat's page, 99th percentile: {load}", 1000 * _percentile(waits), "ms", 150),
        Figure(
            f"{screen.tiles} tiles on a big screen, median: {load}", 1000 * statistics.median(screen.waits), "ms", 500
        ),
    ]


async def _cpu_share(process: int, seconds: float) -> float:
    """Return the share of a core that a process uses over this time."""
    before, started = _cpu_seconds(process), time.perf_counter()
    await asyncio.sleep(seconds)
    return (_cpu_seconds(process) - before) / (time.perf_counter() - started)


def _cpu_seconds(process: int) -> float:
    user, system = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _percentile(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=100)[98]


def _resident_megabytes(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024
