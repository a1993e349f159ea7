"""Test that manage.py enter_game adds a game from the terminal to the grid and the pitching sheets."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.html import escape

from drafts.models import PlayerCard
from games.models import Game, Outing
from games.queries.box_scores import batting_leaders, pitching_leaders
from games.queries.win_chances import read_win_chances
from games.scoresheet.entries import SubmittedBy
from games.scoresheet.rows import entry_from_sheet, plain, stored_games
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import PlayMade
from rules_engine.innings import format_innings
from tabletop.prepared_games import resume_game
from tests.factories import TournamentFactory
from tests.weekend.test_play_drafted_teams import Weekend
from tournaments.action_log.writing import Actor
from tournaments.models import Action, Series

pytestmark = pytest.mark.django_db


@pytest.fixture
def weekend():
    return Weekend()


def played(series: Series, path: Path, seed: int = 5) -> str:
    out = StringIO()
    call_command("play", series=series.pk, auto=True, seed=seed, save=path, stdout=out)
    return out.getvalue()


def entered(path: Path, series: Series, **options) -> str:
    out = StringIO()
    call_command("enter_game", path, series=series.pk, stdout=out, **options)
    return out.getvalue()


def test_enter_game_records_every_inning_pitched(weekend, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played_game = played(weekend.series, path)
    assert f"To enter it in its series: manage.py enter_game {path} --series {weekend.series.pk}" in played_game
    text = entered(path, weekend.series, by="Anna at the desk")
    table = resume_game(path, None)
    state, boxes = table.game.state, box_score(table.game.log.in_force()).teams
    game = Game.objects.get(series=weekend.series)
    assert (game.number, game.status, game.ending) == (1, "final", "played_out")
    assert (game.away_runs, game.home_runs) == state.score
    assert (sum(game.away_line), sum(game.home_line)) == state.score
    assert game.away_id == weekend.sharks.pk
    for team, box in zip((weekend.sharks, weekend.bears), boxes, strict=True):
        sheet = Outing.objects.filter(game=game, team=team).order_by("order")
        pitched = [(outing.card.code, outing.part, outing.outs, outing.runs) for outing in sheet]
        parts = ("S", *"R" * (len(box.pitching) - 1))
        lines = zip(box.pitching.values(), parts, strict=True)
        assert pitched == [(line.player, part, line.outs, line.runs) for line, part in lines]
        for outing in sheet:
            assert f"{team}: {outing.card} " in text
            assert format_innings(outing.outs) in text
    entry = Action.objects.latest("pk")
    assert (entry.verb, entry.actor) == ("save_series_results", "Anna at the desk")


def test_enter_game_adds_the_next_game_without_changing_earlier_ones(weekend, tmp_path: Path) -> None:
    path, second = tmp_path / "first.json", tmp_path / "second.json"
    played(weekend.series, path)
    entered(path, weekend.series)
    before = plain(stored_games(weekend.series))
    played(weekend.series, second, seed=6)
    assert "after 2 of 3 games" in entered(second, weekend.series)
    after = plain(stored_games(weekend.series))
    assert after[0] == before[0]
    assert (after[1]["number"], after[1]["home_id"]) == (2, weekend.sharks.pk)
    path = second
    with pytest.raises(CommandError, match=r"This was Bears at Sharks, but game 3 of the series is Sharks at Bears\."):
        entered(path, weekend.series)


def test_rejects_entering_the_same_game_twice(weekend, tmp_path: Path) -> None:
    """Games 2 and 3 of a best-of-seven have the same home team."""
    weekend.tournament.home_pattern = "2-3-2"
    weekend.tournament.save()
    weekend.series.stage, weekend.series.games_planned = Series.Stage.PLAYOFF, 7
    weekend.series.is_best_of = True
    weekend.series.save()
    path = tmp_path / "first.json"
    played(weekend.series, path)
    entered(path, weekend.series)
    with pytest.raises(CommandError, match=r"This game has already been entered as game 1 of the series\."):
        entered(path, weekend.series)
    assert Game.objects.filter(series=weekend.series).count() == 1


def cut_short(path: Path, *more: dict[str, str], events: int) -> None:
    """Return the saved game after this many events, and the later events."""
    saved = json.loads(path.read_text(encoding="utf-8"))
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next(place for place, line in enumerate(lines) if '"event"' in line)
    event_lines = [json.dumps(event) for event in (*saved["events"][:events], *more)]
    path.write_text("\n".join((*lines[:first], ",\n".join(event_lines), "]}")), encoding="utf-8")


def test_t33_0_suspended_game_is_entered_and_updated_when_final(weekend, tmp_path: Path) -> None:
    weekend.tournament.suspended_games = True
    weekend.tournament.save()
    path = tmp_path / "game.json"
    played(weekend.series, path)
    cut_short(path, {"event": "halt", "ending": "suspended", "why": "T33.0"}, events=40)
    entered(path, weekend.series)
    assert Game.objects.get().status == Game.Status.SUSPENDED
    call_command("play", resume=path, auto=True, stdout=StringIO())
    assert "after 1 of 3 games" in entered(path, weekend.series)
    game, state = Game.objects.get(), resume_game(path, None).game.state
    assert (game.status, game.number) == (Game.Status.FINAL, 1)
    assert (game.away_runs, game.home_runs) == state.score
    with pytest.raises(CommandError, match="game 2 of the series is Bears at Sharks"):
        entered(path, weekend.series)


def test_t0_05_conceded_game_is_entered_with_a_ten_run_lead(weekend, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played(weekend.series, path)
    full_game = resume_game(path, None).game
    last_lead = next(n for n in range(full_game.log.number - 2, 0, -1) if len(set(full_game.log.states[n].score)) == 2)
    cut_short(path, {"event": "halt", "ending": "conceded", "why": "T0.05"}, events=last_lead)
    state = resume_game(path, None).game.state
    entered(path, weekend.series)
    game = Game.objects.get()
    loser, behind, ahead = (
        (weekend.sharks, "away", "home") if state.score[0] < state.score[1] else (weekend.bears, "home", "away")
    )
    assert (game.ending, game.conceded_by, game.status) == ("conceded", loser, "final")
    assert getattr(game, f"{behind}_runs") == min(state.score)
    assert getattr(game, f"{ahead}_runs") == max(max(state.score), min(state.score) + 10)


def test_t0_05_rejects_a_game_conceded_while_tied(weekend, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played(weekend.series, path)
    cut_short(path, {"event": "halt", "ending": "conceded", "why": "T0.05"}, events=0)
    with pytest.raises(CommandError, match="conceded while it was tied"):
        entered(path, weekend.series)
    assert not Game.objects.exists()


def test_t0_13_injured_starter_gets_the_start_without_facing_a_batter(weekend, tmp_path) -> None:
    """He is injured in the top of the first. His replacement counts as a reliever, including on the sheets."""
    path = tmp_path / "game.json"
    played(weekend.series, path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    starter = saved["sides"][0]["field"][0]
    reliever = next(player for player in saved["sides"][0]["bench"] if saved["relief"].get(player, {}).get("outs"))
    first = {**saved["events"][0], "hurt": starter}
    substitution = {"event": "sub", "team": 0, "in": reliever, "out": starter, "why": "T25.2"}
    cut_short(path, first, substitution, events=0)
    call_command("play", resume=path, auto=True, stdout=StringIO())
    text = entered(path, weekend.series)
    pitched = Outing.objects.filter(game__series=weekend.series, team=weekend.sharks).order_by("order")
    assert [(outing.card.code, outing.part, outing.injured) for outing in pitched][:2] == [
        (starter, "S", True),
        (reliever, "R", False),
    ]
    assert pitched[0].outs == 0 < pitched[1].outs
    assert f"{weekend.sharks}: {pitched[0].card} started, 0.0" in text
    assert f"{weekend.sharks}: {pitched[1].card} relieved, " in text


def test_reported_innings_match_the_entered_game(weekend, tmp_path: Path) -> None:
    """Suspended game 1 is finished after game 2."""
    weekend.tournament.suspended_games = True
    weekend.tournament.save()
    path, second = tmp_path / "game.json", tmp_path / "second.json"
    played(weekend.series, path)
    cut_short(path, {"event": "halt", "ending": "suspended", "why": "T33.0"}, events=40)
    entered(path, weekend.series)
    played(weekend.series, second, seed=6)
    entered(second, weekend.series)
    call_command("play", resume=path, auto=True, stdout=StringIO())
    text = entered(path, weekend.series)
    first, second_game_names = (
        set(Outing.objects.filter(game__number=n).values_list("card__name", flat=True)) for n in (1, 2)
    )
    assert all(name in text for name in first)
    assert not any(name in text for name in second_game_names - first)


def test_rejects_an_unfinished_game(weekend, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played(weekend.series, path)
    cut_short(path, events=20)
    with pytest.raises(CommandError, match="This game is not over"):
        entered(path, weekend.series)
    assert not Game.objects.exists()


def test_rejects_a_game_that_now_breaks_a_rule(weekend, tmp_path: Path) -> None:
    """Game 1 was corrected while game 2 was played: its starter had already pitched."""
    path = tmp_path / "game.json"
    played(weekend.series, path)
    entered(path, weekend.series)
    second = tmp_path / "second.json"
    played(weekend.series, second, seed=6)
    starter = resume_game(second, None).game.log.start.sides[0].pitcher
    first = Outing.objects.get(game__number=1, team=weekend.bears, part="S")
    Outing.objects.filter(pk=first.pk).update(card=PlayerCard.objects.get(code=starter))
    with pytest.raises(CommandError, match=r"The game was not entered:\ngame 2: T10\.2: started game 1"):
        entered(second, weekend.series)
    assert Game.objects.filter(series=weekend.series).count() == 1


def test_rejects_a_missing_file_and_an_unknown_series(weekend, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(CommandError, match="the file doesn't exist"):
        entered(path, weekend.series)
    played(weekend.series, path)
    with pytest.raises(CommandError, match="Series 999999 doesn't exist"):
        call_command("enter_game", path, series=999999)


def test_batting_lines_are_stored_shown_and_added_up(weekend, tmp_path: Path, client: Client) -> None:
    path, second = tmp_path / "game.json", tmp_path / "second.json"
    played(weekend.series, path)
    entered(path, weekend.series)
    played(weekend.series, second, seed=6)
    entered(second, weekend.series)
    first, second_game = Game.objects.filter(series=weekend.series).order_by("number")
    batters = first.box["home"]["batting"]
    assert sum(line.get("runs", 0) for line in batters) == first.home_runs
    slug = weekend.tournament.slug
    page = client.get(f"/t/{slug}/series/{weekend.series.pk}/box/").content.decode()
    assert page.count("<caption>") == 8 + 2 * 2  # and each game's swings and half-innings
    assert batters[0]["name"] in page
    assert "Box scores and win probability" in client.get(weekend.series.get_absolute_url()).content.decode()
    summed = {(line.team, line.name): line for line in batting_leaders(weekend.tournament)}
    both = [line for game in (first, second_game) for side in ("home", "away") for line in game.box[side]["batting"]]
    assert sum(line["hits"] for line in summed.values()) == sum(line.get("hits", 0) for line in both)
    assert max(line.games for line in summed.values()) == 2
    assert batters[0]["name"] in client.get(f"/t/{slug}/players/").content.decode()
    data = client.get(f"/api/v1/tournaments/{slug}/players/batters/?page_size=200").json()["results"]
    assert {(row["team"], row["player"]): row["hits"] for row in data} == {
        batter: line["hits"] for batter, line in summed.items()
    }
    pitched = client.get(f"/api/v1/tournaments/{slug}/players/pitchers/?page_size=2").json()
    assert (len(pitched["results"]), pitched["count"]) == (2, len(pitching_leaders(weekend.tournament)))
    assert pitched["results"][0]["innings"] == format_innings(pitching_leaders(weekend.tournament)[0]["outs"])
    correct(weekend, first.number, runs=first.home_runs + 1)
    first.refresh_from_db()
    assert (first.box, Game.objects.get(series=weekend.series, number=2).box == second_game.box) == ({}, True)
    elsewhere = client.get(f"/t/{TournamentFactory().slug}/players/").content.decode()
    assert "appear here" in elsewhere


def test_win_probability_runs_from_even_to_decided(weekend, tmp_path: Path, client) -> None:
    path = tmp_path / "game.json"
    played(weekend.series, path)
    entered(path, weekend.series)
    game = Game.objects.get(series=weekend.series)
    line = read_win_chances(game)
    assert line is not None
    plays = [event for _, event in resume_game(path, None).game.log.in_force() if isinstance(event, PlayMade)]
    assert len(line.swings) == len(plays)
    won = game.home_runs > game.away_runs
    assert (line.swings[0].before, line.swings[-1].after) == (0.5, float(won))
    moved = sum(swing.after - swing.before for swing in line.swings)
    assert moved == pytest.approx(won - 0.5, abs=1e-9)
    greatest = max(line.swings, key=lambda swing: swing.points)
    assert greatest.helped == (game.home if greatest.after > greatest.before else game.away).name
    address = f"/t/{weekend.tournament.slug}/series/{weekend.series.pk}/box/"
    page = client.get(address).content.decode()
    assert escape(greatest.title) in page
    assert f"{game.home.name} win probability before each plate appearance" in page
    assert "Both teams are treated as equal" in page
    assert [mark.text for mark in line.picture.marks] == [str(number) for number in range(1, game.innings + 1)]
    half_innings = len(game.home_line) + len(game.away_line)
    assert len(line.by_half.rows) == half_innings
    del game.box["chances"]
    game.save()
    assert "entered before Pennant recorded" in client.get(address, {"again": "1"}).content.decode()


def correct(weekend, number: int, *, runs: int) -> None:
    """Change the home team's runs in one game as the director, and submit the others unchanged."""
    stored = [entry_from_sheet(sheet) for sheet in stored_games(weekend.series)]
    unread = [tuple(replace(outing, runs=None) for outing in entry.outings) for entry in stored]
    games = [replace(entry, box=None, outings=outings) for entry, outings in zip(stored, unread, strict=True)]
    wrong = {"home_runs": runs, "home_line": (), "away_line": ()}
    games = [replace(entry, **wrong) if entry.number == number else entry for entry in games]
    sheet = Scoresheet(SubmittedBy(Actor("Director")), read_entries(tuple(games)), SaveMode.FINAL)
    version = Series.objects.get(pk=weekend.series.pk).version
    save_series_results(series=weekend.series, sheet=sheet, version=version, reason="The line was read wrong.")
