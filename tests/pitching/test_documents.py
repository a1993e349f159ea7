"""Test that PDFs of pitching and team sheets always have one page with every cell in place, whatever the names."""

from copy import deepcopy

import pytest
from django.utils import timezone

from core.tables import Column, Place
from drafts.models import Pick, PlayerCard
from games.models import Game, Outing
from pitching.documents import team_sheet_pdf
from pitching.models import SignOff
from pitching.queries.team_sheet import HITTERS, PITCHERS, read_team_sheets
from pitching.sheet.draw import draw_sheet, sheet_pdf
from pitching.sheet.draw_foot import check_url
from pitching.sheet.printed import KINDS, read_printed_sheets
from rules_engine.innings import format_innings
from tests.added_columns import added
from tests.factories import TeamFactory
from tests.paper_league import PaperLeague
from tests.pdf_reading import cells_of_grid, heads_on_line, only_page, paper_of, words_of
from tests.qr_reading import codes_on_paper
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db

SITE = "https://pennant.example"


@pytest.fixture(scope="module")
def league_of_the_file(shared_rows):
    with shared_rows(lambda: PaperLeague(8, played=3)) as league:
        yield league


@pytest.fixture
def league(league_of_the_file):
    return deepcopy(league_of_the_file)


def cells(pdf, team):
    """Map (pitcher, game) to innings, and return the pairs marked as starts."""
    names = [pick.card.name for pick in Pick.objects.filter(team=team, card__is_pitcher=True).select_related("card")]
    games = heads_on_line(pdf, "Game")
    innings = cells_of_grid(pdf, names, games, r"\d+\.\d")
    starts = cells_of_grid(pdf, names, games, "S")
    return innings, set(starts)


def outings_of(team):
    """Return the same from the database. Games are numbered in order of play."""
    games = Game.objects.filter(outings__team=team).distinct().order_by("series__round", "number")
    number = {game.pk: str(place) for place, game in enumerate(games, start=1)}
    rows = Outing.objects.filter(team=team).select_related("card")
    innings = {(outing.card.name, number[outing.game_id]): format_innings(outing.outs) for outing in rows}
    return innings, {(outing.card.name, number[outing.game_id]) for outing in rows if outing.part == "S"}


def test_every_appearance_is_printed_in_its_row_and_column(league):
    team = league.teams[2]
    pdf = sheet_pdf(league.tournament, team.pk, "current")
    assert cells(pdf, team) == outings_of(team)
    assert "0.0" in cells(pdf, team)[0].values(), "an appearance without an out is not a blank"


def test_header_shows_tournament_division_team_managers_and_park(league):
    team = league.teams[0]
    text = only_page(sheet_pdf(league.tournament, team.pk, "current"))
    park = Pick.objects.get(team=team, park__isnull=False).park.name
    for expected in (
        "Great Lakes Open 1998",
        "Lake Division",
        "Albany Aces",
        "Manager: Manager Number0",
        f"Park: {park}",
    ):
        assert expected in text
    assert "Albany Aces · Pitching sheet, current · page 1 of 1" in text


def test_columns_are_grouped_by_series_with_opponent_site_and_result(league):
    team = league.teams[0]
    pdf = sheet_pdf(league.tournament, team.pk, "current")
    first = league.series_of(team)[0]
    opponent = first.away if first.home_id == team.pk else first.home
    assert opponent.name in only_page(pdf)
    places = heads_on_line(pdf, "Home or away", "[HA]")
    assert set(places) == {"H", "A"}
    game = Game.objects.get(series=first, number=1)
    own, opponent_runs = (
        (game.home_runs, game.away_runs) if game.home_id == team.pk else (game.away_runs, game.home_runs)
    )
    assert f"{'W' if own > opponent_runs else 'L'} {own}-{opponent_runs}" in only_page(pdf)


def test_blank_sheet_has_headings_from_the_schedule_and_no_innings(league):
    team = league.teams[0]
    pdf = sheet_pdf(league.tournament, team.pk, "blank")
    text = only_page(pdf)
    for series in league.series_of(team):
        opponent = series.away if series.home_id == team.pk else series.home
        assert opponent.name in text
    assert list(heads_on_line(pdf, "Game")) == [str(number) for number in range(1, 22)]
    assert cells(pdf, team)[0] == {}
    assert "W " not in text
    assert "Best of 7" in text


