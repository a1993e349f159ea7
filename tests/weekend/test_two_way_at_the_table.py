"""Test a two-way player, who bats and fields with a hitter's card and pitches with a pitcher's (F04, T10.11)."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from drafts.models import CardSet, Pick, PlayerCard
from rules_engine.systems import load
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from seasons.made_cards import load_cards
from seasons.strat_o_matic.season_cards import make_season
from tabletop.queries.lineups import load_drafted_roster, propose_spots, rule_on_lineup, season_of
from tests.factories import CardSetFactory, DivisionFactory, DraftFactory, TeamFactory, TournamentFactory
from tests.weekend.test_play_drafted_teams import statistics_line

OHTANI = "ohtansh01"
OPPONENT = "HOU"
SYSTEMS = pytest.mark.parametrize("system", ["strat_o_matic", "pine_tar", "inside_pitch"])
EDITIONS = {"strat_o_matic": "som_advanced", "pine_tar": "full", "inside_pitch": "suggest+exhausted"}


def output_of(*words: str, **options: object) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory):
    """Return the 2021 cards by system, as JSON and as a workbook."""
    files: dict[str, tuple[Path, Path]] = {}

    def make(system: str) -> tuple[Path, Path]:
        if system not in files:
            folder = tmp_path_factory.mktemp(system)
            files[system] = folder / "cards.json", folder / "cards.xlsx"
            games = {"games": 0} if system == "strat_o_matic" else {}
            output_of("make_cards", "2021", system=system, out=files[system][0], xlsx=files[system][1], **games)
        return files[system]

    return make


def teams_of_angels(system: str, cards: Path) -> dict[str, object]:
    return {
        **{"system": system, "edition": EDITIONS[system], "cards": str(cards)},
        **{"away": "LAA", "home": OPPONENT, "dh": True, "seed": 5},
    }


def first_sides(path: Path) -> dict[str, list[str]]:
    sides: list[dict[str, list[str]]] = json.loads(path.read_text(encoding="utf-8"))["sides"]
    return sides[0]


@SYSTEMS
def test_f04_two_way_player_bats_as_designated_hitter_when_another_starts(system: str, made, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    output_of("play", auto=True, save=path, away_starter="Heaney", **teams_of_angels(system, made(system)[0]))
    angels = first_sides(path)
    assert OHTANI in angels["order"]
    assert OHTANI not in angels["field"]


@SYSTEMS
def test_f04_two_way_starter_bats_for_himself(system: str, made, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    output_of("play", auto=True, save=path, away_starter="Ohtani", **teams_of_angels(system, made(system)[0]))
    angels = first_sides(path)
    assert angels["field"][0] == OHTANI
    assert OHTANI in angels["order"][:5], "he bats by his bat, not ninth"


@SYSTEMS
def test_f04_two_way_player_has_a_hitters_line_in_simulations(system: str, made) -> None:
    text = output_of("simulate", "10", players=True, **teams_of_angels(system, made(system)[0]))
    batting, pitching = [line.split() for line in text.splitlines() if line.startswith("Shohei Ohtani")]
    games, plate_appearances = map(int, batting[2:4])
    assert games == 10
    assert plate_appearances >= 30
    assert pitching[2] == "2", "he starts every fifth game"


@SYSTEMS
def test_f04_two_way_workbook_round_trips(system: str, made) -> None:
    path, workbook = made(system)
    loaded = load(system)
    cards = load_cards(loaded, workbook).cards
    document = json.loads(path.read_text(encoding="utf-8"))["cards"][OHTANI]
    assert loaded.write_card(cards[OHTANI]) == document
    if system == "strat_o_matic":
        assert isinstance(cards[OHTANI], PitcherCard)
        assert cards[OHTANI].hitter.at_bats_and_walks == 633


@pytest.mark.django_db
def test_f04_lineup_page_offers_the_two_way_player_as_hitter_and_starter(manager_of) -> None:
    tournament = TournamentFactory(slug="hall", profile_key="stpc_2024@1", profile_text="")
    division = DivisionFactory(tournament=tournament)
    card_set = CardSetFactory(source=CardSet.Source.SEASON, season=2021)
    draft, team = DraftFactory(division=division, card_set=card_set), TeamFactory(division=division, slot=1)
    season = make_season(2021)[0]
    for place, player in enumerate(season.teams["LAA"]):
        card = PlayerCard.objects.create(card_set=card_set, code=player, **statistics_line(season.cards, player))
        Pick.objects.create(draft=draft, overall=place, team=team, card=card, made_by="program", made_at=timezone.now())
    roster = load_drafted_roster(team, season_of(team))
    assert OHTANI in roster.batters
    assert OHTANI in roster.starters
    page = " ".join(manager_of(team).get("/t/hall/me/lineup/").content.decode().split())
    assert f'value="{OHTANI}" selected' in page
    spots = propose_spots(roster)
    assert (OHTANI, "dh") in spots or (OHTANI, "1b") in spots
    assert rule_on_lineup(roster, spots)
