"""Test a league weekend with a game other than Strat-O-Matic, from the draft to the champion."""

import json
import random
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from drafts.models import Pick
from games.models import Game, Outing
from games.queries.usage import usage_of_teams
from rules_engine import systems
from rules_engine.baseball.box_score import box_score
from tabletop.prepared_games import resume_game
from tournaments.models import Action, Series, Team, Tournament
from weekend.practice.rest import play_rest
from weekend.practice.weekend import PracticeField, build_weekend

pytestmark = pytest.mark.django_db

LEAGUES = {"pine_tar": "pine_tar_league@1", "inside_pitch": "inside_pitch_league@1"}


def league(key: str) -> Tournament:
    """Create eight teams with half of the round robin played."""
    field = PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=2, edition=LEAGUES[key])
    return build_weekend(stage="round_robin", seed=5, field=field)


class Person:
    """A player at the keyboard: Enter at every prompt, the first name where a player is required, or a given word."""

    def __init__(self, word: str = "", at: int = 0) -> None:
        self.word, self.at, self.prompts = word, at, 0

    def __call__(self, prompt: str = "") -> str:
        self.prompts += 1
        if self.prompts > 3000 or "over" in prompt.lower():
            raise EOFError
        if self.word and self.prompts >= self.at and self.prompts % 3 == 0:
            return self.word
        return "1" if prompt.strip().startswith("who") else ""


def played(monkeypatch: pytest.MonkeyPatch, person: Person, **options: object) -> str:
    out = StringIO()
    monkeypatch.setattr("builtins.input", person)
    call_command("play", stdout=out, **options)
    return out.getvalue()


def entered(path: Path, series: Series) -> str:
    out = StringIO()
    call_command("enter_game", path, series=series.pk, by="Anna at the desk", stdout=out)
    return out.getvalue()


def champion_of(tournament: Tournament) -> Team | None:
    """Return the winner of the last playoff series, once all of them are over."""
    best_ofs = Series.objects.filter(tournament=tournament, stage=Series.Stage.PLAYOFF).order_by("-round")
    assert not best_ofs.exclude(status=Series.Status.COMPLETE).exists()
    final = best_ofs[0]
    return final.home if final.home_wins > final.away_wins else final.away


def finished_at_the_table(monkeypatch: pytest.MonkeyPatch, tournament: Tournament, folder: Path) -> Game:
    """Play the last game of a series with one entered game, at the table."""
    series, path = Series.objects.get(tournament=tournament, status=Series.Status.PLAYING), folder / "last.json"
    assert "Game 2 of 2: " in played(monkeypatch, Person(), series=series.pk, seed=3, save=path)
    entered(path, series)
    return Game.objects.get(series=series, number=2)


def next_series(tournament: Tournament) -> Series:
    """Return a series without games whose teams have no earlier games to play."""
    open_series = Series.objects.filter(tournament=tournament, status=Series.Status.SCHEDULED).order_by("round", "pk")
    for series in open_series:
        usages = usage_of_teams(series.home_id, series.away_id)
        if all(usage.ahead and usage.ahead.series_id == series.pk for usage in usages.values()):
            return series
    raise AssertionError("no series can be played next")


