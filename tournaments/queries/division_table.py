"""A division's standings, for pages, big screens, PDFs, files and the API."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from core.tables import Entry, FilledTable, Place, Remark
from rules_engine.competition.race import Race
from rules_engine.competition.standings import Row, SeriesTally, standings
from rules_engine.competition.tie_proof import ProofStep, need_sentence
from rules_engine.competition.tie_steps import Answers, Need
from rules_engine.competition.tiebreaks import TieOutcome, Verdict, tied_at_cut
from rules_engine.competition.wild_cards import WildCards
from rules_engine.profile_lines import StandingsRules
from rules_engine.tie_step_titles import TITLES
from tournaments.access.viewers import Viewer
from tournaments.models import Shootout
from tournaments.queries.prospects import Prospects, prospects_of, race_of_division
from tournaments.queries.round_in_play import current_round_number, round_tallies
from tournaments.queries.standings_table import (
    IN_PLACE,
    STANDINGS,
    WILD_CARD,
    DivisionName,
    StandingsLine,
    TeamName,
)

_PROVISIONAL_WORDS = {
    Verdict.ADVANCES: IN_PLACE,
    Verdict.OPEN: str(Verdict.OPEN),
    Verdict.OUT: "",
}


class SeriesRow(NamedTuple):
    """Series data for the standings. Named tuples are several times faster than models."""

    stage: str
    status: str
    games_planned: int
    round: int
    tally: SeriesTally


@dataclass(frozen=True)
class DivisionStandings:
    """A division's standings, best team first, with the reasons for their order.

    `outcome` is None before the first game. `wild` has the wild cards once every division has started. `neighbors` has
    the other divisions that compete for the same wild cards.
    """

    division: DivisionName
    rows: list[Row]
    teams: Mapping[int, TeamName]
    places: int
    outcome: TieOutcome | None
    removed: list[TeamName]  # dropped teams whose games are thrown out (T0.08)
    rules: StandingsRules
    slug: str  # the tournament's slug
    series: list[SeriesRow]  # round-robin series that count
    regular_rounds: int = 0  # rounds before the power rounds
    power_rounds: int = 0
    shootouts: Sequence[Shootout] = ()
    answers: Answers = field(default_factory=Answers)  # results of tiebreaker games, shootouts and rolls
    wild_card_places: int = 0
    wild_cards_by_rank: bool = True
    wild: WildCards | None = None
    ties_behind: Sequence[TieOutcome] = ()  # ties for the division's next place
    neighbors: Sequence["DivisionStandings"] = ()

    @property
    def rank_by(self) -> str:
        return self.rules.rank_by

    @cached_property
    def is_complete(self) -> bool:
        """Return whether every round-robin game is played, including power rounds."""
        return bool(self.rows) and not any(row.remaining for row in self.rows) and not self.power_rounds_to_come

    @cached_property
    def power_rounds_to_come(self) -> int:
        """The number of power rounds still to be paired, or 0 before the schedule is published."""
        rounds = max((series.round for series in self.series), default=0)
        return max(0, self.power_rounds - max(0, rounds - self.regular_rounds)) if rounds else 0

    @property
    def power_round_due(self) -> int | None:
        """The number of the power round to pair next, or None while an earlier game is open."""
        if not self.power_rounds_to_come or any(row.remaining for row in self.rows):
            return None
        return self.power_rounds - self.power_rounds_to_come + 1

    @cached_property
    def order(self) -> list[int]:
        """The teams ordered by rank, then by tiebreaker."""
        if self.outcome is None:
            return [row.team for row in self.rows]
        decided = [
            *self.outcome.seeds,
            *self.outcome.tied,
            *self._behind(self.outcome.eliminated),
        ]
        if not self.passed_over:
            return decided
        ranks = {row.team: row.rank for row in self.rows}
        return sorted([*decided, *self.passed_over], key=lambda team: ranks[team])

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Each team's rank. After the last game, teams share a rank only while their tie is unbroken."""
        ranks = {row.team: row.rank for row in self.rows}
        if not self.is_complete or self.outcome is None:
            return ranks
        ahead: Counter[int] = Counter()  # number of teams with the same record that are listed earlier
        first: dict[tuple[int, int | None, Verdict], int] = {}
        for team in self.order:
            rank_by_record = ranks[team]
            tie = (rank_by_record, self.outcome.block_of(team), self.verdict(team))
            ranks[team] = first.setdefault(tie, rank_by_record + ahead[rank_by_record])
            ahead[rank_by_record] += 1
        return ranks

    def _tie_note(self, rows: Sequence[Row]) -> str:
        """Return how the tie between teams with the same record was broken, or "" if it isn't broken."""
        teams = {row.team for row in rows}
        if len({self.ranks[team] for team in teams}) == 1:
            return ""
        steps = [step.step for step in self.steps if step.separates(teams)]
        titles = dict.fromkeys(TITLES.get(step, step) for step in steps)
        return f"tie for rank {rows[0].rank} broken by {', then '.join(titles)}" if titles else ""

    def _behind(self, teams: Iterable[int]) -> list[int]:
        """Sort teams that didn't win a place: wild cards first, then teams tied for a wild card, then by rank."""
        verdicts = [Verdict.ADVANCES, Verdict.OPEN, Verdict.OUT]
        wild = self.wild
        return sorted(teams, key=lambda team: verdicts.index(wild.verdict(team))) if wild else list(teams)

    @property
    def shootout_under_way(self) -> Shootout | None:
        """The unfinished shootout for an open tie (T32.0), or None."""
        return next((shootout for shootout in self.shootouts if shootout.winner_id is None), None)

    def verdict(self, team: int) -> Verdict:
        """Return the team's verdict based on the results so far, including wild cards."""
        if self.outcome is None:
            return Verdict.OPEN
        verdict = self.outcome.verdict(team)
        return self.wild.verdict(team) if verdict is Verdict.OUT and self.wild else verdict

    def has_wild_card(self, team: int) -> bool:
        return self.wild is not None and team in self.wild.advanced

    @cached_property
    def passed_over(self) -> list[int]:
        """The dropped teams whose place goes to the next best team (T0.08)."""
        return [row.team for row in self.rows if self.teams[row.team].is_passed_over]

    @cached_property
    def prospects(self) -> Prospects:
        """Every team's prospect, or an empty mapping if no games are left or prospects can't be computed."""
        if self.outcome is None or self.is_complete_everywhere or not self.can_predict:
            return {}
        return prospects_of(self.race, self.rows_in_race)

    @property
    def can_predict(self) -> bool:
        """Return whether prospects can be computed.

        They can't be if teams are ranked by winning percentage or if power rounds aren't paired yet.
        """
        has_unpaired = any(table.power_rounds_to_come for table in (self, *self.neighbors))
        return self.rank_by == "games_over_500" and not has_unpaired

    @property
    def rows_in_race(self) -> list[Row]:
        return [row for row in self.rows if row.team not in self.passed_over]

    @cached_property
    def race(self) -> Race:
        """The race for the advancing places, including divisions that compete for the same wild cards."""
        return replace(
            self._own_race,
            wild_cards=self.wild_card_places,
            by_rank=self.wild_cards_by_rank,
            elsewhere=tuple(table._own_race for table in self.neighbors),
        )

    @cached_property
    def _own_race(self) -> Race:
        series = [(row.tally, row.games_planned) for row in self.series]
        return race_of_division(self.rows_in_race, series, self.places, self.rules.tie_break_steps)

    @property
    def prospect_sentences(self) -> list[str]:
        """A sentence about each team's prospect, in standings order."""
        return [self.prospects[team].sentence(self.name_of(team)) for team in self.order if team in self.prospects]

    @cached_property
    def lines(self) -> list[StandingsLine]:
        rows = {row.team: row for row in self.rows}
        leader_games_over = max((row.games_over_500 for row in self.rows), default=0)
        verdicts = {team: self.verdict(team) for team in self.order}
        last_above_cut = self._last_above_cut(verdicts)
        lines = []
        for place, (team, verdict) in enumerate(verdicts.items(), start=1):
            line = StandingsLine(
                self.slug,
                self.division,
                place,
                self.ranks[team],
                rows[team],
                self.teams[team],
                verdict=verdict,
                shown=self._shown(team, verdict),
                is_settled=self._is_settled(team),
                is_cut=team == last_above_cut,
                most_over=leader_games_over,
                prospect=self.prospects.get(team),
                rank_before=self.rank_before,
                has_wild_card=self.has_wild_card(team),
            )
            lines.append(line)
        return lines

    def rank_before(self, team: int) -> int | None:
        """Return a team's rank before the latest round, or None if there was no earlier round."""
        return self._ranks_before.get(team)

    @cached_property
    def _ranks_before(self) -> Mapping[int, int]:
        if not self.series:
            return {}
        current = current_round_number(round_tallies((series.round, series.status) for series in self.series))
        started_rounds = sorted(
            {series.round for series in self.series if series.tally.outcomes and series.round <= current}
        )
        if len(started_rounds) < 2:
            return {}
        earlier = [series.tally for series in self.series if series.round < started_rounds[-1]]
        rows = standings([row.team for row in self.rows], earlier, rank_by=self.rank_by)
        return {row.team: row.rank for row in rows}

    def _last_above_cut(self, verdicts: Mapping[int, Verdict]) -> int | None:
        if self.outcome is None or self.wild is None:
            return self.outcome.last_above_cut if self.outcome else None
        if Verdict.OPEN in verdicts.values():
            return None
        above = [team for team, verdict in verdicts.items() if verdict is Verdict.ADVANCES]
        return above[-1] if above and len(above) < len(verdicts) else None

    @property
    def has_cut_line(self) -> bool:
        return any(line.is_cut for line in self.lines)

    def _shown(self, team: int, verdict: Verdict) -> str:
        if self.outcome is None:
            return ""
        if self.has_wild_card(team):
            return WILD_CARD
        return str(verdict) if self._is_settled(team) else _PROVISIONAL_WORDS[verdict]

    def _is_settled(self, team: int) -> bool:
        """Return whether no remaining game can change the team's verdict."""
        if self.outcome is not None and self.outcome.verdict(team) is Verdict.ADVANCES and not self.has_wild_card(team):
            return self.is_complete
        return self.is_complete_everywhere if self.wild_card_places else self.is_complete

    @property
    def open_cut(self) -> str:
        """The tie at the cut in words, or "" if there is none."""
        return (self.outcome.open_cut or self.open_wild_card) if self.outcome else ""

    @property
    def open_wild_card(self) -> str:
        """The tie for a wild card, such as "3 teams tied for the last wild card", or "" if there is none."""
        if self.wild is None or not any(row.team in self.wild.tied for row in self.rows):
            return ""
        return tied_at_cut(len(self.wild.tied), self.wild.left, "wild card")

    def filled(self, viewer: Viewer | None = None) -> FilledTable[StandingsLine]:
        """Return the table, with notes about ties and departed teams."""
        own_team = viewer.team_id if viewer else None
        remarks = self._remarks
        rows: list[Entry[StandingsLine] | Remark] = []
        for line in self.lines:
            rows.append(Entry(line, is_cut=line.is_cut, is_mine=line.team.pk == own_team))
            rows += [Remark(text, Place.READ | Place.FRONT) for text in remarks.get(line.team.pk, ())]
        rows += [Remark(team.departure, Place.PAGE | Place.WALL, team.name) for team in self.removed]
        suffix = (
            f"+ {self.wild_card_places} wild" if self.wild_card_places else "advance"
        )  # The PDF has no room for more.
        return FilledTable(STANDINGS, rows, {"advancing": f"{self.places} {suffix}"})

    @property
    def _remarks(self) -> Mapping[int, list[str]]:
        """The notes about ties, by the team above each note."""
        remarks: dict[int, list[str]] = defaultdict(list)
        if self.open_cut and (tied := [line.team.pk for line in self.lines if line.verdict is Verdict.OPEN]):
            remarks[tied[-1]].append(self.open_cut)
        for _, tied_rows in groupby((line.row for line in self.lines), key=attrgetter("rank")):
            rows = list(tied_rows)
            if note := self._tie_note(rows):
                remarks[rows[-1].team].append(note)
        return remarks

    @property
    def is_complete_everywhere(self) -> bool:
        """Return whether this division and all divisions that compete for the same wild cards are complete."""
        return all(table.is_complete for table in (self, *self.neighbors))

    @cached_property
    def proof(self) -> list[str]:
        return [step.sentence(self.name_of) for step in self.outcome.proof] if self.outcome else []

    @cached_property
    def needs(self) -> list[tuple[Need, str]]:
        """The steps needed before the order is final, each with its sentence."""
        other_ties = self.ties_behind if self.is_complete_everywhere else ()
        outcomes = [self.outcome, *other_ties] if self.outcome else []
        return [(need, need_sentence(need, self.name_of)) for outcome in outcomes for need in outcome.needs]

    @property
    def steps(self) -> list[ProofStep]:
        """Every tiebreaker step tried, including those for wild cards."""
        division_steps = self.outcome.proof if self.outcome else ()
        return [*division_steps, *(self.wild.proof if self.wild else ())]

    @property
    def all_needs(self) -> list[Need]:
        """The steps needed for this division's teams and for teams tied for a wild card."""
        return [need for need, _ in (*self.needs, *self.wild_card_needs)]

    @cached_property
    def wild_card_proof(self) -> list[str]:
        """An explanation of the wild cards, based on the results so far."""
        if self.wild is None:
            return []
        steps = [step.sentence(self.name_of) for step in self.wild.proof]
        if self.wild.waits:
            steps.append("Ties for places in a division are broken first. The loser can still get a wild card.")
        return steps

    @cached_property
    def wild_card_needs(self) -> list[tuple[Need, str]]:
        if self.wild is None or not self.is_complete_everywhere:
            return []
        return [(need, need_sentence(need, self.name_of)) for need in self.wild.needs]

    @property
    def qualified(self) -> list[TeamName]:
        """The teams that advance by their place in the division, in seed order."""
        return [self.teams[team] for team in self.outcome.seeds[: self.places]] if self.outcome else []

    @property
    def wild_card_teams(self) -> list[tuple[int, TeamName]]:
        """The division's wild card teams, each with its place in the division."""
        return [(place, self.teams[team]) for place, team in enumerate(self.order, 1) if self.has_wild_card(team)]

    @property
    def in_order(self) -> list[TeamName]:
        return [self.teams[team] for team in self.order]

    @property
    def all_teams(self) -> list[TeamName]:
        """The teams in this division and in all divisions that compete for the same wild cards."""
        return [team for table in (self, *self.neighbors) for team in table.in_order]

    def name_of(self, team: int) -> str:
        return next(table.teams[team].name for table in (self, *self.neighbors) if team in table.teams)
