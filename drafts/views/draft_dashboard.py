"""The director's draft dashboard: clock, settings, autopick teams, and finishing the draft."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused, Stale
from drafts.forms.draft_settings import DraftSettingsForm
from drafts.models import Draft, Pick
from drafts.queries.board import find_division_room, load_board
from drafts.queries.card_set_owners import CardSetUser
from drafts.queries.card_sets import card_sets_for, earlier_draft
from drafts.queries.guarding import guard_line, roster_outlook, undrafted_kinds
from drafts.queries.pick_table import filled_picks
from drafts.queries.pool_size import pool_shortage
from drafts.queries.published import clock_facts
from drafts.queries.room import Room
from drafts.queries.roster import team_drafts_by_id
from drafts.refusals import ClockRefusal
from drafts.services.clock import (
    extend_clock,
    is_usual_size,
    open_draft,
    pause_draft,
    resume_draft,
    start_draft,
)
from drafts.services.disqualifying import disqualify_manager, teams_with_manager
from drafts.services.finishing import ask_program_to_finish, stop_program
from drafts.services.program import let_program_pick
from drafts.services.runs import enqueue_run
from drafts.views.draft_room import add_message, add_refusal, parse_row_number, room_context, room_or_404
from rules_engine.draft.slots import late_for_draft
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import Team, Tournament

_QUEUE_DOWN = "The job queue isn't responding. The next worker to start will make the picks."


_SET_UP = "The draft is set up. Start it when everyone is here."
_SAVED = "Saved. The new time per pick starts with the next pick."


@require_safe
@tournament_view(roles="staff")
def dashboard(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    newest = newest_number(tournament.pk)
    division, room = find_division_room(tournament, division_id)
    if division is None:
        raise Http404
    if room is None:
        return redirect("draft_settings", tournament.slug, division_id)
    board = load_board(room, latest=12)
    context = {
        **room_context(room, viewer),
        "newest": newest,
        "clock": board.clock,
        "is_usual_size": is_usual_size(room),
        "latest": filled_picks(board.latest, may_correct=viewer.is_director),
        "teams": _team_rows(room, board.picks),
        "asked": teams_with_manager(room),
        "run": room.run,
        "run_is_silent": _is_run_silent(room),
        "undo": bool(board.picks) and not room.draft.reopened,
        "shortage": pool_shortage(room),
    }
    return render(request, "drafts/draft_dashboard.html", context)


def _is_run_silent(room: Room) -> bool:
    run = room.run
    return run is not None and not run.own_teams_only and run.is_silent(timezone.now())


def _team_rows(room: Room, picks: Sequence[Pick]) -> list[dict[str, object]]:
    """Return every team with its picks, roster check and open picks."""
    team_drafts = team_drafts_by_id(room, picks)
    left = undrafted_kinds(room, {pick.card_id for pick in picks if pick.card_id is not None})
    rows: list[dict[str, object]] = []
    for team in room.teams:
        team_draft = team_drafts[team.pk]
        guard = None
        if team_draft.turns_left:
            guard = guard_line(room, roster_outlook(room, team_draft, left))
        open_turns = [room.label(overall) for overall in room.skipped if room.team_at(overall).pk == team.pk]
        rows.append({"team": team, "team_draft": team_draft, "guard": guard, "open": open_turns})
    return rows


@require_POST
@tournament_view(roles="staff")
def clock(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Start, pause, resume or extend (by `seconds`) the clock, depending on `act`."""
    room = room_or_404(tournament, division_id)
    actions: dict[str, Callable[[], Draft]] = {
        "start": lambda: start_draft(
            draft_id=room.draft.pk,
            actor=actor_of(viewer),
            despite=_posted_text(request, "despite") if viewer.is_director else "",
        ),
        "pause": lambda: pause_draft(
            draft_id=room.draft.pk, actor=actor_of(viewer), reason=_posted_text(request, "reason")
        ),
        "resume": lambda: resume_draft(draft_id=room.draft.pk, actor=actor_of(viewer)),
        "extend": lambda: extend_clock(
            draft_id=room.draft.pk,
            actor=actor_of(viewer),
            seconds=parse_row_number(request.POST.get("seconds")) or 0,
            overall=parse_row_number(request.POST.get("overall")),
        ),
    }
    return _run_and_redirect(
        request, tournament, division_id, actions.get(request.POST.get("act", ""), _refuse_unknown_action)
    )


def _refuse_unknown_action() -> Draft:
    raise Refused(ClockRefusal.UNKNOWN_ACTION)


