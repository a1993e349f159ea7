"""Card sets as files: the template, writing a set, and reading a file with all its faults."""

from drafts.card_files.reading import CardFile, ReadingStopped, read_card_file
from drafts.card_files.writing import card_file, card_file_csv, template_file
from seasons.workbooks import CardFileFaults, CellFault

__all__ = [
    "CardFile",
    "CardFileFaults",
    "CellFault",
    "ReadingStopped",
    "card_file",
    "card_file_csv",
    "read_card_file",
    "template_file",
]
