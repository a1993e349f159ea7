"""Test loading a season into the database, by the service and by the command."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from drafts.models import CardSet
from drafts.refusals import CardSetRefusal
from drafts.services.card_sets import load_season
from seasons.players_and_parks import CardMinimums
from tests.factories import DivisionFactory, DraftFactory, OutingFactory, SeriesFactory
from tests.refusing import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def run(*args: str) -> str:
    out = StringIO()
    call_command("load_season", *args, stdout=out)
    return out.getvalue()


def test_command_loads_a_season_and_reports_its_contents() -> None:
    output = run("1901", "--league", "al", "--position-games", "20")
    card_set = CardSet.objects.get()
    assert "“1901 AL”: 185 cards, 9 ballparks. A position needs 20 games" in output
    assert (card_set.season, card_set.league, card_set.source) == (1901, "AL", "season")
    lajoie = card_set.cards.get(name="Nap Lajoie")
    assert (lajoie.hits, lajoie.homeruns, lajoie.positions) == (232, 14, {"2B": 119})
    assert (lajoie.bats, lajoie.throws, lajoie.clubs, lajoie.ratings) == ("R", "R", "PHA", {})
    assert card_set.ballparks.count() == 9  # Detroit had a separate ballpark for Sundays


def test_season_stats_are_stored_in_their_own_fields() -> None:
    load_season(year=1998, league="AL")
    griffey = CardSet.objects.get().cards.get(name="Ken Griffey")
    assert (griffey.at_bats, griffey.hits, griffey.homeruns, griffey.walks) == (633, 180, 56, 76)
    clemens = CardSet.objects.get().cards.get(name="Roger Clemens")
    assert (clemens.outs_pitched, clemens.wins, clemens.losses, clemens.strikeouts_made) == (704, 20, 6, 271)
    assert (clemens.is_pitcher, clemens.is_starter, clemens.is_reliever) == (True, True, False)


def test_loading_the_same_name_again_fails_and_changes_nothing() -> None:
    run("1871")
    before = list(CardSet.objects.get().cards.values_list("pk", flat=True))
    with pytest.raises(CommandError, match="already a card set named “1871 MLB”"):
        run("1871")
    assert list(CardSet.objects.get().cards.values_list("pk", flat=True)) == before


def test_replace_updates_the_set_to_a_new_version() -> None:
    first = load_season(year=1871)
    second = load_season(year=1871, minimums=CardMinimums(position_games=25), replace=True)
    assert (second.pk, second.version) == (first.pk, 2)
    assert second.cards.count() == 115
    assert "needs 25 games" in second.note


def test_cannot_replace_a_set_used_by_a_draft() -> None:
    card_set = load_season(year=1871)
    DraftFactory(card_set=card_set, division=DivisionFactory(name="East"))
    with refuses(CardSetRefusal.USED_BY_DRAFT):
        load_season(year=1871, replace=True)
    assert CardSet.objects.get().version == 1


def test_cannot_replace_a_set_with_cards_that_have_pitched() -> None:
    card_set = load_season(year=1871)
    pitcher = card_set.cards.filter(is_pitcher=True).first()
    series = SeriesFactory()
    game = series.games.create(number=1, home=series.home, away=series.away)
    OutingFactory(game=game, team=series.home, card=pitcher, order=1, outs=3)
    with refuses(CardSetRefusal.CARDS_IN_USE):
        load_season(year=1871, replace=True)
    assert card_set.cards.count() == 115


def test_error_during_loading_saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drafts.services.card_sets.Ballpark.objects.bulk_create", _power_cut)
    with pytest.raises(RuntimeError):
        load_season(year=1871)
    assert not CardSet.objects.exists()


def _power_cut(*args: object, **kwargs: object) -> None:
    raise RuntimeError("power cut")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("1870",), "Pennant has no data for 1870"),
        (("1998", "--league", "FL"), "1998 had no league “FL”"),
        (("1871", "--name", "x" * 81), "The name has 81 characters"),
    ],
)
def test_invalid_arguments_are_refused_with_a_message(args: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*args)
    assert not CardSet.objects.exists()


def test_two_leagues_of_a_year_can_coexist() -> None:
    load_season(year=1901, league="AL")
    load_season(year=1901, league="NL")
    load_season(year=1901, league="NL", name="Practice, with “quotes” & 'more'")
    assert CardSet.objects.count() == 3
