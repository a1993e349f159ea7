"""Innings for which a case lists only each batter's result, played batter by batter from a single card.

Every line in column 4 of the pitcher's card produces one of a case's words, so the dice select the word.
"""

from collections.abc import Iterable
from typing import Any, Final

from rules_engine.baseball.bases import EMPTY, FIRST, is_on, runners
from rules_engine.game_rules import GameRules
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from tests.conformance.playing import STARTED, X_DICE, Scene, Script, columns, pitcher_card, x_chance
from tests.conformance.words.som_facts import Vocabulary

PITCHERS_COLUMN: Final = 4
LINES: Final = {  # word in a case -> card line; on a single, runners advance only the stated number of bases
    "single": "SINGLE*",
    "long_single": "SINGLE**",
    "double": "DOUBLE**",
    "triple": "TRIPLE",
    "homer": "N HOMERUN",
    "walk": "WALK",
    "hit_by_pitch": "HBP",
    "out": "strikeout",
    "fielders_choice": "gb(ss)B",
    "double_play": "lomax",
    "error": "gb(2b)X",
}
ROWS: Final = {word: row for row, word in enumerate(LINES, start=2)}
BATTERS: Final[Vocabulary] = {
    **dict.fromkeys((*LINES, "intentional_walk", "interference", "triple_play"), ()),
    "single": ("bunt_single", "bunt_hit", "infield_single", "infield_hit"),
    "homer": ("homerun", "home_run", "hr"),
    "walk": ("unintentional_walk", "bb", "base_on_balls"),
    "intentional_walk": ("ibb",),
    "hit_by_pitch": ("hbp",),
    "error": ("reached_on_error", "roe"),
    "interference": ("catchers_interference",),
    "out": ("strikeout", "groundout", "flyout", "popout", "foulout", "lineout", "sacrifice", "sacrifice_fly"),
}
OUTS_MADE: Final = {"double_play": 2, "triple_play": 3}
NO_END: Final = GameRules(innings=99)  # a case continues at any score


def _columns(edition: Ruleset) -> Any:
    lines = [parse_line(text) for text in LINES.values()]
    column = tuple(lines) + (lines[0],) * (11 - len(lines))
    return dict.fromkeys(columns(lines[0]), (column, column, column))


def pitching_scene(edition: Ruleset, endurance: Endurance, **moment: Any) -> Scene:
    """Return a scene where both pitchers have the card with every word. `lead` belongs to the pitching team."""
    card = {"columns": _columns(edition)}
    lead = -moment.pop("lead", 0)
    charts = x_chance(edition, "2b", "error 3") | moment.pop("charts", {})
    pitcher = card | {"endurance": endurance}
    scene = Scene(edition, lead=lead, pitcher=pitcher, rules=NO_END, charts=charts, **moment)
    for name in ("visitor 9", STARTED):
        scene.game.setup.cards[name] = pitcher_card(name, **card)
    return scene


def face(scene: Scene, word: str) -> None:
    """Play one batter. Without a runner to double up, a double play is two outs.

    A fielder's choice without a force is one out.
    """
    state, outs = scene.game.state.occupied, scene.game.state.outs
    if word in OUTS_MADE:
        if _can_be_doubled(state, outs, word):
            return throw(scene, "double_play", lomax=1 if word == "triple_play" else 20)
        for _ in range(OUTS_MADE[word]):
            other_half(scene)
            throw(scene, "out")
    elif word == "fielders_choice" and not is_on(state, FIRST):
        throw(scene, "out")
    elif word == "interference":
        throw(scene, "hit_by_pitch")  # the batter is awarded first base without a hit
    else:
        throw(scene, word)


def _can_be_doubled(state: int, outs: int, word: str) -> bool:
    if word == "triple_play":
        return outs == 0 and len(runners(state)) > 1
    return state != EMPTY and outs < 2


def throw(scene: Scene, word: str, **rolls: int) -> None:
    if word == "intentional_walk":
        script = Script({}, {"pitch": "walk"})
    else:
        row = ROWS[word]
        dice = {"white": PITCHERS_COLUMN, "colored_1": max(1, row - 6), "colored_2": min(6, row - 1)}
        script = Script(X_DICE | {"split": 1} | dice | rolls)
    play = scene.play(script)
    assert play is not None, f"{word}: {script.missing} is not laid out"


def other_half(scene: Scene, words: Iterable[str] = ()) -> None:
    """Play the half-inning of the pitcher's own team, if it is due to bat: these batters, then outs."""
    if not scene.game.state.bottom:
        return
    for word in words:
        face(scene, word)
    while scene.game.state.bottom:
        throw(scene, "out")


def to_last_out(scene: Scene) -> None:
    """Finish the half-inning that he is pitching, and his own team's."""
    while not scene.game.state.bottom:
        throw(scene, "out")
    other_half(scene)


def score(scene: Scene, runs: int) -> None:
    """Score this many runs on errors.

    Each batter after the first drives in the previous one, and the last stays on third.
    """
    for _ in range(runs + 1 if runs else 0):
        throw(scene, "error")


def settled(scene: Scene) -> bool:
    """Return whether he is tired when he faces the next batter."""
    other_half(scene)
    return scene.game.tracker.tired(scene.game.state)
