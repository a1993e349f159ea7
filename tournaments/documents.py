"""Schedule and standings on paper."""

from itertools import groupby

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, KeepTogether, Spacer

from rules_engine.competition.standings import over_text
from tournaments import paper
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.standings import DivisionStandings, standings_of


def standings_pdf(tournament: Tournament, division_id: int | None = None) -> bytes:
    """The table of every division with the proof of its ties."""
    story: list[Flowable] = []
    for table in standings_of(tournament, division_id):
        story += _division_standings(table)
    return paper.listing(tournament, "Standings", story)


def _division_standings(table: DivisionStandings) -> list[Flowable]:
    rows = [
        [
            str(line.row.rank),
            line.team.name,
            line.record,
            over_text(line.row.games_over_500),
            line.row.streak,
            str(line.row.remaining),
            str(line.row.runs_for),
            str(line.row.runs_against),
            ("advances" if table.is_complete else "in place") if line.advances else "",
        ]
        for line in table.lines
    ]
    head = ["Rank", "Team", "W-L", "Over .500", "Streak", "Left", "Runs for", "Against", f"{table.places} advance"]
    cut = [("LINEBELOW", (0, i), (-1, i), 1.4, Color(0, 0, 0)) for i, line in enumerate(table.lines, 1) if line.is_cut]
    widths = [30.0, 170.0, 48.0, 48.0, 38.0, 32.0, 48.0, 48.0, 62.0]
    parts: list[Flowable] = [
        paper.paragraph(table.division.name, paper.HEADING),
        paper.ruled_table(head, rows, widths=widths, right=(0, 2, 3, 4, 5, 6, 7), extra=cut),
    ]
    for team in table.removed:
        parts.append(paper.paragraph(f"{team.name} dropped out; games thrown out (T0.08).", paper.SMALL))
    if table.proof:
        title = "How the ties were broken" if table.is_complete else "How the ties would be broken as it stands"
        parts += [Spacer(1, 6), paper.paragraph(title, paper.BODY)]
        parts += [paper.paragraph(f"{n}. {sentence}", paper.SMALL) for n, sentence in enumerate(table.proof, 1)]
    return [KeepTogether(parts)] if len(table.proof) < 20 else parts


def schedule_pdf(tournament: Tournament, division: Division) -> bytes:
    """Every round of a division with its tables and byes."""
    teams = list(division.teams.all())
    series = list(_round_robin(division))
    story: list[Flowable] = []
    for number, group in groupby(series, key=lambda one: one.round):
        meetings = list(group)
        rows = [[str(one.table or ""), one.away.name, "at", one.home.name, _state(one)] for one in meetings]
        parts: list[Flowable] = [
            paper.paragraph(f"Round {number}", paper.HEADING),
            paper.ruled_table(
                ["Table", "Team", "", "Team", ""], rows, widths=[36.0, 175.0, 24.0, 175.0, 120.0], right=(0,)
            ),
        ]
        if byes := _byes(teams, meetings):
            parts.append(paper.paragraph(f"Bye: {', '.join(byes)}", paper.BODY))
        story.append(KeepTogether(parts))
    return paper.listing(tournament, f"Schedule, {division.name}", story)


def team_schedule_pdf(tournament: Tournament, team: Team) -> bytes:
    """One team's way through the rounds: opponent, table, home for game 1, room for the result."""
    assert team.division is not None
    mine = {one.round: one for one in _round_robin(team.division) if team.pk in (one.home_id, one.away_id)}
    last = max([one.round for one in _round_robin(team.division)], default=0)
    rows = [_team_round(team, number, mine.get(number)) for number in range(1, last + 1)]
    head = ["Round", "Table", "Opponent", "Game 1", "Won", "Lost", "Notes"]
    table = paper.ruled_table(head, rows, widths=[36.0, 36.0, 190.0, 60.0, 40.0, 40.0, 130.0], right=(0, 1), size=9.5)
    return paper.listing(tournament, f"{team.name}: schedule", [table])


def _team_round(team: Team, number: int, series: Series | None) -> list[str]:
    if series is None:
        return [str(number), "", "bye", "", "", "", ""]
    at_home = series.home_id == team.pk
    opponent = series.away if at_home else series.home
    first = ("home" if at_home else "away") if series.home_decided else "roll"
    won, lost = (series.home_wins, series.away_wins) if at_home else (series.away_wins, series.home_wins)
    result = [str(won), str(lost)] if series.outcomes else ["", ""]
    return [str(number), str(series.table or ""), opponent.name, first, *result, ""]


def _round_robin(division: Division) -> list[Series]:
    chosen = division.series.filter(stage=Series.Stage.ROUND_ROBIN).exclude(status=Series.Status.VOID)
    return list(chosen.select_related("home", "away").order_by("round", "table", "pk"))


def _state(series: Series) -> str:
    if series.outcomes:
        return f"{series.away_wins}-{series.home_wins}"
    return "" if series.home_decided else "roll for home"


def _byes(teams: list[Team], meetings: list[Series]) -> list[str]:
    playing = {number for one in meetings for number in (one.home_id, one.away_id)}
    return [team.name for team in teams if team.pk not in playing and team.dropped_after_round is None]
