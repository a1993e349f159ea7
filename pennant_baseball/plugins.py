"""What a plugin writes: the objects that Pennant looks for in installed packages, and where it looks.

A package names its object in `pyproject.toml`:

    [project.entry-points."pennant.points_formulas"]
    akron = "akron_rules:WinsAndLosses"

The object is an instance, a module, or a class that is called without arguments. `docs/example-plugin/` is a whole
package.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, Protocol


class FinishedTeam(Protocol):
    """A team's results in a finished tournament.

    Attributes:
        games: Games it was scheduled for.
        playoff_wins: Including those of a bye.
        champions_wins: Playoff wins that a champion needs.
        place: 1 for the champion, 2 for the runner-up, else 0.
        entrants: Teams in the tournament.
    """

    @property
    def wins(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def playoff_wins(self) -> int: ...
    @property
    def champions_wins(self) -> int: ...
    @property
    def place(self) -> int: ...
    @property
    def entrants(self) -> int: ...


class YearResult(Protocol):
    """The points of one person in one tournament of a year."""

    @property
    def points(self) -> Fraction: ...
    @property
    def is_regional(self) -> bool: ...
    @property
    def is_face_to_face(self) -> bool: ...


class PointsFormulaPlugin(Protocol):
    """A points formula that an organizer can choose for a year: group `pennant.points_formulas`.

    Attributes:
        title: Its name on pages, such as "Akron, three points a win".
    """

    title: str

    def points(self, finish: FinishedTeam) -> Fraction | int:
        """Return a team's season points for a tournament. The same finish always has the same points."""

    def counted(self, results: Sequence[YearResult]) -> Collection[int]:
        """Return the places in the list of the results that count for a person's year."""


class ExportedTable(NamedTuple):
    """A table of a tournament, as its CSV file has it.

    Attributes:
        name: "standings", "schedule", "games", "pitching", "batting", "pitchers", "draft", "rosters", "entrants", "log"
            or "report".
        title: Such as "Schedule and results".
        tournament: The name of the tournament.
        columns: The headers.
        rows: A value for each column: text, number or None. Dates and times are text in ISO format.
    """

    name: str
    title: str
    tournament: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | int | float | None, ...]]


class ExporterPlugin(Protocol):
    """A file format for the tables of a tournament: group `pennant.exporters`.

    The name of the entry point is the ending of the file, such as "md": 1 to 12 small letters or digits.

    Attributes:
        title: Its name on pages, such as "Markdown".
        content_type: Such as "text/markdown; charset=utf-8".
        tables: Names of the tables that it writes, such as ("report",). Without this attribute, it writes all.
    """

    title: str
    content_type: str

    def write(self, table: ExportedTable) -> bytes:
        """Return the file."""


class RulesEditionsPlugin(Protocol):
    """Rules editions of a club's tournaments: group `pennant.rules_editions`.

    Attributes:
        title: Its name in lists of plugins.
        files: Paths of TOML files such as "akron@1.toml". Each extends an edition of Pennant and has the lines that
            differ. `rules_engine/profiles/` has the lines there are. A file that a tournament uses is never changed.
    """

    title: str
    files: Sequence[str]


class RatedPairing(Protocol):
    """Games of two people in one tournament, seen by one of them."""

    @property
    def person_id(self) -> int: ...
    @property
    def opponent_id(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def ties(self) -> int: ...


class RatingSystemPlugin(Protocol):
    """A rating system for people that an organizer can choose: group `pennant.ratings`.

    Attributes:
        title: Its name on pages, such as "Elo".
    """

    title: str

    def rate(self, ratings: Mapping[int, float], pairings: Sequence[RatedPairing]) -> Mapping[int, float]:
        """Return the new rating of everyone who played in a tournament, by person.

        `ratings` has those of earlier tournaments. Someone new isn't in it. Tournaments come by day, apart for
        face-to-face and online play.
        """


class RulesetsPlugin(Protocol):
    """A game system with its rulesets: group `pennant.rulesets`.

    The object is a module. Its functions are described in `rules_engine/baseball/system.py`, and it imports the ones
    it doesn't write from `rules_engine/baseball/system_defaults.py`.

    Attributes:
        key: Stored with games and card files: 1 to 20 small letters, digits and underscores, a letter first.
        title: Its name on pages, such as "Coin Flip".
        editions: The title of each ruleset by its key. The first is the usual one.
    """

    key: str
    title: str
    editions: Mapping[str, str]


class PluginGroup(NamedTuple):
    """A group of entry points, and what its objects must have.

    Attributes:
        called: What one of them is, in a sentence.
        names: Pattern of the names of its entry points.
        texts: Attributes with text, each with the pattern of its text.
        lists: Attributes with a list of texts, which may be missing.
    """

    name: str
    called: str
    names: str
    texts: tuple[tuple[str, str], ...]
    functions: tuple[str, ...]
    lists: tuple[str, ...] = ()


_TITLE: Final = ("title", r".{1,60}")
POINTS_FORMULAS: Final = PluginGroup(
    "pennant.points_formulas", "points formula", r"[a-z0-9][a-z0-9_-]{0,39}", (_TITLE,), ("points", "counted")
)
EXPORTERS: Final = PluginGroup(
    "pennant.exporters",
    "exporter",
    r"(?!csv$|xlsx$)[a-z0-9]{1,12}",
    (_TITLE, ("content_type", r"[\w.+-]+/[\w.+-]+(; ?charset=[\w-]+)?")),
    ("write",),
    ("tables",),
)
RULES_EDITIONS: Final = PluginGroup(
    "pennant.rules_editions", "package of rules editions", r"[a-z0-9][a-z0-9_-]{0,39}", (_TITLE,), (), ("files",)
)
RULESETS: Final = PluginGroup(
    "pennant.rulesets",
    "game system",
    r"[a-z0-9][a-z0-9_-]{0,39}",
    (_TITLE, ("key", r"[a-z][a-z0-9_]{0,19}")),
    ("edition", "read_card", "write_card", "setup", "next_play"),
)
RATING_SYSTEMS: Final = PluginGroup(
    "pennant.ratings", "rating system", r"[a-z0-9][a-z0-9_-]{0,39}", (_TITLE,), ("rate",)
)
PLUGIN_GROUPS: Final = (POINTS_FORMULAS, EXPORTERS, RULES_EDITIONS, RATING_SYSTEMS, RULESETS)
