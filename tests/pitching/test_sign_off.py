import pytest

from drafts.models import PlayerCard
from games.models import Outing
from games.queries.official import game_stage
from games.scoresheet.entries import GameEntry
from pitching.models import SignOff
from pitching.queries.signature_check import check_code, normalize_code
from pitching.queries.signatures import unsigned_series, unsigned_series_for
from pitching.queries.signed_content import compute_seal
from pitching.refusals import SignatureRefusal
from pitching.services.sign_off import sign_sheet
from pitching.sheet.read import read_sheet
from tests.edition_scenes.scene import words
from tests.factories import ManagerFactory
from tests.games.building import DESK, League, complete_games, won_by_home
from tests.refusing import refuses
from tournaments.action_log.writing import Actor
from tournaments.models import Action, Team
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league():
    league = League()
    ManagerFactory(team=league.sharks.team, name="Ann")
    ManagerFactory(team=league.bears.team, name="Bob")
    league.save(complete_games(league, league.series[0]))
    return league


def sign(league, side=None, **more):
    sheet_of = (side or league.sharks).team
    return sign_sheet(series=league.series[0], sheet_of=sheet_of, actor=DESK, **more)


def corrected(league):
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(
        1, [league.sharks.start(1, "8.0"), league.sharks.relief(1, "1.0")], [league.bears.start(1, "8.0")]
    )
    return games


def unsigned_in(league):
    return unsigned_series(TournamentSnapshot(league.tournament))


def test_t10_2_opponent_signs_and_the_sheet_shows_the_signature(league):
    signed = sign(league)
    assert (signed.signer, signed.signed_by.name) == ("Bob", "Bears")
    assert signed.seal == compute_seal(signed.content)
    assert signed.content["games"][0]["outings"] == [
        {"pitcher": "Sharks Starter 1", "card": league.sharks.starters[0].pk, "part": "S", "innings": "9.0"}
    ]
    (block,) = read_sheet(league.sharks.team).blocks
    assert (block.signature.signer, block.signature.code, block.signature.is_valid) == ("Bob", signed.code, True)
    assert read_sheet(league.bears.team).blocks[0].signature is None


def test_signing_twice_creates_a_single_signature(league):
    assert sign(league).pk == sign(league).pk
    assert SignOff.objects.count() == 1


def test_unfinished_series_cannot_be_signed(league):
    league.save(complete_games(league, league.series[1], first=4)[:2], league.series[1])
    with refuses(SignatureRefusal.GAMES_OPEN):
        sign_sheet(series=league.series[1], sheet_of=league.sharks.team, actor=DESK)


def test_director_signs_only_for_a_team_without_a_present_manager(league):
    with refuses(SignatureRefusal.MANAGER_IS_HERE):
        sign(league, how="director")
    Team.objects.filter(pk=league.bears.team.pk).update(kind="imputed")
    assert sign(league, how="director").signer == "Director"


def test_managers_cannot_change_a_signed_series(league):
    sign(league)
    with refuses(SignatureRefusal.DIRECTOR_ONLY):
        league.save(corrected(league), actor=Actor("Ann"), acting_team=league.sharks.team.pk)
    with refuses(SignatureRefusal.DIRECTOR_ONLY):
        league.save(corrected(league), actor=Actor("Assistant"), reason="typed wrong")
    assert check_code(SignOff.objects.get().code).state == "valid"


def test_director_needs_a_reason_to_correct_a_signed_series(league):
    sign(league)
    with refuses(SignatureRefusal.WRITE_THE_REASON) as refused:
        league.save(corrected(league), may_break_seal=True)
    assert refused.value.field == "reason"


def test_correction_breaks_the_seals_until_both_teams_sign_again(league):
    first, second_signature = sign(league), sign(league, league.bears)
    league.save(corrected(league), may_break_seal=True, reason="the reliever was left out")

    broken = check_code(first.code)
    assert (broken.state, broken.signed.broken_reason) == ("broken", "the reliever was left out")
    assert broken.seal_now != first.seal
    assert read_sheet(league.sharks.team).blocks[0].signature.is_valid is False
    assert check_code(second_signature.code).state == "broken"

    third_signature = sign(league)
    assert check_code(third_signature.code).state == "valid"
    assert check_code(first.code).state == "superseded"
    assert check_code(first.code).successor == third_signature
    assert [part.name for part in unsigned_in(league)[0].unsigned] == ["Bears"]
    sign(league, league.bears)
    assert unsigned_in(league) == []


def test_resaving_unchanged_results_does_not_break_a_seal(league):
    sign(league)
    league.save(complete_games(league, league.series[0]), actor=Actor("Ann"), acting_team=league.sharks.team.pk)
    assert check_code(SignOff.objects.get().code).state == "valid"


def test_check_detects_a_change_made_outside_the_program(league):
    signed = sign(league)
    league.series[0].games.update(home_runs=7)
    assert check_code(signed.code).state == "broken"


def test_undoing_results_cannot_bypass_the_seal(league):
    save = Action.objects.get(verb="save_series_results")
    sign(league)
    with refuses(SignatureRefusal.DIRECTOR_ONLY):
        undo_action(action=save, actor=DESK)


def test_signature_can_be_undone(league):
    signed = sign(league)
    undo_action(action=Action.objects.get(verb="sign_sheet"), actor=DESK)
    assert check_code(signed.code).signed.broken_reason == "taken back"


