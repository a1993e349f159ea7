"""Test manage.py play with lineups from a file, or set at the keyboard before the first pitch."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ATLANTA = """team,place,man,position
ATL,1,weiss,ss
ATL,2,lockhart,2b
ATL,3,chipper,3b
ATL,4,galarraga,1b
ATL,5,klesko,lf
ATL,6,javy,c
ATL,7,andruw,cf
ATL,8,tucker,rf
ATL,9,,p
"""


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch):
    """Run the command with these answers. It exits when they run out."""

    def run(*answers: str, **options: object) -> str:
        keys: Iterator[str] = iter(answers)
        out = StringIO()

        def read(prompt: str) -> str:
            out.write(prompt + "\n")
            answer = next(keys, None)
            if answer is None:
                raise EOFError
            return answer

        monkeypatch.setattr("builtins.input", read)
        call_command("play", seed=3, stdout=out, **options)
        return out.getvalue()

    return run


@pytest.fixture
def file(tmp_path: Path):
    def write(text: str) -> Path:
        path = tmp_path / "mine.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def sides_of(path: Path) -> list[dict[str, list[str]]]:
    return json.loads(path.read_text(encoding="utf-8"))["sides"]


def test_lineup_file_sets_the_field(play, file, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play(lineup=file(ATLANTA), save=path)
    away, home = sides_of(path)
    assert home["order"][:5] == ["weisswa01", "lockhke01", "jonesch06", "galaran01", "kleskry01"]
    assert home["order"][8] == home["field"][0] == "maddugr01"
    assert away["order"][8] == away["field"][0]


def test_lineup_file_accepts_a_starter_semicolons_and_comments(play, file, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = "# against left-handers\n\n" + ATLANTA.replace("ATL,9,,p", "home,9,Glavine,P").replace(",", ";")
    play(lineup=file(text), save=path)
    assert sides_of(path)[1]["field"][0] == "glavito02"


def test_designated_hitter_replaces_the_pitcher_in_the_batting_order(play, file, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    rows = ATLANTA.replace("ATL,9,,p", "ATL,9,graffanino,dh\nATL,,smoltz,p")
    play(lineup=file(rows), save=path, edition="som_advanced")
    home = sides_of(path)[1]
    assert (home["order"][8], home["field"][0]) == ("graffto01", "smoltjo01")
    assert "smoltjo01" not in home["order"]
    with pytest.raises(CommandError, match=r"mine\.csv: ATL: T0\.01: There is no designated hitter"):
        play(lineup=file(rows))


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (
            "ATL,2,lockhart,2b",
            "BOX,2,lockhart,2b",
            "row 3, team: “BOX” is not in this game; the teams are NYA (away) and ATL (home)",
        ),
        ("ATL,2,lockhart,2b", "ATL,x,lockhart,2b", "row 3, place: “x” is not 1 to 9"),
        ("ATL,2,lockhart,2b", "ATL,1,lockhart,2b", "row 3, place: ATL has two players in spot 1"),
        ("ATL,2,lockhart,2b", "ATL,2,aaron,2b", "row 3, man: “aaron” is not on the list"),
        ("ATL,2,lockhart,2b", "ATL,2,jones,2b", "row 3, man: “jones” may be"),
        ("ATL,2,lockhart,2b", "ATL,2,weiss,2b", "row 3, man: Walt Weiss is already in ATL's lineup"),
        ("ATL,2,lockhart,2b", "ATL,2,lockhart,xx", "row 3, position: “xx” is not one of p c 1b"),
        ("ATL,2,lockhart,2b", "ATL,2,lockhart,ss", "row 3, position: ATL has two players at ss"),
        ("ATL,2,lockhart,2b", "ATL,2,,2b", "row 3, man: enter a name"),
        ("ATL,2,lockhart,2b", "ATL,2,lockhart", "row 3, row: needs 4 cells, but has 3"),
        ("ATL,2,lockhart,2b\n", "", "ATL: place: no one bats 2"),
        ("team,place,man,position", "team,who,man,position", "row 1, head: use the columns team, place, man, position"),
        ("ATL,8,tucker,rf", "ATL,8,tucker,c\nATL,8,perez,rf", "row 9, position: ATL has two players at c"),
    ],
)
def test_lineup_error_includes_file_row_and_field(play, file, before: str, after: str, fault: str) -> None:
    with pytest.raises(CommandError) as refused:
        play(lineup=file(ATLANTA.replace(before, after)))
    assert fault in str(refused.value)
    assert "mine.csv: " in str(refused.value)


def test_reports_all_lineup_errors_at_once(play, file, tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        play(lineup=file(ATLANTA.replace("weiss", "wess").replace("tucker", "tuker")))
    assert len(str(refused.value).splitlines()) >= 2
    with pytest.raises(CommandError, match=r"mine\.csv: ATL: T10\.11: Walt Weiss does not have 2b on his card"):
        play(lineup=file(ATLANTA.replace("weiss,ss", "weiss,2b").replace("lockhart,2b", "lockhart,ss")))
    with pytest.raises(CommandError, match=r"none\.csv can't be read"):
        play(lineup=tmp_path / "none.csv")


def test_keyboard_lineup_is_checked_before_the_first_pitch(play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = play(
        "",
        "help",
        "bench",
        "card galarraga",
        "3 galarraga",
        "glavine p",
        "colbrunn 1b",
        "weiss rf",
        "",
        "propose",
        "9 nobody",
        "what",
        "3 galarraga",
        "glavine p",
        "",
        save=path,
    )
    home = sides_of(path)[1]
    assert (home["order"][2], home["field"][0], home["order"][8]) == ("galaran01", "glavito02", "glavito02")
    assert "refused, T10.11: " in text
    assert "may start: " in text
    assert "“what”: type 3 PLAYER, PLAYER ss or Enter" in text
    assert "start him" in text
    assert "Against left-handers" in text
    assert "“nobody” is not on the list" in text


def test_quitting_before_the_first_pitch_starts_no_game(play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(CommandError, match="no game was started"):
        play("quit", save=path)
    assert not path.exists()
    with pytest.raises(CommandError, match="--lineup is for a new game"):
        play(lineup=tmp_path / "mine.csv", resume=path)
