"""Test the pool with its rulings, and searches for a card."""

from typing import Any

import pytest

from drafts.models import CardSet, PlayerCard
from drafts.queries.pool import PoolCard, load_pool, search
from rules_engine.eligibility.roster import PositionPlayer, uncovered_injuries
from rules_engine.profile import Profile, load_profile
from tests.drafts.pools import make_pool
from tests.factories import CardSetFactory, HitterFactory, PitcherFactory, RelieverFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile() -> Profile:
    return load_profile("purestrat@1")


@pytest.fixture
def card_set() -> CardSet:
    return CardSetFactory()


def ruled(card: PlayerCard, profile: Profile) -> PoolCard:
    (card_in_pool,) = [pool_card for pool_card in load_pool(card.card_set, profile) if pool_card.id == card.pk]
    return card_in_pool


@pytest.mark.parametrize(
    ("line", "eligible", "reason"),
    [
        ({"at_bats": 268, "walks": 41}, True, "268 AB + 41 W = 309: eligible"),
        ({"at_bats": 260, "walks": 39}, False, "260 AB + 39 W = 299: not eligible, needs 300"),
        ({"at_bats": 220, "walks": 30, "positions": {"C": 60}}, True, "220 AB + 30 W = 250: eligible"),
        (
            {"at_bats": 219, "walks": 30, "positions": {"1B": 90, "C": 60}},
            False,
            "219 AB + 30 W = 249: not eligible, needs 250 with a catcher rating",
        ),
        ({"at_bats": 299, "walks": 0, "hit_by_pitch": 20}, False, "299 AB + 0 W = 299: not eligible, needs 300"),
    ],
)
def test_t10_11_hitter_eligibility_depends_on_at_bats_and_walks(
    profile: Profile, line: dict[str, Any], eligible: bool, reason: str
) -> None:
    card = ruled(HitterFactory(**line), profile)
    assert (card.eligible, card.rule, card.reason) == (eligible, "T10.11", reason)


@pytest.mark.parametrize(
    ("roles", "outs", "may", "reason"),
    [
        ("S", 375, "start", "125.0 IP: may start"),
        ("S", 374, "", "124.2 IP: may not start, needs 125.0"),
        ("S R", 356, "relieve", "118.2 IP: may not start, needs 125.0; 118.2 IP: may relieve"),
        ("S R", 375, "start relieve", "125.0 IP: may start and relieve"),
        ("R", 120, "relieve", "40.0 IP: may relieve"),
        ("R", 119, "", "39.2 IP: may not relieve, needs 40.0"),
        ("R", 600, "relieve", "200.0 IP: may relieve"),
    ],
)
def test_t10_2_pitcher_roles_depend_on_card_and_innings(
    profile: Profile, roles: str, outs: int, may: str, reason: str
) -> None:
    card = PitcherFactory(outs_pitched=outs, is_starter="S" in roles, is_reliever="R" in roles)
    pool_card = ruled(card, profile)
    assert (pool_card.may_start, pool_card.may_relieve) == ("start" in may, "relieve" in may)
    assert (pool_card.eligible, pool_card.reason) == (bool(may), reason)


def test_t31_9_pitcher_with_a_hitters_at_bats_counts_as_both(profile: Profile) -> None:
    pool_card = ruled(PitcherFactory(at_bats=400, walks=60, outs_pitched=498, positions={"RF": 20}), profile)
    assert (pool_card.may_hit, pool_card.may_start, pool_card.is_hitter, pool_card.label) == (True, True, True, "SP RF")
    assert pool_card.reason == "166.0 IP: may start; 400 AB + 60 W = 460: eligible"


def test_t10_11_hitter_without_a_position_is_a_first_baseman(profile: Profile) -> None:
    assert ruled(HitterFactory(positions={}), profile).label == "1B (no position)"


def test_fielder_with_a_mop_up_appearance_counts_only_as_a_hitter(profile: Profile) -> None:
    pool_card = ruled(HitterFactory(outs_pitched=3, pitching_games=1), profile)
    assert (pool_card.may_start, pool_card.may_relieve, pool_card.reason) == (
        False,
        False,
        "500 AB + 50 W = 550: eligible",
    )