def test_plays_a_pine_tar_league_weekend_from_draft_to_champion(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tournament = league("pine_tar")
    assert not Pick.objects.filter(draft__division__tournament=tournament, card=None).exists()
    assert Pick.objects.filter(team=tournament.teams.first()).count() == 25
    series = next_series(tournament)
    columns_before = {team.pk: len(usage_of_teams(team.pk)[team.pk].columns) for team in series.teams()}
    for number in (1, 2):
        path, person = tmp_path / f"game-{number}.json", Person()
        text = played(monkeypatch, person, series=series.pk, seed=number, save=path)
        assert f"Game {number} of 2: " in text
        assert " win " in text
        assert person.prompts > 5
        saved = json.loads(path.read_text(encoding="utf-8"))
        assert (saved["system"], saved["edition"]) == ("pine_tar", "full")
        games_before = {team: carried["games"] for team, carried in zip(saved["teams"], saved["brought"], strict=True)}
        assert games_before == {team.name: columns_before[team.pk] + number - 1 for team in series.teams()}
        entered(path, series)
        as_entered(path, Game.objects.get(series=series, number=number))
    assert Action.objects.filter(verb="save_series_results", actor="Anna at the desk").count() == 2
    with pytest.raises(CommandError, match="so it has no game to play"):
        played(monkeypatch, Person(), series=series.pk)
    finished_at_the_table(monkeypatch, tournament, tmp_path)
    play_rest(random.Random(5), tournament, until="champion")
    assert champion_of(tournament)


def as_entered(path: Path, game: Game) -> None:
    """Check that the score and every pitcher's outs match the table, and that each team's carryover is stored."""
    table = resume_game(path, None)
    by_mercy = table.game.state.ending == "mercy"
    assert (game.status, game.ending) == ("final", "mercy" if by_mercy else "played_out")
    assert (game.away_runs, game.home_runs) == table.game.state.score
    boxes = box_score(table.game.log.in_force()).teams
    for number, (team, box) in enumerate(zip((game.away, game.home), boxes, strict=True)):
        sheet = Outing.objects.filter(game=game, team=team).order_by("order")
        assert [outing.outs for outing in sheet] == [line.outs for line in box.pitching.values()]
        carryover = game.carried[("away", "home")[number]]
        before = table.saved.carried_over[number] or {"games": 0, "worked": {}}
        assert carryover["games"] == before["games"] + 1
        assert {outing.card.code for outing in sheet} <= set(carryover["worked"])


def test_inside_pitch_game_is_entered_and_the_weekend_finishes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tournament = league("inside_pitch")
    game = finished_at_the_table(monkeypatch, tournament, tmp_path)
    assert json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))["system"] == "inside_pitch"
    assert set(game.carried) == {"away", "home"}
    assert all(set(carryover) == {"days"} for carryover in game.carried.values())
    play_rest(random.Random(5), tournament, until="champion")
    assert champion_of(tournament)


def test_suspended_and_conceded_games_are_entered_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tournament, first, second = league("pine_tar"), tmp_path / "first.json", tmp_path / "second.json"
    series = next_series(tournament)
    played(monkeypatch, Person("suspend", at=12), series=series.pk, seed=1, save=first)
    entered(first, series)
    game = Game.objects.get(series=series, number=1)
    assert (game.status, game.carried) == ("suspended", {})
    played(monkeypatch, Person(), resume=first)
    entered(first, series)
    game.refresh_from_db()
    assert (game.status, len(game.carried)) == ("final", 2)
    played(monkeypatch, Person("concede", at=9), series=series.pk, seed=2, save=second)
    entered(second, series)
    second_game = Game.objects.get(series=series, number=2)
    assert (second_game.ending, len(second_game.carried)) == ("conceded", 2)
    assert second_game.conceded_by_id in (series.home_id, series.away_id)


def test_manually_entered_game_counts_as_a_day_with_its_pitching_sheet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """PTIN1, PTSU1: After games with innings only, no one is injured, and the relievers are known."""
    tournament, path = league("pine_tar"), tmp_path / "game.json"
    series = next_series(tournament)
    played(monkeypatch, Person(), series=series.pk, seed=1, save=path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    for name, carried in zip(saved["teams"], saved["brought"], strict=True):
        team = tournament.teams.get(name=name)
        assert (carried["back"], carried["steals"]) == ({}, {})
        sheet = Outing.objects.filter(team=team).values_list("card__code", flat=True)
        assert set(carried["worked"]) == set(sheet)


def test_rejects_a_system_other_than_the_tournaments(monkeypatch: pytest.MonkeyPatch) -> None:
    series = next_series(league("pine_tar"))
    with pytest.raises(CommandError, match="this tournament plays Pine Tar Baseball; leave out --system"):
        played(monkeypatch, Person(), series=series.pk, system=systems.KEYS[0])
