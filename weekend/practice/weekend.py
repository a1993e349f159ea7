"""Play a practice weekend from sign-up to champion through the pages' services, reproducibly by seed."""

import random
import tomllib
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from core.errors import Refused
from drafts.models import CardSet, Draft
from drafts.services.card_sets import load_season
from drafts.services.clock import ClockSettings, open_draft, start_draft
from drafts.services.program import finish_by_program
from games.scoresheet.entries import GameEntry, SubmittedBy
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from pitching.models import SignOff
from pitching.services.sign_off import sign_sheet
from rules_engine.profile import ROUNDS_ON_FIRST_DAY, default_profile
from tournaments.action_log.writing import Actor
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.entrants import Entrant, Person
from tournaments.queries.rolls import rolls_board
from tournaments.queries.standings import standings_of
from tournaments.services.divisions import set_divisions
from tournaments.services.edition import set_edition_lines
from tournaments.services.entrants import add_entrants, add_imputed_team
from tournaments.services.home_rolls import roll_for_home
from tournaments.services.invitations import invite_teams
from tournaments.services.playoffs import start_playoffs
from tournaments.services.power_rounds import pair_power_round
from tournaments.services.rolls import choose_slot, draw_imputed_slots, record_rolls
from tournaments.services.scheduling import publish_schedule
from tournaments.services.setup import create_tournament
from tournaments.services.stages import move_stage
from tournaments.services.tie_breaks import roll_tie_break, schedule_playoff_game
from weekend.practice.results import invent_series

DIRECTOR = Actor("Practice director")
SEASON = 1998
STAGES = ("signup", "draft", "round_robin", "finished")
_ROUNDS_DRAFTED = 9


@dataclass(frozen=True, slots=True)
class PracticeField:
    """A practice weekend's teams and their rules.

    Attributes:
        managed: Number of teams with managers.
        has_imputed_team: Whether to add an imputed team to the last division, so that the division has byes.
        edition: Key of the rules edition.
    """

    managed: int = 16
    divisions: int = 2
    has_imputed_team: bool = True
    series_length: int = 3
    edition: str = default_profile()


DEFAULT_FIELD = PracticeField()


def build_weekend(
    *,
    stage: str,
    seed: int,
    field: PracticeField = DEFAULT_FIELD,
    on_progress: Callable[[str], object] = lambda sentence: None,
) -> Tournament:
    """Create a practice weekend at a stage from STAGES. `on_progress` is called with each step."""
    dice = random.Random(seed)
    tournament = _sign_up(dice, seed, field)
    on_progress("Teams have entered.")
    if stage == "signup":
        return tournament
    _roll_for_positions(dice, tournament)
    tournament = move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.DRAFT)
    _draft(tournament, rounds=_ROUNDS_DRAFTED if stage == "draft" else None)
    on_progress("The draft is done.")
    if stage == "draft":
        return tournament
    for division in tournament.divisions.all():
        publish_schedule(division=division, actor=DIRECTOR, seed=dice.randrange(1 << 30))
    tournament = move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.ROUND_ROBIN)
    _play_round_robin(dice, tournament, to_the_end=stage == "finished")
    on_progress("Some series have been played.")
    if stage == "finished":
        tournament = finish_weekend(dice, tournament)
        on_progress("The champion is known.")
    return tournament


def practice_card_set() -> CardSet:
    """Return the real season for practice drafts, loaded once."""
    name = f"{SEASON} MLB"
    stored = CardSet.objects.filter(name=name).first()
    if stored is not None:
        return stored
    try:
        return load_season(name=name, year=SEASON)
    except Refused:
        # another practice weekend may have loaded the cards at the same time
        stored = CardSet.objects.filter(name=name).first()
        if stored is None:
            raise
        return stored


def _sign_up(dice: random.Random, seed: int, field: PracticeField) -> Tournament:
    tournament = create_tournament(
        actor=DIRECTOR,
        name=_free_name(seed),
        place="Practice hall",
        series_length=field.series_length,
        profile_key=field.edition,
    )
    Tournament.objects.filter(pk=tournament.pk).update(is_practice=True)
    tournament.refresh_from_db()
    tournament = _accept_proposals(tournament)
    add_entrants(tournament=tournament, actor=DIRECTOR, entrants=invent_entrants(dice, field.managed))
    divisions = set_divisions(tournament=tournament, actor=DIRECTOR, count=field.divisions)
    if field.has_imputed_team:
        add_imputed_team(tournament=tournament, actor=DIRECTOR, name="The Machine", division=divisions[-1])
    invite_teams(tournament=tournament, actor=DIRECTOR)
    return tournament


