"""Help at the terminal, limited to the words that can be used now."""

from collections.abc import Collection, Mapping
from typing import Final

_TEXTS: Final[Mapping[str, str]] = {
    "undo": """\
    undo           undo the last answer of this play, or your changes since the
                   last play, or that play
    undo event     undo only the last event""",
    "back": """\
    back           undo an announcement, if the rules allow it""",
    "redo": """\
    redo           redo a play that was undone
    events         list the last events with their numbers (events 30,
                   events all); rewind 12 undoes everything after event 12
    explain        show the last play with its dice, its decisions and the
                   rules applied (explain 12)""",
    "fresh": """\
    fresh          ignore the dice recorded for this point of the game, and roll
                   them again""",
    "announce": """\
    {announcements}""",
    "orders": """\
    infield back until I say       a standing order: the question isn't asked
                   anymore; also: hold first, swing, ask runners until I say,
                   and hold as before, infield as before
    orders         show the standing orders; orders off withdraws them""",
    "ph": """\
    ph PLAYER      pinch hitter
    pr PLAYER for RUNNER           pinch runner
    p PLAYER       new pitcher
    def PLAYER for PLAYER          defensive replacement
    def PLAYER for PLAYER, PLAYER lf           and another fielder moves
    move PLAYER 2b, PLAYER ss      fielders change positions
    double PITCHER for PLAYER, PLAYER          double switch; the second player
                   takes the first one's position""",
    "dh": """\
    dh 1b          the designated hitter takes the field there; dh alone: the
                   pitcher bats for him""",
    "list": """\
                   ph, pr, p and def alone list who may come in, and why
                   others may not""",
    "auto": """\
    auto           let the computer manage both teams (auto away, auto home);
                   person home gives a team back to you""",
    "card": """\
    card PLAYER    show his whole card
    chart          list the charts of this game; chart x shows a chart
    rules          list the optional rules, and which are on
    lineup, bench  show who plays and who is left
    score, box, plays              show the score, the box score, all plays""",
    "odds": """\
    odds           what each of your options is worth, and the exact odds of
                   this plate appearance;
                   odds inning: of runs in this half-inning;
                   odds game: of winning""",
    "save": """\
    save           save the game to its file now""",
    "quit": """\
    quit           stop here""",
    "suspend": """\
    suspend        record a suspension and stop (T33.0)""",
    "concede": """\
    concede        the team that is behind concedes the game (T0.05)""",
    "shortcuts": """\
    u r e h q      short for undo, redo, events, help, quit
  Part of a name is enough. Enter accepts the answer shown.""",
    "typed dice": """\
  You can type several dice on one line: 4 2 6, 426, or 4 2 6 15. At a question,
  they also accept the usual answer. A line counts completely or not at all.""",
}
AFTER_GAME: Final = frozenset(
    ("back", "announce", "ph", "dh", "list", "orders", "odds", "suspend", "concede")
)  # unavailable at that point


def help_text(left_out: Collection[str], announcements: Collection[str]) -> str:
    """Return the help without the words that can't be used now, and with the announcements possible before the dice."""
    words = f"{', '.join(announcements)}:\n{'':<19}announce before the dice, if legal"
    texts = [text for word, text in _TEXTS.items() if word not in left_out]
    return "\n".join(["  At any question:", *texts]).replace("{announcements}", words)
