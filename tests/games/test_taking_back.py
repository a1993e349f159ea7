"""Test taking a game back to a mistake from the ruling page in one step: erased data, kept data, and undo."""

from dataclasses import replace

import pytest
from django.urls import reverse

from games.models import Game, Mistake, Outing, Suspension
from games.refusals import MistakeRefusal, TakingBackRefusal
from games.services.mistakes import answer_mistake, report_mistake
from games.services.suspended import describe_suspension
from games.services.taking_back import StoodThen, take_game_back
from rules_engine.eligibility.game_reset import PointOfGame
from rules_engine.eligibility.mistakes import MistakeKind
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games, won_by_home
from tests.refusing import refuses
from tournaments.action_log.changes import changes_in_words
from tournaments.models import Action, Notice, Series
from tournaments.services.undo import preview_undo, undo_action

pytestmark = pytest.mark.django_db
LINE = {"home_line": (0, 2, 0, 0, 0, 0, 0, 1), "away_line": (0, 0, 0, 1, 0, 0, 0, 0, 1)}


@pytest.fixture
def league() -> League:
    """Create three games. In the third, the Sharks' first reliever entered after 5.2 innings, followed by another."""
    league = League(profile_text="", stage="round_robin")
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(1, [sharks.start(1, "8.0"), sharks.relief(1, "1.0")], [bears.start(1, "8.0")], **LINE)
    ours = [sharks.start(3, "5.2"), sharks.relief(2, "0.0"), sharks.relief(1, "2.1"), sharks.relief(3, "1.0")]
    games[2] = won_by_home(3, ours, [bears.start(3, "8.0")], **LINE)
    league.save(games)
    return league


def new_mistake(league: League, game: int = 3, kind=MistakeKind.ILLEGAL_PITCHER, card=None, **facts: int) -> Mistake:
    case_facts = {"batters_faced": 3, "was_eligible": 0, "lifted_for_hitter": 0, "started": 0}
    return report_mistake(
        series=league.series[0],
        actor=DESK,
        kind=kind,
        game=game,
        inning=6,
        offended=league.bears.team,
        facts={**case_facts, **facts} if kind is MistakeKind.ILLEGAL_PITCHER else facts,
        card=card or league.sharks.relievers[0],
    )


def outings_of(league: League, number: int) -> dict[str, int]:
    rows = Outing.objects.filter(game__series=league.series[0], game__number=number).order_by("team_id", "order")
    return {outing.card.name: outing.outs for outing in rows.select_related("card")}


def test_t31_2_director_replays_from_an_ineligible_pitchers_entry(league, director_of):
    director, slug = director_of(league.tournament), league.tournament.slug
    mistake = new_mistake(league)
    page = director.get(f"/t/{slug}/mistakes/{mistake.pk}/")
    assert "if replayed, the game resumes from when he entered" in words(page)
    assert "T0.06 It was noticed" in words(page)
    assert "This point is based on the sheet" in words(page)
    proposed = page.context["proposed"]
    assert proposed.point == PointOfGame(6, is_bottom=False, outs=2)
    assert proposed.home.on_mound == league.sharks.relievers[1].pk  # the pitcher he replaced, who retired no one
    assert [side.runs for side in proposed.sides] == [1, 2]
    answer = f"/t/{slug}/mistakes/{mistake.pk}/answer/"
    done = words(
        director.post(answer, {"choice": "replay", **as_proposed(page, away_runs="1", home_runs="2")}, follow=True)
    )
    assert "The game returned to the top of inning 6, two out" in done
    game = Game.objects.get(series=league.series[0], number=3)
    assert (game.status, game.innings, game.away_runs, game.home_runs) == (Game.Status.DRAFT, 6, 1, 2)
    assert (game.away_line, game.home_line) == ([0, 0, 0, 1, 0, 0], [0, 2, 0, 0, 0])
    assert outings_of(league, 3) == {"Sharks Starter 3": 17, "Sharks Reliever 2": 0, "Bears Starter 3": 15}
    actions = Action.objects.order_by("-pk")[:2]
    assert [action.verb for action in actions] == ["take_game_back", "answer_mistake"]
    assert actions[0].sentence == (
        "Game 3 of Bears at Sharks, round 1 is replayed from the top of inning 6, two out (T31.2). "
        "Erased: Sharks Reliever 1 2.1, Sharks Reliever 3 1.0, Bears Starter 3 3.0."
    )
    assert "the game is being replayed from the top of inning 6, two out. Enter the rest of it." in words(
        director.get(f"/t/{slug}/dashboard/")
    )
    series = Series.objects.get(pk=league.series[0].pk)
    assert (series.outcomes, series.status) == ("HA", Series.Status.PLAYING)


