"""Test teams that advance across divisions: in the standings, seeding, rolls and possible outcomes."""

import html

import pytest

from core.errors import Refused
from rules_engine.profile import default_profile, load_profile, text_of, with_lines
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.pdf_reading import pages_of
from tests.tournaments.test_standings import play
from tournaments.action_log.writing import PROGRAM
from tournaments.documents import standings_pdf
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.playoffs import open_seeding_points, qualifiers_of
from tournaments.queries.prospects import Fate
from tournaments.queries.standings import standings_of
from tournaments.queries.timetable import qualifiers
from tournaments.services.tie_breaks import roll_tie_break
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def weekend(wild_cards: int = 1, **steps: tuple[str, ...]) -> Tournament:
    profile = load_profile(default_profile())
    lines = {f"standings.{name}": value for name, value in steps.items()}
    text = text_of(with_lines(profile, lines, "as agreed"))
    return TournamentFactory(advance_per_division=1, wild_cards=wild_cards, profile_text=text)


def division(tournament: Tournament, name: str, *records: tuple[int, int], runs: int = 0) -> list[Team]:
    """Create a division whose teams have these wins and losses, all against a last team that loses every game."""
    made = DivisionFactory(tournament=tournament, name=name)
    teams = [TeamFactory(division=made, slot=slot, name=f"{name} {slot}") for slot in range(1, len(records) + 2)]
    for team, (won, lost) in zip(teams, records, strict=False):
        series = play(team, teams[-1], "H" * won + "A" * lost, round_number=team.slot)
        Series.objects.filter(pk=series.pk).update(home_runs=series.home_runs + runs)
    return teams


def names(tables: list[DivisionStandings]) -> list[tuple[str, str]]:
    return [(str(qualifier.team), qualifier.how) for qualifier in qualifiers_of(tables)]


def test_best_remaining_record_gets_the_wild_card_and_is_seeded_after_the_winners(client) -> None:
    tournament = weekend()
    division(tournament, "East", (5, 1), (3, 3))
    division(tournament, "West", (6, 0), (4, 2), (3, 3))
    tables = standings_of(tournament)
    assert names(tables) == [("West 1", "1"), ("East 1", "1"), ("West 2", "wild card")]
    assert not open_seeding_points(tables)
    page = html.unescape(client.get(f"/t/{tournament.slug}/standings/").content.decode())
    proof = (
        "Record between West 2 and East 2 for one wild card: West 2 4-2, East 2 3-3. "
        "West 2 advances; East 2 falls short."
    )
    assert proof in page
    assert "1 + 1 wild" in page
    assert [line.shown for line in tables[1].lines] == ["advances", "wild card", "out", "out"]
    assert [line.is_cut for line in tables[1].lines] == [False, True, False, False]
    assert proof.split(":")[0] in " ".join(" ".join(pages_of(standings_pdf(tournament))).split())
    assert qualifiers(tournament, [2, 3]) == 3
    data = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()
    assert data[0]["wild_cards"]["teams"] == [tables[1].lines[1].team.pk]
    assert [line["verdict"] for line in data[1]["lines"]][:2] == ["advances", "wild card"]


def test_one_division_can_get_two_wild_cards() -> None:
    tournament = weekend(2)
    division(tournament, "East", (5, 1), (1, 5))
    division(tournament, "West", (6, 0), (4, 2), (3, 3))
    assert [how for how in names(standings_of(tournament)) if how[1] == "wild card"] == [
        ("West 2", "wild card"),
        ("West 3", "wild card"),
    ]


def test_wild_card_ties_go_to_runs_then_to_a_roll(director_of) -> None:
    tournament = weekend()
    east = division(tournament, "East", (5, 1), (4, 2))
    west = division(tournament, "West", (6, 0), (4, 2))
    tables = standings_of(tournament)
    assert [need.kind for need, _ in tables[0].wild_card_needs] == ["d20"]
    assert tables[0].open_cut == "2 teams tied for the last wild card"
    assert open_seeding_points(tables) == ["Wild cards: D20 between East 2 and West 2: each team rolls."]
    director = director_of(tournament)
    address = f"/t/{tournament.slug}/standings/"
    assert "D20 between East 2 and West 2" in director.get(address).content.decode()
    rolls = {"team": [east[1].pk, west[1].pk], f"roll_{east[1].pk}": 4, f"roll_{west[1].pk}": 17}
    director.post(f"{address}{east[0].division_id}/roll/", rolls)
    assert names(standings_of(tournament))[-1] == ("West 2", "wild card")
    action = Action.objects.get(verb="roll_tie_break")
    assert "East 2 4, West 2 17" in action.sentence
    undo_action(action=action, actor=PROGRAM)
    assert standings_of(tournament)[0].wild_card_needs
    Series.objects.filter(home=east[1]).update(home_runs=99)
    assert names(standings_of(tournament))[-1] == ("East 2", "wild card")


def test_shootout_for_a_wild_card_ignores_records(director_of) -> None:
    tournament = weekend(wild_card_steps=("shootout",))
    division(tournament, "East", (5, 1), (4, 2))
    division(tournament, "West", (6, 0), (3, 3))
    (need, sentence) = standings_of(tournament)[0].wild_card_needs[0]
    assert (need.kind, sentence) == ("shootout", "Shootout between East 2 and West 2: must be played.")
    page = director_of(tournament).get(f"/t/{tournament.slug}/standings/{tournament.divisions.first().pk}/shootout/")
    assert "First-inning pitcher" in page.content.decode()
    assert all(name in page.content.decode() for name in ("East 2", "West 2"))


