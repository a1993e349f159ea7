"""Who may do what: one row for every named address of the site, tried with every role by test_roles.py.

A new address needs a row here: `"its_name": Row(get=..., post=...)`. The words are the least that is needed:

    public      anybody
    drafter     any team's manager or proxy, and its staff
    drafts      the managers and the proxy of the team that the address is about, and staff
    manager     any team's manager of the tournament, and its staff
    own         the managers of the team that the address is about, and nobody for them
    team        the managers of the team or series that the address is about, and staff
    staff       assistants, directors, organisers
    director    directors and organisers
    any_staff   staff of any tournament: what is shared by all tournaments
    organiser   organisers only
    None        the method is not served at all

Addresses take their parts from `make_world()` by name (team_id, series_id ...); add what a new address needs
there. `data` is posted; it need not be acceptable, only be answered by something else than "not yours".
"""

from dataclasses import dataclass, field
from datetime import date
from uuid import UUID, uuid4

from django.utils import timezone

from backups.models import ArrivingFile
from drafts.models import CardUpload, QueuedPlayer
from games.models import Mistake, RulingRequest
from pitching.models import SignOff
from tests.factories import (
    AccessFactory,
    BallparkFactory,
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    GameFactory,
    HitterFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tournaments.access.links import link_token, sign_up_token
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Device, MailFollower, Shootout, SignUp
from weekend.models import PrintPack

Level = str | None


@dataclass(frozen=True)
class Row:
    get: Level = None
    post: Level = None
    data: dict[str, object] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)  # this address' own name for a part of the world


ACCESS: dict[str, Row] = {
    # for whoever keeps it running
    "health_live": Row(get="public"),
    "health_ready": Row(get="public"),
    "metrics": Row(),  # off unless a setting says who may read them
    # who is signed in
    "all_devices": Row(get="organiser"),
    "end_device": Row(post="organiser"),
    # copies of the whole installation
    "copies": Row(get="organiser", post="organiser"),
    "copy": Row(get="organiser", post="organiser", parts={"name": "no_copy"}),
    "copy_file": Row(get="organiser", parts={"name": "no_copy"}),
    # the standby computer, whose requests carry the token of its pairing
    "standby": Row(get="organiser", post="organiser"),
    "standby_check": Row(get="public"),
    "pair_standby": Row(post="public"),
    "standby_position": Row(),
    "standby_copy": Row(),
    "standby_hand_over": Row(),
    "arrive": Row(get="public", post="public"),
    # a tournament as a file
    "tournament_file": Row(get="director"),
    "checkup": Row(get="organiser"),
    "saved": Row(get="staff"),
    "arrivals": Row(get="organiser", post="organiser"),
    "arrival": Row(get="organiser", post="organiser", parts={"mark": "no_arrival"}),
    "cancel_arrival": Row(post="organiser", parts={"mark": "arriving"}),
    "arrival_go_on": Row(post="organiser", parts={"mark": "arriving"}),
    # signing in
    "sign_in": Row(get="public", post="public"),
    "join": Row(get="public", post="public"),
    "devices": Row(get="public", post="public"),
    "switch_team": Row(post="public"),  # only to a team that the device is signed in for
    "here": Row(post="public"),
    # tournaments
    "new_tournament": Row(get="organiser", post="organiser"),
    "events": Row(get="public"),
    "settings": Row(get="director", post="director"),
    "stage": Row(get="director", post="director"),
    "rules": Row(get="public", post="public"),
    "edition": Row(get="director", post="director"),
    "log": Row(get="public"),
    "undo": Row(get="director", post="director"),
    "people": Row(get="staff"),
    "sign_up": Row(get="public", post="public"),
    "own_sign_up": Row(get="public", post="public", parts={"token": "sign_up_token"}),
    "sign_up_poster": Row(get="director"),
    "sign_up_list": Row(get="director", post="director", data={"person": "{sign_up_id}", "decision": "paid"}),
    "check_in": Row(get="staff", post="staff", data={"team": "{team_id}", "absent": "1"}),
    "add_team": Row(post="staff"),
    "entrant_list": Row(get="staff", post="staff"),
    "divisions": Row(post="director"),
    "division_names": Row(post="director"),
    "imputed": Row(post="director"),
    "team_entry": Row(get="staff", post="staff"),
    "give_manager": Row(get="director", post="director"),
    "remove_team": Row(get="staff", post="staff"),
    "drop_team": Row(get="director", post="director"),
    "change_covers": Row(get="director", post="director"),
    "team_pin": Row(get="team", post="team"),
    "pin_known": Row(post="own"),
    "team_crest": Row(post="team", data={"crest": "QX", "colours": "teal"}),
    "invitations": Row(get="director", post="director"),
    "invitations_print": Row(get="director"),
    "invitation": Row(post="director"),
    "rolls": Row(get="public"),
    "rolls_throw": Row(post="drafter"),
    "rolls_typed": Row(post="staff"),
    "rolls_choose": Row(post="drafts", data={"team": "{team_id}", "slot": "1:1"}),
    "rolls_place": Row(post="director", data={"team": "{team_id}", "slot": "1:1"}),
    "rolls_settle": Row(post="staff"),
    "schedule": Row(get="public"),
    "schedule_publish": Row(get="director", post="director"),
    "power_round": Row(post="director"),
    "schedule_remove": Row(post="director"),
    "schedule_change": Row(get="director", post="director"),
    "home_roll": Row(get="team", post="team"),
    "standings": Row(get="public", post="public"),
    "standings_projector": Row(get="public", post="public"),
    "head_to_head": Row(get="public"),
    "round_by_round": Row(get="public"),
    "what_if": Row(get="public"),
    "wall": Row(get="public"),
    "best_ofs_projector": Row(get="public", post="public"),
    "playoff_game": Row(post="staff"),
    "tie_break_roll": Row(post="staff"),
    "open_shootout": Row(get="director", post="director"),
    "shootout": Row(get="public"),
    "shootout_half": Row(post="staff"),
    "shootout_pdf": Row(get="public"),
    "news": Row(get="manager"),
    "set_mail": Row(post="manager", data={"address": "ann@example.org"}),
    "forget_mail": Row(post="director"),
    "set_webhook": Row(post="director", data={"address": "https://hooks.example/x"}),
    "test_news": Row(post="manager"),
    "confirm_mail": Row(get="public", post="public"),
    "stop_mail": Row(get="public", post="public"),
    "announcement": Row(post="staff", data={"sentence": "Lunch until 13:30."}),
    "api_batters": Row(get="public"),
    "api_pitchers": Row(get="public"),
    "api_draft_value": Row(get="public"),
    "api_announcement": Row(get="public", post="staff", data={"sentence": "Lunch until 13:30."}),
    "closing": Row(get="public"),
    "choose_points": Row(post="director"),
    "bracket": Row(get="public", post="public"),
    "start_best_ofs": Row(post="director"),
    "take_over": Row(post="director"),
    "take_back_best_ofs": Row(post="director"),
    "start_consolation": Row(post="director"),
    "take_back_consolation": Row(post="director"),
    # the weekend
    "home": Row(get="public"),
    "style": Row(get="any_staff"),
    "tournament": Row(get="public"),
    "desk": Row(get="staff"),
    "round_projector": Row(get="public"),
    "my_team": Row(get="manager"),
    "line_up": Row(get="manager", post="manager"),
    "printing": Row(get="staff"),
    "export": Row(get="public", post="public", parts={"name": "export_name", "kind": "export_kind"}),
    "api_docs": Row(get="public"),
    "api_group": Row(get="public", parts={"group": "api_group_key"}),
    # the draft
    "draft": Row(get="public"),
    "settle_draft_clocks": Row(post="public"),
    "draft_board": Row(get="public"),
    "hall_projector": Row(get="public"),
    "draft_projector": Row(get="public"),
    "draft_value": Row(get="public"),
    "draft_value_pdf": Row(get="public"),
    "draft_pick": Row(get="drafter"),
    "my_turn": Row(get="drafter"),
    "draft_confirm": Row(get="drafter"),
    "draft_make_pick": Row(post="drafter"),
    "draft_keep": Row(post="drafter"),
    "draft_rescind": Row(get="drafter", post="drafter"),
    "draft_queue": Row(post="drafter"),
    "mock_draft": Row(get="own"),
    "mock_draft_start": Row(post="own", data={"team_count": "8", "position": "1"}),
    "mock_pick": Row(post="own", data={"card": "{card_id}"}),
    "mock_draft_step": Row(post="own", data={"step": "undo"}),
    "mock_draft_queue": Row(post="own"),
    "my_list": Row(get="own"),
    "my_list_change": Row(post="own", data={"change": "clear"}),
    "ranking_sheet": Row(get="own", post="own", data={"text": "Nobody"}),
    "my_player": Row(get="own", post="own"),
    "draft_desk": Row(get="staff"),
    "draft_clock": Row(post="staff"),
    "draft_disqualify": Row(get="director", post="director"),
    "draft_program": Row(post="staff"),
    "draft_finish": Row(get="director", post="director"),
    "draft_stop": Row(post="director"),
    "draft_settings": Row(get="director", post="director"),
    "draft_undo": Row(get="staff", post="staff"),
    "late_team": Row(get="director", post="director"),
    "draft_import": Row(get="director", post="director"),
    "draft_correct": Row(get="director", post="director"),
    "rosters": Row(get="public"),
    "team": Row(get="public"),
    "let_team_play": Row(post="director"),
    "card_sets": Row(get="public"),
    "load_season_cards": Row(post="any_staff"),
    "ratings_sheet": Row(get="any_staff", post="any_staff"),
    "upload_cards": Row(post="any_staff"),
    "card_upload": Row(get="any_staff"),
    "cancel_card_upload": Row(post="any_staff"),
    "card_upload_go_on": Row(post="any_staff"),
    "card_set": Row(get="public"),
    "share_card_set": Row(post="any_staff"),
    "delete_card_set": Row(post="any_staff"),
    "card_set_file": Row(get="public"),
    "card_set_template": Row(get="public"),
    # games and pitching
    "results": Row(get="public", post="public"),
    "series": Row(get="public", post="public"),
    "box_scores": Row(get="public"),
    "players": Row(get="public"),
    "enter_series": Row(get="team", post="team"),
    "check_series": Row(post="team"),
    "hurt": Row(get="team", post="team"),
    "mistakes": Row(get="public"),
    "mistake": Row(get="public"),
    "answer_mistake": Row(post="team", data={"choice": "accept"}),
    "timetable": Row(get="public", post="director"),
    "calendar": Row(get="public"),
    "team_calendar": Row(get="public"),
    "api_timetable": Row(get="public"),
    "odds": Row(get="public"),  # who sees what stands there is tested in weekend/test_odds.py
    "odds_work_out": Row(post="director"),
    "odds_stop": Row(post="director"),
    "odds_show": Row(post="director", data={"shown": "always"}),
    "take_game_back": Row(post="staff"),
    "swap_home": Row(get="director", post="director"),
    "leave_series": Row(get="director", post="director"),
    "start_series": Row(post="team"),
    "correct_order": Row(get="director", post="director"),
    "orders_of_play": Row(get="director"),
    "report_mistake": Row(get="team", post="team", data={"kind": "reentry"}),
    "suspended": Row(get="public"),
    "suspended_game": Row(get="public"),
    "suspended_game_pdf": Row(get="public"),
    "describe_suspension": Row(post="team", data={"outs": "1"}),
    "agree_to_finish": Row(post="team", data={"team": "{team_id}"}),
    "name_stand_in": Row(post="director", data={"team": "{team_id}", "name": "Zoe"}),
    "roll_for_order": Row(post="staff"),
    "rulings": Row(get="public", post="public"),
    "ask_ruling": Row(post="team"),
    "give_ruling": Row(post="director"),
    "sign_sheet": Row(post="team", parts={"team_id": "opponent_id"}),  # the opponent's sheet is signed
    "signing": Row(get="staff", post="staff"),
    "sheets": Row(get="public", post="public"),
    "sheet": Row(get="public", post="public"),
    "division_board": Row(get="public", post="public"),
    "check_form": Row(get="public", post="public"),
    "check": Row(get="public", post="public"),
    # paper
    "print_pack_ask": Row(post="staff"),
    "print_pack": Row(get="staff"),
    "print_pack_cancel": Row(post="staff"),
    "print_pack_go_on": Row(post="staff"),
    "print_pack_pdf": Row(get="staff"),
    "rules_pdf": Row(get="public"),
    "standings_pdf": Row(get="public"),
    "division_standings_pdf": Row(get="public"),
    "schedule_pdf": Row(get="public"),
    "team_schedule_pdf": Row(get="public"),
    "rotation": Row(get="public", post="team"),
    "rotation_pdf": Row(get="public"),
    "api_rotation": Row(get="public"),
    "team_sheet_pdf": Row(get="team"),
    "rosters_pdf": Row(get="public"),
    "bullpen_pdf": Row(get="public"),
    "draft_board_pdf": Row(get="public"),
    "score_card_pdf": Row(get="public"),
    "sheet_pdf": Row(get="public", parts={"kind": "sheet_kind"}),
    # the API: GET and POST; its other methods are in tests/weekend/test_api_roles.py
    "api_schema": Row(get="public"),
    "api_tournaments": Row(get="public", post="organiser"),
    "api_tournament": Row(get="public"),
    "api_stage": Row(get="director", post="director"),
    "api_divisions": Row(get="public"),
    "api_division": Row(get="public"),
    "api_teams": Row(get="public", post="staff"),
    "api_imputed_teams": Row(post="director"),
    "api_team": Row(get="public"),
    "api_entry": Row(get="staff"),
    "api_team_apart": Row(),
    "api_team_division": Row(),
    "api_drop_team": Row(post="director"),
    "api_change_covers": Row(post="director"),
    "api_take_over": Row(post="director"),
    "api_pin": Row(),
    "api_crest": Row(),
    "api_invitations": Row(get="director", post="director"),
    "api_team_invitations": Row(post="director"),
    "api_invitation": Row(),
    "api_renew_invitation": Row(post="director"),
    "api_sign_in_code": Row(post="director"),
    "api_rolls": Row(get="public"),
    "api_rolls_throw": Row(post="drafter"),
    "api_rolls_typed": Row(post="staff"),
    "api_rolls_choose": Row(post="drafts", data={"team": "{team_id}", "division": "{division_id}", "position": "1"}),
    "api_rolls_place": Row(post="director"),
    "api_rolls_settle": Row(post="staff"),
    "api_schedule": Row(get="public"),
    "api_division_schedule": Row(get="public", post="director"),
    "api_swap_rounds": Row(post="director"),
    "api_move_series": Row(post="director"),
    "api_series_list": Row(get="public"),
    "api_series": Row(get="public"),
    "api_home_roll": Row(post="team"),
    "api_choose_away": Row(post="team"),
    "api_standings": Row(get="public"),
    "api_playoff_game": Row(post="staff"),
    "api_tie_rolls": Row(get="public", post="staff"),
    "api_best_ofs": Row(get="public", post="director"),
    "api_consolation": Row(get="public", post="director"),
    "api_actions": Row(get="public"),
    "api_action": Row(get="public"),
    "api_undo": Row(get="director", post="director"),
    "api_card_sets": Row(get="public", post="any_staff"),
    "api_card_set": Row(get="public"),
    "api_cards": Row(get="public"),
    "api_card": Row(get="public"),
    "api_ballparks": Row(get="public"),
    "api_drafts": Row(get="public"),
    "api_draft": Row(get="public"),
    "api_clock": Row(get="public", post="staff"),
    "api_disqualify": Row(post="director"),
    "api_program": Row(post="staff"),
    "api_finish_draft": Row(post="director"),
    "api_undo_pick": Row(post="staff"),
    "api_correct_pick": Row(post="director"),
    "api_draft_board": Row(get="public"),
    "api_draft_cards": Row(get="public"),
    "api_draft_parks": Row(get="public"),
    "api_picks": Row(get="public", post="drafts", data={"team": "{team_id}", "overall": "1", "card": "{card_id}"}),
    "api_keep_pick": Row(post="drafts", data={"team": "{team_id}"}),
    "api_rescind_pick": Row(post="drafts", data={"team": "{team_id}", "overall": "1"}),
    "api_queue": Row(get="drafts", post="drafts"),
    "api_queued_pick": Row(),
    "api_rosters": Row(get="public"),
    "api_roster": Row(get="public"),
    "api_line_ups": Row(get="team", post="team"),
    "api_odds": Row(get="public", post="director"),
    "api_results": Row(get="public"),
    "api_check_results": Row(post="team"),
    "api_start_series": Row(post="team"),
    "api_ask_ruling": Row(post="team"),
    "api_report_mistake": Row(post="team"),
    "api_mistakes": Row(get="public"),
    "api_mistake": Row(get="public"),
    "api_answer_mistake": Row(post="team", data={"choice": "accept"}),
    "api_take_game_back": Row(post="staff"),
    "api_shootouts": Row(get="public", post="director"),
    "api_shootout": Row(get="public"),
    "api_shootout_halves": Row(post="staff"),
    "api_rulings": Row(get="public"),
    "api_ruling": Row(get="public"),
    "api_sheet": Row(get="public"),
    "api_team_board": Row(get="public"),
    "api_plan": Row(post="public"),
    "api_division_board": Row(get="public"),
    "api_signatures": Row(get="public"),
    "api_sign": Row(post="team", data={"sheet_of": "{opponent_id}"}),
    "api_code": Row(get="public"),
}


def make_world() -> dict[str, object]:
    """One tournament with something of everything, by the names that addresses use for their parts."""
    tournament = TournamentFactory(starts_on=date(2026, 11, 28))  # a series has a day, and so a calendar file
    division = DivisionFactory(tournament=tournament, position=1)
    own, opponent, other = (TeamFactory(division=division, slot=slot) for slot in (1, 2, 3))
    series = SeriesFactory(division=division, home=own, away=opponent, table=1)
    cards = CardSetFactory()
    card = HitterFactory(card_set=cards)
    BallparkFactory(card_set=cards)
    DraftFactory(division=division, card_set=cards)
    ruling = RulingRequest.objects.create(series=series, asked_by="Ann", question="Is that legal?")
    seal = SignOff.objects.create(
        series=series,
        sheet_of=own,
        signed_by=opponent,
        signer="Bob",
        how="phone",
        signed_at=timezone.now(),
        seal="0" * 64,
        code=f"ABCD-{series.pk:04}",
        content={},
        broken_at=timezone.now(),
    )
    action = record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="An act.")
    sign_up = SignUp.objects.create(tournament=tournament, name="Ray")
    invited = AccessFactory(tournament=tournament, role="assistant", label="Zoe")
    return {
        "tournament": tournament,
        "own": own,
        "opponent": opponent,
        "other": other,
        "slug": tournament.slug,
        "division_id": division.pk,
        "team_id": own.pk,
        "series_id": series.pk,
        "shootout_id": Shootout.objects.create(tournament=tournament, division=division, home=own, away=opponent).pk,
        "game_id": GameFactory(series=series, status="suspended", innings=5).pk,
        "card_set_id": cards.pk,
        "upload_id": CardUpload.objects.create(name="Long", file_name="long.xlsx").pk,
        "action_id": action.pk,
        "access_id": invited.pk,
        "token": link_token(invited),
        "sign_up_id": sign_up.pk,
        "sign_up_token": sign_up_token(sign_up),
        "opponent_id": opponent.pk,
        "follower_id": MailFollower.objects.create(tournament=tournament, access=invited, address="zoe@example.org").pk,
        "ruling_id": ruling.pk,
        "mistake_id": Mistake.objects.create(
            series=series, game=1, kind="reentry", offended=own, options=["accept"], rule="T31.3"
        ).pk,
        "card_id": card.pk,
        "queued_id": QueuedPlayer.objects.create(team=own, card=card, position=1).pk,
        "code": seal.code,
        "export_name": "standings",
        "api_group_key": "standings",
        "no_copy": "pennant-no-such.zip",
        "no_arrival": UUID(int=0),
        "arriving": ArrivingFile.objects.create(mark=uuid4(), title="Spring").mark,
        "device_id": Device.objects.create(key="0" * 32, access=invited, browser="Firefox").pk,
        "export_kind": "csv",
        "sheet_kind": "blank",
        "pack_id": PrintPack.objects.create(
            tournament=tournament, round=1, state=PrintPack.State.DONE, content=b"%PDF-1.4", finished_at=timezone.now()
        ).pk,
    }
