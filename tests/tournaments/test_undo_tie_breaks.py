"""Test undoing a mistyped d20 roll or a mistaken tiebreaker game, and the list of dependent actions."""

import pytest

from core.errors import Refused
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.refusing import refuses
from tests.tournaments.test_standings import play, teams, three_level
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Division, Series, TieBreakRoll
from tournaments.queries.standings import standings_of
from tournaments.refusals import TiebreakerRefusal
from tournaments.services.home_rolls import roll_for_home
from tournaments.services.tie_breaks import roll_tie_break, schedule_playoff_game
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def division() -> Division:
    return DivisionFactory(name="East", tournament=TournamentFactory(advance_per_division=1))


def roll(division: Division, **rolls: int) -> Action:
    """Enter rolls by the last letter of the club's name."""
    numbers = {division.teams.get(name=f"Club {letter}").pk: value for letter, value in rolls.items()}
    roll_tie_break(division=division, teams=frozenset(numbers), rolls=numbers, actor=PROGRAM)
    return Action.objects.filter(verb="roll_tie_break").order_by("pk").last()


def qualified(division: Division) -> list[str]:
    return [team.name for team in standings_of(division.tournament)[0].qualified]


def test_mistyped_d20_can_be_undone_and_rolled_again(division: Division) -> None:
    three_level(division)
    mistyped = roll(division, A=3, B=17, C=9)
    assert qualified(division) == ["Club B"]
    preview = preview_undo(action=mistyped)
    assert preview.changes == ["The d20 roll (Club A 3, Club B 17, Club C 9) has been undone."]
    undo_action(action=mistyped, actor=PROGRAM)
    assert (qualified(division), TieBreakRoll.objects.count()) == ([], 0)
    roll(division, A=3, B=7, C=9)
    assert qualified(division) == ["Club C"]


def test_undone_d20_can_be_restored_only_while_required(division: Division) -> None:
    three_level(division)
    undone = undo_action(action=roll(division, A=3, B=17, C=9), actor=PROGRAM)
    new = roll(division, A=3, B=7, C=9)
    with refuses(TiebreakerRefusal.NOT_NEEDED):
        undo_action(action=undone, actor=PROGRAM)
    undo_action(action=new, actor=PROGRAM)
    undo_action(action=undone, actor=PROGRAM)
    assert qualified(division) == ["Club B"]


def test_tied_roll_cannot_be_undone_before_its_reroll(division: Division) -> None:
    three_level(division)
    level = roll(division, A=8, B=8, C=8)
    after = roll(division, A=3, B=17, C=9)
    refusal = preview_undo(action=level).refusal
    assert refusal.startswith(f"Log entry {after.pk} depends on this: d20 to break a tie in East")
    assert "Club B 17" in refusal
    undo_action(action=after, actor=PROGRAM)
    undo_action(action=level, actor=PROGRAM)
    assert not TieBreakRoll.objects.exists()


def test_roll_cannot_be_undone_while_a_later_tiebreaker_depends_on_it(division: Division) -> None:
    """B and C tied for the best first roll, so they play for the place. Undoing the roll would eliminate C."""
    three_level(division)
    first = roll(division, A=3, B=17, C=17)
    pair = frozenset(division.teams.exclude(name="Club A").values_list("pk", flat=True))
    schedule_playoff_game(division=division, teams=pair, actor=PROGRAM)
    game = Action.objects.get(verb="schedule_playoff_game")
    with pytest.raises(Refused, match=f"Log entry {game.pk} depends on this: Club . and Club . play one game"):
        undo_action(action=first, actor=PROGRAM)
    undo_action(action=game, actor=PROGRAM)
    assert not Series.objects.filter(stage=Series.Stage.TIE_BREAK).exists()
    undo_action(action=first, actor=PROGRAM)


def test_roll_can_be_undone_if_no_later_tiebreaker_depends_on_it(division: Division) -> None:
    """A and B tied at the top and are only seeded. C and D roll for third place."""
    division.tournament.advance_per_division = 5
    division.tournament.save()
    clubs = teams(division, 6)
    a, b, c, d, e, f = clubs
    for home, away, outcomes in ((a, b, "HA"), (c, d, "HA"), (a, e, "HH"), (b, f, "HH")):
        play(home, away, outcomes)
    first = roll(division, A=3, B=17)
    roll(division, C=3, D=17)
    undo_action(action=first, actor=PROGRAM)
    assert [*TieBreakRoll.objects.values_list("rolls", flat=True)] == [{str(c.pk): 3, str(d.pk): 17}]


