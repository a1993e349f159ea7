"""Adapters for standings and tiebreakers: series, dropped teams, playoff games and rolls become database rows.

A series has two teams and a letter per game: H or A for the winner, T for a game that was stopped permanently, and "-"
for a tie in a game that never started. `planned` is the number of games, if some are still to be played, and `round`
its round.
"""

from rules_engine.competition.standings import NOT_STARTED, STOPPED, GameScore, over_text, tally_games
from tests.conformance.adapters import TOURNAMENT_PROFILE
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services.dropouts import drop_team
from tournaments.services.takeovers import settle_takeover
from tournaments.services.tie_breaks import roll_tie_break, schedule_playoff_game

SYSTEM = "star_tournament"
SETS = {"out", "open"}
DATABASE = {"standings", "tie_break", "cut_line"}
GAMES = {"H": GameScore(5, 3), "A": GameScore(3, 5), "T": STOPPED, "-": NOT_STARTED}


def standings(facts, edition):
    division = DivisionFactory(
        tournament__profile_key=TOURNAMENT_PROFILE,
        tournament__advance_per_division=facts["advance"],
        tournament__stage=Tournament.Stage.ROUND_ROBIN,
    )
    teams = {name: TeamFactory(division=division, name=name, slot=n) for n, name in enumerate(facts["teams"], start=1)}
    play(facts, division, teams)
    for name in facts.absent("taken_over", {}):
        settle_takeover(team=teams[name], actor=PROGRAM, further_players=facts["taken_over"][name])
    for game in facts.absent("playoff_games", []):
        play_off(division, teams[game["winner"]], teams[game["loser"]])
    for rolls in facts.absent("rolls", []):
        rolls_by_team = {teams[name].pk: rolls[name] for name in rolls}
        roll_tie_break(division=division, teams=frozenset(rolls_by_team), actor=PROGRAM, rolls=rolls_by_team)
    (table,) = standings_of(division.tournament)
    return answer(table)


def play(facts, division, teams):
    """Record every series. Those that a dropped team leaves come after the dropout, if they are played at all."""
    dropped = facts.absent("dropped", [])
    after = {dropout["team"]: dropout["after_round"] for dropout in dropped}
    rows = [(series, scheduled(series, division, teams)) for series in facts["series"]]
    late = [row for row in rows if any(row[1].round > after.get(team.name, row[1].round) for team in row[1].teams())]
    for series, row in rows:
        if (series, row) not in late:
            put_in(series, row)
    for dropout in dropped:
        drop_team(
            team=teams[dropout["team"]], actor=PROGRAM, after_round=dropout["after_round"], cover=dropout["cover"]
        )
    for series, row in late:
        row.refresh_from_db()
        if row.status != Series.Status.VOID:
            put_in(series, row)


def scheduled(series, division, teams):
    games = len(series["games"])
    return SeriesFactory(
        division=division,
        home=teams[series["home"]],
        away=teams[series["away"]],
        round=series.absent("round", 1),
        games_planned=series.absent("planned", games),
    )


def put_in(series, row):
    tally = tally_games(row.home_id, row.away_id, [GAMES[letter] for letter in series["games"]])
    for name in ("home_wins", "away_wins", "ties", "home_runs", "away_runs", "outcomes"):
        setattr(row, name, getattr(tally, name))
    row.never_begun = tally.not_started
    is_complete = len(tally.outcomes) == row.games_planned
    row.status = Series.Status.COMPLETE if is_complete else Series.Status.PLAYING
    row.save()


def play_off(division, winner, loser):
    game = schedule_playoff_game(division=division, teams=frozenset((winner.pk, loser.pk)), actor=PROGRAM)
    tally = tally_games(game.home_id, game.away_id, [GAMES["H" if game.home_id == winner.pk else "A"]])
    game.outcomes, game.home_wins, game.away_wins = tally.outcomes, tally.home_wins, tally.away_wins
    game.status = Series.Status.COMPLETE
    game.save()


def answer(table):
    name = {number: team.name for number, team in table.teams.items()}
    proof = table.outcome.proof if table.outcome else ()
    needs = [need for need, _ in table.needs]
    tried = {f"{step.step} of {among(step.group, name)}": step for step in proof}
    return {
        "order": [line.team.name for line in table.lines],
        "ranks": {line.team.name: line.row.rank for line in table.lines},
        "records": {line.team.name: line.record for line in table.lines},
        "over": {line.team.name: over_text(line.row.games_over_500) for line in table.lines},
        "left": {line.team.name: line.row.remaining for line in table.lines},
        "shown": {line.team.name: line.shown for line in table.lines},
        "qualified": [team.name for team in table.qualified],
        "out": [line.team.name for line in table.lines if line.verdict == "out"],
        "open": [line.team.name for line in table.lines if line.verdict == "open"],
        "open_cut": table.open_cut,
        "cut_below": next((line.team.name for line in table.lines if line.is_cut), None),
        "steps": [f"{tried_step}: {went(step)}" for tried_step, step in tried.items()],
        "values": {key: {name[team]: text for team, text in step.values} for key, step in tried.items() if step.values},
        "needs": [f"{need.kind} of {among(need.teams, name)}{' again' if need.is_reroll else ''}" for need in needs],
        "left_the_table": [team.name for team in table.removed],
    }


def among(group, name):
    return ", ".join(sorted(name[team] for team in group))


def went(step):
    if step.skipped or step.need:
        return "skipped" if step.skipped else "needed"
    return "decided" if step.decided else "level"


ADAPTERS = {"standings": standings, "tie_break": standings, "cut_line": standings}
