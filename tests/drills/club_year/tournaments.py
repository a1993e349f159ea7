"""Run one tournament of the year from opening to champion, using the pages and API that its people use."""

import html
import random
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.drills.club_year import ledger
from tests.drills.club_year.doors import Api, Phone, RequestFailed
from tests.drills.club_year.ledger import Ledger
from tests.drills.club_year.results import PlayedGame, Rotation, api_body, invent_game, page_fields, read_rotation

_PATIENCE: Final = 600.0  # seconds until the program has finished a draft
_POLL: Final = 0.3  # seconds
STAGES: Final = ("signup", "draft", "round_robin", "playoffs", "finished")


@dataclass(frozen=True)
class ClubMember:
    """A club member in the year. A partner manages the same team, and gets its points."""

    name: str
    team: str
    home_town: str
    region: str
    partner: str = ""

    @property
    def gets_points(self) -> str:
        return self.partner or self.name


@dataclass(frozen=True)
class Plan:
    """The organizer's decisions about a tournament.

    Attributes:
        settings: Settings that differ from the source tournament or the defaults.
        card_sets: Each division's card set, by index.
        rules: Individual rules with their values, as on the rules page.
    """

    name: str
    starts_on: str
    card_sets: Sequence[int]
    settings: Mapping[str, object] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)