def playoff_game(division: Division) -> tuple[Series, Action]:
    a, b = teams(division, 2)
    play(a, b, "HA")
    series = schedule_playoff_game(division=division, teams=frozenset((a.pk, b.pk)), actor=PROGRAM)
    return series, Action.objects.get(verb="schedule_playoff_game")


def test_tiebreaker_game_can_be_undone_and_restored_after_the_home_roll(division: Division) -> None:
    series, made = playoff_game(division)
    roll_for_home(series=series, rolls=(4, 15), actor=PROGRAM)
    series.refresh_from_db()
    assert preview_undo(action=made).changes == [
        f"{series.away} at {series.home} (tiebreaker game) is off the schedule."
    ]
    undone = undo_action(action=made, actor=PROGRAM)
    assert not Series.objects.filter(stage=Series.Stage.TIE_BREAK).exists()
    undo_action(action=undone, actor=PROGRAM)
    back = Series.objects.get(stage=Series.Stage.TIE_BREAK)
    assert (back.pk, back.games_planned, back.status) == (series.pk, 1, Series.Status.SCHEDULED)


def test_tiebreaker_game_with_results_cannot_be_undone(division: Division) -> None:
    series, made = playoff_game(division)
    Series.objects.filter(pk=series.pk).update(status=Series.Status.COMPLETE, outcomes="H", home_wins=1)
    with pytest.raises(Refused, match="The tiebreaker game between Club . and Club . has results. Undo those first."):
        undo_action(action=made, actor=PROGRAM)


def test_tiebreaker_game_cannot_be_restored_next_to_another(division: Division) -> None:
    series, made = playoff_game(division)
    undone = undo_action(action=made, actor=PROGRAM)
    schedule_playoff_game(division=division, teams=frozenset((series.home_id, series.away_id)), actor=PROGRAM)
    with refuses(TiebreakerRefusal.GAME_SCHEDULED):
        undo_action(action=undone, actor=PROGRAM)


def test_only_the_director_sees_the_undo_link_in_the_standings(
    division: Division, director_of, assistant_of, client
) -> None:
    three_level(division)
    action = roll(division, A=3, B=17, C=9)
    address, link = f"/t/{division.tournament.slug}/standings/", f"/t/{division.tournament.slug}/log/{action.pk}/undo/"
    director = director_of(division.tournament)
    page = director.get(address).content.decode()
    assert "rolled by the table: Club A 3, Club B 17, Club C 9." in page
    assert f'href="{link}"' in page
    assert "Take it back" not in assistant_of(division.tournament).get(address).content.decode()
    assert "Take it back" not in client.get(address).content.decode()
    assert "The d20 roll (Club A 3, Club B 17, Club C 9) has been undone." in director.get(link).content.decode()
    director.post(link, {"reason": "it was a 7"})
    assert qualified(division) == []
    assert "Take it back" not in director.get(address).content.decode()


def test_old_log_entry_without_enough_data_cannot_be_undone(division: Division) -> None:
    a, *_ = three_level(division)
    old = Action.objects.create(
        tournament=division.tournament, verb="roll_tie_break", sentence="d20.", after={"rolls": {str(a.pk): 4}}
    )
    assert "doesn't have enough information" in preview_undo(action=old).refusal


def test_rolls_in_another_division_do_not_block_the_undo(division: Division) -> None:
    three_level(division)
    west = DivisionFactory(name="West", tournament=division.tournament, position=2)
    level = [TeamFactory(division=west, slot=slot, name=f"West {slot}") for slot in (1, 2, 3)]
    for home, away in zip(level, (level[1], level[2], level[0]), strict=True):
        play(home, away, "HA")
    first = roll(division, A=3, B=17, C=9)
    numbers = {team.pk: value for team, value in zip(level, (1, 2, 3), strict=True)}
    roll_tie_break(division=west, teams=frozenset(numbers), rolls=numbers, actor=PROGRAM)
    undo_action(action=first, actor=PROGRAM)
    assert TieBreakRoll.objects.get().division == west
