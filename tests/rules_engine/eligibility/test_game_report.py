import pytest

from rules_engine.eligibility.game_outs import expected_outs
from rules_engine.eligibility.game_report import check_game, concession_doubt, game_report_notes
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.eligibility.reported_game import GameReport, ReportedPitcher
from rules_engine.innings import parse_innings
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")


def staff(*innings, runs=None):
    return [
        ReportedPitcher(
            f"P{number}", Appearance(RELIEF if number else START, parse_innings(text)), None if number else runs
        )
        for number, text in enumerate(innings)
    ]


def game(visitor_runs, home_runs, visitor=("8.0",), home=("9.0",), innings=9, ended="played_out", line_score=None):
    return GameReport(innings, visitor_runs, home_runs, staff(*visitor), staff(*home), ended, line_score)


def faults(report):
    return [str(ruling) for ruling in check_game(report, PURESTRAT)]


SOUND = {
    "home ahead does not bat in the ninth": game(2, 5),
    "walk-off with one out": game(2, 3, visitor=("8.1",)),
    "walk-off grand slam": game(3, 7, visitor=("8.2",)),
    "walk-off with nobody out": game(2, 3, visitor=("6.0", "2.0")),
    "visitors win in nine": game(5, 2, visitor=("9.0",)),
    "visitors win in twelve": game(5, 4, visitor=("10.0", "2.0"), home=("9.0", "3.0"), innings=12),
    "walk-off in the eleventh": game(4, 5, visitor=("9.0", "1.2"), home=("9.0", "2.0"), innings=11),
    "mercy for the visitors": game(12, 2, visitor=("5.0",), home=("5.0",), innings=5, ended="mercy"),
    "mercy for home after the top": game(1, 11, visitor=("4.0",), home=("5.0",), innings=5, ended="mercy"),
    "mercy for home after a whole inning": game(1, 11, visitor=("6.0",), home=("6.0",), innings=6, ended="mercy"),
    "conceded in the top of the seventh": game(2, 12, visitor=("6.0",), home=("6.1",), innings=7, ended="concession"),
    "conceded in the bottom": game(14, 2, visitor=("6.2",), home=("7.0",), innings=7, ended="concession"),
    "suspended while tied": game(3, 3, visitor=("7.0",), home=("7.2",), innings=8, ended="suspended"),
    "nobody retired by the second pitcher": game(5, 2, visitor=("9.0", "0.0")),
}


@pytest.mark.parametrize("report", SOUND.values(), ids=SOUND.keys())
def test_sound_report_has_no_errors(report):
    assert faults(report) == []


FAULTY = {
    "an out too few": (
        game(5, 2, visitor=("6.0", "2.2")),
        "visitor pitchers have 6.0 + 2.2 = 8.2 innings, but need 9.0",
    ),
    "an out too many": (game(2, 5, home=("9.1",)), "home pitchers have 9.1 innings, but need 9.0: 9 complete innings"),
    "home won with 27 outs": (game(2, 5, visitor=("9.0",)), "need 8.0 to 8.2: home won with fewer than three out"),
    "five-run walk-off": (game(2, 7, visitor=("8.1",)), "won by 5 in inning 9, but a last play can win by at most 4"),
    "no winner": (game(3, 3, visitor=("9.0",)), "T33.0: 3-3: only a suspended game may stay tied"),
    "seven innings": (game(5, 2, visitor=("7.0",), home=("7.0",), innings=7), "T0.04: 7 innings: a shorter game"),
    "mercy with nine": (game(11, 2, visitor=("5.0",), home=("5.0",), innings=5, ended="mercy"), "lead of 9"),
    "mercy in the fourth": (
        game(12, 2, visitor=("4.0",), home=("4.0",), innings=4, ended="mercy"),
        "inning 4: the mercy rule starts in inning 5",
    ),
    "mercy in mid-inning": (
        game(1, 11, visitor=("5.1",), home=("6.0",), innings=6, ended="mercy"),
        "visitor pitchers have 5.1 innings, but need 6.0",
    ),
    "conceded by less than ten": (
        game(6, 0, visitor=("5.0",), home=("5.2",), innings=6, ended="concession"),
        "T0.05: a concession at 6-0 is recorded as 10-0",
    ),
    "home batted though stopped in the top": (
        game(3, 3, visitor=("7.1",), home=("7.2",), innings=8, ended="suspended"),
        "visitor pitchers have 7.1 innings, but need 7.0: stopped in the top of inning 8",
    ),
}


