"""Check an installation. Each possible problem has its own line with advice."""

import json
import os
import shutil
import socket
import ssl
import stat
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from backups.backup import second_folder_problem
from backups.queries.backup_state import LEAST_FREE_BYTES, backup_state
from backups.worker_pulse import SILENT_SECONDS, pulse_file, seconds_since_pulse
from core.faults import connection_problem
from core.health import missing_migrations
from core.job_queue import celery_app
from core.network import is_this_machine, local_network_address
from core.plugins import plugins_of
from drafts.models import CardSet
from pennant_baseball.plugins import PLUGIN_GROUPS
from tournaments.models import Action, Delivery, MailFollower, NoticeChannel

GOOD: Final = "good"
WARN: Final = "warn"
BAD: Final = "bad"
_WORDS: Final = {GOOD: "ok", WARN: "check", BAD: "fault"}
_MOST_WAITING: Final = 50
_MIN_KEY_LENGTH: Final = 32
_MAIL_SECONDS: Final = 5
# a clock that shows an earlier time is wrong, because this version did not exist yet
_RELEASED: Final = datetime(2026, 11, 1, tzinfo=UTC)


class CheckLine(NamedTuple):
    """The result of one check. `tone` is good, warn or bad."""

    name: str
    tone: str
    sentence: str

    @property
    def word(self) -> str:
        return _WORDS[self.tone]


def run_checkup(*only: str) -> list[CheckLine]:
    """Run every check, or only some of them. Checks that need the database are skipped if it doesn't respond."""
    if only:
        checks = _CHECKS | _CONTAINER_CHECKS
        return [_run(name, checks[name]) for name in only]
    lines: list[CheckLine] = []
    for name, check in _CHECKS.items():
        has_database = not lines or lines[0].tone != BAD
        if has_database or name not in _NEED_DATABASE:
            lines.append(_run(name, check))
    return lines


def _run(name: str, check: Callable[[], tuple[str, str]]) -> CheckLine:
    try:
        return CheckLine(name, *check())
    except Exception as fault:
        # a check that fails is also a result
        return CheckLine(name, BAD, f"This couldn't be checked: {type(fault).__name__}: {fault}")


def exit_code(lines: list[CheckLine]) -> int:
    """Return 0 if all is well, 1 for a warning, 2 for a fault."""
    tones = {line.tone for line in lines}
    if BAD in tones:
        return 2
    return 1 if WARN in tones else 0


def check_database() -> tuple[str, str]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return BAD, connection_problem(error, connection.settings_dict)
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite":
        return GOOD, f"PostgreSQL is responding: {name} at {connection.settings_dict['HOST'] or 'localhost'}."
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (verdict,) = cursor.fetchone()
    if verdict != "ok":
        return BAD, f"{name} is damaged: {verdict}. Restore a backup with `pennant restore`."
    return GOOD, f"SQLite is responding: {name}, {Path(name).stat().st_size / 1e6:.1f} MB."


def check_schema() -> tuple[str, str]:
    missing = missing_migrations()
    if missing:
        return (
            BAD,
            f"{len(missing)} migrations haven't been applied. Start `pennant run`, or run `pennant manage migrate`.",
        )
    return GOOD, f"The database matches Pennant {settings.VERSION}."


def check_backups() -> tuple[str, str]:
    state = backup_state(timezone.now())
    return state.tone or GOOD, " ".join([state.sentence, *state.reasons])


def check_stick() -> tuple[str, str]:
    if not settings.SECOND_BACKUP_FOLDER:
        return WARN, "There is no second backup folder. For a USB drive, set PENNANT_SECOND_FOLDER to a folder on it."
    problem = second_folder_problem()
    return (BAD, problem) if problem else (GOOD, f"Backups can be written to {settings.SECOND_BACKUP_FOLDER}.")


