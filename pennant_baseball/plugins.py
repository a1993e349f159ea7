"""The interfaces for plugins, and the entry points where Pennant finds them in installed packages.

A package lists its object in `pyproject.toml`:

    [project.entry-points."pennant.points_formulas"]
    akron = "akron_rules:WinsAndLosses"

The object is an instance, a module, or a class that is called without arguments. `docs/example-plugin/` is a complete
example.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, Protocol


class FinishedTeam(Protocol):
    """A team's results in a finished tournament.

    Attributes:
        games: The number of games it was scheduled for.
        playoff_wins: Its playoff wins, including those credited for a bye.
        champions_wins: The number of playoff wins that a champion needs.
        place: 1 for the champion, 2 for the runner-up, otherwise 0.
        entrants: The number of teams in the tournament.
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
    """A person's points in one of a year's tournaments."""

    @property
    def points(self) -> Fraction: ...
    @property
    def is_regional(self) -> bool: ...
    @property
    def is_face_to_face(self) -> bool: ...


class PointsFormulaPlugin(Protocol):
    """A points formula that an organizer can choose for a year (group `pennant.points_formulas`).

    Attributes:
        title: The formula's name on pages, such as "Akron, three points a win".
    """

    title: str

    def points(self, finish: FinishedTeam) -> Fraction | int:
        """Return a team's season points for a tournament. Equal finishes must always get equal points."""

    def counted(self, results: Sequence[YearResult]) -> Collection[int]:
        """Return the indexes of the results that count for a person's year."""


class ExportedTable(NamedTuple):
    """A tournament table with the same content as its CSV file.

    Attributes:
        name: "standings", "schedule", "games", "pitching", "batting", "pitchers", "draft", "rosters", "entrants", "log"
            or "report".
        title: The table's title, such as "Schedule and results".
        tournament: The tournament's name.
        columns: The headers.
        rows: A value for each column: text, number or None. Dates and times are text in ISO format.
    """

    name: str
    title: str
    tournament: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | int | float | None, ...]]


class ExporterPlugin(Protocol):
    """A file format for tournament tables (group `pennant.exporters`).

    The entry point's name is the file extension, such as "md". It has 1 to 12 lowercase letters or digits.

    Attributes:
        title: The format's name on pages, such as "Markdown".
        content_type: The content type, such as "text/markdown; charset=utf-8".
        tables: The names of the supported tables, such as ("report",). Defaults to all tables.
    """

    title: str
    content_type: str

    def write(self, table: ExportedTable) -> bytes:
        """Return the file's content."""


class RulesEditionsPlugin(Protocol):
    """Rules editions for a club's tournaments (group `pennant.rules_editions`).

    Attributes:
        title: The plugin's name in lists.
        files: Paths of TOML files such as "akron@1.toml". Each file extends one of Pennant's editions and has only
            the settings that differ. `rules_engine/profiles/` shows all settings. Never change a file after a
            tournament has used it.
    """

    title: str
    files: Sequence[str]


class RatedPairing(Protocol):
    """The games between two people in a tournament, from the first person's side."""

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
    """A rating system for people that an organizer can choose (group `pennant.ratings`).

    Attributes:
        title: The rating system's name on pages, such as "Elo".
    """

    title: str

    def rate(self, ratings: Mapping[int, float], pairings: Sequence[RatedPairing]) -> Mapping[int, float]:
        """Return everyone's new rating after a tournament, by person.

        `ratings` has the ratings after earlier tournaments. New players aren't in it. Tournaments are rated in order of
        their days, with separate ratings for face-to-face and online play.
        """


class RulesetsPlugin(Protocol):
    """A game system with its rulesets (group `pennant.rulesets`).

    The object is a module. Its functions are described in `rules_engine/baseball/system.py`. It can import default
    implementations from `rules_engine/baseball/system_defaults.py`.

    Attributes:
        key: The key stored with games and card files. It has 1 to 20 lowercase letters, digits and underscores, and
            starts with a letter.
        title: The system's name on pages, such as "Coin Flip".
        editions: Each ruleset's title by its key. The first ruleset is the default.
    """

    key: str
    title: str
    editions: Mapping[str, str]


class PluginGroup(NamedTuple):
    """A group of entry points, and the attributes required of its objects.

    Attributes:
        called: The noun for such a plugin in sentences.
        names: A pattern for the entry points' names.
        texts: String attributes, each with a pattern for its value.
        lists: Optional attributes with a list of strings.
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
