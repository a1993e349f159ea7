"""Items that need the director's attention, most urgent first."""

from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import datetime

from django.urls import reverse

from drafts.models import Draft
from drafts.queries.board import rooms_in
from drafts.queries.legal_teams import teams_needing_waiver
from drafts.queries.room import Room
from games.models import Game, RulingRequest
from games.queries.declared import rotations_due
from games.queries.open_games import games_with_status
from games.queries.usage_rows import games_in
from games.scoresheet.report import concession_doubt_text
from games.scoresheet.rows import GameSheet
from pitching.queries.series_state import Progress
from pitching.queries.signatures import UnsignedSeries, unsigned_series
from play.models import TableGame
from play.queries.clock import games_with_clock_question
from tournaments.models import Series, Team, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.divisions import has_drafts_now
from tournaments.queries.late_series import series_on_time
from tournaments.queries.order_of_play import place_in_round
from tournaments.queries.rules_in_force import lines_to_answer
from tournaments.queries.sign_ups import sign_ups
from tournaments.queries.snapshot import TournamentSnapshot
from weekend.models import PrintPack
from weekend.queries.attention import AttentionItem, notice_items, open_notices, summarize
from weekend.queries.latecomers import latecomers
from weekend.queries.next_step import tie_anchor
from weekend.queries.rare_rows import RareRows
from weekend.queries.round_table import SeriesPace
from weekend.queries.rounds import RoundPace

Stage = Tournament.Stage


def director_attention_items(
    snapshot: TournamentSnapshot,
    existing: RareRows,
    now: datetime,
    rounds: Sequence[RoundPace],
    tables: Sequence[DivisionStandings],
) -> list[AttentionItem]:
    """Return all open items, most urgent first, in a constant number of queries.

    Args:
        existing: The kinds of rare rows that exist. Other kinds are not queried.
    """
    tournament = snapshot.tournament
    to_sign = unsigned_series(snapshot)
    return [
        *_drafts(snapshot, now),
        *notice_items(open_notices(tournament) if existing.notices else (), None),
        *(_table_questions(tournament) if existing.table_games else ()),
        *(_rulings(tournament) if existing.ruling_requests else ()),
        *(_clock_questions(tournament) if existing.table_games else ()),
        *_sign_ups(tournament),
        *_open_rule_settings(tournament),
        *_illegal_teams(snapshot),
        *_rotations(tournament),
        *_late_series(rounds),
        *(_overdue_series(tournament, now) if existing.due_dates else ()),
        *_uncovered_series(tournament, rounds),
        *_suspended(snapshot),
        *_half_entered(snapshot),
        *_concessions(snapshot, {sheets.series.pk for sheets in to_sign}),
        *_unsigned(tournament, to_sign),
        *_ties(snapshot, tables),
        *latecomers(tournament),
        *(_print_packs(tournament) if existing.print_packs else ()),
    ]


def _drafts(snapshot: TournamentSnapshot, now: datetime) -> Iterator[AttentionItem]:
    """Yield the team on the clock in each running draft."""
    tournament = snapshot.tournament
    if not has_drafts_now(tournament):
        return
    for room in rooms_in(snapshot):
        division = room.draft.division
        overall = room.on_the_clock
        if overall is None:
            continue
        pick = f"pick {room.label(overall)} ({overall})"
        sentence = f"{division}: {room.team_at(overall)} {_clock_state(room, now)}, {pick}"
        page = reverse("draft_dashboard", args=[tournament.slug, division.pk])
        yield AttentionItem("Draft", sentence, page, "Open the draft")


