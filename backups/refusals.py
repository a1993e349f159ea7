"""Rejection codes and messages for backups, restores and imports."""

from rules_engine.rulings import Finding


class BackupRefusal(Finding):
    """Reasons why a backup or a tournament file can't be written."""

    NO_FOLDER = "The folder {folder} can't be created: {cause}."
    FOLDER_TAKES_NO_FILES = "Pennant can't write files to {folder}: {cause}."
    DATABASE_DAMAGED = "The database is damaged ({cause}). Restore a backup with `pennant restore`."
    NOT_COPIED = "The database couldn't be copied: {cause}."
    NOT_WRITTEN = "The backup couldn't be written to {folder}: {cause}."
    BACKUP_IN_PROGRESS = "Another backup is running. Try again in a minute."


class ArchiveRefusal(Finding):
    """Reasons why a backup or a tournament file can't be read."""

    NO_FILE = "The file {file} doesn't exist."
    NOT_A_BACKUP = "{file} is damaged, or it is not a Pennant backup ({cause})."
    DAMAGED = "{file} is damaged ({cause})."
    DAMAGED_BACKUP = "{file} is damaged ({cause}). Use an older backup."
    DATABASE_CHANGED = "{file} is damaged: its database was changed. Use an older backup."
    STRANGE_DATABASE = "{file} is damaged: {cause}."
    DOES_NOT_OPEN = "{file} can't be opened: {cause}."
    ACTIONS_MISSING = "{file} is damaged ({integrity}; action {newest}, not {expected})."
    TOO_LARGE = "{file} would unpack to {size:,} MB, but no tournament needs more than {most:,}."
    NEWER_DATABASE = "{file} has a newer database ({migration}) than Pennant {version} can read. Upgrade first."
    NEWER_PENNANT = "{file} was made by Pennant {made_by}, but this is {version}. Upgrade first."
    CANT_BE_UPGRADED = "The backup can't be upgraded to this version: {cause}"
    INVALID_ROW = "{file} is damaged: {row}: {fault}"
    INVALID_EDITION = "{file} is damaged: its rules edition can't be read ({cause})."
    INVALID_SETTINGS = "{file} is damaged: the tournament has invalid settings ({cause})."


class RestoreRefusal(Finding):
    """Reasons why the database can't be used, or a backup can't be restored."""

    TOO_OLD = "This database requires Pennant {required}, but this is {version}. Start a newer version of Pennant."
    TOO_OLD_WITH_BACKUP = (
        "This database requires Pennant {required}, but this is {version}. Start a newer version "
        "of Pennant, or restore the newest backup that this version can use: {command}"
    )
    TOO_OLD_HOSTED = (
        "This database requires Pennant {required}, but this is {version}. Start a newer version "
        "of Pennant, or set DATABASE_URL to a new database and restore the newest backup that "
        "this version can use: {command}"
    )
    EMPTY_WITH_BACKUP = "The database {database} is empty. Restore the newest good backup: {command}"
    DAMAGED_WITH_BACKUP = "The database {database} is damaged ({damage}). Restore the newest good backup: {command}"
    DAMAGED = (
        "The database {database} is damaged. There is no good backup here. Look on the USB "
        "drive, and restore it with `pennant restore FILE --yes`."
    )
    ONE_TOURNAMENT = "{file} contains only one tournament. Import it under Tools on Home, or with `pennant import`."
    NEEDS_NEW_DATABASE = "This database is from a newer version of Pennant. Restore into a new one: set DATABASE_URL."
    NO_FILE = "Choose a backup file first."
    NO_SUCH_BACKUP = "The backup {file} no longer exists. The list below shows how long backups are kept."


class DowngradeRefusal(Finding):
    """Reasons why an upgrade can't be undone."""

    UNKNOWN_VERSION = "Pennant {version} can't be downgraded to {target}. Choose {known}."
    NOT_NEWER = "The database isn't newer than Pennant {target}. Nothing was changed."


class ImportRefusal(Finding):
    """Reasons why a tournament file can't be imported, or its import can't be stopped."""

    EVERYTHING = "{file} is a full backup, not a single tournament. Restore it under Backups."
    NOT_ONE_TOURNAMENT = "{file} is damaged: it must contain one tournament."
    TOO_MANY_ROWS = "{file} has {rows:,} rows, but no tournament needs more than {most:,}."
    NEWER_PENNANT = "{file} was made by a newer version of Pennant than this {version}. Upgrade first."
    ALREADY_HERE = "This tournament is already here: “{tournament}”. Nothing was changed."
    DELETED_HERE = "“{tournament}” was deleted here and can still be recovered. Recover it on Home instead."
    NO_FILE = "Choose a tournament file first."
    FILE_GONE = "The uploaded file is gone. Choose it again."
    ALREADY_IN_PROGRESS = "This file is already being opened."
    TOO_MANY = "{most} files are already being opened. Open this one after one of those is done."
    NOT_IN_PROGRESS = "This file is no longer being opened."
    NOT_WAITING = "This file isn't waiting for a worker."
    QUEUE_DOWN = "The job queue isn't responding. The next worker to start will open the file."


class StandbyRefusal(Finding):
    """Reasons why a computer can't lead, follow or take over."""

    WRONG_CODE = "This code is wrong or more than {minutes} minutes old. Get a new one on the leader's standby page."
    NOT_LOCAL = "Browsers can't be sent to {address}, because it isn't the IP address of a computer on a local network."
    NOT_PAIRED = "This computer is no longer paired with {name}. Pair it again with a new code."
    HOSTED = "A hosted installation has no standby computer. Use PostgreSQL replication."
    LEADER_REFUSES = "The leader responded: {sentence}"
    LEADER_SILENT = (
        "{address} is no longer responding. Make sure that it is off or that Pennant isn't running on it. Then confirm."
    )
    NOTHING_COPIED = "Nothing has been copied yet, so this computer can't take over."
    NO_ANSWER = (
        "{address} isn't responding ({cause}). Check the address, and make sure that both computers "
        "are on the same network."
    )
    NO_BACKUPS = "There are no backups in {folder}. Choose the folder on the USB drive that Pennant backs up to."
    STANDBY_LEADS = (
        "{name} took over and is the leader at {address}. To make this computer its standby: pennant follow {address}"
    )
    UNKNOWN_LEADER = (
        "The standby computer {name} at {address} isn't responding, so it may have taken over. "
        "If it isn't the leader, start this computer with: pennant run --alone"
    )
    OTHER_LEADER_ON_STICK = (
        "{name} has taken over from the backups in {folder}. "
        "If it is no longer the leader, start this computer with: pennant run --alone"
    )
