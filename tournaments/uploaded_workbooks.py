"""Read uploaded workbooks in a child process, so that the web server stays small."""

from functools import partial
from typing import Final

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from seasons.workbooks import CardFileFaults, CellFault, WorkbookContent, read_workbook

_LIMITS: Final = ReadLimits(seconds=15)
_SMALL_LIMITS: Final = ReadLimits(seconds=5, megabytes=320)


def read_uploaded_workbook(content: bytes, file_name: str, *, only_small: bool = False) -> WorkbookContent:
    """Return the filled rows of an uploaded workbook. Raises CardFileFaults.

    Args:
        only_small: Read nothing of a workbook that takes more than a second.
    """
    reader = partial(read_workbook, content, only_small=only_small)
    limits = _SMALL_LIMITS if only_small else _LIMITS
    try:
        return read_in_child(reader, file_name=file_name, limits=limits, raises=(CardFileFaults,))
    except UnreadableFile as error:
        raise CardFileFaults([CellFault(str(error))]) from error
