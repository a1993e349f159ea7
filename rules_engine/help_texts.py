"""What the rules settle in one sentence, and whose task it is: nothing to work out, but to be shown with its number."""

from typing import Final, NamedTuple


class HelpText(NamedTuple):
    """One rule as a director tells it. `who`, `when` and `what` where it is a task; not `allowed` is forbidden."""

    rule: str
    sentence: str
    who: str = ""
    when: str = ""
    what: tuple[str, ...] = ()
    allowed: bool = True


DIRECTOR: Final = "Tournament Director"
BEFORE: Final = "before the tournament begins"
REVIEW: Final = HelpText(
    "T0.09",
    "The Tournament Director goes over the format and the tie-breaker procedures before the tournament begins.",
    DIRECTOR,
    BEFORE,
    ("tournament format", "tie-breaker procedures"),
)
SHOOTOUTS: Final = HelpText(
    "T32.0",
    "Where shootouts are used, the Tournament Director says beforehand when.",
    DIRECTOR,
    BEFORE,
    ("circumstances in which a shootout will be used",),
)
SUSPENSION: Final = HelpText(
    "T33.0",
    "Where games may be suspended, the Tournament Director says beforehand when.",
    DIRECTOR,
    BEFORE,
    ("circumstances in which the suspension rule will be used",),
)
DISPUTES: Final = HelpText(
    "T0.09", "The Tournament Director settles disputes.", DIRECTOR, "whenever one arises", ("disputes",)
)
SHEETS: Final = HelpText(
    "T10.2", "The Tournament Director hands out the pitching sheets.", DIRECTOR, BEFORE, ("pitching sheet",)
)
SIGNING: Final = HelpText(
    "T10.2",
    "After each series the opposing manager signs the pitching sheet.",
    "opposing manager",
    "after each series",
    ("pitching sheet",),
)
KEPT_SHEET: Final = HelpText(
    "T33.0",
    "Who leaves with an unfinished game leaves his pitching sheet with the Tournament Director.",
    DIRECTOR,
    "when a manager with an incomplete game leaves",
    ("pitching sheet",),
)
STARTER_FIRST: Final = HelpText(
    "T0.13", "The visiting team names its starting pitcher first.", "visiting team", "before the game"
)
BUNTS: Final = HelpText(
    "T0.07", "Sacrifice and squeeze plays are rolled for; nobody concedes their result.", allowed=False
)
SINGLE_CARD: Final = HelpText("T31.9", "Of a man with several cards only the interleague card counts.")
BATTERS_REST: Final = HelpText("T26.0", "Batters need no rest; an injury lasts to the end of its game (T25.1).")

MISTAKES: Final = HelpText(
    "T31.0", "A mistake is dealt with at once, whoever sees it: both managers are responsible.", when="immediately"
)
SUSPENSION_LEFT: Final = HelpText(
    "T33.0", "Games need not be suspended though it was announced: that is for the Tournament Director.", DIRECTOR
)

HELP_TEXTS: Final = (
    *(REVIEW, DISPUTES, SHEETS, SIGNING, STARTER_FIRST, BUNTS, BATTERS_REST, SINGLE_CARD, SHOOTOUTS, SUSPENSION),
    *(KEPT_SHEET, SUSPENSION_LEFT, MISTAKES),
)