def test_manager_sees_the_sheets_to_sign(league):
    (mine,) = unsigned_series_for(league.bears.team, unsigned_in(league))
    assert [part.name for part in mine.unsigned] == ["Sharks"]


@pytest.mark.parametrize("typed", ["k7qm-3xtd", "K7QM3XTD", " k7qm 3xtd "])
def test_codes_are_normalized(typed):
    assert normalize_code(typed) == "K7QM-3XTD"


def test_runs_allowed_are_part_of_the_seal_if_entered(league):
    signed = sign(league)
    assert "runs" not in signed.content["games"][0]["outings"][0]
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(1, [league.sharks.start(1, "9.0", runs=2)], [league.bears.start(1, "8.0")])
    league.save(games, may_break_seal=True, reason="runs were written on the sheet")
    assert check_code(signed.code).state == "broken"
    second_signature = sign(league)
    assert second_signature.content["games"][0]["outings"][0]["runs"] == 2
    assert check_code(second_signature.code).state == "valid"


def test_undone_signature_can_be_redone_if_the_sheet_is_unchanged(league):
    signed = sign(league)
    taken_back = undo_action(action=Action.objects.get(verb="sign_sheet"), actor=DESK)
    assert check_code(signed.code).state == "broken"
    restored = undo_action(action=taken_back, actor=DESK)
    assert check_code(signed.code).state == "valid"
    undo_action(action=restored, actor=DESK)
    assert check_code(signed.code).state == "broken"

    last_action = Action.objects.order_by("pk").last()
    league.save(corrected(league))
    with refuses(SignatureRefusal.CHANGED_SINCE):
        undo_action(action=last_action, actor=DESK)


def with_game_3_suspended(league):
    two = complete_games(league, league.series[1], first=4)[:2]
    sharks, bears = league.sharks, league.bears
    stopped = GameEntry(
        3,
        home_runs=1,
        away_runs=0,
        innings=6,
        ending="suspended",
        outings=(sharks.start(1, "5.0"), sharks.relief(1, "1.0"), bears.start(1, "5.0")),
    )
    league.save([*two, stopped], league.series[1])
    return two


def test_t33_0_final_games_are_signed_during_a_suspension_and_the_rest_later(league):
    two = with_game_3_suspended(league)
    series = league.series[1]
    assert {series.series.pk for series in unsigned_in(league)} == {league.series[0].pk, series.pk}
    part = sign_sheet(series=series, sheet_of=league.sharks.team, actor=DESK)
    assert (part.games, part.games_label) == ("12", "games 1 and 2 alone")
    assert [game["game"] for game in part.content["games"]] == [1, 2]
    assert sign_sheet(series=series, sheet_of=league.sharks.team, actor=DESK).pk == part.pk
    assert (game_stage(series, 1), game_stage(series, 3)) == ("official", "in_progress")
    league.save([*two, complete_games(league, series, first=4)[2]], series)
    assert check_code(part.code).state == "valid"
    full_signature = sign_sheet(series=series, sheet_of=league.sharks.team, actor=DESK)
    assert (full_signature.games, len(full_signature.content["games"])) == ("", 3)
    assert check_code(part.code).state == check_code(full_signature.code).state == "valid"


def test_t33_0_games_signed_during_a_suspension_are_protected(league):
    with_game_3_suspended(league)
    series = league.series[1]
    sign_sheet(series=series, sheet_of=league.sharks.team, actor=DESK)
    games = complete_games(league, series, first=4)
    games[0] = won_by_home(1, [league.sharks.start(4, "8.0"), league.sharks.relief(2, "1.0")], games[0].outings[1:])
    with refuses(SignatureRefusal.DIRECTOR_ONLY):
        league.save(games, series)


def test_t33_0_series_page_requests_a_partial_signature_and_lists_the_rest(league, director_of, client):
    with_game_3_suspended(league)
    address = f"/t/{league.tournament.slug}/series/{league.series[1].pk}/"
    assert "The director keeps the sheet for game 3" in words(client.get(address))
    sign_sheet(series=league.series[1], sheet_of=league.sharks.team, actor=DESK)
    assert "signed by Bob for Bears, games 1 and 2 alone" in words(client.get(address))
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    assert "signed by Bob" not in words(client.get(address))


def test_spelling_correction_does_not_break_a_seal(league):
    signatures = [sign(league), sign(league, league.bears)]
    for side, name in ((league.sharks, "Sharcs"), (league.bears, "Polar Bears")):
        Team.objects.filter(pk=side.team.pk).update(name=name)
    PlayerCard.objects.filter(pk=league.sharks.starters[0].pk).update(name="Sharks Starter One")
    assert [check_code(signed.code).state for signed in signatures] == ["valid", "valid"]
    league.save(complete_games(league, league.series[0]))
    assert SignOff.objects.filter(broken_at=None).count() == 2
    with refuses(SignatureRefusal.WRITE_THE_REASON):
        league.save(corrected(league), may_break_seal=True)


def test_different_pitcher_with_the_signed_name_breaks_the_seal(league):
    signed = sign(league)
    first, second = league.sharks.starters[:2]
    PlayerCard.objects.filter(pk=second.pk).update(name=first.name)
    Outing.objects.filter(card=first, game__series=league.series[0]).update(card=second)
    assert check_code(signed.code).state == "broken"
