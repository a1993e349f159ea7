"""The standby computer of this one, as every page and every action needs to know it."""

from pathlib import Path

from django.conf import settings

from core.standby_files import StandbyFiles, StandbyRecord


def standby_files() -> StandbyFiles:
    return StandbyFiles(Path(settings.DATA_DIR))


def standby_address() -> str:
    """Return where pages find the standby if this computer falls silent, such as "http://192.168.1.6:8000"."""
    return str(standby_files().read(StandbyRecord.PAIRED).get("address", ""))


def new_leader_address() -> str:
    """Return the computer that takes results now; empty as long as this one does."""
    return str(standby_files().read(StandbyRecord.HANDED_OVER).get("address", ""))


def network_name_file() -> Path:
    return Path(settings.DATA_DIR) / "network_name"


def network_name_address() -> str:
    """Return the address of this computer by its name in the hall's network; empty if it announces none."""
    try:
        return network_name_file().read_text(encoding="utf-8")
    except OSError:
        return ""
