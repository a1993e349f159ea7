"""Test mistakes: the rule at each stage of the game, who chooses, the remedy, and undoing it."""

from dataclasses import replace

import pytest

from core.errors import Refused, Stale
from drafts.models import Pick, PlayerCard
from games.models import Mistake, Outing
from games.refusals import MistakeRefusal
from games.services.mistakes import answer_mistake, report_mistake
from pitching.models import SignOff
from pitching.services.sign_off import sign_sheet
from rules_engine.eligibility.mistakes import MISTAKE_DEFINITIONS, MistakeKind, mistake_verdict
from rules_engine.profile import load_profile
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games, won_by_home
from tests.refusing import refuses
from tournaments.models import Action, Notice, Series
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db
PITCHED = {"batters_faced": 3, "was_eligible": 1, "lifted_for_hitter": 0, "started": 0}


@pytest.fixture
def league() -> League:
    """Create a league with the first series' three games entered and nothing signed."""
    league = League(profile_text="", stage="round_robin")
    league.save(complete_games(league, league.series[0]))
    return league


def new_mistake(
    league: League,
    game: int = 3,
    kind: MistakeKind = MistakeKind.ILLEGAL_PITCHER,
    card: PlayerCard | None = None,
    **facts: int,
) -> Mistake:
    return report_mistake(
        series=Series.objects.get(pk=league.series[0].pk),
        actor=DESK,
        kind=kind,
        game=game,
        inning=7,
        offended=league.bears.team,
        facts={**PITCHED, **facts} if kind is MistakeKind.ILLEGAL_PITCHER else facts,
        card=card or league.sharks.starters[game - 1],
    )


def test_t0_06_options_are_accept_or_replay_and_later_accept_or_suspend(league):
    assert new_mistake(league, game=3).options == ["accept", "replay"]
    assert new_mistake(league, game=1).options == ["accept", "suspend"]


def test_t31_11_sheet_determines_if_the_pinch_hitter_must_start(league, director_of):
    page = director_of(league.tournament).get(
        f"/t/{league.tournament.slug}/series/{league.series[0].pk}/mistake/?kind=pitcher_not_announced"
    )
    assert "The pinch hitter, if he is a pitcher" in words(page)
    assert "needed to start" not in words(page)
    facts = {"pinch_hitter_may_pitch": 1, "last_eligible_pitcher_lifted": 0, "pitchers_who_may_pitch": 3}
    kind = MistakeKind.PITCHER_NOT_ANNOUNCED
    # three of the staff's four pitchers started this series, so without the fourth no one could start the next game
    Pick.objects.filter(card__in=[league.sharks.starters[4], league.sharks.swingman]).delete()
    fourth = new_mistake(league, kind=kind, card=league.sharks.starters[3], **facts)
    assert fourth.facts["pinch_hitter_needed_to_start"] == 1
    assert fourth.options == ["replay"]
    reliever = new_mistake(league, kind=kind, card=league.sharks.relievers[0], **facts)
    assert reliever.facts["pinch_hitter_needed_to_start"] == 0
    assert reliever.options == []


def test_t0_06_official_result_leaves_no_choice(league):
    league.save(complete_games(league, league.series[1])[:1], league.series[1], complete=False)
    mistake = new_mistake(league)
    assert (mistake.stage, mistake.options) == ("official", [])
    assert mistake.answered_at is not None
    assert not Notice.objects.filter(kind="Mistake").exists()


def test_t31_2_offended_manager_accepts_and_the_sheet_gets_a_footnote(league, manager_of):
    mistake = new_mistake(league)
    phone, slug = manager_of(league.bears.team), league.tournament.slug
    assert "an ineligible pitcher pitched. You choose." in words(phone.get(f"/t/{slug}/me/"))
    answer = phone.post(f"/t/{slug}/mistakes/{mistake.pk}/answer/", {"choice": "accept"}, follow=True)
    assert "answered" in words(answer)
    outing = Outing.objects.get(card=league.sharks.starters[2])
    assert (outing.accepted_rule, outing.accepted_by) == ("T31.2", "Bears")
    assert outing.footnote == "faced 3 batters while ineligible (T31.2)"
    assert not Notice.objects.filter(answered_at=None).exists()


def test_other_manager_cannot_choose(league, manager_of):
    mistake = new_mistake(league)
    phone = manager_of(league.sharks.team)
    assert (
        phone.post(f"/t/{league.tournament.slug}/mistakes/{mistake.pk}/answer/", {"choice": "accept"}).status_code
        == 403
    )
    mistake.refresh_from_db()
    assert mistake.chosen == ""


def test_option_not_allowed_at_this_stage_is_refused(league):
    mistake = new_mistake(league)
    with refuses(MistakeRefusal.NOT_AN_OPTION):
        answer_mistake(mistake=mistake, team=league.bears.team, choice="suspend", actor=DESK)
    assert Notice.objects.filter(answered_at=None).count() == 1


