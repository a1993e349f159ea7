"""Items that need a manager's attention: rolls, results to enter, sheets to sign, open requests."""

from collections.abc import Iterable, Iterator

from django.urls import reverse

from drafts.models import Trade
from games.models import Game, RulingRequest
from games.queries.declared import rotations_due
from games.queries.open_games import games_with_status
from pitching.queries.series_state import Progress
from pitching.queries.signatures import UnsignedSeries, unsigned_series, unsigned_series_for
from tournaments.models import Series, Team, TimeProposal, Tournament
from tournaments.queries.divisions import is_in_sign_up
from tournaments.queries.rolls import rolls_board
from tournaments.queries.schedule import needs_home_roll
from tournaments.queries.series_times import answering_team, proposal_sentence, proposals_to_answer
from tournaments.queries.snapshot import TournamentSnapshot
from weekend.queries.attention import AttentionItem, notice_items, open_notices
from weekend.queries.rare_rows import RareRows

_OPEN_GAME_LABELS = {
    Game.Status.DRAFT.value: (Progress.PARTLY_ENTERED.capitalize(), "Continue entering"),
    Game.Status.SUSPENDED.value: ("Suspended game", "Finish it (T33.0)"),
}


def team_attention_items(
    team: Team,
    snapshot: TournamentSnapshot,
    existing: RareRows,
    next_series: Series | None,
    opponent: Team | None,
) -> list[AttentionItem]:
    """Return all of a team's open items, most urgent first."""
    tournament = team.tournament
    notices = snapshot.read("notices", lambda: open_notices(tournament)) if existing.notices else ()
    proposals = snapshot.read("time proposals", lambda: proposals_to_answer(tournament)) if existing.proposals else ()
    requests = snapshot.read("requests", lambda: _open_ruling_requests(tournament)) if existing.ruling_requests else ()
    return [
        *notice_items(notices, team.pk),
        *_staff_pin(team),
        *_draft_position(team),
        *(_trade_offers(team) if existing.trades else ()),
        *_rotation(team, snapshot.read("rotations due", lambda: rotations_due(tournament))),
        *_proposed_times(team, proposals),
        *_home_roll(team, next_series, opponent),
        *_results(team, snapshot),
        *_signatures(team, unsigned_series(snapshot)),
        *_ruling_requests(team, requests),
    ]


def _staff_pin(team: Team) -> Iterator[AttentionItem]:
    """Yield a PIN that staff set, until the team changes or confirms it."""
    if team.pin_set_by and not team.pin_is_known:
        page = reverse("team_pin", args=[team.tournament.slug, team.pk])
        sentence = f"{team.pin_set_by} set your team's PIN. Sheets signed with it include this note"
        yield AttentionItem("PIN", sentence, page, "Set your own")


def _draft_position(team: Team) -> Iterator[AttentionItem]:
    """Yield the open d20 roll or draft position choice (T0.02)."""
    tournament = team.tournament
    if not is_in_sign_up(tournament, team.division) or team.slot is not None:
        return
    board = rolls_board(tournament, team.division)
    page = reverse("rolls", args=[tournament.slug])
    if board.on_turn is not None and board.on_turn.pk == team.pk:
        yield AttentionItem("Your turn", "Choose your draft position (T0.02)", page, "Choose")
    elif any(roller.pk == team.pk for roller in board.must_roll):
        yield AttentionItem("Your roll", "Roll the d20 for your draft position (T0.02)", page, "Roll")


def _trade_offers(team: Team) -> Iterator[AttentionItem]:
    """Yield the trades that other managers have offered this team."""
    if team.tournament.stage not in (Tournament.Stage.DRAFT, Tournament.Stage.ROUND_ROBIN):
        return
    for trade in team.trades_received.filter(state=Trade.State.OPEN).select_related("team"):
        page = reverse("trades", args=[team.tournament.slug, team.pk])
        yield AttentionItem("Trade", f"{trade.team.name} offers you a trade", page, "Answer")


def _rotation(team: Team, due: Iterable[Team]) -> Iterator[AttentionItem]:
    if team in due:
        page = reverse("rotation", args=[team.tournament.slug, team.pk])
        yield AttentionItem("Rotation", "You haven't declared your starters yet (T0.09)", page, "Declare them")


def _proposed_times(team: Team, proposals: Iterable[TimeProposal]) -> Iterator[AttentionItem]:
    """Yield the series times that opponents have proposed."""
    for proposal in proposals:
        if answering_team(proposal) == team:
            page = reverse("series_time", args=[team.tournament.slug, proposal.series_id])
            yield AttentionItem("Series time", proposal_sentence(proposal), page, "Answer")


def _home_roll(team: Team, series: Series | None, opponent: Team | None) -> Iterator[AttentionItem]:
    if series is None or not needs_home_roll(series):
        return
    page = reverse("home_roll", args=[team.tournament.slug, series.pk])
    chooses_home = team.tournament.profile.game.roll_winner_chooses_home
    prize = "chooses home or away for" if chooses_home else "is the home team in"
    yield AttentionItem(
        "Roll for home", f"Against {opponent}: the winner of the roll {prize} game 1 (T0.16)", page, "Roll"
    )


def _results(team: Team, snapshot: TournamentSnapshot) -> Iterator[AttentionItem]:
    """Yield partly entered and suspended games."""
    for game in games_with_status(snapshot, _OPEN_GAME_LABELS):
        series = game.series
        side = series.side_for(team.pk)
        if side is None:
            continue
        opponent = series.opponent_of(side)
        sentence = f"Game {game.number} against {opponent}, {series.round_title.lower()}"
        kind, link_text = _OPEN_GAME_LABELS[game.status]
        page = reverse("enter_series", args=[team.tournament.slug, series.pk])
        yield AttentionItem(kind, sentence, page, link_text)


def _signatures(team: Team, to_sign: Iterable[UnsignedSeries]) -> Iterator[AttentionItem]:
    """Yield opponents' sheets to sign at the end of a series (T10.2)."""
    for sheets in unsigned_series_for(team, to_sign):
        sentence = f"The {sheets.unsigned[0]} sheet, {sheets.series.round_title.lower()} (T10.2)"
        if sheets.reason:
            sentence += f", again. The seal is broken: {sheets.reason}"
        page = reverse("series", args=[team.tournament.slug, sheets.series.pk])
        yield AttentionItem("To sign", sentence, page, "Review and sign")


def _open_ruling_requests(tournament: Tournament) -> list[RulingRequest]:
    """Return ruling requests that the director has not answered."""
    requests = RulingRequest.objects.filter(series__tournament=tournament, ruled_at=None)
    return list(requests.select_related("series").order_by("asked_at", "pk"))


def _ruling_requests(team: Team, requests: Iterable[RulingRequest]) -> Iterator[AttentionItem]:
    for request in requests:
        if request.series.has_team(team.pk):
            page = reverse("series", args=[team.tournament.slug, request.series_id])
            sentence = f"{request.question} The director has your request."
            yield AttentionItem("Ruling requested", sentence, page, "Open the series")
