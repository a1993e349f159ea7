"""Copy the leader's data until this computer takes over. `pennant follow` starts it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backups.standby.follower import StandbyFollower
from backups.standby.leader_client import LeaderClient
from backups.standby.stick import StickFolder
from core.standby import standby_files
from core.standby_files import StandbyRecord


class Command(BaseCommand):
    help = "Follow the leader that this computer is paired with. `pennant follow` runs this command."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        files = standby_files()
        following = files.read(StandbyRecord.FOLLOWING)
        if not following:
            raise CommandError("This computer isn't following another one. To follow one, run: pennant follow ADDRESS")
        leader = str(following["leader"])
        token = str(following["token"])
        StandbyFollower(LeaderClient(leader, token) if token else StickFolder(Path(leader)), files, token).follow()