def _posted_text(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "").strip()[:500]


def _run_and_redirect(
    request: HttpRequest, tournament: Tournament, division_id: int, action: Callable[[], object], sentence: str = ""
) -> HttpResponse:
    """Run the action, add a message with the outcome, and redirect to the dashboard."""
    try:
        action()
    except Refused as refusal:
        add_refusal(request, refusal)
    else:
        if sentence:
            add_message(request, sentence)
    return redirect("draft_dashboard", tournament.slug, division_id)


@require_POST
@tournament_view(roles="staff")
def program(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Turn autopick on (`on`=1) or off for a `team`."""
    room = room_or_404(tournament, division_id)
    return _run_and_redirect(
        request,
        tournament,
        division_id,
        lambda: let_program_pick(
            draft_id=room.draft.pk,
            team_id=parse_row_number(request.POST.get("team")) or 0,
            on=request.POST.get("on") == "1",
            actor=actor_of(viewer),
            reason=_posted_text(request, "reason"),
        ),
    )


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def disqualify(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Disqualify a late manager (T0.02), after a page about the consequences for the team."""
    room = room_or_404(tournament, division_id)
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            team = disqualify_manager(
                draft_id=room.draft.pk,
                team_id=parse_row_number(request.POST.get("team")) or 0,
                turns=request.POST.get("turns", ""),
                reason=_posted_text(request, "reason"),
                actor=actor_of(viewer),
            )
        except Refused as refused:
            refusal = refused
        else:
            add_message(request, f"The manager of {team} has been disqualified. You can undo it in the log.")
            return redirect("draft_dashboard", tournament.slug, division_id)
    context = {
        **room_context(room, viewer),
        "late": late_for_draft(),
        "teams": teams_with_manager(room),
        "choices": Team.Disqualified,
        "chosen": {name: request.POST.get(name, "") for name in ("team", "turns", "reason")},
        "refused": refusal,
    }
    return render(request, "drafts/draft_disqualify.html", context, status=400 if refusal else 200)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def finish(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Have the worker make all remaining picks, after a page that shows how many there are."""
    room = room_or_404(tournament, division_id)
    if request.method == "GET":
        left, shortage = room.total - room.made, pool_shortage(room)
        context = {**room_context(room, viewer), "left": left, "shortage": shortage, "clock": clock_facts(room)}
        return render(request, "drafts/draft_finish.html", context)

    def ask() -> None:
        run = ask_program_to_finish(draft_id=room.draft.pk, actor=actor_of(viewer))
        if not enqueue_run(run.pk):
            messages.warning(request, _QUEUE_DOWN)

    return _run_and_redirect(request, tournament, division_id, ask)


@require_POST
@tournament_view(roles="director")
def stop(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Stop autopick from finishing the draft. Picks already made stay."""
    room = room_or_404(tournament, division_id)
    return _run_and_redirect(
        request, tournament, division_id, lambda: stop_program(draft_id=room.draft.pk, actor=actor_of(viewer))
    )


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def settings(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Choose the card set, the time per pick, the action on expiry, and the clock's hours."""
    division, room = find_division_room(tournament, division_id)
    if division is None:
        raise Http404
    draft = room.draft if room else None
    user = CardSetUser.from_viewers(viewers_of(request))
    usable_sets = user.usable_sets(draft.card_set_id if draft else None)
    card_sets = card_sets_for(tournament.profile).filter(usable_sets)
    form = DraftSettingsForm(request.POST or None, card_sets=card_sets, draft=draft or earlier_draft(tournament))
    stale = False
    if request.method == "POST" and form.is_valid():
        try:
            open_draft(
                division=division,
                card_set=form.cleaned_data["card_set"],
                settings=form.settings(),
                actor=actor_of(viewer),
                version=parse_row_number(request.POST.get("version")),
            )
        except Refused as refusal:
            show_refusal(form, refusal)
            stale = isinstance(refusal, Stale)
        else:
            add_message(request, _SAVED if draft else _SET_UP)
            return redirect("draft_dashboard", tournament.slug, division_id)
    typed = parse_row_number(request.POST.get("version")) if not stale else None
    context = {
        "division": division,
        "draft": draft,
        "form": form,
        "stale": stale,
        "version": typed if typed is not None else draft.version if draft else "",
        "card_sets": card_sets.exists(),
    }
    return render(request, "drafts/draft_settings.html", context, status=400 if form.errors else 200)
