"""Build the data that helps a manager choose a substitute."""

from typing import Any, Final

from core.cached_reads import SingleBuildCache
from play.table import PlayTable
from rules_engine.baseball.mound import mound_report
from rules_engine.baseball.settling import player_note
from rules_engine.eligibility.pitching import ReliefLeft
from rules_engine.innings import format_innings

_MAX_GAMES: Final = 1000
_ratings_by_game: Final = SingleBuildCache(_MAX_GAMES)
_relievers_by_game: Final = SingleBuildCache(_MAX_GAMES)


def card_ratings(table: PlayTable, player: str) -> list[str]:
    """Return the rating lines from a player's card.

    Ratings don't change during a game. Each process computes them only once, because that takes longer than a move.
    """
    ratings: dict[str, list[str]] = _ratings_by_game.get(table.game.public_id, dict)
    if player not in ratings:
        game = table.play.game
        ratings[player] = [*game.system.card_face(game.setup.cards[player]).ratings]
    return ratings[player]


def reliever_view(table: PlayTable, player: str) -> dict[str, Any]:
    """Return the data that helps a manager choose a reliever.

    The data changes only with his relief innings, when a suspended game resumes.
    """
    relievers: dict[str, tuple[ReliefLeft | None, dict[str, Any]]]
    relievers = _relievers_by_game.get(table.game.public_id, dict)
    left = table.play.game.relief.get(player)
    if player not in relievers or relievers[player][0] != left:
        relievers[player] = (left, _make_reliever(table, player, left))
    return dict(relievers[player][1])


def _make_reliever(table: PlayTable, player: str, left: ReliefLeft | None) -> dict[str, Any]:
    """Return the reliever with the ruling on his relief.

    Without a pitching sheet, his card and rest determine the ruling.
    """
    talk = table.play
    ruling = talk.game.setup.may_pitch(player, start=False) if left is None else left.ruling
    return {
        "player": player,
        "name": talk.name(player),
        "note": player_note(talk.game, player),
        "ratings": card_ratings(table, player),
        "can_relieve": bool(ruling),
        "innings_left": "" if left is None else format_innings(left.outs),
        "ruling": "" if left is None and ruling else talk.spoken(str(ruling)),
    }


def mound_view(table: PlayTable, team: int) -> dict[str, Any]:
    """Return a team's pitcher, his workload in this game, and whether he is tired before the next batter."""
    report = mound_report(table.play.game, team)
    return {
        "player": report.pitcher,
        "name": table.play.name(report.pitcher),
        "work": report.work,
        "is_tired": report.is_tired,
        "note": report.note,
    }


def hitter_view(table: PlayTable, team: int, player: str) -> dict[str, Any]:
    """Return the data about a potential hitter, runner or fielder, including his split against the opposing pitcher."""
    talk = table.play
    setup = talk.game.setup
    view = {"player": player, "name": talk.name(player), "positions": "pitcher", "note": "", "ratings": []}
    if not setup.is_hitter(player):
        return view
    return view | {
        "positions": " ".join(setup.positions(player)) or "no position",
        "note": f"bats {setup.cards[player].bats}, {_split_text(table, team, player)}",
        "ratings": card_ratings(table, player),
    }


def _split_text(table: PlayTable, team: int, player: str) -> str:
    """Return a hitter's on-base and slugging averages against the opposing pitcher."""
    game = table.play.game
    # a hitter forced to pitch can bat from either side
    is_left = game.setup.hand(game.state.sides[1 - team].pitcher) == "L"
    bat = game.setup.bat(player, "L" if is_left else "R")
    hands = "left-handers" if is_left else "right-handers"
    return f"{_average(bat.on_base)} on base, {_average(bat.slugging)} slugging against {hands}"


def _average(share: float) -> str:
    return f"{share:.3f}".removeprefix("0")
