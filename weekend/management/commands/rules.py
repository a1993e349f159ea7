"""Show which functions and tests cover a rule number from any rulebook."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.system_index import Catalogue, IndexRow, catalogues, key_of, rows


class Command(BaseCommand):
    requires_system_checks = ()  # no page and no database is used
    help = "List the rulebooks, or show where a rule such as 13.1, PTM3 or IP7.2 is implemented and tested."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", nargs="?", default="", help="the printed number, with or without SS, PT or IP")

    def handle(self, *args: Any, **options: Any) -> None:
        books = catalogues()
        if not options["number"]:
            for book in books:
                left_out = len(book.not_in_this_system)
                prefix = f" ({book.prefix})" if book.prefix else ""
                self.stdout.write(f"{book.title}{prefix}: {len(book.numbers)} numbers, {left_out} not played")
            return
        matches = [(book, row) for book in books for row in _rows_of(book, options["number"])]
        if not matches:
            raise CommandError(
                f"No rulebook has number {options['number']}. To list the rulebooks, run rules without a number."
            )
        for book, row in matches:
            self.stdout.write("\n".join(_lines(book, row)))


def _rows_of(book: Catalogue, number: str) -> list[IndexRow]:
    """Return the rows for this number and its parts: 2.4 includes 2.4-a and 2.4-b."""
    key = key_of("", number)
    if not any(key in _keys(book, book_number) for book_number in book.numbers):
        return []
    return [row for row in rows(book) if key in _keys(book, row.number)]


def _keys(book: Catalogue, number: str) -> set[str]:
    """Return the different ways to write a rule number."""
    return {key_of(book.prefix, number), *book.written(number)}


def _lines(book: Catalogue, row: IndexRow) -> list[str]:
    if row.not_played:
        return [f"{book.title} {row.number}: not in this system: {row.not_played}"]
    return [
        f"{book.title} {row.number}",
        *(f"  implemented by {place.replace('`', '')}" for place in row.functions),
        *(f"  tested by {place.replace('`', '')}" for place in row.tests),
    ]
