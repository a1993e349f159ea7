"""Provide small, faithful sheets of different origins for the same 1998 players, with the expected ratings."""

from typing import Final, NamedTuple


class SheetSample(NamedTuple):
    """A sheet. `key` has ratings by card name, and `questions` is the number of rows that need confirmation."""

    name: str
    content: bytes
    key: dict[str, dict[str, str]]
    questions: int = 0
    faults: int = 0
    left_out: int = 0
    columns: dict[str, str] = {}


_PRINTED_HITTERS: Final = """STRAT SHEET 1998;;;;
;;;;
HITTERS;TM;FIELDING;STEAL;RUN
Griffey, Ken;SEA;cf-2(-3)e4;*2-6/- (18-12);1-15 B/C
Piazza, Mike;NYM;c-4(+1)e9 T-12(pb-6);-/- (8-2);1-8 D
HITTERS;TM;FIELDING;STEAL;RUN
Jeter, Derek;NYY;ss-3e12;B;1-16
"""
_PITCHERS: Final = """Pitcher,Team,Pitching
"Maddux, Greg",ATL,"s(7)/r(2)/N, hold -1, #2WR, bk-0, wp-1, p-1e4"
Mariano Rivera,NYY,"r(2)/6 hold 0 #1NR bk-0 wp-0 e0"
"Johnson, Randy",,"s(8)* hold +3 #1WR bk-2 wp-8 e35"
"""
_BY_POSITION: Final = """Last\tFirst\tTeam\t1B\tLF\tCF\tOB vs L\tTB vs R\tBP L\tClutch
Bonds\tBarry\tSFG\t-\t1(-1)e5\t3(-1)e5\t52.1\t48\t6\t-3
McGwire\tMark\tSTL\t3e12\t\t\t55\t71\tw\t+4
"""
_SEP_LINE: Final = "sep=;\r\nName;Pos;Field;H&R;Bunt\r\nJosé Offerman;2B;4e22;A;B\r\nEdgar Rentería;SS;2e24;C;A\r\n"
_NAMESAKES: Final = """Player,Team,Born,Running
Alex Gonzalez,TOR,1973,1-14
Alex Gonzalez,FLA,,1-12
Alex Gonzalez,,,1-11
Nobody Known,TOR,,1-9
Tony Gwynn,SDP,,1-25
"""

SAMPLES: Final = [
    SheetSample(
        "hitters.csv",
        _PRINTED_HITTERS.encode(),
        {
            "Ken Griffey": {
                **{"fielding": "cf-2(-3)e4", "steal": "*2-6/- (18-12)", "running": "1-15"},
                **{"bunting": "B", "hit_and_run": "C"},
            },
            "Mike Piazza": {
                **{"fielding": "c-4(+1)e9", "throw": "T 1-12", "passed_ball": "6"},
                **{"steal": "-/- (8-2)", "running": "1-8", "bunting": "D"},
            },
            "Derek Jeter": {"fielding": "ss-3e12", "stealing": "B", "running": "1-16"},
        },
    ),
    SheetSample(
        "pitchers.csv",
        _PITCHERS.encode("utf-8-sig"),
        {
            "Greg Maddux": {
                **{"endurance": "starter(7) relief(2)/N", "hold": "-1", "hitting": "#2WR"},
                **{"balk": "0", "wild_pitch": "1", "fielding": "p-1e4"},
            },
            "Mariano Rivera": {
                **{"endurance": "relief(2)/6", "hold": "+0", "hitting": "#1NR"},
                **{"balk": "0", "wild_pitch": "0", "pitcher_error": "e0"},
            },
            "Randy Johnson": {
                **{"endurance": "starter(8)", "starter_star": "*", "hold": "+3", "hitting": "#1WR"},
                **{"balk": "2", "wild_pitch": "8", "pitcher_error": "e35"},
            },
        },
    ),
    SheetSample(
        "by position.txt",
        _BY_POSITION.encode("utf-16"),
        {
            "Barry Bonds": {
                **{"fielding": "lf-1(-1)e5, cf-3e5", "ob_left": "52.1", "tb_right": "48"},
                **{"park_left": "6", "clutch": "-3"},
            },
            "Mark McGwire": {
                **{"fielding": "1b-3e12", "ob_left": "55", "tb_right": "71"},
                **{"park_left": "w", "clutch": "4"},
            },
        },
    ),
    SheetSample(
        "sep line.csv",
        _SEP_LINE.encode("cp1252"),
        {
            "Jose Offerman": {"fielding": "2b-4e22", "hit_and_run": "A", "bunting": "B"},
            "Edgar Renteria": {"fielding": "ss-2e24", "hit_and_run": "C", "bunting": "A"},
        },
    ),
    SheetSample(
        "namesakes.csv",
        _NAMESAKES.encode(),
        {"Alex Gonzalez TOR": {"running": "1-14"}, "Alex Gonzalez FLA": {"running": "1-12"}},
        questions=1,
        faults=1,
        left_out=2,
    ),
]
