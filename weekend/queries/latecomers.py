"""Teams at sign-up that lack a manager, a sign-in link, a sign-in or a roll."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from tournaments.models import Access, Role, Team, Tournament
from tournaments.queries.divisions import is_in_sign_up
from tournaments.queries.rolls import RollsBoard, is_away, rolls_board
from weekend.queries.attention import AttentionItem, summarize

_MOST_NAMES = 4


def latecomers(tournament: Tournament) -> list[AttentionItem]:
    """Return teams that lack something before the draft. Four queries for any number of teams."""
    if not is_in_sign_up(tournament):
        return []
    board = rolls_board(tournament)
    expected = [team for team in board.teams if team.kind == Team.Kind.MANAGED]
    return [
        *_without_manager(tournament, expected),
        *_late_rollers(tournament, board),
        *_without_sign_in(tournament, [team for team in expected if not is_away(team)]),
    ]


def _without_manager(tournament: Tournament, teams: Iterable[Team]) -> Iterable[AttentionItem]:
    unmanaged = [team for team in teams if not team.managers.all()]
    people = reverse("people", args=[tournament.slug])
    items = [
        AttentionItem(
            "No manager",
            f"{team} has no manager; enter one, or remove the team",
            reverse("team_entry", args=[tournament.slug, team.pk]),
            "Enter the manager",
        )
        for team in unmanaged
    ]
    return summarize(items, f"{_names(unmanaged)} have no manager", people)


def _late_rollers(tournament: Tournament, board: RollsBoard) -> Iterable[AttentionItem]:
    """Return teams that have not rolled although another team has."""
    late = board.must_roll
    if not late or len(late) == len(board.rollers):
        return []
    verb = "has" if len(late) == 1 else "have"
    sentence = f"{_names(late)} {verb} to roll; the others are waiting. Mark an absent manager as absent (T0.02)"
    return [AttentionItem("Not rolled", sentence, reverse("rolls", args=[tournament.slug]), "Open the rolls")]


def _without_sign_in(tournament: Tournament, teams: Sequence[Team]) -> Iterable[AttentionItem]:
    links = Access.objects.filter(tournament=tournament, role=Role.MANAGER, revoked_at=None)
    is_signed_in_by_team: dict[int | None, bool] = {}
    for team_id, last_used_at in links.values_list("team_id", "last_used_at"):
        is_signed_in = is_signed_in_by_team.get(team_id, False)
        is_signed_in_by_team[team_id] = is_signed_in or last_used_at is not None
    page = reverse("people", args=[tournament.slug])
    uninvited = [team for team in teams if team.pk not in is_signed_in_by_team]
    not_signed_in = [team for team in teams if is_signed_in_by_team.get(team.pk) is False and not team.is_checked_in]
    if uninvited:
        verb = "has no sign-in link" if len(uninvited) == 1 else "have no sign-in links"
        yield AttentionItem("No link", f"{_names(uninvited)} {verb}", page, "Make the links", for_director=True)
    if not_signed_in:
        verb = "has" if len(not_signed_in) == 1 else "have"
        yield AttentionItem(
            "Not signed in",
            f"{_names(not_signed_in)} {verb} not signed in yet",
            page,
            "Show the codes",
            for_director=True,
        )


def _names(teams: Sequence[Team]) -> str:
    """Return up to four team names and the number of remaining teams."""
    shown = [str(team) for team in teams[:_MOST_NAMES]]
    more = len(teams) - _MOST_NAMES
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"
