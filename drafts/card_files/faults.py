"""What is wrong with a card file, told by sheet, row and column."""

from dataclasses import dataclass

from openpyxl.utils import get_column_letter


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. Row and column count from 1 as the spreadsheet shows them; 0 where the fault is not in one."""

    text: str
    sheet: str = ""
    row: int = 0
    column: int = 0
    heading: str = ""

    @property
    def letter(self) -> str:
        return get_column_letter(self.column) if self.column else ""

    @property
    def place(self) -> str:
        """Such as "Players, row 14, column H (AB)"; empty where the whole file is at fault."""
        row = f"row {self.row}" if self.row else ""
        heading = f" ({self.heading})" if self.heading else ""
        column = f"column {self.letter}{heading}" if self.column else ""
        return ", ".join(filter(None, (self.sheet, row, column)))

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class CardFileFaults(ValueError):
    """The file cannot be used; `faults` has everything that is wrong with it, in the order of the sheets."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults
