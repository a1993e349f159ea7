"""Build weekends at every stage, and report every page's URL. Runs inside the installation under test."""

import json
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models import Q
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from backups.archives import BackupKind
from backups.backup import make_backup
from backups.transfer import write_tournament
from club.models import Ballplayer, Person, PlayerTotals, TournamentLine
from club.queries.own_link import person_token
from club.services.finishes import follow_tournament
from drafts.models import CardUpload, Pick, PlayerCard
from games.models import Game, Mistake, RulingRequest
from pitching.models import SignOff
from play.models import TableGame
from play.services.moves import roll
from play.services.seats import get_ready, seat_token
from play.services.starting import StartOptions, create_game, prepare_game
from play.services.volunteers import volunteer_token
from tabletop.season_plays import season_play_for
from tests.access_table import ACCESS
from tournaments.access.links import link_token, sign_up_token
from tournaments.models import Access, Action, Role, Series, Shootout, SignUp, Team, Tournament
from tournaments.services.invitations import create_organizer, invite_helper
from tournaments.services.series_times import propose_times
from weekend.models import WriteUp
from weekend.practice.weekend import DIRECTOR, PracticeField, build_weekend
from weekend.queries.write_up import draft_write_up
from weekend.services.print_packs import request_print_pack

SMALL = PracticeField(managed=8, divisions=1, has_imputed_team=False)
UNDOABLE = ("add_entrants", "make_pick", "save_series_results")
NO_PAGES = {
    "series_calendar",
    "subscribed_calendar",
    "calendar",
    "team_calendar",
    "join",
    "events",
    "export",
    "card_set_csv",
    "card_set_file",
    "card_set_template",
    "api_docs",
}
NO_PAGES |= {
    "backup_file",
    "health_live",
    "health_ready",
    "my_turn",
    "standby_check",
    "tournament_file",
    "service_worker",
    "app_manifest",
}
NO_PAGES |= {
    "play_people",
    "own_person_data",
    "atom_feed",
    "json_feed",
    "sitemap",
    "play_events",
    "play_dice_file",
    "play_retrosheet",
    "push_worker",
    "notices_now",
    "sheet_photo",
    "club_picture",
    "tournament_picture",
    "season_points_file",
    "player_statistics_file",
    "year_report_file",
    "write_up_file",
    "help_file",
    "old_address",
}


def is_page(name: str) -> bool:
    """Return whether a URL is a page for people, and not a file, an API resource or an event stream."""
    row = ACCESS.get(name)
    return (
        row is not None
        and row.get is not None
        and name not in NO_PAGES
        and not (name.startswith("api_") or name.endswith("_pdf"))
    )


def tell_addresses() -> None:
    """Print one JSON line: {stage: {page name: URL}}, and the links that sign devices in."""
    weekends = {
        stage: build_weekend(stage=stage, seed=1998, **({} if stage == "round_robin" else {"field": SMALL}))
        for stage in ("round_robin", "signup", "draft", "finished")
    }
    season_play_for("strat_o_matic").season("star", "1998")  # the lineup page waits until the cards are built
    addresses = {stage: _addresses(_parts(stage, tournament)) for stage, tournament in weekends.items()}
    sys.stdout.write(json.dumps({"pages": addresses, "links": _links(weekends)}) + "\n")


def _addresses(parts: dict[str, object]) -> dict[str, str]:
    patterns = {}
    for pattern in _patterns(get_resolver().url_patterns):
        name = str(pattern.name)
        if not is_page(name):
            continue
        values = {part: parts.get(f"{name}:{part}", parts.get(part)) for part in pattern.pattern.regex.groupindex}
        if None not in values.values():
            patterns[name] = reverse(name, kwargs=values) + str(parts.get(f"{name}?", ""))
    return patterns


def _patterns(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        yield from _patterns(pattern.url_patterns) if isinstance(pattern, URLResolver) else [pattern]


def _parts(stage: str, tournament: Tournament) -> dict[str, object]:
    """Return one weekend's URL arguments. Keys such as "name:part" and "name?" apply to a single page."""
    team = _team(tournament)
    division = team.division or tournament.divisions.earliest("pk")
    action = Action.objects.filter(tournament=tournament, verb__in=UNDOABLE).latest("pk")
    parts: dict[str, object] = {
        "slug": tournament.slug,
        "division_id": division.pk,
        "team_id": team.pk,
        "action_id": action.pk,
        "access_id": tournament.accesses.filter(team=team, revoked_at=None).values_list("pk", flat=True).first(),
        "my_team?": f"?team={team.pk}",
        "draft_correct?": "?overall=1",
        "schedule_change?": "?first=6&second=7",
        "confirm_mail:token": "expired",
        "stop_mail:token": "stopped",
        "section": "how-to",
        "help_page:name": "read-the-standings",
        "own_sign_up:token": sign_up_token(SignUp.objects.create(tournament=tournament, name="Ray Dow")),
        "backup:name": make_backup(BackupKind.ASKED).name,
    }
    drafted = Pick.objects.filter(draft__division=division, card__isnull=False).values("card")
    card = PlayerCard.objects.exclude(pk__in=drafted).first()
    if card is not None:
        parts |= {"card_set_id": card.card_set_id, "my_player:card_id": card.pk, "draft_player:card_id": card.pk}
        parts |= {"draft_confirm?": f"?team={team.pk}&card={card.pk}"}
    if stage in ("round_robin", "finished"):
        parts |= _played(tournament)
        parts |= _club()
    if stage == "round_robin":
        pack = request_print_pack(tournament=tournament, round_number=1, actor=DIRECTOR)
        own = tournament.series.filter(Q(home=team) | Q(away=team))
        parts |= {"pack_id": pack.pk, "enter_series:series_id": own.get(status=Series.Status.PLAYING).pk}
        parts["report_mistake:series_id"] = parts["enter_series:series_id"]
        parts["injuries:series_id"] = parts["enter_series:series_id"]
        parts |= _table()
        parts["table_question:public_id"] = _question_table(tournament)
        parts |= {"overlay_game:public_id": parts["table_question:public_id"], "overlay_table:table": 1}
        WriteUp.objects.create(tournament=tournament, text=draft_write_up(tournament), is_published=True)
        parts["tournament_import:mark"] = _arrived(tournament)
        parts["upload_id"] = _refused_upload().pk
        parts["suspended_game:game_id"] = _stopped(tournament).pk
        between = dict(zip(("home", "away"), team.division.teams.all()[:2], strict=True))
        parts["shootout_id"] = Shootout.objects.create(tournament=tournament, division=team.division, **between).pk
        parts["home_roll:series_id"] = own.filter(status=Series.Status.SCHEDULED).earliest("round").pk
        parts["leave_series:series_id"] = parts["home_roll:series_id"]
        parts["series_time:series_id"] = _with_proposed_times(own.get(pk=parts["home_roll:series_id"]), team).pk
    return parts


def _with_proposed_times(series: Series, team: Team) -> Series:
    """Let a team's opponent propose two times."""
    tomorrow = timezone.now() + timedelta(days=1)
    times = [tomorrow, tomorrow + timedelta(hours=2)]
    propose_times(series=series, team_id=series.opponent_of(team.pk).pk, times=times, actor=DIRECTOR)
    return series


def _club() -> dict[str, object]:
    """Create a person with a finished tournament, and two namesakes who may be another team's manager."""
    for region in ("OH", "TX"):
        Person.objects.create(name="Jim Hall", region=region)
    tournament = Tournament.objects.create(
        slug=f"club-{uuid4().hex[:8]}", name="Akron Open", starts_on=date(2026, 5, 2)
    )
    division = tournament.divisions.create(name="A", position=1)
    for slot, name in enumerate(("Walt Ames", "Jim Hall"), start=1):
        team = Team.objects.create(tournament=tournament, division=division, slot=slot, name=f"Akron {slot}")
        team.managers.create(name=name)
    tournament.stage = Tournament.Stage.FINISHED
    tournament.save()
    follow_tournament(tournament)
    person = Person.objects.get(name="Walt Ames", links__team__tournament=tournament)
    Person.objects.filter(pk=person.pk).update(is_listed=True)
    player = Ballplayer.objects.create(name="Ken Griffey", code=f"grif{uuid4().hex[:4]}", season=1998)
    TournamentLine.objects.create(tournament=tournament, team=team, player=player, games=3, at_bats=12, hits=5)
    PlayerTotals.objects.create(player=player, year=PlayerTotals.ALL_YEARS, teams=1, games=3, at_bats=12, hits=5)
    return {
        "person_id": person.pk,
        "year": 2026,
        "own_person:token": person_token(person),
        "player_id": player.pk,
    }


def _table() -> dict[str, object]:
    """Create a friendly game after its first play."""
    options = StartOptions(ruleset="pine_tar/full", season=1998, away="NYA", home="ATL")
    game, _ = create_game(options=options, network="")
    prepare_game(game.pk)
    for team in (0, 1):
        get_ready(game=game, team=team)
    roll(game=game, team=0, number=game.events.count())
    game.seats.filter(team=1).update(volunteer_nonce="invited")
    seat = game.seats.get(team=1)
    tokens = {"play_seat:token": seat_token(seat), "play_volunteer:token": volunteer_token(seat)}
    return {"public_id": game.public_id, **tokens}


def _question_table(tournament: Tournament) -> object:
    """Create a play table game that waits for the director."""
    game = TableGame.objects.get(public_id=_table()["public_id"])
    game.series = tournament.series.filter(status=Series.Status.COMPLETE).earliest("pk")
    game.question = RulingRequest.objects.create(series=game.series, asked_by="Bob", question="Was that a balk?")
    game.question_team = 0
    game.save()
    return game.public_id


def _team(tournament: Tournament) -> Team:
    """Return the team whose manager visits the pages: a team midway through a series, or the first to pick."""
    playing = tournament.series.filter(status=Series.Status.PLAYING).first()
    if playing is not None:
        return playing.home
    return tournament.teams.filter(slot=1).first() or tournament.teams.earliest("pk")


def _refused_upload() -> CardUpload:
    """Create a long card file that contains an error."""
    fault = {"text": "“4O5” is not a whole number", "sheet": "Players", "row": 14, "column": 8, "heading": "AB"}
    facts = {"state": CardUpload.State.FAILED, "fault": "The file has 1 error.", "faults": [fault], "fault_count": 1}
    return CardUpload.objects.create(name="Long", file_name="long.xlsx", rows_total=5000, **facts)


def _arrived(tournament: Tournament) -> UUID:
    """Create an uploaded tournament file that waits to be opened."""
    mark = uuid4()
    path = Path(settings.DATA_DIR) / "arrivals" / f"{mark}.pennant"
    path.parent.mkdir(exist_ok=True)
    write_tournament(tournament, path)
    return mark


def _stopped(tournament: Tournament) -> Game:
    """Create a suspended game in the last round, started early."""
    series = tournament.series.filter(status=Series.Status.SCHEDULED).latest("round", "pk")
    facts = {"number": 1, "home": series.home, "away": series.away, "home_runs": 2, "away_runs": 1, "innings": 6}
    return Game.objects.create(series=series, status=Game.Status.SUSPENDED, **facts)


def _played(tournament: Tournament) -> dict[str, object]:
    series = tournament.series.filter(status=Series.Status.COMPLETE).earliest("pk")
    ruling = RulingRequest.objects.create(series=series, asked_by="Ann", question="May he come back in?")
    seal = SignOff.objects.filter(series=series).first()
    mistake = Mistake.objects.create(
        series=series, game=1, kind="reentry", offended=series.home, options=["accept"], rule="T31.3"
    )
    return {
        "series_id": series.pk,
        "mistake_id": mistake.pk,
        "ruling_id": ruling.pk,
        "code": seal.code if seal else None,
    }


def _links(weekends: dict[str, Tournament]) -> dict[str, list[str]]:
    """Return the link for the organizer's device, and the link for a device that has a team in every weekend."""
    managers = [Access.objects.get(role=Role.MANAGER, team=_team(slot)) for slot in weekends.values()]
    invite_helper(tournament=weekends["signup"], actor=DIRECTOR, role=Role.ASSISTANT, label="Zoe")
    return {
        "organiser": [link_token(create_organizer(label="Olive Organizer"))],
        "manager": [link_token(access) for access in managers],
    }
