"""Rules that a single sentence explains, with the person responsible. They are displayed, not computed."""

from typing import Final, NamedTuple


class HelpText(NamedTuple):
    """A rule in a director's words. `allowed` is False if it forbids something.

    For a task, `responsible`, `when` and `items` are who does it, when, and with what.
    """

    rule: str
    sentence: str
    responsible: str = ""
    when: str = ""
    items: tuple[str, ...] = ()
    allowed: bool = True


DIRECTOR: Final = "Tournament Director"
BEFORE: Final = "before the tournament begins"
REVIEW: Final = HelpText(
    "T0.09",
    "The Tournament Director goes over the format and the tiebreaker procedures before the tournament begins.",
    DIRECTOR,
    BEFORE,
    ("tournament format", "tie-breaker procedures"),
)
SHOOTOUTS: Final = HelpText(
    "T32.0",
    "If shootouts may be used, the Tournament Director announces in advance when they will be used.",
    DIRECTOR,
    BEFORE,
    ("circumstances in which a shootout will be used",),
)
SUSPENSION: Final = HelpText(
    "T33.0",
    "If games may be suspended, the Tournament Director announces in advance when this can happen.",
    DIRECTOR,
    BEFORE,
    ("circumstances in which the suspension rule will be used",),
)
DISPUTES: Final = HelpText(
    "T0.09", "The Tournament Director settles disputes.", DIRECTOR, "when a dispute arises", ("disputes",)
)
SHEETS: Final = HelpText(
    "T10.2", "The Tournament Director hands out the pitching sheets.", DIRECTOR, BEFORE, ("pitching sheet",)
)
SIGNING: Final = HelpText(
    "T10.2",
    "After each series, the opposing manager signs the pitching sheet.",
    "opposing manager",
    "after each series",
    ("pitching sheet",),
)
KEPT_SHEET: Final = HelpText(
    "T33.0",
    "A manager who leaves with an unfinished game gives his pitching sheet to the Tournament Director.",
    DIRECTOR,
    "when a manager leaves with an unfinished game",
    ("pitching sheet",),
)
STARTER_FIRST: Final = HelpText(
    "T0.13", "The visiting team names its starting pitcher first.", "visiting team", "before the game"
)
BUNTS: Final = HelpText(
    "T0.07", "Sacrifice and squeeze plays are always rolled for and can never be conceded.", allowed=False
)
SINGLE_CARD: Final = HelpText("T31.9", "If a player has several cards, only his interleague card counts.")
BATTERS_REST: Final = HelpText("T26.0", "Batters need no rest. An injury lasts until the end of the game (T25.1).")

MISTAKES: Final = HelpText(
    "T31.0", "Settle a mistake when either manager notices it. Both managers are responsible.", when="immediately"
)
SUSPENSION_LEFT: Final = HelpText(
    "T33.0", "Announced suspensions are optional. The Tournament Director decides whether to use them.", DIRECTOR
)

HELP_TEXTS: Final = (
    *(REVIEW, DISPUTES, SHEETS, SIGNING, STARTER_FIRST, BUNTS, BATTERS_REST, SINGLE_CARD, SHOOTOUTS, SUSPENSION),
    *(KEPT_SHEET, SUSPENSION_LEFT, MISTAKES),
)
