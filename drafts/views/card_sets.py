"""The card sets of the installation: the list, browsing one, and making one from a season or a file."""

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
from core.tables import Order, TableDefinition
from drafts.card_files import CardFileFaults, card_file, read_card_file, template_file
from drafts.card_files.league_pools import describe_outside_cards
from drafts.forms.card_sets import BrowseForm, SeasonForm, UploadForm, game_choices
from drafts.models import CardSet, CardUpload
from drafts.queries.card_sets import CARD_SETS, card_sets_with_counts, game_of, rated_games
from drafts.queries.card_table import HITTERS, PARKS, PITCHERS
from drafts.queries.card_uploads import describe_upload, latest_uploads
from drafts.queries.pool import SORTS, load_pool, search
from drafts.services.card_sets import check_name, import_card_set, load_season
from drafts.services.card_uploads import MOST_FAULTS_SHOWN, cancel_upload, enqueue_upload, queue_upload
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.profile import available_profiles, load_profile, newest_profiles, usual_profile
from rules_engine.systems import KEYS
from seasons.workbooks import check_workbook
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import Role

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ROWS_ON_A_PAGE = 50
_UPLOADED = ("name", "system", "replace", "league", "file")
_OUTSIDE_TOLD = 30
_QUEUE_DOWN = "The worker's queue does not answer. The file is on the list; a worker that starts takes it up."
STAFF = (Role.ORGANISER, Role.DIRECTOR, Role.ASSISTANT)
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
    """Card sets belong to the installation: the staff of any tournament, and the organiser, may make them."""
    viewers = viewers_of(request)
    access = next((access for access in viewers.all() if access.role in STAFF), None)
    return viewers.of(access.tournament) if access else None


def _shared(request: HttpRequest) -> dict[str, Any]:
    staff = staff_viewer(request)
    return {"may_make": staff is not None, "viewer": staff or viewers_of(request).of(None)}


@require_safe
def card_sets(request: HttpRequest) -> HttpResponse:
    return _list_page(request)


@require_POST
def load_season_cards(request: HttpRequest) -> HttpResponse:
    _require_staff(request)
    form = SeasonForm(request.POST)
    if form.is_valid():
        asked = {name: form.cleaned_data[name] for name in ("year", "league", "name", "replace")}
        try:
            return _made(request, load_season(minimums=form.minimums(), **asked))
        except Refused as refused:
            show_refusal(form, refused)
    return _list_page(request, season_form=form, status=422)


@require_POST
def upload_cards(request: HttpRequest) -> HttpResponse:
    _require_staff(request)
    form = UploadForm(request.POST, request.FILES)
    faults: CardFileFaults | None = None
    if form.is_valid():
        name, system, replace, league, file = (form.cleaned_data[field] for field in _UPLOADED)
        try:
            check_name(name=name, replace=replace)
            extent = check_workbook(file)
            if not extent.is_small:
                return _handed_to_worker(request, form, extent.rows)
            read = read_card_file(file, system, league=league)
            made = import_card_set(
                name=name,
                system=system,
                cards=read.cards,
                parks=read.parks,
                note=read.note(file.name),
                replace=replace,
                league=league,
            )
            if read.outside:
                told = describe_outside_cards(read.outside, _OUTSIDE_TOLD)
                messages.warning(request, f"Left out, for only cards of the {league} are taken: {told}.")
            return _made(request, made)
        except Refused as refused:
            show_refusal(form, refused)
        except CardFileFaults as found:
            faults = found
    return _list_page(request, upload_form=form, faults=faults, status=422)


@require_safe
def card_set(request: HttpRequest, card_set_id: int) -> HttpResponse:
    """Hitters, pitchers and parks of a set: searched, filtered, sorted, ruled on under an edition."""
    found = get_object_or_404(card_sets_with_counts(), pk=card_set_id)
    listed = request.GET.get("list", "")
    page = {"card_set": found, "game": game_of(found), "list": "parks", **_shared(request)}
    page["games"] = [] if found.system else rated_games()
    if listed == "parks":
        parks = PARKS.filled(found.ballparks.all(), label="Ballparks")
        return render(request, "drafts/card_set.html", {**page, "parks": parks})
    return render(request, "drafts/card_set.html", {**page, **_browsed(request, found, listed)})


