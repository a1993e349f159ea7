"""Actions on results: series, signatures, mistakes, rulings and print packs."""

from collections.abc import Mapping
from io import BytesIO
from typing import Final

from PIL import Image

from core.imports.headings import ColumnChoices
from core.imports.tables import table_of_text
from drafts.models import Draft
from drafts.services.legal_teams import let_team_play
from games.models import Mistake, RulingRequest
from games.services.imported_results import ResultsSheet, import_results
from games.services.mistakes import answer_mistake, report_mistake
from games.services.play_order import CorrectedOrder, correct_order
from games.services.rulings import ask_ruling, give_ruling
from games.services.swapping import swap_home_and_visitors
from games.services.taking_back import StoodThen, take_game_back
from pitching.models import SheetPhoto, SignOff
from pitching.services.photos import attach_photo, remove_photo
from pitching.services.sign_off import sign_sheet
from rules_engine.eligibility.game_reset import PointOfGame
from rules_engine.eligibility.mistakes import MistakeKind
from tabletop.services.odds import show_odds
from tests.drafts.test_stage_checks import without_starters
from tests.drills.scenes.scene import DIRECTOR, Place, Scene, SceneAction
from tests.games.building import League, complete_games, won_by_home
from tournaments.action_log.verbs import Verb
from tournaments.models import Series
from weekend.services.print_packs import cancel_print_pack, request_print_pack


def between_rounds() -> Place:
    """Create three series between two teams. The first is complete, with a reliever after 5.2 innings of game 3."""
    league = League(profile_text="", stage="round_robin")
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])
    pitchers = [sharks.start(3, "5.2"), sharks.relief(2, "0.0"), sharks.relief(1, "2.1"), sharks.relief(3, "1.0")]
    games[0] = won_by_home(1, [sharks.start(1, "8.0"), sharks.relief(1, "1.0")], [bears.start(1, "8.0")])
    games[2] = won_by_home(3, pitchers, [bears.start(3, "8.0")])
    league.save(games)
    return Place.from_attributes(
        tournament=league.tournament,
        league=league,
        series=league.series[0],
        next_series=league.series[1],
        team=sharks.team,
        opponent=bears.team,
        reliever=sharks.relievers[0],
        on_mound=sharks.relievers[1],
    )


def _enter_results(place: Place) -> None:
    league = place.league
    league.save(complete_games(league, place.next_series, first=4)[:2], place.next_series, complete=False)


def _sign(place: Place) -> None:
    sign_sheet(series=place.series, sheet_of=place.team, actor=DIRECTOR)


def _attach_photo(place: Place) -> None:
    content = BytesIO()
    Image.new("RGB", (40, 30), "white").save(content, "PNG")
    signed = SignOff.objects.get(series=place.series)
    attach_photo(signed=signed, content=content.getvalue(), file_name="sheet.png", actor=DIRECTOR)


def _sign_and_attach(place: Place) -> None:
    _sign(place)
    _attach_photo(place)


def _remove_photo(place: Place) -> None:
    remove_photo(photo=SheetPhoto.objects.get(), actor=DIRECTOR)


def _put_later_series_first(place: Place) -> None:
    order = CorrectedOrder(after={place.team.pk: "0", place.opponent.pk: "0"})
    correct_order(series=place.next_series, order=order, actor=DIRECTOR)


def _report(place: Place) -> None:
    """Report that a reliever was ineligible (T31.2)."""
    facts = {"batters_faced": 3, "was_eligible": 0, "lifted_for_hitter": 0, "started": 0}
    report_mistake(
        series=place.series,
        actor=DIRECTOR,
        kind=MistakeKind.ILLEGAL_PITCHER,
        game=3,
        inning=6,
        offended=place.opponent,
        facts=facts,
        card=place.reliever,
    )


def _mistake(place: Place) -> Mistake:
    mistakes = Mistake.objects.select_related("series", "offended", "card")
    return mistakes.filter(series=place.series).latest("pk")


def _choose_replay(place: Place) -> None:
    answer_mistake(mistake=_mistake(place), team=place.opponent, choice="replay", actor=DIRECTOR)


def _report_and_choose(place: Place) -> None:
    _report(place)
    _choose_replay(place)


def _take_back(place: Place) -> None:
    stood = StoodThen(PointOfGame(6, is_bottom=False, outs=2), 1, 2, home_mound=place.on_mound.pk)
    take_game_back(mistake=_mistake(place), stood=stood, actor=DIRECTOR)


def _ask(place: Place) -> None:
    ask_ruling(series=place.series, question="May he pitch?", actor=DIRECTOR)


def _rule(place: Place) -> None:
    request = RulingRequest.objects.filter(series=place.series).latest("pk")
    give_ruling(request=request, ruling="He may.", rule="T10.2", actor=DIRECTOR)


def _become_illegal(place: Place) -> None:
    Draft.objects.filter(division__tournament=place.tournament).update(state=Draft.State.FINISHED)
    without_starters(place.team)


def _ask_for_pack(place: Place) -> None:
    request_print_pack(tournament=place.tournament, round_number=2, actor=DIRECTOR)


def _cancel_pack(place: Place) -> None:
    cancel_print_pack(pack=place.tournament.print_packs.latest("pk"), actor=DIRECTOR)


def _playing(action: SceneAction, prepare: SceneAction | None = None) -> Scene:
    return Scene(between_rounds, action, prepare)


def _swap_home(place: Place) -> None:
    swap_home_and_visitors(
        series=place.series, actor=DIRECTOR, version=place.series.version, reason="Roll entered the wrong way round"
    )


def _import_results(place: Place) -> None:
    series = Series.objects.select_related("home", "away").get(pk=place.series.pk)
    text = (
        f"Round,Game,Visitors,Home,Visitors' runs,Home runs,Innings\n{series.round},1,{series.away},{series.home},2,3,9"
    )
    sheet = ResultsSheet(table_of_text(text), ColumnChoices())
    import_results(tournament=place.tournament, sheet=sheet, actor=DIRECTOR, keep_incomplete=True)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.SWAP_HOME_AND_VISITORS: _playing(_swap_home),
    Verb.IMPORT_RESULTS: _playing(_import_results),
    Verb.SAVE_SERIES_RESULTS: _playing(_enter_results),
    Verb.CORRECT_ORDER_OF_PLAY: _playing(_put_later_series_first, _enter_results),
    Verb.SIGN_SHEET: _playing(_sign),
    Verb.ATTACH_PHOTO: _playing(_attach_photo, _sign),
    Verb.REMOVE_PHOTO: _playing(_remove_photo, _sign_and_attach),
    Verb.REPORT_MISTAKE: _playing(_report),
    Verb.ANSWER_MISTAKE: _playing(_choose_replay, _report),
    Verb.TAKE_GAME_BACK: _playing(_take_back, _report_and_choose),
    Verb.ASK_RULING: _playing(_ask),
    Verb.GIVE_RULING: _playing(_rule, _ask),
    Verb.LET_TEAM_PLAY: _playing(
        lambda place: let_team_play(team=place.team, reason="The cards came late", actor=DIRECTOR),
        _become_illegal,
    ),
    Verb.SHOW_ODDS: _playing(lambda place: show_odds(tournament=place.tournament, shown="always", actor=DIRECTOR)),
    Verb.ASK_FOR_PRINT_PACK: _playing(_ask_for_pack),
    Verb.CANCEL_PRINT_PACK: _playing(_cancel_pack, _ask_for_pack),
}
