"""Test a shootout that breaks a tie, entered by half-inning with eligible pitchers only (T32.0)."""

import html

import pytest
from django.utils import timezone

from core.errors import Refused
from drafts.models import Pick
from games.models import Outing
from games.queries.shootouts import shootout_page
from games.refusals import ShootoutRefusal
from games.services.shootouts import open_shootout, record_shootout_half
from rules_engine.profile import default_profile, load_profile, text_of, with_lines
from tests.edition_scenes.scene import words
from tests.factories import (
    BallparkFactory,
    DivisionFactory,
    DraftFactory,
    PickFactory,
    PitcherFactory,
    RelieverFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.pdf_reading import pages_of
from tests.refusing import refuses
from tests.tournaments.test_standings import play, teams, three_level
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Division, Shootout, Team, Tournament
from tournaments.queries.playoffs import qualifiers_of
from tournaments.queries.standings import standings_of
from tournaments.refusals import TiebreakerRefusal
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PARKS = {"A": (9, 3, 1, 19), "B": (10, 4, 2, 20)}


@pytest.fixture
def division() -> Division:
    return DivisionFactory(name="East", tournament=TournamentFactory(advance_per_division=1))


def drafted(clubs: list[Team]) -> None:
    """Draft three starters and four relievers for each club, named by its letter (sA1 ... rA4), and a ballpark."""
    draft = DraftFactory(division=clubs[0].division)
    overall = 0
    for club in clubs:
        letter = club.name[-1]
        left, right, single_left, single_right = PARKS.get(letter, (5, 5, 5, 5))
        park = BallparkFactory(
            card_set=draft.card_set,
            homeruns_left=left,
            homeruns_right=right,
            singles_left=single_left,
            singles_right=single_right,
        )
        kinds = [(PitcherFactory, f"s{letter}{n}") for n in (1, 2, 3)]
        kinds += [(RelieverFactory, f"r{letter}{n}") for n in (1, 2, 3, 4)]
        cards = [kind(card_set=draft.card_set, code=code, name=f"Man {code}") for kind, code in kinds]
        for facts in [*({"card": card} for card in cards), {"park": park}]:
            overall += 1
            PickFactory(
                draft=draft,
                overall=overall,
                team=club,
                made_by=Pick.MadeBy.MANAGER,
                made_at=timezone.now(),
                **facts,
            )


def two_level(division: Division) -> list[Team]:
    clubs = teams(division, 2)
    play(*clubs, "HA")
    drafted(clubs)
    return clubs


def opened(pair: list[Team], rolls: tuple[list[int], list[int]] | None = None, reason: str = "asked for") -> Shootout:
    """Open a shootout. The second team of the pair bats last unless different rolls are given."""
    rolls = rolls or ([4], [15])
    return open_shootout(
        division=pair[0].division,
        teams=pair,
        starters={team.pk: f"s{team.name[-1]}1" for team in pair},
        rolls={team.pk: rolled for team, rolled in zip(pair, rolls, strict=True)},
        reason=reason,
        actor=PROGRAM,
    )


def enter(shootout: Shootout, *halves: tuple[str, int]) -> Shootout:
    for pitcher, runs in halves:
        shootout.refresh_from_db()
        number = len(shootout.halves)
        record_shootout_half(shootout=shootout, number=number, pitcher=pitcher, runs=runs, actor=PROGRAM)
    shootout.refresh_from_db()
    return shootout


def qualified(division: Division) -> list[str]:
    return [team.name for team in standings_of(division.tournament)[0].qualified]


def test_winner_advances_and_sheets_get_no_column(division: Division) -> None:
    a, b = two_level(division)
    shootout = opened([a, b])
    assert (shootout.home, shootout.away, shootout.home_rolls) == (b, a, [[15, 4]])
    enter(shootout, ("sB1", 2), ("sA1", 0), ("sB2", 0), ("sA2", 0), ("rB1", 0))
    assert shootout.winner_id is None, "the home team still bats"
    assert qualified(division) == []
    enter(shootout, ("rA1", 1))
    assert (shootout.winner_id, shootout.result.after_inning) == (a.pk, 3)
    assert qualified(division) == ["Club A"]
    assert not Outing.objects.exists()
    assert [(row.wins, row.losses) for row in standings_of(division.tournament)[0].rows] == [(1, 1), (1, 1)]
    with refuses(ShootoutRefusal.WON):
        enter(shootout, ("rB2", 1))


def test_home_team_ahead_in_the_third_need_not_bat(division: Division) -> None:
    a, b = two_level(division)
    shootout = enter(opened([a, b]), ("sB1", 0), ("sA1", 2), ("sB2", 0), ("sA2", 0), ("rB1", 1))
    assert (shootout.winner_id, shootout.result.after_inning) == (b.pk, 3)


def test_rejects_an_ineligible_pitcher_for_the_inning(division: Division) -> None:
    shootout = opened(two_level(division))
    with refuses(ShootoutRefusal.ANOTHER_WAS_NAMED):
        enter(shootout, ("sB2", 0))
    enter(shootout, ("sB1", 0), ("sA1", 0))
    with refuses(ShootoutRefusal.INELIGIBLE_PITCHER):
        enter(shootout, ("rB1", 0))
    with pytest.raises(Refused, match=r"Man sB1 can't pitch inning 2.*He pitched inning 1"):
        enter(shootout, ("sB1", 0))
    with refuses(ShootoutRefusal.NO_PITCHER):
        enter(shootout, ("sA2", 0))
    with refuses(ShootoutRefusal.CHANGED_MEANWHILE):
        record_shootout_half(shootout=shootout, number=0, pitcher="sB2", runs=0, actor=PROGRAM)
    with refuses(ShootoutRefusal.WRONG_RUNS):
        enter(shootout, ("sB2", 100))


def test_pinch_hitting_pitcher_is_used_up_but_the_announced_starter_continues(division: Division) -> None:
    shootout = opened(two_level(division))
    record_shootout_half(shootout=shootout, number=0, pitcher="sB1", runs=0, hitter="sA2", actor=PROGRAM)
    shootout.refresh_from_db()
    page = shootout_page(shootout)
    assert page.named == "sA1"
    assert page.hit_for_note.startswith("Man sA1 was pinch hit for and still pitches this inning")
    enter(shootout, ("sA1", 0), ("sB2", 0))
    with pytest.raises(Refused, match="He pinch hit in inning 1 and can pitch again in the 9th"):
        enter(shootout, ("sA2", 0))


def test_all_pitchers_are_available_again_in_the_ninth(division: Division) -> None:
    clubs = two_level(division)
    shootout = opened(clubs)
    draft = division.draft
    for club in clubs:
        card = RelieverFactory(card_set=draft.card_set, code=f"r{club.name[-1]}5")
        number = Pick.objects.count() + 1
        PickFactory(draft=draft, overall=number, team=club, card=card, made_by="manager", made_at=timezone.now())
    for pitcher in ("s1", "s2", "s3", "r1", "r2", "r3", "r4", "r5"):
        enter(shootout, (f"{pitcher[0]}B{pitcher[1]}", 0), (f"{pitcher[0]}A{pitcher[1]}", 0))
    assert shootout.inning == 9
    enter(shootout, ("sB1", 0), ("sA1", 1))
    assert shootout.result.after_inning == 9


def test_ballpark_is_the_average_of_both_rounded_toward_ten(division: Division) -> None:
    page = shootout_page(opened(two_level(division)))
    assert page.park == (10, 4, 2, 19)


def test_tied_rolls_are_followed_by_another_and_seeds_need_none(division: Division) -> None:
    a, b = two_level(division)
    with refuses(ShootoutRefusal.TIED_ROLLS):
        opened([a, b], ([7], [7]))
    with refuses(ShootoutRefusal.INVALID_ROLLS):
        opened([a, b], ([21], [7]))
    assert opened([a, b], ([7, 12], [7, 3])).home == a
    undo_action(action=Action.objects.get(verb="open_shootout"), actor=PROGRAM)
    seeded = open_shootout(
        division=division,
        teams=[a, b],
        starters={a.pk: "sA1", b.pk: "sB1"},
        better_seed=b.pk,
        reason="seeded",
        actor=PROGRAM,
    )
    assert (seeded.home, seeded.home_rolls) == (b, [])


def test_shootout_outside_the_rules_requires_a_reason_and_happens_once(division: Division) -> None:
    pair = two_level(division)
    with refuses(ShootoutRefusal.NO_REASON_FOR_SHOOTOUT):
        opened(pair, reason=" ")
    opened(pair)
    with refuses(TiebreakerRefusal.SHOOTOUT_OPEN):
        opened(pair)
    assert Action.objects.get(verb="open_shootout").reason == "asked for"


def test_standings_link_to_an_open_shootout_and_offer_no_alternative(division: Division, director_of) -> None:
    pair = two_level(division)
    director, address = director_of(division.tournament), f"/t/{division.tournament.slug}/standings/"
    assert "Schedule tiebreaker game" in words(director.get(address))
    shootout = opened(pair)
    page = words(director.get(address))
    assert "A shootout in progress will decide it: Shootout: Club A 0, Club B 0; inning 1 comes next." in page
    assert "Schedule tiebreaker game" not in page
    undo_action(action=Action.objects.get(subject__startswith="division", verb="open_shootout"), actor=PROGRAM)
    assert not Shootout.objects.filter(pk=shootout.pk).exists()
    assert "Schedule tiebreaker game" in words(director.get(address))


def test_three_tied_teams_are_paired_and_ranked_by_wins(division: Division) -> None:
    a, b, c = three_level(division)
    drafted([a, b, c])
    with refuses(ShootoutRefusal.NO_REASON_FOR_TWO):
        opened([a, b], reason="")
    first = opened([a, b], reason="lots were drawn")
    enter(first, ("sB1", 1), ("sA1", 0), ("sB2", 0), ("sA2", 0), ("rB1", 0), ("rA1", 0))
    assert qualified(division) == [], "Club C has played nobody"
    second = opened([a, c], reason="the winner meets Club C")
    enter(second, ("sC1", 0), ("sA1", 0), ("sC2", 0), ("sA2", 0), ("rC1", 0), ("rA1", 2))
    assert second.winner_id == c.pk
    assert qualified(division) == ["Club C"]
    last_of_first = Action.objects.filter(sentence__contains="Club A wins").get()
    assert "depends on this" in preview_undo(action=last_of_first).refusal


def test_mistyped_half_inning_can_be_undone(division: Division) -> None:
    shootout = enter(
        opened(two_level(division)),
        *(("sB1", 2), ("sA1", 0), ("sB2", 0), ("sA2", 0), ("rB1", 0), ("rA1", 0)),
    )
    assert qualified(division) == ["Club A"]
    halves = Action.objects.filter(verb="record_shootout_half").order_by("pk")
    assert "Undo that change first" in preview_undo(action=halves.first()).refusal
    preview = preview_undo(action=halves.last())
    assert preview.changes == ["The shootout between Club A and Club B: 5 half-innings entered, was 6."]
    undo_action(action=halves.last(), actor=PROGRAM)
    shootout.refresh_from_db()
    assert (len(shootout.halves), qualified(division)) == (5, [])


def test_director_runs_a_shootout_from_standings_to_result(division: Division, director_of, assistant_of, client):
    a, b = two_level(division)
    director = director_of(division.tournament)
    slug = division.tournament.slug
    standings = director.get(f"/t/{slug}/standings/").content.decode()
    address = f"/t/{slug}/standings/{division.pk}/shootout/"
    assert f'href="{address}"' in standings
    assert address not in assistant_of(division.tournament).get(f"/t/{slug}/standings/").content.decode()
    form = director.get(address).content.decode()  # two teams are tied, so no one has to be chosen
    assert "Man sA1" in form
    assert "Man rA1" not in form, "no starter"
    typed = {"team": [a.pk, b.pk], f"starter_{a.pk}": "sA1", f"starter_{b.pk}": "sB1", "reason": "rain"}
    refused = director.post(address, {**typed, f"roll_{a.pk}": "x"})
    assert (refused.status_code, "is not a roll" in refused.content.decode()) == (400, True)
    page = director.post(address, {**typed, f"roll_{a.pk}": "9 4", f"roll_{b.pk}": "9, 12"}).headers["Location"]
    assert "Home runs 10 for left-handed" in client.get(page).content.decode()
    assert "Enter the top" not in client.get(page).content.decode()
    for number, (pitcher, runs) in enumerate((("sB1", 3), ("sA1", 0), ("sB2", 0), ("sA2", 0), ("rB1", 0), ("rA1", 0))):
        shown = director.get(page).content.decode()
        assert "Enter the" in shown
        assert director.post(f"{page}half/", {"number": number, "pitcher": pitcher, "runs": runs}).status_code == 302
    standings = client.get(f"/t/{slug}/standings/").content.decode()
    assert "Club A 3, Club B 0; won in inning 3" in standings
    assert "Club A won the shootout played instead (T32.0), Club B lost it." in standings
    assert "Undo" in director.get(page).content.decode()
    (sheet,) = pages_of(client.get(f"{page[:-1]}.pdf").content)
    assert "Man sA1" in sheet
    assert "from the third" in sheet
    assert Team.objects.get(name=qualified(division)[0]) == a


def test_injured_pitcher_is_relieved_and_both_are_used_up(division: Division) -> None:
    shootout = opened(two_level(division))

    def half(number: int, pitcher: str, finished_by: str) -> None:
        shootout.refresh_from_db()
        record_shootout_half(
            shootout=shootout, number=number, pitcher=pitcher, runs=1, finished_by=finished_by, actor=PROGRAM
        )

    with refuses(ShootoutRefusal.INELIGIBLE_PITCHER):
        half(0, "sB1", "rB1")
    with refuses(ShootoutRefusal.INJURED_CANT_FINISH):
        half(0, "sB1", "sB1")
    half(0, "sB1", "sB2")
    enter(shootout, ("sA1", 1))
    with refuses(ShootoutRefusal.INELIGIBLE_PITCHER):
        half(2, "sB2", "")
    assert shootout_page(shootout).innings[0].top_pitcher == "Man sB1, injured; Man sB2"
    bottom, top = Action.objects.filter(verb="record_shootout_half")[:2]
    assert top.sentence == "Shootout, top of inning 1: Club A 1 against Man sB1, who was injured, and Man sB2."
    assert bottom.sentence == "Shootout, bottom of inning 1: Club B 1 against Man sA1."


def test_api_opens_a_shootout_lists_eligible_pitchers_and_records_halves(
    division: Division, director_of, client
) -> None:
    a, b = two_level(division)
    director = director_of(division.tournament)
    start = f"/api/v1/tournaments/{division.tournament.slug}/shootouts/"
    opening = {
        "division": division.pk,
        "reason": "asked for",
        "sides": [{"team": a.pk, "starter": "sA1", "rolls": [4]}, {"team": b.pk, "starter": "sB1", "rolls": [15]}],
    }
    assert client.post(start, opening, content_type="application/json").status_code == 401
    now = director.post(start, opening, content_type="application/json").json()
    assert (now["home"], now["home_rolls"], now["next_half"]) == (b.pk, [[15, 4]], "top of inning 1")
    assert [pitcher["code"] for pitcher in now["pitchers"] if pitcher["may_be_named"]] == ["sB1"]
    halves = f"{start}{now['id']}/halves/"
    wrong = director.post(halves, {"number": 0, "pitcher": "rB1", "runs": 2}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "pitcher")
    for number, (pitcher, runs) in enumerate([("sB1", 2), ("sA1", 0), ("sB2", 0), ("sA2", 0), ("rB1", 0), ("rA1", 1)]):
        sent = {"number": number, "pitcher": pitcher, "runs": runs}
        now = director.post(halves, sent, content_type="application/json").json()
    assert (now["winner"], now["score"], now["next_half"], now["pitchers"]) == (a.pk, [2, 1], None, [])
    assert client.get(f"{start}{now['id']}/").json() == now
    assert [shootout["winner"] for shootout in client.get(start).json()["results"]] == [a.pk]


def wild_card_open(tournament: Tournament, name: str, letter: str) -> list[Team]:
    """Create a division whose runner-up is next in line for the wild card. The runner-up is "Club A" or "Club B"."""
    made = DivisionFactory(tournament=tournament, name=name)
    first, second, last = (
        TeamFactory(division=made, slot=slot, name=club)
        for slot, club in enumerate((f"{name} one", f"Club {letter}", f"{name} three"), start=1)
    )
    play(first, last, "HHH", round_number=1)
    play(second, last, "HHA", round_number=2)
    return [first, second, last]


def test_shootout_between_two_divisions_decides_a_wild_card(director_of, client) -> None:
    edition = with_lines(
        load_profile(default_profile()), {"standings.wild_card_steps": ("shootout", "d20")}, "as agreed"
    )
    tournament = TournamentFactory(advance_per_division=1, wild_cards=1, profile_text=text_of(edition))
    east, west = wild_card_open(tournament, "East", "A"), wild_card_open(tournament, "West", "B")
    a, b = east[1], west[1]
    drafted([a, b])
    director, slug = director_of(tournament), tournament.slug
    open_it = f"/t/{slug}/standings/{a.division_id}/shootout/"
    assert "Shootout between Club A and Club B" in director.get(f"/t/{slug}/standings/").content.decode()
    form = {"team": [a.pk, b.pk], f"starter_{a.pk}": "sA1", f"starter_{b.pk}": "sB1"}
    made = director.post(open_it, {**form, f"roll_{a.pk}": "4", f"roll_{b.pk}": "15"})
    assert made.status_code == 302, made.content.decode()
    shootout = Shootout.objects.get()
    assert shootout.home == b
    halves = [("sB1", 2), ("sA1", 0), ("sB2", 0), ("sA2", 0), ("rB1", 0), ("rA1", 1)]
    for number, (pitcher, runs) in enumerate(halves):
        page = f"/t/{slug}/shootouts/{shootout.pk}/half/"
        assert director.post(page, {"number": number, "pitcher": pitcher, "runs": runs}).status_code == 302
    for table in standings_of(tournament):
        assert [str(qualifier.team) for qualifier in qualifiers_of(standings_of(tournament))][-1] == "Club A"
        assert not table.wild_card_needs
    assert "Club A advances" in html.unescape(client.get(f"/t/{slug}/standings/").content.decode())
    paper = " ".join(" ".join(pages_of(client.get(f"/t/{slug}/shootouts/{shootout.pk}.pdf").content)).split())
    assert "Club A" in paper
    undo_action(action=Action.objects.filter(verb="record_shootout_half").first(), actor=PROGRAM)
    assert standings_of(tournament)[1].wild_card_needs
