"""Pages for a manager's own list: ranking, favorites, notes and comparison.

Only the team's manager can open them.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from drafts.forms.my_list import RankingForm, ScoutingForm, answer_choices
from drafts.models import Ranking
from drafts.queries.autodrafting import worth_by_card
from drafts.queries.card_finder import CardFinder
from drafts.queries.comparison import compare_cards
from drafts.queries.mock_drafts import proposed_card_set
from drafts.queries.my_list import load_my_list
from drafts.queries.pool import PoolCard, cards_by_id, load_pool
from drafts.queries.ranking_plan import RankingPlan, plan_pasted_ranking
from drafts.queries.ranking_rows import TARGETS
from drafts.queries.scouting import Scouting, scouting_by_card
from drafts.refusals import RankingRefusal
from drafts.services.my_list import (
    clear_ranking,
    follow_ranking,
    queue_ranking,
    restore_previous_ranking,
    save_ranking,
    save_scouting,
)
from drafts.views.draft_room import add_message, add_refusal, own_team_or_403, parse_row_number
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import Actor, actor_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import Team, Tournament

_MOST_CHOICES = 8


@require_safe
@tournament_view(roles="manager")
def my_list(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Show the ranking by tier, the favorites and the notes."""
    team = own_team_or_403(tournament, viewer, team_id)
    context = {
        "team": team,
        "my_list": load_my_list(tournament, team),
        "ranking": Ranking.objects.filter(team=team).first(),
    }
    return render(request, "drafts/my_list.html", context)


def _restore(team: Team, actor: Actor, *, replace: bool) -> str:
    return f"Your previous ranking is back: {restore_previous_ranking(team=team)} players."


def _clear(team: Team, actor: Actor, *, replace: bool) -> str:
    clear_ranking(team=team)
    return "Your ranking is empty. Favorites and notes stay."


def _follow(team: Team, actor: Actor, *, replace: bool) -> str:
    follow_ranking(team=team, on=True)
    return "Autopick follows your queue, then your ranking."


def _ignore(team: Team, actor: Actor, *, replace: bool) -> str:
    follow_ranking(team=team, on=False)
    return "Autopick follows only your queue."


def _queue(team: Team, actor: Actor, *, replace: bool) -> str:
    added = queue_ranking(tournament=team.tournament, team=team, actor=actor, replace=replace)
    return f"{added} of your players are now in the queue."


_CHANGES: dict[str, Callable[..., str]] = {
    "restore": _restore,
    "clear": _clear,
    "follow": _follow,
    "ignore": _ignore,
    "queue": _queue,
}


@require_POST
@tournament_view(roles="manager")
def change(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Restore or clear the ranking, set whether autopick follows it, or queue its best players."""
    team = own_team_or_403(tournament, viewer, team_id)
    action = _CHANGES.get(request.POST.get("change", ""))
    if action is not None:
        try:
            add_message(request, action(team, actor_of(viewer), replace=request.POST.get("replace") == "1"))
        except Refused as refused:
            add_refusal(request, refused)
    return redirect("my_list", tournament.slug, team.pk)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def ranking_sheet(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Paste or upload a ranking: preview the result for every row, answer questions, then save the ranking."""
    team = own_team_or_403(tournament, viewer, team_id)
    ranking = load_my_list(tournament, team)
    context: dict[str, Any] = {"team": team, "my_list": ranking, "targets": TARGETS}
    if request.method == "GET" or ranking.card_set is None:
        context["form"] = RankingForm(initial={"text": ranking.as_text})
        return render(request, "drafts/ranking_sheet.html", context)
    form = context["form"] = RankingForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "drafts/ranking_sheet.html", context, status=422)
    finder = CardFinder(load_pool(ranking.card_set, tournament.profile))
    try:
        plan = plan_pasted_ranking(finder, form.cleaned_data["text"], form.column_choices(), form.answers())
        if "confirm" in request.POST:
            saved = save_ranking(team=team, plan=plan)
            add_message(request, f"Your ranking has been saved: {saved} players.")
            return redirect("my_list", tournament.slug, team.pk)
        context |= _plan_context(plan, form)
    except Refused as refused:
        show_refusal(form, refused)
        if refused.code == RankingRefusal.UNANSWERED.name:
            context |= _plan_context(plan, form)
    status = 422 if form.errors else 200
    return render(request, "drafts/ranking_sheet.html", context, status=status)


def _plan_context(plan: RankingPlan, form: RankingForm) -> dict[str, Any]:
    return {
        "plan": plan,
        "answers": list(form.answers().items()),
        "questions": [
            (question.row, f"Row {question.row}", question.text, answer_choices(question))
            for question in plan.questions
        ],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="manager")
def my_player(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int, card_id: int) -> HttpResponse:
    """Show a player, optionally next to a second player, with the manager's note. POST saves the note."""
    team = own_team_or_403(tournament, viewer, team_id)
    card_set = proposed_card_set(tournament, team)
    cards = cards_by_id(card_set, tournament.profile) if card_set else {}
    card = cards.get(card_id)
    if card is None or card_set is None:
        raise Http404
    scouting = scouting_by_card(team.pk).get(card.id, Scouting())
    form = ScoutingForm(request.POST or None, initial={"is_favorite": scouting.is_favorite, "note": scouting.note})
    if request.method == "POST" and form.is_valid():
        try:
            save_scouting(team=team, card_id=card.id, **form.cleaned_data)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            add_message(request, f"Your note on {card.name} has been saved.")
            return redirect("my_player", tournament.slug, team.pk, card.id)
    pool = load_pool(card_set, tournament.profile)
    typed = request.GET.get("with", "").replace("\0", "").strip()[:60]
    matches = _compared_with(pool, typed, card)
    shown = [card, *matches] if len(matches) == 1 else [card]
    worth = worth_by_card(pool, max(2, Team.objects.filter(division_id=team.division_id or 0).count()))
    context = {
        "team": team,
        "card": card,
        "scouting": scouting,
        "form": form,
        "typed": typed,
        "matches": matches,
        "shown": shown,
        "facts": compare_cards(shown, [worth.get(player.id) for player in shown]),
    }
    return render(request, "drafts/my_player.html", context, status=422 if form.errors else 200)


def _compared_with(pool: tuple[PoolCard, ...], typed: str, card: PoolCard) -> list[PoolCard]:
    """Return the players that match a typed name or card ID, except the player being compared."""
    if not typed:
        return []
    number = parse_row_number(typed)
    matches = [player for player in pool if player.id == number] if number else CardFinder(pool).find(typed)
    return [player for player in matches if player.id != card.id][:_MOST_CHOICES]