class YearTournament:
    """A tournament in the year. Its people are identified by their team names."""

    def __init__(self, organizer: Api, slug: str, plan: Plan, book: Ledger) -> None:
        self.organizer = organizer
        self.slug = slug
        self.plan = plan
        self.book = book
        self.address = f"tournaments/{slug}"
        self.chance = random.Random(plan.name)
        self.divisions: list[int] = []
        self.managers: dict[int, Api] = {}
        self.links: dict[int, str] = {}
        self.phones: dict[int, Phone] = {}
        self.rotations: dict[int, Rotation] = {}
        self.played: list[PlayedGame] = []

    @classmethod
    def open(
        cls,
        organizer: Api,
        plan: Plan,
        book: Ledger,
        copied: "YearTournament | None" = None,
        team_ids: Collection[int] = (),
    ) -> "YearTournament":
        """Create a tournament, or copy one along with its returning teams."""
        body = {"name": plan.name, "starts_on": plan.starts_on, "time_zone": "America/New_York", **plan.settings}
        book.enter(ledger.TITLE, plan.name)
        if copied is None:
            made = organizer.post("tournaments/", body)
        else:
            made = organizer.post(f"{copied.address}/copy/", {**copied.settings(), **body, "teams": list(team_ids)})
        return cls(organizer, made["slug"], plan, book)

    def settings(self) -> dict[str, Any]:
        """Return the settings suggested by the copy form."""
        document = self.organizer.get(f"{self.address}/")
        skipped = ("slug", "stage", "announcement", "version", "events")
        return {name: value for name, value in document.items() if name not in skipped}

    def teams(self) -> list[dict[str, Any]]:
        return self.organizer.get_all(f"{self.address}/teams/")

    # Sign-up

    def open_sign_up(self) -> None:
        self.organizer.put(f"{self.address}/sign-up/", {"is_open": True})

    def sign_up(self, members: Sequence[ClubMember]) -> None:
        """Let everyone sign up by phone at the same time, and confirm them all."""
        self.open_sign_up()
        path = f"/t/{self.slug}/sign-up/"
        phones = [Phone(self.organizer.port) for _ in members]
        forms = [field_value(phone.open(path), "opened") for phone in phones]
        time.sleep(2.1)  # a form submitted at once would look like a robot's
        for member, phone, opened in zip(members, phones, forms, strict=True):
            phone.send(path, {"opened": opened, **_sign_up_form(member)})
            for name in filter(None, (member.name, member.partner)):
                self.book.enter(ledger.PERSON, name)
            self.book.enter(ledger.SIGN_UP, (self.slug, member.name))
        confirmed = self.organizer.post(f"{self.address}/sign-ups/confirm/", {})
        if len(confirmed["teams"]) != len(members):
            raise RequestFailed(f"{self.slug}: only {confirmed} of {len(members)} sign-ups became teams")

    def choose_from_club(self, laptop: Phone, names: Collection[str]) -> list[str]:
        """Check the club's people on the director's page. Return the names that the club recognizes."""
        rows = self.organizer.get_all(f"{self.address}/club-people/")
        ids_by_name = {row["name"]: row["id"] for row in rows if row["name"] in names}
        if ids_by_name:
            path = f"/t/{self.slug}/people/club/"
            laptop.open(path)
            laptop.send(path, {"person": list(ids_by_name.values())})
        for name in ids_by_name:
            self.book.enter(ledger.CHOSEN, (self.slug, name))
        return list(ids_by_name)

    def give_points_to_partners(self) -> None:
        """Give each pair's season points to the second manager."""
        for line in self.organizer.get(f"{self.address}/closing/")["lines"]:
            for partner in line["managers"][1:]:
                self.organizer.put(f"{self.address}/teams/{line['team']}/points/", {"manager": partner["id"]})

    def invite(self) -> None:
        """Give every team its link, and the year an API client for each."""
        self.organizer.post(f"{self.address}/team-invitations/")
        for invited in self.organizer.get_all(f"{self.address}/invitations/?role=manager"):
            token = invited["address"].rstrip("/").rsplit("/", 1)[1]
            self.links[invited["team"]] = invited["address"]
            self.managers[invited["team"]] = Api(self.organizer.port, token)

    # Draft

    def set_rules(self) -> None:
        if not self.plan.rules:
            return
        version = self.organizer.get(f"{self.address}/rules/")["version"]
        body = {"version": version, "values": dict(self.plan.rules), "reason": "As the club voted."}
        self.organizer.patch(f"{self.address}/rules/", body)

    def divide(self) -> None:
        """Create a division for each card set, and roll for draft positions."""
        made = self.organizer.put(f"{self.address}/divisions/", {"count": len(self.plan.card_sets)})
        self.divisions = [division["id"] for division in made["divisions"]]
        while not self.organizer.post(f"{self.address}/rolls/throw/")["decided"]:
            pass
        self.organizer.post(f"{self.address}/rolls/settle/", {"what": "in_order"})
        self.move_on("draft")

    def move_on(self, stage: str) -> None:
        before = STAGES[STAGES.index(stage) - 1]
        self.organizer.post(f"{self.address}/stage/", {"now": before, "to": stage})

    def draft(self, *, hand_picks: int = 0) -> None:
        """Hold every division's draft. The managers' own programs make some picks, and Pennant makes the rest."""
        for division, card_set in zip(self.divisions, self.plan.card_sets, strict=True):
            draft = f"{self.address}/drafts/{division}"
            self.organizer.put(f"{draft}/", {"card_set": card_set, "seconds_per_pick": 0})
            self.book.enter(ledger.DRAFT, (self.slug, division))
            self.organizer.post(f"{draft}/clock/", {"act": "start"})
            for _ in range(hand_picks):
                self._pick(draft)
            self.organizer.post(f"{draft}/finish/")
        for division in self.divisions:
            self._wait_for_draft(f"{self.address}/drafts/{division}/")

    def _pick(self, draft: str) -> None:
        """Let the manager on the clock pick the best hitter available."""
        turn = self.organizer.get(f"{draft}/clock/")["on_clock"]
        cards = self.organizer.get(f"{draft}/cards/?free=true&eligible=true&sort=homeruns&role=hitter&page_size=1")
        body = {"overall": turn["overall"], "card": cards["results"][0]["id"]}
        self.managers[turn["team"]].post(f"{draft}/picks/", body)
        self.book.enter(ledger.PICK, (self.slug, draft, turn["overall"]))

    def _wait_for_draft(self, address: str) -> None:
        deadline = time.monotonic() + _PATIENCE
        while self.organizer.get(address)["clock"]["state"] != "finished":
            if time.monotonic() > deadline:
                raise RequestFailed(f"{address}: the program did not finish the draft")
            time.sleep(_POLL)

    def publish(self) -> None:
        for division in self.divisions:
            self.organizer.post(f"{self.address}/schedule/{division}/", {"seed": self.chance.randrange(1 << 30)})
        self.move_on("round_robin")

    # Play

    def phone(self, team: int) -> Phone:
        """Return the phone of a team's manager, signed in with the team's link."""
        if team not in self.phones:
            self.phones[team] = Phone(self.organizer.port)
            self.phones[team].sign_in(self.links[team])
        return self.phones[team]

    def open_series(self, stage: str = "") -> list[dict[str, Any]]:
        """Return the incomplete series in round order."""
        rows = self.organizer.get_all(f"{self.address}/series/" + (f"?stage={stage}" if stage else ""))
        return sorted((row for row in rows if row["status"] != "complete"), key=lambda row: (row["round"], row["id"]))

    def play_round_robin(self, enter: "Callable[[YearTournament, dict[str, Any]], None]") -> None:
        """Play every series, then any tiebreaker games and power rounds."""
        for series in self.open_series():
            enter(self, series)
        for _ in range(self.organizer.get(f"{self.address}/")["power_rounds"]):
            for division in self.divisions:
                self.organizer.post(f"{self.address}/schedule/{division}/power-round/")
            for series in self.open_series():
                enter(self, series)
        while self._break_ties():
            for series in self.open_series():
                enter(self, series)

    def _break_ties(self) -> bool:
        """Take the standings' next tiebreaker step. Return whether there was one."""
        tables = self.organizer.get(f"{self.address}/standings/")
        has_needs = False
        for table in tables:
            needs = table["needs"] + (table["wild_cards"]["needs"] if table["wild_cards"] else [])
            for need in needs:
                page = "playoff-game" if need["kind"] == "playoff_game" else "rolls"
                self.organizer.post(f"{self.address}/standings/{table['division']}/{page}/", {"teams": need["teams"]})
                has_needs = True
                break  # each step may lead to another
        return has_needs

    def play_off(self, enter: "Callable[[YearTournament, dict[str, Any]], None]") -> None:
        """Play the bracket until there is a champion, and finish the tournament."""
        self.organizer.post(f"{self.address}/best-ofs/", {})
        while self.organizer.get(f"{self.address}/best-ofs/")["champion"] is None:
            for series in self.open_series("playoff"):
                enter(self, series)
        self.move_on("finished")

    def roll_for_home(self, series: dict[str, Any]) -> dict[str, Any]:
        """Type both teams' rolls if game 1 has no home team yet (T0.16)."""
        if series["home_decided"]:
            return series
        rolls = dict(zip(("home_roll", "away_roll"), self.chance.sample(range(1, 21), 2), strict=True))
        body = {**rolls, "home": series["home"]}
        self.book.enter(ledger.HOME_ROLL, (self.slug, series["id"]))
        return dict(self.managers[series["home"]].post(f"{self.address}/series/{series['id']}/home-roll/", body))

    def invent_series(self, series: dict[str, Any]) -> tuple[list[PlayedGame], list[dict[int, int]]]:
        """Return a series' games with their starters. A playoff series ends with the deciding win."""
        games: list[PlayedGame] = []
        starters: list[dict[int, int]] = []
        for number in range(1, series["games_planned"] + 1):
            home = series["home_by_game"][number - 1]
            away = series["away"] if home == series["home"] else series["home"]
            games.append(invent_game(self.chance, series, number, home, away))
            starters.append({team: self.rotation(team).next_starter() for team in (home, away)})
            wins = sum(game.winner == games[-1].winner for game in games)
            if series["is_best_of"] and 2 * wins > series["games_planned"]:
                break
        return games, starters

    def sign(self, series: dict[str, Any]) -> None:
        """Let each manager sign the opponent's sheet (T30.2)."""
        for signer, opponent in ((series["home"], series["away"]), (series["away"], series["home"])):
            address = f"{self.address}/series/{series['id']}/signatures/"
            self.managers[signer].post(address, {"sheet_of": opponent})

    def rotation(self, team: int) -> Rotation:
        """Return a team's rotation, loaded once from its board and pitching sheet."""
        if team not in self.rotations:
            address = f"{self.address}/teams/{team}"
            board, sheet = self.organizer.get(f"{address}/board/"), self.organizer.get(f"{address}/sheet/")
            self.rotations[team] = read_rotation(board, sheet)
        return self.rotations[team]

    def record(self, games: Sequence[PlayedGame], starters: Sequence[Mapping[int, int]] = ()) -> None:
        """Record the games for the hand-calculated table. Games with starters were typed, so the ledger counts them."""
        self.played += games
        for game, pitchers in zip(games, starters, strict=False):
            self.book.enter(ledger.RESULT, (self.slug, game.series, game.number))
            for team, card in pitchers.items():
                self.book.enter(ledger.APPEARANCE, (self.slug, game.series, game.number, team, card))