def as_proposed(page, **typed: str) -> dict[str, str]:
    """Return the fields as filled in on the page, with the director's changes."""
    point, fields = page.context["proposed"].point, {}
    fields |= {"point_inning": str(point.inning), "half": page.context["bottom"] and "bottom" or "top"}
    fields |= {"outs": str(point.outs)}
    for side in page.context["point_sides"]:
        fields |= {f"{side['name']}_runs": str(side["runs"]), f"{side['name']}_mound": str(side["on_mound"] or "")}
    return fields | typed


def test_entering_the_replayed_ending_clears_the_dashboard(league):
    mistake = new_mistake(league)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="replay", actor=DESK, stood=at_entry(league))
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(1, [sharks.start(1, "8.0"), sharks.relief(1, "1.0")], [bears.start(1, "8.0")])
    ours = [sharks.start(3, "5.2"), sharks.relief(2, "3.1")]
    games[2] = won_by_home(3, ours, [bears.start(3, "8.0")])
    assert Notice.objects.filter(answered_at=None).exists()
    league.save(games)
    assert not Notice.objects.filter(answered_at=None).exists()
    assert outings_of(league, 3)["Sharks Reliever 2"] == 10


def at_entry(league: League, **more: object) -> StoodThen:
    mound = league.sharks.relievers[1].pk
    return StoodThen(PointOfGame(6, is_bottom=False, outs=2), 1, 2, home_mound=mound)._replace(**more)


def test_undo_restores_every_appearance_and_can_be_redone(league):
    stood = outings_of(league, 3)
    mistake = new_mistake(league)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="replay", actor=DESK, stood=at_entry(league))
    action = Action.objects.latest("pk")
    with refuses(MistakeRefusal.GAME_TAKEN_BACK):
        undo_action(action=Action.objects.get(verb="answer_mistake"), actor=DESK)
    assert preview_undo(action=action).changes == [
        "Game 3 has been restored as it was played, with all innings pitched."
    ]
    undone = undo_action(action=action, actor=DESK)
    assert outings_of(league, 3) == stood
    game = Game.objects.get(series=league.series[0], number=3)
    assert (game.status, game.home_runs, game.away_line[-1]) == (Game.Status.FINAL, 3, 1)
    assert "undo the game to the mistake" in Notice.objects.get(answered_at=None).sentence
    undo_action(action=undone, actor=DESK)
    assert outings_of(league, 3)["Sharks Starter 3"] == 17
    mistake.refresh_from_db()
    assert mistake.taken_back == "top of inning 6, two out"


def test_later_entries_block_restoring_a_game(league):
    mistake = new_mistake(league)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="replay", actor=DESK, stood=at_entry(league))
    action = Action.objects.latest("pk")
    Game.objects.filter(series=league.series[0], number=3).update(home_runs=5)
    with refuses(TakingBackRefusal.CHANGED_SINCE):
        undo_action(action=action, actor=DESK)


def test_t0_06_director_suspends_a_game_after_a_later_game_started(league, director_of, manager_of):
    slug, director = league.tournament.slug, director_of(league.tournament)
    mistake = new_mistake(league, game=1)
    phone = manager_of(league.bears.team)
    question = words(phone.get(f"/t/{slug}/mistakes/{mistake.pk}/"))
    assert "Game situation at the time of the mistake" not in question  # he chooses, and the director applies it
    phone.post(f"/t/{slug}/mistakes/{mistake.pk}/answer/", {"choice": "suspend"})
    assert "undo the game to the mistake, so that it can be suspended from there" in words(
        director.get(f"/t/{slug}/dashboard/")
    )
    address = f"/t/{slug}/mistakes/{mistake.pk}/"
    page = director.get(address)
    form = as_proposed(page, away_runs="1", home_runs="3")
    answer = director.post(f"{address}rewind/", form)
    game = Game.objects.get(series=league.series[0], number=1)
    assert answer.url == f"{reverse('suspended_game', args=[slug, game.pk])}#how"
    assert game.status == Game.Status.SUSPENDED
    stopped = Suspension.objects.get(game=game)
    assert (game.innings, stopped.is_bottom, stopped.outs) == (9, False, 0)
    assert outings_of(league, 1) == {"Sharks Starter 1": 24, "Bears Starter 1": 24}
    board = words(director.get(f"/t/{slug}/suspended/"))
    assert "top of inning 9, nobody out" in board
    action = Action.objects.latest("pk")
    assert changes_in_words(league.tournament, action.before, action.after) == [
        "taken back: top of inning 9, nobody out, was none.",
        "Game 1: Bears 1, Sharks 3 in 9 innings, suspended, was Bears 2, Sharks 3 in 9 innings.",
    ]
    describe_suspension(game=game, actor=DESK, is_bottom=False, outs=2, situation="Men on first and third")
    described = Action.objects.latest("pk")
    assert changes_in_words(league.tournament, described.before, described.after) == [
        "When suspended, outs: 2, was 0.",
        "When suspended, situation: Men on first and third, was none.",
    ]
    with refuses(TakingBackRefusal.CHANGED_SINCE):
        undo_action(action=action, actor=DESK)
    undo_action(action=described, actor=DESK)
    undo_action(action=action, actor=DESK)
    assert not Suspension.objects.exists()
    assert outings_of(league, 1)["Sharks Reliever 1"] == 3


