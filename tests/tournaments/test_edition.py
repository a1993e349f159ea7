"""Test individual rules set by the director before the draft, and questions that the edition leaves open."""

import pytest

from core.errors import Refused, Stale
from tests.edition_scenes.scene import words
from tests.factories import TournamentFactory
from tests.pdf_reading import pages_of
from tournaments.action_log.writing import PROGRAM
from tournaments.forms.edition import EditionForm
from tournaments.models import Action, Tournament
from tournaments.queries.rules_in_force import rules_in_words
from tournaments.services.edition import set_edition_lines
from tournaments.services.setup import change_settings, create_tournament
from tournaments.services.stages import edition_settled, obstacles_ahead
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


def made(edition: str = "stpc_2024@1") -> Tournament:
    return create_tournament(actor=PROGRAM, name="Worlds", profile_key=edition)


def as_shown(form: EditionForm, tournament: Tournament) -> dict[str, object]:
    return {field.html_name: field.value() for field in form if field.value() is not None} | {
        "version": tournament.version
    }


def set_lines(tournament: Tournament, reason: str = "", **values: object) -> Tournament:
    lines = {name.replace("__", "."): value for name, value in values.items()}
    return set_edition_lines(
        tournament=tournament, actor=PROGRAM, version=tournament.version, values=lines, reason=reason
    )


def test_t0_09_open_rules_block_the_draft():
    tournament = made()
    assert "leaves one rule to the director" in obstacles_ahead(tournament)[0].sentence
    tournament = set_lines(tournament, division__imputed_per_division=2)
    assert not any("to the director" in obstacle.sentence for obstacle in obstacles_ahead(tournament))
    assert tournament.profile.reasons == {"division.imputed_per_division": "the edition leaves it to the director"}


def test_changing_a_fixed_rule_requires_a_reason():
    tournament = made("purestrat@1")
    with pytest.raises(Refused, match="Enter a reason") as refused:
        set_lines(tournament, game__mercy=False)
    assert refused.value.field == "reason"
    tournament.refresh_from_db()
    assert tournament.profile.game.mercy
    assert not set_lines(tournament, "everybody wants it", game__mercy=False).profile.game.mercy


def test_rejects_contradictory_rules():
    tournament = made("purestrat@1")
    with pytest.raises(Refused, match="25 players and 1 ballparks don't make 20 rounds"):
        set_lines(tournament, "short", draft__rounds=20)
    tournament.refresh_from_db()
    assert tournament.profile.draft.rounds == 26


def test_unchanged_rules_are_not_logged_and_stale_forms_are_rejected():
    tournament = made("purestrat@1")
    count = Action.objects.count()
    assert set_lines(tournament, "as it is", game__mercy=True).version == tournament.version
    assert Action.objects.count() == count
    set_lines(tournament, "no mercy", game__mercy=False)
    with pytest.raises(Stale):
        set_lines(tournament, "mercy", game__mercy_lead=12)


def test_rules_are_locked_after_the_draft_begins():
    tournament = TournamentFactory(stage="draft")
    with pytest.raises(Refused, match="The draft uses this edition"):
        set_lines(tournament, "late", game__mercy=False)


def test_undo_restores_a_rule_and_describes_it():
    tournament = made("purestrat@1")
    set_lines(tournament, "no mercy", game__mercy=False)
    undo_action(action=Action.objects.get(verb="set_edition_lines"), actor=PROGRAM)
    tournament.refresh_from_db()
    assert tournament.profile.game.mercy
    assert "The mercy rule is in force. Before: There is no mercy rule." in Action.objects.latest("pk").reason


def test_edition_page_lists_open_rules(director_of, client):
    tournament = made()
    browser, rules = director_of(tournament), f"/t/{tournament.slug}/rules/"
    assert "left to the director" in words(client.get(rules))
    page = browser.get(f"{rules}set/")
    assert "T0.12 A division has at most … imputed teams, apart from the printed exceptions." in words(page)
    form = page.context["form"]
    answer = browser.post(
        f"{rules}set/", as_shown(form, tournament) | {"division.imputed_per_division": "3"}, follow=True
    )
    assert (
        "at most 3 imputed teams, apart from the printed exceptions. differs Base: A division has at most 1"
        in words(answer)
    )
    assert "set by the director the edition leaves it to the director" in words(client.get(rules))