@pytest.mark.parametrize(("report", "fault"), FAULTY.values(), ids=FAULTY.keys())
def test_report_error_shows_its_arithmetic(report, fault):
    problems = faults(report)
    assert len(problems) == 1
    assert fault in problems[0]


def test_t10_2_report_rejects_zero_or_two_starters():
    none = game(5, 2)._replace(
        home_pitching=[ReportedPitcher("Al", Appearance(RELIEF, 27))], visitor_pitching=staff("9.0")
    )
    two = none._replace(
        home_pitching=[ReportedPitcher("Al", Appearance(START, 24)), ReportedPitcher("Bo", Appearance(START, 3))]
    )
    assert faults(none) == ["T10.2: home: no starting pitcher is marked"]
    assert faults(two)[0] == "T10.2: home: 2 starting pitchers (Al, Bo), but only one can start"


def test_starter_must_be_listed_first_and_pitchers_only_once():
    late = [ReportedPitcher("Bo", Appearance(RELIEF, 3)), ReportedPitcher("Al", Appearance(START, 24))]
    repeated = [*staff("8.0", "0.2"), ReportedPitcher("P1", Appearance(RELIEF, 1))]
    assert faults(game(5, 2, visitor=("9.0",))._replace(home_pitching=late)) == [
        "T10.2: home: Al started but Bo is listed first"
    ]
    assert faults(game(5, 2, visitor=("9.0",))._replace(home_pitching=repeated)) == [
        "home: P1 is listed 2 times; a pitcher who has left can't return"
    ]


def test_namesakes_are_two_pitchers_but_repeats_are_rejected():
    starter = ReportedPitcher("51", Appearance(START, 24), 2, name="Bobby Jones (R)")
    namesake = ReportedPitcher("52", Appearance(RELIEF, 3), 0, name="Bobby Jones (L)")
    both = game(2, 3)._replace(home_pitching=[starter, namesake])
    assert check_game(both, PURESTRAT) == []
    repeated = both._replace(home_pitching=[starter._replace(appearance=Appearance(START, 21)), namesake, namesake])
    assert [str(ruling) for ruling in check_game(repeated, PURESTRAT)] == [
        "home: Bobby Jones (L) is listed 2 times; a pitcher who has left can't return"
    ]


@pytest.mark.parametrize(
    ("innings", "opponents_runs", "own_runs", "injured", "sound"),
    [
        ("5.0", 0, None, False, True),
        ("4.2", 3, None, False, False),
        ("4.2", 4, None, False, True),
        ("4.2", 6, 3, False, False),
        ("0.0", 6, 4, False, True),
        ("0.1", 0, 0, True, True),
    ],
)
def test_t10_2_starter_must_pitch_five_innings_or_allow_four_runs(innings, opponents_runs, own_runs, injured, sound):
    rest = parse_innings("9.0") - parse_innings(innings)
    home = [
        ReportedPitcher("Al", Appearance(START, parse_innings(innings)), own_runs, injured),
        ReportedPitcher("Bo", Appearance(RELIEF, rest)),
    ]
    report = game(opponents_runs, 9, home=("9.0",))._replace(home_pitching=home)
    assert (faults(report) == []) is sound


def test_t10_2_complete_short_game_is_not_an_early_exit():
    assert faults(game(0, 3, visitor=("2.1",), home=("3.0",), innings=3, ended="suspended")) == []


