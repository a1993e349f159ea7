"""Two invented teams with cards of every kind, for complete games."""

import random
from typing import Any, Final

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import POSITIONS, Side, start_game
from rules_engine.game_rules import GameRules
from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.cards.cards import Card
from rules_engine.systems.pine_tar.cards.columns import CELLS

_LINES: Final = (
    ("HR", 3), ("3B", 1), ("2B", 5), ("1B", 16), ("BB", 9), ("SO", 16), ("GO-P", 2), ("GO-1B", 4), ("GO-2B", 7),
    ("GO-3B", 6), ("GO-SS", 7), ("FO-LF", 6), ("FO-CF", 7), ("FO-RF", 6), ("LO-SS", 1), ("ROE/PO", 1), ("ROE/LO", 1),
    ("BK/WP", 2),
)  # fmt: skip
BENCH, BULLPEN = 4, 7


def column(dice: random.Random) -> dict[str, str]:
    """Return a nearly typical card column."""
    counts = {line: max(0, count + dice.choice((-2, -1, 0, 0, 1, 2)) if count > 2 else count) for line, count in _LINES}
    while (surplus := sum(counts.values()) - CELLS) != 0:
        line = dice.choice(("GO-SS", "FO-CF", "1B", "SO"))
        counts[line] = max(0, counts[line] - (1 if surplus > 0 else -1))
    cells: dict[str, str] = {}
    first = 0
    for line, count in counts.items():
        if count:
            cells[line] = f"{first}-{first + count - 1}" if count > 1 else str(first)
            first += count
    return cells


def batter(name: str, dice: random.Random, position: str) -> Card:
    return system.read_card(
        {
            "name": name,
            "bats": dice.choice("RRLS"),
            "throws": dice.choice("RRL"),
            "br": dice.choice("SMMF"),
            "sbc": dice.randint(40, 95),
            "sbo": dice.choice(("AA", "A", "B", "C", "D", "E", "N")),
            "shc": dice.choice(("N", 45, 70, 89)),
            "inj": dice.choice(("--", "12A", "54C", "30E")),
            "rg": dice.choice(("Pos", "Neu", "Neu", "Neg")),
            "ec": dice.randint(0, 9),
            "arm": dice.choice(("W", "A", "E")),
            "ar": dice.randint(-12, 6),
            "positions": [position.upper()],
            "vs_lhp": column(dice),
            "vs_rhp": column(dice),
        }
    )


def pitcher(name: str, dice: random.Random, role: str) -> Card:
    grades = ("A+", "A", "B", "M", "C", "D", "E", "G")
    splits = role == "S"

    def grade() -> str:
        return f"{dice.choice(grades)}/{dice.choice(grades)}" if splits else dice.choice(grades)

    return system.read_card(
        {
            "name": name,
            "bats": dice.choice("RL"),
            "throws": dice.choice("RRL"),
            "br": "S",
            "shc": dice.choice((40, 80)),
            "inj": dice.choice(("--", "20B")),
            "rg": dice.choice(("Pos", "Neu", "Neg")),
            "ec": dice.randint(0, 9),
            "role": role,
            "home": grade(),
            "away": grade(),
            "mip": dice.choice(("5", "6", "7")) if splits else dice.choice(("1", "2")),
            "bk_wp": dice.choice(("--/--", "--/99", "21/99", "5/60", "--/40")),
            "so_bb": dice.choice(("NC", "SO 77", "SO 55, 77", "BB 77", "BB 55-60, 77")),
            "single": column(dice),
        }
    )


def team(name: str, dice: random.Random, *, designated_hitter: bool) -> tuple[Side, dict[str, Card]]:
    """Return a lineup with its bench, bullpen and cards."""
    fielders = {f"{name} {position}": position for position in POSITIONS[1:]}
    cards = {player: batter(player, dice, position) for player, position in fielders.items()}
    cards |= {f"{name} bench {number}": batter(f"{name} bench {number}", dice, "lf") for number in range(BENCH)}
    roles = ["S", *["R"] * (BULLPEN - 1), "C"]
    staff = [f"{name} p{number}" for number in range(len(roles))]
    cards |= {player: pitcher(player, dice, role) for player, role in zip(staff, roles, strict=True)}
    bench = [*(player for player in cards if " bench " in player), *staff[1:]]
    last = bench.pop(0) if designated_hitter else staff[0]
    return Side((*fielders, last), (staff[0], *fielders), tuple(bench)), cards


def game(seed: int, edition: str = "full", rules: GameRules | None = None) -> Game[Any, Any]:
    """Return a game between two teams that depend on this seed."""
    dice = random.Random(seed)
    with_hitter = bool(seed % 2)
    (away, cards), (home, home_cards) = (team(name, dice, designated_hitter=with_hitter) for name in ("Away", "Home"))
    setup = system.setup(system.edition(edition), cards | home_cards)
    return Game(setup, GameLog(start_game(away, home, rules or GameRules())))


def played(seed: int, edition: str = "full") -> Game[Any, Any]:
    """Play the same game to the end with the computer manager, including the postgame checks."""
    made = game(seed, edition)
    pilot = system.pilot(made)
    table = pilot.table(seed)
    while not made.state.over:
        pilot.changes()
        made.play(table)
    made.finish(RandomInput(seed))
    return made


def faults(game: Game[Any, Any]) -> list[str]:
    return [*broken_invariants(game.log), *batting_order_faults(game.log)]
