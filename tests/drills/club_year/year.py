"""Run the year: tournament after tournament, then the club's points, page, plugin and move."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.browser.installation import Site
from tests.drills.club_year import ledger, moving
from tests.drills.club_year.doors import Api, Phone
from tests.drills.club_year.ledger import Ledger
from tests.drills.club_year.phone_entry import PhoneClerks, open_browser, standings_in_frame
from tests.drills.club_year.plans import PAIR, YEAR, TournamentPlan, club_members
from tests.drills.club_year.points_by_hand import (
    MOST_ONLINE,
    TournamentRecord,
    akron_by_hand,
    changed_by_online_rule,
    year_by_hand,
)
from tests.drills.club_year.table_games import play_at_table
from tests.drills.club_year.tournaments import (
    ClubMember,
    Plan,
    YearTournament,
    enter_by_api,
    enter_by_page,
)

_ROUNDED: Final = 0.006  # the API rounds points to two places
EnterSeries = Callable[[YearTournament, dict[str, Any]], None]


@dataclass
class YearReport:
    """The year's measurements. `faults` is empty if nothing went wrong."""

    lines: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class ClubYear:
    """A club that plays its tournaments on a site."""

    def __init__(self, organizer: Api, link: str, plans: Sequence[TournamentPlan], say: Callable[[str], None]) -> None:
        self.organizer = organizer
        self.book = Ledger()
        self.report = YearReport()
        self._plans = plans
        self._say = say
        self._laptop = Phone(organizer.port)
        self._laptop.sign_in(link)
        self._started = time.monotonic()
        self._members = club_members(max(plan.first + plan.people for plan in plans))
        self._card_sets: dict[int, int] = {}
        self._tournaments: dict[str, YearTournament] = {}
        self._records: list[TournamentRecord] = []

    def play(self) -> None:
        """Play all tournaments, and update the club."""
        for plan in self._plans:
            tournament = self._play(plan)
            self._tournaments[plan.title] = tournament
            games = len(tournament.played)
            self._say(f"{plan.title}: {plan.people} people, {games} games, {time.monotonic() - self._started:.0f} s")
        self.organizer.post("recompute/")
        for plan in self._plans:
            self._records.append(self._record(plan))

    def _play(self, plan: TournamentPlan) -> YearTournament:
        tournament = self._open(plan)
        tournament.invite()
        tournament.set_rules()
        tournament.divide()
        tournament.draft(hand_picks=plan.hand_picks)
        tournament.publish()
        with ExitStack() as stack:
            enter = self._entry(plan, stack)
            tournament.play_round_robin(enter)
            tournament.play_off(enter)
        tournament.give_points_to_partners()
        if plan.is_regional:
            self.organizer.patch(f"{tournament.address}/club/", {"is_regional": True})
        return tournament

    def _open(self, plan: TournamentPlan) -> YearTournament:
        """Open the tournament, copied from an earlier similar one if possible.

        Club members are chosen from the club's list. New people sign up on the page.
        """
        card_sets = [self._card_set(season) for season in plan.seasons]
        decided = Plan(plan.title, plan.starts_on, card_sets, plan.settings, plan.rules)
        members = self._members_of(plan)
        if not plan.copied:
            tournament = YearTournament.open(self.organizer, decided, self.book)
            tournament.sign_up(members)
            return tournament
        tournament = self._copy(plan, decided)
        self.organizer.post("recompute/")  # the worker does it within 20 seconds
        copied = {team["name"] for team in tournament.teams()}
        missing = [member for member in members if member.team not in copied]
        chosen = tournament.choose_from_club(self._laptop, [member.name for member in missing])
        newcomers = [member for member in missing if member.name not in chosen]
        if newcomers:
            tournament.sign_up(newcomers)
        return tournament

    def _members_of(self, plan: TournamentPlan) -> list[ClubMember]:
        singles = self._members[plan.first : plan.first + plan.people - int(plan.has_pair)]
        return [*singles, PAIR] if plan.has_pair else singles

    def _copy(self, plan: TournamentPlan, decided: Plan) -> YearTournament:
        """Copy the earlier tournament with the returning teams."""
        earlier = self._tournaments[plan.copied]
        names = {member.team for member in self._members_of(plan)}
        returning = [team for team in earlier.teams() if team["name"] in names]
        team_ids = [team["id"] for team in returning]
        tournament = YearTournament.open(self.organizer, decided, self.book, earlier, team_ids)
        for team in returning:
            self.book.enter(ledger.CHOSEN, (tournament.slug, team["name"]))
        return tournament

    def _card_set(self, season: int) -> int:
        if season not in self._card_sets:
            made = self.organizer.post("card-sets/", {"year": season, "name": f"{season} season"})
            self._card_sets[season] = made["id"]
        return self._card_sets[season]

    def _entry(self, plan: TournamentPlan, stack: ExitStack) -> EnterSeries:
        if plan.entry == "phone":
            clerks = PhoneClerks(stack.enter_context(open_browser()))
            stack.callback(clerks.close)
            return _only_first(clerks.enter, plan.series_entered_so)
        ways = {"api": enter_by_api, "page": enter_by_page, "table": play_at_table}
        return _only_first(ways[plan.entry], plan.series_entered_so)

    def _record(self, plan: TournamentPlan) -> TournamentRecord:
        """Return the year's own record of a tournament: its games and each team's manager."""
        tournament = self._tournaments[plan.title]
        member_by_team = {member.team: member for member in self._members_of(plan)}
        people = {team["id"]: member_by_team[team["name"]].gets_points for team in tournament.teams()}
        return TournamentRecord(tournament.played, people, plan.is_regional, plan.is_face_to_face)

    # Checks

    def check_entries(self) -> None:
        """Check that each fact was entered once, and that none is missing."""
        report, book = self.report, self.book
        report.lines += [f"  {kind}: {book.entries(kind)} entered, {book.facts(kind)} facts" for kind in book.kinds]
        report.faults += book.entered_twice
        rows = [row for name in self._tournaments.values() for row in self._all_series(name)]
        games = sum(row["home_wins"] + row["away_wins"] for row in rows)
        played = sum(len(tournament.played) for tournament in self._tournaments.values())
        typed = book.entries(ledger.RESULT)
        needed = {
            ledger.PERSON: (book.entries(ledger.PERSON), self.organizer.get("people/")["count"], len(self._names())),
            "game": (played, games),
            ledger.APPEARANCE: (book.entries(ledger.APPEARANCE), 2 * typed),
        }
        for kind, counts in needed.items():
            report.lines.append(f"  {kind}: {' = '.join(map(str, counts))}")
            if len(set(counts)) > 1:
                report.faults.append(f"{kind}: {counts} should be equal")
        report.lines.append(f"  {played - typed} games came from the play table without typing")

    def _names(self) -> set[str]:
        """Return everyone who plays in the year."""
        members = [member for plan in self._plans for member in self._members_of(plan)]
        return {name for member in members for name in (member.name, member.partner) if name}

    def _all_series(self, tournament: YearTournament) -> list[dict[str, Any]]:
        return self.organizer.get_all(f"{tournament.address}/series/")

    def check_points(self) -> None:
        """Compare the season's points with those calculated by hand."""
        by_hand = year_by_hand(self._records)
        by_program = self.points()
        for person in sorted(by_hand.keys() | by_program.keys()):
            expected, shown = by_hand.get(person), by_program.get(person)
            if expected is None or shown is None or abs(float(expected) - shown) > _ROUNDED:
                self.report.faults.append(f"{person} has {shown} points, by hand {expected}")
        self.report.lines.append(f"  season points: {len(by_program)} people, worked out by hand for {len(by_hand)}")
        self._check_online_rule()

    def _check_online_rule(self) -> None:
        """Check that the limit on online tournaments changed the points, if the year had enough of them."""
        changed = changed_by_online_rule(self._records)
        online = sum(not plan.is_face_to_face for plan in self._plans)
        if online > MOST_ONLINE and not changed:
            self.report.faults.append(f"with {online} online tournaments, the limit changed nobody's points")
        self.report.lines.append(
            f"  online rule: {online} online tournaments, at most {MOST_ONLINE} count; "
            f"it changed the points of {len(changed)} people"
        )

    def points(self) -> dict[str, float]:
        rows = self.organizer.get_all(f"seasons/{YEAR}/")
        return {row["name"]: row["points"] for row in rows}

    def check_embedded_standings(self, folder: Path) -> None:
        """Read the standings in a frame on the club's own static page."""
        tournament = self._tournaments[self._plans[-1].title]
        address = f"http://127.0.0.1:{self.organizer.port}/t/{tournament.slug}/embed/standings/"
        with open_browser() as browser:
            rows = standings_in_frame(browser, folder, address)
        lines = [line for table in self.organizer.get(f"{tournament.address}/standings/") for line in table["lines"]]
        missing = [line["name"] for line in lines if not any(line["name"] in row for row in rows)]
        self.report.faults += [f"the embedded standings don't show {name}" for name in missing]
        self.report.lines.append(f"  embedded standings: {len(rows)} rows in the frame, {len(lines)} teams")

    def check_plugin(self) -> None:
        """Calculate the season with a stranger's formula: three points per win, one per loss, ten for the title."""
        address = f"seasons/{YEAR}/formula/"
        self.organizer.put(address, {"plugin": "akron"})
        by_program, by_hand = self.points(), akron_by_hand(self._records)
        wrong = [name for name, points in by_hand.items() if by_program.get(name) != points]
        self.report.faults += [
            f"{name} has {by_program.get(name)} points of Akron, not {by_hand[name]}" for name in wrong
        ]
        self.report.lines.append(f"  plugin: {len(by_hand)} people counted by the formula of another package")

    def check_move(self, second: Site, token: str, folder: Path) -> None:
        """Move everything to the second server, and compare."""
        before = moving.club_of(self.organizer, YEAR)
        backup = moving.download_backup(self.organizer, token, folder)
        moving.restore_on(second, backup)
        moved = Api(second.port, token)
        after = moving.club_of(moved, YEAR)
        self.report.faults += moving.differences(before, after)
        size = backup.stat().st_size / 1e6
        self.report.lines.append(
            f"  move: {len(before)} tables equal on the second server, from a file of {size:.1f} MB"
        )


def _only_first(enter: EnterSeries, number: int | None) -> EnterSeries:
    """Return a plan that enters this many series one way, and the rest through the API. None enters all of them."""
    series_ids: set[int] = set()

    def enter_series(tournament: YearTournament, series: dict[str, Any]) -> None:
        series_ids.add(series["id"])
        way = enter if number is None or len(series_ids) <= number else enter_by_api
        way(tournament, series)

    return enter_series
