"""Two hundred whole games of Inside Pitch replay with the same results."""

from rules_engine.baseball.box_score import box_score
from tests.recorded_games.inside_pitch import GAMES, KEY, load, played_again
from tests.recorded_games.league import ROOM
from tests.recorded_games.written import RecordedGame, box_lines, checksum, log_lines


def difference(game: RecordedGame) -> str:
    log = played_again(game)
    came = {"log": log_lines(log), "box": box_lines(box_score(log.in_force()))}
    for part, lines in came.items():
        if checksum(lines) != getattr(game, part) or (game.in_full and lines != game.in_full[part]):
            return f"game {game.head['number']}: the {part} is another"
    return ""


def test_recorded_inside_pitch_games_replay_identically() -> None:
    others = [fault for game in load() if (fault := difference(game))]
    assert not others, "\n".join(others)


def test_file_has_two_hundred_games_in_at_most_700_kb() -> None:
    assert [game.head["number"] for game in load()] == list(range(1, GAMES + 1))
    assert (ROOM / f"{KEY}.json").stat().st_size <= 700_000