def test_t10_2_pitchers_runs_add_up_to_the_opponents_score():
    def with_runs(*runs, score=6, **more):
        lines = zip(staff("4.0", "5.0"), runs, strict=True)
        return faults(game(score, 9, **more)._replace(home_pitching=[line._replace(runs=runs) for line, runs in lines]))

    assert with_runs(4, 2) == with_runs(4, None) == with_runs(None, 6) == []
    assert with_runs(4, 3) == ["home pitchers gave up 4 + 3 = 7 runs, but the other team scored 6"]
    assert with_runs(4, 1) == ["home pitchers gave up 4 + 1 = 5 runs, but the other team scored 6"]
    assert with_runs(7, None) == ["home pitchers gave up 7 runs, but the other team scored 6"]
    assert with_runs(4, 1, score=19, visitor=("9.0",), ended="concession") == []  # T0.05 credits the other runs


def test_t10_2_starter_excused_only_by_the_score_gets_a_note():
    def messages(own_runs, opponents_runs=6):
        home = [ReportedPitcher("Al", Appearance(START, 12), own_runs), ReportedPitcher("Bo", Appearance(RELIEF, 15))]
        report = game(opponents_runs, 9)._replace(home_pitching=home)
        return [ruling.reason for ruling in game_report_notes(report, PURESTRAT)]

    sentence = "home: Al left after 4.0 and his own runs are not entered: allowed if 4 of the game's 6 runs were his"
    assert messages(None) == [sentence]
    assert messages(4) == messages(3) == messages(None, opponents_runs=3) == []


@pytest.mark.parametrize(
    ("line", "profile", "doubt"),
    [
        (([0, 0, 0, 3], [1, 1, 1]), "purestrat@1", "3-3: not behind, so the Tournament Director must agree"),
        (([0, 0, 0, 2], [1, 1, 1]), "purestrat@1", None),
        (([0, 0, 0, 0], [8, 0, 1]), "stpc_2020@1", "behind 0-9 after 3 innings: must be behind by 10 to concede"),
        (([0, 0, 0, 0], [8, 1, 1]), "stpc_2020@1", None),
        (None, "purestrat@1", None),
    ],
)
def test_t0_05_concession_is_judged_by_the_line_score(line, profile, doubt):
    visitors = sum(line[0]) if line else 3
    conceded = game(
        visitors, visitors + 10, visitor=("3.0",), home=("3.2",), innings=4, ended="concession", line_score=line
    )
    assert (check_game(conceded, load_profile(profile))) == []
    ruling = concession_doubt(conceded, load_profile(profile))
    assert (ruling.reason if ruling is not None else None) == doubt


LINE = {
    "sound": (game(1, 5, line_score=([0, 0, 1, 0, 0, 0, 0, 0, 0], [5, 0, 0, 0, 0, 0, 0, 0])), None),
    "sum": (game(2, 5, line_score=([0] * 9, [5, 0, 0, 0, 0, 0, 0, 0])), "visitor line score adds up to 0"),
    "length": (
        game(0, 5, line_score=([0] * 8, [5, 0, 0, 0, 0, 0, 0, 0])),
        "the line scores have 8 and 8 innings, but 9 were played",
    ),
    "mercy missed": (
        game(0, 12, line_score=([0] * 9, [4, 4, 4, 0, 0, 0, 0, 0])),
        "home led by 12 after the top of inning 5 and didn't need to bat",
    ),
    "mercy missed by visitors": (
        game(12, 1, visitor=("9.0",), line_score=([4, 4, 4, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0])),
        "T0.04: lead of 11 after inning 5: the mercy rule ended the game",
    ),
    "ten in four innings is no mercy yet": (
        game(11, 8, visitor=("9.0",), line_score=([4, 4, 3, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 2, 2, 4, 0, 0])),
        None,
    ),
    "ninth not needed": (
        game(1, 2, visitor=("8.1",), line_score=([1] + [0] * 8, [2] + [0] * 8)),
        "home led by 1 after the top of inning 9 and didn't need to bat",
    ),
    "extra inning not needed": (
        game(1, 3, visitor=("9.1",), home=("10.0",), innings=10, line_score=([1] + [0] * 9, [0] * 8 + [2, 1])),
        "lead of 1 after inning 9: that ended the game",
    ),
    "concession adds runs the innings do not show": (
        game(10, 0, visitor=("2.0",), home=("2.1",), innings=3, ended="concession", line_score=([2, 3, 1], [0, 0])),
        None,
    ),
}