def test_division_tie_is_broken_first_if_it_affects_the_wild_card() -> None:
    tournament = weekend()
    east = division(tournament, "East", (5, 1), (4, 2), (4, 2))
    division(tournament, "West", (6, 0), (3, 3))
    (table, second_table) = standings_of(tournament)
    assert [sentence for _, sentence in table.needs] == [
        "One-game playoff between East 2 and East 3: must be played; all pitching carries over."
    ]
    assert not second_table.needs
    play(east[2], east[1], "HH", round_number=9)
    assert names(standings_of(tournament))[-1] == ("East 3", "wild card")


def test_explanation_shows_the_order_within_a_division() -> None:
    tournament = weekend()
    east = division(tournament, "East", (5, 1), (4, 2), (4, 2))
    division(tournament, "West", (6, 0), (4, 2))
    play(east[2], east[1], "HH", round_number=9)
    play(east[1], east[3], "HH", round_number=10)  # tied again, and East 3 is ahead in head-to-head
    play(east[2], east[3], "AA", round_number=11)
    table = standings_of(tournament)[0]
    first, second, third = table.wild_card_proof[:3]
    assert first.startswith("Record among East 2, East 3 and West 2 for one wild card")
    assert second.startswith("Head-to-head between East 2 and East 3 for the next place in the division")
    assert second.endswith("East 3 comes first; East 2 waits for the next place.")
    assert third.startswith("Run difference between East 3 and West 2")


def test_tied_teams_that_all_advance_only_get_seeds() -> None:
    """Two division winners are tied for a place and a wild card. No game is needed, because head-to-head seeds them."""
    tournament = weekend()
    east = division(tournament, "East", (5, 1), (5, 1))
    division(tournament, "West", (6, 0), (1, 5))
    play(east[1], east[0], "HHA", round_number=9)
    tables = standings_of(tournament)
    assert not tables[0].needs
    assert names(tables) == [("West 1", "1"), ("East 2", "1"), ("East 1", "wild card")]


def test_clinched_and_eliminated_include_the_wild_card() -> None:
    tournament = weekend()
    east = division(tournament, "East", (9, 0), (8, 1))
    west = division(tournament, "West", (6, 3), (4, 5))
    for teams in (east, west):
        SeriesFactory(division=teams[0].division, home=teams[0], away=teams[1], round=9, games_planned=2)
    first, second = standings_of(tournament)
    assert first.prospects[east[1].pk].fate is Fate.THROUGH
    assert first.prospects[east[1].pk].outlook.reason == (
        "at least +5, and fewer than 2 others can reach that in its division, "
        "for which 1 and 1 wild card are left for them"
    )
    assert second.prospects[west[1].pk].fate is Fate.OPEN
    play(west[0], west[2], "HH", round_number=10)
    assert standings_of(tournament)[1].prospects[west[1].pk].fate is Fate.OUT
    alone = Tournament.objects.get(pk=tournament.pk)
    alone.wild_cards = 0
    assert standings_of(alone)[0].prospects[east[1].pk].fate is Fate.OPEN


def test_what_if_shows_projected_wild_cards(client) -> None:
    tournament = weekend()
    east = division(tournament, "East", (5, 1), (2, 4))
    division(tournament, "West", (6, 0), (3, 3))
    series = Series.objects.get(home=east[1])
    supposed = {f"g{series.pk}_{number}": east[1].pk for number in range(1, 7)}
    page = client.get(f"/t/{tournament.slug}/standings/{east[0].division_id}/what-if/", supposed).content.decode()
    assert "Record between East 1 and West 2 for one wild card: East 1 5-1, West 2 3-3." in page


def test_rejects_a_wild_card_roll_while_other_games_are_open() -> None:
    tournament = weekend()
    east = division(tournament, "East", (5, 1), (4, 2))
    west = division(tournament, "West", (6, 0), (4, 2))
    SeriesFactory(division=west[0].division, home=west[0], away=west[1], round=9, games_planned=1)
    assert not standings_of(tournament)[0].wild_card_needs
    with pytest.raises(Refused, match="no longer needs"):
        roll_tie_break(
            division=Division.objects.get(pk=east[0].division_id),
            teams=frozenset((east[1].pk, west[1].pk)),
            actor=PROGRAM,
        )


@pytest.mark.parametrize("kind", ["coin", "director"])
def test_coin_or_directors_decision_breaks_a_tie(kind: str, director_of) -> None:
    """Numbers entered as a d20 roll are used, whatever the edition calls the method."""
    tournament = weekend(0, tie_break_steps=("head_to_head", "coin") if kind == "coin" else ("head_to_head",))
    east = division(tournament, "East", (4, 2), (4, 2))
    ((need, _),) = standings_of(tournament)[0].needs
    assert need.kind == kind
    rolls = {"team": [east[0].pk, east[1].pk], f"roll_{east[0].pk}": 4, f"roll_{east[1].pk}": 17}
    director_of(tournament).post(f"/t/{tournament.slug}/standings/{east[0].division_id}/roll/", rolls)
    (table,) = standings_of(tournament)
    assert not table.needs
    assert names([table]) == [("East 2", "1")]