def test_blank_sheet_before_the_schedule_has_a_column_for_every_game(league):
    Series.objects.all().delete()
    text = only_page(sheet_pdf(league.tournament, league.teams[0].pk, "blank"))
    assert "Round 7" in text
    assert "Round 8" not in text


def test_current_sheet_lists_eligible_pitchers_for_the_next_game(league):
    team = league.teams[0]
    pdf = sheet_pdf(league.tournament, team.pk, "current")
    assert "Available for game 10" in only_page(pdf)
    sheet = read_printed_sheets(league.tournament, [team.pk], "current")[team.pk]
    assert {row.start for row in sheet.rows} == {"yes", "–", "g11", "g12", "g13"}
    heads = {word.text: word.middle for word in words_of(pdf) if word.text in ("start", "relief")}
    shown = cells_of_grid(pdf, [row.name for row in sheet.rows], heads, r"yes|–|g\d+|\d\.\d")
    assert shown == {
        **{(row.name, "start"): row.start for row in sheet.rows},
        **{(row.name, "relief"): row.relief for row in sheet.rows},
    }


def test_accepted_violations_extra_outs_and_injuries_are_footnoted(league):
    team = league.teams[0]
    first_outing, second_outing = Outing.objects.filter(team=team, part="R").select_related("card")[:2]
    Outing.objects.filter(pk=first_outing.pk).update(
        accepted_rule="T10.2", accepted_by="Manager Number5", footnote="nobody else was left"
    )
    Outing.objects.filter(pk=second_outing.pk).update(extra_outs=1)
    text = only_page(sheet_pdf(league.tournament, team.pk, "current"))
    assert f"1 {first_outing.card.name}, game 1: T10.2, accepted by Manager Number5: nobody else was left" in text
    assert "T31.1: 0.1 extra on a double play" in text


def test_t10_2_runs_allowed_are_printed_in_the_cell_and_explained(league):
    team = league.teams[0]
    assert "allowed four runs" not in only_page(sheet_pdf(league.tournament, team.pk, "current"))
    start = Outing.objects.filter(team=team, part="S").select_related("card").first()
    Outing.objects.filter(pk=start.pk).update(runs=17)
    pdf = sheet_pdf(league.tournament, team.pk, "current")
    assert "r4: allowed four runs" in only_page(pdf)
    shown = cells_of_grid(pdf, [start.card.name], heads_on_line(pdf, "Game"), r"r\d+")
    assert list(shown.values()) == ["r17"], "beside the S, which stays"
    assert cells(pdf, team) == outings_of(team)


def test_suspended_game_still_has_its_column(league):
    team = league.teams[0]
    game = Game.objects.filter(home=team).first()
    Game.objects.filter(pk=game.pk).update(status="suspended")
    pdf = sheet_pdf(league.tournament, team.pk, "current")
    assert "susp." in only_page(pdf)
    assert cells(pdf, team) == outings_of(team)


def test_signed_sheet_prints_only_validly_signed_series(league):
    team = league.teams[0]
    pdf = sheet_pdf(league.tournament, team.pk, "signed", SITE)
    text = only_page(pdf)
    for signed in SignOff.objects.filter(sheet_of=team):
        assert signed.code in text
        assert signed.signer in text
    shown = {game for _, game in cells(pdf, team)[0]}
    assert shown == {"1", "2", "3", "4", "5", "6"}, "the third round is not signed yet"
    assert "Available" not in text


def test_signed_sheet_without_signatures_says_so(league):
    team = league.teams[0]
    sentence = "None of this team's series have been signed yet"
    assert sentence not in only_page(sheet_pdf(league.tournament, team.pk, "signed", SITE))
    SignOff.objects.filter(sheet_of=team).delete()
    assert sentence in only_page(sheet_pdf(league.tournament, team.pk, "signed", SITE))


def test_broken_seal_removes_the_series_from_the_signed_sheet(league):
    team = league.teams[0]
    signed = SignOff.objects.filter(sheet_of=team).order_by("pk").first()
    SignOff.objects.filter(pk=signed.pk).update(broken_at=timezone.now(), broken_reason="runs were swapped")
    text = only_page(sheet_pdf(league.tournament, team.pk, "current"))
    assert "SEAL BROKEN sign again" in text
    assert f"Round 1: seal of {signed.signer} broken: runs were swapped" in text
    assert signed.code not in only_page(sheet_pdf(league.tournament, team.pk, "signed"))