def test_t31_4_game_to_be_restarted_counts_as_not_started(league, director_of):
    mistake = new_mistake(league, kind=MistakeKind.ILLEGAL_LINEUP, can_be_made_legal=1)
    director, slug = director_of(league.tournament), league.tournament.slug
    page = director.get(f"/t/{slug}/mistakes/{mistake.pk}/")
    director.post(f"/t/{slug}/mistakes/{mistake.pk}/answer/", {"choice": "replay", **as_proposed(page)})
    assert not Game.objects.filter(series=league.series[0], number=3).exists()
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    assert outings_of(league, 3)["Sharks Reliever 1"] == 7


@pytest.mark.parametrize(
    ("wrong", "field", "finding"),
    [
        ({"point": PointOfGame(12, is_bottom=False, outs=0)}, "point_inning", TakingBackRefusal.WRONG_INNING),
        ({"point": PointOfGame(6, is_bottom=False, outs=3)}, "outs", TakingBackRefusal.WRONG_OUTS),
        ({"away_runs": 3}, "away_runs", TakingBackRefusal.WRONG_RUNS),
        ({"home_mound": 0}, "home_mound", TakingBackRefusal.NEVER_STOOD_THERE),
        ({"away_mound": 0}, "away_mound", TakingBackRefusal.NEVER_STOOD_THERE),
    ],
)
def test_impossible_point_is_refused_by_field_and_changes_nothing(league, wrong, field, finding):
    mistake, stood = new_mistake(league), outings_of(league, 3)
    with refuses(finding) as refused:
        answer_mistake(
            mistake=mistake, team=league.bears.team, choice="replay", actor=DESK, stood=at_entry(league, **wrong)
        )
    assert refused.value.field == field
    mistake.refresh_from_db()
    assert (mistake.chosen, outings_of(league, 3)) == ("", stood)


def test_cannot_rewind_before_a_choice_or_after_the_result_is_official(league):
    mistake = new_mistake(league)
    with refuses(TakingBackRefusal.NOT_CHOSEN):
        take_game_back(mistake=mistake, stood=at_entry(league), actor=DESK)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="replay", actor=DESK)
    league.save(complete_games(league, league.series[1])[:1], league.series[1], complete=False)
    with refuses(TakingBackRefusal.OFFICIAL):
        take_game_back(mistake=mistake, stood=at_entry(league), actor=DESK)


def test_assistant_but_not_manager_can_rewind_a_game(league, manager_of):
    mistake = new_mistake(league)
    answer_mistake(mistake=mistake, team=league.bears.team, choice="replay", actor=DESK)
    phone = manager_of(league.bears.team)
    assert phone.post(f"/t/{league.tournament.slug}/mistakes/{mistake.pk}/rewind/").status_code == 403


def test_t31_8_misread_dice_offend_neither_team_and_both_must_agree(league, director_of, manager_of):
    director, slug = director_of(league.tournament), league.tournament.slug
    address = f"/t/{slug}/series/{league.series[0].pk}/mistake/?kind=dice"
    assert "Offended team" not in words(director.get(address))
    page = director.post(address, {"kind": "dice", "game": "3", "inning": "9", "recognised_in_time": "on"}, follow=True)
    assert "Both are equally at fault" in words(page)
    for side in (league.sharks, league.bears):
        assert "misread. Both managers must agree." in words(manager_of(side.team).get(f"/t/{slug}/me/"))
    mistake = Mistake.objects.get()
    for side in (league.bears, league.sharks):
        manager_of(side.team).post(f"/t/{slug}/mistakes/{mistake.pk}/answer/", {"choice": "replay"})
    page = director.get(f"/t/{slug}/mistakes/{mistake.pk}/")
    assert not page.context["proposed"].is_known
    form = as_proposed(page, point_inning="8", half="bottom", outs="1", home_runs="2", away_runs="1")
    done = words(director.post(f"/t/{slug}/mistakes/{mistake.pk}/rewind/", form, follow=True))
    assert "The game returned to the bottom of inning 8, one out" in done
    assert outings_of(league, 3)["Bears Starter 3"] == 22