@require_safe
def card_set_file(request: HttpRequest, card_set_id: int) -> HttpResponse:
    found = get_object_or_404(CardSet, pk=card_set_id)
    return _xlsx(card_file(found, _game_asked(request)), slugify(found.name) or "cards")


@require_safe
def card_set_template(request: HttpRequest) -> HttpResponse:
    asked = _game_asked(request)
    return _xlsx(template_file(asked or KEYS[0]), f"card-set-template-{asked}" if asked else "card-set-template")


def _game_asked(request: HttpRequest) -> str:
    """The key of a game in the address; "" for none that there is."""
    asked = request.GET.get("game", "")
    return asked if asked in KEYS else ""


@require_safe
def card_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """How far the reading of a long file has come; the page reads itself again meanwhile."""
    _require_staff(request)
    shown = describe_upload(_upload(upload_id), timezone.now())
    response = render(request, "drafts/card_upload.html", {"shown": shown, "upload": shown.upload, **_shared(request)})
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
def cancel_card_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    _require_staff(request)
    try:
        cancel_upload(upload=_upload(upload_id))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("card_upload", upload_id)


@require_POST
def go_on_with_card_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Send a file whose worker has fallen silent to the queue again."""
    _require_staff(request)
    if not _upload(upload_id).is_silent(timezone.now()):
        messages.error(request, "This file does not wait for a worker.")
    else:
        _send(request, upload_id)
    return redirect("card_upload", upload_id)


def _handed_to_worker(request: HttpRequest, form: UploadForm, rows: int) -> HttpResponse:
    name, system, replace, league, file = (form.cleaned_data[field] for field in _UPLOADED)
    file.seek(0)
    upload = queue_upload(
        name=name,
        system=system,
        replace=replace,
        file_name=file.name or "",
        content=file.read(),
        rows=rows,
        league=league,
    )
    _send(request, upload.pk)
    return redirect("card_upload", upload.pk)


def _send(request: HttpRequest, upload_id: int) -> None:
    if not enqueue_upload(upload_id):
        messages.error(request, _QUEUE_DOWN)


def _upload(upload_id: int) -> CardUpload:
    return get_object_or_404(CardUpload.objects.select_related("card_set").defer("content"), pk=upload_id)


def _require_staff(request: HttpRequest) -> None:
    if staff_viewer(request) is None:
        raise PermissionDenied("Only the organiser, a director or an assistant may make card sets.")


def _made(request: HttpRequest, made: CardSet) -> HttpResponse:
    messages.success(request, f"“{made.name}” is stored: {made.cards.count()} cards, {made.ballparks.count()} parks.")
    return redirect("card_set", made.pk)


def _list_page(
    request: HttpRequest,
    *,
    season_form: SeasonForm | None = None,
    upload_form: UploadForm | None = None,
    faults: CardFileFaults | None = None,
    status: int = 200,
) -> HttpResponse:
    page: dict[str, Any] = {"card_sets": CARD_SETS.filled(card_sets_with_counts()), **_shared(request)}
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


def _browsed(request: HttpRequest, card_set: CardSet, listed: str) -> dict[str, Any]:
    listed = listed if listed in LISTS else "hitters"
    role, table, positions = LISTS[listed]
    edition = request.GET.get("edition", "")
    profile = load_profile(edition if edition in available_profiles() else usual_profile())
    form = BrowseForm(request.GET, positions=positions, hands=HANDS)
    sort = request.GET.get("sort", "name")
    sort = sort if sort.removeprefix("-") in SORTS else "name"
    cards = search(load_pool(card_set, profile), role=role, sort=sort, **form.asked())
    page = Paginator(cards, ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "list": listed,
        "form": form,
        "profile": profile,
        "editions": [load_profile(key) for key in dict.fromkeys((profile.key, *newest_profiles()))],
        "sort": sort,
        "cards": table.filled(page, order=Order(sort, partial(_address, request))),
        "page": page,
    }


def _address(request: HttpRequest, sort: str) -> str:
    """The same list from its first page, in another order."""
    asked = request.GET.copy()
    asked["sort"] = sort
    asked.pop("page", None)
    return f"?{asked.urlencode()}"


def _xlsx(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.xlsx"'}
    return HttpResponse(content, content_type=XLSX, headers=headers)