def _clock_state(room: Room, now: datetime) -> str:
    draft = room.draft
    if draft.state == Draft.State.PAUSED:
        return "is next; the draft is paused"
    if draft.deadline is None or draft.deadline > now:
        return "is on the clock"
    minutes = int((now - draft.deadline).total_seconds() // 60)
    return f"is over time by {minutes} min" if minutes else "is over time"


def _rulings(tournament: Tournament) -> Iterator[AttentionItem]:
    page = reverse("rulings", args=[tournament.slug])
    at_tables = TableGame.objects.exclude(question=None).values("question")
    requests = RulingRequest.objects.filter(series__tournament=tournament, ruled_at=None).exclude(pk__in=at_tables)
    for request in requests.prefetch_related("series__home", "series__away").order_by("asked_at", "pk"):
        sentence = f"{request.asked_by}, {request.series}: {request.question}"
        yield AttentionItem("Ruling requested", sentence, page, "Give the ruling")


def _clock_questions(tournament: Tournament) -> Iterator[AttentionItem]:
    """Yield the tables where a manager asked about the opponent's clock."""
    for game in games_with_clock_question(tournament):
        sentence = f"{game.away_name} at {game.home_name}: {game.slow_team_name} is out of time"
        yield AttentionItem("Clock", sentence, game.get_absolute_url(), "Open the table")


def _table_questions(tournament: Tournament) -> Iterator[AttentionItem]:
    """Yield the play-table games that are paused until the director responds."""
    games = TableGame.objects.filter(series__tournament=tournament).exclude(question_team=None)
    for game in games.select_related("question").order_by("pk"):
        question = f": {game.question.question}" if game.question is not None else ""
        page = reverse("table_question", args=[tournament.slug, game.public_id])
        sentence = f"{game.away_name} at {game.home_name} is waiting{question}"
        yield AttentionItem("Question at a table", sentence, page, "Answer it", for_director=True)


def _sign_ups(tournament: Tournament) -> Iterator[AttentionItem]:
    """Yield one line for the sign-ups that the director can confirm."""
    if tournament.stage != Stage.SIGN_UP or not tournament.sign_ups.exists():
        return
    if waiting := sign_ups(tournament).waiting:
        sentence = f"{len(waiting)} sign-up{'' if len(waiting) == 1 else 's'} waiting to be confirmed"
        page = reverse("sign_up_list", args=[tournament.slug])
        yield AttentionItem("Sign-up", sentence, page, "See sign-ups", for_director=True)


def _illegal_teams(snapshot: TournamentSnapshot) -> Iterator[AttentionItem]:
    """Yield teams that are not legal before their first game and have no waiver (T10.2, T31.10)."""
    tournament = snapshot.tournament
    if tournament.stage != Stage.ROUND_ROBIN:
        return
    games = games_in(snapshot)
    played = {team.pk for series in snapshot.series if series.pk in games for team in series.teams()}
    team_ids = {team.pk for team in snapshot.teams.values() if team.division_id is not None} - played
    for team_id, rulings in teams_needing_waiver(tournament, team_ids).items():
        page = reverse("team", args=[tournament.slug, team_id])
        for ruling in rulings:
            yield AttentionItem("Not a legal team", str(ruling), page, "Waive or fix it", for_director=True)


def _rotations(tournament: Tournament) -> Iterable[AttentionItem]:
    """Return teams that have not declared their starters (T0.09)."""
    items = [
        AttentionItem(
            "Rotation",
            f"{team} hasn't declared its starters (T0.09)",
            reverse("rotation", args=[tournament.slug, team.pk]),
            "Declare for it",
        )
        for team in rotations_due(tournament)
    ]
    page = reverse("rosters", args=[tournament.slug])
    return summarize(items, f"{len(items)} teams haven't declared their starters (T0.09)", page)


def _late_series(rounds: Iterable[RoundPace]) -> Iterator[AttentionItem]:
    late = [pace for current in rounds for pace in current.all_series if pace.is_late]
    late.sort(key=lambda pace: -pace.minutes_over)
    for pace in late:
        yield AttentionItem("Late series", _late_sentence(pace), pace.series.get_absolute_url(), "Open the series")


def _overdue_series(tournament: Tournament, now: datetime) -> Iterator[AttentionItem]:
    """Yield one line for the series that are past their round's deadline or their agreed time."""
    late = [row for row in series_on_time(tournament, now) if row.days_late]
    if late:
        longest = max(late, key=lambda row: row.days_late)
        count = "1 series is" if len(late) == 1 else f"{len(late)} series are"
        sentence = f"{count} past the deadline or the agreed time, {longest.series} {longest.lateness}"
        yield AttentionItem("Late", sentence, reverse("series_times", args=[tournament.slug]), "Series times")


def _late_sentence(pace: SeriesPace) -> str:
    series = pace.series
    table = f", table {series.table}" if series.table else ""
    games = "1 game is" if series.games_planned == 1 else f"{series.games_planned} games are"
    allowed = f"{games} allowed {pace.minutes_allowed} minutes (T33.0)"
    return f"{series}{table}: {pace.minutes} minutes played, {pace.minutes_over} over; {allowed}"


def _open_rule_settings(tournament: Tournament) -> Iterator[AttentionItem]:
    """Yield an older edition's rule settings that the director must decide once (T0.09)."""
    if names := lines_to_answer(tournament):
        rules = "1 rule" if len(names) == 1 else f"{len(names)} rules"
        sentence = f"No source settles {rules} in this edition. Confirm or change the current values (T0.09)"
        page = reverse("edition", args=[tournament.slug])
        yield AttentionItem("Rules", sentence, page, "Set them", for_director=True)


def _uncovered_series(tournament: Tournament, rounds: Iterable[RoundPace]) -> Iterator[AttentionItem]:
    """Yield dropped teams' current series that have no covering manager (T0.08)."""
    current_series = [pace.series for current in rounds for pace in current.all_series]
    for series in current_series:
        if series.covered_by_id is not None or series.status != Series.Status.SCHEDULED:
            continue
        team = _dropped_team(series)
        if team is not None:
            sentence = f"{series}: no manager is covering for {team}, which dropped out"
            page = reverse("change_covers", args=[tournament.slug, team.pk])
            yield AttentionItem("Dropout", sentence, page, "Choose a manager")


def _dropped_team(series: Series) -> Team | None:
    """Return the team in a series that dropped out, unless another manager took it over for the playoffs."""
    for team in series.teams():
        is_taken_over = series.is_best_of and team.taken_over_by
        if team.dropped_after_round is not None and not is_taken_over:
            return team
    return None


def _suspended(snapshot: TournamentSnapshot) -> Iterator[AttentionItem]:
    games = games_with_status(snapshot, (Game.Status.SUSPENDED,))
    for game in sorted(games, key=lambda game: (game.series.round, game.pk)):
        sentence = f"{game.title}, {game.series.round_title.lower()}"
        page = reverse("suspended_game", args=[snapshot.tournament.slug, game.pk])
        yield AttentionItem("Suspended game", sentence, page, "Finish the game")


def _half_entered(snapshot: TournamentSnapshot) -> Iterable[AttentionItem]:
    slug = snapshot.tournament.slug
    drafts = {game.series.pk: game.series for game in games_with_status(snapshot, (Game.Status.DRAFT,))}
    items = [
        AttentionItem(
            Progress.PARTLY_ENTERED.capitalize(),
            str(series),
            reverse("enter_series", args=[slug, series.pk]),
            "Complete the results",
        )
        for series in sorted(drafts.values(), key=place_in_round)
    ]
    return summarize(items, f"{len(items)} series", reverse("results", args=[slug]))


def _concessions(snapshot: TournamentSnapshot, unsigned: Set[int]) -> Iterator[AttentionItem]:
    """Yield games conceded at a score that did not allow it, until both managers have signed (T0.05)."""
    tournament = snapshot.tournament
    rows = (game for series_games in games_in(snapshot).values() for game in series_games)
    if not any(game["games__ending"] == Game.Ending.CONCEDED for game in rows):
        return
    games = Game.objects.filter(series__tournament=tournament, status=Game.Status.FINAL, ending=Game.Ending.CONCEDED)
    games = games.prefetch_related("home", "away", "series", "outings", "conceded_by")
    for game in games.order_by("series__round", "pk"):
        doubt = concession_doubt_text(GameSheet(game, list(game.outings.all())), tournament.profile)
        is_signed = game.series.status == Series.Status.COMPLETE and game.series_id not in unsigned
        if doubt and not is_signed:
            game_title = f"{game}, {game.series.round_title.lower()}"
            sentence = f"{game_title}, conceded by {game.conceded_by}: {doubt}"
            yield AttentionItem("Concession", sentence, _series_address(tournament, game.series), "Review the game")


def _unsigned(tournament: Tournament, to_sign: Sequence[UnsignedSeries]) -> Iterable[AttentionItem]:
    """Return complete series that lack a signature, earliest first."""
    items = [
        AttentionItem(
            "Unsigned sheets",
            _unsigned_sentence(sheets),
            _series_address(tournament, sheets.series),
            "See missing signatures",
        )
        for sheets in to_sign
    ]
    return summarize(items, f"{len(items)} series", reverse("signing", args=[tournament.slug]))


def _unsigned_sentence(sheets: UnsignedSeries) -> str:
    note = f". The seal is broken: {sheets.reason}" if sheets.reason else ""
    if len(sheets.unsigned) == 2:
        return f"{sheets.series}: neither has signed{note}"
    sheet_of = sheets.unsigned[0]
    signer = sheets.series.away if sheet_of == sheets.series.home else sheets.series.home
    return f"{sheets.series}: {signer} has not signed the {sheet_of} sheet{note}"


def _ties(snapshot: TournamentSnapshot, tables: Sequence[DivisionStandings]) -> Iterator[AttentionItem]:
    """Yield ties that must be broken, once all of a division's games have been played."""
    tournament = snapshot.tournament
    if not tournament.is_playing or any(team.seed for team in snapshot.teams.values()):
        return
    page = reverse("standings", args=[tournament.slug])
    for table in tables:
        for _, sentence in table.needs if table.is_complete else []:
            anchor = tie_anchor(table.division)
            yield AttentionItem("Tie to break", f"{table.division}: {sentence}", page + anchor, "Break the tie")
    for _, sentence in tables[0].wild_card_needs if tables else []:
        anchor = tie_anchor(None)
        yield AttentionItem("Tie to break", f"Wild cards: {sentence}", page + anchor, "Break the tie")


def _print_packs(tournament: Tournament) -> Iterator[AttentionItem]:
    """Yield the newest print pack if it failed."""
    pack = tournament.print_packs.defer("content").first()
    if pack is not None and pack.state == PrintPack.State.FAILED:
        page = reverse("printing", args=[tournament.slug])
        yield AttentionItem("Print pack", f"{pack} couldn't be made: {pack.fault}", page, "Regenerate")


def _series_address(tournament: Tournament, series: Series) -> str:
    return reverse("series", args=[tournament.slug, series.pk])
