"""Tables as Markdown, for the club's site. A module can be a plugin too."""

from collections.abc import Iterable

from pennant_baseball.plugins import ExportedTable

title = "Markdown"
content_type = "text/markdown; charset=utf-8"


def write(table: ExportedTable) -> bytes:
    lines = [f"# {table.tournament}: {table.title}", "", _line(table.columns), _line(["---"] * len(table.columns))]
    lines += [_line(row) for row in table.rows]
    return "\n".join([*lines, ""]).encode()


def _line(values: Iterable[object]) -> str:
    cells = ("" if value is None else str(value).replace("|", "\\|") for value in values)
    return f"| {' | '.join(cells)} |"
