"""Play a practice weekend from sign-up to champion through the services of the pages, reproducibly by seed."""

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
from games.scoresheet.entries import SubmittedBy
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
    """Who enters: so many managed teams in so many divisions, and an imputed team in the last division or none.

    And how many games they play in a series, under which edition of the rules.
    """

    managed: int = 16
    divisions: int = 2
    imputed: bool = True  # a division of eight and one of nine, so that byes can be seen
    series_length: int = 3
    edition: str = default_profile()


USUAL_FIELD = PracticeField()


def build_weekend(
    *,
    stage: str,
    seed: int,
    field: PracticeField = USUAL_FIELD,
    on_progress: Callable[[str], object] = lambda sentence: None,
) -> Tournament:
    """Create a practice weekend at a stage of STAGES. `on_progress` is called with each step."""
    dice = random.Random(seed)
    tournament = _sign_up(dice, seed, field)
    on_progress("Teams have entered.")
    if stage == "signup":
        return tournament
    _roll_for_positions(dice, tournament)
    tournament = move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.DRAFT)
    _draft(tournament, rounds=_ROUNDS_DRAFTED if stage == "draft" else None)
    on_progress("The draft has been held.")
    if stage == "draft":
        return tournament
    for division in tournament.divisions.all():
        publish_schedule(division=division, actor=DIRECTOR, seed=dice.randrange(1 << 30))
    tournament = move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.ROUND_ROBIN)
    _play_round_robin(dice, tournament, whole=stage == "finished")
    on_progress("Series have been played.")
    if stage == "finished":
        tournament = finish_weekend(dice, tournament)
        on_progress("The champion is known.")
    return tournament


def practice_card_set() -> CardSet:
    """Return the real season of the practice drafts, read once."""
    name = f"{SEASON} MLB"
    stored = CardSet.objects.filter(name=name)
    if (there := stored.first()) is not None:
        return there
    try:
        return load_season(name=name, year=SEASON)
    except Refused:  # where another weekend is begun at the same moment, its cards came first
        if (there := stored.first()) is None:
            raise
        return there


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
    tournament = _as_proposed(tournament)
    add_entrants(tournament=tournament, actor=DIRECTOR, entrants=invent_entrants(dice, field.managed))
    divisions = set_divisions(tournament=tournament, actor=DIRECTOR, count=field.divisions)
    if field.imputed:
        add_imputed_team(tournament=tournament, actor=DIRECTOR, name="The Machine", division=divisions[-1])
    invite_teams(tournament=tournament, actor=DIRECTOR)
    return tournament


_INVENTED = {ROUNDS_ON_FIRST_DAY: 3}  # what an edition asks for without a proposal


def _as_proposed(tournament: Tournament) -> Tournament:
    """Accept the proposals for settings that the edition leaves to the director."""
    profile = tournament.profile
    values = {name: _INVENTED.get(name, profile.value_of(name)) for name in profile.still_asked}
    return set_edition_lines(tournament=tournament, actor=DIRECTOR, version=tournament.version, values=values)


def _free_name(seed: int) -> str:
    """Return a free name, because there may be several weekends with the same seed."""
    taken = set(Tournament.objects.values_list("name", flat=True))
    names = (f"Practice weekend {seed}" + (f" ({number})" if number > 1 else "") for number in range(1, 10_000))
    return next(name for name in names if name not in taken)


def _roll_for_positions(dice: random.Random, tournament: Tournament) -> None:
    """Roll for all teams until no one is tied. Each then takes an open position."""
    while waiting := rolls_board(tournament).must_roll:
        record_rolls(tournament=tournament, actor=DIRECTOR, rolls={team.pk: dice.randint(1, 20) for team in waiting})
    draw_imputed_slots(tournament=tournament, actor=DIRECTOR, roll=lambda number: dice.randint(1, number))
    while team := (board := rolls_board(tournament)).on_turn:
        slot = dice.choice(board.open_to(team))
        division = next(one.division for one in board.divisions if one.division.name == slot.division)
        choose_slot(team=team, actor=DIRECTOR, division_id=division.pk, position=slot.position)


