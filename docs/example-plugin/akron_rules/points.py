"""Three points a win, one a loss, and ten for the title. The best four tournaments of a year count."""

from collections.abc import Collection, Sequence

from pennant_baseball.plugins import FinishedTeam, YearResult

COUNTED = 4


class ThreePointsAWin:
    title = "Akron: three points a win"

    def points(self, finish: FinishedTeam) -> int:
        return 3 * finish.wins + finish.losses + (10 if finish.place == 1 else 0)

    def counted(self, results: Sequence[YearResult]) -> Collection[int]:
        places = sorted(range(len(results)), key=lambda place: results[place].points, reverse=True)
        return places[:COUNTED]
