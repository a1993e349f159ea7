"""Draft a tournament's write-up as Markdown from its results: champion, playoffs, divisions, games, players."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.dateformat import format as date_format

from core.markdown import escape_markdown
from drafts.models import Pick
from games.models import Game
from games.queries.box_scores import BoxLine, batting_leaders, pitching_leaders
from rules_engine.innings import format_innings
from tournaments.models import Series, Team, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.playoffs import BracketMatchup, PlayoffBracket, load_bracket
from tournaments.queries.standings import standings_of
from weekend.models import WriteUp

_REGULATION_INNINGS: Final = 9
_MOST_SHUTOUTS: Final = 8
_MOST_LONG_GAMES: Final = 3
_MOST_PLAYERS: Final = 5
_CLOSE_GAMES: Final = 2  # games behind the leader that still count as a close race


class DecidedGame(NamedTuple):
    """A final game with a winner, with names as text."""

    winner: str
    loser: str
    runs: int
    runs_against: int
    innings: int
    place: str  # such as "round 3"

    @property
    def score(self) -> str:
        return f"{self.runs}-{self.runs_against}"


def draft_write_up(tournament: Tournament) -> str:
    """Return a write-up based on the results so far."""
    board = load_bracket(tournament)
    consolation = load_bracket(tournament, Series.Stage.CONSOLATION)
    tables = standings_of(tournament)
    sections: list[Iterable[str]] = [
        [f"# {escape_markdown(tournament.name)}", "", _opening(tournament, board)],
        _bracket_section("Playoffs", board),
        _bracket_section("Consolation", consolation),
        *(_division_section(table) for table in tables),
        _games_section(_decided_games(tournament)),
        _players_section(tournament),
        _draft_section(tournament),
    ]
    texts = ("\n".join(lines) for lines in sections)
    return "\n\n".join(text for text in texts if text) + "\n"


def _opening(tournament: Tournament, board: PlayoffBracket) -> str:
    teams = tournament.teams.count()
    day = f" on {date_format(tournament.starts_on, 'F j, Y')}" if tournament.starts_on else ""
    place = f" in {escape_markdown(tournament.place)}" if tournament.place else ""
    sentences = [f"{teams} team{'' if teams == 1 else 's'} played{place}{day}."]
    if board.champion is not None:
        final = f", {board.final_score} in the final" if board.final_score else ""
        sentences.append(f"**{_with_managers(board.champion)}** won the championship{escape_markdown(final)}.")
    return " ".join(sentences)


def _with_managers(team: Team) -> str:
    """Return a team with its managers, such as "Akron Aces (Ann Poe and Bob Ray)"."""
    names = " and ".join(manager.name for manager in team.managers.all())
    return escape_markdown(f"{team.name} ({names})" if names else team.name)


def _bracket_section(title: str, board: PlayoffBracket) -> list[str]:
    if not board.rounds:
        return []
    lines = [f"## {title}", ""]
    if board.byes:
        lines += [f"First-round byes: {_names(team.name for team in board.byes)}.", ""]
    for round_name, _, matchups in board.rounds:
        lines += [f"- {round_name}: {sentence}" for matchup in matchups if (sentence := _matchup_sentence(matchup))]
    return lines


def _matchup_sentence(matchup: BracketMatchup) -> str:
    """Return a result, such as "Akron beat Des Moines 4-3", or "" if the series isn't decided."""
    winner = next((line for line in matchup.lines if line.is_winner), None)
    loser = next((line for line in matchup.lines if not line.is_winner), None)
    if winner is None or winner.team is None or loser is None or loser.team is None:
        return ""
    return escape_markdown(f"{winner.team.name} beat {loser.team.name} {winner.wins}-{loser.wins}")


def _names(names: Iterable[str]) -> str:
    return escape_markdown(", ".join(names))


def _division_section(table: DivisionStandings) -> list[str]:
    if table.outcome is None or not table.lines:
        return []
    lines = [f"## {escape_markdown(table.division.name)}", "", *_race_sentences(table), ""]
    lines += [f"{line.place}. {escape_markdown(line.team.name)} {line.record}" for line in table.lines]
    if table.proof:
        lines += ["", "How ties were broken:" if table.is_complete else "Tiebreakers if the round robin ended now:", ""]
        lines += [f"- {escape_markdown(sentence)}" for sentence in table.proof]
    return lines


def _race_sentences(table: DivisionStandings) -> list[str]:
    first, *trailing = table.lines
    verb = "won the division" if table.is_complete else "leads the division"
    sentences = [f"**{escape_markdown(first.team.name)}** {verb} with a record of {first.record}."]
    level = [line.team.name for line in trailing if line.half_games_behind == 0]
    close = [line for line in trailing if 0 < line.half_games_behind <= 2 * _CLOSE_GAMES]
    if level:
        sentences.append(f"Tied for first on record: {_names(level)}.")
    elif close:
        behind = _names(f"{line.team.name} {line.behind}" for line in close)
        sentences.append(f"Games behind: {behind}.")
    return [" ".join(sentences)]


