"""Scenes of the standings, and of the game that a series' teams start."""

from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from django.core.management import CommandError, call_command

from tests.edition_scenes.scene import Scene, director, words
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.weekend.test_play_drafted_teams import Weekend
from tournaments.models import Division, Series, Team, Tournament


class Pool:
    """A division of four teams, of which this many advance."""

    def __init__(self, text: str, advance: int = 1) -> None:
        tournament = TournamentFactory(profile_text=text, advance_per_division=advance)
        self.division: Division = DivisionFactory(tournament=tournament, name="East")
        self.a, self.b, self.c, self.d = (
            TeamFactory(division=self.division, slot=slot, name=f"Club {letter}")
            for slot, letter in enumerate("ABCD", start=1)
        )

    def play(self, home: Team, away: Team, *margins: int) -> None:
        """Play a series. A margin is the home team's run difference in that game."""
        SeriesFactory(
            division=self.division,
            home=home,
            away=away,
            games_planned=len(margins),
            status=Series.Status.COMPLETE,
            outcomes="".join("H" if margin > 0 else "A" for margin in margins),
            margins=list(margins),
            home_wins=sum(margin > 0 for margin in margins),
            away_wins=sum(margin < 0 for margin in margins),
            home_runs=sum(max(margin, 0) for margin in margins),
            away_runs=sum(max(-margin, 0) for margin in margins),
        )

    def table(self) -> str:
        """Return the standings page, with team names in order and the text on ties."""
        tournament: Tournament = self.division.tournament
        return words(director(tournament).get(f"/t/{tournament.slug}/standings/"))


def more_games_or_a_better_share(text: str) -> str:
    pool = Pool(text)
    pool.play(pool.a, pool.c, 1, 1, 1, 1, -1)
    pool.play(pool.b, pool.d, 1, 1)
    return pool.table()


def single_high_score(text: str) -> str:
    """A and B are tied. A has the better run difference because of a single game."""
    pool = Pool(text)
    pool.play(pool.a, pool.c, 9, 1, -3)
    pool.play(pool.b, pool.d, 4, 1, -1)
    return pool.table()


def b_beat_a(text: str, advance: int = 1) -> str:
    """A and B are tied. B won their series, and A has the better run difference."""
    pool = Pool(text, advance)
    pool.play(pool.b, pool.a, 1, 1, -1)
    pool.play(pool.a, pool.c, 9, 9, 9)
    pool.play(pool.b, pool.c, 1, 1, -1)
    return pool.table()


def losers_of_two_games(text: str) -> str:
    """A lost both games to the leader, B one each to the leader and the second-place team. Either A or B is third."""
    pool = Pool(text, advance=3)
    pool.play(pool.c, pool.a, 1, 1)
    pool.play(pool.c, pool.b, 1)
    pool.play(pool.d, pool.b, 1)
    return pool.table()


def seeding_order(text: str) -> str:
    tournament = TournamentFactory(profile_text=text, advance_per_division=1)
    for name in ("East", "West"):
        division = DivisionFactory(tournament=tournament, name=name)
        first, second = (TeamFactory(division=division, slot=slot, name=f"{name} {slot}") for slot in (1, 2))
        SeriesFactory(division=division, home=first, away=second, outcomes="HHH", home_wins=3, status="complete")
    return words(director(tournament).get(f"/t/{tournament.slug}/playoffs/"))


def two_next_teams_level_for_a_wild_card(text: str) -> str:
    """The runners-up of two divisions are tied. West's has more runs."""
    east = Pool(text)
    Tournament.objects.filter(pk=east.division.tournament_id).update(wild_cards=1)
    east.division.tournament.refresh_from_db()
    west = DivisionFactory(tournament=east.division.tournament, name="West")
    clubs = [TeamFactory(division=west, slot=slot, name=f"West {slot}") for slot in (1, 2, 3)]
    east.play(east.a, east.d, 1, 1, 1)
    east.play(east.b, east.d, 1, 1, -1)
    for first, margins in ((clubs[0], (1, 1, 1)), (clubs[1], (9, 1, -1))):
        SeriesFactory(
            division=west,
            home=first,
            away=clubs[2],
            games_planned=3,
            status=Series.Status.COMPLETE,
            outcomes="".join("H" if margin > 0 else "A" for margin in margins),
            home_wins=sum(margin > 0 for margin in margins),
            away_wins=sum(margin < 0 for margin in margins),
            home_runs=sum(max(margin, 0) for margin in margins),
        )
    return east.table()


