"""Second reader of Retrosheet event text, written from the format description without using the engine."""

import re
from dataclasses import dataclass, field

HIT = {"S": 1, "D": 2, "T": 3}
ADVANCE = re.compile(r"([B123])([-X])([123H])(.*)")


@dataclass
class ReadGame:
    """A game as described by the event text, with values for teams 0 and 1."""

    runs: list[int] = field(default_factory=lambda: [0, 0])
    hits: list[int] = field(default_factory=lambda: [0, 0])
    errors: list[int] = field(default_factory=lambda: [0, 0])
    outs: list[int] = field(default_factory=lambda: [0, 0])
    putouts: list[int] = field(default_factory=lambda: [0, 0])
    assists: list[int] = field(default_factory=lambda: [0, 0])
    unearned: list[int] = field(default_factory=lambda: [0, 0])  # runs marked as unearned, by batting team
    ground_double_plays: list[int] = field(default_factory=lambda: [0, 0])  # by batting team
    sacrifice_flies: list[int] = field(default_factory=lambda: [0, 0])
    words: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])  # the basic events, by batting team
    earned: dict[str, int] = field(default_factory=dict)  # pitcher -> earned runs in the data records
    on_base: dict[str, str] = field(default_factory=dict)
    put_on: dict[str, str] = field(default_factory=dict)  # the runner placed on base to start an extra inning
    half: tuple[int, int] = (1, 0)
    outs_now: int = 0
    orders: list[dict[int, str]] = field(default_factory=lambda: [{}, {}])
    next_up: list[int] = field(default_factory=lambda: [1, 1])


def read(text: str) -> ReadGame:
    game = ReadGame()
    for line in text.splitlines():
        parts = line.split(",")
        if parts[0] in ("start", "sub"):
            place(game, parts)
        elif parts[0] == "radj":
            game.put_on = {parts[2]: parts[1]}
        elif parts[:2] == ["data", "er"]:
            game.earned[parts[2]] = int(parts[3])
        elif parts[0] == "play":
            play(game, int(parts[1]), int(parts[2]), parts[3], ",".join(parts[6:]))
    return game


def place(game: ReadGame, parts: list[str]) -> None:
    team, slot = int(parts[-3]), int(parts[-2])
    if slot:
        leaves = game.orders[team].get(slot)
        game.orders[team][slot] = parts[1]
        for base, runner in game.on_base.items():
            if runner == leaves and parts[-1] == "12":
                game.on_base[base] = parts[1]


def play(game: ReadGame, inning: int, team: int, batter: str, text: str) -> None:
    if (inning, team) != game.half:
        assert game.outs_now == 3, f"inning {game.half} stopped at {game.outs_now} outs"
        game.half, game.outs_now, game.on_base, game.put_on = (inning, team), 0, game.put_on, {}
    assert game.orders[team][game.next_up[team]] == batter, f"{batter} bats out of turn"
    basic, _, advances = text.partition(".")
    moved = basic_event(game, team, batter, basic)
    for word in re.findall(r"^(?:HR|HP|IW|W(?!P)|K|D(?=\d)|T(?=\d)|CS|WP|BK)|SB(?=[23H])|/SH", basic):
        game.words[team][word] = game.words[team].get(word, 0) + 1
    game.ground_double_plays[team] += "GDP" in basic
    game.sacrifice_flies[team] += "/SF" in basic
    game.unearned[team] += advances.count("(UR)")
    game.errors[1 - team] += advances.count("(E")
    for advance in filter(None, advances.split(";")):
        move(game, team, moved, advance)
    settle(game, batter, moved)
    if not basic.startswith(("SB", "CS", "PO", "WP", "PB", "BK", "NP")):
        game.next_up[team] = game.next_up[team] % 9 + 1


def basic_event(game: ReadGame, team: int, batter: str, basic: str) -> dict[str, str]:
    """Return each player's final base from the basic event only: start -> base, with H for home and "" for out."""
    play_code = basic.split("/")[0]
    if basic.startswith(("WP", "PB", "BK", "NP")):
        return {}
    if basic.startswith("SB"):
        return {str(int(base) - 1) if base != "H" else "3": base for base in re.findall(r"SB([23H])", basic)}
    if caught := re.fullmatch(r"CS([23H])\((\d+)\)", play_code):
        out(game, team, caught[2])
        return {"3" if caught[1] == "H" else str(int(caught[1]) - 1): ""}
    if picked := re.fullmatch(r"PO([123])\((\d+)\)", play_code):
        out(game, team, picked[2])
        return {picked[1]: ""}
    if play_code == "HR":
        game.hits[team] += 1
        return {"B": "H"}
    if play_code == "K":
        out(game, team, "2")
        return {"B": ""}
    if play_code[0] in HIT and play_code[1:].isdigit():
        game.hits[team] += 1
        return {"B": str(HIT[play_code[0]])}
    if play_code in ("W", "IW", "HP", "C") or play_code.startswith("FC"):
        game.errors[1 - team] += basic.startswith("C/E2")
        return {"B": "1"}
    if re.fullmatch(r"E\d", play_code):
        game.errors[1 - team] += 1
        return {"B": "1"}
    return each_out(game, team, play_code)


def each_out(game: ReadGame, team: int, play_code: str) -> dict[str, str]:
    """Return each out of 63, 64(1)3 or 4(B)3(1) with its base, or the batter's base if none is named.

    The last fielder to touch the ball throws to the next one.
    """
    outs = re.findall(r"(\d+)(?:\(([B123])\))?", play_code)
    assert "".join(fielders + (f"({base})" if base else "") for fielders, base in outs) == play_code, play_code
    moved, holder = {"B": "1"}, ""
    for fielders, base in outs:
        out(game, team, fielders if fielders[0] == holder else holder + fielders)
        moved[base or "B"] = ""
        holder = fielders[-1]
    return moved


def move(game: ReadGame, team: int, moved: dict[str, str], advance: str) -> None:
    match = ADVANCE.fullmatch(advance)
    assert match, advance
    start, how, base, notes = match.groups()
    assert start == "B" or start in game.on_base, f"nobody on {start} in {advance}"
    if how == "X":
        out(game, team, re.search(r"\((\d+)\)", notes)[1])
        moved[start] = ""
    else:
        moved[start] = base


def out(game: ReadGame, team: int, fielders: str) -> None:
    game.outs[team] += 1
    game.outs_now += 1
    game.putouts[1 - team] += 1
    game.assists[1 - team] += len(fielders) - 1


def settle(game: ReadGame, batter: str, moved: dict[str, str]) -> None:
    runners = {"B": batter, **game.on_base}
    standing: dict[str, str] = {}
    for start, runner in runners.items():
        base = moved.get(start, "" if start == "B" else start)
        if base == "H":
            game.runs[game.half[1]] += 1
        elif base:
            assert base not in standing or game.outs_now >= 3, f"two runners on {base}"
            standing[base] = runner
    game.on_base = standing