def _decided_games(tournament: Tournament) -> list[DecidedGame]:
    """Return the final games with a winner, excluding forfeits, in order of play. Two queries."""
    played = Game.objects.filter(series__tournament=tournament, status=Game.Status.FINAL, home_runs__isnull=False)
    games = played.exclude(ending__in=(Game.Ending.FORFEITED, Game.Ending.CONCEDED)).exclude(away_runs=None)
    rows = games.exclude(series__status=Series.Status.VOID).select_related("series", "home", "away")
    decided_games = []
    for game in rows.order_by("series__stage", "series__round", "series_id", "number"):
        game.series.tournament = tournament
        home, away = game.home_runs or 0, game.away_runs or 0
        if home == away:
            continue
        winner, loser = (game.home, game.away) if home > away else (game.away, game.home)
        place, innings = game.series.round_title.lower(), game.innings or 0
        decided_games.append(DecidedGame(winner.name, loser.name, max(home, away), min(home, away), innings, place))
    return decided_games


def _games_section(games: Sequence[DecidedGame]) -> list[str]:
    if not games:
        return []
    most_runs = max(games, key=lambda game: game.runs)
    lines = ["## Notable games", "", f"- Most runs: {_game_text(most_runs)}"]
    long_games = sorted(games, key=lambda game: -game.innings)[:_MOST_LONG_GAMES]
    lines += [
        f"- Extra innings: {_game_text(game)}, {game.innings} innings"
        for game in long_games
        if game.innings > _REGULATION_INNINGS
    ]
    shutouts = [game for game in games if game.runs_against == 0]
    largest = sorted(shutouts, key=lambda game: -game.runs)[:_MOST_SHUTOUTS]
    lines += [f"- Shutout: {_game_text(game)}" for game in games if game in largest]
    if len(shutouts) > len(largest):
        lines.append(f"- {len(shutouts)} shutouts in total")
    return lines


def _game_text(game: DecidedGame) -> str:
    return escape_markdown(f"{game.winner} beat {game.loser} {game.score} ({game.place})")


def _players_section(tournament: Tournament) -> list[str]:
    """Return the best players in games with box scores."""
    batters = [line for line in batting_leaders(tournament) if line["hits"]][:_MOST_PLAYERS]
    pitchers = [line for line in pitching_leaders(tournament) if line["outs"]][:_MOST_PLAYERS]
    if not batters and not pitchers:
        return []
    lines = ["## Players", "", "Based on games with box scores."]
    if batters:
        lines += ["", "### Most hits", "", *map(_batting_text, batters)]
    if pitchers:
        lines += ["", "### Most innings", "", *map(_pitching_text, pitchers)]
    return lines


def _batting_text(line: BoxLine) -> str:
    home_runs = f", {line['homeruns']} HR" if line["homeruns"] else ""
    average = "" if line.average is None else f", {line.average:.3f}".replace(" 0.", " .")
    return f"- {_player(line)}: {line['hits']} for {line['at_bats']}{average}{home_runs}, {line['runs_batted_in']} RBI"


def _pitching_text(line: BoxLine) -> str:
    average = "" if line.earned_run_average is None else f", {line.earned_run_average:.2f} ERA"
    record = f", {line.decisions.get('W', 0)}-{line.decisions.get('L', 0)}" if line.decisions else ""
    return f"- {_player(line)}: {format_innings(line['outs'])} IP{average}{record}"


def _player(line: BoxLine) -> str:
    return escape_markdown(f"{line.name}, {line.team}")


def _draft_section(tournament: Tournament) -> list[str]:
    """Return each draft's first pick, first pitcher and first ballpark."""
    picks = Pick.objects.filter(draft__division__tournament=tournament, unused="")
    rows = picks.select_related("draft__division", "card", "park", "team")
    lines: list[str] = []
    for division, of_division in groupby(
        rows.order_by("draft__division__position", "draft_id", "overall"), lambda pick: pick.draft.division.name
    ):
        lines += [f"- {escape_markdown(f'{division}, {first}')}" for first in _draft_firsts(list(of_division))]
    return ["## Draft", "", *lines] if lines else []


def _draft_firsts(picks: Sequence[Pick]) -> Iterator[str]:
    players = [pick for pick in picks if pick.card is not None]
    pitchers = [pick for pick in players if pick.card is not None and pick.card.is_pitcher]
    parks = [pick for pick in picks if pick.park is not None or pick.designed_park]
    for title, candidates in (("first pick", players), ("first pitcher", pitchers), ("first ballpark", parks)):
        if candidates:
            pick = candidates[0]
            yield f"{title}: {_selection(pick)} by {pick.team.name}, No. {pick.overall}"


def _selection(pick: Pick) -> str:
    if pick.card is not None:
        return pick.card.name
    return pick.park.name if pick.park is not None else str((pick.designed_park or {}).get("name", ""))


def saved_write_up(tournament: Tournament) -> WriteUp | None:
    return WriteUp.objects.filter(tournament=tournament).first()


def published_write_up(tournament: Tournament) -> WriteUp | None:
    """Return the write-up if everyone can read it."""
    return WriteUp.objects.filter(tournament=tournament, is_published=True).first()