_SETTINGS_WITHOUT_PROPOSAL = {ROUNDS_ON_FIRST_DAY: 3}


def _accept_proposals(tournament: Tournament) -> Tournament:
    """Accept the proposals for settings that the edition leaves to the director."""
    profile = tournament.profile
    values = {}
    for name in profile.open_settings:
        values[name] = _SETTINGS_WITHOUT_PROPOSAL.get(name, profile.value_of(name))
    return set_edition_lines(tournament=tournament, actor=DIRECTOR, version=tournament.version, values=values)


def _free_name(seed: int) -> str:
    """Return an unused name, because several weekends can have the same seed."""
    used_names = set(Tournament.objects.values_list("name", flat=True))
    name = f"Practice weekend {seed}"
    number = 1
    while name in used_names:
        number += 1
        name = f"Practice weekend {seed} ({number})"
    return name


def _roll_for_positions(dice: random.Random, tournament: Tournament) -> None:
    """Roll for all teams until none are tied, then choose an open draft position for each."""
    while teams := rolls_board(tournament).must_roll:
        rolls = {team.pk: dice.randint(1, 20) for team in teams}
        record_rolls(tournament=tournament, actor=DIRECTOR, rolls=rolls)
    draw_imputed_slots(tournament=tournament, actor=DIRECTOR, roll=lambda sides: dice.randint(1, sides))
    while team := (board := rolls_board(tournament)).on_turn:
        slot = dice.choice(board.open_to(team))
        divisions = {row.division.name: row.division for row in board.divisions}
        division = divisions[slot.division]
        choose_slot(team=team, actor=DIRECTOR, division_id=division.pk, position=slot.position)


def _draft(tournament: Tournament, *, rounds: int | None) -> None:
    """Draft for all teams. With `rounds`, stop there and set a clock that never forces a pick."""
    card_set = practice_card_set()
    settings = ClockSettings(seconds_per_pick=60, on_expiry=Draft.OnExpiry.NOTHING)
    for division in tournament.divisions.all():
        draft = open_draft(division=division, card_set=card_set, settings=settings, actor=DIRECTOR)
        start_draft(draft_id=draft.pk, actor=DIRECTOR)
        finish_by_program(draft_id=draft.pk, actor=DIRECTOR, rounds=rounds)


def _play_round_robin(dice: random.Random, tournament: Tournament, *, to_the_end: bool) -> None:
    """Play every round, or only half of the rounds and part of the next.

    In the partial round, one series is signed, one is half entered, and one is unsigned.
    """
    all_series = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN).order_by("round", "table", "pk")
    last_round = max(series.round for series in all_series)
    rounds_to_play = last_round if to_the_end else last_round // 2
    for series in all_series.filter(round__lte=rounds_to_play):
        play_series(dice, tournament, series)
    if not to_the_end:
        next_round = all_series.filter(round=rounds_to_play + 1)[:3]
        for index, series in enumerate(next_round):
            play_series(dice, tournament, series, games=(None, 1, 3)[index], signed=index == 0)


def play_series(
    dice: random.Random, tournament: Tournament, series: Series, *, games: int | None = None, signed: bool = True
) -> None:
    """Roll for home, play the series (or only `games` games) and have both managers sign."""
    series = decide_home(dice, series)
    save_games(series, invent_series(dice, tournament, series)[:games], signed=signed)


def decide_home(dice: random.Random, series: Series) -> Series:
    """Roll until the home team is decided. Return the updated series."""
    while not Series.objects.get(pk=series.pk).home_decided:
        roll_for_home(series=series, actor=DIRECTOR, rolls=(dice.randint(1, 20), dice.randint(1, 20)))
    return Series.objects.select_related("home", "away").get(pk=series.pk)


