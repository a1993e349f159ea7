"""Mistakes: brought to the desk from a series, read by everybody, answered by the offended manager (T31.0)."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused
from drafts.models import PlayerCard
from games.models import Mistake
from games.queries.official import stage_in
from games.services.mistakes import CHOICES, answer_mistake, report_mistake
from rules_engine.eligibility.mistakes import KINDS, MistakeKind
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Team, Tournament


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def report(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """The desk, or a manager of the two, says what happened; `?kind=` asks what has to be known of it."""
    series = get_object_or_404(Series.objects.select_related("home", "away"), pk=series_id, tournament=tournament)
    if not viewer.may_play(series):
        raise PermissionDenied("Only the managers of these two teams and the desk bring up a mistake of this series.")
    asked = request.POST.get("kind") or request.GET.get("kind", "")
    kind = MistakeKind(asked) if asked in set(MistakeKind) else None
    refused = None
    if request.method == "POST" and kind is not None:
        try:
            mistake = _reported(request, viewer, series, kind)
        except Refused as refusal:
            refused = refusal
        else:
            return redirect("mistake", tournament.slug, mistake.pk)
    context = {
        "series": series,
        "kinds": [(key, each) for key, each in KINDS.items()],
        "kind": kind,
        "asked": KINDS[kind] if kind else None,
        "pitchers": _pitchers(series),
        "games": [(game, stage_in(series, game)) for game in range(1, series.games_planned + 1)],
        "typed": request.POST,
        "refused": refused,
    }
    return render(request, "games/mistake_report.html", context, status=400 if refused else 200)


def _reported(request: HttpRequest, viewer: Viewer, series: Series, kind: MistakeKind) -> Mistake:
    typed = request.POST
    facts = {}
    for fact in KINDS[kind].facts:
        number = typed_number(typed.get(fact.name)) if fact.counts else int(fact.name in typed)
        if number < 0:
            raise Refused(f"{fact.question}: type a number.", field=fact.name)
        facts[fact.name] = number
    offended = next((team for team in series.teams() if str(team.pk) == typed.get("offended")), None)
    if offended is None:
        raise Refused("Choose the offended team.", field="offended")
    card = next((card for card in _pitchers(series) if str(card.pk) == typed.get("card")), None)
    return report_mistake(
        series=series,
        actor=actor_of(viewer),
        kind=kind,
        game=typed_number(typed.get("game")),
        inning=typed_number(typed.get("inning")),
        offended=offended,
        facts=facts,
        card=card,
        note=typed.get("note", ""),
    )


def _pitchers(series: Series) -> list[PlayerCard]:
    cards = PlayerCard.objects.filter(picks__team__in=series.teams(), is_pitcher=True)
    return list(cards.order_by("sort_name", "pk").distinct())


@require_GET
@tournament_view(roles="public")
def mistakes(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    context = {"mistakes": _mistakes_of(tournament), "newest": newest_number(tournament.pk)}
    return render(request, "games/mistakes.html", context)


@require_GET
@tournament_view(roles="public")
def mistake(request: HttpRequest, tournament: Tournament, viewer: Viewer, mistake_id: int) -> HttpResponse:
    return _page(request, viewer, _mistake_or_404(tournament, mistake_id))


@require_POST
@tournament_view(roles="manager")
def answer(request: HttpRequest, tournament: Tournament, viewer: Viewer, mistake_id: int) -> HttpResponse:
    """The choice of the offended manager on his own device, or the desk's for him."""
    mistake = _mistake_or_404(tournament, mistake_id)
    typed = request.POST
    team = next((team for team in _who_may(mistake, viewer) if str(team.pk) == typed.get("team", str(team.pk))), None)
    if team is None:
        raise PermissionDenied("The offended manager chooses.")
    try:
        answer_mistake(
            mistake=mistake,
            team=team,
            choice=typed.get("choice", ""),
            actor=actor_of(viewer),
            footnote=typed.get("footnote", ""),
            may_break_seal=viewer.is_director,
        )
    except Refused as refusal:
        return _page(request, viewer, mistake, refusal)
    return redirect("mistake", tournament.slug, mistake_id)


def _mistakes_of(tournament: Tournament) -> QuerySet[Mistake]:
    """Newest first; everybody may read them."""
    every = Mistake.objects.filter(series__tournament=tournament)
    return every.select_related("series__home", "series__away", "offended", "card")


def _mistake_or_404(tournament: Tournament, mistake_id: int) -> Mistake:
    mistake = _mistakes_of(tournament).filter(pk=mistake_id).first()
    if mistake is None:
        raise Http404("There is no such mistake.")
    return mistake


def _who_may(mistake: Mistake, viewer: Viewer) -> list[Team]:
    """For whom this viewer may answer."""
    asked = mistake.series.teams() if mistake.kind == MistakeKind.DICE else (mistake.offended,)
    return [team for team in asked if team.pk not in mistake.agreed and (viewer.is_staff or viewer.team_id == team.pk)]


def _page(request: HttpRequest, viewer: Viewer, mistake: Mistake, refused: Refused | None = None) -> HttpResponse:
    context = {
        "mistake": mistake,
        "title": KINDS[MistakeKind(mistake.kind)].title,
        "choices": [(option, CHOICES[option]) for option in mistake.options],
        "chosen": CHOICES.get(mistake.chosen, "no mistake has occurred" if mistake.chosen else ""),
        "both": mistake.kind == MistakeKind.DICE,
        "answering": _who_may(mistake, viewer) if mistake.answered_at is None else [],
        "refused": refused,
        "newest": newest_number(mistake.series.tournament_id),
    }
    return render(request, "games/mistake.html", context, status=400 if refused else 200)
