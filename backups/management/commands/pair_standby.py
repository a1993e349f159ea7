"""Make this computer another computer's standby. `pennant follow` calls it."""

import shutil
import socket
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from backups.archives import BackupError
from backups.recovery import refuse_unusable_database
from backups.refusals import StandbyRefusal
from backups.standby.leader_client import LeaderClient, LeaderSilent
from backups.standby.stick import StickFolder
from core.standby import standby_files
from core.standby_files import StandbyRecord, is_computer


class Command(BaseCommand):
    help = "Pair this computer with the leader, by its address or its backup folder on a USB drive."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("leader", help="such as http://192.168.1.5:8000, or a folder")
        parser.add_argument("--code", default="", help="the code on the leader's standby page")
        parser.add_argument("--own-address", default="", help="this computer's address for browsers")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if connection.vendor != "sqlite":
                raise BackupError(StandbyRefusal.HOSTED)
            refuse_unusable_database()
            call_command("migrate", verbosity=0)  # migrate now, so that a takeover is quick
            self._pair(options["leader"], options["code"], options["own_address"])
        except BackupError as refused:
            raise CommandError(str(refused)) from None

    def _pair(self, leader: str, code: str, own_address: str) -> None:
        files = standby_files()
        following = files.read(StandbyRecord.FOLLOWING)
        if following.get("leader") == leader and not code:
            return  # already paired by an earlier start
        token = (
            _pair_with_computer(leader, code, own_address) if is_computer(leader) else _pair_with_folder(Path(leader))
        )
        shutil.rmtree(files.folder / "copies", ignore_errors=True)
        files.remove(StandbyRecord.PROGRESS, StandbyRecord.PAIRED, StandbyRecord.HANDED_OVER, StandbyRecord.TOOK_OVER)
        files.write(StandbyRecord.FOLLOWING, leader=leader, token=token)


def _pair_with_folder(folder: Path) -> str:
    try:
        StickFolder(folder).position()
    except LeaderSilent:
        raise BackupError(StandbyRefusal.NO_BACKUPS, folder=str(folder)) from None
    return ""


def _pair_with_computer(address: str, code: str, own_address: str) -> str:
    name = f"{socket.gethostname()} ({settings.VERSION})"
    try:
        return LeaderClient(address).pair(code=code, name=name, own_address=own_address)
    except LeaderSilent as silent:
        raise BackupError(StandbyRefusal.NO_ANSWER, address=address, cause=str(silent)) from None