def test_wild_card_order_is_an_open_setting_until_the_director_sets_it(director_of, client):
    tournament = made("purestrat@1")
    assert not edition_settled(tournament)
    tournament = change_settings(tournament=tournament, actor=PROGRAM, version=tournament.version, wild_cards=1)
    (obstacle,) = edition_settled(tournament)
    assert obstacle.page == "edition"
    browser, rules = director_of(tournament), f"/t/{tournament.slug}/rules/"
    page = words(client.get(rules))
    assert "next teams in each division: record, then run difference, then d20. left to the director" in page
    form = browser.get(f"{rules}set/").context["form"]
    typed = {"standings.wild_card_steps": "shootout, d20"}
    browser.post(f"{rules}set/", as_shown(form, tournament) | typed)
    page = words(client.get(rules))
    assert "next teams in each division: shootout, then d20. differs" in page
    assert "set by the director the edition leaves it to the director" in page
    assert "left to the director" not in page
    tournament.refresh_from_db()
    assert not edition_settled(tournament)


def test_t0_09_differences_are_shown_against_the_printed_rules_and_their_edition(client):
    """A 2024 edition differs where a 2016 edition did, and the director's changes are shown separately."""
    tournament = made("stpc_2024@1")
    tournament = set_lines(tournament, "mercy again", game__mercy=True)
    tournament = set_lines(tournament, "short rest", pitching__games_rest_before_start_after_relief=1)
    page = words(client.get(f"/t/{tournament.slug}/rules/"))
    assert "compared with the printed rules: Purestrat (STAR) tournament rules, about 2010 (purestrat@1)" in page
    lines = {line.sentence: line for _, lines in rules_in_words(tournament.profile) for line in lines}
    chosen = next(
        line for line in lines.values() if line.since == "STPC tournament rules of 2016" and line.rule == "T0.16"
    )
    assert f"differs Base: {chosen.base} Since STPC tournament rules of 2016." in page
    (mercy,) = [line for line in lines.values() if line.shipped == "There is no mercy rule."]
    assert not mercy.base, "what the printed text has is no difference to it"
    assert (
        "The mercy rule is in force. changed Edition: There is no mercy rule. set by the director mercy again" in page
    )
    (rest,) = [line for line in lines.values() if line.reason == "short rest"]
    assert ("2 games" in rest.base, "3 games" in rest.shipped, rest.since) == (True, True, "")
    rounds = next(line for line in lines.values() if line.rule == "T0.02" and "27 rounds" in line.sentence)
    assert rounds.base, "its own changes have no earlier edition"
    assert not rounds.since


def test_rules_turned_off_in_the_settings_do_not_apply(client):
    address = f"/t/{made('stpc_2024@1').slug}/rules/"
    Tournament.objects.update(suspended_games=False, pitching_carries_over=False)
    paper = " ".join(pages_of(client.get(f"{address[:-1]}.pdf").content))
    for text in (words(client.get(address)), " ".join(paper.split())):
        assert "Games are not suspended." in text
        assert "Starts are cleared before the playoffs." in text
        assert "by the tournament settings" in text
        assert "A game of the best-ofs may be suspended" not in text


def test_invalid_values_are_shown_with_their_errors(director_of):
    tournament = made()
    browser, address = director_of(tournament), f"/t/{tournament.slug}/rules/set/"
    form = browser.get(address).context["form"]
    typed = as_shown(form, tournament)
    answer = browser.post(address, {**typed, "pitching.starter_stays_outs": "5.3"})
    assert answer.status_code == 400
    assert "“5.3” ends in .3" in answer.content.decode()
    answer = browser.post(address, {**typed, "standings.seeding_steps": "head to head, arm wrestling"})
    assert "Unknown tiebreaker step “arm_wrestling”" in answer.content.decode()
    assert not Action.objects.filter(verb="set_edition_lines").exists()


@pytest.mark.parametrize(
    ("edition", "played", "carried"),
    [
        ("pine_tar_league@1", "Pine Tar Baseball", "PTSU1 A reliever who pitched 2.0 innings or more, or in"),
        (
            "inside_pitch_league@1",
            "Inside Pitch",
            "IP13 A player injured for a number of days misses that many team games",
        ),
    ],
)
def test_other_rulesets_show_which_rules_do_not_apply(client, edition: str, played: str, carried: str) -> None:
    page = words(client.get(f"/t/{made(edition).slug}/rules/"))
    assert f"The game is {played}." in page
    assert (
        "Starters need no minimum number of innings. differs Base: A starter needs 125.0 innings on his card." in page
    )
    assert f"{played} cards don't show innings pitched" in page
    assert "The starter may leave at any time." in page
    assert "unless he has given up" not in page
    assert carried in page
    assert "An injury lasts until the end of the game" not in page  # T25.1


