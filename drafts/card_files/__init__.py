"""Card files: write the template and card sets, and parse files while collecting all errors."""

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
