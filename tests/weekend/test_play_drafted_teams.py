"""Test manage.py play with a tournament's teams: the drafted players, with the innings their sheets leave."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from drafts.models import CardSet, Pick, PlayerCard
from games.models import Game
from rules_engine.profile import default_profile, load_profile, text_of
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from seasons.strat_o_matic.season_cards import SeasonCards, make_season, save_cards
from tabletop.prepared_games import resume_game
from tests.factories import (
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    GameFactory,
    OutingFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.weekend.test_play_command import LINE_UP
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db


class Weekend:
    """Two teams in a division that drafted the 1998 Yankees and Braves, and a Yankees team in another division."""

    def __init__(self) -> None:
        self.tournament = TournamentFactory(slug="hall", stage="round_robin")
        self.card_set = CardSetFactory(source=CardSet.Source.SEASON, season=1998)
        first, second = (DivisionFactory(tournament=self.tournament, name=name) for name in ("East", "West"))
        self.drafts = {
            division: DraftFactory(division=division, card_set=self.card_set) for division in (first, second)
        }
        self.sharks = TeamFactory(division=first, name="Sharks")
        self.bears = TeamFactory(division=first, name="Bears")
        self.comets = TeamFactory(division=second, name="Comets")
        for team, club in ((self.sharks, "NYA"), (self.bears, "ATL"), (self.comets, "NYA")):
            self.draft(team, club)
        self.series = SeriesFactory(division=first, home=self.bears, away=self.sharks, home_decided=True)

    def draft(self, team, club) -> None:
        cards, club_players = make_season(1998)[0].cards, make_season(1998)[0].teams[club]
        draft = self.drafts[team.division]
        pick_count = draft.picks.count()
        for place, player in enumerate((*club_players, f"nobody{club}")):
            card, _ = PlayerCard.objects.get_or_create(
                card_set=self.card_set, code=player, defaults=statistics_line(cards, player)
            )
            Pick.objects.create(
                draft=draft, overall=pick_count + place, team=team, card=card, made_by="program", made_at=timezone.now()
            )

    def pitched(self, *outings, number=1) -> None:
        """Save a final game in the series. Appearances are (team, code, part, outs)."""
        game = GameFactory(series=self.series, number=number, status=Game.Status.FINAL, home_runs=3, away_runs=2)
        for order, (team, code, part, outs) in enumerate(outings):
            card = PlayerCard.objects.get(code=code)
            OutingFactory(game=game, team=team, card=card, order=order, part=part, outs=outs)


def statistics_line(cards, player):
    card = cards.get(player)
    line = {"name": card.name if card else "Nobody Known", "sort_name": player, "positions": {}}
    if isinstance(card, PitcherCard):
        endurance = card.endurance
        starts, relieves = endurance.starter is not None, endurance.relief is not None
        line |= {"is_pitcher": True, "is_starter": starts, "is_reliever": relieves, "outs_pitched": card.outs}
    return line


@pytest.fixture
def weekend():
    return Weekend()


@pytest.fixture
def play(monkeypatch):
    """Run the command, and exit at its first question after the lineups."""

    def read(prompt: str) -> str:
        if prompt.startswith(LINE_UP):
            return ""
        raise EOFError

    def run(**options) -> str:
        out = StringIO()
        call_command("play", seed=5, stdout=out, **options)
        return out.getvalue()

    monkeypatch.setattr("builtins.input", read)
    return run


def test_plays_the_next_game_with_drafted_teams_and_their_sheets(weekend, play, tmp_path: Path) -> None:
    weekend.pitched(
        (weekend.bears, "maddugr01", "S", 24),
        (weekend.bears, "ligteke01", "R", 9),
        (weekend.sharks, "pettian01", "S", 27),
    )
    path = tmp_path / "game.json"
    text = play(series=weekend.series.pk, save=path)
    assert "Game 2 of 3: Bears at Sharks, by the current pitching sheets." in text
    assert "Left out, because the season has no cards for them: Nobody Known, Nobody Known." in text
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["teams"] == ["Bears", "Sharks"]
    assert saved["relief"]["ligteke01"]["outs"] == 3
    assert saved["relief"]["maddugr01"]["allowed"] is False
    starters = [side["field"][0] for side in saved["sides"]]
    assert "maddugr01" not in starters
    assert "pettian01" not in starters
    assert "maddugr01" in saved["sides"][0]["bench"]
    assert "Top of the 1st, Bears 0, Sharks 0" in play(resume=path)


def test_printed_ratings_are_used_in_the_game(weekend, play, tmp_path: Path, monkeypatch) -> None:
    PlayerCard.objects.filter(code="jeterde01").update(ratings={"fielding": "ss-5e50", "running": "1-8", "clutch": "9"})
    PlayerCard.objects.filter(name="Nobody Known").update(ratings={"running": "1-9"})
    path = tmp_path / "game.json"
    text = play(series=weekend.series.pk, save=path)
    assert "Nobody Known (rated for running, but his card has no columns)" in text
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["ratings"] == {"jeterde01": {"fielding": "ss-5e50", "running": "1-8", "clutch": "9"}}
    jeter = resume_game(path, None).season.cards["jeterde01"]
    made = make_season(1998)[0].cards["jeterde01"]
    assert ([str(rating) for rating in jeter.fielding], jeter.running) == (["ss-5e50"], 8)
    assert (jeter.columns, jeter.grade) == (made.columns, made.grade)
    words = iter(["card jeter"])

    def read(prompt: str) -> str:
        if word := next(words, ""):
            return word
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    shown = play(resume=path)
    assert "from a ratings sheet: fielding, running, clutch. Pennant made everything else on this card." in shown


def test_t10_2_pitcher_without_relief_innings_left_cannot_enter(weekend, play, monkeypatch) -> None:
    weekend.pitched((weekend.bears, "ligteke01", "R", 12))
    words = iter(["auto away", "p ligtenberg", "bench"])

    def read(prompt: str) -> str:
        if prompt.startswith(LINE_UP):
            return ""
        if word := next(words, ""):
            return word
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    text = play(tournament="hall", away="Sharks", home="Bears")
    assert "T10.2: 4.0 in game 1 leaves none of 4.0" in text


def test_lineup_rejects_an_ineligible_starter(weekend, play, monkeypatch) -> None:
    weekend.pitched((weekend.bears, "maddugr01", "S", 24))
    words = iter(["", "maddux p", "lineup"])

    def read(prompt: str) -> str:
        if word := next(words, None):
            return word
        if prompt.startswith(LINE_UP):
            return ""
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    text = play(tournament="hall", away="Sharks", home="Bears")
    assert "Greg Maddux may not start: T10.2" in text
    assert "Greg Maddux           " not in text.partition("Greg Maddux may not start")[2].partition("Top of inning")[0]


def test_rejects_a_starter_ruled_out_by_the_pitching_sheet(weekend, play, tmp_path: Path) -> None:
    weekend.pitched((weekend.bears, "maddugr01", "S", 24))
    with pytest.raises(CommandError, match=r"Greg Maddux may not start for Bears: T10\.2: started game 1"):
        play(series=weekend.series.pk, away_starter="maddux")
    with pytest.raises(CommandError, match="“jeter” doesn't match exactly one starter for Bears"):
        play(series=weekend.series.pk, away_starter="jeter")
    path = tmp_path / "game.json"
    play(series=weekend.series.pk, away_starter="neagle", save=path)
    assert json.loads(path.read_text(encoding="utf-8"))["sides"][0]["field"][0] == "neaglde01"


def test_player_drafted_in_both_divisions_appears_on_both_teams(weekend, play, tmp_path: Path) -> None:
    path, written = tmp_path / "game.json", tmp_path / "game.evn"
    text = play(tournament="hall", away="sharks", home="COMETS", save=path, retrosheet=written, auto=True)
    assert "Derek Jeter (home) " in text
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert "jeterde01" in saved["sides"][0]["field"]
    assert "jeterde01-2" in saved["sides"][1]["field"]
    assert "Derek Jeter (home) " in play(resume=path, auto=True)
    assert written.read_text(encoding="utf-8").startswith("id,COM")


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"series": 0}, "Series 0 doesn't exist"),
        ({"tournament": "nowhere", "away": "Sharks", "home": "Bears"}, "No tournament has the address /t/nowhere/"),
        ({"tournament": "hall", "away": "Sharks", "home": "NYA"}, "no team “NYA”. Choose from Bears, Comets, Sharks"),
        ({"tournament": "hall", "away": "Bears", "home": "Bears"}, "can't play itself"),
        ({"tournament": "hall", "away": "Bears"}, "--tournament needs two of its teams"),
        (
            {"tournament": "hall", "away": "Bears", "home": "Sharks", "edition": "som_basic"},
            "uses its ruleset",
        ),
    ],
)
def test_rejects_a_game_outside_the_tournament(weekend, play, options, fault) -> None:
    with pytest.raises(CommandError, match=fault):
        play(**options)


def test_any_series_can_be_next_unless_another_is_in_progress(weekend, play) -> None:
    later = SeriesFactory(division=weekend.series.division, home=weekend.bears, away=weekend.sharks, round=2)
    assert "Game 1 of 3" in play(series=later.pk)
    weekend.pitched((weekend.bears, "maddugr01", "S", 24))
    with pytest.raises(
        CommandError, match=f"Bears has another series in progress .number {weekend.series.pk}, round robin, round 1"
    ):
        play(series=later.pk)
    Series.objects.filter(pk=weekend.series.pk).update(status=Series.Status.COMPLETE)
    assert "Game 1 of 3" in play(series=later.pk)
    with pytest.raises(CommandError, match="is complete, so it has no game to play"):
        play(series=weekend.series.pk)
    with pytest.raises(CommandError, match="leave out --away and --home"):
        play(series=later.pk, away="Sharks")


def test_t10_2_first_saved_game_starts_its_series(weekend, play, tmp_path: Path) -> None:
    play(series=weekend.series.pk)
    weekend.series.refresh_from_db()
    assert not weekend.series.is_started, "without --save it is practice"
    assert "has started (T10.2)" in play(series=weekend.series.pk, save=tmp_path / "game.json")
    weekend.series.refresh_from_db()
    assert (weekend.series.home_place, weekend.series.status) == (1, "playing")


def test_file_card_set_needs_a_cards_file(weekend, play, tmp_path: Path) -> None:
    CardSet.objects.update(source=CardSet.Source.FILE, season=None, name="My cards")
    with pytest.raises(CommandError, match="drafted from My cards, not from one real season. Use --cards FILE"):
        play(series=weekend.series.pk)
    path = tmp_path / "cards.json"
    season = make_season(1998)[0]
    players = [*season.teams["NYA"], *season.teams["ATL"]]
    save_cards(SeasonCards({player: season.cards[player] for player in players}, {}), path)
    assert "Sharks at Bears" in play(series=weekend.series.pk, cards=path)


def test_team_that_cannot_play_gets_an_explanation(weekend, play) -> None:
    bears = Pick.objects.filter(team=weekend.bears)
    bears.filter(card__is_starter=True).exclude(card__code="maddugr01").delete()
    weekend.pitched((weekend.bears, "maddugr01", "S", 24))
    with pytest.raises(CommandError, match=r"no one may start for Bears: Greg Maddux, T10\.2: started game 1"):
        play(series=weekend.series.pk)
    bears.delete()
    with pytest.raises(CommandError, match="Bears has not drafted anyone yet"):
        play(series=weekend.series.pk)


def test_t0_03_managers_see_no_odds_in_a_tournament_game(weekend, play, monkeypatch) -> None:
    words = iter(["odds"])

    def read(prompt: str) -> str:
        if prompt.startswith(LINE_UP):
            return ""
        if word := next(words, ""):
            return word
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    assert "T0.03: Computers may not be used" in play(series=weekend.series.pk)


def test_game_uses_the_tournaments_stored_edition(weekend, play, tmp_path: Path) -> None:
    """T0.04: The mercy rule uses the stored lead, whatever the shipped edition now contains."""
    shipped = load_profile(default_profile())
    weekend.tournament.profile_text = text_of(replace(shipped, game=replace(shipped.game, mercy_lead=12)))
    weekend.tournament.save()
    path = tmp_path / "game.json"
    play(series=weekend.series.pk, save=path)
    assert json.loads(path.read_text(encoding="utf-8"))["rules"]["mercy_lead"] == 12
    assert resume_game(path, None).profile.game.mercy_lead == 12


@pytest.mark.parametrize(
    ("edition", "uses_rule", "sentence"),
    [
        ("purestrat@1", True, "This game has no file"),
        (
            "purestrat_nationals@1",
            True,
            "T33.0: playoff games can't be suspended. Type quit to leave this game",
        ),
        ("purestrat@1", False, "T33.0: this tournament has no suspended games"),
    ],
)
def test_t33_0_table_game_is_not_suspended_if_the_rules_forbid_it(
    weekend, play, monkeypatch, tmp_path: Path, edition: str, uses_rule: bool, sentence: str
) -> None:
    Tournament.objects.update(profile_key=edition, suspended_games=uses_rule)
    Series.objects.update(stage="playoff", is_best_of=True, division=None)
    words = iter(["suspend"])

    def read(prompt: str) -> str:
        if prompt.startswith(LINE_UP):
            return ""
        if word := next(words, ""):
            return word
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    assert sentence in play(series=weekend.series.pk)
