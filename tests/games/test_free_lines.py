"""Test free-form lines and pasted blocks in the grid."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.models import STAND_IN_NAME
from games.scoresheet.entries import GridLayout
from games.scoresheet.lines import apply_lines
from games.scoresheet.read import read_typed_grid

BEARS, SHARKS = 2, 1
NAMES = {
    BEARS: {21: "Babe Adams", 22: "Frank Baker", 23: "Bill Bakely"},
    SHARKS: {11: "John Clarkson", 12: "George Davis", 13: "José Méndez", 14: "Walter Clarkson"},
}
LAYOUT = GridLayout(
    SimpleNamespace(games_planned=3),
    {team: list(names) for team, names in NAMES.items()},
    [(1, 2), (2, 1), (1, 2)],
    {BEARS: "Bears", SHARKS: "Sharks"},
    NAMES,
    [21, 11],
    fills_defaults=True,
)


def take(text, **typed):
    values = {name.replace("_", "-"): value for name, value in typed.items()} | {"lines": text}
    faults = apply_lines(values, LAYOUT)
    return values, [fault.sentence.partition("”: ")[2] for fault in faults]


GAME = {
    "runs-1-2": "2",
    "p-1-2-21": "7",
    "s-1-2-21": "1",
    "p-1-2-22": "1",
    "runs-1-1": "3",
    "p-1-1-12": "9",
    "s-1-1-12": "1",
}


@pytest.mark.parametrize(
    "line",
    [
        "2 Adams 7, Baker 1 / 3 Davis 9",
        "2 adams 7 baker 1/3 davis 9".replace("/", " / "),
        "2ad7baker1 /3da9",
        "3 Davis 9 / 2 Babe Adams 7; Baker 1",
        "game 1: 2 Adams 7\tBaker 1 / 3 Davis 9",
    ],
)
def test_game_line_fills_its_fields_in_either_team_order(line):
    assert take(line) == (GAME, [])


def test_slash_without_spaces_separates_teams_except_in_thirds():
    values, faults = take("2 Adams 8/3 Davis 9")
    assert (values["p-1-2-21"], values["runs-1-1"], faults) == ("8", "3", [])
    values, faults = take("2 Adams 9/1 Davis 8 1/3")
    assert (values["p-1-2-21"], values["runs-1-1"], values["p-1-1-12"], faults) == ("9", "1", "8 1/3", [])
    values, faults = take("2 Adams 6.2/3 Davis 9")
    assert (values["p-1-2-21"], values["runs-1-1"], faults) == ("6.2", "3", [])


def test_line_that_finishes_a_game_clears_its_suspension_innings():
    values, _ = take("1: 2 Adams 9 / 3 Davis 9", innings_1="6", innings_2="6")
    assert (values["innings-1"], values["innings-2"]) == ("", "6")
    values, _ = take("1: 2 Adams 6 / 3 Davis 6", innings_1="6")
    assert values["innings-1"] == "6"


def test_lines_fill_the_next_empty_game_and_a_number_replaces_a_game():
    values, faults = take("Adams 8 / Davis 9\n1: Baker 8 / Méndez 9\n\nAdams 8 / mend 9", p_2_2_21="8")
    assert not faults
    assert {name: value for name, value in values.items() if name.startswith("p-")} == {
        "p-1-2-22": "8",
        "p-1-1-13": "9",
        "p-2-2-21": "8",
        "p-3-2-21": "8",
        "p-3-1-13": "9",
    }


def test_relief_order_that_differs_from_the_grid_is_numbered():
    values, _ = take("Adams 6, Bakely 1 r2, Baker 1 / Davis 9")
    assert (values["p-1-2-23"], values["p-1-2-22"]) == ("1 r2 #2", "1 #3")


@pytest.mark.parametrize(
    "row", ["Adams\t7\t\t8", "Adams, 7, , 8", "Babe Adams;7;-;8", "Adams\t7, ,8", "Adams, s7\t\t8\t\t"]
)
def test_sheet_rows_may_mix_tabs_commas_and_semicolons(row):
    values, faults = take(f"Pitcher\tGame 1\tGame 2\tGame 3\n{row}\nSharks, 3, 4, 5")
    assert not faults
    assert (values["p-1-2-21"], values["p-3-2-21"], values["runs-2-1"]) == ("7", "8", "4")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Adams, 7, 1, 1, 2", "4 values, but the series has 3 games: this line is not used"),
        ("Bak 8 / Davis 9", "“Bak” could be Frank Baker or Bill Bakely: enter more of the name"),
        ("Adams 8 / Clarkson 9", "“Clarkson” could be John Clarkson or Walter Clarkson: enter more of the name"),
        ("Adams 8 / Zyx 9", "Sharks has no pitcher called “Zyx”"),
        ("Zyx, 8", "no pitcher is called “Zyx”"),
        ("Adams 7 1 / Davis 9", "“1” is not a pitcher with innings, such as Adams 7.1"),
        ("4: Adams 8 / Davis 9", "the series has 3 games, so there is no game 4"),
        ("Adams 4, Adams 4 / Davis 9", "Babe Adams is listed twice"),
        ("Adams 8", "put a slash between the visitors and the home team, or commas between the values of a row"),
    ],
)
def test_unclear_line_raises_a_question_and_is_preserved(line, sentence):
    values, faults = take(f"Adams 8 / Davis 9\n{line}")
    assert faults == [sentence]
    assert values.pop("lines") == line
    assert values["p-1-2-21"] == "8"


def test_defaults_to_nine_innings_and_the_only_possible_starter():
    typed = {"runs-1-1": "3", "runs-1-2": "2", "p-1-1-12": "2.0", "p-1-1-11": "7.0", "p-1-2-22": "8.0"}
    game = read_typed_grid(typed, LAYOUT).games[0]
    assert game.innings == 9
    assert [(outing.card_id, outing.starts) for outing in game.outings] == [(22, True), (11, True), (12, False)]
    longer = read_typed_grid(typed | {"p-1-1-11": "9.1"}, LAYOUT).games[0]
    assert longer.innings == 12
    assert read_typed_grid(typed, LAYOUT._replace(fills_defaults=False)).games[0].innings is None
    assert read_typed_grid(typed | {"ending-1": "suspended"}, LAYOUT).games[0].innings is None


OTHERS = GridLayout(
    SimpleNamespace(games_planned=3),
    {BEARS: [31, 32, 33], SHARKS: [41, 42, 43]},
    [(1, 2), (2, 1), (1, 2)],
    {BEARS: "Bears", SHARKS: "Sharks"},
    {
        BEARS: {31: "A. J. Burnett", 32: "CC Sabathia", 33: "Mike Maroth"},
        SHARKS: {41: "Eric O'Flaherty", 42: "Ken Hill", 43: "Pedro Martínez"},
    },
    [],
)


@pytest.mark.parametrize(
    "line",
    [
        "2 A.J. Burnett 7, C.C. Sabathia 2 / 3 O’Flaherty 9",
        "2 AJ Burnett 7, CC Sabathia 2 / 3 Eric O'Flaherty 9",
        "2 Burnett, A. J. 7, Sabathia 2 / 3 O'FLAHERTY, Eric 9",
        "2 a j burnett 7, sabathia, cc 2 / 3 oflaherty 9",
    ],
)
def test_f12_recognizes_pitcher_names_in_every_spelling(line):
    values = {"lines": line}
    assert apply_lines(values, OTHERS) == []
    assert [values[name] for name in ("p-1-2-31", "p-1-2-32", "p-1-1-41", "runs-1-2")] == ["7", "2", "9", "2"]


@pytest.mark.parametrize("name", ["Michael Maroth", "maroth", "M. Maroth", "Maroth, Mike", "Mike Maroth Jr."])
def test_recognizes_short_first_names_and_suffixes(name):
    values = {"lines": f"{name}\t7"}
    assert apply_lines(values, OTHERS) == []
    assert values["p-1-2-33"] == "7"


@pytest.mark.parametrize("row", ["Burnett, A.J.\t7\t\t2", "Burnett, A.J.;7;;2", "Burnett, A.J., 7, , 2"])
def test_f14_name_with_a_comma_is_distinguished_from_cells(row):
    values = {"lines": row}
    assert apply_lines(values, OTHERS) == []
    assert values == {"p-1-2-31": "7", "p-3-2-31": "2"}


@pytest.mark.parametrize("innings", ["6.2", "6,2", "6 2/3", "6⅔"])
def test_f21_line_innings_accept_every_notation(innings):
    for text in (f"Burnett {innings}, Sabathia .1 / Hill 7", f"Burnett\t{innings}"):
        values = {"lines": text, "runs-1-1": "", "runs-1-2": ""}
        assert apply_lines(values, OTHERS) == []
        outings = [outing for outing in read_typed_grid(values, OTHERS).games[0].outings if outing.card_id == 31]
        assert [outing.outs for outing in outings] == [20]


@given(st.text(alphabet="adambkerclso 0123456789.,;/\t\n:-", max_size=80))
def test_any_text_is_parsed_or_reported(text):
    values, faults = take(text)
    assert len([line for line in values.get("lines", "").split("\n") if line]) <= len(text)
    assert bool(faults) == bool(values.get("lines"))


def test_row_needs_a_team_if_both_have_such_a_pitcher():
    layout = LAYOUT._replace(names={BEARS: {**NAMES[BEARS], 23: "John Clarkson"}, SHARKS: NAMES[SHARKS]})
    values = {"lines": "John Clarkson (Bears)\t7"}
    assert apply_lines(values, layout) == []
    assert values == {"p-1-2-23": "7"}


WITH_FIELDERS = OTHERS._replace(spare_names={BEARS: {0: STAND_IN_NAME, 35: "Carlos Guillén"}, SHARKS: {}})


def test_row_for_a_position_player_fills_the_spare_row():
    values = {"lines": "Guillen\t\t1"}
    assert apply_lines(values, WITH_FIELDERS) == []
    assert values == {"p-2-2-spare": "1", "spare-2": "35"}


def test_second_player_for_the_spare_row_is_refused():
    values = {"lines": "Guillen\t\t1\n1WR\t\t\t1"}
    (fault,) = apply_lines(values, WITH_FIELDERS)
    assert "the spare row already has another player" in fault.sentence
    assert values == {"p-2-2-spare": "1", "spare-2": "35", "lines": "1WR\t\t\t1"}