def test_qr_code_caption_shows_the_newest_valid_signature(league):
    team = league.teams[0]
    newest = SignOff.objects.filter(sheet_of=team).order_by("-signed_at").first()
    text = only_page(sheet_pdf(league.tournament, team.pk, "signed", SITE))
    assert f"check {newest.code}" in text
    assert check_url(SITE + "/", newest.code) == f"{SITE}/check/{newest.code}/"


@pytest.mark.parametrize("site", [SITE, "http://192.168.178.123:8000"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_printed_qr_code_opens_the_signature_check(league, site, paper):
    team = league.series[0].home
    league.sign(league.series[0])
    Tournament.objects.update(paper=paper)
    pdf = sheet_pdf(Tournament.objects.get(), team.pk, "signed", site)
    newest = SignOff.objects.filter(sheet_of=team, broken_at=None).order_by("-signed_at", "-pk").first()
    assert codes_on_paper(pdf) == [check_url(site, newest.code)]


def test_printed_address_opens_the_public_check_page(league, client):
    code = SignOff.objects.first().code
    answer = client.get(check_url("", code))
    assert answer.status_code == 200
    assert code in answer.content.decode()


@pytest.mark.parametrize(("paper", "size"), [("letter", (792, 612)), ("a4", (842, 595))])
def test_full_season_with_playoffs_fits_on_a_single_page(paper, size):
    league = PaperLeague(14, played=13, paper=paper)
    team = league.teams[0]
    for kind in KINDS:
        pdf = sheet_pdf(league.tournament, team.pk, kind)
        assert only_page(pdf)
        assert paper_of(pdf) == size
    current = sheet_pdf(league.tournament, team.pk, "current")
    assert list(heads_on_line(current, "Game")) == [str(number) for number in range(1, 40)]
    assert cells(current, team) == outings_of(team)


def test_page_fits_thirty_pitchers_sixty_footnotes_and_very_long_names():
    names = ("Łukasz <b> " + "W" * 300, *(f"{number} " + "Very " * 60 for number in range(7)))
    league = PaperLeague(8, played=7, pitchers=30, names=[name[:80] for name in names])
    team = league.teams[0]
    Outing.objects.filter(team=team).update(accepted_rule="T10.2", accepted_by="Bob " * 30, footnote="because " * 37)
    for kind in KINDS:
        team.name = names[0]
        sheet = read_printed_sheets(league.tournament, [team.pk], kind)[team.pk]
        sheet.team = team
        text = only_page(draw_sheet(sheet, SITE))
        assert "Łukasz <b> WWW" in text
        assert "Bartholomew Arm Number 29" in text
    current = sheet_pdf(league.tournament, team.pk, "current")
    assert "more footnotes on this sheet's page" in only_page(current)
    assert cells(current, team)[0] == outings_of(team)[0], "innings are never cut"


def test_no_word_runs_off_the_page():
    league = PaperLeague(8, played=2, names=["W" * 80, *(f"Unbreakable{'x' * 60}{n}" for n in range(7))])
    for kind in KINDS:
        pdf = sheet_pdf(league.tournament, league.teams[0].pk, kind, SITE)
        assert all(0 < word.middle < 792 and word.right < 792 - 18 and 10 < word.y < 612 for word in words_of(pdf))


def test_team_without_a_draft_gets_a_blank_sheet():
    team = TeamFactory(name="Newcomers")
    text = only_page(sheet_pdf(team.tournament, team.pk, "blank"))
    assert "Newcomers" in text
    assert "Manager: ____" in text
    assert "Park: ____" in text


def test_signed_sheet_without_signatures_still_renders(league):
    SignOff.objects.all().delete()
    assert "Pitching sheet, signed" in only_page(sheet_pdf(league.tournament, league.teams[0].pk, "signed"))


def test_position_player_with_an_appearance_has_a_row(league):
    team = league.teams[0]
    hitter = (
        Pick.objects.filter(team=team, card__is_pitcher=False, card__isnull=False).select_related("card").first().card
    )
    Outing.objects.create(
        game=Game.objects.filter(home=team).first(), team=team, card=hitter, order=9, part="R", outs=1
    )
    assert hitter.name in only_page(sheet_pdf(league.tournament, team.pk, "current"))


def test_points_of_weakness_are_printed_if_the_cards_have_them():
    league = PaperLeague(8, pitchers=12)
    text = only_page(sheet_pdf(league.tournament, league.teams[0].pk, "blank"))
    assert "POW" in text
    assert "R2/3" in text
    assert "POW" not in only_page(sheet_pdf(league.tournament, league.teams[1].pk, "blank"))


def test_query_count_does_not_grow_with_printed_sheets(league, django_assert_max_num_queries):
    teams = [team.pk for team in league.teams]
    with django_assert_max_num_queries(16):
        read_printed_sheets(league.tournament, teams[:1], "current")
    with django_assert_max_num_queries(16):
        read_printed_sheets(league.tournament, teams, "current")
    with django_assert_max_num_queries(11):
        read_team_sheets(league.tournament, teams)


def test_team_sheet_fits_all_players_and_the_park_on_a_page(league):
    team = league.teams[0]
    pdf = team_sheet_pdf(league.tournament, team.pk)
    text = only_page(pdf)
    assert paper_of(pdf) == (612, 792)
    for pick in Pick.objects.filter(team=team).select_related("card", "park"):
        assert (pick.card.name if pick.card else pick.park.name) in text
    hitter = (
        Pick.objects.filter(team=team, card__is_pitcher=False).exclude(card=None).select_related("card").first().card
    )
    names = [hitter.name]
    heads = heads_on_line(pdf, "Player", r"[A-Z0-9]+")
    line = cells_of_grid(pdf, names, heads, r"\d+")
    assert line[hitter.name, "AB"] == str(hitter.at_bats)
    assert line[hitter.name, "RBI"] == str(hitter.runs_batted_in)
    assert "Pitchers, for game 10" in text
    assert "Team sheet (T0.03) · page 1 of 1" in text


def test_team_sheet_shows_innings_left_and_recent_games(league):
    team = league.teams[0]
    sheet = read_team_sheets(league.tournament, [team.pk])[team.pk]
    assert sheet.games_shown == [7, 8, 9]
    text = only_page(team_sheet_pdf(league.tournament, team.pk))
    assert "g7 g8 g9 start relief" in text
    assert any(line.recent_games[0] == "S 7.1" for line in sheet.pitchers)


def test_team_sheet_distinguishes_hitters_with_the_same_name(league):
    team = league.teams[0]
    picks = Pick.objects.filter(team=team, card__is_pitcher=False, card__isnull=False).select_related("card")
    for pick, club in zip(picks[:2], ("SDN", "SLN"), strict=True):
        PlayerCard.objects.filter(pk=pick.card_id).update(
            name="Carlos Hernandez", sort_name="Hernandez, Carlos", clubs=club, positions={"C": 90}
        )
    text = only_page(team_sheet_pdf(league.tournament, team.pk))
    assert [text.count(f"Carlos Hernandez ({club})") for club in ("SDN", "SLN")] == [2, 2]
    assert "C. Hernandez" not in text


def test_team_sheet_with_thirty_pitchers_fits_on_a_single_page():
    league = PaperLeague(8, pitchers=30, paper=Tournament.Paper.A4, names=["Łukasz <b>" + "W" * 70, *"ABCDEFG"])
    pdf = team_sheet_pdf(league.tournament, league.teams[0].pk)
    assert "Bartholomew Arm Number 29" in only_page(pdf)
    assert paper_of(pdf) == (595, 842)


def test_team_sheet_before_the_draft_shows_the_team_name():
    team = TeamFactory(name="Newcomers")
    assert "Newcomers" in only_page(team_sheet_pdf(team.tournament, team.pk))


def test_new_team_sheet_column_is_printed(league):
    team = league.teams[0]
    born = Column("born", "Born", lambda line: f"b{line.card.id}", Place.PAPER)
    with added(HITTERS, born), added(PITCHERS, born):
        text = only_page(team_sheet_pdf(league.tournament, team.pk)).split()
    drafted = Pick.objects.filter(team=team, card__isnull=False).values_list("card_id", flat=True)
    assert text.count("Born") == 2
    assert {f"b{card}" for card in drafted} <= set(text)
