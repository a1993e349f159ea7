"""Pages for the installation's card sets: the list, a set's cards, and new sets from a season or a file."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from core.imports.uploaded_files import read_uploaded_cards
from core.tables import Order, TableDefinition
from drafts.card_files import CardFileFaults, card_file, card_file_csv, read_card_file, template_file
from drafts.card_files.league_pools import describe_outside_cards
from drafts.forms.card_sets import BrowseForm, SeasonForm, UploadForm, game_choices
from drafts.models import CardSet, CardUpload
from drafts.queries.card_set_owners import PRIVATE_SET, STAFF_ONLY, CardSetUser
from drafts.queries.card_sets import CARD_SETS, card_sets_with_counts, game_of, rated_games
from drafts.queries.card_table import HITTERS, PARKS, PITCHERS
from drafts.queries.card_uploads import describe_upload, latest_uploads
from drafts.queries.pool import SORTS, load_pool, search
from drafts.services.card_sets import check_name, delete_card_set, import_card_set, load_season, share_card_set
from drafts.services.card_uploads import MOST_FAULTS_SHOWN, cancel_upload, enqueue_upload, queue_upload
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.profile import available_profiles, default_profile, load_profile, newest_profiles
from rules_engine.systems import KEYS
from tournaments.access.same_person import STAFF
from tournaments.access.token_files import accepts_token
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import show_refusal

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ROWS_ON_A_PAGE = 50
_UPLOADED = ("name", "system", "replace", "is_private", "league", "file")
_MAX_OUTSIDE_SHOWN = 30
_QUEUE_DOWN = "The job queue isn't responding. The file has been saved, and the next worker to start will read it."
HANDS = [("R", "right"), ("L", "left"), ("S", "switch")]
LISTS: dict[str, tuple[str, TableDefinition[Any], list[tuple[str, str]]]] = {
    "hitters": (
        "hitter",
        HITTERS,
        [*((position, position) for position in POSITIONS), ("OF", "any outfielder"), ("DH", "no position")],
    ),
    "pitchers": ("pitcher", PITCHERS, [("SP", "starters"), ("RP", "relief")]),
}


def staff_viewer(request: HttpRequest) -> Viewer | None:
    """Return a viewer who is staff of any tournament, because card sets belong to the installation."""
    viewers = viewers_of(request)
    for access in viewers.all():
        if access.role in STAFF:
            return viewers.viewer_of(access.tournament)
    return None


def _require_use(request: HttpRequest, card_set: CardSet) -> None:
    if not CardSetUser.from_viewers(viewers_of(request)).may_use(card_set):
        raise PermissionDenied(PRIVATE_SET)


def _common_context(request: HttpRequest) -> dict[str, Any]:
    staff = staff_viewer(request)
    return {"may_make": staff is not None, "viewer": staff or viewers_of(request).viewer_of(None)}


@require_safe
def card_sets(request: HttpRequest) -> HttpResponse:
    return _list_page(request)


@require_POST
def load_season_cards(request: HttpRequest) -> HttpResponse:
    _, user = _require_staff(request)
    form = SeasonForm(request.POST)
    if form.is_valid():
        options = {name: form.cleaned_data[name] for name in ("year", "league", "name", "replace")}
        try:
            card_set = load_season(minimums=form.minimums(), user=user, **options)
            return _redirect_to_stored_set(request, card_set)
        except Refused as refused:
            show_refusal(form, refused)
    return _list_page(request, season_form=form, status=422)


@require_POST
def upload_cards(request: HttpRequest) -> HttpResponse:
    _, user = _require_staff(request)
    form = UploadForm(request.POST, request.FILES)
    faults: CardFileFaults | None = None
    if form.is_valid():
        name, system, replace, is_private, league, file = (form.cleaned_data[field] for field in _UPLOADED)
        try:
            check_name(name=name, replace=replace, user=user)
            workbook = read_uploaded_cards(file.read(), file.name, only_small=True)
            if not workbook.was_read:
                return _queue_for_worker(request, form, workbook.size.rows, user)
            contents = read_card_file(workbook, system, league=league)
            card_set = import_card_set(
                name=name,
                system=system,
                cards=contents.cards,
                parks=contents.parks,
                note=contents.note(file.name),
                replace=replace,
                league=league,
                is_private=is_private,
                user=user,
            )
            if contents.outside:
                cards = describe_outside_cards(contents.outside, _MAX_OUTSIDE_SHOWN)
                messages.warning(request, f"Left out, because the pool has only {league} cards: {cards}.")
            return _redirect_to_stored_set(request, card_set)
        except Refused as refused:
            show_refusal(form, refused)
        except CardFileFaults as refusal:
            faults = refusal
    return _list_page(request, upload_form=form, faults=faults, status=422)


@require_safe
def card_set(request: HttpRequest, card_set_id: int) -> HttpResponse:
    """Show a set's hitters, pitchers or ballparks, with search, filters and eligibility under a rules edition."""
    card_set = get_object_or_404(card_sets_with_counts(), pk=card_set_id)
    _require_use(request, card_set)
    list_name = request.GET.get("list", "")
    context = {"card_set": card_set, "game": game_of(card_set), "list": "parks", **_common_context(request)}
    context["may_change"] = CardSetUser.from_viewers(viewers_of(request)).may_change(card_set)
    context["games"] = [] if card_set.system else rated_games()
    if list_name == "parks":
        context["parks"] = PARKS.filled(card_set.ballparks.all(), label="Ballparks")
    else:
        context |= _cards_context(request, card_set, list_name)
    return render(request, "drafts/card_set.html", context)