def check_clock() -> tuple[str, str]:
    now = timezone.now()
    newest = Action.objects.order_by("-at").values_list("at", flat=True).first()
    if now < _RELEASED:
        return BAD, f"The clock shows {now:%Y-%m-%d %H:%M} UTC, before this version was released. Set the clock."
    if newest and newest > now:
        return WARN, f"The newest action is dated {newest:%Y-%m-%d %H:%M} UTC, in the future. Set the clock."
    return GOOD, f"The clock shows {now:%Y-%m-%d %H:%M} UTC."


def check_disk() -> tuple[str, str]:
    free = shutil.disk_usage(settings.DATA_DIR).free
    shown = f"{free / 1e9:.1f} GB is free for {settings.DATA_DIR}."
    return (GOOD, shown) if free >= LEAST_FREE_BYTES else (BAD, f"{shown} Free some space.")


def check_key() -> tuple[str, str]:
    if len(settings.SECRET_KEY) < _MIN_KEY_LENGTH:
        return (
            BAD,
            f"SECRET_KEY has fewer than {_MIN_KEY_LENGTH} characters, so links can be forged. Choose another.",
        )
    files = [Path(file) for file in (settings.SECRET_KEY_FILE, settings.SEAL_KEY_FILE) if file]
    for file in files:
        if os.name == "posix" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            return WARN, f"Other users of this computer can read {file}. Run `chmod 600 {file}`."
    if not files:
        return GOOD, "SECRET_KEY comes from the environment."
    return GOOD, f"Only you can read {' and '.join(map(str, files))}."


def check_port() -> tuple[str, str]:
    port = _port()
    try:
        with _health_page("live", port) as answer:
            version = json.load(answer)["version"]
    except (OSError, ValueError, KeyError):
        with socket.socket() as probe:
            probe.settimeout(1)
            is_taken = probe.connect_ex(("127.0.0.1", port)) == 0
        if is_taken:
            return BAD, (
                f"Another program is using port {port}. Stop it, or choose another port: `pennant run --port 8001`."
            )
        return WARN, f"Pennant isn't running on port {port}. Start it with `pennant run`."
    return GOOD, f"Pennant {version} is running on port {port}."


def check_addresses() -> tuple[str, str]:
    host = urlsplit(settings.PUBLIC_URL).hostname
    if host is None:
        return _check_local_address()
    if host in ("localhost", "127.0.0.1"):
        return WARN, f"{settings.PUBLIC_URL} works only on this computer. Connect to the hall network."
    is_address = host.replace(".", "").isdecimal()
    if is_address and not is_this_machine(host):
        return WARN, f"{settings.PUBLIC_URL} is no longer an address of this computer. Start Pennant again."
    return GOOD, f"Links start with {settings.PUBLIC_URL}."


def _check_local_address() -> tuple[str, str]:
    address = local_network_address()
    if address == "127.0.0.1":
        return WARN, (
            "This computer isn't connected to a network, so phones can't reach it. Connect to the hall network."
        )
    return GOOD, f"Phones in the room can reach this computer at {address}."


def check_worker() -> tuple[str, str]:
    if settings.REDIS_URL:
        answers = celery_app().control.ping(timeout=1.0)
        return (
            (GOOD, f"Workers responding: {len(answers)}.") if answers else (BAD, "No worker is responding. Start one.")
        )
    silent = seconds_since_pulse()
    if silent is None or silent > SILENT_SECONDS:
        return BAD, "No worker is running, so no backups are made and no email is sent. Start `pennant run`."
    return GOOD, f"It was active {silent:.0f} seconds ago."


def check_own_worker() -> tuple[str, str]:
    """Check the worker on this computer, such as the one in this container."""
    silent = seconds_since_pulse(pulse_file())
    if silent is None or silent > SILENT_SECONDS:
        return BAD, "The worker on this computer isn't running, or can't reach its queue. Check its log."
    return GOOD, f"The worker on this computer was active {silent:.0f} seconds ago."


def check_ready() -> tuple[str, str]:
    """Check the web server on this computer and its database."""
    port = _port()
    try:
        _health_page("ready", port).close()
    except OSError as error:
        return BAD, f"The web server on port {port} isn't ready ({error}). Check its log."
    return GOOD, f"The web server on port {port} is ready."