def save_games(series: Series, entries: list[GameEntry], *, signed: bool = True) -> None:
    """Save a series' invented games, and have both managers sign when it is complete."""
    sheet = Scoresheet(SubmittedBy(DIRECTOR), read_entries(entries), SaveMode.FINAL)
    saved = save_series_results(series=series, sheet=sheet, version=series.version).series
    if signed and saved.status == Series.Status.COMPLETE:
        for team in saved.teams():
            sign_sheet(series=saved, sheet_of=team, actor=DIRECTOR, how=_signing_method(saved, team))


def _signing_method(series: Series, sheet_of: Team) -> str:
    opponent = series.away if sheet_of.pk == series.home_id else series.home
    return SignOff.By.PIN if opponent.has_manager_here else SignOff.By.DIRECTOR


def finish_weekend(dice: random.Random, tournament: Tournament) -> Tournament:
    """Play from the last round to the champion: open series, power rounds, ties, playoffs."""
    play_round_robin(dice, tournament)
    break_ties(dice, tournament)
    start_playoffs(tournament=tournament, actor=DIRECTOR)
    tournament.refresh_from_db()
    play_playoffs(dice, tournament)
    return move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.FINISHED)


def play_round_robin(
    dice: random.Random,
    tournament: Tournament,
    *,
    leave_last_round: bool = False,
    on_series: Callable[[Series], object] = lambda series: None,
) -> None:
    """Play every scheduled series and pair every power round, optionally without each division's last round.

    `on_series` is called after each series is saved.
    """
    while True:
        tables = standings_of(tournament)
        last_rounds = {table.division.pk: table.regular_rounds + table.power_rounds for table in tables}
        scheduled = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN, status=Series.Status.SCHEDULED)
        for series in scheduled.order_by("round", "table", "pk"):
            if not (leave_last_round and series.round >= last_rounds[series.division_id or 0]):
                play_series(dice, tournament, series)
                on_series(series)
        due = [table.division.pk for table in standings_of(tournament) if table.power_round_due]
        if not due:
            return
        for division in Division.objects.filter(pk__in=due):
            pair_power_round(division=division, actor=DIRECTOR)


def play_playoffs(
    dice: random.Random, tournament: Tournament, *, on_series: Callable[[Series], object] = lambda series: None
) -> None:
    """Play the playoffs round by round to the champion."""
    while open_series := _open_playoff_series(tournament):
        for series in open_series:
            play_series(dice, tournament, series)
            on_series(series)


def _open_playoff_series(tournament: Tournament) -> list[Series]:
    return list(
        tournament.series.filter(stage=Series.Stage.PLAYOFF, status=Series.Status.SCHEDULED).order_by("round", "pk")
    )


def break_ties(dice: random.Random, tournament: Tournament) -> None:
    """Play and roll for tiebreakers until no tie is open."""
    while needed := [(table, need) for table in standings_of(tournament) for need in table.all_needs]:
        table, need = needed[0]
        division = Division.objects.get(pk=table.division.pk)
        teams = frozenset(need.teams)
        if need.kind in ("playoff_game", "shootout"):
            play_series(dice, tournament, schedule_playoff_game(division=division, teams=teams, actor=DIRECTOR))
        else:
            rolls = {team: dice.randint(1, 20) for team in sorted(teams)}
            roll_tie_break(division=division, teams=teams, rolls=rolls, actor=DIRECTOR)


_NAMES: dict[str, list[str]] = tomllib.loads(
    (settings.BASE_DIR / "fixtures" / "practice_names.toml").read_text(encoding="utf-8")
)


def invent_entrants(dice: random.Random, count: int) -> list[Entrant]:
    """Return entrants with unique names. Every seventh team has two managers (T0.08)."""
    all_names = [f"{first} {last}" for first in _NAMES["first_names"] for last in _NAMES["last_names"]]
    names = dice.sample(all_names, 2 * count)
    nicknames = dice.sample(_NAMES["nicknames"], min(count, len(_NAMES["nicknames"])))
    entrants: list[Entrant] = []
    for number in range(count):
        town = dice.choice(_NAMES["towns"])
        nickname = nicknames[number] if number < len(nicknames) else f"Nine {number + 1}"
        people = [Person(names[2 * number], town)]
        if number % 7 == 6:
            people.append(Person(names[2 * number + 1], town))
        entrants.append(Entrant(f"{town} {nickname}", tuple(people)))
    return entrants
