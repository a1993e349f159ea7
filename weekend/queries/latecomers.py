"""Managers who are missing or late at sign-up: no name, no link, not signed in, not rolled."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from tournaments.models import Access, Role, Team, Tournament
from tournaments.queries.rolls import RollsBoard, is_away, rolls_board
from weekend.queries.waiting import AttentionItem, summed_up

_NAMED = 4  # of a long list


def missing_people(tournament: Tournament) -> list[AttentionItem]:
    """Return the latecomers, or none after the draft has started. Four queries for any number of teams."""
    if tournament.stage != Tournament.Stage.SIGN_UP:
        return []
    board = rolls_board(tournament)
    expected = [team for team in board.teams if team.kind == Team.Kind.MANAGED]
    return [
        *_without_manager(tournament, expected),
        *_late_rollers(tournament, board),
        *_without_sign_in(tournament, [team for team in expected if not is_away(team)]),
    ]


def _without_manager(tournament: Tournament, teams: Iterable[Team]) -> Iterable[AttentionItem]:
    nameless = [team for team in teams if not team.managers.all()]
    people = reverse("people", args=[tournament.slug])
    found = [
        AttentionItem(
            "No manager",
            f"{team} has no manager; enter one, or remove the team",
            reverse("team_entry", args=[tournament.slug, team.pk]),
            "Enter the manager",
        )
        for team in nameless
    ]
    return summed_up(found, f"{_names(nameless)} have no manager", people)


def _late_rollers(tournament: Tournament, board: RollsBoard) -> Iterable[AttentionItem]:
    """Return teams that have not rolled, after another team has."""
    late = board.must_roll
    if not late or len(late) == len(board.rollers):
        return []
    verb = "has" if len(late) == 1 else "have"
    sentence = f"{_names(late)} {verb} to roll; the others wait. An absent manager is marked as absent (T0.02)"
    return [AttentionItem("Not rolled", sentence, reverse("rolls", args=[tournament.slug]), "Open the rolls")]


def _without_sign_in(tournament: Tournament, teams: Sequence[Team]) -> Iterable[AttentionItem]:
    links = Access.objects.filter(tournament=tournament, role=Role.MANAGER, revoked_at=None)
    known: dict[int | None, bool] = {}
    for team_id, used in links.values_list("team_id", "last_used_at"):
        known[team_id] = known.get(team_id, False) or used is not None
    page = reverse("invitations", args=[tournament.slug])
    uninvited = [team for team in teams if team.pk not in known]
    silent = [team for team in teams if known.get(team.pk) is False]
    if uninvited:
        verb = "has no invitation link" if len(uninvited) == 1 else "have no invitation links"
        yield AttentionItem("No link", f"{_names(uninvited)} {verb}", page, "Make the links", for_director=True)
    if silent:
        verb = "has" if len(silent) == 1 else "have"
        yield AttentionItem(
            "Not signed in",
            f"{_names(silent)} {verb} not signed in yet",
            page,
            "Show the codes",
            for_director=True,
        )


def _names(teams: Sequence[Team]) -> str:
    """Return up to four names, and the number of others."""
    shown = [str(team) for team in teams[:_NAMED]]
    more = len(teams) - _NAMED
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