def _health_page(name: str, port: int) -> Any:
    """Open a health page on this computer. It uses HTTPS if there is a certificate for the hall."""
    if not settings.HTTPS_CERTIFICATE:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/health/{name}/", timeout=3)
    # the certificate is for a different name than this URL, and the request doesn't leave this computer
    context = ssl._create_unverified_context()
    return urllib.request.urlopen(f"https://127.0.0.1:{port}/health/{name}/", timeout=3, context=context)


def _port() -> int:
    return int(os.environ.get("PORT") or 8000)


def check_queue() -> tuple[str, str]:
    waiting = waiting_jobs()
    sentence = f"{waiting} jobs are waiting."
    return (GOOD, sentence) if waiting <= _MOST_WAITING else (WARN, f"{sentence} Is the worker running?")


def waiting_jobs() -> int:
    """Return the number of jobs in all queues."""
    with celery_app().connection_for_read() as broker:
        return sum(_jobs_in(broker, queue) for queue in settings.CELERY_TASK_QUEUES)


def _jobs_in(broker: Any, queue: str) -> int:
    """Return the number of jobs in a queue. The queue doesn't exist before its first job."""
    from kombu.exceptions import ChannelError  # noqa: PLC0415 - loads Celery's messaging library

    try:
        return int(broker.default_channel.queue_declare(queue, passive=True).message_count)
    except (ChannelError, FileNotFoundError):
        return 0


def check_mail() -> tuple[str, str]:
    if not settings.EMAIL_HOST:
        return GOOD, "No mail server is set (EMAIL_HOST), so notices go only to pages, push, chat and webhooks."
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        socket.create_connection((settings.EMAIL_HOST, settings.EMAIL_PORT), _MAIL_SECONDS).close()
    except OSError as error:
        return BAD, f"{server} isn't responding ({error.strerror or error}). Correct EMAIL_HOST and EMAIL_PORT."
    failing = MailFollower.objects.exclude(tries=0).count()
    failing += Delivery.objects.filter(channel=NoticeChannel.MAIL).exclude(tries=0).count()
    if failing:
        return WARN, f"{server} is responding, but {failing} messages failed. Pennant retries them for twelve hours."
    return GOOD, f"{server} is responding."


def check_cards() -> tuple[str, str]:
    count = CardSet.objects.count()
    if not count:
        return WARN, "There is no card set yet. Upload one, or load a season, before the draft."
    return GOOD, f"{count} card set{'' if count == 1 else 's'}."


def check_installed_plugins() -> tuple[str, str]:
    plugins = [plugin for group in PLUGIN_GROUPS for plugin in plugins_of(group)]
    if not plugins:
        return GOOD, "No plugins are installed."
    names = ", ".join(str(plugin) for plugin in plugins if not plugin.problem)
    problems = [plugin.problem for plugin in plugins if plugin.problem]
    sentences = [f"In use: {names}."] * bool(names) + problems
    return WARN if problems else GOOD, " ".join(sentences)


_CHECKS: Final[dict[str, Callable[[], tuple[str, str]]]] = {
    "database": check_database,
    "schema": check_schema,
    "backups": check_backups,
    "stick": check_stick,
    "clock": check_clock,
    "disk": check_disk,
    "key": check_key,
    "port": check_port,
    "addresses": check_addresses,
    "worker": check_worker,
    "queue": check_queue,
    "mail": check_mail,
    "cards": check_cards,
    "plugins": check_installed_plugins,
}
_NEED_DATABASE: Final = frozenset(["schema", "backups", "clock", "mail", "cards"])
CHECK_NAMES: Final = tuple(_CHECKS)
# for a container's health check, which tests only this container instead of the installation
_CONTAINER_CHECKS: Final[dict[str, Callable[[], tuple[str, str]]]] = {
    "ready": check_ready,
    "own-worker": check_own_worker,
}
ALL_NAMES: Final = (*CHECK_NAMES, *_CONTAINER_CHECKS)
