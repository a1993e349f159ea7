"""Actions that load a file: restoring a backup and importing a tournament."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from backups.archives import BackupKind
from backups.backup import make_backup
from backups.restore import restore_backup
from backups.transfer import import_tournament, write_tournament
from tests.drills.scenes.scene import DIRECTOR, Place, Scene
from tests.factories import TournamentFactory
from tournaments.action_log.verbs import Verb
from tournaments.services.announcements import announce

_EVERY_TWENTIETH: Final = 20


def with_files() -> Place:
    """Create a tournament with a backup and a later action, and the file of a deleted tournament."""
    removed = TournamentFactory(name="Removed")
    file = Path(mkdtemp(prefix="pennant-drill-")) / "removed.pennant"
    write_tournament(removed, file)
    removed.delete()
    tournament = TournamentFactory(name="Saved")
    announce(tournament=tournament, sentence="Before.", actor=DIRECTOR)
    backup = make_backup(BackupKind.HOURLY)
    announce(tournament=tournament, sentence="After.", actor=DIRECTOR)
    return Place.from_attributes(tournament=tournament, file=file, backup=backup)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.OPEN_TOURNAMENT_FILE: Scene(with_files, lambda place: import_tournament(place.file, DIRECTOR)),
    Verb.RESTORE_COPY: Scene(with_files, lambda place: restore_backup(place.backup, DIRECTOR), stride=_EVERY_TWENTIETH),
}