@pytest.mark.parametrize(
    ("edition", "bats", "chart"),
    [
        ("purestrat@1", "T0.01 There is no designated hitter: eight fielders and the pitcher bat.", False),
        ("stpc_2020@1", "T0.01 There is no designated hitter: eight fielders and the pitcher bat.", True),
        ("stpc_2024@1", "6.4 A designated hitter bats for the pitcher.", True),
    ],
)
def test_rules_list_designated_hitter_and_outfield_chart(client, edition: str, bats: str, chart: bool) -> None:
    page = words(client.get(f"/t/{made(edition).slug}/rules/"))
    assert bats in page
    assert ("The outfield adjustment chart gives" in page) == chart


def test_settings_missing_from_the_ruleset_are_turned_off() -> None:
    tournament = set_lines(made("purestrat@1"), "our league", game__system="pine_tar", game__edition="standard")
    cards, draft = tournament.profile.cards, tournament.profile.draft
    assert (cards.hitter_at_bats_and_walks, cards.starter_outs, cards.starters_on_team) == (0, 0, 0)
    assert (draft.rounds, draft.players, draft.ballparks) == (25, 25, 0)
    assert tournament.profile.reasons["draft.ballparks"] == "Pine Tar Baseball has no ballparks"
    with pytest.raises(Refused, match="unknown edition 'star'"):
        set_lines(tournament, "our league", game__edition="star")


@pytest.mark.parametrize("edition", ["purestrat@1", "stpc_2024@1", "pine_tar_league@1"])
def test_rules_pdf_matches_the_page(client, edition: str) -> None:
    tournament = made(edition)
    page = client.get(f"/t/{tournament.slug}/rules/")
    paper = " ".join(pages_of(client.get(f"/t/{tournament.slug}/rules.pdf").content))
    assert tournament.profile.title in paper
    for line in page.context["format"]:
        assert f"{line.title}{line.rule and f' ({line.rule})'}: {line.value}" in paper
    lines = [line for _, lines in page.context["sections"] for line in lines]
    assert len(lines) > 40
    for line in lines:
        assert " ".join(f"{line.rule} {line.in_full}".split()) in paper
    assert ("differs: Base:" in paper) == any(line.base for line in lines)


def test_optional_rules_of_the_game_are_set_by_boxes_and_shown_with_the_rules(director_of) -> None:
    tournament = made("purestrat@1")
    address, client = f"/t/{tournament.slug}/rules/set/", director_of(tournament)
    page = client.get(address).content.decode()
    assert 'name="game.edition.rules" value="+robbed_homers"' in page
    shown = as_shown(EditionForm(tournament.profile), tournament)
    boxes = {"game.edition.rules": ["+robbed_homers", "-closers"], "reason": "agreed"}
    assert client.post(address, shown | boxes).status_code == 302
    tournament.refresh_from_db()
    assert tournament.profile.game.edition == "star-closers+robbed_homers"
    assert 'value="+robbed_homers" checked' in client.get(address).content.decode()
    lines = dict(rules_in_words(tournament.profile))["Optional rules of the game"]
    by_rule = {line.rule: (line.sentence.split(":")[0], line.base) for line in lines}
    assert (by_rule["14.5"], by_rule["28.0"], by_rule["21.1"]) == (("On", "Off."), ("Off", "On."), ("On", ""))


@pytest.mark.parametrize(
    ("edition", "fault"),
    [
        ("star+snow", "unknown optional rule 'snow'"),
        ("som_super_advanced-parks_and_clutch+weather", "needs parks_and_clutch"),
    ],
)
def test_optional_rules_that_are_unknown_or_exclude_each_other_are_refused(edition: str, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        set_lines(made("purestrat@1"), "agreed", game__edition=edition)


def test_a_rule_both_on_and_off_is_refused_in_the_form() -> None:
    tournament = made("purestrat@1")
    form = EditionForm(tournament.profile, {"game.edition": "star+closers-closers"})
    form.keep_only(["game.edition"])
    assert not form.is_valid()
    assert "closers can't be both on and off" in form.errors["game.edition"][0]