def _draft(tournament: Tournament, *, rounds: int | None) -> None:
    """Draft for everyone. With `rounds`, stop there with a clock that never forces a pick."""
    card_set = practice_card_set()
    settings = ClockSettings(seconds_per_pick=60, on_expiry=Draft.OnExpiry.NOTHING)
    for division in tournament.divisions.all():
        draft = open_draft(division=division, card_set=card_set, settings=settings, actor=DIRECTOR)
        start_draft(draft_id=draft.pk, actor=DIRECTOR)
        finish_by_program(draft_id=draft.pk, actor=DIRECTOR, rounds=rounds)


def _play_round_robin(dice: random.Random, tournament: Tournament, *, whole: bool) -> None:
    """Play every round, or half of them and part of the next: one series signed, one half entered, one not started."""
    series = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN).order_by("round", "table", "pk")
    last = max(one.round for one in series)
    for one in series.filter(round__lte=last if whole else last // 2):
        play_series(dice, tournament, one)
    if not whole:
        for state, one in enumerate(series.filter(round=last // 2 + 1)[:3]):
            play_series(dice, tournament, one, games=(None, 1, 3)[state], signed=state == 0)


def play_series(
    dice: random.Random, tournament: Tournament, series: Series, *, games: int | None = None, signed: bool = True
) -> None:
    """Roll for home, play the series (or only `games` games) and have both managers sign."""
    while not Series.objects.get(pk=series.pk).home_decided:
        roll_for_home(series=series, actor=DIRECTOR, rolls=(dice.randint(1, 20), dice.randint(1, 20)))
    series = Series.objects.select_related("home", "away").get(pk=series.pk)
    entries = invent_series(dice, tournament, series)[:games]
    sheet = Scoresheet(SubmittedBy(DIRECTOR), read_entries(entries), SaveMode.FINAL)
    saved = save_series_results(series=series, sheet=sheet, version=series.version).series
    if signed and saved.status == Series.Status.COMPLETE:
        for team in saved.teams():
            sign_sheet(series=saved, sheet_of=team, actor=DIRECTOR, how=_how_signed(saved, team))


def _how_signed(series: Series, sheet_of: Team) -> str:
    opponent = series.away if sheet_of.pk == series.home_id else series.home
    return SignOff.By.PIN if opponent.has_manager_here else SignOff.By.DIRECTOR


def finish_weekend(dice: random.Random, tournament: Tournament) -> Tournament:
    """Play from the last round to the champion: open series, power rounds, ties, playoffs."""
    play_round_robin(dice, tournament)
    break_ties(dice, tournament)
    tournament = move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.PLAYOFFS)
    start_playoffs(tournament=tournament, actor=DIRECTOR)
    play_best_ofs(dice, tournament)
    return move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.FINISHED)


def play_round_robin(dice: random.Random, tournament: Tournament, *, leave_last_round: bool = False) -> None:
    """Play every scheduled series and pair every power round, all but each division's last round if asked."""
    while True:
        tables = standings_of(tournament)
        last_rounds = {table.division.pk: table.regular_rounds + table.power_rounds for table in tables}
        scheduled = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN, status=Series.Status.SCHEDULED)
        for series in scheduled.order_by("round", "table", "pk"):
            if not (leave_last_round and series.round >= last_rounds[series.division_id or 0]):
                play_series(dice, tournament, series)
        due = [table.division.pk for table in standings_of(tournament) if table.power_round_due]
        if not due:
            return
        for division in Division.objects.filter(pk__in=due):
            pair_power_round(division=division, actor=DIRECTOR)


def play_best_ofs(dice: random.Random, tournament: Tournament) -> None:
    """Play the playoffs round by round to the champion."""
    while open_series := _open_best_ofs(tournament):
        for series in open_series:
            play_series(dice, tournament, series)


def _open_best_ofs(tournament: Tournament) -> list[Series]:
    return list(
        tournament.series.filter(stage=Series.Stage.PLAYOFF, status=Series.Status.SCHEDULED).order_by("round", "pk")
    )


def break_ties(dice: random.Random, tournament: Tournament) -> None:
    """Play and roll for tiebreakers until no tie is open."""
    while needed := [(table, need) for table in standings_of(tournament) for need in table.all_needs]:
        table, need = needed[0]
        division, teams = Division.objects.get(pk=table.division.pk), frozenset(need.teams)
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
    everybody = [f"{first} {last}" for first in _NAMES["first_names"] for last in _NAMES["last_names"]]
    names = dice.sample(everybody, 2 * count)
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