@accepts_token()
@require_safe
def card_set_file(request: HttpRequest, card_set_id: int) -> HttpResponse:
    card_set = get_object_or_404(CardSet, pk=card_set_id)
    _require_use(request, card_set)
    return _xlsx_response(card_file(card_set, _requested_game(request)), slugify(card_set.name) or "cards")


@accepts_token()
@require_safe
def card_set_csv(request: HttpRequest, card_set_id: int) -> HttpResponse:
    card_set = get_object_or_404(CardSet, pk=card_set_id)
    _require_use(request, card_set)
    content = card_file_csv(card_set, _requested_game(request))
    name = slugify(card_set.name) or "cards"
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@require_POST
def share_cards(request: HttpRequest, card_set_id: int) -> HttpResponse:
    """Set whether others can use and download a set."""
    viewer, user = _require_staff(request)
    card_set = get_object_or_404(CardSet, pk=card_set_id)
    try:
        share_card_set(card_set=card_set, is_private="is_private" in request.POST, user=user, actor=actor_of(viewer))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("card_sets")
    return redirect("card_set", card_set_id)


@require_POST
def delete_cards(request: HttpRequest, card_set_id: int) -> HttpResponse:
    _, user = _require_staff(request)
    card_set = get_object_or_404(CardSet, pk=card_set_id)
    try:
        delete_card_set(card_set=card_set, user=user)
        messages.success(request, f"“{card_set.name}” has been deleted.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("card_sets")


@require_safe
def card_set_template(request: HttpRequest) -> HttpResponse:
    game = _requested_game(request)
    name = f"card-set-template-{game}" if game else "card-set-template"
    return _xlsx_response(template_file(game or KEYS[0]), name)


def _requested_game(request: HttpRequest) -> str:
    """Return the game's key from the query string, or "" if it is unknown."""
    game = request.GET.get("game", "")
    return game if game in KEYS else ""


@require_safe
def card_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Show a long file's progress. The page reloads until the file is loaded."""
    _require_staff(request)
    status = describe_upload(_get_upload(upload_id), timezone.now())
    context = {"shown": status, "upload": status.upload, **_common_context(request)}
    response = render(request, "drafts/card_upload.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
def cancel_card_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    _require_staff(request)
    try:
        cancel_upload(upload=_get_upload(upload_id))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("card_upload", upload_id)


@require_POST
def resume_card_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Queue a file again if its worker is silent."""
    _require_staff(request)
    if not _get_upload(upload_id).is_silent(timezone.now()):
        messages.error(request, "This file isn't waiting for a worker.")
    else:
        _send(request, upload_id)
    return redirect("card_upload", upload_id)


def _queue_for_worker(request: HttpRequest, form: UploadForm, rows: int, user: CardSetUser) -> HttpResponse:
    name, system, replace, is_private, league, file = (form.cleaned_data[field] for field in _UPLOADED)
    file.seek(0)
    upload = queue_upload(
        name=name,
        system=system,
        replace=replace,
        file_name=file.name or "",
        content=file.read(),
        rows=rows,
        league=league,
        is_private=is_private,
        user=user,
    )
    _send(request, upload.pk)
    return redirect("card_upload", upload.pk)


def _send(request: HttpRequest, upload_id: int) -> None:
    if not enqueue_upload(upload_id):
        messages.error(request, _QUEUE_DOWN)


def _get_upload(upload_id: int) -> CardUpload:
    return get_object_or_404(CardUpload.objects.select_related("card_set").defer("content"), pk=upload_id)


def _require_staff(request: HttpRequest) -> tuple[Viewer, CardSetUser]:
    viewer = staff_viewer(request)
    if viewer is None:
        raise PermissionDenied(STAFF_ONLY)
    return viewer, CardSetUser.from_viewers(viewers_of(request))


def _redirect_to_stored_set(request: HttpRequest, card_set: CardSet) -> HttpResponse:
    counts = f"{card_set.cards.count()} cards, {card_set.ballparks.count()} parks"
    messages.success(request, f"“{card_set.name}” has been saved: {counts}.")
    return redirect("card_set", card_set.pk)


def _list_page(
    request: HttpRequest,
    *,
    season_form: SeasonForm | None = None,
    upload_form: UploadForm | None = None,
    faults: CardFileFaults | None = None,
    status: int = 200,
) -> HttpResponse:
    page: dict[str, Any] = {"card_sets": CARD_SETS.filled(card_sets_with_counts()), **_common_context(request)}
    if page["may_make"]:
        page |= {"season_form": season_form or SeasonForm(), "upload_form": upload_form or UploadForm()}
        page["games"] = game_choices()
        page["uploads"] = latest_uploads(timezone.now())
    if faults:
        page |= {
            "faults": faults.faults[:MOST_FAULTS_SHOWN],
            "fault_count": len(faults.faults),
            "more_faults": len(faults.faults) - MOST_FAULTS_SHOWN,
        }
    return render(request, "drafts/card_sets.html", page, status=status)


def _cards_context(request: HttpRequest, card_set: CardSet, list_name: str) -> dict[str, Any]:
    list_name = list_name if list_name in LISTS else "hitters"
    role, table, positions = LISTS[list_name]
    edition = request.GET.get("edition", "")
    profile = load_profile(edition if edition in available_profiles() else default_profile())
    form = BrowseForm(request.GET, positions=positions, hands=HANDS)
    sort = request.GET.get("sort", "name")
    sort = sort if sort.removeprefix("-") in SORTS else "name"
    cards = search(load_pool(card_set, profile), role=role, sort=sort, **form.filters())
    page = Paginator(cards, ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "list": list_name,
        "form": form,
        "profile": profile,
        "editions": [load_profile(key) for key in dict.fromkeys((profile.key, *newest_profiles()))],
        "sort": sort,
        "cards": table.filled(page, order=Order(sort, partial(_sort_address, request))),
        "page": page,
    }


def _sort_address(request: HttpRequest, sort: str) -> str:
    """Return a link to the first page of the same list in a different order."""
    query = request.GET.copy()
    query["sort"] = sort
    query.pop("page", None)
    return f"?{query.urlencode()}"


def _xlsx_response(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.xlsx"'}
    return HttpResponse(content, content_type=XLSX, headers=headers)