def test_t33_0_suspension_is_not_an_option_without_suspended_games():
    league = League(profile_text="", stage="round_robin", suspended_games=False)
    league.save(complete_games(league, league.series[0]))
    mistake = new_mistake(league, game=1, card=league.sharks.starters[0])
    assert mistake.options == ["accept"]
    assert "T33.0: this tournament has no suspended games, because the director doesn't use the rule" in mistake.follows


def not_announced(league: League, director, **facts: object) -> str:
    """Report that no successor was announced for a pinch-hit-for pitcher, and return the director's page."""
    address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/mistake/"
    form = {"kind": "pitcher_not_announced", "game": "3", "inning": "8", "offended": league.bears.team.pk}
    return words(director.post(address, {**form, "pitchers_who_may_pitch": "3", **facts}, follow=True))


def test_t31_11_first_exception_makes_an_eligible_pinch_hitter_the_pitcher(league, director_of):
    director, reliever = director_of(league.tournament), league.sharks.relievers[4].pk
    page = not_announced(league, director, pinch_hitter_may_pitch="on", card=reliever)
    assert "the pinch hitter is pitching" in page
    assert "No choice is needed" in page
    page = not_announced(league, director, last_eligible_pitcher_lifted="on", pitchers_who_may_pitch="0")
    assert "the pinch hitter is pitching on the hitter's pitching card" in page
    assert not Notice.objects.exists()


def test_t31_11_second_exception_makes_the_only_eligible_pitcher_the_pitcher(league, director_of):
    director = director_of(league.tournament)
    page = not_announced(league, director, pitchers_who_may_pitch="1")
    assert "the only eligible pitcher is pitching" in page
    page = not_announced(league, director)
    assert "more than one pitcher could be pitching" in page
    assert "Replay from the mistake" in page
    assert "Accept it" not in page


def test_t31_11_pinch_hitter_is_requested_if_his_sheet_matters(league, director_of):
    director = director_of(league.tournament)
    assert "Name the pinch hitter" in not_announced(league, director, pinch_hitter_may_pitch="on")
    bear = league.bears.relievers[0]
    refused = not_announced(league, director, pinch_hitter_may_pitch="on", card=bear.pk)
    assert f"{bear.name} is on Bears, the offended team" in refused
    address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/mistake/"
    typed = {"kind": "pitcher_not_announced", "game": "2", "inning": "8", "offended": league.bears.team.pk}
    facts = {"last_eligible_pitcher_lifted": "on", "pitchers_who_may_pitch": "3"}
    page = director.post(address, {**typed, **facts, "card": bear.pk})
    assert [page.context[name] for name in ("game", "offended", "card")] == [2, league.bears.team, bear.pk]
    assert [value for _, value in page.context["facts"]] == ["on", "3"]  # game 2's sheet has the rest
    assert not Mistake.objects.exists()


def test_unknown_starter_must_be_entered_before_a_replay(director_of):
    league = League(profile_text="", stage="round_robin")
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])[:2]
    ours = [replace(sharks.start(3, "6.0"), starts=False), sharks.relief(1, "3.0")]
    games.append(won_by_home(3, ours, [bears.start(3, "8.0")]))
    league.save(games, complete=False)
    mistake = new_mistake(league)
    page = director_of(league.tournament).get(f"/t/{league.tournament.slug}/mistakes/{mistake.pk}/")
    proposed = page.context["proposed"]
    assert (proposed.is_known, proposed.point) == (False, PointOfGame(6, is_bottom=False, outs=0))
    stood = StoodThen(PointOfGame(6, is_bottom=False, outs=0), 0, 0)
    with refuses(TakingBackRefusal.STARTER_UNKNOWN) as refused:
        answer_mistake(mistake=mistake, team=bears.team, choice="replay", actor=DESK, stood=stood)
    assert refused.value.field == "home_mound"


def test_erased_mistakes_need_no_acceptance():
    league = League(profile_text="", stage="round_robin")
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])[:2]
    games.append(won_by_home(3, [sharks.start(1, "6.0"), sharks.relief(1, "3.0")], [bears.start(3, "8.0")]))
    league.save(games, complete=False)
    assert Notice.objects.filter(kind="Violation", answered_at=None).exists()
    mistake = new_mistake(league)
    stood = StoodThen(PointOfGame(1, is_bottom=False, outs=0), 0, 0)
    answer_mistake(mistake=mistake, team=bears.team, choice="replay", actor=DESK, stood=stood)
    assert not Notice.objects.filter(kind="Violation", answered_at=None).exists()