@pytest.mark.parametrize(("report", "fault"), LINE.values(), ids=LINE.keys())
def test_t0_04_line_score_must_add_up_and_stop_when_the_game_ends(report, fault):
    problems = faults(report)
    assert len(problems) == (0 if fault is None else 1)
    assert fault is None or fault in problems[0]


NINE_ZEROS, EIGHT_ZEROS = [0] * 9, [0] * 8
SIX_INNINGS = {"visitor": ("6.0",), "home": ("6.0",), "innings": 6}
PAST_THE_END = {
    "suspended after six with a lead of eleven": (game(1, 12, **SIX_INNINGS, ended="suspended"), "after inning 6"),
    "suspended after six, visitors ahead": (game(12, 1, **SIX_INNINGS, ended="suspended"), "after inning 6"),
    "suspended after the top of the sixth": (
        game(1, 12, visitor=("5.0",), home=("6.0",), innings=6, ended="suspended"),
        "by at least 11 after inning 5",
    ),
    "suspended after the top of the fifth": (
        game(1, 12, visitor=("4.0",), home=("5.0",), innings=5, ended="suspended"),
        "led by 11 after the top of inning 5",
    ),
    "suspended in the top of the seventh": (
        game(1, 12, visitor=("6.0",), home=("6.1",), innings=7, ended="suspended"),
        "by at least 11 after inning 6",
    ),
    "home won by twelve in nine": (game(2, 14), "by at least 12 after inning 8"),
    "home won by twelve in nine with eight innings pitched": (game(2, 14, home=("8.0",)), "after inning 8"),
    "home won by twelve in nine with a line score": (
        game(2, 14, line_score=([*EIGHT_ZEROS, 2], [*[0] * 7, 14])),
        "lead of 14 after inning 8",
    ),
    "mercy an inning late": (
        game(1, 12, visitor=("6.0",), home=("7.0",), innings=7, ended="mercy"),
        "by at least 11 after inning 6",
    ),
    "conceded an inning late": (
        game(1, 14, visitor=("6.0",), home=("6.2",), innings=7, ended="concession"),
        "by at least 13 after inning 6",
    ),
    "conceded after mercy by the line score": (
        game(0, 11, **SIX_INNINGS, ended="concession", line_score=([0] * 6, [0, 0, 0, 0, 0, 11])),
        "lead of 11 after inning 6",
    ),
}


@pytest.mark.parametrize(("report", "fault"), PAST_THE_END.values(), ids=PAST_THE_END.keys())
def test_t0_04_game_already_ended_by_mercy_is_rejected(report, fault):
    (problem,) = faults(report)
    assert problem.startswith("T0.04")
    assert fault in problem


STILL_ON = {
    "suspended in the bottom, home ahead": game(1, 12, visitor=("5.1",), home=("6.0",), innings=6, ended="suspended"),
    "suspended in the top, visitors ahead": game(12, 1, visitor=("6.0",), home=("6.1",), innings=7, ended="suspended"),
    "suspended after four": game(1, 12, visitor=("4.0",), home=("4.0",), innings=4, ended="suspended"),
    "suspended after the top, visitors ahead": game(
        12, 1, visitor=("6.0",), home=("7.0",), innings=7, ended="suspended"
    ),
    "suspended with a lead of nine": game(1, 10, **SIX_INNINGS, ended="suspended"),
    "visitors win by twelve in nine": game(14, 2, visitor=("9.0",)),
    "conceded with the lead raised to ten": game(2, 12, visitor=("6.0",), home=("6.1",), innings=7, ended="concession"),
    "walk-off with nobody out in the tenth": game(2, 3, visitor=("9.0",), home=("9.0", "1.0"), innings=10),
}


@pytest.mark.parametrize("report", STILL_ON.values(), ids=STILL_ON.keys())
def test_t0_04_lead_gained_in_the_last_half_inning_triggers_no_mercy(report):
    assert faults(report) == []


