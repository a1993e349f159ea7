"""Pages for mistakes: report a mistake, and answer as the offended manager (T31.0)."""

from typing import TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused
from drafts.models import PlayerCard
from games.models import Game, Mistake
from games.queries.mistake_facts import FROM_SHEET, facts_to_ask
from games.queries.mistakes import answerable_teams, mistakes_of
from games.queries.official import game_stage
from games.queries.usage import usage_of_teams
from games.refusals import MistakeRefusal, TakingBackRefusal
from games.scoresheet.mistake_point import ProposedReset, is_waiting_for_reset, proposed_reset
from games.services.mistakes import CHOICES, answer_mistake, report_mistake
from games.services.taking_back import StoodThen, take_game_back
from rules_engine.eligibility.game_reset import PointOfGame
from rules_engine.eligibility.mistakes import MISTAKE_DEFINITIONS, MistakeKind
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Team, Tournament
from tournaments.services.seeding_guard import SeedingWouldChange


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def report(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Report a mistake, as staff or as a manager of either team.

    `?kind=` shows the questions for that kind of mistake.
    """
    series = get_object_or_404(Series.objects.select_related("home", "away"), pk=series_id, tournament=tournament)
    if not viewer.may_play(series):
        raise PermissionDenied(
            "Only the director and the managers of these two teams can report a mistake in this series."
        )
    kind_key = request.POST.get("kind") or request.GET.get("kind", "")
    kind = MistakeKind(kind_key) if kind_key in set(MistakeKind) else None
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
        "kinds": [(key, definition) for key, definition in MISTAKE_DEFINITIONS.items()],
        "kind": kind,
        "asked": MISTAKE_DEFINITIONS[kind] if kind else None,
        "typed": request.POST,
        "refused": refused,
        **(_questions(request, viewer, series, kind) if kind else {}),
    }
    return render(request, "games/mistake_report.html", context, status=400 if refused else 200)


def _questions(request: HttpRequest, viewer: Viewer, series: Series, kind: MistakeKind) -> dict[str, object]:
    """Return the questions about a mistake that the offending team's sheet doesn't answer."""
    query = request.POST or request.GET
    game = _game_number(series, query)
    offended = _offended_team(series, viewer, query)
    offending = _opponent(series, offended)
    return {
        "game": game,
        "games": [(number, game_stage(series, number)) for number in range(1, series.games_planned + 1)],
        "offended": offended,
        "offending": offending,
        "pitchers": _pitchers(series, offending) if MISTAKE_DEFINITIONS[kind].pitcher else [],
        "card": typed_number(request.POST.get("card")),
        "facts": [(fact, request.POST.get(fact.name, "")) for fact in facts_to_ask(series, game, kind, offending.pk)],
    }


def _game_number(series: Series, query: QueryDict) -> int:
    """Return the selected game, or the last game with entries."""
    game = typed_number(query.get("game"))
    if 1 <= game <= series.games_planned:
        return game
    return Game.objects.filter(series=series).order_by("-number").values_list("number", flat=True).first() or 1


def _offended_team(series: Series, viewer: Viewer, query: QueryDict) -> Team:
    """Return the selected team, or the reporting manager's team."""
    offended = query.get("offended") or str(viewer.team_id)
    return next((team for team in series.teams() if str(team.pk) == offended), series.home)


def _opponent(series: Series, team: Team) -> Team:
    return series.away if team.pk == series.home_id else series.home


def _reported(request: HttpRequest, viewer: Viewer, series: Series, kind: MistakeKind) -> Mistake:
    typed = request.POST
    offended = next((team for team in series.teams() if str(team.pk) == typed.get("offended")), None)
    if MISTAKE_DEFINITIONS[kind].both_at_fault:
        offended = series.home  # T31.8: neither team is, but the row requires a team
    if offended is None:
        raise Refused(MistakeRefusal.NOT_IN_SERIES, field="offended")
    card = PlayerCard.objects.filter(picks__team__in=series.teams(), pk=max(0, typed_number(typed.get("card")))).first()
    return report_mistake(
        series=series,
        actor=actor_of(viewer),
        kind=kind,
        game=typed_number(typed.get("game")),
        inning=typed_number(typed.get("inning")),
        offended=offended,
        facts=_typed_facts(typed, series, kind, _opponent(series, offended), card),
        card=card,
        note=typed.get("note", ""),
    )


def _typed_facts(
    typed: QueryDict, series: Series, kind: MistakeKind, offending: Team, card: PlayerCard | None
) -> dict[str, int]:
    """Return the facts from the form. The named pitcher's sheet supplies the remaining facts."""
    needed_names = {fact.name for fact in facts_to_ask(series, typed_number(typed.get("game")), kind, offending.pk)}
    is_from_sheet = kind in FROM_SHEET and kind is not MistakeKind.PITCHER_NOT_ANNOUNCED
    facts: dict[str, int] = {}
    for fact in MISTAKE_DEFINITIONS[kind].questions:
        if fact.name not in typed and fact.name not in needed_names and (card is not None or not is_from_sheet):
            continue
        number = typed_number(typed.get(fact.name)) if fact.is_count else int(fact.name in typed)
        if number < 0:
            raise Refused(MistakeRefusal.NOT_A_NUMBER, field=fact.name, question=fact.question)
        facts[fact.name] = number
    missing = [name for name in FROM_SHEET.get(kind, ()) if name not in needed_names]
    if card is None and is_from_sheet and missing and not any(name in typed for name in missing):
        raise Refused(MistakeRefusal.NO_PITCHER, field="card")
    return facts


def _pitchers(series: Series, team: Team) -> list[tuple[int, str]]:
    """Return a team's pitchers, plus its position players who have pitched."""
    usage = usage_of_teams(team.pk)[team.pk]
    return [(pitcher.card_id, pitcher.name) for pitcher in usage.staff()]


@require_GET
@tournament_view(roles="public")
def mistakes(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    context = {"mistakes": mistakes_of(tournament), "newest": newest_number(tournament.pk)}
    return render(request, "games/mistakes.html", context)


@require_GET
@tournament_view(roles="public")
def mistake(request: HttpRequest, tournament: Tournament, viewer: Viewer, mistake_id: int) -> HttpResponse:
    return _page(request, viewer, _mistake_or_404(tournament, mistake_id))


_CAME_TO_LIGHT = {
    "in_progress": "It was noticed during the game",
    "game_over": "It was noticed after the game but before the next game of the series",
    "later_game_begun": "It was noticed after a later game of the series started",
    "official": "It was noticed after the results were official",
}


@require_POST
@tournament_view(roles="manager")
def answer(request: HttpRequest, tournament: Tournament, viewer: Viewer, mistake_id: int) -> HttpResponse:
    """Record the offended manager's choice, made by the manager or by staff."""
    mistake = _mistake_or_404(tournament, mistake_id)
    typed = request.POST
    team = next(
        (team for team in answerable_teams(mistake, viewer) if str(team.pk) == typed.get("team", str(team.pk))), None
    )
    if team is None:
        raise PermissionDenied("The offended manager chooses.")
    try:
        answered = answer_mistake(
            mistake=mistake,
            team=team,
            choice=typed.get("choice", ""),
            actor=actor_of(viewer),
            footnote=typed.get("footnote", ""),
            may_break_seal=viewer.is_director,
            stood=_typed_point(typed) if viewer.is_staff and typed.get("choice") in ("replay", "suspend") else None,
            **_about_seeding(typed, viewer),
        )
    except Refused as refusal:
        return _page(request, viewer, mistake, refusal)
    return _after(tournament, answered)


@require_POST
@tournament_view(roles="staff")
def rewind(request: HttpRequest, tournament: Tournament, viewer: Viewer, mistake_id: int) -> HttpResponse:
    """Roll the game back to the point of the mistake, as the offended manager chose."""
    mistake, typed = _mistake_or_404(tournament, mistake_id), request.POST
    try:
        if (stood := _typed_point(typed)) is None:
            raise Refused(TakingBackRefusal.NO_INNING, field="point_inning")
        done = take_game_back(mistake=mistake, stood=stood, actor=actor_of(viewer), **_about_seeding(typed, viewer))
    except Refused as refusal:
        return _page(request, viewer, mistake, refusal)
    return _after(tournament, done)


def _after(tournament: Tournament, mistake: Mistake) -> HttpResponse:
    """Redirect to the next page.

    For a suspended game, the lineups and the players who left must still be entered.
    """
    if mistake.chosen == "suspend" and mistake.taken_back:
        game = Game.objects.get(series=mistake.series_id, number=mistake.game)
        return redirect(f"{reverse('suspended_game', args=[tournament.slug, game.pk])}#how")
    return redirect("mistake", tournament.slug, mistake.pk)


class SeedingChangeFields(TypedDict):
    reason: str
    confirm_seeding: bool


def _about_seeding(typed: QueryDict, viewer: Viewer) -> SeedingChangeFields:
    """Return the seeding fields, which only the director can change."""
    return {
        "reason": typed.get("reason", "").strip()[:300],
        "confirm_seeding": viewer.is_director and "confirm_seeding" in typed,
    }


def _typed_point(typed: QueryDict) -> StoodThen | None:
    """Return the game's situation at the mistake, or None if the form didn't include the question."""
    if "point_inning" not in typed:
        return None
    point = PointOfGame(
        typed_number(typed.get("point_inning")), typed.get("half") == "bottom", typed_number(typed.get("outs"))
    )
    runs = {side: typed_number(typed.get(f"{side}_runs")) for side in ("away", "home")}
    for side, number in runs.items():
        if number < 0:
            raise Refused(TakingBackRefusal.NO_RUNS, field=f"{side}_runs")
    mounds = {side: typed_number(typed.get(f"{side}_mound")) for side in ("away", "home")}
    return StoodThen(
        point,
        runs["away"],
        runs["home"],
        mounds["away"] if mounds["away"] > 0 else None,
        mounds["home"] if mounds["home"] > 0 else None,
    )


def _mistake_or_404(tournament: Tournament, mistake_id: int) -> Mistake:
    mistake = mistakes_of(tournament).filter(pk=mistake_id).first()
    if mistake is None:
        raise Http404("There is no such mistake.")
    return mistake


def _page(request: HttpRequest, viewer: Viewer, mistake: Mistake, refused: Refused | None = None) -> HttpResponse:
    answering = answerable_teams(mistake, viewer) if mistake.answered_at is None else []
    takes_back = viewer.is_staff and is_waiting_for_reset(mistake)
    asks_point = takes_back or (viewer.is_staff and answering and set(mistake.options) & {"replay", "suspend"})
    proposed = proposed_reset(mistake) if asks_point else None
    context = {
        "mistake": mistake,
        "title": MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].title,
        "choices": [(option, CHOICES[option]) for option in mistake.options],
        "came_to_light": _CAME_TO_LIGHT.get(mistake.stage, ""),
        "chosen": CHOICES.get(mistake.chosen, "no mistake has occurred" if mistake.chosen else ""),
        "both": MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].both_at_fault,
        "proposed_choice": CHOICES.get(mistake.proposed, ""),
        "answering": answering,
        "takes_back": takes_back,
        "proposed": proposed,
        "point_sides": _sides(proposed, request.POST) if proposed is not None else [],
        "bottom": _half(proposed, request.POST) == "bottom",
        "typed": request.POST,
        "seeding": viewer.is_director and isinstance(refused, SeedingWouldChange),
        "refused": refused,
        "newest": newest_number(mistake.series.tournament_id),
    }
    return render(request, "games/mistake.html", context, status=400 if refused else 200)


def _sides(proposed: ProposedReset, typed: QueryDict) -> list[dict[str, object]]:
    """Return each team's fields, with the entered values or the values proposed from the sheet."""
    return [
        {
            "name": name,
            "team": side.team,
            "pitchers": side.pitchers,
            "runs": typed.get(f"{name}_runs", "" if side.runs is None else side.runs),
            "on_mound": typed_number(typed.get(f"{name}_mound")) if f"{name}_mound" in typed else side.on_mound,
        }
        for name, side in zip(("away", "home"), proposed.sides, strict=True)
    ]


def _half(proposed: ProposedReset | None, typed: QueryDict) -> str:
    if proposed is None or "half" in typed:
        return typed.get("half", "top")
    return "bottom" if proposed.point.is_bottom else "top"
