"""Reasons why an uploaded file of any kind can't be read."""

from rules_engine.rulings import Finding


class FileRefusal(Finding):
    """Reasons why a file can't be read."""

    TOO_SLOW = "{file} takes too long to read, so none of it was used."
    TOO_MUCH_MEMORY = "{file} needs too much memory, so none of it was used."
    UNREADABLE = "{file} can't be read ({cause})."
    NOT_UTF_16 = "This file is marked as UTF-16 but is not. Save it as CSV UTF-8."
    NOT_TEXT = "This is not a text file. Save it as CSV UTF-8 and choose that file."
    NO_TEXT_IN_IT = "This is {kind}, not a sheet. Choose the sheet, or paste its cells."
    NO_CELLS = "{file} has no filled cells. Choose the file that has your list, or paste its cells."
    UNKNOWN_ENCODING = "This file has an unknown encoding. Save it as CSV UTF-8."
    LINE_TOO_LONG = "A line is too long for a table. Check the file."
    FAULTY_TABLE = "{file}: {faults}"
    TOO_MANY_ROWS = "The table has {rows} rows, but the limit is {most}."
    TOO_MANY_COLUMNS = "A row has more than {most} columns."
    DAMAGED_PREVIEW = "The preview was damaged in transit. Choose the file again."
    TOO_MANY_FILES = "You chose {files} files, but the limit is {most} at a time."
    TOO_LARGE = "{file} is larger than {most} MB."
    TOO_LARGE_TOGETHER = "Together, the files are larger than {most} MB."


class PhotoRefusal(Finding):
    """Reasons why a photo can't be stored."""

    EMPTY = "Choose a photo first."
    TOO_LARGE = "{file} is {size:.1f} MB, but a photo can be at most {most} MB. Send a smaller version."
    NOT_A_PHOTO = (
        "{file} is not a photo that can be saved. Send a JPEG, PNG or WebP file. On an iPhone, send a screenshot."
    )
    TOO_MANY_PIXELS = "{file} is {width} by {height} pixels, which is too many. Send a smaller version."
    UNREADABLE = "{file} is damaged. Take the photo again."