def test_averages_are_computed_or_empty(card_set: CardSet, profile: Profile) -> None:
    HitterFactory(
        **{"card_set": card_set, "at_bats": 400, "hits": 120, "doubles": 20, "triples": 5, "homeruns": 10},
        **{"walks": 40, "hit_by_pitch": 5, "sacrifice_flies": 5, "sort_name": "A"},
    )
    RelieverFactory(card_set=card_set, at_bats=0, hits=0, outs_pitched=270, earned_runs=30, sort_name="B")
    hitter, reliever = load_pool(card_set, profile)
    assert (hitter.average, hitter.earned_run_average) == (0.3, None)
    assert hitter.on_base == pytest.approx(165 / 450)
    assert hitter.slugging == pytest.approx((120 + 20 + 10 + 30) / 400)
    assert (reliever.average, reliever.earned_run_average) == (None, 3.0)


def test_pool_is_cached_until_its_set_has_a_new_version(
    card_set: CardSet, profile: Profile, django_assert_num_queries: Any
) -> None:
    HitterFactory(card_set=card_set)
    load_pool(card_set, profile)
    with django_assert_num_queries(0):
        assert len(load_pool(card_set, profile)) == 1
    HitterFactory(card_set=card_set)
    card_set.version += 1
    card_set.save()
    assert len(load_pool(card_set, profile)) == 2


def test_pools_of_two_sets_share_no_cards(profile: Profile) -> None:
    first_pool, second_pool = make_pool(teams=1, name="One"), make_pool(teams=1, name="Other")
    assert not {card.id for card in load_pool(first_pool, profile)} & {
        card.id for card in load_pool(second_pool, profile)
    }


def names(cards: list[PoolCard]) -> list[str]:
    return [card.name for card in cards]


@pytest.fixture
def pool(card_set: CardSet, profile: Profile) -> tuple[PoolCard, ...]:
    for name, sort_name, line in (
        ("Ken Griffey", "Griffey, Ken", {"bats": "L", "positions": {"CF": 158}, "homeruns": 56}),
        ("Andrés Núñez", "Núñez, Andrés", {"bats": "S", "positions": {"SS": 90, "2B": 30}, "homeruns": 4}),
        ("Paul O'Neill", "O'Neill, Paul", {"bats": "L", "positions": {"RF": 150}, "homeruns": 24}),
        ("J. D. Drew", "Drew, J. D.", {"bats": "L", "at_bats": 36, "walks": 4, "positions": {}, "homeruns": 5}),
    ):
        HitterFactory(card_set=card_set, name=name, sort_name=sort_name, **line)
    PitcherFactory(card_set=card_set, name="Randy Johnson", sort_name="Johnson, Randy", throws="L", earned_runs=80)
    RelieverFactory(card_set=card_set, name="Ed Gómez", sort_name="Gómez, Ed", throws="R", earned_runs=10)
    return load_pool(card_set, profile)


def test_cards_are_sorted_by_name_ignoring_accents(pool: tuple[PoolCard, ...]) -> None:
    order = ["J. D. Drew", "Ed Gómez", "Ken Griffey", "Randy Johnson", "Andrés Núñez", "Paul O'Neill"]
    assert names(search(pool)) == order


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nunez", ["Andrés Núñez"]),
        ("NÚÑ", ["Andrés Núñez"]),
        ("gri ken", ["Ken Griffey"]),
        ("ken gri", ["Ken Griffey"]),
        ("riff", ["Ken Griffey"]),
        ("oneill", ["Paul O'Neill"]),
        ("o’neill", ["Paul O'Neill"]),
        ("jd drew", ["J. D. Drew"]),
        ("j.d.", ["J. D. Drew"]),
        ("griffey randy", []),
        ("%", None),
        ("  ", None),
        ("x" * 5000, []),
    ],
)
def test_search_matches_parts_of_words(pool: tuple[PoolCard, ...], text: str, expected: list[str] | None) -> None:
    assert names(search(pool, text=text)) == (names(list(pool)) if expected is None else expected)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"position": "SS"}, {"Andrés Núñez"}),
        ({"position": "2B"}, {"Andrés Núñez"}),
        ({"position": "OF"}, {"Ken Griffey", "Paul O'Neill"}),
        ({"position": "DH"}, {"J. D. Drew"}),
        ({"position": "P"}, {"Randy Johnson", "Ed Gómez"}),
        ({"position": "SP"}, {"Randy Johnson"}),
        ({"position": "nonsense"}, set()),
        ({"hand": "L"}, {"Ken Griffey", "Paul O'Neill", "J. D. Drew", "Randy Johnson"}),
        ({"hand": "S"}, {"Andrés Núñez"}),
        ({"role": "pitcher"}, {"Randy Johnson", "Ed Gómez"}),
        ({"role": "starter"}, {"Randy Johnson"}),
        ({"role": "reliever"}, {"Ed Gómez"}),
        ({"role": "nonsense"}, set()),
        ({"role": "hitter", "eligible_only": True}, {"Ken Griffey", "Paul O'Neill", "Andrés Núñez"}),
        ({"role": "hitter", "hand": "L", "eligible_only": True, "text": "e"}, {"Ken Griffey", "Paul O'Neill"}),
    ],
)
def test_filters_narrow_the_list(pool: tuple[PoolCard, ...], filters: dict[str, Any], expected: set[str]) -> None:
    assert set(names(search(pool, **filters))) == expected