def enter_by_api(tournament: YearTournament, series: dict[str, Any]) -> None:
    """Send all games of a series through the home team's program."""
    series = tournament.roll_for_home(series)
    games, starters = tournament.invent_series(series)
    body = {
        "version": series["version"],
        "complete": True,
        "games": [api_body(game, pitchers) for game, pitchers in zip(games, starters, strict=True)],
    }
    manager = tournament.managers[series["home"]]
    manager.put(f"{tournament.address}/series/{series['id']}/results/", body)
    tournament.record(games, starters)
    tournament.sign(series)


def enter_by_page(tournament: YearTournament, series: dict[str, Any]) -> None:
    """Type all games on the series page as the home team's manager."""
    series = tournament.roll_for_home(series)
    games, starters = tournament.invent_series(series)
    phone = tournament.phone(series["home"])
    path = f"/t/{tournament.slug}/series/{series['id']}/enter/"
    version = field_value(phone.open(path), "version")
    form = {"version": version, "save": "final"}
    for game, pitchers in zip(games, starters, strict=True):
        form |= page_fields(game, pitchers)
    phone.send(path, form)
    tournament.record(games, starters)
    tournament.sign(series)


def _sign_up_form(member: ClubMember) -> dict[str, str]:
    return {
        "name": member.name,
        "team_name": member.team,
        "partner": member.partner,
        "venue": "table",
        "home_town": member.home_town,
        "region": member.region,
        "is_listed": "on",
    }


def field_value(page: str, name: str) -> str:
    """Return the value of a page's hidden field."""
    field = re.search(rf'name="{name}"[^>]*value="([^"]*)"', page)
    if field is None:
        raise RequestFailed(f"the page has no field {name}")
    return html.unescape(field[1])