def test_choice_to_suspend_reaches_the_dashboard_and_can_be_undone(league, director_of):
    mistake = new_mistake(league, game=1)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="suspend", actor=DESK)
    director = director_of(league.tournament)
    assert "undo the game to the mistake, so that it can be suspended from there" in words(
        director.get(f"/t/{league.tournament.slug}/dashboard/")
    )
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    mistake.refresh_from_db()
    assert (mistake.chosen, mistake.answered_at) == ("", None)
    assert [notice.team for notice in Notice.objects.filter(answered_at=None)] == [league.bears.team]


def test_undoing_an_acceptance_removes_the_footnote(league):
    answer_mistake(mistake=new_mistake(league), team=league.bears.team, choice="accept", actor=DESK)
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    assert not Outing.objects.exclude(footnote="", accepted_rule="", accepted_by="").exists()


def accepted(league: League, **more: object) -> Outing:
    answer_mistake(mistake=new_mistake(league), team=league.bears.team, choice="accept", actor=DESK, **more)
    return Outing.objects.get(card=league.sharks.starters[2])


def test_acceptance_makes_an_older_form_stale(league):
    stale = Series.objects.get(pk=league.series[0].pk).version
    accepted(league)
    games = complete_games(league, league.series[0])
    games[0] = replace(games[0], home_runs=4)
    with pytest.raises(Stale):
        league.save(games, version=stale)


def test_acceptance_survives_resaving_until_the_innings_are_removed(league):
    accepted(league, footnote="we both forgot")
    games = complete_games(league, league.series[0])
    games[0] = replace(games[0], home_runs=4)
    league.save(games)
    outing = Outing.objects.get(card=league.sharks.starters[2])
    assert (outing.accepted_rule, outing.accepted_by, outing.footnote) == ("T31.2", "Bears", "we both forgot")
    ours, theirs = [league.sharks.start(3, "8.0"), league.sharks.relief(1, "1.0")], [league.bears.start(3, "8.0")]
    games[2] = won_by_home(3, ours, theirs)
    league.save(games)
    assert Outing.objects.get(card=league.sharks.starters[2]).accepted_by == ""


def test_only_the_director_adds_a_footnote_to_a_signed_sheet(league):
    mistake = new_mistake(league)
    sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK)
    with pytest.raises(Refused, match="Only the director can correct it"):
        answer_mistake(mistake=mistake, team=league.bears.team, choice="accept", actor=DESK)
    mistake.refresh_from_db()
    assert (mistake.chosen, Outing.objects.exclude(accepted_by="").exists()) == ("", False)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="accept", actor=DESK, may_break_seal=True)
    assert SignOff.objects.get().broken_at is not None


def test_save_can_be_undone_only_after_the_later_acceptance(league):
    saved = Action.objects.get(verb="save_series_results")
    accepted(league)
    with pytest.raises(Refused, match="Undo the later change first"):
        undo_action(action=saved, actor=DESK)
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    undo_action(action=saved, actor=DESK)
    assert not Outing.objects.exists()


def test_t31_8_misread_dice_count_only_after_both_managers_agree(league):
    mistake = new_mistake(league, kind=MistakeKind.DICE, recognised_in_time=1)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="replay", actor=DESK)
    mistake.refresh_from_db()
    assert mistake.chosen == ""
    answer_mistake(mistake=mistake, team=league.sharks.team, choice="replay", actor=DESK)
    mistake.refresh_from_db()
    assert mistake.chosen == "replay"


def test_t31_8_disagreement_records_no_mistake(league):
    mistake = new_mistake(league, kind=MistakeKind.DICE, recognised_in_time=1)
    answer_mistake(mistake=mistake, team=league.sharks.team, choice="none", actor=DESK)
    assert "record no mistake" in Action.objects.latest("pk").sentence


def test_choice_is_public_and_a_missing_number_is_required(league, client, director_of):
    director = director_of(league.tournament)
    address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/mistake/"
    assert "A player who had left the game came back" in words(director.get(address))
    form = {"kind": "illegal_pitcher", "game": "1", "inning": "2", "offended": league.bears.team.pk}
    refused = director.post(address, form)
    assert refused.status_code == 400
    assert "Batters he faced while ineligible: enter a number." in words(refused)
    director.post(address, {**form, "batters_faced": "1", "was_eligible": "on"})
    assert "faced 1 batter while ineligible" in words(client.get(f"/t/{league.tournament.slug}/mistakes/"))


@pytest.mark.parametrize("kind", list(MistakeKind))
@pytest.mark.parametrize("stage", ["in_progress", "game_over", "later_game_begun", "official"])
def test_every_mistake_kind_has_a_ruling_at_every_stage(kind, stage):
    facts = {fact.name: 1 for fact in MISTAKE_DEFINITIONS[kind].questions}
    verdict = mistake_verdict(kind, facts, stage, load_profile("purestrat@1"))
    assert verdict.ruling.reason
    assert stage != "official" or not verdict.options
    assert all(sentence and "{" not in sentence for sentence in verdict.consequences)