def line(visitors, home, visitor_runs, home_runs):
    """Return a line score with this many innings and all runs in the last ones."""
    return [*[0] * (visitors - 1), visitor_runs], [*[0] * (home - 1), home_runs]


def mercy(visitor, home, line_score, runs=(1, 12)):
    return game(*runs, visitor=(visitor,), home=(home,), innings=5, ended="mercy", line_score=line_score)


AGREEING = {
    "home did not bat in the ninth": game(2, 5, line_score=line(9, 8, 2, 5)),
    "walk-off": game(2, 5, visitor=("8.2",), line_score=(line(9, 9, 2, 0)[0], [*EIGHT_ZEROS, 5])),
    "mercy after the top": mercy("4.0", "5.0", line(5, 4, 1, 12)),
    "mercy after the bottom": mercy("5.0", "5.0", line(5, 5, 1, 12)),
    "suspended in the top": game(0, 1, ("6.0",), ("6.1",), 7, "suspended", line(7, 6, 0, 1)),
    "suspended in the bottom": game(0, 1, ("6.1",), ("7.0",), 7, "suspended", line(7, 7, 0, 1)),
    "conceded in the top": game(0, 10, ("6.0",), ("6.1",), 7, "concession", line(7, 6, 0, 4)),
    "eleven innings": game(2, 1, ("9.0", "2.0"), ("11.0",), 11, "played_out", ([1] + [0] * 9 + [1], [1] + [0] * 10)),
}
DISAGREEING = {
    "8.1 though home did not bat": (game(2, 5, ("8.1",), line_score=line(9, 8, 2, 5)), "8.1 innings, but need 8.0"),
    "8.2 though home did not bat": (game(2, 5, ("8.2",), line_score=line(9, 8, 2, 5)), "8.2 innings, but need 8.0"),
    "mercy, 4.0 though home batted": (mercy("4.0", "5.0", line(5, 5, 1, 12)), "4.0 innings, but need 5.0"),
    "mercy, 5.0 though home did not": (mercy("5.0", "5.0", line(5, 4, 1, 12)), "5.0 innings, but need 4.0"),
    "mercy for visitors, home line short": (mercy("5.0", "5.0", line(5, 4, 12, 1), (12, 1)), "home was not ahead"),
    "visitors won, home line short": (game(5, 2, ("9.0",), line_score=line(9, 8, 5, 2)), "home was not ahead"),
    "five-run walk-off": (game(0, 5, line_score=(NINE_ZEROS, [*EIGHT_ZEROS, 5])), "by at most 4"),
    "suspended in the top, bottom pitched": (
        game(0, 1, ("6.1",), ("7.0",), 7, "suspended", line(7, 6, 0, 1)),
        "6.1 innings, but need 6.0",
    ),
    "suspended in the bottom, top not over": (
        game(0, 1, ("6.0",), ("6.2",), 7, "suspended", line(7, 7, 0, 1)),
        "6.2 innings, but need 7.0",
    ),
    "conceded in the bottom, top not over": (
        game(0, 10, ("6.0",), ("6.1",), 7, "concession", line(7, 7, 0, 4)),
        "6.1 innings, but need 7.0",
    ),
    "extra innings, home not ahead": (
        game(2, 1, ("10.0",), ("11.0",), 11, "played_out", ([1] + [0] * 9 + [1], [1] + [0] * 9)),
        "home was not ahead",
    ),
}


@pytest.mark.parametrize("report", AGREEING.values(), ids=AGREEING.keys())
def test_innings_matching_the_line_score_are_accepted(report):
    assert faults(report) == []


@pytest.mark.parametrize(("report", "fault"), DISAGREEING.values(), ids=DISAGREEING.keys())
def test_innings_contradicting_the_line_score_are_rejected(report, fault):
    assert any(fault in problem for problem in faults(report)), faults(report)


def test_form_can_show_the_expected_outs():
    expected = expected_outs(game(2, 5))
    assert (expected["home"].fewest, expected["home"].most) == (27, 27)
    assert (expected["visitor"].fewest, expected["visitor"].most) == (24, 26)