@pytest.mark.parametrize(
    ("facts", "marks"),
    [
        ([{"birth_year": 1970}, {"birth_year": 1980}], ["born 1970", "born 1980"]),
        ([{"positions": {"SS": 90}}, {"positions": {"1B": 12, "C": 40}}], ["SS", "C"]),
        ([{"code": "a"}, {"code": "b"}], ["a", "b"]),
    ],
)
def test_namesakes_are_distinguished_by_birth_year_or_position(
    card_set: CardSet, profile: Profile, facts: list[dict[str, Any]], marks: list[str]
) -> None:
    alike = {"card_set": card_set, "name": "Bob Lee", "sort_name": "Lee, Bob", "clubs": "SEA", "throws": "R"}
    for line in facts:
        HitterFactory(**{**alike, "birth_year": 1970, "positions": {"SS": 90}, **line})
    assert sorted(names(list(load_pool(card_set, profile)))) == sorted(f"Bob Lee ({mark})" for mark in marks)


@pytest.mark.parametrize("text", ["griffey jr", "Griffey, Ken", "kenneth griffey", "K. Griffey Jr.", "GRIFFEY,KEN"])
def test_f10_search_matches_every_spelling_of_a_name(pool: tuple[PoolCard, ...], text: str) -> None:
    assert names(search(pool, text=text)) == ["Ken Griffey"]


def test_search_excludes_drafted_cards(pool: tuple[PoolCard, ...]) -> None:
    hitters = {card.id for card in search(pool, role="hitter")}
    assert names(search(pool, drafted=hitters)) == ["Ed Gómez", "Randy Johnson"]


def test_sorts_are_best_first_and_reversible(pool: tuple[PoolCard, ...]) -> None:
    hitters = names(search(pool, role="hitter", sort="homeruns"))
    assert hitters == ["Ken Griffey", "Paul O'Neill", "J. D. Drew", "Andrés Núñez"]
    assert names(search(pool, role="hitter", sort="-homeruns")) == hitters[::-1]
    assert names(search(pool, role="pitcher", sort="earned_run_average")) == ["Ed Gómez", "Randy Johnson"]


def test_cards_without_an_average_sort_last(pool: tuple[PoolCard, ...]) -> None:
    for sort in ("earned_run_average", "-earned_run_average"):
        assert {card.is_pitcher for card in search(pool, sort=sort)[:2]} == {True}


def test_unknown_sort_falls_back_to_name(pool: tuple[PoolCard, ...]) -> None:
    assert search(pool, sort="__class__") == search(pool, sort="name") == list(pool)


def test_small_test_pool_supports_fourteen_legal_teams(profile: Profile) -> None:
    pool = load_pool(make_pool(teams=14), profile)
    assert sum(card.eligible for card in pool) == 14 * 26
    assert sum(not card.eligible for card in pool) == 4
    assert sum(card.may_start for card in pool) == 14 * 5
    hitters = [card for card in pool if card.eligible and not card.is_pitcher]
    for team in range(14):
        team_hitters = sorted(hitters, key=lambda card: card.code)[team * 16 : team * 16 + 16]
        assert (
            uncovered_injuries(
                [PositionPlayer(hitter.name, hitter.positions, hitter.can_be_injured) for hitter in team_hitters]
            )
            == ()
        )