def game_sat_down_to(text: str) -> str:
    Tournament.objects.filter(slug="hall").update(slug="earlier")
    weekend = Weekend()
    Tournament.objects.filter(pk=weekend.tournament.pk).update(profile_text=text)
    # accept both suggested lineups, then leave the terminal
    with TemporaryDirectory() as folder, mock.patch("builtins.input", side_effect=("", "", EOFError)):
        path = Path(folder) / "game.json"
        call_command("play", series=weekend.series.pk, seed=5, save=path, stdout=StringIO())
        return path.read_text(encoding="utf-8")


def game_or_refusal(text: str) -> str:
    try:
        return game_sat_down_to(text)
    except CommandError as refused:
        return str(refused)


RUNS = {"standings.tie_break_steps": ("run_difference", "d20")}


def carryover_rules(text: str) -> str:
    """Return the rules page of a tournament with three-game series, all rounds, and no power rounds."""
    tournament = TournamentFactory(profile_text=text, series_length=3, rounds_played=0, power_rounds=0)
    return words(director(tournament).get(f"/t/{tournament.slug}/rules/"))


SCENES = {
    "format.series_length": Scene(4, "", "3 (the edition says 4)", carryover_rules),
    "format.rounds_played": Scene(5, "", "rounds (the edition says 5)", carryover_rules),
    "format.power_rounds": Scene(2, "", "power rounds (the edition says 2)", carryover_rules),
    "game.system": Scene(
        "inside_pitch",
        "unknown ruleset “off”",
        '"system": "inside_pitch"',
        game_or_refusal,
        base={"game.edition": "off"},
    ),
    "game.edition": Scene("som_basic", '"edition": "star"', '"edition": "som_basic"', game_sat_down_to),
    "game.runner_on_second_from": Scene(
        10, '"runner_on_second_from": 0', '"runner_on_second_from": 10', game_sat_down_to
    ),
    "standings.rank_by": Scene(
        "winning_percentage",
        "1 Club A 4-1 +3 L1 0 4 1 advances 2 Club B 2-0",
        "1 Club B 2-0 +2 ½ W2 0 2 0 advances 2 Club A 4-1",
        more_games_or_a_better_share,
    ),
    "standings.run_difference_cap": Scene(
        3,
        "Club A +7, Club B +4. Club A advances; Club B falls short",
        "Club B +3, Club A +1. Club B advances; Club A falls short",
        single_high_score,
        RUNS,
    ),
    "standings.tie_break_steps": Scene(
        ("run_difference", "d20"),
        "Head-to-head between Club A and Club B for one place: Club B 2-1, Club A 1-2. Club B advances",
        "Run difference between Club A and Club B for one place: Club A +26, Club B +2. Club A advances",
        b_beat_a,
    ),
    "standings.seeding_steps": Scene(
        ("run_difference", "d20"),
        "Head-to-head between Club A and Club B: Club B 2-1, Club A 1-2. Order: Club B; Club A.",
        "Run difference between Club A and Club B: Club A +26, Club B +2. Order: Club A; Club B.",
        lambda text: b_beat_a(text, advance=2),
    ),
    "standings.seeding_priority": Scene(
        "place_in_division",
        "Seeding: division winners first",
        "Seeding: place in the division first",
        seeding_order,
    ),
    "standings.schedule_strength": Scene(
        "average_place",
        "Club B opponents +4, Club A opponents +3. Club B advances",
        "Club A average place 1.00 (2 over 2 games), Club B average place 1.50 (3 over 2 games). Club A advances",
        losers_of_two_games,
        base={"standings.tie_break_steps": ("strength_of_schedule", "d20")},
    ),
    "standings.wild_card_steps": Scene(
        ("shootout",),
        "Run difference between Club B and West 2 for one wild card: West 2 +10, Club B +1. West 2 advances",
        "Shootout between Club B and West 2 for one wild card: must be played",
        two_next_teams_level_for_a_wild_card,
    ),
}
